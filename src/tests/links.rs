//! A crawler over everything that the site publishes: each link and fragment leads to something
//! that the site has, at the root of a host and below it; and the pages are sound HTML.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use percent_encoding::percent_decode_str;
use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::html::Page;
use crate::rich::{AT_ROOT, BELOW};
use crate::site::{Site, TODAY, Tree, program, run, tree};

/// An output folder, read.
struct Built {
    /// Where it is published: `https://host/sub/dir/`.
    address: String,
    files: Tree,
    /// The pages, by the path of their file.
    pages: BTreeMap<String, Page>,
}

impl Built {
    fn read(files: Tree, address: &str) -> Built {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("pages are UTF-8");
        let html = files.iter().filter(|(path, _)| path.ends_with(".html"));
        let pages = html.map(|(path, bytes)| (path.clone(), Page::read(&text(bytes)))).collect();
        Built { address: address.to_owned(), files, pages }
    }

    /// Returns the file that an address leads to, if it is one of this site's, and the fragment.
    fn target<'a>(&self, link: &'a str) -> Option<(Option<String>, &'a str)> {
        let (link, fragment) = link.split_once('#').unwrap_or((link, ""));
        let (_, base) = self.address.split_once("://").and_then(|(_, rest)| rest.split_once('/'))?;
        let origin = &self.address[..self.address.len() - base.len() - 1];
        let path = match link.strip_prefix(origin) {
            Some(path) => path,
            None if link.starts_with("http://") || link.starts_with("https://") || link.starts_with("mailto:") => {
                return None;
            }
            None => link,
        };
        let Some(below) = path.strip_prefix(&format!("/{base}")) else { return Some((None, fragment)) };
        let below = percent_decode_str(below).decode_utf8().expect("addresses are UTF-8").into_owned();
        let candidates = match below.as_str() {
            "" => vec!["index.html".to_owned()],
            _ => vec![below.clone(), format!("{below}.html")],
        };
        Some((candidates.into_iter().find(|path| self.files.contains_key(path)), fragment))
    }

    /// Returns what is wrong with a link of a file.
    fn fault(&self, from: &str, link: &str) -> Option<String> {
        let own = link.strip_prefix('#').map(|fragment| (Some(from.to_owned()), fragment));
        let (file, fragment) = own.or_else(|| self.target(link))?;
        let Some(file) = file else { return Some(format!("{from}: `{link}` leads to nothing")) };
        // A fragment of a twin is one of its page.
        let page = self.pages.get(&file).or_else(|| self.pages.get(&format!("{}.html", file.strip_suffix(".md")?)));
        let wanted = percent_decode_str(fragment).decode_utf8().expect("fragments are UTF-8");
        // As a browser does: as it is written, then decoded.
        let has = |page: &Page| page.ids().iter().any(|id| *id == fragment || *id == wanted);
        let there = fragment.is_empty() || page.is_some_and(has);
        (!there).then(|| format!("{from}: `{link}` names no part of {file}"))
    }

    /// Returns every dead link.
    fn dead(&self) -> Vec<String> {
        let mut dead = Vec::new();
        for (path, page) in &self.pages {
            for element in &page.elements {
                let refresh = element.get("content").filter(|_| element.has("http-equiv", "refresh"));
                let refresh = refresh.and_then(|content| content.split_once("url=")).map(|(_, url)| url);
                let links = [element.get("href"), element.get("src"), refresh];
                dead.extend(links.into_iter().flatten().filter_map(|link| self.fault(path, link)));
            }
        }
        for (path, bytes) in self.files.iter().filter(|(path, _)| path.ends_with(".md")) {
            let text = std::str::from_utf8(bytes).expect("twins are UTF-8");
            let (_, body) = text[4..].split_once("\n---\n").expect("twins have front matter");
            for event in Parser::new_ext(body, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES) {
                if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event {
                    dead.extend(self.fault(path, &dest_url));
                }
            }
        }
        dead
    }

    /// Returns the pages proper: those that are neither a redirect nor the page for what is not there.
    fn proper(&self) -> impl Iterator<Item = (&String, &Page)> {
        let redirects = |page: &Page| page.all("meta").any(|meta| meta.has("http-equiv", "refresh"));
        self.pages.iter().filter(move |(path, page)| *path != "404.html" && !redirects(page))
    }
}

