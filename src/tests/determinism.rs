//! The same site gives the same bytes, whatever the machine, and a second build does nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::rich;
use crate::site::{Site, assert_same, run, tree};

/// Copies a site's files in the opposite order, each with another modification time.
fn scramble(from: &Site) -> Site {
    let copy = Site::parse("");
    for (i, (path, bytes)) in
        tree(&from.root()).iter().rev().filter(|(path, _)| !path.starts_with("public/")).enumerate()
    {
        copy.write(path, bytes);
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 * (i as u64 + 1));
        fs::File::options().write(true).open(copy.root().join(path)).unwrap().set_modified(time).unwrap();
    }
    copy
}

#[test]
fn order_time_zone_language_and_threads_do_not_show() {
    let expected = rich::AT_ROOT.output();
    let check = |why: &str, flags: &[&str], environment: &[(&str, &str)]| {
        let copy = scramble(&rich::AT_ROOT);
        let mut command = copy.command(&[&["build", "--date", crate::site::TODAY], flags].concat());
        command.envs(environment.iter().copied());
        run(command).ends(0);
        assert_same(&expected, &copy.output(), why);
    };
    check("Tokyo", &[], &[("TZ", "Asia/Tokyo"), ("LC_ALL", "C")]);
    check("Los Angeles", &["--jobs", "1"], &[("TZ", "America/Los_Angeles"), ("LC_ALL", "de_DE.UTF-8")]);
    check("one thread", &["--jobs", "7"], &[("RAYON_NUM_THREADS", "1"), ("LANG", "tr_TR.UTF-8")]);
}

#[test]
fn the_day_of_the_build_comes_from_the_environment_too() {
    let copy = scramble(&rich::AT_ROOT);
    let mut command = copy.command(&["build"]);
    // 2026-11-30, one second before midnight in UTC.
    command.env("SOURCE_DATE_EPOCH", "1796083199").env("TZ", "Asia/Tokyo");
    run(command).ends(0);
    assert_same(&rich::AT_ROOT.output(), &copy.output(), "SOURCE_DATE_EPOCH");
}

#[test]
fn the_day_of_the_build_shows_only_where_a_note_grows_stale() {
    let site = Site::parse(format!("{}{}", crate::site::note("a"), crate::site::note("b")));
    site.build(&[]).ends(0);
    let first = site.output();
    site.run(&["build", "--date", "2026-12-01"]).ends(0);
    assert_same(&first, &site.output(), "a day later");
}

#[test]
fn no_path_of_the_machine_is_in_any_output() {
    let root = rich::AT_ROOT.root();
    let root = root.to_str().expect("UTF-8");
    for (path, bytes) in rich::AT_ROOT.output() {
        assert!(!String::from_utf8_lossy(&bytes).contains(root), "{path}");
    }
}

/// Returns the modification time of every file below a folder.
fn times(folder: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let names = tree(folder).into_keys().map(|name| folder.join(name));
    names.map(|path| (path.clone(), fs::metadata(&path).unwrap().modified().unwrap())).collect()
}

#[test]
fn a_second_build_writes_nothing() {
    let site = rich::site();
    site.build(&[]).ends(0);
    let public = site.root().join("public");
    let before = times(&public);
    let run = site.build(&[]).ends(0);
    let said = run.stderr.lines().last().expect("a summary");
    assert!(said.contains(": 0 files new, 0 changed, 0 removed, "), "{said}");
    assert!(before == times(&public), "a file was written again");
}

#[test]
fn a_build_that_changes_one_note_writes_only_what_shows_it() {
    let site = Site::parse(format!("{}{}", crate::site::note("a"), crate::site::note("b")));
    site.build(&[]).ends(0);
    let public = site.root().join("public");
    let before = times(&public);
    site.write("notes/research/a.md", crate::site::note("a").body("Another text.").text());
    site.build(&[]).ends(0);
    let after = times(&public);
    let changed = before.iter().filter(|(path, time)| after[*path] != **time).map(|(path, _)| path);
    let mut changed: Vec<_> = changed.map(|path| path.strip_prefix(&public).unwrap().to_str().unwrap()).collect();
    changed.sort_unstable();
    let shown = ["llms-full.txt", "research/a.html", "research/a.md", "search/index.json", "search/terms/0.json"];
    assert_eq!(changed, [&["fieldnotes-manifest.json"], &shown[..]].concat());
}
