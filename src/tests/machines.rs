//! What programs read: the feeds, the sitemap, notes as JSON, structured data.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::html::Page;
use crate::rich::{AT_ROOT, BELOW};
use crate::site::{Site, note};

/// Fails if a text is not well-formed XML; returns the texts of the elements of a name.
#[track_caller]
pub fn xml(text: &str, name: &str) -> Vec<String> {
    use quick_xml::events::Event;
    let mut reader = quick_xml::Reader::from_str(text);
    reader.config_mut().enable_all_checks(true);
    let mut open: Vec<String> = Vec::new();
    let mut found: Vec<String> = Vec::new();
    loop {
        let event = reader.read_event().unwrap_or_else(|error| panic!("{error}: {text}"));
        let collects = open.last().is_some_and(|last| last == name);
        match event {
            Event::Start(tag) => {
                tag.attributes().for_each(|attribute| {
                    attribute.expect("an attribute");
                });
                open.push(tag.name().as_ref().to_owned());
                if open.last().is_some_and(|last| last == name) {
                    found.push(String::new());
                }
            }
            Event::End(_) => {
                open.pop();
            }
            Event::Text(part) if collects => found.last_mut().expect("open").push_str(&part.xml10_content()),
            Event::GeneralRef(entity) if collects => {
                let c = match &*entity.xml10_content() {
                    "amp" => "&",
                    "lt" => "<",
                    "gt" => ">",
                    "quot" => "\"",
                    "apos" | "#39" | "#x27" => "'",
                    "#x2F" => "/",
                    other => panic!("the entity {other}"),
                };
                found.last_mut().expect("open").push_str(c);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?} are not closed: {text}");
    found
}

#[test]
fn the_feed_is_read_by_another_program_without_fault() {
    for (site, base) in [(&*AT_ROOT, "https://notes.example"), (&*BELOW, "https://notes.example/sub/dir")] {
        let text = site.text("feed.xml");
        let feed = feed_rs::parser::parse(text.as_bytes()).expect("a feed");
        assert_eq!(feed.title.expect("a title").content, "Notes & More <beta>");
        assert_eq!(feed.id, format!("{base}/"));
        assert!(feed.links.iter().any(|l| l.rel.as_deref() == Some("self") && l.href == format!("{base}/feed.xml")));
        assert_eq!(feed.authors.len(), 1);
        let ids: Vec<&str> = feed.entries.iter().map(|entry| entry.id.as_str()).collect();
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(unique.len(), ids.len());
        for entry in &feed.entries {
            assert!(entry.id.starts_with(&format!("{base}/research/")), "{}", entry.id);
            assert_eq!(entry.links[0].href, entry.id);
            assert!(entry.updated.is_some() && entry.summary.is_some());
        }
        // Newest first, then by id.
        assert!(ids[0].ends_with("/declares-nothing"), "{ids:?}");
        assert!(ids[1].ends_with("/frames-by-hand"), "{ids:?}");
    }
}

#[test]
fn titles_and_summaries_of_the_feed_are_exactly_the_notes() {
    let feed = feed_rs::parser::parse(AT_ROOT.text("feed.xml").as_bytes()).expect("a feed");
    let entry = |id: &str| feed.entries.iter().find(|entry| entry.id.ends_with(id)).expect("an entry");
    let title = |id: &str| entry(id).title.as_ref().expect("a title").content.clone();
    assert_eq!(title("/frames-by-hand"), "stdio <by hand>: Tom & \"Jerry\" ]]> &amp; 中文");
    assert_eq!(entry("/frames-by-hand").summary.as_ref().unwrap().content, "It sends 1 < 2 && 'x' ]]> &lt; 中文.");
    assert_eq!(title("/old-finding"), "[superseded] Title of old-finding");
    let reason = &entry("/in-dispute").summary.as_ref().unwrap().content;
    assert_eq!(reason, "Summary of in-dispute. (Disputed: A trace with `<tags>` says otherwise.)");
    let raw = xml(&AT_ROOT.text("feed.xml"), "title");
    assert!(raw.contains(&"stdio <by hand>: Tom & \"Jerry\" ]]> &amp; 中文".to_owned()), "{raw:?}");
}

/// A feed of the site at the root, read.
fn feed_of(path: &str) -> feed_rs::model::Feed {
    feed_rs::parser::parse(AT_ROOT.text(path).as_bytes()).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn each_client_and_capability_with_notes_has_a_feed_of_its_own() {
    let output = AT_ROOT.output();
    let feeds: Vec<&str> = output.keys().filter(|path| path.ends_with("feed.xml")).map(String::as_str).collect();
    let expected = [
        "capabilities/transports.sse/feed.xml",
        "capabilities/transports.stdio/feed.xml",
        "clients/acme/feed.xml",
        "feed.xml",
    ];
    assert_eq!(feeds, expected);
    let feed = feed_of("clients/acme/feed.xml");
    assert_eq!(feed.id, "https://notes.example/clients/acme");
    assert_eq!(feed.title.expect("a title").content, "Acme · Notes & More <beta>");
    let link = |rel: &str| feed.links.iter().find(|link| link.rel.as_deref() == Some(rel)).map(|link| &*link.href);
    assert_eq!(link("self"), Some("https://notes.example/clients/acme/feed.xml"));
    assert_eq!(link("alternate"), Some("https://notes.example/clients/acme"));
    // A note that names no client stands in no client's feed.
    assert!(!feed.entries.iter().any(|entry| entry.id.ends_with("/taken-back")));
    let sse = feed_of("capabilities/transports.sse/feed.xml");
    let ids: Vec<&str> = sse.entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids, ["https://notes.example/research/in-dispute"]);
    assert_eq!(sse.updated, sse.entries[0].updated);
}

#[test]
fn entries_say_what_they_are_of() {
    let feed = feed_of("feed.xml");
    let entry = feed.entries.iter().find(|entry| entry.id.ends_with("/in-dispute")).expect("an entry");
    let of: Vec<(&str, &str)> =
        entry.categories.iter().map(|it| (&*it.term, it.scheme.as_deref().expect("a scheme"))).collect();
    let expected = [
        ("disputed", "https://notes.example/statuses"),
        ("acme", "https://notes.example/clients"),
        ("transports.sse", "https://notes.example/capabilities"),
    ];
    assert_eq!(of, expected);
    assert!(entry.links.iter().any(|link| link.href == "https://notes.example/research/in-dispute.md"));
}

#[test]
fn a_feed_has_the_newest_fifty_and_no_clock() {
    let notes: String = (10..70).map(|i| note(&format!("n-{i}")).to_string()).collect();
    let site = Site::parse(notes);
    site.build(&["-u", "https://notes.example"]).ends(0);
    for path in ["feed.xml", "clients/acme/feed.xml", "capabilities/tools.call/feed.xml"] {
        let feed = feed_rs::parser::parse(site.text(path).as_bytes()).expect("a feed");
        assert_eq!(feed.entries.len(), 50, "{path}");
        assert_eq!(feed.updated.expect("a day").to_rfc3339(), "2026-09-01T00:00:00+00:00", "{path}");
    }
    let empty = Site::parse("");
    empty.build(&["-u", "https://notes.example"]).ends(0);
    assert!(empty.text("feed.xml").contains("<updated>1970-01-01T00:00:00Z</updated>"));
}

#[test]
fn the_sitemap_is_the_set_of_canonical_addresses() {
    for site in [&*AT_ROOT, &*BELOW] {
        let locations = xml(&site.text("sitemap.xml"), "loc");
        let unique: BTreeSet<String> = locations.iter().cloned().collect();
        assert_eq!(unique.len(), locations.len(), "an address is given twice");
        let mut canonical = BTreeSet::new();
        for (path, bytes) in site.output() {
            if path.ends_with(".html") {
                let page = Page::read(std::str::from_utf8(&bytes).expect("UTF-8"));
                let redirects = page.all("meta").any(|meta| meta.has("http-equiv", "refresh"));
                canonical.extend(page.links("canonical", None).into_iter().filter(|_| !redirects).map(str::to_owned));
            }
        }
        assert_eq!(unique, canonical);
        assert!(!unique.iter().any(|url| url.contains("index") || url.contains("404") || url.contains("not-done")));
    }
}

#[test]
fn the_sitemap_dates_pages_by_their_notes() {
    let text = AT_ROOT.text("sitemap.xml");
    let day = |path: &str| {
        let at = text.find(&format!("<loc>https://notes.example{path}</loc>")).expect("an address");
        let end = at + text[at..].find("</url>").expect("an end");
        text[at..end].split_once("<lastmod>").map(|(_, rest)| rest[..10].to_owned())
    };
    assert_eq!(day("/research/frames-by-hand").as_deref(), Some("2026-09-01"));
    assert_eq!(day("/research/declares-nothing").as_deref(), Some("2026-11-30"));
    assert_eq!(day("/capabilities/transports.stdio").as_deref(), Some("2026-11-30"));
    assert_eq!(day("/capabilities/transports.sse").as_deref(), Some("2026-09-01"));
    assert_eq!(day("/about").as_deref(), Some("2026-10-01"));
    assert_eq!(day("/capabilities/other.unused"), None);
    assert_eq!(day("/clients/acme/transports.sse").as_deref(), Some("2026-09-01"));
    assert_eq!(day("/matrix").as_deref(), Some("2026-11-30"));
    assert_eq!(day("/matrix/2025-11-25").as_deref(), Some("2026-11-30"));
    assert_eq!(day("/matrix/2025-03-26"), None);
    assert_eq!(day("/stale").as_deref(), Some("2026-11-30"));
}

#[test]
fn the_json_gives_every_scalar_as_the_text_that_it_was() {
    let site = Site::parse(
        note("a")
            .set("title", "1e10")
            .set("summary", "12:30:45")
            .set("kind", "0x1f")
            .set("capabilities", "[1.10, 0o17]")
            .set("clients", "[no, on, y, 1_000]")
            .set("specVersions", "[2025-06-18]")
            .set("sources", "\n  - url: https://code.example/it\n    title: .inf\n    commit: 0192117\n    path: src/1.10:3\n    date: 2026-08-01\n  - url: https://code.example/it\n    title: \"null\"\n    commit: 7654321e99999\n    date: 2026-08-01")
            .line("related: [1e3]")
            .line("lang: no"),
    );
    site.build(&[]).ends(0);
    let all: Value = serde_json::from_str(&site.text("api/v1/notes.json")).expect("JSON");
    let note = &all["notes"][0];
    let expected = serde_json::json!({
        "id": "a", "title": "1e10", "kind": "0x1f", "summary": "12:30:45",
        "capabilities": ["1.10", "0o17"], "clients": ["no", "on", "y", "1_000"], "specVersions": ["2025-06-18"],
        "sources": [
            {"url": "https://code.example/it", "title": ".inf", "commit": "0192117", "path": "src/1.10:3",
             "date": "2026-08-01", "permalinks": []},
            {"url": "https://code.example/it", "title": "null", "commit": "7654321e99999", "date": "2026-08-01",
             "permalinks": []},
        ],
        "status": "current", "lastVerified": "2026-09-01", "claims": [], "related": ["1e3"],
        "supersedes": [], "supersededBy": [], "contradicts": [], "aliases": [], "lang": "no", "stale": false,
        "href": "/research/a", "markdown": "/research/a.md", "json": "/api/v1/notes/a.json",
    });
    assert_eq!(*note, expected);
    for name in ["no", "on", "y", "1_000"] {
        assert!(site.output().contains_key(&format!("clients/{name}.html")), "{name}");
    }
    let page = Page::read(&site.text("research/a.html"));
    assert_eq!(page.all("h1").next().expect("a title").text.trim(), "1e10");
}

#[test]
fn the_json_holds_every_note_by_id() {
    let all: Value = serde_json::from_str(&AT_ROOT.text("api/v1/notes.json")).expect("JSON");
    assert_eq!(all["version"], "1");
    let ids: Vec<&str> =
        all["notes"].as_array().expect("a list").iter().filter_map(|note| note["id"].as_str()).collect();
    assert!(ids.is_sorted() && ids.contains(&"frames-by-hand") && !ids.contains(&"not-done"), "{ids:?}");
    let frames = &all["notes"].as_array().unwrap()[ids.iter().position(|id| *id == "frames-by-hand").unwrap()];
    assert_eq!(frames["title"], "`stdio` <by hand>: Tom & \"Jerry\" ]]> &amp; 中文");
    assert_eq!(frames["supersedes"], serde_json::json!(["old-finding"]));
    assert_eq!(frames["related"], serde_json::json!(["declares-nothing", "not-written-yet"]));
    assert_eq!(frames["url"], "https://notes.example/research/frames-by-hand");
    assert_eq!(
        frames["sources"][0]["permalinks"],
        serde_json::json!([
            "https://github.com/acme/acme/blob/9509425349e4/src/client1.ts#L45",
            "https://github.com/acme/acme/blob/9509425349e4/src/client1.ts#L199-L241"
        ])
    );
}

#[test]
fn permalinks_lead_to_the_cited_lines() {
    let page = AT_ROOT.text("research/frames-by-hand.html");
    for href in [
        "https://github.com/acme/acme/blob/9509425349e4/src/client1.ts#L45",
        "https://github.com/acme/acme/blob/9509425349e4/src/client1.ts#L199-L241",
        "https://git.acme.example/g/p/-/blob/0192117/docs/a%20b.md",
        "https://archive.example/x",
    ] {
        assert!(page.contains(&format!("href=\"{href}\"")), "{href}");
    }
}

#[test]
fn structured_data_is_json_that_cannot_end_its_element() {
    let mut articles = 0;
    for (path, bytes) in AT_ROOT.output() {
        if !path.ends_with(".html") {
            continue;
        }
        let page = Page::read(std::str::from_utf8(&bytes).expect("UTF-8"));
        for script in page.all("script").filter(|script| script.has("type", "application/ld+json")) {
            assert!(!script.text.contains('<'), "{path}: {}", script.text);
            let data: Value = serde_json::from_str(&script.text).unwrap_or_else(|error| panic!("{path}: {error}"));
            // The home page has no way to it, so it stands alone.
            let main = data.get("@graph").map_or(&data, |graph| &graph[0]);
            assert_eq!(main["url"].as_str(), page.links("canonical", None).first().copied(), "{path}");
            articles += usize::from(main["@type"] == "TechArticle");
            if path == "research/frames-by-hand.html" {
                assert_eq!(main["headline"], "stdio <by hand>: Tom & \"Jerry\" ]]> &amp; 中文");
                assert_eq!(main["dateModified"], "2026-09-01");
            }
        }
    }
    assert!(articles > 0);
}

#[test]
fn a_text_that_ends_a_script_does_not_end_it() {
    let site = Site::parse(note("a").set("title", "'</script><script>alert(1)</script>\u{2028}<!--'").body("Text."));
    site.build(&["-u", "https://notes.example"]).ends(0);
    let page = Page::read(&site.text("research/a.html"));
    assert!(!page.all("script").any(|script| script.text.trim() == "alert(1)"));
    let data = page.all("script").find(|script| script.has("type", "application/ld+json")).expect("data");
    let data: Value = serde_json::from_str(&data.text).expect("JSON");
    assert_eq!(data["@graph"][0]["headline"], "</script><script>alert(1)</script>\u{2028}<!--");
}
