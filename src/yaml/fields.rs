//! Mappings, field by field, with a diagnostic for each thing that is wrong.
//!
//! A [`Reader`] collects diagnostics; [`Fields`] is one mapping, of which only keys of its [`Table`]
//! are asked. It must not know what a value means.

use super::{Node, Path, Scalar, Yaml};
use crate::diagnostic::{Code, Diagnostic, visible};
use crate::shape::{Need, Table};
use crate::slug;

/// Reads a [`Yaml`] and collects what is wrong with it.
#[derive(Debug)]
pub struct Reader<'a> {
    /// The text that is read.
    pub yaml: &'a Yaml<'a>,
    /// What was found.
    pub found: Vec<Diagnostic>,
}

/// One mapping.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'a, 'p> {
    entries: &'a [super::Entry],
    path: &'p Path<'p>,
    table: &'static Table,
}

impl<'a> Reader<'a> {
    /// Returns a reader of a text.
    pub fn new(yaml: &'a Yaml<'a>) -> Self {
        Reader { yaml, found: Vec::new() }
    }

    /// Reports something about the value at a path.
    pub fn report(&mut self, code: Code, path: &Path<'_>, message: impl AsRef<str>) -> &mut Diagnostic {
        let place = self.yaml.place(path);
        self.push(code, place, path, message.as_ref())
    }

    /// Reports something about the key at the end of a path.
    pub fn report_key(&mut self, code: Code, path: &Path<'_>, message: impl AsRef<str>) -> &mut Diagnostic {
        let place = self.yaml.key_place(path);
        self.push(code, place, path, message.as_ref())
    }

    fn push(&mut self, code: Code, place: crate::diagnostic::Place, path: &Path<'_>, message: &str) -> &mut Diagnostic {
        let message = match path {
            Path::Root => message.to_owned(),
            _ => format!("`{}`: {message}", visible(&path.to_string())),
        };
        self.found.push(Diagnostic::new(code, place, message));
        self.found.last_mut().expect("just pushed")
    }

    /// Returns the mapping at a path; reports another shape, unknown keys and repeated keys.
    pub fn fields<'p>(&mut self, node: &'a Node, path: &'p Path<'p>, table: &'static Table) -> Option<Fields<'a, 'p>> {
        let Node::Map(entries, _) = node else {
            self.wrong_type(node, path, "a mapping of keys and values");
            return None;
        };
        for (i, entry) in entries.iter().enumerate() {
            let key = entry.key.text.as_str();
            if entries[..i].iter().any(|other| other.key.text == key) {
                let here = Path::Entry(path, i, key);
                let first = self.yaml.key_place(&Path::Key(path, key)).line;
                self.report_key(Code::DuplicateKey, &here, format!("the key was given before, on line {first}"));
            } else if table.field(key).is_none() {
                let here = Path::Entry(path, i, key);
                let near = slug::nearest(key, table.keys());
                let message = match near {
                    Some(near) => format!("no such key; did you mean `{near}`?"),
                    None => "no such key".to_owned(),
                };
                self.report_key(Code::UnknownKey, &here, message).help =
                    near.is_none().then(|| format!("known keys: {}", list(table.keys())));
            }
        }
        Some(Fields { entries, path, table })
    }

    /// Returns the items of a list at a path; reports another shape.
    pub fn items(&mut self, node: &'a Node, path: &Path<'_>) -> Option<&'a [Node]> {
        match node {
            Node::List(items, _) => Some(items),
            _ => {
                self.wrong_type(node, path, "a list");
                None
            }
        }
    }

    /// Returns the text of a scalar; reports another shape, and an empty or null text.
    pub fn scalar(&mut self, node: &'a Node, path: &Path<'_>) -> Option<&'a str> {
        match node {
            Node::Scalar(scalar) if is_empty(scalar) => {
                self.report(Code::EmptyValue, path, "the value is empty").help =
                    Some("write a value, put it in quotes if it is meant so, or take the key out".to_owned());
                None
            }
            Node::Scalar(scalar) => Some(&scalar.text),
            _ => {
                self.wrong_type(node, path, "text");
                None
            }
        }
    }

    fn wrong_type(&mut self, node: &Node, path: &Path<'_>, expected: &str) {
        let found = match node {
            Node::Scalar(scalar) if is_empty(scalar) => "nothing",
            Node::Scalar(_) => "text",
            Node::List(..) => "a list",
            Node::Map(..) => "a mapping",
        };
        let hint = match (node, expected) {
            (Node::Scalar(scalar), "a list") if !is_empty(scalar) => {
                Some(format!("write `[{}]`", visible(&scalar.text)))
            }
            (Node::List(..) | Node::Map(..), "text") => {
                Some("put text that begins with a bracket in quotes".to_owned())
            }
            _ => None,
        };
        self.report(Code::WrongType, path, format!("expected {expected}, found {found}")).help = hint;
    }
}

