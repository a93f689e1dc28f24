//! The schemas of front matter and registries say of a file what its parser says.
//!
//! Valid files are changed at random and given to both. Where they may differ is written down: what
//! depends on more than the file's values ([`LEFT`]), and what a YAML reader has made of a text.

mod mutations;
mod samples;
mod verdict;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fieldnotes::diagnostic::Code;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::site::{Site, tree};
use samples::sample;
use verdict::{COVERED, Judge, LEFT};

/// How often each kind of file is changed and judged.
const CASES: u32 = 400;

/// All kinds of file that have a schema.
const NAMES: [&str; 7] = ["note", "client", "page", "site", "capabilities", "revisions", "kinds"];

#[test]
fn schema_and_parser_agree_on_files_changed_at_random() {
    for name in NAMES {
        let judge = Judge::new(name);
        let (accepted, refused) = (Cell::new(0u32), Cell::new(0u32));
        let config = ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() };
        let run = TestRunner::new(config).run(&mutations::changes(), |changes| {
            let mut value = sample(name);
            for change in &changes {
                mutations::apply(&mut value, change);
            }
            match judge.agree(&value) {
                Ok(true) => accepted.set(accepted.get() + 1),
                Ok(false) => refused.set(refused.get() + 1),
                Err(why) => return Err(TestCaseError::fail(why)),
            }
            Ok(())
        });
        run.unwrap_or_else(|fault| panic!("{name}: {fault}"));
        // Neither verdict is the rule, or the changes would show little.
        let least = CASES / 10;
        assert!(accepted.get() > least && refused.get() > least, "{name}: {accepted:?} {refused:?}");
    }
}

#[test]
fn valid_files_of_every_kind_are_accepted() {
    for name in NAMES {
        let judge = Judge::new(name);
        for value in [sample(name), samples::least(name)] {
            assert_eq!(judge.agree(&value), Ok(true), "{name}: {value}");
        }
    }
}

#[test]
fn every_rule_that_a_schema_covers_refuses_a_file() {
    let bad = [
        ("note", "/title", json!(["x"]), Code::WrongType),
        ("note", "/sources/0/title", json!({}), Code::WrongType),
        ("site", "/highlight", json!("yes"), Code::WrongType),
        ("note", "/title", Value::Null, Code::EmptyValue),
        ("client", "/surfaces/0/title", json!("  "), Code::EmptyValue),
        ("note", "/sources/0", json!({}), Code::MissingField),
        ("note", "/claims/0", json!({ "capability": "tools.call", "support": "yes" }), Code::MissingField),
        ("page", "/aliases", json!({ "x": "y" }), Code::WrongType),
        ("capabilities", "/0", json!({ "id": "x", "title": "X", "capabilites": [] }), Code::UnknownKey),
        ("note", "/id", json!("Not An Id"), Code::InvalidId),
        ("capabilities", "/0/capabilities/0/id", json!("tools..call"), Code::InvalidId),
        ("note", "/aliases/0", json!("index"), Code::ReservedId),
        ("capabilities", "/0/capabilities/0/id", json!("con.call"), Code::ReservedId),
        ("note", "/lastVerified", json!("2026-02-29"), Code::InvalidDate),
        ("note", "/sources/0/commit", json!("21cb8d2"), Code::InvalidCommit),
        ("client", "/url", json!("https://me@acme.example"), Code::InvalidUrl),
        ("note", "/sources/0/path", json!("src/../x"), Code::InvalidPath),
        ("note", "/lang", json!("e"), Code::InvalidLang),
        ("note", "/status", json!("final"), Code::InvalidStatus),
        ("note", "/claims/0/method", json!("hearsay"), Code::InvalidValue),
        ("site", "/stale_after", json!(0), Code::InvalidValue),
        ("site", "/base_url", json!("acme.example"), Code::BaseUrl),
        ("note", "/sources", json!([]), Code::NoSources),
        ("note", "/claims/0/sources", json!([]), Code::NoSources),
        ("note", "/claims/0/revisions", json!([]), Code::EmptyList),
        ("note", "/status", json!("disputed"), Code::StatusReasonMissing),
        ("note", "/claims/1/support", json!("partial"), Code::ClaimNoteMissing),
    ];
    let mut seen = BTreeSet::new();
    for (name, at, value, code) in bad {
        let judge = Judge::new(name);
        let mut file = sample(name);
        if code == Code::StatusReasonMissing {
            file.as_object_mut().expect("a mapping").remove("statusReason");
        }
        // Seven digits would do.
        let value = if code == Code::InvalidCommit { json!(&value.as_str().expect("a text")[..6]) } else { value };
        *file.pointer_mut(at).unwrap_or_else(|| panic!("{name} has no {at}")) = value;
        assert_eq!(judge.agree(&file), Ok(false), "{name} {at}");
        assert!(judge.found(&file).contains(&code), "{name} {at}: {:?}", judge.found(&file));
        seen.insert(code);
    }
    assert_eq!(seen, COVERED.iter().copied().collect(), "every covered rule has a case");
}

