//! Cells: what the notes' claims come to, for each client and capability.
//!
//! No cell is written by hand. The rules, in order:
//!
//! 1. A capability that a revision does not have is *not applicable* there.
//! 2. Only *live* claims count: those of notes that are current or disputed.
//! 3. Claims are parted by revision, by surface and by the versions that they speak of. A claim that
//!    names no surface speaks for all of them; one that names a surface goes before it there, unless
//!    it is the weaker of the two.
//! 4. Within a part the strongest method wins; among equals the note verified last is shown first.
//! 5. A claim of another note with another value, as strong or one step weaker, *disputes* the
//!    winner, unless one of the two notes supersedes the other. A weaker one is kept as "also claimed".
//! 6. The parts that have a claim are rolled up: any disputed, disputed; all alike, that value;
//!    different, mixed.
//!
//! Derivation is pure and linear in claims. It must not know pages, or how a verdict looks.

pub mod sentence;
pub mod trace;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::date::Day;
use crate::note::{Claim, Note, Support};
use crate::registry::{Capability, Client, RevisionStatus};

use super::{Catalog, Facets, NoteIx, Successions, Term};
use crate::registry::Revision;

/// What is known of a client and a capability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Supported.
    Yes,
    /// Supported in part.
    Partial,
    /// Not supported.
    No,
    /// It depends: on the surface, the revision or the version.
    Mixed,
    /// Notes contradict each other.
    Disputed,
    /// Notes speak of it, and none claims anything.
    Noted,
    /// No note speaks of it.
    Unknown,
    /// The revision does not have the capability.
    NotApplicable,
}

impl Verdict {
    /// All verdicts, in the order in which legends show them.
    pub const ALL: &'static [Verdict] = &[
        Verdict::Yes,
        Verdict::Partial,
        Verdict::No,
        Verdict::Mixed,
        Verdict::Disputed,
        Verdict::Noted,
        Verdict::Unknown,
        Verdict::NotApplicable,
    ];

    /// Returns the word for people and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Yes => "yes",
            Verdict::Partial => "partial",
            Verdict::No => "no",
            Verdict::Mixed => "mixed",
            Verdict::Disputed => "disputed",
            Verdict::Noted => "noted",
            Verdict::Unknown => "unknown",
            Verdict::NotApplicable => "n/a",
        }
    }

    /// Returns the word as it may stand in a class or a file name.
    pub fn class(self) -> &'static str {
        match self {
            Verdict::NotApplicable => "na",
            other => other.word(),
        }
    }

    /// Returns the sign that stands for it where there is little room; a word is never far.
    pub fn glyph(self) -> &'static str {
        match self {
            Verdict::Yes => "✓",
            Verdict::Partial => "◐",
            Verdict::No => "✕",
            Verdict::Mixed => "±",
            Verdict::Disputed => "≠",
            Verdict::Noted => "¶",
            Verdict::Unknown => "·",
            Verdict::NotApplicable => "–",
        }
    }

    /// Returns what it means, in one sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Verdict::Yes => "Supported, as the evidence shows.",
            Verdict::Partial => "Supported in part; the claim says what is missing.",
            Verdict::No => "Not supported, as the evidence shows.",
            Verdict::Mixed => "It depends on the surface, the revision or the version.",
            Verdict::Disputed => "Notes contradict each other, and neither takes the other's place.",
            Verdict::Noted => "Notes speak of it, and none claims anything.",
            Verdict::Unknown => "No note speaks of it.",
            Verdict::NotApplicable => "The revision does not have the capability.",
        }
    }
}

impl From<Support> for Verdict {
    fn from(support: Support) -> Verdict {
        match support {
            Support::Yes => Verdict::Yes,
            Support::Partial => Verdict::Partial,
            Support::No => Verdict::No,
        }
    }
}

/// A claim, found again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClaimRef {
    /// The note.
    pub note: NoteIx,
    /// Index into the note's claims.
    pub claim: usize,
}

/// The claims on one revision, surface and version range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Index into the catalog's revisions.
    pub revision: usize,
    /// Absent where no claim of the cell tells surfaces apart.
    pub surface: Option<String>,
    /// In the author's words.
    pub versions: Option<String>,
    /// Yes, partial, no or disputed.
    pub verdict: Verdict,
    /// The claim that decides.
    pub winner: ClaimRef,
    /// Claims of the same value.
    pub agreeing: Vec<ClaimRef>,
    /// Claims that dispute it.
    pub disputing: Vec<ClaimRef>,
    /// Claims of another value that do not dispute it.
    pub also: Vec<ClaimRef>,
}

