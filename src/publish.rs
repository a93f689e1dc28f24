//! Brings the output folder up to date: writes what changed, removes what it once wrote and the
//! site no longer has, and leaves everything else alone.
//!
//! Comes in: the site's files, as bytes. Goes out: a [`Summary`]. It must not know what the files
//! are. The steps, each in its own file:
//!
//! 1. `place`: may this folder be written to at all?
//! 2. `survey`: each file is made, compared with what is there and, if that differs, put into
//!    `stage`, a folder of its own. Nothing else has been touched until here, so a file that cannot
//!    be made leaves everything as it was; and no more than a few files are in memory at a time.
//! 3. `apply`: moves the staged files to their places.
//!
//! `manifest` is the list, in the folder itself, of the files that are ours. Before the first
//! change it is written as an intent, which lists the old files and the new ones, and at the end as
//! it stays: so whatever a build that was killed left behind is known to the next one as ours.
//! Each file comes into being in the stage and is then renamed, so no reader ever sees half of one.
//! Two builds into one folder at a time are not provided for.

mod error;
mod manifest;
mod place;
mod seen;
mod stage;
mod survey;
mod apply;

use std::io;
use std::path::Path;

use rayon::prelude::*;

pub use error::{Error, Refusal};

/// What a build did, in numbers of files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Written where there was none.
    pub new: usize,
    /// Written in place of other content.
    pub changed: usize,
    /// Written by an earlier build, and gone now.
    pub removed: usize,
    /// Left as they are.
    pub same: usize,
}

/// Why the folder was not brought up to date: a file could not be made, or could not be published.
#[derive(Debug)]
pub enum Stop<E> {
    /// What making the files failed of, in the order of the files; nothing was touched.
    Make(Vec<E>),
    /// What publishing them failed of.
    Publish(Error),
}

impl<E> From<Error> for Stop<E> {
    fn from(error: Error) -> Self {
        Stop::Publish(error)
    }
}

/// An output folder that may be written to: what is ours in it is known, and is read once.
#[derive(Debug)]
pub struct Folder<'o> {
    out: &'o Path,
    old: manifest::Manifest,
}

impl<'o> Folder<'o> {
    /// Opens the output folder of the site at `root`; neither has to exist. Nothing is touched.
    ///
    /// # Errors
    /// [`Error::Refused`] if it overlaps what the site is made from, or is neither empty nor ours;
    /// [`Error::Io`] if the system does not let it be told.
    pub fn open(root: &Path, out: &'o Path) -> Result<Self, Error> {
        place::check(root, out)?;
        Ok(Folder { out, old: place::manifest(out)? })
    }

    /// Makes the folder hold the files of these paths, which are sorted, beside what others have put
    /// there; `make` gives the content of each, and is asked once for each, from many threads.
    ///
    /// A file that an earlier build wrote and that is not among them is removed, with the folders
    /// that this leaves empty, unless it was changed by hand. What is right already is not touched.
    ///
    /// # Errors
    /// [`Stop::Make`], before anything is touched; [`Error::Refused`], likewise, if a file in the
    /// folder is another's; [`Error::Io`] if the system refuses, and then the next build mends what
    /// was begun.
    pub fn write<E: Send>(
        &self,
        paths: &[&str],
        make: impl Fn(usize) -> Result<Vec<u8>, E> + Sync,
    ) -> Result<Summary, Stop<E>> {
        self.run(paths, &make, &|_| Ok(()))
    }

    /// Does what [`Folder::write`] says, calling `step` before each change to the disk.
    fn run<E: Send>(
        &self,
        paths: &[&str],
        make: &(impl Fn(usize) -> Result<Vec<u8>, E> + Sync),
        step: &(impl Fn(&Path) -> io::Result<()> + Sync),
    ) -> Result<Summary, Stop<E>> {
        debug_assert!(paths.is_sorted(), "paths are sorted");
        let stage = stage::Stage::new(self.out, step);
        let done = survey::changes(paths, make, &stage, self.out, &self.old).and_then(|changes| {
            apply::apply(&changes, &stage, self.out, step)?;
            Ok(changes.summary)
        });
        stage.strike(done.is_ok())?;
        done
    }
}

/// Returns the list of the site's files that [`Folder::write`] leaves beside them, for a site that is
/// served and not written; `make` gives the content of each of the paths, which are sorted.
///
/// # Errors
/// What making one of the files failed of.
pub fn list<E: Send>(paths: &[&str], make: impl Fn(usize) -> Result<Vec<u8>, E> + Sync) -> Result<Vec<u8>, E> {
    let entry = |(i, path): (usize, &&str)| Ok(manifest::Entry::new((*path).to_owned(), &make(i)?));
    let entries: Vec<_> = paths.par_iter().enumerate().map(entry).collect::<Result<_, E>>()?;
    Ok(manifest::text(&entries))
}

/// The name of that list in the folder.
pub const LIST: &str = manifest::NAME;

/// Returns the folder that a path lies in; the output folder itself is the empty path.
fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |at| &path[..at])
}

/// How the names of temporary files begin.
const TEMPORARY: &str = crate::route::TEMPORARY;

#[cfg(test)]
mod tests;
