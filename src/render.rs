//! One planned file → its bytes.
//!
//! Comes in: the catalog, the plan, the templates. Goes out: a [`Renderer`], which makes the bytes of
//! any planned file when asked, from any thread. It must not know the disk.

mod badge;
mod feed;
mod frame;
mod hosting;
pub mod json;
mod llms;
pub mod permalink;
mod search;
pub mod sheet;
mod sitemap;
mod table;
pub mod templates;
mod twin;
pub mod views;
mod xml;

use std::borrow::Cow;
use std::sync::OnceLock;

use rayon::prelude::*;

use crate::catalog::{Catalog, NoteIx, Subject};
use crate::diagnostic::Diagnostic;
use crate::plan::{Plan, PlannedPage, What};

use frame::Frame;
use templates::{Context, Templates};
use views::{ListView, Scene};

/// What many pages show of each note, made once.
#[derive(Debug)]
struct Rows {
    /// By note: its row in a list of notes, as HTML.
    html: Vec<String>,
    /// By note: its line in a twin's list of notes.
    markdown: Vec<String>,
    /// By note: its entry in a list that tells more, as HTML; made when it is first asked for.
    entries: Vec<OnceLock<Result<String, Diagnostic>>>,
}

/// Makes the files of a site.
#[derive(Debug)]
pub struct Renderer {
    scene: Scene,
    plan: Plan,
    templates: Templates,
    frame: Frame,
    rows: Rows,
    /// Made at the latest when its first part is asked for.
    search: OnceLock<search::Index>,
}

impl Renderer {
    /// Prepares what many pages share.
    ///
    /// # Errors
    /// A fault in the template of a row, told once though every row shows it.
    pub fn new(catalog: Catalog, plan: Plan, mut templates: Templates) -> Result<Renderer, Diagnostic> {
        let scene = Scene::new(catalog);
        let site = views::site(&scene);
        let frame = Frame::new(&site);
        templates.share("site", &site);
        let rows: Vec<(String, String)> = (0..scene.notes.len())
            .into_par_iter()
            .map(|note| {
                let row = scene.row(note);
                let html = templates.text("row.html", &Context::new().with("row", row))?;
                Ok((html, twin::row(row)))
            })
            .collect::<Result<_, Diagnostic>>()?;
        let (html, markdown) = rows.into_iter().unzip();
        let entries = std::iter::repeat_with(OnceLock::new).take(scene.notes.len()).collect();
        Ok(Renderer { scene, plan, templates, frame, rows: Rows { html, markdown, entries }, search: OnceLock::new() })
    }

    /// Returns the catalog with what many pages show of it.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns the planned files.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Makes what many files are parts of, on all threads; each file can also be made without.
    pub fn warm(&self) {
        if self.search.get().is_none() {
            let _ = self.search.set(search::Index::new(&self.scene, rayon::current_num_threads()));
        }
    }

    /// Returns the index of search. A thread of the pool makes it alone: to lend the pool to the work it would
    /// have to wait for others that may wait for the index.
    fn search(&self) -> &search::Index {
        if rayon::current_thread_index().is_none() {
            self.warm();
        }
        self.search.get_or_init(|| search::Index::new(&self.scene, 1))
    }

    /// Makes the file of that index of the plan.
    ///
    /// # Errors
    /// A fault in a template.
    pub fn file(&self, index: usize) -> Result<Vec<u8>, Diagnostic> {
        let scene = &self.scene;
        let text = match &self.plan.files[index].what {
            What::Html(i) => return self.page(&self.plan.pages[*i]),
            What::Twin(i) => self.twin(&self.plan.pages[*i]),
            What::NotFound => {
                let context = self.frame.around(&views::not_found(scene), &self.templates)?;
                return self.templates.render("404.html", &context);
            }
            What::Redirect(subject) => {
                let (to, absolute) = views::redirect(scene, *subject);
                let context = Context::new().with("to", &to).with("absolute", &absolute);
                return self.templates.render("redirect.html", &context);
            }
            What::Feed(subject) => {
                let feed = feed::feed(scene, *subject);
                return self.templates.render("feed.xml", &Context::new().with("feed", &feed));
            }
            What::Sitemap => {
                let urls = sitemap::sitemap(scene, &self.plan);
                return self.templates.render("sitemap.xml", &Context::new().with("urls", &urls));
            }
            What::Badge(client, capability) => {
                let badge = badge::badge(scene, *client, *capability);
                return self.templates.render("badge.xml", &Context::new().with("badge", &badge));
            }
            What::Search(file) => self.search().file(*file).to_owned(),
            What::Claims => return Ok(table::claims(scene)),
            What::Cells(revision) => return Ok(table::matrix(scene, *revision)),
            What::Robots => hosting::robots(scene),
            What::Redirects => hosting::redirects(scene, &self.plan),
            What::Headers => hosting::headers(scene),
            What::NoJekyll => String::new(),
            What::Llms => llms::list(scene),
            What::LlmsFull => llms::full(scene),
            What::Json(data) => return Ok(json::file(scene, *data)),
            What::Copy(bytes) => return Ok(bytes.to_vec()),
        };
        Ok(text.into_bytes())
    }