/// All that is known of a client and a capability.
#[derive(Debug, Clone)]
pub struct Cell {
    /// Index into the catalog's clients.
    pub client: usize,
    /// Index into the catalog's capabilities.
    pub capability: usize,
    /// The notes that name both, newest first.
    pub notes: Vec<NoteIx>,
    /// In order of revision, surface, versions.
    pub parts: Vec<Part>,
    /// The surfaces that claims tell apart; empty where none does.
    pub surfaces: Vec<String>,
    /// Claims of notes that are not live.
    pub aside: Vec<ClaimRef>,
    /// What it comes to over all revisions.
    pub verdict: Verdict,
}

impl Cell {
    /// Returns every live claim of the cell once, in order.
    pub fn claims(&self) -> BTreeSet<ClaimRef> {
        let parts = self.parts.iter();
        parts
            .flat_map(|part| {
                let rest = part.agreeing.iter().chain(&part.disputing).chain(&part.also);
                std::iter::once(&part.winner).chain(rest).copied()
            })
            .collect()
    }

    /// Returns the notes of the cell that touch a revision; without one, all of them.
    pub fn notes_at(&self, revision: Option<usize>, facets: &[Facets]) -> impl Iterator<Item = NoteIx> {
        let touches = move |note: &NoteIx| revision.is_none_or(|it| facets[*note].revisions.contains(&it));
        self.notes.iter().copied().filter(touches)
    }

    /// Returns the breakdown: every part and, at each revision that has claims, the surfaces of which
    /// none speaks.
    pub fn lines(&self) -> Vec<Line<'_>> {
        let mut lines: Vec<Line<'_>> = self
            .parts
            .iter()
            .map(|part| Line { revision: part.revision, surface: part.surface.as_deref(), part: Some(part) })
            .collect();
        let spoken: BTreeSet<(usize, Option<&str>)> = lines.iter().map(|line| (line.revision, line.surface)).collect();
        let revisions: BTreeSet<usize> = spoken.iter().map(|(revision, _)| *revision).collect();
        for revision in revisions {
            let silent = self.surfaces.iter().map(|surface| Some(surface.as_str()));
            let silent = silent.filter(|surface| !spoken.contains(&(revision, *surface)));
            lines.extend(silent.map(|surface| Line { revision, surface, part: None }));
        }
        lines.sort_by_key(|line| line.revision);
        lines
    }
}

/// A line of a cell's breakdown.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    /// Index into the catalog's revisions.
    pub revision: usize,
    /// Absent where no claim of the cell tells surfaces apart.
    pub surface: Option<&'a str>,
    /// The part; absent for a surface of which no claim speaks while others do.
    pub part: Option<&'a Part>,
}

impl Line<'_> {
    /// Returns what the line comes to.
    pub fn verdict(&self) -> Verdict {
        self.part.map_or(Verdict::Unknown, |part| part.verdict)
    }
}

/// All cells that have a note, and what can be said of the others.
#[derive(Debug, Clone, Default)]
pub struct Cells {
    known: BTreeMap<(usize, usize), Cell>,
    /// By capability, by revision: whether the revision has it.
    alive: Vec<Vec<bool>>,
    /// The revision to implement.
    current: Option<usize>,
}

impl Cells {
    /// Returns the cells that have a note, by client, then by capability.
    pub fn known(&self) -> impl Iterator<Item = &Cell> {
        self.known.values()
    }

    /// Returns how many cells have a verdict that claims decide.
    pub fn decided(&self) -> usize {
        let is_decided =
            |cell: &&Cell| !matches!(cell.verdict, Verdict::Noted | Verdict::Unknown | Verdict::NotApplicable);
        self.known().filter(is_decided).count()
    }

    /// Returns a client's cells that have a note, by capability.
    pub fn of_client(&self, client: usize) -> impl Iterator<Item = &Cell> {
        self.known.range((client, 0)..(client + 1, 0)).map(|(_, cell)| cell)
    }

    /// Returns a cell that has a note.
    pub fn get(&self, client: usize, capability: usize) -> Option<&Cell> {
        self.known.get(&(client, capability))
    }

    /// Tells whether a revision has a capability.
    pub fn is_alive(&self, capability: usize, revision: usize) -> bool {
        self.alive[capability][revision]
    }

    /// Returns the revision to implement, if there are revisions.
    pub fn current(&self) -> Option<usize> {
        self.current
    }

    /// Returns the verdict over all revisions.
    pub fn verdict(&self, client: usize, capability: usize) -> Verdict {
        match self.get(client, capability) {
            Some(cell) => cell.verdict,
            None => self.without_notes(capability, self.current),
        }
    }