/// The sites to look at.
fn all() -> [(&'static str, Built); 3] {
    [
        ("at the root", Built::read(AT_ROOT.output(), "https://notes.example/")),
        ("below", Built::read(BELOW.output(), "https://notes.example/sub/dir/")),
        ("this repository", own()),
    ]
}

/// This repository's own site.
fn own() -> Built {
    Built::read(own_files(), "https://own.example/notes/")
}

/// Builds this repository's own site below `https://own.example/notes/`.
pub fn own_files() -> Tree {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let mut command = program(folder.path());
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR"))).args(["build", "--date", TODAY, "--out"]).arg(&out);
    command.args(["-u", "https://own.example/notes/"]);
    run(command).ends(0);
    let mut files = tree(&out);
    files.remove("fieldnotes-manifest.json");
    files
}

#[test]
fn every_link_and_fragment_leads_to_something() {
    for (name, built) in all() {
        let dead = built.dead();
        assert!(dead.is_empty(), "{name}:\n{}", dead.join("\n"));
    }
}

#[test]
fn a_dead_link_is_seen() {
    let mut files = AT_ROOT.output();
    files.insert(
        "x.html".to_owned(),
        b"<a href=\"/gone\">1</a><a href=\"#gone\">2</a><img src=\"/about#main\">".to_vec(),
    );
    files.insert("x.md".to_owned(), b"---\na: 1\n---\n[1](/gone.md) `[2](/gone.md)` [3](/about.md#gone)\n".to_vec());
    let dead = Built::read(files, "https://notes.example/").dead();
    let expected = [
        "x.html: `/gone` leads to nothing",
        "x.html: `#gone` names no part of x.html",
        "x.md: `/gone.md` leads to nothing",
        "x.md: `/about.md#gone` names no part of about.md",
    ];
    assert_eq!(dead, expected);
}

#[test]
fn every_page_has_a_twin_and_every_twin_a_page() {
    for (name, built) in all() {
        let mut twins: BTreeSet<String> = built.files.keys().filter(|path| path.ends_with(".md")).cloned().collect();
        for (path, page) in built.proper() {
            let links = page.links("alternate", Some("text/markdown"));
            assert_eq!(links.len(), 1, "{name}: {path}: {links:?}");
            let file = built.target(links[0]).and_then(|(file, _)| file);
            let twin = path.replace(".html", ".md");
            assert_eq!(file.as_ref(), Some(&twin), "{name}: {path}");
            assert!(twins.remove(&twin), "{name}: {path}");
        }
        assert!(twins.is_empty(), "{name}: twins without a page: {twins:?}");
    }
}

#[test]
fn a_twin_ends_with_one_line_end_and_holds_no_html_of_ours() {
    for (name, built) in all() {
        for (path, bytes) in built.files.iter().filter(|(path, _)| path.ends_with(".md")) {
            assert!(bytes.ends_with(b"\n") && !bytes.ends_with(b"\n\n"), "{name}: {path}");
            assert!(!bytes.contains(&b'\r'), "{name}: {path}");
            // What stands in a code sample is the author's.
            let text = String::from_utf8_lossy(bytes);
            let text: String = text.split('`').step_by(2).collect();
            assert!(!text.contains("<code>") && !text.contains("<a "), "{name}: {path}");
        }
    }
}

#[test]
fn pages_are_sound() {
    for (name, built) in all() {
        for (path, page) in &built.pages {
            let here = format!("{name}: {path}");
            let mut ids = page.ids();
            let count = ids.len();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), count, "{here}: an id is given twice: {:?}", page.ids());
            assert!(!ids.iter().any(|id| id.is_empty() || id.contains(char::is_whitespace)), "{here}: {ids:?}");
            for element in &page.elements {
                let inside = |name: &str| element.around.iter().any(|around| around == name);
                assert!(element.name != "a" || !inside("a"), "{here}: a link in a link: {element:?}");
                for name in ["aria-labelledby", "aria-describedby", "for"] {
                    if let Some(id) = element.get(name) {
                        assert!(ids.contains(&id), "{here}: `{name}` names no id: {id}");
                    }
                }
                assert!(element.name != "img" || element.get("alt").is_some(), "{here}: a picture without alt");
                assert!(!element.attributes.iter().any(|(key, _)| key.starts_with("on")), "{here}: {element:?}");
                let named = element.get("aria-label").is_some() || !element.text.trim().is_empty();
                assert!(element.name != "a" || named, "{here}: a link without a name: {element:?}");
            }
            let levels = page.levels();
            assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1, "{here}: {levels:?}");
            assert_eq!(levels.first(), Some(&1), "{here}: {levels:?}");
            let skipped = levels.windows(2).any(|pair| pair[1] > pair[0] + 1);
            assert!(!skipped, "{here}: a level is skipped: {levels:?}");
            assert_eq!(page.all("main").count(), 1, "{here}");
            assert_eq!(page.all("title").filter(|title| !title.text.trim().is_empty()).count(), 1, "{here}");
            let lang = page.all("html").next().and_then(|html| html.get("lang"));
            assert!(lang.is_some_and(|lang| !lang.is_empty()), "{here}");
        }
    }
}

