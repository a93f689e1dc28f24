//! Verdicts as pages show them: in the matrix, on a cell's own page, in the tables of clients,
//! capabilities and revisions, and in the queues of what to look at next.
//!
//! Every verdict comes with a glyph, a word and a class, never as colour alone, and with a link to its
//! reasons. The reasons are `catalog::cells::trace`'s words; nothing is decided here.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use crate::catalog::cells::trace::{self, Trace};
use crate::catalog::{Cell, ClaimRef, NoteIx, Subject, Verdict};
use crate::note::Status;
use crate::plan::badge_file;

use super::note::{CitationView, citation};
use super::{Link, Row, Scene, StatusRef, status_ref};

/// A verdict.
#[derive(Debug, Clone, Serialize)]
pub struct VerdictView {
    /// `yes`, `partial`, `no`, `mixed`, `disputed`, `noted`, `unknown`, `n/a`
    pub word: &'static str,
    /// The word as it may stand in a class: `na` for `n/a`.
    pub class: &'static str,
    /// One character.
    pub glyph: &'static str,
}

/// A cell of a table.
#[derive(Debug, Clone, Serialize)]
pub struct CellView {
    /// What it comes to.
    pub verdict: VerdictView,
    /// Its page; absent where no note speaks of it.
    pub href: Option<String>,
    /// The oldest deciding claim was verified too long ago.
    pub stale: bool,
    /// `YYYY-MM-DD` of that verification.
    pub verified: Option<String>,
}

/// The matrix: capabilities as rows, clients as columns.
#[derive(Debug, Serialize)]
pub struct MatrixView {
    /// The revision that it is of; absent for the one over all.
    pub revision: Option<Link>,
    /// The columns.
    pub clients: Vec<Link>,
    /// The rows, in groups.
    pub groups: Vec<MatrixGroup>,
    /// The same by client, for narrow screens: only cells that are known.
    pub by_client: Vec<MatrixClient>,
    /// What each verdict means, and how often it stands here.
    pub legend: Vec<LegendView>,
    /// The matrices of single revisions, and the one over all.
    pub others: Vec<Link>,
}

/// A group of rows.
#[derive(Debug, Serialize)]
pub struct MatrixGroup {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Its rows.
    pub rows: Vec<MatrixRow>,
}

/// A row: a capability and what each client does with it, in the order of the columns.
#[derive(Debug, Serialize)]
pub struct MatrixRow {
    /// The capability.
    pub capability: Link,
    /// One for each client.
    pub cells: Vec<CellView>,
}

/// What is known of one client.
#[derive(Debug, Serialize)]
pub struct MatrixClient {
    /// The client.
    pub client: Link,
    /// Its known cells.
    pub cells: Vec<SupportRow>,
    /// How many of its cells are unknown.
    pub unknown: usize,
}

/// A verdict of the legend.
#[derive(Debug, Serialize)]
pub struct LegendView {
    /// The verdict.
    pub verdict: VerdictView,
    /// One sentence.
    pub meaning: &'static str,
    /// How many cells have it.
    pub count: usize,
}

/// A row of a client's or capability's table: the other side, and the verdict.
#[derive(Debug, Clone, Serialize)]
pub struct SupportRow {
    /// The capability on a client's page, the client on a capability's.
    pub link: Link,
    /// What it comes to.
    pub cell: CellView,
    /// How many notes speak of it.
    pub notes: usize,
}

/// A group of a client's table.
#[derive(Debug, Serialize)]
pub struct SupportGroup {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Capabilities of which notes speak.
    pub rows: Vec<SupportRow>,
    /// Capabilities without evidence.
    pub gaps: Vec<Link>,
}

/// How many cells have a verdict.
#[derive(Debug, Clone, Serialize)]
pub struct CountView {
    /// The verdict.
    pub verdict: VerdictView,
    /// How many.
    pub count: usize,
    /// Of a hundred, rounded down.
    pub percent: usize,
}

