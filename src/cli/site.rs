//! What commands share: finding the site, reading it, compiling it, telling what is wrong, finding things
//! by their ids.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::compile::{self, Options, Site};
use crate::corpus::{Corpus, disk, git};
use crate::date::Day;
use crate::diagnostic::visible;
use crate::route::Base;
use crate::slug;

use super::{Exit, Failure, Global, Terminal, findings};

/// Flags of every command that compiles.
#[derive(Debug, Args)]
pub struct SiteFlags {
    /// Where the site is published, in place of `base_url` in `notes/site.yaml`
    #[arg(short = 'u', long, value_name = "URL")]
    base_url: Option<String>,
    /// Build drafts too
    #[arg(long)]
    drafts: bool,
    /// Take warnings for errors
    #[arg(long)]
    pub strict: bool,
    #[command(flatten)]
    day: DayFlag,
}

/// The flag of every command that depends on the day.
#[derive(Debug, Args)]
pub struct DayFlag {
    /// The day of the run [default: `SOURCE_DATE_EPOCH`, else today, in UTC]
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<String>,
}

impl DayFlag {
    /// Returns the day: the one that was named, that of `SOURCE_DATE_EPOCH`, or today in UTC.
    pub fn today(&self) -> Result<Day, Failure> {
        if let Some(date) = &self.date {
            return Day::parse(date)
                .ok_or_else(|| Failure::usage(format!("`--date {date}` is not a calendar day like 2026-11-30")));
        }
        match std::env::var("SOURCE_DATE_EPOCH") {
            Ok(text) => text.trim().parse().ok().and_then(Day::from_unix).ok_or_else(|| {
                Failure::usage(format!("`SOURCE_DATE_EPOCH` is `{text}`, not a number of seconds since 1970"))
            }),
            Err(_) => Ok(Day::today()),
        }
    }
}

/// Returns the site's folder: the one that was named, or the nearest parent with `notes/`.
pub fn root(global: &Global) -> Result<PathBuf, Failure> {
    if let Some(root) = &global.root {
        if !root.join("notes").is_dir() {
            let message = format!("there is no site in `{}`: it has no folder `notes`", root.display());
            return Err(Failure::usage(message));
        }
        return Ok(root.clone());
    }
    let here = std::env::current_dir()
        .map_err(|error| Failure::environment(format!("the current folder cannot be read: {error}")))?;
    match here.ancestors().find(|folder| folder.join("notes").is_dir()) {
        Some(root) => Ok(root.to_owned()),
        None => {
            let message = format!(
                "there is no site here: neither `{}` nor a folder above it has a folder `notes`; name the site with `--root`",
                here.display()
            );
            Err(Failure::usage(message))
        }
    }
}

/// Reads a site's files, without their history.
pub fn corpus(root: &Path) -> Result<Corpus, Failure> {
    disk::read(root).map_err(|error| match error {
        disk::Error::NoSite { .. } => Failure::usage(error),
        disk::Error::Io { .. } => Failure::environment(error),
    })
}

/// Reads and compiles a site.
pub fn compile(root: &Path, flags: &SiteFlags, terminal: &Terminal) -> Result<Site, Failure> {
    let options = options(flags)?;
    let start = std::time::Instant::now();
    let corpus = read(root, terminal)?;
    let read = start.elapsed();
    let mut site = compile::compile(corpus, &options);
    site.timings.insert(0, ("read", read));
    if site.catalog().is_some_and(|catalog| catalog.site.base.origin.is_none()) {
        terminal.say("note: `base_url` is not set, so canonical links, the feeds and the sitemap are left out");
    }
    Ok(site)
}

/// Reads a site.
pub fn read(root: &Path, terminal: &Terminal) -> Result<Corpus, Failure> {
    let (corpus, told) = rayon::join(|| corpus(root), || git::history(root));
    let mut corpus = corpus?;
    if let Some(why) = told.undated() {
        terminal.say(&format!("note: {why}"));
    }
    corpus.history = told.history;
    Ok(corpus)
}

/// Returns what the flags and the environment say of a build.
pub fn options(flags: &SiteFlags) -> Result<Options, Failure> {
    let base =
        match &flags.base_url {
            None => None,
            Some(url) => Some(Base::parse(url).ok_or_else(|| {
                Failure::usage(format!("`--base-url {url}` is not an absolute http or https address"))
            })?),
        };
    Ok(Options { today: flags.day.today()?, base, drafts: flags.drafts })
}

/// Returns the position of an id.
pub fn find<'a>(word: &str, id: &str, known: impl Iterator<Item = &'a str> + Clone) -> Result<usize, Failure> {
    known.clone().position(|other| other == id).ok_or_else(|| unknown(word, id, known, ""))
}

/// Returns the failure that nothing has that id or code, with the nearest one that is known, else with
/// the hint.
pub fn unknown<'a>(word: &str, id: &str, known: impl Iterator<Item = &'a str>, hint: &str) -> Failure {
    let more = match slug::nearest(id, known) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => hint.to_owned(),
    };
    Failure::usage(format!("no {word} is called `{}`{more}", visible(id)))
}

/// Returns how the run must end if the site may not be published.
pub fn fails(site: &Site, strict: bool) -> Option<Exit> {
    let fails = site.has_errors() || (strict && !site.diagnostics.is_empty());
    fails.then_some(Exit::Content)
}

/// Tells everything that was found, as text.
pub fn report(site: &Site, terminal: &Terminal) {
    findings::text(&site.diagnostics, terminal);
}
