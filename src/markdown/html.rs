//! HTML as it is being written: text, and the slots in it that are decided later.
//!
//! Everything that comes from a note passes through [`push_escaped`]. It must not know Markdown.

use std::ops::Range;

use super::{Fill, Hole, Html};

/// Appends `text` to `out`, escaped for HTML text and for a double-quoted attribute.
pub fn push_escaped(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = memchr::memchr3(b'&', b'<', b'>', rest.as_bytes()) {
        push_quoted(out, &rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            _ => "&gt;",
        });
        rest = &rest[at + 1..];
    }
    push_quoted(out, rest);
}

/// Appends text in which only quotes are still to be escaped.
fn push_quoted(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'"', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        out.push_str("&quot;");
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}

/// Returns `text` escaped for HTML text and for a double-quoted attribute.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    push_escaped(&mut out, text);
    out
}

/// What is decided after the text around it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// Stays open until the page is rendered.
    Fill(Fill),
    /// A reference to a footnote; its number is known at the end. Inside a link it leads nowhere.
    Note { label: usize, linked: bool },
    /// The opening tag of an element: a tag if it is closed, and else text.
    Element { name: &'static str, closed: bool },
}

/// HTML with slots, in rising order.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    pub(super) text: String,
    pub(super) slots: Vec<(usize, Slot)>,
}

impl Buffer {
    /// Appends HTML.
    pub(super) fn push(&mut self, html: &str) {
        self.text.push_str(html);
    }

    /// Appends text.
    pub(super) fn escaped(&mut self, text: &str) {
        push_escaped(&mut self.text, text);
    }

    /// Appends a slot and returns its index.
    pub(super) fn slot(&mut self, slot: Slot) -> usize {
        self.slots.push((self.text.len(), slot));
        self.slots.len() - 1
    }

    /// Appends ` name="value"`, with the value escaped.
    pub(super) fn attribute(&mut self, name: &str, value: &str) {
        self.push(" ");
        self.push(name);
        self.push("=\"");
        self.escaped(value);
        self.push("\"");
    }

    /// Puts HTML before what was written since `at`.
    pub(super) fn insert(&mut self, at: usize, html: &str) {
        self.text.insert_str(at, html);
        for (place, _) in self.slots.iter_mut().rev().take_while(|(place, _)| *place >= at) {
            *place += html.len();
        }
    }

    /// Returns the slots at and behind `at`.
    pub(super) fn slots_from(&self, at: usize) -> &[(usize, Slot)] {
        let first = self.slots.partition_point(|(place, _)| *place < at);
        &self.slots[first..]
    }

    /// Returns what was written since `at`, with `edits` (in order, not overlapping) made to it.
    pub(super) fn edited(&self, at: usize, edits: &[(Range<usize>, String)]) -> String {
        let mut out = String::with_capacity(self.text.len() - at);
        let mut from = at;
        for (range, html) in edits {
            out.push_str(&self.text[from..range.start]);
            out.push_str(html);
            from = range.end;
        }
        out.push_str(&self.text[from..]);
        out
    }

    /// Returns the HTML if no slot needs to be decided any more.
    pub(super) fn finished(self) -> Result<Html, Buffer> {
        if self.slots.iter().any(|(_, slot)| !matches!(slot, Slot::Fill(_))) {
            return Err(self);
        }
        let holes = self.slots.iter().filter_map(|&(at, slot)| match slot {
            Slot::Fill(fill) => Some(Hole { at, fill }),
            Slot::Note { .. } | Slot::Element { .. } => None,
        });
        Ok(Html { holes: holes.collect(), text: self.text })
    }
}

/// Appends what the opening tag of an element became.
pub(super) fn push_element(out: &mut String, name: &str, closed: bool) {
    out.push_str(if closed { "<" } else { "&lt;" });
    out.push_str(name);
    out.push_str(if closed { ">" } else { "&gt;" });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_once() {
        assert_eq!(escape("a < b & \"c\" > &amp;"), "a &lt; b &amp; &quot;c&quot; &gt; &amp;amp;");
        assert_eq!(escape("中文"), "中文");
    }

    #[test]
    fn insertion_moves_the_slots_behind_it() {
        let mut buffer = Buffer::default();
        buffer.push("ab");
        buffer.slot(Slot::Fill(Fill::Address(0)));
        buffer.push("cd");
        buffer.slot(Slot::Fill(Fill::Title(1)));
        buffer.insert(3, "---");
        let html = buffer.finished().expect("only holes");
        assert_eq!(html.text, "abc---d");
        assert_eq!(html.holes.iter().map(|hole| hole.at).collect::<Vec<_>>(), [2, 7]);
    }
}
