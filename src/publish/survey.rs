//! Compares the output folder with the site's files, and says what has to be done.
//!
//! Comes in: the files, and what `seen` finds. Goes out: [`Changes`]. Here it is decided what is
//! ours, and nothing but the stage is touched.

use std::collections::{BTreeSet, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::manifest::{self, Entry, Manifest};
use super::seen::{self, Seen, State};
use super::stage::Stage;
use super::{Error, Refusal, Stop, Summary, folder_of};
use crate::diagnostic::visible;

/// What has to be done to the output folder, and how that will be summed up. Paths are from that
/// folder.
pub(super) struct Changes<'a> {
    /// What may be ours meanwhile; absent if no file is written.
    pub intent: Option<Vec<u8>>,
    /// Files of ours that go.
    pub remove: Vec<String>,
    /// Folders that go if they are empty then, the inner before the outer.
    pub prune: Vec<String>,
    /// Folders that come, each with all that is in it.
    pub come: Vec<&'a str>,
    /// Files that are written, new or not, into folders that are there; and where each is staged.
    pub write: Vec<(&'a str, PathBuf)>,
    /// Stages that killed builds left.
    pub sweep: Vec<String>,
    /// The list as it stays; absent if it is right already, also after the intent.
    pub manifest: Option<Vec<u8>>,
    pub summary: Summary,
}

/// Makes each file, puts those that differ from what is there on the stage, and returns what makes
/// `out` hold them.
///
/// # Errors
/// [`Stop::Make`] if a file cannot be made, [`Error::Refused`] if something that is not ours is in
/// the way, [`Error::Io`] if a folder cannot be listed or the stage cannot be written to.
pub(super) fn changes<'a, E, S>(
    paths: &'a [&'a str],
    make: &(impl Fn(usize) -> Result<Vec<u8>, E> + Sync),
    stage: &Stage<'_, S>,
    out: &Path,
    old: &Manifest,
) -> Result<Changes<'a>, Stop<E>>
where
    E: Send,
    S: Fn(&Path) -> io::Result<()> + Sync,
{
    let planned = || paths.iter().copied();
    let needed = folders(planned());
    let known = folders(planned().chain(old.entries.iter().map(|entry| entry.path.as_str())));
    let seen = Seen::list(out, &known)?;
    let new: HashSet<&str> = needed.iter().copied().filter(|folder| !seen.is_folder(folder)).collect();

    let one = |(i, known): (usize, Option<&Entry>)| -> Result<Surveyed, Stop<E>> {
        let path = paths[i];
        let bytes = make(i).map_err(|error| Stop::Make(vec![error]))?;
        // A file that is untouched since the manifest was written holds what stands there: its hash
        // is compared, and the file not even read.
        let listed = known.filter(|known| seen.untouched_since(out, path, known.size, old.stamp));
        let entry = Entry::new(path.to_owned(), &bytes);
        let state = if listed == Some(&entry) { State::Same } else { seen.state(out, path, &bytes) };
        let staged = match state {
            State::Same => None,
            _ if new.contains(folder_of(path)) => {
                stage.put_new(path, &bytes)?;
                None
            }
            _ => Some(stage.put(&out.join(path), &bytes)?),
        };
        Ok(Surveyed { state, entry, staged })
    };
    let surveyed: Vec<Result<Surveyed, Stop<E>>> = old.known(planned()).into_par_iter().enumerate().map(one).collect();
    let (mut states, mut entries, mut write) = (Vec::new(), Vec::new(), Vec::new());
    let mut failed = Vec::new();
    for (path, one) in paths.iter().zip(surveyed) {
        match one {
            Ok(one) => {
                states.push(one.state);
                entries.push(one.entry);
                write.extend(one.staged.map(|staged| (*path, staged)));
            }
            Err(Stop::Make(errors)) => failed.extend(errors),
            Err(stop) => return Err(stop),
        }
    }
    if !failed.is_empty() {
        return Err(Stop::Make(failed));
    }
    let mut left = planned().peekable();
    let is_gone = |entry: &&Entry| {
        while left.next_if(|path| *path < entry.path.as_str()).is_some() {}
        left.peek() != Some(&entry.path.as_str())
    };
    let gone: Vec<&Entry> = old.entries.iter().filter(is_gone).collect();
    let mut remove: Vec<&str> = gone.par_iter().filter(|entry| seen.holds(out, entry)).map(|it| &*it.path).collect();
    remove.dedup();

    let survey = Survey { out, seen: &seen, old, remove: remove.iter().copied().collect() };
    let mut prune = folders(gone.iter().map(|entry| entry.path.as_str()));
    prune.retain(|folder| !folder.is_empty() && seen.is_folder(folder) && !needed.contains(folder));
    let mut prune: BTreeSet<String> = prune.into_iter().map(Into::into).collect();
    needed.iter().try_for_each(|folder| survey.room_for_folder(folder))?;
    for (path, state) in paths.iter().zip(&states) {
        survey.room_for_file(path, *state, &mut prune)?;
    }

    let count = |state| states.iter().filter(|it| **it == state).count();
    let summary = Summary {
        new: count(State::New),
        changed: count(State::Changed),
        removed: remove.len(),
        same: count(State::Same),
    };
    let mut come: Vec<&str> = new.iter().copied().filter(|folder| !new.contains(folder_of(folder))).collect();
    come.sort_unstable();
    let writes = !write.is_empty() || !come.is_empty();
    let text = manifest::text(&entries);
    Ok(Changes {
        intent: writes.then(|| manifest::intent(&old.entries, &entries)),
        remove: remove.into_iter().map(Into::into).collect(),
        prune: prune.into_iter().rev().collect(),
        come,
        write,
        sweep: seen.stages.clone(),
        manifest: (writes || text != old.bytes).then_some(text),
        summary,
    })
}

/// A file that was made and compared.
struct Surveyed {
    state: State,
    entry: Entry,
    /// Where it is staged; absent if it is the same, or comes with its folder.
    staged: Option<PathBuf>,
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
    fn room_for_file(&self, path: &str, state: State, prune: &mut BTreeSet<String>) -> Result<(), Error> {
        if state != State::Changed {
            return Ok(());
        }
        match self.seen.kinds.get(path) {
            Some(kind) if kind.is_dir() => self.clear(path, prune),
            Some(kind) if kind.is_symlink() => Ok(()),
            Some(kind) if kind.is_file() && self.old.lists(path) => Ok(()),
            _ => self.taken(path),
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
                _ if self.remove.contains(path.as_str()) => {}
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
