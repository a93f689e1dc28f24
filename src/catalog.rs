//! All notes together: do they agree with each other, who refers to whom, what belongs where.
//!
//! Comes in: all files, each by itself. Goes out: a [`Catalog`], in which every id is an index, every
//! link is resolved, and every list is sorted by a written rule. Which pages are made of it is for
//! `plan`; how they look, for `render`. Derived verdicts will stand in `catalog/cells`.

pub mod cells;
mod identity;
mod links;
mod queues;
mod repositories;
mod succession;
mod terms;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::corpus::{File, History};
use crate::date::Day;
use crate::diagnostic::Checked;
use crate::manuscript::Manuscript;
use crate::markdown;
use crate::note::{Note, Status};
use crate::page::Page;
use crate::parse::{Options, Parsed};
use crate::registry::{Capability, Client, Kind, Revision, Site};
use crate::route::Route;

pub use cells::{Cell, Cells, ClaimRef, Verdict};
pub use links::{Resolved, Target, machine_files};
pub use repositories::{CitedFile, CitedPlace, Repository};
pub use succession::Successions;

/// Index of a note in [`Catalog::notes`].
pub type NoteIx = usize;

/// What a page is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// `/`
    Home,
    /// `/research`
    Research,
    /// `/research/<id>`
    Note(NoteIx),
    /// `/clients`
    Clients,
    /// `/clients/<id>`
    Client(usize),
    /// `/capabilities`
    Capabilities,
    /// `/capabilities/<id>`
    Capability(usize),
    /// `/revisions`
    Revisions,
    /// `/revisions/<id>`
    Revision(usize),
    /// `/kinds`
    Kinds,
    /// `/kinds/<id>`
    Kind(usize),
    /// `/statuses`
    Statuses,
    /// `/statuses/<word>`
    Status(Status),
    /// `/sources`
    Sources,
    /// `/matrix`
    Matrix,
    /// `/matrix/<id>`: the matrix of one revision.
    MatrixAt(usize),
    /// `/clients/<id>/<capability>`: only where there is a note.
    Cell(usize, usize),
    /// `/stale`
    Stale,
    /// `/disputed`
    Disputed,
    /// `/gaps`
    Gaps,
    /// `/search`
    Search,
    /// A plain page.
    Page(usize),
}

/// A thing that notes name, with the notes that name it.
#[derive(Debug, Clone)]
pub struct Term<T> {
    /// The thing itself.
    pub thing: T,
    /// Newest `lastVerified` first, then by id.
    pub notes: Vec<NoteIx>,
}

/// A group of capabilities.
#[derive(Debug, Clone)]
pub struct GroupOf {
    /// A slug.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The id of its heading on the page of capabilities.
    pub anchor: String,
    /// Indexes into [`Catalog::capabilities`].
    pub capabilities: std::ops::Range<usize>,
}

/// One mention of a page by another.
#[derive(Debug, Clone)]
pub struct Backlink {
    /// The page that refers.
    pub from: Subject,
    /// The sentence around the link; empty where only `related` names the page.
    pub sentence: String,
}

/// All that the site is made of.
#[derive(Debug)]
pub struct Catalog {
    /// What the site says of itself.
    pub site: Site,
    /// The day of the build.
    pub today: Day,
    /// By id.
    pub notes: Vec<Arc<Note>>,
    /// By route.
    pub pages: Vec<Page>,
    /// By id.
    pub clients: Vec<Term<Client>>,
    /// In the order of the registry; inferred ones by id.
    pub capabilities: Vec<Term<Capability>>,
    /// In the order of the registry; inferred ones by id.
    pub groups: Vec<GroupOf>,
    /// In order of time.
    pub revisions: Vec<Term<Revision>>,
    /// In the order of the registry; inferred ones by id.
    pub kinds: Vec<Term<Kind>>,
    /// By status, in the order of [`Status::ALL`]; only those that have notes.
    pub statuses: Vec<Term<Status>>,
    /// All notes, newest `lastVerified` first, then by id.
    pub newest: Vec<NoteIx>,
    /// What each note's front matter names, as indexes.
    pub facets: Vec<Facets>,
    /// The cited repositories, by address.
    pub repositories: Vec<Repository>,
    /// Who takes whose place, who contradicts whom.
    pub successions: Successions,
    /// What the notes' claims come to, by client and capability.
    pub cells: Cells,
    /// Where each link of the header leads; nothing for an absolute address.
    pub nav: Vec<Option<Target>>,
    /// Where the links of each text lead.
    pub resolved: BTreeMap<Subject, Resolved>,
    /// Who refers to a page, in the order of the referring pages.
    pub backlinks: BTreeMap<Subject, Vec<Backlink>>,
    /// The day of each note's last change.
    pub changed: Vec<Option<Day>>,
    /// Files under `notes/` that a page refers to, by path.
    pub files: Vec<File>,
}

