//! What the parser does not tell, read from the source: cells that it drops, marks that it takes
//! for text, comments and alerts that it does not recognise.
//!
//! Functions from text to places in it; offsets are bytes. It must not know what is reported.

use std::ops::Range;

use super::cjk;

/// The cells of a table row, as written.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// How many cells the row has.
    pub(super) cells: usize,
    /// A wiki link lies across two cells.
    pub(super) split_link: bool,
}

/// Reads a table row: a line without what its containers put before it.
pub(super) fn row(line: &str) -> Row {
    let bytes = line.as_bytes();
    let mut at = usize::from(bytes.first() == Some(&b'|'));
    let mut row = Row { cells: 0, split_link: false };
    while bytes[at..].iter().any(|b| !b.is_ascii_whitespace() && *b != 0x0b) {
        row.cells += 1;
        let end = (at..bytes.len()).find(|&i| bytes[i] == b'|' && (i == 0 || bytes[i - 1] != b'\\'));
        let cell = &line[at..end.unwrap_or(line.len())];
        let open = cell.contains('[') && cell.rfind("[[").is_some_and(|open| !cell[open..].contains("]]"));
        let Some(end) = end else { break };
        at = end + 1;
        if open {
            let next = line[at..].split('|').next().unwrap_or("");
            row.split_link |= next.find("]]").is_some_and(|close| !next[..close].contains("[["));
        }
    }
    row
}

/// Returns the line at `at`, without its end.
pub(super) fn line(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    &rest[..memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len())]
}

/// Returns the length of the `#` marks at the head of a line that were meant as a heading.
pub(super) fn heading_mark(line: &str) -> Option<usize> {
    let marks = line.bytes().take_while(|b| *b == b'#').count();
    let next = line[marks..].chars().next()?;
    let meant = match marks {
        1 => cjk::is_letter(next),
        2..=6 => next.is_alphanumeric() || matches!(next, '`' | '[' | '*'),
        _ => false,
    };
    meant.then_some(marks)
}

/// Returns the length of the mark at the head of a line that was meant as a list item.
pub(super) fn list_mark(line: &str) -> Option<usize> {
    let digits = line.bytes().take(3).take_while(u8::is_ascii_digit).count();
    let mut rest = line[digits..].chars();
    let mark = rest.next()?;
    let meant = if digits == 0 { matches!(mark, '-' | '+') } else { matches!(mark, '.' | ')' | '、' | '．' | '）') };
    (meant && rest.next().is_some_and(cjk::is_letter)).then_some(digits + mark.len_utf8())
}

/// Returns the kind in `[!KIND]` at the head of `text`, if that is what stands there.
pub(super) fn alert(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("[!")?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_'))?;
    let after = rest[end..].strip_prefix(']')?;
    (end > 0 && !after.starts_with(['(', '['])).then(|| &rest[..end])
}

/// Returns the label of a footnote reference whose `^` stands at `at`.
pub(super) fn footnote_label(text: &str, at: usize) -> Option<&str> {
    if !text[..at].ends_with('[') || is_escaped(text, at - 1) {
        return None;
    }
    let rest = &text[at + 1..];
    let end = rest.bytes().take(200).position(|b| matches!(b, b']' | b'\n'))?;
    let label = &rest[..end];
    let fits = rest[end..].starts_with(']') && !label.is_empty() && label.trim() == label && !label.contains('[');
    fits.then_some(label)
}

/// Tells whether the character at `at` is escaped by a backslash.
pub(super) fn is_escaped(text: &str, at: usize) -> bool {
    text.as_bytes()[..at].iter().rev().take_while(|b| **b == b'\\').count() % 2 == 1
}

/// Returns the end of the comment that begins with `<!--` at `at`, or nothing if it has none.
pub(super) fn comment_end(text: &str, at: usize) -> Option<usize> {
    // `<!-->` and `<!--->` are whole comments.
    text[at + 2..].find("-->").map(|end| at + 2 + end + 3)
}

/// Returns the destination of a link, with its angle brackets, that follows `at` in `text`.
pub(super) fn destination(text: &str, at: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let mut start = at;
    let mut new_line = false;
    // Behind a line break the marks of quotes are the container's; a destination cannot begin there.
    while let Some(byte) = bytes.get(start) {
        match byte {
            b'\n' | b'\r' => new_line = true,
            b' ' | b'\t' | 0x0b | 0x0c => {}
            b'>' if new_line => {}
            _ => break,
        }
        start += 1;
    }
    let angled = bytes.get(start) == Some(&b'<');
    let mut end = start + usize::from(angled);
    let mut depth = 0;
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'\\' if bytes.get(end + 1).is_some_and(u8::is_ascii_punctuation) => end += 1,
            b'>' if angled => return start..end + 1,
            0..=0x20 if !angled => break,
            b'(' if !angled => depth += 1,
            b')' if !angled && depth == 0 => break,
            b')' if !angled => depth -= 1,
            _ => {}
        }
        end += 1;
    }
    start..end.min(text.len())
}

