//! Every file that the site has, as a list: pages with their twins, files for machines, redirects,
//! copies.
//!
//! Comes in: the catalog and the site's other files. Goes out: a [`Plan`] in which no two files ask
//! for one path. It must not know what a file looks like.

mod machines;
mod search;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use crate::catalog::{Catalog, Subject};
use crate::corpus::File;
use crate::diagnostic::{Checked, Code, Diagnostic, FilePath, Place};
use crate::route::{MANIFEST, Route, TEMPORARY};
use crate::slug;

pub use machines::{CLAIMS, Data, Shape, badge_file, cells_file, data_file, data_of, feed_file};
pub use search::{CHUNK, Search, documents, search_file, shards};

/// How many rows a page of a list has at most.
pub const PAGE_ROWS: usize = 500;
/// The same of what is cited, where a row is a few lines.
const PAGE_CITATIONS: usize = 200;
/// The same of what is disputed, where a row is a few sentences.
const PAGE_DISPUTES: usize = 50;

/// Returns how many rows a page about a subject has at most.
pub fn page_rows(subject: Subject) -> usize {
    match subject {
        Subject::Sources => PAGE_CITATIONS,
        Subject::Disputed => PAGE_DISPUTES,
        _ => PAGE_ROWS,
    }
}

/// Returns the part of a list of so many rows that a page shows; the first page is number 1.
pub fn part(subject: Subject, total: usize, number: usize) -> Range<usize> {
    let rows = page_rows(subject);
    let start = ((number - 1) * rows).min(total);
    start..(start + rows).min(total)
}

/// Returns which entries of a list stand on a part of a longer one, in which so many rows stand before it.
pub fn within(part: &Range<usize>, before: usize, length: usize) -> Range<usize> {
    let here = |at: usize| at.saturating_sub(before).min(length);
    here(part.start)..here(part.end)
}

/// A page: what it is about and, of a long list, which part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedPage {
    /// What it is about.
    pub subject: Subject,
    /// From 1.
    pub number: usize,
    /// How many pages the list has.
    pub of: usize,
    /// Where it lives.
    pub route: Route,
}

/// What a planned file holds.
#[derive(Debug, Clone)]
pub enum What {
    /// A page's HTML; the number is an index into [`Plan::pages`].
    Html(usize),
    /// A page's Markdown twin.
    Twin(usize),
    /// The page for addresses that do not exist.
    NotFound,
    /// A page that leads from a former address to the present one.
    Redirect(Subject),
    /// The Atom feed of all notes, for the home page, or of those on one client or capability.
    Feed(Subject),
    /// The sitemap.
    Sitemap,
    /// `robots.txt`
    Robots,
    /// `.nojekyll`: GitHub Pages must publish the files as they are.
    NoJekyll,
    /// `_redirects`: former addresses, for hosts that can send a reader on by themselves.
    Redirects,
    /// `_headers`: what hosts should say of the twins.
    Headers,
    /// `llms.txt`
    Llms,
    /// `llms-full.txt`
    LlmsFull,
    /// All claims as a table.
    Claims,
    /// The matrix as a table: over all revisions, or of one.
    Cells(Option<usize>),
    /// A file of JSON.
    Json(Data),
    /// A part of the index of search.
    Search(Search),
    /// The badge of a client and a capability.
    Badge(usize, usize),
    /// A file of the site's, as it is.
    Copy(Arc<Vec<u8>>),
}

/// One file.
#[derive(Debug, Clone)]
pub struct Planned {
    /// Its path in the output folder.
    pub path: String,
    /// What it holds.
    pub what: What,
}

/// Every file of the site.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Every page that has a twin, in a fixed order.
    pub pages: Vec<PlannedPage>,
    /// Every file, by path.
    pub files: Vec<Planned>,
}

