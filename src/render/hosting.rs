//! What crawlers and hosts are told: `robots.txt`, `_redirects`, `_headers`.
//!
//! The last two are in the form that Netlify and Cloudflare Pages read; other hosts ignore them. It
//! must not know how a page looks.

use crate::plan::{Plan, What};
use crate::render::views::Scene;
use crate::route::Route;

/// Returns `robots.txt`: everything may be read.
pub fn robots(scene: &Scene) -> String {
    let base = &scene.site.base;
    let mut text = "User-agent: *\nAllow: /\n".to_owned();
    if let Some(sitemap) = base.absolute(&base.file_href("sitemap.xml")) {
        text.push_str(&format!("\nSitemap: {sitemap}\n"));
    }
    text
}

/// Returns `_redirects`: from each former address to the present one, and from twin to twin.
pub fn redirects(scene: &Scene, plan: &Plan) -> String {
    let base = &scene.site.base;
    let mut text = String::new();
    for file in &plan.files {
        let What::Redirect(subject) = file.what else { continue };
        let Some(route) = file.path.strip_suffix(".html") else { continue };
        let (from, to) = (Route::new(route), scene.link(subject));
        text.push_str(&format!("{} {} 301\n", base.href(&from), to.href));
        text.push_str(&format!("{} {} 301\n", base.twin_href(&from), to.twin));
    }
    text
}

/// Returns `_headers`: a twin is Markdown in UTF-8, and search engines should lead to the page.
pub fn headers(scene: &Scene) -> String {
    format!("{}/*.md\n  Content-Type: text/markdown; charset=utf-8\n  X-Robots-Tag: noindex\n", scene.site.base.path)
}
