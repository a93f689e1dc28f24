//! `fieldnotes serve`: the site from memory, and a browser that follows it.

use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use crate::report;
use crate::serve::{self, Event, Setup};

use super::findings;
use super::site::{self, SiteFlags};
use super::{Exit, Failure, Global, Terminal};

#[derive(Debug, Args)]
pub struct Flags {
    /// The port on the loopback [default: 3210, or the next free one]
    #[arg(short, long, value_name = "PORT")]
    port: Option<u16>,
    /// Open the site in a browser
    #[arg(short = 'O', long)]
    open: bool,
    /// Look for changes twice a second, where the system does not tell of them (network drives, some containers)
    #[arg(long)]
    poll: bool,
    #[command(flatten)]
    site: SiteFlags,
}

/// Runs the command.
pub fn run(global: &Global, flags: &Flags, terminal: &Terminal) -> Result<Exit, Failure> {
    let root = site::root(global)?;
    let first = site::options(&flags.site)?;
    let listener = serve::listen(flags.port).map_err(|(port, error)| {
        Failure::environment(format!("cannot serve at 127.0.0.1:{port}: {error}; choose another port with `--port`"))
    })?;
    // Flags that were right once stay so; only the day may change.
    let options = || site::options(&flags.site).unwrap_or_else(|_| first.clone());
    let setup = Setup { root, options: &options, strict: flags.site.strict, poll: flags.poll };
    let is_open = AtomicBool::new(!flags.open);
    let tell = |event: Event<'_>| match event {
        Event::Serving(address) => {
            terminal.say(&format!("serving at {address} (Ctrl+C ends it)"));
            let is_first = !is_open.swap(true, Ordering::Relaxed);
            if is_first && let Err(error) = open::that_detached(address) {
                terminal.say(&format!("note: no browser could be opened: {error}"));
            }
        }
        Event::Built { pages, took, found } => {
            findings::text(found, terminal);
            let totals = report::totals(found).map(|totals| format!("; {totals}")).unwrap_or_default();
            terminal.say(&format!("built {pages} pages in {} ms{totals}", took.as_millis()));
        }
        Event::Broken { found, earlier } => {
            findings::text(found, terminal);
            let totals = report::totals(found).unwrap_or_default();
            let shown = if earlier { "the last good site is still served" } else { "there is no site to serve yet" };
            terminal.say(&format!("{totals}; {shown}"));
        }
        Event::Unreadable(why) => terminal.tell(&terminal.style.error(&why)),
        Event::Moved(_) => {}
        Event::Undated(why) | Event::Polling(why) => terminal.say(&format!("note: {why}")),
    };
    serve::run(&setup, listener, &tell).map_err(|error| Failure::environment(format!("cannot serve: {error}")))?;
    Ok(Exit::Done)
}