impl<'a, 'p> Fields<'a, 'p> {
    /// Returns the path of the mapping.
    pub fn path(&self) -> &'p Path<'p> {
        self.path
    }

    /// Returns a field's value, if the key is there.
    pub fn get(&self, key: &str) -> Option<&'a Node> {
        debug_assert!(self.table.field(key).is_some(), "`{key}` is in no table");
        self.entries.iter().find(|entry| entry.key.text == key).map(|entry| &entry.value)
    }

    /// Returns a field's value; reports its absence if it is always required.
    fn value(&self, reader: &mut Reader<'a>, key: &str) -> Option<&'a Node> {
        let value = self.get(key);
        if value.is_none() && self.table.field(key).is_some_and(|field| matches!(field.need, Need::Always)) {
            self.missing(reader, key);
        }
        value
    }

    /// Returns a text.
    pub fn text(&self, reader: &mut Reader<'a>, key: &str) -> Option<&'a str> {
        let value = self.value(reader, key)?;
        reader.scalar(value, &Path::Key(self.path, key))
    }

    /// Returns a prose text: one that must not be cut short by ` #`.
    pub fn prose(&self, reader: &mut Reader<'a>, key: &str) -> Option<&'a str> {
        let text = self.text(reader, key)?;
        let path = Path::Key(self.path, key);
        if let Some(place) = reader.yaml.cut(&path) {
            let message = format!("`{path}`: the text is cut short here, because ` #` begins a comment");
            reader.found.push(
                Diagnostic::new(Code::CutValue, place, message)
                    .help("put the whole value in quotes, or move the comment to a line of its own"),
            );
        }
        Some(text)
    }

    /// Returns `true` or `false`, if the key is there; reports another value.
    pub fn flag(&self, reader: &mut Reader<'a>, key: &str) -> Option<bool> {
        match self.text(reader, key)? {
            "true" => Some(true),
            "false" => Some(false),
            other => {
                let message = format!("expected `true` or `false`, found `{}`", visible(other));
                reader.report(Code::WrongType, &Path::Key(self.path, key), message);
                None
            }
        }
    }

    /// Returns the items of a list; an absent key is an empty list.
    pub fn items(&self, reader: &mut Reader<'a>, key: &str) -> &'a [Node] {
        let Some(node) = self.value(reader, key) else { return &[] };
        reader.items(node, &Path::Key(self.path, key)).unwrap_or_default()
    }

    /// Returns the texts of a list with their positions in it; an absent key is an empty list.
    pub fn texts(&self, reader: &mut Reader<'a>, key: &str) -> Vec<(usize, &'a str)> {
        let path = Path::Key(self.path, key);
        let items = self.items(reader, key);
        let mut texts = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            if let Some(text) = reader.scalar(item, &Path::Index(&path, i)) {
                texts.push((i, text));
            }
        }
        texts
    }

    /// Reports that a required key is absent.
    pub fn missing(&self, reader: &mut Reader<'a>, key: &str) {
        let place = match self.path {
            // The opening fence, or the first line of a registry.
            Path::Root => reader.yaml.head(),
            path => reader.yaml.place(path),
        };
        let message = match self.path {
            Path::Root => format!("`{key}`: the required key is missing"),
            path => format!("`{path}.{key}`: the required key is missing"),
        };
        reader.found.push(Diagnostic::new(Code::MissingField, place, message));
    }
}

fn is_empty(scalar: &Scalar) -> bool {
    scalar.null || scalar.text.trim().is_empty()
}

/// Returns names in backticks, joined by commas.
fn list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
