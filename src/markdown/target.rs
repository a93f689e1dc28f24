//! Targets of links: where each leads, and where a body names it.
//!
//! Knows how targets are written, not which exist; it must not know what is shown for them.

use std::ops::Range;

use percent_encoding::percent_decode_str;
use pulldown_cmark::{Event, LinkType, RefDefs, Tag};

use super::{Definition, cjk, scan, sentence};

/// Where a target leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leads {
    /// To a note, a file or a heading of this site.
    Inside,
    /// To an address of the web, or to a mailbox.
    Outside,
    /// Where no page should lead.
    Forbidden,
    /// To nothing.
    Nowhere,
}

pub(super) fn leads(target: &str, is_wiki: bool) -> Leads {
    if target.trim().is_empty() {
        return Leads::Nowhere;
    }
    if target.starts_with("//") {
        return Leads::Forbidden;
    }
    match scheme(target) {
        Some(scheme) if ["http", "https", "mailto"].iter().any(|known| known.eq_ignore_ascii_case(scheme)) => {
            Leads::Outside
        }
        // What stands in a wiki link is a name, in which a colon means nothing.
        Some(_) if !is_wiki => Leads::Forbidden,
        _ => Leads::Inside,
    }
}

pub(super) fn scheme(target: &str) -> Option<&str> {
    let (scheme, _) = target.split_once(':')?;
    let fits = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    fits.then_some(scheme)
}

/// Returns the whole of a link; the parser leaves out the brackets of a collapsed one.
pub(super) fn whole(body: &str, link_type: LinkType, range: Range<usize>) -> Range<usize> {
    let is_short = link_type == LinkType::Collapsed && body[range.end..].starts_with("[]");
    range.start..range.end + if is_short { 2 } else { 0 }
}

/// Returns the label of a link or picture by reference.
pub(super) fn label<'e>(event: &'e Event<'_>) -> Option<&'e str> {
    match event {
        Event::Start(Tag::Link { link_type, id, .. } | Tag::Image { link_type, id, .. }) => {
            matches!(link_type, LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut).then_some(id)
        }
        _ => None,
    }
}

/// Returns the definitions with an internal target, in the order of the text.
pub(super) fn definitions(body: &str, is_soft: bool, all: &RefDefs<'_>) -> Vec<Definition> {
    let mut found: Vec<_> = all
        .iter()
        .filter(|(_, definition)| leads(&definition.dest, false) == Leads::Inside)
        .map(|(_, definition)| {
            let range = definition.span.clone();
            let target = if is_soft { cjk::restore(&definition.dest) } else { definition.dest.to_string() };
            let edit = scan::destination(body, label_end(body, range.start));
            Definition { range, edit, target, used: false }
        })
        .collect();
    found.sort_unstable_by_key(|definition| definition.range.start);
    found
}

/// Returns where the `]:` of a definition ends.
fn label_end(body: &str, start: usize) -> usize {
    let bytes = body.as_bytes();
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b']' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + "]:".len()).min(body.len())
}

/// Returns a target in the form in which two are compared.
pub(super) fn normal(target: &str) -> String {
    let target = percent_decode_str(target.strip_prefix("./").unwrap_or(target)).decode_utf8_lossy();
    match target.split_once('#') {
        Some((path, fragment)) => format!("{}#{fragment}", path.strip_suffix(".md").unwrap_or(path)),
        None => target.strip_suffix(".md").unwrap_or(&target).to_owned(),
    }
}

/// Returns the target of a wiki link; in a table the bar behind it is escaped.
pub(super) fn wiki_target(target: &str) -> String {
    sentence::fold(target.strip_suffix('\\').unwrap_or(target))
}
