//! What stands around every page: the site's header and footer, and the page's own head.

use std::collections::HashSet;

use serde::Serialize;

use crate::catalog::Subject;
use crate::catalog::cells::sentence::sentence;
use crate::markdown;
use crate::note::Citation;
use crate::plan::{CLAIMS, Data, PlannedPage, data_file, data_of, feed_file, page_route};
use crate::render::permalink;
use crate::route::Route;

use super::{Link, Scene, ledes};

/// The site, the same on every page.
#[derive(Debug, Serialize)]
pub struct SiteView {
    /// Its name.
    pub title: String,
    /// One sentence on what it is.
    pub description: Option<String>,
    /// BCP 47 tag.
    pub lang: String,
    /// Who publishes it.
    pub publisher: Option<String>,
    /// The licence of its notes.
    pub licence: Option<String>,
    /// Its repository.
    pub repository: Option<String>,
    /// The home page.
    pub home: String,
    /// The path under which everything lies, with a final slash: `/` or `/sub/dir/`.
    pub root: String,
    /// The sections that exist, and the site's own links.
    pub nav: Vec<NavView>,
    /// The lists of words that notes are told apart by: kinds, statuses.
    pub indexes: Vec<NavView>,
    /// After how many days a note is stale.
    pub stale_after: i64,
    /// The Atom feed, if the site knows its address.
    pub feed: Option<String>,
    /// The page of search.
    pub search: String,
    /// The list of all files for programs, as JSON.
    pub api: String,
    /// All claims as a table, in CSV.
    pub claims_csv: String,
    /// What there is, for language models.
    pub llms: String,
}

/// A link of the header.
#[derive(Debug, Serialize)]
pub struct NavView {
    /// Its text.
    pub title: String,
    /// Where it leads.
    pub href: String,
}

/// One page's head and place.
#[derive(Debug, Serialize)]
pub struct PageView {
    /// Plain text, for the head.
    pub title: String,
    /// HTML, for the heading.
    pub title_html: String,
    /// Plain text.
    pub description: String,
    /// BCP 47 tag.
    pub lang: String,
    /// The same tag, where it differs from the site's.
    pub foreign: Option<String>,
    /// Its link under the base path.
    pub href: String,
    /// Its absolute address, if the site knows where it is published.
    pub canonical: Option<String>,
    /// Its Markdown twin; the page for missing addresses has none.
    pub twin: Option<String>,
    /// The Atom feed of its own notes, on pages of clients and capabilities.
    pub feed: Option<String>,
    /// The JSON that says the same, where there is one.
    pub json: Option<String>,
    /// The link of the header's entry that it belongs to.
    pub section: String,
    /// The pages above it, from the home page down; empty on the home page.
    pub breadcrumb: Vec<Link>,
    /// `article` or `website`
    pub kind: &'static str,
    /// `YYYY-MM-DD`
    pub updated: Option<String>,
    /// Where its source can be edited.
    pub edit: Option<String>,
    /// Structured data, escaped for a `script` element.
    pub json_ld: Option<String>,
    /// Which part of a long list it is.
    pub part: PartView,
}

/// Which part of a long list a page is.
#[derive(Debug, Serialize)]
pub struct PartView {
    /// From 1.
    pub number: usize,
    /// How many parts there are.
    pub of: usize,
    /// The part before.
    pub previous: Option<String>,
    /// The part after.
    pub next: Option<String>,
    /// All parts.
    pub all: Vec<NavView>,
}

