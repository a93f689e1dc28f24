//! The sentence that says what a cell comes to: good English for every verdict, and what differs for
//! a mixed one, the same words wherever it stands.

use std::sync::Arc;

use fieldnotes::catalog::Catalog;
use fieldnotes::catalog::cells::sentence::sentence;
use fieldnotes::compile::{Options, Site, compile};
use fieldnotes::corpus::{Corpus, File};
use fieldnotes::date::Day;

use crate::site::note;

const REVISIONS: &str = "\
- {id: 2024-11-05, status: superseded}
- {id: 2025-03-26, status: superseded}
- {id: 2025-06-18, status: superseded}
- {id: 2025-11-25, status: current}
";
const CAPABILITIES: &str = "\
- id: tools
  title: Tools
  capabilities:
    - {id: tools.call, title: Call}
    - {id: tools.old, title: Old, removed: 2025-11-25}
    - {id: tools.new, title: New, introduced: 2025-06-18}
";
const ACME: &str = "\
---
title: Acme
surfaces:
  - {id: app, title: Acme for Linux}
  - {id: cli, title: CLI}
  - {id: ide, title: \"Plugin, by “us” & <them>\"}
  - {id: web, title: Web app}
  - {id: bot, title: Bot}
  - {id: tv, title: TV app}
---
";

/// Makes a site of one note a line: `status: claims`, each claim the inside of a mapping.
fn site(notes: &[(&str, &[&str])]) -> Site {
    let file = |path: &str, text: &str| File { path: path.into(), bytes: Arc::new(text.as_bytes().to_vec()) };
    let mut texts = vec![
        file("notes/revisions.yaml", REVISIONS),
        file("notes/capabilities.yaml", CAPABILITIES),
        file("notes/clients/acme.md", ACME),
    ];
    for (i, (status, claims)) in notes.iter().enumerate() {
        let claims: String = claims
            .iter()
            .map(|it| format!("\n  - {{client: acme, capability: tools.call, method: docs, note: So., {it}}}"))
            .collect();
        let note = note(&format!("n{i}"))
            .set("specVersions", "[2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25]")
            .set("status", status)
            .set("claims", if claims.is_empty() { "[]" } else { &claims });
        let note = if *status == "disputed" { note.line("statusReason: Another reading.") } else { note };
        texts.push(file(&format!("notes/research/n{i}.md"), &note.text()));
    }
    let options = Options { today: Day::parse("2026-10-01").expect("a day"), base: None, drafts: false };
    let site = compile(Corpus { texts, ..Corpus::default() }, &options);
    assert!(site.catalog().is_some(), "{:?}", site.diagnostics);
    site
}

/// Returns what is said of a capability, over all revisions or at one.
fn said(catalog: &Catalog, capability: &str, revision: Option<&str>) -> String {
    let capability = catalog.capabilities.iter().position(|it| it.thing.id == capability).expect("a capability");
    let at = |id: &str| catalog.revisions.iter().position(|it| it.thing.id == id).expect("a revision");
    sentence(catalog, 0, capability, revision.map(at))
}

fn of(notes: &[(&str, &[&str])]) -> String {
    said(site(notes).catalog().expect("a site"), "tools.call", None)
}

/// Returns what one note's claims come to.
fn claims(claims: &[&str]) -> String {
    of(&[("current", claims)])
}

#[test]
fn a_mixed_cell_says_what_differs() {
    for (given, expected) in [
        (
            // Surfaces, at the same revisions: these are not named.
            &["support: yes, surface: app", "support: partial, surface: cli"][..],
            "Acme supports “Call” in Acme for Linux, but only in part in its CLI.",
        ),
        (
            &[
                "support: yes, surface: app, revisions: [2025-11-25]",
                "support: partial, surface: cli, revisions: [2024-11-05]",
            ],
            "Acme supports “Call” in Acme for Linux (2025-11-25), but only in part in its CLI (2024-11-05).",
        ),
        (
            &["support: no, surface: ide", "support: partial, surface: app"],
            "Acme supports “Call” in part in Acme for Linux, but not in its Plugin, by “us” & <them>.",
        ),
        (
            // Revisions alone.
            &["support: yes, revisions: [2025-06-18, 2025-11-25]", "support: no, revisions: [2024-11-05]"],
            "Acme supports “Call” at 2025-06-18 and 2025-11-25, but not at 2024-11-05.",
        ),
        (
            &["support: no, revisions: [2024-11-05, 2025-03-26, 2025-06-18]", "support: yes, revisions: [2025-11-25]"],
            "Acme supports “Call” at 2025-11-25, but not at 2024-11-05 to 2025-06-18.",
        ),
        (
            // Versions, and what is claimed of all of them.
            &["support: yes, versions: \">=3\"", "support: no, versions: \"<3\"", "support: partial"],
            "Acme supports “Call” in versions >=3, only in part in general, and not in versions <3.",
        ),
        (
            &["support: yes, surface: cli, versions: \">=3\"", "support: no, surface: cli, versions: \"<3\""],
            "Acme supports “Call” in its CLI (versions >=3), but not in its CLI (versions <3).",
        ),
        (
            // One claim for all surfaces but one: three are named, the rest are counted.
            &["support: yes", "support: no, surface: tv"],
            "Acme supports “Call” in Acme for Linux, its CLI, its Plugin, by “us” & <them> and 2 more, but not in its TV app.",
        ),
    ] {
        assert_eq!(claims(given), expected);
    }
}

#[test]
fn every_verdict_reads_as_a_sentence() {
    for (given, expected) in [
        (&[("current", &["support: yes"][..])][..], "Acme supports “Call”."),
        (&[("current", &["support: partial"])], "Acme supports “Call” in part."),
        (&[("current", &["support: no"])], "Acme does not support “Call”."),
        (
            &[("current", &["support: no"]), ("disputed", &["support: yes"])],
            "Notes contradict each other on whether Acme supports “Call”.",
        ),
        (
            &[
                ("current", &["support: no, surface: cli", "support: no, surface: app"]),
                ("disputed", &["support: yes, surface: cli"]),
            ],
            "Notes contradict each other on whether Acme supports “Call” in its CLI.",
        ),
        (&[("current", &[])], "1 note speaks of Acme and “Call”, but makes no claim."),
        (&[("current", &[]), ("current", &[])], "2 notes speak of Acme and “Call”, but none makes a claim."),
        (
            &[("historical", &["support: yes"]), ("current", &[])],
            "2 notes speak of Acme and “Call”, but none makes a claim that counts.",
        ),
    ] {
        assert_eq!(of(given), expected);
    }
}

#[test]
fn a_sentence_on_one_revision_speaks_of_no_other() {
    let site = site(&[(
        "current",
        &[
            "support: yes, surface: app, revisions: [2025-11-25]",
            "support: no, surface: cli, revisions: [2025-11-25]",
            "support: partial, surface: cli, revisions: [2024-11-05]",
        ],
    )]);
    let catalog = site.catalog().expect("a site");
    for (capability, revision, expected) in [
        ("tools.call", "2025-11-25", "At 2025-11-25, Acme supports “Call” in Acme for Linux, but not in its CLI."),
        ("tools.call", "2024-11-05", "Acme supports “Call” in part at 2024-11-05."),
        (
            "tools.call",
            "2025-06-18",
            "1 note speaks of Acme and “Call” at 2025-06-18, but makes no claim of that revision.",
        ),
        ("tools.old", "2025-03-26", "No note says whether Acme supports “Old” at 2025-03-26."),
        ("tools.old", "2025-11-25", "“Old” is not part of the protocol at 2025-11-25."),
    ] {
        assert_eq!(said(catalog, capability, Some(revision)), expected);
    }
    assert_eq!(said(catalog, "tools.old", None), "“Old” is not part of the current revision, 2025-11-25.");
    assert_eq!(said(catalog, "tools.new", None), "No note says whether Acme supports “New”.");
}

#[test]
fn lists_say_what_differs_in_the_words_of_the_sentence() {
    let site = site(&[(
        "current",
        &["support: yes, surface: app", "support: partial, surface: ide, revisions: [2025-03-26]"],
    )]);
    let text = |path: &str| {
        let at = site.paths().iter().position(|other| *other == path).unwrap_or_else(|| panic!("no {path}"));
        let text = String::from_utf8(site.file(at).expect("no fault in a template")).expect("UTF-8");
        // What keeps a day on one line has no words.
        text.replace("<span class=\"nb\">", "").replace("</span>", "")
    };
    let words = "upported in Acme for Linux (2024-11-05 to 2025-11-25), \
                 but only in part in its Plugin, by “us” & <them> (2025-03-26)";
    let sentence = said(site.catalog().expect("a site"), "tools.call", None);
    assert_eq!(sentence, format!("Acme s{}.", words.replacen("upported", "upports “Call”", 1)));
    let escaped = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    for page in ["clients/acme.html", "capabilities/tools.call.html", "matrix.html", "badge/acme/tools.call.svg"] {
        assert!(text(page).contains(&escaped), "{page} lacks: {escaped}\n{}", text(page));
    }
    assert!(text("matrix.html").contains(&format!(" title=\"s{escaped}\">mixed</a>")));
    for twin in ["clients/acme.md", "capabilities/tools.call.md"] {
        assert!(text(twin).contains(": supported in Acme for Linux (2024-11-05 to 2025-11-25), "), "{}", text(twin));
    }
    // At one revision only its own sides are told; where all agree, nothing is.
    assert!(text("matrix/2025-03-26.html").contains("supported in Acme for Linux, but only in part in its Plugin, by"));
    assert!(!text("matrix/2025-06-18.html").contains("supported in Acme"));
}