/// A cell's own page.
#[derive(Debug, Serialize)]
pub struct CellPageView {
    /// The client.
    pub client: Link,
    /// The capability.
    pub capability: Link,
    /// Its id.
    pub capability_id: String,
    /// Its place in the specification.
    pub spec: Option<String>,
    /// What it comes to.
    pub cell: CellView,
    /// The verdict in a sentence.
    pub sentence: String,
    /// By revision, surface and versions.
    pub breakdown: Vec<BreakdownRow>,
    /// How the verdict came about.
    pub steps: Vec<StepView>,
    /// Every claim, live ones first.
    pub claims: Vec<ClaimView>,
    /// What each revision's own matrix says.
    pub revisions: Vec<SupportRow>,
    /// The notes that speak of it.
    pub notes: Vec<Row>,
    /// Its badge, and its badge's address.
    pub badge: String,
}

/// A line of the breakdown.
#[derive(Debug, Serialize)]
pub struct BreakdownRow {
    /// The revision.
    pub revision: Link,
    /// The surface's name; absent where surfaces are not told apart.
    pub surface: Option<String>,
    /// In the author's words.
    pub versions: Option<String>,
    /// What it comes to.
    pub verdict: VerdictView,
    /// The claim that decides; absent where no claim speaks.
    pub by: Option<ClaimLink>,
}

/// A step of the trace.
#[derive(Debug, Serialize)]
pub struct StepView {
    /// The rule, in a word or two.
    pub rule: &'static str,
    /// What came of it.
    pub text: String,
    /// The claims that it speaks of.
    pub claims: Vec<ClaimLink>,
}

/// A link to a claim on its note's page.
#[derive(Debug, Clone, Serialize)]
pub struct ClaimLink {
    /// `claim 2 of cline-hand-rolls-stdio-in-its-cli`
    pub title: String,
    /// With the claim's anchor.
    pub href: String,
}

/// A claim.
#[derive(Debug, Serialize)]
pub struct ClaimView {
    /// From 1, within its note.
    pub number: usize,
    /// Its id on the note's page.
    pub anchor: String,
    /// Its place on the note's page.
    pub href: String,
    /// The note.
    pub note: Link,
    /// The note's status.
    pub status: StatusRef,
    /// Whether it counts.
    pub live: bool,
    /// The client.
    pub client: Link,
    /// The capability.
    pub capability: Link,
    /// The page of the cell that it feeds.
    pub cell: String,
    /// Yes, partial or no.
    pub support: VerdictView,
    /// The surface's name; absent where it speaks for all.
    pub surface: Option<String>,
    /// The revisions that it speaks of.
    pub revisions: Vec<Link>,
    /// In the author's words.
    pub versions: Option<String>,
    /// How it was found out.
    pub method: &'static str,
    /// `YYYY-MM-DD` of the note's verification.
    pub verified: String,
    /// What else must be said.
    pub text: Option<String>,
    /// The sources that bear it.
    pub sources: Vec<CitationView>,
}

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
    /// Its page.
    pub link: Link,
    /// The steps in which the dispute shows.
    pub reasons: Vec<String>,
}

/// A disputed note.
#[derive(Debug, Serialize)]
pub struct DisputedNote {
    /// The note.
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
    pub noted: Vec<Link>,
    /// Ids that `related` names and no note has, with the notes that name them.
    pub missing: Vec<MissingView>,
}

/// How much is known of a capability or client.
#[derive(Debug, Serialize)]
pub struct GapRow {
    /// The capability or client.
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
    pub named_by: Vec<Link>,
}

impl From<Verdict> for VerdictView {
    fn from(verdict: Verdict) -> VerdictView {
        VerdictView { word: verdict.word(), class: verdict.class(), glyph: verdict.glyph() }
    }
}

/// Returns a cell as tables show it: over all revisions, or at one.
pub fn cell(scene: &Scene, client: usize, capability: usize, revision: Option<usize>) -> CellView {
    let known = scene.cells.get(client, capability);
    let verdict = match revision {
        None => scene.cells.verdict(client, capability),
        Some(revision) => scene.cells.verdict_at(client, capability, revision, &scene.facets),
    };
    let parts = known.iter().flat_map(|cell| &cell.parts);
    let verified = scene
        .verified(parts.filter(|part| revision.is_none_or(|revision| part.revision == revision)))
        .filter(|_| verdict != Verdict::NotApplicable);
    CellView {
        verdict: verdict.into(),
        href: known.map(|_| scene.link(Subject::Cell(client, capability)).href.clone()),
        stale: verified.is_some_and(|day| scene.is_stale(day)),
        verified: verified.map(|day| day.to_string()),
    }
}

