//! `fieldnotes explain CODE`: what a diagnostic means, with a wrong and a right example. It needs no
//! site.

use std::fmt::Write as _;

use crate::cli::site::unknown;
use crate::cli::{Exit, Failure, Terminal};
use crate::diagnostic::Code;
use crate::diagnostic::explanation::{Block, Explanation};

/// Runs the command.
pub fn run(name: &str, terminal: &Terminal) -> Result<Exit, Failure> {
    let Some(code) = Code::from_name(name) else {
        let hint = "; a cell of the matrix is named by a client and a capability";
        return Err(unknown("diagnostic", name, Code::ALL.iter().map(|code| code.name()), hint));
    };
    terminal.print(&explain(&Explanation::of(code)))?;
    Ok(Exit::Done)
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
