//! `fieldnotes new`: what it writes is in order at once, and it never overwrites.

mod refusals;

use std::fs;

use serde_json::Value;

use crate::site::{Run, Site, TODAY, assert_same, note, program, run, tree};

/// Makes a site that declares what notes may name.
pub fn declared() -> Site {
    Site::parse(format!(
        "-- notes/kinds.yaml --
- {{id: finding, title: Finding, plural: Findings, description: A fact., needsClient: true, needsCapability: true}}
- {{id: limit, title: Limit, plural: Limits, description: A bound.}}
-- notes/capabilities.yaml --
- id: tools
  title: Tools
  capabilities:
    - {{id: tools.call, title: Call}}
    - {{id: tools.list, title: List}}
-- notes/revisions.yaml --
- {{id: 2024-11-05, status: superseded}}
- {{id: 2025-06-18, status: current}}
-- notes/clients/acme.md --
---
title: Acme
aliases: [acme-old]
---

Prose.
-- notes/clients/zed.md --
---
title: Zed
---

Prose.
{}",
        note("a").set("aliases", "[was-a]")
    ))
}

pub fn new(site: &Site, args: &[&str]) -> Run {
    site.run(&[&["new"], args, &["--date", TODAY]].concat())
}

/// Asserts that a run is refused as an error of usage, with just these words, and writes nothing.
#[track_caller]
pub fn refused(site: &Site, args: &[&str], message: &str) {
    let before = tree(&site.root());
    let found = new(site, args).ends(2);
    assert_eq!((found.stderr.as_str(), found.stdout.as_str()), (&*format!("error: {message}\n"), ""));
    assert_same(&before, &tree(&site.root()), "nothing is written");
}

#[test]
fn a_new_note_is_written_as_the_flags_say() {
    let site = declared();
    let args = [
        "note",
        "Acme drops `list_changed`: no sign of it",
        "--kind=finding",
        "--client=acme",
        "--client=zed",
        "--client=acme",
        "--capability=tools.call",
        "--revision=2025-06-18",
        "--source=https://code.example/o/r@12e45678:src/a.ts:10-20,30",
        "--source=https://docs.example/it",
        "--summary=Acme does not listen.",
        "--lang=en-GB",
    ];
    let done = new(&site, &args).ends(0);
    assert_eq!(done.stderr, "");
    assert_eq!(done.stdout, "notes/research/acme-drops-list-changed-no-sign-of-it.md\n");
    let text = fs::read_to_string(site.root().join(done.stdout.trim())).unwrap();
    assert_eq!(
        text,
        "---
id: acme-drops-list-changed-no-sign-of-it
title: \"Acme drops `list_changed`: no sign of it\"
kind: finding
summary: Acme does not listen.
capabilities: [tools.call]
clients: [acme, zed]
specVersions: [2025-06-18]
sources:
  - url: https://code.example/o/r
    title: src/a.ts, lines 10-20, 30
    commit: \"12e45678\"
    path: src/a.ts:10-20,30
    date: 2026-11-30
  - url: https://docs.example/it
    title: docs.example/it
    date: 2026-11-30
status: current
lastVerified: 2026-11-30
lang: en-GB
---

Say here what the sources show, and how it was found.
"
    );
    let check = site.check(&["--strict"]).ends(0);
    assert!(check.stderr.contains("nothing is wrong"), "{}", check.stderr);
}

#[test]
fn sources_have_the_day_that_is_given() {
    let site = declared();
    let sources = ["--source=https://github.com/o/r@12e45678:a.ts:5", "--source=https://docs.example/it"];
    let with = |day| [&["note", "X", "--kind=limit"], &sources[..], &[day]].concat();
    refused(
        &site,
        &with("--source-date=2026-12-01"),
        "`--source-date`: 2026-12-01 is in the future: today is 2026-11-30",
    );
    refused(&site, &with("--source-date=May"), "`--source-date`: `May` is not a calendar day like 2026-08-22");
    let alone = new(&site, &["note", "X", "--kind=limit", "--source-date=2026-08-22"]).ends(2);
    assert!(alone.stderr.contains("--source <"), "{}", alone.stderr);
    new(&site, &with("--source-date=2026-08-22")).ends(0);
    let text = fs::read_to_string(site.root().join("notes/research/x.md")).unwrap();
    assert_eq!(text.matches("\n    date: 2026-08-22\n").count(), 2, "{text}");
    assert!(text.contains("\nlastVerified: 2026-11-30\n"), "{text}");
    site.check(&["--strict"]).ends(0);
}

