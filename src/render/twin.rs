//! The Markdown twins: what an agent reads in place of a page.
//!
//! A note's twin is the author's text with the generated parts around it, and is itself a valid
//! note; the forms that reading and writing must agree on stand in `note::published`. The twins of
//! other pages are written from the same views as the pages. It must not know templates.

mod cells;

use std::borrow::Cow;

use crate::catalog::{Subject, Target};
use crate::manuscript::Manuscript;
use crate::markdown::{Form, code_span, literal, literal_title, literal_title_after, one_line};
use crate::note::{CLAIMS, Citation, REASON, RELATED, SOURCES, facts_line};
use crate::plan::{PlannedPage, Search, search_file};
use crate::yaml::quoted;

use super::views::{self, Link, RowView, Scene};

/// Part of a list of notes.
pub struct List<'a> {
    /// One line a note.
    pub rows: Vec<Cow<'a, str>>,
    /// How many notes the whole list has.
    pub total: usize,
}

/// Returns a note's twin.
pub fn note(scene: &Scene, i: usize) -> String {
    let note = &scene.notes[i];
    let (meta, facets) = (&note.meta, &scene.facets[i]);
    let base = &scene.site.base;
    let subject = Subject::Note(i);
    let mut out = String::with_capacity(note.manuscript.source.text.len() + 2048);
    out.push_str("---\n");
    note.front().for_each(|part| out.push_str(part));
    if let Some(canonical) = base.absolute(&scene.link(subject).href) {
        push(&mut out, &["canonical: ", &canonical, "\n"]);
    }
    if let Some(day) = scene.changed[i] {
        push(&mut out, &["last-updated: ", &day.to_string(), "\n"]);
    }
    push(&mut out, &["---\n\n# ", &one_line(&meta.title), "\n\n", &facts_line(meta)]);
    for (n, client) in facets.clients.iter().enumerate() {
        out.push_str(if n == 0 { " · Clients: " } else { ", " });
        let id = &scene.clients[*client].thing.id;
        push_link(&mut out, &literal(id), &scene.link(Subject::Client(*client)).twin);
    }
    for (n, named) in meta.revisions.iter().enumerate() {
        push(&mut out, &[if n == 0 { " · Revisions: `" } else { ", `" }, &named.id, "`"]);
    }
    out.push('\n');
    if let Some(reason) = &meta.status_reason {
        push(&mut out, &["\n", REASON, &one_line(reason), "\n"]);
    }
    if !meta.claims.is_empty() {
        push(&mut out, &["\n", CLAIMS, "\n\n"]);
        cells::claims(&mut out, &views::claims(scene, i));
    }
    if !note.manuscript.body.is_empty() {
        out.push('\n');
        body(&mut out, scene, subject, &note.manuscript);
        out.push('\n');
    }
    if !meta.sources.is_empty() {
        push(&mut out, &["\n", SOURCES, "\n\n"]);
        for source in &meta.sources {
            out.push_str("- ");
            push_link(&mut out, &literal_title(&source.title, false), &destination(&source.url));
            push_place(&mut out, source);
            out.push('\n');
        }
    }
    if !meta.related.is_empty() {
        push(&mut out, &["\n", RELATED, "\n\n"]);
        for (named, other) in meta.related.iter().zip(&facets.related) {
            out.push_str("- ");
            match other {
                Some(other) => push_link(&mut out, &literal(&named.id), &scene.link(Subject::Note(*other)).twin),
                None => out.push_str(&literal(&named.id)),
            }
            out.push('\n');
        }
    }
    out
}

/// Appends texts one after the other.
fn push(out: &mut String, parts: &[&str]) {
    parts.iter().for_each(|part| out.push_str(part));
}

/// Appends a link; `text` is Markdown.
fn push_link(out: &mut String, text: &str, destination: &str) {
    push(out, &["[", text, "](", destination, ")"]);
}

