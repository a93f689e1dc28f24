//! `fieldnotes explain CLIENT CAPABILITY`: how a cell of the matrix got its verdict, in the same words
//! as its page, its twin and its JSON.

use std::fmt::Write as _;

use crate::catalog::cells::trace::trace;
use crate::catalog::{Catalog, ClaimRef};
use crate::cli::site::{self, SiteFlags, find};
use crate::cli::{Exit, Failure, Global, Terminal};
use crate::diagnostic::visible;

/// Which cell is asked for, by ids.
pub struct Question<'a> {
    pub client: &'a str,
    pub capability: &'a str,
    pub revision: Option<&'a str>,
}

/// Runs the command.
pub fn run(global: &Global, question: Question<'_>, flags: &SiteFlags, terminal: &Terminal) -> Result<Exit, Failure> {
    let root = site::root(global)?;
    let site = site::compile(&root, flags, terminal)?;
    let Some(catalog) = site.catalog() else {
        site::report(&site, terminal);
        return Ok(Exit::Content);
    };
    let client = find("client", question.client, catalog.clients.iter().map(|term| term.thing.id.as_str()))?;
    let capability =
        find("capability", question.capability, catalog.capabilities.iter().map(|term| term.thing.id.as_str()))?;
    let revision = match question.revision {
        Some(id) => Some(find("revision", id, catalog.revisions.iter().map(|term| term.thing.id.as_str()))?),
        None => None,
    };
    terminal.print(&explain(catalog, client, capability, revision))?;
    Ok(Exit::Done)
}

/// Returns the verdict with its trace and every claim with its sources.
fn explain(catalog: &Catalog, client: usize, capability: usize, revision: Option<usize>) -> String {
    let trace = trace(catalog, client, capability, revision);
    let (client_id, capability_id) = (&catalog.clients[client].thing.id, &catalog.capabilities[capability].thing.id);
    let at = revision.map(|i| format!(" at {}", catalog.revisions[i].thing.id)).unwrap_or_default();
    let mut out = String::new();
    let stale = if trace.stale { ", stale" } else { "" };
    let _ = writeln!(out, "{client_id} × {capability_id}{at}: {}{stale}", trace.verdict.word());
    let _ = writeln!(out, "{}\n", trace.sentence);
    for (i, step) in trace.steps.iter().enumerate() {
        let _ = writeln!(out, "{}. {}: {}", i + 1, step.rule, step.text);
    }
    let mut claims: Vec<ClaimRef> = trace.steps.iter().flat_map(|step| step.claims.iter().copied()).collect();
    claims.sort_unstable();
    claims.dedup();
    for it in claims {
        claim(&mut out, catalog, it);
    }
    out
}

fn claim(out: &mut String, catalog: &Catalog, it: ClaimRef) {
    let claim = catalog.claim(it);
    let note = &catalog.notes[it.note];
    let surface = claim.surface.as_ref().map(|surface| format!(", surface {surface}")).unwrap_or_default();
    let versions = claim.versions.as_ref().map(|versions| format!(", versions {versions}")).unwrap_or_default();
    let _ = writeln!(
        out,
        "\nclaim {} of {} ({}): {} by {}, revisions {}{surface}{versions}",
        claim.index + 1,
        note.id(),
        note.path(),
        claim.support.word(),
        claim.method.word(),
        claim.revisions.join(", "),
    );
    if let Some(text) = &claim.note {
        let _ = writeln!(out, "  {}", visible(text));
    }
    for source in claim.sources.iter().filter_map(|i| note.meta.sources.get(*i)) {
        let commit = source.commit.as_ref().map(|commit| format!(" {commit}")).unwrap_or_default();
        let path = source.path.as_ref().map(|path| format!(" {path}")).unwrap_or_default();
        let _ = writeln!(out, "  {}{commit}{path}, {}", source.url, source.date);
    }
}
