//! A text file with front matter and a Markdown body: notes, clients and plain pages alike.
//!
//! A [`Manuscript`] knows where its parts lie, so that anything found later can be placed. It must
//! not know which fields the front matter has.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Place, Source};
use crate::markdown;
use crate::yaml::Yaml;

/// A file split into its parts.
#[derive(Debug, Clone)]
pub struct Manuscript {
    /// The whole text.
    pub source: Source,
    /// The bytes of the YAML text between the fences.
    pub front: Range<usize>,
    /// The bytes of the body, without blank lines around it.
    pub body: Range<usize>,
    /// What the body holds; ranges in it count from the body's start.
    pub content: markdown::Document,
}

/// Where the parts of a file lie: the YAML text and all that follows the closing fence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// The YAML text between the fences, with its last line end.
    pub front: Range<usize>,
    /// What follows the closing fence's line.
    pub rest: Range<usize>,
    /// The closing fence.
    pub close: Range<usize>,
}

/// Finds the front matter of a text.
///
/// # Errors
/// A diagnostic if the text does not begin with front matter, or never closes it.
pub fn split(source: &Source) -> Result<Split, Diagnostic> {
    let text = &source.text;
    let first = line_at(text, 0);
    if !is_fence(&text[first.clone()]) {
        let blank = text.trim_start_matches(['\n', ' ', '\t']);
        let late = blank.len() < text.len() && is_fence(&blank[line_at(blank, 0)]);
        let message = if late {
            "front matter must start on line 1"
        } else {
            "the file does not begin with front matter, a line `---`"
        };
        return Err(Diagnostic::new(Code::FrontMatterMissing, source.place(0..0), message)
            .help("a note begins with a line `---`, its fields in YAML, and a line `---`"));
    }
    let start = (first.end + 1).min(text.len());
    let mut at = start;
    while at < text.len() {
        let line = line_at(text, at);
        let trimmed = text[line.clone()].trim_end();
        if trimmed == "---" {
            return Ok(Split { front: start..at, rest: (line.end + 1).min(text.len())..text.len(), close: line });
        }
        if trimmed == "..." || (trimmed.len() > 3 && trimmed.bytes().all(|b| b == b'-')) {
            let message = format!(
                "the front matter opened at line 1 is not closed, and this line looks like a closing fence: `{trimmed}`"
            );
            return Err(Diagnostic::new(Code::FrontMatterUnclosed, source.place(line), message)
                .help("a closing fence is three dashes on a line of their own"));
        }
        at = line.end + 1;
    }
    let message = "the front matter opened here is never closed";
    Err(Diagnostic::new(Code::FrontMatterUnclosed, source.place(first), message)
        .help("close it by a line of three dashes"))
}

/// Returns the bytes of the line at an offset, without its end.
fn line_at(text: &str, at: usize) -> Range<usize> {
    at..text[at..].find('\n').map_or(text.len(), |i| at + i)
}

fn is_fence(line: &str) -> bool {
    line.trim_end_matches([' ', '\t']) == "---"
}

/// Returns a range of a text without the blank lines at its ends.
pub fn trim_blank_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let mut start = range.start;
    while start < range.end {
        let line = line_at(&text[..range.end], start);
        if !text[line.clone()].trim().is_empty() {
            break;
        }
        start = (line.end + 1).min(range.end);
    }
    let end = start + text[start..range.end].trim_end_matches(['\n', ' ', '\t']).len();
    start..end
}

impl Manuscript {
    /// Reads the body and reports what is wrong with it.
    pub fn new(
        source: Source,
        front: Range<usize>,
        body: Range<usize>,
        options: markdown::Options<'_>,
    ) -> (Manuscript, Vec<Diagnostic>) {
        let mut content = markdown::read(&source.text[body.clone()], options);
        let findings = std::mem::take(&mut content.findings);
        let manuscript = Manuscript { source, front, body, content };
        let found = findings
            .into_iter()
            .map(|finding| {
                let place = manuscript.place(finding.range);
                let diagnostic = Diagnostic::new(finding.code, place, finding.message);
                match finding.help {
                    Some(help) => diagnostic.help(help),
                    None => diagnostic,
                }
            })
            .collect();
        (manuscript, found)
    }

    /// Returns the body's text.
    pub fn body(&self) -> &str {
        &self.source.text[self.body.clone()]
    }

    /// Returns the author's front matter.
    pub fn front(&self) -> &str {
        &self.source.text[self.front.clone()]
    }

    /// Returns the place of a range of the body.
    pub fn place(&self, range: Range<usize>) -> Place {
        self.source.place(self.body.start + range.start..self.body.start + range.end)
    }

    /// Returns the front matter for its places.
    pub fn yaml(&self) -> Yaml<'_> {
        Yaml::reread(&self.source, self.front.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Result<(String, String), (u32, Code)> {
        let source = Source::new("notes/a.md", text);
        match split(&source) {
            Ok(split) => Ok((text[split.front].to_owned(), text[split.rest].to_owned())),
            Err(diagnostic) => Err((diagnostic.place.line, diagnostic.code)),
        }
    }

    #[test]
    fn fences() {
        let ok = |front: &str, rest: &str| Ok((front.to_owned(), rest.to_owned()));
        assert_eq!(parts("---\na: 1\n---\n\nBody\n"), ok("a: 1\n", "\nBody\n"));
        assert_eq!(parts("---  \na: 1\n--- \t\nx"), ok("a: 1\n", "x"));
        assert_eq!(parts("---\na: 1\n---"), ok("a: 1\n", ""));
        assert_eq!(parts("---\na: 1\n----\n\n---\n"), Err((3, Code::FrontMatterUnclosed)));
        assert_eq!(parts("---\na: 1\n...\n"), Err((3, Code::FrontMatterUnclosed)));
        assert_eq!(parts("---\na: 1\n"), Err((1, Code::FrontMatterUnclosed)));
        assert_eq!(parts("---"), Err((1, Code::FrontMatterUnclosed)));
        assert_eq!(parts("\n---\na: 1\n---\n"), Err((1, Code::FrontMatterMissing)));
        assert_eq!(parts("# Text\n"), Err((1, Code::FrontMatterMissing)));
        assert_eq!(parts(""), Err((1, Code::FrontMatterMissing)));
    }

    #[test]
    fn blank_lines_are_trimmed_but_not_indentation() {
        let text = "\n  \n    code\n\n";
        assert_eq!(&text[trim_blank_lines(text, 0..text.len())], "    code");
        assert!(trim_blank_lines("\n \n", 0..3).is_empty());
    }
}
