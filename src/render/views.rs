//! What templates and twins see of the catalog: small structs of their own, made for one page.
//!
//! Everything in a view is text, a number, a flag or a list of such; links are finished, titles come
//! as plain text and as HTML. Twins and JSON are written from the same views as the pages, so they
//! cannot differ. It must not know templates or files.

mod cells;
mod chrome;
mod claims;
mod filter;
mod ledes;
mod lists;
mod note;
mod pictures;
mod queues;
mod sources;

use std::ops::{Deref, Range};

use rayon::prelude::*;
use serde::Serialize;

use crate::catalog::{Catalog, NoteIx, Subject, Target};
use crate::hash::Table;
use crate::markdown;
use crate::note::Status;
use crate::render::templates::Prepared;
use crate::route::encode_fragment;

pub use cells::{
    CellView, CountView, LegendView, MatrixClient, MatrixGroup, MatrixRow, MatrixView, SupportGroup, SupportRow,
    VerdictView, capability_support, cell, client_support, counts, matrix,
};
pub use chrome::{PageView, SiteView, description, not_found, page, redirect, site};
pub use claims::{BreakdownRow, CellPageView, ClaimGroup, ClaimLink, ClaimView, StepView, cell_page, claim, claims};
pub use filter::filter;
pub use lists::{
    CapabilityView, ClientView, ClientsRow, GroupView, HomeView, KindView, LifeStep, ListView, ProseView, RevisionView,
    StatusView, SurfaceView, capabilities, capability, client, clients, home, kind, kinds, list, plain_page, revision,
    revisions, status, statuses, unsearched,
};
pub use note::{
    BacklinkView, BannerView, CitationView, HeadingView, LineView, NoteView, RelatedView, backlinks, citation,
    contents, lines, note, prose,
};
pub use pictures::{
    LifeMark, LifeSpan, LifeView, MiniView, NeighbourView, NeighbourhoodView, ShapeView, mini, neighbourhood,
};
pub use queues::{
    CellRef, DisputedCell, DisputedNote, DisputedView, GapRow, GapsView, MissingView, NotedGroup, PlaceView, StaleRow,
    StaleView, disputed, gaps, stale,
};
pub use sources::{
    Cited, CitingView, OwnerView, RepositoryView, SourceFileView, SourcesView, cited, sources, without_scheme,
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
    /// The title as Markdown.
    #[serde(skip)]
    pub markdown: String,
    /// Under the base path.
    pub href: String,
    /// The Markdown twin, under the base path.
    pub twin: String,
    /// BCP 47 tag of the title, where it differs from the site's.
    pub lang: Option<String>,
}

/// A note in a list.
#[derive(Debug, Clone, Serialize)]
pub struct RowView {
    /// The note.
    pub link: Link,
    /// Plain text.
    pub summary: String,
    /// Its kind.
    pub kind: Option<Link>,
    /// The clients that it speaks of.
    pub clients: Vec<Link>,
    /// Its status.
    pub status: Prepared<StatusRef>,
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

/// A link, prepared once for all pages.
pub type Link = Prepared<LinkView>;
/// A note in a list, prepared once for all pages.
pub type Row = Prepared<RowView>;

/// The catalog with what many pages show of it.
#[derive(Debug)]
pub struct Scene {
    catalog: Catalog,
    links: Table<Subject, Link>,
    /// By kind: titled for one.
    kind_links: Vec<Link>,
    /// In the order of [`Status::ALL`].
    status_refs: Vec<Prepared<StatusRef>>,
    /// The owners of what is cited, each with a range of the catalog's repositories.
    owners: Vec<(String, Range<usize>)>,
    /// By note.
    rows: Vec<Row>,
}

impl Deref for Scene {
    type Target = Catalog;

