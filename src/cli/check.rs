//! `fieldnotes check`: everything that is wrong, and nothing written.

use clap::Args;

use crate::report;

use super::site::{self, SiteFlags};
use super::{Exit, Failure, Global, Terminal};

#[derive(Debug, Args)]
pub struct Flags {
    #[command(flatten)]
    site: SiteFlags,
}

/// Runs the command.
pub fn run(global: &Global, flags: &Flags, terminal: &Terminal) -> Result<Exit, Failure> {
    let root = site::root(global)?;
    let mut site = site::compile(&root, &flags.site, terminal)?;
    site.try_all();
    site::report(&site, terminal);
    let exit = site::fails(&site, flags.site.strict);
    match report::totals(&site.diagnostics) {
        Some(totals) => terminal.say(&format!("{totals} on {} pages", site.pages)),
        None => terminal.say(&format!("nothing is wrong with {} pages", site.pages)),
    }
    Ok(exit.unwrap_or(Exit::Done))
}