/// Returns the matrix over all revisions, or of one.
pub fn matrix(scene: &Scene, revision: Option<usize>) -> MatrixView {
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    let groups = scene.groups.iter().map(|group| MatrixGroup {
        id: group.id.clone(),
        title: group.title.clone(),
        rows: group
            .capabilities
            .clone()
            .map(|capability| MatrixRow {
                capability: scene.link(Subject::Capability(capability)),
                cells: (0..scene.clients.len()).map(|client| cell(scene, client, capability, revision)).collect(),
            })
            .collect(),
    });
    let groups: Vec<MatrixGroup> = groups.collect();
    for cell in groups.iter().flat_map(|group| &group.rows).flat_map(|row| &row.cells) {
        let verdict = Verdict::ALL.iter().find(|verdict| verdict.word() == cell.verdict.word);
        *counts.entry(*verdict.unwrap_or(&Verdict::Unknown)).or_default() += 1;
    }
    let by_client = (0..scene.clients.len()).map(|client| {
        let cells: Vec<SupportRow> = (0..scene.capabilities.len())
            .filter(|capability| scene.cells.get(client, *capability).is_some())
            .map(|capability| SupportRow {
                link: scene.link(Subject::Capability(capability)),
                cell: cell(scene, client, capability, revision),
                notes: scene.cells.get(client, capability).map_or(0, |cell| cell.notes.len()),
            })
            .filter(|row| row.cell.verdict.word != Verdict::Unknown.word())
            .collect();
        MatrixClient {
            client: scene.link(Subject::Client(client)),
            unknown: scene.capabilities.len() - cells.len(),
            cells,
        }
    });
    let others = std::iter::once(Subject::Matrix).chain((0..scene.revisions.len()).map(Subject::MatrixAt));
    MatrixView {
        revision: revision.map(|i| scene.link(Subject::Revision(i))),
        clients: (0..scene.clients.len()).map(|i| scene.link(Subject::Client(i))).collect(),
        by_client: by_client.collect(),
        legend: Verdict::ALL
            .iter()
            .map(|verdict| LegendView {
                verdict: (*verdict).into(),
                meaning: verdict.meaning(),
                count: counts.get(verdict).copied().unwrap_or(0),
            })
            .collect(),
        others: others.map(|subject| scene.link(subject)).collect(),
        groups,
    }
}

/// Returns what a client does, group by group.
pub fn client_support(scene: &Scene, client: usize) -> Vec<SupportGroup> {
    let groups = scene.groups.iter().map(|group| {
        let (mut rows, mut gaps) = (Vec::new(), Vec::new());
        for capability in group.capabilities.clone() {
            let link = scene.link(Subject::Capability(capability));
            match scene.cells.get(client, capability) {
                Some(known) => {
                    let cell = cell(scene, client, capability, None);
                    rows.push(SupportRow { link, cell, notes: known.notes.len() });
                }
                None if scene.cells.verdict(client, capability) != Verdict::NotApplicable => gaps.push(link),
                None => {}
            }
        }
        SupportGroup { id: group.id.clone(), title: group.title.clone(), rows, gaps }
    });
    groups.collect()
}

/// Returns what clients do with a capability: those of which notes speak, by verdict.
pub fn capability_support(scene: &Scene, capability: usize) -> Vec<SupportRow> {
    let mut known: Vec<&Cell> =
        (0..scene.clients.len()).filter_map(|client| scene.cells.get(client, capability)).collect();
    known.sort_by_key(|cell| (cell.verdict, cell.client));
    let row = |known: &Cell| SupportRow {
        link: scene.link(Subject::Client(known.client)),
        cell: cell(scene, known.client, capability, None),
        notes: known.notes.len(),
    };
    known.into_iter().map(row).collect()
}

/// Returns how many of a client's cells have each verdict that any has; unknown and n/a left out.
pub fn counts(scene: &Scene, client: usize) -> Vec<CountView> {
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    for capability in 0..scene.capabilities.len() {
        if let Some(cell) = scene.cells.get(client, capability) {
            *counts.entry(cell.verdict).or_default() += 1;
        }
    }
    counts.retain(|verdict, _| !matches!(verdict, Verdict::Unknown | Verdict::NotApplicable));
    let total: usize = counts.values().sum();
    let view = |(verdict, count): (Verdict, usize)| CountView {
        verdict: verdict.into(),
        count,
        percent: (count * 100).checked_div(total).unwrap_or(0),
    };
    counts.into_iter().map(view).collect()
}

