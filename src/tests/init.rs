//! `fieldnotes init`: a site that builds clean at once, whatever is added to it, and a workflow whose
//! commands the program knows.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_yaml::Value;

use crate::site::{Run, TODAY, assert_same, program, run, tree, write};

/// An empty folder, with a home beside it.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["home", "site"] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        Place { folder }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, at: &str, args: &[&str]) -> Command {
        let mut command = program(&self.path("home"));
        command.current_dir(self.path(at)).args(args).env("SOURCE_DATE_EPOCH", "1796040000");
        command
    }

    fn run(&self, at: &str, args: &[&str]) -> Run {
        run(self.command(at, args))
    }
}

const WRITTEN: &str = "notes/site.yaml
notes/kinds.yaml
notes/capabilities.yaml
notes/revisions.yaml
notes/index.md
notes/clients/cline.md
notes/research/cline-declares-no-client-capabilities.md
README.md
.gitignore
";

/// Adds a client and a note, and asserts that nothing is wrong with the site.
#[track_caller]
fn grow(place: &Place, at: &str, flags: &[&str]) {
    let with = |args: &[&str]| place.run(at, &[args, flags].concat());
    with(&["new", "client", "acme", "--title", "Acme"]).ends(0);
    let note = ["new", "note", "Acme pings", "--kind", "finding", "--client", "acme", "--capability", "utilities.ping"];
    with(&[&note[..], &["--revision=2025-11-25", "--source=https://github.com/o/r@21cb8d25:a.ts:1-9"]].concat())
        .ends(0);
    let check = with(&["check", "--strict"]).ends(0);
    assert!(check.stderr.contains("nothing is wrong"), "{}", check.stderr);
    with(&["build", "--strict", "-u", "https://notes.example/sub/"]).ends(0);
}

#[test]
fn a_site_is_begun_grows_and_builds_clean() {
    let place = Place::new();
    let done = place.run("site", &["init"]).ends(0);
    assert_eq!(done.stdout, WRITTEN);
    assert_eq!(done.stderr, "\nNext:\n  fieldnotes new note\n  fieldnotes check\n  fieldnotes serve\n");
    assert_eq!(tree(&place.path("site")).len(), 9);
    grow(&place, "site", &[]);
    let html = |path: &str| fs::read_to_string(place.path("site/public").join(path)).expect("a page");
    assert!(html("matrix.html").contains("Cline") && html("matrix.html").contains("Acme"));
    assert!(html("clients/cline/roots.list.html").contains("Not declared."));
    let mut ignored = fs::read_to_string(place.path("site/.gitignore")).unwrap();
    ignored.retain(|c| c != '\n');
    assert_eq!(ignored, "public/");
}

#[test]
fn a_site_is_begun_in_a_folder_that_is_named() {
    let place = Place::new();
    let done = place.run("", &["init", "my notes/on clients"]).ends(0);
    assert!(done.stdout.starts_with("my notes/on clients/notes/site.yaml\n"), "{}", done.stdout);
    assert!(done.stderr.contains("\n  cd 'my notes/on clients'\n"), "{}", done.stderr);
    grow(&place, "", &["--root", "my notes/on clients"]);
    let again = Place::new();
    again.run("home", &["init", "--root", "../site", "-q"]).ends(0);
    grow(&again, "site", &[]);
    again.run("home", &["init", "--root", "../site", "other"]).ends(2);
}

#[test]
fn a_site_is_begun_within_a_repository() {
    let place = Place::new();
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(place.path("site")).args(["-c", "user.name=a", "-c", "user.email=a@b.example"]).args(args);
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        git.env("GIT_COMMITTER_DATE", format!("{TODAY}T12:00:00+00:00"));
        run(git).ends(0)
    };
    git(&["init", "--quiet"]);
    let done = place.run("site", &["init", "--ci", "github"]).ends(0);
    assert!(!done.stderr.contains("note:"), "{}", done.stderr);
    grow(&place, "site", &[]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message=x"]);
    assert_eq!(git(&["status", "--porcelain"]).stdout, "", "the output is ignored");
    place.run("site", &["build", "--strict", "-u", "https://notes.example/"]).ends(0);
    let page = fs::read_to_string(place.path("site/public/research/acme-pings.md")).unwrap();
    assert!(page.contains(&format!("\nlast-updated: {TODAY}\n")), "{page}");
    let deep = place.run("site", &["init", "deep", "--ci", "gitlab"]).ends(0);
    assert!(
        deep.stderr.contains("note: workflows count at the top of a repository; move this one to `"),
        "{}",
        deep.stderr
    );
}

