//! One research note by itself: is it well formed, and what does it say.
//!
//! Comes in: a text. Goes out: a [`Note`] and what is wrong with it. Whether the ids that it names
//! exist, and whether other notes agree with it, is for `catalog`. It must not know other notes.

mod citation;
mod claim;
mod meta;
mod published;

use std::ops::Range;

use crate::date::Day;
use crate::diagnostic::{Code, Diagnostic, Source};
use crate::manuscript::{self, Manuscript};
use crate::markdown;
use crate::yaml::{FRONT_MATTER_LIMIT, Reader, Yaml};

pub use citation::{Citation, LineRange, date, is_commit, parse_path, place_of};
pub use claim::{Claim, Method, Support};
pub use meta::{MADE_ANEW, Meta, NOTE, Named, Status};
pub use published::{CLAIMS, REASON, RELATED, SOURCES, facts_line};

/// A research note.
#[derive(Debug, Clone)]
pub struct Note {
    /// Its front matter, read.
    pub meta: Meta,
    /// Its text, and where the parts lie.
    pub manuscript: Manuscript,
    /// The bytes of the front matter without `canonical` and `last-updated`, which are made anew.
    pub own_front: Vec<Range<usize>>,
    /// Something in its front matter could not be read; it is kept so that what it says is checked.
    pub has_errors: bool,
}

/// What reading a note depends on besides its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The day of the build.
    pub today: Day,
    /// Whether code is highlighted.
    pub highlight: bool,
    /// After how many days a note is stale.
    pub stale_after: i64,
}

/// Ids that a note's page uses itself, so that no heading gets them.
pub const PAGE_IDS: &[&str] =
    &["main", "contents", "claims", "sources", "related-notes", "referenced-by", "history", "cite", "search"];

/// Reads a note; `stem` is its file's name without `.md`. Nothing if its front matter cannot be read.
pub fn read(source: Source, stem: &str, options: Options) -> (Option<Note>, Vec<Diagnostic>) {
    let split = match manuscript::split(&source) {
        Ok(split) => split,
        Err(diagnostic) => return (None, vec![diagnostic]),
    };
    let (meta, own_front, mut found) = {
        let yaml = match Yaml::read(&source, split.front.clone(), FRONT_MATTER_LIMIT) {
            Ok(yaml) => yaml,
            Err(found) => return (None, found),
        };
        let mut reader = Reader::new(&yaml);
        let meta = meta::read(&mut reader, stem, options);
        let front = split.front.clone();
        let is_twin = meta.as_ref().is_some_and(|meta| meta.has_generated);
        let own_front = if is_twin { published::own_front(&yaml, front) } else { vec![front] };
        (meta, own_front, reader.found)
    };
    let Some(meta) = meta else { return (None, found) };
    let has_errors = found.iter().any(Diagnostic::is_error);
    let mut body = manuscript::trim_blank_lines(&source.text, split.rest);
    if meta.canonical {
        let (inner, parts) = published::take_off(&source, body, &meta);
        body = inner;
        found.extend(parts);
    }
    let markdown_options = markdown::Options { highlight: options.highlight, reserved_ids: PAGE_IDS };
    let (manuscript, findings) = Manuscript::new(source, split.front, body, markdown_options);
    found.extend(findings);
    if manuscript.content.is_empty {
        let place = manuscript.source.place(split.close);
        found.push(Diagnostic::new(Code::Body, place, "the note has no body"));
    }
    (Some(Note { meta, manuscript, own_front, has_errors }), found)
}

impl Note {
    /// Returns the note's id.
    pub fn id(&self) -> &str {
        &self.meta.id
    }

    /// Returns the path of its file from the site's root.
    pub fn path(&self) -> &str {
        &self.manuscript.source.path
    }

    /// Returns the author's front matter without the keys that are made anew.
    pub fn front(&self) -> impl Iterator<Item = &str> {
        self.own_front.iter().map(|range| &self.manuscript.source.text[range.clone()])
    }
}
