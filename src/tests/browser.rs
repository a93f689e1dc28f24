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
        let (site, pictures) = (self.folder.path().join("site"), pictures(script.trim_end_matches(".mjs")));
        let args = [&[site.to_str().expect("UTF-8"), BASE, pictures.to_str().expect("UTF-8")], more].concat();
        node(script, &args);
    }
}

#[test]
fn every_kind_of_page_is_whole_in_a_browser() {
    Own::build().try_with("pages.mjs", KINDS);
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
