//! The stage: a folder of its own within the output folder, in which files come into being before
//! they are moved to their places. It must not know what the files are or where they go.
//!
//! A folder that the output folder does not have yet comes into being as a whole, and is moved as
//! one. Of the other files, each thread has a folder of its own: in one they would wait for each other.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Error, TEMPORARY};

/// Where files come into being. The folder is made for the first of them.
pub(super) struct Stage<'a, S> {
    out: &'a Path,
    step: &'a S,
    folder: PathBuf,
    made: OnceLock<Result<bool, io::ErrorKind>>,
    count: AtomicUsize,
}

impl<'a, S: Fn(&Path) -> io::Result<()> + Sync> Stage<'a, S> {
    /// Returns a stage of which nothing is there yet.
    pub fn new(out: &'a Path, step: &'a S) -> Self {
        static RUNS: AtomicUsize = AtomicUsize::new(0);
        let name = format!("{TEMPORARY}{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
        Stage { out, step, folder: out.join(name), made: OnceLock::new(), count: AtomicUsize::new(0) }
    }

    /// Makes the folder if it is not there; `true` if the output folder came with it.
    fn make(&self) -> io::Result<bool> {
        let made = self.made.get_or_init(|| {
            let fresh = !self.out.exists();
            let make = || {
                (self.step)(&self.folder)?;
                fs::create_dir_all(&self.folder)?;
                (0..=rayon::current_num_threads()).try_for_each(|thread| fs::create_dir(self.of(thread)))
            };
            make().map(|()| fresh).map_err(|error| error.kind())
        });
        (*made).map_err(io::Error::from)
    }

    /// Returns the folder of a thread.
    fn of(&self, thread: usize) -> PathBuf {
        self.folder.join(thread.to_string())
    }

    /// Returns where a folder that is new, or a file in one, comes into being.
    fn new_at(&self, path: &str) -> PathBuf {
        self.folder.join("new").join(path)
    }

    /// Puts a file's content on the stage, to be moved to `target` later; returns where it is.
    ///
    /// # Errors
    /// [`Error::Io`] with the path of `target`.
    pub fn put(&self, target: &Path, bytes: &[u8]) -> Result<PathBuf, Error> {
        let thread = rayon::current_thread_index().unwrap_or_else(rayon::current_num_threads);
        let path = self.of(thread).join(self.count.fetch_add(1, Ordering::Relaxed).to_string());
        match self.make().and_then(|_| self.write(&path, bytes)) {
            Ok(()) => Ok(path),
            Err(source) => Err(Error::Io { path: target.to_owned(), source }),
        }
    }

    /// Puts the content of a file in a new folder on the stage, to be moved with that folder; `path` is
    /// from the output folder.
    ///
    /// # Errors
    /// [`Error::Io`] with the path in the output folder.
    pub fn put_new(&self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        let staged = self.new_at(path);
        let put = || {
            self.make()?;
            match self.write(&staged, bytes) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    staged.parent().map_or(Ok(()), fs::create_dir_all)?;
                    self.write(&staged, bytes)
                }
                done => done,
            }
        };
        put().map_err(|source| Error::Io { path: self.out.join(path), source })
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        (self.step)(path)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o644);
        options.open(path)?.write_all(bytes)
    }

    /// Moves a new folder with all that is in it to its place, where nothing stands.
    ///
    /// # Errors
    /// [`Error::Io`] with its path in the output folder.
    pub fn place_new(&self, folder: &str) -> Result<(), Error> {
        self.place(&self.new_at(folder), &self.out.join(folder))
    }

    /// Moves a staged file to its place: whatever stands there, a link too, is replaced at once.
    ///
    /// # Errors
    /// [`Error::Io`] with the path of `target`.
    pub fn place(&self, staged: &Path, target: &Path) -> Result<(), Error> {
        (self.step)(target)
            .and_then(|()| fs::rename(staged, target))
            .map_err(|source| Error::Io { path: target.to_owned(), source })
    }

    /// Takes the stage away; after a failure with all that is on it, and with the output folder if
    /// that holds nothing else.
    pub fn strike(&self, done: bool) -> Result<(), Error> {
        let Some(Ok(fresh)) = self.made.get() else { return Ok(()) };
        let strike = (self.step)(&self.folder).and_then(|()| fs::remove_dir_all(&self.folder));
        if !done {
            if strike.is_ok() && *fresh {
                let _ = fs::remove_dir(self.out);
            }
            return Ok(()); // Why it failed is told already, and the next build tidies up.
        }
        strike.map_err(|source| Error::Io { path: self.folder.clone(), source })
    }
}
