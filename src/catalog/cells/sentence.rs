//! The verdict on a cell in a sentence: the words that the cell's page, its twin, its JSON, `explain`
//! and every list print.
//!
//! Where parts differ, the sentence names the sides: which surfaces, versions or revisions have which
//! verdict. It must not know how the verdict came about.

use std::collections::{BTreeMap, BTreeSet};

use crate::markdown;

use super::super::{Catalog, Subject};
use super::{Part, Verdict};

/// How many places a sentence names on each side before it only counts them.
const NAMED: usize = 3;

/// Returns the verdict in a sentence: over all revisions, or on one.
pub fn sentence(catalog: &Catalog, client: usize, capability: usize, revision: Option<usize>) -> String {
    let (who, what) = names(catalog, client, capability);
    let id = |revision: usize| catalog.revisions[revision].thing.id.as_str();
    let at = revision.map(|revision| format!(" at {}", id(revision))).unwrap_or_default();
    let parts = parts(catalog, client, capability, revision);
    match verdict(catalog, client, capability, revision) {
        Verdict::Yes => format!("{who} supports “{what}”{at}."),
        Verdict::Partial => format!("{who} supports “{what}” in part{at}."),
        Verdict::No => format!("{who} does not support “{what}”{at}."),
        Verdict::Mixed => {
            let at = revision.map(|revision| format!("At {}, ", id(revision))).unwrap_or_default();
            format!("{at}{who} supports “{what}” {}.", sides(catalog, client, &parts))
        }
        Verdict::Disputed => {
            let (disputed, others): (Vec<&Part>, Vec<&Part>) =
                parts.iter().partition(|part| part.verdict == Verdict::Disputed);
            let place = if others.is_empty() {
                String::new()
            } else {
                format!(" {}", Places::of(catalog, client, &parts).named(&disputed))
            };
            format!("Notes contradict each other on whether {who} supports “{what}”{place}{at}.")
        }
        Verdict::Noted => noted(catalog, client, capability, revision),
        Verdict::Unknown => format!("No note says whether {who} supports “{what}”{at}."),
        Verdict::NotApplicable => match (revision, catalog.cells.current()) {
            (Some(_), _) => format!("“{what}” is not part of the protocol{at}."),
            (None, Some(current)) if !catalog.cells.is_alive(capability, current) => {
                format!("“{what}” is not part of the current revision, {}.", id(current))
            }
            (None, _) => format!("“{what}” is not part of any revision that the claims on {who} name."),
        },
    }
}

/// Returns where a mixed verdict holds, as a list says it beside the verdict: `supported in its CLI,
/// but not in its app`; nothing for any other verdict.
pub fn differences(catalog: &Catalog, client: usize, capability: usize, revision: Option<usize>) -> Option<String> {
    (verdict(catalog, client, capability, revision) == Verdict::Mixed)
        .then(|| format!("supported {}", sides(catalog, client, &parts(catalog, client, capability, revision))))
}

/// Returns what the client and the capability are called, as plain text.
fn names(catalog: &Catalog, client: usize, capability: usize) -> (String, String) {
    let plain = |subject: Subject| markdown::plain(&catalog.title(subject));
    (plain(Subject::Client(client)), plain(Subject::Capability(capability)))
}

fn verdict(catalog: &Catalog, client: usize, capability: usize, revision: Option<usize>) -> Verdict {
    match revision {
        Some(revision) => catalog.cells.verdict_at(client, capability, revision, &catalog.facets),
        None => catalog.cells.verdict(client, capability),
    }
}

fn parts(catalog: &Catalog, client: usize, capability: usize, revision: Option<usize>) -> Vec<&Part> {
    let parts = catalog.cells.get(client, capability).map_or(&[][..], |cell| &cell.parts);
    parts.iter().filter(|part| revision.is_none_or(|revision| part.revision == revision)).collect()
}

fn noted(catalog: &Catalog, client: usize, capability: usize, revision: Option<usize>) -> String {
    let (who, what) = names(catalog, client, capability);
    let at = revision.map(|revision| format!(" at {}", catalog.revisions[revision].thing.id)).unwrap_or_default();
    let cell = catalog.cells.get(client, capability);
    let notes = cell.map_or(0, |cell| cell.notes_at(revision, &catalog.facets).count());
    // Claims of notes that no longer hold, or of other revisions, are not claims of nobody.
    let counts = match cell {
        Some(cell) if revision.is_some() && !cell.parts.is_empty() => " of that revision",
        Some(cell) if !cell.aside.is_empty() => " that counts",
        _ => "",
    };
    match notes {
        1 => format!("1 note speaks of {who} and “{what}”{at}, but makes no claim{counts}."),
        n => format!("{n} notes speak of {who} and “{what}”{at}, but none makes a claim{counts}."),
    }
}

