//! Code blocks: their language, their frame, and fences that are never closed. It must not know how
//! code is marked.

use std::ops::Range;

use pulldown_cmark::CodeBlockKind;

use super::reader::Reader;
use super::{highlight, scan};
use crate::diagnostic::Code;

/// A code block that is being read.
pub(super) struct CodeBlock {
    /// The language that the author named; empty without.
    language: String,
    /// The line of the opening fence.
    fence: Option<Range<usize>>,
    text: String,
    /// Where the last line of code ends.
    end: usize,
}

impl CodeBlock {
    /// Adds code that ends at `end`.
    pub(super) fn add(&mut self, text: &str, end: usize) {
        self.text.push_str(text);
        self.end = end;
    }
}

impl Reader<'_> {
    pub(super) fn start_code(&mut self, kind: CodeBlockKind<'_>, range: Range<usize>) {
        let start = range.start;
        let line = scan::line(self.body, start);
        let (language, fence) = match kind {
            CodeBlockKind::Indented => (String::new(), None),
            CodeBlockKind::Fenced(info) => {
                let info = self.original(&info);
                let word = info.split(|c: char| c.is_whitespace() || matches!(c, ',' | '{')).next();
                (word.unwrap_or("").to_owned(), Some(start..start + line.trim_end().len()))
            }
        };
        let text = String::with_capacity(range.len());
        self.code = Some(CodeBlock { language, fence, text, end: start + line.len() });
    }

    pub(super) fn end_code(&mut self, range: &Range<usize>) {
        let Some(code) = self.code.take() else { return };
        if let Some(fence) = code.fence {
            // Behind the last line of code there is nothing, or the closing fence.
            let rest = self.body.get(code.end..range.end).unwrap_or("");
            if !rest.contains(['`', '~']) {
                let message = "the code fence is never closed, so all that follows is code";
                self.report(Code::UnclosedFence, fence, message, "close it with a line of the same marks");
            }
        }
        self.has_content |= !code.text.trim().is_empty();
        self.codes += 1;
        self.out.push(&format!("<pre tabindex=\"0\" role=\"group\" aria-label=\"Code sample {}", self.codes));
        if code.language.is_empty() {
            self.out.push("\"><code>");
        } else {
            self.out.push(": ");
            self.out.escaped(&code.language);
            self.out.push("\"><code class=\"language-");
            self.out.escaped(&code.language);
            self.out.push("\">");
        }
        let grammar = if self.options.highlight { highlight::grammar(&code.language) } else { None };
        highlight::push(&mut self.out.text, grammar, &code.text);
        self.out.push("</code></pre>\n");
    }
}
