//! A plain page by itself: `notes/about.md`, or `notes/index.md`, the prose of the home page.
//!
//! It must not know other pages.

use crate::date::{DAY, Day};
use crate::diagnostic::{Code, Diagnostic, Source, visible};
use crate::manuscript::{self, Manuscript};
use crate::markdown;
use crate::note;
use crate::registry::client::{LANG, aliases, check_lang};
use crate::registry::{IdRule, SLUG};
use crate::shape::{Field, Shape, Table};
use crate::slug;
use crate::yaml::{FRONT_MATTER_LIMIT, Path, Reader, Yaml};

/// A page without claims or sources.
#[derive(Debug, Clone)]
pub struct Page {
    /// Its address below the site: `about`, `docs/links`; empty for `notes/index.md`.
    pub route: String,
    /// Its title.
    pub title: String,
    /// One sentence.
    pub summary: Option<String>,
    /// BCP 47 tag.
    pub lang: Option<String>,
    /// Former addresses of the same folder.
    pub aliases: Vec<String>,
    /// The day of its last change, where the author gives it.
    pub updated: Option<Day>,
    /// Its text.
    pub manuscript: Manuscript,
}

/// What a plain page's front matter may hold.
pub const PAGE: Table = Table {
    about: "A plain page: a file `notes/<path>.md` outside `research/` and `clients/`; `notes/index.md` is the text of the home page.",
    fields: &[
        Field::required("title", Shape::Text, "The page's title. Backticks mark code."),
        Field::optional("summary", Shape::Text, "One sentence on what the page tells."),
        Field::optional("lang", Shape::Form(&LANG), "The language of the page, where it differs from the site's."),
        Field::optional(
            "aliases",
            Shape::List(&Shape::Form(&SLUG)),
            "Former names in the same folder; each redirects.",
        ),
        Field::optional(
            "updated",
            Shape::Form(&DAY),
            "The day of the last change; default: what git says. Not in the future.",
        ),
        Field::optional("canonical", Shape::Ignored, note::MADE_ANEW),
        Field::optional("last-updated", Shape::Ignored, note::MADE_ANEW),
    ],
};
/// Ids that a page uses itself.
pub const PAGE_IDS: &[&str] = &["main", "contents", "referenced-by", "search", "newest", "changed"];

/// Reads a plain page; `route` is its path under `notes/` without `.md`.
pub fn read(source: Source, route: &str, options: note::Options) -> (Option<Page>, Vec<Diagnostic>) {
    let split = match manuscript::split(&source) {
        Ok(split) => split,
        Err(diagnostic) => return (None, vec![diagnostic]),
    };
    let route = if route == "index" { "" } else { route };
    let mut found = Vec::new();
    if let Some(part) =
        route.split('/').find(|part| !route.is_empty() && slug::check_inferred(part).is_err() || *part == "index")
    {
        let message = format!("`{}` cannot be part of an address", visible(part));
        let place = source.place(0..3);
        found.push(
            Diagnostic::new(Code::InvalidId, place, message)
                .help("each part of an address is a file's or folder's name, and none is `index`"),
        );
    }
    let yaml = match Yaml::read(&source, split.front.clone(), FRONT_MATTER_LIMIT) {
        Ok(yaml) => yaml,
        Err(faults) => return (None, faults),
    };
    let mut reader = Reader::new(&yaml);
    let root = Path::Root;
    let Some(fields) = reader.fields(yaml.root(), &root, &PAGE) else { return (None, reader.found) };
    let title = markdown::one_line(fields.prose(&mut reader, "title").unwrap_or(route));
    let summary = fields.prose(&mut reader, "summary").map(str::to_owned);
    let lang = fields.text(&mut reader, "lang").map(str::to_owned);
    if let Some(lang) = &lang {
        check_lang(&mut reader, &Path::Key(&root, "lang"), lang);
    }
    let stem = route.rsplit('/').next().unwrap_or(route).to_owned();
    let aliases = aliases(&mut reader, &fields, &stem, IdRule::Slug);
    let updated = note::date(&mut reader, &fields, "updated", options);
    found.append(&mut reader.found);
    let body = manuscript::trim_blank_lines(&source.text, split.rest);
    let markdown_options = markdown::Options { highlight: options.highlight, reserved_ids: PAGE_IDS };
    drop(yaml);
    let (manuscript, findings) = Manuscript::new(source, split.front, body, markdown_options);
    found.extend(findings);
    (Some(Page { route: route.to_owned(), title, summary, lang, aliases, updated, manuscript }), found)
}