/// Appends where in a repository a source lies, and its day.
fn push_place(out: &mut String, source: &Citation) {
    if let Some(commit) = &source.commit {
        push(out, &[", commit `", commit, "`"]);
    }
    if let Some(path) = &source.path {
        push(out, &[", ", &code_span(path)]);
    }
    push(out, &[", ", &source.date.to_string()]);
}

/// Writes a body with each internal link rewritten to the twin of its target; all else is untouched.
fn body(out: &mut String, scene: &Scene, subject: Subject, manuscript: &Manuscript) {
    let text = manuscript.body();
    let Some(resolved) = scene.resolved.get(&subject) else {
        out.push_str(text);
        return;
    };
    let content = &manuscript.content;
    let mut edits: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    // Where the last own text of a wiki link ends that is kept.
    let mut kept = 0;
    for (link, target) in content.links.iter().zip(&resolved.links) {
        let within = link.edit_within.clone().filter(|edit| edit.end <= kept);
        let Some(edit) = link.edit.clone().or(within) else { continue };
        if *target == Target::Broken {
            continue;
        }
        let href = scene.address(target, subject, true);
        // Behind a bracket that of the text would begin a label; a comment parts them and shows nothing.
        let is_new = |(last, _): &(std::ops::Range<usize>, String)| last.end != edit.start;
        let open = if text[..edit.start].ends_with(']') && edits.last().is_none_or(is_new) { "<!---->[" } else { "[" };
        if let Some(own) = &link.own {
            edits.push((edit.start..own.start, open.to_owned()));
            edits.push((own.end..edit.end, format!("]({href})")));
            kept = own.end;
            continue;
        }
        let new = match link.form {
            Form::Wiki => {
                let shown = match target {
                    Target::Page(subject, _) if link.text.is_empty() => {
                        literal_title_after(&scene.title(*subject), link.in_table, &text[..edit.start])
                    }
                    _ if link.in_table => literal(&link.text).replace('|', "\\|"),
                    _ => literal(&link.text),
                };
                format!("{open}{shown}]({href})")
            }
            _ => href,
        };
        edits.push((edit, new));
    }
    for (definition, target) in content.definitions.iter().zip(&resolved.definitions) {
        if *target != Target::Broken {
            edits.push((definition.edit.clone(), scene.address(target, subject, true)));
        }
    }
    edits.sort_by_key(|(range, _)| range.start);
    let mut from = 0;
    for (range, new) in edits {
        out.push_str(&text[from..range.start]);
        out.push_str(&new);
        from = range.end;
    }
    out.push_str(&text[from..]);
}

/// Returns an address as the destination of a link; most are written as they are.
fn destination(url: &str) -> Cow<'_, str> {
    let mut depth = 0i32;
    let nested = url.bytes().all(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth >= 0
    });
    if nested && depth == 0 { Cow::Borrowed(url) } else { Cow::Owned(format!("<{url}>")) }
}

/// Returns a note's line in a twin's list of notes; the list of all notes adds the summary.
pub fn row(row: &RowView) -> String {
    let mut line = String::with_capacity(row.link.markdown.len() + row.link.twin.len() + 64);
    push_row(&mut line, row);
    line.push('\n');
    line
}

/// Returns a note's line with its summary.
pub fn summarised(row: &RowView) -> String {
    let mut line = String::with_capacity(row.link.markdown.len() + row.link.twin.len() + row.summary.len() + 64);
    push_row(&mut line, row);
    push(&mut line, &[": ", &literal(&row.summary), "\n"]);
    line
}

fn push_row(line: &mut String, row: &RowView) {
    line.push_str("- ");
    push_link(line, &row.link.markdown, &row.link.twin);
    let kind = row.kind.as_ref().map_or("", |kind| kind.id.as_str());
    push(line, &[" (", kind, ", ", row.status.id, ", verified ", &row.verified]);
    line.push_str(if row.stale { ", stale)" } else { ")" });
}