/// What a note's front matter names, as indexes into the catalog's lists.
#[derive(Debug, Clone, Default)]
pub struct Facets {
    /// Into [`Catalog::kinds`].
    pub kind: Option<usize>,
    /// Into [`Catalog::clients`], in the note's order.
    pub clients: Vec<usize>,
    /// Into [`Catalog::capabilities`], in the note's order.
    pub capabilities: Vec<usize>,
    /// Into [`Catalog::revisions`], in the note's order.
    pub revisions: Vec<usize>,
    /// Into [`Catalog::notes`], in the note's order; nothing for an id that is no note.
    pub related: Vec<Option<NoteIx>>,
}

/// Brings all files together. `statics` are the files of `static/` by their path in the output.
pub fn connect(parsed: Parsed, history: &History, statics: &[String], options: &Options) -> Checked<Catalog> {
    let mut found = Vec::new();
    let Parsed { site, kinds, groups, revisions, clients, notes, pages, failed, files, .. } = parsed;
    let identity = identity::sort_out(notes, &failed, options.drafts, &mut found);
    let notes = identity.notes;

    let clients = terms::clients(clients, &notes, revisions.whole(), &mut found);
    let (groups, capabilities) = terms::capabilities(groups, &notes, &mut found);
    let revisions = terms::revisions(revisions, &notes, &mut found);
    let kinds = terms::kinds(kinds, &notes, &mut found);
    let mut facets = terms::facets(&notes, &clients, &capabilities, &revisions, &kinds, &failed, &mut found);

    let newest = newest_first(&notes, 0..notes.len());
    let aliases = identity::aliases(&notes);
    let by_id: BTreeMap<&str, NoteIx> = notes.iter().enumerate().map(|(i, note)| (note.id(), i)).collect();
    let lookup = identity::Lookup { by_id: &by_id, aliases: &aliases, gone: &identity.gone };
    terms::related(&notes, &lookup, &mut facets, &mut found);
    let successions = succession::derive(&notes, &lookup, &mut found);
    let changed =
        notes.iter().map(|note| note.meta.updated.or_else(|| history.days.get(note.path()).copied())).collect();
    drop((by_id, aliases));

    let clients = terms::with_notes(clients, &newest, &facets, |f| &f.clients);
    let capabilities = terms::with_notes(capabilities, &newest, &facets, |f| &f.capabilities);
    let revisions = terms::with_notes(revisions, &newest, &facets, |f| &f.revisions);
    terms::surfaces(&notes, &clients, &mut found);
    let cells = cells::derive(&cells::Facts {
        notes: &notes,
        facets: &facets,
        newest: &newest,
        clients: &clients,
        capabilities: &capabilities,
        revisions: &revisions,
        successions: &successions,
    });

    let mut catalog = Catalog {
        today: options.today,
        repositories: repositories::turn_round(&notes, &newest),
        clients,
        capabilities,
        revisions,
        cells,
        kinds: terms::with_notes(kinds, &newest, &facets, |f| f.kind.as_slice()),
        statuses: terms::statuses(&notes, &newest),
        site,
        notes,
        pages,
        groups,
        newest,
        facets,
        successions,
        nav: Vec::new(),
        resolved: BTreeMap::new(),
        backlinks: BTreeMap::new(),
        changed,
        files: Vec::new(),
    };
    let addresses = links::addresses(&catalog, &files, statics, &identity.gone, &failed);
    identity::check_pages(&catalog.pages, &mut found);
    links::resolve(&mut catalog, &addresses, &mut found);
    links::backlinks(&mut catalog);
    links::keep_used_files(&mut catalog, files, &failed, &mut found);
    Checked { value: catalog, diagnostics: found }
}

