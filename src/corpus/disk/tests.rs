//! Reading folders: which entries count, links, names, and what cannot be read.

use std::fs;
use std::path::Path;

use super::*;

/// Makes a site of empty files; a name that ends in `/` is a folder.
fn site(names: &[&str]) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for name in names {
        let path = root.path().join(name);
        fs::create_dir_all(if name.ends_with('/') { &path } else { path.parent().unwrap() }).unwrap();
        if !name.ends_with('/') {
            fs::write(path, name).unwrap();
        }
    }
    root
}

fn paths(files: &[File]) -> Vec<&str> {
    files.iter().map(|file| &*file.path).collect()
}

/// Reads a site and returns what is wrong with it, `path: code: message`.
fn faults(root: &Path) -> Vec<String> {
    let corpus = read(root).unwrap();
    corpus.diagnostics.iter().map(|d| format!("{}: {}: {}", d.place.path, d.code.name(), d.message)).collect()
}

#[cfg(unix)]
fn link(target: &str, root: &Path, name: &str) {
    std::os::unix::fs::symlink(target, root.join(name)).unwrap();
}

#[test]
fn files_are_sorted_into_the_corpus() {
    let root =
        site(&["notes/b/x.md", "notes/b-1.md", "notes/site.yaml", "notes/b/p.png", "static/a/b.css", "other.md"]);
    let corpus = read(root.path()).unwrap();
    assert_eq!(paths(&corpus.texts), ["notes/b-1.md", "notes/b/x.md", "notes/site.yaml"]);
    assert_eq!(paths(&corpus.files), ["notes/b/p.png"]);
    assert_eq!(paths(&corpus.statics), ["static/a/b.css"]);
    assert_eq!(&*corpus.statics[0].bytes, b"static/a/b.css");
    assert!(corpus.templates.is_empty() && corpus.diagnostics.is_empty());
}

#[test]
fn without_notes_there_is_no_site() {
    let root = site(&["static/a"]);
    assert!(matches!(read(root.path()), Err(Error::NoSite { .. })));
    assert!(matches!(read(&root.path().join("nowhere")), Err(Error::NoSite { .. })));
    fs::write(root.path().join("notes"), "").unwrap();
    let error = read(root.path()).unwrap_err();
    assert!(error.to_string().contains(&root.path().display().to_string()), "{error}");
}

#[test]
fn leftovers_are_skipped_but_never_a_hidden_note() {
    let root = site(&[
        "notes/.a.md",
        "notes/.a.md.swp",
        "notes/.obsidian/x.md",
        "notes/.git/x.md",
        "notes/a.md~",
        "notes/#a.md#",
        "notes/.DS_Store",
        "templates/.page.html.swp",
        "templates/page.html",
    ]);
    let corpus = read(root.path()).unwrap();
    assert_eq!(paths(&corpus.texts), ["notes/.a.md"]);
    assert!(corpus.files.is_empty() && corpus.diagnostics.is_empty());
    assert_eq!(paths(&corpus.templates), ["templates/page.html"]);
}

#[test]
fn hidden_static_files_are_copied() {
    let root = site(&["notes/", "static/.well-known/x", "static/.nojekyll", "static/.git/config", "static/.DS_Store"]);
    assert_eq!(paths(&read(root.path()).unwrap().statics), ["static/.nojekyll", "static/.well-known/x"]);
}

