//! A table for people: aligned columns, whatever the script.
//!
//! It must not know what stands in it.

use crate::diagnostic::visible;

use super::text::width;

/// What stands between two columns.
const GAP: usize = 2;
/// No column is cut to less.
const LEAST: usize = 8;

/// Returns a table of a head and rows. With a limit, cells are cut until a line takes no more columns
/// of the terminal than that.
pub fn table(head: &[&str], rows: &[Vec<String>], limit: Option<usize>) -> String {
    let head: Vec<String> = head.iter().map(|name| name.to_uppercase()).collect();
    let rows: Vec<Vec<String>> =
        std::iter::once(&head).chain(rows).map(|row| row.iter().map(|cell| shown(cell)).collect()).collect();
    let mut widths: Vec<usize> = (0..head.len())
        .map(|i| rows.iter().filter_map(|row| row.get(i)).map(|cell| columns(cell)).max())
        .map(Option::unwrap_or_default)
        .collect();
    if let Some(limit) = limit {
        fit(&mut widths, limit);
    }
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let cell = cut(cell, *width);
            line.push_str(&cell);
            line.push_str(&" ".repeat(width - columns(&cell) + GAP));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Returns a cell on one line, with control characters made visible.
fn shown(cell: &str) -> String {
    visible(&cell.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns how many columns of the terminal a text takes.
fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// Makes columns narrower until they fit: the last one first, so that ids stay whole for longest.
fn fit(widths: &mut [usize], limit: usize) {
    let gaps = GAP * widths.len().saturating_sub(1);
    let mut excess = (widths.iter().sum::<usize>() + gaps).saturating_sub(limit);
    for width in widths.iter_mut().rev() {
        let less = width.saturating_sub(LEAST).min(excess);
        *width -= less;
        excess -= less;
    }
}

/// Returns a text that takes no more columns than that.
fn cut(text: &str, limit: usize) -> String {
    if columns(text) <= limit {
        return text.to_owned();
    }
    let mut taken = 0;
    let fits = |c: &char| {
        taken += width(*c);
        taken < limit
    };
    let kept: String = text.chars().take_while(fits).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[[&str; 3]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(|cell| cell.to_string()).collect()).collect()
    }

    #[test]
    fn columns_are_aligned_by_what_they_take_in_a_terminal() {
        let rows = rows(&[["a", "手写的标题", "x"], ["bcd", "two\nlines", "y\u{1b}"]]);
        assert_eq!(
            table(&["id", "title", "end"], &rows, None),
            "ID   TITLE       END\na    手写的标题  x\nbcd  two lines   yU+001B\n"
        );
    }

    #[test]
    fn cells_are_cut_to_the_limit_from_the_last_column_on() {
        let rows = rows(&[["identifier", "a title that is long", "手写的标题手写的标题"]]);
        let cut = |limit| table(&["id", "title", "more"], &rows, Some(limit)).lines().nth(1).unwrap().to_owned();
        assert_eq!(cut(54), "identifier  a title that is long  手写的标题手写的标题");
        assert_eq!(cut(53), "identifier  a title that is long  手写的标题手写的标…");
        assert_eq!(cut(42), "identifier  a title that is long  手写的…");
        assert_eq!(cut(36), "identifier  a title that…   手写的…");
        assert_eq!(cut(3), "identif…  a title…  手写的…");
        assert!((28..60).all(|limit| columns(&cut(limit)) <= limit));
    }
}
