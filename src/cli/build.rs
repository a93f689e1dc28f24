//! `fieldnotes build`: compiles the site and brings the output folder up to date.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use crate::publish;
use crate::report;

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
    site: SiteFlags,
}

/// Runs the command.
pub fn run(global: &Global, flags: &Flags, terminal: &Terminal) -> Result<Exit, Failure> {
    let start = Instant::now();
    let root = site::root(global)?;
    let out = flags.out.clone().unwrap_or_else(|| root.join("public"));
    publish::check_place(&root, &out).map_err(failure)?;
    publish::check_ours(&out).map_err(failure)?;
    let mut site = site::compile(&root, &flags.site, terminal)?;
    if let Some(exit) = site::report(&site, flags.site.strict, terminal) {
        let totals = report::totals(&site.diagnostics).unwrap_or_default();
        terminal.say(&format!("{totals}; `{}` is left as it was", out.display()));
        return Ok(exit);
    }
    let write = Instant::now();
    let summary = publish::write(&site.files, &out).map_err(failure)?;
    site.timings.push(("write", write.elapsed()));
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
        for (stage, time) in &site.timings {
            println!("{stage:>10} {:>8.1} ms", time.as_secs_f64() * 1e3);
        }
    }
    Ok(Exit::Done)
}

fn failure(error: publish::Error) -> Failure {
    match &error {
        publish::Error::Refused { .. } => Failure::usage(error),
        publish::Error::Io { .. } => Failure::environment(error),
    }
}
