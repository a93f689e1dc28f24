//! A claim: what a note says of one client and one capability, in words that a matrix can be derived
//! from.
//!
//! Prose is never parsed into yes and no: what is not claimed here yields no verdict. It must not
//! know other notes or how verdicts are derived.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, visible};
use crate::registry::client::entries;
use crate::shape::{Field, Need, Shape, Table};
use crate::slug;
use crate::yaml::{Fields, Node, Path, Reader};

use super::Named;

/// One entry of `claims`.
#[derive(Debug, Clone)]
pub struct Claim {
    /// From 0; its position in the note's list.
    pub index: usize,
    /// One of the note's clients.
    pub client: String,
    /// One of the note's capabilities.
    pub capability: String,
    /// What the client does.
    pub support: Support,
    /// The surface that it speaks of; absent: all of them.
    pub surface: Option<String>,
    /// The revisions that it speaks of, among the note's.
    pub revisions: Vec<String>,
    /// The client's versions that it speaks of, in the author's words.
    pub versions: Option<String>,
    /// How it was found out.
    pub method: Method,
    /// Which of the note's sources bear it, from 0.
    pub sources: Vec<usize>,
    /// What else must be said.
    pub note: Option<String>,
    /// Its id on the note's page.
    pub anchor: String,
}

/// What a client does with a capability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Support {
    /// All of it.
    Yes,
    /// Some of it; the claim's note says what.
    Partial,
    /// None of it.
    No,
}

impl Support {
    /// All values.
    pub const ALL: &'static [Support] = &[Support::Yes, Support::Partial, Support::No];

    /// Tells whether a claim of it must say what is missing.
    pub fn needs_note(self) -> bool {
        matches!(self, Support::Partial | Support::No)
    }

    fn words() -> Vec<&'static str> {
        Support::ALL.iter().map(|support| support.word()).collect()
    }

    fn words_that_need_note() -> Vec<&'static str> {
        Support::ALL.iter().filter(|support| support.needs_note()).map(|support| support.word()).collect()
    }

    /// Returns the word that stands in front matter.
    pub fn word(self) -> &'static str {
        match self {
            Support::Yes => "yes",
            Support::Partial => "partial",
            Support::No => "no",
        }
    }
}

/// How a claim was found out, the strongest way first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// A conformance test was run.
    Conformance,
    /// The traffic was recorded.
    Capture,
    /// The source code was read.
    Source,
    /// The documentation says so.
    Docs,
    /// Its makers say so.
    Statement,
    /// A data set says so.
    Dataset,
}

impl Method {
    /// All methods, the strongest first.
    pub const ALL: &'static [Method] =
        &[Method::Conformance, Method::Capture, Method::Source, Method::Docs, Method::Statement, Method::Dataset];

    fn words() -> Vec<&'static str> {
        Method::ALL.iter().map(|method| method.word()).collect()
    }

    /// Returns the word that stands in front matter.
    pub fn word(self) -> &'static str {
        match self {
            Method::Conformance => "conformance",
            Method::Capture => "capture",
            Method::Source => "source",
            Method::Docs => "docs",
            Method::Statement => "statement",
            Method::Dataset => "dataset",
        }
    }

    /// Returns how many steps weaker this method is than the strongest.
    pub fn rank(self) -> usize {
        self as usize
    }
}

/// What an entry of `claims` may hold.
pub const CLAIM: Table = Table {
    about: "A claim: what the note says of one client and one capability, for the support matrix.",
    fields: &[
        Field::required("capability", Shape::Text, "One of the note's `capabilities`."),
        Field::required("support", Shape::Words(Support::words), "What the client does with it."),
        Field::needed(
            "client",
            Need::UnlessOne("clients"),
            Shape::Text,
            "One of the note's `clients`; default: the only one.",
        ),
        Field::optional("surface", Shape::Text, "A surface that the client declares; default: all of them."),
        Field::optional("revisions", Shape::Some(&Shape::Text), "Some of `specVersions`; default: all of them."),
        Field::optional("versions", Shape::Text, "The client's versions that it speaks of, in your own words."),
        Field::required("method", Shape::Words(Method::words), "How it was found out; the strongest way first."),
        Field::optional(
            "sources",
            Shape::Some(&Shape::Number(None)),
            "Which of the note's `sources` bear it, from 1; default: all of them.",
        ),
        Field::needed(
            "note",
            Need::With("support", Support::words_that_need_note),
            Shape::Text,
            "What is missing, or what else must be said.",
        ),
    ],
};

