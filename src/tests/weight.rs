//! What pages ask for: one script within them, no other at once, and just the stylesheets that they need.

use std::collections::{BTreeMap, BTreeSet};

use fieldnotes::render::sheet::compact;

use crate::html::Page;
use crate::rich::{AT_ROOT, BELOW};
use crate::site::{Site, note};

/// Returns every page of a site, by its path.
fn pages(site: &Site) -> BTreeMap<String, Page> {
    let html = site.output().into_iter().filter(|(path, _)| path.ends_with(".html"));
    html.map(|(path, bytes)| (path, Page::read(std::str::from_utf8(&bytes).expect("UTF-8")))).collect()
}

#[test]
fn the_script_within_pages_is_the_same_on_each_and_no_other_is_asked_for() {
    let mut found = BTreeSet::new();
    for site in [&*AT_ROOT, &*BELOW] {
        for (path, page) in pages(site) {
            let scripts: Vec<_> = page.all("script").filter(|script| script.get("type").is_none()).collect();
            let is_redirect = page.all("meta").any(|meta| meta.has("http-equiv", "refresh"));
            assert_eq!(scripts.len(), usize::from(!is_redirect), "{path}");
            assert!(scripts.iter().all(|script| script.attributes.is_empty()), "{path}");
            found.extend(scripts.iter().map(|script| script.text.clone()));
            for script in
                page.all("body").filter_map(|body| body.get("data-scripts")).flat_map(|names| names.split(' '))
            {
                let file = script.trim_start_matches("/sub/dir").trim_start_matches('/');
                assert!(site.output().contains_key(file), "{path} names {script}");
            }
        }
    }
    assert_eq!(found.len(), 1, "{found:#?}");
}

/// Returns the classes that a stylesheet has rules for.
fn styled(css: &str) -> BTreeSet<&str> {
    let selectors = css.split(['{', '}', ';']).filter(|part| !part.contains("url("));
    let names = selectors.flat_map(|part| part.split('.').skip(1));
    names
        .map(|name| &name[..name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(name.len())])
        .filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
        .collect()
}

#[test]
fn every_page_links_the_stylesheets_that_its_classes_need() {
    let output = AT_ROOT.output();
    let text = |file: &str| std::str::from_utf8(&output[file]).expect("UTF-8");
    let sheets: BTreeMap<&str, BTreeSet<&str>> =
        output.keys().filter(|path| path.ends_with(".css")).map(|path| (path.as_str(), styled(text(path)))).collect();
    assert!(sheets.len() > 3, "{:?}", sheets.keys());
    let mut seen = BTreeSet::new();
    for (path, page) in pages(&AT_ROOT) {
        let linked: Vec<&str> =
            page.links("stylesheet", None).iter().map(|href| href.trim_start_matches('/')).collect();
        assert_eq!(linked.first(), Some(&"style.css"), "{path}: the layers have their order from it");
        for class in page.elements.iter().filter_map(|it| it.get("class")).flat_map(str::split_whitespace) {
            seen.insert(class.to_owned());
            let has_rules = sheets.values().any(|classes| classes.contains(class));
            let is_styled = linked.iter().any(|sheet| sheets[sheet].contains(class));
            assert!(is_styled || !has_rules, "{path} has .{class}, and none of {linked:?} has a rule for it");
        }
    }
    for class in ["notes", "matrix", "life", "timeline", "ledger", "trace", "searching"] {
        assert!(seen.contains(class), "no page has .{class}");
    }
}

#[test]
fn published_sheets_are_the_written_ones_without_comments() {
    let bare = |css: &str| {
        let mut rest = css;
        let mut out = String::new();
        while let Some((before, after)) = rest.split_once("/*") {
            out.push_str(before);
            rest = after.split_once("*/").expect("an end").1;
        }
        out.push_str(rest);
        out.split_whitespace().collect::<String>().replace(";}", "}")
    };
    for name in ["style.css", "lists.css", "matrix.css", "scripted.css"] {
        let written = std::fs::read_to_string(format!("{}/static/{name}", env!("CARGO_MANIFEST_DIR"))).expect(name);
        let published = AT_ROOT.text(name);
        assert_eq!(published, compact(&written), "{name}");
        assert!(!published.contains("/*") && !published.contains('\n'), "{name}");
        assert_eq!(published.split_whitespace().collect::<String>(), bare(&written), "{name}");
    }
}

#[test]
fn a_sheet_of_the_sites_own_is_published_byte_for_byte() {
    let own = "/* Ours. */\n.a {\n  color: red;\n}\n";
    let site = Site::parse(format!("{}-- static/lists.css --\n{own}-- static/more.css --\n{own}", note("a")));
    site.build(&[]).ends(0);
    assert_eq!((site.text("lists.css"), site.text("more.css")), (own.to_owned(), own.to_owned()));
}
