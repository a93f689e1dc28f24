//! `fieldnotes explain CODE`: what a diagnostic means, with a wrong and a right example. It needs no
//! site; one that is there tells whether an unknown code is half the name of a cell.

use std::fmt::Write as _;

use crate::cli::site::{self, SiteFlags, unknown};
use crate::cli::{Exit, Failure, Global, Terminal};
use crate::diagnostic::Code;
use crate::diagnostic::explanation::{Block, Explanation};
use crate::parse;
use crate::scaffold::Known;

/// Runs the command.
pub fn run(global: &Global, name: &str, flags: &SiteFlags, terminal: &Terminal) -> Result<Exit, Failure> {
    let Some(code) = Code::from_name(name) else {
        if let Some(half) = half_of_cell(global, name, flags) {
            return Err(Failure::usage(half));
        }
        let hint = "; a cell of the matrix is named by a client and a capability";
        return Err(unknown("diagnostic", name, Code::ALL.iter().map(|code| code.name()), hint));
    };
    terminal.print(&explain(&Explanation::of(code)))?;
    Ok(Exit::Done)
}

/// Returns what to ask instead, if the site has a client or a capability of that name.
fn half_of_cell(global: &Global, name: &str, flags: &SiteFlags) -> Option<String> {
    let corpus = site::corpus(&site::root(global).ok()?).ok()?;
    let known = Known::new(&parse::read(corpus.texts, corpus.files, &site::options(flags).ok()?));
    let has = |ids: &[String]| ids.iter().any(|id| id == name);
    let (word, rest) = match (has(&known.clients.ids), has(&known.capabilities.ids)) {
        (true, _) => ("client", format!("{name} CAPABILITY")),
        (false, true) => ("capability", format!("CLIENT {name}")),
        (false, false) => return None,
    };
    Some(format!(
        "`{name}` is a {word}, and a cell of the matrix is named by a client and a capability: `fieldnotes explain {rest}`"
    ))
}

/// Returns the code with its severity and rule, the text and the examples.
fn explain(explanation: &Explanation) -> String {
    let code = explanation.code;
    let mut out = String::new();
    let _ = writeln!(out, "{}[{}]: {}\n", code.severity().word(), code.name(), code.summary());
    let _ = writeln!(out, "{}", explanation.text);
    for (word, blocks) in [("wrong:", &explanation.wrong), ("right:", &explanation.right)] {
        for (i, block) in blocks.iter().enumerate() {
            example(&mut out, if i == 0 { word } else { "and" }, block);
        }
    }
    out
}

/// Writes a block below its caption, indented.
fn example(out: &mut String, lead: &str, block: &Block) {
    let _ = writeln!(out, "\n{lead} {}\n", block.caption());
    for line in block.text.lines() {
        let _ = writeln!(out, "{}", format!("    {line}").trim_end());
    }
}
