//! Files as such: bytes, names, entries that cannot be read.

use super::{check, check_site};
use crate::site::{Site, note};

#[test]
fn bytes_that_are_not_utf8() {
    let site = Site::parse(note("a"));
    site.write("notes/research/latin.md", b"---\nid: latin\ntitle: Caf\xe9 au lait\n---\n");
    site.write("notes/research/wide.md", b"\xff\xfe-\0-\0-\0\n\0");
    check_site(
        &site,
        r#"
notes/research/latin.md:3:11: error[not-utf8]: byte 0xE9 at offset 24 is not UTF-8
   3 | title: Caf� au lait
     |           ^
  help: save the file as UTF-8
notes/research/wide.md:1:1: error[not-utf8]: the file looks like UTF-16
  help: save it as UTF-8
"#,
    );
}

#[test]
fn control_characters() {
    let site = Site::parse(note("a").body("Red: \u{1b}[31m and a bell \u{7}."));
    site.write("notes/about.md", "---\ntitle: A lone\rreturn\n---\n\0");
    check_site(
        &site,
        r#"
notes/about.md:2:14: error[control-character]: control character U+000D, byte 0x0D at offset 17
   2 | title: A loneU+000Dreturn
     |              ^^^^^^
  help: remove it
notes/about.md:4:1: error[control-character]: control character U+0000 (NUL), byte 0x00 at offset 29
   4 | U+0000
     | ^^^^^^
  help: remove it
notes/research/a.md:17:6: error[control-character]: control character U+001B, byte 0x1B at offset 267
  17 | Red: U+001B[31m and a bell U+0007.
     |      ^^^^^^
  help: remove it
notes/research/a.md:17:23: error[control-character]: control character U+0007, byte 0x07 at offset 284
  17 | Red: U+001B[31m and a bell U+0007.
     |                            ^^^^^^
  help: remove it
"#,
    );
}

#[cfg(unix)]
#[test]
fn entries_that_cannot_be_read() {
    let site = Site::parse(note("a"));
    let notes = site.root().join("notes");
    std::os::unix::fs::symlink("nowhere", notes.join("research/dangling.md")).unwrap();
    std::fs::create_dir(notes.join("research/folder.md")).unwrap();
    std::os::unix::net::UnixListener::bind(notes.join("socket")).unwrap();
    check_site(
        &site,
        r#"
notes/research/dangling.md:1:1: error[unreadable-file]: a link to `nowhere`: No such file or directory
  help: mend it, or take it away
notes/research/folder.md:1:1: error[unreadable-file]: a folder has the name of a text
  help: mend it, or take it away
notes/socket:1:1: error[unreadable-file]: this is a socket, not a file
  help: mend it, or take it away
"#,
    );
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_or_round() {
    let site = Site::parse(note("a"));
    let notes = site.root().join("notes");
    std::os::unix::fs::symlink("/etc", notes.join("etc")).unwrap();
    std::os::unix::fs::symlink("..", notes.join("research/round")).unwrap();
    check_site(
        &site,
        r#"
notes/etc:1:1: error[outside-link]: a link to `/etc`, which is outside the site
  help: copy what it leads to into the site
notes/research/round:1:1: error[outside-link]: a link to `..`, which goes round in a circle
  help: copy what it leads to into the site
"#,
    );
}

#[test]
fn hidden_notes() {
    check(
        format!("{}{}", note("a").at("notes/research/.a.md"), note("b")),
        r#"
notes/research/.a.md:2:5: error[id-mismatch]: `id`: the id `a` does not match the file name `.a`
   2 | id: a
     |     ^
  help: rename the file to `a.md`
"#,
    );
    check(
        format!("{}-- notes/.page.md --\n---\ntitle: x\n---\n", note("b")),
        r#"
notes/.page.md:1:1: error[hidden-file]: the file is hidden, because its name begins with a dot
"#,
    );
}

#[test]
fn files_that_no_page_refers_to() {
    check(
        format!(
            "{}-- notes/used.png --\n-- notes/unused.png --\n-- notes/revision.yaml --\n",
            note("a").body("![A picture](../used.png)")
        ),
        r#"
notes/revision.yaml:1:1: warning[unused-file]: no page refers to `revision.yaml`, so it is not published
  help: did you mean `notes/revisions.yaml`?
notes/unused.png:1:1: warning[unused-file]: no page refers to `unused.png`, so it is not published
  help: link to it, take it out, or move it to `static/`, which is copied whole
"#,
    );
}

#[test]
fn texts_that_were_meant_as_notes() {
    check(
        format!("{}-- notes/research/b.txt --\nText.\n-- notes/research/c.MD --\n", note("a")),
        r#"
notes/research/b.txt:1:1: error[stray-file]: `b.txt` is no note: a note's file name is its id and `.md`, and it begins with front matter
  help: rename it to `b.md` and give it front matter, or move it out of `notes/research/`
notes/research/c.MD:1:1: warning[unused-file]: no page refers to `c.MD`, so it is not published
  help: link to it, take it out, or move it to `static/`, which is copied whole
"#,
    );
    check(
        format!("{}-- notes/research/c.md.txt --\n", note("a")),
        r#"
notes/research/c.md.txt:1:1: error[stray-file]: `c.md.txt` is no note: a note's file name is its id and `.md`, and it begins with front matter
  help: rename it to `c.md` and give it front matter, or move it out of `notes/research/`
"#,
    );
}

#[test]
fn control_characters_that_are_written_as_escapes() {
    let site = Site::parse(note("a").set("title", "\"A bell \\a and a NUL \\0\""));
    let run = site.check(&["-q"]).ends(1);
    assert!(run.stderr.contains("notes/research/a.md:3:8: error[control-character]: `title`: "), "{}", run.stderr);
}
