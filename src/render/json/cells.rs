//! A cell: what the notes' claims come to for one client and one capability, and how.
//!
//! The words are `catalog::cells::trace`'s, the same as on the cell's page and in its twin. It must
//! not know what the cell stands in.

use schemars::JsonSchema;
use serde::Serialize;

use crate::catalog::cells::trace::{self, Trace};
use crate::catalog::cells::{Cell as Known, Line as KnownLine};
use crate::catalog::{ClaimRef, Subject};
use crate::render::views::Scene;

use super::claims::{Claim, claim};
use super::words::Verdict;

/// A cell of which notes speak.
#[derive(Serialize, JsonSchema)]
pub struct Cell<'a> {
    /// The id of the client.
    client: &'a str,
    /// The id of the capability.
    capability: &'a str,
    verdict: Verdict,
    /// The verdict in a sentence.
    sentence: String,
    /// When the oldest deciding claim was verified, YYYY-MM-DD; absent where no claim decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<String>,
    /// That was too long ago.
    stale: bool,
    /// Its page, under the base path.
    href: String,
    /// Its Markdown twin, under the base path.
    markdown: String,
    /// By revision, surface and versions.
    breakdown: Vec<Line<'a>>,
    /// How the verdict came about, step by step.
    steps: Vec<Step<'a>>,
    /// Every claim, those that count first.
    claims: Vec<Claim<'a>>,
    /// Ids of the notes that speak of both, the newest first.
    notes: Vec<&'a str>,
}

/// A line of a cell's breakdown.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "BreakdownLine")]
pub struct Line<'a> {
    /// The id of the revision.
    revision: &'a str,
    /// The id of the surface; absent where surfaces are not told apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    surface: Option<&'a str>,
    /// In the author's words; absent where versions are not told apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Option<&'a str>,
    verdict: Verdict,
    /// The claim that decides; absent where no claim speaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<ClaimName<'a>>,
}

/// A step of the way to a verdict.
#[derive(Serialize, JsonSchema)]
pub struct Step<'a> {
    /// The rule, in a word or two.
    rule: &'static str,
    /// What came of it, without markup.
    text: String,
    /// The claims that it speaks of.
    claims: Vec<ClaimName<'a>>,
}

/// A claim by its name.
#[derive(Serialize, JsonSchema)]
pub struct ClaimName<'a> {
    /// The id of the note.
    note: &'a str,
    /// Its place among the note's claims, from 1.
    number: String,
}

/// Returns a cell.
pub fn cell<'a>(scene: &'a Scene, known: &'a Known) -> Cell<'a> {
    let (client, capability) = (known.client, known.capability);
    let Trace { verdict, sentence, verified, stale, steps } = trace::trace(scene, client, capability, None);
    let link = scene.link(Subject::Cell(client, capability));
    let live = known.claims();
    Cell {
        client: &scene.clients[client].thing.id,
        capability: &scene.capabilities[capability].thing.id,
        verdict: verdict.into(),
        sentence,
        verified,
        stale,
        href: link.href.clone(),
        markdown: link.twin.clone(),
        breakdown: known.lines().into_iter().map(|it| line(scene, it)).collect(),
        steps: steps
            .into_iter()
            .map(|step| Step {
                rule: step.rule,
                text: step.text,
                claims: step.claims.into_iter().map(|it| name(scene, it)).collect(),
            })
            .collect(),
        claims: live.iter().chain(&known.aside).map(|it| claim(scene, *it)).collect(),
        notes: known.notes.iter().map(|note| scene.notes[*note].id()).collect(),
    }
}

fn line<'a>(scene: &'a Scene, line: KnownLine<'a>) -> Line<'a> {
    Line {
        revision: &scene.revisions[line.revision].thing.id,
        surface: line.surface,
        versions: line.part.and_then(|part| part.versions.as_deref()),
        verdict: line.verdict().into(),
        by: line.part.map(|part| name(scene, part.winner)),
    }
}

fn name(scene: &Scene, it: ClaimRef) -> ClaimName<'_> {
    ClaimName { note: scene.notes[it.note].id(), number: (scene.claim(it).index + 1).to_string() }
}