/// Sorts notes by `lastVerified`, newest first, then by id.
fn newest_first(notes: &[Arc<Note>], which: impl IntoIterator<Item = NoteIx>) -> Vec<NoteIx> {
    let mut order: Vec<NoteIx> = which.into_iter().collect();
    order.sort_by(|a, b| {
        let (a, b) = (&notes[*a].meta, &notes[*b].meta);
        b.last_verified.cmp(&a.last_verified).then_with(|| a.id.cmp(&b.id))
    });
    order
}

impl Catalog {
    /// Returns the address of the page about a subject.
    pub fn route(&self, subject: Subject) -> Route {
        let of = |section: &str, id: &str| Route::new([section, "/", id].concat());
        match subject {
            Subject::Home => Route::home(),
            Subject::Research => Route::new("research"),
            Subject::Note(i) => of("research", self.notes[i].id()),
            Subject::Clients => Route::new("clients"),
            Subject::Client(i) => of("clients", &self.clients[i].thing.id),
            Subject::Capabilities => Route::new("capabilities"),
            Subject::Capability(i) => of("capabilities", &self.capabilities[i].thing.id),
            Subject::Revisions => Route::new("revisions"),
            Subject::Revision(i) => of("revisions", &self.revisions[i].thing.id),
            Subject::Kinds => Route::new("kinds"),
            Subject::Kind(i) => of("kinds", &self.kinds[i].thing.id),
            Subject::Statuses => Route::new("statuses"),
            Subject::Status(status) => of("statuses", status.word()),
            Subject::Sources => Route::new("sources"),
            Subject::Matrix => Route::new("matrix"),
            Subject::MatrixAt(i) => of("matrix", &self.revisions[i].thing.id),
            Subject::Cell(client, capability) => {
                let (client, capability) = (&self.clients[client].thing.id, &self.capabilities[capability].thing.id);
                Route::new(["clients/", client, "/", capability].concat())
            }
            Subject::Stale => Route::new("stale"),
            Subject::Disputed => Route::new("disputed"),
            Subject::Gaps => Route::new("gaps"),
            Subject::Search => Route::new("search"),
            Subject::Page(i) => Route::new(self.pages[i].route.clone()),
        }
    }