/// What a claim may refer to: what its note names.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'n> {
    /// The note's clients.
    pub clients: &'n [Named],
    /// The note's capabilities.
    pub capabilities: &'n [Named],
    /// The note's revisions.
    pub revisions: &'n [Named],
    /// How many sources the note has.
    pub sources: usize,
}

/// Reads `claims`.
pub fn read<'a>(reader: &mut Reader<'a>, fields: &Fields<'a, '_>, scope: Scope<'_>) -> Vec<Claim> {
    let path = Path::Key(fields.path(), "claims");
    let mut claims: Vec<Claim> = Vec::new();
    let mut anchors = slug::Fragments::default();
    for (index, item) in fields.items(reader, "claims").iter().enumerate() {
        let here = Path::Index(&path, index);
        let Some(mut claim) = one(reader, item, &here, index, scope) else { continue };
        if let Some(other) = claims.iter().find(|other| same_question(other, &claim)) {
            let message = format!("the claim answers the same question as `claims[{}]`", other.index);
            reader.report(Code::DuplicateClaim, &here, message).help =
                Some("two claims of one note differ in client, capability, surface, revisions or versions".to_owned());
            continue;
        }
        // The prefix keeps it apart from headings, which never get it.
        claim.anchor = format!("claim-{}", anchors.add(&anchor(&claim)));
        claims.push(claim);
    }
    claims
}

fn same_question(a: &Claim, b: &Claim) -> bool {
    let revisions = |claim: &Claim| claim.revisions.iter().cloned().collect::<BTreeSet<_>>();
    a.client == b.client
        && a.capability == b.capability
        && a.surface == b.surface
        && a.versions == b.versions
        && revisions(a) == revisions(b)
}

/// Returns the id that a claim asks for: made of what it is about, so that it stays when claims are
/// added or moved.
fn anchor(claim: &Claim) -> String {
    let mut anchor = format!("{}-{}", claim.client, claim.capability.replace('.', "-"));
    if let Some(surface) = &claim.surface {
        anchor.push('-');
        anchor.push_str(surface);
    }
    anchor
}

fn one<'a>(reader: &mut Reader<'a>, node: &'a Node, path: &Path<'_>, index: usize, scope: Scope<'_>) -> Option<Claim> {
    let fields = reader.fields(node, path, &CLAIM)?;
    let capability = fields.text(reader, "capability");
    if let Some(capability) = capability {
        among(reader, &Path::Key(path, "capability"), capability, "capabilities", scope.capabilities);
    }
    let client = client(reader, &fields, scope);
    let support = word(reader, &fields, "support", Support::ALL, Support::word);
    let method = word(reader, &fields, "method", Method::ALL, Method::word);
    let surface = fields.text(reader, "surface").map(str::to_owned);
    let revisions = match fields.get("revisions") {
        None => scope.revisions.iter().map(|named| named.id.clone()).collect(),
        Some(_) => {
            let list = entries(reader, &fields, "revisions");
            let here = Path::Key(path, "revisions");
            if list.is_empty() && matches!(fields.get("revisions"), Some(Node::List(items, _)) if items.is_empty()) {
                reader.report(Code::EmptyList, &here, "a claim speaks of at least one revision").help =
                    Some("name revisions, or take the key out to mean all of `specVersions`".to_owned());
            }
            for (i, revision) in &list {
                among(reader, &Path::Index(&here, *i), revision, "specVersions", scope.revisions);
            }
            list.into_iter().map(|(_, revision)| revision.to_owned()).collect()
        }
    };
    let versions = fields.prose(reader, "versions").map(str::to_owned);
    let sources = sources(reader, &fields, scope);
    let note = fields.prose(reader, "note").map(str::to_owned);
    if let Some(support) = support.filter(|support| support.needs_note())
        && fields.get("note").is_none()
    {
        let message = format!("a claim of `{}` needs a `note` that says what is missing", support.word());
        reader.report(Code::ClaimNoteMissing, &Path::Key(path, "support"), message);
    }
    Some(Claim {
        index,
        client: client?,
        capability: capability?.to_owned(),
        support: support?,
        surface,
        revisions,
        versions,
        method: method?,
        sources,
        note,
        anchor: String::new(),
    })
}

