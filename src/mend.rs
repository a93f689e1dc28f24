//! Mends what can be mended without a decision: `check --fix`.
//!
//! Comes in: a corpus. Goes out: the site that comes of it when every fix is applied, and the files
//! that change, which [`Change::write`] brings to disk. Fixes are those of the diagnostics, and one of
//! which no diagnostic tells: a Markdown file or registry that ends within a line gets its line end,
//! because nothing depends on it and many tools expect it. Fixes that overlap wait for the next round.
//! It must not know which rules there are.

mod write;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::compile::{Options, Site, compile};
use crate::corpus::{self, Corpus, File};
use crate::diagnostic::{self, Diagnostic, Edit, FilePath, Fix, Position};
use crate::parse::REGISTRIES;
use crate::yaml;

pub use write::Error;

/// A site with everything mended, and what that took.
#[derive(Debug)]
pub struct Mended {
    /// The site as it is when the changes are on disk.
    pub site: Site,
    /// By path.
    pub changes: Vec<Change>,
}

/// A file that changes.
#[derive(Debug)]
pub struct Change {
    /// From the site's root, with `/`.
    pub path: FilePath,
    /// What is done to it, in order.
    pub steps: Vec<Step>,
    before: Arc<Vec<u8>>,
    after: Arc<Vec<u8>>,
}

/// Fixes that change the same lines.
#[derive(Debug)]
pub struct Step {
    /// Each fix's place, as the file is before the step, and what it does.
    pub done: Vec<(Position, String)>,
    /// The lines as they were, with their ends.
    pub old: String,
    /// The lines as they are now; empty if they are gone.
    pub new: String,
}

/// Applies every fix to the files that are `told` of, in memory.
pub fn mend(mut corpus: Corpus, options: &Options, told: impl Fn(&str) -> bool) -> Mended {
    let before: Vec<File> = corpus.texts.clone();
    let mut steps: BTreeMap<FilePath, Vec<Step>> = BTreeMap::new();
    loop {
        let site = compile(corpus.clone(), options);
        let mut is_done = true;
        for file in corpus.texts.iter_mut().filter(|file| told(&file.path)) {
            let (after, made) = round(file, &site.diagnostics);
            if !made.is_empty() {
                file.bytes = Arc::new(after);
                steps.entry(file.path.clone()).or_default().extend(made);
                is_done = false;
            }
        }
        if is_done {
            let pairs = before.into_iter().zip(&corpus.texts);
            let changes = pairs
                .filter_map(|(old, new)| {
                    let steps = steps.remove(&old.path)?;
                    Some(Change { path: old.path, steps, before: old.bytes, after: Arc::clone(&new.bytes) })
                })
                .collect();
            return Mended { site, changes };
        }
    }
}

/// Applies the fixes of one file, as far as they do not overlap.
fn round(file: &File, diagnostics: &[Diagnostic]) -> (Vec<u8>, Vec<Step>) {
    let own = diagnostics.iter().filter(|diagnostic| diagnostic.place.path == file.path);
    let fixes = own.filter_map(|found| {
        let at = Position { line: found.place.line, column: found.place.column };
        Some((at, found.fix.as_deref()?.clone()))
    });
    let mut taken: Vec<(Position, Fix)> = Vec::new();
    for (at, fix) in fixes.chain(last_line(file)) {
        let is_free = |edit: &Edit| !taken.iter().flat_map(|(_, fix)| &fix.edits).any(|other| edit.overlaps(other));
        if fix.edits.iter().all(is_free) {
            taken.push((at, fix));
        }
    }
    let mut edits: Vec<&Edit> = taken.iter().flat_map(|(_, fix)| &fix.edits).collect();
    edits.sort_by_key(|edit| edit.bytes.start);
    let after = diagnostic::apply(&file.bytes, 0, edits.iter().copied());
    (after, steps(&file.bytes, &taken, &edits))
}

/// Returns what ends the last line of a file, if it is open and means the same when it is closed.
fn last_line(file: &File) -> Option<(Position, Fix)> {
    let bytes = &file.bytes;
    let is_registry = REGISTRIES.contains(&&*file.path);
    if bytes.is_empty() || bytes.ends_with(b"\n") || !(is_registry || file.path.ends_with(".md")) {
        return None;
    }
    let source = corpus::text(file.clone()).ok()?;
    if is_registry && !yaml::means_the_same(&source.text, &format!("{}\n", source.text)) {
        return None;
    }
    let last = bytes.iter().rposition(|byte| *byte == b'\n');
    let is_pair = last.is_some_and(|at| bytes[..at].ends_with(b"\r"));
    let text = if is_pair { "\r\n" } else { "\n" };
    let end = source.place(source.text.len()..source.text.len()).end;
    let edit = Edit { bytes: bytes.len()..bytes.len(), text: text.to_owned() };
    Some((end, Fix { description: "end the last line".to_owned(), edits: vec![edit] }))
}

/// Returns what fixes do to the lines, those together that touch the same ones.
fn steps(bytes: &[u8], fixes: &[(Position, Fix)], edits: &[&Edit]) -> Vec<Step> {
    let line_start = |at: usize| bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |i| i + 1);
    let line_end = |at: usize| bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |i| at + i + 1);
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut of_fixes: Vec<_> = fixes
        .iter()
        .map(|(_, fix)| {
            let (first, last) = (&fix.edits[0].bytes, &fix.edits[fix.edits.len() - 1].bytes);
            let whole_lines = last.end > first.start && line_start(last.end) == last.end;
            line_start(first.start)..if whole_lines { last.end } else { line_end(last.end) }
        })
        .collect();
    of_fixes.sort_by_key(|span| span.start);
    for span in of_fixes {
        match spans.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => spans.push(span),
        }
    }
    let within = |edit: &Edit, span: &Range<usize>| span.start <= edit.bytes.start && edit.bytes.end <= span.end;
    let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    spans
        .into_iter()
        .map(|span| {
            let lines = &bytes[span.clone()];
            let mut done: Vec<_> = fixes
                .iter()
                .filter(|(_, fix)| within(&fix.edits[0], &span))
                .map(|(at, fix)| (*at, fix.description.clone()))
                .collect();
            done.sort_by_key(|(at, _)| (at.line, at.column));
            let own = edits.iter().copied().filter(|edit| within(edit, &span));
            Step { done, old: shown(lines), new: shown(&diagnostic::apply(lines, span.start, own)) }
        })
        .collect()
}

#[cfg(test)]
mod tests;
