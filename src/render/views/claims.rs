//! A cell's own page, and claims: what was found, by whom, on what evidence.
//!
//! The reasons are `catalog::cells::trace`'s words; nothing is decided here.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::catalog::cells::trace::{self, Trace};
use crate::catalog::{Cell, ClaimRef, NoteIx, Subject, Verdict};

use crate::plan::badge_file;

use super::cells::{CellView, CountView, SupportRow, VerdictView, cell, tally};
use super::note::{CitationView, citation};
use super::{Link, Prepared, Row, Scene, StatusRef};

/// A cell's own page.
#[derive(Debug, Serialize)]
pub struct CellPageView<'a> {
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
    pub claims: Vec<ClaimView<'a>>,
    /// What each revision's own matrix says.
    pub revisions: Vec<SupportRow>,
    /// The notes that speak of it.
    pub notes: Vec<Row>,
    /// Its badge, and its badge's address.
    pub badge: String,
}

/// Claims of a note that belong together.
#[derive(Debug, Serialize)]
pub struct ClaimGroup<'a> {
    /// The client or the group of capabilities; absent where there are too few to group.
    pub title: Option<String>,
    /// How many of its claims say so.
    pub counts: Vec<CountView>,
    /// The claims, in the note's order.
    pub claims: Vec<ClaimView<'a>>,
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
    pub verdict: Prepared<VerdictView>,
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
pub struct ClaimView<'a> {
    /// From 1, within its note.
    pub number: usize,
    /// Its id on the note's page.
    pub anchor: String,
    /// Its place on the note's page.
    pub href: String,
    /// The note.
    pub note: Link,
    /// The note's status.
    pub status: Prepared<StatusRef>,
    /// Whether it counts.
    pub live: bool,
    /// The client.
    pub client: Link,
    /// The capability.
    pub capability: Link,
    /// The page of the cell that it feeds.
    pub cell: String,
    /// Yes, partial or no.
    pub support: Prepared<VerdictView>,
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
    /// Which of the note's sources bear it, from 1.
    pub numbers: Vec<usize>,
    /// The sources that bear it; empty on the note's own page, which shows them all.
    pub sources: Vec<CitationView<'a>>,
}

/// Returns a cell's own page.
pub fn cell_page(scene: &Scene, client: usize, capability: usize) -> CellPageView<'_> {
    let known = scene.cells.get(client, capability).expect("only cells with a note have a page");
    let Trace { sentence, steps, .. } = trace::trace(scene, client, capability, None);
    let live = known.claims();
    let claims = live.iter().chain(&known.aside).map(|it| claim(scene, *it)).collect();
    let thing = &scene.capabilities[capability].thing;
    CellPageView {
        client: scene.link(Subject::Client(client)).clone(),
        capability: scene.link(Subject::Capability(capability)).clone(),
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
                link: scene.link(Subject::Revision(revision)).clone(),
                cell: cell(scene, client, capability, Some(revision)),
                notes: 0,
            })
            .collect(),
        notes: known.notes.iter().map(|note| scene.row(*note).clone()).collect(),
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
            revision: scene.link(Subject::Revision(line.revision)).clone(),
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
pub fn claims(scene: &Scene, note: NoteIx) -> Vec<ClaimView<'_>> {
    (0..scene.notes[note].meta.claims.len()).map(|claim| brief(scene, ClaimRef { note, claim })).collect()
}

/// How many claims a note shows without grouping them.
const UNGROUPED: usize = 8;

/// Returns the claims of a note; where they are many by client or, if they are all of one, by group of
/// capability.
pub fn claim_groups(scene: &Scene, note: NoteIx) -> Vec<ClaimGroup<'_>> {
    let claims = claims(scene, note);
    let capabilities = |id: &str| scene.capabilities.iter().position(|term| term.thing.id == id);
    let family = |claim: &ClaimView<'_>| {
        let at = capabilities(&claim.capability.id);
        let group = scene.groups.iter().find(|group| at.is_some_and(|at| group.capabilities.contains(&at)));
        group.map(|group| group.title.clone()).unwrap_or_default()
    };
    let by_client: Vec<String> = claims.iter().map(|claim| claim.client.title.clone()).collect();
    let by_family: Vec<String> = claims.iter().map(family).collect();
    let is_of_one = by_client.iter().all(|client| Some(client) == by_client.first());
    let titles = if is_of_one { by_family } else { by_client };
    let kinds = titles.iter().collect::<BTreeSet<_>>().len();
    // A head for every claim or two would only make the list longer.
    if claims.len() <= UNGROUPED || kinds * 2 > claims.len() {
        return if claims.is_empty() { Vec::new() } else { vec![claim_group(None, claims)] };
    }
    let mut groups: Vec<(String, Vec<ClaimView<'_>>)> = Vec::new();
    for (title, claim) in titles.into_iter().zip(claims) {
        match groups.iter_mut().find(|(known, _)| *known == title) {
            Some((_, claims)) => claims.push(claim),
            None => groups.push((title, vec![claim])),
        }
    }
    groups.into_iter().map(|(title, claims)| claim_group(Some(title), claims)).collect()
}

fn claim_group(title: Option<String>, claims: Vec<ClaimView<'_>>) -> ClaimGroup<'_> {
    ClaimGroup { title, counts: tally(claims.iter().map(|claim| claim.support.word)), claims }
}

/// Returns a claim with the sources that bear it.
pub fn claim(scene: &Scene, it: ClaimRef) -> ClaimView<'_> {
    let sources = &scene.notes[it.note].meta.sources;
    let numbers = &scene.claim(it).sources;
    let sources = numbers.iter().filter_map(|i| Some(citation(scene, *i, sources.get(*i)?))).collect();
    ClaimView { sources, ..brief(scene, it) }
}

/// Returns a claim, its sources by number alone.
fn brief(scene: &Scene, it: ClaimRef) -> ClaimView<'_> {
    let claim = scene.claim(it);
    let meta = &scene.notes[it.note].meta;
    // What a claim names its note names too, and that is resolved already.
    let facets = &scene.facets[it.note];
    let find = |list: &[usize], is: &dyn Fn(usize) -> bool| list.iter().copied().find(|i| is(*i)).unwrap_or(0);
    let client = find(&facets.clients, &|i| scene.clients[i].thing.id == claim.client);
    let capability = find(&facets.capabilities, &|i| scene.capabilities[i].thing.id == claim.capability);
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
        note: note.clone(),
        status: scene.status(meta.status).clone(),
        live: meta.status.is_live(),
        client: scene.link(Subject::Client(client)).clone(),
        capability: scene.link(Subject::Capability(capability)).clone(),
        cell: scene.link(Subject::Cell(client, capability)).href.clone(),
        support: Verdict::from(claim.support).into(),
        surface,
        revisions: claim
            .revisions
            .iter()
            .filter_map(revision)
            .map(|i| scene.link(Subject::Revision(i)).clone())
            .collect(),
        versions: claim.versions.clone(),
        method: claim.method.word(),
        verified: meta.last_verified.to_string(),
        text: claim.note.clone(),
        numbers: claim.sources.iter().map(|i| i + 1).collect(),
        sources: Vec::new(),
    }
}
