//! Code as HTML with its syntax marked. The only door to arborium.
//!
//! A grammar is compiled once per process, when the first block in its language is met; each thread
//! keeps one parser and the blocks that it has already marked. It must not know Markdown.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use arborium::advanced::Span;
use arborium::{GrammarStore, Highlighter};

use super::html::push_escaped;

/// Longer code is shown without marks.
const LONGEST: usize = 256 * 1024;

/// A thread remembers this much marked code, in bytes of HTML.
const REMEMBERED: usize = 4 * 1024 * 1024;

static GRAMMARS: OnceLock<Arc<GrammarStore>> = OnceLock::new();

thread_local! {
    static THREAD: RefCell<Option<Thread>> = const { RefCell::new(None) };
}

struct Thread {
    highlighter: Highlighter,
    known: HashMap<(&'static str, String), String>,
    size: usize,
}

/// Returns the grammar for the language that a code block names, if there is one.
pub(super) fn grammar(language: &str) -> Option<&'static str> {
    // Names are ASCII and short; what is longer is no language.
    if language.len() > 16 {
        return None;
    }
    Some(match language.to_ascii_lowercase().as_str() {
        "ts" | "typescript" | "mts" | "cts" => "typescript",
        "tsx" => "tsx",
        "js" | "javascript" | "mjs" | "cjs" | "jsx" => "javascript",
        "rs" | "rust" => "rust",
        "json" | "jsonc" | "json5" | "jsonl" => "json",
        "py" | "python" | "python3" => "python",
        "toml" => "toml",
        "yml" | "yaml" => "yaml",
        "sh" | "bash" | "shell" | "zsh" => "bash",
        "diff" | "patch" => "diff",
        "go" | "golang" => "go",
        _ => return None,
    })
}

/// Appends code as HTML: with its syntax marked by `span`s, or only escaped.
pub(super) fn push(out: &mut String, grammar: Option<&'static str>, code: &str) {
    let Some(grammar) = grammar.filter(|_| code.len() <= LONGEST && !code.trim().is_empty()) else {
        return push_escaped(out, code);
    };
    THREAD.with_borrow_mut(|thread| {
        let thread = thread.get_or_insert_with(Thread::new);
        let key = (grammar, code.to_owned());
        if let Some(html) = thread.known.get(&key) {
            return out.push_str(html);
        }
        let html = thread.mark(grammar, code);
        out.push_str(&html);
        thread.size += html.len() + code.len();
        if thread.size > REMEMBERED {
            thread.known.clear();
            thread.size = html.len() + code.len();
        }
        thread.known.insert(key, html);
    });
}

impl Thread {
    fn new() -> Self {
        let grammars = GRAMMARS.get_or_init(|| Arc::new(GrammarStore::new()));
        Thread { highlighter: Highlighter::with_store(Arc::clone(grammars)), known: HashMap::new(), size: 0 }
    }

    fn mark(&mut self, grammar: &str, code: &str) -> String {
        let mut out = String::with_capacity(code.len() * 4);
        match self.highlighter.highlight_spans(grammar, code) {
            Ok(spans) => paint(&mut out, code, spans),
            Err(_) => push_escaped(&mut out, code),
        }
        out
    }
}

/// Writes `code` with the class of the innermost span around each piece.
fn paint(out: &mut String, code: &str, spans: Vec<Span>) {
    let mut spans: Vec<_> = spans
        .iter()
        .filter_map(|span| Some((span.start as usize, Reverse(span.end as usize), span.pattern_index, class(span)?)))
        .filter(|(start, end, ..)| start < &end.0 && code.is_char_boundary(*start) && code.is_char_boundary(end.0))
        .collect();
    spans.sort_unstable();
    // Of spans over the same text the last pattern counts; but a key is more than a string.
    spans.dedup_by(|later, earlier| {
        let same = (later.0, later.1) == (earlier.0, earlier.1);
        if same && (earlier.3, later.3) != ("property", "string") {
            *earlier = *later;
        }
        same
    });
    let mut painter = Painter { out, code, at: 0, class: "" };
    let mut around: Vec<(usize, &str)> = Vec::new();
    for (start, Reverse(end), _, class) in spans {
        while let Some(&(inner_end, inner)) = around.last().filter(|(inner_end, _)| *inner_end <= start) {
            painter.paint(inner_end, inner);
            around.pop();
        }
        painter.paint(start, around.last().map_or("", |(_, class)| class));
        around.push((end, class));
    }
    while let Some((end, class)) = around.pop() {
        painter.paint(end, class);
    }
    painter.paint(code.len(), "");
    painter.change("");
}

