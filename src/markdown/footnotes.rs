//! Footnotes: numbered by first use, written at the end of the body, with a way back for each use.
//!
//! Where a body names a footnote it leaves a [`Slot::Note`]; here the slots get their numbers. It
//! must not know Markdown.

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

use super::html::{Buffer, Slot, push_element, push_escaped};
use super::{Finding, Hole, Html};
use crate::diagnostic::{Code, visible};

/// All footnotes of a body, by the order in which their labels appear.
#[derive(Debug, Default)]
pub(super) struct Footnotes {
    notes: Vec<Note>,
    by_label: HashMap<String, usize>,
}

#[derive(Debug, Default)]
struct Note {
    label: String,
    /// The mark of the definition.
    defined: Option<Range<usize>>,
    /// The first reference.
    referred: Option<Range<usize>>,
    content: Buffer,
    /// From 1; 0 for one that no text leads to.
    number: usize,
    /// How many references lead to it.
    uses: usize,
    /// How many of them were written.
    written: usize,
}

impl Footnotes {
    fn index(&mut self, label: &str) -> usize {
        let key = label.to_lowercase();
        *self.by_label.entry(key).or_insert_with(|| {
            self.notes.push(Note { label: label.to_owned(), ..Note::default() });
            self.notes.len() - 1
        })
    }

    /// Notes a reference and returns the slot's label.
    pub(super) fn refer(&mut self, label: &str, range: Range<usize>) -> usize {
        let index = self.index(label);
        self.notes[index].referred.get_or_insert(range);
        index
    }

    /// Notes a definition.
    pub(super) fn define(&mut self, label: &str, mark: Range<usize>, content: Buffer, findings: &mut Vec<Finding>) {
        let index = self.index(label);
        let note = &mut self.notes[index];
        if note.defined.is_some() {
            findings.push(Finding {
                code: Code::DuplicateFootnote,
                range: mark,
                message: format!("footnote `{}` is defined twice", visible(label)),
                help: Some("give one of the two another label".to_owned()),
            });
        } else {
            note.defined = Some(mark);
            note.content = content;
        }
    }

    /// Numbers the footnotes and returns the whole body.
    pub(super) fn finish(mut self, body: Buffer, findings: &mut Vec<Finding>) -> Html {
        let order = self.number(&body);
        for note in &self.notes {
            let (code, range, problem) = match (&note.defined, &note.referred) {
                (None, Some(range)) => (Code::UndefinedFootnote, range, "never defined"),
                (Some(range), _) if note.number == 0 => (Code::UnusedFootnote, range, "never referred to"),
                _ => continue,
            };
            let message = format!("footnote `{}` is {problem}", visible(&note.label));
            findings.push(Finding { code, range: range.clone(), message, help: None });
        }
        let body = match body.finished() {
            Ok(html) => return html,
            Err(body) => body,
        };
        let mut html = Html::default();
        html.text.reserve(body.text.len() * 2);
        self.write(&mut html, body);
        if order.is_empty() {
            return html;
        }
        html.text.push_str("<section class=\"footnotes\" aria-labelledby=\"footnotes\">");
        html.text.push_str("<h2 id=\"footnotes\">Footnotes</h2>\n<ol>\n");
        for index in order {
            self.write_note(&mut html, index);
        }
        html.text.push_str("</ol></section>\n");
        html
    }

    /// Numbers the footnotes that the body leads to, by itself or through other footnotes.
    fn number(&mut self, body: &Buffer) -> Vec<usize> {
        let mut order = Vec::new();
        self.number_in(&body.slots, &mut order);
        let mut next = 0;
        while let Some(&index) = order.get(next) {
            let slots = std::mem::take(&mut self.notes[index].content.slots);
            self.number_in(&slots, &mut order);
            self.notes[index].content.slots = slots;
            next += 1;
        }
        order
    }

    fn number_in(&mut self, slots: &[(usize, Slot)], order: &mut Vec<usize>) {
        for (_, slot) in slots {
            let &Slot::Note { label, linked } = slot else { continue };
            let note = &mut self.notes[label];
            if note.defined.is_none() {
                continue;
            }
            if note.number == 0 {
                order.push(label);
                note.number = order.len();
            }
            note.uses += usize::from(linked);
        }
    }

    fn write_note(&mut self, html: &mut Html, index: usize) {
        let note = &mut self.notes[index];
        let mut content = std::mem::take(&mut note.content);
        let (number, uses) = (note.number, note.uses);
        let end = "</p>\n";
        let in_paragraph = content.text.ends_with(end);
        if in_paragraph {
            content.text.truncate(content.text.len() - end.len());
        }
        let _ = write!(html.text, "<li id=\"fn-{number}\">");
        self.write(html, content);
        for nth in 1..=uses {
            let place = Place { number, nth };
            let _ = write!(
                html.text,
                " <a class=\"footnote-back\" href=\"#fnref-{place}\" aria-label=\"Back to reference {place}\">↩"
            );
            if nth > 1 {
                let _ = write!(html.text, "<sup>{nth}</sup>");
            }
            html.text.push_str("</a>");
        }
        if in_paragraph {
            html.text.push_str(end);
        }
        html.text.push_str("</li>\n");
    }

    /// Appends a buffer, with every slot decided that can be.
    fn write(&mut self, html: &mut Html, buffer: Buffer) {
        let mut from = 0;
        for (at, slot) in buffer.slots {
            html.text.push_str(&buffer.text[from..at]);
            from = at;
            match slot {
                Slot::Fill(fill) => html.holes.push(Hole { at: html.text.len(), fill }),
                Slot::Element { name, closed } => push_element(&mut html.text, name, closed),
                Slot::Note { label, linked } => self.write_reference(&mut html.text, label, linked),
            }
        }
        html.text.push_str(&buffer.text[from..]);
    }

    fn write_reference(&mut self, out: &mut String, label: usize, linked: bool) {
        let note = &mut self.notes[label];
        let number = note.number;
        if number == 0 {
            out.push_str("[^");
            push_escaped(out, &note.label);
            out.push(']');
        } else if linked {
            note.written += 1;
            let place = Place { number, nth: note.written };
            let _ = write!(
                out,
                "<sup class=\"footnote-ref\"><a id=\"fnref-{place}\" href=\"#fn-{number}\" aria-label=\"Footnote {number}\">{number}</a></sup>"
            );
        } else {
            let _ = write!(out, "<sup class=\"footnote-ref\">{number}</sup>");
        }
    }
}

/// The place of a reference, as it stands in ids: `3`, and for a second use `3-2`.
struct Place {
    number: usize,
    nth: usize,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.number)?;
        if self.nth > 1 { write!(f, "-{}", self.nth) } else { Ok(()) }
    }
}

/// Tells whether an id has the form of a footnote's.
pub(super) fn owns(id: &str) -> bool {
    let rest = id.strip_prefix("fnref-").or_else(|| id.strip_prefix("fn-"));
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}