/// Returns the twin of any page but a note's.
pub fn page(scene: &Scene, planned: &PlannedPage, list: Option<List<'_>>) -> String {
    let page = views::page(scene, planned);
    let subject = planned.subject;
    let mut out = String::with_capacity(4096);
    push(&mut out, &["---\ntitle: ", &quoted(&page.title), "\nsummary: ", &quoted(&page.description), "\n"]);
    if let Some(canonical) = &page.canonical {
        push(&mut out, &["canonical: ", canonical, "\n"]);
    }
    if let Some(updated) = &page.updated {
        push(&mut out, &["last-updated: ", updated, "\n"]);
    }
    let title = literal_title(&scene.title(subject), false);
    let part = if planned.number > 1 { format!(", page {} of {}", planned.number, planned.of) } else { String::new() };
    push(&mut out, &["---\n\n# ", &title, &part, "\n\n"]);
    let mut w = Writer { out, scene };
    match subject {
        Subject::Home => w.home(),
        Subject::Clients => w.clients(),
        Subject::Client(i) => {
            w.line(&literal(&page.description));
            w.client(i);
            w.client_support(i);
        }
        Subject::Capabilities => w.capabilities(),
        Subject::Capability(i) => {
            w.capability(i);
            w.capability_support(i);
        }
        Subject::Revisions => w.revisions(),
        Subject::Revision(i) => {
            w.line(&literal(&page.description));
            w.revision(i);
        }
        Subject::Kinds => w.kinds(),
        Subject::Statuses => w.statuses(),
        Subject::Sources => w.sources(planned.number),
        Subject::Page(_) => w.prose(subject),
        Subject::Research | Subject::Kind(_) | Subject::Status(_) => w.line(&literal(&page.description)),
        Subject::Matrix => w.matrix(None),
        Subject::MatrixAt(i) => w.matrix(Some(i)),
        Subject::Cell(client, capability) => w.cell(client, capability),
        Subject::Stale => w.stale(),
        Subject::Disputed => w.disputed(planned.number),
        Subject::Gaps => w.gaps(planned.number),
        Subject::Search => w.search(),
        Subject::Note(_) => {}
    }
    if let Some(list) = list {
        w.notes(&list);
    }
    if page.part.of > 1 {
        let file = |number: usize| scene.site.base.twin_href(&crate::plan::page_route(&scene.route(subject), number));
        let parts: Vec<_> = (1..=page.part.of).map(|n| format!("[{n}]({})", file(n))).collect();
        w.section("Pages");
        w.line(&parts.join(" · "));
    }
    w.referenced_by(subject);
    let trimmed = w.out.trim_end().len();
    w.out.truncate(trimmed);
    w.out.push('\n');
    w.out
}

