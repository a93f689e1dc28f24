//! The link graph: where every internal link leads, and who refers to whom.
//!
//! Four ways to point at a page (a relative `.md` path, a site path, a wiki link, `related`) end in
//! one [`Target`]. It must not know how a page looks, only its address and the ids on it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use rayon::prelude::*;

use crate::corpus::File;
use crate::diagnostic::{Code, Diagnostic, FilePath, Place, visible};
use crate::hash::Table;
use crate::markdown::{self, Form, Link};
use crate::parse;
use crate::registry::NavLink;
use crate::slug;

use super::identity::Gone;
use super::{Backlink, Catalog, Subject};

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// To a page, perhaps to a part of it.
    Page(Subject, Option<String>),
    /// To a file of the output folder, by its path there, with what followed it (`#…`).
    File(String, String),
    /// To nothing; it was reported.
    Broken,
}

/// Where the links of one text lead.
#[derive(Debug, Clone, Default)]
pub struct Resolved {
    /// For each of the text's links.
    pub links: Vec<Target>,
    /// For each of its link reference definitions.
    pub definitions: Vec<Target>,
}

/// Every address that a link may name.
#[derive(Debug, Default)]
pub struct Addresses {
    /// By route.
    routes: Table<String, Subject>,
    /// Former routes.
    aliases: Table<String, Subject>,
    /// By path of the source file.
    sources: Table<FilePath, Subject>,
    /// By id, for wiki links: notes before clients, capabilities, revisions, pages.
    ids: Table<String, Subject>,
    /// Files of the output folder that are not pages: those under `notes/` and `static/`.
    files: HashSet<String>,
    /// Files that no page has: of drafts, of notes with errors.
    gone: Table<String, Gone>,
}

/// Files for machines, which a note may point at.
const MACHINE_FILES: &[&str] = &[
    "robots.txt",
    "llms.txt",
    "llms-full.txt",
    "api/v1/index.json",
    "api/v1/notes.json",
    "api/v1/clients.json",
    "api/v1/capabilities.json",
    "api/v1/revisions.json",
    "api/v1/matrix.json",
    "api/v1/matrix.csv",
    "api/v1/claims.csv",
    "api/v1/sources.json",
    "api/v1/graph.json",
    "api/v1/schema/index.json",
    "api/v1/schema/notes.json",
    "api/v1/schema/note.json",
    "api/v1/schema/clients.json",
    "api/v1/schema/client.json",
    "api/v1/schema/capabilities.json",
    "api/v1/schema/revisions.json",
    "api/v1/schema/matrix.json",
    "api/v1/schema/sources.json",
    "api/v1/schema/graph.json",
    "api/v1/schema/badge.json",
];
/// Files for machines that exist only where the site's address is known.
const ABSOLUTE_FILES: &[&str] = &["feed.xml", "sitemap.xml"];

/// Returns the files for machines that a site has at a known address.
pub fn machine_files() -> impl Iterator<Item = &'static str> {
    MACHINE_FILES.iter().chain(ABSOLUTE_FILES).copied()
}

/// Collects all addresses.
pub fn addresses(
    catalog: &Catalog,
    files: &[File],
    statics: &[String],
    gone: &BTreeMap<String, Gone>,
    failed: &[FilePath],
) -> Addresses {
    let mut all = Addresses::default();
    for subject in catalog.subjects() {
        let route = catalog.route(subject);
        let manuscript = catalog.manuscript(subject);
        if let Some(manuscript) = manuscript {
            all.sources.insert(manuscript.source.path.clone(), subject);
        }
        let mut name = |id: &str| {
            all.ids.entry(id.to_owned()).or_insert(subject);
        };
        all.aliases.extend(catalog.former(subject).map(|former| (former.as_str().to_owned(), subject)));
        match subject {
            Subject::Note(i) => name(catalog.notes[i].id()),
            Subject::Client(i) => name(&catalog.clients[i].thing.id),
            Subject::Capability(i) => name(&catalog.capabilities[i].thing.id),
            Subject::Revision(i) => name(&catalog.revisions[i].thing.id),
            Subject::Page(i) => name(&catalog.pages[i].route),
            _ => {}
        }
        all.routes.insert(route.as_str().to_owned(), subject);
    }
    // Notes win over everything else, whatever the order of subjects.
    for (i, note) in catalog.notes.iter().enumerate() {
        all.ids.insert(note.id().to_owned(), Subject::Note(i));
    }
    if let Some(i) = catalog.home_page() {
        all.sources.insert(catalog.pages[i].manuscript.source.path.clone(), Subject::Home);
    }
    all.files.extend(files.iter().map(|file| file.output_path().to_owned()));
    all.files.extend(statics.iter().cloned());
    all.files.extend(MACHINE_FILES.iter().map(|file| (*file).to_owned()));
    if catalog.site.base.origin.is_some() {
        all.files.extend(ABSOLUTE_FILES.iter().map(|file| (*file).to_owned()));
    }
    for (id, why) in gone {
        let (Gone::Draft(path) | Gone::Failed(path)) = why;
        all.gone.insert(path.to_string(), why.clone());
        all.gone.insert(format!("research/{id}"), why.clone());
    }
    for path in failed {
        let why = Gone::Failed(Arc::clone(path));
        let route = path.strip_prefix("notes/").and_then(|path| path.strip_suffix(".md")).unwrap_or(path);
        all.gone.entry(route.to_owned()).or_insert_with(|| why.clone());
        all.gone.entry(path.to_string()).or_insert(why);
    }
    all
}

