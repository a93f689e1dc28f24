//! `fieldnotes new`: a file that is in order, from flags or answers. It never overwrites one.

mod client;
mod note;

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Subcommand;

use crate::compile::{self, Options};
use crate::corpus::{Corpus, File};
use crate::parse;
use crate::scaffold::Known;

use super::findings;
use super::site::{self, DayFlag};
use super::{Exit, Failure, Global, Terminal};

#[derive(Debug, Subcommand)]
pub enum What {
    /// Write a research note and print its path; on a terminal, ask for what is missing
    Note(note::Flags),
    /// Write a client's file and print its path
    Client(client::Flags),
}

/// Runs the command.
pub fn run(global: &Global, what: &What, terminal: &Terminal) -> Result<Exit, Failure> {
    match what {
        What::Note(flags) => note::run(global, flags, terminal),
        What::Client(flags) => client::run(global, flags, terminal),
    }
}

/// The flags that give a field of the same name, as it is.
const FLAGS: &[&str] = &["summary", "lang", "vendor", "url", "repository"];

/// A site to which a file is to be added.
struct Before {
    root: PathBuf,
    options: Options,
    corpus: Corpus,
    known: Known,
}

impl Before {
    fn read(global: &Global, day: &DayFlag) -> Result<Before, Failure> {
        let root = site::root(global)?;
        let options = Options { today: day.today()?, base: None, drafts: true };
        let corpus = site::corpus(&root)?;
        let known = Known::new(&parse::read(corpus.texts.clone(), corpus.files.clone(), &options));
        Ok(Before { root, options, corpus, known })
    }

    /// Adds a file, if the site finds nothing wrong with it, and prints its path.
    fn add(mut self, path: &str, text: &str, terminal: &Terminal) -> Result<Exit, Failure> {
        let file = File { path: path.into(), bytes: Arc::new(text.as_bytes().to_vec()) };
        let at = self.corpus.texts.partition_point(|other| *other.path < *path);
        self.corpus.texts.insert(at, file);
        let site = compile::compile(self.corpus, &self.options);
        let own: Vec<_> = site.diagnostics.iter().filter(|found| &*found.place.path == path).collect();
        if let Some(fault) = own.iter().find(|found| found.is_error()) {
            let help = fault.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
            // A flag is called like the field that it gives.
            let message = match fault.field().filter(|field| FLAGS.contains(field)) {
                Some(field) => fault.message.replacen(field, &format!("--{field}"), 1),
                None => fault.message.clone(),
            };
            return Err(Failure::usage(format!("no file was written: {message}{help}")));
        }
        let full = self.root.join(path);
        write_new(&full, text)?;
        findings::text(own, terminal);
        terminal.print(&format!("{}\n", shown(&full).display()))?;
        Ok(Exit::Done)
    }
}

/// Writes a file that is not there yet, with the folders that it needs.
pub fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    let write = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
    };
    write().map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::usage(format!("`{}` is there already", path.display())),
        _ => Failure::environment(format!("cannot write `{}`: {error}", path.display())),
    })
}

/// Returns a path as it is shortest from where one stands.
fn shown(path: &Path) -> &Path {
    let here = std::env::current_dir().ok();
    here.and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path)
}