#[test]
fn what_a_schema_cannot_see_it_accepts() {
    let cases = [
        ("note", "/id", json!("another-id"), Code::IdMismatch),
        ("note", "/aliases/0", json!("a"), Code::DuplicateId),
        ("client", "/surfaces/1/id", json!("app"), Code::DuplicateId),
        ("note", "/lastVerified", json!("2099-01-01"), Code::FutureDate),
        ("note", "/related/0", json!("a"), Code::RelatedToSelf),
        ("note", "/claims/0/capability", json!("tools.list"), Code::ClaimOutsideNote),
        ("note", "/claims/0/sources", json!([7]), Code::ClaimSource),
        ("note", "/claims/1", sample("note")["claims"][0].clone(), Code::DuplicateClaim),
    ];
    let mut seen = BTreeSet::new();
    for (name, at, value, code) in cases {
        let judge = Judge::new(name);
        let mut file = sample(name);
        *file.pointer_mut(at).unwrap_or_else(|| panic!("{name} has no {at}")) = value;
        assert!(judge.accepts(&file), "{name} {at}");
        assert!(judge.found(&file).contains(&code), "{name} {at}: {:?}", judge.found(&file));
        seen.insert(code);
    }
    assert_eq!(seen, LEFT.iter().map(|(code, _)| *code).collect(), "every rule that is left has a case");
    // Of a path, that a range does not end before it begins.
    let (judge, mut file) = (Judge::new("note"), sample("note"));
    file["sources"][0]["path"] = json!("src/a.ts:5-2");
    assert!(judge.accepts(&file));
    assert!(judge.found(&file).contains(&Code::InvalidPath));
}

#[test]
fn what_a_yaml_reader_takes_for_no_text_must_stand_in_quotes_for_a_schema() {
    for (name, at, value) in [
        ("note", "/title", json!(1.5)),
        ("note", "/sources/0/commit", json!(12_345_678)),
        ("note", "/summary", json!(true)),
        ("client", "/open", json!("true")),
        ("site", "/stale_after", json!("90")),
        ("note", "/claims/0/sources", json!(["1"])),
    ] {
        let judge = Judge::new(name);
        let mut file = sample(name);
        *file.pointer_mut(at).unwrap_or_else(|| panic!("{name} has no {at}")) = value;
        assert_eq!(judge.found(&file), BTreeSet::new(), "{name} {at}");
        assert!(!judge.accepts(&file), "{name} {at}");
    }
}

/// Returns every text of up to `most` of the parts.
fn texts(parts: &[&str], most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..most {
        let to = all.len();
        for i in from..to {
            let longer: Vec<String> = parts.iter().map(|part| format!("{}{part}", all[i])).collect();
            all.extend(longer);
        }
        from = to;
    }
    all
}

#[test]
fn patterns_of_forms_say_what_the_functions_say() {
    let address = ["a", "/", "?", "#", "@", " ", "\"", "\\", ".."];
    let id = ["a", "-", ".", "A", "con", "com1", "index", "é"];
    let note = |key: &str, value: Value| {
        let mut note = samples::least("note");
        note[key] = value;
        note
    };
    let source = |key: &str| {
        note("sources", json!([{ "url": "https://code.example", "title": "It", "date": "2026-08-01", key: "x" }]))
    };
    let capability = json!([{ "id": "g", "title": "G", "capabilities": [{ "id": "x", "title": "X" }] }]);
    for (name, mut file, at, lead, parts, most) in [
        ("note", source("path"), "/sources/0/path", "", &["a", "/", ".", ":", "1", "-", ",", "0", "\\"][..], 4),
        ("note", source("commit"), "/sources/0/commit", "", &["abc", "DEF", "0123456", "9", "g"], 3),
        ("note", note("aliases", json!(["x"])), "/aliases/0", "", &id, 3),
        ("capabilities", capability, "/0/capabilities/0/id", "", &id, 3),
        ("client", json!({ "title": "A", "url": "x" }), "/url", "https://", &address, 3),
        ("site", json!({ "base_url": "x" }), "/base_url", "http://", &address, 3),
        ("site", json!({ "nav": [{ "title": "A", "url": "x" }] }), "/nav/0/url", "https://", &address, 3),
        ("page", json!({ "title": "A", "lang": "x" }), "/lang", "", &["a", "Bc", "-", "1", "abcd", "é"], 4),
    ] {
        let judge = Judge::new(name);
        let mut accepted = 0;
        for text in texts(parts, most) {
            let text = format!("{lead}{text}");
            *file.pointer_mut(at).unwrap_or_else(|| panic!("{name} has no {at}")) = Value::String(text);
            accepted += u32::from(judge.agree(&file).unwrap_or_else(|why| panic!("{why}")));
        }
        assert!(accepted > 10, "{name} {at}: {accepted}");
    }
    let long = |n: usize| Value::String("a".repeat(n));
    let judge = Judge::new("note");
    let mut file = sample("note");
    for (n, good) in [(100, true), (101, false)] {
        file["aliases"][0] = long(n);
        assert_eq!(judge.agree(&file), Ok(good), "{n}");
    }
}