#[test]
fn whatever_the_day_the_site_is_clean_on_it() {
    for day in ["2024-01-01", "2026-08-21", "2026-11-30", "2031-05-06"] {
        let place = Place::new();
        place.run("site", &["init", "-q", "--date", day]).ends(0);
        let check = place.run("site", &["check", "--strict", "--date", day]).ends(0);
        assert!(check.stderr.contains("nothing is wrong"), "{day}: {}", check.stderr);
    }
}

#[test]
fn nothing_is_ever_overwritten() {
    let all: Vec<&str> = WRITTEN.lines().chain([".github/workflows/pages.yml"]).collect();
    for path in all {
        let place = Place::new();
        write(&place.path("site"), path, b"mine");
        let before = tree(&place.path("site"));
        let found = place.run("site", &["init", "--ci=github"]).ends(2);
        let named = if path.starts_with("notes/") { "notes" } else { path };
        let told = format!("error: nothing was written: `.` has `{named}` already");
        assert!(found.stderr.starts_with(&told), "{}", found.stderr);
        assert_eq!(found.stdout, "");
        assert_same(&before, &tree(&place.path("site")), "nothing is written");
    }
    let place = Place::new();
    write(&place.path("site"), "README.md", b"mine");
    write(&place.path("site"), ".gitignore", b"mine");
    let found = place.run("site", &["init"]).ends(2);
    assert!(found.stderr.contains("`README.md`, `.gitignore`"), "{}", found.stderr);
    fs::create_dir(place.path("site/notes")).unwrap();
    place.run("site", &["init"]).ends(2);
    place.run("site", &["init", "README.md"]).ends(3);
}

#[test]
fn the_settings_that_are_off_can_be_turned_on_and_all_are_there() {
    let place = Place::new();
    place.run("site", &["init", "-q"]).ends(0);
    let path = place.path("site/notes/site.yaml");
    let text = fs::read_to_string(&path).unwrap();
    let is_off = |line: &str| line.starts_with('#') && !line.starts_with("# ");
    assert!(text.lines().filter(|line| is_off(line)).count() > 5);
    let on: String = text.lines().map(|line| format!("{}\n", if is_off(line) { &line[1..] } else { line })).collect();
    fs::write(&path, &on).unwrap();
    let check = place.run("site", &["check", "--strict"]).ends(0);
    assert!(check.stderr.contains("nothing is wrong"), "{}", check.stderr);
    // The program names its keys where none is near.
    fs::write(&path, format!("{on}zzzzzzzzzzzz: 1\n")).unwrap();
    let told = place.run("site", &["check"]).ends(1).stderr;
    let keys = told.split("known keys: ").nth(1).unwrap().lines().next().unwrap();
    for key in keys.split(", ").map(|key| key.trim_matches('`')) {
        assert!(on.lines().any(|line| line.starts_with(&format!("{key}: "))), "`{key}` is not in the file");
    }
}

/// Returns the commands of a workflow that run this program.
fn commands(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            let own = |line: &&str| line.starts_with("fieldnotes ") || line.starts_with("cargo run ");
            found.extend(text.lines().filter(own).map(str::to_owned));
        }
        Value::Sequence(items) => items.iter().for_each(|item| commands(item, found)),
        Value::Mapping(entries) => entries.values().for_each(|value| commands(value, found)),
        _ => {}
    }
}

