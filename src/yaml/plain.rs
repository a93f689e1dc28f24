//! The plainest YAML, read directly: keys with values of one line, lists of such, lists of mappings of such.
//!
//! Most front matter is of these shapes, and for them the library's full scanner is most of the work of
//! reading a note. Whatever is not quite of them (a comment, a text over lines, an escape, a tag, an empty
//! value) is left to the library as a whole, and with it every fault; tests hold the two to the same trees.
//! It must not report anything.

use super::{Entry, Node, Scalar};

/// The longest key that the library reads, in characters.
const LONGEST_KEY: usize = 1024;
/// The deepest indent that is read here: what is nested further is nested too deep, which is to be told.
const DEEPEST: usize = 32;

/// Reads a text, without places; nothing if it is not of the plain shapes.
pub fn read(text: &str) -> Option<Node> {
    if !is_plain(text) {
        return None;
    }
    let mut lines = Lines { rest: text };
    let root = lines.map(0, None)?;
    (lines.rest.is_empty() && !text.is_empty()).then_some(root)
}

/// Tells whether no character of a text means more than itself wherever it stands: no control character, no
/// mark of byte order, no end of a line but the usual one.
fn is_plain(text: &str) -> bool {
    let is_control = |byte: &&u8| **byte == 0x7f || **byte < 0x20 && **byte != b'\n';
    // Counted, so that many are looked at at once.
    let controls = text.as_bytes().iter().filter(is_control).count();
    // The bytes that those beyond ASCII begin with.
    let mut others = memchr::memchr3_iter(0xc2, 0xe2, 0xef, text.as_bytes());
    controls == 0
        && others.all(|at| match &text.as_bytes()[at..] {
            [0xc2, second, ..] => *second > 0xa0,
            [0xe2, 0x80, third, ..] => !matches!(third, 0xa8 | 0xa9),
            [0xef, 0xbb, third, ..] => *third != 0xbf,
            [0xef, 0xbf, third, ..] => !matches!(third, 0xbe | 0xbf),
            _ => true,
        })
}

/// What is still to be read: whole lines.
struct Lines<'t> {
    rest: &'t str,
}

impl<'t> Lines<'t> {
    /// Returns the next line without its indent, if it has just that; it stays the next.
    fn peek(&self, indent: usize) -> Option<&'t str> {
        let line = &self.rest[..self.end()];
        let (before, inner) = line.split_at_checked(indent)?;
        let fits = before.bytes().all(|byte| byte == b' ') && !inner.is_empty() && !inner.starts_with(' ');
        fits.then_some(inner)
    }

    fn next(&mut self) {
        self.rest = self.rest.get(self.end() + 1..).unwrap_or_default();
    }

    /// Returns where the next line ends.
    fn end(&self) -> usize {
        memchr::memchr(b'\n', self.rest.as_bytes()).unwrap_or(self.rest.len())
    }

    /// Reads the keys of one indent; the first may stand behind the mark of an item.
    fn map(&mut self, indent: usize, first: Option<&'t str>) -> Option<Node> {
        if indent > DEEPEST {
            return None;
        }
        let mut entries = Vec::with_capacity(8);
        let mut line = first.or_else(|| self.peek(indent))?;
        loop {
            let (key, value) = line.split_at_checked(key_length(line)?)?;
            self.next();
            let value = match value[":".len()..].trim_matches(' ') {
                "" => self.list(indent)?,
                value => scalar_or_flow(value)?,
            };
            entries.push(Entry { key: scalar(key), value });
            match self.peek(indent) {
                Some(next) if !is_item(next) => line = next,
                _ => break,
            }
        }
        Some(Node::Map(entries, 0))
    }

    /// Reads the list that is the value of a key of that indent.
    fn list(&mut self, of: usize) -> Option<Node> {
        let indent = [of, of + 2].into_iter().find(|indent| self.peek(*indent).is_some_and(is_item))?;
        let mut items = Vec::with_capacity(4);
        while let Some(line) = self.peek(indent).filter(|line| is_item(line)) {
            let item = &line["- ".len()..];
            if key_length(item).is_some() {
                items.push(self.map(indent + 2, Some(item))?);
            } else {
                self.next();
                items.push(Node::Scalar(one_line(item.trim_end_matches(' '))?));
            }
        }
        Some(Node::List(items, 0))
    }
}

fn is_item(line: &str) -> bool {
    line.starts_with("- ")
}

/// Returns the length of the key that a line begins with, if it is a word that a colon follows.
fn key_length(line: &str) -> Option<usize> {
    let length = line.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')).count();
    let follows = line[length..].strip_prefix(':')?;
    let is_key = line.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_null(&line[..length]);
    (is_key && length <= LONGEST_KEY && (follows.is_empty() || follows.starts_with(' '))).then_some(length)
}

fn is_null(word: &str) -> bool {
    matches!(word, "null" | "Null" | "NULL" | "~")
}

fn scalar(text: &str) -> Scalar {
    Scalar { text: text.to_owned(), null: false, at: 0 }
}

fn scalar_or_flow(value: &str) -> Option<Node> {
    let Some(inner) = value.strip_prefix('[') else { return one_line(value).map(Node::Scalar) };
    let inner = inner.strip_suffix(']')?.trim_matches(' ');
    let word = |item: &str| {
        let item = item.trim_matches(' ');
        let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'/');
        let is_word = item.starts_with(|c: char| c.is_ascii_alphanumeric()) && item.bytes().all(is_inner);
        (is_word && !is_null(item)).then(|| Node::Scalar(scalar(item)))
    };
    let items: Option<Vec<Node>> =
        if inner.is_empty() { Some(Vec::new()) } else { inner.split(',').map(word).collect() };
    items.map(|items| Node::List(items, 0))
}

