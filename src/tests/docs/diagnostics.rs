//! The reference of diagnostics: every code with its rule, its explanation and its examples.

use std::fmt::Write as _;

use fieldnotes::diagnostic::Severity;
use fieldnotes::diagnostic::explanation::{Block, Explanation, groups};

/// What stands above the codes.
const HEAD: &str = "\
---
title: Diagnostics
summary: Every error and warning of fieldnotes, what it means for readers, and a wrong and a right example.
---

The code in the brackets of a message names the rule that was broken. `fieldnotes explain CODE` prints the same texts as this page.

An error leaves the published site as it was. With a warning the site is built, unless `--strict` is given. Examples show the lines that matter; all else in their files is in order.
";

/// Returns the page.
pub fn page() -> String {
    let mut out = HEAD.to_owned();
    for group in groups() {
        let _ = write!(out, "\n## {}\n", group.title);
        for explanation in &group.explanations {
            entry(&mut out, explanation);
        }
    }
    out
}

fn entry(out: &mut String, explanation: &Explanation) {
    let code = explanation.code;
    let severity = match code.severity() {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
    };
    let _ = write!(out, "\n### {}\n\n**{severity}.** {}\n\n{}\n", code.name(), code.summary(), explanation.text);
    for (word, blocks) in [("Wrong", &explanation.wrong), ("Right", &explanation.right)] {
        for (i, block) in blocks.iter().enumerate() {
            let lead = if i == 0 { format!("{word},") } else { "and".to_owned() };
            let (caption, language, text, fence) = (block.caption(), block.language, &block.text, fence(block));
            let _ = write!(out, "\n{lead} {caption}:\n\n{fence}{language}\n{text}{fence}\n");
        }
    }
}

/// Returns a fence that is longer than any in the block.
fn fence(block: &Block) -> String {
    let longest = block.text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}