#[test]
fn the_pattern_of_a_date_knows_every_calendar_day() {
    let (judge, mut file) = (Judge::new("page"), samples::least("page"));
    let mut days = 0;
    for year in [1989, 1990, 1992, 1999, 2000, 2004, 2012, 2020, 2023, 2024, 2026, 2096, 2099, 2100, 2101] {
        for month in 0..=13 {
            for day in 0..=32 {
                let text = format!("{year}-{month:02}-{day:02}");
                let is_day = fieldnotes::date::Day::parse(&text).is_some();
                file["updated"] = json!(text);
                assert_eq!(judge.accepts(&file), is_day, "{text}");
                days += u32::from(is_day);
            }
        }
    }
    assert_eq!(days, 13 * 365 + 7);
}

#[test]
fn this_repositorys_own_files_are_accepted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("notes");
    let mut judged = BTreeSet::new();
    for (path, bytes) in tree(&root) {
        let text = String::from_utf8(bytes).expect("UTF-8");
        let name = match path.as_str() {
            path if path.starts_with("research/") => "note",
            path if path.starts_with("clients/") => "client",
            path if path.ends_with(".md") => "page",
            "site.yaml" => "site",
            "capabilities.yaml" => "capabilities",
            "revisions.yaml" => "revisions",
            "kinds.yaml" => "kinds",
            _ => continue,
        };
        let yaml = match text.strip_prefix("---\n") {
            Some(rest) => rest.split("\n---\n").next().expect("front matter").to_owned(),
            None => text,
        };
        let value: Value = serde_yaml::from_str(&yaml).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(Judge::new(name).accepts(&value), "{path}: {}", Judge::new(name).faults(&value));
        judged.insert(name);
    }
    assert_eq!(judged.len(), NAMES.len(), "{judged:?}");
}

#[test]
fn schemas_are_of_their_draft_and_describe_every_value() {
    for name in NAMES {
        let schema = verdict::schema(name);
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        jsonschema::meta::validate(&schema).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        described(name, &schema);
    }
}

/// Asserts that an object and all that is in it is described, and takes no other key.
fn described(at: &str, schema: &Value) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        assert_eq!(schema["additionalProperties"], false, "{at}");
        for (key, property) in properties {
            let at = format!("{at}.{key}");
            assert!(property["description"].as_str().is_some_and(|text| text.ends_with('.')), "{at}: {property}");
            described(&at, property);
        }
    }
    if let Some(items) = schema.get("items") {
        described(&format!("{at}[]"), items);
    }
}

#[test]
fn the_program_prints_one_schema_or_writes_all() {
    let site = Site::parse("");
    let mut printed = Vec::new();
    for name in NAMES {
        let run = site.run(&["schema", name]).ends(0);
        let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(value, verdict::schema(name));
        printed.push((format!("{name}.schema.json"), run.stdout));
    }
    let run = site.run(&["schema", "--out", "here/schemas"]).ends(0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", "wrote 7 schemas to `here/schemas`\n"));
    for (file, text) in &printed {
        assert_eq!(&fs::read_to_string(site.root().join("here/schemas").join(file)).expect("a schema"), text);
    }
    assert_eq!(tree(&site.root().join("here/schemas")).len(), printed.len());
    for args in [&["schema"][..], &["schema", "notes"], &["schema", "note", "--out", "x"]] {
        site.run(args).ends(2);
    }
    site.write("file", "");
    let run = site.run(&["schema", "--out", "file/x"]).ends(3);
    assert!(run.stderr.starts_with("error: cannot write to `file/x`: "), "{}", run.stderr);
}
