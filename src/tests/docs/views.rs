//! The reference of views: what each template is given, read from the very types that it is given.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// What templates are given: the name, its type, and where.
const GIVEN: &[(&str, &str, &str)] = &[
    ("site", "SiteView", "every template"),
    ("page", "PageView", "every page"),
    ("home", "HomeView", "`home.html`"),
    ("note", "NoteView", "`note.html`"),
    ("row", "RowView", "`row.html`"),
    ("clients", "Vec<ClientsRow>", "`clients.html`"),
    ("client", "ClientView", "`client.html`"),
    ("groups", "Vec<GroupView>", "`capabilities.html`"),
    ("capability", "CapabilityView", "`capability.html`"),
    ("support", "Vec<SupportGroup>", "`client.html`"),
    ("support", "Vec<SupportRow>", "`capability.html`"),
    ("revisions", "Vec<RevisionView>", "`revisions.html`"),
    ("revision", "RevisionView", "`revision.html`"),
    ("kinds", "Vec<KindView>", "`kinds.html`"),
    ("kind", "KindView", "`kind.html`"),
    ("statuses", "Vec<StatusView>", "`statuses.html`"),
    ("status", "StatusView", "`status.html`"),
    ("matrix", "MatrixView", "`matrix.html`"),
    ("cell", "CellPageView", "`cell.html`"),
    ("stale", "StaleView", "`stale.html`"),
    ("disputed", "DisputedView", "`disputed.html`"),
    ("gaps", "GapsView", "`gaps.html`"),
    ("sources", "SourcesView", "`sources.html`"),
    ("prose", "ProseView", "`page.html`"),
];

const HEAD: &str = "---
title: Views
summary: What each template is given, field by field, as the types in the program say.
---

A view is what a template is given to show: names with fields. This page is made from the types in the program, so it cannot lag behind them. How to override a template is told in [templates](/docs/templates).

*Text* is escaped where it is shown; a field that holds HTML already is said to, and is shown with the filter `safe`. A field that is *optional* may be absent: ask with `if` first. Days are `YYYY-MM-DD`.

Every page is also given `header_links` and `footer_links`: the links of the header, as the HTML that `header-links.html` made of them for all pages of a section (it is given `href` and `section`, the addresses of the page itself and of its section where the header links to them, else empty), and the links of the footer that are the same on all pages, as `footer-links.html` made them.

On lists of notes, templates are also given `rows` (the notes of this part of the list, each as the HTML that `row.html` made of it) and `total` (how many notes there are in all). `search.html` is given them of all notes, and no rows where these do not fit on one page. `cell.html` is given `entries` (the notes of `cell.notes`, each as the HTML that `entry.html` made of it, given `of_client`: that the page is of one client already). `research.html` is given `filter`, optional: what its script filters by, as JSON.

";

/// A type with its fields, as its source tells.
struct View {
    what: String,
    fields: Vec<(String, String, String)>,
}

/// What templates are given that is no view, and is told of in words or belongs to files for machines.
const OTHER: &[&str] = &[
    "header_links",
    "footer_links",
    "rows",
    "total",
    "entries",
    "of_client",
    "href",
    "section",
    "to",
    "absolute",
    "feed",
    "urls",
    "badge",
    "filter",
];

/// Returns the page.
pub fn page() -> String {
    let views = read();
    let given = concat!(include_str!("../../render.rs"), include_str!("../../render/frame.rs"));
    for name in given.split(".with(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let told = OTHER.contains(&name) || GIVEN.iter().any(|(given, ..)| *given == name);
        assert!(told, "templates are given `{name}`, of which this page tells nothing");
    }
    let mut out = HEAD.to_owned();
    out.push_str("## Names\n\n| Name | View | Given to |\n|---|---|---|\n");
    for (name, view, to) in GIVEN {
        let _ = writeln!(out, "| `{name}` | {} | {to} |", shape(view, &views));
    }
    // Each view once, in the order in which the names lead to them.
    let mut waiting: Vec<String> = GIVEN.iter().rev().map(|(_, view, _)| inner(view)).collect();
    let mut told = BTreeSet::new();
    out.push_str("\n## Fields\n");
    while let Some(name) = waiting.pop() {
        let Some(view) = views.get(&name).filter(|_| told.insert(name.clone())) else { continue };
        let _ = write!(out, "\n### {name}\n\n{}\n\n| Field | Holds | |\n|---|---|---|\n", view.what);
        for (field, kind, what) in &view.fields {
            let _ = writeln!(out, "| `{field}` | {} | {what} |", shape(kind, &views));
        }
        waiting.extend(view.fields.iter().rev().map(|(_, kind, _)| inner(kind)));
    }
    out
}

/// Reads every view of the program's source.
fn read() -> BTreeMap<String, View> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/render");
    let mut files = vec![root.join("views.rs")];
    files.extend(fs::read_dir(root.join("views")).expect("a folder").map(|entry| entry.expect("an entry").path()));
    files.sort();
    let mut views = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        let (mut doc, mut skipped, mut view) = (Vec::new(), false, None::<(String, View)>);
        for line in text.lines().map(str::trim) {
            if let Some(words) = line.strip_prefix("/// ") {
                doc.push(words.to_owned());
            } else if line.starts_with("#[serde(skip)]") {
                skipped = true;
            } else if line.starts_with("#[") {
            } else if let Some(name) = line.strip_prefix("pub struct ").and_then(|rest| rest.strip_suffix(" {")) {
                let name = name.split('<').next().unwrap_or(name).to_owned();
                view = Some((name, View { what: doc.join(" "), fields: Vec::new() }));
                doc.clear();
            } else if line == "}" {
                views.extend(view.take().filter(|(_, view)| !view.fields.is_empty()));
                doc.clear();
            } else if let (Some((_, view)), Some((field, kind))) =
                (&mut view, line.strip_prefix("pub ").and_then(|rest| rest.split_once(": ")))
            {
                let what = std::mem::take(&mut doc).join(" ");
                if !std::mem::take(&mut skipped) {
                    view.fields.push((field.to_owned(), kind.trim_end_matches(',').to_owned(), what));
                }
            } else {
                doc.clear();
            }
        }
    }
    views
}

/// Returns the innermost type, by the name that views have.
fn inner(kind: &str) -> String {
    let kind = kind.trim_end_matches('>').trim_end_matches("<'a");
    let name = kind.rsplit('<').next().unwrap_or(kind).trim_end_matches('>');
    match name.rsplit("::").next().unwrap_or(name) {
        "Link" => "LinkView".to_owned(),
        "Row" => "RowView".to_owned(),
        name => name.to_owned(),
    }
}

/// Returns a type in words.
fn shape(kind: &str, views: &BTreeMap<String, View>) -> String {
    for (wrap, word) in
        [("Option<", "optional "), ("Vec<", "list of "), ("Prepared<", ""), ("Arc<", ""), ("Cow<'static, ", "")]
    {
        if let Some(rest) = kind.strip_prefix(wrap).and_then(|rest| rest.strip_suffix('>')) {
            return format!("{word}{}", shape(rest, views));
        }
    }
    let name = inner(kind);
    if views.contains_key(&name) {
        return format!("[{name}](#{})", name.to_lowercase());
    }
    match name.trim_start_matches('&').trim_start_matches("'static ").trim_start_matches("'a ") {
        "String" | "str" => "text".to_owned(),
        "bool" => "true or false".to_owned(),
        "usize" | "u8" | "u32" | "i64" | "u64" => "number".to_owned(),
        other => panic!("a view has a field of the type `{other}` (`{kind}`), which this page cannot tell"),
    }
}
