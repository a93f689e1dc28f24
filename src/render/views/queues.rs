//! The queues of what to look at next: what is stale, disputed, missing; what matters most first.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::Serialize;

use crate::catalog::cells::trace;
use crate::catalog::{Cell, NoteIx, Subject, Verdict};
use crate::plan::{page_route, page_rows, part, within};
use crate::route::encode_fragment;

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
    /// What its capability is called, as HTML.
    pub title_html: String,
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
    /// Capabilities of the current revision by how few clients are known, the least known first; on
    /// the first part.
    pub capabilities: Vec<GapRow>,
    /// Clients by how few capabilities are known, the least known first; on the first part.
    pub clients: Vec<GapRow>,
    /// Cells of this part of which notes speak without claiming anything, by client.
    pub noted: Vec<NotedGroup>,
    /// Ids of this part that `related` names and no note has, with the notes that name them.
    pub missing: Vec<MissingView>,
    /// The sections of all parts.
    pub sections: Vec<PlaceView>,
    /// The clients with noted cells, on the first part of several.
    pub index: Vec<PlaceView>,
}

/// A place on a page, in a list at its top.
#[derive(Debug, Serialize)]
pub struct PlaceView {
    /// What stands there.
    pub title: String,
    /// How many.
    pub count: usize,
    /// Where it is.
    pub href: String,
}

/// A client's cells of which notes speak without claiming anything.
#[derive(Debug, Serialize)]
pub struct NotedGroup {
    /// The client.
    pub client: Link,
    /// The id of its heading.
    pub anchor: String,
    /// How many it has on all parts.
    pub count: usize,
    /// Those of this part.
    pub cells: Vec<CellRef>,
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
    let row = |note: NoteIx| StaleRow { note, decides: decided(&note), row: scene.row(note).clone() };
    StaleView { notes: notes.into_iter().map(row).collect(), limit: scene.site.stale_after }
}

/// Returns one part of what other evidence speaks against, the most contested first; or all of it.
pub fn disputed(scene: &Scene, number: Option<usize>) -> DisputedView {
    let (cells, notes) = (scene.disputed_cells(), scene.disputed_notes());
    let within = shown(Subject::Disputed, &[cells.len(), notes.len()], number);
    let cells = cells[within[0].clone()].iter().map(|cell| {
        let steps = trace::trace(scene, cell.client, cell.capability, None).steps;
        let reasons = steps.into_iter().map(|step| step.text).filter(|text| text.contains("is disputed by"));
        DisputedCell { cell: cell_ref(scene, cell), reasons: reasons.collect() }
    });
    let notes = notes[within[1].clone()].iter().copied();
    let notes = notes.map(|i| DisputedNote {
        note: i,
        row: scene.row(i).clone(),
        reason: scene.notes[i].meta.status_reason.clone(),
        contradicts: crate::catalog::Successions::of(&scene.successions.contradicts, i)
            .iter()
            .map(|other| scene.link(Subject::Note(*other)).clone())
            .collect(),
    });
    DisputedView { cells: cells.collect(), notes: notes.collect() }
}

/// Returns which rows of lists that follow each other stand on one part of a page; or all of them.
fn shown(subject: Subject, lists: &[usize], number: Option<usize>) -> Vec<Range<usize>> {
    let total = lists.iter().sum();
    let part = number.map_or(0..total, |number| part(subject, total, number));
    let mut before = 0;
    let rows = |length: &usize| {
        let rows = within(&part, before, *length);
        before += length;
        rows
    };
    lists.iter().map(rows).collect()
}

/// Returns one part of what no note tells, the largest gaps first; or all of it.
pub fn gaps(scene: &Scene, number: Option<usize>) -> GapsView {
    let known = |verdict: Verdict| !matches!(verdict, Verdict::Unknown | Verdict::Noted | Verdict::NotApplicable);
    let row = |subject: Subject, index: usize, cells: Vec<Verdict>| GapRow {
        index,
        link: scene.link(subject).clone(),
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
    let (capabilities_left, clients_left) = (by_capability.len(), by_client.len());
    let is_first = number.is_none_or(|number| number == 1);
    if !is_first {
        by_capability.clear();
        by_client.clear();
    }
    let (noted, missing) = (scene.noted(), scene.missing());
    let within = shown(Subject::Gaps, &[noted.len(), missing.len()], number);
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    noted.iter().for_each(|cell| *counts.entry(cell.client).or_default() += 1);
    let groups = noted[within[0].clone()].chunk_by(|a, b| a.client == b.client).map(|cells| NotedGroup {
        client: scene.link(Subject::Client(cells[0].client)).clone(),
        anchor: noted_anchor(cells[0].client),
        count: counts[&cells[0].client],
        cells: cells.iter().map(|cell| cell_ref(scene, cell)).collect(),
    });
    let place = |title: &str, count: usize, row: usize, anchor: &str| PlaceView {
        title: title.to_owned(),
        count,
        href: at_row(scene, Subject::Gaps, row, anchor),
    };
    let sections = [
        place("Noted, without a claim", noted.len(), 0, "ui-noted"),
        place("Named, not written", missing.len(), noted.len(), "ui-missing"),
        place("Clients", clients_left, 0, "ui-clients"),
        place("Capabilities", capabilities_left, 0, "ui-capabilities"),
    ];
    let mut row = 0;
    let index = counts.iter().map(|(client, count)| {
        let link = scene.link(Subject::Client(*client));
        let place = place(&link.title, *count, row, &noted_anchor(*client));
        row += count;
        place
    });
    GapsView {
        noted: groups.collect(),
        missing: missing[within[1].clone()]
            .iter()
            .map(|it| MissingView {
                id: it.id.to_owned(),
                named_by: it.notes.iter().map(|note| scene.link(Subject::Note(*note)).clone()).collect(),
                notes: it.notes.clone(),
            })
            .collect(),
        sections: sections.into_iter().filter(|section| section.count > 0).collect(),
        index: if is_first { index.collect() } else { Vec::new() },
        capabilities: by_capability,
        clients: by_client,
    }
}

/// Returns the id of the heading over a client's noted cells; its own id may hold what no id may.
fn noted_anchor(client: usize) -> String {
    format!("ui-noted-{}", client + 1)
}

/// Returns the address of an anchor on the part of a list on which a row stands.
pub(super) fn at_row(scene: &Scene, subject: Subject, row: usize, anchor: &str) -> String {
    let route = page_route(&scene.route(subject), row / page_rows(subject) + 1);
    format!("{}#{}", scene.site.base.href(&route), encode_fragment(anchor))
}

fn cell_ref(scene: &Scene, cell: &Cell) -> CellRef {
    let link = scene.link(Subject::Cell(cell.client, cell.capability));
    let title_html = scene.link(Subject::Capability(cell.capability)).title_html.clone();
    CellRef { link: link.clone(), title_html, client: cell.client, capability: cell.capability }
}
