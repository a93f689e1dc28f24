//! What crawlers, hosts, language models and badge services are given.

use serde_json::Value;

use crate::machines::xml;
use crate::rich::{AT_ROOT, BELOW};
use crate::site::{Site, note};

#[test]
fn robots_may_read_everything_and_find_the_sitemap() {
    assert_eq!(AT_ROOT.text("robots.txt"), "User-agent: *\nAllow: /\n\nSitemap: https://notes.example/sitemap.xml\n");
    assert!(BELOW.text("robots.txt").ends_with("\nSitemap: https://notes.example/sub/dir/sitemap.xml\n"));
    let site = Site::parse(note("a"));
    site.build(&[]).ends(0);
    assert_eq!(site.text("robots.txt"), "User-agent: *\nAllow: /\n");
}

#[test]
fn hosts_redirect_former_addresses_and_their_twins() {
    let expected = "\
/capabilities/transports.http-sse /capabilities/transports.sse 301
/capabilities/transports.http-sse.md /capabilities/transports.sse.md 301
/clients/acme-ide /clients/acme 301
/clients/acme-ide.md /clients/acme.md 301
/imprint /about 301
/imprint.md /about.md 301
/research/hand-made-frames /research/frames-by-hand 301
/research/hand-made-frames.md /research/frames-by-hand.md 301
";
    assert_eq!(AT_ROOT.text("_redirects"), expected);
    assert!(BELOW.text("_redirects").contains("\n/sub/dir/imprint /sub/dir/about 301\n"));
    let site = Site::parse(note("a"));
    site.build(&[]).ends(0);
    assert!(!site.output().contains_key("_redirects"), "without a former address there is none");
}

#[test]
fn hosts_say_what_a_twin_is() {
    let said = "  Content-Type: text/markdown; charset=utf-8\n  X-Robots-Tag: noindex\n";
    assert_eq!(AT_ROOT.text("_headers"), format!("/*.md\n{said}"));
    assert_eq!(BELOW.text("_headers"), format!("/sub/dir/*.md\n{said}"));
}

#[test]
fn files_for_hosts_may_be_the_sites_own() {
    let own = ["robots.txt", "_headers", "_redirects", "llms.txt", "llms-full.txt"];
    let statics: String = own.iter().map(|name| format!("-- static/{name} --\nOWN {name}\n")).collect();
    let site = Site::parse(format!("{}{statics}", note("a").line("aliases: [b]")));
    site.build(&["--strict"]).ends(0);
    for name in own {
        assert_eq!(site.text(name), format!("OWN {name}\n"));
    }
    // What programs rely on may not.
    site.write("static/api/v1/notes.json", "{}");
    let run = site.build(&[]).ends(1);
    assert!(run.stderr.starts_with("static/api/v1/notes.json:1:1: error[route-taken]: "), "{}", run.stderr);
}

#[test]
fn every_fixed_file_may_be_linked_to() {
    let links: String = fieldnotes::catalog::machine_files().map(|file| format!("[`{file}`](/{file}) ")).collect();
    let site = Site::parse(note("a").body(&links));
    site.build(&["-u", "https://notes.example", "--strict"]).ends(0);
    let output = site.output();
    let there: Vec<&str> = fieldnotes::catalog::machine_files().filter(|file| output.contains_key(*file)).collect();
    assert_eq!(there, fieldnotes::catalog::machine_files().collect::<Vec<_>>());
}

/// Returns the titles and addresses of a list of links in Markdown, each with its section.
fn listed(text: &str) -> Vec<(String, String)> {
    let mut section = String::new();
    let mut found = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title.to_owned();
        } else if let Some(link) = line.strip_prefix("- [") {
            let (_, rest) = link.split_once("](").expect("a link");
            let (address, rest) = rest.split_once(')').expect("an end");
            assert!(rest.starts_with(": ") && rest.len() > 2, "no summary: {line}");
            found.push((section.clone(), address.to_owned()));
        }
    }
    found
}

