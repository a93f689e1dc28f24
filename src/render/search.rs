//! The index that search works on, in parts: what each document says, turned round into where each
//! word is found.
//!
//! Comes in: the scene. Goes out: an [`Index`], made as a whole.
//! Documents have numbers, in the order in which equal finds are shown; a part of the index knows
//! nothing else of them but the files that describe them. Which files there are is decided by `plan`;
//! `static/search.js` reads them. It must not know how a text is cut into words.

mod pack;
mod parts;
mod vocabulary;
mod words;

use rayon::prelude::*;
use serde::Serialize;

use crate::catalog::Subject;
use crate::hash::Hash;
use crate::plan::{CHUNK, Search, documents, shards};
use crate::render::views::{self, Scene};
use crate::route::Base;

use vocabulary::Vocabulary;

/// The index, in the parts in which it is loaded.
#[derive(Debug)]
pub struct Index {
    head: String,
    documents: Vec<String>,
    terms: Vec<String>,
}

/// What the other parts are.
#[derive(Debug, Serialize)]
struct Head {
    /// Changes with the index, so that parts of two of them are never mixed.
    version: String,
    /// How many documents there are: the first are notes that hold, then other notes, then the rest.
    documents: usize,
    /// How many of them are notes.
    notes: usize,
    /// How many of these hold.
    live: usize,
    /// How many documents a file describes.
    chunk: usize,
    /// The first term of each file of terms.
    terms: Vec<String>,
}

/// A document, as a result shows it.
#[derive(Debug, Serialize)]
struct Document {
    id: String,
    /// From the site's root.
    href: String,
    title: String,
    /// What it is: a note's kind, or `Client`, `Page`, …
    what: String,
    summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<String>,
}

impl Index {
    /// Makes the index, by so many shares at a time.
    ///
    /// With more than one, the pool's threads are lent to the work: never where one of them may wait for
    /// the index meanwhile.
    pub fn new(scene: &Scene, shares: usize) -> Index {
        let subjects = documents(scene);
        let described: Vec<String> = subjects.chunks(CHUNK).map(|some| described(scene, some)).collect();
        let shards = pack::pack(all_terms(scene, &subjects, shares), shards(scene));
        let notes = |subject: &&Subject| matches!(subject, Subject::Note(_));
        let live = |subject: &&Subject| matches!(subject, Subject::Note(i) if scene.notes[*i].meta.status.is_live());
        let mut version = Hash::default();
        for part in described.iter().chain(shards.iter().map(|shard| &shard.json)) {
            std::hash::Hash::hash(part, &mut version);
        }
        let head = Head {
            version: format!("{:016x}", std::hash::Hasher::finish(&version)),
            documents: subjects.len(),
            notes: subjects.iter().filter(notes).count(),
            live: subjects.iter().filter(live).count(),
            chunk: CHUNK,
            terms: shards.iter().map(|shard| shard.first.clone()).collect(),
        };
        Index { head: json(&head), documents: described, terms: shards.into_iter().map(|shard| shard.json).collect() }
    }

    /// Returns a part of the index.
    pub fn file(&self, file: Search) -> &str {
        match file {
            Search::Head => &self.head,
            Search::Documents(number) => &self.documents[number],
            Search::Terms(number) => &self.terms[number],
        }
    }
}

/// Returns the terms of all documents, in order, with where each is found.
fn all_terms(scene: &Scene, subjects: &[Subject], shares: usize) -> Vec<vocabulary::Term> {
    let share = subjects.len().div_ceil(shares).max(1);
    let one = |(part, some): (usize, &[Subject])| {
        let mut vocabulary = Vocabulary::default();
        for (i, subject) in some.iter().enumerate() {
            vocabulary.begin(u32::try_from(part * share + i).unwrap_or(u32::MAX));
            words::add(scene, *subject, &mut vocabulary);
        }
        vocabulary.finish()
    };
    let parts: Vec<Vec<vocabulary::Term>> = match shares {
        1 => vec![one((0, subjects))],
        _ => subjects.par_chunks(share).enumerate().map(one).collect(),
    };
    vocabulary::merge(parts)
}

fn described(scene: &Scene, subjects: &[Subject]) -> String {
    let site = Base::root();
    let one = |subject: &Subject| {
        let link = scene.link(*subject);
        let (what, date, status) = match *subject {
            Subject::Note(i) => {
                let meta = &scene.notes[i].meta;
                let kind = scene.facets[i].kind.map_or_else(String::new, |kind| scene.kind(kind).title.clone());
                (kind, Some(meta.last_verified.to_string()), Some(meta.status.word()))
            }
            Subject::Client(_) => ("Client".to_owned(), None, None),
            Subject::Capability(_) => ("Capability".to_owned(), None, None),
            Subject::Revision(_) => ("Revision".to_owned(), None, None),
            Subject::Kind(_) => ("Kind of note".to_owned(), None, None),
            _ => ("Page".to_owned(), None, None),
        };
        let id = match subject {
            Subject::Note(_) => link.id.clone(),
            _ => scene.route(*subject).to_string(),
        };
        let href = site.href(&scene.route(*subject)).trim_start_matches('/').to_owned();
        let summary = views::description(scene, *subject);
        Document { id, href, title: link.title.clone(), what, summary, date, status, lang: link.lang.clone() }
    };
    json(&subjects.iter().map(one).collect::<Vec<_>>())
}

fn json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("texts and lists serialise");
    text.push('\n');
    text
}