/// Returns the id on a page that belongs to the page and not to its text, and that `id` names.
fn page_id(catalog: &Catalog, subject: Subject, id: &str) -> Option<String> {
    let is_there = match subject {
        Subject::Note(i) => {
            let meta = &catalog.notes[i].meta;
            match id {
                "main" | "cite" => true,
                "sources" => !meta.sources.is_empty(),
                "related-notes" => !meta.related.is_empty(),
                "claims" => !meta.claims.is_empty(),
                id => meta.claims.iter().any(|claim| claim.anchor == id),
            }
        }
        Subject::Client(i) => match id {
            "main" => true,
            "surfaces" => !catalog.clients[i].thing.surfaces.is_empty(),
            "notes" => !catalog.clients[i].notes.is_empty(),
            _ => false,
        },
        Subject::Capabilities => {
            let groups = || catalog.groups.iter();
            let group = groups().find(|group| group.id == id).or_else(|| groups().find(|group| group.anchor == id));
            if let Some(group) = group {
                return Some(group.anchor.clone());
            }
            id == "main"
        }
        _ => id == "main",
    };
    is_there.then(|| id.to_owned())
}

/// For how many broken links of a build a near name is looked for: each look goes over all names.
const SUGGESTIONS: usize = 100;

/// Resolves every link of every text, in parallel, and reports those that lead to nothing.
pub fn resolve(catalog: &mut Catalog, addresses: &Addresses, found: &mut Vec<Diagnostic>) {
    let subjects: Vec<Subject> =
        catalog.subjects().into_iter().filter(|subject| catalog.manuscript(*subject).is_some()).collect();
    let view: &Catalog = catalog;
    let all: Vec<_> = subjects
        .into_par_iter()
        .map(|subject| {
            let (resolved, faults) = text(view, addresses, subject);
            (subject, resolved, faults)
        })
        .collect();
    let mut names: Option<Names> = None;
    let mut looked = 0;
    for (subject, resolved, faults) in all {
        for (mut fault, place) in faults {
            if let Some(wanted) = fault.wanted.take().filter(|_| looked < SUGGESTIONS) {
                looked += 1;
                let names = names.get_or_insert_with(|| Names::of(addresses));
                fault.help = names.suggest(&wanted, &place.path).or(fault.help);
            }
            let mut diagnostic = Diagnostic::new(fault.code, place, fault.message);
            diagnostic.help = fault.help;
            found.push(diagnostic);
        }
        catalog.resolved.insert(subject, resolved);
    }
    catalog.nav = catalog.site.nav.iter().map(|link| nav(catalog, addresses, link, found)).collect();
}

/// Resolves a link of the header; nothing for an absolute address.
fn nav(catalog: &Catalog, addresses: &Addresses, link: &NavLink, found: &mut Vec<Diagnostic>) -> Option<Target> {
    if !link.url.starts_with('/') {
        return None;
    }
    let resolver = Resolver { catalog, addresses, from: Subject::Home, path: "notes/site.yaml" };
    Some(resolver.target(&link.url).unwrap_or_else(|fault| {
        let message = format!("`nav`: {}", fault.message);
        let mut diagnostic = Diagnostic::new(fault.code, link.place.clone(), message);
        diagnostic.help = fault.help;
        found.push(diagnostic);
        Target::Broken
    }))
}

