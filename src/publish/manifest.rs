//! The list of the files in an output folder that are ours, as it stands in that folder.
//!
//! Paths that are read are a stranger's until [`Manifest::parse`] has found them harmless. It must
//! not know the disk.

use serde::Deserialize;
use xxhash_rust::xxh3::xxh3_128;

use super::seen::Stamp;

/// The name of the list in the output folder.
pub(super) const NAME: &str = crate::route::MANIFEST;

const VERSION: u32 = 2;

/// A file with the content that we gave it, or were about to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// From the output folder, with `/`.
    pub path: String,
    /// Tells apart contents that nobody chose so that they would be taken for one another.
    pub hash: u128,
    pub size: u64,
}

impl Entry {
    pub fn new(path: String, bytes: &[u8]) -> Entry {
        Entry { path, hash: xxh3_128(bytes), size: bytes.len() as u64 }
    }

    pub fn holds(&self, bytes: &[u8]) -> bool {
        self.size == bytes.len() as u64 && self.hash == xxh3_128(bytes)
    }
}

/// What is ours in an output folder.
#[derive(Debug, Clone, Default)]
pub(super) struct Manifest {
    /// Sorted by path. After a build that was killed, a path stands once for each content that it
    /// may have.
    pub entries: Vec<Entry>,
    /// As it was read; empty if there was none.
    pub bytes: Vec<u8>,
    /// No build has been killed since: each path has the one content that is listed.
    pub complete: bool,
    /// When it was written, after all the files that it lists.
    pub stamp: Stamp,
}

#[derive(Deserialize)]
struct Written {
    version: u32,
    #[serde(default = "complete")]
    complete: bool,
    files: Vec<WrittenEntry>,
}

#[derive(Deserialize)]
struct WrittenEntry {
    path: String,
    hash: String,
    size: u64,
}

fn complete() -> bool {
    true
}

impl Manifest {
    /// Returns nothing if the text is not a manifest, or names a path outside the folder.
    pub fn parse(bytes: Vec<u8>, stamp: Stamp) -> Option<Manifest> {
        let written: Written = serde_json::from_slice(&bytes).ok().filter(|it: &Written| it.version == VERSION)?;
        let entry = |it: WrittenEntry| {
            let hash = u128::from_str_radix(&it.hash, 16).ok()?;
            is_harmless(&it.path).then_some(Entry { path: it.path, hash, size: it.size })
        };
        let mut entries: Vec<Entry> = written.files.into_iter().map(entry).collect::<Option<_>>()?;
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        Some(Manifest { entries, bytes, complete: written.complete, stamp })
    }

    /// Returns the entry of each of the paths, which are sorted, if its content is known for sure.
    pub fn known<'a>(&self, paths: impl Iterator<Item = &'a str>) -> Vec<Option<&Entry>> {
        let mut entries = self.entries.iter().filter(|_| self.complete).peekable();
        let find = |path| {
            while entries.next_if(|entry| entry.path.as_str() < path).is_some() {}
            entries.peek().copied().filter(|entry| entry.path == path)
        };
        paths.map(find).collect()
    }

    /// Tells whether a path is ours.
    pub fn lists(&self, path: &str) -> bool {
        self.entries.binary_search_by(|entry| entry.path.as_str().cmp(path)).is_ok()
    }
}

/// Returns the list as it stays: sorted, one file a line, the same for the same files.
pub(super) fn text<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Vec<u8> {
    print(entries, "")
}

/// Returns the list of what may be ours while a build is at work.
pub(super) fn intent(old: &[Entry], new: &[Entry]) -> Vec<u8> {
    let mut all: Vec<&Entry> = old.iter().chain(new).collect();
    all.sort_by(|a, b| (&a.path, a.hash, a.size).cmp(&(&b.path, b.hash, b.size)));
    all.dedup();
    print(all, ",\"complete\":false")
}

fn print<'a>(entries: impl IntoIterator<Item = &'a Entry>, mark: &str) -> Vec<u8> {
    use std::io::Write;
    let mut out = format!("{{\"version\":{VERSION}{mark},\"files\":[").into_bytes();
    for (n, entry) in entries.into_iter().enumerate() {
        out.extend_from_slice(if n == 0 { b"\n{\"path\":" } else { b",\n{\"path\":" });
        // Neither can fail: a text is always JSON, and a vector always takes more.
        let _ = serde_json::to_writer(&mut out, &entry.path);
        let _ = write!(out, ",\"hash\":\"{:032x}\",\"size\":{}}}", entry.hash, entry.size);
    }
    out.extend_from_slice(b"\n]}\n");
    out
}

fn is_harmless(path: &str) -> bool {
    let odd = |c: char| c == '\0' || (cfg!(windows) && matches!(c, '\\' | ':'));
    path != NAME && !path.contains(odd) && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let entries = ["a/\"研\".html", "b"].map(|path| Entry::new(path.into(), path.as_bytes()));
        let bytes = text(&entries);
        assert!(bytes.starts_with(b"{\"version\":2,\"files\":[\n{\"path\":\"a/"));
        assert_eq!(Manifest::parse(bytes, (0, 0)).unwrap().entries, entries);
        assert!(Manifest::parse(text([]), (0, 0)).unwrap().entries.is_empty());
    }

    #[test]
    fn an_intent_holds_the_old_and_the_new_content() {
        let old = [Entry::new("a".into(), b"1"), Entry::new("b".into(), b"1")];
        let new = [Entry::new("a".into(), b"2"), Entry::new("b".into(), b"1")];
        let read = Manifest::parse(intent(&old, &new), (0, 0)).unwrap();
        assert_eq!(read.entries.iter().map(|entry| &*entry.path).collect::<Vec<_>>(), ["a", "a", "b"]);
        assert!(read.lists("a") && !read.lists("c"));
    }

    #[test]
    fn a_path_that_leads_out_is_no_manifest() {
        for path in ["../x", "/etc/x", "a/../../x", "a//b", "", ".", NAME] {
            assert!(Manifest::parse(text(&[Entry::new(path.into(), b"")]), (0, 0)).is_none(), "{path}");
        }
        assert!(Manifest::parse(b"{\"version\":3,\"files\":[]}".to_vec(), (0, 0)).is_none());
        assert!(Manifest::parse(b"{}".to_vec(), (0, 0)).is_none());
    }
}
