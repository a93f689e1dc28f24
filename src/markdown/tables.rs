//! Tables: head, rows, cells, and the rows whose cells do not fit the head.
//!
//! The parser drops surplus cells without a word, so each row is counted in the source. It must not
//! know what stands in a cell.

use pulldown_cmark::Alignment;

use super::reader::Reader;
use super::scan;
use crate::diagnostic::Code;

/// A table that is being read.
pub(super) struct Table {
    alignments: Vec<Alignment>,
    in_head: bool,
    has_rows: bool,
    /// The column of the next cell, and where the HTML of the open one begins.
    column: usize,
    from: usize,
}

impl Table {
    /// Returns the attribute that aligns the next cell.
    fn class(&self) -> &'static str {
        match self.alignments.get(self.column).copied().unwrap_or(Alignment::None) {
            Alignment::None => "",
            Alignment::Left => " class=\"align-left\"",
            Alignment::Center => " class=\"align-center\"",
            Alignment::Right => " class=\"align-right\"",
        }
    }
}

impl Reader<'_> {
    pub(super) fn start_table(&mut self, alignments: Vec<Alignment>) {
        self.tables += 1;
        self.out.push(&format!(
            "<div class=\"scroll\" role=\"group\" aria-label=\"Table {}\" tabindex=\"0\"><table>\n",
            self.tables
        ));
        self.table = Some(Table { alignments, in_head: false, has_rows: false, column: 0, from: 0 });
    }

    pub(super) fn start_table_head(&mut self) {
        if let Some(table) = &mut self.table {
            table.in_head = true;
            table.column = 0;
        }
        self.out.push("<thead><tr>");
    }

    pub(super) fn end_table_head(&mut self) {
        if let Some(table) = &mut self.table {
            table.in_head = false;
        }
        self.out.push("</tr></thead>\n");
    }

    pub(super) fn start_table_row(&mut self, start: usize) {
        let Some(table) = &mut self.table else { return };
        table.column = 0;
        if !std::mem::replace(&mut table.has_rows, true) {
            self.out.push("<tbody>\n");
        }
        let columns = table.alignments.len();
        self.out.push("<tr>");
        self.check_row(start, columns);
    }

    fn check_row(&mut self, start: usize, columns: usize) {
        let line = scan::line(self.body, start);
        let row = scan::row(line);
        let cells = row.cells;
        if cells == columns {
            return;
        }
        let place = start..start + line.trim_end().len();
        let counts = format!("the row has {}, the table {}", count(cells, "cell"), count(columns, "column"));
        if cells < columns {
            let help = "add the missing cells, or an empty line before text that is not part of the table";
            self.report(Code::ShortTableRow, place, counts, help);
        } else {
            let (code, help) = if row.split_link {
                (Code::WikiLinkInTable, "in a table write `[[id\\|text]]`")
            } else {
                (Code::TableRow, "write `\\|` for a bar that is no border, in code too")
            };
            self.report(code, place, format!("{counts}: text would be lost"), help);
        }
    }

    pub(super) fn start_table_cell(&mut self) {
        self.block.has_marks = false;
        let Some(table) = &mut self.table else { return };
        if !table.in_head {
            self.out.push("<td");
            self.out.push(table.class());
            self.out.push(">");
        }
        table.from = self.out.text.len();
    }

    pub(super) fn end_table_cell(&mut self) {
        let Some(table) = &mut self.table else { return };
        let (class, from) = (table.class(), table.from);
        table.column += 1;
        if !table.in_head {
            self.out.push("</td>");
            return;
        }
        let is_empty = self.out.text.len() == from && self.out.slots_from(from).is_empty();
        // An empty cell heads nothing.
        let (name, scope) = if is_empty { ("td", "") } else { ("th", " scope=\"col\"") };
        self.out.insert(from, &["<", name, scope, class, ">"].concat());
        self.out.push(&["</", name, ">"].concat());
    }

    pub(super) fn end_table(&mut self) {
        if self.table.take().is_some_and(|table| table.has_rows) {
            self.out.push("</tbody>\n");
        }
        self.out.push("</table></div>\n");
    }
}

fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
