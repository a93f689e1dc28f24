//! What stands around many pages and is the same on them: made once, whatever the number of pages.
//!
//! Comes in: the templates, and the header's links. Goes out: HTML. It must not know what a page is about.

use std::sync::OnceLock;

use crate::diagnostic::Diagnostic;

use super::templates::{Context, Prepared, Templates};
use super::views::{PageView, SiteView};

/// The parts of the frame.
#[derive(Debug)]
pub struct Frame {
    /// Where the header's links lead.
    nav: Vec<String>,
    /// By the link to the page itself, and by that to its section: the header's links. Each is made when it
    /// is first asked for.
    header: Vec<OnceLock<Result<Prepared<String>, Diagnostic>>>,
    /// The links of the footer that are the same on all pages.
    footer: OnceLock<Result<Prepared<String>, Diagnostic>>,
}

impl Frame {
    /// Returns the frame of a site's pages.
    pub fn new(site: &SiteView) -> Frame {
        let nav: Vec<String> = site.nav.iter().map(|item| item.href.clone()).collect();
        let count = (nav.len() + 1) * (nav.len() + 1);
        Frame { nav, header: std::iter::repeat_with(OnceLock::new).take(count).collect(), footer: OnceLock::new() }
    }

    /// Returns what a page's template is given of the frame.
    ///
    /// # Errors
    /// A fault in the template of a part.
    pub fn around(&self, page: &PageView, templates: &Templates) -> Result<Context, Diagnostic> {
        // All pages that no link of the header leads to are alike.
        let at = |href: &str| self.nav.iter().position(|item| item == href).map_or(0, |at| at + 1);
        let (own, section) = (at(&page.href), at(&page.section));
        let href = |at: usize| at.checked_sub(1).map_or("", |at| self.nav[at].as_str());
        let make = |name: &str, context: Context| {
            templates.text(name, &context).map(|html| Prepared::new(html.trim_end().to_owned()))
        };
        let header = self.header[own * (self.nav.len() + 1) + section].get_or_init(|| {
            make("header-links.html", Context::new().with("href", href(own)).with("section", href(section)))
        });
        let footer = self.footer.get_or_init(|| make("footer-links.html", Context::new()));
        let part = |part: &Result<Prepared<String>, Diagnostic>| part.as_ref().map_err(Clone::clone).cloned();
        Ok(Context::new().with("page", page).with("header_links", &part(header)?).with("footer_links", &part(footer)?))
    }
}
