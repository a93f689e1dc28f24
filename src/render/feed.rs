//! The Atom feed, the sitemap and `robots.txt`: what readers' and crawlers' programs ask for.
//!
//! The two XML files are templates; here stands what they show. Everything is dated by the notes,
//! never by the clock.

use serde::Serialize;

use crate::catalog::{Catalog, NoteIx, Subject};
use crate::date::Day;
use crate::markdown;
use crate::note::Status;
use crate::plan::Plan;

/// How many entries the feed has at most.
const ENTRIES: usize = 50;

/// The feed.
#[derive(Debug, Serialize)]
pub struct FeedView {
    title: String,
    subtitle: Option<String>,
    /// Absolute address of the feed.
    #[serde(rename = "self")]
    own: String,
    home: String,
    id: String,
    updated: String,
    author: String,
    entries: Vec<EntryView>,
}

#[derive(Debug, Serialize)]
struct EntryView {
    title: String,
    href: String,
    id: String,
    updated: String,
    published: Option<String>,
    summary: String,
    status: &'static str,
    lang: String,
    categories: Vec<String>,
}

/// An address of the sitemap.
#[derive(Debug, Serialize)]
pub struct UrlView {
    loc: String,
    lastmod: Option<String>,
}

/// Returns the day that a note is dated by: of its last change, else of its verification.
fn day(catalog: &Catalog, note: NoteIx) -> Day {
    catalog.changed[note].unwrap_or(catalog.notes[note].meta.last_verified)
}

/// Returns the feed of the newest notes.
pub fn feed(catalog: &Catalog) -> FeedView {
    let base = &catalog.site.base;
    let absolute = |href: String| base.absolute(&href).unwrap_or(href);
    let mut notes: Vec<NoteIx> = (0..catalog.notes.len()).collect();
    notes.sort_by(|a, b| day(catalog, *b).cmp(&day(catalog, *a)).then_with(|| a.cmp(b)));
    notes.truncate(ENTRIES);
    let updated = notes.first().map_or(catalog.today, |note| day(catalog, *note));
    let home = absolute(base.href(&catalog.route(Subject::Home)));
    FeedView {
        title: xml(&catalog.site.title),
        subtitle: catalog.site.description.as_deref().map(xml),
        own: absolute(base.file_href("feed.xml")),
        id: home.clone(),
        home,
        updated: rfc3339(updated),
        author: xml(catalog.site.publisher.as_ref().unwrap_or(&catalog.site.title)),
        entries: notes.into_iter().map(|note| entry(catalog, note)).collect(),
    }
}

fn entry(catalog: &Catalog, note: NoteIx) -> EntryView {
    let meta = &catalog.notes[note].meta;
    let facets = &catalog.facets[note];
    let href = catalog.site.base.href(&catalog.route(Subject::Note(note)));
    let href = catalog.site.base.absolute(&href).unwrap_or(href);
    let title = markdown::plain(&meta.title);
    let news = matches!(meta.status, Status::Superseded | Status::Disputed | Status::Retracted);
    let mut summary = meta.summary.clone();
    if let Some(reason) = &meta.status_reason {
        summary = format!("{} ({}: {reason})", summary, super::views::capitalised(meta.status.word()));
    }
    EntryView {
        title: xml(&if news { format!("[{}] {title}", meta.status.word()) } else { title }),
        id: href.clone(),
        href,
        updated: rfc3339(day(catalog, note)),
        published: None,
        summary: xml(&summary),
        status: meta.status.word(),
        lang: meta.lang.as_ref().unwrap_or(&catalog.site.lang).clone(),
        categories: facets.clients.iter().map(|i| xml(&catalog.clients[*i].thing.title)).collect(),
    }
}

fn rfc3339(day: Day) -> String {
    format!("{day}T00:00:00Z")
}

/// Takes out what may not stand in XML even escaped; control characters cannot be in a note.
fn xml(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}') && (*c >= ' ' || matches!(c, '\t' | '\n'))).collect()
}

/// Returns every page's address, by address, each with the day of its newest note.
pub fn sitemap(catalog: &Catalog, plan: &Plan) -> Vec<UrlView> {
    let newest = |notes: &[NoteIx]| notes.iter().map(|note| day(catalog, *note)).max();
    let all = newest(&catalog.newest);
    let mut urls: Vec<UrlView> = plan
        .pages
        .iter()
        .map(|page| {
            let lastmod = match page.subject {
                Subject::Note(i) => Some(day(catalog, i)),
                Subject::Client(i) => newest(&catalog.clients[i].notes),
                Subject::Capability(i) => newest(&catalog.capabilities[i].notes),
                Subject::Revision(i) => newest(&catalog.revisions[i].notes),
                Subject::Kind(i) => newest(&catalog.kinds[i].notes),
                Subject::Status(s) => catalog.statuses.iter().find(|t| t.thing == s).and_then(|t| newest(&t.notes)),
                Subject::Page(i) => catalog.pages[i].updated,
                _ => all,
            };
            let href = catalog.site.base.href(&page.route);
            UrlView {
                loc: catalog.site.base.absolute(&href).unwrap_or(href),
                lastmod: lastmod.map(|day| day.to_string()),
            }
        })
        .collect();
    urls.sort_by(|a, b| a.loc.cmp(&b.loc));
    urls
}

/// Returns `robots.txt`: everything may be read.
pub fn robots(catalog: &Catalog) -> String {
    let base = &catalog.site.base;
    let mut text = "User-agent: *\nAllow: /\n".to_owned();
    if let Some(sitemap) = base.absolute(&base.file_href("sitemap.xml")) {
        text.push_str(&format!("\nSitemap: {sitemap}\n"));
    }
    text
}