/// Returns the sides of a mixed verdict: `in its CLI, but only in part in its app`.
fn sides(catalog: &Catalog, client: usize, parts: &[&Part]) -> String {
    let places = Places::of(catalog, client, parts);
    let mut by_verdict: BTreeMap<Verdict, Vec<&Part>> = BTreeMap::new();
    for part in parts {
        by_verdict.entry(part.verdict).or_default().push(part);
    }
    let sides: Vec<String> = by_verdict
        .iter()
        .enumerate()
        .map(|(i, (verdict, parts))| {
            let how = match verdict {
                Verdict::Partial if i == 0 => "in part ",
                Verdict::Partial => "only in part ",
                Verdict::No => "not ",
                _ => "",
            };
            format!("{how}{}", places.named(parts))
        })
        .collect();
    match sides.as_slice() {
        [one] => one.clone(),
        [one, other] => format!("{one}, but {other}"),
        [first @ .., last] => format!("{}, and {last}", first.join(", ")),
        [] => String::new(),
    }
}

/// A surface and versions, of which one side speaks.
type Place<'a> = (Option<&'a str>, Option<&'a str>);

/// How the places of a cell's parts are named.
struct Places<'a> {
    catalog: &'a Catalog,
    client: usize,
    /// Surfaces or versions are told apart.
    parted: bool,
    /// Not every place is spoken of at the same revisions.
    dated: bool,
}

impl<'a> Places<'a> {
    fn of(catalog: &'a Catalog, client: usize, parts: &[&Part]) -> Places<'a> {
        let mut revisions: BTreeMap<(Verdict, Place<'_>), BTreeSet<usize>> = BTreeMap::new();
        for part in parts {
            revisions.entry((part.verdict, place(part))).or_default().insert(part.revision);
        }
        let different: BTreeSet<&BTreeSet<usize>> = revisions.values().collect();
        let parted = parts.iter().any(|part| place(part) != (None, None));
        Places { catalog, client, parted, dated: different.len() > 1 }
    }

    /// Returns the places of one side: `in its CLI (2025-11-25) and its app (2024-11-05)`.
    fn named(&self, parts: &[&Part]) -> String {
        let mut places: Vec<(Place<'_>, Vec<usize>)> = Vec::new();
        for part in parts {
            match places.iter_mut().find(|(known, _)| *known == place(part)) {
                Some((_, revisions)) => revisions.push(part.revision),
                None => places.push((place(part), vec![part.revision])),
            }
        }
        if !self.parted {
            let revisions: Vec<usize> = places.into_iter().flat_map(|(_, revisions)| revisions).collect();
            return format!("at {}", self.revisions(&revisions));
        }
        let names = places.iter().map(|(place, revisions)| self.name(*place, revisions));
        format!("in {}", list(names.collect()))
    }

    fn name(&self, (surface, versions): Place<'_>, revisions: &[usize]) -> String {
        let client = &self.catalog.clients[self.client].thing;
        let versions = versions.map(|versions| format!("versions {versions}"));
        let (head, versions) = match (surface, versions) {
            (Some(id), versions) => {
                let declared = client.surfaces.iter().find(|surface| surface.id == id);
                let title = declared.map_or(id, |surface| surface.title.as_str());
                // `Acme for Linux` is a name, `Terminal agent` is not.
                let its = if title.starts_with(&client.title) { "" } else { "its " };
                (format!("{its}{title}"), versions)
            }
            (None, Some(versions)) => (versions, None),
            (None, None) => ("general".to_owned(), None),
        };
        let dates = self.dated.then(|| self.revisions(revisions));
        let beside: Vec<String> = versions.into_iter().chain(dates).collect();
        if beside.is_empty() { head } else { format!("{head} ({})", beside.join(", ")) }
    }

    /// Returns revisions in words; three or more in a row as a span.
    fn revisions(&self, revisions: &[usize]) -> String {
        let id = |revision: usize| self.catalog.revisions[revision].thing.id.clone();
        match revisions {
            [first, .., last] if revisions.len() > 2 && last - first == revisions.len() - 1 => {
                format!("{} to {}", id(*first), id(*last))
            }
            _ => list(revisions.iter().map(|revision| id(*revision)).collect()),
        }
    }
}

fn place(part: &Part) -> Place<'_> {
    (part.surface.as_deref(), part.versions.as_deref())
}

/// Returns names as a list in words, of which only the first few are named.
pub fn list(mut names: Vec<String>) -> String {
    // One more is as short as its count.
    let rest = if names.len() > NAMED + 1 { names.split_off(NAMED).len() } else { 0 };
    if rest > 0 {
        names.push(format!("{rest} more"));
    }
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.concat(),
    }
}
