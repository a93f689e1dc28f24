//! `fieldnotes check`: everything that is wrong; with `--fix`, what needs no decision is mended.

use std::path::{Path, PathBuf};

use clap::Args;

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
        let mended = mend::mend(site::read(&root, terminal)?, &options, &told);
        let fixed = write(&root, &mended.changes, terminal)?;
        (mended.site, fixed)
    } else {
        (site::compile(&root, &flags.site, terminal)?, String::new())
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
    match report::totals(&site.diagnostics) {
        Some(totals) => terminal.say(&format!("{fixed}{totals} on {scope}")),
        None => terminal.say(&format!("{fixed}nothing is wrong with {scope}")),
    }
    Ok(exit.unwrap_or(Exit::Done))
}

/// Writes the files that change and tells what was done; returns it in short.
fn write(root: &Path, changes: &[Change], terminal: &Terminal) -> Result<String, Failure> {
    let mut failures = Vec::new();
    let (mut files, mut places) = (0, 0);
    for change in changes {
        match change.write(root) {
            Ok(()) => {
                let mut out = String::new();
                report::mended(&mut out, change, terminal.style);
                terminal.say(&out);
                files += 1;
                places += change.steps.iter().map(|step| step.done.len()).sum::<usize>();
            }
            Err(error) => failures.push(error.to_string()),
        }
    }
    if !failures.is_empty() {
        return Err(Failure::environment(failures.join("; ")));
    }
    let many = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    Ok(match files {
        0 => String::new(),
        _ => format!("fixed {} in {}; ", many(places, "place"), many(files, "file")),
    })
}
