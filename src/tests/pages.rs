//! What pages show beyond the words of notes: the sentence that answers what a page is asked, the
//! picture of a life, claims in groups, long queues in parts.

use crate::site::{Site, note};

const REGISTRIES: &str = r#"
-- notes/revisions.yaml --
- {id: 2024-11-05, status: superseded}
- {id: 2025-03-26, status: superseded}
- {id: 2025-06-18, status: superseded}
- {id: 2025-11-25, status: current}
-- notes/capabilities.yaml --
- id: tools
  title: Tools
  capabilities:
    - {id: tools.call, title: "`tools/call`"}
    - {id: tools.list, title: List, introduced: 2025-03-26}
    - {id: tools.icons, title: Icons, introduced: 2025-03-26, deprecated: 2025-06-18}
    - {id: tools.old, title: Old, introduced: 2024-11-05, deprecated: 2025-03-26, removed: 2025-06-18}
- id: other
  title: Other
  capabilities:
    - {id: roots, title: Roots, introduced: 2025-03-26}
    - {id: sampling, title: Sampling, introduced: 2025-03-26}
    - {id: tasks, title: Tasks, introduced: 2025-03-26}
    - {id: ping, title: Ping}
    - {id: log, title: Log}
-- notes/clients/acme.md --
---
title: Acme
surfaces:
  - {id: cli, title: CLI, protocol: 2025-03-26}
---
-- notes/clients/other.md --
---
title: Other
---
-- notes/clients/third.md --
---
title: Third
---
"#;

/// Returns a note with claims on capabilities: `tools.call yes`.
fn claiming(id: &str, client: &str, claims: &[&str]) -> String {
    let mut named = Vec::new();
    let mut list = String::new();
    for claim in claims {
        let (capability, support) = claim.split_once(' ').expect("a capability and a value");
        list.push_str(&format!(
            "\n  - {{client: {client}, capability: {capability}, support: {support}, method: docs, note: So.}}"
        ));
        named.push(capability);
    }
    let note = note(id).set("clients", &format!("[{client}]")).set("specVersions", "[2025-11-25]");
    note.set("capabilities", &format!("[{}]", named.join(", "))).set("claims", &list).to_string()
}

fn site(notes: &[String]) -> Site {
    let site = Site::parse(format!("{REGISTRIES}{}", notes.concat()));
    site.build(&[]).ends(0);
    site
}

#[test]
fn a_client_and_a_revision_answer_in_their_first_sentence() {
    let site = site(&[
        claiming("a", "acme", &["tools.call yes", "tools.list yes", "roots partial", "sampling no"]),
        claiming("b", "acme", &["sampling yes"]),
        note("c").set("clients", "[other]").set("lastVerified", "2026-10-02").to_string(),
    ]);
    for (page, sentence) in [
        (
            "clients/acme",
            "Acme supports 2 of 4 capabilities with evidence, 1 in part and 1 in dispute; last verified on 2026-09-01.",
        ),
        ("clients/other", "1 note speaks of Other, and no claim tells yet what it supports."),
        ("clients/third", "No note speaks of Third yet."),
        (
            "revisions/2025-03-26",
            "Revision 2025-03-26 introduces “List”, “Icons”, “Roots” and 2 more, and deprecates “Old”; 1 of 3 clients speaks it, as far as notes show.",
        ),
        (
            "revisions/2025-06-18",
            "Revision 2025-06-18 deprecates “Icons”, and removes “Old”; no note shows yet that any of 3 clients speaks it.",
        ),
        (
            "revisions/2025-11-25",
            "Revision 2025-11-25 changes no capability that is listed here; 1 of 3 clients speaks it, as far as notes show.",
        ),
    ] {
        let html = site.text(&format!("{page}.html")).replace("<span class=\"nb\">", "").replace("</span>", "");
        assert!(html.contains(&format!("<p class=\"lede\">{sentence}</p>")), "{page}: {html}");
        let twin = site.text(&format!("{page}.md"));
        assert!(twin.contains(&format!("\n\n{sentence}\n\n")), "{page}: {twin}");
    }
}

