//! What templates and twins see of the catalog: small structs of their own, made for one page.
//!
//! Everything in a view is text, a number, a flag or a list of such; links are finished, titles come
//! as plain text and as HTML. Twins and JSON are written from the same views as the pages, so they
//! cannot differ. It must not know templates or files.

mod chrome;
mod lists;
mod note;

use serde::Serialize;

use crate::catalog::{Catalog, Subject};
use crate::markdown;
use crate::note::Status;

pub use chrome::{PageView, SiteView, not_found, page, redirect, site};
pub use lists::{
    CapabilityView, CitingView, ClientView, ClientsRow, GroupView, HomeView, KindView, LifeStep, ListView, ProseView,
    RepositoryView, RevisionView, SourceFileView, SourcesView, StatusView, SurfaceView, TermRow, capabilities,
    capability, client, clients, home, kind, kinds, list, plain_page, revision, revisions, sources, status, statuses,
};
pub use note::{
    BacklinkView, BannerView, CitationView, HeadingView, LineView, NoteView, RelatedView, backlinks, citation,
    contents, note, prose,
};

/// A link: where to and what it says.
#[derive(Debug, Clone, Serialize)]
pub struct LinkView {
    /// The id of the thing.
    pub id: String,
    /// Plain text.
    pub title: String,
    /// The title as HTML, code in `<code>`.
    pub title_html: String,
    /// Under the base path.
    pub href: String,
    /// The Markdown twin, under the base path.
    pub twin: String,
}

/// A note in a list.
#[derive(Debug, Clone, Serialize)]
pub struct RowView {
    /// The note.
    pub link: LinkView,
    /// Plain text.
    pub summary: String,
    /// Its kind.
    pub kind: Option<LinkView>,
    /// The clients that it speaks of.
    pub clients: Vec<LinkView>,
    /// Its status.
    pub status: StatusRef,
    /// `YYYY-MM-DD`
    pub verified: String,
    /// Verified too long ago.
    pub stale: bool,
    /// BCP 47 tag, where it differs from the site's.
    pub lang: Option<String>,
}

/// A status in words.
#[derive(Debug, Clone, Serialize)]
pub struct StatusRef {
    /// `current`, `disputed`, …
    pub id: &'static str,
    /// Capitalised.
    pub title: String,
    /// Its page.
    pub href: String,
}

/// Returns the link to the page about a subject.
pub fn link(catalog: &Catalog, subject: Subject) -> LinkView {
    let route = catalog.route(subject);
    let title = catalog.title(subject);
    let id = route.as_str().rsplit('/').next().unwrap_or_default().to_owned();
    LinkView {
        id,
        title: markdown::plain(title),
        title_html: markdown::inline_code(title),
        href: catalog.site.base.href(&route),
        twin: catalog.site.base.twin_href(&route),
    }
}

/// Returns a note as it stands in lists.
pub fn row(catalog: &Catalog, note: usize) -> RowView {
    let meta = &catalog.notes[note].meta;
    let facets = &catalog.facets[note];
    RowView {
        link: link(catalog, Subject::Note(note)),
        summary: meta.summary.clone(),
        kind: facets.kind.map(|i| {
            let kind = &catalog.kinds[i].thing;
            LinkView {
                title: kind.title.clone(),
                title_html: markdown::inline_code(&kind.title),
                ..link(catalog, Subject::Kind(i))
            }
        }),
        clients: facets.clients.iter().map(|i| link(catalog, Subject::Client(*i))).collect(),
        status: status_ref(catalog, meta.status),
        verified: meta.last_verified.to_string(),
        stale: meta.stale,
        lang: meta.lang.clone().filter(|lang| *lang != catalog.site.lang),
    }
}

/// Returns a status with its page.
pub fn status_ref(catalog: &Catalog, status: Status) -> StatusRef {
    let href = catalog.site.base.href(&catalog.route(Subject::Status(status)));
    StatusRef { id: status.word(), title: capitalised(status.word()), href }
}

/// Returns a word with its first letter in upper case.
pub fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Returns `1 note`, `2 notes`.
pub fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
