//! Every page but a note's: lists of notes and of the things that notes speak of.

use serde::Serialize;

use crate::catalog::{NoteIx, Subject};
use crate::note::Status;
use crate::plan::{PAGE_ROWS, part};
use crate::registry::{Capability, RevisionStatus};

use super::cells::{CountView, counts};
use super::note::{BacklinkView, HeadingView, backlinks, contents, prose};
use super::pictures::{LifeView, MiniView, mini};
use super::{Link, Row, Scene};

/// A text of the author's on a page.
#[derive(Debug, Serialize)]
pub struct ProseView<'a> {
    /// HTML.
    pub body: String,
    /// The outline; empty for fewer than three headings.
    pub contents: Vec<HeadingView<'a>>,
    /// Who refers to the page.
    pub referenced_by: Vec<BacklinkView<'a>>,
}

/// Part of a list of notes.
#[derive(Debug, Clone)]
pub struct ListView {
    /// The notes of this part.
    pub notes: Vec<NoteIx>,
    /// How many the whole list has.
    pub total: usize,
}

/// The home page.
#[derive(Debug, Serialize)]
pub struct HomeView {
    /// The prose of `notes/index.md`.
    pub body: String,
    /// The numbers that matter: how many, and of what.
    pub numbers: Vec<NumberView>,
    /// The matrix in small; absent while no cell is known.
    pub matrix: Option<MiniView>,
    /// The newest findings.
    pub newest: Vec<Row>,
    /// What changed last, newest first, with the day.
    pub changed: Vec<ChangeView>,
}

/// A number with its meaning.
#[derive(Debug, Serialize)]
pub struct NumberView {
    /// How many.
    pub number: usize,
    /// Of what.
    pub label: &'static str,
    /// The list of them.
    pub href: Option<String>,
}

/// A note that changed.
#[derive(Debug, Serialize)]
pub struct ChangeView {
    /// The note.
    pub link: Link,
    /// `YYYY-MM-DD`
    pub day: String,
}

/// A client in the list of clients.
#[derive(Debug, Serialize)]
pub struct ClientsRow {
    /// The client.
    pub link: Link,
    /// Who makes it.
    pub vendor: Option<String>,
    /// Whether its source can be read.
    pub open: Option<bool>,
    /// How many notes speak of it.
    pub notes: usize,
    /// How many of its cells have each verdict.
    pub counts: Vec<CountView>,
    /// The day of the newest verification.
    pub verified: Option<String>,
}

/// A client's page.
#[derive(Debug, Serialize)]
pub struct ClientView<'a> {
    /// Its id.
    pub id: String,
    /// Who makes it.
    pub vendor: Option<String>,
    /// Its home page.
    pub url: Option<String>,
    /// Its repository.
    pub repository: Option<String>,
    /// Its documentation.
    pub docs: Option<String>,
    /// Whether its source can be read.
    pub open: Option<bool>,
    /// The programs in which it appears.
    pub surfaces: Vec<SurfaceView>,
    /// What it is.
    pub prose: ProseView<'a>,
    /// How many of its cells have each verdict.
    pub counts: Vec<CountView>,
    /// How many notes speak of it.
    pub total: usize,
}

/// A program in which a client appears.
#[derive(Debug, Serialize)]
pub struct SurfaceView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What it sends as `clientInfo.name`.
    pub client_info: Vec<String>,
    /// The transports that it speaks.
    pub transports: Vec<String>,
    /// The revision that it asks for.
    pub protocol: Option<TermRef>,
}

/// An id that may have a page.
#[derive(Debug, Serialize)]
pub struct TermRef {
    /// As written.
    pub id: String,
    /// Its page.
    pub href: Option<String>,
}

/// A group of capabilities.
#[derive(Debug, Serialize)]
pub struct GroupView<'a> {
    /// Its id.
    pub id: String,
    /// The id of its heading.
    pub anchor: String,
    /// Its name.
    pub title: String,
    /// Its capabilities.
    pub capabilities: Vec<CapabilityView<'a>>,
}

