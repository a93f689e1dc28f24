//! Clients, capabilities, revisions, kinds and statuses, each with its notes.
//!
//! A registry that the site keeps is the whole truth; one that it does not keep is inferred here from
//! the ids that notes use. It must not know pages or links.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::date::Day;
use crate::diagnostic::{Code, Diagnostic, FilePath, visible};
use crate::note::{Meta, Named, Note, Status};
use crate::registry::client::how_to_add;
use crate::registry::{Capability, Client, Distinct, Group, IdRule, Kept, Kind, Revision, RevisionStatus, check_id};
use crate::slug::{self, Fragments};
use crate::yaml::{Path, Reader};

use super::identity::{Gone, Lookup};
use super::{Facets, GroupOf, NoteIx, Term};

/// Ids that the page of capabilities uses itself.
const PAGE_IDS: &[&str] = &["main", "search"];

/// A registry: its things, and whether they are the whole truth.
pub struct Registry<T> {
    pub things: Vec<T>,
    pub declared: bool,
}

/// Returns the ids that notes use in one list, sorted, and reports those that cannot be ids.
fn used(
    notes: &[Arc<Note>],
    field: &str,
    rule: IdRule,
    list: impl Fn(&Meta) -> &[Named],
    found: &mut Vec<Diagnostic>,
) -> Vec<String> {
    let mut ids: BTreeMap<&str, (NoteIx, usize)> = BTreeMap::new();
    for (i, note) in notes.iter().enumerate() {
        for named in list(&note.meta) {
            ids.entry(&named.id).or_insert((i, named.index));
        }
    }
    let mut distinct = Distinct::default();
    let mut good = Vec::new();
    let path = Path::Key(&Path::Root, field);
    for (id, (note, index)) in ids {
        let here = Path::Index(&path, index);
        let yaml = notes[note].manuscript.yaml();
        let mut reader = Reader::new(&yaml);
        if check_id(&mut reader, &here, id, rule) {
            match distinct.add(id) {
                Some(other) => {
                    let message = format!("`{}` differs from `{}` only in case or form", visible(id), visible(other));
                    reader.report(Code::DuplicateId, &here, message).help = Some("write both the same way".to_owned());
                }
                None => good.push(id.to_owned()),
            }
        }
        found.append(&mut reader.found);
    }
    good
}

/// Returns the declared clients by id, or those that notes name.
pub fn clients(
    declared: Option<Vec<Client>>,
    notes: &[Arc<Note>],
    revisions: Option<&[Revision]>,
    found: &mut Vec<Diagnostic>,
) -> Registry<Client> {
    let Some(mut things) = declared else {
        let ids = used(notes, "clients", IdRule::Inferred, |meta| &meta.clients, found);
        let things = ids.into_iter().map(|id| Client {
            title: id.clone(),
            id,
            vendor: None,
            url: None,
            repository: None,
            docs: None,
            open: None,
            aliases: Vec::new(),
            surfaces: Vec::new(),
            manuscript: None,
        });
        return Registry { things: things.collect(), declared: false };
    };
    things.sort_by(|a, b| a.id.cmp(&b.id));
    let mut ids: HashMap<String, String> = HashMap::new();
    let mut wire: HashMap<&str, String> = HashMap::new();
    for client in &things {
        if let Some(manuscript) = &client.manuscript {
            ids.insert(slug::fold(&client.id), manuscript.source.path.to_string());
        }
    }
    for client in &mut things {
        let Some(manuscript) = &client.manuscript else { continue };
        let path = manuscript.source.path.to_string();
        // An alias that is another's gets no address, so it is told once.
        client.aliases.retain(|alias| {
            let Some(other) = ids.get(&slug::fold(alias)) else {
                ids.insert(slug::fold(alias), path.clone());
                return true;
            };
            let place = manuscript.yaml().key_place(&Path::Key(&Path::Root, "aliases"));
            let message = format!("`aliases`: `{alias}` is taken by {other} too");
            found.push(Diagnostic::new(Code::DuplicateId, place, message));
            false
        });
    }
    for client in &things {
        let Some(manuscript) = &client.manuscript else { continue };
        for (i, surface) in client.surfaces.iter().enumerate() {
            let surfaces = Path::Key(&Path::Root, "surfaces");
            let here = Path::Index(&surfaces, i);
            for (j, name) in surface.client_info.iter().enumerate() {
                let owner = format!("{}, surface `{}`", client.id, surface.id);
                if let Some(other) = wire.insert(name, owner) {
                    let list = Path::Key(&here, "clientInfo");
                    let place = manuscript.yaml().place(&Path::Index(&list, j));
                    let message = format!("`surfaces[{i}].clientInfo[{j}]`: `{name}` belongs to {other} already");
                    found.push(Diagnostic::new(Code::DuplicateClientInfo, place, message));
                }
            }
            if let (Some(protocol), Some(revisions)) = (&surface.protocol, revisions)
                && !revisions.iter().any(|revision| revision.id == *protocol)
            {
                let place = manuscript.yaml().place(&Path::Key(&here, "protocol"));
                let message = format!("`surfaces[{i}].protocol`: no revision is called `{}`", visible(protocol));
                found.push(unknown(Code::UnknownRevision, place, message, protocol, revisions.iter().map(|r| &*r.id)));
            }
        }
    }
    Registry { things, declared: true }
}

