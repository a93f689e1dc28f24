//! The sitemap: every page's address, each with the day of its newest note.
//!
//! The file is a template; here stands what it shows. It must not know which pages there are.

use serde::Serialize;

use crate::catalog::{NoteIx, Subject};
use crate::plan::Plan;
use crate::render::feed::day;
use crate::render::views::Scene;

/// An address of the sitemap.
#[derive(Debug, Serialize)]
pub struct UrlView {
    loc: String,
    lastmod: Option<String>,
}

/// Returns every page's address, by address.
pub fn sitemap(scene: &Scene, plan: &Plan) -> Vec<UrlView> {
    let newest = |notes: &[NoteIx]| notes.iter().map(|note| day(scene, *note)).max();
    let all = newest(&scene.newest);
    let mut urls: Vec<UrlView> = plan
        .pages
        .iter()
        .map(|page| {
            let lastmod = match page.subject {
                Subject::Note(i) => Some(day(scene, i)),
                Subject::MatrixAt(i) => newest(&scene.revisions[i].notes),
                Subject::Cell(client, capability) => {
                    scene.cells.get(client, capability).and_then(|cell| newest(&cell.notes))
                }
                Subject::Page(i) => scene.pages[i].updated,
                subject => scene.listed(subject).map_or(all, newest),
            };
            let href = scene.site.base.href(&page.route);
            UrlView {
                loc: scene.site.base.absolute(&href).unwrap_or(href),
                lastmod: lastmod.map(|day| day.to_string()),
            }
        })
        .collect();
    urls.sort_by(|a, b| a.loc.cmp(&b.loc));
    urls
}
