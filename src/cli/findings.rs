//! Tells what was found, in the form that was asked for: where each form goes, and which findings are
//! told. It must not know how a form looks.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::diagnostic::Diagnostic;
use crate::report;

use super::{Failure, Terminal};

#[derive(Debug, Clone, Copy, Args)]
pub struct FormatFlag {
    /// How to tell what is wrong: `text` to stderr, the others to stdout
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people and editors
    Text,
    /// One JSON document
    Json,
    /// One SARIF 2.1.0 log
    Sarif,
    /// Annotations of a GitHub workflow, and its summary
    Github,
}

impl FormatFlag {
    /// Tells whether stdout is left to other results.
    pub fn is_text(self) -> bool {
        self.format == Format::Text
    }

    /// Tells all diagnostics of the site at `root`.
    pub fn tell(self, diagnostics: &[Diagnostic], root: &Path, terminal: &Terminal) -> Result<(), Failure> {
        match self.format {
            Format::Text => {
                text(diagnostics, terminal);
                Ok(())
            }
            Format::Json => terminal.print(&report::json(diagnostics)),
            Format::Sarif => terminal.print(&report::sarif(diagnostics)),
            Format::Github => github(diagnostics, root, terminal),
        }
    }
}

/// Tells all diagnostics as text.
pub fn text<'d>(diagnostics: impl IntoIterator<Item = &'d Diagnostic>, terminal: &Terminal) {
    let out = report::texts(diagnostics, terminal.style);
    if !out.is_empty() {
        terminal.tell(&out);
    }
}

fn github(diagnostics: &[Diagnostic], root: &Path, terminal: &Terminal) -> Result<(), Failure> {
    let annotations = report::annotations(diagnostics, &folder(root));
    terminal.print(&annotations.text)?;
    let path = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()).map(PathBuf::from);
    let mut whole = "`--format text` tells all";
    if let Some(path) = &path {
        // Commands of one step write to the same file.
        let there = fs::metadata(path).map_or(0, |file| usize::try_from(file.len()).unwrap_or(usize::MAX));
        let summary = report::summary(diagnostics, report::LONGEST.saturating_sub(there));
        let mut options = OpenOptions::new();
        options
            .create(true)
            .append(true)
            .open(path)
            .and_then(|mut file| file.write_all(summary.text.as_bytes()))
            .map_err(|error| Failure::environment(format!("cannot write the summary `{}`: {error}", path.display())))?;
        match summary.left {
            0 => whole = "the summary lists all",
            1 => terminal.tell("note: the summary leaves 1 finding out, because GitHub drops one above 1 MiB"),
            n => terminal
                .tell(&format!("note: the summary leaves {n} findings out, because GitHub drops one above 1 MiB")),
        }
    }
    if annotations.left > 0 {
        let count = annotations.left;
        let (findings, have) = if count == 1 { ("finding", "has") } else { ("findings", "have") };
        terminal.tell(&format!(
            "note: {count} {findings} {have} no annotation, because GitHub shows ten errors and ten warnings; {whole}"
        ));
    }
    Ok(())
}

/// Returns where the site lies in the repository that a workflow has checked out.
fn folder(root: &Path) -> String {
    let inner = || {
        let workspace = PathBuf::from(std::env::var_os("GITHUB_WORKSPACE")?).canonicalize().ok()?;
        let root = root.canonicalize().ok()?;
        Some(slashed(root.strip_prefix(workspace).ok()?))
    };
    match inner() {
        Some(folder) if !folder.is_empty() => format!("{folder}/"),
        _ => String::new(),
    }
}

/// Returns which paths of the site are told of, of those that were named from the current folder; all of
/// them if none was.
pub fn told(root: &Path, paths: &[PathBuf]) -> Result<impl Fn(&str) -> bool, Failure> {
    let inner: Vec<String> = paths.iter().map(|path| within(root, path)).collect::<Result<_, _>>()?;
    Ok(move |path: &str| {
        let is_at = |inner: &String| match path.strip_prefix(inner.as_str()) {
            Some(rest) => inner.is_empty() || rest.is_empty() || rest.starts_with('/'),
            None => false,
        };
        inner.is_empty() || inner.iter().any(is_at)
    })
}

/// Returns a path from the site's root.
fn within(root: &Path, path: &Path) -> Result<String, Failure> {
    let fail = |why: String| Failure::usage(format!("`{}` {why}", path.display()));
    let real = path.canonicalize().map_err(|error| fail(format!("cannot be checked: {error}")))?;
    let plain = |path: &Path| std::path::absolute(path).map(|path| without_parents(&path));
    // As it is written, so that what is reached through a link has the name that findings give it.
    if let (Ok(root), Ok(path)) = (plain(root), plain(path))
        && let Ok(inner) = path.strip_prefix(root)
    {
        return Ok(slashed(inner));
    }
    let root = root.canonicalize().map_err(|error| Failure::environment(format!("the site: {error}")))?;
    match real.strip_prefix(&root) {
        Ok(inner) => Ok(slashed(inner)),
        Err(_) => Err(fail(format!("is not in the site `{}`", root.display()))),
    }
}

fn without_parents(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

fn slashed(path: &Path) -> String {
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}
