//! `fieldnotes check`: everything that is wrong; with `--fix`, what needs no decision is mended.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::diagnostic::FilePath;
use crate::mend::{self, Change};
use crate::report;

use super::findings::{self, FormatFlag};
use super::site::{self, SiteFlags};
use super::{Exit, Failure, Global, Terminal};

#[derive(Debug, Args)]
pub struct Flags {
    /// Files and folders of the site to tell of [default: all]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Mend what needs no decision, and tell the rest
    #[arg(long)]
    fix: bool,
    #[command(flatten)]
    format: FormatFlag,
    #[command(flatten)]
    site: SiteFlags,
}

/// Runs the command.
pub fn run(global: &Global, flags: &Flags, terminal: &Terminal) -> Result<Exit, Failure> {
    let root = site::root(global)?;
    let told = findings::told(&root, &flags.paths)?;
    terminal.progress.stage("check", 0);
    let (mut site, fixed) = if flags.fix {
        let options = site::options(&flags.site)?;
        let corpus = site::read(&root, terminal)?;
        let mended = mend::mend(corpus.clone(), &options, &told);
        let fixed = write(&root, &mended.changes, terminal);
        let is_left = |path: &str| fixed.failed.iter().any(|(failed, _)| &**failed == path);
        let site = match fixed.failed.is_empty() {
            true => mended.site,
            // What is wrong with a file that could not be written is still so.
            false => mend::mend(corpus, &options, |path| told(path) && !is_left(path)).site,
        };
        (site, fixed)
    } else {
        (site::compile(&root, &flags.site, terminal)?, Fixed::default())
    };
    site.try_all();
    terminal.progress.end();
    site.diagnostics.retain(|diagnostic| told(&diagnostic.place.path));
    flags.format.tell(&site.diagnostics, &root, terminal)?;
    let exit = site::fails(&site, flags.site.strict);
    let scope = match flags.paths.is_empty() {
        true => format!("{} pages", site.pages),
        false => "the paths named".to_owned(),
    };
    let done = fixed.in_short();
    match report::totals(&site.diagnostics) {
        Some(totals) => terminal.say(&format!("{done}{totals} on {scope}")),
        None => terminal.say(&format!("{done}nothing is wrong with {scope}")),
    }
    if !fixed.failed.is_empty() {
        let failed: Vec<String> = fixed.failed.iter().map(|(_, error)| error.to_string()).collect();
        return Err(Failure::environment(failed.join("; ")));
    }
    Ok(exit.unwrap_or(Exit::Done))
}

/// What was done to files, and which could not be written.
#[derive(Debug, Default)]
struct Fixed {
    files: usize,
    places: usize,
    failed: Vec<(FilePath, mend::Error)>,
}

impl Fixed {
    /// Returns what was done as the start of a line.
    fn in_short(&self) -> String {
        let many = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
        match self.files {
            0 => String::new(),
            files => format!("fixed {} in {}; ", many(self.places, "place"), many(files, "file")),
        }
    }
}

/// Writes the files that change and tells what was done.
fn write(root: &Path, changes: &[Change], terminal: &Terminal) -> Fixed {
    let mut fixed = Fixed::default();
    for change in changes {
        match change.write(root) {
            Ok(()) => {
                let mut out = String::new();
                report::mended(&mut out, change, terminal.style);
                terminal.say(&out);
                fixed.files += 1;
                fixed.places += change.steps.iter().map(|step| step.done.len()).sum::<usize>();
            }
            Err(error) => fixed.failed.push((change.path.clone(), error)),
        }
    }
    fixed
}
