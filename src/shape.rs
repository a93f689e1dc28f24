//! What front matter and registries may hold, as tables: the one place that the parsers, the JSON
//! Schemas and the reference page take it from.
//!
//! A [`Table`] stands beside the code that reads its mapping. `yaml` takes the known and the required
//! keys from it, `schema` all the rest. What a [`Form`] says in a pattern, a function beside it checks
//! with better words. It must not know which tables there are.

/// What a mapping may hold.
#[derive(Debug)]
pub struct Table {
    /// What the mapping describes: `A source that a note cites.`
    pub about: &'static str,
    /// In the order in which messages and the reference name them.
    pub fields: &'static [Field],
}

/// A key, and what may stand behind it.
#[derive(Debug)]
pub struct Field {
    /// As it is written.
    pub key: &'static str,
    /// Whether it must be there.
    pub need: Need,
    /// What its value may be.
    pub shape: Shape,
    /// What it means, in one or two sentences.
    pub doc: &'static str,
}

/// Words, made when they are asked for from the list that the parser reads them with.
pub type Words = fn() -> Vec<&'static str>;

/// Whether a field must be there.
#[derive(Debug)]
pub enum Need {
    /// Always.
    Always,
    /// Never.
    Optional,
    /// Where another key of the mapping has one of these words.
    With(&'static str, Words),
    /// Unless another key of the mapping has this word; and then, being a list, not empty.
    Unless(&'static str, &'static str),
    /// Unless this list of the outer mapping has exactly one entry.
    UnlessOne(&'static str),
}

/// What a value may be. A list is written `[a, b]` or line by line; texts are never empty.
#[derive(Debug)]
pub enum Shape {
    /// Any text.
    Text,
    /// A text of a fixed form.
    Form(&'static Form),
    /// One of some words.
    Words(Words),
    /// `true` or `false`.
    Flag,
    /// A whole number from 1, up to a limit if there is one.
    Number(Option<u64>),
    /// A list.
    List(&'static Shape),
    /// A list with at least one entry.
    Some(&'static Shape),
    /// A mapping of known keys.
    Map(&'static Table),
    /// A mapping of keys that the author chooses.
    Any(&'static Shape),
    /// Anything: the value is not read.
    Ignored,
}

/// A fixed form of texts.
#[derive(Debug)]
pub struct Form {
    /// What such a text is called, with its article: `a date`.
    pub name: &'static str,
    /// A regular expression that every such text matches, whole.
    pub pattern: &'static str,
    /// Regular expressions of which such a text matches none.
    pub never: &'static [&'static str],
    /// The most characters that it may have.
    pub longest: Option<usize>,
    /// The rule in words.
    pub rule: &'static str,
    /// Such a text.
    pub example: &'static str,
}

impl Field {
    /// Returns a field that must be there.
    pub const fn required(key: &'static str, shape: Shape, doc: &'static str) -> Field {
        Field { key, need: Need::Always, shape, doc }
    }

    /// Returns a field that may be left out.
    pub const fn optional(key: &'static str, shape: Shape, doc: &'static str) -> Field {
        Field { key, need: Need::Optional, shape, doc }
    }

    /// Returns a field that must be there on a condition.
    pub const fn needed(key: &'static str, need: Need, shape: Shape, doc: &'static str) -> Field {
        Field { key, need, shape, doc }
    }
}

impl Table {
    /// Returns the field of that key.
    pub fn field(&self, key: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// Returns all keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.fields.iter().map(|field| field.key)
    }
}
