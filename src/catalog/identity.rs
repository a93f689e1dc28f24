//! Which notes there are: ids that are given twice, drafts, aliases.
//!
//! It must not know what notes say.

use std::collections::{BTreeMap, HashMap};

use crate::diagnostic::{Code, Diagnostic, FilePath, visible};
use crate::note::{Note, Status};
use crate::page::Page;
use crate::slug;
use crate::yaml::Path;

use super::NoteIx;

/// The notes that the site has, and what became of the others.
pub struct Identity {
    /// By id, each id once.
    pub notes: Vec<Note>,
    /// Why an id has no note.
    pub gone: BTreeMap<String, Gone>,
}

/// Why an id that a link names has no page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gone {
    /// Its note is a draft; the path of its file.
    Draft(FilePath),
    /// Its file has errors; the path.
    Failed(FilePath),
}

/// Finds notes by id.
pub struct Lookup<'a> {
    /// Index by id.
    pub by_id: &'a BTreeMap<&'a str, NoteIx>,
    /// Why an id has no note.
    pub gone: &'a BTreeMap<String, Gone>,
}

/// Sorts notes by id, drops drafts and second notes of one id, and reports what collides.
pub fn sort_out(mut all: Vec<Note>, failed: &[FilePath], drafts: bool, found: &mut Vec<Diagnostic>) -> Identity {
    all.sort_by(|a, b| a.id().cmp(b.id()).then_with(|| a.path().cmp(b.path())));
    let mut notes: Vec<Note> = Vec::with_capacity(all.len());
    let mut gone = BTreeMap::new();
    // By folded id: the id as written, and where it stands.
    let mut seen: HashMap<String, (String, FilePath, u32)> = HashMap::new();
    for note in all {
        let place = note.manuscript.yaml().place(&Path::Key(&Path::Root, "id"));
        if let Some((other, path, line)) = seen.get(&slug::fold(note.id())) {
            let message = if other == note.id() {
                format!("`id`: `{}` is the id of {path}:{line} too", visible(note.id()))
            } else {
                format!(
                    "`id`: `{}` differs from `{}` of {path}:{line} only in case or form",
                    visible(note.id()),
                    visible(other)
                )
            };
            found.push(Diagnostic::new(Code::DuplicateId, place, message).help("give one of the two another id"));
            continue;
        }
        seen.insert(slug::fold(note.id()), (note.id().to_owned(), place.path, place.line));
        if note.meta.status == Status::Draft && !drafts {
            gone.insert(note.id().to_owned(), Gone::Draft(note.manuscript.source.path.clone()));
        } else {
            notes.push(note);
        }
    }
    for path in failed.iter().filter(|path| path.starts_with("notes/research/")) {
        let stem = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".md");
        gone.entry(stem.to_owned()).or_insert_with(|| Gone::Failed(path.clone()));
    }
    for note in &notes {
        for (i, alias) in note.meta.aliases.iter().enumerate() {
            let folded = slug::fold(alias);
            if let Some((other, path, line)) = seen.get(&folded) {
                let aliases = Path::Key(&Path::Root, "aliases");
                let place = note.manuscript.yaml().place(&Path::Index(&aliases, i));
                let message = format!("`aliases[{i}]`: `{alias}` is taken by `{other}` of {path}:{line}");
                found.push(Diagnostic::new(Code::DuplicateId, place, message));
            } else {
                let place = note.manuscript.yaml().place(&Path::Key(&Path::Root, "aliases"));
                seen.insert(folded, (alias.clone(), place.path, place.line));
            }
        }
    }
    Identity { notes, gone }
}

/// Reports plain pages whose addresses differ only in case.
pub fn check_pages(pages: &[Page], found: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<String, &Page> = HashMap::new();
    for page in pages {
        if let Some(other) = seen.insert(slug::fold(&page.route), page) {
            let source = &page.manuscript.source;
            let message = format!("the address `/{}` is that of {} too", page.route, other.manuscript.source.path);
            found.push(Diagnostic::new(Code::RouteTaken, source.place(0..3), message));
        }
    }
}
