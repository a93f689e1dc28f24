//! `notes.json` and `notes/<id>.json`: what notes say of themselves, every scalar as the author wrote
//! it.
//!
//! It must not know cells or other shapes.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::catalog::{ClaimRef, NoteIx, Subject, Successions};
use crate::note::{Citation, Named};
use crate::plan::{Data, data_file};
use crate::render::permalink;
use crate::render::views::{self, Scene};

use super::claims::{self, Claim};
use super::made::Made;
use super::words::{Date, Status, Version};

/// All notes, by id.
#[derive(Serialize, JsonSchema)]
pub struct Notes<'a> {
    version: Version,
    /// By id.
    notes: Made<'a, Note<'a>>,
}

/// One note, and who refers to it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NotePage")]
pub struct NotePage<'a> {
    version: Version,
    note: Note<'a>,
    /// The pages that link to the note or name it as related.
    referenced_by: Vec<Backlink>,
}

/// A note: its front matter, and where it lies.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Note<'a> {
    /// The stem of its file, and the last part of its address.
    id: &'a str,
    /// Backticks mark code; nothing else is markup.
    title: &'a str,
    /// The id of its kind.
    kind: &'a str,
    /// Plain text.
    summary: &'a str,
    /// Ids of the capabilities that it speaks of.
    capabilities: Vec<&'a str>,
    /// Ids of the clients that it speaks of.
    clients: Vec<&'a str>,
    /// Ids of the revisions that it speaks of.
    spec_versions: Vec<&'a str>,
    /// Its evidence, in order.
    sources: Vec<Source<'a>>,
    status: Status,
    /// Why it has that status.
    #[serde(skip_serializing_if = "Option::is_none")]
    status_reason: Option<&'a str>,
    /// When its evidence was last looked at.
    last_verified: Date,
    /// What it claims, in order.
    claims: Vec<Claim<'a>>,
    /// Ids of notes to read next, as written; not all of them need exist.
    related: Vec<&'a str>,
    /// Ids of notes whose place it takes.
    supersedes: Vec<&'a str>,
    /// Ids of notes that take its place.
    superseded_by: Vec<&'a str>,
    /// Ids of notes that say otherwise, whichever side says so.
    contradicts: Vec<&'a str>,
    /// Former ids.
    aliases: &'a [String],
    /// The day of its last change, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    updated: Option<Date>,
    /// BCP 47 tag, where it is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<&'a str>,
    /// It was verified too long ago.
    stale: bool,
    /// Its page, under the base path.
    href: &'a str,
    /// Its Markdown twin, under the base path.
    markdown: &'a str,
    /// Its own JSON, under the base path.
    json: String,
    /// The absolute address of its page, where the site knows its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

/// A source that a note cites.
#[derive(Serialize, JsonSchema)]
pub struct Source<'a> {
    /// As written.
    url: &'a str,
    /// Plain text.
    title: &'a str,
    /// As written: 7 to 40 hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<&'a str>,
    /// The file, as written, with its line ranges.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    /// The day of the source.
    date: Date,
    /// An archived copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    archived: Option<&'a str>,
    /// BCP 47 tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<&'a str>,
    /// The cited lines on their forge, an address for each range.
    permalinks: Vec<String>,
}

/// A page that refers to another.
#[derive(Serialize, JsonSchema)]
pub struct Backlink {
    /// Plain text.
    title: String,
    /// Its page, under the base path.
    href: String,
    /// The sentence around the link; empty where only `related` names the note.
    sentence: String,
}

/// Returns all notes.
pub fn notes(scene: &Scene) -> Notes<'_> {
    Notes { version: Version::NOW, notes: Made::new(scene.notes.len(), |i| note(scene, i)) }
}

/// Returns one note.
pub fn one(scene: &Scene, i: NoteIx) -> NotePage<'_> {
    let referenced_by = views::backlinks(scene, Subject::Note(i)).into_iter().map(|backlink| Backlink {
        title: backlink.link.title.clone(),
        href: backlink.link.href.clone(),
        sentence: backlink.sentence.to_owned(),
    });
    NotePage { version: Version::NOW, note: note(scene, i), referenced_by: referenced_by.collect() }
}

/// Returns one note as lists hold it.
pub fn note(scene: &Scene, i: NoteIx) -> Note<'_> {
    let meta = &scene.notes[i].meta;
    let base = &scene.site.base;
    let link = scene.link(Subject::Note(i));
    let others = |map: &BTreeMap<NoteIx, Vec<NoteIx>>| -> Vec<&str> {
        Successions::of(map, i).iter().map(|other| scene.notes[*other].id()).collect()
    };
    Note {
        id: &meta.id,
        title: &meta.title,
        kind: &meta.kind,
        summary: &meta.summary,
        capabilities: ids(&meta.capabilities),
        clients: ids(&meta.clients),
        spec_versions: ids(&meta.revisions),
        sources: meta.sources.iter().map(|it| source(scene, it)).collect(),
        status: meta.status.into(),
        status_reason: meta.status_reason.as_deref(),
        last_verified: meta.last_verified.into(),
        claims: (0..meta.claims.len()).map(|claim| claims::claim(scene, ClaimRef { note: i, claim })).collect(),
        related: ids(&meta.related),
        supersedes: others(&scene.successions.supersedes),
        superseded_by: others(&scene.successions.superseded_by),
        contradicts: others(&scene.successions.contradicts),
        aliases: &meta.aliases,
        updated: scene.changed[i].map(Date::from),
        lang: meta.lang.as_deref(),
        stale: meta.stale,
        url: base.absolute(&link.href),
        markdown: &link.twin,
        json: base.file_href(&data_file(scene, Data::Note(i))),
        href: &link.href,
    }
}

fn ids(named: &[Named]) -> Vec<&str> {
    named.iter().map(|named| named.id.as_str()).collect()
}

fn source<'a>(scene: &Scene, source: &'a Citation) -> Source<'a> {
    Source {
        url: &source.url,
        title: &source.title,
        commit: source.commit.as_deref(),
        path: source.path.as_deref(),
        date: source.date.into(),
        archived: source.archived.as_deref(),
        lang: source.lang.as_deref(),
        permalinks: permalinks(scene, source),
    }
}

/// Returns one permalink for each line range of a source.
pub fn permalinks(scene: &Scene, source: &Citation) -> Vec<String> {
    let hosted = permalink::hosted(&source.url, &scene.site.forges);
    let (Some(hosted), Some(commit), Some((file, ranges))) = (hosted, source.commit.as_deref(), source.file()) else {
        return Vec::new();
    };
    ranges.iter().map(|range| hosted.file(commit, file, Some(*range))).collect()
}
