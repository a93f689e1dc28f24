//! A cell says the same in every form: on its page, in its twin, in its JSON and on the command line.

use std::path::Path;

use fieldnotes::catalog::cells::trace::trace;
use fieldnotes::compile::{Options, Site, compile};
use fieldnotes::corpus::{Corpus, File, disk};
use fieldnotes::date::Day;

use crate::site;

fn own() -> Corpus {
    disk::read(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("this repository is a site")
}

/// Makes a site in which every verdict stands at least once.
fn generated() -> Corpus {
    let claims = |lines: &[&str]| lines.iter().map(|line| format!("\n  - {{{line}}}")).collect::<String>();
    let note = |id: &str, status: &str, lines: &[&str]| {
        let note = site::note(id)
            .set("clients", "[acme, zed]")
            .set("capabilities", "[tools.call, tools.list, tools.old]")
            .set("specVersions", "[2024-11-05, 2025-06-18]")
            .set("status", status)
            .set("claims", &claims(lines));
        let note = if status == "disputed" { note.line("statusReason: Another reading.") } else { note };
        let path = format!("notes/research/{id}.md");
        File { path: path.into(), bytes: std::sync::Arc::new(note.text().into_bytes()) }
    };
    let file = |path: &str, text: &str| File { path: path.into(), bytes: std::sync::Arc::new(text.into()) };
    Corpus {
        texts: vec![
            file(
                "notes/capabilities.yaml",
                "- id: tools\n  title: Tools & <more>\n  capabilities:\n    - {id: tools.call, title: \"Call | *it*\"}\n    - {id: tools.list, title: List}\n    - {id: tools.old, title: Old, removed: 2025-06-18}\n",
            ),
            file(
                "notes/revisions.yaml",
                "- {id: 2024-11-05, status: superseded}\n- {id: 2025-06-18, status: current}\n",
            ),
            file(
                "notes/clients/acme.md",
                "---\ntitle: Acme & Co\nsurfaces:\n  - {id: app, title: App}\n  - {id: cli, title: CLI}\n---\n\nProse.\n",
            ),
            file("notes/clients/zed.md", "---\ntitle: Zed\n---\n\nProse.\n"),
            note(
                "a",
                "current",
                &[
                    "client: acme, capability: tools.call, support: yes, method: source, surface: app",
                    "client: acme, capability: tools.list, support: no, method: docs, note: Not at all.",
                    "client: zed, capability: tools.call, support: partial, method: docs, versions: \">=2 & <3\", note: Some.",
                    "client: zed, capability: tools.list, support: yes, method: docs, versions: \">=2 & <3\"",
                    "client: zed, capability: tools.list, support: no, method: docs, versions: \"<2, 'old'\", note: None.",
                    "client: acme, capability: tools.old, support: yes, method: docs, revisions: [2025-06-18]",
                ],
            ),
            note("b", "disputed", &["client: acme, capability: tools.list, support: yes, method: docs"]),
            note(
                "c",
                "historical",
                &["client: acme, capability: tools.call, support: no, method: source, note: Once."],
            ),
        ],
        ..Corpus::default()
    }
}

fn text(site: &Site, path: &str) -> String {
    let at = site.paths().iter().position(|other| *other == path).unwrap_or_else(|| panic!("no {path}"));
    String::from_utf8(site.file(at).expect("no fault in a template")).expect("UTF-8")
}

/// Returns a page as a reader sees it.
fn seen(html: &str) -> String {
    let mut out = String::new();
    let mut tag = false;
    for c in html.chars() {
        match c {
            '<' => tag = true,
            '>' if tag => tag = false,
            c if !tag => out.push(c),
            _ => {}
        }
    }
    ["&lt;=<", "&gt;=>", "&quot;=\"", "&#39;='", "&#x27;='", "&amp;=&"].iter().fold(out, |out, pair| {
        out.replace(&pair[..pair.rfind(['=']).expect("a pair")], &pair[pair.rfind('=').expect("a pair") + 1..])
    })
}

/// Returns Markdown without its escapes.
fn unescaped(markdown: &str) -> String {
    let mut out = String::new();
    let mut chars = markdown.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(next)) if next.is_ascii_punctuation() => {}
            _ => out.push(c),
        }
    }
    out
}

