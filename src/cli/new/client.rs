//! `fieldnotes new client`: a client's file.

use clap::Args;

use crate::diagnostic::visible;
use crate::registry::client::is_name;
use crate::scaffold::NewClient;
use crate::slug::RULE;

use super::super::site::DayFlag;
use super::super::{Exit, Failure, Global, Terminal};
use super::Before;

#[derive(Debug, Args)]
pub struct Flags {
    /// Its id, which is its file's name and its address
    id: String,
    /// Its name [default: the id]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Who makes it
    #[arg(long, value_name = "TEXT")]
    vendor: Option<String>,
    /// Its home page
    #[arg(long)]
    url: Option<String>,
    /// Its repository
    #[arg(long, value_name = "URL")]
    repository: Option<String>,
    #[command(flatten)]
    day: DayFlag,
}

/// Runs the command.
pub fn run(global: &Global, flags: &Flags, terminal: &Terminal) -> Result<Exit, Failure> {
    let before = Before::read(global, &flags.day)?;
    before.known.check_client(&flags.id).map_err(Failure::usage)?;
    let client = NewClient {
        id: flags.id.clone(),
        title: flags.title.clone().unwrap_or_else(|| flags.id.clone()),
        vendor: flags.vendor.clone(),
        url: flags.url.clone(),
        repository: flags.repository.clone(),
    };
    let others = before.known.inferred_clients().iter().filter(|id| **id != client.id);
    let (others, never): (Vec<&String>, Vec<&String>) = others.partition(|id| is_name(id));
    let list = |ids: Vec<&String>| ids.iter().map(|id| format!("`{}`", visible(id))).collect::<Vec<_>>().join(", ");
    let (others, never) = (list(others), list(never));
    let exit = before.add(&client.path(), &client.text(), terminal)?;
    // The first file makes the folder the whole truth.
    if !never.is_empty() {
        terminal.tell(&format!(
            "note: from now on each client needs a file, and none can be called like these that notes name: {never}; {RULE}"
        ));
    }
    if !others.is_empty() {
        terminal.tell(&format!(
            "note: from now on each client needs a file, and these that notes name have none: {others}; `fieldnotes new client ID` adds one"
        ));
    }
    Ok(exit)
}