    /// Returns the verdict on one revision's own matrix.
    pub fn verdict_at(&self, client: usize, capability: usize, revision: usize, notes: &[Facets]) -> Verdict {
        if !self.is_alive(capability, revision) {
            return Verdict::NotApplicable;
        }
        let Some(cell) = self.get(client, capability) else { return Verdict::Unknown };
        let parts = cell.parts.iter().filter(|part| part.revision == revision).map(|part| part.verdict);
        roll_up(parts).unwrap_or_else(|| {
            let is_noted = cell.notes_at(Some(revision), notes).next().is_some();
            if is_noted { Verdict::Noted } else { Verdict::Unknown }
        })
    }

    fn without_notes(&self, capability: usize, revision: Option<usize>) -> Verdict {
        match revision {
            Some(revision) if !self.is_alive(capability, revision) => Verdict::NotApplicable,
            _ => Verdict::Unknown,
        }
    }
}

/// Rolls parts up: any disputed, disputed; all alike, that value; different, mixed.
pub fn roll_up(parts: impl Iterator<Item = Verdict>) -> Option<Verdict> {
    let all: BTreeSet<Verdict> = parts.collect();
    if all.contains(&Verdict::Disputed) {
        return Some(Verdict::Disputed);
    }
    match all.len() {
        0 => None,
        1 => all.into_iter().next(),
        _ => Some(Verdict::Mixed),
    }
}

/// What cells are derived from.
pub struct Facts<'a> {
    /// All notes.
    pub notes: &'a [Arc<Note>],
    /// What each note names.
    pub facets: &'a [Facets],
    /// All notes, newest first.
    pub newest: &'a [NoteIx],
    /// All clients.
    pub clients: &'a [Term<Client>],
    /// All capabilities.
    pub capabilities: &'a [Term<Capability>],
    /// All revisions, in order of time.
    pub revisions: &'a [Term<Revision>],
    /// Who takes whose place.
    pub successions: &'a Successions,
}

/// Derives all cells.
pub fn derive(facts: &Facts<'_>) -> Cells {
    let alive = facts.capabilities.iter().map(|term| life(&term.thing, facts.revisions)).collect::<Vec<_>>();
    let current = facts
        .revisions
        .iter()
        .rposition(|revision| revision.thing.status == RevisionStatus::Current)
        .or_else(|| facts.revisions.len().checked_sub(1));
    let mut gathered: BTreeMap<(usize, usize), (Vec<NoteIx>, Vec<ClaimRef>)> = BTreeMap::new();
    let clients: HashMap<&str, usize> =
        facts.clients.iter().enumerate().map(|(i, term)| (term.thing.id.as_str(), i)).collect();
    let capabilities: HashMap<&str, usize> =
        facts.capabilities.iter().enumerate().map(|(i, term)| (term.thing.id.as_str(), i)).collect();
    for note in facts.newest.iter().copied() {
        let facets = &facts.facets[note];
        for client in &facets.clients {
            for capability in &facets.capabilities {
                gathered.entry((*client, *capability)).or_default().0.push(note);
            }
        }
        for (claim, it) in facts.notes[note].meta.claims.iter().enumerate() {
            let key = (clients.get(it.client.as_str()), capabilities.get(it.capability.as_str()));
            // A claim on what is not known was reported.
            if let (Some(client), Some(capability)) = key {
                gathered.entry((*client, *capability)).or_default().1.push(ClaimRef { note, claim });
            }
        }
    }
    let mut cells = Cells { known: BTreeMap::new(), alive, current };
    for ((client, capability), (notes, claims)) in gathered {
        let cell = cell(facts, &cells, client, capability, notes, &claims);
        cells.known.insert((client, capability), cell);
    }
    cells
}

/// Returns for each revision whether it has a capability.
fn life(capability: &Capability, revisions: &[Term<Revision>]) -> Vec<bool> {
    let at = |id: &Option<String>| revisions.iter().position(|revision| Some(&revision.thing.id) == id.as_ref());
    let (introduced, removed) = (at(&capability.introduced), at(&capability.removed));
    (0..revisions.len()).map(|i| introduced.is_none_or(|from| i >= from) && removed.is_none_or(|to| i < to)).collect()
}

/// What claims are parted by: revision, surface (its place in the client's list) and versions.
type PlaceOf<'a> = (usize, Option<usize>, Option<&'a str>);

