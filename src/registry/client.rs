//! `notes/clients/<id>.md`: one client, its surfaces and its prose.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, Source, visible};
use crate::manuscript::{self, Manuscript};
use crate::markdown;
use crate::shape::{Field, Form, Shape, Table};
use crate::yaml::{FRONT_MATTER_LIMIT, Path, Reader, Yaml};

use super::{Distinct, IdRule, SLUG, check_id};

/// A client as its file describes it.
#[derive(Debug, Clone)]
pub struct Client {
    /// The file's stem.
    pub id: String,
    /// Its name.
    pub title: String,
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
    /// Former ids.
    pub aliases: Vec<String>,
    /// The programs in which it appears.
    pub surfaces: Vec<Surface>,
    /// Its prose; absent for a client that no file declares.
    pub manuscript: Option<Manuscript>,
}

/// A program in which a client appears: an extension, a command line, an app.
#[derive(Debug, Clone)]
pub struct Surface {
    /// Unique within the client.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The names that it sends as `clientInfo.name`.
    pub client_info: Vec<String>,
    /// The transports that it speaks.
    pub transports: Vec<String>,
    /// The revision that it asks for.
    pub protocol: Option<String>,
}

/// What a client's front matter may hold.
pub const CLIENT: Table = Table {
    about: "A client: `notes/clients/<id>.md`.",
    fields: &[
        Field::required("title", Shape::Text, "Its name. Backticks mark code."),
        Field::optional("vendor", Shape::Text, "Who makes it."),
        Field::optional("url", Shape::Form(&URL), "Its home page."),
        Field::optional("repository", Shape::Form(&URL), "Where its source lies."),
        Field::optional("docs", Shape::Form(&URL), "Its documentation."),
        Field::optional("open", Shape::Flag, "Whether its source can be read."),
        Field::optional("aliases", Shape::List(&Shape::Form(&SLUG)), "Former ids; each redirects."),
        Field::optional("surfaces", Shape::List(&Shape::Map(&SURFACE)), "The programs in which it appears."),
    ],
};

/// What a surface may hold.
const SURFACE: Table = Table {
    about: "A program in which a client appears: an extension, a command line, an app.",
    fields: &[
        Field::required("id", Shape::Form(&SLUG), "Unique within the client."),
        Field::required("title", Shape::Text, "Its name. Backticks mark code."),
        Field::optional("clientInfo", Shape::List(&Shape::Text), "The names that it sends as `clientInfo.name`."),
        Field::optional("transports", Shape::List(&Shape::Text), "The transports that it speaks."),
        Field::optional("protocol", Shape::Text, "The id of the revision that it asks for."),
    ],
};

/// An address, as [`check_url`] takes it.
pub const URL: Form = Form {
    name: "an address",
    pattern: r#"^https?://[^\s/?#@<>"]+(?:[/?#][^\s<>"]*)?$"#,
    never: &[],
    longest: None,
    rule: "an absolute http or https address without credentials",
    example: "https://github.com/cline/cline",
};

/// A language, as [`check_lang`] takes it.
pub const LANG: Form = Form {
    name: "a language",
    pattern: "^[a-zA-Z]{2,8}(?:-[a-zA-Z0-9]{1,8})*$",
    never: &[],
    longest: None,
    rule: "a BCP 47 tag",
    example: "zh-Hans",
};

/// Ids that a client's page uses itself.
pub const PAGE_IDS: &[&str] = &["main", "surfaces", "support", "notes", "gaps", "referenced-by", "contents", "search"];

