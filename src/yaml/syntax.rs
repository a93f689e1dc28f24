//! What is wrong with a YAML text that cannot be parsed, in an author's words.
//!
//! The parser's message tells where it gave up, often lines after the slip. Here the slip itself is
//! looked for: a quote that is never closed, a value that needs quotes. It must not know which
//! fields exist.

use std::ops::Range;

use super::tree;
use crate::diagnostic::{Code, Diagnostic};

/// Turns a parser's error into a diagnostic; `fail` places a range of the text.
pub fn explain(
    text: &str,
    error: serde_yaml::Error,
    fail: &dyn Fn(Code, Range<usize>, String) -> Diagnostic,
) -> Diagnostic {
    let message = error.to_string();
    let at = error.location().map_or(0, |place| tree::offset_at(text, place.line(), place.column()));
    if message.contains("tag") && message.contains("enum") || message.contains("without tags") {
        let end = text[at..].find(char::is_whitespace).map_or(text.len(), |i| at + i);
        return fail(Code::YamlTag, at..end, "tags are not used here".to_owned()).help("put text in quotes");
    }
    if message.contains("recursion limit") {
        return fail(Code::FrontMatterTooLarge, at..at + 1, super::TOO_DEEP.to_owned());
    }
    if message.contains("more than one document") {
        return fail(Code::YamlSyntax, 0..0, "the text holds more than one YAML document".to_owned());
    }
    if let Some((key, at)) = open_quote(text) {
        let line = text[at..].find('\n').map_or(text.len(), |i| at + i);
        return fail(
            Code::YamlSyntax,
            at..line,
            format!("`{key}`: the quote that opens here is not closed on its line"),
        )
        .help("close the quote, or put the value in the other kind of quotes");
    }
    if let Some((key, at)) = open_bracket(text) {
        let line = text[at..].find('\n').map_or(text.len(), |i| at + i);
        let (open, close) = if text[at..].starts_with('[') { ('[', ']') } else { ('{', '}') };
        return fail(
            Code::YamlSyntax,
            at..line,
            format!("`{key}`: the bracket `{open}` that opens here is never closed"),
        )
        .help(format!("close it by `{close}`, or put text that begins with a bracket in quotes"));
    }
    let problem = problem(&message);
    if let Some(tab) = leading_tab(text, at) {
        return fail(Code::YamlSyntax, tab..tab + 1, "YAML is indented by spaces, not by tabs".to_owned())
            .help("replace the tab by spaces");
    }
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let end = text[start..].find('\n').map_or(text.len(), |i| start + i);
    match key_and_value(&text[start..end]) {
        Some((key, value)) if !value.is_empty() => {
            let from = start + value.start;
            let range =
                if at > from && at < end && &text[at..=at] == ":" { at..at + 1 } else { from..start + value.end };
            fail(Code::YamlSyntax, range, format!("`{key}`: the value cannot be read as YAML: {problem}"))
                .help("put the value in quotes")
        }
        _ => fail(Code::YamlSyntax, at..at + 1, format!("the text cannot be read as YAML: {problem}")),
    }
}

/// Returns the parser's own phrase without its places.
fn problem(message: &str) -> String {
    let phrase = message.split(" at line ").next().unwrap_or(message);
    let phrase = phrase.rsplit(": ").next().unwrap_or(phrase);
    phrase.trim().to_owned()
}

/// Returns a key and the bytes of its value on a line `  - key: value`.
fn key_and_value(line: &str) -> Option<(&str, Range<usize>)> {
    let indent = line.len() - line.trim_start_matches([' ', '-']).len();
    let colon = line[indent..].find(':').map(|i| indent + i)?;
    let key = line[indent..colon].trim_end();
    let after = &line[colon + 1..];
    if key.is_empty() || key.contains(char::is_whitespace) || !(after.is_empty() || after.starts_with([' ', '\t'])) {
        return None;
    }
    let from = line.len() - after.trim_start().len();
    Some((key, from..line.trim_end().len().max(from)))
}

/// Returns the key and the opening quote of the first value whose quote is not closed before a
/// line that looks like the next key.
fn open_quote(text: &str) -> Option<(&str, usize)> {
    let mut start = 0;
    for line in text.split('\n') {
        let next = start + line.len() + 1;
        if let Some((key, value)) = key_and_value(line) {
            let raw = &line[value.clone()];
            let quote = raw.chars().next().filter(|c| matches!(c, '"' | '\''));
            if let Some(quote) = quote {
                let closed = raw[1..].contains(quote);
                let following = text.get(next..).unwrap_or("");
                let following = &following[..following.find('\n').unwrap_or(following.len())];
                let at_end = next >= text.len();
                if !closed && (at_end || key_and_value(following).is_some()) {
                    return Some((key, start + value.start));
                }
            }
        }
        start = next;
    }
    None
}

/// Returns the key and the opening bracket of the first value whose brackets are not closed before
/// the text ends or a line begins that looks like a key no deeper than its own.
fn open_bracket(text: &str) -> Option<(&str, usize)> {
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
    let mut start = 0;
    for line in text.split('\n') {
        if let Some((key, value)) = key_and_value(line)
            && line[value.clone()].starts_with(['[', '{'])
        {
            let at = start + value.start;
            let next = start + line.len() + 1;
            // The value ends where the next key of this mapping or of one around it begins.
            let mut end = next;
            for following in text.get(next..).unwrap_or("").split('\n') {
                if key_and_value(following).is_some() && indent(following) <= indent(line) {
                    break;
                }
                end += following.len() + 1;
            }
            if !closes(&text[at..end.min(text.len())]) {
                return Some((key, at));
            }
        }
        start += line.len() + 1;
    }
    None
}

/// Tells whether the bracket that a text begins with is closed in it.
fn closes(text: &str) -> bool {
    let mut depth = 0usize;
    let mut quote = None;
    let mut before = ' ';
    for c in text.chars() {
        match (c, quote) {
            (_, Some(open)) if c == open && !(open == '"' && before == '\\') => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) if matches!(before, '[' | '{' | ',' | ' ' | ':' | '\n') => quote = Some(c),
            ('[' | '{', None) => depth += 1,
            (']' | '}', None) => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return true;
                }
            }
            _ => {}
        }
        before = c;
    }
    false
}

/// Returns the first tab in the indentation of the line at an offset.
fn leading_tab(text: &str, at: usize) -> Option<usize> {
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let indent = text[start..].len() - text[start..].trim_start_matches([' ', '\t']).len();
    text[start..start + indent].find('\t').map(|i| start + i)
}
