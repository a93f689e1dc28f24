//! The twins of the matrix, of cells and of the work queues, and a note's claims as a table.
//!
//! Written from the same views as the pages, so that the words cannot differ.

use crate::markdown::literal;
use crate::render::views::{self, CellView, ClaimView, Link, SupportRow};

use super::{Writer, push};

/// Writes claims as a table.
pub fn claims(out: &mut String, claims: &[ClaimView<'_>]) {
    out.push_str("| # | Client | Capability | Support | Surface | Revisions | Versions | Method | Sources | Note |\n");
    out.push_str("|---|---|---|---|---|---|---|---|---|---|\n");
    for claim in claims {
        let revisions: Vec<String> = claim.revisions.iter().map(|link| format!("`{}`", link.id)).collect();
        let sources: Vec<String> = claim.numbers.iter().map(usize::to_string).collect();
        let text = |text: &Option<String>| text.as_deref().map(cell_text).unwrap_or_default();
        out.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
            claim.number,
            Writer::link(&claim.client),
            Writer::link(&claim.capability),
            claim.support.word,
            text(&claim.surface),
            revisions.join(", "),
            text(&claim.versions),
            claim.method,
            sources.join(", "),
            text(&claim.text),
        ));
    }
}

/// Returns plain text as it may stand in a table's cell.
fn cell_text(text: &str) -> String {
    let text = literal(text);
    let mut out = String::with_capacity(text.len());
    let mut escaped = false;
    for c in text.chars() {
        if c == '|' && !escaped {
            out.push('\\');
        }
        escaped = c == '\\' && !escaped;
        out.push(c);
    }
    out
}

/// Returns a verdict with what must be known beside it.
fn verdict(cell: &CellView) -> String {
    let mut text = cell.verdict.word.to_owned();
    if cell.stale {
        text.push_str(", stale");
    }
    text
}

/// Returns where a mixed verdict holds.
fn differences(cell: &CellView) -> String {
    cell.differences.as_deref().map(|text| format!(": {}", literal(text))).unwrap_or_default()
}