/// Runs what a workflow runs in a new site; returns the workflow.
#[track_caller]
fn works(text: &str, expected: &[&str]) -> Value {
    let workflow: Value = serde_yaml::from_str(text).expect("YAML");
    assert!(!text.replace("${{", "").contains("{{") && !text.contains("{version}"), "{text}");
    let mut found = Vec::new();
    commands(&workflow, &mut found);
    assert_eq!(found, expected);
    let place = Place::new();
    place.run("site", &["init", "-q"]).ends(0);
    for line in found {
        let address = "https://notes.example/it/";
        let line =
            line.replace("\"${{ steps.pages.outputs.base_url }}\"", address).replace("\"$CI_PAGES_URL\"", address);
        let args = line.strip_prefix("cargo run --locked --release -- ").or(line.strip_prefix("fieldnotes "));
        let args: Vec<&str> = args.expect("a command of this program").split(' ').collect();
        place.run("site", &args).ends(0);
    }
    assert!(place.path("site/public/index.html").is_file());
    workflow
}

#[track_caller]
fn begun_with(ci: &str, path: &str) -> String {
    let place = Place::new();
    let done = place.run("site", &["init", "--ci", ci]).ends(0);
    assert_eq!(done.stdout, format!("{WRITTEN}{path}\n"));
    fs::read_to_string(place.path("site").join(path)).expect("a workflow")
}

#[test]
fn the_workflow_for_github_checks_and_publishes() {
    let text = begun_with("github", ".github/workflows/pages.yml");
    let publish = "fieldnotes build --strict --base-url \"${{ steps.pages.outputs.base_url }}\"";
    let workflow = works(&text, &["fieldnotes check --strict --format github", publish]);
    pages(&workflow);
    let install = format!("cargo install --locked --git {} ", env!("CARGO_PKG_REPOSITORY"));
    assert_eq!(text.matches(&install).count(), 2, "{text}");
}

#[test]
fn the_workflow_of_this_repository_checks_and_publishes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/workflows/pages.yml");
    let run = "cargo run --locked --release --";
    let publish = format!("{run} build --strict --base-url \"${{{{ steps.pages.outputs.base_url }}}}\"");
    let workflow =
        works(&fs::read_to_string(path).unwrap(), &[&format!("{run} check --strict --format github"), &publish]);
    pages(&workflow);
}

/// Asserts what a workflow for GitHub Pages needs.
#[track_caller]
fn pages(workflow: &Value) {
    let publish = &workflow["jobs"]["publish"];
    // Whatever the default branch is called, it publishes, and no other does.
    assert_eq!(workflow["on"]["push"]["branches"][0], "**");
    let only = "github.event_name != 'pull_request' && github.ref_name == github.event.repository.default_branch";
    assert_eq!(publish["if"], only);
    for (scope, right) in [("contents", "read"), ("pages", "write"), ("id-token", "write")] {
        assert_eq!(publish["permissions"][scope], right);
    }
    assert_eq!(workflow["permissions"]["contents"], "read");
    assert_eq!(publish["environment"]["name"], "github-pages");
    assert_eq!(publish["concurrency"]["cancel-in-progress"], false);
    for job in ["check", "publish"] {
        let steps = workflow["jobs"][job]["steps"].as_sequence().expect("steps");
        assert_eq!(steps[0]["with"]["fetch-depth"], 0, "dates need the whole history");
        let uses: Vec<&str> = steps.iter().filter_map(|step| step["uses"].as_str()).collect();
        let of_pages: &[&str] =
            &["actions/configure-pages@", "actions/upload-pages-artifact@", "actions/deploy-pages@"];
        for action in of_pages {
            assert_eq!(uses.iter().any(|used| used.starts_with(action)), job == "publish", "{job}: {action}");
        }
    }
    let uploaded = publish["steps"].as_sequence().unwrap().iter().find(|step| step["with"]["path"] == "public");
    assert!(uploaded.is_some());
}

#[test]
fn the_workflow_for_gitlab_checks_and_publishes() {
    let text = begun_with("gitlab", ".gitlab-ci.yml");
    let workflow =
        works(&text, &["fieldnotes check --strict", "fieldnotes build --strict --base-url \"$CI_PAGES_URL\""]);
    assert_eq!(workflow["variables"]["GIT_DEPTH"], 0);
    assert_eq!(workflow["pages"]["artifacts"]["paths"][0], "public");
    let install = workflow["before_script"][0].as_str().unwrap();
    assert!(
        install.starts_with(&format!("cargo install --locked --git {} ", env!("CARGO_PKG_REPOSITORY"))),
        "{install}"
    );
}