/// Plans the site. `statics` are the files of `static/`, the built-in ones among them, by their path
/// in the output.
pub fn site(catalog: &Catalog, statics: &[File]) -> Checked<Plan> {
    let pages = pages(catalog);
    let mut plan = Planner { catalog, asked: Vec::with_capacity(pages.len() * 3), found: Vec::new() };
    for (i, page) in pages.iter().enumerate() {
        let owner = plan.owner(page.subject);
        plan.add(page.route.html_file(), What::Html(i), owner.clone());
        plan.add(page.route.twin_file(), What::Twin(i), owner.clone());
        if page.number == 1 {
            for (path, what) in machines::of_subject(catalog, page.subject) {
                plan.add(path, what, owner.clone());
            }
        }
    }
    plan.add("404.html".to_owned(), What::NotFound, None);
    let has_redirects = redirects(&mut plan);
    let mut fixed = machines::fixed(catalog);
    if has_redirects {
        fixed.push(("_redirects".to_owned(), What::Redirects));
    }
    let own: HashSet<&str> = statics.iter().map(File::output_path).collect();
    fixed.retain(|(path, _)| !(REPLACEABLE.contains(&path.as_str()) && own.contains(path.as_str())));
    for (path, what) in fixed.into_iter().chain(search::files(catalog)) {
        plan.add(path, what, None);
    }
    for file in catalog.files.iter().chain(statics) {
        plan.add(file.output_path().to_owned(), What::Copy(Arc::clone(&file.bytes)), Some(file.path.clone()));
    }
    let Planner { asked, mut found, .. } = plan;
    let asked = first_come(asked, &mut found);
    folders(&asked, &mut found);
    Checked { value: Plan { pages, files: asked.into_iter().map(|asked| asked.file).collect() }, diagnostics: found }
}

const GENERATED: &str = "the site itself";

/// Files for the site's host and its visitors from outside, on which a file of the site's own in
/// `static/` has the last word.
const REPLACEABLE: &[&str] = &["robots.txt", "_headers", "_redirects", "llms.txt", "llms-full.txt"];

fn pages(catalog: &Catalog) -> Vec<PlannedPage> {
    let mut pages = Vec::new();
    for subject in catalog.subjects() {
        let rows = match subject {
            Subject::Sources => catalog.citations(),
            Subject::Gaps => catalog.noted().len() + catalog.missing().len(),
            Subject::Disputed => catalog.disputed_cells().len() + catalog.disputed_notes().len(),
            subject => catalog.listed(subject).map_or(0, <[_]>::len),
        };
        let of = rows.div_ceil(page_rows(subject)).max(1);
        let first = catalog.route(subject);
        for number in 1..=of {
            let route = page_route(&first, number);
            pages.push(PlannedPage { subject, number, of, route });
        }
    }
    pages
}

/// Returns the address of a part of a list whose first part lives at `first`.
pub fn page_route(first: &Route, number: usize) -> Route {
    if number == 1 { first.clone() } else { Route::new(format!("{first}/page/{number}")) }
}

/// Asks for a page at each former address, and tells whether any of them is the first to ask for it.
fn redirects(plan: &mut Planner<'_>) -> bool {
    let catalog = plan.catalog;
    let before = plan.asked.len();
    for subject in catalog.subjects() {
        let owner = match subject {
            // Only a registry gives a capability former ids.
            Subject::Capability(_) => Some("notes/capabilities.yaml".into()),
            _ => plan.owner(subject),
        };
        for route in catalog.former(subject) {
            plan.add(route.html_file(), What::Redirect(subject), owner.clone());
        }
    }
    let (before, redirects) = plan.asked.split_at(before);
    if redirects.is_empty() {
        return false;
    }
    let taken: HashSet<Cow<'_, str>> = before.iter().map(|asked| folded(&asked.file.path)).collect();
    redirects.iter().any(|asked| !taken.contains(&folded(&asked.file.path)))
}

/// A file and who asks for it.
struct Asked {
    file: Planned,
    /// The file of the author's from which it comes; absent if it is of the site itself.
    owner: Option<FilePath>,
}

impl Asked {
    fn by(&self) -> &str {
        self.owner.as_deref().unwrap_or(GENERATED)
    }
}

