//! Sources turned round: repository, file, and the notes that cite it.

use serde::Serialize;

use crate::catalog::{CitedFile, CitedPlace, Repository, Subject};

use super::lists::part;
use super::note::{LineView, lines};
use super::{Link, Scene};

/// Part of the list of sources.
#[derive(Debug, Serialize)]
pub struct SourcesView {
    /// The repositories of this part.
    pub repositories: Vec<RepositoryView>,
}

/// A cited repository or page.
#[derive(Debug, Serialize)]
pub struct RepositoryView {
    /// Its address.
    pub url: String,
    /// Its address without the scheme.
    pub title: String,
    /// How many notes cite it.
    pub notes: usize,
    /// Its files of this part.
    pub files: Vec<SourceFileView>,
}

/// A cited file.
#[derive(Debug, Serialize)]
pub struct SourceFileView {
    /// Empty where notes cite the address as a whole.
    pub path: String,
    /// The notes that cite it.
    pub citing: Vec<CitingView>,
}

/// A note that cites a file.
#[derive(Debug, Serialize)]
pub struct CitingView {
    /// The note.
    pub note: Link,
    /// The commit.
    pub commit: Option<String>,
    /// The file at the commit, or the address as written.
    pub href: String,
    /// The cited lines.
    pub lines: Vec<LineView>,
    /// `YYYY-MM-DD`
    pub date: String,
}

/// The citations of one part of the sources, by repository and file.
type Cited<'a, T> = Vec<(&'a Repository, Vec<(&'a CitedFile, Vec<T>)>)>;

/// Returns one part of the sources: so many citations, whatever files they are of, each as `show`
/// makes it.
pub fn cited<'a, T>(scene: &'a Scene, number: usize, show: impl Fn(&'a CitedPlace) -> T) -> Cited<'a, T> {
    let part = part(scene.citations(), number);
    let mut seen = 0;
    let mut repositories = Vec::new();
    for repository in &scene.repositories {
        let mut files = Vec::new();
        for file in &repository.files {
            let within = |at: usize| at.saturating_sub(seen).min(file.places.len());
            let shown = within(part.start)..within(part.end);
            seen += file.places.len();
            if !shown.is_empty() {
                files.push((file, file.places[shown].iter().map(&show).collect()));
            }
        }
        if !files.is_empty() {
            repositories.push((repository, files));
        }
    }
    repositories
}

/// Returns one part of the sources.
pub fn sources(scene: &Scene, number: usize) -> SourcesView {
    let repositories = cited(scene, number, |place| citing(scene, place));
    let file = |(file, citing): (&CitedFile, Vec<CitingView>)| SourceFileView { path: file.path.clone(), citing };
    let repositories = repositories.into_iter().map(|(repository, files)| RepositoryView {
        url: repository.url.clone(),
        title: without_scheme(&repository.url).to_owned(),
        notes: repository.notes,
        files: files.into_iter().map(file).collect(),
    });
    SourcesView { repositories: repositories.collect() }
}

/// Returns an address as people say it.
pub fn without_scheme(url: &str) -> &str {
    url.split_once("://").map_or(url, |(_, rest)| rest)
}

fn citing(scene: &Scene, place: &CitedPlace) -> CitingView {
    let source = &scene.notes[place.note].meta.sources[place.source];
    let (lines, href) = lines(scene, source);
    CitingView {
        note: scene.link(Subject::Note(place.note)),
        commit: source.commit.clone(),
        href: href.unwrap_or_else(|| source.url.clone()),
        lines,
        date: source.date.to_string(),
    }
}
