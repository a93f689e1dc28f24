//! Real browser tests: Chromium, led by the scripts in `browser/`.
//!
//! They need Node.js and Chromium; the packages that the scripts use are installed beside them on
//! the first run. What is missing fails a test and says what to install: nothing is skipped.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::serve::Server;
use crate::site::{Site, note, program, run};

/// Returns the folder of the scripts, with all that they need.
fn scripts() -> &'static Path {
    static READY: OnceLock<PathBuf> = OnceLock::new();
    READY.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/browser");
        if !folder.join("node_modules/.package-lock.json").exists() {
            let mut npm = Command::new("npm");
            npm.current_dir(&folder).args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]);
            let output = npm.output().unwrap_or_else(|error| panic!("npm cannot be run ({error}): install Node.js 20"));
            assert!(output.status.success(), "npm ci: {}", String::from_utf8_lossy(&output.stderr));
        }
        folder
    })
}

/// Returns the folder in which pictures are kept for whoever wants to look at them.
pub fn pictures(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures").join(name);
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    folder
}

/// Runs a script to its end.
#[track_caller]
pub fn node(script: &str, args: &[&str]) {
    let mut node = Command::new("node");
    node.arg(scripts().join(script)).args(args);
    let output = node.output().unwrap_or_else(|error| panic!("node cannot be run ({error}): install Node.js 20"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{script}: {}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn a_browser_follows_the_dev_server() {
    let site = Site::parse(
        note("a").to_string()
            + &note("b").set("related", "[a]").to_string()
            + "-- notes/kinds.yaml --\n- id: finding\n  title: Finding\n",
    );
    let server = Server::start(&site, &[]);
    let (address, file) = (format!("http://127.0.0.1:{}/", server.port), site.root().join("notes/research/a.md"));
    node("serve.mjs", &[&address, file.to_str().unwrap(), pictures("serve").to_str().unwrap()]);
}

/// One page of each kind in this repository's own site, and those that are worth a look besides.
const KINDS: &[&str] = &[
    "/",
    "/research",
    "/research/cline-hand-rolls-stdio-in-its-cli",
    "/research/cline-tool-call-path-zh",
    "/clients",
    "/clients/cline",
    "/clients/cline/transports.stdio",
    "/capabilities",
    "/capabilities/transports.stdio",
    "/revisions",
    "/revisions/2025-11-25",
    "/kinds",
    "/kinds/idiosyncrasy",
    "/statuses",
    "/statuses/current",
    "/matrix",
    "/matrix/2025-11-25",
    "/sources",
    "/stale",
    "/disputed",
    "/gaps",
    "/search",
    "/search?q=tools/call",
    "/about",
    "/404",
];

/// This repository's own site, below a path.
struct Own {
    folder: TempDir,
}

const BASE: &str = "/sub/dir";

impl Own {
    fn build() -> Own {
        let folder = tempfile::tempdir().expect("a folder");
        let mut build = program(folder.path());
        build.current_dir(env!("CARGO_MANIFEST_DIR")).args(["build", "--quiet", "--base-url"]);
        build.arg(format!("http://127.0.0.1{BASE}")).arg("--out").arg(folder.path().join("site"));
        run(build).ends(0);
        Own { folder }
    }

    /// Runs a script that is given the site, its base path, a folder for pictures, and more.
    #[track_caller]
    fn try_with(&self, script: &str, more: &[&str]) {
        led_by(script, &self.folder.path().join("site"), BASE, script.trim_end_matches(".mjs"), more);
    }
}

/// Runs a script that is given a built site, its base path, a folder for pictures of that name, and more.
#[track_caller]
fn led_by(script: &str, site: &Path, base: &str, name: &str, more: &[&str]) {
    let pictures = pictures(name);
    node(script, &[&[site.to_str().expect("UTF-8"), base, pictures.to_str().expect("UTF-8")], more].concat());
}

/// A site with lists in parts, a matrix of 41 clients by 32 capabilities, long names, and a note of each
/// status.
fn large() -> Site {
    let capability = |i: usize| format!("group-{}.rather-long-name-of-capability-{i}", i / 8);
    let mut text =
        String::from("-- notes/kinds.yaml --\n- id: finding\n  title: Finding\n- id: survey\n  title: Survey\n");
    text.push_str("-- notes/capabilities.yaml --\n");
    for i in 0..32 {
        if i % 8 == 0 {
            text.push_str(&format!("- id: group-{0}\n  title: Group {0}\n  capabilities:\n", i / 8));
        }
        text.push_str(&format!("    - id: {}\n      title: Capability {i} of many\n", capability(i)));
    }
    for i in 0..41 {
        text.push_str(&format!("-- notes/clients/client-{i}.md --\n---\ntitle: A client with the number {i}\n---\n"));
    }
    for i in 0..520 {
        let (client, capability) = (format!("client-{}", i % 41), capability(i * 7 % 32));
        let support = ["yes", "no", "partial"][i % 3];
        let claim = format!(
            "\n  - {{client: {client}, capability: {capability}, support: {support}, method: source, note: So it is.}}"
        );
        let path = "src/a/long/way/down/to/the/file/that-is-cited.ts:12-34,56";
        let source = format!(
            "\n  - url: https://github.com/owner-{}/name\n    title: Code\n    commit: 21cb8d2\n    path: {path}\n    date: 2026-08-01",
            i % 30
        );
        let mut note = note(&format!("n{i}"))
            .set("kind", if i % 2 == 0 { "finding" } else { "survey" })
            .set("clients", &format!("[{client}]"))
            .set("capabilities", &format!("[{capability}]"))
            .set("sources", &source)
            .body("## One\n\nText.\n\n## Two\n\nMore.");
        if i % 4 != 3 {
            note = note.set("claims", &claim);
        }
        note = match i {
            1 => note.set("status", "disputed").line("statusReason: Another reading."),
            2 => note.set("status", "retracted").line("statusReason: Misread."),
            3 => note.set("status", "historical"),
            4 => note.set("status", "superseded").line("statusReason: Read again."),
            _ => note,
        };
        text.push_str(&note.to_string());
    }
    let site = Site::parse(text);
    site.build(&["--quiet"]).ends(0);
    site
}

#[test]
fn every_kind_of_page_is_whole_in_a_browser() {
    Own::build().try_with("pages.mjs", KINDS);
}

#[test]
fn a_large_site_is_whole_in_a_browser_and_filtered_by_asking_the_search() {
    let site = large();
    let public = site.root().join("public");
    let cell = "/clients/client-0/group-0.rather-long-name-of-capability-0";
    let notes = ["/research/n1", "/research/n2", "/research/n4"];
    let lists = ["/", "/research/page/2", "/matrix", "/disputed", cell];
    led_by("pages.mjs", &public, "", "large", &[&lists[..], &notes].concat());
    led_by("asked.mjs", &public, "", "asked", &[]);
}

#[test]
fn lists_are_filtered_by_choices_that_can_be_shared_and_undone() {
    Own::build().try_with("filter.mjs", &[]);
}

#[test]
fn arrow_keys_move_in_the_matrix_and_nowhere_else() {
    Own::build().try_with("keys.mjs", &[]);
}

#[test]
fn links_to_notes_show_what_they_lead_to() {
    Own::build().try_with("preview.mjs", &["/research/cline-hand-rolls-stdio-in-its-cli"]);
}

#[test]
fn themes_copies_and_footnotes_do_what_they_say() {
    Own::build().try_with("reading.mjs", &["/research/cline-hand-rolls-stdio-in-its-cli"]);
}

#[test]
fn scripts_come_when_the_reader_does_and_miss_nothing() {
    let guide = include_str!("../../notes/docs/publishing.md");
    let policy = guide.lines().find_map(|line| line.strip_prefix("Content-Security-Policy: ")).expect("a policy");
    Own::build().try_with("first.mjs", &[policy, "/research/cline-hand-rolls-stdio-in-its-cli"]);
}

#[test]
fn search_answers_keys_and_clicks_and_takes_nothing_for_html() {
    Own::build().try_with("search.mjs", &[]);
}
