//! Properties of the derivation of cells, over corpora made at random: at least a thousand a run.
//!
//! A corpus is a list of small specifications, so that a failure, once shrunk, reads like a note.

use std::collections::BTreeMap;
use std::sync::Arc;

use fieldnotes::catalog::cells::Part;
use fieldnotes::catalog::{self, Catalog, Verdict};
use fieldnotes::compile::Options;
use fieldnotes::corpus::{File, History};
use fieldnotes::date::Day;
use fieldnotes::parse;
use proptest::prelude::*;

const CASES: u32 = 1_000;
const METHODS: [&str; 6] = ["conformance", "capture", "source", "docs", "statement", "dataset"];
const STATUSES: [&str; 5] = ["current", "current", "disputed", "historical", "draft"];
const SUPPORT: [&str; 3] = ["yes", "partial", "no"];
const REVISIONS: [&str; 3] = ["2024-11-05", "2025-06-18", "2025-11-25"];
const SURFACES: [&str; 2] = ["app", "cli"];

/// A note.
#[derive(Debug, Clone)]
struct NoteSpec {
    status: &'static str,
    /// Day of May 2026.
    verified: u8,
    claims: Vec<ClaimSpec>,
}

/// A claim on one of two clients and one of two capabilities.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ClaimSpec {
    client: u8,
    capability: u8,
    support: &'static str,
    method: &'static str,
    surface: Option<&'static str>,
    revisions: Vec<&'static str>,
    versions: Option<&'static str>,
}

fn claim() -> impl Strategy<Value = ClaimSpec> {
    (
        (0..2u8, 0..2u8),
        prop::sample::select(&SUPPORT[..]),
        prop::sample::select(&METHODS[..]),
        prop::option::weighted(0.4, prop::sample::select(&SURFACES[..])),
        prop::sample::subsequence(REVISIONS.to_vec(), 1..=3),
        prop::option::weighted(0.15, Just(">=2")),
    )
        .prop_map(|((client, capability), support, method, surface, revisions, versions)| ClaimSpec {
            client,
            capability,
            support,
            method,
            surface,
            revisions,
            versions,
        })
}

fn note() -> impl Strategy<Value = NoteSpec> {
    (prop::sample::select(&STATUSES[..]), 1..28u8, prop::collection::vec(claim(), 0..4)).prop_map(
        |(status, verified, mut claims)| {
            // Two claims of one note on one question are refused, so no note has them.
            let question = |it: &ClaimSpec| (it.client, it.capability, it.surface, it.revisions.clone(), it.versions);
            let mut seen = Vec::new();
            claims.retain(|it| {
                !seen.contains(&question(it)) && {
                    seen.push(question(it));
                    true
                }
            });
            NoteSpec { status, verified, claims }
        },
    )
}

fn corpus() -> impl Strategy<Value = Vec<NoteSpec>> {
    prop::collection::vec(note(), 1..6)
}

fn text(id: usize, note: &NoteSpec) -> String {
    let mut text = format!(
        "---\nid: n{id}\ntitle: Note {id}\nkind: finding\nsummary: Something.\ncapabilities: [group.k0, group.k1]\nclients: [c0, c1]\nspecVersions: [{}]\nsources:\n  - url: https://example.org/r\n    title: a\n    date: 2026-04-01\nstatus: {}\nlastVerified: 2026-05-{:02}\n",
        REVISIONS.join(", "),
        note.status,
        note.verified
    );
    if note.status == "disputed" {
        text.push_str("statusReason: Another reading.\n");
    }
    if !note.claims.is_empty() {
        text.push_str("claims:\n");
    }
    for claim in &note.claims {
        text.push_str(&format!(
            "  - capability: group.k{}\n    client: c{}\n    support: {}\n    method: {}\n    revisions: [{}]\n    note: Why.\n",
            claim.capability,
            claim.client,
            claim.support,
            claim.method,
            claim.revisions.join(", ")
        ));
        if let Some(surface) = claim.surface {
            text.push_str(&format!("    surface: {surface}\n"));
        }
        if let Some(versions) = claim.versions {
            text.push_str(&format!("    versions: \"{versions}\"\n"));
        }
    }
    text + "---\n\nText.\n"
}

fn file(path: &str, text: &str) -> File {
    File { path: path.into(), bytes: Arc::new(text.as_bytes().to_vec()) }
}

