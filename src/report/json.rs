//! Diagnostics as one JSON document. It must not know where it goes.

use serde::Serialize;

use crate::diagnostic::{self, Diagnostic, Edit, Place, Position};

/// The form of the document. It grows when a reader of an earlier form would be misled, not when
/// something is added.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    diagnostics: Vec<Finding<'a>>,
    totals: Totals,
}

#[derive(Serialize)]
struct Totals {
    errors: usize,
    warnings: usize,
}

#[derive(Serialize)]
struct Finding<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    path: &'a str,
    start: Point,
    end: Point,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix<'a>>,
}

#[derive(Serialize)]
struct Point {
    line: u32,
    column: u32,
    byte: u32,
}

#[derive(Serialize)]
struct Fix<'a> {
    description: &'a str,
    edits: Vec<Change<'a>>,
}

#[derive(Serialize)]
struct Change<'a> {
    start: usize,
    end: usize,
    text: &'a str,
}

/// Returns all diagnostics as a document that ends with a line end.
pub fn json(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let document = Document {
        version: VERSION,
        diagnostics: diagnostics.iter().map(finding).collect(),
        totals: Totals { errors, warnings: diagnostics.len() - errors },
    };
    serde_json::to_string_pretty(&document).expect("texts and numbers are JSON") + "\n"
}

fn finding(diagnostic: &Diagnostic) -> Finding<'_> {
    let (start, end) = points(&diagnostic.place);
    Finding {
        code: diagnostic.code.name(),
        severity: diagnostic.severity.word(),
        message: &diagnostic.message,
        help: diagnostic.help.as_deref(),
        path: &diagnostic.place.path,
        start,
        end,
        field: diagnostic.field(),
        fixes: diagnostic.fix.as_deref().into_iter().map(fix).collect(),
    }
}

fn fix(fix: &diagnostic::Fix) -> Fix<'_> {
    Fix { description: &fix.description, edits: fix.edits.iter().map(change).collect() }
}

fn change(edit: &Edit) -> Change<'_> {
    Change { start: edit.bytes.start, end: edit.bytes.end, text: &edit.text }
}

fn points(place: &Place) -> (Point, Point) {
    let Position { line, column } = place.end;
    (
        Point { line: place.line, column: place.column, byte: place.bytes.start },
        Point { line, column, byte: place.bytes.end },
    )
}