struct Painter<'a> {
    out: &'a mut String,
    code: &'a str,
    at: usize,
    class: &'a str,
}

impl<'a> Painter<'a> {
    fn paint(&mut self, to: usize, class: &'a str) {
        if to <= self.at {
            return;
        }
        self.change(class);
        push_escaped(self.out, &self.code[self.at..to]);
        self.at = to;
    }

    fn change(&mut self, class: &'a str) {
        if self.class == class {
            return;
        }
        if !self.class.is_empty() {
            self.out.push_str("</span>");
        }
        if !class.is_empty() {
            self.out.push_str("<span class=\"");
            self.out.push_str(class);
            self.out.push_str("\">");
        }
        self.class = class;
    }
}

/// Returns the class for what a grammar calls a span; empty for what looks like plain code, nothing
/// for what says nothing about looks.
fn class(span: &Span) -> Option<&'static str> {
    let name = span.capture.as_str();
    let mut parts = name.split('.');
    Some(match parts.next().unwrap_or(name) {
        "string" if name == "string.special.key" => "property",
        "comment" => "comment",
        "string" | "character" | "escape" => "string",
        "number" | "float" => "number",
        "constant" if parts.next() == Some("numeric") => "number",
        "constant" | "boolean" => "constant",
        "keyword" | "include" | "conditional" | "repeat" | "exception" | "storageclass" | "preproc" | "define"
        | "structure" => "keyword",
        "function" | "method" | "macro" => "function",
        "type" | "constructor" => "type",
        "property" | "field" | "label" => "property",
        "attribute" => "attribute",
        "tag" => "tag",
        "namespace" | "module" => "namespace",
        "operator" => "operator",
        "diff" => match parts.next() {
            Some("deletion" | "minus") => "deleted",
            _ => "inserted",
        },
        "variable" | "parameter" | "punctuation" | "embedded" => "",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(language: &str, code: &str, expected: &str) {
        let mut out = String::new();
        push(&mut out, grammar(language), code);
        assert_eq!(out, expected);
        let mut again = String::new();
        push(&mut again, grammar(language), code);
        assert_eq!(out, again);
    }

    #[test]
    fn marks_syntax() {
        check(
            "json",
            "{\"a\": [1, true]} // <x>\n",
            "{<span class=\"property\">&quot;a&quot;</span>: [<span class=\"number\">1</span>, <span class=\"constant\">true</span>]} <span class=\"comment\">// &lt;x&gt;</span>\n",
        );
        check("rs", "fn a() {}", "<span class=\"keyword\">fn</span> <span class=\"function\">a</span>() {}");
    }

    #[test]
    fn unknown_languages_stay_plain() {
        check("text", "a < b", "a &lt; b");
        check("", "", "");
        check("console", "$ ls", "$ ls");
    }

    /// Marks code, and returns it without the marks.
    fn unmarked(language: &str, code: &str) -> String {
        let mut out = String::new();
        push(&mut out, grammar(language), code);
        let out = out.replace("</span>", "");
        let mut parts = out.split("<span class=\"");
        let mut text = parts.next().unwrap_or("").to_owned();
        for part in parts {
            text.push_str(part.split_once("\">").expect("a class").1);
        }
        text
    }

    const LANGUAGES: [&str; 11] = ["ts", "tsx", "js", "rs", "json", "py", "toml", "yaml", "sh", "diff", "go"];

    #[test]
    fn every_language_is_there() {
        let code = "# x = \"中文\" // - 1\n+ b\n- c\n";
        for language in LANGUAGES {
            let mut out = String::new();
            push(&mut out, grammar(language), code);
            assert!(out.contains("<span"), "{language}: {out}");
            assert_eq!(unmarked(language, code), super::super::html::escape(code), "{language}");
        }
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig { cases: 40, failure_persistence: None, ..Default::default() })]

        #[test]
        fn marks_change_no_code(code in "([a-z ={}()\\[\\]<>\"'`$/*+#:.\\\\-]|中|é|\n){0,60}") {
            for language in LANGUAGES {
                proptest::prop_assert_eq!(unmarked(language, &code), super::super::html::escape(&code));
            }
        }
    }
}
