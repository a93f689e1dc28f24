//! A note's front matter: every field, checked by itself.
//!
//! It must not know the body or other notes.

use crate::date::{DAY, Day};
use crate::diagnostic::{Code, Diagnostic, visible};
use crate::markdown;
use crate::registry::client::{LANG, aliases, check_lang, entries};
use crate::registry::{IdRule, SLUG, check_id};
use crate::shape::{Field, Need, Shape, Table};
use crate::slug;
use crate::yaml::{Fields, Path, Reader};

use super::Options;
use super::citation::{self, Citation, SOURCE};
use super::claim::{self, CLAIM, Claim};

/// What a note says of itself.
#[derive(Debug, Clone)]
pub struct Meta {
    /// A slug; equals the file's stem.
    pub id: String,
    /// Backticks mark code, nothing else is markup.
    pub title: String,
    /// A kind's id.
    pub kind: String,
    /// Plain text.
    pub summary: String,
    /// Capabilities that it speaks of.
    pub capabilities: Vec<Named>,
    /// Clients that it speaks of.
    pub clients: Vec<Named>,
    /// Revisions that it speaks of (`specVersions`).
    pub revisions: Vec<Named>,
    /// Its evidence.
    pub sources: Vec<Citation>,
    /// Where it stands.
    pub status: Status,
    /// When the evidence was last looked at.
    pub last_verified: Day,
    /// What it says in words that the matrix is derived from.
    pub claims: Vec<Claim>,
    /// Notes to read next.
    pub related: Vec<Named>,
    /// Notes that it takes the place of.
    pub supersedes: Vec<Named>,
    /// Notes that say otherwise.
    pub contradicts: Vec<Named>,
    /// Why it stands where it stands.
    pub status_reason: Option<String>,
    /// Former ids.
    pub aliases: Vec<String>,
    /// The day of its last change, where the author gives it.
    pub updated: Option<Day>,
    /// BCP 47 tag.
    pub lang: Option<String>,
    /// It carries `canonical`, so it is a published twin.
    pub canonical: bool,
    /// It carries a key that is made anew.
    pub has_generated: bool,
    /// Its `lastVerified` lies longer ago than the site allows.
    pub stale: bool,
}

/// An id in a list, and its position there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// As written.
    pub id: String,
    /// From 0.
    pub index: usize,
}

/// Where a note stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Not published.
    Draft,
    /// Holds.
    Current,
    /// Evidence speaks against it.
    Disputed,
    /// Another note takes its place.
    Superseded,
    /// Was wrong.
    Retracted,
    /// Was true once.
    Historical,
}

impl Status {
    /// All statuses, in the order in which lists show them.
    pub const ALL: &'static [Status] =
        &[Status::Current, Status::Disputed, Status::Superseded, Status::Retracted, Status::Historical, Status::Draft];

    /// Returns the word that stands in front matter.
    pub fn word(self) -> &'static str {
        match self {
            Status::Draft => "draft",
            Status::Current => "current",
            Status::Disputed => "disputed",
            Status::Superseded => "superseded",
            Status::Retracted => "retracted",
            Status::Historical => "historical",
        }
    }

    /// Returns what the word means, in one sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Status::Draft => "Not published yet; it is built only on request.",
            Status::Current => "Holds, as far as its sources have been verified.",
            Status::Disputed => "Other evidence speaks against it, and the question is open.",
            Status::Superseded => "A newer note takes its place.",
            Status::Retracted => "Was wrong when it was written, and says why.",
            Status::Historical => "Was true of versions that are no longer in use.",
        }
    }

    /// Tells whether a note of this status must say why, whatever other notes say.
    pub fn needs_reason(self) -> bool {
        matches!(self, Status::Disputed | Status::Retracted)
    }

    fn words() -> Vec<&'static str> {
        Status::ALL.iter().map(|status| status.word()).collect()
    }

    fn words_that_need_reason() -> Vec<&'static str> {
        Status::ALL.iter().filter(|status| status.needs_reason()).map(|status| status.word()).collect()
    }

    /// Tells whether the note still speaks for the present.
    pub fn is_live(self) -> bool {
        matches!(self, Status::Current | Status::Disputed)
    }
}