fn text(catalog: &Catalog, addresses: &Addresses, subject: Subject) -> (Resolved, Vec<(Fault, Place)>) {
    let manuscript = catalog.manuscript(subject).expect("only texts are asked");
    let content = &manuscript.content;
    let resolver = Resolver { catalog, addresses, from: subject, path: &manuscript.source.path };
    let mut found = Vec::new();
    let mut report = |fault: Fault, range: std::ops::Range<usize>| found.push((fault, manuscript.place(range)));
    let mut definitions = Vec::with_capacity(content.definitions.len());
    let mut broken: Vec<Option<Fault>> = Vec::with_capacity(content.definitions.len());
    for definition in &content.definitions {
        match resolver.target(&definition.target) {
            Ok(target) => {
                definitions.push(target);
                broken.push(None);
            }
            Err(fault) => {
                definitions.push(Target::Broken);
                if definition.used {
                    broken.push(Some(fault));
                } else {
                    report(fault, definition.range.clone());
                    broken.push(None);
                }
            }
        }
    }
    let mut links = Vec::with_capacity(content.links.len());
    for link in &content.links {
        if let Form::Reference(i) = link.form {
            if let Some(Some(fault)) = broken.get(i) {
                report(fault.clone(), link.range.clone());
            }
            links.push(definitions.get(i).cloned().unwrap_or(Target::Broken));
            continue;
        }
        let target = match link.form {
            Form::Wiki => resolver.wiki(link),
            _ => resolver.target(&link.target),
        };
        links.push(target.unwrap_or_else(|fault| {
            report(fault, link.range.clone());
            Target::Broken
        }));
    }
    (Resolved { links, definitions }, found)
}

/// Why a link leads to nothing.
#[derive(Debug, Clone)]
struct Fault {
    code: Code,
    message: String,
    help: Option<String>,
    /// The name for which a near one is to be looked for.
    wanted: Option<Wanted>,
}

/// A name that does not exist.
#[derive(Debug, Clone)]
enum Wanted {
    /// A path from the site's root or below `notes/`.
    Path(String),
    /// An id of a wiki link.
    Id(String),
}

/// All names that a link may mean, sorted.
struct Names<'a> {
    paths: BTreeSet<&'a str>,
    ids: BTreeSet<&'a str>,
}

impl<'a> Names<'a> {
    fn of(addresses: &'a Addresses) -> Self {
        let paths = addresses.sources.keys().map(|path| &**path);
        let paths = paths.chain(addresses.routes.keys().chain(addresses.files.iter()).map(String::as_str));
        Names { paths: paths.collect(), ids: addresses.ids.keys().map(String::as_str).collect() }
    }

    /// Returns the path that differs a little in its last part alone, or in its folder alone.
    fn near(&self, path: &str) -> Option<&'a str> {
        let split = |path: &'a str| path.rsplit_once('/').unwrap_or(("", path));
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = |name: &'a str| name.strip_suffix(".md").unwrap_or(name);
        let all = || self.paths.iter().copied();
        let beside = |known: &str| all().find(|path| split(path).0 == folder && stem(split(path).1) == known);
        let stems = all().map(split).filter(|(other, _)| *other == folder).map(|(_, name)| stem(name));
        if let Some(near) = slug::nearest(name.strip_suffix(".md").unwrap_or(name), stems).and_then(beside) {
            return Some(near);
        }
        let folders = all().map(split).filter(|(_, other)| *other == name).map(|(folder, _)| folder);
        let near = slug::nearest(folder, folders)?;
        all().find(|path| split(path) == (near, name))
    }

    /// Returns what may help in the place of a name, as a text at `file` would write it.
    fn suggest(&self, wanted: &Wanted, file: &str) -> Option<String> {
        match wanted {
            Wanted::Id(id) => {
                let near = slug::nearest(id, self.ids.iter().copied())?;
                Some(format!("did you mean `[[{near}]]`?"))
            }
            Wanted::Path(path) => {
                let folded = slug::fold(path);
                if let Some(same) = self.paths.iter().find(|name| slug::fold(name) == folded) {
                    let id = same.rsplit('/').next().unwrap_or(same).trim_end_matches(".md");
                    return Some(format!("names are case-sensitive: the id is `{id}`"));
                }
                let near = self.near(path)?;
                let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
                let written = match near.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) {
                    Some(rest) => rest.to_owned(),
                    None => format!("/{}", near.strip_prefix("notes/").unwrap_or(near)),
                };
                Some(format!("did you mean `{written}`?"))
            }
        }
    }
}

fn fault<T>(code: Code, message: String, help: Option<String>) -> Result<T, Fault> {
    Err(Fault { code, message, help, wanted: None })
}

struct Resolver<'a> {
    catalog: &'a Catalog,
    addresses: &'a Addresses,
    from: Subject,
    /// The path of the file that holds the link.
    path: &'a str,
}

