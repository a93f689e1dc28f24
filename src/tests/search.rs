//! Search: a built site is asked by its own script, run by node, and words are cut alike on both sides.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use fieldnotes::tokens::{self, Role, Run};
use serde_json::Value;

use crate::site::{Site, note};

/// Runs the script `query.mjs` with a list of texts, and returns what it says of each.
#[track_caller]
fn node(folder: &Path, what: &str, texts: &[impl AsRef<str>]) -> Vec<Value> {
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), serde_json::to_string(&texts).expect("texts")).expect("a file");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/search/query.mjs");
    let output = Command::new("node").arg(script).arg(folder).arg(what).arg(file.path()).output();
    let output = output.unwrap_or_else(|error| panic!("`node` is needed to test search; install nodejs ({error})"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answers.len(), texts.len());
    answers
}

/// Asks a site, and returns how each query was answered: `all`, `cited` or `some` with the ids, or `none`.
#[track_caller]
fn ask(site: &Site, queries: &[impl AsRef<str>]) -> Vec<String> {
    let answers = node(&site.root().join("public"), "--queries", queries);
    let line = |answer: &Value| {
        let ids: Vec<&str> = answer["ids"].as_array().expect("ids").iter().filter_map(Value::as_str).collect();
        let how = if ids.is_empty() { "none" } else { answer["how"].as_str().expect("how") };
        [&[how], ids.as_slice()].concat().join(" ")
    };
    answers.iter().map(line).collect()
}

/// Fails where a query is answered otherwise: each line is `query => how id id …`.
#[track_caller]
fn answers(site: &Site, cases: &str) {
    let cases: Vec<(&str, &str)> = cases.lines().filter_map(|line| line.trim().split_once(" => ")).collect();
    let queries: Vec<&str> = cases.iter().map(|(query, _)| *query).collect();
    let line = |query: &str, answer: &str| format!("{query} => {}", answer);
    let got: Vec<String> =
        queries.iter().zip(ask(site, &queries)).map(|(query, answer)| line(query, &answer)).collect();
    let wanted: Vec<String> = cases.iter().map(|(query, answer)| line(query, answer)).collect();
    assert_eq!(got.join("\n"), wanted.join("\n"));
}

/// Cuts a text as the index does; a key that stands for a whole run has a mark before it.
fn cut(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    tokens::runs(&tokens::normalised(text), |run| match run {
        Run::Cjk(run) => all.extend(tokens::pairs(run).map(str::to_owned)),
        Run::Word(word) => {
            let marked = |(key, role)| if role == Role::Whole { format!("={key}") } else { key };
            all.extend(tokens::keys(word).keys.into_iter().map(marked));
        }
    });
    all
}

fn cut_by_script(texts: &[impl AsRef<str>]) -> Vec<Value> {
    node(&Path::new(env!("CARGO_MANIFEST_DIR")).join("static"), "--cut", texts)
}

#[test]
fn texts_are_cut_as_written_down_by_the_index_and_by_the_script() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("search/cuts.json")).expect("JSON");
    let texts: Vec<&str> = cases.iter().map(|case| case["text"].as_str().expect("a text")).collect();
    for (case, script) in cases.iter().zip(cut_by_script(&texts)) {
        let text = case["text"].as_str().expect("a text");
        assert_eq!(serde_json::json!(cut(text)), case["keys"], "the index: {text}");
        assert_eq!(script, case["keys"], "the script: {text}");
    }
}