/// What a note's front matter may hold.
pub const NOTE: Table = Table {
    about: "A research note: `notes/research/<id>.md`.",
    fields: &[
        Field::required("id", Shape::Form(&SLUG), "The name of the note's file, without `.md`."),
        Field::required(
            "title",
            Shape::Text,
            "The finding in one sentence. Backticks mark code, nothing else is markup.",
        ),
        Field::required("kind", Shape::Text, "The id of a kind."),
        Field::required("summary", Shape::Text, "The finding in a few sentences of plain text."),
        Field::required(
            "capabilities",
            Shape::List(&Shape::Text),
            "Ids of the capabilities that it speaks of; may be empty where its kind allows that.",
        ),
        Field::required(
            "clients",
            Shape::List(&Shape::Text),
            "Ids of the clients that it speaks of; may be empty where its kind allows that.",
        ),
        Field::required("specVersions", Shape::List(&Shape::Text), "Ids of the revisions that it speaks of."),
        Field::needed("sources", Need::Unless("status", "draft"), Shape::List(&Shape::Map(&SOURCE)), "Its evidence."),
        Field::required("status", Shape::Words(Status::words), "Where it stands."),
        Field::required("lastVerified", Shape::Form(&DAY), "When its sources were last looked at. Not in the future."),
        Field::optional("related", Shape::List(&Shape::Text), "Ids of notes to read next."),
        Field::optional("claims", Shape::List(&Shape::Map(&CLAIM)), "What the support matrix is derived from."),
        Field::optional("supersedes", Shape::List(&Shape::Text), "Ids of notes whose place it takes."),
        Field::optional(
            "contradicts",
            Shape::List(&Shape::Text),
            "Ids of notes that say otherwise; both sides show it.",
        ),
        Field::needed(
            "statusReason",
            Need::With("status", Status::words_that_need_reason),
            Shape::Text,
            "Why it stands where it stands. A superseded note needs it too if no note supersedes it.",
        ),
        Field::optional("aliases", Shape::List(&Shape::Form(&SLUG)), "Former ids; each redirects."),
        Field::optional(
            "updated",
            Shape::Form(&DAY),
            "The day of the last change; default: what git says. Not in the future.",
        ),
        Field::optional("lang", Shape::Form(&LANG), "The language of the note, where it differs from the site's."),
        Field::optional("canonical", Shape::Ignored, MADE_ANEW),
        Field::optional("last-updated", Shape::Ignored, MADE_ANEW),
    ],
};

/// What is said of the keys that a published twin carries.
pub const MADE_ANEW: &str = "Made anew in every published twin; what a file says here is not read.";

/// Reads front matter. Fields that cannot be read are reported and get a stand-in; nothing is
/// returned if it is not a mapping.
pub fn read(reader: &mut Reader<'_>, stem: &str, options: Options) -> Option<Meta> {
    let root = Path::Root;
    let yaml = reader.yaml;
    let fields = reader.fields(yaml.root(), &root, &NOTE)?;
    if let Some(place) = yaml.off_margin() {
        let message = "front matter is a mapping whose keys begin in column 1";
        let help = "write each key on a line of its own, without braces around them or spaces before";
        reader.found.push(Diagnostic::new(Code::WrongType, place, message).help(help));
    }
    let own = |text: Option<&str>| text.map(str::to_owned);

    let id = id(reader, &fields, stem);
    let title = markdown::one_line(fields.prose(reader, "title").unwrap_or(stem));
    let kind = fields.text(reader, "kind").unwrap_or_default().to_owned();
    let summary = fields.prose(reader, "summary").unwrap_or_default().to_owned();
    let mut list = |key: &str| named(reader, &fields, key);
    let (capabilities, clients, revisions) = (list("capabilities"), list("clients"), list("specVersions"));
    in_order(reader, &revisions);
    let status = status(reader, &fields);
    if fields.get("sources").is_none() && status != Status::Draft {
        fields.missing(reader, "sources");
    }
    let sources = citation::read(reader, &fields, options);
    if let Some(crate::yaml::Node::List(items, _)) = fields.get("sources")
        && items.is_empty()
        && status != Status::Draft
    {
        let path = Path::Key(&root, "sources");
        reader.report(Code::NoSources, &path, "a note needs at least one source").help =
            Some("cite the evidence, or set `status: draft` until there is some".to_owned());
    }
    let verified = citation::date(reader, &fields, "lastVerified", options);
    if let Some(verified) = verified {
        verified_after_sources(reader, verified, &sources);
    }
    let last_verified = verified.unwrap_or(options.today);
    let stale = status.is_live() && options.today.days_since(last_verified) > options.stale_after;
    if stale {
        let days = options.today.days_since(last_verified);
        let message = format!("the note is stale: verified {days} days ago, and the limit is {}", options.stale_after);
        reader.report(Code::Stale, &Path::Key(&root, "lastVerified"), message).help =
            Some("look at the sources again and set the date, or give the note another status".to_owned());
    }
    let scope = claim::Scope {
        clients: &clients,
        capabilities: &capabilities,
        revisions: &revisions,
        sources: match fields.get("sources") {
            Some(crate::yaml::Node::List(items, _)) => items.len(),
            _ => 0,
        },
    };
    let claims = claim::read(reader, &fields, scope);
    let related = references(reader, &fields, "related", &id);
    let supersedes = references(reader, &fields, "supersedes", &id);
    let contradicts = references(reader, &fields, "contradicts", &id);
    let status_reason = own(fields.prose(reader, "statusReason"));
    if status_reason.is_none() && fields.get("statusReason").is_none() && status.needs_reason() {
        let message = format!("a note that is {} needs a `statusReason`", status.word());
        reader.report(Code::StatusReasonMissing, &Path::Key(&root, "status"), message);
    }
    let aliases = aliases(reader, &fields, &id, IdRule::Slug);
    let updated = citation::date(reader, &fields, "updated", options);
    let lang = fields.text(reader, "lang");
    if let Some(lang) = lang {
        check_lang(reader, &Path::Key(&root, "lang"), lang);
    }
    Some(Meta {
        id,
        title,
        kind,
        summary,
        capabilities,
        clients,
        revisions,
        sources,
        status,
        last_verified,
        claims,
        related,
        supersedes,
        contradicts,
        status_reason,
        aliases,
        updated,
        lang: own(lang),
        canonical: fields.get("canonical").is_some(),
        has_generated: fields.get("canonical").is_some() || fields.get("last-updated").is_some(),
        stale,
    })
}

