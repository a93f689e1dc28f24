//! The Atom feed, the sitemap and `robots.txt`: what readers' and crawlers' programs ask for.
//!
//! The two XML files are templates; here stands what they show. Everything is dated by the notes,
//! never by the clock.

use serde::Serialize;

use crate::catalog::{NoteIx, Subject};
use crate::date::Day;
use crate::markdown;
use crate::note::Status;
use crate::plan::Plan;
use crate::render::views::Scene;

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
fn day(scene: &Scene, note: NoteIx) -> Day {
    scene.changed[note].unwrap_or(scene.notes[note].meta.last_verified)
}

/// Returns the feed of the newest notes.
pub fn feed(scene: &Scene) -> FeedView {
    let base = &scene.site.base;
    let absolute = |href: String| base.absolute(&href).unwrap_or(href);
    let mut notes: Vec<NoteIx> = (0..scene.notes.len()).collect();
    notes.sort_by(|a, b| day(scene, *b).cmp(&day(scene, *a)).then_with(|| a.cmp(b)));
    notes.truncate(ENTRIES);
    let updated = notes.first().map_or(scene.today, |note| day(scene, *note));
    let home = absolute(base.href(&scene.route(Subject::Home)));
    FeedView {
        title: xml(&scene.site.title),
        subtitle: scene.site.description.as_deref().map(xml),
        own: absolute(base.file_href("feed.xml")),
        id: home.clone(),
        home,
        updated: rfc3339(updated),
        author: xml(scene.site.publisher.as_ref().unwrap_or(&scene.site.title)),
        entries: notes.into_iter().map(|note| entry(scene, note)).collect(),
    }
}

fn entry(scene: &Scene, note: NoteIx) -> EntryView {
    let meta = &scene.notes[note].meta;
    let facets = &scene.facets[note];
    let href = scene.site.base.href(&scene.route(Subject::Note(note)));
    let href = scene.site.base.absolute(&href).unwrap_or(href);
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
        updated: rfc3339(day(scene, note)),
        published: None,
        summary: xml(&summary),
        status: meta.status.word(),
        lang: meta.lang.as_ref().unwrap_or(&scene.site.lang).clone(),
        categories: facets.clients.iter().map(|i| xml(&scene.clients[*i].thing.title)).collect(),
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
pub fn sitemap(scene: &Scene, plan: &Plan) -> Vec<UrlView> {
    let newest = |notes: &[NoteIx]| notes.iter().map(|note| day(scene, *note)).max();
    let all = newest(&scene.newest);
    let mut urls: Vec<UrlView> = plan
        .pages
        .iter()
        .map(|page| {
            let lastmod = match page.subject {
                Subject::Note(i) => Some(day(scene, i)),
                Subject::Client(i) => newest(&scene.clients[i].notes),
                Subject::Capability(i) => newest(&scene.capabilities[i].notes),
                Subject::Revision(i) => newest(&scene.revisions[i].notes),
                Subject::Kind(i) => newest(&scene.kinds[i].notes),
                Subject::Status(s) => scene.statuses.iter().find(|t| t.thing == s).and_then(|t| newest(&t.notes)),
                Subject::Page(i) => scene.pages[i].updated,
                _ => all,
            };
            let href = scene.site.base.href(&page.route);
            UrlView {
                loc: scene.site.base.absolute(&href).unwrap_or(href),
                lastmod: lastmod.map(|day| day.to_string()),
            }
        })
        .collect();
    urls.sort_by(|a, b| a.loc.cmp(&b.loc));
    urls
}

/// Returns `robots.txt`: everything may be read.
pub fn robots(scene: &Scene) -> String {
    let base = &scene.site.base;
    let mut text = "User-agent: *\nAllow: /\n".to_owned();
    if let Some(sitemap) = base.absolute(&base.file_href("sitemap.xml")) {
        text.push_str(&format!("\nSitemap: {sitemap}\n"));
    }
    text
}
