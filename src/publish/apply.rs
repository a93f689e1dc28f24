//! Does to the output folder what the survey says, in an order in which the build may be killed
//! after any step and the next one still knows what is ours.
//!
//! What goes is removed before what comes is written: a file may come where a folder goes, and on a
//! disk that ignores case the new name may be the old one. It must not decide anything.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::manifest;
use super::survey::Changes;
use super::{Error, TEMPORARY, folder_of};

/// Makes the changes, calling `step` with the path before each.
///
/// # Errors
/// [`Error::Io`] with the path at which the system, or `step`, refused.
pub(super) fn apply<S>(changes: &Changes<'_>, out: &Path, step: &S) -> Result<(), Error>
where
    S: Fn(&Path) -> io::Result<()> + Sync,
{
    let hand = Hand { out, step };
    if changes.intent.is_some() || changes.manifest.is_some() {
        hand.change(out, |path| fs::create_dir_all(path))?;
    }
    if let Some(intent) = &changes.intent {
        hand.write(manifest::NAME, intent)?;
    }
    changes.remove.par_iter().try_for_each(|path| hand.remove(path))?;
    changes.prune.iter().try_for_each(|folder| hand.prune(folder))?;
    changes.create.iter().try_for_each(|folder| hand.create(folder))?;
    changes.write.par_iter().try_for_each(|file| hand.write(&file.path, &file.bytes))?;
    changes.manifest.as_ref().map_or(Ok(()), |text| hand.write(manifest::NAME, text))
}

/// The only hand that changes the disk. Paths are from the output folder.
struct Hand<'a, S> {
    out: &'a Path,
    step: &'a S,
}

impl<S: Fn(&Path) -> io::Result<()> + Sync> Hand<'_, S> {
    fn change<T>(&self, path: &Path, change: impl FnOnce(&Path) -> io::Result<T>) -> Result<T, Error> {
        (self.step)(path).and_then(|()| change(path)).map_err(|source| Error::Io { path: path.to_owned(), source })
    }

    /// Writes beside, then renames: whatever stands there, a link too, is replaced at once.
    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        let target = self.out.join(path);
        self.change(&target, |target| {
            let (temporary, mut file) = self.temporary(folder_of(path))?;
            let written = (self.step)(&temporary)
                .and_then(|()| file.write_all(bytes))
                .and_then(|()| {
                    drop(file); // Some systems rename no open file.
                    (self.step)(target)
                })
                .and_then(|()| fs::rename(&temporary, target));
            if written.is_err() && (self.step)(&temporary).is_ok() {
                let _ = fs::remove_file(&temporary); // If this fails too, the next build does it.
            }
            written
        })
    }

    fn temporary(&self, folder: &str) -> io::Result<(std::path::PathBuf, fs::File)> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o644);
        loop {
            let name = format!("{TEMPORARY}{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
            let path = self.out.join(folder).join(name);
            match options.open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                opened => return Ok((path, opened?)),
            }
        }
    }

    fn remove(&self, path: &str) -> Result<(), Error> {
        self.change(&self.out.join(path), |path| unless(io::ErrorKind::NotFound, fs::remove_file(path)))
    }

    fn prune(&self, folder: &str) -> Result<(), Error> {
        self.change(&self.out.join(folder), |path| {
            unless(io::ErrorKind::NotFound, unless(io::ErrorKind::DirectoryNotEmpty, fs::remove_dir(path)))
        })
    }

    fn create(&self, folder: &str) -> Result<(), Error> {
        self.change(&self.out.join(folder), |path| unless(io::ErrorKind::AlreadyExists, fs::create_dir(path)))
    }
}

/// Takes one kind of failure for success: what was to be done is done.
fn unless(kind: io::ErrorKind, done: io::Result<()>) -> io::Result<()> {
    done.or_else(|error| if error.kind() == kind { Ok(()) } else { Err(error) })
}
