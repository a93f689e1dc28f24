//! Does to the output folder what the survey says, in an order in which the build may be killed
//! after any step and the next one still knows what is ours.
//!
//! What goes is removed before what comes is written: a file may come where a folder goes, and on a
//! disk that ignores case the new name may be the old one. It must not decide anything.

use std::fs;
use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::Error;
use super::manifest;
use super::stage::Stage;
use super::survey::Changes;

/// Makes the changes, calling `step` with the path before each.
///
/// # Errors
/// [`Error::Io`] with the path at which the system, or `step`, refused.
pub(super) fn apply<S>(changes: &Changes<'_>, stage: &Stage<'_, S>, out: &Path, step: &S) -> Result<(), Error>
where
    S: Fn(&Path) -> io::Result<()> + Sync,
{
    let hand = Hand { out, step, stage };
    if let Some(intent) = &changes.intent {
        hand.write(manifest::NAME, intent)?;
    }
    changes.remove.par_iter().try_for_each(|path| hand.remove(path))?;
    changes.sweep.iter().try_for_each(|folder| hand.sweep(folder))?;
    changes.prune.iter().try_for_each(|folder| hand.prune(folder))?;
    changes.come.iter().try_for_each(|folder| stage.place_new(folder))?;
    // One after the other: the system moves no two files between folders at a time, and threads that
    // wait for each other are not quicker.
    changes.write.iter().try_for_each(|(path, staged)| stage.place(staged, &out.join(path)))?;
    changes.manifest.as_ref().map_or(Ok(()), |text| hand.write(manifest::NAME, text))
}

/// The only hand that changes the disk. Paths are from the output folder.
struct Hand<'a, S> {
    out: &'a Path,
    step: &'a S,
    stage: &'a Stage<'a, S>,
}

impl<S: Fn(&Path) -> io::Result<()> + Sync> Hand<'_, S> {
    fn change<T>(&self, path: &Path, change: impl FnOnce(&Path) -> io::Result<T>) -> Result<T, Error> {
        (self.step)(path).and_then(|()| change(path)).map_err(|source| Error::Io { path: path.to_owned(), source })
    }

    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        let target = self.out.join(path);
        let staged = self.stage.put(&target, bytes)?;
        self.stage.place(&staged, &target)
    }

    fn sweep(&self, folder: &str) -> Result<(), Error> {
        self.change(&self.out.join(folder), |path| unless(io::ErrorKind::NotFound, fs::remove_dir_all(path)))
    }

    fn remove(&self, path: &str) -> Result<(), Error> {
        self.change(&self.out.join(path), |path| unless(io::ErrorKind::NotFound, fs::remove_file(path)))
    }

    fn prune(&self, folder: &str) -> Result<(), Error> {
        self.change(&self.out.join(folder), |path| {
            unless(io::ErrorKind::NotFound, unless(io::ErrorKind::DirectoryNotEmpty, fs::remove_dir(path)))
        })
    }
}

/// Takes one kind of failure for success: what was to be done is done.
fn unless(kind: io::ErrorKind, done: io::Result<()>) -> io::Result<()> {
    done.or_else(|error| if error.kind() == kind { Ok(()) } else { Err(error) })
}
