//! The parts of a published twin that are made by the generator: how they begin, and how they are
//! taken off again, so that a published twin is itself a valid note.
//!
//! Writing a twin is the business of `render::twin`; the forms that both sides must agree on stand
//! here. It must not know routes.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Source};
use crate::markdown;
use crate::yaml::Yaml;

use super::Meta;

/// Returns the first words of a note's facts line.
pub fn facts_line(meta: &Meta) -> String {
    let kind = markdown::literal(&meta.kind);
    format!("Kind: {kind} · Status: {} · Last verified: {}", meta.status.word(), meta.last_verified)
}

/// What a facts line begins with, whatever the note says.
const FACTS: &str = "Kind: ";
/// What a status reason's line begins with.
pub const REASON: &str = "Status reason: ";
/// The heading of the claims.
pub const CLAIMS: &str = "## Claims";
/// The heading of the sources.
pub const SOURCES: &str = "## Sources";
/// The heading of the related notes.
pub const RELATED: &str = "## Related notes";

/// The keys of front matter that are made anew.
const GENERATED: &[&str] = &["canonical", "last-updated"];

/// Returns the ranges of front matter that are the author's own: all but `canonical` and
/// `last-updated` with the lines that belong to them. Comments at the margin are the author's.
pub fn own_front(yaml: &Yaml<'_>, front: Range<usize>) -> Vec<Range<usize>> {
    let text = yaml.text();
    let mut ranges = Vec::new();
    let mut own = 0;
    let starts: Vec<(usize, &str)> =
        yaml.keys().iter().map(|(at, key)| (text[..*at].rfind('\n').map_or(0, |i| i + 1), *key)).collect();
    for (i, (start, _)) in starts.iter().enumerate().filter(|(_, (_, key))| GENERATED.contains(key)) {
        let next = starts.get(i + 1).map_or(text.len(), |(next, _)| *next);
        let mut end = next;
        for line in text[*start..next].split_inclusive('\n').skip(1).collect::<Vec<_>>().into_iter().rev() {
            if !(line.trim().is_empty() || line.starts_with('#')) {
                break;
            }
            end -= line.len();
        }
        ranges.push(front.start + own..front.start + *start);
        own = end;
    }
    ranges.push(front.start + own..front.end);
    ranges.retain(|range| !range.is_empty());
    ranges
}

/// Takes the generated parts off a published twin's body; reports parts that lack their form.
pub fn take_off(source: &Source, body: Range<usize>, meta: &Meta) -> (Range<usize>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let text = &source.text;
    let head = match head(&text[body.clone()], meta) {
        Some(length) => length,
        None => {
            let first = body.start..text[body.clone()].find('\n').map_or(body.end, |i| body.start + i);
            let message = "the text has `canonical`, but does not begin with the title and facts of a published twin";
            found.push(
                Diagnostic::new(Code::TwinPart, source.place(first), message)
                    .help("take `canonical` out if the note is no published twin"),
            );
            0
        }
    };
    let rest = body.start + head..body.end;
    let expected = if !meta.sources.is_empty() {
        Some(SOURCES)
    } else if !meta.related.is_empty() {
        Some(RELATED)
    } else {
        None
    };
    let tail = expected.and_then(|heading| tail(&text[rest.clone()], heading));
    let end = match (expected, tail) {
        (Some(heading), None) => {
            let message =
                format!("the text has `canonical`, but does not end with the `{heading}` of a published twin");
            found.push(Diagnostic::new(Code::TwinPart, source.place(body.end..body.end), message));
            rest.end
        }
        (_, Some(start)) => rest.start + start,
        (None, None) => rest.end,
    };
    (crate::manuscript::trim_blank_lines(text, rest.start..end), found)
}

/// Returns the length of the generated block at a body's head: title, facts line, status reason,
/// claims.
fn head(body: &str, meta: &Meta) -> Option<usize> {
    let mut lines = Lines { text: body, at: 0 };
    if lines.next()? != format!("# {}", markdown::one_line(&meta.title)) || !lines.next()?.is_empty() {
        return None;
    }
    if !lines.next()?.starts_with(FACTS) {
        return None;
    }
    let mut length = lines.at;
    if meta.status_reason.is_some() {
        let reason = (lines.next(), lines.next());
        if let (Some(""), Some(line)) = reason
            && line.starts_with(REASON)
        {
            length = lines.at;
        }
    }
    if !meta.claims.is_empty() {
        let mut lines = Lines { text: body, at: length };
        if (lines.next(), lines.next(), lines.next()) == (Some(""), Some(CLAIMS), Some("")) {
            length = lines.at;
            while lines.next().is_some_and(|line| line.starts_with('|')) {
                length = lines.at;
            }
        }
    }
    Some(length.min(body.len()))
}

/// Returns where the generated tail begins: the last line that is `heading`, if all that follows
/// has the form of the generated lists.
fn tail(body: &str, heading: &str) -> Option<usize> {
    let mut start = None;
    let mut at = 0;
    for line in body.split_inclusive('\n') {
        if line.trim_end_matches('\n') == heading {
            start = Some(at);
        }
        at += line.len();
    }
    let start = start?;
    let form = |line: &str| line.is_empty() || line == heading || line == RELATED || line.starts_with("- ");
    body[start..].split('\n').all(form).then_some(start)
}

struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Option<&'t str> {
        if self.at >= self.text.len() {
            return None;
        }
        let rest = &self.text[self.at..];
        let end = rest.find('\n').unwrap_or(rest.len());
        self.at += (end + 1).min(rest.len());
        Some(&rest[..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_keys_are_not_the_authors() {
        let own = |text: &str| {
            let source = Source::new("notes/a.md", text);
            let yaml = Yaml::reread(&source, 0..text.len());
            own_front(&yaml, 0..text.len()).into_iter().map(|range| &text[range]).collect::<String>()
        };
        assert_eq!(
            own("id: a\ncanonical: https://x\n  more\nlast-updated: 2026-01-01\nlang: en\n"),
            "id: a\nlang: en\n"
        );
        assert_eq!(own("'canonical': x\n# mine\n\n\"last-updated\" : y\n"), "# mine\n\n");
        assert_eq!(own("a: \"b\ncanonical: is\n\"\ncanonical: |-\n\n  x\n"), "a: \"b\ncanonical: is\n\"\n");
    }

    #[test]
    fn the_tail_is_the_last_heading_with_its_lists() {
        let body = "Text\n\n## Sources\n\nmine\n\n## Sources\n\n- [a](b)\n\n## Related notes\n\n- [c](d)\n";
        assert_eq!(tail(body, SOURCES), body.rfind("## Sources"));
        assert_eq!(tail("## Sources\n\nprose\n", SOURCES), None);
    }
}