struct Planner<'a> {
    catalog: &'a Catalog,
    /// In the order in which they were asked for.
    asked: Vec<Asked>,
    found: Vec<Diagnostic>,
}

impl Planner<'_> {
    /// Returns the file that a page is made from.
    fn owner(&self, subject: Subject) -> Option<FilePath> {
        self.catalog.manuscript(subject).map(|manuscript| manuscript.source.path.clone())
    }

    fn add(&mut self, path: String, what: What, owner: Option<FilePath>) {
        let asked = Asked { file: Planned { path, what }, owner };
        let folded = folded(&asked.file.path);
        if folded == MANIFEST || folded.split('/').any(|part| part.starts_with(TEMPORARY)) {
            let message =
                format!("the address `/{}` is kept for the files by which the site is published", asked.file.path);
            let diagnostic = Diagnostic::new(Code::RouteTaken, Place::file(asked.by()), message);
            self.found.push(diagnostic.help("give the file another name"));
            return;
        }
        self.asked.push(asked);
    }
}

/// Returns the form in which two paths are one on some disk; most paths have it.
fn folded(path: &str) -> Cow<'_, str> {
    let is_folded = path.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    if is_folded { Cow::Borrowed(path) } else { Cow::Owned(slug::fold(path)) }
}

/// Returns the files by path; of those that ask for one path, the first alone, and the others are reported.
fn first_come(asked: Vec<Asked>, found: &mut Vec<Diagnostic>) -> Vec<Asked> {
    let keys: Vec<Cow<'_, str>> = asked.iter().map(|asked| folded(&asked.file.path)).collect();
    let mut order: Vec<usize> = (0..asked.len()).collect();
    // Stable, so that of equals the first that asked stays first.
    order.sort_by(|a, b| keys[*a].cmp(&keys[*b]));
    let mut refused = HashSet::new();
    for alike in order.chunk_by(|a, b| keys[*a] == keys[*b]) {
        let first = &asked[alike[0]];
        for later in &alike[1..] {
            refused.insert(*later);
            let (path, other, this) = (&asked[*later].file.path, &first.file.path, &asked[*later]);
            let named = if other == path { format!("`/{path}`") } else { format!("`/{path}` and `/{other}`") };
            // The blame goes to a file of the author's, never to the site.
            let (at, against) = if this.owner.is_none() { (first.by(), this.by()) } else { (this.by(), first.by()) };
            let message = format!("the address {named} is asked for by {at} and by {against}");
            found.push(Diagnostic::new(Code::RouteTaken, Place::file(at), message));
        }
    }
    drop(keys);
    let mut all: Vec<Option<Asked>> = asked.into_iter().map(Some).collect();
    let kept = order.into_iter().filter(|index| !refused.contains(index));
    let mut files: Vec<Asked> = kept.filter_map(|index| all[index].take()).collect();
    files.sort_by(|a, b| a.file.path.cmp(&b.file.path));
    files
}

/// Reports a file that stands where others need a folder; the files are by path.
fn folders(files: &[Asked], found: &mut Vec<Diagnostic>) {
    let at = |path: &str| files.binary_search_by(|asked| asked.file.path.as_str().cmp(path)).ok();
    let mut inside = "";
    let mut is_free = true;
    for asked in files {
        let path = asked.file.path.as_str();
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if folder == inside && is_free {
            continue; // Neighbours in order lie in one folder.
        }
        (inside, is_free) = (folder, true);
        let above = std::iter::successors(Some(folder), |path| path.rsplit_once('/').map(|(folder, _)| folder));
        for folder in above.filter(|folder| !folder.is_empty()) {
            let Some(taken) = at(folder) else { continue };
            is_free = false;
            let message = format!("the file `/{folder}` stands where `/{path}` needs a folder");
            let at = files[taken].owner.as_deref().or(asked.owner.as_deref()).unwrap_or("notes");
            found.push(Diagnostic::new(Code::RouteTaken, Place::file(at), message));
        }
    }
}
