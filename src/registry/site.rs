//! `notes/site.yaml`: the site's title, address and habits.

use std::collections::BTreeMap;

use crate::diagnostic::{Checked, Code, Source, visible};
use crate::markdown;
use crate::route::{BASE_URL, Base};
use crate::shape::{Field, Form, Shape, Table};
use crate::yaml::{Fields, Path, REGISTRY_LIMIT, Reader, Yaml};

use super::client::{LANG, URL, check_lang, check_url};

/// What the site says of itself.
#[derive(Debug, Clone)]
pub struct Site {
    /// The site's name.
    pub title: String,
    /// Where it is published.
    pub base: Base,
    /// One sentence on what it is.
    pub description: Option<String>,
    /// BCP 47 tag.
    pub lang: String,
    /// Who publishes it.
    pub publisher: Option<String>,
    /// The licence of its notes.
    pub licence: Option<String>,
    /// The repository of its notes, for edit links.
    pub repository: Option<String>,
    /// The branch that edit links name.
    pub branch: String,
    /// Further links of the header.
    pub nav: Vec<NavLink>,
    /// What kind of forge a host is.
    pub forges: BTreeMap<String, Forge>,
    /// Whether code is highlighted.
    pub highlight: bool,
    /// After how many days a note is stale.
    pub stale_after: i64,
}

/// A link of the header.
#[derive(Debug, Clone)]
pub struct NavLink {
    /// Its text.
    pub title: String,
    /// A site path or an absolute address.
    pub url: String,
    /// Where it stands in `site.yaml`.
    pub place: crate::diagnostic::Place,
}

/// A kind of code forge; it decides what a permalink looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forge {
    /// github.com and GitHub Enterprise.
    GitHub,
    /// gitlab.com and self-managed GitLab.
    GitLab,
    /// Forgejo and Gitea, Codeberg among them.
    Forgejo,
    /// bitbucket.org.
    Bitbucket,
    /// Bitbucket Server and Data Center.
    BitbucketServer,
    /// sr.ht.
    Sourcehut,
    /// Gitiles, as on googlesource.com.
    Gitiles,
}

impl Forge {
    /// The names that `forges` accepts.
    pub const NAMES: &'static [(&'static str, Forge)] = &[
        ("github", Forge::GitHub),
        ("gitlab", Forge::GitLab),
        ("forgejo", Forge::Forgejo),
        ("gitea", Forge::Forgejo),
        ("codeberg", Forge::Forgejo),
        ("bitbucket", Forge::Bitbucket),
        ("bitbucket-server", Forge::BitbucketServer),
        ("sourcehut", Forge::Sourcehut),
        ("gitiles", Forge::Gitiles),
    ];

    fn words() -> Vec<&'static str> {
        Forge::NAMES.iter().map(|(name, _)| *name).collect()
    }
}

impl Default for Site {
    fn default() -> Self {
        Site {
            title: "Field notes".to_owned(),
            base: Base::root(),
            description: None,
            lang: "en".to_owned(),
            publisher: None,
            licence: None,
            repository: None,
            branch: "main".to_owned(),
            nav: Vec::new(),
            forges: BTreeMap::new(),
            highlight: true,
            stale_after: 180,
        }
    }
}

/// What `site.yaml` may hold.
pub const SITE: Table = Table {
    about: "The site: `notes/site.yaml`.",
    fields: &[
        Field::optional("title", Shape::Text, "The site's name; default: `Field notes`."),
        Field::optional(
            "base_url",
            Shape::Form(&BASE_URL),
            "Where the site is published; its path is the base path of every link. Without it canonical links, the feeds and the sitemap are left out.",
        ),
        Field::optional("description", Shape::Text, "One sentence on what the site is."),
        Field::optional("lang", Shape::Form(&LANG), "The language of the notes; default: `en`."),
        Field::optional("publisher", Shape::Text, "Who publishes the site."),
        Field::optional("licence", Shape::Text, "The licence of the notes."),
        Field::optional("repository", Shape::Form(&URL), "The repository of the notes, for edit links."),
        Field::optional("branch", Shape::Text, "The branch that edit links name; default: `main`."),
        Field::optional("nav", Shape::List(&Shape::Map(&NAV)), "Further links of the header."),
        Field::optional(
            "forges",
            Shape::Any(&Shape::Words(Forge::words)),
            "Hosts of code, and what kind of forge each is, for those that are not known by name.",
        ),
        Field::optional("highlight", Shape::Flag, "Whether code is highlighted; default: `true`."),
        Field::optional(
            "stale_after",
            Shape::Number(Some(u16::MAX as u64)),
            "After how many days a note is stale; default: 180.",
        ),
    ],
};

/// What a link of the header may hold.
const NAV: Table = Table {
    about: "A link of the header.",
    fields: &[
        Field::required("title", Shape::Text, "Its text. Backticks mark code."),
        Field::required("url", Shape::Form(&NAV_URL), "Where it leads."),
    ],
};

