//! `check --fix`: what is mended, what is told of it, and what is left alone.

use std::fs;

use crate::site::{Site, TODAY, note, run, tree};

const SOURCES: &str = "\n  - url: https://code.example/it\n    title: Source\n    commit: 12345678\n    path: src/a.ts:3\n    date: 2026-08-01";

fn site() -> Site {
    let site = Site::parse(note("b").line("related: [a, a]"));
    let text = note("a")
        .set("clients", "[acme, acme, other, acme]")
        .set("capabilities", "\n  - tools.call # one\n  - tools.call # two\n  - 'tools.call'")
        .set("sources", SOURCES)
        .line("related: [nothing-like-it]")
        .body("客户端")
        .text();
    site.write("notes/research/a.md", format!("\u{feff}{}", text.trim_end().replace('\n', "\r\n")));
    site
}

#[test]
fn what_is_mended_is_told_line_by_line_and_the_rest_follows() {
    let site = site();
    let before = fs::read_to_string(site.root().join("notes/research/a.md")).expect("a text");
    let told = site.check(&["--fix", "-u", "https://notes.example/"]).ends(0);
    assert_eq!(told.stdout, "");
    assert_eq!(
        told.stderr,
        r#"fixed notes/research/a.md:8:5: take the repeated entry out
  -   - tools.call # two
  +   # two
fixed notes/research/a.md:9:5: take the repeated entry out
  -   - 'tools.call'
fixed notes/research/a.md:10:17: take the repeated entry out
fixed notes/research/a.md:10:30: take the repeated entry out
  - clients: [acme, acme, other, acme]
  + clients: [acme, other]
fixed notes/research/a.md:15:13: put it in quotes
  -     commit: 12345678
  +     commit: "12345678"
fixed notes/research/a.md:23:4: end the last line
  - 客户端
  \ no line end at the end of the file
  + 客户端
fixed notes/research/b.md:15:14: take the repeated entry out
  - related: [a, a]
  + related: [a]
notes/research/a.md:19:11: warning[unknown-related]: `related[0]`: no note is called `nothing-like-it`
  19 | related: [nothing-like-it]
     |           ^^^^^^^^^^^^^^^
fixed 7 places in 2 files; 1 warning on 24 pages
"#
    );
    let after = fs::read_to_string(site.root().join("notes/research/a.md")).expect("a text");
    let mended = before
        .replace("[acme, acme, other, acme]", "[acme, other]")
        .replace("  - tools.call # two\r\n  - 'tools.call'\r\n", "  # two\r\n")
        .replace("commit: 12345678", "commit: \"12345678\"");
    assert_eq!(after, mended + "\r\n", "no other byte is changed");

    let folder = tree(&site.root().join("notes"));
    let again = site.check(&["--fix", "-q"]).ends(0);
    assert!(again.stderr.starts_with("notes/research/a.md:19:11: warning[unknown-related]"), "{}", again.stderr);
    assert_eq!(again.stderr, site.check(&["-q"]).stderr, "a second time there is nothing to mend");
    assert_eq!(tree(&site.root().join("notes")), folder);
}

#[test]
fn only_the_paths_named_are_mended_and_the_exit_code_follows_what_is_left() {
    let site = site();
    let before = fs::read(site.root().join("notes/research/a.md")).expect("a file");
    let told = site.check(&["--fix", "--strict", "notes/research/b.md"]).ends(0);
    assert!(
        told.stderr.ends_with("fixed 1 place in 1 file; nothing is wrong with the paths named\n"),
        "{}",
        told.stderr
    );
    assert_eq!(fs::read(site.root().join("notes/research/a.md")).expect("a file"), before);
    site.check(&["--fix", "--strict"]).ends(1);
    site.write("notes/research/b.md", note("b").set("clients", "[acme, acme]").set("kind", "").text());
    site.check(&["--fix"]).ends(1);
    let text = fs::read_to_string(site.root().join("notes/research/b.md")).expect("a text");
    assert!(text.contains("clients: [acme]\n"), "what can be mended is, errors or not: {text}");
}

#[test]
fn what_was_mended_goes_to_stderr_whatever_the_format() {
    let told = site().check(&["--fix", "--format", "json"]).ends(0);
    let document: serde_json::Value = serde_json::from_str(&told.stdout).expect("JSON alone");
    assert_eq!(document["totals"]["warnings"], 1);
    assert!(told.stderr.contains("fixed notes/research/b.md:15:14: take the repeated entry out\n"), "{}", told.stderr);
}

