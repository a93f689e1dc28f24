//! The ids that a new file may name, and those that it may not take.
//!
//! A registry that the site keeps is the whole truth; where it keeps none, any id will do, and those in
//! use are offered. It must not know how the ids are asked for.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::date::Day;
use crate::diagnostic::visible;
use crate::note::{Meta, Named};
use crate::parse::Parsed;
use crate::registry::client::how_to_add;
use crate::registry::{Forge, Kept};
use crate::slug;

/// The ids of one list of a note's front matter.
#[derive(Debug, Clone)]
pub struct Names {
    /// What one of them is called: `client`.
    pub word: &'static str,
    /// The known ids, in the order in which they are offered.
    pub ids: Vec<String>,
    rule: Rule,
    /// What adds a new one, as the rest of a sentence, if the site declares them.
    add: fn(&str) -> Option<String>,
    /// By former id: the one of today.
    former: HashMap<String, String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// One of the known ids.
    Declared,
    /// Whatever can be a file name.
    Inferred,
    /// A calendar day.
    Day,
}

impl Names {
    /// Returns what is wrong with ids that a note is to name: a sentence for each that it may not.
    pub fn faults<'a>(&self, ids: impl IntoIterator<Item = &'a String>) -> Vec<String> {
        ids.into_iter().filter_map(|id| self.check(id).err()).collect()
    }

    /// Checks that a note may name an id.
    ///
    /// # Errors
    /// Why it may not, and what is near, as one sentence.
    pub fn check(&self, id: &str) -> Result<(), String> {
        if self.ids.iter().any(|other| other == id) {
            return Ok(());
        }
        let (word, shown) = (self.word, visible(id));
        if let Some(new) = self.former.get(id) {
            return Err(format!("`{shown}` is a former id of the {word} `{new}`; write `{new}`"));
        }
        match self.rule {
            Rule::Declared => {
                let near = slug::nearest(id, self.ids.iter().map(String::as_str));
                let near = near.map(|near| format!("did you mean `{near}`?"));
                let help: Vec<String> = near.into_iter().chain((self.add)(id)).collect();
                let help = if help.is_empty() { String::new() } else { format!("; {}", help.join(" ")) };
                Err(format!("no {word} is called `{shown}`{help}"))
            }
            Rule::Day if Day::parse(id).is_none() => {
                Err(format!("`{shown}` is not a calendar day, and no `notes/revisions.yaml` declares such a {word}"))
            }
            Rule::Inferred if slug::check_inferred(id).is_err() => {
                Err(format!("`{shown}` cannot be the id of a {word}"))
            }
            Rule::Day | Rule::Inferred => match self.ids.iter().find(|other| slug::fold(other) == slug::fold(id)) {
                Some(other) => {
                    Err(format!("`{shown}` differs from `{other}` only in case or form; did you mean `{other}`?"))
                }
                None => Ok(()),
            },
        }
    }
}

/// What a site knows before a file is added to it.
#[derive(Debug)]
pub struct Known {
    /// Kinds of note.
    pub kinds: Names,
    /// Clients.
    pub clients: Names,
    /// Capabilities.
    pub capabilities: Names,
    /// Revisions.
    pub revisions: Names,
    /// What kind of forge a host is.
    pub forges: BTreeMap<String, Forge>,
    /// Kinds whose notes name a client.
    needs_client: BTreeSet<String>,
    /// Kinds whose notes name a capability.
    needs_capability: BTreeSet<String>,
    /// By folded id of a note: why it is taken.
    notes: HashMap<String, String>,
    /// By folded id of a client: why it is taken.
    declared_clients: HashMap<String, String>,
}

