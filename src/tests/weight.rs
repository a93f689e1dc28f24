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
        // The results of the search look like what scripts make elsewhere.
        let further = if path == "search.html" { &["scripted.css"][..] } else { &[] };
        assert_eq!(linked.get(1..).unwrap_or_default(), further, "{path}: one request, one look");
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
    let written = |name: &str| {
        let path = format!("{}/static/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("a stylesheet")
    };
    let mut before = String::new();
    let chains: [&[&str]; 3] =
        [&["style.css", "detail.css"], &["style.css", "lists.css", "matrix.css"], &["scripted.css"]];
    for chain in chains {
        before.clear();
        for (i, name) in chain.iter().enumerate() {
            let written = written(name);
            let head = i.checked_sub(1).map_or(String::new(), |i| format!("@import \"{}\";", chain[i]));
            let own = written.strip_prefix(&head).expect("the import stands first");
            let published = AT_ROOT.text(name);
            assert!(!published.contains("/*") && !published.contains('\n'), "{name}");
            let added = published.strip_prefix(&before).expect("what it imports stands first");
            assert_eq!(added, compact(own), "{name}");
            assert_eq!(added.split_whitespace().collect::<String>(), bare(own), "{name}");
            before = published;
        }
    }
}

#[test]
fn a_shared_sheet_of_the_sites_own_is_in_all_built_in_ones() {
    let own = "/* Ours. */\n@import \"type.css\";\n.a {\n  color: red;\n}\n";
    let site = Site::parse(format!("-- static/style.css --\n{own}{}", note("a")));
    site.build(&[]).ends(0);
    assert_eq!(site.text("style.css"), own);
    for name in ["detail.css", "lists.css", "matrix.css"] {
        let text = site.text(name);
        assert!(text.strip_prefix(own).is_some_and(|rest| !rest.contains("@import")), "{name}: {text}");
    }
}

#[test]
fn a_sheet_of_the_sites_own_may_import_one_that_imports_it() {
    let own = "@import \"matrix.css\";\n.a { top: 0 }\n";
    let site = Site::parse(format!("-- static/style.css --\n{own}{}", note("a")));
    site.build(&[]).ends(0);
    assert_eq!(site.text("style.css"), own);
    assert!(site.text("matrix.css").starts_with(own));
}

#[test]
fn a_sheet_of_the_sites_own_is_published_byte_for_byte() {
    let own = "/* Ours. */\n.a {\n  color: red;\n}\n";
    let site = Site::parse(format!("{}-- static/lists.css --\n{own}-- static/more.css --\n{own}", note("a")));
    site.build(&[]).ends(0);
    assert_eq!((site.text("lists.css"), site.text("more.css")), (own.to_owned(), own.to_owned()));
}