fn cell(
    facts: &Facts<'_>,
    cells: &Cells,
    client: usize,
    capability: usize,
    notes: Vec<NoteIx>,
    claims: &[ClaimRef],
) -> Cell {
    let of = |it: ClaimRef| &facts.notes[it.note].meta.claims[it.claim];
    let (live, aside): (Vec<ClaimRef>, Vec<ClaimRef>) =
        claims.iter().copied().partition(|it| facts.notes[it.note].meta.status.is_live());
    let surfaces = surfaces(&facts.clients[client].thing, live.iter().map(|it| of(*it)));
    let revisions: HashMap<&str, usize> =
        facts.revisions.iter().enumerate().map(|(i, term)| (term.thing.id.as_str(), i)).collect();

    let mut parted: BTreeMap<PlaceOf<'_>, Vec<ClaimRef>> = BTreeMap::new();
    for it in &live {
        let claim = of(*it);
        let speaks_for: Vec<Option<usize>> = match &claim.surface {
            _ if surfaces.is_empty() => vec![None],
            None => (0..surfaces.len()).map(Some).collect(),
            Some(surface) => surfaces.iter().position(|other| other == surface).map(Some).into_iter().collect(),
        };
        for revision in claim.revisions.iter().filter_map(|id| revisions.get(id.as_str())) {
            if !cells.is_alive(capability, *revision) {
                continue;
            }
            for surface in &speaks_for {
                parted.entry((*revision, *surface, claim.versions.as_deref())).or_default().push(*it);
            }
        }
    }
    let parts: Vec<Part> = parted
        .into_iter()
        .map(|((revision, surface, versions), claims)| {
            let judged = judge(facts, claims);
            Part {
                revision,
                surface: surface.map(|i| surfaces[i].clone()),
                versions: versions.map(str::to_owned),
                ..judged
            }
        })
        .collect();
    let verdict = roll_up(parts.iter().map(|part| part.verdict)).unwrap_or_else(|| {
        if !live.is_empty() {
            // Every revision that the claims name lacks the capability.
            Verdict::NotApplicable
        } else if cells.without_notes(capability, cells.current) == Verdict::NotApplicable {
            Verdict::NotApplicable
        } else if notes.is_empty() {
            Verdict::Unknown
        } else {
            Verdict::Noted
        }
    });
    Cell { client, capability, notes, parts, surfaces, aside, verdict }
}

/// Returns the surfaces that claims tell apart, in the client's order; none if no claim names one.
fn surfaces<'a>(client: &Client, claims: impl Iterator<Item = &'a Claim>) -> Vec<String> {
    let named: BTreeSet<&str> = claims.filter_map(|claim| claim.surface.as_deref()).collect();
    if named.is_empty() {
        return Vec::new();
    }
    let declared: Vec<String> = client.surfaces.iter().map(|surface| surface.id.clone()).collect();
    if declared.is_empty() { named.into_iter().map(str::to_owned).collect() } else { declared }
}

/// Decides one part; its revision, surface and versions are filled in by the caller.
fn judge(facts: &Facts<'_>, mut claims: Vec<ClaimRef>) -> Part {
    let of = |it: ClaimRef| &facts.notes[it.note].meta.claims[it.claim];
    // The strongest method first; then one that names the surface; then the note verified last.
    claims.sort_by(|a, b| {
        let key = |it: ClaimRef| {
            let claim = of(it);
            let meta = &facts.notes[it.note].meta;
            (claim.method, claim.surface.is_none(), std::cmp::Reverse(meta.last_verified), meta.id.as_str(), it.claim)
        };
        key(*a).cmp(&key(*b))
    });
    let winner = claims[0];
    let decides = of(winner);
    let (mut agreeing, mut disputing, mut also) = (Vec::new(), Vec::new(), Vec::new());
    for it in claims.into_iter().skip(1) {
        let claim = of(it);
        let near = claim.method.rank() <= decides.method.rank() + 1;
        let overruled = decides.surface.is_some() && claim.surface.is_none();
        let succeeds = |a: NoteIx, b: NoteIx| Successions::of(&facts.successions.supersedes, a).contains(&b);
        let settled = succeeds(winner.note, it.note) || succeeds(it.note, winner.note);
        if claim.support == decides.support {
            agreeing.push(it);
        } else if it.note != winner.note && near && !overruled && !settled {
            disputing.push(it);
        } else {
            also.push(it);
        }
    }
    let verdict = if disputing.is_empty() { decides.support.into() } else { Verdict::Disputed };
    Part { revision: 0, surface: None, versions: None, verdict, winner, agreeing, disputing, also }
}

impl Catalog {
    /// Returns a claim.
    pub fn claim(&self, it: ClaimRef) -> &Claim {
        &self.notes[it.note].meta.claims[it.claim]
    }

    /// Returns the day of the oldest winner among parts, if there are any.
    pub fn verified<'a>(&self, parts: impl Iterator<Item = &'a Part>) -> Option<Day> {
        parts.map(|part| self.notes[part.winner.note].meta.last_verified).min()
    }

    /// Tells whether a day of verification lies longer ago than the site allows.
    pub fn is_stale(&self, verified: Day) -> bool {
        self.today.days_since(verified) > self.site.stale_after
    }
}
