//! Asks git on which day each file under `notes/` was last changed.
//!
//! Comes in: the site's root, anywhere in a repository or in none. Goes out: a [`Told`]. The log is
//! read once, newest first, and only until every file of the present commit has its day. A file's
//! modification time is never looked at. It must not know what the days are for.
//!
//! The repository may be a stranger's: the child process runs none of its programs, fetches
//! nothing, writes nothing and heeds no setting that would change the answer.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::History;
use crate::date::Day;
use crate::diagnostic::FilePath;

/// What git said.
#[derive(Debug, Clone, Default)]
pub struct Told {
    /// The day of each file, as far as it is known.
    pub history: History,
    /// Why a repository that is there could not be asked; absent where there is none.
    pub trouble: Option<String>,
}

impl Told {
    /// Returns why there are no dates, if that is no matter of course.
    pub fn undated(&self) -> Option<String> {
        if self.history.shallow {
            let why =
                "dates are left out, because the repository is a shallow clone; `git fetch --unshallow` completes it";
            return Some(why.to_owned());
        }
        let trouble = self.trouble.as_ref()?;
        Some(format!("dates are left out, because git could not be asked: {trouble}"))
    }
}

/// Returns the day of the last commit that touched each file under `root`/notes: the committer's
/// day in UTC, merges aside. A rename touches the new path. What is not in the present commit has
/// no day, nor has anything without a repository or a git program; a shallow repository has none
/// because it would tell wrong ones.
pub fn history(root: &Path) -> Told {
    match ask(root) {
        Ok(history) => Told { history, trouble: None },
        Err(trouble) => Told { history: History::default(), trouble },
    }
}

/// Returns the present commit, on which alone the history depends; nothing where there is none.
pub fn head(root: &Path) -> Option<Vec<u8>> {
    run(root, &["rev-parse", "--verify", "--quiet", "HEAD"]).ok()
}

/// Returns the folders in which something changes with each commit; none without a repository.
pub fn folders(root: &Path) -> Vec<PathBuf> {
    let Ok(told) = run(root, &["rev-parse", "--absolute-git-dir"]) else { return Vec::new() };
    let folder = PathBuf::from(String::from_utf8_lossy(&told).trim_end_matches(['\n', '\r']));
    [folder.join("logs"), folder].into_iter().filter(|folder| folder.is_dir()).collect()
}

fn ask(root: &Path) -> Result<History, Option<String>> {
    let shallow = run(root, &["rev-parse", "--is-shallow-repository"])?;
    if shallow.starts_with(b"true") {
        return Ok(History { shallow: true, ..History::default() });
    }
    // Without a first commit this fails, and rightly nothing has a day.
    let Ok(listed) = run(root, &["ls-tree", "-r", "-z", "--name-only", "HEAD", "--", "notes"]) else {
        return Ok(History::default());
    };
    let names = listed.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    let waiting: HashSet<FilePath> = names.filter_map(|name| std::str::from_utf8(name).ok()).map(Into::into).collect();
    read_log(root, waiting).map_err(|error| Some(format!("the log cannot be read: {error}")))
}

/// Runs git to its end and returns what it printed.
fn run(root: &Path, args: &[&str]) -> Result<Vec<u8>, Option<String>> {
    let output = git(root).args(args).stderr(Stdio::piped()).output().map_err(|error| {
        let repository = root.canonicalize().is_ok_and(|root| root.ancestors().any(|at| at.join(".git").exists()));
        repository.then(|| format!("git cannot be run: {error}"))
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().next().unwrap_or_default().trim_start_matches("fatal: ");
    Err((!said.starts_with("not a git repository")).then(|| said.to_owned()))
}

fn read_log(root: &Path, mut waiting: HashSet<FilePath>) -> io::Result<History> {
    let mut history = History::default();
    if waiting.is_empty() {
        return Ok(history);
    }
    let mut child = git(root)
        .args(["log", "--no-merges", "--format=%x01%ct", "--name-only", "-z", "--relative", "--no-follow"])
        .args(["--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--diff-filter=d"])
        .args(["HEAD", "--", "notes"])
        .stdout(Stdio::piped())
        .spawn()?;
    let mut lines = BufReader::with_capacity(1 << 16, child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?);
    let (mut day, mut part) = (None, Vec::new());
    while !waiting.is_empty() {
        part.clear();
        if lines.read_until(0, &mut part)? == 0 {
            break;
        }
        // A commit is \x01 and its seconds, and a name, which follows it after a line end, begins
        // with `notes/`: whatever the names hold, the two cannot be taken for each other.
        match part.strip_suffix(&[0]).unwrap_or(&part) {
            [1, seconds @ ..] => day = std::str::from_utf8(seconds).ok().and_then(seconds_to_day),
            [b'\n', name @ ..] | name => {
                let found = std::str::from_utf8(name).ok().and_then(|name| waiting.take(name));
                if let (Some(path), Some(day)) = (found, day) {
                    history.days.insert(path, day);
                }
            }
        }
    }
    drop(lines);
    if waiting.is_empty() {
        let _ = child.kill(); // It has said enough; it may also have ended by itself.
        child.wait()?;
    } else if !child.wait()?.success() {
        // What has been read may be right, but some machine would have read more of it.
        return Err(io::Error::other("git failed; are objects missing?"));
    }
    Ok(history)
}

fn seconds_to_day(text: &str) -> Option<Day> {
    Day::from_unix(text.parse().ok()?)
}

/// Returns a git that only reads, speaks English and cannot be led elsewhere.
fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_")) {
        git.env_remove(name);
    }
    git.current_dir(if root.as_os_str().is_empty() { Path::new(".") } else { root })
        .env("LC_ALL", "C")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        // A partial clone would fetch what is missing, by a program that its settings name.
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "none")
        .args(["--no-pager", "--literal-pathspecs", "-c", "safe.bareRepository=explicit"])
        .args(["-c", "log.showSignature=false", "-c", "log.showRoot=true", "-c", "core.fsmonitor=false"])
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    git
}

#[cfg(test)]
mod tests;
