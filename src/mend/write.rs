//! Brings a changed file to disk: all of it or nothing, and only if it is as it was read. It must not
//! know what changed.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Change;
use crate::route::TEMPORARY;

/// Why a file was not changed. It is as it was.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Somebody else has written to it.
    #[error("`{path}` is left as it is: it has changed since it was read; run `check --fix` again")]
    Changed {
        /// From the site's root.
        path: String,
    },
    /// It is a link to a file that is not the site's.
    #[error("`{path}` is left as it is: it is a link out of the site")]
    Outside {
        /// From the site's root.
        path: String,
    },
    /// The system refused.
    #[error("cannot change `{path}`: {source}")]
    Io {
        /// From the site's root.
        path: String,
        /// The system's reason.
        source: io::Error,
    },
}

impl Change {
    /// Writes the file below the site's `root`: a new one takes its place at once, with its rights. Where
    /// it is a link, what it leads to is replaced.
    ///
    /// # Errors
    /// [`Error`]; then the file is as it was.
    pub fn write(&self, root: &Path) -> Result<(), Error> {
        let path = || self.path.to_string();
        let io = |source| Error::Io { path: path(), source };
        let real = root.canonicalize().map_err(io)?;
        let target = root.join(&*self.path).canonicalize().map_err(io)?;
        if !target.starts_with(&real) {
            return Err(Error::Outside { path: path() });
        }
        if fs::read(&target).map_err(io)? != **self.before {
            return Err(Error::Changed { path: path() });
        }
        replace(&target, &self.after).map_err(io)
    }
}

fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let rights = fs::metadata(target)?.permissions();
    if rights.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    let new = target.with_file_name(format!("{TEMPORARY}{}", std::process::id()));
    let done = put(&new, bytes, rights).and_then(|()| fs::rename(&new, target));
    if done.is_err() {
        let _ = fs::remove_file(&new);
    }
    done
}

fn put(path: &PathBuf, bytes: &[u8], rights: fs::Permissions) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.set_permissions(rights)?;
    file.sync_all()
}
