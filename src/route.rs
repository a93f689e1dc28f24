//! Where a page lives: its address below the site, its files in the output, its link under a base
//! path.
//!
//! `research/x` is served as `/research/x`, written to `research/x.html`, with its Markdown twin in
//! `research/x.md`; the home page has the empty route and the files `index.html` and `index.md`.
//! It must not know which pages there are.

use std::borrow::Cow;
use std::fmt;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::shape::Form;

/// The address of a site, as [`Base::parse`] takes it.
pub const BASE_URL: Form = Form {
    name: "the address of a site",
    pattern: r"^https?://[^\s/@?#\\]+(?:/[^\s?#\\]*)?$",
    never: &[r"^https?://[^/]*/.*\.\."],
    longest: None,
    rule: "an absolute http or https address without credentials, `?`, `#` or `..`",
    example: "https://example.org/notes/",
};

/// What must be escaped in a segment of a path: everything but unreserved characters and the
/// marks that RFC 3986 allows there and no HTML attribute minds.
const SEGMENT: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b'\'')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}')
    .add(b'(')
    .add(b')');

/// The file of the output folder that says which files in it are the site's.
pub const MANIFEST: &str = "fieldnotes-manifest.json";
/// What the names of files begin with that are still being written.
pub const TEMPORARY: &str = ".fieldnotes-tmp-";

/// The address of a page below the site's base path, without a leading slash or an extension.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Route(String);

impl Route {
    /// Returns the route of the home page.
    pub fn home() -> Route {
        Route(String::new())
    }

    /// Returns the route of that address.
    pub fn new(path: impl Into<String>) -> Route {
        Route(path.into())
    }

    /// Returns the address, without a leading slash; empty for the home page.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the path of the page's HTML file in the output folder.
    pub fn html_file(&self) -> String {
        [self.stem(), ".html"].concat()
    }

    /// Returns the path of the page's Markdown twin in the output folder.
    pub fn twin_file(&self) -> String {
        [self.stem(), ".md"].concat()
    }

    fn stem(&self) -> &str {
        if self.0.is_empty() { "index" } else { &self.0 }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The site's address: an origin, if known, and the path under which everything lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    /// `https://host`, without a final slash; absent if the site does not say where it is published.
    pub origin: Option<String>,
    /// Empty, or `/sub/dir` without a final slash, percent-encoded.
    pub path: String,
}

impl Base {
    /// Returns the base of a site that does not say where it is published.
    pub fn root() -> Base {
        Base { origin: None, path: String::new() }
    }

    /// Returns the base that a `base_url` names; it means the same with and without a final slash.
    pub fn parse(url: &str) -> Option<Base> {
        let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let path = path.trim_matches('/');
        let bad_host = host.is_empty() || host.contains(['@', '?', '#', '\\']) || host.contains(char::is_whitespace);
        if bad_host || path.contains(['?', '#', '\\']) || path.contains("..") || path.contains(char::is_whitespace) {
            return None;
        }
        let scheme = &url[..url.len() - rest.len()];
        let path = if path.is_empty() { String::new() } else { format!("/{}", encode(path).replace("%25", "%")) };
        Some(Base { origin: Some(format!("{scheme}{host}")), path })
    }

    /// Returns a link to a page: `/sub/research/x`.
    pub fn href(&self, route: &Route) -> String {
        self.file_href(&route.0)
    }

    /// Returns a link to a page's Markdown twin: `/sub/research/x.md`.
    pub fn twin_href(&self, route: &Route) -> String {
        self.file_href(&route.twin_file())
    }

    /// Returns a link to a file of the output folder.
    pub fn file_href(&self, file: &str) -> String {
        let mut href = String::with_capacity(self.path.len() + 1 + file.len());
        href.push_str(&self.path);
        href.push('/');
        href.extend(utf8_percent_encode(file, SEGMENT));
        href
    }

    /// Returns the absolute address of a link that [`Base::href`] or its siblings made, if the
    /// site says where it is published.
    pub fn absolute(&self, href: &str) -> Option<String> {
        self.origin.as_ref().map(|origin| [origin, href].concat())
    }
}

/// Returns a path with each character escaped that may not stand in a URL's path.
pub fn encode(path: &str) -> String {
    Cow::from(utf8_percent_encode(path, SEGMENT)).into_owned()
}

/// Returns a fragment, percent-encoded.
pub fn encode_fragment(fragment: &str) -> String {
    utf8_percent_encode(fragment, SEGMENT).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_links_of_a_route() {
        let base = Base::parse("https://host.example/sub/dir/").unwrap();
        let route = Route::new("clients/c#");
        assert_eq!(route.html_file(), "clients/c#.html");
        assert_eq!(base.href(&route), "/sub/dir/clients/c%23");
        assert_eq!(base.twin_href(&Route::home()), "/sub/dir/index.md");
        assert_eq!(Base::root().href(&Route::home()), "/");
        assert_eq!(base.absolute(&base.href(&Route::home())).unwrap(), "https://host.example/sub/dir/");
    }

    #[test]
    fn a_final_slash_means_nothing() {
        assert_eq!(Base::parse("https://a.example/x/"), Base::parse("https://a.example/x"));
        for bad in ["ftp://a", "a.example", "https://", "https://u:p@a", "https://a/?q", "https://a b"] {
            assert_eq!(Base::parse(bad), None, "{bad}");
        }
    }
}