fn check(corpus: Corpus, today: &str) -> usize {
    let options = Options { today: Day::parse(today).expect("a day"), base: None, drafts: false };
    let site = compile(corpus, &options);
    let catalog = site.catalog().unwrap_or_else(|| panic!("{:?}", site.diagnostics));
    let mut cells = 0;
    for cell in catalog.cells.known() {
        let (client, capability) =
            (&catalog.clients[cell.client].thing.id, &catalog.capabilities[cell.capability].thing.id);
        let trace = trace(catalog, cell.client, cell.capability, None);
        let page = seen(&text(&site, &format!("clients/{client}/{capability}.html")));
        let twin = unescaped(&text(&site, &format!("clients/{client}/{capability}.md")));
        let json: serde_json::Value =
            serde_json::from_str(&text(&site, &format!("api/v1/clients/{client}.json"))).expect("JSON");
        let listed = json["cells"].as_array().expect("cells");
        let entry = listed.iter().find(|cell| cell["capability"] == **capability).expect("the cell");
        assert_eq!(entry["verdict"], trace.verdict.word(), "{client} {capability}");
        assert_eq!(entry["sentence"], *trace.sentence);
        let steps: Vec<&str> =
            entry["steps"].as_array().expect("steps").iter().map(|step| step["text"].as_str().expect("text")).collect();
        assert_eq!(steps, trace.steps.iter().map(|step| &*step.text).collect::<Vec<_>>());
        let words = std::iter::once(&trace.sentence).chain(trace.steps.iter().map(|step| &step.text));
        for word in words {
            assert!(page.contains(word), "the page of {client} {capability} lacks: {word}");
            assert!(twin.contains(word), "the twin of {client} {capability} lacks: {word}\n{twin}");
        }
        assert!(page.contains(trace.verdict.word()) && twin.contains(&format!("Verdict: {}", trace.verdict.word())));
        cells += 1;
    }
    cells
}

#[test]
fn every_cell_of_this_repository_says_the_same_everywhere() {
    assert!(check(own(), "2026-12-01") > 40);
}

#[test]
fn every_cell_of_a_site_with_all_verdicts_says_the_same_everywhere() {
    assert_eq!(check(generated(), "2026-09-01"), 6);
}

#[test]
fn the_command_line_says_what_the_page_says() {
    let options = Options { today: Day::parse("2026-12-01").expect("a day"), base: None, drafts: false };
    let site = compile(own(), &options);
    let catalog = site.catalog().expect("this repository is without error");
    for cell in catalog.cells.known().step_by(9) {
        let (client, capability) =
            (&catalog.clients[cell.client].thing.id, &catalog.capabilities[cell.capability].thing.id);
        let home = tempfile::tempdir().expect("a folder");
        let mut command = site::program(home.path());
        command.args(["explain", client, capability, "--date", "2026-12-01", "--root", env!("CARGO_MANIFEST_DIR")]);
        let told = site::run(command).ends(0).stdout;
        let trace = trace(catalog, cell.client, cell.capability, None);
        assert!(told.starts_with(&format!("{client} × {capability}: {}\n{}\n", trace.verdict.word(), trace.sentence)));
        for step in &trace.steps {
            assert!(told.contains(&format!("{}: {}\n", step.rule, step.text)), "{told}");
        }
    }
}

#[test]
fn the_two_surfaces_of_cline_speak_stdio_each_in_its_way() {
    let home = tempfile::tempdir().expect("a folder");
    let mut command = site::program(home.path());
    command.args(["explain", "cline", "transports.stdio", "--root", env!("CARGO_MANIFEST_DIR")]);
    let told = site::run(command).ends(0).stdout;
    for words in [
        "cline × transports.stdio: mixed",
        "2024-11-05, surface cli: partial by source",
        "2025-11-25, surface vscode: yes by source",
        "claim 1 of cline-hand-rolls-stdio-in-its-cli",
        "21cb8d25 sdk/packages/core/src/extensions/mcp/client.ts:45,94-102,199-241,366-394",
        "21cb8d25 apps/vscode/src/services/mcp/McpHub.ts:464-493",
    ] {
        assert!(told.contains(words), "{words}\n{told}");
    }
}
