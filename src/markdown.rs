//! One Markdown body, read by itself: its HTML, its outline, its links with their places. The only
//! door to pulldown-cmark.
//!
//! A body is read once; what other files decide (where an internal link leads) is left open as a
//! [`Hole`] in the HTML and filled when the page is rendered. It must not know notes, routes or
//! which targets exist.

mod cjk;
mod code;
mod footnotes;
mod headings;
mod highlight;
mod html;
mod inline;
mod links;
mod literal;
mod marks;
mod raw;
mod reader;
mod scan;
mod sentence;
mod tables;
mod target;
mod title;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;

use pulldown_cmark::{BrokenLink, LinkType, Parser};

use crate::diagnostic::Code;
use reader::Reader;

pub use cjk::is_unspaced;
pub use html::{escape, push_escaped};
pub use literal::{code_span, literal, literal_title, literal_title_after, one_line};
pub use title::{inline_code, plain};

/// What a body holds. All ranges are bytes of the body's text.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// The body as HTML, with holes where internal links lead.
    pub html: Html,
    /// Internal links and pictures (no scheme), in the order of the text.
    pub links: Vec<Link>,
    /// Link reference definitions with an internal target, in the order of the text.
    pub definitions: Vec<Definition>,
    /// The outline: headings that have text, in order.
    pub headings: Vec<Heading>,
    /// What is wrong with the body by itself.
    pub findings: Vec<Finding>,
    /// The body has neither text nor pictures.
    pub is_empty: bool,
}

/// How a body is to be read.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// Whether code is highlighted.
    pub highlight: bool,
    /// Ids that the page itself uses, which no heading gets.
    pub reserved_ids: &'a [&'a str],
}

/// HTML with holes.
#[derive(Debug, Clone, Default)]
pub struct Html {
    /// The text between the holes.
    pub text: String,
    /// In rising order of `at`.
    pub holes: Vec<Hole>,
}

/// A place in the HTML that is filled when the page is rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hole {
    /// Byte offset in [`Html::text`].
    pub at: usize,
    /// What belongs there.
    pub fill: Fill,
}

/// What belongs in a hole. The number is an index into [`Document::links`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fill {
    /// The value of `href` or `src`, escaped for an attribute.
    Address(usize),
    /// The title of the target of a wiki link that has no text of its own, as HTML.
    Title(usize),
}

/// How a link is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `[text](target)`
    Inline,
    /// `![text](target)` or a picture by reference.
    Image,
    /// `[text][label]`, `[label][]`, `[label]`; the number is an index into [`Document::definitions`].
    Reference(usize),
    /// `[[target]]`, `[[target|text]]`
    Wiki,
}

/// An internal link.
#[derive(Debug, Clone)]
pub struct Link {
    /// How it is written.
    pub form: Form,
    /// The whole construct, from its first bracket (or `!`) to its last character.
    pub range: Range<usize>,
    /// The target as it is meant: escapes and entities undone, percent-encoding kept; of a wiki
    /// link what stands before `|`, trimmed.
    pub target: String,
    /// The bytes to replace when the link is rewritten: the destination of an inline link or
    /// picture with its angle brackets, the whole of a wiki link (for a picture `![[target]]` the
    /// target alone); absent for a reference, and for a picture in a wiki link's text.
    pub edit: Option<Range<usize>>,
    /// The link's text as a reader sees it; of a wiki link without its own, empty.
    pub text: String,
    /// The bytes of a wiki link's own text, where they may stand as they are in `[…](…)`.
    pub own: Option<Range<usize>>,
    /// As `edit`, of a picture in a wiki link's own text: it counts only where that text is kept.
    pub edit_within: Option<Range<usize>>,
    /// It stands in a table, where a bar is a border.
    pub in_table: bool,
    /// The sentence around the link as a reader sees it (an own-text-less wiki link shows as its target).
    pub sentence: String,
    /// The parts of the sentence that are targets of wiki links without text, and the index of each link.
    pub untitled: Vec<(Range<usize>, usize)>,
}

/// A link reference definition.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The whole definition.
    pub range: Range<usize>,
    /// The bytes of the destination with its angle brackets.
    pub edit: Range<usize>,
    /// The target, escapes and entities undone.
    pub target: String,
    /// Whether a link refers to it.
    pub used: bool,
}

/// A heading with text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// As shown, 2 to 6.
    pub level: u8,
    /// Unique on the page.
    pub id: String,
    /// The heading's text as HTML without links.
    pub html: String,
    /// The heading's text as a reader sees it.
    pub text: String,
}

/// Something wrong with the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub code: Code,
    /// The characters at fault.
    pub range: Range<usize>,
    /// One sentence without a full stop.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

impl Html {
    /// Writes the HTML to `out`, asking `fill` for what belongs in each hole.
    pub fn write(&self, out: &mut String, mut fill: impl FnMut(&mut String, Fill)) {
        let mut from = 0;
        for hole in &self.holes {
            out.push_str(&self.text[from..hole.at]);
            fill(out, hole.fill);
            from = hole.at;
        }
        out.push_str(&self.text[from..]);
    }
}

/// The dialect: CommonMark with tables, footnotes, task lists, strikethrough, alerts and wiki links.
const DIALECT: pulldown_cmark::Options = pulldown_cmark::Options::ENABLE_TABLES
    .union(pulldown_cmark::Options::ENABLE_FOOTNOTES)
    .union(pulldown_cmark::Options::ENABLE_STRIKETHROUGH)
    .union(pulldown_cmark::Options::ENABLE_TASKLISTS)
    .union(pulldown_cmark::Options::ENABLE_GFM)
    .union(pulldown_cmark::Options::ENABLE_WIKILINKS);

/// Reads a body (text with `\n` line ends).
pub fn read(body: &str, options: Options<'_>) -> Document {
    let text = cjk::soften(body);
    let is_soft = matches!(text, Cow::Owned(_));
    let undefined = RefCell::new(Vec::new());
    let on_undefined = |link: BrokenLink<'_>| {
        // A word in brackets is ordinary text; two pairs of brackets mean a link.
        if matches!(link.link_type, LinkType::Reference | LinkType::Collapsed) {
            let range = target::whole(body, link.link_type, link.span);
            undefined.borrow_mut().push((range, link.reference.into_string()));
        }
        None
    };
    let parser = Parser::new_with_broken_link_callback(&text, DIALECT, Some(on_undefined));
    let definitions = target::definitions(body, is_soft, parser.reference_definitions());
    let mut reader = Reader::new(body, is_soft, options, definitions);
    let mut events = parser.into_offset_iter();
    while let Some((event, range)) = events.next() {
        let definition = target::label(&event).and_then(|label| events.reference_definitions().get(label));
        let definition = definition.map(|definition| definition.span.start);
        reader.event(event, range, definition);
    }
    drop(events);
    reader.finish(undefined.into_inner())
}