/// Returns the claim's client: the one it names, else the note's only one.
fn client<'a>(reader: &mut Reader<'a>, fields: &Fields<'a, '_>, scope: Scope<'_>) -> Option<String> {
    if fields.get("client").is_some() {
        let client = fields.text(reader, "client")?;
        among(reader, &Path::Key(fields.path(), "client"), client, "clients", scope.clients);
        return Some(client.to_owned());
    }
    match scope.clients {
        [only] => Some(only.id.clone()),
        others => {
            let message = match others {
                [] => "the note names no client, so it can claim nothing of one",
                _ => "the note names several clients, so each claim says of which it speaks",
            };
            reader.report(Code::MissingField, fields.path(), message).help = Some("add `client: ID`".to_owned());
            None
        }
    }
}

/// Reports an id that is not among the note's own.
fn among(reader: &mut Reader<'_>, path: &Path<'_>, id: &str, field: &str, own: &[Named]) {
    if own.iter().any(|named| named.id == id) {
        return;
    }
    let near = slug::nearest(id, own.iter().map(|named| named.id.as_str()));
    let message = format!("`{}` is not among the note's `{field}`", visible(id));
    reader.report(Code::ClaimOutsideNote, path, message).help = Some(match near {
        Some(near) => format!("did you mean `{near}`? otherwise add it to `{field}`"),
        None => format!("add it to `{field}`"),
    });
}

/// Returns the value that a required word stands for.
fn word<'a, T: Copy>(
    reader: &mut Reader<'a>,
    fields: &Fields<'a, '_>,
    key: &str,
    all: &[T],
    name: fn(T) -> &'static str,
) -> Option<T> {
    let word = fields.text(reader, key)?;
    let found = all.iter().copied().find(|value| name(*value) == word);
    if found.is_none() {
        let names: Vec<&str> = all.iter().map(|value| name(*value)).collect();
        let help = match slug::nearest(word, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("one of {}", names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")),
        };
        let message = format!("`{}` is none of its values", visible(word));
        reader.report(Code::InvalidValue, &Path::Key(fields.path(), key), message).help = Some(help);
    }
    found
}

/// Returns which of the note's sources bear the claim, from 0.
fn sources<'a>(reader: &mut Reader<'a>, fields: &Fields<'a, '_>, scope: Scope<'_>) -> Vec<usize> {
    if fields.get("sources").is_none() {
        return (0..scope.sources).collect();
    }
    let path = Path::Key(fields.path(), "sources");
    let mut sources = Vec::new();
    let list = entries(reader, fields, "sources");
    if list.is_empty() && matches!(fields.get("sources"), Some(Node::List(items, _)) if items.is_empty()) {
        reader.report(Code::NoSources, &path, "a claim rests on at least one source").help =
            Some("name sources by number, or take the key out to mean all".to_owned());
    }
    for (i, text) in list {
        match text.parse::<usize>() {
            Ok(number) if (1..=scope.sources).contains(&number) => sources.push(number - 1),
            _ => {
                let message =
                    format!("`{}` is not the number of a source: the note has {}", visible(text), scope.sources);
                reader.report(Code::ClaimSource, &Path::Index(&path, i), message).help =
                    Some("sources are counted from 1".to_owned());
            }
        }
    }
    sources
}
