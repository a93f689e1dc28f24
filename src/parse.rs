//! Texts → notes, clients, pages and registries: each file by itself, all files in parallel.
//!
//! This is where a file's path decides what it is. It must not know how files relate to each other.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::corpus::{self, File};
use crate::date::Day;
use crate::diagnostic::{Checked, Code, Diagnostic, FilePath, Place, Source};
use crate::note::{self, Note};
use crate::page::{self, Page};
use crate::registry::{self, Client, Group, Kept, Kind, Revision, Site};
use crate::route::Base;
use crate::slug;

/// What a build depends on besides its files.
#[derive(Debug, Clone)]
pub struct Options {
    /// The day of the build.
    pub today: Day,
    /// Where the site is published, if that differs from what `site.yaml` says.
    pub base: Option<Base>,
    /// Whether drafts are built.
    pub drafts: bool,
}

/// All files, each by itself.
#[derive(Debug)]
pub struct Parsed {
    /// `site.yaml`, or what stands in for it.
    pub site: Site,
    /// `kinds.yaml`
    pub kinds: Kept<Kind>,
    /// `capabilities.yaml`
    pub groups: Kept<Group>,
    /// `revisions.yaml`
    pub revisions: Kept<Revision>,
    /// The clients, by path, if `notes/clients/` has a file.
    pub clients: Option<Vec<Client>>,
    /// The notes, drafts among them, by path.
    pub notes: Vec<Arc<Note>>,
    /// The plain pages, by path.
    pub pages: Vec<Page>,
    /// Files that could not be read as what they should be.
    pub failed: Vec<FilePath>,
    /// Files that a page may refer to, by path.
    pub files: Vec<File>,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
}

enum Item {
    Note(Arc<Note>),
    Client(Box<Client>),
    Page(Box<Page>),
    Failed(FilePath),
}

/// The notes that were read before, for whoever reads the same site again and again.
///
/// A note depends on its file and the options alone, so one whose bytes are the same is the same.
#[derive(Debug, Default)]
pub struct Memory {
    options: Option<note::Options>,
    notes: HashMap<FilePath, Known>,
}

/// A note as it was read.
#[derive(Debug)]
struct Known {
    bytes: Arc<Vec<u8>>,
    note: Option<Arc<Note>>,
    found: Vec<Diagnostic>,
}

impl Memory {
    /// Forgets what was read with other options.
    fn prepare(&mut self, options: note::Options) {
        if self.options != Some(options) {
            self.notes.clear();
            self.options = Some(options);
        }
    }

    /// Returns what a file was read as, if it is known.
    fn get(&self, file: &File) -> Option<(Item, Vec<Diagnostic>)> {
        let known = self.notes.get(&file.path).filter(|known| known.bytes == file.bytes)?;
        let item =
            known.note.as_ref().map_or_else(|| Item::Failed(Arc::clone(&file.path)), |it| Item::Note(Arc::clone(it)));
        Some((item, known.found.clone()))
    }

    /// Keeps what these files were read as, and nothing else.
    fn keep(&mut self, files: Vec<File>, read: &[(Item, Vec<Diagnostic>)]) {
        let known = files.into_iter().zip(read).filter(|(file, _)| is_note(&file.path)).map(|(file, (item, found))| {
            let note = if let Item::Note(note) = item { Some(Arc::clone(note)) } else { None };
            (file.path, Known { bytes: file.bytes, note, found: found.clone() })
        });
        self.notes = known.collect();
    }
}

/// Reads every text; `files` are the others under `notes/`.
pub fn read(texts: Vec<File>, files: Vec<File>, options: &Options) -> Parsed {
    read_again(texts, files, options, None)
}