/// Reads a client's file; `id` is its stem. Nothing if its front matter cannot be read.
pub fn read(source: Source, id: &str, highlight: bool) -> (Option<Client>, Vec<Diagnostic>) {
    let split = match manuscript::split(&source) {
        Ok(split) => split,
        Err(diagnostic) => return (None, vec![diagnostic]),
    };
    let (mut client, mut found) = {
        let yaml = match Yaml::read(&source, split.front.clone(), FRONT_MATTER_LIMIT) {
            Ok(yaml) => yaml,
            Err(found) => return (None, found),
        };
        let mut reader = Reader::new(&yaml);
        let client = fields(&mut reader, id);
        (client, reader.found)
    };
    let body = manuscript::trim_blank_lines(&source.text, split.rest);
    let options = markdown::Options { highlight, reserved_ids: PAGE_IDS };
    let (manuscript, findings) = Manuscript::new(source, split.front, body, options);
    found.extend(findings);
    if let Some(client) = &mut client {
        client.manuscript = Some(manuscript);
    }
    (client, found)
}

fn fields(reader: &mut Reader<'_>, id: &str) -> Option<Client> {
    let root = Path::Root;
    let fields = reader.fields(reader.yaml.root(), &root, &CLIENT)?;
    if !is_name(id) {
        let message = format!("the file's name `{}` is not a client's id", visible(id));
        let place = reader.yaml.head();
        reader.found.push(Diagnostic::new(Code::InvalidId, place, message).help(crate::slug::RULE));
    }
    let own = |text: Option<&str>| text.map(str::to_owned);
    let title = markdown::one_line(fields.prose(reader, "title").unwrap_or(id));
    let vendor = own(fields.prose(reader, "vendor"));
    let mut url = |key| {
        let url = fields.text(reader, key)?;
        check_url(reader, &Path::Key(&root, key), url).then(|| url.to_owned())
    };
    let (home, repository, docs) = (url("url"), url("repository"), url("docs"));
    let open = fields.flag(reader, "open");
    let aliases = aliases(reader, &fields, id, IdRule::Slug);
    let surfaces = surfaces(reader, &fields);
    Some(Client {
        id: id.to_owned(),
        title,
        vendor,
        url: home,
        repository,
        docs,
        open,
        aliases,
        surfaces,
        manuscript: None,
    })
}

/// Tells whether a text can be the id of a client that a file declares.
pub fn is_name(id: &str) -> bool {
    id != "index" && crate::slug::check(id).is_ok()
}

/// Returns how a client that has no file gets one, as a sentence; why it can have none, where its id is of
/// another form.
pub fn how_to_add(id: &str) -> Option<String> {
    match crate::slug::check(id) {
        Ok(()) => is_name(id).then(|| format!("`fieldnotes new client {id}` adds a new one")),
        Err(crate::slug::Fault::Form) => Some(crate::slug::RULE.to_owned()),
        Err(crate::slug::Fault::Device) => None,
    }
}

fn surfaces<'a>(reader: &mut Reader<'a>, fields: &crate::yaml::Fields<'a, '_>) -> Vec<Surface> {
    let path = Path::Key(fields.path(), "surfaces");
    let mut surfaces: Vec<Surface> = Vec::new();
    let mut distinct = Distinct::default();
    for (i, item) in fields.items(reader, "surfaces").iter().enumerate() {
        let path = Path::Index(&path, i);
        let Some(fields) = reader.fields(item, &path, &SURFACE) else { continue };
        let id = fields.text(reader, "id");
        let title = fields.prose(reader, "title");
        let client_info = strings(reader, &fields, "clientInfo");
        let transports = strings(reader, &fields, "transports");
        let protocol = fields.text(reader, "protocol").map(str::to_owned);
        let Some(id) = id else { continue };
        let here = Path::Key(&path, "id");
        if !check_id(reader, &here, id, IdRule::Slug) {
            continue;
        }
        if let Some(other) = distinct.add(id) {
            let message = format!("the client has a surface `{other}` already");
            reader.report(Code::DuplicateId, &here, message);
            continue;
        }
        let title = markdown::one_line(title.unwrap_or(id));
        surfaces.push(Surface { id: id.to_owned(), title, client_info, transports, protocol });
    }
    surfaces
}

