//! Things one by one, for `fieldnotes list`: the same objects as in the files, and what is left to do.
//!
//! Which there are, and in which order, is for `views` to say. It must not know how a list is printed.

use serde::Serialize;

use crate::catalog::NoteIx;
use crate::render::views::{CellRef, DisputedCell, GapRow, MissingView, Scene, StaleRow};

use super::matrix::{self, MatrixCell};
use super::notes::{self, Note};
use super::{clients, terms};

/// A note that was verified too long ago.
#[derive(Serialize)]
struct Stale<'a> {
    #[serde(flatten)]
    note: Note<'a>,
    /// How many verdicts rest on it.
    decides: String,
}

/// An entry of a list whose entries differ in kind.
#[derive(Serialize)]
struct Entry<T> {
    /// What it is.
    what: &'static str,
    #[serde(flatten)]
    entry: T,
}

/// A disputed cell.
#[derive(Serialize)]
struct Disputed<'a> {
    #[serde(flatten)]
    cell: MatrixCell<'a>,
    /// The steps in which the dispute shows.
    reasons: &'a [String],
}

/// A client or capability of which not everything is known.
#[derive(Serialize)]
struct Gap<'a> {
    id: &'a str,
    /// Plain text.
    title: &'a str,
    /// How many cells are known.
    known: String,
    /// How many cells it has that are not n/a.
    of: String,
    /// Its page, under the base path.
    href: &'a str,
}

/// An id that no note has.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Missing<'a> {
    id: &'a str,
    /// Ids of the notes that name it.
    named_by: Vec<&'a str>,
}

/// Returns a note.
pub fn note(scene: &Scene, i: NoteIx) -> String {
    text(&notes::note(scene, i))
}

/// Returns a client.
pub fn client(scene: &Scene, i: usize) -> String {
    text(&clients::client(scene, i))
}

/// Returns a capability.
pub fn capability(scene: &Scene, i: usize) -> String {
    text(&terms::capability(scene, i))
}

/// Returns a stale note.
pub fn stale(scene: &Scene, row: &StaleRow) -> String {
    text(&Stale { note: notes::note(scene, row.note), decides: row.decides.to_string() })
}

/// Returns a disputed cell.
pub fn disputed_cell(scene: &Scene, row: &DisputedCell) -> String {
    let cell = matrix::cell(scene, row.cell.client, row.cell.capability, None);
    text(&cell.map(|cell| Entry { what: "cell", entry: Disputed { cell, reasons: &row.reasons } }))
}

/// Returns a disputed note.
pub fn disputed_note(scene: &Scene, i: NoteIx) -> String {
    text(&Entry { what: "note", entry: notes::note(scene, i) })
}

/// Returns a cell of which notes speak without claiming anything.
pub fn noted(scene: &Scene, cell: &CellRef) -> String {
    let cell = matrix::cell(scene, cell.client, cell.capability, None);
    text(&cell.map(|entry| Entry { what: "noted", entry }))
}

/// Returns an id that no note has.
pub fn missing(scene: &Scene, missing: &MissingView) -> String {
    let named_by = missing.notes.iter().map(|note| scene.notes[*note].id()).collect();
    text(&Entry { what: "missing", entry: Missing { id: &missing.id, named_by } })
}

/// Returns a client or capability of which not everything is known.
pub fn gap(what: &'static str, id: &str, row: &GapRow) -> String {
    let (title, href) = (row.link.title.as_str(), row.link.href.as_str());
    text(&Entry { what, entry: Gap { id, title, known: row.known.to_string(), of: row.of.to_string(), href } })
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts, flags and lists serialise")
}