/// Returns a cell's own page.
pub fn cell_page(scene: &Scene, client: usize, capability: usize) -> CellPageView {
    let known = scene.cells.get(client, capability).expect("only cells with a note have a page");
    let Trace { sentence, steps, .. } = trace::trace(scene, client, capability, None);
    let live = known.claims();
    let claims = live.iter().chain(&known.aside).map(|it| claim(scene, *it)).collect();
    let thing = &scene.capabilities[capability].thing;
    CellPageView {
        client: scene.link(Subject::Client(client)),
        capability: scene.link(Subject::Capability(capability)),
        capability_id: thing.id.clone(),
        spec: thing.spec.clone(),
        cell: cell(scene, client, capability, None),
        sentence,
        breakdown: breakdown(scene, known),
        steps: steps
            .into_iter()
            .map(|step| StepView {
                rule: step.rule,
                text: step.text,
                claims: step.claims.into_iter().map(|it| claim_link(scene, it)).collect(),
            })
            .collect(),
        claims,
        revisions: (0..scene.revisions.len())
            .map(|revision| SupportRow {
                link: scene.link(Subject::Revision(revision)),
                cell: cell(scene, client, capability, Some(revision)),
                notes: 0,
            })
            .collect(),
        notes: known.notes.iter().map(|note| scene.row(*note)).collect(),
        badge: scene.site.base.file_href(&badge_file(scene, client, capability, "svg")),
    }
}

fn breakdown(scene: &Scene, cell: &Cell) -> Vec<BreakdownRow> {
    let client = &scene.clients[cell.client].thing;
    let name = |id: &str| {
        let surface = client.surfaces.iter().find(|surface| surface.id == id);
        surface.map_or_else(|| id.to_owned(), |surface| surface.title.clone())
    };
    cell.lines()
        .into_iter()
        .map(|line| BreakdownRow {
            revision: scene.link(Subject::Revision(line.revision)),
            surface: line.surface.map(name),
            versions: line.part.and_then(|part| part.versions.clone()),
            verdict: line.verdict().into(),
            by: line.part.map(|part| claim_link(scene, part.winner)),
        })
        .collect()
}

fn claim_link(scene: &Scene, it: ClaimRef) -> ClaimLink {
    let note = &scene.notes[it.note];
    let claim = scene.claim(it);
    ClaimLink {
        title: format!("claim {} of {}", claim.index + 1, note.id()),
        href: format!("{}#{}", scene.link(Subject::Note(it.note)).href, claim.anchor),
    }
}

/// Returns the claims of a note.
pub fn claims(scene: &Scene, note: NoteIx) -> Vec<ClaimView> {
    (0..scene.notes[note].meta.claims.len()).map(|claim| self::claim(scene, ClaimRef { note, claim })).collect()
}

/// Returns a claim.
pub fn claim(scene: &Scene, it: ClaimRef) -> ClaimView {
    let claim = scene.claim(it);
    let meta = &scene.notes[it.note].meta;
    let client = scene.clients.iter().position(|term| term.thing.id == claim.client).unwrap_or(0);
    let capability = scene.capabilities.iter().position(|term| term.thing.id == claim.capability).unwrap_or(0);
    let revision = |id: &String| scene.revisions.iter().position(|term| term.thing.id == *id);
    let surface = claim.surface.as_ref().map(|id| {
        let declared = scene.clients[client].thing.surfaces.iter().find(|surface| surface.id == *id);
        declared.map_or_else(|| id.clone(), |surface| surface.title.clone())
    });
    let note = scene.link(Subject::Note(it.note));
    ClaimView {
        number: claim.index + 1,
        anchor: claim.anchor.clone(),
        href: format!("{}#{}", note.href, claim.anchor),
        note,
        status: status_ref(scene, meta.status),
        live: meta.status.is_live(),
        client: scene.link(Subject::Client(client)),
        capability: scene.link(Subject::Capability(capability)),
        cell: scene.link(Subject::Cell(client, capability)).href.clone(),
        support: Verdict::from(claim.support).into(),
        surface,
        revisions: claim.revisions.iter().filter_map(revision).map(|i| scene.link(Subject::Revision(i))).collect(),
        versions: claim.versions.clone(),
        method: claim.method.word(),
        verified: meta.last_verified.to_string(),
        text: claim.note.clone(),
        sources: claim.sources.iter().filter_map(|i| Some(citation(scene, *i, meta.sources.get(*i)?))).collect(),
    }
}