impl Resolver<'_> {
    /// Resolves the target of an ordinary link.
    fn target(&self, raw: &str) -> Result<Target, Fault> {
        let (path, fragment) = match raw.split_once('#') {
            Some((path, fragment)) => (path, Some(fragment)),
            None => (raw, None),
        };
        if path.is_empty() {
            return self.part(self.from, raw, fragment);
        }
        let decoded = percent_decode_str(path).decode_utf8_lossy().into_owned();
        if let Some(site_path) = decoded.strip_prefix('/') {
            return self.site_path(raw, site_path, fragment);
        }
        let Some(joined) = join(self.path, &decoded) else {
            let message = format!("`{}` leads out of `notes/`", visible(raw));
            return fault(Code::BrokenLink, message, Some("link to its address on the web".to_owned()));
        };
        if let Some(subject) = self.addresses.sources.get(joined.as_str()) {
            return self.part(*subject, raw, fragment);
        }
        let inner = joined.strip_prefix("notes/").unwrap_or(&joined);
        if self.addresses.files.contains(inner) {
            return Ok(Target::File(inner.to_owned(), suffix(fragment)));
        }
        self.nothing(raw, &joined)
    }

    /// Resolves a path from the site's root, with or without the base path.
    fn site_path(&self, raw: &str, path: &str, fragment: Option<&str>) -> Result<Target, Fault> {
        let base = percent_decode_str(self.catalog.site.base.path.trim_start_matches('/')).decode_utf8_lossy();
        let below = path.strip_prefix(&*base).filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let candidates = [below.filter(|_| !base.is_empty()).map(|rest| rest.trim_start_matches('/')), Some(path)];
        for candidate in candidates.into_iter().flatten() {
            let plain = candidate.trim_end_matches('/');
            if self.addresses.files.contains(plain) {
                return Ok(Target::File(plain.to_owned(), suffix(fragment)));
            }
            let route = plain.strip_suffix(".md").or_else(|| plain.strip_suffix(".html")).unwrap_or(plain);
            let route = if route == "index" { "" } else { route };
            let addresses = self.addresses;
            if let Some(subject) = addresses.routes.get(route).or_else(|| addresses.aliases.get(route)) {
                return self.part(*subject, raw, fragment);
            }
        }
        let plain = path.trim_end_matches('/');
        self.nothing(raw, plain.strip_suffix(".md").unwrap_or(plain))
    }

    /// Resolves a wiki link.
    fn wiki(&self, link: &Link) -> Result<Target, Fault> {
        let (id, fragment) = match link.target.split_once('#') {
            Some((id, fragment)) => (id.trim(), Some(fragment.trim())),
            None => (link.target.trim(), None),
        };
        let addresses = self.addresses;
        let subject = if id.is_empty() {
            Some(self.from)
        } else {
            let route = id.trim_start_matches('/');
            let alias = format!("research/{id}");
            addresses
                .ids
                .get(id)
                .or_else(|| addresses.routes.get(route))
                .or_else(|| addresses.aliases.get(&alias))
                .or_else(|| addresses.aliases.get(route))
                .copied()
        };
        let Some(subject) = subject else {
            let raw = link.target.as_str();
            if let Some(why) = addresses.gone.get(&format!("research/{id}")).or_else(|| addresses.gone.get(id)) {
                return gone(raw, why);
            }
            return Err(Fault {
                code: Code::BrokenLink,
                message: format!("no note or page is called `{}`", visible(id)),
                help: Some("put it in backticks if it is code".to_owned()),
                wanted: Some(Wanted::Id(id.to_owned())),
            });
        };
        self.part(subject, &link.target, fragment)
    }

    /// Checks the fragment of a link to a page: an id on the page, or a heading's text.
    fn part(&self, subject: Subject, raw: &str, fragment: Option<&str>) -> Result<Target, Fault> {
        let Some(fragment) = fragment.filter(|fragment| !fragment.is_empty()) else {
            return Ok(Target::Page(subject, None));
        };
        let wanted = percent_decode_str(fragment).decode_utf8_lossy().into_owned();
        let headings = self.catalog.headings(subject);
        if let Some(heading) = headings.iter().find(|heading| heading.id == wanted) {
            return Ok(Target::Page(subject, Some(heading.id.clone())));
        }
        if let Some(id) = page_id(self.catalog, subject, &wanted) {
            return Ok(Target::Page(subject, Some(id)));
        }
        let slug = slug::fragment(&wanted);
        if let Some(heading) = headings.iter().find(|heading| heading.text == wanted || heading.id == slug) {
            return Ok(Target::Page(subject, Some(heading.id.clone())));
        }
        let near = slug::nearest(&wanted, headings.iter().map(|heading| heading.id.as_str()));
        let help = match near {
            Some(near) => format!("did you mean `#{near}`?"),
            None if headings.is_empty() => "the page has no headings".to_owned(),
            None => {
                let some: Vec<_> = headings.iter().take(8).map(|heading| format!("`#{}`", heading.id)).collect();
                format!("its headings: {}", some.join(", "))
            }
        };
        let page = self.catalog.route(subject);
        let message = format!("`{}`: `/{page}` has no heading `#{}`", visible(raw), visible(&wanted));
        fault(Code::BrokenFragment, message, Some(help))
    }

    /// Says why a path leads to nothing.
    fn nothing(&self, raw: &str, path: &str) -> Result<Target, Fault> {
        let addresses = self.addresses;
        if let Some(why) = addresses.gone.get(path) {
            return gone(raw, why);
        }
        Err(Fault {
            code: Code::BrokenLink,
            message: format!("`{}` leads to nothing", visible(raw)),
            help: None,
            wanted: Some(Wanted::Path(path.to_owned())),
        })
    }
}

