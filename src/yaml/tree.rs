//! The tree of a YAML text, read through serde's data model.
//!
//! serde_yaml resolves plain scalars to numbers, booleans and null and forgets their characters; and
//! it tells a place only in an error. So a visitor that needs a scalar's place, or the characters of
//! one that is not a string, fails on purpose: the error carries the line and column of that very
//! scalar, and reading goes on with the next. It must not know which fields exist.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};

use crate::diagnostic::Source;

/// A value: a scalar, a list or a mapping.
#[derive(Debug, Clone)]
pub enum Node {
    /// Text, as the author wrote it.
    Scalar(Scalar),
    /// The items, and where the list begins.
    List(Vec<Node>, usize),
    /// The entries in the order of the text, repeated keys included, and where the mapping begins.
    Map(Vec<Entry>, usize),
}

/// A scalar.
#[derive(Debug, Clone)]
pub struct Scalar {
    /// The characters, quotes and escapes undone.
    pub text: String,
    /// Is empty, `~` or `null` without quotes.
    pub null: bool,
    /// Byte offset of its first character; 0 in a tree without places.
    pub at: usize,
}

/// A key and its value.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The key.
    pub key: Scalar,
    /// The value.
    pub value: Node,
}

/// The way from the root to a value.
#[derive(Debug, Clone, Copy)]
pub enum Path<'a> {
    /// The root itself.
    Root,
    /// The value of a key.
    Key(&'a Path<'a>, &'a str),
    /// The value of the entry with that number, whose key is given too (keys may repeat).
    Entry(&'a Path<'a>, usize, &'a str),
    /// An item of a list, from 0.
    Index(&'a Path<'a>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root => Ok(()),
            Path::Key(Path::Root, key) | Path::Entry(Path::Root, _, key) => f.write_str(key),
            Path::Key(parent, key) | Path::Entry(parent, _, key) => write!(f, "{parent}.{key}"),
            Path::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

impl Node {
    /// Returns an empty mapping.
    pub fn empty() -> Node {
        Node::Map(Vec::new(), 0)
    }

    /// Returns the value at a path, if there is one.
    pub fn at(&self, path: &Path<'_>) -> Option<&Node> {
        match path {
            Path::Root => Some(self),
            Path::Key(parent, key) => match self.at(parent)? {
                Node::Map(entries, _) => entries.iter().find(|e| e.key.text == *key).map(|e| &e.value),
                _ => None,
            },
            Path::Entry(parent, index, _) => match self.at(parent)? {
                Node::Map(entries, _) => entries.get(*index).map(|e| &e.value),
                _ => None,
            },
            Path::Index(parent, index) => match self.at(parent)? {
                Node::List(items, _) => items.get(*index),
                _ => None,
            },
        }
    }

    fn entry(&self, path: &Path<'_>) -> Option<&Entry> {
        let (Path::Key(parent, _) | Path::Entry(parent, _, _)) = path else { return None };
        let Node::Map(entries, _) = self.at(parent)? else { return None };
        match path {
            Path::Entry(_, index, _) => entries.get(*index),
            Path::Key(_, key) => entries.iter().find(|entry| entry.key.text == *key),
            _ => None,
        }
    }
}

/// Reads a text; with `places`, every node knows where it begins.
pub fn read(text: &str, places: bool) -> Result<Node, serde_yaml::Error> {
    let state = State { text, places, seen: RefCell::new(None) };
    match Seed(&state).deserialize(serde_yaml::Deserializer::from_str(text)) {
        Ok(node) => Ok(node),
        Err(error) => match state.seen.take() {
            // An empty text, or one of comments only, is an empty mapping.
            Some(Seen::Null) => Ok(Node::empty()),
            Some(seen) => Ok(Node::Scalar(state.scalar(seen, &error.to_string()))),
            None if text.trim().is_empty() => Ok(Node::empty()),
            None => Err(error),
        },
    }
}

/// What is known while a text is read.
struct State<'t> {
    text: &'t str,
    places: bool,
    /// The scalar for which a visitor has just failed on purpose.
    seen: RefCell<Option<Seen>>,
}

enum Seen {
    Text(String),
    Null,
    /// A number or boolean: its characters are read from the text.
    Other,
}

impl State<'_> {
    fn scalar(&self, seen: Seen, message: &str) -> Scalar {
        let at = offset(self.text, message);
        match seen {
            Seen::Text(text) => Scalar { text, null: false, at },
            Seen::Null => Scalar { text: plain_word(&self.text[at..]).to_owned(), null: true, at },
            Seen::Other => Scalar { text: plain_word(&self.text[at..]).to_owned(), null: false, at },
        }
    }

    /// Returns the node that was read, or that a visitor failed for on purpose.
    fn node<E: Error>(&self, result: Result<Option<Node>, E>) -> Result<Option<Node>, E> {
        result.or_else(|error| match self.seen.take() {
            Some(seen) => Ok(Some(Node::Scalar(self.scalar(seen, &error.to_string())))),
            None => Err(error),
        })
    }
}

/// Returns the byte offset of the place that an error's text ends with.
fn offset(text: &str, message: &str) -> usize {
    let place = message.rfind(" at line ").and_then(|i| {
        let (line, column) = message[i + " at line ".len()..].split_once(" column ")?;
        Some((line.parse().ok()?, column.parse().ok()?))
    });
    let (line, column) = place.unwrap_or((1, 1));
    offset_at(text, line, column)
}

/// Returns the byte offset of a line and column as the YAML library counts them: to it, more characters
/// than `\n` end a line.
pub fn offset_at(text: &str, line: usize, column: usize) -> usize {
    if text.is_ascii() {
        return Source::offset(text, line, column);
    }
    let ends = |c: char| matches!(c, '\n' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let start = match line {
        0 | 1 => Some(0),
        _ => text.match_indices(ends).nth(line - 2).map(|(at, end)| at + end.len()),
    };
    start.map_or(text.len(), |start| start + Source::offset(&text[start..], 1, column))
}

/// Returns the plain scalar without spaces that a text begins with.
fn plain_word(text: &str) -> &str {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let colon = c == ':' && chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        if c.is_whitespace() || matches!(c, ',' | ']' | '}') || colon {
            return &text[..at];
        }
    }
    text
}

#[derive(Clone, Copy)]
struct Seed<'s, 't>(&'s State<'t>);

impl<'de> DeserializeSeed<'de> for Seed<'_, '_> {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Reads a key, which is text whatever it looks like.
#[derive(Clone, Copy)]
struct KeySeed<'s, 't>(Seed<'s, 't>);

impl<'de> DeserializeSeed<'de> for KeySeed<'_, '_> {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_str(self.0)
    }
}

impl Seed<'_, '_> {
    fn stop<E: Error>(self, seen: Seen) -> Result<Node, E> {
        self.0.seen.replace(Some(seen));
        Err(E::custom(""))
    }
}

impl<'de> Visitor<'de> for Seed<'_, '_> {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text, a list or a mapping without tags")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Node, E> {
        if self.0.places {
            return self.stop(Seen::Text(text.to_owned()));
        }
        Ok(Node::Scalar(Scalar { text: text.to_owned(), null: false, at: 0 }))
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Node, E> {
        self.stop(Seen::Other)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Node, E> {
        self.stop(Seen::Other)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Node, E> {
        self.stop(Seen::Other)
    }

    fn visit_i128<E: Error>(self, _: i128) -> Result<Node, E> {
        self.stop(Seen::Other)
    }

    fn visit_u128<E: Error>(self, _: u128) -> Result<Node, E> {
        self.stop(Seen::Other)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Node, E> {
        self.stop(Seen::Other)
    }

    fn visit_unit<E: Error>(self) -> Result<Node, E> {
        self.stop(Seen::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Node, E> {
        self.stop(Seen::Null)
    }

    /// A tag: what it is put on is read, and the tag is reported later.
    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Node, A::Error> {
        let (_, content) = access.variant::<String>()?;
        content.newtype_variant_seed(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = self.0.node(access.next_element_seed(self))? {
            items.push(item);
        }
        let at = items.first().map_or(0, start);
        Ok(Node::List(items, at))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Node, A::Error> {
        let mut entries: Vec<Entry> = Vec::new();
        while let Some(key) = self.0.node(access.next_key_seed(KeySeed(self)))? {
            let Node::Scalar(key) = key else {
                return Err(A::Error::custom("a key is text"));
            };
            let mut value = match self.0.node(access.next_value_seed(self).map(Some))? {
                Some(value) => value,
                None => Node::Scalar(Scalar { text: String::new(), null: true, at: key.at }),
            };
            if self.0.places {
                let begin = value_start(self.0.text, &key);
                match &mut value {
                    Node::List(_, at) | Node::Map(_, at) => *at = begin,
                    Node::Scalar(_) => {}
                }
            }
            entries.push(Entry { key, value });
        }
        let at = entries.first().map_or(0, |entry| entry.key.at);
        Ok(Node::Map(entries, at))
    }
}

fn start(node: &Node) -> usize {
    match node {
        Node::Scalar(scalar) => scalar.at,
        Node::List(_, at) | Node::Map(_, at) => *at,
    }
}

/// Returns where the value of a key begins: after the colon, blanks and comments.
fn value_start(text: &str, key: &Scalar) -> usize {
    let mut at = key.at + raw_len(text, key);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b' ' | b'\t' | b'\n' | b':' => at += 1,
            b'#' => at += text[at..].find('\n').unwrap_or(text.len() - at),
            _ => break,
        }
    }
    at.min(text.len())
}

/// Returns how many bytes a scalar takes in the text; of a block scalar, its first line.
pub fn raw_len(text: &str, scalar: &Scalar) -> usize {
    let raw = &text[scalar.at.min(text.len())..];
    let line = &raw[..raw.find('\n').unwrap_or(raw.len())];
    match line.chars().next() {
        Some('"') => {
            let mut escaped = false;
            for (i, c) in raw.char_indices().skip(1) {
                match c {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    '"' => return i + 1,
                    _ => {}
                }
            }
            line.len()
        }
        Some('\'') => {
            let mut chars = raw.char_indices().skip(1).peekable();
            while let Some((i, c)) = chars.next() {
                if c == '\'' && chars.next_if(|(_, next)| *next == '\'').is_none() {
                    return i + 1;
                }
            }
            line.len()
        }
        _ => match after_words(raw, scalar) {
            Some(rest) => raw.len() - rest.len(),
            None => line.trim_end().len(),
        },
    }
}

/// Returns what follows a plain scalar, which may go over lines, in the text that begins with it.
fn after_words<'t>(raw: &'t str, scalar: &Scalar) -> Option<&'t str> {
    scalar.text.split_whitespace().try_fold(raw, |rest, word| rest.trim_start().strip_prefix(word))
}

/// Returns the bytes that an editor should underline for a path: the value, or with `key` its key;
/// if there is no such value, the nearest thing above it.
pub fn range(text: &str, root: &Node, path: &Path<'_>, key: bool) -> Range<usize> {
    let of_key = |entry: &Entry| entry.key.at..entry.key.at + raw_len(text, &entry.key);
    if key && let Some(entry) = root.entry(path) {
        return of_key(entry);
    }
    match root.at(path) {
        Some(Node::Scalar(scalar)) => {
            let len = raw_len(text, scalar);
            if len == 0 && scalar.null {
                // Nothing is written: point at the key, or at the mark of the list item.
                if let Some(entry) = root.entry(path) {
                    return of_key(entry);
                }
                let back = text[..scalar.at].rfind(|c: char| !c.is_whitespace()).unwrap_or(0);
                return back..back + 1;
            }
            scalar.at..scalar.at + len.max(1)
        }
        Some(Node::List(_, at) | Node::Map(_, at)) => {
            let line = text[*at..].find('\n').map_or(text.len(), |i| at + i);
            *at..line.max(*at)
        }
        None => match path {
            Path::Root => 0..0,
            Path::Key(parent, _) | Path::Entry(parent, _, _) | Path::Index(parent, _) => {
                range(text, root, parent, false)
            }
        },
    }
}

/// Returns where anchors and tags stand, in rising order.
pub fn marks(text: &str, root: &Node) -> Vec<usize> {
    let mut found = Vec::new();
    collect_marks(text, root, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

fn collect_marks(text: &str, node: &Node, found: &mut Vec<usize>) {
    let is_mark = |at: usize| text[at.min(text.len())..].starts_with(['&', '!']);
    let mut here = |at: usize| {
        if is_mark(at) {
            found.push(at);
        }
        // A mark may stand on the line above a block collection, or before a bracket.
        let before = text[..at.min(text.len())].trim_end_matches([' ', '\t', '\n', '[', '{']);
        let word = before.rfind([' ', '\t', '\n']).map_or(0, |i| i + 1);
        let line = &before[before.rfind('\n').map_or(0, |i| i + 1)..];
        let is_comment = line.starts_with('#') || line.contains(" #") || line.contains("\t#");
        if is_mark(word) && word < before.len() && !is_comment && matches!(node, Node::List(..) | Node::Map(..)) {
            found.push(word);
        }
    };
    match node {
        Node::Scalar(scalar) => here(scalar.at),
        Node::List(items, at) => {
            here(*at);
            items.iter().for_each(|item| collect_marks(text, item, found));
        }
        Node::Map(entries, at) => {
            here(*at);
            for entry in entries {
                if is_mark(entry.key.at) {
                    found.push(entry.key.at);
                }
                collect_marks(text, &entry.value, found);
            }
        }
    }
}

/// Tells how deep collections are nested; a scalar has depth 0.
pub fn depth(node: &Node) -> usize {
    match node {
        Node::Scalar(_) => 0,
        Node::List(items, _) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Node::Map(entries, _) => 1 + entries.iter().map(|entry| depth(&entry.value)).max().unwrap_or(0),
    }
}

/// Returns where the first collection begins that lies in `limit` others.
pub fn deeper(node: &Node, limit: usize) -> Option<usize> {
    match node {
        Node::Scalar(_) => None,
        Node::List(_, at) | Node::Map(_, at) if limit == 0 => Some(*at),
        Node::List(items, _) => items.iter().find_map(|item| deeper(item, limit - 1)),
        Node::Map(entries, _) => entries.iter().find_map(|entry| deeper(&entry.value, limit - 1)),
    }
}

/// Tells whether a character is one that no text may hold.
pub fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
}

/// Tells whether any scalar holds a control character.
pub fn has_control(node: &Node) -> bool {
    match node {
        Node::Scalar(scalar) => scalar.text.contains(is_control),
        Node::List(items, _) => items.iter().any(has_control),
        Node::Map(entries, _) => {
            entries.iter().any(|entry| entry.key.text.contains(is_control) || has_control(&entry.value))
        }
    }
}

/// Calls `found` for each scalar that holds a control character, with its path, whether it is a key,
/// and its text.
pub fn controls(node: &Node, path: &Path<'_>, found: &mut dyn FnMut(&Path<'_>, bool, &str)) {
    match node {
        Node::Scalar(scalar) if scalar.text.contains(is_control) => found(path, false, &scalar.text),
        Node::Scalar(_) => {}
        Node::List(items, _) => {
            for (i, item) in items.iter().enumerate() {
                controls(item, &Path::Index(path, i), found);
            }
        }
        Node::Map(entries, _) => {
            for (i, entry) in entries.iter().enumerate() {
                let here = Path::Entry(path, i, &entry.key.text);
                if entry.key.text.contains(is_control) {
                    found(&here, true, &entry.key.text);
                }
                controls(&entry.value, &here, found);
            }
        }
    }
}

/// Returns where the comment begins that follows a plain scalar directly.
pub fn comment_after(text: &str, scalar: &Scalar) -> Option<usize> {
    let raw = text.get(scalar.at..)?;
    if raw.starts_with(['"', '\'', '|', '>']) {
        return None;
    }
    let rest = after_words(raw, scalar)?;
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let comment = &rest[blanks..];
    (blanks > 0 && comment.starts_with('#')).then(|| text.len() - comment.len())
}
