//! A note's page: its facts, its text, its evidence, who refers to it.

use serde::Serialize;

use crate::catalog::{Subject, Successions};
use crate::markdown::{self, Fill};
use crate::note::Citation;
use crate::render::permalink::{self, Hosted};

use super::claims::{ClaimGroup, claim_groups};
use super::pictures::{NeighbourhoodView, neighbourhood};
use super::{Link, Prepared, Row, Scene, StatusRef};

/// A note.
#[derive(Debug, Serialize)]
pub struct NoteView<'a> {
    /// Its id.
    pub id: &'a str,
    /// Plain text.
    pub summary: &'a str,
    /// Its kind.
    pub kind: Option<Link>,
    /// Its status.
    pub status: Prepared<StatusRef>,
    /// Why it has that status.
    pub status_reason: Option<&'a str>,
    /// `YYYY-MM-DD`
    pub verified: &'a str,
    /// Verified too long ago.
    pub stale: bool,
    /// The clients that it speaks of.
    pub clients: Vec<Link>,
    /// The capabilities that it speaks of.
    pub capabilities: Vec<Link>,
    /// The revisions that it speaks of.
    pub revisions: Vec<Link>,
    /// What must be known before reading; absent for a current note.
    pub banner: Option<BannerView<'a>>,
    /// Notes that it takes the place of.
    pub supersedes: Vec<Link>,
    /// Notes that say otherwise.
    pub contradicts: Vec<Link>,
    /// What it claims.
    pub claims: Vec<ClaimGroup<'a>>,
    /// How many claims it makes.
    pub claimed: usize,
    /// HTML.
    pub body: String,
    /// The outline; empty for fewer than three headings.
    pub contents: Vec<HeadingView<'a>>,
    /// Its evidence.
    pub sources: Vec<CitationView<'a>>,
    /// Who refers to it.
    pub referenced_by: Vec<BacklinkView<'a>>,
    /// What to read next.
    pub related: Vec<RelatedView<'a>>,
    /// The notes around it, as a picture; absent if there are none.
    pub neighbourhood: Option<NeighbourhoodView>,
    /// Where the history of its file can be read.
    pub history: Option<String>,
    /// `YYYY-MM-DD` of the last change.
    pub updated: Option<String>,
    /// How to cite it: plain text.
    pub cite: String,
}

/// What must be known before reading a note that is not current.
#[derive(Debug, Serialize)]
pub struct BannerView<'a> {
    /// `superseded`, `disputed`, …
    pub status: &'static str,
    /// Capitalised.
    pub title: String,
    /// One sentence on what the status means.
    pub meaning: &'static str,
    /// Why.
    pub reason: Option<&'a str>,
    /// The notes that take its place.
    pub successors: Vec<Link>,
}

/// A heading of the contents.
#[derive(Debug, Serialize)]
pub struct HeadingView<'a> {
    /// 2 to 6.
    pub level: u8,
    /// Its id.
    pub id: &'a str,
    /// HTML without links.
    pub html: &'a str,
}

/// A source.
#[derive(Debug, Serialize)]
pub struct CitationView<'a> {
    /// From 1.
    pub number: usize,
    /// Plain text.
    pub title: &'a str,
    /// As written.
    pub url: &'a str,
    /// The best address there is: the file at the commit, else as written.
    pub href: String,
    /// The address without its scheme, for showing.
    pub repository: &'a str,
    /// As written.
    pub commit: Option<&'a str>,
    /// The commit's page.
    pub commit_href: Option<String>,
    /// The file, without lines.
    pub file: Option<&'a str>,
    /// As written, with lines.
    pub path: Option<&'a str>,
    /// One for each line range.
    pub lines: Vec<LineView>,
    /// `YYYY-MM-DD`
    pub date: String,
    /// An archived copy.
    pub archived: Option<&'a str>,
    /// Its language.
    pub lang: Option<&'a str>,
}

/// A line range of a source.
#[derive(Debug, Clone, Serialize)]
pub struct LineView {
    /// `45` or `199–241`
    pub text: String,
    /// A permalink, if the forge is known.
    pub href: Option<String>,
}

/// A page that refers to this one.
#[derive(Debug, Serialize)]
pub struct BacklinkView<'a> {
    /// The page.
    pub link: Link,
    /// The sentence around the link; empty if only `related` names this page.
    pub sentence: &'a str,
}

/// A related note, or an id that is none.
#[derive(Debug, Serialize)]
pub struct RelatedView<'a> {
    /// As written.
    pub id: &'a str,
    /// The note; absent for an id that is no note.
    pub note: Option<Row>,
}

