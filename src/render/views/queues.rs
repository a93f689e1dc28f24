//! The queues of what to look at next: what is stale, disputed, missing; what matters most first.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::catalog::cells::trace;
use crate::catalog::{Cell, NoteIx, Subject, Verdict};
use crate::note::Status;

use super::{Link, Row, Scene};

/// Notes that were verified too long ago.
#[derive(Debug, Serialize)]
pub struct StaleView {
    /// The oldest first.
    pub notes: Vec<StaleRow>,
    /// After how many days a note is stale.
    pub limit: i64,
}

/// A stale note.
#[derive(Debug, Serialize)]
pub struct StaleRow {
    /// The note.
    #[serde(skip)]
    pub note: NoteIx,
    /// The note, as it stands in lists.
    pub row: Row,
    /// How many verdicts rest on it.
    pub decides: usize,
}

/// What other evidence speaks against.
#[derive(Debug, Serialize)]
pub struct DisputedView {
    /// Cells, those with the most claims first.
    pub cells: Vec<DisputedCell>,
    /// Notes of that status.
    pub notes: Vec<DisputedNote>,
}

/// A disputed cell.
#[derive(Debug, Serialize)]
pub struct DisputedCell {
    /// The cell.
    pub cell: CellRef,
    /// The steps in which the dispute shows.
    pub reasons: Vec<String>,
}

/// A cell in a queue.
#[derive(Debug, Serialize)]
pub struct CellRef {
    /// Its page.
    pub link: Link,
    /// Its client.
    #[serde(skip)]
    pub client: usize,
    /// Its capability.
    #[serde(skip)]
    pub capability: usize,
}

/// A disputed note.
#[derive(Debug, Serialize)]
pub struct DisputedNote {
    /// The note.
    #[serde(skip)]
    pub note: NoteIx,
    /// The note, as it stands in lists.
    pub row: Row,
    /// Why it is disputed.
    pub reason: Option<String>,
    /// The notes that say otherwise.
    pub contradicts: Vec<Link>,
}

/// What no note tells.
#[derive(Debug, Serialize)]
pub struct GapsView {
    /// Capabilities of the current revision by how few clients are known, the least known first.
    pub capabilities: Vec<GapRow>,
    /// Clients by how few capabilities are known, the least known first.
    pub clients: Vec<GapRow>,
    /// Cells of which notes speak without claiming anything.
    pub noted: Vec<CellRef>,
    /// Ids that `related` names and no note has, with the notes that name them.
    pub missing: Vec<MissingView>,
}

/// How much is known of a capability or client.
#[derive(Debug, Serialize)]
pub struct GapRow {
    /// The capability or client, among those of the catalog.
    #[serde(skip)]
    pub index: usize,
    /// Its page.
    pub link: Link,
    /// How many cells are known.
    pub known: usize,
    /// How many cells it has that are not n/a.
    pub of: usize,
}

/// An id that no note has.
#[derive(Debug, Serialize)]
pub struct MissingView {
    /// As written.
    pub id: String,
    /// The notes that name it.
    #[serde(skip)]
    pub notes: Vec<NoteIx>,
    /// Their pages.
    pub named_by: Vec<Link>,
}

/// Returns the notes that were verified too long ago, the oldest first.
pub fn stale(scene: &Scene) -> StaleView {
    let mut decides: BTreeMap<NoteIx, usize> = BTreeMap::new();
    for cell in scene.cells.known() {
        let winners: BTreeSet<NoteIx> = cell.parts.iter().map(|part| part.winner.note).collect();
        for note in winners {
            *decides.entry(note).or_default() += 1;
        }
    }
    let mut notes: Vec<NoteIx> = (0..scene.notes.len()).filter(|i| scene.notes[*i].meta.stale).collect();
    let decided = |note: &NoteIx| decides.get(note).copied().unwrap_or(0);
    notes.sort_by_key(|note| (scene.notes[*note].meta.last_verified, Reverse(decided(note)), *note));
    let row = |note: NoteIx| StaleRow { note, decides: decided(&note), row: scene.row(note) };
    StaleView { notes: notes.into_iter().map(row).collect(), limit: scene.site.stale_after }
}