#[test]
fn titles_are_unique_and_descriptions_present() {
    for (name, built) in all() {
        let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
        for (path, page) in built.proper() {
            let title = page.all("title").next().expect("a title").text.as_str();
            if let Some(other) = seen.insert(title, path) {
                panic!("{name}: {path} and {other} are both called {title:?}");
            }
            let descriptions: Vec<_> = page.all("meta").filter(|meta| meta.has("name", "description")).collect();
            assert!(descriptions.len() == 1 && descriptions[0].get("content").is_some_and(|c| !c.is_empty()), "{path}");
        }
    }
}

#[test]
fn canonical_links_are_absolute_and_their_own() {
    for (name, built) in all() {
        for (path, page) in built.proper() {
            let links = page.links("canonical", None);
            assert_eq!(links.len(), 1, "{name}: {path}");
            let file = built.target(links[0]).and_then(|(file, _)| file);
            assert!(links[0].starts_with(&built.address) || format!("{}/", links[0]) == built.address, "{}", links[0]);
            assert_eq!(file.as_ref(), Some(path), "{name}");
        }
    }
}

#[test]
fn without_an_address_there_are_no_absolute_links_to_the_site() {
    let site = Site::parse(crate::site::note("a").body("[JSON](/api/v1/notes.json), [self](a.md)."));
    site.build(&[]).ends(0);
    let output = site.output();
    assert!(!output.contains_key("feed.xml") && !output.contains_key("sitemap.xml"), "{:?}", output.keys());
    let built = Built::read(output, "https://nowhere.example/");
    assert_eq!(built.dead(), Vec::<String>::new());
    assert!(built.pages.values().all(|page| page.links("canonical", None).is_empty()));
    assert!(!String::from_utf8_lossy(&built.files["research/a.md"]).contains("canonical"));
}

/// Returns the pages of a site that was built without an address, all links checked.
#[track_caller]
fn crawl(site: &Site) -> Built {
    site.build(&["-u", "https://notes.example/x"]).ends(0);
    let built = Built::read(site.output(), "https://notes.example/x/");
    assert_eq!(built.dead(), Vec::<String>::new());
    built
}

