//! The dev server: the latest site from memory, and a browser that follows it.
//!
//! Comes in: a site's folder. Goes out: what a static host would answer, after each change that of
//! the folder as it is now; while the content is broken, the last good site with the diagnostics
//! laid over it. It compiles with the same function as `build` and writes nothing. It must not know
//! how anything is found, checked or rendered, nor how what it tells is shown.
//!
//! | part | what it alone decides |
//! |---|---|
//! | `watch` | when something may have changed |
//! | `latest` | whether it has, and what is served from then on |
//! | `answer` | which file an address means |
//! | `http` | how an answer travels; who may ask |
//! | `reload` | what pages have more than built ones |

mod answer;
mod http;
mod latest;
mod reload;
mod watch;

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::compile::Options;
use crate::corpus::git;
use crate::diagnostic::Diagnostic;

use latest::Latest;

/// What to serve, and how.
pub struct Setup<'a> {
    /// The site's folder.
    pub root: PathBuf,
    /// Options of each compile; asked for each, since the day may change.
    pub options: &'a (dyn Fn() -> Options + Sync),
    /// Whether a warning is as bad as an error.
    pub strict: bool,
    /// Whether to look for changes now and then rather than to be told of them.
    pub poll: bool,
}

/// What the server tells while it runs.
#[derive(Debug)]
pub enum Event<'a> {
    /// It answers at this address from now on.
    Serving(&'a str),
    /// The site has another base path; told as [`Event::Serving`] to those outside.
    Moved(&'a str),
    /// A site was built of the present content.
    Built {
        /// How many pages it has.
        pages: usize,
        /// From the first look at the changed folder to the site.
        took: Duration,
        /// The warnings.
        found: &'a [Diagnostic],
    },
    /// The present content makes no site.
    Broken {
        /// Everything that was found.
        found: &'a [Diagnostic],
        /// Whether an earlier site is served instead.
        earlier: bool,
    },
    /// The site's folder cannot be read.
    Unreadable(String),
    /// The dates of git are left out.
    Undated(String),
    /// Nobody tells of changes, so the server looks for them itself.
    Polling(String),
}

/// The first port that is tried if none was asked for.
pub const PORT: u16 = 3210;

/// How many ports are tried then.
const PORTS: u16 = 20;

/// Takes a port on the loopback: that one, or else the first free one from [`PORT`] on.
///
/// # Errors
/// The port that could not be had, with the system's reason.
pub fn listen(port: Option<u16>) -> Result<TcpListener, (u16, io::Error)> {
    let bind = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| (port, error));
    match port {
        Some(port) => bind(port),
        None => (PORT..PORT + PORTS).find_map(|port| bind(port).ok()).map_or_else(|| bind(PORT), Ok),
    }
}

/// Serves a site until the program is interrupted or told to end.
///
/// # Errors
/// What the system refused.
pub fn run(setup: &Setup<'_>, listener: TcpListener, tell: &(dyn Fn(Event<'_>) + Sync)) -> io::Result<()> {
    let address = format!("http://{}", listener.local_addr()?);
    listener.set_nonblocking(true)?;
    // Watched from before the first look, so that no change falls between.
    let changes = watch::start(&setup.root, setup.poll, &|why| tell(Event::Polling(why)))?;
    let is_serving = AtomicBool::new(false);
    let tell = &|event: Event<'_>| match event {
        Event::Moved(base) if is_serving.load(Ordering::Relaxed) => tell(Event::Serving(&format!("{address}{base}/"))),
        Event::Moved(_) => {}
        event => tell(event),
    };
    let (mut latest, states) = Latest::start(setup, tell);
    changes.follow(latest.led_to(), &git::folders(folder(&setup.root)));
    let base = states.borrow().base.clone();
    std::thread::scope(|scope| {
        let stop = changes.stopper();
        scope.spawn(move || {
            while changes.wait() {
                latest.look(setup, tell);
                changes.follow(latest.led_to(), &git::folders(folder(&setup.root)));
            }
        });
        tell(Event::Serving(&format!("{address}{base}/")));
        is_serving.store(true, Ordering::Relaxed);
        let served = http::serve(listener, states);
        stop();
        served
    })
}

/// The folders that a site is made of, below its root.
const FOLDERS: [&str; 3] = ["notes", "templates", "static"];

/// Returns the site's folder as the system is to be asked for it.
fn folder(root: &Path) -> &Path {
    if root.as_os_str().is_empty() { Path::new(".") } else { root }
}
