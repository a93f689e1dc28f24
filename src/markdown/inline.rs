//! Inline text: what a reader sees, breaks, emphasis, raw HTML, references to footnotes.
//!
//! A [`Block`] gathers the plain text of one paragraph, item, cell or heading; at its end the links in
//! it get their sentences. It must not know blocks from each other.

use std::ops::Range;

use super::html::Slot;
use super::raw::{self, Piece};
use super::reader::Reader;
use super::scan::Stars;
use super::{cjk, sentence};

/// The block whose text is being read.
pub(super) struct Block {
    /// Its text as a reader sees it.
    pub(super) plain: String,
    /// Which parts of it are code.
    code: Vec<Range<usize>>,
    /// The links in it: their indices, and their parts of the text.
    pub(super) links: Vec<(usize, Range<usize>)>,
    /// The parts of it that are targets of wiki links without text, and the index of each link.
    pub(super) untitled: Vec<(Range<usize>, usize)>,
    open: Vec<Open>,
    /// Marks at the head of a line would be a heading or an item.
    pub(super) has_marks: bool,
    pub(super) at_line_start: bool,
    pub(super) has_list_finding: bool,
    /// The last run of asterisks that stayed text.
    pub(super) stars: Option<Stars>,
    pub(super) seen_stars: usize,
}

/// An inline element that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Markdown,
    /// Raw HTML, with the index of its slot.
    Raw(&'static str, usize),
}

impl Default for Block {
    fn default() -> Self {
        Block {
            plain: String::new(),
            code: Vec::new(),
            links: Vec::new(),
            untitled: Vec::new(),
            open: Vec::new(),
            has_marks: true,
            at_line_start: true,
            has_list_finding: false,
            stars: None,
            seen_stars: 0,
        }
    }
}