/// Reads a value that ends where its line does.
fn one_line(value: &str) -> Option<Scalar> {
    for quote in ['"', '\''] {
        if let Some(rest) = value.strip_prefix(quote) {
            let inner = rest.strip_suffix(quote)?;
            return (!inner.contains([quote, '\\'])).then(|| scalar(inner));
        }
    }
    let first = value.chars().next()?;
    let is_plain = first.is_ascii_alphanumeric() || !first.is_ascii() || matches!(first, '(' | '/' | '_' | '.');
    let is_cut = value.ends_with(':') || value.contains(": ") || value.contains('#') && value.contains(" #");
    (is_plain && !is_cut && !is_null(value)).then(|| scalar(value))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::yaml::{edit, tree};

    /// Tells whether both ways read the same, where the short one reads anything.
    fn agree(text: &str) -> Result<bool, String> {
        let Some(plain) = read(text) else { return Ok(false) };
        match tree::read(text, false) {
            Ok(full) if edit::same(&full, &plain, None) => Ok(true),
            other => Err(format!("{text:?}\n{plain:?}\n{other:?}")),
        }
    }

    #[test]
    fn plain_shapes_are_read() {
        for text in [
            "id: a\ntitle: It's 5 o'clock, [really] {so}\n",
            "a: 2024-11-05\nb: 9509425349e4\nc: yes\nd: 1.10\ne: true\nf: 0x1f",
            "list:\n  - x\n  - \"60877\"\n  - 'y: #'\nother:\n- 1\n- 2\n",
            "sources:\n  - url: https://a.example/b#c\n    lines:\n      - 1\n    x: [a, 2024-11-05]\n  - url: b\nc: []\n",
            "title: 手写的 stdio，“客户端”\n",
        ] {
            assert_eq!(agree(text), Ok(true), "{text:?}");
        }
    }

    #[test]
    fn most_notes_are_plain() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/notes/research");
        let (mut plain, mut all) = (0, 0);
        for file in std::fs::read_dir(folder).expect("the project's own notes") {
            let text = std::fs::read_to_string(file.expect("a file").path()).expect("a text");
            let Some((front, _)) = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")) else {
                continue;
            };
            all += 1;
            plain += usize::from(agree(front) == Ok(true));
            assert_eq!(agree(front).err(), None);
        }
        assert!(plain * 4 > all * 3, "{plain} of {all}");
    }

    #[test]
    fn long_keys_and_deep_lists_are_left_to_the_library() {
        let key = |length: usize| format!("a: b\n{}: c\n", "k".repeat(length));
        assert_eq!(agree(&key(1024)), Ok(true));
        assert_eq!(agree(&key(1025)), Ok(false));
        let nested = |levels: usize| {
            let level = |i: usize| format!("{}- a:\n", "  ".repeat(i));
            format!("a:\n{}{}- b\n", (0..levels).map(level).collect::<String>(), "  ".repeat(levels))
        };
        assert_eq!(agree(&nested(10)), Ok(true));
        assert_eq!(agree(&nested(20)), Ok(false));
    }

    #[test]
    fn all_else_is_left_to_the_library() {
        for text in [
            "",
            "\n",
            "a: b # c\n",
            "a: b\n  c\n",
            "a:\n",
            "a: |\n  b\n",
            "a: \"\\n\"\n",
            "a: 'it''s'\n",
            "a: &x b\n",
            "a: ~\n",
            "a: null\n",
            "a: - b\n",
            "a: b: c\n",
            "a: b:\n",
            "a:b\n",
            "a: [b: c]\n",
            "a: [\"b\"]\n",
            "a: *b\n",
            "a: b\n\nc: d\n",
            "# a\nb: c\n",
            "a: \"b\" c\n",
            "a:\n  b: c\n",
            "a:\n  - - b\n",
            "a:\tb\n",
            "a: b\u{2028}c\n",
            " a: b\n",
            "- a\n",
            "a:\n- b\n  c\n",
            "a: b\n---\n",
            "null: a\n",
            "a:\n  -  b: c\n    d: e\n",
        ] {
            assert!(read(text).is_none(), "{text:?}");
        }
    }

    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "\n", "\n", "\n", "a: ", "a: ", "bc: ", "a:\n", "  - ", "  - ", "- ", "    ", "  ", "x", "x", "1.5e3", "true",
        "~", "null", "'", "\"", "[", "]", ", ", " #", ":", ": ", "-", "?", "&", "|", "中", "\u{85}", "\u{feff}", "{",
        "}", "0x1F", ".inf", "2024-11-05", " ", "%", "...",
    ];

    #[rustfmt::skip]
    const LINES: &[&str] = &[
        "a: b", "a: b", "c:", "c:", "- x", "  - x", "  - x", "  - a: b", "  - a: b", "    c: d", "    c: d", "    c:",
        "      - e", "    - e", "  c: d", "- a: b", "  c:", "", " ", "# c", "a: \"b\"", "a: [1, 2]", "a: []",
        "a: 'x'", "  x", "    x", "...", "---", "? a", "a : b", "a: b ", "a: b:", "-", "  -", "a: >", "  -  a: b",
        "- - a", "  - [a]", "c: ",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn both_read_the_same_pieces(text in proptest::collection::vec(proptest::sample::select(PIECES), 0..14)) {
            prop_assert_eq!(agree(&text.concat()).err(), None);
        }

        #[test]
        fn both_read_the_same_lines(text in proptest::collection::vec(proptest::sample::select(LINES), 0..9)) {
            prop_assert_eq!(agree(&text.join("\n")).err(), None);
            prop_assert_eq!(agree(&(text.join("\n") + "\n")).err(), None);
        }
    }
}
