//! Diagnostics for the log of a GitHub workflow: annotations, which it shows beside the changed lines,
//! and the whole list as Markdown. It must not know where either goes.

use std::fmt::Write;

use crate::diagnostic::{Diagnostic, Severity, visible};
use crate::markdown;

use super::totals;

/// How many annotations of each severity GitHub shows of one step.
const SHOWN: usize = 10;

/// The annotations that are shown, and how many findings have none.
#[derive(Debug)]
pub struct Annotations {
    /// A line for each: errors before warnings, in the order of places.
    pub text: String,
    /// How many have no line.
    pub left: usize,
}

/// Returns as many annotations as GitHub shows; `folder` is where the site lies in the repository:
/// empty, or a path that ends with `/`.
pub fn annotations(diagnostics: &[Diagnostic], folder: &str) -> Annotations {
    let mut text = String::new();
    let mut shown = 0;
    for severity in [Severity::Error, Severity::Warning] {
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).take(SHOWN) {
            annotation(&mut text, diagnostic, folder);
            shown += 1;
        }
    }
    Annotations { text, left: diagnostics.len() - shown }
}

fn annotation(out: &mut String, diagnostic: &Diagnostic, folder: &str) {
    let place = &diagnostic.place;
    let path = property(&format!("{folder}{}", place.path));
    let _ = write!(out, "::{} file={path},line={}", diagnostic.severity.word(), place.line);
    // Columns are understood within one line only.
    let _ = match place.end.line == place.line {
        true => write!(out, ",col={},endColumn={}", place.column, place.end.column),
        false => write!(out, ",endLine={}", place.end.line),
    };
    let _ = write!(out, ",title={}::{}", property(diagnostic.code.name()), data(&diagnostic.message));
    if let Some(help) = &diagnostic.help {
        let _ = write!(out, "%0Ahelp: {}", data(help));
    }
    out.push('\n');
}

/// Returns a text for the part of a command behind `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Returns a text for the value of a command's property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Returns all diagnostics as Markdown; nothing if there is none.
pub fn summary(diagnostics: &[Diagnostic]) -> String {
    let Some(totals) = totals(diagnostics) else { return String::new() };
    let mut out = format!("### fieldnotes: {totals}\n\n| | place | code | finding |\n|---|---|---|---|\n");
    for diagnostic in diagnostics {
        let place = &diagnostic.place;
        let at = format!("{}:{}:{}", visible(&place.path), place.line, place.column);
        let message = cell(&visible(&diagnostic.message));
        let help = diagnostic.help.as_deref().map(|help| format!("<br>{}", cell(&visible(help)))).unwrap_or_default();
        let (word, code) = (diagnostic.severity.word(), diagnostic.code.name());
        let _ = writeln!(out, "| {word} | {} | {code} | {message}{help} |", cell(&at));
    }
    out + "\n"
}

/// Returns words with code between backticks as Markdown for a table.
fn cell(text: &str) -> String {
    markdown::literal_title(text, true)
}