#[test]
fn revisions_stand_in_order_of_time_whatever_the_order_of_the_flags() {
    let flags = ["--revision=2025-06-18", "--revision=2024-11-05", "--revision=2025-06-18"];
    for site in [declared(), Site::parse(note("a").set("kind", "limit"))] {
        new(&site, &[&["note", "X", "--kind=limit"], &flags[..]].concat()).ends(0);
        let text = fs::read_to_string(site.root().join("notes/research/x.md")).unwrap();
        assert!(text.contains("\nspecVersions: [2024-11-05, 2025-06-18]\n"), "{text}");
        site.check(&["--strict", "--drafts"]).ends(0);
    }
    let site = declared();
    site.write(
        "notes/revisions.yaml",
        "- {id: first, status: superseded}\n- {id: 2025-06-18, status: superseded}\n- {id: draft, status: current}\n",
    );
    site.write("notes/research/a.md", note("a").set("specVersions", "[first]").text());
    let flags = ["--revision=draft", "--revision=2025-06-18", "--revision=first"];
    new(&site, &[&["note", "X", "--kind=limit"], &flags[..]].concat()).ends(0);
    let text = fs::read_to_string(site.root().join("notes/research/x.md")).unwrap();
    assert!(text.contains("\nspecVersions: [first, 2025-06-18, draft]\n"), "{text}");
}

#[test]
fn whatever_the_flags_the_site_finds_nothing_wrong() {
    let site = declared();
    let sources: &[&[&str]] = &[
        &[],
        &["--source", "https://docs.example/it"],
        &["--source", "https://github.com/o/r@12e45678"],
        &["--source", "https://github.com/o/r@1234567:a b/ü.md:5", "--source", "https://x.example/a?b=c#d"],
        &["--source", "https://codeberg.org/o/r/src/commit/12e45678/a%23b.md?display=source#L1-L9"],
    ];
    let facets: &[&[&str]] = &[
        &["--kind", "finding", "--client", "acme", "--capability", "tools.list"],
        &["--kind", "limit"],
        &["--kind", "limit", "--revision", "2024-11-05", "--revision", "2025-06-18"],
    ];
    let statuses: &[&[&str]] = &[&[], &["--status", "draft"], &["--status", "current"], &["--status", "historical"]];
    let mut count = 0;
    for source in sources {
        for facet in facets {
            for status in statuses {
                let needs_source = matches!(status.last(), Some(&"current" | &"historical"));
                let title = format!("Note {count}");
                let args = [&["note", &title], *source, *facet, *status].concat();
                if source.is_empty() && needs_source {
                    let message = format!("a new note that is {} needs `--source`", status[1]);
                    refused(&site, &args, &message);
                    continue;
                }
                let done = new(&site, &args).ends(0);
                assert_eq!((done.stdout, done.stderr), (format!("notes/research/note-{count}.md\n"), String::new()));
                let text = fs::read_to_string(site.root().join(format!("notes/research/note-{count}.md"))).unwrap();
                let expected = status.last().unwrap_or(if source.is_empty() { &"draft" } else { &"current" });
                assert!(text.contains(&format!("\nstatus: {expected}\n")), "{text}");
                count += 1;
            }
        }
    }
    assert_eq!(count, 54);
    let check = site.check(&["--strict"]).ends(0);
    assert!(check.stderr.contains("nothing is wrong"), "{}", check.stderr);
    site.build(&["--strict", "--drafts", "-u", "https://notes.example/"]).ends(0);
}

