//! Links and pictures: their HTML, and what is wrong with them.
//!
//! A target with a scheme is written as it is; any other is left as a hole. It must not know which
//! targets exist.

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::LinkType;

use super::html::Slot;
use super::reader::Reader;
use super::target::{self, Leads};
use super::{Fill, Form, Link, scan, sentence};
use crate::diagnostic::{Code, visible};

/// A link that is being read.
pub(super) struct OpenLink {
    pub(super) range: Range<usize>,
    /// Its own text is its target, and the page shows the title instead.
    pub(super) is_silent: bool,
    target: String,
    leads: Leads,
    form: Form,
    link: Option<usize>,
    plain_from: usize,
    /// Links stand in its text.
    holds_others: bool,
}

/// A picture that is being read.
pub(super) struct OpenImage {
    pub(super) range: Range<usize>,
    target: String,
    title: String,
    leads: Leads,
    link: Option<usize>,
    plain_from: usize,
    link_type: LinkType,
}

/// The texts of links so far, and where each leads.
pub(super) type Texts = HashMap<String, String>;

impl Reader<'_> {
    pub(super) fn start_link(
        &mut self,
        link_type: LinkType,
        target: &str,
        title: &str,
        range: Range<usize>,
        definition: Option<usize>,
    ) {
        self.block.at_line_start = false;
        if self.link.is_some() || self.image.is_some() {
            self.ignored += 1;
            if let Some(link) = &mut self.link {
                link.holds_others = true;
            }
            return;
        }
        let range = target::whole(self.body, link_type, range);
        let wiki = matches!(link_type, LinkType::WikiLink { .. });
        let target = match link_type {
            LinkType::WikiLink { .. } => target::wiki_target(target),
            LinkType::Email => format!("mailto:{target}"),
            _ => target.to_owned(),
        };
        let leads = target::leads(&target, wiki);
        let form = match definition.and_then(|start| self.definition(start)) {
            Some(index) => Form::Reference(index),
            None if wiki => Form::Wiki,
            None => Form::Inline,
        };
        let edit = wiki.then(|| range.clone());
        let link = (leads == Leads::Inside).then(|| self.push_link(form, &range, &target, edit));
        self.report_target(leads, &target, &range, "link");
        let from = self.out.text.len();
        self.start_inline(if self.opens_tag(leads) { "<a href=\"" } else { "" });
        match link {
            Some(index) => {
                self.out.slot(Slot::Fill(Fill::Address(index)));
            }
            None if leads == Leads::Outside => self.out.escaped(&target),
            None => {}
        }
        if self.opens_tag(leads) {
            self.out.push("\"");
            if !title.is_empty() {
                self.out.attribute("title", title);
            }
            self.out.push(">");
            self.cut(from);
        }
        let is_silent = wiki && leads == Leads::Inside && link_type == LinkType::WikiLink { has_pothole: false };
        let plain_from = self.block.plain.len();
        self.link = Some(OpenLink { range, is_silent, target, leads, form, link, plain_from, holds_others: false });
    }

    pub(super) fn end_link(&mut self) {
        if self.ignored > 0 {
            self.ignored -= 1;
            return;
        }
        let Some(open) = self.link.take() else { return };
        let mut text = sentence::fold(&self.block.plain[open.plain_from..]);
        if open.is_silent {
            text.clear();
        }
        let named = !text.is_empty();
        if open.form == Form::Wiki && !named {
            if let Some(index) = open.link {
                self.out.slot(Slot::Fill(Fill::Title(index)));
            }
            if !open.is_silent {
                self.block.plain.push_str(&open.target);
            }
            if let Some(index) = open.link {
                self.block.untitled.push((open.plain_from..self.block.plain.len(), index));
            }
        } else if !named {
            let message = "the link has no text";
            self.report(Code::EmptyLink, open.range.clone(), message, "write what the target is");
            self.out.escaped(&open.target);
        } else {
            self.compare_text(&text, &open);
        }
        let from = self.out.text.len();
        let tag = if self.opens_tag(open.leads) { "</a>" } else { "" };
        self.end_inline(tag);
        self.cut(from);
        if let Some(index) = open.link {
            self.block.links.push((index, open.plain_from..self.block.plain.len()));
            let edit = if open.form == Form::Inline { self.inline_edit(&open.range, "[") } else { None };
            let own = if open.form == Form::Wiki && named && !open.holds_others {
                self.own_text(&open.range, &open.target)
            } else {
                None
            };
            let link = &mut self.links[index];
            link.own = own;
            link.text = text;
            link.edit = link.edit.take().or(edit);
        }
    }

    pub(super) fn start_image(
        &mut self,
        link_type: LinkType,
        target: &str,
        title: &str,
        range: Range<usize>,
        definition: Option<usize>,
    ) {
        self.block.at_line_start = false;
        if self.image.is_some() {
            self.ignored += 1;
            return;
        }
        let range = target::whole(self.body, link_type, range);
        let wiki = matches!(link_type, LinkType::WikiLink { .. });
        let name = target.strip_suffix('\\').unwrap_or(target);
        let start = range.start + "![[".len() + (name.len() - name.trim_start().len());
        let edit = Some(start..start + name.trim().len());
        // Of odd nestings of brackets the parser makes links whose target stands elsewhere.
        let edit = edit.filter(|edit| wiki && self.body.get(edit.clone()) == Some(name.trim()));
        let target = if wiki { target::wiki_target(target) } else { target.to_owned() };
        let leads = target::leads(&target, wiki);
        definition.and_then(|start| self.definition(start));
        let link = (leads == Leads::Inside).then(|| self.push_link(Form::Image, &range, &target, edit));
        self.report_target(leads, &target, &range, "picture");
        let plain_from = self.block.plain.len();
        self.image = Some(OpenImage { range, target, title: title.to_owned(), leads, link, plain_from, link_type });
    }

    pub(super) fn end_image(&mut self) {
        if self.ignored > 0 {
            self.ignored -= 1;
            return;
        }
        let Some(open) = self.image.take() else { return };
        self.has_content = true;
        if open.link_type == (LinkType::WikiLink { has_pothole: false }) {
            self.block.plain.truncate(open.plain_from);
        }
        let text = sentence::fold(&self.block.plain[open.plain_from..]);
        if text.is_empty() {
            let message = "the picture has no text for those who do not see it";
            self.report(Code::MissingAltText, open.range.clone(), message, "say between the brackets what it shows");
        }
        if !self.is_silent() && self.opens_tag(open.leads) {
            let from = self.out.text.len();
            self.out.push("<img src=\"");
            match open.link {
                Some(index) => {
                    self.out.slot(Slot::Fill(Fill::Address(index)));
                }
                None => self.out.escaped(&open.target),
            }
            self.out.push("\"");
            self.out.attribute("alt", &text);
            if !open.title.is_empty() {
                self.out.attribute("title", &open.title);
            }
            self.out.push(">");
            let to = self.out.text.len();
            if let Some(heading) = &mut self.heading {
                heading.cuts.push((from..to, super::escape(&text)));
            }
        }
        if let Some(index) = open.link {
            self.block.links.push((index, open.plain_from..self.block.plain.len()));
            let edit = if open.link_type == LinkType::Inline { self.inline_edit(&open.range, "![") } else { None };
            // A wiki link is replaced as a whole, with the pictures in its text, or around its text.
            let is_in_wiki = self.link.as_ref().is_some_and(|link| link.form == Form::Wiki);
            let link = &mut self.links[index];
            link.text = text;
            let edit = link.edit.take().or(edit);
            (link.edit, link.edit_within) = if is_in_wiki { (None, edit) } else { (edit, None) };
        }
    }

    fn opens_tag(&self, leads: Leads) -> bool {
        matches!(leads, Leads::Inside | Leads::Outside)
    }

    /// Keeps what was written since `from` out of the outline.
    fn cut(&mut self, from: usize) {
        let to = self.out.text.len();
        if let Some(heading) = &mut self.heading {
            heading.cuts.push((from..to, String::new()));
        }
    }

    fn push_link(&mut self, form: Form, range: &Range<usize>, target: &str, edit: Option<Range<usize>>) -> usize {
        let (range, target) = (range.clone(), target.to_owned());
        let in_table = self.table.is_some();
        let (text, sentence, untitled) = (String::new(), String::new(), Vec::new());
        self.links.push(Link {
            form,
            range,
            target,
            edit,
            text,
            own: None,
            edit_within: None,
            in_table,
            sentence,
            untitled,
        });
        self.links.len() - 1
    }

    /// Returns the index of the internal definition that begins at `start`, and marks it as used.
    fn definition(&mut self, start: usize) -> Option<usize> {
        let index = self.definitions.binary_search_by_key(&start, |definition| definition.range.start).ok()?;
        self.definitions[index].used = true;
        Some(index)
    }

    /// Returns the bytes of a wiki link's own text, if it can be that of an inline link as it is.
    fn own_text(&self, range: &Range<usize>, target: &str) -> Option<Range<usize>> {
        let inner = self.body[range.clone()].strip_prefix("[[")?.strip_suffix("]]")?;
        let bar = inner.find('|')? + 1;
        if target::wiki_target(&inner[..bar - 1]) != target {
            return None;
        }
        let text = &inner[bar..];
        let start = range.start + "[[".len() + bar;
        scan::is_balanced(text).then(|| start..start + text.len())
    }

    /// Returns the bytes of the destination of an inline link that has just been read.
    fn inline_edit(&self, range: &Range<usize>, mark: &str) -> Option<Range<usize>> {
        let from = self.read_to.max(range.start + mark.len());
        let open = from + self.body.get(from..range.end)?.find("](")?;
        Some(scan::destination(self.body, open + "](".len()))
    }

    fn report_target(&mut self, leads: Leads, target: &str, range: &Range<usize>, what: &str) {
        match leads {
            Leads::Inside | Leads::Outside => {}
            Leads::Nowhere => {
                let message = format!("the {what} has no target");
                self.report(Code::BrokenLink, range.clone(), message, "write one between the parentheses");
            }
            Leads::Forbidden => {
                let target = visible(target);
                let message = match target::scheme(&target) {
                    Some(scheme) => format!("the {what} has the scheme `{scheme}:`"),
                    None => format!("the {what} `{target}` has no scheme"),
                };
                let help = "use http, https or mailto, or write what is no address as code";
                self.report(Code::LinkScheme, range.clone(), message, help);
            }
        }
    }

    fn compare_text(&mut self, text: &str, open: &OpenLink) {
        // Two parts of one page are told apart there.
        let target = target::normal(open.target.split('#').next().unwrap_or_default());
        let key = text.to_lowercase();
        match self.texts.get(&key) {
            None => {
                self.texts.insert(key, target);
            }
            Some(other) if *other == target => {}
            Some(_) => {
                let message = format!("another link with the text “{}” leads elsewhere", visible(text));
                self.report(
                    Code::AmbiguousLinkText,
                    open.range.clone(),
                    message,
                    "say in the text what each target is",
                );
            }
        }
    }
}
