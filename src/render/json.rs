//! `api/v1/`: what the site knows, for programs.
//!
//! Comes in: the scene. Goes out: one file of JSON at a time, and the schema of each shape, made from
//! the same structs. The shapes have no union types: a value that is absent is left out, a list that
//! is empty is there and empty. Every scalar of front matter is the text that the author wrote, so
//! nothing here is a number. There is no clock: only a note's age against the day of the build shows,
//! as it does on the pages. Which files there are, and where, is decided by `plan`.

mod badge;
mod cells;
mod claims;
mod clients;
mod graph;
mod index;
pub mod lists;
mod made;
mod matrix;
mod notes;
mod schema;
mod sources;
mod terms;
mod words;

use serde::Serialize;

use crate::plan::Data;
use crate::render::views::Scene;

/// Returns a file of JSON.
pub fn file(scene: &Scene, data: Data) -> Vec<u8> {
    match data {
        Data::Index => text(&index::index(scene)),
        Data::Notes => large(&notes::notes(scene), scene.notes.len()),
        Data::Note(i) => text(&notes::one(scene, i)),
        Data::Clients => text(&clients::clients(scene)),
        Data::Client(i) => text(&clients::one(scene, i)),
        Data::Capabilities => text(&terms::capabilities(scene)),
        Data::Revisions => text(&terms::revisions(scene)),
        Data::Matrix(revision) => text(&matrix::matrix(scene, revision)),
        Data::Sources => large(&sources::sources(scene), scene.citations()),
        Data::Graph => large(&graph::graph(scene), scene.notes.len()),
        Data::Badge(client, capability) => text(&badge::badge(scene, client, capability)),
        Data::Schema(shape) => text(&schema::schema(scene, shape)),
    }
}

fn text(value: &impl Serialize) -> Vec<u8> {
    written(value, 4096)
}

/// Returns a large file with so many entries; there is room for long ones, so that it is not moved while
/// it grows, and room that is not used costs nothing.
fn large(value: &impl Serialize, entries: usize) -> Vec<u8> {
    written(value, entries * 2048)
}

fn written(value: &impl Serialize, room: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(room);
    serde_json::to_writer(&mut text, value).expect("texts, flags and lists serialise");
    text.push(b'\n');
    text
}
