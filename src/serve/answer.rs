//! Which file of the site an address means, as static hosts have it.
//!
//! It must not know how an answer travels.

use percent_encoding::percent_decode_str;

use crate::compile::Site;
use crate::route;

/// What there is at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meant {
    /// The site's file of that index.
    File(usize),
    /// Nothing: the page that says so.
    Nothing,
}

/// Where to look for an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// Here.
    Here(Meant),
    /// At another address of the site.
    Elsewhere(String),
}

/// Answers for a path of a URL. A page is at its address without an extension; a folder's own page
/// is at the folder; what is asked for with a slash too many, or outside the base path, is elsewhere.
pub(super) fn answer(site: &Site, base: &str, path: &str) -> Answer {
    let Some(path) = path.strip_prefix(base).and_then(|path| path.strip_prefix('/')) else {
        let home = path == "/" || path == base;
        return if home { Answer::Elsewhere(format!("{base}/")) } else { Answer::Here(Meant::Nothing) };
    };
    let Ok(path) = percent_decode_str(path).decode_utf8() else { return Answer::Here(Meant::Nothing) };
    let path = &*path;
    let here = |name: &str| site.find(name).map(|index| Answer::Here(Meant::File(index)));
    let elsewhere = |path: &str| Answer::Elsewhere(format!("{base}/{}", route::encode(path)));
    let found = match path.strip_suffix('/') {
        _ if path.is_empty() => here("index.html"),
        Some(folder) => here(&format!("{path}index.html")).or_else(|| {
            let page = folder.trim_end_matches('/');
            [format!("{page}.html"), page.to_owned()].iter().find_map(|name| site.find(name)).map(|_| elsewhere(page))
        }),
        None => here(path)
            .or_else(|| here(&format!("{path}.html")))
            .or_else(|| site.find(&format!("{path}/index.html")).map(|_| elsewhere(&format!("{path}/")))),
    };
    found.unwrap_or(Answer::Here(Meant::Nothing))
}
