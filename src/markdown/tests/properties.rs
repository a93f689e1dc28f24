//! What holds for every body, however odd.

use proptest::prelude::*;

use super::*;

/// Checks what holds for every body.
fn check_invariants(text: &str) -> Result<(), TestCaseError> {
    let document = body(text);
    let fits = |range: &Range<usize>| text.get(range.clone()).is_some();
    let mut last = 0;
    for hole in &document.html.holes {
        prop_assert!(hole.at >= last && document.html.text.is_char_boundary(hole.at));
        last = hole.at;
    }
    let mut edits: Vec<_> = document.links.iter().filter_map(|link| link.edit.clone()).collect();
    edits.extend(document.definitions.iter().map(|definition| definition.edit.clone()));
    edits.sort_by_key(|edit| (edit.start, edit.end));
    prop_assert!(edits.windows(2).all(|pair| pair[0].end <= pair[1].start), "{edits:?}");
    prop_assert!(edits.iter().all(fits));
    prop_assert!(document.links.iter().all(|link| fits(&link.range)));
    prop_assert!(document.definitions.iter().all(|definition| fits(&definition.range)));
    for finding in &document.findings {
        prop_assert!(fits(&finding.range) && !finding.range.is_empty(), "{finding:?}");
    }
    for link in document.html.text.split("<a ").skip(1) {
        prop_assert!(link.contains("</a>"), "a link in a link: {}", document.html.text);
    }
    let mut ids: Vec<_> = document.headings.iter().map(|heading| heading.id.as_str()).collect();
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    prop_assert_eq!(ids.len(), count);
    for id in ids {
        prop_assert!(!id.is_empty());
        let attribute = format!(" id=\"{id}\"");
        prop_assert_eq!(document.html.text.matches(&attribute).count(), 1);
    }
    Ok(())
}

/// Gives every link another target by its edit, and reads the body again.
fn check_edits(text: &str) -> Result<(), TestCaseError> {
    let document = body(text);
    let wiki = |link: &Link| link.form == Form::Wiki;
    let mut edits: Vec<_> = document
        .links
        .iter()
        .filter_map(|link| {
            let new = if wiki(link) { "[w](new)" } else { "new" };
            Some((link.edit.clone()?, new))
        })
        .collect();
    edits.extend(document.definitions.iter().map(|definition| (definition.edit.clone(), "new")));
    edits.sort_by_key(|(edit, _)| edit.start);
    let mut edited = text.to_owned();
    for (edit, new) in edits.iter().rev() {
        edited.replace_range(edit.clone(), new);
    }
    let again = body(&edited);
    prop_assert_eq!(again.links.len(), document.links.len(), "{}", edited);
    for (link, old) in again.links.iter().zip(&document.links) {
        prop_assert_eq!(&link.target, "new", "{} {:?}", edited, old);
    }
    Ok(())
}

fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "a",
        "b c",
        "。",
        "中文",
        "“",
        "\n",
        "\n\n",
        "  ",
        "    ",
        "# ",
        "## ",
        "#",
        "- ",
        "1. ",
        "> ",
        "> [!NOTE]\n",
        "[!x]",
        "`",
        "```",
        "```ts\n",
        "~~~",
        "*",
        "**",
        "_",
        "~~",
        "[",
        "]",
        "(",
        ")",
        "](",
        "[[",
        "]]",
        "|",
        "\\",
        "\\|",
        "|a|b|\n|--|:-:|\n",
        "![",
        "<",
        ">",
        "<!--",
        "-->",
        "<kbd>",
        "</kbd>",
        "<br>",
        "<div>",
        "</div>\n",
        "[^a]",
        "[^a]: ",
        "[^b]",
        "[r]",
        "[r]: x.md\n",
        "[R][]",
        "[a](b.md)",
        "[a](<b c> \"t\")",
        "![p](q.png)",
        "[[x|y]]",
        "[[x\\|y]]",
        "<https://x.y>",
        "&amp;",
        "&#0;",
        "- [x] ",
        "---\n",
        "===\n",
        "\t",
        "é",
        "🚀",
        "\u{feff}",
        "\u{e000}",
        "fn 1",
        "fnref-1",
        "footnotes",
        ": ",
        "\r",
        "'",
        "\"",
        "ſ",
        "İ",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_body_is_read(pieces in prop::collection::vec(piece(), 0..40)) {
        check_invariants(&pieces.concat())?;
    }

    #[test]
    fn any_text_is_read(text in "\\PC{0,80}") {
        check_invariants(&text)?;
    }

    #[test]
    fn edits_lead_links_elsewhere(
        before in prop::sample::select(vec!["", "> ", "- ", "a *", "| a |\n|---|\n| ", "[^1]\n\n[^1]: ", "**中。**a "]),
        texts in prop::collection::vec(prop::sample::select(vec![
            "[a](b.md)", "[a *b*](<c d.md> 't')", "![p]( q.png )", "[[x]]", "[[x#y\\|z `q`]]", "[![p](q.png)](r.md \"t\")", "[t]", "[u][t]", "[a\\]](b\\)c)",
            "[中。](版本。md)", "[a](b(c)d#e)", "![a [t] b](c)",
        ]), 0..6),
        between in prop::sample::select(vec![" ", " x. ", "* "]),
    ) {
        let text = format!("{before}{}\n\n[t]: <t u.md>\n", texts.join(between));
        check_edits(&text)?;
    }
}
