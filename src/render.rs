//! One planned file → its bytes.
//!
//! Comes in: the catalog, the plan, the templates. Goes out: bytes, one file at a time, in parallel.
//! It must not know the disk.

mod feed;
mod json;
pub mod permalink;
pub mod templates;
mod twin;
pub mod views;

use rayon::prelude::*;

use crate::catalog::{Catalog, NoteIx, Subject};
use crate::diagnostic::{Checked, Diagnostic};
use crate::plan::{Plan, PlannedPage, What};

use templates::{Context, Templates};
use views::ListView;

/// A file of the site.
#[derive(Debug, Clone)]
pub struct Output {
    /// Its path in the output folder, with `/`.
    pub path: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// What many pages show of each note, made once.
struct Rows {
    /// By note: its row in a list of notes, as HTML.
    html: Vec<String>,
    /// By note: its line in a twin's list of notes.
    markdown: Vec<String>,
}

/// Renders every file of a plan.
pub fn site(catalog: &Catalog, plan: &Plan, templates: &Templates) -> Checked<Vec<Output>> {
    let rows: Vec<Result<(String, String), Diagnostic>> = (0..catalog.notes.len())
        .into_par_iter()
        .map(|note| {
            let view = views::row(catalog, note);
            let html = templates.render("row.html", &Context::new().with("row", &view))?;
            Ok((html, twin::row(&view)))
        })
        .collect();
    let mut found = Vec::new();
    let (mut html, mut markdown) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
    for row in rows {
        match row {
            Ok((row, line)) => {
                html.push(row);
                markdown.push(line);
            }
            Err(diagnostic) => {
                // One fault in a template shows in every row; it is told once.
                return Checked { value: Vec::new(), diagnostics: vec![diagnostic] };
            }
        }
    }
    let renderer = Renderer { catalog, plan, templates, rows: Rows { html, markdown } };
    let rendered: Vec<Result<Output, Diagnostic>> = plan
        .files
        .par_iter()
        .map(|file| {
            let bytes = renderer.file(&file.what)?;
            Ok(Output { path: file.path.clone(), bytes })
        })
        .collect();
    let mut files = Vec::with_capacity(rendered.len());
    for file in rendered {
        match file {
            Ok(file) => files.push(file),
            Err(diagnostic) => found.push(diagnostic),
        }
    }
    Checked { value: files, diagnostics: found }
}

struct Renderer<'a> {
    catalog: &'a Catalog,
    plan: &'a Plan,
    templates: &'a Templates,
    rows: Rows,
}

impl Renderer<'_> {
    fn file(&self, what: &What) -> Result<Vec<u8>, Diagnostic> {
        let catalog = self.catalog;
        let text = match what {
            What::Html(i) => self.page(&self.plan.pages[*i])?,
            What::Twin(i) => self.twin(&self.plan.pages[*i]),
            What::NotFound => {
                self.templates.render("404.html", &Context::new().with("page", &views::not_found(catalog)))?
            }
            What::Redirect(subject) => {
                let (to, absolute) = views::redirect(catalog, *subject);
                self.templates.render("redirect.html", &Context::new().with("to", &to).with("absolute", &absolute))?
            }
            What::Feed => self.templates.render("feed.xml", &Context::new().with("feed", &feed::feed(catalog)))?,
            What::Sitemap => {
                let urls = feed::sitemap(catalog, self.plan);
                self.templates.render("sitemap.xml", &Context::new().with("urls", &urls))?
            }
            What::Robots => feed::robots(catalog),
            What::NoJekyll => String::new(),
            What::NotesJson => json::notes(catalog),
            What::Copy(bytes) => return Ok(bytes.to_vec()),
        };
        Ok(text.into_bytes())
    }

    /// Returns the notes of the list that a page shows a part of.
    fn list(&self, page: &PlannedPage) -> Option<ListView> {
        let catalog = self.catalog;
        let notes: &[NoteIx] = match page.subject {
            Subject::Research => &catalog.newest,
            Subject::Client(i) => &catalog.clients[i].notes,
            Subject::Capability(i) => &catalog.capabilities[i].notes,
            Subject::Revision(i) => &catalog.revisions[i].notes,
            Subject::Kind(i) => &catalog.kinds[i].notes,
            Subject::Status(status) => &catalog.statuses.iter().find(|term| term.thing == status)?.notes,
            _ => return None,
        };
        Some(views::list(notes, page.number))
    }

    fn page(&self, page: &PlannedPage) -> Result<String, Diagnostic> {
        let catalog = self.catalog;
        let mut context = Context::new().with("page", &views::page(catalog, page));
        if let Some(list) = self.list(page) {
            let rows: Vec<&str> = list.notes.iter().map(|note| self.rows.html[*note].as_str()).collect();
            context = context.with("rows", &rows).with("total", &list.total);
        }
        let (template, context) = match page.subject {
            Subject::Home => ("home.html", context.with("home", &views::home(catalog))),
            Subject::Research => ("research.html", context),
            Subject::Note(i) => ("note.html", context.with("note", &views::note(catalog, i))),
            Subject::Clients => ("clients.html", context.with("clients", &views::clients(catalog))),
            Subject::Client(i) => ("client.html", context.with("client", &views::client(catalog, i))),
            Subject::Capabilities => ("capabilities.html", context.with("groups", &views::capabilities(catalog))),
            Subject::Capability(i) => ("capability.html", context.with("capability", &views::capability(catalog, i))),
            Subject::Revisions => ("revisions.html", context.with("revisions", &views::revisions(catalog))),
            Subject::Revision(i) => ("revision.html", context.with("revision", &views::revision(catalog, i))),
            Subject::Kinds => ("kinds.html", context.with("kinds", &views::kinds(catalog))),
            Subject::Kind(i) => ("kind.html", context.with("kind", &views::kind(catalog, i))),
            Subject::Statuses => ("statuses.html", context.with("statuses", &views::statuses(catalog))),
            Subject::Status(status) => ("status.html", context.with("status", &views::status(catalog, status))),
            Subject::Sources => ("sources.html", context.with("sources", &views::sources(catalog, page.number))),
            Subject::Page(_) => ("page.html", context.with("prose", &views::plain_page(catalog, page.subject))),
        };
        self.templates.render(template, &context)
    }

    fn twin(&self, page: &PlannedPage) -> String {
        if let Subject::Note(i) = page.subject {
            return twin::note(self.catalog, i);
        }
        let list = self.list(page);
        let rows = list.as_ref().map(|list| twin::List {
            rows: list.notes.iter().map(|note| self.rows.markdown[*note].as_str()).collect(),
            total: list.total,
        });
        twin::page(self.catalog, page, rows)
    }
}
