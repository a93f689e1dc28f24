//! Real browser tests: Chromium, led by the scripts in `browser/`.
//!
//! They need Node.js and Chromium; the packages that the scripts use are installed beside them on
//! the first run. What is missing fails a test and says what to install: nothing is skipped.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::serve::Server;
use crate::site::{Site, note};

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