#[test]
fn language_models_are_pointed_at_every_page() {
    for (site, base) in [(&*AT_ROOT, "https://notes.example/"), (&*BELOW, "https://notes.example/sub/dir/")] {
        let text = site.text("llms.txt");
        assert!(text.starts_with("# Notes & More \\<beta>\n\n> The prose of the home page.\n"), "{text}");
        let listed = listed(&text);
        let sections: Vec<&str> = listed.chunk_by(|a, b| a.0 == b.0).map(|section| section[0].0.as_str()).collect();
        assert_eq!(sections, ["Overview", "Research", "Clients", "Capabilities", "Revisions", "Pages", "Optional"]);
        let output = site.output();
        for (_, address) in &listed {
            let path = address.strip_prefix(base).unwrap_or_else(|| panic!("{address}"));
            assert!(output.contains_key(path), "{address} leads to nothing");
        }
        let research = listed.iter().filter(|(section, _)| section == "Research").count();
        let notes = output.keys().filter(|path| path.starts_with("research/") && path.ends_with(".md")).count();
        assert_eq!(research, notes);
    }
    let text = AT_ROOT.text("llms.txt");
    assert!(text.contains("/research/old-finding.md): Superseded. Summary of old-finding.\n"), "{text}");
    assert!(!text.contains("DRAFT-TITLE"));
}

#[test]
fn a_long_list_says_where_the_rest_is() {
    let notes: String = (0..510).map(|i| note(&format!("n-{i}")).to_string()).collect();
    let site = Site::parse(notes);
    site.build(&[]).ends(0);
    let text = site.text("llms.txt");
    assert_eq!(text.matches("(/research/n-").count(), 500);
    assert!(text.contains("\n- [Research](/research.md): All 510, of which the first 500 stand here.\n"));
}

#[test]
fn the_notes_stand_in_one_file_as_far_as_they_fit() {
    let full = AT_ROOT.text("llms-full.txt");
    assert!(full.starts_with(&AT_ROOT.text("research/declares-nothing.md")));
    for (path, bytes) in AT_ROOT.output() {
        if path.starts_with("research/") && path.ends_with(".md") {
            assert!(full.contains(std::str::from_utf8(&bytes).expect("UTF-8")), "{path}");
        }
    }
    assert!(!full.contains("left out"));
    let large = "A line of text.\n".repeat(60_000);
    let notes: String = ["a", "b", "c", "d"].map(|id| note(id).body(&large).to_string()).concat();
    let site = Site::parse(notes);
    site.build(&[]).ends(0);
    let full = site.text("llms-full.txt");
    assert!(full.len() < 2 * 1024 * 1024 + 200 && full.contains("\nid: b\n") && !full.contains("\nid: c\n"));
    assert!(full.ends_with(
        "\n\n> 2 older notes are left out here, to keep the file under 2 MiB. They stand in [Research](/research.md).\n"
    ));
}

#[test]
fn a_badge_says_its_verdict_in_a_word() {
    let output = AT_ROOT.output();
    let cells: Vec<&String> =
        output.keys().filter(|path| path.starts_with("clients/acme/") && path.ends_with(".html")).collect();
    assert!(!cells.is_empty());
    for path in cells {
        let stem = path.strip_prefix("clients/").and_then(|path| path.strip_suffix(".html")).expect("a cell");
        let svg = AT_ROOT.text(&format!("badge/{stem}.svg"));
        let badge: Value = serde_json::from_str(&AT_ROOT.text(&format!("badge/{stem}.json"))).expect("JSON");
        let said = |key: &str| badge[key].as_str().expect("a text").to_owned();
        assert_eq!(badge["schemaVersion"], 1);
        assert_eq!(xml(&svg, "title"), [format!("{}: {}", said("label"), said("message"))]);
        assert_eq!(xml(&svg, "text"), [said("label"), said("message")]);
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.contains("role=\"img\""), "{svg}");
        assert!(svg.contains(&format!("fill=\"#{}\"", said("color"))) && !svg.contains("href"), "{svg}");
    }
    let badge: Value = serde_json::from_str(&AT_ROOT.text("badge/acme/transports.stdio.json")).expect("JSON");
    assert_eq!(badge["label"], "Acme · stdio");
    assert_eq!(badge["message"], "noted");
}

#[test]
fn what_a_badge_says_is_never_markup() {
    let client = "-- notes/clients/acme.md --\n---\ntitle: \"</title><script>&\\\"' ]]>\"\n---\n";
    let site = Site::parse(format!("{}{client}", note("a")));
    site.build(&[]).ends(0);
    let svg = site.text("badge/acme/tools.call.svg");
    assert_eq!(xml(&svg, "title"), ["</title><script>&\"' ]]> · tools.call: noted"]);
    assert!(!svg.contains("<script"));
}
