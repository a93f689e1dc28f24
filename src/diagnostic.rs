//! A problem with content, as a value.
//!
//! Every stage returns what it made together with the [`Diagnostic`]s that it found; nothing here
//! prints, stops or decides an exit code. How a diagnostic looks is the business of `report`.
//! It must not know: notes, pages, the disk, the terminal.

mod code;
pub mod explanation;
mod fix;
mod source;

use std::sync::Arc;

pub use code::Code;
pub use fix::{Edit, Fix, apply};
pub use source::{Place, Position, Source};

/// How grave a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The site cannot be built until it is mended.
    Error,
    /// The site is built; `--strict` refuses it.
    Warning,
}

impl Severity {
    /// Returns the word that stands in messages.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// One finding: what is wrong, where, and how to go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Names the rule that was broken.
    pub code: Code,
    /// Error or warning; usually the code's own.
    pub severity: Severity,
    /// The file and the characters at fault.
    pub place: Place,
    /// One sentence without a full stop. A finding in front matter begins with the dotted field in
    /// backticks: `` `sources[0].commit`: … ``.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// What mends it, where there is nothing to decide.
    pub fix: Option<Box<Fix>>,
}

impl Diagnostic {
    /// Returns a diagnostic of the code's own severity.
    pub fn new(code: Code, place: Place, message: impl Into<String>) -> Self {
        Diagnostic { code, severity: code.severity(), place, message: message.into(), help: None, fix: None }
    }

    /// Returns the same diagnostic with a help line.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Returns the dotted field that the message begins with, of a finding in front matter or a registry.
    pub fn field(&self) -> Option<&str> {
        let (field, _) = self.message.strip_prefix('`')?.split_once("`: ")?;
        let is_field = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '[' | ']');
        field.chars().all(is_field).then_some(field)
    }

    /// Tells whether the site may not be published with it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    fn key(&self) -> (&str, u32, u32, Code, &str) {
        (&self.place.path, self.place.line, self.place.column, self.code, &self.message)
    }
}

/// Sorts by path, line and column, and drops exact repeats.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| a.key().cmp(&b.key()));
    diagnostics.dedup();
}

/// A value together with what was found while it was made.
#[derive(Debug, Clone)]
pub struct Checked<T> {
    /// What was made; with errors, as far as it could be.
    pub value: T,
    /// In the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Returns `text` with control characters made visible (`U+001B`), for messages that quote content.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let hidden = c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
        if hidden {
            out.push_str(&format!("U+{:04X}", c as u32));
        } else {
            out.push(c);
        }
    }
    out
}

/// A path from the site's root, with `/`; shared by all that was read from the file.
pub type FilePath = Arc<str>;
