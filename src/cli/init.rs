//! `fieldnotes init`: a small site that builds clean. It never overwrites a file.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::date::Day;

use super::new::write_new;
use super::site::DayFlag;
use super::{Exit, Failure, Global, Terminal};

#[derive(Debug, Args)]
pub struct Flags {
    /// The site's folder, which is made if need be [default: the current one]
    #[arg(conflicts_with = "root")]
    dir: Option<PathBuf>,
    /// Whose pages a workflow publishes the site on
    #[arg(long, value_name = "HOST", default_value = "none")]
    ci: Ci,
    #[command(flatten)]
    day: DayFlag,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Ci {
    #[value(name = "github")]
    GitHub,
    #[value(name = "gitlab")]
    GitLab,
    None,
}

/// The files of a new site by their path. The registries are those of this program's own site, so that
/// every site begins with the protocol as it is known here.
const FILES: &[(&str, &str)] = &[
    ("notes/site.yaml", include_str!("init/site.yaml")),
    ("notes/kinds.yaml", include_str!("../../notes/kinds.yaml")),
    ("notes/capabilities.yaml", include_str!("../../notes/capabilities.yaml")),
    ("notes/revisions.yaml", include_str!("../../notes/revisions.yaml")),
    ("notes/index.md", include_str!("init/index.md")),
    ("notes/clients/cline.md", include_str!("init/client.md")),
    ("notes/research/cline-declares-no-client-capabilities.md", include_str!("init/note.md")),
    ("README.md", include_str!("init/README.md")),
    (".gitignore", include_str!("init/gitignore")),
];

/// The day of the commit that the example cites.
const CITED: &str = "2026-08-22";

/// Runs the command.
pub fn run(global: &Global, flags: &Flags, terminal: &Terminal) -> Result<Exit, Failure> {
    let today = flags.day.today()?;
    let here = PathBuf::from(".");
    let dir = flags.dir.as_ref().or(global.root.as_ref()).unwrap_or(&here);
    let files = files(flags.ci, today);
    refuse(dir, &files)?;
    let mut told = String::new();
    for (path, text) in &files {
        let full = dir.join(path);
        write_new(&full, text)?;
        let shown = full.strip_prefix(".").unwrap_or(&full);
        told.push_str(&format!("{}\n", shown.display()));
    }
    terminal.print(&told)?;
    if flags.ci != Ci::None
        && let Some(top) = repository_above(dir)
    {
        terminal.say(&format!(
            "note: workflows count at the top of a repository; move this one to `{}`, and let it run in the site's folder",
            top.display()
        ));
    }
    terminal.say("\nNext:");
    if dir != Path::new(".") {
        terminal.say(&format!("  cd {}", quoted(&dir.display().to_string())));
    }
    terminal.say("  fieldnotes new note");
    terminal.say("  fieldnotes check");
    terminal.say("  fieldnotes serve");
    Ok(Exit::Done)
}

/// Returns the files of a new site.
fn files(ci: Ci, today: Day) -> Vec<(&'static str, String)> {
    let workflow = match ci {
        Ci::GitHub => Some((".github/workflows/pages.yml", include_str!("init/github.yml"))),
        Ci::GitLab => Some((".gitlab-ci.yml", include_str!("init/gitlab.yml"))),
        Ci::None => None,
    };
    // A clock that is behind must not make the example lie in the future.
    let cited = Day::parse(CITED).map_or(today, |cited| cited.min(today));
    let filled = |text: &str| {
        text.replace("{today}", &today.to_string())
            .replace("{source}", &cited.to_string())
            .replace("{repository}", env!("CARGO_PKG_REPOSITORY"))
            .replace("{version}", env!("CARGO_PKG_VERSION"))
    };
    FILES.iter().copied().chain(workflow).map(|(path, text)| (path, filled(text))).collect()
}

/// Refuses a folder in which a site, or any file that would be written, is there already.
fn refuse(dir: &Path, files: &[(&str, String)]) -> Result<(), Failure> {
    let is_there = |path: &str| dir.join(path).symlink_metadata().is_ok();
    let shown = dir.display();
    if is_there("notes") {
        return Err(Failure::usage(format!("nothing was written: `{shown}` has `notes` already")));
    }
    let there: Vec<String> =
        files.iter().filter(|(path, _)| is_there(path)).map(|(path, _)| format!("`{path}`")).collect();
    if there.is_empty() {
        return Ok(());
    }
    let there = there.join(", ");
    Err(Failure::usage(format!(
        "nothing was written: `{shown}` has {there} already; move it away, or name another folder"
    )))
}

/// Returns the top of the repository in which a folder lies deeper.
fn repository_above(dir: &Path) -> Option<PathBuf> {
    let dir = dir.canonicalize().ok()?;
    let top = dir.ancestors().find(|folder| folder.join(".git").exists())?;
    (top != dir).then(|| top.to_owned())
}

/// Returns a path as a shell takes it.
fn quoted(path: &str) -> String {
    let plain = path.chars().all(|c| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '\\' | ':'));
    if plain { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}
