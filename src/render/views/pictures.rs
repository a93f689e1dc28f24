//! Small pictures: the matrix on the home page, the neighbourhood of a note, the life of a capability.
//! Each has words beside it that say the same; nothing is decided here.
//!
//! A picture is shapes of whole units by class; it must not know sizes or colours.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Serialize;

use crate::catalog::{NoteIx, Subject, Target, Verdict};
use crate::note::Status;

use super::{CountView, LifeStep, Scene, count};

/// The matrix in small: a row for each client, a column for each capability.
#[derive(Debug, Serialize)]
pub struct MiniView {
    /// The matrix itself.
    pub href: String,
    /// How many columns.
    pub width: usize,
    /// How many rows.
    pub height: usize,
    /// The cells that are known, a shape for each verdict.
    pub shapes: Vec<ShapeView>,
    /// How many cells have each verdict; unknown and n/a left out.
    pub counts: Vec<CountView>,
    /// One sentence that says what is to be seen.
    pub text: String,
}

/// Cells of one verdict.
#[derive(Debug, Serialize)]
pub struct ShapeView {
    /// `yes`, `na`, …
    pub class: &'static str,
    /// The path of an SVG shape.
    pub path: String,
}

/// The notes around a note.
#[derive(Debug, Serialize)]
pub struct NeighbourhoodView {
    /// Those that lead here.
    pub before: Vec<NeighbourView>,
    /// Those that it leads to.
    pub after: Vec<NeighbourView>,
    /// How many lead here.
    pub from: usize,
    /// How many it leads to.
    pub to: usize,
    /// The height of the picture.
    pub height: usize,
    /// The middle of it.
    pub middle: usize,
    /// One sentence that says what is to be seen.
    pub text: String,
}

/// A note in the picture.
#[derive(Debug, Serialize)]
pub struct NeighbourView {
    /// Its status.
    pub class: &'static str,
    /// How far down.
    pub y: usize,
}

/// A capability's life as a line over the revisions; every place is a percentage of its length.
#[derive(Debug, Serialize)]
pub struct LifeView {
    /// The stretches of the line, from the first revision on.
    pub spans: Vec<LifeSpan>,
    /// The revisions in order, each a mark on the line.
    pub marks: Vec<LifeMark>,
    /// The id of the first revision.
    pub first: String,
    /// The id of the last one; absent where there is one alone.
    pub last: Option<String>,
}

/// A stretch of a life.
#[derive(Debug, Serialize)]
pub struct LifeSpan {
    /// `absent`, `present`, `deprecated`
    pub class: &'static str,
    /// Where it begins.
    pub from: String,
    /// Where it ends.
    pub to: String,
}

/// A revision on the line of a life.
#[derive(Debug, Serialize)]
pub struct LifeMark {
    /// `introduced`, `deprecated`, `removed` where the revision changes the life, else `tick`.
    pub class: &'static str,
    /// Where it stands.
    pub at: String,
}

/// Returns the matrix in small; nothing while no cell is known.
pub fn mini(scene: &Scene) -> Option<MiniView> {
    let mut shapes: BTreeMap<Verdict, (usize, String)> = BTreeMap::new();
    for client in 0..scene.clients.len() {
        for capability in 0..scene.capabilities.len() {
            let verdict = scene.cells.verdict(client, capability);
            if !matches!(verdict, Verdict::Unknown | Verdict::NotApplicable) {
                let (count, path) = shapes.entry(verdict).or_default();
                *count += 1;
                let _ = write!(path, "M{capability} {client}h.8v.8h-.8z");
            }
        }
    }
    let known: usize = shapes.values().map(|(count, _)| count).sum();
    let noted = shapes.get(&Verdict::Noted).map_or(0, |(count, _)| *count);
    let spoken_of = if noted == 0 { String::new() } else { format!(", and notes speak of {noted} more") };
    let (width, height) = (scene.capabilities.len(), scene.clients.len());
    let counts = shapes.iter().map(|(verdict, (count, _))| CountView {
        verdict: (*verdict).into(),
        count: *count,
        percent: (count * 100).checked_div(known).unwrap_or(0),
    });
    (known > 0).then(|| MiniView {
        href: scene.link(Subject::Matrix).href.clone(),
        width,
        height,
        counts: counts.collect(),
        shapes: shapes
            .iter()
            .map(|(verdict, (_, path))| ShapeView { class: verdict.class(), path: path.clone() })
            .collect(),
        text: format!(
            "{} of {} cells have evidence{spoken_of}: {} by {}",
            scene.cells.decided(),
            width * height,
            count(height, "client", "clients"),
            count(width, "capability", "capabilities"),
        ),
    })
}

