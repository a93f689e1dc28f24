//! `kinds.yaml`, `capabilities.yaml`, `revisions.yaml`: lists of things with ids.

use crate::diagnostic::{Checked, Code, Diagnostic, Place, Source, visible};
use crate::markdown;
use crate::shape::{Field, Shape, Table};
use crate::yaml::{Fields, Node, Path, REGISTRY_LIMIT, Reader, Yaml};

use super::client::{URL, check_url, placed_aliases as aliases};
use super::{DOTTED, Distinct, IdRule, Kept, SLUG, check_id};

/// What an entry of `kinds.yaml` may hold.
pub const KINDS: Table = Table {
    about: "A kind of note: an entry of `notes/kinds.yaml`.",
    fields: &[
        Field::required("id", Shape::Form(&SLUG), "What notes name it by."),
        Field::required("title", Shape::Text, "Its name. Backticks mark code."),
        Field::optional("plural", Shape::Text, "Its name for many; default: `title`."),
        Field::optional("description", Shape::Text, "What it means."),
        Field::optional("needsClient", Shape::Flag, "Whether its notes must name a client; default: `false`."),
        Field::optional("needsCapability", Shape::Flag, "Whether its notes must name a capability; default: `false`."),
    ],
};

/// What an entry of `revisions.yaml` may hold.
pub const REVISIONS: Table = Table {
    about: "A revision of the specification: an entry of `notes/revisions.yaml`, which is in order of time.",
    fields: &[
        Field::required("id", Shape::Form(&SLUG), "Its date or name."),
        Field::required("status", Shape::Words(RevisionStatus::words), "Where it stands."),
        Field::optional("spec", Shape::Form(&URL), "Its text."),
        Field::optional("changelog", Shape::Form(&URL), "What it changed."),
    ],
};

/// What an entry of `capabilities.yaml` may hold.
pub const GROUPS: Table = Table {
    about: "A group of capabilities: an entry of `notes/capabilities.yaml`.",
    fields: &[
        Field::required("id", Shape::Form(&SLUG), "The group's own id."),
        Field::required("title", Shape::Text, "Its name. Backticks mark code."),
        Field::required(
            "capabilities",
            Shape::List(&Shape::Map(&CAPABILITY)),
            "In the order in which pages list them.",
        ),
    ],
};

/// What a capability may hold.
const CAPABILITY: Table = Table {
    about: "Something that the protocol lets a client do.",
    fields: &[
        Field::required("id", Shape::Form(&DOTTED), "What notes name it by."),
        Field::required("title", Shape::Text, "Its name. Backticks mark code."),
        Field::optional("summary", Shape::Text, "One sentence on what it is."),
        Field::optional("introduced", Shape::Text, "The id of the first revision that has it."),
        Field::optional("deprecated", Shape::Text, "The id of the first revision that advises against it."),
        Field::optional("removed", Shape::Text, "The id of the first revision that lacks it again."),
        Field::optional("spec", Shape::Form(&URL), "Its place in the specification."),
        Field::optional("aliases", Shape::List(&Shape::Form(&DOTTED)), "Former ids; each redirects."),
    ],
};

/// A kind of note.
#[derive(Debug, Clone)]
pub struct Kind {
    /// A slug.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Its name for many.
    pub plural: String,
    /// What it means.
    pub description: Option<String>,
    /// A note of this kind names a client.
    pub needs_client: bool,
    /// A note of this kind names a capability.
    pub needs_capability: bool,
}

/// A group of capabilities.
#[derive(Debug, Clone)]
pub struct Group {
    /// A slug.
    pub id: String,
    /// Its name.
    pub title: String,
    /// In the order of the registry.
    pub capabilities: Vec<Capability>,
}

/// Something that the protocol lets a client do.
#[derive(Debug, Clone)]
pub struct Capability {
    /// Slugs joined by dots.
    pub id: String,
    /// Its name.
    pub title: String,
    /// One sentence.
    pub summary: Option<String>,
    /// The first revision that has it.
    pub introduced: Option<String>,
    /// The first revision that advises against it.
    pub deprecated: Option<String>,
    /// The first revision that lacks it again.
    pub removed: Option<String>,
    /// Its place in the specification.
    pub spec: Option<String>,
    /// Former ids.
    pub aliases: Vec<String>,
}

