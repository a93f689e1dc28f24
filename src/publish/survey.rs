//! Compares the output folder with the site's files, and says what has to be done.
//!
//! Comes in: the files, and what `seen` finds. Goes out: [`Changes`]. Here it is decided what is
//! ours, and nothing is touched.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use rayon::prelude::*;

use super::manifest::{self, Entry, Manifest};
use super::seen::{self, Seen, State};
use super::{Error, Output, Refusal, Summary, folder_of};
use crate::diagnostic::visible;

/// What has to be done to the output folder, and how that will be summed up. Paths are from that
/// folder.
pub(super) struct Changes<'a> {
    /// What may be ours meanwhile; absent if no file is written.
    pub intent: Option<Vec<u8>>,
    /// Files of ours that go, and what a killed build left half done.
    pub remove: Vec<String>,
    /// Folders that go if they are empty then, the inner before the outer.
    pub prune: Vec<String>,
    /// Folders that come, the outer before the inner.
    pub create: Vec<String>,
    /// Files that are written, new or not.
    pub write: Vec<&'a Output>,
    /// The list as it stays; absent if it is right already, also after the intent.
    pub manifest: Option<Vec<u8>>,
    pub summary: Summary,
}

/// Returns what makes `out` hold `files`.
///
/// # Errors
/// [`Error::Refused`] if something that is not ours is in the way, [`Error::Io`] if a folder cannot
/// be listed.
pub(super) fn changes<'a>(files: &'a [Output], out: &Path, old: &Manifest) -> Result<Changes<'a>, Error> {
    let mut files: Vec<&Output> = files.iter().collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    debug_assert!(files.windows(2).all(|two| two[0].path != two[1].path), "a path is planned twice");
    let planned = || files.iter().map(|file| file.path.as_str());
    let needed = folders(planned());
    let known = folders(planned().chain(old.entries.iter().map(|entry| entry.path.as_str())));
    let seen = Seen::list(out, &known)?;

    let (states, entries): (Vec<State>, Vec<Entry>) = files
        .par_iter()
        .zip(old.known(planned()))
        .map(|(file, known)| {
            let (state, stamp) = seen.state(out, file);
            // To hash a file takes as long as to read it; one that is untouched since the manifest
            // was written has the hash that stands there.
            let untouched = known.filter(|_| stamp.is_some_and(|stamp| stamp < old.stamp));
            (state, untouched.cloned().unwrap_or_else(|| Entry::new(file.path.clone(), &file.bytes)))
        })
        .unzip();
    let site: HashSet<&str> = planned().collect();
    let gone: Vec<&Entry> = old.entries.iter().filter(|entry| !site.contains(entry.path.as_str())).collect();
    let mut remove: Vec<&str> = gone.par_iter().filter(|entry| seen.holds(out, entry)).map(|it| &*it.path).collect();
    remove.dedup();

    let survey = Survey { out, seen: &seen, old, remove: remove.iter().copied().collect() };
    let mut prune = folders(gone.iter().map(|entry| entry.path.as_str()));
    prune.retain(|folder| !folder.is_empty() && seen.is_folder(folder) && !needed.contains(folder));
    let mut prune: BTreeSet<String> = prune.into_iter().map(Into::into).collect();
    needed.iter().try_for_each(|folder| survey.room_for_folder(folder))?;
    for (file, state) in files.iter().zip(&states) {
        survey.room_for_file(file, *state, &mut prune)?;
    }

    let count = |state| states.iter().filter(|it| **it == state).count();
    let summary = Summary {
        new: count(State::New),
        changed: count(State::Changed),
        removed: remove.len(),
        same: count(State::Same),
    };
    let write: Vec<&Output> =
        files.iter().zip(&states).filter(|(_, state)| **state != State::Same).map(|(file, _)| *file).collect();
    let writes = !write.is_empty();
    let text = manifest::text(&entries);
    Ok(Changes {
        intent: writes.then(|| manifest::intent(&old.entries, &entries)),
        remove: remove.into_iter().map(Into::into).chain(seen.temporaries.iter().cloned()).collect(),
        prune: prune.into_iter().rev().collect(),
        create: needed.iter().filter(|folder| !seen.is_folder(folder)).map(|it| (*it).to_owned()).collect(),
        write,
        manifest: (writes || text != old.bytes).then_some(text),
        summary,
    })
}

/// Returns all folders above the paths, the output folder itself included.
fn folders<'a>(paths: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut all = BTreeSet::from([""]);
    let mut last = "";
    for path in paths {
        let mut folder = folder_of(path);
        if folder == last {
            continue; // Neighbours in order lie in one folder.
        }
        last = folder;
        while all.insert(folder) {
            folder = folder_of(folder);
        }
    }
    all
}

/// Whose what stands there is.
struct Survey<'a> {
    out: &'a Path,
    seen: &'a Seen,
    old: &'a Manifest,
    remove: HashSet<&'a str>,
}

impl Survey<'_> {
    fn refused<T>(&self, why: fn(String) -> Refusal, file: &str) -> Result<T, Error> {
        Err(Error::Refused { folder: self.out.to_owned(), why: why(visible(file)) })
    }

    /// Finds nothing but a folder, or a file that goes, where the site has a folder.
    fn room_for_folder(&self, folder: &str) -> Result<(), Error> {
        match self.seen.kinds.get(folder) {
            Some(kind) if kind.is_symlink() => self.refused(|file| Refusal::Link { file }, folder),
            Some(kind) if !kind.is_dir() && !self.remove.contains(folder) => self.taken(folder),
            _ => Ok(()),
        }
    }

    /// Finds nothing where the site has a file, or what may be replaced: the same content, a file of
    /// ours, a link, or a folder that holds only what goes, which then goes too.
    fn room_for_file(&self, file: &Output, state: State, prune: &mut BTreeSet<String>) -> Result<(), Error> {
        if state != State::Changed {
            return Ok(());
        }
        match self.seen.kinds.get(&file.path) {
            Some(kind) if kind.is_dir() => self.clear(&file.path, prune),
            Some(kind) if kind.is_symlink() => Ok(()),
            Some(kind) if kind.is_file() && self.old.lists(&file.path) => Ok(()),
            _ => self.taken(&file.path),
        }
    }

    fn clear(&self, folder: &str, prune: &mut BTreeSet<String>) -> Result<(), Error> {
        let path = self.out.join(folder);
        let mut entries = seen::list(&path).map_err(|source| Error::Io { path, source })?;
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        for (name, kind) in entries {
            let path = seen::join(folder, &name.to_string_lossy());
            match kind {
                _ if kind.is_dir() => self.clear(&path, prune)?,
                _ if self.remove.contains(path.as_str()) || self.seen.temporaries.contains(&path) => {}
                _ => return self.taken(&path),
            }
        }
        prune.insert(folder.to_owned());
        Ok(())
    }

    fn taken<T>(&self, file: &str) -> Result<T, Error> {
        self.refused(|file| Refusal::Taken { file }, file)
    }
}