#[test]
fn ids_that_no_registry_declares_may_need_escaping_in_links() {
    let ids = [
        "c#", "c++", "a b", "50%", "%41", "a&b", "what's", "(x)", "a;b", "@scope", "中文", "é", "~x", "[y]", "1.10",
        "x=y", "{z}",
    ];
    let list = serde_json::to_string(&ids).expect("a list");
    let note = crate::site::note("a").set("clients", &list).set("capabilities", &list);
    let mut notes = note.set("kind", "\"k & k\"").to_string();
    for (i, id) in ids.iter().enumerate() {
        let url: String = id.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let note = crate::site::note(&format!("n{i}")).set("clients", &serde_json::to_string(&[id]).expect("a list"));
        notes.push_str(&note.body(&format!("[One](/clients/{url}) and [two](/capabilities/{url}.md).")).to_string());
    }
    let built = crawl(&Site::parse(notes));
    for id in ids {
        assert!(built.files.contains_key(&format!("clients/{id}.html")), "{id}");
    }
}

#[test]
fn a_long_list_is_split_into_pages_that_lead_to_each_other() {
    let notes: String = (0..501).map(|i| crate::site::note(&format!("n{i:03}")).to_string()).collect();
    let built = crawl(&Site::parse(notes));
    for list in ["research", "clients/acme", "kinds/finding", "statuses/current"] {
        let (one, two) = (&built.pages[&format!("{list}.html")], &built.pages[&format!("{list}/page/2.html")]);
        assert_eq!(one.links("next", None), [format!("/x/{list}/page/2")]);
        assert_eq!(two.links("prev", None), [format!("/x/{list}")]);
        let rows = |page: &Page| page.all("a").filter(|a| a.has("class", "title")).count();
        assert_eq!((rows(one), rows(two)), (500, 1), "{list}");
    }
    let twin = String::from_utf8_lossy(&built.files["research/page/2.md"]).into_owned();
    assert!(twin.contains("(/x/research/n500.md)") && twin.contains("[1](/x/research.md)"), "{twin}");
}

/// Every id that the built-in templates give by themselves, as the text of a heading.
fn headings() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let mut ids = BTreeSet::new();
    for (_, bytes) in tree(&folder) {
        let text = String::from_utf8(bytes).expect("templates are UTF-8");
        ids.extend(text.split("id=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(|id| {
            let fixed = id.split("{{").next().unwrap_or(id);
            if fixed.len() == id.len() { fixed.to_owned() } else { format!("{fixed}1") }
        }));
    }
    ids.extend(["fn-1", "fnref-1", "footnotes"].map(str::to_owned));
    ids.into_iter().filter(|id| id != "1").map(|id| format!("## {}\n\nText.[^1]\n\n", id.replace('-', " "))).collect()
}

/// Returns a site whose texts have a heading for every id of the pages' own.
fn crowded(pick: impl Fn(&str) -> bool) -> Site {
    let text: String = headings().split_inclusive("[^1]\n\n").filter(|part| pick(part)).collect();
    let text = format!("{text}[^1]: A footnote.\n");
    let page = |path: &str| format!("-- notes/{path}.md --\n---\ntitle: X {path}\n---\n\n{text}");
    let note = crate::site::note("a").line("related: [b]").body(&text);
    let b = crate::site::note("b").body("[a](a.md) [i](../index.md) [p](../page.md) [c](../clients/acme.md)");
    Site::parse(format!("{note}{b}{}{}{}", page("index"), page("page"), page("clients/acme")))
}

/// Asserts that no page has an id twice.
#[track_caller]
fn assert_distinct(built: &Built) {
    for (path, page) in &built.pages {
        let mut ids = page.ids();
        ids.sort_unstable();
        let twice = ids.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(twice, None, "{path}");
    }
}

#[test]
fn headings_never_take_an_id_of_the_page_itself() {
    let site = crowded(|heading| !heading.starts_with("## ui "));
    assert_distinct(&crawl(&site));
}

#[test]
fn headings_never_take_an_id_of_the_lists_on_the_page() {
    assert_distinct(&crawl(&crowded(|_| true)));
}

