//! `api/v1/notes.json`: all notes' front matter, every scalar a string as the author wrote it.
//!
//! The shapes have no union types: a field that a note lacks is `null` or an empty list.

use rayon::prelude::*;
use serde::Serialize;

use crate::catalog::Subject;
use crate::note::{Citation, Named};
use crate::render::permalink;
use crate::render::views::Scene;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NoteJson<'a> {
    id: &'a str,
    title: &'a str,
    kind: &'a str,
    summary: &'a str,
    capabilities: Vec<&'a str>,
    clients: Vec<&'a str>,
    spec_versions: Vec<&'a str>,
    sources: Vec<SourceJson<'a>>,
    status: &'a str,
    status_reason: Option<&'a str>,
    last_verified: String,
    related: Vec<&'a str>,
    supersedes: Vec<&'a str>,
    superseded_by: Vec<&'a str>,
    contradicts: Vec<&'a str>,
    aliases: &'a [String],
    updated: Option<String>,
    lang: Option<&'a str>,
    stale: bool,
    href: String,
    markdown: String,
    url: Option<String>,
}

#[derive(Serialize)]
struct SourceJson<'a> {
    url: &'a str,
    title: &'a str,
    commit: Option<&'a str>,
    path: Option<&'a str>,
    date: String,
    archived: Option<&'a str>,
    lang: Option<&'a str>,
    permalinks: Vec<String>,
}

/// Returns all notes as JSON, by id.
pub fn notes(scene: &Scene) -> String {
    let notes: Vec<String> = (0..scene.notes.len())
        .into_par_iter()
        .map(|i| serde_json::to_string(&note(scene, i)).expect("strings and lists serialise"))
        .collect();
    format!("{{\"version\":\"1\",\"notes\":[{}]}}\n", notes.join(","))
}

fn note(scene: &Scene, i: usize) -> NoteJson<'_> {
    let meta = &scene.notes[i].meta;
    let base = &scene.site.base;
    let route = scene.route(Subject::Note(i));
    let href = base.href(&route);
    let ids = |named: &'static dyn Fn(&crate::note::Meta) -> &Vec<Named>| -> Vec<&str> {
        named(meta).iter().map(|named| named.id.as_str()).collect()
    };
    let others = |map: &std::collections::BTreeMap<usize, Vec<usize>>| -> Vec<&str> {
        crate::catalog::Successions::of(map, i).iter().map(|other| scene.notes[*other].id()).collect()
    };
    NoteJson {
        id: &meta.id,
        title: &meta.title,
        kind: &meta.kind,
        summary: &meta.summary,
        capabilities: ids(&|meta| &meta.capabilities),
        clients: ids(&|meta| &meta.clients),
        spec_versions: ids(&|meta| &meta.revisions),
        sources: meta.sources.iter().map(|source| citation(scene, source)).collect(),
        status: meta.status.word(),
        status_reason: meta.status_reason.as_deref(),
        last_verified: meta.last_verified.to_string(),
        related: ids(&|meta| &meta.related),
        supersedes: others(&scene.successions.supersedes),
        superseded_by: others(&scene.successions.superseded_by),
        contradicts: others(&scene.successions.contradicts),
        aliases: &meta.aliases,
        updated: scene.changed[i].map(|day| day.to_string()),
        lang: meta.lang.as_deref(),
        stale: meta.stale,
        url: base.absolute(&href),
        markdown: base.twin_href(&route),
        href,
    }
}

fn citation<'a>(scene: &Scene, source: &'a Citation) -> SourceJson<'a> {
    SourceJson {
        url: &source.url,
        title: &source.title,
        commit: source.commit.as_deref(),
        path: source.path.as_deref(),
        date: source.date.to_string(),
        archived: source.archived.as_deref(),
        lang: source.lang.as_deref(),
        permalinks: permalinks(scene, source),
    }
}

/// Returns one permalink for each line range.
fn permalinks(scene: &Scene, source: &Citation) -> Vec<String> {
    let hosted = permalink::hosted(&source.url, &scene.site.forges);
    let (Some(hosted), Some(commit), Some((file, ranges))) = (hosted, source.commit.as_deref(), source.file()) else {
        return Vec::new();
    };
    ranges.into_iter().map(|range| hosted.file(commit, file, Some(range))).collect()
}