    /// Returns what the page about a subject is called.
    pub fn title(&self, subject: Subject) -> Cow<'_, str> {
        let title: &str = match subject {
            Subject::Home => &self.site.title,
            Subject::Research => "Research",
            Subject::Note(i) => &self.notes[i].meta.title,
            Subject::Clients => "Clients",
            Subject::Client(i) => &self.clients[i].thing.title,
            Subject::Capabilities => "Capabilities",
            Subject::Capability(i) => &self.capabilities[i].thing.title,
            Subject::Revisions => "Revisions",
            Subject::Revision(i) => &self.revisions[i].thing.id,
            Subject::Kinds => "Kinds of note",
            Subject::Kind(i) => &self.kinds[i].thing.plural,
            Subject::Statuses => "Statuses",
            Subject::Status(status) => status.word(),
            Subject::Sources => "Sources",
            Subject::Matrix => "Support matrix",
            Subject::MatrixAt(i) => return format!("Support matrix at {}", self.revisions[i].thing.id).into(),
            Subject::Cell(client, capability) => {
                let (client, capability) = (&self.clients[client].thing, &self.capabilities[capability].thing);
                return format!("{}: {}", client.title, capability.title).into();
            }
            Subject::Stale => "Stale",
            Subject::Disputed => "Disputed",
            Subject::Gaps => "Gaps",
            Subject::Search => "Search",
            Subject::Page(i) => &self.pages[i].title,
        };
        title.into()
    }

    /// Returns the text that a page shows, if it has one of its own.
    pub fn manuscript(&self, subject: Subject) -> Option<&Manuscript> {
        match subject {
            Subject::Note(i) => Some(&self.notes[i].manuscript),
            Subject::Client(i) => self.clients[i].thing.manuscript.as_ref(),
            Subject::Page(i) => Some(&self.pages[i].manuscript),
            Subject::Home => self.pages.iter().find(|page| page.route.is_empty()).map(|page| &page.manuscript),
            _ => None,
        }
    }

    /// Returns the index of `notes/index.md` among the pages.
    pub fn home_page(&self) -> Option<usize> {
        self.pages.iter().position(|page| page.route.is_empty())
    }

    /// Returns every subject that has a page, in a fixed order.
    pub fn subjects(&self) -> Vec<Subject> {
        let mut all = vec![Subject::Home, Subject::Research];
        all.extend((0..self.notes.len()).map(Subject::Note));
        if !self.clients.is_empty() {
            all.push(Subject::Clients);
            all.extend((0..self.clients.len()).map(Subject::Client));
        }
        if !self.capabilities.is_empty() {
            all.push(Subject::Capabilities);
            all.extend((0..self.capabilities.len()).map(Subject::Capability));
        }
        if !self.revisions.is_empty() {
            all.push(Subject::Revisions);
            all.extend((0..self.revisions.len()).map(Subject::Revision));
        }
        if !self.kinds.is_empty() {
            all.push(Subject::Kinds);
            all.extend((0..self.kinds.len()).map(Subject::Kind));
        }
        all.push(Subject::Statuses);
        all.extend(self.statuses.iter().map(|term| Subject::Status(term.thing)));
        if !self.repositories.is_empty() {
            all.push(Subject::Sources);
        }
        if !self.clients.is_empty() && !self.capabilities.is_empty() {
            all.push(Subject::Matrix);
            all.extend((0..self.revisions.len()).map(Subject::MatrixAt));
            all.extend(self.cells.known().map(|cell| Subject::Cell(cell.client, cell.capability)));
        }
        all.extend([Subject::Stale, Subject::Disputed, Subject::Gaps, Subject::Search]);
        all.extend((0..self.pages.len()).filter(|i| !self.pages[*i].route.is_empty()).map(Subject::Page));
        all
    }

    /// Returns how many times notes cite anything.
    pub fn citations(&self) -> usize {
        self.repositories.iter().map(Repository::citations).sum()
    }

    /// Returns the notes that the page about a subject lists, newest first; nothing for a page that
    /// is no list of notes.
    pub fn listed(&self, subject: Subject) -> Option<&[NoteIx]> {
        match subject {
            Subject::Research => Some(&self.newest),
            Subject::Client(i) => Some(&self.clients[i].notes),
            Subject::Capability(i) => Some(&self.capabilities[i].notes),
            Subject::Revision(i) => Some(&self.revisions[i].notes),
            Subject::Kind(i) => Some(&self.kinds[i].notes),
            Subject::Status(status) => self.statuses.iter().find(|term| term.thing == status).map(|term| &*term.notes),
            _ => None,
        }
    }

    /// Returns the former addresses of the page about a subject.
    pub fn former(&self, subject: Subject) -> impl Iterator<Item = Route> {
        let (section, aliases): (&str, &[String]) = match subject {
            Subject::Note(i) => ("research/", &self.notes[i].meta.aliases),
            Subject::Client(i) => ("clients/", &self.clients[i].thing.aliases),
            Subject::Capability(i) => ("capabilities/", &self.capabilities[i].thing.aliases),
            Subject::Page(i) => {
                let route = &self.pages[i].route;
                (&route[..route.rfind('/').map_or(0, |at| at + 1)], &self.pages[i].aliases)
            }
            _ => ("", &[]),
        };
        aliases.iter().map(move |alias| Route::new(format!("{section}{alias}")))
    }

    /// Returns the outline of a page's own text.
    pub fn headings(&self, subject: Subject) -> &[markdown::Heading] {
        self.manuscript(subject).map_or(&[], |manuscript| &manuscript.content.headings)
    }
}