/// Returns the site as every page shows it.
pub fn site(scene: &Scene) -> SiteView {
    let base = &scene.site.base;
    let present = scene.subjects();
    let sections = [
        Subject::Research,
        Subject::Clients,
        Subject::Capabilities,
        Subject::Revisions,
        Subject::Matrix,
        Subject::Sources,
    ];
    let mut nav: Vec<NavView> = sections
        .into_iter()
        .filter(|section| present.contains(section))
        .map(|section| NavView { title: scene.title(section).into_owned(), href: base.href(&scene.route(section)) })
        .collect();
    nav.extend(scene.site.nav.iter().zip(&scene.nav).map(|(link, target)| {
        let href = target.as_ref().map_or_else(|| link.url.clone(), |it| scene.address_from_anywhere(it, false));
        NavView { title: link.title.clone(), href }
    }));
    SiteView {
        title: scene.site.title.clone(),
        description: scene.site.description.clone(),
        lang: scene.site.lang.clone(),
        publisher: scene.site.publisher.clone(),
        licence: scene.site.licence.clone(),
        repository: scene.site.repository.clone(),
        home: base.href(&Route::home()),
        root: format!("{}/", base.path),
        nav,
        indexes: [Subject::Kinds, Subject::Statuses, Subject::Stale, Subject::Disputed, Subject::Gaps]
            .into_iter()
            .filter(|index| present.contains(index))
            .map(|index| NavView { title: scene.title(index).into_owned(), href: base.href(&scene.route(index)) })
            .collect(),
        stale_after: scene.site.stale_after,
        feed: base.origin.as_ref().map(|_| base.file_href("feed.xml")),
        search: base.href(&scene.route(Subject::Search)),
        api: base.file_href(&data_file(scene, Data::Index)),
        claims_csv: base.file_href(CLAIMS),
        llms: base.file_href("llms.txt"),
    }
}

/// Returns a page's head and place.
pub fn page(scene: &Scene, planned: &PlannedPage) -> PageView {
    let base = &scene.site.base;
    let subject = planned.subject;
    let link = scene.link(subject);
    let (href, twin) = match planned.number {
        1 => (link.href.clone(), link.twin.clone()),
        _ => (base.href(&planned.route), base.twin_href(&planned.route)),
    };
    let canonical = base.absolute(&href);
    let plain = markdown::plain(&scene.title(subject));
    let title = if planned.number > 1 { format!("{plain}, page {} of {}", planned.number, planned.of) } else { plain };
    let mut description = description(scene, subject);
    if planned.number > 1 {
        description.push_str(&format!(" Page {} of {}.", planned.number, planned.of));
    }
    let updated = match subject {
        Subject::Note(i) => scene.changed[i],
        Subject::Page(i) => scene.pages[i].updated,
        _ => None,
    };
    // The feed of all notes is the site's.
    let own_feed = feed_file(scene, subject).filter(|_| subject != Subject::Home);
    let breadcrumb = breadcrumb(scene, subject);
    let section = breadcrumb.get(1).map_or_else(|| href.clone(), |link| link.href.clone());
    let json_ld = json_ld(scene, subject, canonical.as_deref(), &title, &breadcrumb);
    PageView {
        title_html: markdown::inline_code(&scene.title(subject)),
        title,
        description,
        lang: super::lang(scene, subject).unwrap_or(&scene.site.lang).to_owned(),
        foreign: link.lang.clone(),
        canonical,
        twin: Some(twin),
        feed: own_feed.map(|file| base.file_href(&file)),
        json: data_of(subject).map(|data| base.file_href(&data_file(scene, data))),
        section,
        breadcrumb,
        kind: if matches!(subject, Subject::Note(_)) { "article" } else { "website" },
        updated: updated.map(|day| day.to_string()),
        edit: edit(scene, subject),
        json_ld: Some(json_ld),
        part: part(scene, planned),
        href,
    }
}

/// Returns the head of the page for addresses that do not exist.
pub fn not_found(scene: &Scene) -> PageView {
    PageView {
        title: "Not found".to_owned(),
        title_html: "Not found".to_owned(),
        description: "There is no page at this address.".to_owned(),
        lang: scene.site.lang.clone(),
        foreign: None,
        href: scene.site.base.href(&Route::new("404")),
        canonical: None,
        twin: None,
        feed: None,
        json: None,
        section: String::new(),
        breadcrumb: vec![scene.link(Subject::Home).clone()],
        kind: "website",
        updated: None,
        edit: None,
        json_ld: None,
        part: PartView { number: 1, of: 1, previous: None, next: None, all: Vec::new() },
    }
}

/// Returns where a former address leads, and its absolute form if known.
pub fn redirect(scene: &Scene, subject: Subject) -> (Link, Option<String>) {
    let link = scene.link(subject);
    let absolute = scene.site.base.absolute(&link.href);
    (link.clone(), absolute)
}