#[test]
fn texts_come_out_of_the_site_as_they_were_given() {
    let site = declared();
    let texts = [
        "no",
        "Yes",
        "null",
        "~",
        "12e45678",
        "0123",
        "1.10",
        "1:30",
        "2026-11-30",
        "0x1f",
        "a: b",
        "a #b",
        "a:",
        "- x",
        "\"quoted\"",
        "it's",
        "'x'",
        "[x]",
        "{y: z}",
        "*z*",
        "&a",
        "!t",
        "%d",
        "@at",
        "|",
        ">",
        "? x",
        "版本：一",
        "🚀 go",
        "back\\slash",
        "# x",
        "...",
        "---",
        "=",
        "<<",
        "a, b",
        "`code` first",
    ];
    for (i, text) in texts.iter().enumerate() {
        let (id, summary) = (format!("n{i:02}"), format!("--summary={text}"));
        let source = format!("--source=https://code.example/r@{:07}:{i}", i * 1111);
        let args = ["new", "note", "--date", TODAY, "--id", &id, "--kind=limit", &summary, &source, "--", text];
        let done = site.run(&args).ends(0);
        assert_eq!(done.stderr, "", "{text}");
        let written = fs::read_to_string(site.root().join(done.stdout.trim())).unwrap();
        let front = written.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).unwrap().0;
        let front: serde_yaml::Value = serde_yaml::from_str(front).unwrap();
        assert_eq!(front["title"].as_str(), Some(*text), "{written}");
        assert_eq!(front["sources"][0]["commit"].as_str(), Some(&*format!("{:07}", i * 1111)), "{written}");
    }
    site.build(&["--strict"]).ends(0);
    let all: Value = serde_json::from_str(&site.text("api/v1/notes.json")).expect("JSON");
    for (i, text) in texts.iter().enumerate() {
        let found = all["notes"].as_array().unwrap().iter().find(|note| note["id"] == *format!("n{i:02}")).unwrap();
        assert_eq!((found["title"].as_str(), found["summary"].as_str()), (Some(*text), Some(*text)));
        assert_eq!(found["sources"][0]["commit"], *format!("{:07}", i * 1111));
    }
}

#[test]
fn permalinks_of_the_forges_are_taken_apart() {
    let site = declared();
    let commit = "21cb8d25f0a1b2c3d4e5f60718293a4b5c6d7e8f";
    let links = [
        ("https://github.com/o/r/blob/SHA/src/a%20b.ts#L10-L20", "https://github.com/o/r", "src/a b.ts:10-20"),
        ("https://gitlab.com/g/s/r/-/blob/SHA/a.rs#L10-20", "https://gitlab.com/g/s/r", "a.rs:10-20"),
        ("https://codeberg.org/o/r/src/commit/SHA/a.rs#L7", "https://codeberg.org/o/r", "a.rs:7"),
        ("https://bitbucket.org/o/r/src/SHA/a.rs#lines-10:20", "https://bitbucket.org/o/r", "a.rs:10-20"),
        ("https://git.sr.ht/~o/r/tree/SHA/item/a.rs#L10-20", "https://git.sr.ht/~o/r", "a.rs:10-20"),
    ];
    let flags: Vec<String> =
        links.iter().map(|(link, ..)| format!("--source={}", link.replace("SHA", commit))).collect();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    new(&site, &[&["note", "Five", "--kind=limit"], &flags[..]].concat()).ends(0);
    site.build(&["--strict"]).ends(0);
    let note: Value = serde_json::from_str(&site.text("api/v1/notes/five.json")).expect("JSON");
    for (source, (link, repository, path)) in note["note"]["sources"].as_array().unwrap().iter().zip(links) {
        assert_eq!((source["url"].as_str(), source["path"].as_str()), (Some(repository), Some(path)));
        assert_eq!(source["commit"], commit);
        assert_eq!(source["permalinks"][0], link.replace("SHA", commit), "the site leads back to what was pasted");
    }
    refused(
        &site,
        &["note", "X", "--kind=limit", "--source=https://github.com/o/r/blob/main/a.ts#L1"],
        "`--source`: `https://github.com/o/r/blob/main/a.ts#L1` is on `main`, which is no commit, so its lines may move; copy a permalink, which names a commit: on most forges, press `y` on the file's page",
    );
}

#[test]
fn a_new_client_is_written_as_the_flags_say() {
    let site = declared();
    let args = [
        "client",
        "crush",
        "--title=Crush: it",
        "--vendor=No",
        "--url=https://charm.land",
        "--repository=https://github.com/charmbracelet/crush",
    ];
    let done = new(&site, &args).ends(0);
    assert_eq!((done.stdout.as_str(), done.stderr.as_str()), ("notes/clients/crush.md\n", ""));
    assert_eq!(
        fs::read_to_string(site.root().join("notes/clients/crush.md")).unwrap(),
        "---
title: \"Crush: it\"
vendor: \"No\"
url: https://charm.land
repository: https://github.com/charmbracelet/crush
---

Say here what the client is, and which parts of it notes can speak of.
"
    );
    new(&site, &["client", "no"]).ends(0);
    let check = site.check(&["--strict"]).ends(0);
    assert!(check.stderr.contains("nothing is wrong"), "{}", check.stderr);
    refused(
        &site,
        &["client", "x", "--url=x.example"],
        "no file was written: `--url`: `x.example` is not an absolute http or https address",
    );
}

