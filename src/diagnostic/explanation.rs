//! What each rule means, with a wrong and a right example: the texts that `explain` prints and that
//! the reference page is made from.
//!
//! The texts are Markdown, a file for each group of codes, in `explanations/`:
//!
//! ````text
//! # Title of the group
//!
//! ## code
//!
//! What is checked, and why it matters to readers.
//!
//! Wrong:
//!
//! ```yaml notes/research/example.md
//! status: published
//! ```
//!
//! Right:
//!
//! ```yaml
//! status: current
//! ```
//! ````
//!
//! An example is one or more blocks, each of a [`Part`] that its language tells; a block without a
//! path speaks of [`NOTE`]. A test writes every example to a folder, in which what it does not say
//! is in order, and compiles it: the wrong one breaks the rule and the right one none. It must not
//! know how a rule is checked.

use super::Code;

/// The note that examples speak of unless they name another file.
pub const NOTE: &str = "notes/research/example.md";

/// In the order of [`Code::ALL`].
const TEXTS: &[&str] = &[
    include_str!("explanations/files.md"),
    include_str!("explanations/front-matter.md"),
    include_str!("explanations/values.md"),
    include_str!("explanations/claims.md"),
    include_str!("explanations/references.md"),
    include_str!("explanations/markdown.md"),
    include_str!("explanations/site.md"),
];

/// Rules that belong together.
#[derive(Debug)]
pub struct Group {
    /// In words.
    pub title: &'static str,
    /// In the order of [`Code::ALL`].
    pub explanations: Vec<Explanation>,
}

/// What one rule means.
#[derive(Debug)]
pub struct Explanation {
    /// The rule.
    pub code: Code,
    /// Markdown, wrapped for a terminal, without a line end.
    pub text: String,
    /// Breaks the rule.
    pub wrong: Vec<Block>,
    /// Breaks none.
    pub right: Vec<Block>,
}

/// A piece of an example.
#[derive(Debug)]
pub struct Block {
    /// What it is a piece of.
    pub part: Part,
    /// The file, from the site's root; of no meaning for commands.
    pub path: &'static str,
    /// The language, as it stands behind a code fence.
    pub language: &'static str,
    /// Its lines, each with its line end.
    pub text: String,
}

/// What a block of an example is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// `yaml` of a text with front matter: some of its fields.
    FrontMatter,
    /// `markdown`: all that stands below the front matter.
    Body,
    /// `yaml` of a registry, and `text`: the whole file.
    File,
    /// `sh`: commands, run in the site's folder.
    Commands,
}

impl Block {
    /// Returns where the block stands, in words, the path in backticks.
    pub fn caption(&self) -> String {
        match self.part {
            Part::FrontMatter => format!("front matter of `{}`", self.path),
            Part::Body => format!("body of `{}`", self.path),
            Part::File => format!("`{}`", self.path),
            Part::Commands => "commands in the site's folder".to_owned(),
        }
    }
}

/// Returns the explanation of every code.
pub fn groups() -> Vec<Group> {
    TEXTS.iter().map(|text| read(text)).collect()
}

impl Explanation {
    /// Returns the explanation of a code.
    pub fn of(code: Code) -> Explanation {
        let all = groups().into_iter().flat_map(|group| group.explanations);
        all.into_iter().find(|it| it.code == code).expect("a test holds that every code is explained")
    }
}

/// Reads a group's text.
///
/// # Panics
/// If the text lacks its form. Only texts of this folder are read, and a test reads them all.
fn read(text: &'static str) -> Group {
    let mut group = Group { title: "", explanations: Vec::new() };
    let mut wrong = true;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("# ") {
            group.title = title;
            continue;
        }
        if let Some(name) = line.strip_prefix("## ") {
            let code = Code::from_name(name).unwrap_or_else(|| panic!("no code is called `{name}`"));
            group.explanations.push(Explanation { code, text: String::new(), wrong: Vec::new(), right: Vec::new() });
            continue;
        }
        let Some(explanation) = group.explanations.last_mut() else { continue };
        let info = line.trim_start_matches('`');
        let fence = &line[..line.len() - info.len()];
        match line {
            "Wrong:" => wrong = true,
            "Right:" => wrong = false,
            _ if fence.len() >= 3 => {
                let inside = lines.by_ref().take_while(|line| *line != fence);
                let block = block(info, inside.flat_map(|line| [line, "\n"]).collect());
                if wrong { &mut explanation.wrong } else { &mut explanation.right }.push(block);
            }
            "" if !explanation.wrong.is_empty() => {}
            _ => {
                assert!(explanation.wrong.is_empty(), "a text stands between examples: `{line}`");
                explanation.text.push_str(line);
                explanation.text.push('\n');
            }
        }
    }
    for explanation in &mut group.explanations {
        explanation.text = explanation.text.trim().to_owned();
    }
    group
}

fn block(info: &'static str, text: String) -> Block {
    let (language, path) = info.split_once(' ').unwrap_or((info, NOTE));
    let part = match language {
        "sh" => Part::Commands,
        "markdown" => Part::Body,
        "yaml" if path.ends_with(".md") => Part::FrontMatter,
        _ => Part::File,
    };
    Block { part, path, language, text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_explained_in_the_order_of_the_codes() {
        let explained: Vec<Code> = groups().iter().flat_map(|group| &group.explanations).map(|it| it.code).collect();
        assert_eq!(explained, Code::ALL);
        for explanation in groups().iter().flat_map(|group| &group.explanations) {
            let name = explanation.code.name();
            assert!(!explanation.text.is_empty(), "`{name}` has no text");
            assert!(!explanation.wrong.is_empty() && !explanation.right.is_empty(), "`{name}` lacks an example");
            assert_eq!(Explanation::of(explanation.code).text, explanation.text);
        }
    }

    #[test]
    fn texts_fit_into_a_terminal() {
        for explanation in groups().iter().flat_map(|group| &group.explanations) {
            // Examples are indented by four columns.
            let examples = explanation.wrong.iter().chain(&explanation.right).map(|block| (&block.text, 76));
            for (text, width) in examples.chain([(&explanation.text, 80)]) {
                for line in text.lines() {
                    assert!(line.chars().count() <= width, "`{}`: {line}", explanation.code.name());
                }
            }
        }
    }

    #[test]
    fn blocks_are_parts_of_files() {
        let group = read(
            "# T\n\n## body\n\nOne\ntwo.\n\nThree.\n\nWrong:\n\n````markdown\n```\n````\n\n```yaml notes/kinds.yaml\n- id: a\n```\n\nRight:\n\n```yaml\nid: a\n\nb: c\n```\n\n```sh\nls\n```\n",
        );
        assert_eq!(group.title, "T");
        let it = &group.explanations[0];
        assert_eq!((it.code, &*it.text), (Code::Body, "One\ntwo.\n\nThree."));
        let shown = |blocks: &[Block]| blocks.iter().map(|it| (it.part, it.path, it.text.clone())).collect::<Vec<_>>();
        assert_eq!(
            shown(&it.wrong),
            [(Part::Body, NOTE, "```\n".to_owned()), (Part::File, "notes/kinds.yaml", "- id: a\n".to_owned())]
        );
        assert_eq!(
            shown(&it.right),
            [(Part::FrontMatter, NOTE, "id: a\n\nb: c\n".to_owned()), (Part::Commands, NOTE, "ls\n".to_owned())]
        );
    }
}