fn gone<T>(raw: &str, why: &Gone) -> Result<T, Fault> {
    match why {
        Gone::Draft(path) => fault(
            Code::DraftLink,
            format!("`{}` exists, but is a draft ({path})", visible(raw)),
            Some("publish the draft first, or take the link out".to_owned()),
        ),
        Gone::Failed(path) => {
            fault(Code::BrokenLink, format!("`{}` has errors of its own ({path})", visible(raw)), None)
        }
    }
}

fn suffix(fragment: Option<&str>) -> String {
    fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default()
}

/// Joins a relative path to the folder of a file; nothing if it leads out of `notes/`.
fn join(file: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.len() <= 1 {
                    return None;
                }
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Collects who refers to whom: by a link in the text, or by `related` alone.
pub fn backlinks(catalog: &mut Catalog) {
    let mut all: BTreeMap<Subject, Vec<Backlink>> = BTreeMap::new();
    for (from, resolved) in &catalog.resolved {
        let content = &catalog.manuscript(*from).expect("only texts have links").content;
        let mut seen: HashSet<Subject> = HashSet::new();
        for (link, target) in content.links.iter().zip(&resolved.links) {
            if let Target::Page(subject, _) = target
                && subject != from
                && seen.insert(*subject)
            {
                let sentence = sentence(catalog, link, &resolved.links);
                all.entry(*subject).or_default().push(Backlink { from: *from, sentence });
            }
        }
        if let Subject::Note(i) = from {
            for other in catalog.facets[*i].related.iter().flatten() {
                let subject = Subject::Note(*other);
                if subject != *from && seen.insert(subject) {
                    all.entry(subject).or_default().push(Backlink { from: *from, sentence: String::new() });
                }
            }
        }
    }
    catalog.backlinks = all;
}

/// Returns the sentence around a link as the page shows it: a wiki link without text shows a title.
fn sentence(catalog: &Catalog, link: &Link, targets: &[Target]) -> String {
    let mut sentence = link.sentence.clone();
    if link.untitled.is_empty() {
        return sentence;
    }
    let mut parts: Vec<_> = link.untitled.iter().collect();
    parts.sort_by_key(|(part, _)| part.start);
    for (part, i) in parts.into_iter().rev() {
        if let Some(Target::Page(subject, _)) = targets.get(*i) {
            sentence.replace_range(part.clone(), &markdown::plain(&catalog.title(*subject)));
        }
    }
    sentence.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Keeps the files that a text or the header refers to; reports the others.
pub fn keep_used_files(catalog: &mut Catalog, files: Vec<File>, failed: &[FilePath], found: &mut Vec<Diagnostic>) {
    let used: HashSet<&str> = catalog
        .resolved
        .values()
        .flat_map(|resolved| resolved.links.iter().chain(&resolved.definitions))
        .chain(catalog.nav.iter().flatten())
        .filter_map(|target| match target {
            Target::File(path, _) => Some(path.as_str()),
            _ => None,
        })
        .collect();
    let mut kept = Vec::new();
    for file in files {
        if used.contains(file.output_path()) {
            kept.push(file);
        } else if failed.is_empty() || parse::unused(&file.path).is_error() {
            // While a text cannot be read, it may be the one that refers to the file.
            found.push(parse::unused(&file.path));
        }
    }
    drop(used);
    catalog.files = kept;
}
