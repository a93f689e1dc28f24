//! By what a list of notes can be filtered: data for the page's script, which alone filters.
//!
//! It must not know how a filter looks.

use serde::Serialize;

use crate::catalog::{NoteIx, Subject};

use super::Scene;
use super::chrome::inline_json;

/// What the script is given.
#[derive(Debug, Serialize)]
struct Filter {
    facets: Vec<Choice>,
    /// By row, then by facet: the positions of the note's words among the options.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<Vec<Vec<usize>>>>,
    /// Where a list is filtered of which the page has a part.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<String>,
}

/// A facet by which notes are told apart.
#[derive(Debug, Serialize)]
struct Choice {
    /// As it stands in the address: `client`.
    name: &'static str,
    /// As it stands before the options: `Client`.
    title: &'static str,
    /// Ids and titles.
    options: Vec<(String, String)>,
}

/// Returns by what these notes can be filtered, in the order of their rows, as JSON that may stand in
/// a `script` element. If they are a part of a list, the search filters it.
pub fn filter(scene: &Scene, notes: &[NoteIx], is_part: bool) -> String {
    let all = |count: usize, subject: fn(usize) -> Subject| {
        let link = |i| scene.link(subject(i));
        (0..count).map(|i| (link(i).id.clone(), link(i).title.clone())).collect()
    };
    let statuses =
        scene.statuses.iter().map(|term| scene.status(term.thing)).map(|it| (it.id.to_owned(), it.title.clone()));
    let kinds = (0..scene.kinds.len()).map(|i| (scene.kinds[i].thing.id.clone(), scene.kind(i).title.clone()));
    let facets = vec![
        Choice { name: "kind", title: "Kind", options: kinds.collect() },
        Choice { name: "client", title: "Client", options: all(scene.clients.len(), Subject::Client) },
        Choice { name: "capability", title: "Capability", options: all(scene.capabilities.len(), Subject::Capability) },
        Choice { name: "revision", title: "Revision", options: all(scene.revisions.len(), Subject::Revision) },
        Choice { name: "status", title: "Status", options: statuses.collect() },
    ];
    let row = |note: &NoteIx| {
        let named = &scene.facets[*note];
        let status = scene.statuses.iter().position(|term| term.thing == scene.notes[*note].meta.status);
        vec![
            Vec::from_iter(named.kind),
            named.clients.clone(),
            named.capabilities.clone(),
            named.revisions.clone(),
            Vec::from_iter(status),
        ]
    };
    let rows = (!is_part).then(|| notes.iter().map(row).collect());
    let search = is_part.then(|| scene.link(Subject::Search).href.clone());
    let filter = Filter { facets, rows, search };
    inline_json(&serde_json::to_string(&filter).expect("texts and lists serialise"))
}