/// Returns the notes that were verified too long ago, the oldest first.
pub fn stale(scene: &Scene) -> StaleView {
    let mut decides: BTreeMap<NoteIx, usize> = BTreeMap::new();
    for cell in scene.cells.known() {
        let winners: std::collections::BTreeSet<NoteIx> = cell.parts.iter().map(|part| part.winner.note).collect();
        for note in winners {
            *decides.entry(note).or_default() += 1;
        }
    }
    let mut notes: Vec<NoteIx> = (0..scene.notes.len()).filter(|i| scene.notes[*i].meta.stale).collect();
    let decided = |note: &NoteIx| decides.get(note).copied().unwrap_or(0);
    notes.sort_by_key(|note| (scene.notes[*note].meta.last_verified, Reverse(decided(note)), *note));
    let row = |note: NoteIx| StaleRow { decides: decided(&note), row: scene.row(note) };
    StaleView { notes: notes.into_iter().map(row).collect(), limit: scene.site.stale_after }
}

/// Returns what other evidence speaks against, the most contested first.
pub fn disputed(scene: &Scene) -> DisputedView {
    let mut cells: Vec<&Cell> = scene.cells.known().filter(|cell| cell.verdict == Verdict::Disputed).collect();
    cells.sort_by_key(|cell| (Reverse(cell.claims().len()), cell.client, cell.capability));
    let cells = cells.into_iter().map(|cell| {
        let steps = trace::trace(scene, cell.client, cell.capability, None).steps;
        let reasons = steps.into_iter().map(|step| step.text).filter(|text| text.contains("is disputed by"));
        DisputedCell { link: scene.link(Subject::Cell(cell.client, cell.capability)), reasons: reasons.collect() }
    });
    let notes = scene.newest.iter().copied().filter(|i| scene.notes[*i].meta.status == Status::Disputed);
    let notes = notes.map(|i| DisputedNote {
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
    let row = |subject: Subject, cells: Vec<Verdict>| GapRow {
        link: scene.link(subject),
        known: cells.iter().filter(|verdict| known(**verdict)).count(),
        of: cells.iter().filter(|verdict| **verdict != Verdict::NotApplicable).count(),
    };
    let (clients, capabilities) = (scene.clients.len(), scene.capabilities.len());
    let column = |capability| (0..clients).map(|client| scene.cells.verdict(client, capability)).collect();
    let line = |client| (0..capabilities).map(|capability| scene.cells.verdict(client, capability)).collect();
    let mut by_capability: Vec<GapRow> =
        (0..capabilities).map(|capability| row(Subject::Capability(capability), column(capability))).collect();
    let mut by_client: Vec<GapRow> = (0..clients).map(|client| row(Subject::Client(client), line(client))).collect();
    for rows in [&mut by_capability, &mut by_client] {
        rows.retain(|row| row.known < row.of);
        rows.sort_by_key(|row| row.known);
    }
    let mut missing: BTreeMap<&str, Vec<Link>> = BTreeMap::new();
    for (i, facets) in scene.facets.iter().enumerate() {
        for (named, other) in scene.notes[i].meta.related.iter().zip(&facets.related) {
            if other.is_none() {
                missing.entry(&named.id).or_default().push(scene.link(Subject::Note(i)));
            }
        }
    }
    let mut missing: Vec<MissingView> =
        missing.into_iter().map(|(id, named_by)| MissingView { id: id.to_owned(), named_by }).collect();
    missing.sort_by_key(|missing| Reverse(missing.named_by.len()));
    let noted = scene.cells.known().filter(|cell| cell.verdict == Verdict::Noted);
    GapsView {
        capabilities: by_capability,
        clients: by_client,
        noted: noted.map(|cell| scene.link(Subject::Cell(cell.client, cell.capability))).collect(),
        missing,
    }
}
