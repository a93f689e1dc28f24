//! `fieldnotes list`: notes, clients, capabilities, or what is left to do, as a table or as JSON.
//!
//! The lists are those of the pages, in their order and words.

mod filter;
mod rows;

use clap::{Args, ValueEnum};

use crate::report;

use super::site::{self, SiteFlags};
use super::{Exit, Failure, Global, Terminal};

use filter::Filter;
use rows::Row;

#[derive(Debug, Args)]
pub struct Flags {
    /// What to list
    list: List,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Only what is of a kind, or of which notes of that kind speak; of several, any
    #[arg(long, value_name = "ID")]
    kind: Vec<String>,
    /// Only what is about a client; of several, any
    #[arg(long, value_name = "ID")]
    client: Vec<String>,
    /// Only what is about a capability; of several, any
    #[arg(long, value_name = "ID")]
    capability: Vec<String>,
    /// Only what is about a revision; of several, any
    #[arg(long, value_name = "ID")]
    revision: Vec<String>,
    /// Only what has a status, or of which notes of that status speak; of several, any
    #[arg(long, value_name = "STATUS")]
    status: Vec<String>,
    #[command(flatten)]
    site: SiteFlags,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum List {
    /// The notes, the newest first
    Notes,
    /// The clients
    Clients,
    /// The capabilities, in the order of the registry
    Capabilities,
    /// What no note tells, the largest gaps first
    Gaps,
    /// Notes that were verified too long ago, the oldest first
    Stale,
    /// What other evidence speaks against, the most contested first
    Disputed,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// A table; on a terminal its cells are cut to the width
    Text,
    /// An array of objects, as in the site's `api/v1/`
    Json,
}

/// Runs the command.
pub fn run(global: &Global, flags: &Flags, terminal: &Terminal) -> Result<Exit, Failure> {
    let root = site::root(global)?;
    let site = site::compile(&root, &flags.site, terminal)?;
    let Some(scene) = site.scene() else {
        site::report(&site, terminal);
        return Ok(Exit::Content);
    };
    let filter = Filter::new(scene, flags)?;
    let (head, mut rows) = match flags.list {
        List::Notes => rows::notes(scene),
        List::Clients => rows::clients(scene),
        List::Capabilities => rows::capabilities(scene),
        List::Gaps => rows::gaps(scene),
        List::Stale => rows::stale(scene),
        List::Disputed => rows::disputed(scene),
    };
    rows.retain(|row| filter.takes(scene, &row.about));
    match flags.format {
        Format::Json => terminal.print(&json(&rows))?,
        Format::Text if rows.is_empty() => terminal.say("nothing to list"),
        Format::Text => {
            let rows: Vec<Vec<String>> = rows.into_iter().map(|row| row.cells).collect();
            terminal.print(&report::table(head, &rows, terminal.columns()))?;
        }
    }
    Ok(Exit::Done)
}

/// Returns an array with an object on each line.
fn json(rows: &[Row]) -> String {
    if rows.is_empty() {
        return "[]\n".to_owned();
    }
    let objects: Vec<&str> = rows.iter().map(|row| row.json.as_str()).collect();
    format!("[\n{}\n]\n", objects.join(",\n"))
}
