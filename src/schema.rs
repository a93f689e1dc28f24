//! JSON Schemas of front matter and registries, and the reference page, made from the tables that
//! the parsers read with.
//!
//! A schema knows one file: what depends on other files, on the day or on the file's name is for
//! `check` alone. It never refuses what the parsers take, but for one thing: a YAML reader has made
//! texts, numbers and flags of what the parsers read as it is written, and a schema asks for those. It
//! must not know how a value is read.

mod reference;

use serde_json::{Map, Value, json};

use crate::note::NOTE;
use crate::page::PAGE;
use crate::registry::client::CLIENT;
use crate::registry::site::SITE;
use crate::registry::{GROUPS, KINDS, REVISIONS};
use crate::shape::{Field, Form, Need, Shape, Table};

pub use reference::reference;

/// A kind of file whose YAML has a schema.
#[derive(Debug)]
pub struct Document {
    /// What it is asked for by.
    pub name: &'static str,
    /// Its title in the reference.
    title: &'static str,
    /// What it holds, or what each of its entries holds.
    table: &'static Table,
    /// It is a list of entries.
    is_list: bool,
}

/// All of them.
pub const DOCUMENTS: &[Document] = &[
    Document { name: "note", title: "Notes", table: &NOTE, is_list: false },
    Document { name: "client", title: "Clients", table: &CLIENT, is_list: false },
    Document { name: "page", title: "Plain pages", table: &PAGE, is_list: false },
    Document { name: "site", title: "The site", table: &SITE, is_list: false },
    Document { name: "capabilities", title: "Capabilities", table: &GROUPS, is_list: true },
    Document { name: "revisions", title: "Revisions", table: &REVISIONS, is_list: true },
    Document { name: "kinds", title: "Kinds", table: &KINDS, is_list: true },
];

impl Document {
    /// Returns the schema, by JSON Schema 2020-12.
    pub fn schema(&self) -> Value {
        let object = object(self.table);
        let mut schema = if self.is_list { json!({ "type": "array", "items": object }) } else { object };
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
        schema["title"] = format!("fieldnotes: {}", self.title.to_lowercase()).into();
        schema["description"] = self.table.about.into();
        schema
    }
}

fn object(table: &Table) -> Value {
    let properties: Map<String, Value> =
        table.fields.iter().map(|field| (field.key.to_owned(), described(field))).collect();
    let required: Vec<&str> =
        table.fields.iter().filter(|field| matches!(field.need, Need::Always)).map(|field| field.key).collect();
    let mut schema = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    let rules: Vec<Value> = table.fields.iter().filter_map(rule).chain(one_of_outer(table)).collect();
    if !rules.is_empty() {
        schema["allOf"] = rules.into();
    }
    schema
}

/// Returns the schema of a field's value, with what the field means.
fn described(field: &Field) -> Value {
    let mut schema = value(&field.shape);
    schema["description"] = match schema["description"].as_str() {
        Some(rule) => format!("{} {rule}", field.doc).into(),
        None => field.doc.into(),
    };
    schema
}

fn value(shape: &Shape) -> Value {
    match shape {
        // White space alone is an empty text.
        Shape::Text => json!({ "type": "string", "pattern": r"\S" }),
        Shape::Form(form) => form_schema(form),
        Shape::Words(words) => json!({ "type": "string", "enum": words() }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Number(None) => json!({ "type": "integer", "minimum": 1 }),
        Shape::Number(Some(most)) => json!({ "type": "integer", "minimum": 1, "maximum": most }),
        Shape::List(of) => json!({ "type": "array", "items": value(of) }),
        Shape::Some(of) => json!({ "type": "array", "items": value(of), "minItems": 1 }),
        Shape::Map(table) => {
            let mut schema = object(table);
            schema["description"] = table.about.into();
            schema
        }
        Shape::Any(of) => json!({ "type": "object", "additionalProperties": value(of) }),
        Shape::Ignored => json!({}),
    }
}

fn form_schema(form: &Form) -> Value {
    let mut schema = json!({
        "type": "string",
        "description": format!("It is {}.", form.rule),
        "pattern": form.pattern,
        "examples": [form.example],
    });
    if let Some(longest) = form.longest {
        schema["maxLength"] = longest.into();
    }
    if !form.never.is_empty() {
        let never: Vec<Value> = form.never.iter().map(|pattern| json!({ "pattern": pattern })).collect();
        schema["not"] = json!({ "anyOf": never });
    }
    schema
}

/// Returns the rule by which a field must be there on a condition within its mapping.
fn rule(field: &Field) -> Option<Value> {
    let required = json!([field.key]);
    match &field.need {
        Need::With(key, words) => Some(json!({
            "if": { "properties": { *key: { "enum": words() } }, "required": [key] },
            "then": { "required": required },
        })),
        Need::Unless(key, word) => Some(json!({
            "if": { "properties": { *key: { "const": word } }, "required": [key] },
            "else": { "required": required, "properties": { field.key: { "minItems": 1 } } },
        })),
        Need::Always | Need::Optional | Need::UnlessOne(_) => None,
    }
}

/// Returns the rule by which entries of a list must name one of what their outer mapping names
/// several or none of. A list that repeats an entry is left to `check`.
fn one_of_outer(table: &Table) -> Option<Value> {
    table.fields.iter().find_map(|list| {
        let Shape::List(Shape::Map(inner)) = list.shape else { return None };
        inner.fields.iter().find_map(|field| {
            let Need::UnlessOne(outer) = field.need else { return None };
            Some(json!({
                "if": {
                    "properties": { outer: { "anyOf": [{ "maxItems": 0 }, { "minItems": 2, "uniqueItems": true }] } },
                    "required": [outer],
                },
                "then": { "properties": { list.key: { "items": { "required": [field.key] } } } },
            }))
        })
    })
}
