//! `api/v1/`: every file keeps to the schema of its shape, and says what the pages say.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::links::own_files;
use crate::rich::{AT_ROOT, BELOW};
use crate::site::{Site, Tree, note};

/// A site whose cells take every way to a verdict.
static CELLS: LazyLock<Site> = LazyLock::new(|| {
    let registries = r#"
-- notes/revisions.yaml --
- id: 2024-11-05
  status: superseded
- id: 2025-11-25
  status: current
-- notes/capabilities.yaml --
- id: all
  title: All
  capabilities:
    - {id: tools.call, title: "`tools/call`", spec: "https://spec.example/tools"}
    - {id: gone, title: Gone, removed: 2025-11-25}
    - {id: prompts, title: Prompts}
    - {id: roots, title: Roots}
    - {id: never, title: Never spoken of}
-- notes/clients/acme.md --
---
title: Acme
surfaces:
  - {id: cli, title: CLI, clientInfo: [acme-cli], transports: [stdio], protocol: 2025-11-25}
  - {id: app, title: App}
---
-- notes/clients/other.md --
---
title: Other
---
"#;
    let about = |id: &str| {
        let source = "\n  - url: https://github.com/acme/acme\n    title: Source\n    commit: 9509425349e4\n    path: src/a.ts:45,199-241\n    date: 2026-08-01";
        note(id).set("specVersions", "[2024-11-05, 2025-11-25]").set("sources", source)
    };
    let notes = [
        about("mixed")
            .set("capabilities", "[tools.call, roots]")
            .line("claims:")
            .line("  - {capability: tools.call, support: yes, surface: cli, method: capture}")
            .line("  - capability: tools.call\n    support: partial\n    surface: cli\n    versions: \">=2, \\\"new\\\"\"\n    revisions: [2025-11-25]\n    method: source\n    note: \"=1+1, a \\\"quoted\\\" text; 中文\"\n    sources: [1]"),
        about("says-yes")
            .set("capabilities", "[prompts]")
            .line("claims: [{capability: prompts, support: yes, method: docs}]"),
        about("says-no")
            .set("capabilities", "[prompts]")
            .set("lastVerified", "2026-01-01")
            .set("sources", "\n  - url: https://acme.example/docs\n    title: Docs\n    date: 2025-12-01")
            .line("claims: [{capability: prompts, support: no, method: statement, note: Not there.}]"),
        about("taken-back")
            .set("capabilities", "[prompts]")
            .set("status", "retracted")
            .line("statusReason: Wrong.")
            .line("claims: [{capability: prompts, support: yes, method: conformance}]"),
    ];
    let notes: String = notes.iter().map(ToString::to_string).collect();
    let site = Site::parse(format!("{registries}{notes}"));
    site.build(&["-u", "https://notes.example/sub"]).ends(0);
    site
});

/// Everything whose JSON is looked at.
fn all() -> Vec<(&'static str, Tree)> {
    let bare = Site::parse("");
    bare.build(&[]).ends(0);
    let plain = Site::parse(note("a").set("clients", "[no, c#]").set("kind", "1e1"));
    plain.build(&[]).ends(0);
    vec![
        ("at the root", AT_ROOT.output()),
        ("below", BELOW.output()),
        ("cells", CELLS.output()),
        ("nothing", bare.output()),
        ("no registry", plain.output()),
        ("this repository", own_files()),
    ]
}

fn json(files: &Tree, path: &str) -> Value {
    let bytes = files.get(path).unwrap_or_else(|| panic!("{path} is not there"));
    assert!(bytes.ends_with(b"\n"), "{path} ends in the middle of a line");
    serde_json::from_slice(bytes).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the shape of a file of JSON.
fn shape(path: &str) -> Option<&'static str> {
    if path.starts_with("api/v1/schema/") || !path.ends_with(".json") {
        return None;
    }
    if path.starts_with("badge/") {
        return Some("badge");
    }
    let name = path.strip_prefix("api/v1/")?.strip_suffix(".json")?;
    let families = [("notes/", "note"), ("clients/", "client"), ("matrix/", "matrix")];
    let family = families.into_iter().find(|(folder, _)| name.starts_with(folder)).map(|(_, shape)| shape);
    let single = ["index", "notes", "clients", "capabilities", "revisions", "matrix", "sources", "graph"].into_iter();
    Some(family.or_else(|| single.into_iter().find(|single| *single == name)).unwrap_or_else(|| panic!("{path}")))
}

