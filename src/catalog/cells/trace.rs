//! How a cell got its verdict, step by step, in the words that the cell's page, its twin, its JSON
//! and `explain` all print.
//!
//! It must not know how the steps are shown.

use std::collections::BTreeSet;

use crate::note::Method;

use super::super::Catalog;
use super::{Cell, ClaimRef, Part, Verdict, roll_up, sentence};

/// One step: which rule was applied, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The rule, in a word or two.
    pub rule: &'static str,
    /// What came of it: sentences without markup.
    pub text: String,
    /// The claims that it speaks of, in order.
    pub claims: Vec<ClaimRef>,
}

/// A cell's verdict with its reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// What it comes to.
    pub verdict: Verdict,
    /// The verdict in a sentence: `Cline supports … in part.`
    pub sentence: String,
    /// `YYYY-MM-DD` of the oldest winner.
    pub verified: Option<String>,
    /// The oldest winner was verified too long ago.
    pub stale: bool,
    /// How it came about.
    pub steps: Vec<Step>,
}

/// Returns how the verdict on a client and a capability came about: over all revisions, or on one.
pub fn trace(catalog: &Catalog, client: usize, capability: usize, revision: Option<usize>) -> Trace {
    let cell = catalog.cells.get(client, capability);
    let mut steps = vec![life(catalog, cell, capability, revision)];
    let verdict = match revision {
        Some(revision) => catalog.cells.verdict_at(client, capability, revision, &catalog.facets),
        None => catalog.cells.verdict(client, capability),
    };
    let parts: Vec<&Part> = cell.map_or_else(Vec::new, |cell| {
        cell.parts.iter().filter(|part| revision.is_none_or(|revision| part.revision == revision)).collect()
    });
    if let Some(cell) = cell
        && verdict != Verdict::NotApplicable
    {
        steps.push(live(catalog, cell, &parts));
        for part in &parts {
            steps.push(judged(catalog, part));
        }
        if !parts.is_empty() {
            steps.extend(silent(catalog, cell, &parts));
            steps.push(rolled_up(&parts));
        }
    }
    let verified = catalog.verified(parts.iter().copied()).filter(|_| verdict != Verdict::NotApplicable);
    if let Some(day) = verified {
        let stale = if catalog.is_stale(day) {
            format!("That is more than {} days before the build, so the verdict is stale.", catalog.site.stale_after)
        } else {
            format!("That is within {} days of the build.", catalog.site.stale_after)
        };
        let text = format!("The oldest deciding claim was verified on {day}. {stale}");
        steps.push(Step { rule: "Freshness", text, claims: Vec::new() });
    }
    Trace {
        verdict,
        sentence: sentence::sentence(catalog, client, capability, revision),
        verified: verified.map(|day| day.to_string()),
        stale: verified.is_some_and(|day| catalog.is_stale(day)),
        steps,
    }
}

fn life(catalog: &Catalog, cell: Option<&Cell>, capability: usize, revision: Option<usize>) -> Step {
    let thing = &catalog.capabilities[capability].thing;
    let mut parts = Vec::new();
    if let Some(id) = &thing.introduced {
        parts.push(format!("introduced in {id}"));
    }
    if let Some(id) = &thing.deprecated {
        parts.push(format!("deprecated in {id}"));
    }
    if let Some(id) = &thing.removed {
        parts.push(format!("removed in {id}"));
    }
    let known = if parts.is_empty() {
        format!("{} has no recorded life, so it is taken to be in every revision.", thing.id)
    } else {
        format!("{} was {}.", thing.id, parts.join(", "))
    };
    let alive = |revision: usize| catalog.cells.is_alive(capability, revision);
    let name = |revision: usize| catalog.revisions[revision].thing.id.as_str();
    let asked = match revision {
        Some(revision) if alive(revision) => format!(" Revision {} has it.", name(revision)),
        Some(revision) => format!(" Revision {} does not have it: not applicable.", name(revision)),
        None => {
            let claimed = cell.is_some_and(|cell| !cell.parts.is_empty());
            match (cell.map(|cell| cell.verdict), catalog.cells.current()) {
                (Some(Verdict::NotApplicable), _) if !claimed => {
                    " None of the revisions in question has it: not applicable.".to_owned()
                }
                (None, Some(current)) if !alive(current) => {
                    format!(" The current revision, {}, does not have it: not applicable.", name(current))
                }
                _ => String::new(),
            }
        }
    };
    Step { rule: "Life", text: format!("{known}{asked}"), claims: Vec::new() }
}

