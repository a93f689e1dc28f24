//! `api/v1/claims.csv`: all claims as a table, one a row, for spreadsheets.
//!
//! The only door to csv. Lists within a field are parted by spaces. It must not know verdicts.

use crate::catalog::Subject;
use crate::render::views::{self, Scene};

const HEAD: [&str; 15] = [
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

/// Returns all claims as CSV, by note.
pub fn claims(scene: &Scene) -> Vec<u8> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut row = |fields: [&str; 15]| table.write_record(fields).expect("memory takes every row of one width");
    row(HEAD);
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
