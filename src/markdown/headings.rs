//! Headings: the level that is shown, the id, the link to itself, the outline.
//!
//! The page has its title as `h1`, so a body's headings begin at 2 and never leave a level out,
//! whatever the author wrote. It must not know the page.

use std::ops::Range;

use super::html::{Slot, escape, push_element, push_escaped};
use super::reader::Reader;
use super::{Fill, Heading, footnotes, sentence};
use crate::diagnostic::Code;

/// A heading that is being read.
pub(super) struct OpenHeading {
    level: u8,
    start: usize,
    /// Where its HTML begins.
    from: usize,
    /// What the outline shows in place of parts of its HTML: links lose their tags.
    pub(super) cuts: Vec<(Range<usize>, String)>,
}

/// The levels above the next heading, as written and as shown.
#[derive(Debug, Default)]
pub(super) struct Levels {
    above: Vec<(u8, u8)>,
    last: Option<u8>,
}

/// What is wrong with a heading's level.
#[derive(Debug, PartialEq, Eq)]
enum Fault {
    Title,
    Skip { from: Option<u8> },
}

impl Levels {
    /// Returns the level that is shown for a written one.
    fn show(&mut self, written: u8) -> (u8, Option<Fault>) {
        let level = written.max(2);
        while self.above.last().is_some_and(|(above, _)| *above >= level) {
            self.above.pop();
        }
        let shown = self.above.last().map_or(2, |(_, shown)| shown + 1);
        self.above.push((level, shown));
        let from = self.last.replace(level);
        let fault = if written == 1 {
            Some(Fault::Title)
        } else if level > from.unwrap_or(1) + 1 {
            Some(Fault::Skip { from })
        } else {
            None
        };
        (shown, fault)
    }
}

impl Reader<'_> {
    pub(super) fn start_heading(&mut self, level: u8, start: usize) {
        self.block.has_marks = false;
        self.heading = Some(OpenHeading { level, start, from: self.out.text.len(), cuts: Vec::new() });
    }

    pub(super) fn end_heading(&mut self, range: &Range<usize>) {
        let text = sentence::fold(&self.block.plain);
        self.end_block();
        let Some(heading) = self.heading.take() else { return };
        let end = heading.start + self.body[heading.start..range.end].trim_end().len();
        let place = heading.start..end;
        let from = heading.from;
        if text.is_empty() {
            self.report(Code::EmptyHeading, place, "the heading has no text", "write one, or remove the mark");
            self.end_as_paragraph(from, "<p>", "</p>\n");
        } else if self.is_in_note() {
            // Footnotes move to the page's end, where a heading would split the outline.
            self.end_as_paragraph(from, "<p><strong>", "</strong></p>\n");
        } else {
            let (shown, fault) = self.levels.show(heading.level);
            if let Some(fault) = fault {
                self.report_level(fault, heading.level, place);
            }
            let html = self.outline(&heading);
            let mut id = self.ids.add(&text);
            if footnotes::owns(&id) {
                id = self.ids.add(&format!("section {text}"));
            }
            self.out.insert(from, &format!("<h{shown} id=\"{id}\">"));
            let name = escape(&text);
            self.out.push(&format!(
                "<a class=\"anchor\" href=\"#{id}\" aria-label=\"Link to “{name}”\"><span aria-hidden=\"true\">#</span></a></h{shown}>\n"
            ));
            self.headings.push(Heading { level: shown, id, html, text });
        }
    }

    fn end_as_paragraph(&mut self, from: usize, open: &str, close: &str) {
        if self.out.text.len() > from || !self.out.slots_from(from).is_empty() {
            self.out.insert(from, open);
            self.out.push(close);
        }
    }

    fn report_level(&mut self, fault: Fault, level: u8, place: Range<usize>) {
        match fault {
            Fault::Title => {
                let message = "the page has its title as its only level-1 heading";
                self.report(Code::HeadingLevel, place, message, "write `##`");
            }
            Fault::Skip { from } => {
                let message = match from {
                    Some(from) => format!("the heading's level jumps from {from} to {level}"),
                    None => format!("the first heading has level {level}, not 2"),
                };
                let mark = "#".repeat(usize::from(from.unwrap_or(1)) + 1);
                self.report(Code::HeadingLevel, place, message, format!("write `{mark}`"));
            }
        }
    }

    /// Returns a heading's HTML as the outline shows it.
    fn outline(&self, heading: &OpenHeading) -> String {
        let mut edits = heading.cuts.clone();
        for &(at, slot) in self.out.slots_from(heading.from) {
            let mut html = String::new();
            match slot {
                Slot::Fill(Fill::Title(link)) => push_escaped(&mut html, &self.links[link].target),
                Slot::Element { name, closed } => push_element(&mut html, name, closed),
                Slot::Fill(Fill::Address(_)) | Slot::Note { .. } => continue,
            }
            edits.push((at..at, html));
        }
        edits.sort_by_key(|(range, _)| (range.start, range.end));
        self.out.edited(heading.from, &edits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_shown_without_gaps() {
        let check = |written: &[u8], shown: &[u8], faults: &[usize]| {
            let mut levels = Levels::default();
            let all: Vec<_> = written.iter().map(|level| levels.show(*level)).collect();
            assert_eq!(all.iter().map(|(shown, _)| *shown).collect::<Vec<_>>(), shown);
            let at: Vec<_> = (0..all.len()).filter(|i| all[*i].1.is_some()).collect();
            assert_eq!(at, faults, "{written:?}");
        };
        check(&[2, 3, 4, 2], &[2, 3, 4, 2], &[]);
        check(&[2, 4, 4, 3], &[2, 3, 3, 3], &[1]);
        check(&[3, 2, 3], &[2, 2, 3], &[0]);
        check(&[1, 2, 3], &[2, 2, 3], &[0]);
        check(&[2, 6, 5, 6], &[2, 3, 3, 4], &[1]);
    }
}
