//! What was read before, so that only files that were touched since are read again.
//!
//! A file is known by its path and by what the system says of it: which file it is, how long, and
//! when it was last touched in any way. One that was touched within a second of the last change
//! anywhere is not trusted, since clocks of disks are coarse. It must not know what the files are.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::File;

/// The files of the last reading, by path.
#[derive(Debug, Default)]
pub struct Memory {
    files: HashMap<Arc<str>, (Stamp, Arc<Vec<u8>>)>,
    newest: i64,
    /// What links led to, outside the site's folders or in other ones.
    pub(super) led_to: Vec<PathBuf>,
}

impl Memory {
    /// Returns what links led to when the site was last read, files and folders, without links.
    pub fn led_to(&self) -> &[PathBuf] {
        &self.led_to
    }

    /// Reads the files of these paths below `root`, in parallel, in their order; no thread holds more
    /// than one open. Each that fails is there with its path and reason.
    pub(super) fn read(&mut self, root: &Path, paths: Vec<String>) -> Vec<Result<File, (String, io::Error)>> {
        let read: Vec<_> = paths.into_par_iter().map(|path| self.one(root, path)).collect();
        for (stamp, file) in read.iter().flatten() {
            self.newest = self.newest.max(stamp.touched.0);
            self.files.insert(Arc::clone(&file.path), (*stamp, Arc::clone(&file.bytes)));
        }
        read.into_iter().map(|it| it.map(|(_, file)| file)).collect()
    }

    fn one(&self, root: &Path, path: String) -> Result<(Stamp, File), (String, io::Error)> {
        let place = root.join(&path);
        let known = self.files.get(path.as_str());
        if let Some((known, bytes)) = known {
            match fs::metadata(&place).map(|meta| Stamp::of(&meta)) {
                Ok(stamp) if stamp == *known && stamp.touched.0 < self.newest => {
                    return Ok((stamp, File { path: path.into(), bytes: Arc::clone(bytes) }));
                }
                Ok(_) => {}
                Err(error) => return Err((path, error)),
            }
        }
        match whole(&place) {
            Ok((stamp, bytes)) => {
                // What is as it was stays the same value, which is then quickly told.
                let known = known.filter(|(_, known)| **known == bytes);
                let bytes = known.map_or_else(|| Arc::new(bytes), |(_, known)| Arc::clone(known));
                Ok((stamp, File { path: path.into(), bytes }))
            }
            Err(error) => Err((path, error)),
        }
    }

    /// Forgets the files that are no longer there.
    pub(super) fn keep(&mut self, there: impl Fn(&str) -> bool) {
        self.files.retain(|path, _| there(path));
    }
}

/// Reads a file, with what the system said of it before: what comes in between is found the next time.
fn whole(place: &Path) -> io::Result<(Stamp, Vec<u8>)> {
    let file = fs::File::open(place)?;
    let stamp = Stamp::of(&file.metadata()?);
    // A reader that is no file does not ask for the size once more.
    let mut bytes = Vec::with_capacity(usize::try_from(stamp.size).map_or(0, |size| size + 1));
    file.take(u64::MAX).read_to_end(&mut bytes)?;
    Ok((stamp, bytes))
}

/// What the system says of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    /// Device and number.
    which: (u64, u64),
    size: u64,
    /// Seconds and nanoseconds; unlike the modification time, nobody can set it.
    touched: (i64, i64),
}

impl Stamp {
    #[cfg(unix)]
    fn of(meta: &fs::Metadata) -> Stamp {
        use std::os::unix::fs::MetadataExt;
        Stamp { which: (meta.dev(), meta.ino()), size: meta.len(), touched: (meta.ctime(), meta.ctime_nsec()) }
    }

    /// Returns a stamp that is never trusted.
    #[cfg(not(unix))]
    fn of(meta: &fs::Metadata) -> Stamp {
        Stamp { which: (0, 0), size: meta.len(), touched: (i64::MAX, 0) }
    }
}
