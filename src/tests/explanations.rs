//! `explain CODE`: what it prints, and that every example does what it is said to do.
//!
//! An example is written to a folder in which all that it leaves out is in order: a note has every
//! field, a page or client a title and a body, and `example` is a note of every site.

use std::collections::BTreeMap;
use std::process::Command;

use fieldnotes::compile::{Options, compile};
use fieldnotes::corpus::disk;
use fieldnotes::date::Day;
use fieldnotes::diagnostic::Code;
use fieldnotes::diagnostic::explanation::{Block, Explanation, NOTE, Part, groups};
use rayon::prelude::*;

use crate::site::{Site, TODAY, note, program, run};

/// A text with front matter, as far as an example gives it.
#[derive(Default)]
struct Text<'a> {
    fields: Option<&'a str>,
    body: Option<&'a str>,
}

impl Text<'_> {
    /// Returns the whole text, with what the example leaves out.
    fn whole(&self, path: &str) -> String {
        let fields = self.fields.unwrap_or_default();
        let keys = || fields.lines().filter_map(|line| line.split_once(':')).map(|(key, _)| key);
        let body = self.body.unwrap_or("Text.\n");
        let Some(name) = path.strip_prefix("notes/research/") else {
            let title = if keys().any(|key| key == "title") { "" } else { "title: Title\n" };
            return format!("---\n{title}{fields}---\n\n{body}");
        };
        let base = note(name.strip_suffix(".md").expect("a note's name")).body(body.trim_end());
        let own = keys().fold(base, |note, key| note.without(key));
        if fields.is_empty() { own.text() } else { own.line(fields.trim_end()).text() }
    }
}

/// Writes an example to a folder and runs its commands.
fn write(blocks: &[Block]) -> Site {
    let site = Site::parse("");
    let mut texts = BTreeMap::from([(NOTE, Text::default())]);
    for block in blocks {
        match block.part {
            Part::FrontMatter => texts.entry(block.path).or_default().fields = Some(&block.text),
            Part::Body => texts.entry(block.path).or_default().body = Some(&block.text),
            Part::File => site.write(block.path, &block.text),
            Part::Commands => {}
        }
    }
    for (path, text) in texts {
        site.write(path, text.whole(path));
    }
    for block in blocks.iter().filter(|block| block.part == Part::Commands) {
        let mut shell = Command::new("sh");
        shell.current_dir(site.root()).args(["-euc", &block.text]);
        run(shell).ends(0);
    }
    site
}

/// Returns the codes that are found in an example, each once, sorted.
fn found(blocks: &[Block]) -> Vec<Code> {
    let site = write(blocks);
    let corpus = disk::read(&site.root()).expect("a site");
    let options = Options { today: Day::parse(TODAY).expect("a day"), base: None, drafts: false };
    let mut compiled = compile(corpus, &options);
    if blocks.iter().any(|block| block.path.starts_with("templates/")) {
        compiled.try_all();
    }
    let mut codes: Vec<Code> = compiled.diagnostics.iter().map(|it| it.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[cfg(unix)]
#[test]
fn wrong_examples_break_their_rule_alone_and_right_ones_break_none() {
    let all: Vec<Explanation> = groups().into_iter().flat_map(|group| group.explanations).collect();
    let check = |it: &Explanation| {
        let (wrong, right) = (found(&it.wrong), found(&it.right));
        let ok = wrong == [it.code] && right.is_empty();
        (!ok).then(|| format!("{}: wrong finds {wrong:?}, right {right:?}", it.code.name()))
    };
    let faults: Vec<String> = all.par_iter().filter_map(check).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_code_is_explained_in_any_folder() {
    let home = tempfile::tempdir().expect("a folder");
    let explain = |code: &str| {
        let mut command = program(home.path());
        command.current_dir(home.path()).args(["explain", code]);
        run(command)
    };
    let told = explain("unknown-kind").ends(0);
    assert_eq!(told.stderr, "");
    assert_eq!(
        told.stdout,
        "\
error[unknown-kind]: No kind has this id.

A note's `kind` is one that `notes/kinds.yaml` declares. A registry that is
there is the whole truth, so that a misspelt kind does not become a kind of its
own. Without the file, kinds are those that notes name.

wrong: `notes/kinds.yaml`

    - id: finding
      title: Finding

and front matter of `notes/research/example.md`

    kind: fnding

right: `notes/kinds.yaml`

    - id: finding
      title: Finding

and front matter of `notes/research/example.md`

    kind: finding
"
    );
    assert!(explain("stale").ends(0).stdout.starts_with("warning[stale]: "));
}

#[test]
fn what_is_no_code_is_an_error_of_usage() {
    let site = Site::parse(note("a"));
    let told = |args: &[&str]| site.run(args).ends(2).stderr;
    assert_eq!(
        told(&["explain", "broken-lnk"]),
        "error: no diagnostic is called `broken-lnk`; did you mean `broken-link`?\n"
    );
    let cell = "a cell of the matrix is named by a client and a capability";
    assert_eq!(told(&["explain", "xxxxxxxx"]), format!("error: no diagnostic is called `xxxxxxxx`; {cell}\n"));
    assert_eq!(
        told(&["explain", "acme"]),
        format!("error: `acme` is a client, and {cell}: `fieldnotes explain acme CAPABILITY`\n")
    );
    assert_eq!(
        told(&["explain", "tools.call"]),
        format!("error: `tools.call` is a capability, and {cell}: `fieldnotes explain CLIENT tools.call`\n")
    );
    assert!(told(&["explain"]).contains("<CODE|CLIENT>"));
    assert!(told(&["explain", "stale", "--revision", "2025-06-18"]).contains("<CODE|CLIENT> <CAPABILITY>"));
    assert!(site.run(&["explain", "acme", "tools.call"]).ends(0).stdout.starts_with("acme × tools.call: noted\n"));
    let near = "error: no client is called `acne`; did you mean `acme`?\n";
    assert_eq!(told(&["explain", "-q", "acne", "tools.call"]), near);
}
