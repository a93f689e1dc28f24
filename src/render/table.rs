//! Tables for spreadsheets: the claims, and the matrix over all revisions or at one.
//!
//! The only door to csv. Lists within a field are parted by spaces; what is not known is empty.

use crate::catalog::{ClaimRef, Subject};
use crate::render::views::{self, Scene};

const CLAIMS: [&str; 15] = [
    "note",
    "number",
    "client",
    "capability",
    "support",
    "surface",
    "revisions",
    "versions",
    "method",
    "verified",
    "status",
    "stale",
    "text",
    "sources",
    "href",
];

const MATRIX: [&str; 9] =
    ["client", "capability", "verdict", "stale", "verified", "claims", "notes", "differences", "href"];

/// Returns all claims, by note, one a row.
pub fn claims(scene: &Scene) -> Vec<u8> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut row = |fields: [&str; 15]| table.write_record(fields).expect("memory takes every row of one width");
    row(CLAIMS);
    for (i, note) in scene.notes.iter().enumerate() {
        let meta = &note.meta;
        let verified = meta.last_verified.to_string();
        let page = scene.link(Subject::Note(i));
        for claim in &meta.claims {
            let sources = claim.sources.iter().filter_map(|at| {
                let source = meta.sources.get(*at)?;
                Some(views::lines(scene, source).1.unwrap_or_else(|| source.url.clone()))
            });
            row([
                &meta.id,
                &(claim.index + 1).to_string(),
                &claim.client,
                &claim.capability,
                claim.support.word(),
                claim.surface.as_deref().unwrap_or_default(),
                &claim.revisions.join(" "),
                claim.versions.as_deref().unwrap_or_default(),
                claim.method.word(),
                &verified,
                meta.status.word(),
                if meta.stale { "yes" } else { "no" },
                claim.note.as_deref().unwrap_or_default(),
                &sources.collect::<Vec<_>>().join(" "),
                &format!("{}#{}", page.href, claim.anchor),
            ]);
        }
    }
    table.into_inner().expect("memory takes everything")
}

/// Returns every cell of the matrix, by client, then by capability, one a row.
pub fn matrix(scene: &Scene, revision: Option<usize>) -> Vec<u8> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut row = |fields: [&str; 9]| table.write_record(fields).expect("memory takes every row of one width");
    row(MATRIX);
    for (client, term) in scene.clients.iter().enumerate() {
        for (capability, named) in scene.capabilities.iter().enumerate() {
            let cell = views::cell(scene, client, capability, revision);
            let known = scene.cells.get(client, capability);
            let is_here = |it: &ClaimRef| {
                revision.is_none_or(|i| scene.claim(*it).revisions.contains(&scene.revisions[i].thing.id))
            };
            let claims = known.map_or(0, |cell| cell.claims().iter().filter(|it| is_here(it)).count());
            let notes = known.map_or(0, |cell| cell.notes_at(revision, &scene.facets).count());
            let stale = cell.verified.as_ref().map(|_| if cell.stale { "yes" } else { "no" });
            row([
                &term.thing.id,
                &named.thing.id,
                cell.verdict.word,
                stale.unwrap_or_default(),
                cell.verified.as_deref().unwrap_or_default(),
                &claims.to_string(),
                &notes.to_string(),
                cell.differences.as_deref().unwrap_or_default(),
                cell.href.as_deref().unwrap_or_default(),
            ]);
        }
    }
    table.into_inner().expect("memory takes everything")
}