#[test]
fn the_built_site_says_the_same_after_fixes() {
    let site = Site::parse(note("a").set("specVersions", "[2024-11-05, 2025-06-18, 2024-11-05]"));
    site.build(&[]).ends(0);
    let before = site.output();
    site.check(&["--fix"]).ends(0);
    site.build(&[]).ends(0);
    let after = site.output();
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    let differ: Vec<&str> =
        before.iter().filter(|(path, bytes)| after[*path] != **bytes).map(|(path, _)| &**path).collect();
    assert!(
        differ.iter().all(|path| path.ends_with(".md") || *path == "llms-full.txt"),
        "only the author's own text: {differ:?}"
    );
    let text = fs::read_to_string(site.root().join("notes/research/a.md")).expect("a text");
    assert!(text.contains("specVersions: [2024-11-05, 2025-06-18]\n"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_written_is_an_error_of_the_environment() {
    use std::os::unix::fs::PermissionsExt;
    let twice = |id| note(id).set("clients", "[acme, acme]");
    let site = Site::parse(format!("{}{}{}", twice("a"), twice("b"), note("c").line("related: [none]")));
    let path = site.root().join("notes/research/a.md");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("rights");
    let json = site.check(&["--fix", "--format", "json", "notes/research/a.md"]).ends(3);
    let document: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(document["totals"]["warnings"], 1);
    let told = site.check(&["--fix", "-u", "https://notes.example/"]).ends(3);
    assert_eq!(
        told.stderr,
        "fixed notes/research/b.md:7:17: take the repeated entry out
  - clients: [acme, acme]
  + clients: [acme]
notes/research/a.md:7:17: warning[repeated-entry]: `clients[1]`: `acme` repeats `clients[0]`
   7 | clients: [acme, acme]
     |                 ^^^^
  help: take it out
notes/research/c.md:15:11: warning[unknown-related]: `related[0]`: no note is called `none`
  15 | related: [none]
     |           ^^^^
fixed 1 place in 1 file; 2 warnings on 23 pages
error: cannot change `notes/research/a.md`: it is read-only
"
    );
    assert_eq!(fs::read_to_string(path).expect("a text"), twice("a").text());
}

#[cfg(unix)]
#[test]
fn a_note_behind_a_link_is_mended_where_it_lies() {
    let site = Site::parse(note("b"));
    site.write("shared/a.md", note("a").set("clients", "[acme, acme]").text());
    std::os::unix::fs::symlink("../../shared/a.md", site.root().join("notes/research/a.md")).expect("a link");
    let mut command = site.command(&["check", "--date", TODAY, "--fix", "notes/research/a.md"]);
    command.current_dir(site.root());
    run(command).ends(0);
    assert_eq!(fs::read_to_string(site.root().join("shared/a.md")).expect("a text"), note("a").text());
    assert!(fs::symlink_metadata(site.root().join("notes/research/a.md")).expect("a link").is_symlink());
}

#[test]
fn revisions_are_put_in_order_of_time_in_every_form_of_list() {
    for (written, mended) in [
        ("[2025-11-25, 2024-11-05, 2025-06-18]", "[2024-11-05, 2025-06-18, 2025-11-25]"),
        ("[ \"2025-11-25\",2024-11-05 ]  # both", "[ 2024-11-05,\"2025-11-25\" ]  # both"),
        ("\n  - 2025-06-18\n  - '2024-11-05'", "\n  - '2024-11-05'\n  - 2025-06-18"),
        ("\n- 2025-11-25\n\n-   2025-06-18\n- 2025-11-25\n", "\n- 2025-06-18\n\n-   2025-11-25\n"),
        // A comment may speak of the one beside it, so this is left to the author.
        ("\n  - 2025-11-25 # newest\n  - 2024-11-05", "\n  - 2025-11-25 # newest\n  - 2024-11-05"),
        ("[2024-11-05, 2025-11-25]", "[2024-11-05, 2025-11-25]"),
    ] {
        let site = Site::parse(note("a").set("specVersions", written));
        site.check(&["--fix", "-q"]).ends(0);
        let text = fs::read_to_string(site.root().join("notes/research/a.md")).expect("a text");
        assert_eq!(text, note("a").set("specVersions", mended).text(), "{written}");
    }
}
