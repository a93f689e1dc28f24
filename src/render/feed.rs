//! The Atom feeds: of all notes, of those on a client, of those on a capability.
//!
//! A feed is a template; here stands what it shows. Everything is dated by the notes, never by the
//! clock. A note that no longer simply holds says so in its title, so that a change of status is news.
//! It must not know which feeds there are.

use serde::Serialize;

use crate::catalog::{NoteIx, Subject};
use crate::date::Day;
use crate::markdown;
use crate::note::Status;
use crate::plan::feed_file;
use crate::render::views::{Link, Scene, capitalised};
use crate::render::xml;

/// How many entries a feed has at most.
const ENTRIES: usize = 50;
/// The date of a feed without entries, which must have one.
const NEVER: &str = "1970-01-01T00:00:00Z";

/// A feed.
#[derive(Debug, Serialize)]
pub struct FeedView {
    title: String,
    subtitle: Option<String>,
    /// Absolute address of the feed.
    #[serde(rename = "self")]
    own: String,
    /// Absolute address of the home page, with a final slash.
    home: String,
    /// Absolute address of the page that the feed belongs to.
    page: String,
    id: String,
    updated: String,
    author: String,
    entries: Vec<EntryView>,
}

#[derive(Debug, Serialize)]
struct EntryView {
    title: String,
    href: String,
    twin: String,
    id: String,
    updated: String,
    summary: String,
    lang: String,
    categories: Vec<CategoryView>,
}

#[derive(Debug, Serialize)]
struct CategoryView {
    term: String,
    /// The list that the term is of, below the home page.
    scheme: &'static str,
    label: String,
}

/// Returns the day that a note is dated by: of its last change, else of its verification.
pub fn day(scene: &Scene, note: NoteIx) -> Day {
    scene.changed[note].unwrap_or(scene.notes[note].meta.last_verified)
}

/// Returns the feed of the newest notes: of all for the home page, else of those on the subject.
pub fn feed(scene: &Scene, subject: Subject) -> FeedView {
    let mut notes = scene.listed(subject).unwrap_or(&scene.newest).to_vec();
    notes.sort_by(|a, b| day(scene, *b).cmp(&day(scene, *a)).then_with(|| a.cmp(b)));
    notes.truncate(ENTRIES);
    let link = scene.link(subject);
    let of_all = subject == Subject::Home;
    let title = if of_all { scene.site.title.clone() } else { format!("{} · {}", link.title, scene.site.title) };
    let page = absolute(scene, &link.href);
    FeedView {
        title: xml::text(&title),
        subtitle: scene.site.description.as_deref().filter(|_| of_all).map(xml::text),
        own: feed_file(scene, subject).map_or_else(String::new, |it| absolute(scene, &scene.site.base.file_href(&it))),
        home: absolute(scene, &scene.link(Subject::Home).href),
        id: page.clone(),
        page,
        updated: notes.first().map_or_else(|| NEVER.to_owned(), |note| rfc3339(day(scene, *note))),
        author: xml::text(scene.site.publisher.as_ref().unwrap_or(&scene.site.title)),
        entries: notes.into_iter().map(|note| entry(scene, note)).collect(),
    }
}

fn absolute(scene: &Scene, href: &str) -> String {
    scene.site.base.absolute(href).unwrap_or_else(|| href.to_owned())
}

fn entry(scene: &Scene, note: NoteIx) -> EntryView {
    let meta = &scene.notes[note].meta;
    let facets = &scene.facets[note];
    let link = scene.link(Subject::Note(note));
    let href = absolute(scene, &link.href);
    let title = markdown::plain(&meta.title);
    let news = matches!(meta.status, Status::Superseded | Status::Disputed | Status::Retracted);
    let status = capitalised(meta.status.word());
    let mut summary = meta.summary.clone();
    if let Some(reason) = &meta.status_reason {
        summary = format!("{summary} ({status}: {reason})");
    }
    let category =
        |scheme, link: &Link| CategoryView { term: xml::text(&link.id), scheme, label: xml::text(&link.title) };
    let mut categories = vec![CategoryView { term: meta.status.word().to_owned(), scheme: "statuses", label: status }];
    categories.extend(facets.clients.iter().map(|i| category("clients", scene.link(Subject::Client(*i)))));
    let capabilities = facets.capabilities.iter();
    categories.extend(capabilities.map(|i| category("capabilities", scene.link(Subject::Capability(*i)))));
    EntryView {
        title: xml::text(&if news { format!("[{}] {title}", meta.status.word()) } else { title }),
        id: href.clone(),
        href,
        twin: absolute(scene, &link.twin),
        updated: rfc3339(day(scene, note)),
        summary: xml::text(&summary),
        lang: meta.lang.as_ref().unwrap_or(&scene.site.lang).clone(),
        categories,
    }
}

fn rfc3339(day: Day) -> String {
    format!("{day}T00:00:00Z")
}