#[test]
fn random_texts_are_cut_alike_by_the_index_and_by_the_script() {
    let ranges = [
        (' ', '~'),
        (' ', '~'),
        ('a', 'z'),
        ('A', 'Z'),
        ('0', '9'),
        ('#', '/'),
        ('À', 'ɏ'),
        ('Α', 'ω'),
        ('А', 'я'),
        ('\u{300}', '\u{36f}'),
        ('ء', 'ي'),
        ('\u{901}', 'ॿ'),
        ('ก', '\u{e3a}'),
        ('\u{2010}', '\u{2040}'),
        ('①', '⑳'),
        ('あ', 'ん'),
        ('ァ', 'ヶ'),
        ('\u{3099}', '\u{309a}'),
        ('一', '龥'),
        ('가', '힣'),
        ('！', '～'),
        ('ｦ', 'ﾟ'),
        ('\u{fb00}', '\u{fb06}'),
        ('\u{20000}', '\u{2a6d6}'),
        ('\u{1d400}', '\u{1d433}'),
        ('😀', '🙏'),
        ('\u{200d}', '\u{200d}'),
        ('\u{fe0f}', '\u{fe0f}'),
    ];
    let pieces =
        ["tools/call", "McpHub", ".ts", "::", "__", "C++", "C#", "’", "++", "#", "IDs", "HTTPServer", "@a/b", "研究"];
    let mut seed = 0x2545_f491_4f6c_dd1du64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as usize % below
    };
    let mut texts = Vec::new();
    for _ in 0..6000 {
        let mut text = String::new();
        // Neighbours often come from one range, as in real texts.
        let mut range = ranges[random(ranges.len())];
        for _ in 0..random(40) {
            if random(3) == 0 {
                range = ranges[random(ranges.len())];
            }
            match random(12) {
                0 => text.push_str(pieces[random(pieces.len())]),
                _ => {
                    let (first, last) = (range.0 as u32, range.1 as u32);
                    text.extend(char::from_u32(first + random((last - first + 1) as usize) as u32));
                }
            }
        }
        texts.push(text);
    }
    for (text, script) in texts.iter().zip(cut_by_script(&texts)) {
        assert_eq!(serde_json::json!(cut(text)), script, "{text:?}");
    }
}

fn terms(site: &Site) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (path, bytes) in site.output().iter().filter(|(path, _)| path.starts_with("search/terms/")) {
        let file: Value = serde_json::from_slice(bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
        let list = |name: &str| file[name].as_array().unwrap_or_else(|| panic!("{path}: {name}")).clone();
        assert_eq!(list("terms").len(), list("docs").len(), "{path}");
        all.extend(list("terms").iter().map(|term| term.as_str().expect("a term").to_owned()));
    }
    all
}

#[test]
fn a_small_site_has_a_small_index() {
    let site = Site::parse((0..10).map(|i| note(&format!("note-{i}")).to_string()).collect::<String>());
    site.build(&[]).ends(0);
    let output = site.output();
    let files: Vec<&str> = output.keys().map(String::as_str).filter(|path| path.starts_with("search")).collect();
    let parts = ["search/docs/0.json", "search/index.json", "search/terms/0.json"];
    assert_eq!(files, ["search-box.js", "search.html", "search.js", "search.md", parts[0], parts[1], parts[2]]);
    assert!(parts.iter().all(|path| output[*path].len() < 8 * 1024));
    let found = terms(&site);
    assert!(found.is_sorted() && found.contains(&"note".to_owned()), "{found:?}");
    let head: Value = serde_json::from_slice(&output["search/index.json"]).expect("JSON");
    assert_eq!((&head["notes"], &head["live"]), (&10.into(), &10.into()));
}

#[test]
fn every_note_is_found_first_by_its_title_and_by_its_id() {
    let words = ["drops", "keeps", "lists", "`tools/call`", "a longer 标题", "once more", "again & again", "C#"];
    let mut text = String::new();
    let mut wanted: Vec<(String, String)> = Vec::new();
    for (i, one) in words.iter().enumerate() {
        for (j, other) in words.iter().enumerate() {
            let (id, title) = (format!("note-{i}-{j}"), format!("Client {one} {other} {i}.{j}"));
            let long = "Words of every kind, over and over, with `listChanged` among them.\n\n".repeat(100);
            write!(text, "{}", note(&id).set("title", &format!("{title:?}")).body(&long)).expect("text");
            wanted.extend([(title.replace('`', ""), id.clone()), (id.clone(), id)]);
        }
    }
    let site = Site::parse(text);
    site.build(&[]).ends(0);
    assert!(site.output().contains_key("search/terms/1.json"), "more than one file of terms");
    let queries: Vec<&str> = wanted.iter().map(|(query, _)| query.as_str()).collect();
    for ((query, id), answer) in wanted.iter().zip(ask(&site, &queries)) {
        assert!(answer.starts_with(&format!("all {id}")), "{query}: {answer}");
    }
}