/// Returns the declared groups and capabilities, or those that notes name, grouped by the part of
/// their id before the first dot.
pub fn capabilities(
    declared: Kept<Group>,
    notes: &[Arc<Note>],
    found: &mut Vec<Diagnostic>,
) -> (Vec<GroupOf>, Registry<Capability>) {
    let is_declared = matches!(declared, Kept::Whole(_));
    let mut infer = || {
        let mut groups: Vec<Group> = Vec::new();
        let mut by_group: BTreeMap<String, Vec<Capability>> = BTreeMap::new();
        for id in used(notes, "capabilities", IdRule::Inferred, |meta| &meta.capabilities, found) {
            let group = id.split('.').next().unwrap_or(&id).to_owned();
            by_group.entry(group).or_default().push(Capability {
                title: id.clone(),
                id,
                summary: None,
                introduced: None,
                deprecated: None,
                removed: None,
                spec: None,
                aliases: Vec::new(),
            });
        }
        for (id, capabilities) in by_group {
            groups.push(Group { title: id.clone(), id, capabilities });
        }
        groups
    };
    let groups = match declared {
        Kept::Whole(groups) => groups,
        Kept::Unreadable => Vec::new(),
        Kept::Absent => infer(),
    };
    let mut things = Vec::new();
    let mut anchors = Fragments::reserving(PAGE_IDS.iter().copied());
    let groups = groups
        .into_iter()
        .map(|group| {
            let start = things.len();
            things.extend(group.capabilities);
            let anchor = anchors.add(&group.id);
            GroupOf { id: group.id, title: group.title, anchor, capabilities: start..things.len() }
        })
        .collect();
    (groups, Registry { things, declared: is_declared })
}

/// Returns the declared revisions, or those that notes name, in order of date.
pub fn revisions(declared: Kept<Revision>, notes: &[Arc<Note>], found: &mut Vec<Diagnostic>) -> Registry<Revision> {
    match declared {
        Kept::Whole(things) => return Registry { things, declared: true },
        Kept::Unreadable => return Registry { things: Vec::new(), declared: false },
        Kept::Absent => {}
    }
    let mut ids: BTreeMap<&str, ()> = BTreeMap::new();
    let path = Path::Key(&Path::Root, "specVersions");
    for note in notes {
        for named in &note.meta.revisions {
            if Day::parse(&named.id).is_some() {
                ids.insert(&named.id, ());
                continue;
            }
            let place = note.manuscript.yaml().place(&Path::Index(&path, named.index));
            let message = format!(
                "`specVersions[{}]`: `{}` is not a calendar day, and no `notes/revisions.yaml` declares it",
                named.index,
                visible(&named.id)
            );
            found.push(Diagnostic::new(Code::UnknownRevision, place, message));
        }
    }
    let last = ids.keys().next_back().copied().map(str::to_owned);
    let things = ids.into_keys().map(|id| Revision {
        status: if Some(id) == last.as_deref() { RevisionStatus::Current } else { RevisionStatus::Superseded },
        id: id.to_owned(),
        spec: None,
        changelog: None,
    });
    Registry { things: things.collect(), declared: false }
}

/// Returns the declared kinds, or those that notes name.
pub fn kinds(declared: Kept<Kind>, notes: &[Arc<Note>], found: &mut Vec<Diagnostic>) -> Registry<Kind> {
    match declared {
        Kept::Whole(things) => return Registry { things, declared: true },
        Kept::Unreadable => return Registry { things: Vec::new(), declared: false },
        Kept::Absent => {}
    }
    let mut ids: BTreeMap<&str, &Note> = BTreeMap::new();
    for note in notes.iter().filter(|note| !note.meta.kind.is_empty()) {
        ids.entry(&note.meta.kind).or_insert(note);
    }
    let mut distinct = Distinct::default();
    let mut things = Vec::new();
    for (id, note) in ids {
        let path = Path::Key(&Path::Root, "kind");
        let yaml = note.manuscript.yaml();
        let mut reader = Reader::new(&yaml);
        if check_id(&mut reader, &path, id, IdRule::Inferred) {
            if let Some(other) = distinct.add(id) {
                let message = format!("`{}` differs from `{}` only in case or form", visible(id), visible(other));
                reader.report(Code::DuplicateId, &path, message);
            } else {
                things.push(Kind {
                    id: id.to_owned(),
                    title: id.to_owned(),
                    plural: id.to_owned(),
                    description: None,
                    needs_client: false,
                    needs_capability: false,
                });
            }
        }
        found.append(&mut reader.found);
    }
    Registry { things, declared: false }
}