/// Calls for each object within a value, that itself among them.
fn objects(value: &Value, see: &mut dyn FnMut(&serde_json::Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            see(fields);
            fields.values().for_each(|field| objects(field, see));
        }
        Value::Array(items) => items.iter().for_each(|item| objects(item, see)),
        _ => {}
    }
}

/// Forbids whatever a schema does not name, so that a field without a description is seen.
fn closed(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(closed);
            if fields.contains_key("properties") {
                fields.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(closed),
        _ => {}
    }
}

#[test]
fn every_file_keeps_to_the_schema_of_its_shape() {
    for (name, files) in all() {
        let mut seen = std::collections::BTreeMap::new();
        for path in files.keys() {
            let Some(shape) = shape(path) else { continue };
            let validator = seen.entry(shape).or_insert_with(|| {
                let mut schema = json(&files, &format!("api/v1/schema/{shape}.json"));
                closed(&mut schema);
                jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema")
            });
            let value = json(&files, path);
            let faults: Vec<String> =
                validator.iter_errors(&value).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
            assert!(faults.is_empty(), "{name}: {path}:\n{}", faults.join("\n"));
        }
        assert!(seen.len() >= 8, "{name}: {:?}", seen.keys());
    }
}

#[test]
fn a_file_that_does_not_keep_to_its_schema_is_seen() {
    let schema = json(&CELLS.output(), "api/v1/schema/matrix.json");
    let good = json(&CELLS.output(), "api/v1/matrix.json");
    assert!(jsonschema::is_valid(&schema, &good));
    for (at, value) in [("/version", json!("2")), ("/cells/0/verdict", json!("perhaps")), ("/clients", Value::Null)] {
        let mut bad = good.clone();
        *bad.pointer_mut(at).expect("a value") = value;
        assert!(!jsonschema::is_valid(&schema, &bad), "{at}");
    }
}

#[test]
fn schemas_are_of_their_draft_have_no_union_types_and_describe_every_shape() {
    for (name, base, files) in [
        ("at the root", "https://notes.example", AT_ROOT.output()),
        ("below", "https://notes.example/sub/dir", BELOW.output()),
    ] {
        let schemas: Vec<&String> = files.keys().filter(|path| path.starts_with("api/v1/schema/")).collect();
        assert_eq!(schemas.len(), 11);
        for path in schemas {
            let schema = json(&files, path);
            assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{path}");
            assert_eq!(schema["$id"], format!("{base}/{path}"), "{name}");
            jsonschema::meta::validate(&schema).unwrap_or_else(|fault| panic!("{path}: {fault}"));
            objects(&schema, &mut |fields| {
                for union in ["anyOf", "oneOf", "allOf", "nullable"] {
                    assert!(!fields.contains_key(union), "{path}: {fields:?}");
                }
                assert!(!fields.get("type").is_some_and(Value::is_array), "{path}: {fields:?}");
                if fields.get("type").is_some_and(|name| name == "object") {
                    assert!(fields.contains_key("description"), "{path}: {fields:?}");
                }
            });
        }
    }
}

#[test]
fn nothing_is_null_or_a_number_and_every_file_has_its_version() {
    fn scalars(value: &Value, at: &str) {
        match value {
            Value::Number(_) | Value::Null => panic!("{at} is {value}"),
            Value::Array(items) => items.iter().for_each(|item| scalars(item, at)),
            Value::Object(fields) => fields.iter().for_each(|(key, value)| scalars(value, &format!("{at}.{key}"))),
            Value::String(_) | Value::Bool(_) => {}
        }
    }
    for (_, files) in all() {
        for path in files.keys().filter(|path| shape(path).is_some_and(|shape| shape != "badge")) {
            let value = json(&files, path);
            scalars(&value, path);
            assert_eq!(value["version"], "1", "{path}");
        }
    }
}

