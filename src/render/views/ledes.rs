//! The sentence with which the page of a client or of a revision answers what it is asked: how much
//! the client supports, what the revision brought and who speaks it.
//!
//! Derived from verdicts and registries; it must not know how a page looks.

use crate::catalog::cells::sentence::list;
use crate::catalog::{Subject, Verdict};
use crate::note::Support;
use crate::registry::Capability;

use super::{Scene, count};

/// Returns how much of what is known a client supports, and when that was last looked at.
pub fn client(scene: &Scene, client: usize) -> String {
    let who = &scene.link(Subject::Client(client)).title;
    let notes = &scene.clients[client].notes;
    let verdicts: Vec<Verdict> = scene.cells.of_client(client).map(|cell| cell.verdict).collect();
    let with = |wanted: Verdict| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    let [yes, partial, no, mixed, disputed] =
        [Verdict::Yes, Verdict::Partial, Verdict::No, Verdict::Mixed, Verdict::Disputed].map(with);
    let all = yes + partial + no + mixed + disputed;
    match notes.first() {
        None => format!("No note speaks of {who} yet."),
        Some(_) if all == 0 => {
            let speak = count(notes.len(), "note speaks", "notes speak");
            format!("{speak} of {who}, and no claim tells yet what it supports.")
        }
        Some(newest) => {
            let known = count(all, "capability", "capabilities");
            let others = [
                (partial, format!("{partial} in part")),
                (mixed, format!("{mixed} depending on surface, revision or version")),
                (disputed, format!("{disputed} in dispute")),
            ];
            let others: Vec<String> = others.into_iter().filter(|(n, _)| *n > 0).map(|(_, words)| words).collect();
            let others = if others.is_empty() { String::new() } else { format!(", {}", list(others)) };
            let day = scene.notes[*newest].meta.last_verified;
            format!("{who} supports {yes} of {known} with evidence{others}; last verified on {day}.")
        }
    }
}

/// Returns what a revision brought, advises against and took away, and how many clients speak it.
pub fn revision(scene: &Scene, revision: usize) -> String {
    let id = &scene.revisions[revision].thing.id;
    let with = |field: fn(&Capability) -> &Option<String>| -> Vec<String> {
        let all = scene.capabilities.iter().enumerate();
        let those = all.filter(|(_, term)| field(&term.thing).as_ref() == Some(id));
        those.map(|(i, _)| format!("“{}”", scene.link(Subject::Capability(i)).title)).collect()
    };
    let changes: Vec<String> = [
        ("introduces", with(|it| &it.introduced)),
        ("deprecates", with(|it| &it.deprecated)),
        ("removes", with(|it| &it.removed)),
    ]
    .into_iter()
    .filter(|(_, names)| !names.is_empty())
    .map(|(verb, names)| format!("{verb} {}", list(names)))
    .collect();
    let changes = match changes.as_slice() {
        [] => "changes no capability that is listed here".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{}, and {last}", first.join(", ")),
    };
    let clients = scene.clients.len();
    let reach = (0..clients).filter(|client| speaks(scene, *client, revision)).count();
    let verb = if reach == 1 { "speaks" } else { "speak" };
    let reach = match (clients, reach) {
        (0, _) => String::new(),
        (1, 0) => "; no note shows yet that the client speaks it".to_owned(),
        (_, 0) => format!("; no note shows yet that any of {clients} clients speaks it"),
        (1, _) => "; the client speaks it, as notes show".to_owned(),
        (all, reach) => format!("; {reach} of {all} clients {verb} it, as far as notes show"),
    };
    format!("Revision {id} {changes}{reach}.")
}

/// Tells whether a client speaks a revision: a surface asks for it, or a claim that counts says that
/// something of it is supported.
fn speaks(scene: &Scene, client: usize, revision: usize) -> bool {
    let id = &scene.revisions[revision].thing.id;
    let asks = scene.clients[client].thing.surfaces.iter().any(|surface| surface.protocol.as_ref() == Some(id));
    let mut parts = scene.cells.of_client(client).flat_map(|cell| &cell.parts);
    asks || parts.any(|part| part.revision == revision && scene.claim(part.winner).support != Support::No)
}
