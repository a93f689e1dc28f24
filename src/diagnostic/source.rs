//! Text files as diagnostics see them: a path, a text with `\n` line ends, and places in it.
//!
//! A [`Source`] turns byte ranges into [`Place`]s, in an editor's terms and in bytes of the file on
//! disk. It must not know what the text means.

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
    /// How many bytes stand before the text on disk: a byte order mark, or nothing.
    mark: usize,
    /// The offsets in the text of the line ends that are two bytes on disk.
    pairs: Vec<usize>,
}

/// A point between two characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
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
    /// The whole line, without its end; empty where there is no text to show.
    pub excerpt: Box<str>,
    /// Where the characters at fault end: behind the last of them, maybe on a later line.
    pub end: Position,
    /// The bytes at fault, in the file on disk.
    pub bytes: Range<u32>,
}

impl Place {
    /// Returns line 1, column 1 of a file whose text is not at hand.
    pub fn file(path: impl Into<FilePath>) -> Place {
        let end = Position { line: 1, column: 1 };
        Place { path: path.into(), line: 1, column: 1, excerpt: "".into(), end, bytes: 0..0 }
    }

    /// Returns how many characters to underline; at least 1, never past the line's end.
    pub fn width(&self) -> u32 {
        let line_end = || count(self.excerpt.chars().count() + 1);
        let end = if self.end.line == self.line { self.end.column } else { line_end() };
        end.saturating_sub(self.column).max(1)
    }
}

impl Source {
    /// Returns a text that is on disk as it is here.
    pub fn new(path: impl Into<FilePath>, text: impl Into<String>) -> Source {
        Source { path: path.into(), text: text.into(), mark: 0, pairs: Vec::new() }
    }

    /// Returns a text of a file that may have `\r\n` line ends, behind `mark` other bytes.
    pub fn from_disk(path: impl Into<FilePath>, mark: usize, text: &str) -> Source {
        let pairs = text.match_indices("\r\n").enumerate().map(|(before, (at, _))| at - before).collect();
        Source { path: path.into(), text: text.replace("\r\n", "\n"), mark, pairs }
    }

    /// Returns where bytes of the text lie on disk.
    pub fn on_disk(&self, range: Range<usize>) -> Range<usize> {
        let offset = |at: usize| self.mark + at + self.pairs.partition_point(|pair| *pair < at);
        offset(range.start)..offset(range.end)
    }

    /// Returns the place of the bytes `range` of the text. A range past the end or inside a
    /// character is moved to the nearest boundary before it.
    pub fn place(&self, range: Range<usize>) -> Place {
        let start = floor(&self.text, range.start);
        let end = floor(&self.text, range.end).max(start);
        let line_start = self.text[..start].rfind('\n').map_or(0, |i| i + 1);
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |i| start + i);
        let Position { line, column } = self.position(start);
        let bytes = self.on_disk(start..end);
        Place {
            path: self.path.clone(),
            line,
            column,
            excerpt: self.text[line_start..line_end].into(),
            end: self.position(end),
            bytes: count(bytes.start)..count(bytes.end),
        }
    }

    fn position(&self, at: usize) -> Position {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        Position {
            line: count(before.matches('\n').count() + 1),
            column: count(before[line_start..].chars().count() + 1),
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
        let source = Source::new("a.md", "一\n标题: 手写\nx");
        let at = source.text.find("手写").unwrap();
        let place = source.place(at..at + "手写".len());
        assert_eq!((place.line, place.column, place.width()), (2, 5, 2));
        assert_eq!(&*place.excerpt, "标题: 手写");
        assert_eq!(Source::offset(&source.text, 2, 5), at);
    }

    #[test]
    fn a_range_past_the_end_is_clamped() {
        let source = Source::new("a.md", "é");
        let place = source.place(1..99);
        assert_eq!((place.line, place.column, place.width()), (1, 1, 1));
        assert_eq!((place.end, place.bytes), (Position { line: 1, column: 2 }, 0..2));
    }

    #[test]
    fn bytes_are_those_of_the_file_on_disk() {
        let disk = "\u{feff}一\r\ntwo\nthree\r\n\r\nend";
        let of = |place: &Place| &disk[place.bytes.start as usize..place.bytes.end as usize];
        let source = Source::from_disk("a.md", 3, &disk[3..]);
        assert_eq!(source.text, "一\ntwo\nthree\n\nend");
        for word in ["一", "two", "three", "end"] {
            let at = source.text.find(word).unwrap();
            let place = source.place(at..at + word.len());
            assert_eq!(of(&place), word);
            assert_eq!(place.end, Position { line: place.line, column: place.column + place.width() });
        }
        let at = source.text.find("three").unwrap();
        let place = source.place(at..at + "three\n\nend".len());
        assert_eq!(of(&place), "three\r\n\r\nend");
        assert_eq!((place.line, place.width(), place.end), (3, 5, Position { line: 5, column: 4 }));
        assert_eq!(of(&source.place(at + 5..at + 6)), "\r\n", "a line end is whole");
    }
}
