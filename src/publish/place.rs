//! Whether a folder may be the output folder: it never overlaps what the site is made from, and is
//! empty, absent or ours. Only looks; it must not know what will be written.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::manifest::{self, Manifest};
use super::seen::stamp;
use super::{Error, Refusal, TEMPORARY};
use crate::diagnostic::visible;

/// Refuses an output folder that overlaps the site at `root`, however the two are written and
/// through whatever links they are reached. Neither has to exist.
///
/// # Errors
/// [`Error::Refused`], or [`Error::Io`] if the system does not let it be told.
pub(super) fn check(root: &Path, out: &Path) -> Result<(), Error> {
    let refused = |why| Err(Error::Refused { folder: out.to_owned(), why });
    let site = resolve(root)?;
    let place = resolve(out)?;
    if site.starts_with(&place) {
        return refused(Refusal::HoldsSite);
    }
    for with in ["notes", "templates", "static"] {
        let input = resolve(&root.join(with))?;
        if place.starts_with(&input) || input.starts_with(&place) {
            return refused(Refusal::Overlap { with });
        }
    }
    // What exists of the place is a folder, or nothing can be written below it.
    match place.ancestors().find_map(|at| fs::metadata(at).ok()) {
        Some(meta) if !meta.is_dir() => refused(Refusal::NotAFolder),
        _ => Ok(()),
    }
}

/// Returns the list of what is ours in the folder; an empty one if it is empty or absent.
///
/// # Errors
/// [`Error::Refused`] if it is neither empty nor ours, or [`Error::Io`] if it cannot be looked into.
pub(super) fn manifest(out: &Path) -> Result<Manifest, Error> {
    let refused = |why| Error::Refused { folder: out.to_owned(), why };
    match fs::metadata(out) {
        Ok(meta) if !meta.is_dir() => return Err(refused(Refusal::NotAFolder)),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Manifest::default()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Err(refused(Refusal::NotAFolder)),
        Err(source) => return Err(Error::Io { path: out.to_owned(), source }),
    }
    let path = out.join(manifest::NAME);
    let damaged = || refused(Refusal::Manifest { file: manifest::NAME.into() });
    match fs::symlink_metadata(&path) {
        Ok(meta) if !meta.is_file() => return Err(damaged()),
        Ok(meta) => {
            let bytes = fs::read(&path).map_err(|source| Error::Io { path, source })?;
            return Manifest::parse(bytes, stamp(&meta)).ok_or_else(damaged);
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(source) => return Err(Error::Io { path, source }),
    }
    match foreign(out).map_err(|source| Error::Io { path: out.to_owned(), source })? {
        Some(file) => Err(refused(Refusal::Foreign { file })),
        None => Ok(Manifest::default()),
    }
}

/// Returns the first thing in a folder that is not a temporary file of ours; files go before
/// folders, and what is hidden goes last.
fn foreign(folder: &Path) -> io::Result<Option<String>> {
    let mut first = None;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with(TEMPORARY) {
            let key = (name.starts_with('.'), !entry.file_type()?.is_file(), name);
            first = Some(first.map_or(key.clone(), |first| key.min(first)));
        }
    }
    Ok(first.map(|(_, _, name)| visible(&name)))
}

/// Returns the path without links, `.` and `..`, also where it does not exist yet.
fn resolve(path: &Path) -> Result<PathBuf, Error> {
    let failed = |source| Error::Io { path: path.to_owned(), source };
    let mut real = PathBuf::new();
    for part in std::path::absolute(path).map_err(failed)?.components() {
        match part {
            Component::ParentDir => {
                real.pop();
            }
            Component::Normal(name) => {
                real.push(name);
                match real.canonicalize() {
                    Ok(target) => real = target,
                    // A link to nothing would come to life elsewhere than it seems.
                    Err(source) if real.is_symlink() => return Err(failed(source)),
                    Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {}
                    Err(source) => return Err(failed(source)),
                }
            }
            other => real.push(other),
        }
    }
    Ok(real)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("site");
        for name in ["notes/research", "static", "public"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        fs::write(root.join("file"), "").unwrap();
        (folder, root)
    }

    fn why(root: &Path, out: impl AsRef<Path>) -> Option<Refusal> {
        match check(root, &root.join(out)) {
            Ok(()) => None,
            Err(Error::Refused { why, .. }) => Some(why),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn the_output_never_overlaps_the_site() {
        let (_folder, root) = site();
        for out in ["public", "new/deep", "notes2", "../elsewhere", "new/../public"] {
            assert_eq!(why(&root, out), None, "{out}");
        }
        for out in ["", ".", "..", "/", "new/..", "public/../.."] {
            assert_eq!(why(&root, out), Some(Refusal::HoldsSite), "{out}");
        }
        for (out, with) in [
            ("notes", "notes"),
            ("notes/research/x", "notes"),
            ("new/../notes/x", "notes"),
            ("templates", "templates"),
            ("static/./x", "static"),
        ] {
            assert_eq!(why(&root, out), Some(Refusal::Overlap { with }), "{out}");
        }
        assert_eq!(why(&root, "file"), Some(Refusal::NotAFolder));
        assert_eq!(why(&root, "file/x"), Some(Refusal::NotAFolder));
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_hide_an_overlap() {
        use std::os::unix::fs::symlink;
        let (folder, root) = site();
        symlink(root.join("notes"), root.join("link")).unwrap();
        symlink(folder.path(), root.join("up")).unwrap();
        symlink(&root, folder.path().join("again")).unwrap();
        symlink("nowhere", root.join("dangling")).unwrap();
        assert_eq!(why(&root, "link/x"), Some(Refusal::Overlap { with: "notes" }));
        assert_eq!(why(&root, "up"), Some(Refusal::HoldsSite));
        assert_eq!(why(&folder.path().join("again"), root.join("static")), Some(Refusal::Overlap { with: "static" }));
        assert!(matches!(check(&root, &root.join("dangling")), Err(Error::Io { .. })));
        // Through a link to another place, the site's own folder may be reached too.
        fs::remove_dir(root.join("static")).unwrap();
        fs::create_dir_all(root.join("public/assets")).unwrap();
        symlink("public/assets", root.join("static")).unwrap();
        assert_eq!(why(&root, "public"), Some(Refusal::Overlap { with: "static" }));
    }

    #[test]
    fn a_folder_of_others_is_refused_by_one_of_its_files() {
        let (_folder, root) = site();
        let docs = root.join("docs");
        assert!(manifest(&docs).is_ok());
        fs::create_dir_all(docs.join(".git")).unwrap();
        fs::create_dir_all(docs.join("a")).unwrap();
        fs::write(docs.join("handwritten.html"), "").unwrap();
        let error = manifest(&docs).unwrap_err().to_string();
        assert!(error.contains("docs`") && error.contains("`handwritten.html`") && error.contains("--out"), "{error}");
        assert!(matches!(manifest(&root.join("file")), Err(Error::Refused { why: Refusal::NotAFolder, .. })));
        fs::write(docs.join(manifest::NAME), "{}").unwrap();
        assert!(matches!(manifest(&docs), Err(Error::Refused { why: Refusal::Manifest { .. }, .. })));
    }
}