fn count(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}

fn live(catalog: &Catalog, cell: &Cell, parts: &[&Part]) -> Step {
    let mut claims: BTreeSet<ClaimRef> = BTreeSet::new();
    for part in parts {
        claims.insert(part.winner);
        claims.extend(part.agreeing.iter().chain(&part.disputing).chain(&part.also));
    }
    let notes: BTreeSet<usize> = claims.iter().map(|it| it.note).collect();
    let mut text = if claims.is_empty() {
        format!(
            "{} of both, without a live claim here.",
            match cell.notes.len() {
                0 => "No note speaks".to_owned(),
                1 => "1 note speaks".to_owned(),
                n => format!("{n} notes speak"),
            }
        )
    } else {
        format!("{} of {}.", count(claims.len(), "live claim"), count(notes.len(), "note"))
    };
    for it in &cell.aside {
        let meta = &catalog.notes[it.note].meta;
        text.push_str(&format!(" Set aside: claim {} of {}, which is {}.", it.claim + 1, meta.id, meta.status.word()));
    }
    Step { rule: "Live claims", text, claims: claims.into_iter().collect() }
}

/// Returns where a part lies: `2024-11-05, surface cli, versions >=3.30`.
pub fn place(catalog: &Catalog, part: &Part) -> String {
    let mut place = catalog.revisions[part.revision].thing.id.clone();
    if let Some(surface) = &part.surface {
        place.push_str(&format!(", surface {surface}"));
    }
    if let Some(versions) = &part.versions {
        place.push_str(&format!(", versions {versions}"));
    }
    place
}

fn says(catalog: &Catalog, it: ClaimRef) -> String {
    let claim = catalog.claim(it);
    let meta = &catalog.notes[it.note].meta;
    format!(
        "{} by {} (claim {} of {}, verified {})",
        claim.support.word(),
        claim.method.word(),
        it.claim + 1,
        meta.id,
        meta.last_verified
    )
}

fn judged(catalog: &Catalog, part: &Part) -> Step {
    let list = |claims: &[ClaimRef]| claims.iter().map(|it| says(catalog, *it)).collect::<Vec<_>>().join("; ");
    let mut text = format!("{}: {}", place(catalog, part), says(catalog, part.winner));
    let strength = catalog.claim(part.winner).method;
    if part.disputing.is_empty() {
        text.push_str(&format!(" decides: {}.", part.verdict.word()));
    } else {
        let near = if strength == Method::Dataset { "as strong" } else { "as strong or one step weaker" };
        text.push_str(&format!(" is disputed by {}, {near}: disputed.", list(&part.disputing)));
    }
    if !part.agreeing.is_empty() {
        text.push_str(&format!(" Agreeing: {}.", list(&part.agreeing)));
    }
    if !part.also.is_empty() {
        text.push_str(&format!(" Also claimed: {}.", list(&part.also)));
    }
    let claims =
        std::iter::once(&part.winner).chain(&part.disputing).chain(&part.agreeing).chain(&part.also).copied().collect();
    Step { rule: "Part", text, claims }
}

/// Returns a step for the surfaces that have no claim while others do.
fn silent(catalog: &Catalog, cell: &Cell, parts: &[&Part]) -> Option<Step> {
    let spoken: BTreeSet<&str> = parts.iter().filter_map(|part| part.surface.as_deref()).collect();
    let silent: Vec<&str> =
        cell.surfaces.iter().map(String::as_str).filter(|surface| !spoken.contains(surface)).collect();
    if silent.is_empty() || spoken.is_empty() {
        return None;
    }
    let _ = catalog;
    let text = format!("No claim speaks of the surface {}: unknown there.", silent.join(", "));
    Some(Step { rule: "Silence", text, claims: Vec::new() })
}

fn rolled_up(parts: &[&Part]) -> Step {
    let values: BTreeSet<Verdict> = parts.iter().map(|part| part.verdict).collect();
    let words: Vec<&str> = values.iter().map(|verdict| verdict.word()).collect();
    let verdict = roll_up(parts.iter().map(|part| part.verdict)).unwrap_or(Verdict::Unknown);
    let text = match verdict {
        Verdict::Disputed => "A part is disputed, so the whole is: disputed.".to_owned(),
        Verdict::Mixed => format!("The parts differ ({}): mixed.", words.join(", ")),
        one => {
            format!("{} the same: {}.", if parts.len() == 1 { "One part says" } else { "All parts say" }, one.word())
        }
    };
    Step { rule: "Roll-up", text, claims: Vec::new() }
}