impl Writer<'_> {
    /// The matrix as one table a group: capabilities as rows, clients as columns.
    pub(super) fn matrix(&mut self, revision: Option<usize>) {
        let matrix = views::matrix(self.scene, revision);
        self.line("Each cell is derived from the claims of notes; its page tells how.");
        for group in &matrix.groups {
            self.section(&literal(&group.title));
            let heads: Vec<String> = matrix.clients.iter().map(Self::link).collect();
            self.out.push_str(&format!("| Capability | {} |\n", heads.join(" | ")));
            self.out.push_str(&format!("|---|{}\n", "---|".repeat(matrix.clients.len())));
            for row in &group.rows {
                push(&mut self.out, &["| ", &Self::link(&row.capability)]);
                for cell in &row.cells {
                    self.out.push_str(" | ");
                    self.push_verdict(cell);
                }
                self.out.push_str(" |\n");
            }
        }
        self.section("Legend");
        for entry in &matrix.legend {
            self.item(&format!("{} ({} {}): {}", entry.verdict.word, entry.verdict.glyph, entry.count, entry.meaning));
        }
        self.section("Matrices");
        for link in &matrix.others {
            self.item(&Self::link(link));
        }
    }

    /// A cell: its verdict, its breakdown, its trace and its claims.
    pub(super) fn cell(&mut self, client: usize, capability: usize) {
        let page = views::cell_page(self.scene, client, capability);
        self.line(&literal(&page.sentence));
        self.fact("Verdict", Some(&verdict(&page.cell)));
        self.fact("Verified", page.cell.verified.as_deref());
        self.fact("Client", Some(&Self::link(&page.client)));
        self.fact("Capability", Some(&Self::link(&page.capability)));
        self.fact("Id", Some(&format!("`{}`", page.capability_id)));
        self.fact("Specification", page.spec.as_deref().map(|url| format!("<{url}>")).as_deref());
        if !page.breakdown.is_empty() {
            self.section("Breakdown");
            for row in &page.breakdown {
                let mut line = Self::link(&row.revision);
                if let Some(surface) = &row.surface {
                    line.push_str(&format!(", {}", literal(surface)));
                }
                if let Some(versions) = &row.versions {
                    line.push_str(&format!(", versions {}", literal(versions)));
                }
                line.push_str(&format!(": {}", row.verdict.word));
                self.item(&line);
            }
        }
        self.section("How the verdict came about");
        for (i, step) in page.steps.iter().enumerate() {
            push(&mut self.out, &[&(i + 1).to_string(), ". ", step.rule, ": ", &literal(&step.text), "\n"]);
        }
        if !page.claims.is_empty() {
            self.section("Claims");
            for claim in &page.claims {
                self.claim(claim);
            }
        }
        self.section("At each revision");
        for row in &page.revisions {
            self.support_row(row);
        }
        self.section("Notes");
        for row in &page.notes {
            self.out.push_str(&super::summarised(row));
        }
    }

    fn claim(&mut self, claim: &ClaimView<'_>) {
        let mut line = format!("{} by {}, {}", claim.support.word, claim.method, Self::link(&claim.note));
        line.push_str(&format!(" (claim {}", claim.number));
        if let Some(surface) = &claim.surface {
            line.push_str(&format!(", {}", literal(surface)));
        }
        if !claim.live {
            line.push_str(&format!(", set aside: the note is {}", claim.status.id));
        }
        line.push_str(&format!(", verified {})", claim.verified));
        if let Some(text) = &claim.text {
            line.push_str(&format!(": {}", literal(text)));
        }
        self.item(&line);
        for source in &claim.sources {
            let commit = source.commit.as_ref().map(|commit| format!(", commit `{commit}`")).unwrap_or_default();
            let path = source.path.as_ref().map(|path| format!(", `{path}`")).unwrap_or_default();
            self.out.push_str(&format!("  - <{}>{commit}{path}, {}\n", source.href, source.date));
        }
    }

    fn support_row(&mut self, row: &SupportRow) {
        push(&mut self.out, &["- ", &Self::link(&row.link), ": ", &verdict(&row.cell), &differences(&row.cell), "\n"]);
    }

    /// What a client does, group by group.
    pub(super) fn client_support(&mut self, client: usize) {
        let groups = views::client_support(self.scene, client);
        if groups.iter().all(|group| group.rows.is_empty()) {
            return;
        }
        self.section("Support");
        for group in &groups {
            for row in &group.rows {
                self.cell_row(row);
            }
        }
        let gaps: Vec<&Link> = groups.iter().flat_map(|group| &group.gaps).collect();
        if !gaps.is_empty() {
            self.section("Without evidence");
            let links: Vec<String> = gaps.into_iter().map(Self::link).collect();
            self.line(&links.join(", "));
        }
    }

    /// What clients do with a capability.
    pub(super) fn capability_support(&mut self, capability: usize) {
        let rows = views::capability_support(self.scene, capability);
        if !rows.is_empty() {
            self.section("Support");
            for row in &rows {
                self.cell_row(row);
            }
        }
    }

    fn cell_row(&mut self, row: &SupportRow) {
        push(&mut self.out, &["- ", &Self::link(&row.link), ": "]);
        self.push_verdict(&row.cell);
        if let Some(day) = &row.cell.verified {
            push(&mut self.out, &[", verified ", day]);
        }
        push(&mut self.out, &[&differences(&row.cell), "\n"]);
    }

    /// Writes a verdict that leads to the cell's page, if it has one.
    fn push_verdict(&mut self, cell: &CellView) {
        let text = verdict(cell);
        match &cell.href {
            Some(href) => push(&mut self.out, &["[", &text, "](", href, ".md)"]),
            None => self.out.push_str(&text),
        }
    }

    /// The notes that were verified too long ago.
    pub(super) fn stale(&mut self) {
        let stale = views::stale(self.scene);
        self.line(&format!("A note is stale {} days after it was verified. The oldest stand first.", stale.limit));
        for row in &stale.notes {
            let decides = views::count(row.decides, "verdict", "verdicts");
            let line = super::row(&row.row);
            self.out.push_str(&format!("{}, decides {decides}\n", line.trim_end()));
        }
        if stale.notes.is_empty() {
            self.line("No note is stale.");
        }
    }

    /// What other evidence speaks against.
    pub(super) fn disputed(&mut self, number: usize) {
        let disputed = views::disputed(self.scene, Some(number));
        if disputed.cells.is_empty() && disputed.notes.is_empty() {
            self.line("Nothing is disputed.");
        }
        for entry in &disputed.cells {
            self.item(&Self::link(&entry.cell.link));
            for reason in &entry.reasons {
                self.out.push_str(&format!("  - {}\n", literal(reason)));
            }
        }
        for note in &disputed.notes {
            let line = super::row(&note.row);
            let reason = note.reason.as_deref().map(|reason| format!(": {}", literal(reason))).unwrap_or_default();
            self.out.push_str(&format!("{}{reason}\n", line.trim_end()));
        }
    }

    /// What no note tells.
    pub(super) fn gaps(&mut self, number: usize) {
        let gaps = views::gaps(self.scene, Some(number));
        for (title, rows) in [("Capabilities", &gaps.capabilities), ("Clients", &gaps.clients)] {
            if !rows.is_empty() {
                self.section(&format!("{title} ({})", rows.len()));
                for row in rows {
                    self.item(&format!("{}: {} of {} known", Self::link(&row.link), row.known, row.of));
                }
            }
        }
        let count = |title: &str| gaps.sections.iter().find(|section| section.title == title).map_or(0, |it| it.count);
        if !gaps.noted.is_empty() {
            let title = "Noted, without a claim";
            self.section(&format!("{title} ({})", count(title)));
            for group in &gaps.noted {
                self.heading("###", &format!("{} ({})", Self::link(&group.client), group.count));
                for cell in &group.cells {
                    self.item(&Self::link(&cell.link));
                }
            }
        }
        if !gaps.missing.is_empty() {
            let title = "Named, not written";
            self.section(&format!("{title} ({})", count(title)));
            for missing in &gaps.missing {
                self.item(&format!("`{}`, named by {}", literal(&missing.id), Self::links(&missing.named_by)));
            }
        }
    }
}