impl Reader<'_> {
    /// Ends the text of a block, if one is open.
    pub(super) fn end_block(&mut self) {
        let block = &mut self.block;
        if !block.links.is_empty() {
            let boundaries = sentence::boundaries(&block.plain, &block.code);
            for (link, range) in block.links.drain(..) {
                let found = sentence::around(&block.plain, &boundaries, range);
                let link = &mut self.links[link];
                link.untitled =
                    block.untitled.iter().filter_map(|(part, i)| Some((found.part(&block.plain, part)?, *i))).collect();
                link.sentence = found.text;
            }
            block.untitled.clear();
        }
        block.plain.clear();
        block.code.clear();
        block.open.clear();
        block.has_marks = true;
        block.at_line_start = true;
        block.has_list_finding = false;
        block.stars = None;
    }

    pub(super) fn text_event(&mut self, text: &str, range: &Range<usize>) {
        if self.verbatim(text, range) {
            return;
        }
        let at = range.start;
        if std::mem::take(&mut self.block.at_line_start) && self.block.has_marks {
            self.scan_line(at);
        }
        match text.as_bytes().first() {
            Some(b'*') if at >= self.block.seen_stars => self.scan_stars(at),
            Some(b'^') => self.scan_footnote(at),
            Some(b'<') if text == "<" => self.scan_comment(range),
            _ => {}
        }
        self.visible(text);
    }

    /// Writes text that a reader sees.
    pub(super) fn visible(&mut self, text: &str) {
        self.block.plain.push_str(text);
        self.has_content = self.has_content || !text.trim().is_empty();
        if !self.is_silent() {
            self.out.escaped(text);
        }
    }

    /// Tells whether text is only gathered, not written: in a picture, or in a wiki link that shows
    /// its target's title.
    pub(super) fn is_silent(&self) -> bool {
        self.image.is_some() || self.link.as_ref().is_some_and(|link| link.is_silent)
    }

    pub(super) fn inline_code(&mut self, code: &str) {
        self.block.at_line_start = false;
        let from = self.block.plain.len();
        if self.is_silent() {
            self.visible(code);
        } else {
            self.out.push("<code>");
            self.visible(code);
            self.out.push("</code>");
        }
        self.block.code.push(from..self.block.plain.len());
    }

    pub(super) fn start_inline(&mut self, tag: &str) {
        self.block.at_line_start = false;
        self.block.open.push(Open::Markdown);
        if !self.is_silent() {
            self.out.push(tag);
        }
    }

    pub(super) fn end_inline(&mut self, tag: &str) {
        // Raw elements that were opened inside and not closed stay text.
        while self.block.open.pop().is_some_and(|open| open != Open::Markdown) {}
        if !self.is_silent() {
            self.out.push(tag);
        }
    }

    pub(super) fn soft_break(&mut self, end: usize) {
        self.block.at_line_start = true;
        // The next line may begin with marks of quotes, emphasis or links, which show nothing.
        let marks = [' ', '\t', '>', '*', '_', '~', '[', '!'];
        let next = self.body[end..].trim_start_matches(marks).chars().next();
        let before = self.block.plain.chars().next_back();
        if before.zip(next).is_some_and(|(before, next)| cjk::joins(before, next)) {
            return;
        }
        self.block.plain.push(' ');
        if !self.is_silent() {
            self.out.push("\n");
        }
    }

    pub(super) fn hard_break(&mut self) {
        self.block.at_line_start = true;
        self.block.plain.push(' ');
        if !self.is_silent() {
            self.out.push("<br>\n");
        }
    }

    pub(super) fn footnote_reference(&mut self, label: &str, range: &Range<usize>) {
        self.block.at_line_start = false;
        let label = self.notes.refer(label, range.clone());
        if !self.is_silent() {
            self.out.slot(Slot::Note { label, linked: self.link.is_none() });
        }
    }

    pub(super) fn inline_html(&mut self, html: &str, start: usize) {
        self.block.at_line_start = false;
        raw::pieces(html, |piece| self.raw_piece(piece, |offset| start + offset));
    }

    /// Writes a block of raw HTML; `place` leads from offsets in it to the body.
    pub(super) fn raw_block(&mut self, html: &str, place: impl Fn(usize) -> usize) {
        let mut shows = false;
        raw::pieces(html, |piece| {
            shows |= match piece {
                Piece::Text(text) => !text.trim().is_empty(),
                Piece::Unclosed(_) => false,
                Piece::Break | Piece::Open(_) | Piece::Close(_) => true,
            };
        });
        if shows {
            self.out.push("<p>");
        }
        let html = html.trim_end();
        raw::pieces(html, |piece| {
            if shows || matches!(piece, Piece::Unclosed(_)) {
                self.raw_piece(piece, &place);
            }
        });
        self.end_block();
        if shows {
            self.out.push("</p>\n");
        }
    }

    fn raw_piece(&mut self, piece: Piece<'_>, place: impl Fn(usize) -> usize) {
        match piece {
            Piece::Text(text) => self.visible(text),
            Piece::Break if self.is_silent() => self.block.plain.push(' '),
            Piece::Break => {
                self.block.plain.push(' ');
                self.out.push("<br>");
            }
            Piece::Open(_) | Piece::Close(_) if self.is_silent() => {}
            Piece::Open(name) => {
                let slot = self.out.slot(Slot::Element { name, closed: false });
                self.block.open.push(Open::Raw(name, slot));
            }
            Piece::Close(name) => self.close_raw(name),
            Piece::Unclosed(offset) => {
                let at = place(offset);
                self.report_comment(at);
            }
        }
    }

    fn close_raw(&mut self, name: &'static str) {
        // Elements opened since then and left open stay text; a look a few levels back is enough.
        let open = self.block.open.iter().rev().take(8).take_while(|open| **open != Open::Markdown);
        let found = open.enumerate().find_map(|(depth, open)| match *open {
            Open::Raw(opened, slot) if opened == name => Some((depth, slot)),
            _ => None,
        });
        match found {
            Some((depth, slot)) => {
                self.block.open.truncate(self.block.open.len() - depth - 1);
                if let Some((_, Slot::Element { closed, .. })) = self.out.slots.get_mut(slot) {
                    *closed = true;
                }
                self.out.push("</");
                self.out.push(name);
                self.out.push(">");
            }
            None => {
                self.out.push("&lt;/");
                self.out.push(name);
                self.out.push("&gt;");
            }
        }
    }
}