/// Returns a note's page.
pub fn note(scene: &Scene, i: usize) -> NoteView<'_> {
    let note = &scene.notes[i];
    let (meta, facets) = (&note.meta, &scene.facets[i]);
    let subject = Subject::Note(i);
    let links = |list: &[usize], subject: fn(usize) -> Subject| -> Vec<Link> {
        list.iter().map(|i| scene.link(subject(*i)).clone()).collect()
    };
    let relations = &scene.successions;
    let successors = links(Successions::of(&relations.superseded_by, i), Subject::Note);
    let banner = (!matches!(meta.status, crate::note::Status::Current)).then(|| BannerView {
        status: meta.status.word(),
        title: super::capitalised(meta.status.word()),
        meaning: meta.status.meaning(),
        reason: meta.status_reason.as_deref(),
        successors,
    });
    let row = scene.row(i);
    let hosted = scene.site.repository.as_deref().and_then(|url| permalink::hosted(url, &scene.site.forges));
    NoteView {
        id: &meta.id,
        summary: &meta.summary,
        kind: row.kind.clone(),
        status: row.status.clone(),
        status_reason: meta.status_reason.as_deref(),
        verified: &row.verified,
        stale: row.stale,
        clients: row.clients.clone(),
        capabilities: links(&facets.capabilities, Subject::Capability),
        revisions: links(&facets.revisions, Subject::Revision),
        banner,
        supersedes: links(Successions::of(&relations.supersedes, i), Subject::Note),
        contradicts: links(Successions::of(&relations.contradicts, i), Subject::Note),
        claims: claim_groups(scene, i),
        claimed: scene.notes[i].meta.claims.len(),
        body: prose(scene, subject),
        contents: contents(scene, subject),
        sources: meta.sources.iter().enumerate().map(|(n, source)| citation(scene, n, source)).collect(),
        referenced_by: backlinks(scene, subject),
        related: meta
            .related
            .iter()
            .zip(&facets.related)
            .map(|(named, other)| RelatedView { id: &named.id, note: other.map(|i| scene.row(i).clone()) })
            .collect(),
        neighbourhood: neighbourhood(scene, i),
        history: hosted.and_then(|hosted| hosted.history(&scene.site.branch, note.path())),
        updated: scene.changed[i].map(|day| day.to_string()),
        cite: cite(scene, i),
    }
}

/// Returns the text of a page as HTML, its links filled in.
pub fn prose(scene: &Scene, subject: Subject) -> String {
    let Some(manuscript) = scene.manuscript(subject) else { return String::new() };
    let content = &manuscript.content;
    let mut html = String::with_capacity(content.html.text.len() + 64 * content.html.holes.len());
    let targets = scene.resolved.get(&subject).map_or(&[][..], |resolved| &resolved.links);
    content.html.write(&mut html, |out, fill| match fill {
        Fill::Address(i) => {
            if let Some(target) = targets.get(i) {
                markdown::push_escaped(out, &scene.address(target, subject, false));
            }
        }
        Fill::Title(i) => match targets.get(i) {
            Some(crate::catalog::Target::Page(subject, _)) => {
                out.push_str(&markdown::inline_code(&scene.title(*subject)));
            }
            _ => markdown::push_escaped(out, &content.links[i].target),
        },
    });
    html
}

/// Returns the outline of a page's text; empty for fewer than three headings.
pub fn contents(scene: &Scene, subject: Subject) -> Vec<HeadingView<'_>> {
    let headings = scene.headings(subject);
    if headings.len() < 3 {
        return Vec::new();
    }
    headings.iter().map(|h| HeadingView { level: h.level, id: &h.id, html: &h.html }).collect()
}

/// Returns who refers to a page.
pub fn backlinks(scene: &Scene, subject: Subject) -> Vec<BacklinkView<'_>> {
    let all = scene.backlinks.get(&subject).map_or(&[][..], Vec::as_slice);
    all.iter()
        .map(|backlink| BacklinkView { link: scene.link(backlink.from).clone(), sentence: &backlink.sentence })
        .collect()
}

/// Returns a source's line ranges, and the best address of its file at its commit, if there is one.
pub fn lines(scene: &Scene, source: &Citation) -> (Vec<LineView>, Option<String>) {
    placed(permalink::hosted(&source.url, &scene.site.forges).as_ref(), source)
}

/// Does what [`lines`] says, of a source of which it is known where it is hosted.
fn placed(hosted: Option<&Hosted<'_>>, source: &Citation) -> (Vec<LineView>, Option<String>) {
    let commit = source.commit.as_deref();
    let (file, ranges) = source.file().map_or((None, &[][..]), |(file, ranges)| (Some(file), ranges));
    let at = |lines| {
        let (hosted, commit, file) = (hosted?, commit?, file?);
        Some(hosted.file(commit, file, lines))
    };
    let lines: Vec<LineView> = ranges
        .iter()
        .map(|range| LineView {
            text: if range.first == range.last {
                range.first.to_string()
            } else {
                format!("{}–{}", range.first, range.last)
            },
            href: at(Some(*range)),
        })
        .collect();
    let first = lines.first().and_then(|line| line.href.clone());
    let whole = || match (file, hosted, commit) {
        (Some(_), _, _) => at(None),
        (None, Some(hosted), Some(commit)) => Some(hosted.commit(commit)),
        _ => None,
    };
    let href = first.or_else(whole);
    (lines, href)
}

/// Returns a source with its permalinks.
pub fn citation<'a>(scene: &Scene, n: usize, source: &'a Citation) -> CitationView<'a> {
    let hosted = permalink::hosted(&source.url, &scene.site.forges);
    let (lines, href) = placed(hosted.as_ref(), source);
    CitationView {
        number: n + 1,
        title: &source.title,
        url: &source.url,
        href: href.unwrap_or_else(|| source.url.clone()),
        repository: super::without_scheme(&source.url).trim_end_matches('/'),
        commit: source.commit.as_deref(),
        commit_href: hosted.zip(source.commit.as_deref()).map(|(hosted, commit)| hosted.commit(commit)),
        file: source.file().map(|(file, _)| file),
        path: source.path.as_deref(),
        lines,
        date: source.date.to_string(),
        archived: source.archived.as_deref(),
        lang: source.lang.as_deref(),
    }
}

fn cite(scene: &Scene, i: usize) -> String {
    let meta = &scene.notes[i].meta;
    let mut text = String::new();
    if let Some(publisher) = &scene.site.publisher {
        text.push_str(publisher);
        text.push_str(". ");
    }
    text.push_str(&format!(
        "“{}”. {}, last verified {}.",
        markdown::plain(&meta.title),
        scene.site.title,
        meta.last_verified
    ));
    if let Some(address) = scene.site.base.absolute(&scene.link(Subject::Note(i)).href) {
        text.push(' ');
        text.push_str(&address);
    }
    text
}