#[test]
fn every_address_in_it_leads_to_a_file() {
    let sites = [("", AT_ROOT.output()), ("/sub/dir", BELOW.output()), ("/sub", CELLS.output())];
    for (base, files) in sites {
        for path in files.keys().filter(|path| shape(path).is_some()) {
            objects(&json(&files, path), &mut |fields| {
                for (key, value) in fields {
                    if !matches!(&**key, "href" | "markdown" | "json" | "feed" | "matrix" | "schema" | "ids") {
                        continue;
                    }
                    let link = value.as_str().expect("an address");
                    let below = link.strip_prefix(base).and_then(|link| link.strip_prefix('/'));
                    let below = below.unwrap_or_else(|| panic!("{path}: {link}")).split('#').next().unwrap_or_default();
                    let below = percent_encoding::percent_decode_str(below).decode_utf8().expect("UTF-8");
                    let is_there =
                        below.is_empty() || files.contains_key(&*below) || files.contains_key(&format!("{below}.html"));
                    assert!(is_there, "{path}: {link} leads to nothing");
                }
            });
        }
    }
}

#[test]
fn the_index_lists_every_file() {
    for files in [AT_ROOT.output(), CELLS.output()] {
        let index = json(&files, "api/v1/index.json");
        let list = |key: &str, name: &str| -> Vec<String> {
            let items = index[key].as_array().expect("a list").iter();
            items.map(|item| item[name].as_str().expect("an address").to_owned()).collect()
        };
        let (single, families) = (list("files", "href"), list("families", "template"));
        let fits = |path: &str, template: &str| {
            let (start, rest) = template.split_once('{').expect("a name in braces");
            let end = rest.rsplit_once('}').expect("an end").1;
            let start = &start[start.find("/api/").or(start.find("/badge/")).expect("a folder") + 1..];
            path.strip_prefix(start).is_some_and(|rest| rest.ends_with(end))
        };
        for path in files.keys().filter(|path| path.starts_with("api/") || path.starts_with("badge/")) {
            let listed = single.iter().any(|href| href.ends_with(&format!("/{path}")));
            let is_listed = listed || families.iter().any(|template| fits(path, template));
            assert!(is_listed || path.starts_with("api/v1/schema/"), "{path} is not listed");
        }
    }
}

#[test]
fn a_client_comes_with_its_cells_and_their_reasons() {
    let files = CELLS.output();
    let client = json(&files, "api/v1/clients/acme.json");
    assert_eq!(client["client"]["title"], "Acme");
    assert_eq!(
        client["client"]["surfaces"],
        json!([
            {"id": "cli", "title": "CLI", "clientInfo": ["acme-cli"], "transports": ["stdio"], "protocol": "2025-11-25"},
            {"id": "app", "title": "App", "clientInfo": [], "transports": []},
        ])
    );
    let cell = |id: &str| {
        let cells = client["cells"].as_array().expect("cells").iter();
        cells.clone().find(|cell| cell["capability"] == id).unwrap_or_else(|| panic!("no cell {id}")).clone()
    };
    let verdict = |id: &str| cell(id)["verdict"].as_str().expect("a word").to_owned();
    assert_eq!((verdict("tools.call"), verdict("prompts")), ("mixed".to_owned(), "disputed".to_owned()));
    assert_eq!(verdict("roots"), "noted");
    assert!(cell("roots").get("verified").is_none());

    let tools = cell("tools.call");
    let breakdown: Vec<(&str, Option<&str>, Option<&str>, &str)> = tools["breakdown"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| {
            let text = |key: &str| line.get(key).and_then(Value::as_str);
            (text("revision").unwrap(), text("surface"), text("versions"), text("verdict").unwrap())
        })
        .collect();
    let expected = [
        ("2024-11-05", Some("cli"), None, "yes"),
        ("2024-11-05", Some("app"), None, "unknown"),
        ("2025-11-25", Some("cli"), None, "yes"),
        ("2025-11-25", Some("cli"), Some(">=2, \"new\""), "partial"),
        ("2025-11-25", Some("app"), None, "unknown"),
    ];
    assert_eq!(breakdown, expected);
    assert_eq!(tools["breakdown"][0]["by"], json!({"note": "mixed", "number": "1"}));
    let claim = &tools["claims"][1];
    assert_eq!(
        claim["sources"],
        json!([{"number": "1", "url": "https://github.com/acme/acme/blob/9509425349e4/src/a.ts#L45"}])
    );

    let prompts = cell("prompts");
    assert_eq!((&prompts["verified"], &prompts["stale"]), (&json!("2026-09-01"), &json!(false)));
    let claims: Vec<(&str, bool)> = prompts["claims"]
        .as_array()
        .expect("claims")
        .iter()
        .map(|claim| (claim["note"].as_str().unwrap(), claim["live"].as_bool().unwrap()))
        .collect();
    assert_eq!(claims, [("says-no", true), ("says-yes", true), ("taken-back", false)]);
}