#[test]
fn the_picture_of_a_life_has_a_mark_for_each_change_and_its_words_beside_it() {
    let site = site(&[]);
    let picture = |capability: &str| {
        let html = site.text(&format!("capabilities/{capability}.html"));
        let svg = html.split("<svg class=\"span\" aria-hidden=\"true\">").nth(1).map(|rest| rest.split("<ol").next());
        let classes = svg.flatten().map(|svg| {
            let classes = |tag: &str| -> Vec<String> {
                let start = format!("<{tag} class=\"");
                let found = svg.split(start.as_str()).skip(1);
                found.map(|rest| rest.split('"').next().expect("a class").to_owned()).collect()
            };
            format!("{} | {}", classes("line").join(" "), classes("path").join(" "))
        });
        (classes, html)
    };
    let (classes, html) = picture("tools.old");
    assert_eq!(classes.as_deref(), Some("present deprecated absent | introduced deprecated removed tick"));
    for words in ["<span>introduced</span>", "<span>deprecated</span>", "<span>removed</span>", "<span>absent</span>"] {
        assert!(html.contains(words), "{words}: {html}");
    }
    assert!(html.contains("x1=\"0.0%\" x2=\"25.0%\"") && html.contains("x1=\"50.0%\" x2=\"100.0%\""), "{html}");
    assert_eq!(
        picture("tools.icons").0.as_deref(),
        Some("absent present deprecated | tick introduced deprecated tick")
    );
    assert_eq!(picture("tools.call").0, None);
}