/// A capability.
#[derive(Debug, Serialize)]
pub struct CapabilityView<'a> {
    /// The capability.
    pub link: Link,
    /// One sentence.
    pub summary: Option<String>,
    /// Its group.
    pub group: String,
    /// Its place in the specification.
    pub spec: Option<String>,
    /// Its life in words: `since 2025-03-26, removed in 2025-06-18`.
    pub life: Option<String>,
    /// Its life over the revisions, in order.
    pub steps: Vec<LifeStep>,
    /// The same as a picture; absent where nothing is known of it.
    pub picture: Option<LifeView>,
    /// How many notes speak of it.
    pub notes: usize,
    /// The clients that those notes speak of.
    pub clients: Vec<Link>,
    /// Who refers to its page.
    pub referenced_by: Vec<BacklinkView<'a>>,
}

/// What a revision makes of a capability.
#[derive(Debug, Serialize)]
pub struct LifeStep {
    /// The revision.
    pub revision: Link,
    /// `absent`, `introduced`, `present`, `deprecated`, `removed`
    pub state: &'static str,
}

/// A revision.
#[derive(Debug, Serialize)]
pub struct RevisionView<'a> {
    /// The revision.
    pub link: Link,
    /// `superseded`, `current`, `draft`
    pub status: &'static str,
    /// Its text.
    pub spec: Option<String>,
    /// What it changed.
    pub changelog: Option<String>,
    /// What it brought.
    pub introduced: Vec<Link>,
    /// What it advises against.
    pub deprecated: Vec<Link>,
    /// What it took away.
    pub removed: Vec<Link>,
    /// The matrix of this revision; absent where there is none.
    pub matrix: Option<String>,
    /// How many notes touch it.
    pub notes: usize,
    /// Who refers to its page.
    pub referenced_by: Vec<BacklinkView<'a>>,
}

/// A kind of note.
#[derive(Debug, Serialize)]
pub struct KindView {
    /// The kind, titled for one.
    pub title: String,
    /// The kind, titled for many.
    pub link: Link,
    /// What it means.
    pub description: Option<String>,
    /// How many notes are of it.
    pub notes: usize,
}

/// A status.
#[derive(Debug, Serialize)]
pub struct StatusView {
    /// Its page.
    pub href: String,
    /// Its page's twin.
    pub twin: String,
    /// The word.
    pub id: &'static str,
    /// Capitalised.
    pub title: String,
    /// One sentence.
    pub meaning: &'static str,
    /// How many notes have it.
    pub notes: usize,
}

/// Returns a page's own text.
pub fn plain_page(scene: &Scene, subject: Subject) -> ProseView<'_> {
    ProseView {
        body: prose(scene, subject),
        contents: contents(scene, subject),
        referenced_by: backlinks(scene, subject),
    }
}

/// Returns one part of a list of notes.
pub fn list(subject: Subject, notes: &[NoteIx], number: usize) -> ListView {
    let part = part(subject, notes.len(), number);
    ListView { notes: notes[part].to_vec(), total: notes.len() }
}

