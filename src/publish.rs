//! Brings the output folder up to date: writes what changed, removes what it once wrote and the
//! site no longer has, and leaves everything else alone.
//!
//! Comes in: the site's files, as bytes. Goes out: a [`Summary`]. It must not know what the files
//! are. The steps, each in its own file:
//!
//! 1. `place`: may this folder be written to at all?
//! 2. `survey`: what is there, and what has to be done? Nothing has been touched until here.
//! 3. `apply`: does it.
//!
//! `manifest` is the list, in the folder itself, of the files that are ours. Before the first
//! change it is written as an intent, which lists the old files and the new ones, and at the end as
//! it stays: so whatever a build that was killed left behind is known to the next one as ours.
//! Each file comes into being under a temporary name and is then renamed, so no reader ever sees
//! half of one. Two builds into one folder at a time are not provided for.

mod error;
mod manifest;
mod place;
mod seen;
mod survey;
mod apply;

use std::io;
use std::path::Path;

pub use crate::render::Output;
pub use error::{Error, Refusal};
pub use place::{check_ours, check_place};

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

/// Makes the folder `out` hold `files`, in any order, beside what others have put there.
///
/// A file that an earlier build wrote and that is not among `files` is removed, with the folders
/// that this leaves empty, unless it was changed by hand. What is right already is not touched.
///
/// # Errors
/// [`Error::Refused`], before anything is written, if the folder or a file in it is another's;
/// [`Error::Io`] if the system refuses, and then the next build mends what was begun.
pub fn write(files: &[Output], out: &Path) -> Result<Summary, Error> {
    run(files, out, &|_| Ok(()))
}

/// Does what [`write`] says, calling `step` before each change to the disk.
fn run(files: &[Output], out: &Path, step: &(impl Fn(&Path) -> io::Result<()> + Sync)) -> Result<Summary, Error> {
    let old = place::manifest(out)?;
    let changes = survey::changes(files, out, &old)?;
    apply::apply(&changes, out, step)?;
    Ok(changes.summary)
}

/// Returns the folder that a path lies in; the output folder itself is the empty path.
fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |at| &path[..at])
}

/// How the names of temporary files begin.
const TEMPORARY: &str = ".fieldnotes-tmp-";

#[cfg(test)]
mod tests;
