//! Diagnostics for the log of a GitHub workflow: annotations, which it shows beside the changed lines,
//! and the whole list as Markdown. It must not know where either goes.

use std::fmt::Write;

use crate::diagnostic::{Diagnostic, Severity, visible};
use crate::markdown;

use super::totals;

/// How long a summary may be. GitHub drops one above 1 MiB; the last line needs room too.
pub const LONGEST: usize = 1000 * 1024;
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

/// The diagnostics as Markdown, and how many of them had no room.
#[derive(Debug)]
pub struct Summary {
    /// Empty if there is no diagnostic.
    pub text: String,
    /// How many are left out, which the last line says.
    pub left: usize,
}

/// Returns the diagnostics as Markdown, as many as fit into so many bytes.
pub fn summary(diagnostics: &[Diagnostic], room: usize) -> Summary {
    let Some(totals) = totals(diagnostics) else { return Summary { text: String::new(), left: 0 } };
    let mut out = format!("### fieldnotes: {totals}\n\n| | place | code | finding |\n|---|---|---|---|\n");
    for (i, diagnostic) in diagnostics.iter().enumerate() {
        let place = &diagnostic.place;
        let at = format!("{}:{}:{}", visible(&place.path), place.line, place.column);
        let message = cell(&visible(&diagnostic.message));
        let help = diagnostic.help.as_deref().map(|help| format!("<br>{}", cell(&visible(help)))).unwrap_or_default();
        let (word, code) = (diagnostic.severity.word(), diagnostic.code.name());
        let row = format!("| {word} | {} | {code} | {message}{help} |\n", cell(&at));
        if out.len() + row.len() > room {
            let left = diagnostics.len() - i;
            let _ = writeln!(out, "\n… and {left} more\n");
            return Summary { text: out, left };
        }
        out.push_str(&row);
    }
    out.push('\n');
    Summary { text: out, left: 0 }
}

/// Returns words with code between backticks as Markdown for a table.
fn cell(text: &str) -> String {
    markdown::literal_title(text, true)
}
