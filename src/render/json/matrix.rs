//! `matrix.json` and `matrix/<revision>.json`: the verdict of every cell, over all revisions or at
//! one.
//!
//! Reasons stand in each client's own file. It must not know how a verdict comes about.

use schemars::JsonSchema;
use serde::Serialize;

use crate::catalog::{Subject, Verdict as Known};
use crate::render::views::Scene;

use super::words::{Date, Verdict, Version};

/// The support matrix. A cell that is not listed is `unknown`.
#[derive(Serialize, JsonSchema)]
pub struct Matrix<'a> {
    version: Version,
    /// The id of the revision that it is of; absent for the one over all revisions.
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<&'a str>,
    /// Ids of the clients, the columns.
    clients: Vec<&'a str>,
    /// Ids of the capabilities, the rows.
    capabilities: Vec<&'a str>,
    /// Every cell whose verdict is not `unknown`, by client, then by capability. All others are
    /// `unknown`: no note speaks of them.
    cells: Vec<MatrixCell<'a>>,
}

/// A cell.
#[derive(Serialize, JsonSchema)]
pub struct MatrixCell<'a> {
    /// The id of the client.
    client: &'a str,
    /// The id of the capability.
    capability: &'a str,
    verdict: Verdict,
    /// When the oldest deciding claim was verified; absent where no claim decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<Date>,
    /// That was too long ago.
    stale: bool,
    /// The page with the reasons, under the base path; absent where no note speaks of the cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<String>,
}

/// Returns the matrix over all revisions, or of one.
pub fn matrix(scene: &Scene, revision: Option<usize>) -> Matrix<'_> {
    let (clients, capabilities) = (scene.clients.len(), scene.capabilities.len());
    let pairs = (0..clients).flat_map(|client| (0..capabilities).map(move |capability| (client, capability)));
    Matrix {
        version: Version::NOW,
        revision: revision.map(|i| scene.revisions[i].thing.id.as_str()),
        clients: scene.clients.iter().map(|term| term.thing.id.as_str()).collect(),
        capabilities: scene.capabilities.iter().map(|term| term.thing.id.as_str()).collect(),
        cells: pairs.filter_map(|(client, capability)| cell(scene, client, capability, revision)).collect(),
    }
}

/// Returns a cell; nothing if it is `unknown`.
pub fn cell(scene: &Scene, client: usize, capability: usize, revision: Option<usize>) -> Option<MatrixCell<'_>> {
    let verdict = match revision {
        None => scene.cells.verdict(client, capability),
        Some(revision) => scene.cells.verdict_at(client, capability, revision, &scene.facets),
    };
    if verdict == Known::Unknown {
        return None;
    }
    let known = scene.cells.get(client, capability);
    let parts = known.iter().flat_map(|cell| &cell.parts);
    let verified = scene
        .verified(parts.filter(|part| revision.is_none_or(|revision| part.revision == revision)))
        .filter(|_| verdict != Known::NotApplicable);
    Some(MatrixCell {
        client: &scene.clients[client].thing.id,
        capability: &scene.capabilities[capability].thing.id,
        verdict: verdict.into(),
        stale: verified.is_some_and(|day| scene.is_stale(day)),
        verified: verified.map(Date::from),
        href: known.map(|_| scene.link(Subject::Cell(client, capability)).href.clone()),
    })
}
