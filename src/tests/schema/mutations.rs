//! Random changes of a file's values: keys and entries taken out, put in, or given another value.
//!
//! What a text is replaced by is text or no scalar at all, so that the schema and the parser mean the
//! same by it: of `12345678` only the schema knows that it is a number.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

/// A change: of which value, how, and with which others.
#[derive(Debug, Clone)]
pub struct Change {
    at: Index,
    how: Index,
    with: Index,
}

/// Texts of every form that there is, good and bad, and words of every list.
const TEXTS: &[&str] = &[
    "x",
    "",
    " ",
    "\u{3000}",
    "two words",
    "手写",
    "a",
    "b",
    "acme",
    "app",
    "cli",
    "tools.call",
    "tools.list",
    "base.x.y",
    "finding",
    "limit",
    "index",
    "con",
    "com1.x",
    "Cline",
    "a--b",
    "-a",
    "a_b",
    "current",
    "draft",
    "disputed",
    "retracted",
    "superseded",
    "historical",
    "Draft",
    "yes",
    "partial",
    "no",
    "source",
    "docs",
    "dataset",
    "hearsay",
    "github",
    "gitlab",
    "svn",
    "2026-08-01",
    "2024-02-29",
    "2025-02-29",
    "2026-8-5",
    "2099-01-01",
    "1989-12-31",
    "2024-11-05",
    "2025-06-18",
    "21cb8d25",
    "21cb8d",
    "9509425349e4",
    "0123456789abcdef0123456789abcdef01234567a",
    "ABCDEF0",
    "https://a.example",
    "http://a.example/x?y=z#w",
    "https://",
    "https://a@b.example",
    "https://a.example/@b",
    "https://a.example/ x",
    "https://a.example/<x>",
    "https://a.example/../x",
    "HTTPS://a.example",
    "ftp://a.example",
    "/about",
    "about",
    "src/a.ts",
    "src/a.ts:45,199-241",
    "/src/a.ts",
    "src/../a.ts",
    "a:",
    "a:0",
    "a:1,",
    "a:x",
    "docs/a:b.md",
    "a\\b",
    "en",
    "zh-Hans",
    "e",
    "en_GB",
    "no-such-thing",
    ">=3.30",
];

/// Keys of every mapping that there is, and of none.
const KEYS: &[&str] = &[
    "id",
    "title",
    "kind",
    "summary",
    "capabilities",
    "clients",
    "specVersions",
    "sources",
    "status",
    "lastVerified",
    "related",
    "claims",
    "supersedes",
    "statusReason",
    "aliases",
    "updated",
    "lang",
    "canonical",
    "url",
    "commit",
    "path",
    "date",
    "archived",
    "capability",
    "support",
    "client",
    "surface",
    "revisions",
    "versions",
    "method",
    "note",
    "vendor",
    "docs",
    "open",
    "surfaces",
    "clientInfo",
    "protocol",
    "base_url",
    "nav",
    "forges",
    "spec",
    "changelog",
    "plural",
    "introduced",
    "zzz",
    "Title",
    "标题",
];

/// Returns what some changes may be; of none, the file is valid.
pub fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = any::<(Index, Index, Index)>().prop_map(|(at, how, with)| Change { at, how, with });
    prop::collection::vec(change, 0..4)
}

/// Changes a file.
pub fn apply(file: &mut Value, change: &Change) {
    let mut paths = Vec::new();
    collect(file, String::new(), &mut paths);
    let path = change.at.get(&paths);
    let is_root = path.is_empty();
    let value = file.pointer_mut(path).expect("a path of the value");
    // The kind of the root is not changed: of an empty file only the parser knows what it is.
    let replaces = !is_root && change.how.index(4) == 0;
    match value {
        _ if replaces => *value = no_scalar(&change.with),
        Value::String(text) => *text = pick(TEXTS, &change.with),
        Value::Bool(_) => *value = change.with.get(&[json!(true), json!(false), json!("yes"), json!("")]).clone(),
        Value::Number(_) => {
            *value = change
                .with
                .get(&[json!(0), json!(1), json!(2), json!(-1), json!(1.5), json!(70_000), json!("x")])
                .clone()
        }
        Value::Array(items) => match change.how.index(5) {
            0 => items.clear(),
            1 => items.push(no_scalar(&change.with)),
            2 if !items.is_empty() => drop(items.remove(change.with.index(items.len()))),
            3 if !items.is_empty() => items.push(change.with.get(items).clone()),
            _ => items.push(Value::String(pick(TEXTS, &change.with))),
        },
        Value::Object(entries) => match change.how.index(3) {
            0 if !entries.is_empty() => {
                let key = change.with.get(&entries.keys().cloned().collect::<Vec<_>>()).clone();
                entries.remove(&key);
            }
            1 => drop(entries.insert(pick(KEYS, &change.with), no_scalar(&change.how))),
            _ => drop(entries.insert(pick(KEYS, &change.with), Value::String(pick(TEXTS, &change.at)))),
        },
        Value::Null => {}
    }
}

fn pick(from: &[&str], with: &Index) -> String {
    (*with.get(from)).to_owned()
}

fn no_scalar(with: &Index) -> Value {
    let values =
        [json!(null), json!([]), json!({}), json!(["x"]), json!([null]), json!([[]]), json!([{}]), json!({ "x": "y" })];
    with.get(&values).clone()
}

/// Collects the paths of all values in a value.
fn collect(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                collect(item, format!("{path}/{i}"), paths);
            }
        }
        Value::Object(entries) => {
            for (key, value) in entries {
                collect(value, format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")), paths);
            }
        }
        _ => {}
    }
    paths.push(path);
}
