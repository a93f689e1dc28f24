//! Runs the stages: from a corpus to the files of a site, with everything that is wrong with it.
//!
//! The one place that knows the order of the stages. It has no disk, clock, environment or terminal.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use include_dir::{Dir, include_dir};
use rayon::prelude::*;

use crate::catalog;
use crate::corpus::{Corpus, File};
use crate::diagnostic::{self, Code, Diagnostic};
use crate::parse;
use crate::plan;
use crate::render::{self, Output, templates::Templates, views};

pub use crate::parse::Options;

static STATIC: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/static");

/// A site: its files, and what was found on the way.
#[derive(Debug, Default)]
pub struct Site {
    /// By path; empty if there is any error.
    pub files: Vec<Output>,
    /// How many pages it has.
    pub pages: usize,
    /// Sorted by path, line and column.
    pub diagnostics: Vec<Diagnostic>,
    /// How long each stage took, in the order of the stages; never part of an output.
    pub timings: Vec<(&'static str, Duration)>,
}

impl Site {
    /// Tells whether it may not be published.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Makes a site of a corpus.
pub fn compile(corpus: &Corpus, options: &Options) -> Site {
    let mut clock = Clock::start();
    let mut diagnostics = corpus.diagnostics.clone();

    let (mut parsed, templates) = rayon::join(|| parse::read(corpus, options), || Templates::load(&corpus.templates));
    clock.lap("parse");
    diagnostics.append(&mut parsed.diagnostics);
    let templates = match templates {
        Ok(templates) => Some(templates),
        Err(found) => {
            diagnostics.extend(found);
            None
        }
    };

    let statics = statics(&corpus.statics);
    let names: Vec<String> = statics.iter().map(|file| output_path(file).to_owned()).collect();
    let connected = catalog::connect(parsed, &corpus.history, &names, options);
    clock.lap("connect");
    diagnostics.extend(connected.diagnostics);

    let planned = plan::site(&connected.value, &statics);
    clock.lap("plan");
    diagnostics.extend(planned.diagnostics);

    let mut site = Site { pages: planned.value.pages.len(), ..Site::default() };
    if let Some(mut templates) = templates.filter(|_| !diagnostics.iter().any(Diagnostic::is_error)) {
        templates.share("site", &views::site(&connected.value));
        let rendered = render::site(&connected.value, &planned.value, &templates);
        clock.lap("render");
        if rendered.diagnostics.is_empty() {
            site.files = rendered.value;
        }
        diagnostics.extend(rendered.diagnostics);
    }
    // Freeing tens of thousands of texts takes longer than many a stage: it is done in parallel.
    let catalog::Catalog { notes, .. } = connected.value;
    notes.into_par_iter().for_each(drop);
    clock.lap("clean up");
    if diagnostics.iter().any(Diagnostic::is_error) {
        // Age is no slip in a file: it is told once the files are right.
        diagnostics.retain(|diagnostic| diagnostic.code != Code::Stale);
    }
    diagnostic::sort(&mut diagnostics);
    site.diagnostics = diagnostics;
    site.timings = clock.laps;
    site
}

/// Returns the site's static files, and the built-in ones that it does not replace, by path.
fn statics(own: &[File]) -> Vec<File> {
    let mut all: BTreeMap<String, File> = BTreeMap::new();
    for file in STATIC.files() {
        let name = file.path().to_str().expect("built-in names are ASCII");
        let path = format!("static/{name}");
        all.insert(path.clone(), File { path: path.into(), bytes: file.contents().into() });
    }
    all.extend(own.iter().map(|file| (file.path.to_string(), file.clone())));
    all.into_values().collect()
}

fn output_path(file: &File) -> &str {
    file.path.strip_prefix("static/").unwrap_or(&file.path)
}

struct Clock {
    last: Instant,
    laps: Vec<(&'static str, Duration)>,
}

impl Clock {
    fn start() -> Clock {
        Clock { last: Instant::now(), laps: Vec::new() }
    }

    fn lap(&mut self, stage: &'static str) {
        let now = Instant::now();
        self.laps.push((stage, now - self.last));
        self.last = now;
    }
}