    /// Returns the notes of the list that a page shows a part of.
    fn list(&self, page: &PlannedPage) -> Option<ListView> {
        let notes = self.scene.listed(page.subject)?;
        Some(views::list(page.subject, notes, page.number))
    }

    /// Returns the entries of notes in a list that tells more of each.
    fn entries(&self, notes: &[NoteIx]) -> Result<Vec<&str>, Diagnostic> {
        // A page of a cell need not say of each note that it is of the cell's client.
        let context = |note: NoteIx| Context::new().with("row", self.scene.row(note)).with("of_client", &true);
        let make = |note: NoteIx| self.templates.text("entry.html", &context(note));
        let entry =
            |note: &NoteIx| self.rows.entries[*note].get_or_init(|| make(*note)).as_deref().map_err(Clone::clone);
        notes.iter().map(entry).collect()
    }

    fn page(&self, page: &PlannedPage) -> Result<Vec<u8>, Diagnostic> {
        let scene = &self.scene;
        let mut context = self.frame.around(&views::page(scene, page), &self.templates)?;
        if let Some(list) = self.list(page) {
            let rows: Vec<&str> = list.notes.iter().map(|note| self.rows.html[*note].as_str()).collect();
            context = context.with("rows", &rows).with("total", &list.total);
        }
        let (template, context) = match page.subject {
            Subject::Home => ("home.html", context.with("home", &views::home(scene))),
            Subject::Research => {
                let list = self.list(page).filter(|list| list.total > 1);
                let filter = list.map(|list| views::filter(scene, &list.notes, list.notes.len() < list.total));
                ("research.html", context.with("filter", &filter))
            }
            Subject::Note(i) => ("note.html", context.with("note", &views::note(scene, i))),
            Subject::Clients => ("clients.html", context.with("clients", &views::clients(scene))),
            Subject::Client(i) => (
                "client.html",
                context.with("client", &views::client(scene, i)).with("support", &views::client_support(scene, i)),
            ),
            Subject::Capabilities => ("capabilities.html", context.with("groups", &views::capabilities(scene))),
            Subject::Capability(i) => (
                "capability.html",
                context
                    .with("capability", &views::capability(scene, i))
                    .with("support", &views::capability_support(scene, i)),
            ),
            Subject::Revisions => ("revisions.html", context.with("revisions", &views::revisions(scene))),
            Subject::Revision(i) => ("revision.html", context.with("revision", &views::revision(scene, i))),
            Subject::Kinds => ("kinds.html", context.with("kinds", &views::kinds(scene))),
            Subject::Kind(i) => ("kind.html", context.with("kind", &views::kind(scene, i))),
            Subject::Statuses => ("statuses.html", context.with("statuses", &views::statuses(scene))),
            Subject::Status(status) => ("status.html", context.with("status", &views::status(scene, status))),
            Subject::Matrix => ("matrix.html", context.with("matrix", &views::matrix(scene, None))),
            Subject::MatrixAt(i) => ("matrix.html", context.with("matrix", &views::matrix(scene, Some(i)))),
            Subject::Cell(client, capability) => {
                let notes = scene.cells.get(client, capability).map_or(&[][..], |cell| &cell.notes);
                let entries = self.entries(notes)?;
                let cell = views::cell_page(scene, client, capability);
                ("cell.html", context.with("cell", &cell).with("entries", &entries))
            }
            Subject::Stale => ("stale.html", context.with("stale", &views::stale(scene))),
            Subject::Disputed => {
                ("disputed.html", context.with("disputed", &views::disputed(scene, Some(page.number))))
            }
            Subject::Gaps => ("gaps.html", context.with("gaps", &views::gaps(scene, Some(page.number)))),
            Subject::Search => {
                let rows: Vec<&str> =
                    views::unsearched(scene).iter().map(|note| self.rows.html[*note].as_str()).collect();
                ("search.html", context.with("rows", &rows).with("total", &scene.notes.len()))
            }
            Subject::Sources => ("sources.html", context.with("sources", &views::sources(scene, page.number))),
            Subject::Page(_) => ("page.html", context.with("prose", &views::plain_page(scene, page.subject))),
        };
        self.templates.render(template, &context)
    }

    fn twin(&self, page: &PlannedPage) -> String {
        if let Subject::Note(i) = page.subject {
            return twin::note(&self.scene, i);
        }
        let list = self.list(page);
        let line = |note: &NoteIx| match page.subject {
            Subject::Research => Cow::Owned(twin::summarised(self.scene.row(*note))),
            _ => Cow::Borrowed(self.rows.markdown[*note].as_str()),
        };
        let rows =
            list.as_ref().map(|list| twin::List { rows: list.notes.iter().map(line).collect(), total: list.total });
        twin::page(&self.scene, page, rows)
    }
}