/// Returns the texts of a list without repeats, which are reported.
pub fn strings<'a>(reader: &mut Reader<'a>, fields: &crate::yaml::Fields<'a, '_>, key: &str) -> Vec<String> {
    entries(reader, fields, key).into_iter().map(|(_, text)| text.to_owned()).collect()
}

/// Returns the texts of a list with their positions, without repeats, which are reported.
pub fn entries<'a>(reader: &mut Reader<'a>, fields: &crate::yaml::Fields<'a, '_>, key: &str) -> Vec<(usize, &'a str)> {
    let texts = fields.texts(reader, key);
    let mut seen: Vec<(usize, &str)> = Vec::with_capacity(texts.len());
    let mut known = BTreeSet::new();
    for (i, text) in texts {
        if known.insert(text) {
            seen.push((i, text));
            continue;
        }
        let first = seen.iter().find(|(_, other)| *other == text).map_or(0, |(first, _)| *first);
        let path = Path::Key(fields.path(), key);
        let message = format!("`{}` repeats `{path}[{first}]`", visible(text));
        let fix = reader.yaml.without_item(&path, i);
        let found = reader.report(Code::RepeatedEntry, &Path::Index(&path, i), message);
        found.help = Some("take it out".to_owned());
        found.fix = fix.map(Box::new);
    }
    seen
}

/// Reads `aliases`: former ids, each of which gets a redirect.
pub fn aliases<'a>(
    reader: &mut Reader<'a>,
    fields: &crate::yaml::Fields<'a, '_>,
    id: &str,
    rule: IdRule,
) -> Vec<String> {
    placed_aliases(reader, fields, id, rule).into_iter().map(|(_, alias)| alias).collect()
}

/// Reads `aliases`, each with its position.
pub fn placed_aliases<'a>(
    reader: &mut Reader<'a>,
    fields: &crate::yaml::Fields<'a, '_>,
    id: &str,
    rule: IdRule,
) -> Vec<(usize, String)> {
    let path = Path::Key(fields.path(), "aliases");
    let mut aliases = Vec::new();
    for (i, alias) in entries(reader, fields, "aliases") {
        let here = Path::Index(&path, i);
        if !check_id(reader, &here, alias, rule) {
            continue;
        }
        if alias == id {
            reader.report(Code::DuplicateId, &here, "an alias is a former id, not the present one");
            continue;
        }
        aliases.push((i, alias.to_owned()));
    }
    aliases
}

/// Checks an absolute http or https address without credentials.
pub fn check_url(reader: &mut Reader<'_>, path: &Path<'_>, url: &str) -> bool {
    let fault = url_fault(url);
    if let Some(fault) = fault {
        let message = format!("`{}` {fault}", visible(url));
        reader.report(Code::InvalidUrl, path, message);
    }
    fault.is_none()
}

/// Returns what keeps a text from being an absolute http or https address without credentials, as the
/// end of a sentence.
pub fn url_fault(url: &str) -> Option<&'static str> {
    const NOT_ABSOLUTE: &str = "is not an absolute http or https address";
    let Some(rest) = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")) else {
        return Some(NOT_ABSOLUTE);
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if host.contains('@') {
        return Some("carries credentials");
    }
    let is_bad = host.is_empty() || url.contains(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"'));
    is_bad.then_some(NOT_ABSOLUTE)
}

/// Checks the form of a BCP 47 tag.
pub fn check_lang(reader: &mut Reader<'_>, path: &Path<'_>, lang: &str) -> bool {
    let mut parts = lang.split('-');
    let first = parts.next().unwrap_or_default();
    let good = (2..=8).contains(&first.len())
        && first.bytes().all(|b| b.is_ascii_alphabetic())
        && parts.all(|p| (1..=8).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_alphanumeric()));
    if !good {
        let message = format!("`{}` is not a language tag", visible(lang));
        reader.report(Code::InvalidLang, path, message).help =
            Some("write a BCP 47 tag like `en` or `zh-Hans`".to_owned());
    }
    good
}