/// Tells whether the brackets of a link's text pair up, those in code and escaped ones aside.
pub(super) fn is_balanced(text: &str) -> bool {
    let bytes = text.as_bytes();
    let run = |at: usize| bytes[at..].iter().take_while(|b| **b == b'`').count();
    let (mut at, mut depth) = (0, 0usize);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'`' => {
                let fence = run(at);
                let mut close = at + fence;
                while close < bytes.len() && run(close) != fence {
                    close += run(close).max(1);
                }
                at = if close < bytes.len() { close + fence } else { at + fence };
                continue;
            }
            b'[' => depth += 1,
            b']' if depth == 0 => return false,
            b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    depth == 0
}

/// A run of asterisks and whether its neighbours keep it from being emphasis.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stars {
    /// The run.
    pub(super) range: Range<usize>,
    /// It stands between a letter and punctuation and cannot open.
    pub(super) opens_not: bool,
    /// It stands between punctuation and a letter and cannot close.
    pub(super) closes_not: bool,
}

/// Reads the run of asterisks that begins at `start`.
pub(super) fn stars(text: &str, start: usize) -> Stars {
    let end = start + text.as_bytes()[start..].iter().take_while(|b| **b == b'*').count();
    let before = text[..start].chars().next_back().unwrap_or(' ');
    let after = text[end..].chars().next().unwrap_or(' ');
    let is_mark = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
    Stars {
        range: start..end,
        opens_not: cjk::is_letter(before) && is_mark(after),
        closes_not: is_mark(before) && cjk::is_letter(after),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows() {
        let check = |line, cells, split_link| assert_eq!(row(line), Row { cells, split_link }, "{line}");
        check("| a | b |", 2, false);
        check("a|b", 2, false);
        check("| a | b |  ", 2, false);
        check(r"| `a\|b` | c |", 2, false);
        check("| `a|b` | c |", 3, false);
        check("| [[a|b]] | c |", 3, true);
        check(r"| [[a\|b]] | c |", 2, false);
        check("| a[[0] | b]] |", 2, true);
        check("| [[a]] | [[b]] |", 2, false);
        check("||", 1, false);
        check("", 0, false);
    }

    #[test]
    fn marks_without_space() {
        for (line, mark) in [
            ("##标题", Some(2)),
            ("#标题", Some(1)),
            ("##Heading", Some(2)),
            ("#tag", None),
            ("## ok", None),
            ("####### seven", None),
            ("##", None),
        ] {
            assert_eq!(heading_mark(line), mark, "{line}");
        }
        for (line, mark) in [
            ("1.没有", Some(2)),
            ("12)没有", Some(3)),
            ("2、顿号", Some(4)),
            ("-没有", Some(1)),
            ("1.5 s", None),
            ("1、2、3", None),
            ("1. ok", None),
            ("-x", None),
            ("2024.年", None),
            ("", None),
        ] {
            assert_eq!(list_mark(line), mark, "{line}");
        }
    }

    #[test]
    fn destinations() {
        let check = |text: &str, expected| assert_eq!(&text[destination(text, 0)], expected, "{text}");
        check("a.md)", "a.md");
        check("a_(b).md \"t\")", "a_(b).md");
        check(" <a b> )", "<a b>");
        check("\n> > <a\\>b>)", "<a\\>b>");
        check("a\\)b)", "a\\)b");
        check(")", "");
        check("", "");
    }

    #[test]
    fn labels_and_alerts() {
        assert_eq!(footnote_label("a[^x] b", 2), Some("x"));
        assert_eq!(footnote_label("a\\[^x] b", 3), None);
        assert_eq!(footnote_label("a[^] b", 2), None);
        assert_eq!(alert("[!FOO] bar"), Some("FOO"));
        assert_eq!(alert("[!x](y)"), None);
        assert_eq!(alert("[x]"), None);
        assert_eq!(comment_end("<!--> x", 0), Some(5));
        assert_eq!(comment_end("<!-- x -->", 0), Some(10));
        assert_eq!(comment_end("<!-- x", 0), None);
    }
}
