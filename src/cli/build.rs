//! `fieldnotes build`: compiles the site and brings the output folder up to date.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use crate::compile::Site;
use crate::publish::{self, Folder, Stop};
use crate::report;

use super::findings::FormatFlag;
use super::site::{self, SiteFlags};
use super::{Exit, Failure, Global, Terminal};

#[derive(Debug, Args)]
pub struct Flags {
    /// The output folder [default: `public` in the site's folder]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Tell how long each stage took
    #[arg(long)]
    timings: bool,
    #[command(flatten)]
    format: FormatFlag,
    #[command(flatten)]
    site: SiteFlags,
}

/// Runs the command.
pub fn run(global: &Global, flags: &Flags, terminal: &Terminal) -> Result<Exit, Failure> {
    let start = Instant::now();
    let root = site::root(global)?;
    let out = flags.out.clone().unwrap_or_else(|| root.join("public"));
    let folder = Folder::open(&root, &out).map_err(failure)?;
    let tell = |site: &Site| flags.format.tell(&site.diagnostics, &root, terminal);
    let refuse = |site: &Site, exit| {
        tell(site)?;
        let totals = report::totals(&site.diagnostics).unwrap_or_default();
        terminal.say(&format!("{totals}; `{}` is left as it was", out.display()));
        Ok(exit)
    };
    terminal.progress.stage("read and compile", 0);
    let mut site = site::compile(&root, &flags.site, terminal)?;
    if let Some(exit) = site::fails(&site, flags.site.strict) {
        site.try_all();
        return refuse(&site, exit);
    }
    let write = Instant::now();
    let paths = site.paths();
    terminal.progress.stage("render and write", paths.len());
    site.warm();
    let made = folder.write(&paths, |index| {
        terminal.progress.tick();
        site.file(index)
    });
    terminal.progress.end();
    let summary = match made {
        Ok(summary) => summary,
        Err(Stop::Publish(error)) => return Err(failure(error)),
        Err(Stop::Make(found)) => {
            site.add(found);
            return refuse(&site, Exit::Content);
        }
    };
    site.timings.push(("render and write", write.elapsed()));
    tell(&site)?;
    let found = report::totals(&site.diagnostics).map(|totals| format!("; {totals}")).unwrap_or_default();
    terminal.say(&format!(
        "built {} pages in `{}`: {} files new, {} changed, {} removed, {} same, in {} ms{found}",
        site.pages,
        out.display(),
        summary.new,
        summary.changed,
        summary.removed,
        summary.same,
        start.elapsed().as_millis(),
    ));
    if flags.timings || terminal.verbose {
        let line = |(stage, time): &(&str, Duration)| format!("{stage:>16} {:>8.1} ms\n", time.as_secs_f64() * 1e3);
        let lines: String = site.timings.iter().map(line).collect();
        if flags.format.is_text() {
            terminal.print(&lines)?;
        } else {
            terminal.tell(&lines);
        }
    }
    // The process ends here: to free what a large site holds would take longer than its smaller stages.
    std::mem::forget(site);
    Ok(Exit::Done)
}

fn failure(error: publish::Error) -> Failure {
    match &error {
        publish::Error::Refused { .. } => Failure::usage(error),
        publish::Error::Io { .. } => Failure::environment(error),
    }
}