/// A revision of the specification.
#[derive(Debug, Clone)]
pub struct Revision {
    /// Its date or name.
    pub id: String,
    /// Where it stands.
    pub status: RevisionStatus,
    /// Its text.
    pub spec: Option<String>,
    /// What it changed.
    pub changelog: Option<String>,
}

/// Where a revision stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevisionStatus {
    /// A newer one is current.
    Superseded,
    /// The one to implement.
    Current,
    /// Not final.
    Draft,
}

impl RevisionStatus {
    /// All of them, in order of time.
    pub const ALL: &'static [RevisionStatus] =
        &[RevisionStatus::Superseded, RevisionStatus::Current, RevisionStatus::Draft];

    /// Returns the words of all of them.
    pub fn words() -> Vec<&'static str> {
        RevisionStatus::ALL.iter().map(|status| status.word()).collect()
    }

    /// Returns the word that stands in the registry.
    pub fn word(self) -> &'static str {
        match self {
            RevisionStatus::Superseded => "superseded",
            RevisionStatus::Current => "current",
            RevisionStatus::Draft => "draft",
        }
    }
}

/// Reads a registry that is a list of mappings, and hands each to `item`.
fn table<T>(
    source: &Source,
    entry: &'static Table,
    mut item: impl for<'a> FnMut(&mut Reader<'a>, &Fields<'a, '_>) -> Option<T>,
) -> Checked<Kept<T>> {
    let yaml = match Yaml::read(source, 0..source.text.len(), REGISTRY_LIMIT) {
        Ok(yaml) => yaml,
        Err(diagnostics) => return Checked { value: Kept::Unreadable, diagnostics },
    };
    let mut reader = Reader::new(&yaml);
    let mut value = Vec::new();
    if let Node::Map(entries, _) = yaml.root()
        && entries.is_empty()
    {
        return Checked { value: Kept::Whole(value), diagnostics: reader.found };
    }
    let Some(items) = reader.items(yaml.root(), &Path::Root) else {
        return Checked { value: Kept::Unreadable, diagnostics: reader.found };
    };
    for (i, node) in items.iter().enumerate() {
        let path = Path::Index(&Path::Root, i);
        if let Some(fields) = reader.fields(node, &path, entry) {
            value.extend(item(&mut reader, &fields));
        }
    }
    Checked { value: Kept::Whole(value), diagnostics: reader.found }
}

/// Reads the required `id` of a mapping; reports a bad or repeated one.
fn id<'a>(reader: &mut Reader<'a>, fields: &Fields<'a, '_>, rule: IdRule, distinct: &mut Distinct) -> Option<&'a str> {
    let id = fields.text(reader, "id")?;
    let path = Path::Key(fields.path(), "id");
    if !check_id(reader, &path, id, rule) {
        return None;
    }
    if let Some(other) = distinct.add(id) {
        let message = format!("`{id}` is declared twice, the first time as `{other}`");
        reader.report(Code::DuplicateId, &path, message);
        return None;
    }
    Some(id)
}

fn url<'a>(reader: &mut Reader<'a>, fields: &Fields<'a, '_>, key: &str) -> Option<String> {
    let url = fields.text(reader, key)?;
    check_url(reader, &Path::Key(fields.path(), key), url).then(|| url.to_owned())
}

/// Reads `kinds.yaml`.
pub fn kinds(source: &Source) -> Checked<Kept<Kind>> {
    let mut distinct = Distinct::default();
    table(source, &KINDS, |reader, fields| {
        let id = id(reader, fields, IdRule::Slug, &mut distinct)?;
        let title = markdown::one_line(fields.prose(reader, "title").unwrap_or(id));
        Some(Kind {
            id: id.to_owned(),
            plural: fields.prose(reader, "plural").map_or_else(|| title.clone(), markdown::one_line),
            title,
            description: fields.prose(reader, "description").map(str::to_owned),
            needs_client: fields.flag(reader, "needsClient").unwrap_or(false),
            needs_capability: fields.flag(reader, "needsCapability").unwrap_or(false),
        })
    })
}

/// Reads `revisions.yaml`.
pub fn revisions(source: &Source) -> Checked<Kept<Revision>> {
    let mut distinct = Distinct::default();
    table(source, &REVISIONS, |reader, fields| {
        let id = id(reader, fields, IdRule::Slug, &mut distinct)?;
        let status = status(reader, fields);
        let (spec, changelog) = (url(reader, fields, "spec"), url(reader, fields, "changelog"));
        Some(Revision { id: id.to_owned(), status, spec, changelog })
    })
}