/// Returns what other evidence speaks against, the most contested first.
pub fn disputed(scene: &Scene) -> DisputedView {
    let mut cells: Vec<&Cell> = scene.cells.known().filter(|cell| cell.verdict == Verdict::Disputed).collect();
    cells.sort_by_key(|cell| (Reverse(cell.claims().len()), cell.client, cell.capability));
    let cells = cells.into_iter().map(|cell| {
        let steps = trace::trace(scene, cell.client, cell.capability, None).steps;
        let reasons = steps.into_iter().map(|step| step.text).filter(|text| text.contains("is disputed by"));
        DisputedCell { cell: cell_ref(scene, cell), reasons: reasons.collect() }
    });
    let notes = scene.newest.iter().copied().filter(|i| scene.notes[*i].meta.status == Status::Disputed);
    let notes = notes.map(|i| DisputedNote {
        note: i,
        row: scene.row(i),
        reason: scene.notes[i].meta.status_reason.clone(),
        contradicts: crate::catalog::Successions::of(&scene.successions.contradicts, i)
            .iter()
            .map(|other| scene.link(Subject::Note(*other)))
            .collect(),
    });
    DisputedView { cells: cells.collect(), notes: notes.collect() }
}

/// Returns what no note tells, the largest gaps first.
pub fn gaps(scene: &Scene) -> GapsView {
    let known = |verdict: Verdict| !matches!(verdict, Verdict::Unknown | Verdict::Noted | Verdict::NotApplicable);
    let row = |subject: Subject, index: usize, cells: Vec<Verdict>| GapRow {
        index,
        link: scene.link(subject),
        known: cells.iter().filter(|verdict| known(**verdict)).count(),
        of: cells.iter().filter(|verdict| **verdict != Verdict::NotApplicable).count(),
    };
    let (clients, capabilities) = (scene.clients.len(), scene.capabilities.len());
    let column = |capability| (0..clients).map(|client| scene.cells.verdict(client, capability)).collect();
    let line = |client| (0..capabilities).map(|capability| scene.cells.verdict(client, capability)).collect();
    let mut by_capability: Vec<GapRow> = (0..capabilities)
        .map(|capability| row(Subject::Capability(capability), capability, column(capability)))
        .collect();
    let mut by_client: Vec<GapRow> =
        (0..clients).map(|client| row(Subject::Client(client), client, line(client))).collect();
    for rows in [&mut by_capability, &mut by_client] {
        rows.retain(|row| row.known < row.of);
        rows.sort_by_key(|row| row.known);
    }
    let mut missing: BTreeMap<&str, Vec<NoteIx>> = BTreeMap::new();
    for (i, facets) in scene.facets.iter().enumerate() {
        for (named, other) in scene.notes[i].meta.related.iter().zip(&facets.related) {
            if other.is_none() {
                missing.entry(&named.id).or_default().push(i);
            }
        }
    }
    let missing = missing.into_iter().map(|(id, notes)| MissingView {
        id: id.to_owned(),
        named_by: notes.iter().map(|note| scene.link(Subject::Note(*note))).collect(),
        notes,
    });
    let mut missing: Vec<MissingView> = missing.collect();
    missing.sort_by_key(|missing| Reverse(missing.notes.len()));
    let noted = scene.cells.known().filter(|cell| cell.verdict == Verdict::Noted);
    GapsView {
        capabilities: by_capability,
        clients: by_client,
        noted: noted.map(|cell| cell_ref(scene, cell)).collect(),
        missing,
    }
}

fn cell_ref(scene: &Scene, cell: &Cell) -> CellRef {
    let link = scene.link(Subject::Cell(cell.client, cell.capability));
    CellRef { link, client: cell.client, capability: cell.capability }
}
