//! The only door to tera: the built-in templates, the site's own, and what a fault in one looks like.
//!
//! A site's `templates/x.html` takes the place of the built-in one of that name, and may extend it as
//! `builtin/x.html`. It must not know what a page shows.

use std::collections::BTreeMap;
use std::sync::Arc;

use include_dir::{Dir, include_dir};
use serde::Serialize;
use tera::{ErrorKind, Tera};

use crate::corpus::{self, File};
use crate::diagnostic::{Code, Diagnostic, Place, Source};
use crate::markdown;

static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// Prefix of a built-in template whose place the site's own takes.
const BUILTIN: &str = "builtin/";

/// Templates, compiled once.
#[derive(Debug)]
pub struct Templates {
    tera: Tera,
    /// The texts of the site's own, for the places of faults in them.
    own: Vec<Source>,
}

/// A view that many pages show: it is made, and turned into what templates work on, once.
#[derive(Debug)]
pub struct Prepared<T>(Arc<(T, tera::Value)>);

impl<T: Serialize> Prepared<T> {
    /// Prepares a view.
    pub fn new(view: T) -> Prepared<T> {
        let value = tera::Value::from_serializable(&view);
        Prepared(Arc::new((view, value)))
    }
}

impl<T> Clone for Prepared<T> {
    fn clone(&self) -> Self {
        Prepared(Arc::clone(&self.0))
    }
}

impl<T> std::ops::Deref for Prepared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.0
    }
}

impl<T> Serialize for Prepared<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.1.serialize(serializer)
    }
}

/// What a template sees.
#[derive(Debug, Default, Clone)]
pub struct Context(tera::Context);

impl Context {
    /// Returns an empty context.
    pub fn new() -> Context {
        Context::default()
    }

    /// Returns the context with one more name.
    pub fn with(mut self, name: &'static str, value: &(impl Serialize + ?Sized)) -> Context {
        self.0.insert(name, value);
        self
    }
}