#[test]
fn what_people_paste_is_found() {
    let source = "\n  - url: https://code.example/acme/acme\n    title: Hub.ts, connectToServer\n    commit: 21cb8d25\n    path: src/mcp/Hub.ts:4\n    date: 2026-08-01";
    let site = Site::parse(
        [
            note("a").set("summary", "The client in @acme/core sends notifications/initialized.").body(
                "## Headings are `setLevel`\n\n`StdioMcpClient` in `sdk/mcp/client.ts` has `PROTOCOL_VERSION = \"2024-11-05\"`. C++ &amp; C#.\n\n\
                 ```ts\nconst listChanged = 1;\n```",
            ),
            note("other").set("summary", "Core notifications of a client, initialized.").set("sources", source),
            note("zh").set("title", "客户端如何调用工具").set("lang", "zh").body("模型的输出变成一次调用。"),
        ]
        .map(|note| note.to_string())
        .concat(),
    );
    site.build(&[]).ends(0);
    answers(
        &site,
        "notifications/initialized => all a
         NOTIFICATIONS/initialized => all a
         \"notifications/initialized\" => all a
         @acme/core => all a
         acme/core => all a
         notifications => all a other
         StdioMcpClient => all a
         stdiomcp => all a
         McpClient => all a
         mcp/client.ts => all a
         PROTOCOL_VERSION => all a
         protocolVersion => all a
         2024-11-05 => all a
         2024-11 => all a
         listChanged => all a
         listch => all a
         setLevel => all a
         C++ => all a
         c# => all a
         Hub.ts => cited other
         21cb8d25 => cited other
         客户端 => all zh
         工具 => all zh
         具 => all zh
         调 => all zh
         输出 调用 => all zh
         工用 => none
         list-changed/never => some a
         initialized never => some a other
         never => none
         / => none
         .* => none
         ( => none
         <b> => none
         <img src=x onerror=alert(1)> => some a other",
    );
}

#[test]
fn facets_narrow_it_down_and_what_holds_comes_first() {
    let of = |id: &str, title: &str| note(id).set("title", title);
    let site = Site::parse(
        [
            of("old", "Roots once")
                .set("status", "retracted")
                .set("statusReason", "Wrong.")
                .set("lastVerified", "2026-11-01"),
            of("new", "Roots now").set("clients", "[beta]").set("specVersions", "[2025-11-25]"),
            of("late", "Roots later").set("lastVerified", "2026-10-01").set("kind", "other"),
            of("text", "Elsewhere").set("capabilities", "[roots.list]").body("Of roots."),
        ]
        .map(|note| note.to_string())
        .concat(),
    );
    site.build(&[]).ends(0);
    answers(
        &site,
        "roots => all late new old capabilities/roots.list text
         roots client:beta => all new
         client:BETA roots => all new
         client:be => all new
         client:none => none
         roots status:retracted => all old
         status:current => all late new text
         kind:other roots => all late
         capability:roots.list => all text
         revision:2025-11-25 => all new
         client: roots => all late new old capabilities/roots.list text
         beta => all clients/beta new
         roots.list => all capabilities/roots.list text",
    );
}

#[test]
fn without_a_script_the_page_lists_all_notes() {
    let site = Site::parse(format!("{}{}", note("a").body("Or [search](/search)."), note("b")));
    site.build(&["--strict", "--base-url", "https://notes.example/sub/"]).ends(0);
    let page = site.text("search.html");
    for part in ["action=\"/sub/search\"", "name=\"q\"", "href=\"/sub/research/a\"", "href=\"/sub/research/b\""] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(site.text("research/a.html").contains("<a href=\"/sub/search\">search</a>"), "a note can lead here");
    let home = site.text("index.html");
    assert!(home.contains("<form class=\"search\" role=\"search\" action=\"/sub/search\">"), "{home}");
}
