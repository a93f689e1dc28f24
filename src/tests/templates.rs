//! Templates as an interface: what the guide tells of overriding works just as it stands there.

use std::collections::BTreeMap;

use crate::site::{Site, note};

const GUIDE: &str = include_str!("../../notes/docs/templates.md");

/// Returns the examples of the guide: by heading, the files with their names.
fn examples() -> BTreeMap<String, Vec<(String, String)>> {
    let mut found: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let (mut heading, mut name, mut lines) = (String::new(), None, GUIDE.lines());
    while let Some(line) = lines.next() {
        if let Some(text) = line.strip_prefix("## ") {
            heading = text.to_owned();
        } else if let Some(path) = line.strip_prefix('`').and_then(|line| line.strip_suffix('`')) {
            name = Some(path.to_owned());
        } else if line.starts_with("```") {
            let code: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if let Some(name) = name.take() {
                found.entry(heading.clone()).or_default().push((name, code.join("\n") + "\n"));
            }
        }
    }
    found
}

/// Builds a site with one example, and returns it.
fn with(files: &[(String, String)]) -> Site {
    let site = Site::parse(note("a"));
    site.write("notes/site.yaml", "title: Notes\nbase_url: https://notes.example\n");
    for (path, text) in files {
        site.write(path, text);
    }
    site.build(&["--strict"]).ends(0);
    site
}

#[test]
fn every_example_of_the_guide_does_what_it_says() {
    let examples = examples();
    assert_eq!(
        examples.keys().collect::<Vec<_>>(),
        ["A footer", "A header", "Colours and type", "The layout of a note"],
        "an example that is not tried below"
    );
    let plain = with(&[]);

    let colours = with(&examples["Colours and type"]);
    for page in ["index.html", "research.html", "research/a.html", "matrix.html", "404.html"] {
        assert!(colours.text(page).contains("<link rel=\"stylesheet\" href=\"/own.css\">"), "{page}");
    }
    assert!(colours.text("own.css").contains("--accent"));
    assert_eq!(colours.text("style.css"), plain.text("style.css"));

    let footer = with(&examples["A footer"]);
    for page in ["index.html", "research/a.html", "404.html"] {
        let text = footer.text(page);
        assert!(text.contains("Kept by the friends of Notes. <a href=\"/feed.xml\">Feed</a>"), "{text}");
        assert!(!text.contains("All data as JSON"), "{text}");
    }

    let header = with(&examples["A header"]);
    let text = header.text("matrix.html");
    assert!(text.contains(">Our own name</a>") && text.contains("<a href=\"/research\">Research</a>"), "{text}");
    assert!(!text.contains("class=\"theme\""), "{text}");

    let layout = with(&examples["The layout of a note"]);
    let text = layout.text("research/a.html");
    assert!(text.contains("<p class=\"facts\">Current, verified 2026-09-01</p>"), "{text}");
    assert!(!text.contains("Cite this note") && !text.contains("<dl class=\"facts\">"), "{text}");
    assert!(plain.text("research/a.html").contains("Cite this note"));
}

#[test]
fn what_a_block_holds_can_be_kept() {
    let template =
        "{% extends \"builtin/note.html\" %}\n{% block note_body %}{{ super() }}<p>OWN</p>{% endblock note_body %}\n";
    let site = with(&[("templates/note.html".into(), template.into())]);
    let text = site.text("research/a.html");
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
    assert!(at("<p>Text.</p>") < at("<p>OWN</p>") && at("<p>OWN</p>") < at(">Sources</h2>"), "{text}");
}

#[test]
fn the_guide_names_every_block_there_is() {
    let blocks = |text: &str| {
        let mut names: Vec<String> = text
            .split("{%")
            .filter_map(|tag| tag.trim_start_matches('-').trim_start().strip_prefix("block "))
            .filter_map(|rest| rest.split_whitespace().next().map(str::to_owned))
            .collect();
        names.sort();
        names
    };
    let told = |row: &str| {
        let cell = GUIDE.lines().find(|line| line.starts_with(row)).expect("a row").split('|').nth(2).expect("a cell");
        let mut names: Vec<String> = cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        names.sort();
        names
    };
    assert_eq!(told("| `base.html`"), blocks(include_str!("../../templates/base.html")));
    let note = [told("| `note.html`"), vec!["content".into(), "scripts".into(), "sheet".into()]].concat();
    assert_eq!(
        std::collections::BTreeSet::from_iter(note),
        blocks(include_str!("../../templates/note.html")).into_iter().collect()
    );
}

#[test]
fn a_frame_of_ones_own_needs_just_the_blocks_that_pages_fill() {
    let frame = "<!doctype html>\n<title>{{ page.title }}</title>\n<link rel=\"stylesheet\" href=\"{{ site.root }}{% block sheet %}style.css{% endblock sheet %}\">\n{% block page_head %}{% endblock page_head %}\n<body data-scripts=\"{% block scripts %}{% endblock scripts %}\">{% block content %}{% endblock content %}</body>\n";
    let site = with(&[("templates/base.html".into(), frame.into())]);
    assert!(site.text("research/a.html").contains("<p>Text.</p>"));
    assert!(site.text("404.html").contains("noindex"));
}

#[test]
fn links_around_pages_are_made_once_and_say_where_one_is() {
    let plain = with(&[]);
    let nav = |site: &Site, page: &str| {
        let text = site.text(page);
        let start = text.find("<nav aria-label=\"Sections\">").expect("a header");
        text[start..start + text[start..].find("</nav>").expect("its end")].to_owned()
    };
    let research = |current: &str| format!("<a href=\"/research\"{current}>Research</a>");
    assert!(nav(&plain, "research.html").contains(&research(" aria-current=\"page\"")));
    assert!(nav(&plain, "research/a.html").contains(&research(" aria-current=\"true\"")));
    for page in ["index.html", "404.html", "kinds.html", "matrix.html"] {
        assert!(nav(&plain, page).contains(&research("")), "{page}");
    }

    let links =
        "<p>{% for item in site.nav %}{{ item.title }}{% if item.href == section %}!{% endif %} {% endfor %}</p>\n";
    let own = with(&[("templates/header-links.html".into(), links.into())]);
    assert!(nav(&own, "clients/acme.html").contains("Research Clients! "), "{}", nav(&own, "clients/acme.html"));
    assert!(own.text("clients/acme.html").contains("All data as JSON"));

    let site = Site::parse(note("a"));
    site.write("templates/footer-links.html", "<li>Ours</li>\n{{ nothing.here }}\n");
    let run = site.build(&[]).ends(1);
    assert!(run.stderr.contains("templates/footer-links.html:2:"), "{}", run.stderr);
}
