//! Reads the site's folders into a [`Corpus`], and is the only door to walkdir.
//!
//! Comes in: the site's root. Goes out: every file that counts, with its bytes, and one diagnostic
//! for each entry that cannot be read; nothing is skipped that a reader could miss, and no bad
//! entry stops the walk. It must not know what a note is, what git says, or how messages look.

use std::fs::{self, FileType};
use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use walkdir::WalkDir;

mod memory;

pub use memory::Memory;

use super::{Corpus, File};
use crate::diagnostic::{self, Code, Diagnostic, Place, visible};

/// Why there is no corpus at all.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The root has no folder `notes`: it is not a site. An error of usage.
    #[error("no site at `{}`: it has no folder `notes`", .root.display())]
    NoSite {
        /// As it was given.
        root: PathBuf,
    },
    /// The root cannot be looked into. An error of the world.
    #[error("cannot read `{}`: {source}", .path.display())]
    Io {
        /// What could not be read.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

/// Reads `notes/`, `templates/` and `static/` below `root`; the latter two may be absent. The
/// history is left empty.
///
/// # Errors
/// [`Error`], if there is no site or it cannot be looked into. What is wrong with single entries is
/// among the corpus's diagnostics.
pub fn read(root: &Path) -> Result<Corpus, Error> {
    read_again(root, &mut Memory::default())
}

/// Does what [`read`] does, but opens no file that has not been touched since the memory took it.
///
/// # Errors
/// Those of [`read`].
pub fn read_again(root: &Path, memory: &mut Memory) -> Result<Corpus, Error> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source: io::Error| match source.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Error::NoSite { root: root.to_owned() },
            _ => Error::Io { path, source },
        }
    };
    let real = root.canonicalize().map_err(failed(root))?;
    let notes = root.join("notes");
    if !fs::metadata(&notes).map_err(failed(&notes))?.is_dir() {
        return Err(Error::NoSite { root: root.to_owned() });
    }
    let mut corpus = Corpus::default();
    memory.led_to.clear();
    let mut tree = |tree| load(root, Walk::run(root, &real, tree), memory, &mut corpus.diagnostics);
    let notes = tree(Tree::Notes);
    corpus.templates = tree(Tree::Templates);
    corpus.statics = tree(Tree::Static);
    (corpus.texts, corpus.files) = notes.into_iter().partition(|file| is_text(&file.path));
    diagnostic::sort(&mut corpus.diagnostics);
    memory.keep(|path| corpus.has(path));
    Ok(corpus)
}

/// Reads the files that a walk found.
fn load(root: &Path, walk: Walk<'_>, memory: &mut Memory, diagnostics: &mut Vec<Diagnostic>) -> Vec<File> {
    let mut paths = walk.files;
    paths.sort_unstable();
    diagnostics.extend(walk.diagnostics);
    memory.led_to.extend(walk.led_to);
    let read = memory.read(root, paths).into_iter();
    let mut told = |(path, error)| diagnostics.push(fault(Code::UnreadableFile, path, reason(&error)));
    read.filter_map(|file| file.map_err(&mut told).ok()).collect()
}

fn is_text(path: &str) -> bool {
    path.ends_with(".md") || path.ends_with(".yaml")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tree {
    Notes,
    Templates,
    Static,
}

impl Tree {
    fn name(self) -> &'static str {
        match self {
            Tree::Notes => "notes",
            Tree::Templates => "templates",
            Tree::Static => "static",
        }
    }

    /// Tells whether an entry is left out without a word: what systems, editors and version control
    /// leave behind. A hidden note is kept, so that it can be refused rather than forgotten.
    fn leaves_out(self, name: &str) -> bool {
        match self {
            _ if matches!(name, ".git" | ".DS_Store") => true,
            Tree::Static => false,
            // Emacs locks `a.md` by a dangling link `.#a.md`, and saves it as `#a.md#`.
            _ if name.ends_with('~') || name.starts_with(".#") || (name.starts_with('#') && name.ends_with('#')) => {
                true
            }
            Tree::Notes if name.ends_with(".md") => false,
            _ => name.starts_with('.'),
        }
    }
}

