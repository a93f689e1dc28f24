//! The files of search: an index in parts, of which a query needs few.
//!
//! How many parts there are follows from the catalog alone, so that they are planned before the
//! index is made. It must not know what a part holds.

use crate::catalog::{Catalog, Subject};

use super::What;

/// How many documents a file describes.
pub const CHUNK: usize = 64;
/// How many bytes of the authors' texts make one file of terms, about.
const SHARE: usize = 256 * 1024;

/// A file of search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// `search/index.json`: what the other files are.
    Head,
    /// `search/docs/<n>.json`: titles, addresses and summaries of some documents.
    Documents(usize),
    /// `search/terms/<n>.json`: some words, and where each is found.
    Terms(usize),
}

/// Returns what is searched, in the order of its numbers: notes that hold, other notes, both newest
/// first; then clients, capabilities, revisions, kinds and plain pages.
pub fn documents(catalog: &Catalog) -> Vec<Subject> {
    let is_live = |note: &usize| catalog.notes[*note].meta.status.is_live();
    let (live, past): (Vec<usize>, Vec<usize>) = catalog.newest.iter().partition(|note| is_live(note));
    let mut all: Vec<Subject> = live.into_iter().chain(past).map(Subject::Note).collect();
    all.extend((0..catalog.clients.len()).map(Subject::Client));
    all.extend((0..catalog.capabilities.len()).map(Subject::Capability));
    all.extend((0..catalog.revisions.len()).map(Subject::Revision));
    all.extend((0..catalog.kinds.len()).map(Subject::Kind));
    all.extend((0..catalog.pages.len()).filter(|page| !catalog.pages[*page].route.is_empty()).map(Subject::Page));
    all
}

/// Returns how many files of terms there are.
pub fn shards(catalog: &Catalog) -> usize {
    let notes: usize = catalog.notes.iter().map(|note| note.manuscript.source.text.len()).sum();
    let pages: usize = catalog.pages.iter().map(|page| page.manuscript.source.text.len()).sum();
    (notes + pages).div_ceil(SHARE).max(1)
}

/// Returns the path of a file of search in the output folder.
pub fn search_file(file: Search) -> String {
    match file {
        Search::Head => "search/index.json".to_owned(),
        Search::Documents(number) => format!("search/docs/{number}.json"),
        Search::Terms(number) => format!("search/terms/{number}.json"),
    }
}

/// Returns all files of search.
pub fn files(catalog: &Catalog) -> Vec<(String, What)> {
    let chunks = documents(catalog).len().div_ceil(CHUNK);
    let documents = (0..chunks).map(Search::Documents);
    let terms = (0..shards(catalog)).map(Search::Terms);
    let all = [Search::Head].into_iter().chain(documents).chain(terms);
    all.map(|file| (search_file(file), What::Search(file))).collect()
}