/// Returns the home page.
pub fn home(scene: &Scene) -> HomeView {
    let base = &scene.site.base;
    let present = scene.subjects();
    let href = |subject: Subject| present.contains(&subject).then(|| base.href(&scene.route(subject)));
    let disputed = scene.disputed_cells().len() + scene.disputed_notes().len();
    let stale = scene.notes.iter().filter(|note| note.meta.stale).count();
    let numbers = vec![
        NumberView { number: scene.notes.len(), label: "notes", href: href(Subject::Research) },
        NumberView { number: scene.clients.len(), label: "clients", href: href(Subject::Clients) },
        NumberView { number: scene.capabilities.len(), label: "capabilities", href: href(Subject::Capabilities) },
        NumberView { number: scene.cells.decided(), label: "cells with evidence", href: href(Subject::Matrix) },
        NumberView {
            number: scene.repositories.len(),
            label: "cited repositories and pages",
            href: href(Subject::Sources),
        },
        NumberView { number: disputed, label: "disputed", href: href(Subject::Disputed) },
        NumberView { number: stale, label: "stale", href: href(Subject::Stale) },
    ];
    let mut changed: Vec<_> = scene.changed.iter().enumerate().filter_map(|(i, day)| Some(((*day)?, i))).collect();
    changed.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    HomeView {
        body: prose(scene, Subject::Home),
        numbers,
        matrix: mini(scene),
        newest: scene.newest.iter().take(10).map(|i| scene.row(*i).clone()).collect(),
        changed: changed
            .into_iter()
            .take(5)
            .map(|(day, i)| ChangeView { link: scene.link(Subject::Note(i)).clone(), day: day.to_string() })
            .collect(),
    }
}

/// Returns the list of clients.
pub fn clients(scene: &Scene) -> Vec<ClientsRow> {
    let newest = |notes: &[NoteIx]| notes.first().map(|i| scene.notes[*i].meta.last_verified.to_string());
    scene
        .clients
        .iter()
        .enumerate()
        .map(|(i, term)| ClientsRow {
            link: scene.link(Subject::Client(i)).clone(),
            vendor: term.thing.vendor.clone(),
            open: term.thing.open,
            notes: term.notes.len(),
            counts: counts(scene, i),
            verified: newest(&term.notes),
        })
        .collect()
}

/// Returns a client's page.
pub fn client(scene: &Scene, i: usize) -> ClientView<'_> {
    let term = &scene.clients[i];
    let client = &term.thing;
    ClientView {
        id: client.id.clone(),
        vendor: client.vendor.clone(),
        url: client.url.clone(),
        repository: client.repository.clone(),
        docs: client.docs.clone(),
        open: client.open,
        surfaces: client
            .surfaces
            .iter()
            .map(|surface| SurfaceView {
                id: surface.id.clone(),
                title: surface.title.clone(),
                client_info: surface.client_info.clone(),
                transports: surface.transports.clone(),
                protocol: surface.protocol.as_ref().map(|id| TermRef {
                    id: id.clone(),
                    href: scene
                        .revisions
                        .iter()
                        .position(|revision| revision.thing.id == *id)
                        .map(|i| scene.site.base.href(&scene.route(Subject::Revision(i)))),
                }),
            })
            .collect(),
        prose: plain_page(scene, Subject::Client(i)),
        counts: counts(scene, i),
        total: term.notes.len(),
    }
}

/// Returns the capabilities by group.
pub fn capabilities(scene: &Scene) -> Vec<GroupView<'_>> {
    scene
        .groups
        .iter()
        .map(|group| GroupView {
            id: group.id.clone(),
            anchor: group.anchor.clone(),
            title: group.title.clone(),
            capabilities: group.capabilities.clone().map(|i| capability(scene, i)).collect(),
        })
        .collect()
}

/// Returns a capability.
pub fn capability(scene: &Scene, i: usize) -> CapabilityView<'_> {
    let term = &scene.capabilities[i];
    let thing = &term.thing;
    let group = scene.groups.iter().find(|group| group.capabilities.contains(&i));
    let mut clients: Vec<usize> =
        term.notes.iter().flat_map(|note| scene.facets[*note].clients.iter().copied()).collect();
    clients.sort_unstable();
    clients.dedup();
    let steps = steps(scene, thing);
    CapabilityView {
        link: scene.link(Subject::Capability(i)).clone(),
        summary: thing.summary.clone(),
        group: group.map(|group| group.title.clone()).unwrap_or_default(),
        spec: thing.spec.clone(),
        life: life(thing),
        picture: super::pictures::life(&steps),
        steps,
        notes: term.notes.len(),
        clients: clients.into_iter().map(|i| scene.link(Subject::Client(i)).clone()).collect(),
        referenced_by: backlinks(scene, Subject::Capability(i)),
    }
}

