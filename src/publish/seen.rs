//! What stands in the output folder already. Only looks, and must not know what is ours.
//!
//! Each folder that concerns us is listed once, which also tells links from files without asking
//! for each; the other folders are not entered, and no link is followed.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs::{self, FileType};
use std::io::{self, Read};
use std::path::Path;

use super::manifest::Entry;
use super::{Error, TEMPORARY};

/// What stands in the folders that concern us.
pub(super) struct Seen {
    /// By path. What lies behind a link is not in it.
    pub kinds: HashMap<String, FileType>,
    /// Stages that killed builds left.
    pub stages: Vec<String>,
}

impl Seen {
    /// Lists these folders of `out`, as far as they are there.
    pub fn list(out: &Path, folders: &BTreeSet<&str>) -> Result<Seen, Error> {
        let mut seen = Seen { kinds: HashMap::new(), stages: Vec::new() };
        // In order, an outer folder stands before the inner ones.
        for folder in folders {
            if !folder.is_empty() && !seen.kinds.get(*folder).is_some_and(FileType::is_dir) {
                continue;
            }
            let path = out.join(folder);
            match seen.list_one(&path, folder) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                listed => listed.map_err(|source| Error::Io { path, source })?,
            }
        }
        Ok(seen)
    }

    fn list_one(&mut self, path: &Path, folder: &str) -> io::Result<()> {
        for (name, kind) in list(path)? {
            // Other names are never ours.
            let Some(name) = name.to_str() else { continue };
            let path = join(folder, name);
            if name.starts_with(TEMPORARY) && kind.is_dir() && folder.is_empty() {
                self.stages.push(path);
            } else {
                self.kinds.insert(path, kind);
            }
        }
        Ok(())
    }

    pub fn is_folder(&self, path: &str) -> bool {
        path.is_empty() || self.kinds.get(path).is_some_and(FileType::is_dir)
    }

    /// Tells whether a file of that size stands there that nobody has touched since `stamp`.
    pub fn untouched_since(&self, out: &Path, path: &str, size: u64, stamp: Stamp) -> bool {
        self.kinds.get(path).is_some_and(FileType::is_file)
            && fs::symlink_metadata(out.join(path)).is_ok_and(|meta| meta.len() == size && self::stamp(&meta) < stamp)
    }

    /// Tells what stands at the file's path.
    pub fn state(&self, out: &Path, path: &str, bytes: &[u8]) -> State {
        match self.kinds.get(path) {
            None => State::New,
            // One that cannot be read is not the same.
            Some(kind) if kind.is_file() && compare(&out.join(path), bytes).unwrap_or(false) => State::Same,
            Some(_) => State::Changed,
        }
    }

    /// Tells whether a file stands there with the content that the entry tells of.
    pub fn holds(&self, out: &Path, entry: &Entry) -> bool {
        self.kinds.get(&entry.path).is_some_and(FileType::is_file) && {
            let path = out.join(&entry.path);
            fs::metadata(&path).is_ok_and(|meta| meta.len() == entry.size)
                && fs::read(&path).is_ok_and(|bytes| entry.holds(&bytes))
        }
    }
}

/// What stands at a path of the site.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    New,
    Same,
    Changed,
}

/// Lists one folder.
pub(super) fn list(path: &Path) -> io::Result<Vec<(OsString, FileType)>> {
    let named = |entry: fs::DirEntry| Ok((entry.file_name(), entry.file_type()?));
    fs::read_dir(path)?.map(|entry| entry.and_then(named)).collect()
}

pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// A time on the disk's own clock.
pub(super) type Stamp = (i64, i64);

/// Returns when a file was last touched in any way; unlike its modification time, nobody can set it.
#[cfg(unix)]
pub(super) fn stamp(meta: &fs::Metadata) -> Stamp {
    use std::os::unix::fs::MetadataExt;
    (meta.ctime(), meta.ctime_nsec())
}

/// Returns a time after all others, so that no file passes for untouched.
#[cfg(not(unix))]
pub(super) fn stamp(_: &fs::Metadata) -> Stamp {
    (i64::MAX, 0)
}

/// Tells whether a file holds just these bytes.
fn compare(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    const MOST: usize = 1 << 16;
    thread_local!(static BUFFER: RefCell<Vec<u8>> = RefCell::new(vec![0; MOST]));
    let mut file = fs::File::open(path)?;
    BUFFER.with_borrow_mut(|buffer| {
        let mut rest = bytes;
        loop {
            // One byte more than is expected, so that most files take one read, and one for the end.
            let most = MOST.min(rest.len() + 1);
            match file.read(&mut buffer[..most]) {
                Ok(0) => return Ok(rest.is_empty()),
                Ok(n) if rest.get(..n) == Some(&buffer[..n]) => rest = &rest[n..],
                Ok(_) => return Ok(false),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    })
}
