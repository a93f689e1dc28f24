//! From the parser's events to HTML, links, outline and findings: what all events share, and the
//! blocks that are simple.
//!
//! One [`Reader`] reads one body. What takes more than a few lines lies beside it: headings, tables,
//! code, inline text, links, each an `impl Reader`. It must not know which targets exist.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{BlockQuoteKind, Event, Tag, TagEnd};

use super::code::CodeBlock;
use super::footnotes::Footnotes;
use super::headings::{Levels, OpenHeading};
use super::html::Buffer;
use super::inline::Block;
use super::links::{OpenImage, OpenLink, Texts};
use super::tables::Table;
use super::{Definition, Document, Finding, Heading, Link, Options, cjk, scan};
use crate::diagnostic::{Code, visible};
use crate::slug::Fragments;

/// What is known of a body while it is read.
pub(super) struct Reader<'a> {
    /// The body as written; the parser's text may be softened, with the same offsets.
    pub(super) body: &'a str,
    pub(super) is_soft: bool,
    pub(super) options: Options<'a>,
    pub(super) out: Buffer,
    /// What was being written when a footnote's definition began, with its label and mark.
    around: Vec<(Buffer, String, Range<usize>)>,
    pub(super) notes: Footnotes,
    pub(super) links: Vec<Link>,
    pub(super) definitions: Vec<Definition>,
    pub(super) headings: Vec<Heading>,
    pub(super) findings: Vec<Finding>,
    pub(super) has_content: bool,
    pub(super) ids: Fragments,
    pub(super) levels: Levels,
    pub(super) block: Block,
    pub(super) heading: Option<OpenHeading>,
    pub(super) link: Option<OpenLink>,
    pub(super) image: Option<OpenImage>,
    /// Links and pictures that lie in others and show as their text.
    pub(super) ignored: usize,
    pub(super) texts: Texts,
    pub(super) table: Option<Table>,
    pub(super) tables: usize,
    pub(super) code: Option<CodeBlock>,
    pub(super) codes: usize,
    /// The lines of an HTML block, and where each begins: in the lines, in the body.
    raw: Option<(String, Vec<(usize, usize)>)>,
    /// Where the last event that is no start ended.
    pub(super) read_to: usize,
    /// A quote without a kind has just begun.
    fresh_quote: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(body: &'a str, is_soft: bool, options: Options<'a>, definitions: Vec<Definition>) -> Self {
        let mut out = Buffer::default();
        out.text.reserve(body.len() + body.len() / 2);
        Reader {
            body,
            is_soft,
            options,
            out,
            around: Vec::new(),
            notes: Footnotes::default(),
            links: Vec::new(),
            definitions,
            headings: Vec::new(),
            findings: Vec::new(),
            has_content: false,
            ids: Fragments::reserving(options.reserved_ids.iter().copied().chain(["footnotes"])),
            levels: Levels::default(),
            block: Block::default(),
            heading: None,
            link: None,
            image: None,
            ignored: 0,
            texts: Texts::default(),
            table: None,
            tables: 0,
            code: None,
            codes: 0,
            raw: None,
            read_to: 0,
            fresh_quote: false,
        }
    }

    /// Reads one event; `definition` is where the definition of a reference begins.
    pub(super) fn event(&mut self, event: Event<'_>, range: Range<usize>, definition: Option<usize>) {
        match event {
            Event::Start(tag) => return self.start(tag, range, definition),
            Event::End(tag) => self.end(tag, &range),
            Event::Text(text) => self.text_event(&self.original(&text), &range),
            Event::Code(code) => self.inline_code(&self.original(&code)),
            Event::Html(html) => self.raw_line(&self.original(&html), range.start),
            Event::InlineHtml(html) => self.inline_html(&self.original(&html), range.start),
            Event::FootnoteReference(label) => self.footnote_reference(&self.original(&label), &range),
            Event::SoftBreak => self.soft_break(range.end),
            Event::HardBreak => self.hard_break(),
            Event::Rule => {
                self.end_block();
                self.out.push("<hr>\n");
            }
            Event::TaskListMarker(done) => self.task(done),
            Event::InlineMath(text) | Event::DisplayMath(text) => self.visible(&self.original(&text)),
        }
        self.read_to = range.end;
    }

    /// Returns text that came through the parser as its author wrote it.
    pub(super) fn original<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.is_soft && !text.is_ascii() { Cow::Owned(cjk::restore(text)) } else { Cow::Borrowed(text) }
    }

    pub(super) fn report(
        &mut self,
        code: Code,
        range: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let help = help.into();
        let help = (!help.is_empty()).then_some(help);
        self.findings.push(Finding { code, range, message: message.into(), help });
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>, definition: Option<usize>) {
        match tag {
            Tag::Emphasis => return self.start_inline("<em>"),
            Tag::Strong => return self.start_inline("<strong>"),
            Tag::Strikethrough => return self.start_inline("<del>"),
            Tag::Superscript | Tag::Subscript => return self.start_inline(""),
            Tag::Link { link_type, dest_url, title, .. } => {
                let (target, title) = (self.original(&dest_url), self.original(&title));
                return self.start_link(link_type, &target, &title, range, definition);
            }
            Tag::Image { link_type, dest_url, title, .. } => {
                let (target, title) = (self.original(&dest_url), self.original(&title));
                return self.start_image(link_type, &target, &title, range, definition);
            }
            _ => self.end_block(),
        }
        let fresh_quote = std::mem::take(&mut self.fresh_quote);
        match tag {
            Tag::Paragraph => {
                if fresh_quote {
                    self.scan_alert(range.start);
                }
                self.out.push("<p>");
            }
            Tag::Heading { level, .. } => self.start_heading(level as u8, range.start),
            Tag::BlockQuote(None) => {
                self.fresh_quote = true;
                self.out.push("<blockquote>\n");
            }
            Tag::BlockQuote(Some(kind)) => {
                let (class, title) = alert(kind);
                self.out.push("<div class=\"alert alert-");
                self.out.push(class);
                self.out.push("\" role=\"note\"><p class=\"alert-title\">");
                self.out.push(title);
                self.out.push("</p>\n");
            }
            Tag::CodeBlock(kind) => self.start_code(kind, range),
            Tag::HtmlBlock => self.raw = Some((String::new(), Vec::new())),
            Tag::List(None) => self.out.push("<ul>\n"),
            Tag::List(Some(1)) => self.out.push("<ol>\n"),
            Tag::List(Some(start)) => self.out.push(&format!("<ol start=\"{start}\">\n")),
            Tag::Item => self.out.push("<li>"),
            Tag::FootnoteDefinition(label) => {
                let label = self.original(&label).into_owned();
                let length = self.body[range.start..].find("]:").map_or(0, |at| at + "]:".len());
                let mark = range.start..range.start + length;
                self.around.push((std::mem::take(&mut self.out), label, mark));
            }
            Tag::Table(alignments) => self.start_table(alignments),
            Tag::TableHead => self.start_table_head(),
            Tag::TableRow => self.start_table_row(range.start),
            Tag::TableCell => self.start_table_cell(),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        match tag {
            TagEnd::Emphasis => return self.end_inline("</em>"),
            TagEnd::Strong => return self.end_inline("</strong>"),
            TagEnd::Strikethrough => return self.end_inline("</del>"),
            TagEnd::Superscript | TagEnd::Subscript => return self.end_inline(""),
            TagEnd::Link => return self.end_link(),
            TagEnd::Image => return self.end_image(),
            TagEnd::Heading(_) => return self.end_heading(range),
            _ => self.end_block(),
        }
        match tag {
            TagEnd::Paragraph => self.out.push("</p>\n"),
            TagEnd::BlockQuote(None) => self.out.push("</blockquote>\n"),
            TagEnd::BlockQuote(Some(_)) => self.out.push("</div>\n"),
            TagEnd::CodeBlock => self.end_code(range),
            TagEnd::HtmlBlock => self.end_raw(),
            TagEnd::List(true) => self.out.push("</ol>\n"),
            TagEnd::List(false) => self.out.push("</ul>\n"),
            TagEnd::Item => self.out.push("</li>\n"),
            TagEnd::FootnoteDefinition => {
                if let Some((around, label, mark)) = self.around.pop() {
                    let content = std::mem::replace(&mut self.out, around);
                    self.notes.define(&label, mark, content, &mut self.findings);
                }
            }
            TagEnd::Table => self.end_table(),
            TagEnd::TableHead => self.end_table_head(),
            TagEnd::TableRow => self.out.push("</tr>\n"),
            TagEnd::TableCell => self.end_table_cell(),
            _ => {}
        }
    }

    /// Tells whether what is written now belongs to a footnote.
    pub(super) fn is_in_note(&self) -> bool {
        !self.around.is_empty()
    }

    fn task(&mut self, done: bool) {
        // The marker is the first thing in its item.
        for item in ["<li>", "<li><p>"] {
            if self.out.text.ends_with(item) {
                let at = self.out.text.len() - item.len() + "<li".len();
                self.out.insert(at, " class=\"task\"");
            }
        }
        let (checked, name) = if done { (" checked", "Done") } else { ("", "Not done") };
        self.out.push(&format!("<input type=\"checkbox\" disabled{checked} aria-label=\"{name}\"> "));
    }

    fn scan_alert(&mut self, at: usize) {
        let line = scan::line(self.body, at);
        let Some(kind) = scan::alert(line) else { return };
        let range = at..at + kind.len() + "[!]".len();
        let known = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];
        if known.iter().any(|known| known.eq_ignore_ascii_case(kind)) {
            let message = format!("`[!{kind}]` does not stand alone on the first line of its quote, so it is no alert");
            self.report(Code::AlertKind, range, message, "put the text on the next line");
        } else {
            let message = format!("`[!{}]` is no kind of alert", visible(kind));
            self.report(Code::AlertKind, range, message, format!("the kinds are {}", known.join(", ")));
        }
    }

    fn raw_line(&mut self, html: &str, at: usize) {
        if let Some((text, lines)) = &mut self.raw {
            lines.push((text.len(), at));
            text.push_str(html);
        }
    }

    fn end_raw(&mut self) {
        let Some((html, lines)) = self.raw.take() else { return };
        let place = |offset: usize| {
            let line = lines.partition_point(|(start, _)| *start <= offset).saturating_sub(1);
            lines.get(line).map_or(0, |(start, at)| at + offset - start)
        };
        self.raw_block(&html, place);
    }

    /// Adds text to an HTML block or a code block; returns whether one is open.
    pub(super) fn verbatim(&mut self, text: &str, range: &Range<usize>) -> bool {
        if let Some(code) = &mut self.code {
            code.add(text, range.end);
        } else if self.raw.is_some() {
            self.raw_line(text, range.start);
        } else {
            return false;
        }
        true
    }

    /// Ends the body.
    pub(super) fn finish(mut self, undefined: Vec<(Range<usize>, String)>) -> Document {
        self.end_block();
        for (range, label) in undefined {
            // Footnotes are reported by themselves.
            if !label.starts_with('^') {
                let label = visible(&self.original(&label));
                let message = format!("reference `{label}` has no definition");
                let help = format!("add a line `[{label}]: target`, or write the brackets as code");
                self.report(Code::UndefinedReference, range, message, help);
            }
        }
        let html = self.notes.finish(self.out, &mut self.findings);
        self.findings.sort_by_key(|finding| (finding.range.start, finding.code));
        Document {
            html,
            links: self.links,
            definitions: self.definitions,
            headings: self.headings,
            findings: self.findings,
            is_empty: !self.has_content,
        }
    }
}

fn alert(kind: BlockQuoteKind) -> (&'static str, &'static str) {
    match kind {
        BlockQuoteKind::Note => ("note", "Note"),
        BlockQuoteKind::Tip => ("tip", "Tip"),
        BlockQuoteKind::Important => ("important", "Important"),
        BlockQuoteKind::Warning => ("warning", "Warning"),
        BlockQuoteKind::Caution => ("caution", "Caution"),
    }
}
