//! The entries of each list, as cells of a table and as JSON.
//!
//! It must not know which of them are wanted.

use crate::catalog::{NoteIx, Term};
use crate::registry::Capability;
use crate::render::json::lists;
use crate::render::views::{self, CellRef, GapRow, Scene};

use super::filter::About;

/// An entry of a list.
#[derive(Debug)]
pub struct Row {
    /// What it is about.
    pub about: About,
    /// Its cells, in the order of the table's head.
    pub cells: Vec<String>,
    /// The same and more, as an object.
    pub json: String,
}

type Rows = (&'static [&'static str], Vec<Row>);

impl About {
    fn note(note: NoteIx) -> About {
        About { notes: vec![note], ..About::default() }
    }

    fn cell(scene: &Scene, cell: &CellRef) -> About {
        let notes = scene.cells.get(cell.client, cell.capability).map(|known| known.notes.clone());
        About { client: Some(cell.client), capability: Some(cell.capability), notes: notes.unwrap_or_default() }
    }
}

/// Returns the notes, the newest first.
pub fn notes(scene: &Scene) -> Rows {
    let row = |i: &NoteIx| {
        let meta = &scene.notes[*i].meta;
        let clients: Vec<&str> = meta.clients.iter().map(|named| named.id.as_str()).collect();
        let cells = vec![
            meta.id.clone(),
            meta.kind.clone(),
            meta.status.word().to_owned(),
            meta.last_verified.to_string(),
            clients.join(", "),
            scene.row(*i).link.title.clone(),
        ];
        Row { about: About::note(*i), cells, json: lists::note(scene, *i) }
    };
    (&["id", "kind", "status", "verified", "clients", "title"], scene.newest.iter().map(row).collect())
}

/// Returns the clients.
pub fn clients(scene: &Scene) -> Rows {
    let row = |(i, client): (usize, views::ClientsRow)| {
        let term = &scene.clients[i];
        let cells = vec![
            term.thing.id.clone(),
            client.link.title.clone(),
            client.vendor.unwrap_or_default(),
            client.notes.to_string(),
            client.verified.unwrap_or_default(),
        ];
        let about = About { client: Some(i), notes: term.notes.clone(), ..About::default() };
        Row { about, cells, json: lists::client(scene, i) }
    };
    let rows = views::clients(scene).into_iter().enumerate().map(row);
    (&["id", "title", "vendor", "notes", "verified"], rows.collect())
}

/// Returns the capabilities, in the order of the registry.
pub fn capabilities(scene: &Scene) -> Rows {
    let row = |(i, term): (usize, &Term<Capability>)| {
        let view = views::capability(scene, i);
        let cells = vec![
            term.thing.id.clone(),
            view.link.title.clone(),
            view.group,
            view.life.unwrap_or_default(),
            view.clients.len().to_string(),
            view.notes.to_string(),
        ];
        let about = About { capability: Some(i), notes: term.notes.clone(), ..About::default() };
        Row { about, cells, json: lists::capability(scene, i) }
    };
    let rows = scene.capabilities.iter().enumerate().map(row);
    (&["id", "title", "group", "life", "clients", "notes"], rows.collect())
}

/// Returns what no note tells, in the order of the page.
pub fn gaps(scene: &Scene) -> Rows {
    let gaps = views::gaps(scene, None);
    let noted = gaps.noted.iter().flat_map(|group| &group.cells).map(|cell| Row {
        about: About::cell(scene, cell),
        cells: vec!["noted".to_owned(), cell_name(scene, cell), cell.link.title.clone()],
        json: lists::noted(scene, cell),
    });
    let missing = gaps.missing.iter().map(|missing| {
        let by: Vec<&str> = missing.notes.iter().map(|note| scene.notes[*note].id()).collect();
        Row {
            about: About { notes: missing.notes.clone(), ..About::default() },
            cells: vec!["missing".to_owned(), missing.id.clone(), format!("named by {}", by.join(", "))],
            json: lists::missing(scene, missing),
        }
    });
    let clients = gaps.clients.iter().map(|row| {
        let about = About { client: Some(row.index), ..About::default() };
        gap("client", &scene.clients[row.index].thing.id, row, about)
    });
    let capabilities = gaps.capabilities.iter().map(|row| {
        let about = About { capability: Some(row.index), ..About::default() };
        gap("capability", &scene.capabilities[row.index].thing.id, row, about)
    });
    (&["what", "id", "about"], noted.chain(missing).chain(clients).chain(capabilities).collect())
}

/// Returns a client or capability of which not everything is known. It is about no note: a gap is what
/// no note tells.
fn gap(what: &'static str, id: &str, row: &GapRow, about: About) -> Row {
    let cells = vec![what.to_owned(), id.to_owned(), format!("{} of {} known", row.known, row.of)];
    Row { about, cells, json: lists::gap(what, id, row) }
}

/// Returns the notes that were verified too long ago, the oldest first.
pub fn stale(scene: &Scene) -> Rows {
    let row = |stale: &views::StaleRow| {
        let meta = &scene.notes[stale.note].meta;
        let cells = vec![
            meta.id.clone(),
            meta.last_verified.to_string(),
            stale.decides.to_string(),
            meta.status.word().to_owned(),
            stale.row.link.title.clone(),
        ];
        Row { about: About::note(stale.note), cells, json: lists::stale(scene, stale) }
    };
    (&["id", "verified", "decides", "status", "title"], views::stale(scene).notes.iter().map(row).collect())
}

/// Returns what other evidence speaks against: cells, then notes.
pub fn disputed(scene: &Scene) -> Rows {
    let disputed = views::disputed(scene, None);
    let cells = disputed.cells.iter().map(|entry| Row {
        about: About::cell(scene, &entry.cell),
        cells: vec!["cell".to_owned(), cell_name(scene, &entry.cell), entry.reasons.join(" ")],
        json: lists::disputed_cell(scene, entry),
    });
    let notes = disputed.notes.iter().map(|entry| Row {
        about: About::note(entry.note),
        cells: vec![
            "note".to_owned(),
            scene.notes[entry.note].id().to_owned(),
            entry.reason.clone().unwrap_or_default(),
        ],
        json: lists::disputed_note(scene, entry.note),
    });
    (&["what", "id", "about"], cells.chain(notes).collect())
}

/// Returns a cell by its name, as `explain` says it.
fn cell_name(scene: &Scene, cell: &CellRef) -> String {
    format!("{} × {}", scene.clients[cell.client].thing.id, scene.capabilities[cell.capability].thing.id)
}