fn part(scene: &Scene, planned: &PlannedPage) -> PartView {
    let (number, of) = (planned.number, planned.of);
    if of == 1 {
        return PartView { number, of, previous: None, next: None, all: Vec::new() };
    }
    let first = scene.route(planned.subject);
    let href = |number: usize| scene.site.base.href(&page_route(&first, number));
    PartView {
        number,
        of,
        previous: (number > 1).then(|| href(number - 1)),
        next: (number < of).then(|| href(number + 1)),
        all: (1..=of).map(|n| NavView { title: n.to_string(), href: href(n) }).collect(),
    }
}

/// Returns the pages above a page, from the home page down.
fn breadcrumb(scene: &Scene, subject: Subject) -> Vec<Link> {
    let parents: Vec<Subject> = match subject {
        Subject::Home => return Vec::new(),
        Subject::Note(_) => vec![Subject::Home, Subject::Research],
        Subject::Client(_) => vec![Subject::Home, Subject::Clients],
        Subject::Capability(_) => vec![Subject::Home, Subject::Capabilities],
        Subject::Revision(_) => vec![Subject::Home, Subject::Revisions],
        Subject::Cell(client, _) => vec![Subject::Home, Subject::Clients, Subject::Client(client)],
        Subject::MatrixAt(_) => vec![Subject::Home, Subject::Matrix],
        Subject::Kind(_) => vec![Subject::Home, Subject::Kinds],
        Subject::Status(_) => vec![Subject::Home, Subject::Statuses],
        Subject::Page(i) => {
            let route = &scene.pages[i].route;
            let above = |end: usize| scene.pages.iter().position(|page| page.route == route[..end]);
            let folders = route.match_indices('/').filter_map(|(end, _)| above(end)).map(Subject::Page);
            std::iter::once(Subject::Home).chain(folders).collect()
        }
        _ => vec![Subject::Home],
    };
    parents.into_iter().map(|parent| scene.link(parent).clone()).collect()
}

/// Returns one sentence on a page.
pub fn description(scene: &Scene, subject: Subject) -> String {
    let of = |n: usize| super::count(n, "note", "notes");
    match subject {
        Subject::Home => scene
            .home_page()
            .and_then(|i| scene.pages[i].summary.clone())
            .or_else(|| scene.site.description.clone())
            .unwrap_or_else(|| format!("{}: {}, with their evidence.", scene.site.title, of(scene.notes.len()))),
        Subject::Note(i) => scene.notes[i].meta.summary.clone(),
        Subject::Page(i) => scene.pages[i]
            .summary
            .clone()
            .unwrap_or_else(|| format!("{}: {}.", scene.site.title, markdown::plain(&scene.pages[i].title))),
        Subject::Research => format!("All {}, newest verification first.", of(scene.notes.len())),
        Subject::Clients => {
            format!("{}, each with the notes that speak of it.", super::count(scene.clients.len(), "client", "clients"))
        }
        Subject::Client(i) => ledes::client(scene, i),
        Subject::Capabilities => format!(
            "{} in {}, each with its life over the revisions and its notes.",
            super::count(scene.capabilities.len(), "capability", "capabilities"),
            super::count(scene.groups.len(), "group", "groups")
        ),
        Subject::Capability(i) => {
            let term = &scene.capabilities[i];
            term.thing
                .summary
                .clone()
                .unwrap_or_else(|| format!("{}: {} that speak of it.", term.thing.title, of(term.notes.len())))
        }
        Subject::Revisions => format!(
            "{} of the specification, and the notes that touch each.",
            super::count(scene.revisions.len(), "revision", "revisions")
        ),
        Subject::Revision(i) => ledes::revision(scene, i),
        Subject::Kinds => format!("What each of {} of note means.", super::count(scene.kinds.len(), "kind", "kinds")),
        Subject::Kind(i) => scene.kinds[i].thing.description.clone().unwrap_or_else(|| {
            format!("{} of the kind {}.", of(scene.kinds[i].notes.len()), scene.kinds[i].thing.title)
        }),
        Subject::Statuses => "What each status of a note means, and the notes that have it.".to_owned(),
        Subject::Status(status) => status.meaning().to_owned(),
        Subject::Matrix => format!(
            "What {} with {}, as far as notes show it.",
            super::count(scene.clients.len(), "client does", "clients do"),
            super::count(scene.capabilities.len(), "capability", "capabilities")
        ),
        Subject::MatrixAt(i) => {
            format!("What clients do at revision {}, as far as notes show it.", scene.revisions[i].thing.id)
        }
        Subject::Cell(client, capability) => sentence(scene, client, capability, None),
        Subject::Stale => format!("Notes that were verified more than {} days ago.", scene.site.stale_after),
        Subject::Disputed => "Verdicts and notes that other evidence speaks against.".to_owned(),
        Subject::Gaps => {
            "What no note tells: cells without evidence, notes that are named and do not exist.".to_owned()
        }
        Subject::Search => format!("Search in {} and all other pages.", of(scene.notes.len())),
        Subject::Sources => format!(
            "{}, file by file, with the notes that cite each.",
            super::count(scene.repositories.len(), "cited repository or page", "cited repositories and pages")
        ),
    }
}

