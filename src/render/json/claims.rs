//! A claim, as notes and cells write it.
//!
//! It must not know what the claim comes to.

use schemars::JsonSchema;
use serde::Serialize;

use crate::catalog::{ClaimRef, Subject};
use crate::render::views::{self, Scene};

use super::words::{Date, Method, Status, Support};

/// A claim: what a note says of one client and one capability.
#[derive(Serialize, JsonSchema)]
pub struct Claim<'a> {
    /// The id of the note.
    note: &'a str,
    /// Its place among the note's claims, from 1.
    number: String,
    /// The id of the client.
    client: &'a str,
    /// The id of the capability.
    capability: &'a str,
    support: Support,
    /// The id of the surface; absent where it speaks for all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    surface: Option<&'a str>,
    /// Ids of the revisions that it speaks of.
    revisions: &'a [String],
    /// The client's versions that it speaks of, in the author's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Option<&'a str>,
    method: Method,
    /// The status of the note.
    status: Status,
    /// It counts: its note is current or disputed.
    live: bool,
    /// When the note was last verified.
    verified: Date,
    /// What else must be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    /// Which of the note's sources bear it.
    sources: Vec<ClaimSource>,
    /// Its place on the note's page, under the base path.
    href: String,
}

/// A source that bears a claim.
#[derive(Serialize, JsonSchema)]
pub struct ClaimSource {
    /// Its place among the note's sources, from 1.
    number: String,
    /// The best address there is: the cited lines at the commit, else the address as written.
    url: String,
}

/// Returns a claim.
pub fn claim(scene: &Scene, it: ClaimRef) -> Claim<'_> {
    let claim = scene.claim(it);
    let meta = &scene.notes[it.note].meta;
    let sources = claim.sources.iter().filter_map(|i| {
        let source = meta.sources.get(*i)?;
        let url = views::lines(scene, source).1.unwrap_or_else(|| source.url.clone());
        Some(ClaimSource { number: (i + 1).to_string(), url })
    });
    Claim {
        note: &meta.id,
        number: (claim.index + 1).to_string(),
        client: &claim.client,
        capability: &claim.capability,
        support: claim.support.into(),
        surface: claim.surface.as_deref(),
        revisions: &claim.revisions,
        versions: claim.versions.as_deref(),
        method: claim.method.into(),
        status: meta.status.into(),
        live: meta.status.is_live(),
        verified: meta.last_verified.into(),
        text: claim.note.as_deref(),
        sources: sources.collect(),
        href: format!("{}#{}", scene.link(Subject::Note(it.note)).href, claim.anchor),
    }
}
