//! `fieldnotes explain`: what a diagnostic's code means, or how a cell of the matrix got its verdict.

mod cell;
mod code;

use clap::Args;

use super::site::SiteFlags;
use super::{Exit, Failure, Global, Terminal};

#[derive(Debug, Args)]
pub struct Flags {
    /// The code of a diagnostic, or with a capability the id of a client
    #[arg(value_name = "CODE|CLIENT")]
    subject: String,
    /// The capability's id
    capability: Option<String>,
    /// The revision whose own matrix is asked [default: all of them together]
    #[arg(long, value_name = "ID", requires = "capability")]
    revision: Option<String>,
    #[command(flatten)]
    site: SiteFlags,
}

/// Runs the command.
pub fn run(global: &Global, flags: &Flags, terminal: &Terminal) -> Result<Exit, Failure> {
    match &flags.capability {
        None => code::run(global, &flags.subject, &flags.site, terminal),
        Some(capability) => {
            let question = cell::Question { client: &flags.subject, capability, revision: flags.revision.as_deref() };
            cell::run(global, question, &flags.site, terminal)
        }
    }
}
