//! Twelve ways in which editors save a file: none missed, none built twice.

use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::Path;
use std::time::Duration;

use super::Server;
use crate::site::{Site, note};

/// Puts the text into the file.
type Save = fn(&Path, &str);

const WAYS: [(&str, Save); 12] = [
    ("in place", |file, text| fs::write(file, text).unwrap()),
    ("renamed over", |file, text| {
        let other = file.with_extension("tmp");
        fs::write(&other, text).unwrap();
        fs::rename(&other, file).unwrap();
    }),
    ("renamed over, from outside", |file, text| {
        let other = file.ancestors().nth(4).unwrap().join("elsewhere");
        fs::write(&other, text).unwrap();
        fs::rename(&other, file).unwrap();
    }),
    ("backup moved away, then written anew", |file, text| {
        let backup = file.with_file_name("a.md~");
        fs::rename(file, &backup).unwrap();
        fs::write(file, text).unwrap();
    }),
    ("backup moved away and deleted", |file, text| {
        let backup = file.with_file_name("a.md~");
        fs::rename(file, &backup).unwrap();
        fs::write(file, text).unwrap();
        fs::remove_file(&backup).unwrap();
    }),
    ("deleted and created", |file, text| {
        fs::remove_file(file).unwrap();
        fs::write(file, text).unwrap();
    }),
    ("with a swap file beside it", |file, text| {
        let swap = file.with_file_name(".a.md.swp");
        fs::write(&swap, "x").unwrap();
        fs::write(file, text).unwrap();
        fs::remove_file(&swap).unwrap();
    }),
    ("with a lock beside it", |file, text| {
        let lock = file.with_file_name(".#a.md");
        std::os::unix::fs::symlink("somebody@somewhere.1", &lock).unwrap();
        fs::write(file, text).unwrap();
        fs::remove_file(&lock).unwrap();
    }),
    ("cut short, then written", |file, text| {
        let mut open = File::create(file).unwrap();
        open.sync_all().unwrap();
        std::thread::sleep(Duration::from_millis(10));
        open.write_all(text.as_bytes()).unwrap();
    }),
    ("in many small pieces", |file, text| {
        let mut open = File::create(file).unwrap();
        for part in text.as_bytes().chunks(40) {
            open.write_all(part).unwrap();
            open.flush().unwrap();
            std::thread::sleep(Duration::from_millis(1));
        }
    }),
    ("over itself, then cut to length", |file, text| {
        let mut open = File::options().write(true).open(file).unwrap();
        open.rewind().unwrap();
        open.write_all(text.as_bytes()).unwrap();
        open.set_len(text.len() as u64).unwrap();
    }),
    ("its time set back", |file, text| {
        let before = fs::metadata(file).unwrap().modified().unwrap();
        fs::write(file, text).unwrap();
        File::options().write(true).open(file).unwrap().set_modified(before).unwrap();
    }),
];

fn text(mark: usize) -> String {
    // Of one length, so that no size tells them apart.
    note("a").body(&format!("Mark {mark:03}.")).text()
}

#[test]
fn every_way_to_save_is_seen_once() {
    for args in [&[][..], &["--poll"]] {
        let site = Site::parse(note("a").to_string() + &note("b").to_string());
        let file = site.root().join("notes/research/a.md");
        let mut server = Server::start(&site, args);
        let mut mark = 0;
        for (way, save) in WAYS {
            // A machine that is too busy may part one save into two, but not each time.
            let once = (0..3).any(|_| {
                mark += 1;
                let before = server.builds();
                save(&file, &text(mark));
                let expected = format!("Mark {mark:03}.");
                server.wait_for(way, |server| {
                    String::from_utf8(server.get("/research/a").body).unwrap().contains(&expected).then_some(())
                });
                // Nothing follows: polling would have looked twice in this time.
                std::thread::sleep(Duration::from_millis(if args.is_empty() { 200 } else { 1200 }));
                let _ = fs::remove_file(file.with_file_name("a.md~"));
                server.builds() - before == 1
            });
            assert!(once, "{way}: {}", server.said());
        }
    }
}

#[test]
fn nothing_is_built_while_nothing_changes() {
    let site = Site::parse(note("a"));
    let mut server = Server::start(&site, &[]);
    site.write("public/index.html", "whatever a build writes");
    site.write("elsewhere/x.md", "not the site's");
    // What only touches a file, and what only reads it, changes nothing.
    let file = site.root().join("notes/research/a.md");
    File::options().write(true).open(&file).unwrap().set_modified(std::time::SystemTime::now()).unwrap();
    fs::read(&file).unwrap();
    server.get("/research/a");
    std::thread::sleep(Duration::from_secs(10));
    assert_eq!(server.builds(), 1, "{}", server.said());
}

#[test]
fn readers_never_see_a_page_missing_or_cut_while_saves_happen() {
    let site = Site::parse(note("a").to_string() + &note("b").to_string());
    let mut server = Server::start(&site, &[]);
    for mark in 0..20 {
        site.write("notes/research/a.md", text(mark));
        for _ in 0..10 {
            let reply = server.get("/research/b");
            assert!(reply.status == 200 && reply.body.ends_with(b"</html>\n"), "{reply:?}");
        }
    }
    server.wait_for("the last", |server| {
        String::from_utf8(server.get("/research/a").body).unwrap().contains("Mark 019.").then_some(())
    });
}