const NAV_URL: Form = Form {
    name: "a site path or an address",
    pattern: r#"^(?:/|https?://[^\s/?#@<>"]+(?:[/?#][^\s<>"]*)?$)"#,
    never: &[],
    longest: None,
    rule: "a path that begins with `/`, or an absolute http or https address without credentials",
    example: "/about",
};

/// Reads `site.yaml`.
pub fn read(source: &Source) -> Checked<Site> {
    let mut site = Site::default();
    let yaml = match Yaml::read(source, 0..source.text.len(), REGISTRY_LIMIT) {
        Ok(yaml) => yaml,
        Err(diagnostics) => return Checked { value: site, diagnostics },
    };
    let mut reader = Reader::new(&yaml);
    let root = Path::Root;
    if let Some(fields) = reader.fields(yaml.root(), &root, &SITE) {
        let own = |text: Option<&str>| text.map(str::to_owned);
        if let Some(title) = fields.prose(&mut reader, "title") {
            site.title = markdown::one_line(title);
        }
        if let Some(url) = fields.text(&mut reader, "base_url") {
            match Base::parse(url) {
                Some(base) => site.base = base,
                None => {
                    let message = format!("`{}` is not an absolute http or https address", visible(url));
                    reader.report(Code::BaseUrl, &Path::Key(&root, "base_url"), message).help =
                        Some("write it like `https://example.org/notes/`".to_owned());
                }
            }
        }
        site.description = own(fields.prose(&mut reader, "description"));
        if let Some(lang) = fields.text(&mut reader, "lang")
            && check_lang(&mut reader, &Path::Key(&root, "lang"), lang)
        {
            site.lang = lang.to_owned();
        }
        site.publisher = own(fields.prose(&mut reader, "publisher"));
        site.licence = own(fields.prose(&mut reader, "licence"));
        if let Some(url) = fields.text(&mut reader, "repository")
            && check_url(&mut reader, &Path::Key(&root, "repository"), url)
        {
            site.repository = Some(url.trim_end_matches('/').to_owned());
        }
        if let Some(branch) = fields.text(&mut reader, "branch") {
            site.branch = branch.to_owned();
        }
        if let Some(highlight) = fields.flag(&mut reader, "highlight") {
            site.highlight = highlight;
        }
        if let Some(days) = fields.text(&mut reader, "stale_after") {
            match days.parse::<u16>() {
                Ok(days) if days > 0 => site.stale_after = i64::from(days),
                _ => {
                    let message = format!("`{}` is not a number of days from 1 to 65535", visible(days));
                    reader.report(Code::InvalidValue, &Path::Key(&root, "stale_after"), message);
                }
            }
        }
        site.nav = nav(&mut reader, &fields);
        if let Some(node) = fields.get("forges") {
            site.forges = forges(&mut reader, node);
        }
    }
    Checked { value: site, diagnostics: reader.found }
}

fn nav<'a>(reader: &mut Reader<'a>, fields: &Fields<'a, '_>) -> Vec<NavLink> {
    let path = Path::Key(&Path::Root, "nav");
    let mut links = Vec::new();
    for (i, item) in fields.items(reader, "nav").iter().enumerate() {
        let path = Path::Index(&path, i);
        let Some(fields) = reader.fields(item, &path, &NAV) else { continue };
        let title = fields.prose(reader, "title");
        let url = fields.text(reader, "url");
        if let (Some(title), Some(url)) = (title, url) {
            let here = Path::Key(&path, "url");
            if !url.starts_with('/') && !check_url(reader, &here, url) {
                continue;
            }
            links.push(NavLink {
                title: markdown::one_line(title),
                url: url.to_owned(),
                place: reader.yaml.place(&here),
            });
        }
    }
    links
}

fn forges<'a>(reader: &mut Reader<'a>, node: &'a crate::yaml::Node) -> BTreeMap<String, Forge> {
    let path = Path::Key(&Path::Root, "forges");
    let crate::yaml::Node::Map(entries, _) = node else {
        reader.report(Code::WrongType, &path, "expected a mapping of hosts to kinds of forge");
        return BTreeMap::new();
    };
    let mut forges = BTreeMap::new();
    for (i, entry) in entries.iter().enumerate() {
        let here = Path::Entry(&path, i, &entry.key.text);
        let Some(kind) = reader.scalar(&entry.value, &here) else { continue };
        match Forge::NAMES.iter().find(|(name, _)| *name == kind) {
            Some((_, forge)) => {
                forges.insert(entry.key.text.to_lowercase(), *forge);
            }
            None => {
                let names: Vec<_> = Forge::NAMES.iter().map(|(name, _)| format!("`{name}`")).collect();
                let message = format!("`{}` is not a kind of forge", visible(kind));
                reader.report(Code::InvalidValue, &here, message).help = Some(format!("one of {}", names.join(", ")));
            }
        }
    }
    forges
}