/// Does what [`read`] does; with a memory, notes that it knows are not read again.
pub fn read_again(texts: Vec<File>, files: Vec<File>, options: &Options, memory: Option<&mut Memory>) -> Parsed {
    let mut diagnostics = Vec::new();
    let mut take = |name: &str| {
        let file = texts.iter().find(|file| &*file.path == name)?;
        Some(corpus::text(file.clone()).map_err(|found| diagnostics.extend(found)))
    };
    let (site, kinds, revisions, groups) = (
        take("notes/site.yaml"),
        take("notes/kinds.yaml"),
        take("notes/revisions.yaml"),
        take("notes/capabilities.yaml"),
    );
    let mut site = site.and_then(Result::ok).map_or_else(Site::default, |source| {
        let checked = registry::site::read(&source);
        diagnostics.extend(checked.diagnostics);
        checked.value
    });
    if let Some(base) = &options.base {
        site.base = base.clone();
    }
    let kinds = keep(kinds, &mut diagnostics, registry::kinds);
    let revisions = keep(revisions, &mut diagnostics, registry::revisions);
    let groups = keep(groups, &mut diagnostics, |source| registry::capabilities(source, revisions.whole()));

    let note_options = note::Options { today: options.today, highlight: site.highlight, stale_after: site.stale_after };
    let (notes, other_yaml): (Vec<File>, Vec<File>) =
        texts.into_iter().filter(|file| !is_registry(&file.path)).partition(|file| file.path.ends_with(".md"));
    let read: Vec<(Item, Vec<Diagnostic>)> = match memory {
        None => notes.into_par_iter().map(|file| one(file, note_options)).collect(),
        Some(memory) => {
            memory.prepare(note_options);
            let known = |file: &File| memory.get(file).unwrap_or_else(|| one(file.clone(), note_options));
            let read: Vec<_> = notes.par_iter().map(known).collect();
            memory.keep(notes, &read);
            read
        }
    };

    let mut parsed = Parsed {
        site,
        kinds,
        groups,
        revisions,
        clients: None,
        notes: Vec::new(),
        pages: Vec::new(),
        failed: Vec::new(),
        files: Vec::new(),
        diagnostics,
    };
    for (item, found) in read {
        parsed.diagnostics.extend(found);
        match item {
            Item::Note(note) => parsed.notes.push(note),
            Item::Client(client) => parsed.clients.get_or_insert_default().push(*client),
            Item::Page(page) => parsed.pages.push(*page),
            Item::Failed(path) => {
                if is_client(&path) {
                    parsed.clients.get_or_insert_default();
                }
                parsed.failed.push(path);
            }
        }
    }
    parsed.files = files;
    parsed.files.extend(other_yaml);
    parsed.files.sort_by(|a, b| a.path.cmp(&b.path));
    parsed
}

/// Reads a registry, if there is one and it is a text.
fn keep<T>(
    source: Option<Result<Source, ()>>,
    diagnostics: &mut Vec<Diagnostic>,
    read: impl FnOnce(&Source) -> Checked<Kept<T>>,
) -> Kept<T> {
    match source {
        None => Kept::Absent,
        Some(Err(())) => Kept::Unreadable,
        Some(Ok(source)) => {
            let checked = read(&source);
            diagnostics.extend(checked.diagnostics);
            checked.value
        }
    }
}

/// The files at the top of `notes/` that are registries.
pub const REGISTRIES: &[&str] =
    &["notes/site.yaml", "notes/kinds.yaml", "notes/capabilities.yaml", "notes/revisions.yaml"];

fn is_registry(path: &str) -> bool {
    REGISTRIES.contains(&path)
}

fn is_note(path: &str) -> bool {
    path.starts_with("notes/research/")
}

fn is_client(path: &str) -> bool {
    path.starts_with("notes/clients/")
}

fn one(file: File, options: note::Options) -> (Item, Vec<Diagnostic>) {
    let path = Arc::clone(&file.path);
    let source = match corpus::text(file) {
        Ok(source) => source,
        Err(found) => return (Item::Failed(path), found),
    };
    let inner = path.strip_prefix("notes/").unwrap_or(&path);
    let route = inner.strip_suffix(".md").unwrap_or(inner);
    let stem = route.rsplit('/').next().unwrap_or(route);
    let failed = || Item::Failed(Arc::clone(&path));
    if is_note(&path) {
        let (note, found) = note::read(source, stem, options);
        (note.map_or_else(failed, |note| Item::Note(Arc::new(note))), found)
    } else if is_client(&path) {
        let (client, found) = registry::client::read(source, stem, options.highlight);
        (client.map_or_else(failed, |client| Item::Client(Box::new(client))), found)
    } else if stem.starts_with('.') {
        let message = "the file is hidden, because its name begins with a dot";
        (failed(), vec![Diagnostic::new(Code::HiddenFile, Place::file(Arc::clone(&path)), message)])
    } else {
        let (page, found) = page::read(source, route, options);
        (page.map_or_else(failed, |page| Item::Page(Box::new(page))), found)
    }
}

/// Returns a warning or error for a file that no page refers to.
pub fn unused(path: &FilePath) -> Diagnostic {
    let name = path.rsplit('/').next().unwrap_or(path);
    let place = Place::file(Arc::clone(path));
    let lower = name.to_lowercase();
    let text_like = [".txt", ".text", ".markdown", ".mdown", ".mkd", ".mdx"].iter().any(|end| lower.ends_with(end));
    if path.starts_with("notes/research/") && text_like {
        let stem = name.split('.').next().unwrap_or(name);
        return Diagnostic::new(
            Code::StrayFile,
            place,
            format!("`{name}` is no note: a note's file name is its id and `.md`, and it begins with front matter"),
        )
        .help(format!("rename it to `{stem}.md` and give it front matter, or move it out of `notes/research/`"));
    }
    let near = slug::nearest(path, REGISTRIES.iter().copied());
    let message = format!("no page refers to `{name}`, so it is not published");
    let help = match near {
        Some(near) if !path["notes/".len()..].contains('/') => format!("did you mean `{near}`?"),
        _ => "link to it, take it out, or move it to `static/`, which is copied whole".to_owned(),
    };
    Diagnostic::new(Code::UnusedFile, place, message).help(help)
}
