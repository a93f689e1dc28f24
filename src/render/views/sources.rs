//! Sources turned round: repository, file, and the notes that cite it.

use std::ops::Range;

use serde::Serialize;

use crate::catalog::{Catalog, CitedFile, CitedPlace, Repository, Subject};
use crate::plan::{part, within};
use crate::render::permalink;

use super::note::{LineView, lines};
use super::queues::{PlaceView, at_row};
use super::{Link, Scene};

/// Part of the list of sources.
#[derive(Debug, Serialize)]
pub struct SourcesView {
    /// The owners of this part, with what is cited of each.
    pub owners: Vec<OwnerView>,
    /// All owners, or where there are hardly any all repositories, on the first part.
    pub index: Vec<PlaceView>,
}

/// An owner of repositories on a forge, or the host of anything else.
#[derive(Debug, Serialize)]
pub struct OwnerView {
    /// The host, on a forge with the owner's name.
    pub title: String,
    /// The id of its heading.
    pub anchor: String,
    /// How many repositories and pages of it are cited on all parts.
    pub count: usize,
    /// Those of this part.
    pub repositories: Vec<RepositoryView>,
}

/// A cited repository or page.
#[derive(Debug, Serialize)]
pub struct RepositoryView {
    /// Its address.
    pub url: String,
    /// The id of its heading.
    pub anchor: String,
    /// Its address without the scheme.
    pub title: String,
    /// How many notes cite it.
    pub notes: usize,
    /// How often, on all parts.
    pub citations: usize,
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

/// Cited files of one repository, and what is shown of each citation.
type Files<'a, T> = Vec<(&'a CitedFile, Vec<T>)>;

/// What is cited of one owner, on one part of the sources.
pub struct Cited<'a, T> {
    /// The host, on a forge with the owner's name.
    pub title: String,
    /// Its place among all owners.
    pub index: usize,
    /// How many repositories and pages of it are cited on all parts.
    pub count: usize,
    /// Its repositories of this part, by file.
    pub repositories: Vec<(&'a Repository, Files<'a, T>)>,
}

/// Returns one part of the sources: so many citations, whatever files they are of, each as `show`
/// makes it.
pub fn cited<'a, T>(scene: &'a Scene, number: usize, show: impl Fn(&'a CitedPlace) -> T) -> Vec<Cited<'a, T>> {
    let part = part(Subject::Sources, scene.citations(), number);
    let mut seen = 0;
    let mut owners = Vec::new();
    for (index, (title, of_owner)) in owned(scene).enumerate() {
        if seen >= part.end {
            break;
        }
        let mut repositories = Vec::new();
        for repository in of_owner {
            let mut files = Vec::new();
            for file in &repository.files {
                let shown = within(&part, seen, file.places.len());
                seen += file.places.len();
                if !shown.is_empty() {
                    files.push((file, file.places[shown].iter().map(&show).collect()));
                }
            }
            if !files.is_empty() {
                repositories.push((repository, files));
            }
        }
        if !repositories.is_empty() {
            owners.push(Cited { title: title.to_owned(), index, count: of_owner.len(), repositories });
        }
    }
    owners
}

/// Returns all that is cited, by owner.
fn owned(scene: &Scene) -> impl ExactSizeIterator<Item = (&str, &[Repository])> {
    scene.owners.iter().map(|(title, places)| (title.as_str(), &scene.repositories[places.clone()]))
}

/// Returns the owners of repositories on forges and the hosts of all else, with the place of what is cited
/// of each in the list of repositories.
pub(super) fn owners(catalog: &Catalog) -> Vec<(String, Range<usize>)> {
    let mut owners: Vec<(String, Range<usize>)> = Vec::new();
    for (place, repository) in catalog.repositories.iter().enumerate() {
        let is_hosted = permalink::hosted(&repository.url, &catalog.site.forges).is_some();
        let parts = without_scheme(&repository.url).splitn(3, '/').take(if is_hosted { 2 } else { 1 });
        let owner = parts.collect::<Vec<_>>().join("/");
        match owners.last_mut().filter(|(last, _)| *last == owner) {
            Some((_, places)) => places.end = place + 1,
            None => owners.push((owner, place..place + 1)),
        }
    }
    owners
}

/// Returns one part of the sources.
pub fn sources(scene: &Scene, number: usize) -> SourcesView {
    let file = |(file, citing): (&CitedFile, Vec<CitingView>)| SourceFileView { path: file.path.clone(), citing };
    let repository = |(repository, files): (&Repository, Vec<_>)| RepositoryView {
        url: repository.url.clone(),
        anchor: repository_anchor(scene, repository),
        title: without_scheme(&repository.url).to_owned(),
        notes: repository.notes,
        citations: repository.citations(),
        files: files.into_iter().map(file).collect(),
    };
    let owners = cited(scene, number, |place| citing(scene, place)).into_iter().map(|owner| OwnerView {
        title: owner.title,
        anchor: anchor(owner.index),
        count: owner.count,
        repositories: owner.repositories.into_iter().map(repository).collect(),
    });
    SourcesView { owners: owners.collect(), index: if number == 1 { index(scene) } else { Vec::new() } }
}

/// Returns where each owner's sources begin, or each repository's where there are hardly any owners.
fn index(scene: &Scene) -> Vec<PlaceView> {
    let owners = owned(scene);
    let places: Vec<(String, usize, String)> = if owners.len() > 2 {
        let count = |repositories: &[Repository]| repositories.iter().map(Repository::citations).sum();
        owners
            .enumerate()
            .map(|(i, (title, repositories))| (title.to_owned(), count(repositories), anchor(i)))
            .collect()
    } else {
        let title = |repository: &Repository| without_scheme(&repository.url).to_owned();
        let repositories = scene.repositories.iter();
        repositories.map(|it| (title(it), it.citations(), repository_anchor(scene, it))).collect()
    };
    let mut row = 0;
    let place = |(title, count, anchor): (String, usize, String)| {
        let href = at_row(scene, Subject::Sources, row, &anchor);
        row += count;
        PlaceView { title, count, href }
    };
    places.into_iter().map(place).collect()
}

fn repository_anchor(scene: &Scene, repository: &Repository) -> String {
    let place = scene.repositories.partition_point(|other| other.url < repository.url);
    format!("ui-repository-{}", place + 1)
}

fn anchor(owner: usize) -> String {
    format!("ui-owner-{}", owner + 1)
}

/// Returns an address as people say it.
pub fn without_scheme(url: &str) -> &str {
    url.split_once("://").map_or(url, |(_, rest)| rest)
}

fn citing(scene: &Scene, place: &CitedPlace) -> CitingView {
    let source = &scene.notes[place.note].meta.sources[place.source];
    let (lines, href) = lines(scene, source);
    CitingView {
        note: scene.link(Subject::Note(place.note)).clone(),
        commit: source.commit.clone(),
        href: href.unwrap_or_else(|| source.url.clone()),
        lines,
        date: source.date.to_string(),
    }
}
