//! Which notes there are: ids that are given twice, drafts, aliases.
//!
//! It must not know what notes say.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, FilePath, Place, visible};
use crate::note::{Note, Status};
use crate::page::Page;
use crate::slug;
use crate::yaml::Path;

use super::NoteIx;

/// The notes that the site has, and what became of the others.
pub struct Identity {
    /// By id, each id once.
    pub notes: Vec<Arc<Note>>,
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
    /// Index by former id.
    pub aliases: &'a BTreeMap<&'a str, NoteIx>,
    /// Why an id has no note.
    pub gone: &'a BTreeMap<String, Gone>,
}

/// Returns the notes by their former ids.
pub fn aliases(notes: &[Arc<Note>]) -> BTreeMap<&str, NoteIx> {
    let mut all = BTreeMap::new();
    for (i, note) in notes.iter().enumerate() {
        for alias in &note.meta.aliases {
            all.entry(alias.as_str()).or_insert(i);
        }
    }
    all
}

/// Sorts notes by id, drops drafts and second notes of one id, and reports what collides.
pub fn sort_out(mut all: Vec<Arc<Note>>, failed: &[FilePath], drafts: bool, found: &mut Vec<Diagnostic>) -> Identity {
    all.sort_by(|a, b| a.id().cmp(b.id()).then_with(|| a.path().cmp(b.path())));
    let (mut notes, mut hidden): (Vec<Arc<Note>>, Vec<Arc<Note>>) = (Vec::with_capacity(all.len()), Vec::new());
    let mut gone = BTreeMap::new();
    // By folded id: who has it.
    let mut seen: HashMap<String, Holder> = HashMap::with_capacity(all.len());
    let mut second: Vec<Arc<Note>> = Vec::new();
    for note in all {
        let drafted = note.meta.status == Status::Draft && !drafts;
        let list = if drafted { &mut hidden } else { &mut notes };
        match seen.entry(slug::fold(note.id())) {
            Entry::Occupied(_) => second.push(note),
            Entry::Vacant(entry) => {
                entry.insert(Holder { drafted, index: list.len() });
                list.push(note);
            }
        }
    }
    let holder = |holder: &Holder| if holder.drafted { &hidden[holder.index] } else { &notes[holder.index] };
    for note in &second {
        let other = holder(&seen[&slug::fold(note.id())]);
        let place = id_place(note);
        let Place { path, line, .. } = id_place(other);
        let message = if other.id() == note.id() {
            format!("`id`: `{}` is the id of {path}:{line} too", visible(note.id()))
        } else {
            let (id, other) = (visible(note.id()), visible(other.id()));
            format!("`id`: `{id}` differs from `{other}` of {path}:{line} only in case or form")
        };
        found.push(Diagnostic::new(Code::DuplicateId, place, message).help("give one of the two another id"));
    }
    let mut aliases: HashMap<String, &Arc<Note>> = HashMap::new();
    // By note: which of its aliases are others' already. They get no address, so they are told once.
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for (n, note) in notes.iter().enumerate() {
        for (i, alias) in note.meta.aliases.iter().enumerate() {
            let folded = slug::fold(alias);
            let other = seen.get(&folded).map(holder).or_else(|| aliases.get(&folded).copied());
            if let Some(other) = other {
                let list = Path::Key(&Path::Root, "aliases");
                let place = note.manuscript.yaml().place(&Path::Index(&list, i));
                let Place { path, line, .. } = id_place(other);
                let message = format!("`aliases[{i}]`: `{alias}` is taken by `{}` of {path}:{line}", other.id());
                found.push(Diagnostic::new(Code::DuplicateId, place, message));
                taken.push((n, i));
            } else {
                aliases.insert(folded, note);
            }
        }
    }
    for (note, alias) in taken.into_iter().rev() {
        Arc::make_mut(&mut notes[note]).meta.aliases.remove(alias);
    }
    for note in &hidden {
        gone.insert(note.id().to_owned(), Gone::Draft(note.manuscript.source.path.clone()));
    }
    for path in failed.iter().filter(|path| path.starts_with("notes/research/")) {
        let stem = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".md");
        gone.entry(stem.to_owned()).or_insert_with(|| Gone::Failed(path.clone()));
    }
    Identity { notes, gone }
}

/// Where the note that has an id is kept.
struct Holder {
    drafted: bool,
    index: usize,
}

fn id_place(note: &Note) -> Place {
    note.manuscript.yaml().place(&Path::Key(&Path::Root, "id"))
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
