//! Changes that do not happen in the site's folders themselves: the folder is replaced, what a link
//! leads to is edited, git gets a commit.

use std::fs;
use std::path::Path;

use super::{Server, built, difference};
use crate::site::{Site, note};

/// Waits until what is served is what a build of the folder makes.
#[track_caller]
fn follows(server: &mut Server, site: &Site, what: &str) {
    let tree = built(site, 0).expect("a site");
    server.wait_for(what, |server| {
        let sound = server.broken("").is_some_and(|broken| broken.is_empty());
        (sound && difference(server, "", &tree).is_none()).then_some(())
    });
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn the_sites_folder_may_be_replaced_moved_and_brought_back() {
    let site = Site::parse(note("a"));
    let root = site.root();
    let mut server = Server::start(&site, &["--root", root.to_str().unwrap()]);

    // Another one takes its place.
    let (other, old) = (site.beside("other"), site.beside("old"));
    copy(&root, &other);
    fs::write(other.join("notes/research/a.md"), note("a").body("The other one.").text()).unwrap();
    fs::rename(&root, &old).unwrap();
    fs::rename(&other, &root).unwrap();
    follows(&mut server, &site, "the other folder");
    site.write("notes/research/a.md", note("a").body("Edited in the other one.").text());
    follows(&mut server, &site, "an edit in the other folder");

    // It is deleted and made anew.
    copy(&root, &other);
    fs::remove_dir_all(&root).unwrap();
    server.wait_for("the loss", |server| server.broken("").filter(|broken| broken.contains("notes")));
    assert_eq!(server.get("/research/a").status, 200, "the last good site stays");
    fs::rename(&other, &root).unwrap();
    follows(&mut server, &site, "the folder made anew");
    site.write("notes/research/a.md", note("a").body("Edited once more.").text());
    follows(&mut server, &site, "an edit in the folder made anew");

    // Its notes go, and come back changed.
    fs::rename(root.join("notes"), &other).unwrap();
    server.wait_for("the loss of the notes", |server| server.broken("").filter(|broken| !broken.is_empty()));
    fs::write(other.join("research/a.md"), note("a").body("Changed elsewhere.").text()).unwrap();
    fs::rename(&other, root.join("notes")).unwrap();
    follows(&mut server, &site, "the notes that came back");
    site.write("notes/research/a.md", note("a").body("Edited at last.").text());
    follows(&mut server, &site, "an edit of them");
}

#[cfg(unix)]
#[test]
fn what_links_lead_to_is_followed() {
    use std::os::unix::fs::symlink;
    let site = Site::parse(note("a").to_string() + &note("b").at("more/b.md").to_string());
    site.write("apart/c.md", note("c").text());
    let mut server = Server::start(&site, &[]);
    symlink("../../apart/c.md", site.root().join("notes/research/c.md")).unwrap();
    symlink("../../more", site.root().join("notes/research/more")).unwrap();
    follows(&mut server, &site, "the links");
    site.write("apart/c.md", note("c").body("Edited behind a link.").text());
    follows(&mut server, &site, "a note behind a link");
    site.write("more/d.md", note("d").text());
    follows(&mut server, &site, "a note in a folder behind a link");
    let text = String::from_utf8(server.get("/research/c").body).unwrap();
    assert!(text.contains("Edited behind a link."), "{text}");
}

#[test]
fn a_commit_brings_the_day_of_the_last_change() {
    let site = Site::parse(note("a"));
    site.commit("2026-10-01");
    let mut server = Server::start(&site, &[]);
    follows(&mut server, &site, "the site as committed");
    site.write("notes/research/a.md", note("a").body("Another text.").text());
    follows(&mut server, &site, "an edit");
    site.commit("2026-11-15");
    follows(&mut server, &site, "a commit");
    let twin = String::from_utf8(server.get("/research/a.md").body).unwrap();
    assert!(twin.contains("last-updated: 2026-11-15"), "{twin}");
}