/// Derives the cells of some notes, which keep their ids, from files in the order given.
fn derive<'a>(notes: impl IntoIterator<Item = (usize, &'a NoteSpec)>) -> Catalog {
    let mut texts: Vec<File> =
        notes.into_iter().map(|(id, note)| file(&format!("notes/research/n{id}.md"), &text(id, note))).collect();
    for client in ["c0", "c1"] {
        let surfaces = "surfaces:\n  - {id: app, title: App}\n  - {id: cli, title: CLI}\n";
        let surfaces = if client == "c0" {
            surfaces
        } else {
            "surfaces:\n  - {id: app, title: App}\n  - {id: cli, title: CLI}\n  - {id: web, title: Web}\n"
        };
        texts.push(file(
            &format!("notes/clients/{client}.md"),
            &format!("---\ntitle: {client}\n{surfaces}---\n\nText.\n"),
        ));
    }
    texts.push(file(
        "notes/capabilities.yaml",
        "- id: group\n  title: Group\n  capabilities:\n    - {id: group.k0, title: K0}\n    - {id: group.k1, title: K1, introduced: 2025-06-18}\n",
    ));
    texts.push(file(
        "notes/revisions.yaml",
        "- {id: 2024-11-05, status: superseded}\n- {id: 2025-06-18, status: superseded}\n- {id: 2025-11-25, status: current}\n",
    ));
    let options = Options { today: Day::parse("2026-06-01").expect("a day"), base: None, drafts: false };
    let parsed = parse::read(texts, Vec::new(), &options);
    catalog::connect(parsed, &History::default(), &[], &options).value
}

fn all(notes: &[NoteSpec]) -> Catalog {
    derive(notes.iter().enumerate())
}

/// Returns each cell's verdicts and reasons by ids, so that catalogs with other indexes compare.
fn fingerprint(catalog: &Catalog) -> BTreeMap<String, String> {
    let claim = |it| {
        let claim = catalog.claim(it);
        format!("{}#{}", catalog.notes[it.note].id(), claim.index)
    };
    catalog
        .cells
        .known()
        .map(|cell| {
            let key = format!(
                "{} × {}",
                catalog.clients[cell.client].thing.id, catalog.capabilities[cell.capability].thing.id
            );
            let parts: Vec<String> = cell
                .parts
                .iter()
                .map(|part| {
                    let list = |claims: &[_]| claims.iter().map(|it| claim(*it)).collect::<Vec<_>>().join(",");
                    format!(
                        "{}/{:?}/{:?}: {} {} | {} | {} | {}",
                        catalog.revisions[part.revision].thing.id,
                        part.surface,
                        part.versions,
                        part.verdict.word(),
                        claim(part.winner),
                        list(&part.agreeing),
                        list(&part.disputing),
                        list(&part.also)
                    )
                })
                .collect();
            (key, format!("{} {}", cell.verdict.word(), parts.join("\n")))
        })
        .collect()
}

/// Returns each cell's verdict, over all revisions and at each.
fn verdicts(catalog: &Catalog) -> BTreeMap<(usize, usize), Vec<Verdict>> {
    let mut all = BTreeMap::new();
    for client in 0..catalog.clients.len() {
        for capability in 0..catalog.capabilities.len() {
            let mut list = vec![catalog.cells.verdict(client, capability)];
            for revision in 0..catalog.revisions.len() {
                list.push(catalog.cells.verdict_at(client, capability, revision, &catalog.facets));
            }
            all.insert((client, capability), list);
        }
    }
    all
}

