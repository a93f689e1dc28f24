//! Text files as diagnostics see them: a path, a text with `\n` line ends, and places in it.
//!
//! A [`Source`] turns byte ranges into [`Place`]s in an editor's terms. It must not know what the
//! text means.

use std::ops::Range;

use super::FilePath;

/// A text file: its path from the site's root and its text, without a byte order mark and with
/// `\n` line ends.
#[derive(Debug, Clone)]
pub struct Source {
    /// From the site's root, with `/`.
    pub path: FilePath,
    /// The whole text.
    pub text: String,
}

/// Where a diagnostic points: a file, a line and columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// From the site's root, with `/`.
    pub path: FilePath,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// How many characters to underline; at least 1, never past the line's end.
    pub width: u32,
    /// The whole line, without its end; empty where there is no text to show.
    pub excerpt: String,
}

impl Place {
    /// Returns line 1, column 1 of a file whose text is not at hand.
    pub fn file(path: impl Into<FilePath>) -> Place {
        Place { path: path.into(), line: 1, column: 1, width: 1, excerpt: String::new() }
    }
}

impl Source {
    /// Returns the place of the bytes `range` of the text. A range past the end or inside a
    /// character is moved to the nearest boundary before it.
    pub fn place(&self, range: Range<usize>) -> Place {
        let start = floor(&self.text, range.start);
        let end = floor(&self.text, range.end).max(start);
        let line_start = self.text[..start].rfind('\n').map_or(0, |i| i + 1);
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |i| start + i);
        let width = self.text[start..end.min(line_end).max(start)].chars().count();
        Place {
            path: self.path.clone(),
            line: count(self.text[..line_start].matches('\n').count() + 1),
            column: count(self.text[line_start..start].chars().count() + 1),
            width: count(width.max(1)),
            excerpt: self.text[line_start..line_end].to_owned(),
        }
    }

    /// Returns the byte offset of a line and column, both from 1, columns in characters.
    pub fn offset(text: &str, line: usize, column: usize) -> usize {
        let mut start = 0;
        for _ in 1..line {
            match text[start..].find('\n') {
                Some(i) => start += i + 1,
                None => return text.len(),
            }
        }
        let rest = &text[start..];
        rest.char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(i, _)| start + i)
    }
}

fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = Source { path: "a.md".into(), text: "一\n标题: 手写\nx".into() };
        let at = source.text.find("手写").unwrap();
        let place = source.place(at..at + "手写".len());
        assert_eq!((place.line, place.column, place.width), (2, 5, 2));
        assert_eq!(place.excerpt, "标题: 手写");
        assert_eq!(Source::offset(&source.text, 2, 5), at);
    }

    #[test]
    fn a_range_past_the_end_is_clamped() {
        let source = Source { path: "a.md".into(), text: "é".into() };
        let place = source.place(1..99);
        assert_eq!((place.line, place.column, place.width), (1, 1, 1));
    }
}
