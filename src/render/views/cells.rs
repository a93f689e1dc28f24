//! Verdicts as pages show them: in the matrix and in the tables of clients and capabilities.
//!
//! Every verdict comes with a glyph, a word and a class, never as colour alone, and with a link to its
//! reasons. The reasons are `catalog::cells::trace`'s words; nothing is decided here.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Serialize;

use crate::catalog::cells::sentence::differences;
use crate::catalog::{Cell, Subject, Verdict};
use crate::plan::cells_file;

use super::{Link, Prepared, Scene};

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
    pub verdict: Prepared<VerdictView>,
    /// Its page; absent where no note speaks of it.
    pub href: Option<String>,
    /// The oldest deciding claim was verified too long ago.
    pub stale: bool,
    /// `YYYY-MM-DD` of that verification.
    pub verified: Option<String>,
    /// Where a mixed verdict holds: `supported in its CLI, but not in its app`.
    pub differences: Option<String>,
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
    /// The same as a table, in CSV.
    pub csv: String,
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
    pub verdict: Prepared<VerdictView>,
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
    /// How many of its rows have each verdict.
    pub counts: Vec<CountView>,
    /// Capabilities of which notes speak.
    pub rows: Vec<SupportRow>,
    /// Capabilities without evidence.
    pub gaps: Vec<Link>,
}

/// How many cells have a verdict.
#[derive(Debug, Clone, Serialize)]
pub struct CountView {
    /// The verdict.
    pub verdict: Prepared<VerdictView>,
    /// How many.
    pub count: usize,
    /// Of a hundred, rounded down.
    pub percent: usize,
}

impl From<Verdict> for Prepared<VerdictView> {
    fn from(verdict: Verdict) -> Prepared<VerdictView> {
        static ALL: OnceLock<Vec<Prepared<VerdictView>>> = OnceLock::new();
        let view = |verdict: &Verdict| {
            Prepared::new(VerdictView { word: verdict.word(), class: verdict.class(), glyph: verdict.glyph() })
        };
        let all = ALL.get_or_init(|| Verdict::ALL.iter().map(view).collect());
        let index = Verdict::ALL.iter().position(|other| *other == verdict).expect("all are there");
        all[index].clone()
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
        differences: differences(scene, client, capability, revision),
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
                capability: scene.link(Subject::Capability(capability)).clone(),
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
                link: scene.link(Subject::Capability(capability)).clone(),
                cell: cell(scene, client, capability, revision),
                notes: scene.cells.get(client, capability).map_or(0, |cell| cell.notes.len()),
            })
            .filter(|row| row.cell.verdict.word != Verdict::Unknown.word())
            .collect();
        MatrixClient {
            client: scene.link(Subject::Client(client)).clone(),
            unknown: scene.capabilities.len() - cells.len(),
            cells,
        }
    });
    let others = std::iter::once(Subject::Matrix).chain((0..scene.revisions.len()).map(Subject::MatrixAt));
    MatrixView {
        revision: revision.map(|i| scene.link(Subject::Revision(i)).clone()),
        clients: (0..scene.clients.len()).map(|i| scene.link(Subject::Client(i)).clone()).collect(),
        by_client: by_client.collect(),
        legend: Verdict::ALL
            .iter()
            .map(|verdict| LegendView {
                verdict: (*verdict).into(),
                meaning: match (verdict, revision) {
                    (Verdict::NotApplicable, None) => {
                        "The current revision does not have it, and no claim tells of another."
                    }
                    _ => verdict.meaning(),
                },
                count: counts.get(verdict).copied().unwrap_or(0),
            })
            .collect(),
        others: others.map(|subject| scene.link(subject).clone()).collect(),
        csv: scene.site.base.file_href(&cells_file(scene, revision)),
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
                    rows.push(SupportRow { link: link.clone(), cell, notes: known.notes.len() });
                }
                None if scene.cells.verdict(client, capability) != Verdict::NotApplicable => gaps.push(link.clone()),
                None => {}
            }
        }
        let counts = tally(rows.iter().map(|row| row.cell.verdict.word));
        SupportGroup { id: group.id.clone(), title: group.title.clone(), counts, rows, gaps }
    });
    groups.collect()
}

/// Returns what clients do with a capability: those of which notes speak, by verdict.
pub fn capability_support(scene: &Scene, capability: usize) -> Vec<SupportRow> {
    let mut known: Vec<&Cell> =
        (0..scene.clients.len()).filter_map(|client| scene.cells.get(client, capability)).collect();
    known.sort_by_key(|cell| (cell.verdict, cell.client));
    let row = |known: &Cell| SupportRow {
        link: scene.link(Subject::Client(known.client)).clone(),
        cell: cell(scene, known.client, capability, None),
        notes: known.notes.len(),
    };
    known.into_iter().map(row).collect()
}

/// Returns how many of a client's cells have each verdict that any has; unknown and n/a left out.
pub fn counts(scene: &Scene, client: usize) -> Vec<CountView> {
    let known = scene.cells.of_client(client).map(|cell| cell.verdict);
    tally(known.filter(|verdict| !matches!(verdict, Verdict::Unknown | Verdict::NotApplicable)).map(Verdict::word))
}

/// Returns how often each verdict stands in a list of their words, in the order of legends.
pub fn tally(words: impl Iterator<Item = &'static str>) -> Vec<CountView> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    words.for_each(|word| *counts.entry(word).or_default() += 1);
    let total: usize = counts.values().sum();
    let view = |verdict: &Verdict| {
        let count = *counts.get(verdict.word())?;
        Some(CountView { verdict: (*verdict).into(), count, percent: count * 100 / total })
    };
    Verdict::ALL.iter().filter_map(view).collect()
}