#[test]
fn a_cell_says_the_same_in_its_twin_and_as_json() {
    for (files, client) in [(CELLS.output(), "acme"), (own_files(), "cline")] {
        let data = json(&files, &format!("api/v1/clients/{client}.json"));
        for cell in data["cells"].as_array().expect("cells") {
            let path = format!("clients/{client}/{}.md", cell["capability"].as_str().expect("an id"));
            let twin = String::from_utf8_lossy(&files[&path]).replace('\\', "");
            let steps = cell["steps"].as_array().expect("steps").iter().map(|step| &step["text"]);
            for text in steps.chain([&cell["sentence"]]) {
                let text = text.as_str().expect("a text");
                assert!(twin.contains(text), "{path} lacks {text:?}");
            }
        }
    }
}

#[test]
fn the_matrix_lists_what_is_known() {
    let files = CELLS.output();
    let cells = |path: &str| -> Vec<String> {
        let matrix = json(&files, path);
        let text = |cell: &Value, key: &str| cell[key].as_str().unwrap_or("-").to_owned();
        let cells = matrix["cells"].as_array().expect("cells").iter();
        cells.map(|it| ["client", "capability", "verdict", "verified"].map(|key| text(it, key)).join(" ")).collect()
    };
    let expected = [
        "acme tools.call mixed 2026-09-01",
        "acme gone n/a -",
        "acme prompts disputed 2026-09-01",
        "acme roots noted -",
        "other gone n/a -",
    ];
    assert_eq!(cells("api/v1/matrix.json"), expected);
    let expected = ["acme tools.call yes 2026-09-01", "acme prompts disputed 2026-09-01", "acme roots noted -"];
    assert_eq!(cells("api/v1/matrix/2024-11-05.json"), expected);
    assert_eq!(json(&files, "api/v1/matrix/2024-11-05.json")["revision"], "2024-11-05");
    assert!(json(&files, "api/v1/matrix.json").get("revision").is_none());
}

#[test]
fn claims_are_a_table_that_another_program_reads() {
    let text = CELLS.text("api/v1/claims.csv");
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let head = table.headers().expect("a head").clone();
    assert_eq!(&head[0], "note");
    let rows: Vec<csv::StringRecord> = table.records().map(|row| row.expect("a row as wide as the head")).collect();
    assert_eq!(rows.len(), 5);
    let field = |row: &csv::StringRecord, name: &str| {
        row[head.iter().position(|head| head == name).expect("a column")].to_owned()
    };
    let second = &rows[1];
    assert_eq!(field(second, "text"), "=1+1, a \"quoted\" text; 中文");
    assert_eq!(field(second, "versions"), ">=2, \"new\"");
    assert_eq!(field(second, "revisions"), "2025-11-25");
    assert_eq!(field(&rows[0], "revisions"), "2024-11-05 2025-11-25");
    assert_eq!(field(second, "href"), "/sub/research/mixed#claim-acme-tools-call-cli-1");
    assert_eq!(field(&rows[2], "stale"), "yes", "{:?}", rows[2]);
}

