//! `sources.json`: sources turned round, repository → file → the notes that cite it.
//!
//! It must not know what else notes say.

use schemars::JsonSchema;
use serde::Serialize;

use crate::catalog::CitedPlace;
use crate::render::views::Scene;

use super::made::Made;
use super::notes::permalinks;
use super::words::{Date, Version};

/// Everything that notes cite.
#[derive(Serialize, JsonSchema)]
pub struct Sources<'a> {
    version: Version,
    /// By address.
    repositories: Vec<Repository<'a>>,
}

/// A cited address, of a repository or of anything else.
#[derive(Serialize, JsonSchema)]
pub struct Repository<'a> {
    /// Without a final slash or `.git`.
    url: &'a str,
    /// By path; what is cited as a whole stands last.
    files: Vec<CitedFile<'a>>,
}

/// A cited file.
#[derive(Serialize, JsonSchema)]
pub struct CitedFile<'a> {
    /// Absent where notes cite the address as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    /// The newest note first.
    citations: Made<'a, Citation<'a>>,
}

/// A note's citation of a file.
#[derive(Serialize, JsonSchema)]
pub struct Citation<'a> {
    /// The id of the note.
    note: &'a str,
    /// Its place among the note's sources, from 1.
    number: String,
    /// As written.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<&'a str>,
    /// The file, as written, with its line ranges.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    /// The day of the source.
    date: Date,
    /// The cited lines on their forge, an address for each range.
    permalinks: Vec<String>,
}

/// Returns everything that notes cite.
pub fn sources(scene: &Scene) -> Sources<'_> {
    let repositories = scene.repositories.iter().map(|repository| Repository {
        url: &repository.url,
        files: repository
            .files
            .iter()
            .map(|file| CitedFile {
                path: Some(file.path.as_str()).filter(|path| !path.is_empty()),
                citations: Made::new(file.places.len(), |i| citation(scene, file.places[i])),
            })
            .collect(),
    });
    Sources { version: Version::NOW, repositories: repositories.collect() }
}

fn citation(scene: &Scene, place: CitedPlace) -> Citation<'_> {
    let note = &scene.notes[place.note];
    let source = &note.meta.sources[place.source];
    Citation {
        note: note.id(),
        number: (place.source + 1).to_string(),
        commit: source.commit.as_deref(),
        path: source.path.as_deref(),
        date: source.date.into(),
        permalinks: permalinks(scene, source),
    }
}