#[test]
fn groups_of_capabilities_never_take_an_id_of_the_page_itself() {
    let registry = "-- notes/capabilities.yaml --\n- id: main\n  title: Main\n  capabilities:\n    - id: tools.call\n      title: Call\n";
    assert_distinct(&crawl(&Site::parse(format!("{registry}{}", crate::site::note("a")))));
}

/// Asserts where a link of the header leads, and that it leads to something.
#[track_caller]
fn check_nav(base: &str, url: &str, expected: &str) {
    let page = "-- notes/notes-on.md --\n---\ntitle: X\n---\n\n## Part one\n\nText.\n-- notes/a map.svg --\n";
    let nav = format!("-- notes/site.yaml --\nnav:\n  - title: NAV\n    url: {url}\n");
    let site = Site::parse(format!("{page}{nav}{}", crate::site::note("a").body("![A map](<../a map.svg>)")));
    site.build(&["-u", base]).ends(0);
    let built = Built::read(site.output(), base);
    let link = built.pages["404.html"].all("a").find(|a| a.text == "NAV").expect("a link");
    assert_eq!(link.get("href"), Some(expected));
    assert_eq!(built.dead(), Vec::<String>::new());
}

#[test]
fn links_of_the_header_are_written_with_or_without_the_base_path() {
    check_nav("https://notes.example/", "/notes-on", "/notes-on");
    check_nav("https://notes.example/sub/", "/notes-on", "/sub/notes-on");
    check_nav("https://notes.example/sub/", "/sub/notes-on", "/sub/notes-on");
    check_nav("https://notes.example/sub/", "/", "/sub/");
    check_nav("https://notes.example/sub/", "/research/", "/sub/research");
    check_nav("https://notes.example/sub/", "/api/v1/notes.json", "/sub/api/v1/notes.json");
    check_nav("https://notes.example/sub/", "https://else.example/?a&b", "https://else.example/?a&b");
}

#[test]
fn a_link_of_the_header_that_begins_like_the_base_path_is_not_below_it() {
    check_nav("https://notes.example/no/", "/notes-on", "/no/notes-on");
}

#[test]
fn a_link_of_the_header_may_name_a_part() {
    check_nav("https://notes.example/", "/notes-on#part-one", "/notes-on#part-one");
}

#[test]
fn a_link_of_the_header_may_be_escaped() {
    check_nav("https://notes.example/", "/a%20map.svg", "/a%20map.svg");
}

#[test]
fn a_file_that_the_header_refers_to_is_used() {
    let site = Site::parse("-- notes/site.yaml --\nnav:\n  - title: NAV\n    url: /map.svg\n-- notes/map.svg --\n");
    site.build(&["--strict"]).ends(0);
    assert!(site.output().contains_key("map.svg"));
}

#[test]
fn groups_of_capabilities_are_linked_by_their_id() {
    let list = "[\"main.x\", \"a b.x\", \"a-b.x\"]";
    let body = "[1](/capabilities#main) [2](/capabilities#a%20b) [3](/capabilities#a-b)";
    let built = crawl(&Site::parse(crate::site::note("a").set("capabilities", list).body(body)));
    assert_distinct(&built);
    let html = String::from_utf8_lossy(&built.files["research/a.html"]).into_owned();
    for link in ["/x/capabilities#main-1", "/x/capabilities#a-b\"", "/x/capabilities#a-b-1"] {
        assert!(html.contains(link), "{link}");
    }
}

#[test]
fn sentences_that_refer_to_a_page_show_the_titles_of_their_links() {
    let notes = format!(
        "{}{}",
        crate::site::note("a").set("title", "\"A `b`. C\""),
        crate::site::note("b").body("One. See [[a]], [[b]] and\n[[a|it]], and [x](a.md). Two.")
    );
    let built = crawl(&Site::parse(notes));
    let html = String::from_utf8_lossy(&built.files["research/a.html"]).into_owned();
    assert!(html.contains("See A b. C, Title of b and it, and x."), "{html}");
}