/// Turns the ids of all notes' front matter into indexes; reports ids that are not known.
pub fn facets(
    notes: &[Arc<Note>],
    clients: &Registry<Client>,
    capabilities: &Registry<Capability>,
    revisions: &Registry<Revision>,
    kinds: &Registry<Kind>,
    failed: &[FilePath],
    found: &mut Vec<Diagnostic>,
) -> Vec<Facets> {
    let client_ids = index(clients.things.iter().map(|thing| &*thing.id));
    let capability_ids = index(capabilities.things.iter().map(|thing| &*thing.id));
    let revision_ids = index(revisions.things.iter().map(|thing| &*thing.id));
    let former = |id: &str| clients.things.iter().find(|client| client.aliases.iter().any(|alias| alias == id));
    let kind_ids = index(kinds.things.iter().map(|thing| &*thing.id));
    let mut all = Vec::with_capacity(notes.len());
    for note in notes {
        let mut pick = |field: &'static str,
                        word: &str,
                        code: Code,
                        list: &[Named],
                        ids: &HashMap<&str, usize>,
                        declared: bool| {
            let mut picked = Vec::with_capacity(list.len());
            for named in list {
                match ids.get(&*named.id) {
                    Some(i) => picked.push(*i),
                    // An inferred id that is missing here was reported when it was inferred.
                    None if !declared => {}
                    // A client whose file cannot be read was reported there.
                    None if code == Code::UnknownClient && has_failed(failed, &named.id) => {}
                    None => {
                        let path = Path::Key(&Path::Root, field);
                        let place = note.manuscript.yaml().place(&Path::Index(&path, named.index));
                        if let Some(client) = former(&named.id).filter(|_| code == Code::UnknownClient) {
                            let (id, new) = (&named.id, &client.id);
                            let message = format!("`{field}[{}]`: `{id}` is a former id of `{new}`", named.index);
                            found.push(Diagnostic::new(code, place, message).help(format!("write `{new}`")));
                            continue;
                        }
                        let message =
                            format!("`{field}[{}]`: no {word} is called `{}`", named.index, visible(&named.id));
                        found.push(unknown(code, place, message, &named.id, ids.keys().copied()));
                    }
                }
            }
            picked
        };
        let meta = &note.meta;
        let clients_of = pick("clients", "client", Code::UnknownClient, &meta.clients, &client_ids, clients.declared);
        let capabilities_of = pick(
            "capabilities",
            "capability",
            Code::UnknownCapability,
            &meta.capabilities,
            &capability_ids,
            capabilities.declared,
        );
        let revisions_of =
            pick("specVersions", "revision", Code::UnknownRevision, &meta.revisions, &revision_ids, revisions.declared);
        let kind = kind_ids.get(&*meta.kind).copied();
        if kind.is_none() && kinds.declared && !meta.kind.is_empty() {
            let place = note.manuscript.yaml().place(&Path::Key(&Path::Root, "kind"));
            let message = format!("`kind`: no kind is called `{}`", visible(&meta.kind));
            found.push(unknown(Code::UnknownKind, place, message, &meta.kind, kind_ids.keys().copied()));
        }
        if let Some(kind) = kind.map(|i| &kinds.things[i]) {
            for (needed, empty, field) in [
                (kind.needs_client, meta.clients.is_empty(), "clients"),
                (kind.needs_capability, meta.capabilities.is_empty(), "capabilities"),
            ] {
                if needed && empty && !note.has_errors {
                    let place = note.manuscript.yaml().place(&Path::Key(&Path::Root, field));
                    let message = format!("`{field}`: a note of the kind `{}` names at least one", kind.id);
                    found.push(Diagnostic::new(Code::EmptyList, place, message));
                }
            }
        }
        all.push(Facets {
            kind,
            clients: clients_of,
            capabilities: capabilities_of,
            revisions: revisions_of,
            related: Vec::new(),
        });
    }
    all
}

/// Resolves `related`; what is no note is a warning.
pub fn related(notes: &[Arc<Note>], lookup: &Lookup<'_>, facets: &mut [Facets], found: &mut Vec<Diagnostic>) {
    let path = Path::Key(&Path::Root, "related");
    for (note, facets) in notes.iter().zip(facets) {
        for named in &note.meta.related {
            let target = lookup.by_id.get(&*named.id).copied();
            facets.related.push(target);
            if target.is_none() {
                let place = note.manuscript.yaml().place(&Path::Index(&path, named.index));
                let (message, help) = no_note(&named.id, lookup);
                let message = format!("`related[{}]`: {message}", named.index);
                let mut diagnostic = Diagnostic::new(Code::UnknownRelated, place, message);
                diagnostic.help = help;
                found.push(diagnostic);
            }
        }
    }
}

