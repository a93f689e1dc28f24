//! Plain text as Markdown: nothing in it becomes markup when it is read again.
//!
//! Only what could be markup where it stands is escaped, so that most texts are written as they are.
//! It must not know what the texts say.

use std::borrow::Cow;

use super::sentence;
use super::title::{Piece, pieces};

/// Returns a text as one line: if it has line breaks, runs of white space become one space.
pub fn one_line(text: &str) -> String {
    in_line(text).into_owned()
}

fn in_line(text: &str) -> Cow<'_, str> {
    if text.contains('\n') { Cow::Owned(sentence::fold(text)) } else { Cow::Borrowed(text) }
}

/// Returns plain text as Markdown of one line, for any place in a paragraph, an item or a link.
pub fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let line = in_line(text);
    push_literal(&mut out, &line, true);
    out
}

/// Returns a title as Markdown of one line: what stands between backticks stays code. In a table
/// `in_table` keeps bars from being borders.
pub fn literal_title(title: &str, in_table: bool) -> String {
    let mut out = String::with_capacity(title.len() + 8);
    let line = in_line(title);
    let mut first = true;
    pieces(&line, |piece| {
        match piece {
            Piece::Text(text) => push_literal(&mut out, text, first),
            Piece::Code { raw, .. } => out.push_str(raw),
        }
        first = false;
    });
    if in_table { out.replace('|', "\\|") } else { out }
}

/// Returns a title as [`literal_title`] does, for a place behind `before`: where a backtick stands that
/// has no partner yet, none of the title's becomes it.
pub fn literal_title_after(title: &str, in_table: bool, before: &str) -> String {
    let block = &before[before.rfind("\n\n").unwrap_or(0)..];
    let mut runs: Vec<usize> = block.split(|c| c != '`').map(str::len).filter(|run| *run > 0).collect();
    let longest = runs.iter().max().copied().unwrap_or(0);
    runs.sort_unstable();
    let is_open = runs.chunk_by(|a, b| a == b).any(|alike| alike.len() % 2 == 1);
    if !is_open || !title.contains('`') {
        return literal_title(title, in_table);
    }
    let mut out = String::new();
    pieces(&in_line(title), |piece| match piece {
        Piece::Text(text) => out.push_str(&literal(text).replace("\\`", "&#96;")),
        Piece::Code { code, .. } => push_code(&mut out, code, longest + 1),
    });
    if in_table { out.replace('|', "\\|") } else { out }
}

/// Returns a text of one line as code.
pub fn code_span(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_code(&mut out, &in_line(text), 1);
    out
}

/// Writes code between fences of at least so many backticks.
fn push_code(out: &mut String, line: &str, least: usize) {
    let longest = line.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(if longest >= least { longest + 1 } else { least });
    // Spaces at both ends are taken off again, and part a backtick from the fence.
    let padded = line.starts_with('`')
        || line.ends_with('`')
        || (line.starts_with(' ') && line.ends_with(' ') && !line.trim().is_empty());
    let pad = if padded { " " } else { "" };
    for part in [&*fence, pad, line, pad, &fence] {
        out.push_str(part);
    }
}

/// The bytes that may be marks, of which each is looked at.
const MARKS: [bool; 256] = {
    let mut marks = [false; 256];
    let all = b"`*[]~\\_<&#";
    let mut i = 0;
    while i < all.len() {
        marks[all[i] as usize] = true;
        i += 1;
    }
    marks
};

/// Writes one line of text; `at_start` tells whether it may be the first of its block.
fn push_literal(out: &mut String, line: &str, at_start: bool) {
    let start = if at_start { marker(line) } else { None };
    let mut from = 0;
    for (at, byte) in line.bytes().enumerate() {
        if !MARKS[usize::from(byte)] && start != Some(at) {
            continue;
        }
        let before = line[..at].chars().next_back().unwrap_or(' ');
        let rest = &line[at + 1..];
        let next = rest.chars().next();
        let is_mark = match byte {
            b'`' | b'*' | b'[' | b']' | b'~' => true,
            b'\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
            b'_' => !(before.is_alphanumeric() && next.is_some_and(char::is_alphanumeric)),
            b'<' => next.is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
            b'&' => is_entity(rest),
            // A closing sequence of a heading has a space before it.
            b'#' => before.is_whitespace() || before == '#',
            _ => false,
        };
        if is_mark || start == Some(at) {
            out.push_str(&line[from..at]);
            out.push('\\');
            from = at;
        }
    }
    out.push_str(&line[from..]);
}

/// Returns the character that makes the line's head the mark of an item, a quote or a rule.
fn marker(line: &str) -> Option<usize> {
    let indent = line.len() - line.trim_start().len();
    let head = &line[indent..];
    if head.starts_with(['-', '+', '>', '=']) {
        return Some(indent);
    }
    let digits = head.bytes().take_while(u8::is_ascii_digit).count();
    ((1..=9).contains(&digits) && head[digits..].starts_with(['.', ')'])).then_some(indent + digits)
}

fn is_entity(rest: &str) -> bool {
    let name = rest.split(';').next().filter(|name| name.len() < rest.len());
    name.is_some_and(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_could_be_markup_is_escaped() {
        for (text, expected) in [
            ("snake_case, C#, a < b & c, d:\\x", "snake_case, C#, a < b & c, d:\\x"),
            (
                "_a_ *b* `c` [d](e) <f> &amp; ~~g~~ \\*",
                "\\_a\\_ \\*b\\* \\`c\\` \\[d\\](e) \\<f> \\&amp; \\~\\~g\\~\\~ \\\\\\*",
            ),
            ("1. one", "1\\. one"),
            ("- one", "\\- one"),
            ("# one ##", "\\# one \\#\\#"),
            ("one\n two", "one two"),
            ("end\\", "end\\\\"),
        ] {
            assert_eq!(literal(text), expected);
        }
        assert_eq!(literal_title("`a*|` *b* `", false), "`a*|` \\*b\\* \\`");
        assert_eq!(literal_title("`a|` | b", true), "`a\\|` \\| b");
        assert_eq!(literal_title_after("`a` ` b", false, "`x` ` "), "``a`` &#96; b");
        assert_eq!(literal_title_after("`a`", false, "` \n\n`x` "), "`a`");
        assert_eq!(code_span("a`b"), "``a`b``");
        assert_eq!(code_span("`"), "`` ` ``");
    }
}