    fn deref(&self) -> &Catalog {
        &self.catalog
    }
}

impl Scene {
    /// Prepares what many pages show.
    pub fn new(catalog: Catalog) -> Scene {
        // A status without notes has no page, and yet a name.
        let named = Status::ALL.iter().map(|status| Subject::Status(*status));
        let subjects: Vec<Subject> = catalog.subjects().into_iter().chain(named).collect();
        let links = subjects.into_par_iter().map(|it| (it, Prepared::new(link_view(&catalog, it)))).collect();
        let kinds = catalog.kinds.iter().enumerate().map(|(i, term)| {
            let title = &term.thing.title;
            let link = link_view(&catalog, Subject::Kind(i));
            let markdown = markdown::literal_title(title, false);
            let (title, title_html) = (markdown::plain(title), markdown::inline_code(title));
            Prepared::new(LinkView { title, title_html, markdown, ..link })
        });
        let kind_links = kinds.collect();
        let owners = sources::owners(&catalog);
        let mut scene = Scene { catalog, links, kind_links, status_refs: Vec::new(), owners, rows: Vec::new() };
        let status = |status: &Status| {
            let href = scene.link(Subject::Status(*status)).href.clone();
            Prepared::new(StatusRef { id: status.word(), title: capitalised(status.word()), href })
        };
        scene.status_refs = Status::ALL.iter().map(status).collect();
        let rows = (0..scene.notes.len()).into_par_iter().map(|note| Prepared::new(row_view(&scene, note)));
        scene.rows = rows.collect();
        scene
    }

    /// Returns the link to the page about a subject.
    ///
    /// # Panics
    /// If it is neither a page of the site nor a status.
    pub fn link(&self, subject: Subject) -> &Link {
        &self.links[&subject]
    }

    /// Returns a note as it stands in lists.
    pub fn row(&self, note: NoteIx) -> &Row {
        &self.rows[note]
    }

    /// Returns a kind, titled for one.
    pub fn kind(&self, kind: usize) -> Link {
        self.kind_links[kind].clone()
    }

    /// Returns a status with its page.
    ///
    /// # Panics
    /// Never: each status is among [`Status::ALL`].
    pub fn status(&self, status: Status) -> &Prepared<StatusRef> {
        let index = Status::ALL.iter().position(|other| *other == status).expect("all are there");
        &self.status_refs[index]
    }

    /// Returns the address that a link of the text of `from` leads to; with `twin`, as the Markdown
    /// twin writes it.
    pub fn address(&self, target: &Target, from: Subject, twin: bool) -> String {
        match target {
            Target::Page(subject, Some(fragment)) if !twin && *subject == from => {
                format!("#{}", encode_fragment(fragment))
            }
            _ => self.address_from_anywhere(target, twin),
        }
    }

    /// Returns the address of a target as every page may write it.
    pub fn address_from_anywhere(&self, target: &Target, twin: bool) -> String {
        match target {
            Target::Page(subject, fragment) => {
                let link = &self.links[subject];
                let address = if twin { &link.twin } else { &link.href };
                match fragment {
                    Some(fragment) => format!("{address}#{}", encode_fragment(fragment)),
                    None => address.clone(),
                }
            }
            Target::File(path, suffix) => format!("{}{suffix}", self.site.base.file_href(path)),
            Target::Broken => String::new(),
        }
    }
}

fn link_view(catalog: &Catalog, subject: Subject) -> LinkView {
    let route = catalog.route(subject);
    let title = catalog.title(subject);
    LinkView {
        id: route.as_str().rsplit('/').next().unwrap_or_default().to_owned(),
        title: markdown::plain(&title),
        title_html: markdown::inline_code(&title),
        markdown: markdown::literal_title(&title, false),
        href: catalog.site.base.href(&route),
        twin: catalog.site.base.twin_href(&route),
        lang: lang(catalog, subject).filter(|lang| *lang != catalog.site.lang).map(str::to_owned),
    }
}

/// Returns the language of a page's own text, where it is given.
fn lang(catalog: &Catalog, subject: Subject) -> Option<&str> {
    match subject {
        Subject::Note(i) => catalog.notes[i].meta.lang.as_deref(),
        Subject::Page(i) => catalog.pages[i].lang.as_deref(),
        Subject::Home => catalog.home_page().and_then(|i| catalog.pages[i].lang.as_deref()),
        _ => None,
    }
}

fn row_view(scene: &Scene, note: NoteIx) -> RowView {
    let meta = &scene.notes[note].meta;
    let facets = &scene.facets[note];
    RowView {
        link: scene.link(Subject::Note(note)).clone(),
        summary: meta.summary.clone(),
        kind: facets.kind.map(|i| scene.kind(i)),
        clients: facets.clients.iter().map(|i| scene.link(Subject::Client(*i)).clone()).collect(),
        status: scene.status(meta.status).clone(),
        verified: meta.last_verified.to_string(),
        stale: meta.stale,
        lang: scene.link(Subject::Note(note)).lang.clone(),
    }
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