struct Writer<'a> {
    out: String,
    scene: &'a Scene,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push_str("\n\n");
    }

    fn section(&mut self, title: &str) {
        self.heading("##", title);
    }

    fn heading(&mut self, level: &str, title: &str) {
        if !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
        self.line(&format!("{level} {title}"));
    }

    fn item(&mut self, item: &str) {
        push(&mut self.out, &["- ", item, "\n"]);
    }

    fn fact(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            push(&mut self.out, &["- ", name, ": ", value, "\n"]);
        }
    }

    fn link(link: &Link) -> String {
        let mut text = String::with_capacity(link.markdown.len() + link.twin.len() + 4);
        push_link(&mut text, &link.markdown, &link.twin);
        text
    }

    fn links(links: &[Link]) -> String {
        links.iter().map(Self::link).collect::<Vec<_>>().join(", ")
    }

    fn prose(&mut self, subject: Subject) {
        if let Some(manuscript) = self.scene.manuscript(subject).filter(|m| !m.body.is_empty()) {
            body(&mut self.out, self.scene, subject, manuscript);
            self.out.push_str("\n\n");
        }
    }

    fn notes(&mut self, list: &List<'_>) {
        self.section(&format!("Notes ({})", list.total));
        list.rows.iter().for_each(|row| self.out.push_str(row));
        if list.rows.is_empty() {
            self.line("No note yet.");
        }
    }

    fn referenced_by(&mut self, subject: Subject) {
        let backlinks = views::backlinks(self.scene, subject);
        if backlinks.is_empty() {
            return;
        }
        self.section("Referenced by");
        for backlink in backlinks {
            let sentence =
                if backlink.sentence.is_empty() { String::new() } else { format!(": {}", literal(backlink.sentence)) };
            self.item(&format!("{}{sentence}", Self::link(&backlink.link)));
        }
    }

    fn home(&mut self) {
        self.prose(Subject::Home);
        let home = views::home(self.scene);
        self.section("In numbers");
        for number in &home.numbers {
            self.item(&format!("{} {}", number.number, number.label));
        }
        self.section("Newest findings");
        for row in &home.newest {
            self.out.push_str(&summarised(row));
        }
        if !home.changed.is_empty() {
            self.section("Changed lately");
            for change in &home.changed {
                self.item(&format!("{}, {}", Self::link(&change.link), change.day));
            }
        }
        self.section("Sections");
        for subject in self.scene.subjects() {
            use Subject::{Capabilities, Clients, Kinds, Research, Revisions, Sources, Statuses};
            if matches!(subject, Research | Clients | Capabilities | Revisions | Kinds | Statuses | Sources) {
                let link = self.scene.link(subject);
                self.item(&Self::link(link));
            }
        }
    }

    fn search(&mut self) {
        let research = Self::link(self.scene.link(Subject::Research));
        let index = self.scene.site.base.file_href(&search_file(Search::Head));
        self.line(&format!("Searching takes a script; what it reads begins at <{index}>. All notes: {research}."));
    }

    fn clients(&mut self) {
        for client in views::clients(self.scene) {
            let vendor = client.vendor.map(|vendor| format!(", {}", literal(&vendor))).unwrap_or_default();
            let verified = client.verified.map(|day| format!(", last verified {day}")).unwrap_or_default();
            let notes = views::count(client.notes, "note", "notes");
            self.item(&format!("{}{vendor}: {notes}{verified}", Self::link(&client.link)));
        }
    }

    fn client(&mut self, i: usize) {
        let client = views::client(self.scene, i);
        self.fact("Vendor", client.vendor.as_deref().map(literal).as_deref());
        self.fact("Home page", client.url.as_deref().map(|url| format!("<{url}>")).as_deref());
        self.fact("Repository", client.repository.as_deref().map(|url| format!("<{url}>")).as_deref());
        self.fact("Documentation", client.docs.as_deref().map(|url| format!("<{url}>")).as_deref());
        self.fact("Open source", client.open.map(|open| if open { "yes" } else { "no" }));
        self.out.push('\n');
        self.prose(Subject::Client(i));
        if !client.surfaces.is_empty() {
            self.section("Surfaces");
            for surface in &client.surfaces {
                let names: Vec<_> = surface.client_info.iter().map(|name| code_span(name)).collect();
                let mut line = format!("{} (`{}`)", literal(&surface.title), surface.id);
                if !names.is_empty() {
                    line.push_str(&format!(", sends {}", names.join(", ")));
                }
                if !surface.transports.is_empty() {
                    line.push_str(&format!(", over {}", literal(&surface.transports.join(", "))));
                }
                if let Some(protocol) = &surface.protocol {
                    line.push_str(&format!(", asks for `{}`", protocol.id));
                }
                self.item(&line);
            }
        }
    }

    fn capabilities(&mut self) {
        for group in views::capabilities(self.scene) {
            self.section(&literal(&group.title));
            for capability in &group.capabilities {
                let life = capability.life.as_ref().map(|life| format!(" ({life})")).unwrap_or_default();
                let summary = capability.summary.as_deref().map(|s| format!(": {}", literal(s))).unwrap_or_default();
                let notes = views::count(capability.notes, "note", "notes");
                self.item(&format!(
                    "{}, {}{life}{summary} {notes}.",
                    Self::link(&capability.link),
                    code_span(&capability.link.id)
                ));
            }
        }
    }

    fn capability(&mut self, i: usize) {
        let capability = views::capability(self.scene, i);
        if let Some(summary) = &capability.summary {
            self.line(&literal(summary));
        }
        self.fact("Id", Some(&code_span(&capability.link.id)));
        self.fact("Group", Some(&literal(&capability.group)));
        self.fact("Life", capability.life.as_deref());
        self.fact("Specification", capability.spec.as_deref().map(|url| format!("<{url}>")).as_deref());
        if !capability.clients.is_empty() {
            self.fact("Clients", Some(&Self::links(&capability.clients)));
        }
        if !capability.steps.is_empty() {
            self.section("Over the revisions");
            for step in &capability.steps {
                self.item(&format!("{}: {}", Self::link(&step.revision), step.state));
            }
        }
    }

    fn revisions(&mut self) {
        for revision in views::revisions(self.scene) {
            let notes = views::count(revision.notes, "note", "notes");
            let mut line = format!("{}, {}: {notes}", Self::link(&revision.link), revision.status);
            for (word, links) in [
                ("introduced", &revision.introduced),
                ("deprecated", &revision.deprecated),
                ("removed", &revision.removed),
            ] {
                if !links.is_empty() {
                    line.push_str(&format!("; {word} {}", Self::links(links)));
                }
            }
            self.item(&line);
        }
    }

    fn revision(&mut self, i: usize) {
        let revision = views::revision(self.scene, i);
        self.fact("Status", Some(revision.status));
        self.fact("Specification", revision.spec.as_deref().map(|url| format!("<{url}>")).as_deref());
        self.fact("Changes", revision.changelog.as_deref().map(|url| format!("<{url}>")).as_deref());
        for (name, links) in
            [("Introduced", &revision.introduced), ("Deprecated", &revision.deprecated), ("Removed", &revision.removed)]
        {
            if !links.is_empty() {
                self.fact(name, Some(&Self::links(links)));
            }
        }
    }

    fn kinds(&mut self) {
        for kind in views::kinds(self.scene) {
            let notes = views::count(kind.notes, "note", "notes");
            let meaning = kind.description.as_deref().map(|d| format!(": {}", literal(d))).unwrap_or_default();
            self.item(&format!("{}{meaning} {notes}.", Self::link(&kind.link)));
        }
    }

    fn statuses(&mut self) {
        for status in views::statuses(self.scene) {
            let notes = views::count(status.notes, "note", "notes");
            self.item(&format!("[{}]({}): {} {notes}.", status.id, status.twin, status.meaning));
        }
    }

    fn sources(&mut self, number: usize) {
        let scene = self.scene;
        let show = |place: &crate::catalog::CitedPlace| {
            let source = &scene.notes[place.note].meta.sources[place.source];
            let mut line = Self::link(scene.link(Subject::Note(place.note)));
            push_place(&mut line, source);
            line
        };
        for owner in views::cited(scene, number, show) {
            // One repository needs no head above its own.
            let level = if owner.count > 1 { "###" } else { "##" };
            if owner.count > 1 {
                let count = views::count(owner.count, "repository or page", "repositories and pages");
                self.section(&format!("{} ({count})", literal(&owner.title)));
            }
            for (repository, files) in owner.repositories {
                self.heading(
                    level,
                    &format!(
                        "[{}]({}) ({})",
                        literal(views::without_scheme(&repository.url)),
                        destination(&repository.url),
                        views::count(repository.citations(), "citation", "citations")
                    ),
                );
                for (file, citing) in files {
                    let path = if file.path.is_empty() { "as a whole".to_owned() } else { code_span(&file.path) };
                    self.item(&path);
                    for line in citing {
                        push(&mut self.out, &["  - ", &line, "\n"]);
                    }
                }
            }
        }
    }
}