fn edit(scene: &Scene, subject: Subject) -> Option<String> {
    let path = &scene.manuscript(subject)?.source.path;
    let hosted = permalink::hosted(scene.site.repository.as_deref()?, &scene.site.forges)?;
    hosted.edit(&scene.site.branch, path)
}

/// Structured data by the words of schema.org.
#[derive(Serialize)]
struct Graph<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    #[serde(rename = "@graph")]
    graph: (Work<'a>, Crumbs<'a>),
}

/// The page itself.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Work<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    headline: Option<&'a str>,
    in_language: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_modified: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    citation: Vec<&'a str>,
    is_part_of: Named<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    publisher: Option<Named<'a>>,
}

#[derive(Serialize)]
struct Named<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    name: &'a str,
}

/// The way to the page from the home page.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Crumbs<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    item_list_element: Vec<Crumb<'a>>,
}

#[derive(Serialize)]
struct Crumb<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    position: usize,
    name: &'a str,
    /// The address of a page above; that of the page itself stands in its own data.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<String>,
}

/// Returns structured data: a `TechArticle` for a note, else a `WebPage`, and the breadcrumb.
fn json_ld(scene: &Scene, subject: Subject, canonical: Option<&str>, title: &str, breadcrumb: &[Link]) -> String {
    let site = &scene.site;
    let note = match subject {
        Subject::Note(i) => Some((&scene.notes[i].meta, scene.changed[i])),
        _ => None,
    };
    let work = Work {
        kind: if note.is_some() { "TechArticle" } else { "WebPage" },
        name: if note.is_some() { None } else { Some(title) },
        headline: note.map(|_| title),
        in_language: note.and_then(|(meta, _)| meta.lang.as_ref()).unwrap_or(&site.lang),
        url: canonical,
        date_modified: note.map(|(meta, changed)| changed.unwrap_or(meta.last_verified).to_string()),
        citation: note.map_or_else(Vec::new, |(meta, _)| cited_once(&meta.sources)),
        is_part_of: Named { kind: "WebSite", name: &site.title },
        publisher: site.publisher.as_ref().map(|name| Named { kind: "Organization", name }),
    };
    let crumbs = canonical.filter(|_| !breadcrumb.is_empty()).map(|_| {
        let above = breadcrumb.iter().map(|link| (link.title.as_str(), site.base.absolute(&link.href)));
        let here = std::iter::once((title, None));
        let item = |(i, (name, item))| Crumb { kind: "ListItem", position: i + 1, name, item };
        Crumbs { kind: "BreadcrumbList", item_list_element: above.chain(here).enumerate().map(item).collect() }
    });
    let text = match crumbs {
        Some(crumbs) => serde_json::to_string(&Graph { context: "https://schema.org", graph: (work, crumbs) }),
        None => serde_json::to_string(&Single { context: "https://schema.org", work }),
    };
    inline_json(&text.expect("texts and lists serialise"))
}

/// Returns the addresses that sources have, each once, in their order.
fn cited_once(sources: &[Citation]) -> Vec<&str> {
    let mut seen = HashSet::new();
    sources.iter().map(|source| source.url.as_str()).filter(|url| seen.insert(*url)).collect()
}

/// Structured data of one thing.
#[derive(Serialize)]
struct Single<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    #[serde(flatten)]
    work: Work<'a>,
}

/// Returns JSON as it may stand in a `script` element: no `<`, and nothing that ends a line there.
pub fn inline_json(json: &str) -> String {
    if ['<', '\u{2028}', '\u{2029}'].into_iter().all(|c| !json.contains(c)) {
        return json.to_owned();
    }
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