impl Templates {
    /// Compiles the built-in templates and a site's own.
    ///
    /// # Errors
    /// A diagnostic for each of the site's templates that is no text or that cannot be parsed.
    pub fn load(own: &[File]) -> Result<Templates, Vec<Diagnostic>> {
        let mut tera = Tera::new();
        tera.register_filter("unbroken", |text: &str, _: tera::Kwargs, _: &tera::State<'_>| unbroken(text));
        let mut found = Vec::new();
        let mut sources = Vec::new();
        let mut texts: BTreeMap<String, String> = BTreeMap::new();
        for file in own {
            let name = file.path.strip_prefix("templates/").unwrap_or(&file.path);
            if !(name.ends_with(".html") || name.ends_with(".xml")) {
                continue;
            }
            match corpus::text(file.clone()) {
                Ok(source) => {
                    texts.insert(name.to_owned(), source.text.clone());
                    sources.push(source);
                }
                Err(faults) => found.extend(faults),
            }
        }
        found.extend(sources.iter().filter_map(lacking));
        if !found.is_empty() {
            return Err(found);
        }
        for file in BUILT_IN.files() {
            let name = file.path().to_str().expect("built-in names are ASCII");
            let text = file.contents_utf8().expect("built-in templates are UTF-8");
            let full = format!("{BUILTIN}{name}");
            // Few sites name any by its full name, and each name is compiled by itself.
            if sources.iter().any(|own| own.text.contains(&full)) {
                texts.entry(full).or_insert_with(|| text.to_owned());
            }
            texts.entry(name.to_owned()).or_insert_with(|| text.to_owned());
        }
        match tera.add_raw_templates(texts.iter().map(|(name, text)| (name.as_str(), text.as_str()))) {
            Ok(()) => Ok(Templates { tera, own: sources }),
            Err(error) => Err(vec![fault(&error, &sources)]),
        }
    }

    /// Makes a value known to every template.
    pub fn share(&mut self, name: &'static str, value: &impl Serialize) {
        self.tera.global_context().insert(name, value);
    }

    /// Renders a template that is part of pages.
    ///
    /// # Errors
    /// A diagnostic at the place in the template.
    pub fn text(&self, name: &str, context: &Context) -> Result<String, Diagnostic> {
        let text = self.render(name, context)?;
        Ok(str::from_utf8(&text).expect("a template of text makes text").to_owned())
    }

    /// Renders a template.
    ///
    /// # Errors
    /// A diagnostic at the place in the template.
    pub fn render(&self, name: &str, context: &Context) -> Result<Vec<u8>, Diagnostic> {
        // Most pages fit, so that the text is not moved while it grows.
        let mut out = Vec::with_capacity(24 * 1024);
        match self.tera.render_to(name, &context.0, &mut out) {
            Ok(()) => Ok(out),
            Err(error) => {
                let mut diagnostic = fault(&error, &self.own);
                if diagnostic.place.path.is_empty() {
                    diagnostic.place.path = format!("templates/{name}").into();
                }
                Err(diagnostic)
            }
        }
    }
}

/// Returns a text as HTML in which no day and no revision is broken at the end of a line.
fn unbroken(text: &str) -> String {
    let is_day = |bytes: &[u8]| {
        bytes.iter().enumerate().all(|(i, b)| if matches!(i, 4 | 7) { *b == b'-' } else { b.is_ascii_digit() })
    };
    let words = text.split(' ').map(|word| {
        let html = markdown::escape(word);
        if word.as_bytes().windows(10).any(is_day) { format!("<span class=\"nb\">{html}</span>") } else { html }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The frame of all pages, and the blocks of it that they fill.
const FRAME: (&str, [&str; 4]) = ("templates/base.html", ["content", "page_head", "scripts", "sheet"]);

/// Tells whether a site's own frame lacks a block that pages fill, of which tera says little.
fn lacking(source: &Source) -> Option<Diagnostic> {
    let (path, blocks) = FRAME;
    let has = |block: &&str| {
        let tags = source.text.split("{%").skip(1).map(|tag| tag.trim_start_matches('-').trim_start());
        tags.filter_map(|tag| tag.strip_prefix("block")).any(|name| name.split_whitespace().next() == Some(block))
    };
    let missing: Vec<String> = blocks.iter().filter(|block| !has(block)).map(|block| format!("`{block}`")).collect();
    if *source.path != *path || source.text.contains("extends") || missing.is_empty() {
        return None;
    }
    let message = format!("the template lacks blocks that pages fill: {}", missing.join(", "));
    let help = "add it, or extend `builtin/base.html` and replace only the blocks that differ";
    Some(Diagnostic::new(Code::Template, source.place(0..0), message).help(help))
}

/// Turns an error of tera into a diagnostic at the place in the template.
fn fault(error: &tera::Error, own: &[Source]) -> Diagnostic {
    match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            let path = path(report.filename(), own);
            let span = report.span();
            let (line, column) = (span.start_line.max(1), span.start_col + 1);
            let place = own
                .iter()
                .find(|source| *source.path == *path)
                .map(|source| {
                    let at = Source::offset(&source.text, line, column);
                    source.place(at..at + 1)
                })
                .unwrap_or_else(|| Place {
                    line: u32::try_from(line).unwrap_or(1),
                    column: u32::try_from(column).unwrap_or(1),
                    ..Place::file(path)
                });
            Diagnostic::new(Code::Template, place, one_line(report.message()))
        }
        other => {
            let report = other.to_string();
            if let Some(found) = reported(&report, own) {
                return found;
            }
            let text = one_line(&report);
            // The template at fault is named first, in quotes, before anything of its text is shown.
            let head = report.lines().next().unwrap_or_default();
            let named = own.iter().filter_map(|file| {
                let name = file.path.strip_prefix("templates/").unwrap_or(&file.path);
                let quoted =
                    ['\'', '"', '`'].into_iter().filter_map(|quote| head.find(&format!("{quote}{name}{quote}")));
                Some((quoted.min()?, file))
            });
            let first = named.min_by_key(|(at, _)| *at);
            let path = first.map_or_else(|| "templates".to_owned(), |(_, file)| file.path.to_string());
            Diagnostic::new(Code::Template, Place::file(path), text.replace(BUILTIN, ""))
        }
    }
}

/// Reads the place out of a report that tera gives as text alone: `error: …`, then `--> NAME:LINE:COLUMN`.
fn reported(report: &str, own: &[Source]) -> Option<Diagnostic> {
    let (message, rest) = report.split_once("-->")?;
    let mut place = rest.lines().next()?.trim().rsplitn(3, ':');
    let (column, line, name) = (place.next()?.parse().ok()?, place.next()?.parse().ok()?, place.next()?);
    let path = path(name, own);
    let source = own.iter().find(|source| *source.path == *path)?;
    let at = Source::offset(&source.text, line, column);
    let message = one_line(message.trim().trim_start_matches("error:"));
    Some(Diagnostic::new(Code::Template, source.place(at..at + 1), message))
}

fn one_line(text: &str) -> String {
    crate::diagnostic::visible(text.trim().lines().map(str::trim).collect::<Vec<_>>().join(" ").as_str())
}

/// Returns the path of a template as a site's author knows it.
fn path(name: &str, own: &[Source]) -> String {
    let whole = format!("templates/{name}");
    match name.strip_prefix(BUILTIN) {
        Some(name) if own.iter().all(|source| *source.path != *whole) => format!("templates/{name}"),
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::unbroken;

    #[test]
    fn days_are_kept_whole_and_all_else_is_escaped() {
        assert_eq!(unbroken("a <b> & c"), "a &lt;b&gt; &amp; c");
        assert_eq!(
            unbroken("since (2025-11-25), not 2025-1-25 or 中-文"),
            "since <span class=\"nb\">(2025-11-25),</span> not 2025-1-25 or 中-文"
        );
        assert_eq!(unbroken(""), "");
    }
}