impl Known {
    /// Returns what is known of a site.
    pub fn new(parsed: &Parsed) -> Known {
        let used = |list: fn(&Meta) -> &[Named]| {
            let ids: BTreeSet<&str> =
                parsed.notes.iter().flat_map(|note| list(&note.meta)).map(|named| named.id.as_str()).collect();
            ids.into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let capabilities = whole(&parsed.groups, |group| group.capabilities.iter().map(|it| it.id.clone()).collect());
        let revisions = whole(&parsed.revisions, |revision| vec![revision.id.clone()]);
        let kinds = whole(&parsed.kinds, |kind| vec![kind.id.clone()]);
        let used_kinds = || {
            let ids: BTreeSet<&str> = parsed.notes.iter().map(|note| note.meta.kind.as_str()).collect();
            ids.into_iter().filter(|id| !id.is_empty()).map(str::to_owned).collect()
        };
        let clients = parsed.clients.as_ref().map(|clients| {
            let mut ids: Vec<String> = clients.iter().map(|client| client.id.clone()).collect();
            ids.extend(failed(parsed, "notes/clients/").map(|(stem, _)| stem.to_owned()));
            ids.sort();
            ids
        });
        let needing = |needs: fn(&crate::registry::Kind) -> bool| {
            let kinds = parsed.kinds.whole().unwrap_or_default();
            kinds.iter().filter(|kind| needs(kind)).map(|kind| kind.id.clone()).collect()
        };
        // A registry that cannot be read tells nothing of its days either.
        let days = if matches!(parsed.revisions, Kept::Unreadable) { Rule::Inferred } else { Rule::Day };
        Known {
            kinds: names("kind", kinds, Rule::Inferred, used_kinds, |_| declares("kinds")),
            clients: Names {
                former: former_clients(parsed),
                ..names("client", clients, Rule::Inferred, || used(|meta| &meta.clients), how_to_add)
            },
            capabilities: names(
                "capability",
                capabilities,
                Rule::Inferred,
                || used(|meta| &meta.capabilities),
                |_| declares("capabilities"),
            ),
            revisions: names("revision", revisions, days, || used(|meta| &meta.revisions), |_| declares("revisions")),
            forges: parsed.site.forges.clone(),
            needs_client: needing(|kind| kind.needs_client),
            needs_capability: needing(|kind| kind.needs_capability),
            notes: taken_notes(parsed),
            declared_clients: taken_clients(parsed),
        }
    }

    /// Tells whether a note of a kind names a client.
    pub fn needs_client(&self, kind: &str) -> bool {
        self.needs_client.contains(kind)
    }

    /// Tells whether a note of a kind names a capability.
    pub fn needs_capability(&self, kind: &str) -> bool {
        self.needs_capability.contains(kind)
    }

    /// Checks that a new note may have an id.
    ///
    /// # Errors
    /// Why it may not, as one sentence.
    pub fn check_note(&self, id: &str) -> Result<(), String> {
        check_new(id, slug::check(id).is_ok() && id != "index", &self.notes)
    }

    /// Checks that a new client may have an id.
    ///
    /// # Errors
    /// Why it may not, as one sentence.
    pub fn check_client(&self, id: &str) -> Result<(), String> {
        check_new(id, crate::registry::client::is_name(id), &self.declared_clients)
    }

    /// Returns the ids of clients that notes name and no file declares, if no client has a file yet.
    pub fn inferred_clients(&self) -> &[String] {
        if self.clients.rule == Rule::Inferred { &self.clients.ids } else { &[] }
    }
}

fn check_new(id: &str, is_id: bool, taken: &HashMap<String, String>) -> Result<(), String> {
    if !is_id {
        let what = match slug::check(id) {
            Err(slug::Fault::Device) => "is a device name on Windows, where the file could not exist".to_owned(),
            Ok(()) => "is a name that the site uses itself".to_owned(),
            Err(slug::Fault::Form) => format!("is not an id; {}", slug::RULE),
        };
        return Err(format!("`{}` {what}", visible(id)));
    }
    taken.get(&slug::fold(id)).map_or(Ok(()), |why| Err(why.clone()))
}

fn declares(file: &str) -> Option<String> {
    Some(format!("`notes/{file}.yaml` declares them"))
}

fn names(
    word: &'static str,
    declared: Option<Vec<String>>,
    otherwise: Rule,
    used: impl FnOnce() -> Vec<String>,
    add: fn(&str) -> Option<String>,
) -> Names {
    match declared {
        Some(ids) => Names { word, ids, rule: Rule::Declared, add, former: HashMap::new() },
        None => Names { word, ids: used(), rule: otherwise, add, former: HashMap::new() },
    }
}

fn whole<T>(kept: &Kept<T>, ids: impl Fn(&T) -> Vec<String>) -> Option<Vec<String>> {
    Some(kept.whole()?.iter().flat_map(ids).collect())
}

/// Returns the stems and paths of files below a folder that could not be read.
fn failed<'a>(parsed: &'a Parsed, folder: &'static str) -> impl Iterator<Item = (&'a str, &'a str)> {
    parsed.failed.iter().filter_map(move |path| Some((stem(path.strip_prefix(folder)?), &**path)))
}

fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(".md").unwrap_or(name)
}

fn taken_notes(parsed: &Parsed) -> HashMap<String, String> {
    let mut taken = HashMap::new();
    for note in &parsed.notes {
        for alias in &note.meta.aliases {
            taken.insert(slug::fold(alias), format!("`{alias}` is a former id of the note `{}`", note.path()));
        }
    }
    let files = parsed.notes.iter().map(|note| (stem(note.path()), note.path()));
    taken.extend(files.chain(failed(parsed, "notes/research/")).map(there));
    taken
}

fn former_clients(parsed: &Parsed) -> HashMap<String, String> {
    let clients = parsed.clients.iter().flatten();
    clients.flat_map(|client| client.aliases.iter().map(|alias| (alias.clone(), client.id.clone()))).collect()
}

fn taken_clients(parsed: &Parsed) -> HashMap<String, String> {
    let mut taken = HashMap::new();
    let clients = parsed.clients.iter().flatten();
    let files: Vec<(&str, String)> =
        clients.clone().map(|client| (client.id.as_str(), format!("notes/clients/{}.md", client.id))).collect();
    for client in clients {
        for alias in &client.aliases {
            let why = format!("`{alias}` is a former id of the client `notes/clients/{}.md`", client.id);
            taken.insert(slug::fold(alias), why);
        }
    }
    taken
        .extend(files.iter().map(|(id, path)| (*id, path.as_str())).chain(failed(parsed, "notes/clients/")).map(there));
    taken
}

fn there((stem, path): (&str, &str)) -> (String, String) {
    (slug::fold(stem), format!("`{path}` is there already"))
}