/// How many notes are drawn on each side.
const MOST: usize = 9;

/// Returns the notes around a note; nothing if there are none.
pub fn neighbourhood(scene: &Scene, note: NoteIx) -> Option<NeighbourhoodView> {
    let subject = Subject::Note(note);
    let as_note = |subject: &Subject| match subject {
        Subject::Note(i) if *i != note => Some(*i),
        _ => None,
    };
    let backlinks = scene.backlinks.get(&subject).map_or(&[][..], Vec::as_slice);
    let from: BTreeSet<NoteIx> = backlinks.iter().filter_map(|backlink| as_note(&backlink.from)).collect();
    let resolved = scene.resolved.get(&subject).map_or(&[][..], |resolved| &resolved.links);
    let linked = resolved.iter().filter_map(|target| match target {
        Target::Page(subject, _) => as_note(subject),
        _ => None,
    });
    let related = scene.facets[note].related.iter().flatten().copied();
    let to: BTreeSet<NoteIx> = linked.chain(related).collect();
    if from.is_empty() && to.is_empty() {
        return None;
    }
    let rows = from.len().max(to.len()).min(MOST);
    let side = |notes: &BTreeSet<NoteIx>| -> Vec<NeighbourView> {
        let drawn = notes.len().min(MOST);
        let top = (rows - drawn) * 6 + 6;
        let view = |(i, note): (usize, &NoteIx)| {
            let status: Status = scene.notes[*note].meta.status;
            NeighbourView { class: status.word(), y: top + i * 12 }
        };
        notes.iter().take(MOST).enumerate().map(view).collect()
    };
    let words = |n: usize, one: &str, many: &str| match n {
        0 => format!("no note {one}"),
        1 => format!("1 note {one}"),
        n => format!("{n} notes {many}"),
    };
    Some(NeighbourhoodView {
        before: side(&from),
        after: side(&to),
        from: from.len(),
        to: to.len(),
        height: rows * 12,
        middle: rows * 6,
        text: format!(
            "{}; it leads to {}",
            words(from.len(), "leads here", "lead here"),
            count(to.len(), "note", "notes")
        ),
    })
}

/// Returns a life as a line; nothing where it is not known.
pub fn life(steps: &[LifeStep]) -> Option<LifeView> {
    let at = |step: usize| {
        let tenths = step * 1000 / steps.len();
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    let state = |step: usize| match steps[step].state {
        "introduced" => "present",
        "removed" => "absent",
        other => other,
    };
    let is_change = |step: &usize| *step == 0 || state(*step) != state(*step - 1);
    let changes: Vec<usize> = (0..steps.len()).filter(is_change).collect();
    let ends = changes.iter().skip(1).copied().chain([steps.len()]);
    let spans =
        changes.iter().zip(ends).map(|(from, to)| LifeSpan { class: state(*from), from: at(*from), to: at(to) });
    let marks = (0..steps.len()).map(|step| {
        let class = match steps[step].state {
            "present" | "absent" => "tick",
            "deprecated" if !is_change(&step) => "tick",
            event => event,
        };
        LifeMark { class, at: at(step) }
    });
    let name = |step: &LifeStep| step.revision.title.clone();
    Some(LifeView {
        first: name(steps.first()?),
        last: steps[1..].last().map(name),
        spans: spans.collect(),
        marks: marks.collect(),
    })
}
