//! Runs the stages: from a corpus to the files of a site, with everything that is wrong with it.
//!
//! The one place that knows the order of the stages. It has no disk, clock, environment or terminal.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use include_dir::{Dir, include_dir};
use rayon::prelude::*;

use crate::catalog::{self, Catalog};
use crate::corpus::{Corpus, File};
use crate::diagnostic::{self, Code, Diagnostic};
use crate::parse;
use crate::plan;
use crate::render::{Renderer, sheet, templates::Templates, views::Scene};

pub use crate::parse::Options;

static STATIC: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/static");

/// A site: what makes its files, and what was found on the way.
#[derive(Debug, Default)]
pub struct Site {
    /// Makes the files; absent if there is any error.
    renderer: Option<Renderer>,
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

    /// Returns all that the site is made of; nothing if there is any error.
    pub fn catalog(&self) -> Option<&Catalog> {
        self.scene().map(|scene| &**scene)
    }

    /// Returns the same with what many pages show of it.
    pub fn scene(&self) -> Option<&Scene> {
        self.renderer.as_ref().map(Renderer::scene)
    }

    /// Returns the paths of the files in the output folder, sorted; none if there is any error.
    pub fn paths(&self) -> Vec<&str> {
        self.renderer.iter().flat_map(|it| &it.plan().files).map(|file| file.path.as_str()).collect()
    }

    /// Returns the index of a file of the output folder.
    pub fn find(&self, path: &str) -> Option<usize> {
        let files = &self.renderer.as_ref()?.plan().files;
        files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()
    }

    /// Returns the path of the file of that index of [`Site::paths`].
    ///
    /// # Panics
    /// If there is no such file.
    pub fn path(&self, index: usize) -> &str {
        &self.renderer.as_ref().expect("a site with errors has no files").plan().files[index].path
    }

    /// Makes the file of that index of [`Site::paths`]. Files are made when asked for, so that a large
    /// site is never in memory as a whole; the same file is the same bytes whenever it is made.
    ///
    /// # Errors
    /// A fault in one of the site's templates.
    ///
    /// # Panics
    /// If there is no such file.
    pub fn file(&self, index: usize) -> Result<Vec<u8>, Diagnostic> {
        self.renderer.as_ref().expect("a site with errors has no files").file(index)
    }

    /// Makes what many files are parts of, on all threads; it is worth while where all files are asked for.
    pub fn warm(&self) {
        self.renderer.iter().for_each(Renderer::warm);
    }

    /// Adds what was found while files were made.
    pub fn add(&mut self, found: Vec<Diagnostic>) {
        self.diagnostics.extend(found);
        diagnostic::sort(&mut self.diagnostics);
    }

    /// Makes every file, for what is wrong with the templates, and keeps none.
    pub fn try_all(&mut self) {
        self.warm();
        let count = self.renderer.as_ref().map_or(0, |it| it.plan().files.len());
        let found = (0..count).into_par_iter().filter_map(|index| self.file(index).err()).collect();
        self.add(found);
    }
}

/// Makes a site of a corpus.
pub fn compile(corpus: Corpus, options: &Options) -> Site {
    run(corpus, options, None)
}

/// Makes a site of a corpus as [`compile`] does, without reading notes again that the memory knows.
pub fn compile_again(corpus: Corpus, options: &Options, memory: &mut parse::Memory) -> Site {
    run(corpus, options, Some(memory))
}

fn run(corpus: Corpus, options: &Options, memory: Option<&mut parse::Memory>) -> Site {
    let mut clock = Clock::start();
    let Corpus { texts, files, templates, statics, history, mut diagnostics } = corpus;

    let (mut parsed, templates) =
        rayon::join(|| parse::read_again(texts, files, options, memory), || Templates::load(&templates));
    clock.lap("parse");
    diagnostics.append(&mut parsed.diagnostics);
    let templates = templates.map_err(|found| diagnostics.extend(found)).ok();

    let statics = with_built_in(statics);
    let names: Vec<String> = statics.iter().map(|file| file.output_path().to_owned()).collect();
    let connected = catalog::connect(parsed, &history, &names, options);
    clock.lap("connect");
    diagnostics.extend(connected.diagnostics);

    let planned = plan::site(&connected.value, &statics);
    clock.lap("plan");
    diagnostics.extend(planned.diagnostics);

    let pages = planned.value.pages.len();
    let mut renderer = None;
    if let Some(templates) = templates.filter(|_| !diagnostics.iter().any(Diagnostic::is_error)) {
        match Renderer::new(connected.value, planned.value, templates) {
            Ok(ready) => renderer = Some(ready),
            Err(found) => diagnostics.push(found),
        }
        clock.lap("prepare");
    }
    if renderer.is_none() {
        // Age is no slip in a file: it is told once the files are right.
        diagnostics.retain(|diagnostic| diagnostic.code != Code::Stale);
    }
    diagnostic::sort(&mut diagnostics);
    Site { renderer, pages, diagnostics, timings: clock.laps }
}

/// Returns the site's static files, and the built-in ones that it does not replace, by path.
fn with_built_in(own: Vec<File>) -> Vec<File> {
    let mut all: BTreeMap<String, File> = BTreeMap::new();
    let mut built_in_sheets = Vec::new();
    for file in STATIC.files() {
        let name = file.path().to_str().expect("built-in names are ASCII");
        let path = format!("static/{name}");
        let written = file.contents();
        // The site's own files are published as they are; one that only repeats the built-in says nothing new.
        if let Some(file) = own.iter().find(|own| *own.path == *path && own.bytes[..] != *written) {
            all.insert(path, file.clone());
            continue;
        }
        let bytes = match file.contents_utf8() {
            Some(css) if name.ends_with(".css") => {
                built_in_sheets.push(path.clone());
                sheet::compact(css).into_bytes()
            }
            _ => written.to_vec(),
        };
        all.insert(path.clone(), File { path: path.into(), bytes: Arc::new(bytes) });
    }
    let whole: Vec<Vec<u8>> = built_in_sheets.iter().map(|path| whole_sheet(&all, &built_in_sheets, path)).collect();
    for (path, bytes) in built_in_sheets.into_iter().zip(whole) {
        all.insert(path.clone(), File { path: path.into(), bytes: Arc::new(bytes) });
    }
    for file in own {
        all.entry(file.path.to_string()).or_insert(file);
    }
    all.into_values().collect()
}

/// Returns a stylesheet; a built-in one with what it imports, another of those, in its place. A sheet of
/// the site's own stays as it is, whatever it imports, be it the very sheet that imports it.
fn whole_sheet(all: &BTreeMap<String, File>, built_in: &[String], path: &str) -> Vec<u8> {
    let bytes = &all[path].bytes;
    let is_built_in = built_in.iter().any(|name| name == path);
    let Some((name, rest)) = std::str::from_utf8(bytes).ok().filter(|_| is_built_in).and_then(sheet::import) else {
        return bytes.to_vec();
    };
    let mut whole = whole_sheet(all, built_in, &format!("static/{name}"));
    whole.extend_from_slice(rest.as_bytes());
    whole
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