#[test]
fn many_claims_stand_in_groups_with_their_counts() {
    let of_one = ["tools.call yes", "tools.list no", "tools.icons no", "roots yes", "sampling partial", "tasks no"];
    let more = [&of_one[..], &["ping yes", "log yes", "tools.old yes"]].concat();
    let heads = |site: &Site, path: &str| -> Vec<String> {
        let html = site.text(path);
        let rows = html.split("<tr class=\"group\">").skip(1).map(|row| row.split("</tr>").next().expect("an end"));
        let words = rows.map(|row| row.split('<').filter_map(|tag| tag.split_once('>')).map(|(_, text)| text.trim()));
        words.map(|words| words.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")).collect()
    };
    let site = site(&[
        claiming("few", "other", &of_one),
        // All of one client: by group of capability.
        claiming("many", "acme", &more),
        // Of two clients, one after another.
        {
            let [acme, other] = ["acme", "other"].map(|client| {
                let list = of_one.iter().map(|it| it.split_once(' ').expect("a pair"));
                let entry = |(capability, support)| {
                    format!("\n  - {{client: {client}, capability: {capability}, support: {support}, method: docs, note: So.}}")
                };
                list.map(entry).collect::<Vec<_>>()
            });
            let mixed: String = acme.into_iter().zip(other).flat_map(|(a, b)| [a, b]).collect();
            note("both")
                .set("clients", "[acme, other]")
                .set("capabilities", "[tools.call, tools.list, tools.icons, roots, sampling, tasks]")
                .set("specVersions", "[2025-11-25]")
                .set("claims", &mixed)
                .to_string()
        },
    ]);
    assert!(heads(&site, "research/few.html").is_empty());
    assert_eq!(heads(&site, "research/many.html"), ["Tools 2 yes 2 no", "Other 3 yes 1 partial 1 no"]);
    assert_eq!(heads(&site, "research/both.html"), ["Acme 2 yes 1 partial 3 no", "Other 2 yes 1 partial 3 no"]);
    assert_eq!(site.text("research/both.html").matches("<tr id=\"claim-").count(), 12);
    // A client's page counts within its groups too.
    assert_eq!(heads(&site, "clients/acme.html")[0], "Tools 1 yes 2 no 1 n/a");
}

#[test]
fn gaps_stand_by_client_and_in_parts_that_the_first_one_leads_to() {
    let capabilities: String = (0..300).map(|i| format!("    - {{id: c.n{i:03}, title: C{i}}}\n")).collect();
    let registry = format!("-- notes/capabilities.yaml --\n- id: c\n  title: C\n  capabilities:\n{capabilities}");
    let all: Vec<String> = (0..300).map(|i| format!("c.n{i:03}")).collect();
    let speaks =
        note("speaks").set("clients", "[acme, zed, mid]").set("capabilities", &format!("[{}]", all.join(", ")));
    let site = Site::parse(format!("{registry}{}", speaks.set("related", "[nowhere]")));
    site.build(&[]).ends(0);
    let (one, two) = (site.text("gaps.html"), site.text("gaps/page/2.html"));
    let rows = |page: &str, client: &str| page.matches(&format!("<li><a href=\"/clients/{client}/")).count();
    assert_eq!([rows(&one, "acme"), rows(&one, "mid"), rows(&one, "zed")], [300, 200, 0]);
    assert_eq!([rows(&two, "acme"), rows(&two, "mid"), rows(&two, "zed")], [0, 100, 300]);
    for (page, words) in [
        (&one, "Noted, without a claim <span class=\"count\">(900)</span>"),
        (&one, "<a href=\"/gaps/page/2#ui-noted-3\">zed</a> <span class=\"count\">300</span>"),
        (&one, "<a href=\"/gaps/page/2#ui-missing\">Named, not written</a> <span class=\"count\">1</span>"),
        (&one, "<a href=\"/clients/mid\">mid</a> <span class=\"count\">(300)</span>"),
        (&one, "<h2 id=\"ui-clients\">Clients <span class=\"count\">(3)</span>"),
        (&two, "<h3 id=\"ui-noted-3\">"),
        (&two, "<h2 id=\"ui-missing\">"),
        (&two, "rel=\"prev\""),
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!two.contains("id=\"ui-clients\"") && !one.contains("id=\"ui-missing\""));
    assert!(one.len() < 110_000 && two.len() < 110_000, "{} {}", one.len(), two.len());
    assert!(site.text("gaps/page/2.md").contains("### [zed](/clients/zed.md) (300)"));
}

#[test]
fn sources_stand_by_owner_with_an_index_on_the_first_part() {
    let source = |url: &str| format!("\n  - url: {url}\n    title: Source\n    date: 2026-08-01");
    let urls = ["https://github.com/acme/one", "https://github.com/acme/two", "https://docs.example/a"];
    let notes = (0..210).map(|i| {
        let sources: String = urls.iter().map(|url| source(url)).collect();
        note(&format!("n{i:03}")).set("sources", &(sources + &source("https://code.example/it"))).to_string()
    });
    let site = Site::parse(notes.collect::<String>());
    site.build(&[]).ends(0);
    let one = site.text("sources.html");
    for (title, part, number, count) in [
        ("code.example", "/sources", 1, 210),
        ("docs.example", "/sources/page/2", 2, 210),
        ("github.com/acme", "/sources/page/3", 3, 420),
    ] {
        let entry = format!("<a href=\"{part}#ui-owner-{number}\">{title}</a> <span class=\"count\">{count}</span>");
        assert!(one.contains(&entry), "{entry}\n{}", &one[..6_000]);
    }
    let last = site.text("sources/page/5.html");
    assert!(
        last.contains("<h2>github.com/acme <span class=\"count\">(2 repositories and pages)</span></h2>"),
        "{last}"
    );
    assert!(
        last.contains("<h3 id=\"ui-repository-4\"><a href=\"https://github.com/acme/two\">")
            && last.contains("<span class=\"count\">(210)")
    );
    assert!(one.len() < 110_000, "{}", one.len());
    let twin = site.text("sources/page/5.md");
    assert!(twin.contains("## github.com/acme (2 repositories and pages)\n\n### [github.com/acme/two]"), "{twin}");
}