/// The walk through one of the site's folders.
struct Walk<'a> {
    /// As given: what entries are opened by.
    root: &'a Path,
    /// Without links: what links are judged by.
    real: &'a Path,
    tree: Tree,
    /// The tree's own folder, without links.
    home: PathBuf,
    /// Folders still to be walked.
    pending: Vec<PathBuf>,
    /// Folders that were reached through a link, without links.
    followed: Vec<PathBuf>,
    /// What links led to, without links.
    led_to: Vec<PathBuf>,
    /// From the root, with `/`.
    files: Vec<String>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Walk<'a> {
    fn run(root: &'a Path, real: &'a Path, tree: Tree) -> Self {
        let top = root.join(tree.name());
        let home = real.join(tree.name());
        let (pending, followed, led_to) = (Vec::new(), Vec::new(), Vec::new());
        let (files, diagnostics) = (Vec::new(), Vec::new());
        let mut walk = Walk { root, real, tree, home, pending, followed, led_to, files, diagnostics };
        match fs::symlink_metadata(&top) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => walk.fault(Code::UnreadableFile, &top, reason(&error)),
            Ok(meta) if meta.is_dir() => walk.pending.push(top),
            Ok(meta) if meta.is_symlink() => match top.canonicalize() {
                Ok(home) if home.starts_with(real) && home != real && home.is_dir() => {
                    walk.led_to.push(home.clone());
                    walk.home = home;
                    walk.pending.push(top);
                }
                Ok(_) => walk.fault(Code::OutsideLink, &top, "a link that leads to no folder inside the site".into()),
                Err(error) => walk.fault(Code::UnreadableFile, &top, format!("a link to nothing: {}", reason(&error))),
            },
            Ok(_) => walk.fault(Code::UnreadableFile, &top, "this is not a folder".into()),
        }
        while let Some(folder) = walk.pending.pop() {
            walk.folder(&folder);
        }
        walk
    }

    fn folder(&mut self, folder: &Path) {
        let mut entries = WalkDir::new(folder).min_depth(1).max_open(8).into_iter();
        let mut links = Vec::new();
        while let Some(entry) = entries.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let why = error.io_error().map_or_else(|| error.to_string(), reason);
                    self.fault(Code::UnreadableFile, error.path().unwrap_or(folder), why);
                    continue;
                }
            };
            let kind = entry.file_type();
            let is_left_out = self.tree.leaves_out(&entry.file_name().to_string_lossy());
            if kind.is_symlink() && !is_left_out {
                links.push((entry.into_path(), kind));
                continue;
            }
            let goes_in = !is_left_out && self.entry(entry.path(), kind);
            if kind.is_dir() && !goes_in {
                entries.skip_current_dir();
            }
        }
        // In order, so that of two links to one folder it is always the same that is refused.
        links.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        for (path, kind) in links {
            self.entry(&path, kind);
        }
    }

    /// Takes one entry, and tells whether it is in order.
    fn entry(&mut self, path: &Path, kind: FileType) -> bool {
        let taken = self.path(path).and_then(|name| {
            if kind.is_symlink() {
                return self.link(path, name);
            }
            self.take(name, kind).map(|_| ())
        });
        let in_order = taken.is_ok();
        if let Err((code, why)) = taken {
            self.fault(code, path, why);
        }
        in_order
    }

    /// Takes a file, or tells that this is a folder to walk.
    fn take(&mut self, name: String, kind: FileType) -> Result<bool, (Code, String)> {
        if kind.is_dir() {
            if self.tree == Tree::Notes && is_text(&name) {
                return Err((Code::UnreadableFile, "a folder has the name of a text".into()));
            }
            return Ok(true);
        }
        if !kind.is_file() {
            return Err((Code::UnreadableFile, format!("this is {}, not a file", special(kind))));
        }
        self.files.push(name);
        Ok(false)
    }

    /// Follows a link that stays inside the site and leads to something that is not read anyway.
    fn link(&mut self, path: &Path, name: String) -> Result<(), (Code, String)> {
        let unreadable = |why: String| (Code::UnreadableFile, why);
        let written = fs::read_link(path).map_err(|error| unreadable(reason(&error)))?;
        let written = visible(&written.to_string_lossy());
        let lost = |error: io::Error| unreadable(format!("a link to `{written}`: {}", reason(&error)));
        let target = path.canonicalize().map_err(lost)?;
        if !target.starts_with(self.real) {
            return Err((Code::OutsideLink, format!("a link to `{written}`, which is outside the site")));
        }
        let folder = path.parent().unwrap_or(path).canonicalize().map_err(lost)?;
        if folder.starts_with(&target) {
            return Err((Code::OutsideLink, format!("a link to `{written}`, which goes round in a circle")));
        }
        if self.tree == Tree::Notes && overlap(&target, &self.home) {
            return Err(unreadable(format!("a link to `{written}`, which is in `notes` already")));
        }
        let kind = fs::metadata(&target).map_err(lost)?.file_type();
        self.led_to.push(target.clone());
        if self.take(name, kind)? {
            if self.followed.iter().any(|other| overlap(&target, other)) {
                return Err(unreadable(format!("a link to `{written}`, which is read through another link")));
            }
            self.followed.push(target);
            self.pending.push(path.to_owned());
        }
        Ok(())
    }

    /// Returns the path from the root, with `/`.
    fn path(&self, path: &Path) -> Result<String, (Code, String)> {
        let path = path.strip_prefix(self.root).unwrap_or(path);
        let text = path.to_str().ok_or((Code::UnreadableFile, "the name is not UTF-8".into()))?;
        Ok(if MAIN_SEPARATOR == '/' { text.to_owned() } else { text.replace(MAIN_SEPARATOR, "/") })
    }

    fn fault(&mut self, code: Code, path: &Path, why: String) {
        let name = path.strip_prefix(self.root).unwrap_or(path);
        let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        self.diagnostics.push(fault(code, parts.join("/"), why));
    }
}

fn overlap(a: &Path, b: &Path) -> bool {
    a.starts_with(b) || b.starts_with(a)
}

fn fault(code: Code, path: String, why: String) -> Diagnostic {
    let help = match code {
        Code::OutsideLink => "copy what it leads to into the site",
        _ => "mend it, or take it away",
    };
    Diagnostic::new(code, Place::file(path), why).help(help)
}

/// Returns the system's reason without the number that Rust adds to it.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        _ if kind.is_fifo() => "a pipe",
        _ if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn special(_: FileType) -> &'static str {
    "something else"
}

#[cfg(test)]
mod tests;
