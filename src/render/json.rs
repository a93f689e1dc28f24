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
pub fn file(scene: &Scene, data: Data) -> String {
    match data {
        Data::Index => text(&index::index(scene)),
        Data::Notes => text(&notes::notes(scene)),
        Data::Note(i) => text(&notes::one(scene, i)),
        Data::Clients => text(&clients::clients(scene)),
        Data::Client(i) => text(&clients::one(scene, i)),
        Data::Capabilities => text(&terms::capabilities(scene)),
        Data::Revisions => text(&terms::revisions(scene)),
        Data::Matrix(revision) => text(&matrix::matrix(scene, revision)),
        Data::Sources => text(&sources::sources(scene)),
        Data::Graph => text(&graph::graph(scene)),
        Data::Badge(client, capability) => text(&badge::badge(scene, client, capability)),
        Data::Schema(shape) => text(&schema::schema(scene, shape)),
    }
}

fn text(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("texts, flags and lists serialise");
    text.push('\n');
    text
}