#[test]
fn the_matrix_is_a_table_that_another_program_reads() {
    let files = CELLS.output();
    let read = |path: &str| -> Vec<BTreeMap<String, String>> {
        csv::Reader::from_reader(&*files[path]).deserialize().map(|row| row.expect("a row of text")).collect()
    };
    let all = read("api/v1/matrix.csv");
    // Every cell has a row, by client, then by capability.
    assert_eq!(all.len(), 2 * 5);
    let row = |rows: &[BTreeMap<String, String>], client: &str, capability: &str| -> String {
        let is = |row: &&BTreeMap<String, String>| row["client"] == client && row["capability"] == capability;
        let row = rows.iter().find(is).expect("a cell");
        let columns = ["verdict", "stale", "verified", "claims", "notes", "differences", "href"];
        columns.map(|column| row[column].as_str()).join("|")
    };
    assert_eq!(
        row(&all, "acme", "tools.call"),
        "mixed|no|2026-09-01|2|1|supported in its CLI (2024-11-05 and 2025-11-25), \
         but only in part in its CLI (versions >=2, \"new\", 2025-11-25)|/sub/clients/acme/tools.call"
    );
    assert_eq!(row(&all, "acme", "roots"), "noted|||0|1||/sub/clients/acme/roots");
    assert_eq!(row(&all, "other", "tools.call"), "unknown|||0|0||");
    assert_eq!(row(&all, "other", "gone"), "n/a|||0|0||");
    let old = read("api/v1/matrix/2024-11-05.csv");
    assert_eq!(row(&old, "acme", "tools.call"), "yes|no|2026-09-01|1|1||/sub/clients/acme/tools.call");
    // A cell has the same verdict in every form.
    for (table, form) in [(all, "api/v1/matrix.json"), (old, "api/v1/matrix/2024-11-05.json")] {
        let matrix = json(&files, form);
        for row in &table {
            let is = |cell: &&Value| cell["client"] == *row["client"] && cell["capability"] == *row["capability"];
            let cell = matrix["cells"].as_array().expect("cells").iter().find(is);
            assert_eq!(cell.map_or("unknown", |cell| cell["verdict"].as_str().expect("a word")), row["verdict"]);
        }
    }
    assert!(CELLS.text("matrix/2024-11-05.html").contains("href=\"/sub/api/v1/matrix/2024-11-05.csv\">CSV</a>"));
}

#[test]
fn the_graph_has_every_page_and_relation_once() {
    let graph = json(&AT_ROOT.output(), "api/v1/graph.json");
    let nodes: Vec<&str> = graph["nodes"].as_array().unwrap().iter().map(|node| node["id"].as_str().unwrap()).collect();
    let unique: std::collections::BTreeSet<&str> = nodes.iter().copied().collect();
    assert_eq!(unique.len(), nodes.len());
    let edges: Vec<[&str; 3]> = graph["edges"]
        .as_array()
        .unwrap()
        .iter()
        .map(|edge| ["from", "to", "kind"].map(|key| edge[key].as_str().unwrap()))
        .collect();
    assert_eq!(edges.iter().collect::<std::collections::BTreeSet<_>>().len(), edges.len());
    assert!(edges.iter().all(|[from, to, _]| unique.contains(from) && unique.contains(to) && from != to));
    for edge in [
        ["/", "/about", "link"],
        ["/research/frames-by-hand", "/research/declares-nothing", "link"],
        ["/research/frames-by-hand", "/research/declares-nothing", "related"],
        ["/research/frames-by-hand", "/research/old-finding", "supersedes"],
        ["/research/frames-by-hand", "/research/in-dispute", "contradicts"],
    ] {
        assert!(edges.contains(&edge), "{edge:?}");
    }
    assert_eq!(edges.iter().filter(|[_, _, kind]| *kind == "contradicts").count(), 1);
}

#[test]
fn sources_are_turned_round() {
    let sources = json(&AT_ROOT.output(), "api/v1/sources.json");
    let repositories = sources["repositories"].as_array().unwrap();
    let of = |url: &str| repositories.iter().find(|it| it["url"] == url).expect("a repository");
    let file = &of("https://github.com/acme/acme")["files"][0];
    assert_eq!(file["path"], "src/client1.ts");
    assert_eq!(file["citations"][0]["note"], "frames-by-hand");
    assert_eq!(file["citations"][0]["commit"], "9509425349e4");
    assert_eq!(file["citations"][0]["permalinks"].as_array().unwrap().len(), 2);
    assert!(of("https://code.example/it")["files"][0].get("path").is_none());
}

#[test]
fn a_note_comes_with_those_who_refer_to_it() {
    let note = json(&AT_ROOT.output(), "api/v1/notes/frames-by-hand.json");
    let all = json(&AT_ROOT.output(), "api/v1/notes.json");
    assert!(all["notes"].as_array().unwrap().contains(&note["note"]));
    let refer: Vec<&str> =
        note["referencedBy"].as_array().unwrap().iter().map(|it| it["href"].as_str().unwrap()).collect();
    assert!(refer.contains(&"/clients/acme") && refer.contains(&"/research/old-finding"), "{refer:?}");
}
