//! `capabilities.json` and `revisions.json`: the things that notes name, with the notes that name
//! them.
//!
//! It must not know cells.

use schemars::JsonSchema;
use serde::Serialize;

use crate::catalog::Subject;
use crate::plan::{Data, data_file, feed_file};
use crate::registry::Capability as Known;
use crate::render::views::Scene;

use super::words::{RevisionStatus, Version};

/// All capabilities, group by group.
#[derive(Serialize, JsonSchema)]
pub struct Capabilities<'a> {
    version: Version,
    /// In the order of the registry.
    groups: Vec<Group<'a>>,
}

/// A group of capabilities.
#[derive(Serialize, JsonSchema)]
pub struct Group<'a> {
    /// Its id.
    id: &'a str,
    /// Its name.
    title: &'a str,
    /// In the order of the registry.
    capabilities: Vec<Capability<'a>>,
}

/// A capability.
#[derive(Serialize, JsonSchema)]
pub struct Capability<'a> {
    /// Its id.
    id: &'a str,
    /// Backticks mark code; nothing else is markup.
    title: &'a str,
    /// One sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<&'a str>,
    /// The id of the first revision that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    introduced: Option<&'a str>,
    /// The id of the first revision that advises against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    deprecated: Option<&'a str>,
    /// The id of the first revision that lacks it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<&'a str>,
    /// Its place in the specification.
    #[serde(skip_serializing_if = "Option::is_none")]
    spec: Option<&'a str>,
    /// Former ids.
    aliases: &'a [String],
    /// Ids of the notes that speak of it, the newest first.
    notes: Vec<&'a str>,
    /// Its page, under the base path.
    href: String,
    /// Its Markdown twin, under the base path.
    markdown: String,
    /// Its Atom feed, under the base path, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    feed: Option<String>,
}

/// All revisions, in order of time.
#[derive(Serialize, JsonSchema)]
pub struct Revisions<'a> {
    version: Version,
    /// In order of time.
    revisions: Vec<Revision<'a>>,
}

/// A revision of the specification.
#[derive(Serialize, JsonSchema)]
pub struct Revision<'a> {
    /// Its date or name.
    id: &'a str,
    status: RevisionStatus,
    /// Its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    spec: Option<&'a str>,
    /// What it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    changelog: Option<&'a str>,
    /// Ids of the capabilities that it brought.
    introduced: Vec<&'a str>,
    /// Ids of the capabilities that it advises against.
    deprecated: Vec<&'a str>,
    /// Ids of the capabilities that it took away.
    removed: Vec<&'a str>,
    /// Ids of the notes that touch it, the newest first.
    notes: Vec<&'a str>,
    /// Its page, under the base path.
    href: String,
    /// Its Markdown twin, under the base path.
    markdown: String,
    /// The JSON of its matrix, under the base path, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix: Option<String>,
}

/// Returns all capabilities.
pub fn capabilities(scene: &Scene) -> Capabilities<'_> {
    let groups = scene.groups.iter().map(|group| Group {
        id: &group.id,
        title: &group.title,
        capabilities: group.capabilities.clone().map(|i| capability(scene, i)).collect(),
    });
    Capabilities { version: Version::NOW, groups: groups.collect() }
}

/// Returns a capability.
pub fn capability(scene: &Scene, i: usize) -> Capability<'_> {
    let term = &scene.capabilities[i];
    let thing = &term.thing;
    let link = scene.link(Subject::Capability(i));
    Capability {
        id: &thing.id,
        title: &thing.title,
        summary: thing.summary.as_deref(),
        introduced: thing.introduced.as_deref(),
        deprecated: thing.deprecated.as_deref(),
        removed: thing.removed.as_deref(),
        spec: thing.spec.as_deref(),
        aliases: &thing.aliases,
        notes: term.notes.iter().map(|note| scene.notes[*note].id()).collect(),
        href: link.href.clone(),
        markdown: link.twin.clone(),
        feed: feed_file(scene, Subject::Capability(i)).map(|file| scene.site.base.file_href(&file)),
    }
}

/// Returns all revisions.
pub fn revisions(scene: &Scene) -> Revisions<'_> {
    Revisions { version: Version::NOW, revisions: (0..scene.revisions.len()).map(|i| revision(scene, i)).collect() }
}

fn revision(scene: &Scene, i: usize) -> Revision<'_> {
    let term = &scene.revisions[i];
    let thing = &term.thing;
    let link = scene.link(Subject::Revision(i));
    let with = |field: fn(&Known) -> &Option<String>| -> Vec<&str> {
        let all = scene.capabilities.iter().map(|term| &term.thing);
        all.filter(|it| field(it).as_ref() == Some(&thing.id)).map(|it| it.id.as_str()).collect()
    };
    let has_matrix = !scene.clients.is_empty() && !scene.capabilities.is_empty();
    Revision {
        id: &thing.id,
        status: thing.status.into(),
        spec: thing.spec.as_deref(),
        changelog: thing.changelog.as_deref(),
        introduced: with(|it| &it.introduced),
        deprecated: with(|it| &it.deprecated),
        removed: with(|it| &it.removed),
        notes: term.notes.iter().map(|note| scene.notes[*note].id()).collect(),
        href: link.href.clone(),
        markdown: link.twin.clone(),
        matrix: has_matrix.then(|| scene.site.base.file_href(&data_file(scene, Data::Matrix(Some(i))))),
    }
}