#[cfg(unix)]
#[test]
fn every_bad_entry_is_named_and_the_good_ones_are_read() {
    let root = site(&["notes/good.md", "notes/dir.md/inside.md"]);
    link(".", root.path(), "notes/loop");
    link("/etc", root.path(), "notes/etc");
    link("/etc/passwd", root.path(), "notes/passwd.md");
    link("nowhere.md", root.path(), "notes/dangling.md");
    let pipe = root.path().join("notes/pipe.md");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(root.path().join("notes/socket")).unwrap();
    assert_eq!(paths(&read(root.path()).unwrap().texts), ["notes/good.md"]);
    assert_eq!(
        faults(root.path()),
        [
            "notes/dangling.md: unreadable-file: a link to `nowhere.md`: No such file or directory",
            "notes/dir.md: unreadable-file: a folder has the name of a text",
            "notes/etc: outside-link: a link to `/etc`, which is outside the site",
            "notes/loop: outside-link: a link to `.`, which goes round in a circle",
            "notes/passwd.md: outside-link: a link to `/etc/passwd`, which is outside the site",
            "notes/pipe.md: unreadable-file: this is a pipe, not a file",
            "notes/socket: unreadable-file: this is a socket, not a file",
        ]
    );
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read_is_named_itself() {
    use std::os::unix::fs::PermissionsExt;
    let root = site(&["notes/secret.md", "notes/locked/inside.md"]);
    for name in ["notes/secret.md", "notes/locked"] {
        fs::set_permissions(root.path().join(name), fs::Permissions::from_mode(0o000)).unwrap();
    }
    let seen = faults(root.path());
    fs::set_permissions(root.path().join("notes/locked"), fs::Permissions::from_mode(0o700)).unwrap();
    // The superuser may read everything.
    if fs::read(root.path().join("notes/secret.md")).is_err() {
        let all = ["notes/locked", "notes/secret.md"].map(|name| format!("{name}: unreadable-file: Permission denied"));
        assert_eq!(seen, all);
    }
}

#[cfg(unix)]
#[test]
fn a_link_inside_the_site_is_followed_and_nothing_counts_twice() {
    let root = site(&["notes/a.md", "docs/b.md", "docs/deep/c.md", "README.md", "static/v2/x.css"]);
    link("../docs", root.path(), "notes/docs");
    link("../docs/deep", root.path(), "notes/more");
    link("../README.md", root.path(), "notes/readme.md");
    link("a.md", root.path(), "notes/twice.md");
    link("../notes", root.path(), "docs/back");
    link("v2", root.path(), "static/latest");
    let corpus = read(root.path()).unwrap();
    let all = ["notes/a.md", "notes/docs/b.md", "notes/docs/deep/c.md", "notes/readme.md"];
    assert_eq!(paths(&corpus.texts), all);
    assert_eq!(paths(&corpus.statics), ["static/latest/x.css", "static/v2/x.css"]);
    assert_eq!(
        faults(root.path()),
        [
            "notes/docs/back: unreadable-file: a link to `../notes`, which is in `notes` already",
            "notes/more: unreadable-file: a link to `../docs/deep`, which is read through another link",
            "notes/twice.md: unreadable-file: a link to `a.md`, which is in `notes` already",
        ]
    );
}

#[cfg(unix)]
#[test]
fn links_that_lead_to_each_other_end() {
    let root = site(&["notes/", "static/a/1", "static/b/2"]);
    link("../b", root.path(), "static/a/x");
    link("../a", root.path(), "static/b/y");
    link("self", root.path(), "static/self");
    assert!(faults(root.path()).iter().any(|fault| fault.starts_with("static/self: unreadable-file")));
}

#[cfg(unix)]
#[test]
fn a_whole_tree_may_be_a_link_inside_the_site_only() {
    let root = site(&["content/a.md", "x/"]);
    link("content", root.path(), "notes");
    link("/etc", root.path(), "static");
    link("nowhere", root.path(), "templates");
    let corpus = read(root.path()).unwrap();
    assert_eq!(paths(&corpus.texts), ["notes/a.md"]);
    assert!(corpus.statics.is_empty());
    let codes: Vec<_> = corpus.diagnostics.iter().map(|d| (&*d.place.path, d.code)).collect();
    assert_eq!(codes, [("static", Code::OutsideLink), ("templates", Code::UnreadableFile)]);
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_are_reported() {
    use std::os::unix::ffi::OsStrExt;
    let root = site(&["notes/a.md"]);
    fs::write(root.path().join(std::ffi::OsStr::from_bytes(b"notes/caf\xe9.md")), "").unwrap();
    assert_eq!(faults(root.path()), ["notes/caf\u{fffd}.md: unreadable-file: the name is not UTF-8"]);
}