/// Returns a capability's life in words.
fn life(thing: &Capability) -> Option<String> {
    let parts: Vec<String> = [
        thing.introduced.as_ref().map(|id| format!("since {id}")),
        thing.deprecated.as_ref().map(|id| format!("deprecated in {id}")),
        thing.removed.as_ref().map(|id| format!("removed in {id}")),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn steps(scene: &Scene, thing: &Capability) -> Vec<LifeStep> {
    if thing.introduced.is_none() {
        return Vec::new();
    }
    let mut state = "absent";
    scene
        .revisions
        .iter()
        .enumerate()
        .map(|(i, revision)| {
            let id = Some(&revision.thing.id);
            state = if thing.removed.as_ref() == id {
                "removed"
            } else if thing.deprecated.as_ref() == id {
                "deprecated"
            } else if thing.introduced.as_ref() == id {
                "introduced"
            } else {
                match state {
                    "introduced" => "present",
                    "removed" => "absent",
                    other => other,
                }
            };
            LifeStep { revision: scene.link(Subject::Revision(i)).clone(), state }
        })
        .collect()
}

/// Returns the revisions in order of time.
pub fn revisions(scene: &Scene) -> Vec<RevisionView<'_>> {
    (0..scene.revisions.len()).map(|i| revision(scene, i)).collect()
}

/// Returns a revision.
pub fn revision(scene: &Scene, i: usize) -> RevisionView<'_> {
    let term = &scene.revisions[i];
    let id = &term.thing.id;
    let with = |field: fn(&Capability) -> &Option<String>| -> Vec<Link> {
        let all = scene.capabilities.iter().enumerate();
        all.filter(|(_, capability)| field(&capability.thing).as_ref() == Some(id))
            .map(|(i, _)| scene.link(Subject::Capability(i)).clone())
            .collect()
    };
    RevisionView {
        link: scene.link(Subject::Revision(i)).clone(),
        status: RevisionStatus::word(term.thing.status),
        spec: term.thing.spec.clone(),
        changelog: term.thing.changelog.clone(),
        introduced: with(|c| &c.introduced),
        deprecated: with(|c| &c.deprecated),
        removed: with(|c| &c.removed),
        matrix: (!scene.clients.is_empty() && !scene.capabilities.is_empty())
            .then(|| scene.link(Subject::MatrixAt(i)).href.clone()),
        notes: term.notes.len(),
        referenced_by: backlinks(scene, Subject::Revision(i)),
    }
}

/// Returns the kinds.
pub fn kinds(scene: &Scene) -> Vec<KindView> {
    (0..scene.kinds.len()).map(|i| kind(scene, i)).collect()
}

/// Returns a kind.
pub fn kind(scene: &Scene, i: usize) -> KindView {
    let term = &scene.kinds[i];
    KindView {
        title: term.thing.title.clone(),
        link: scene.link(Subject::Kind(i)).clone(),
        description: term.thing.description.clone(),
        notes: term.notes.len(),
    }
}

/// Returns the statuses that have notes.
pub fn statuses(scene: &Scene) -> Vec<StatusView> {
    scene.statuses.iter().map(|term| status(scene, term.thing)).collect()
}

/// Returns a status.
pub fn status(scene: &Scene, status: Status) -> StatusView {
    let link = scene.link(Subject::Status(status));
    StatusView {
        href: link.href.clone(),
        twin: link.twin.clone(),
        id: status.word(),
        title: super::capitalised(status.word()),
        meaning: status.meaning(),
        notes: scene.statuses.iter().find(|t| t.thing == status).map_or(0, |t| t.notes.len()),
    }
}

/// Returns the notes that the page of search lists where nothing is searched for; none if they are too
/// many for one page.
pub fn unsearched(scene: &Scene) -> &[NoteIx] {
    if scene.newest.len() > PAGE_ROWS { &[] } else { &scene.newest }
}
