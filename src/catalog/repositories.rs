//! Sources turned round: repository → file → the notes that cite it.
//!
//! It must not know pages or how a citation becomes a permalink.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::note::Note;

use super::NoteIx;

/// A cited address, of a repository or of anything else.
#[derive(Debug, Clone)]
pub struct Repository {
    /// Without a final slash or `.git`.
    pub url: String,
    /// By path; those without a path last, under an empty path.
    pub files: Vec<CitedFile>,
    /// How many notes cite it.
    pub notes: usize,
}

impl Repository {
    /// Returns how many times notes cite it.
    pub fn citations(&self) -> usize {
        self.files.iter().map(|file| file.places.len()).sum()
    }
}

/// A cited file.
#[derive(Debug, Clone)]
pub struct CitedFile {
    /// Empty where notes cite the address as a whole.
    pub path: String,
    /// Newest note first, then in the order of its sources.
    pub places: Vec<CitedPlace>,
}

/// One source of one note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CitedPlace {
    /// The note.
    pub note: NoteIx,
    /// Which of its sources, from 0.
    pub source: usize,
}

/// Collects what all notes cite.
pub fn turn_round(notes: &[Arc<Note>], newest: &[NoteIx]) -> Vec<Repository> {
    let mut all: BTreeMap<&str, BTreeMap<&str, Vec<CitedPlace>>> = BTreeMap::new();
    for note in newest.iter().copied() {
        for (source, citation) in notes[note].meta.sources.iter().enumerate() {
            let path = citation.file().map_or("", |(file, _)| file);
            all.entry(plain(&citation.url)).or_default().entry(path).or_default().push(CitedPlace { note, source });
        }
    }
    all.into_iter()
        .map(|(url, files)| {
            let mut citing: Vec<NoteIx> = files.values().flatten().map(|place| place.note).collect();
            citing.sort_unstable();
            citing.dedup();
            let mut files: Vec<CitedFile> =
                files.into_iter().map(|(path, places)| CitedFile { path: path.to_owned(), places }).collect();
            files.sort_by(|a, b| a.path.is_empty().cmp(&b.path.is_empty()).then_with(|| a.path.cmp(&b.path)));
            Repository { url: url.to_owned(), files, notes: citing.len() }
        })
        .collect()
}

fn plain(url: &str) -> &str {
    let url = url.trim_end_matches('/');
    url.strip_suffix(".git").unwrap_or(url)
}