fn parts(catalog: &Catalog) -> Vec<(usize, usize, &Part)> {
    let cells = catalog.cells.known();
    cells.flat_map(|cell| cell.parts.iter().map(|part| (cell.client, cell.capability, part))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_files_changes_no_cell(notes in corpus(), seed in any::<u64>()) {
        let mut order: Vec<usize> = (0..notes.len()).collect();
        order.sort_by_key(|i| (seed >> (i % 64)) & 7);
        let shuffled = derive(order.iter().map(|i| (*i, &notes[*i])));
        prop_assert_eq!(fingerprint(&all(&notes)), fingerprint(&shuffled));
    }

    #[test]
    fn a_draft_changes_no_verdict(notes in corpus(), mut draft in note()) {
        draft.status = "draft";
        let mut more = notes.clone();
        more.push(draft);
        prop_assert_eq!(fingerprint(&all(&notes)), fingerprint(&all(&more)));
    }

    #[test]
    fn a_weaker_claim_that_agrees_changes_no_verdict(notes in corpus(), pick in any::<prop::sample::Index>()) {
        let before = all(&notes);
        let parts = parts(&before);
        prop_assume!(!parts.is_empty());
        let (client, capability, part) = parts[pick.index(parts.len())];
        let winner = before.claim(part.winner);
        prop_assume!(winner.method.rank() + 1 < METHODS.len());
        let find = |all: &[&'static str], word: &str| *all.iter().find(|it| **it == word).expect("one of them");
        let agreeing = ClaimSpec {
            client: client as u8,
            capability: capability as u8,
            support: find(&SUPPORT, winner.support.word()),
            method: METHODS[winner.method.rank() + 1],
            surface: part.surface.as_deref().and_then(|id| SURFACES.iter().find(|it| **it == id).copied()),
            revisions: vec![find(&REVISIONS, &before.revisions[part.revision].thing.id)],
            versions: part.versions.as_ref().map(|_| ">=2"),
        };
        // The third surface of a client is named by no claim here.
        prop_assume!(part.surface.is_none() || agreeing.surface.is_some());
        let mut more = notes.clone();
        more.push(NoteSpec { status: "current", verified: 27, claims: vec![agreeing] });
        prop_assert_eq!(verdicts(&before), verdicts(&all(&more)));
    }

    #[test]
    fn without_the_winner_the_runner_up_decides(notes in corpus(), pick in any::<prop::sample::Index>()) {
        let before = all(&notes);
        let parts = parts(&before);
        prop_assume!(!parts.is_empty());
        let (client, capability, part) = parts[pick.index(parts.len())];
        let winner = before.claim(part.winner);
        let id: usize = before.notes[part.winner.note].id()[1..].parse().expect("a number");
        let mut fewer = notes.clone();
        fewer[id].claims.remove(winner.index);
        let after = all(&fewer);
        let rest: Vec<_> = part.agreeing.iter().chain(&part.disputing).chain(&part.also).collect();
        let cell = after.cells.get(client, capability).expect("its notes are still there");
        let same = cell.parts.iter().find(|other| {
            other.revision == part.revision && other.surface == part.surface && other.versions == part.versions
        });
        let surfaces_stay = before.cells.get(client, capability).expect("as picked").surfaces == cell.surfaces;
        prop_assume!(surfaces_stay);
        match same {
            None => prop_assert!(rest.is_empty()),
            Some(other) => {
                let strongest = rest.iter().map(|it| before.claim(**it).method).min().expect("someone follows");
                prop_assert_eq!(after.claim(other.winner).method, strongest);
            }
        }
    }

    #[test]
    fn every_verdict_rests_on_a_live_claim_with_a_source(notes in corpus()) {
        let catalog = all(&notes);
        for cell in catalog.cells.known() {
            let decided = !matches!(cell.verdict, Verdict::Noted | Verdict::Unknown | Verdict::NotApplicable);
            prop_assert_eq!(decided, !cell.parts.is_empty());
            for part in &cell.parts {
                prop_assert!(catalog.notes[part.winner.note].meta.status.is_live());
                prop_assert!(!catalog.claim(part.winner).sources.is_empty());
                prop_assert!(catalog.cells.is_alive(cell.capability, part.revision));
            }
        }
    }
}

/// Derives one cell of notes given as `status day: support method [surface]`, and returns its parts.
fn one(notes: &[&str]) -> String {
    let find = |all: &[&'static str], word: &str| all.iter().find(|it| **it == word).copied();
    let specs: Vec<NoteSpec> = notes
        .iter()
        .map(|note| {
            let (head, claim) = note.split_once(": ").expect("a head and a claim");
            let (status, day) = head.split_once(' ').expect("a status and a day");
            let words: Vec<&str> = claim.split(' ').collect();
            NoteSpec {
                status: find(&STATUSES, status).expect("a status"),
                verified: day.parse().expect("a day"),
                claims: vec![ClaimSpec {
                    client: 0,
                    capability: 0,
                    support: find(&SUPPORT, words[0]).expect("a value"),
                    method: find(&METHODS, words[1]).expect("a method"),
                    surface: words.get(2).and_then(|word| find(&SURFACES, word)),
                    revisions: vec!["2025-11-25"],
                    versions: None,
                }],
            }
        })
        .collect();
    let catalog = all(&specs);
    let cell = catalog.cells.get(0, 0).expect("notes name it");
    let parts: Vec<String> = cell
        .parts
        .iter()
        .map(|part| {
            format!("{}{}", part.surface.as_ref().map(|s| format!("{s} ")).unwrap_or_default(), part.verdict.word())
        })
        .collect();
    format!("{} ({})", cell.verdict.word(), parts.join(", "))
}

#[test]
fn the_rules_by_example() {
    for (notes, expected) in [
        (&["current 1: yes source"][..], "yes (yes)"),
        (&["current 1: yes source", "current 2: no capture"], "disputed (disputed)"),
        (&["current 1: yes source", "current 2: no conformance"], "no (no)"),
        (&["current 1: yes source", "current 2: no docs"], "disputed (disputed)"),
        (&["current 1: yes source", "current 2: no statement"], "yes (yes)"),
        (&["current 1: yes source", "current 2: no source"], "disputed (disputed)"),
        (&["current 1: yes source", "historical 2: no source"], "yes (yes)"),
        (&["current 1: yes source", "draft 2: no source"], "yes (yes)"),
        (&["historical 2: no source"], "noted ()"),
        (&["current 1: yes source app", "current 2: no source cli"], "mixed (app yes, cli no)"),
        (&["current 1: yes source", "current 2: no source cli"], "mixed (app yes, cli no)"),
        (&["current 1: yes source app"], "yes (app yes)"),
    ] {
        assert_eq!(one(notes), expected, "{notes:?}");
    }
}