#[test]
fn a_fault_is_told_of_the_flag_that_has_it() {
    let is_no_address = "`nope` is not an absolute http or https address";
    for flag in ["url", "repository"] {
        let told = format!("no file was written: `--{flag}`: {is_no_address}");
        refused(&declared(), &["client", "x", &format!("--{flag}=nope")], &told);
    }
}

#[test]
fn no_client_is_offered_that_could_not_be_added() {
    let site =
        Site::parse(format!("{}{}", note("a").set("clients", "[Foo, acme, zed]"), note("b").set("kind", "limit")));
    let rule =
        "an id has 1 to 100 characters: lower-case letters, digits and single hyphens, starting with a letter or digit";
    let done = new(&site, &["client", "acme"]).ends(0);
    assert_eq!(
        done.stderr,
        format!(
            "note: from now on each client needs a file, and none can be called like these that notes name: `Foo`; {rule}
note: from now on each client needs a file, and these that notes name have none: `zed`; `fieldnotes new client ID` adds one
"
        )
    );
    let told = site.check(&["-q"]).ends(1).stderr;
    assert!(told.contains("no client is called `Foo`\n"), "{told}");
    assert!(told.contains(&format!("  help: {rule}\n")) && !told.contains("new client Foo"), "{told}");
    refused(&site, &["note", "X", "--kind=limit", "--client=Foo"], &format!("no client is called `Foo`; {rule}"));
    refused(&site, &["note", "X", "--kind=limit", "--client=con"], "no client is called `con`");
    let site = declared();
    refused(
        &site,
        &["note", "X", "--kind=limit", "--client=acme-old"],
        "`acme-old` is a former id of the client `acme`; write `acme`",
    );
    site.write("notes/research/a.md", note("a").set("clients", "[acme-old]").text());
    let told = site.check(&["-q"]).ends(1).stderr;
    assert!(
        told.contains("error[unknown-client]: `clients[0]`: `acme-old` is a former id of `acme`\n")
            && told.contains("  help: write `acme`\n"),
        "{told}"
    );
}

#[test]
fn the_first_client_with_a_file_tells_which_others_need_one() {
    let site = Site::parse(format!("{}{}", note("a"), note("b").set("clients", "[acme, zed]")));
    let done = new(&site, &["client", "acme"]).ends(0);
    assert_eq!(done.stdout, "notes/clients/acme.md\n");
    assert_eq!(
        done.stderr,
        "note: from now on each client needs a file, and these that notes name have none: `zed`; `fieldnotes new client ID` adds one\n"
    );
    assert_eq!(new(&site, &["client", "zed"]).ends(0).stderr, "");
    site.check(&["--strict"]).ends(0);
}

#[test]
fn a_site_with_faults_elsewhere_still_takes_a_note() {
    let site = declared();
    site.write("notes/research/broken.md", "no front matter");
    assert_eq!(new(&site, &["note", "X", "--kind=limit"]).ends(0).stderr, "");
    site.remove("notes/research/broken.md");
    site.check(&["--strict"]).ends(0);
}

#[test]
fn the_day_and_the_place_are_those_of_the_command() {
    let site = declared();
    let mut command = program(&site.beside("home"));
    command.current_dir(site.root().join("notes")).args(["new", "note", "Deep", "--kind=limit"]);
    command.env("SOURCE_DATE_EPOCH", "1788220800");
    let done = run(command).ends(0);
    assert_eq!(done.stdout, "research/deep.md\n", "the path is one from where one stands");
    assert!(
        fs::read_to_string(site.root().join("notes/research/deep.md"))
            .unwrap()
            .contains("\nlastVerified: 2026-09-01\n")
    );
    let mut command = program(&site.beside("home"));
    command.current_dir(site.beside("home")).args(["new", "note", "Far", "--kind=limit", "--root", "../site"]);
    assert_eq!(run(command).ends(0).stdout, "../site/notes/research/far.md\n");
    let found = site.run(&["new", "note", "X", "--kind=limit", "--date", "soon"]).ends(2);
    assert_eq!(found.stderr, "error: `--date soon` is not a calendar day like 2026-11-30\n");
}
