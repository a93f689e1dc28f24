//! The reference page of front matter and registries, as Markdown.
//!
//! It must not know a schema.

use std::fmt::Write as _;

use crate::shape::{Field, Form, Need, Shape, Table};

use super::DOCUMENTS;

const HEAD: &str = "\
---
title: Front matter and registries
summary: Every key of notes, clients, plain pages and registries, with what its value may be and what it means.
---

This page is made from the tables that the program reads files with; so are the JSON Schemas that `fieldnotes schema` prints.

Values stay as they are written: `1e10`, `0192117`, `no` and `1.10` are text. A key that is not listed is an error, and so are an empty value, a key given twice, an anchor and a tag. A schema sees what a YAML reader has made of a file, and so asks that texts which look like numbers or flags stand in quotes (`commit: \"12345678\"`), and that numbers and flags do not. What depends on other files, on the day of the build or on the name of the file, and whether a line range ends before it begins, `fieldnotes check` alone can tell.
";

/// Returns the page.
pub fn reference() -> String {
    let mut out = HEAD.to_owned();
    let mut forms = Vec::new();
    for document in DOCUMENTS {
        let _ = write!(out, "\n## {}\n\n", document.title);
        table(&mut out, document.table, &mut forms);
    }
    out.push_str("\n## Forms\n\n| form | rule | example |\n|---|---|---|\n");
    for form in forms {
        let _ = writeln!(out, "| {} | {} | `{}` |", form.name, form.rule, form.example);
    }
    out
}

/// Writes a table and those of the mappings in it; collects the forms that they name.
fn table(out: &mut String, it: &Table, forms: &mut Vec<&'static Form>) {
    let _ = write!(out, "{}\n\n| key | required | value | meaning |\n|---|---|---|---|\n", it.about);
    let mut inner = Vec::new();
    for field in it.fields {
        let _ = writeln!(out, "| `{}` | {} | {} | {} |", field.key, need(field), shape(&field.shape), field.doc);
        parts(&field.shape, &mut |part| match part {
            Shape::Form(form) if !forms.iter().any(|other| other.name == form.name) => forms.push(form),
            Shape::Map(table) => inner.push((field.key, *table)),
            _ => {}
        });
    }
    for (key, it) in inner {
        let _ = write!(out, "\n### Entries of `{key}`\n\n");
        table(out, it, forms);
    }
}

fn parts(shape: &'static Shape, visit: &mut impl FnMut(&'static Shape)) {
    visit(shape);
    if let Shape::List(of) | Shape::Some(of) | Shape::Any(of) = shape {
        parts(of, visit);
    }
}

fn need(field: &Field) -> String {
    match &field.need {
        Need::Always => "yes".to_owned(),
        Need::Optional => "no".to_owned(),
        Need::With(key, words) => format!("where `{key}` is {}", listed(&words())),
        Need::Unless(key, word) => format!("unless `{key}` is `{word}`, with at least one entry"),
        Need::UnlessOne(outer) => format!("unless `{outer}` has exactly one entry"),
    }
}

fn shape(shape: &Shape) -> String {
    match shape {
        Shape::Text => "text".to_owned(),
        Shape::Form(form) => form.name.to_owned(),
        Shape::Words(words) => listed(&words()),
        Shape::Flag => "`true` or `false`".to_owned(),
        Shape::Number(None) => "a whole number from 1".to_owned(),
        Shape::Number(Some(most)) => format!("a whole number from 1 to {most}"),
        Shape::List(of) => format!("list; each is {}", self::shape(of)),
        Shape::Some(of) => format!("list with at least one entry; each is {}", self::shape(of)),
        Shape::Map(_) => "a mapping, see below".to_owned(),
        Shape::Any(of) => format!("a mapping; each value is {}", self::shape(of)),
        Shape::Ignored => "anything".to_owned(),
    }
}

/// Returns words in backticks: `` `a`, `b` or `c` ``.
fn listed(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.join(""),
    }
}