/// Returns why an id is no note, and what may help.
pub fn no_note(id: &str, lookup: &Lookup<'_>) -> (String, Option<String>) {
    match lookup.gone.get(id) {
        Some(Gone::Draft(path)) => (format!("`{id}` exists, but is a draft ({path})"), None),
        Some(Gone::Failed(path)) => (format!("`{id}` has errors of its own ({path})"), None),
        None => {
            if let Some(note) =
                lookup.aliases.get(id).and_then(|note| lookup.by_id.iter().find(|(_, i)| *i == note).map(|(id, _)| *id))
            {
                return (format!("`{id}` is a former id of `{note}`"), Some(format!("write `{note}`")));
            }
            let near = slug::nearest(id, lookup.by_id.keys().copied());
            (format!("no note is called `{}`", visible(id)), near.map(|near| format!("did you mean `{near}`?")))
        }
    }
}

/// Tells whether the file of a client cannot be read.
fn has_failed(failed: &[FilePath], client: &str) -> bool {
    failed
        .iter()
        .any(|path| path.strip_prefix("notes/clients/").and_then(|name| name.strip_suffix(".md")) == Some(client))
}

fn index<'a>(ids: impl Iterator<Item = &'a str>) -> HashMap<&'a str, usize> {
    ids.enumerate().map(|(i, id)| (id, i)).collect()
}

fn unknown<'a>(
    code: Code,
    place: crate::diagnostic::Place,
    message: String,
    id: &str,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    let near = slug::nearest(id, known.iter().copied());
    let add = match code {
        Code::UnknownClient => how_to_add(id),
        Code::UnknownCapability => Some("`notes/capabilities.yaml` declares them".to_owned()),
        Code::UnknownRevision => Some("`notes/revisions.yaml` declares them".to_owned()),
        Code::UnknownKind => Some("`notes/kinds.yaml` declares them".to_owned()),
        _ => None,
    };
    let help: Vec<String> = near.map(|near| format!("did you mean `{near}`?")).into_iter().chain(add).collect();
    let diagnostic = Diagnostic::new(code, place, message);
    if help.is_empty() { diagnostic } else { diagnostic.help(help.join(" ")) }
}

/// Reports claims on surfaces that their client does not declare. A client that no file declares has
/// the surfaces that claims name.
pub fn surfaces(notes: &[Arc<Note>], clients: &[Term<Client>], found: &mut Vec<Diagnostic>) {
    let by_id: HashMap<&str, &Client> = clients.iter().map(|term| (term.thing.id.as_str(), &term.thing)).collect();
    for note in notes {
        for claim in &note.meta.claims {
            let (Some(surface), Some(client)) = (&claim.surface, by_id.get(claim.client.as_str())) else { continue };
            if client.manuscript.is_none() || client.surfaces.iter().any(|other| other.id == *surface) {
                continue;
            }
            let list = Path::Key(&Path::Root, "claims");
            let here = Path::Index(&list, claim.index);
            let place = note.manuscript.yaml().place(&Path::Key(&here, "surface"));
            let message = format!(
                "`claims[{}].surface`: `{}` has no surface called `{}`",
                claim.index,
                client.id,
                visible(surface)
            );
            let near = slug::nearest(surface, client.surfaces.iter().map(|other| other.id.as_str()));
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("`notes/clients/{}.md` declares them under `surfaces`", client.id),
            };
            found.push(Diagnostic::new(Code::UnknownSurface, place, message).help(help));
        }
    }
}

/// Pairs each thing with the notes that name it, newest first.
pub fn with_notes<T>(
    registry: Registry<T>,
    newest: &[NoteIx],
    facets: &[Facets],
    list: impl Fn(&Facets) -> &[usize],
) -> Vec<Term<T>> {
    let mut terms: Vec<Term<T>> = registry.things.into_iter().map(|thing| Term { thing, notes: Vec::new() }).collect();
    for note in newest {
        for thing in list(&facets[*note]) {
            terms[*thing].notes.push(*note);
        }
    }
    terms
}

/// Returns the statuses that have notes, with them.
pub fn statuses(notes: &[Arc<Note>], newest: &[NoteIx]) -> Vec<Term<Status>> {
    let of = |status| newest.iter().copied().filter(|i| notes[*i].meta.status == status).collect::<Vec<_>>();
    Status::ALL
        .iter()
        .map(|status| Term { thing: *status, notes: of(*status) })
        .filter(|term| !term.notes.is_empty())
        .collect()
}
