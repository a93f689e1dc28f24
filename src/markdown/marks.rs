//! Marks that were meant otherwise than they were read: headings and items without a space, asterisks
//! that stay text, footnotes without a definition, comments without an end.
//!
//! Called with places in the source while text is read; writes findings. It must not know HTML.

use std::ops::Range;

use super::reader::Reader;
use super::scan::{self, Stars};
use crate::diagnostic::{Code, visible};

impl Reader<'_> {
    pub(super) fn scan_line(&mut self, at: usize) {
        if scan::is_escaped(self.body, at) {
            return;
        }
        let line = scan::line(self.body, at);
        if let Some(length) = scan::heading_mark(line) {
            let message = "the heading mark is not followed by a space, so it is plain text";
            self.report(Code::HeadingSpace, at..at + length, message, "put a space behind it");
        } else if let Some(length) = scan::list_mark(line).filter(|_| !self.block.has_list_finding) {
            self.block.has_list_finding = true;
            let message = "the list mark is not followed by a space, so it is plain text";
            let help = "write `1. ` or `- `, with a space, before each item";
            self.report(Code::ListSpace, at..at + length, message, help);
        }
    }

    pub(super) fn scan_stars(&mut self, at: usize) {
        if scan::is_escaped(self.body, at) || self.body.as_bytes().get(at) != Some(&b'*') {
            return;
        }
        let run = scan::stars(self.body, at);
        self.block.seen_stars = run.range.end;
        let same = |other: &Stars| other.range.len() == run.range.len();
        match self.block.stars.take().filter(same) {
            Some(open) if open.opens_not || run.closes_not => {
                let message = "these asterisks stand beside punctuation and a letter and are not read as emphasis";
                let help = "put the punctuation outside the marks";
                self.report(Code::Emphasis, open.range, message, help);
            }
            _ => self.block.stars = Some(run),
        }
    }

    pub(super) fn scan_footnote(&mut self, at: usize) {
        let Some(label) = scan::footnote_label(self.body, at) else { return };
        let start = at - 1;
        let is_link = self.link.as_ref().is_some_and(|link| link.range.start == start)
            || self.image.as_ref().is_some_and(|image| image.range.start + 1 == start);
        if !is_link {
            let end = at + 1 + label.len() + 1;
            let message = format!("footnote `{}` is never defined", visible(label));
            let help = format!("add a line `[^{}]: …`, or write the brackets as code", visible(label));
            self.report(Code::UndefinedFootnote, start..end, message, help);
        }
    }

    pub(super) fn scan_comment(&mut self, range: &Range<usize>) {
        let opens = self.body[range.start..].starts_with("<!--");
        if opens && !scan::is_escaped(self.body, range.start) {
            self.report_comment(range.start);
        }
    }

    pub(super) fn report_comment(&mut self, at: usize) {
        let message = "the comment is never closed, or not in the block where it begins";
        self.report(Code::UnclosedComment, at..at + "<!--".len(), message, "close it with `-->`");
    }
}