fn status<'a>(reader: &mut Reader<'a>, fields: &Fields<'a, '_>) -> RevisionStatus {
    let Some(word) = fields.text(reader, "status") else { return RevisionStatus::Current };
    if let Some(status) = RevisionStatus::ALL.iter().find(|status| status.word() == word) {
        return *status;
    }
    let words: Vec<_> = RevisionStatus::words().iter().map(|word| format!("`{word}`")).collect();
    let message = format!("`{}` is not a revision's status", visible(word));
    reader.report(Code::InvalidValue, &Path::Key(fields.path(), "status"), message).help =
        Some(format!("one of {}", words.join(", ")));
    RevisionStatus::Current
}

/// Reads `capabilities.yaml`. `known` names the revisions that exist; without it any is taken.
pub fn capabilities(source: &Source, known: Option<&[Revision]>) -> Checked<Kept<Group>> {
    let (mut groups, mut ids) = (Distinct::default(), Distinct::default());
    let mut aliases: Vec<(String, Place)> = Vec::new();
    let mut checked = table(source, &GROUPS, |reader, fields| {
        let group = id(reader, fields, IdRule::Slug, &mut groups)?;
        let title = markdown::one_line(fields.prose(reader, "title").unwrap_or(group));
        let path = Path::Key(fields.path(), "capabilities");
        let mut capabilities = Vec::new();
        for (i, node) in fields.items(reader, "capabilities").iter().enumerate() {
            let path = Path::Index(&path, i);
            let Some(fields) = reader.fields(node, &path, &CAPABILITY) else { continue };
            capabilities.extend(capability(reader, &fields, &mut ids, &mut aliases, known));
        }
        Some(Group { id: group.to_owned(), title, capabilities })
    });
    // All ids are known now, so a former id can be told from a present one. One that is another's
    // gets no address, so it is told once.
    let Kept::Whole(groups) = &mut checked.value else { return checked };
    let mut placed = aliases.into_iter();
    for capability in groups.iter_mut().flat_map(|group| &mut group.capabilities) {
        capability.aliases.retain(|alias| {
            let Some((path, place)) = placed.next() else { return true };
            let Some(other) = ids.add(alias) else { return true };
            let message = format!("`{path}`: `{alias}` is an id, or a former id, already: `{other}`");
            checked.diagnostics.push(Diagnostic::new(Code::DuplicateId, place, message));
            false
        });
    }
    checked
}

fn capability<'a>(
    reader: &mut Reader<'a>,
    fields: &Fields<'a, '_>,
    ids: &mut Distinct,
    all_aliases: &mut Vec<(String, Place)>,
    known: Option<&[Revision]>,
) -> Option<Capability> {
    let id = id(reader, fields, IdRule::Dotted, ids)?;
    let title = markdown::one_line(fields.prose(reader, "title").unwrap_or(id));
    let summary = fields.prose(reader, "summary").map(str::to_owned);
    let mut life = |key: &str| {
        let revision = fields.text(reader, key)?;
        if let Some(known) = known
            && !known.iter().any(|r| r.id == revision)
        {
            let near = crate::slug::nearest(revision, known.iter().map(|r| r.id.as_str()));
            let message = format!("no revision is called `{}`", visible(revision));
            reader.report(Code::UnknownRevision, &Path::Key(fields.path(), key), message).help =
                near.map(|near| format!("did you mean `{near}`?"));
        }
        Some(revision.to_owned())
    };
    let (introduced, deprecated, removed) = (life("introduced"), life("deprecated"), life("removed"));
    let spec = url(reader, fields, "spec");
    let path = Path::Key(fields.path(), "aliases");
    let aliases = aliases(reader, fields, id, IdRule::Dotted);
    for (i, _) in &aliases {
        let here = Path::Index(&path, *i);
        all_aliases.push((here.to_string(), reader.yaml.place(&here)));
    }
    let aliases = aliases.into_iter().map(|(_, alias)| alias).collect();
    Some(Capability { id: id.to_owned(), title, summary, introduced, deprecated, removed, spec, aliases })
}