fn id<'a>(reader: &mut Reader<'a>, fields: &Fields<'a, '_>, stem: &str) -> String {
    let Some(id) = fields.text(reader, "id") else { return stem.to_owned() };
    let path = Path::Key(fields.path(), "id");
    if check_id(reader, &path, id, IdRule::Slug) && id != stem {
        let message = format!("the id `{id}` does not match the file name `{}`", visible(stem));
        let help = match slug::check(stem) {
            Ok(()) => format!("write `id: {stem}`, or rename the file to `{id}.md`"),
            Err(_) => format!("rename the file to `{id}.md`"),
        };
        reader.report(Code::IdMismatch, &path, message).help = Some(help);
    } else if stem.starts_with('.') {
        reader.report(Code::HiddenFile, &path, "the file is hidden, because its name begins with a dot");
    }
    id.to_owned()
}

fn status<'a>(reader: &mut Reader<'a>, fields: &Fields<'a, '_>) -> Status {
    let Some(word) = fields.text(reader, "status") else { return Status::Current };
    if let Some(status) = Status::ALL.iter().find(|status| status.word() == word) {
        return *status;
    }
    let words: Vec<_> = Status::ALL.iter().map(|status| status.word()).collect();
    let help = match slug::nearest(word, words.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("one of {}", words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ")),
    };
    let message = format!("`{}` is not a status", visible(word));
    reader.report(Code::InvalidStatus, &Path::Key(fields.path(), "status"), message).help = Some(help);
    Status::Current
}

fn named<'a>(reader: &mut Reader<'a>, fields: &Fields<'a, '_>, key: &str) -> Vec<Named> {
    entries(reader, fields, key).into_iter().map(|(index, id)| Named { id: id.to_owned(), index }).collect()
}

/// Reads a list of other notes' ids.
fn references<'a>(reader: &mut Reader<'a>, fields: &Fields<'a, '_>, key: &str, own: &str) -> Vec<Named> {
    let path = Path::Key(fields.path(), key);
    let mut named = named(reader, fields, key);
    named.retain(|entry| {
        let is_self = entry.id == own;
        if is_self {
            reader.report(Code::RelatedToSelf, &Path::Index(&path, entry.index), "this is the note itself");
        }
        !is_self
    });
    named
}

/// Reports revisions that are calendar days and do not stand in order of time.
fn in_order(reader: &mut Reader<'_>, revisions: &[Named]) {
    let Some(days) = revisions.iter().map(|it| Day::parse(&it.id)).collect::<Option<Vec<_>>>() else { return };
    let Some(late) = days.windows(2).position(|pair| pair[1] < pair[0]) else { return };
    let path = Path::Key(&Path::Root, "specVersions");
    let items: Vec<usize> = revisions.iter().map(|it| it.index).collect();
    let mut order: Vec<(Day, usize)> = days.into_iter().zip(items.iter().copied()).collect();
    order.sort();
    let order: Vec<usize> = order.into_iter().map(|(_, item)| item).collect();
    let fix = reader.yaml.ordered(&path, &items, &order);
    let (before, here) = (&revisions[late], &revisions[late + 1]);
    let message = format!("{} is older than {}, which stands before it", here.id, before.id);
    let found = reader.report(Code::RevisionOrder, &Path::Index(&path, here.index), message);
    found.help = Some("list revisions from the oldest to the newest".to_owned());
    found.fix = fix.map(Box::new);
}

fn verified_after_sources(reader: &mut Reader<'_>, verified: Day, sources: &[Citation]) {
    let newest = sources.iter().enumerate().max_by_key(|(i, source)| (source.date, std::cmp::Reverse(*i)));
    if let Some((i, source)) = newest
        && verified < source.date
    {
        let message = format!("{verified} lies before `sources[{i}].date`, {}", source.date);
        reader.report(Code::VerifiedBeforeSource, &Path::Key(&Path::Root, "lastVerified"), message).help =
            Some("a source cannot have been verified before it was there".to_owned());
    }
}
