//! What is wrong with bodies: links, tables, footnotes, marks that were meant otherwise.

use super::check;
use crate::site::note;

/// Asserts what the program says about a note's body, which begins on line 17.
#[track_caller]
fn body(text: &str, expected: &str) {
    check(note("a").body(text), expected);
}

#[test]
fn a_note_without_a_body() {
    body(
        "",
        r#"
notes/research/a.md:15:1: warning[body]: the note has no body
  15 | ---
     | ^^^
"#,
    );
    body(
        "<!-- to be written -->",
        r#"
notes/research/a.md:15:1: warning[body]: the note has no body
  15 | ---
     | ^^^
"#,
    );
}

#[test]
fn links_that_lead_to_nothing() {
    let page = "-- notes/about.md --\n---\ntitle: About\n---\n\nSee [the note](research/handshakes.md).\n";
    check(
        format!(
            "{page}{}",
            note("handshake").body(
                "[One](handshak.md), [two](/research/hanshake), [three](../../../x.md), [four](../abuot.md), [five](./Handshake.md).\n\n[[abut]] and [[nothing like it|six]] and ![Seven](pictures/not-here.png).\n\n[Eight][ref].\n\n[ref]: /no/such/page/at/all\n[unused]: also/missing/here.md"
            )
        ),
        r#"
notes/about.md:5:5: error[broken-link]: `research/handshakes.md` leads to nothing
   5 | See [the note](research/handshakes.md).
     |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  help: did you mean `research/handshake.md`?
notes/research/handshake.md:17:1: error[broken-link]: `handshak.md` leads to nothing
  17 | [One](handshak.md), [two](/research/hanshake), [three](../../../x.md), [four](../abuot.md), [five](./Handshake.md).
     | ^^^^^^^^^^^^^^^^^^
  help: did you mean `handshake.md`?
notes/research/handshake.md:17:21: error[broken-link]: `/research/hanshake` leads to nothing
  17 | [One](handshak.md), [two](/research/hanshake), [three](../../../x.md), [four](../abuot.md), [five](./Handshake.md).
     |                     ^^^^^^^^^^^^^^^^^^^^^^^^^
  help: did you mean `/research/handshake`?
notes/research/handshake.md:17:48: error[broken-link]: `../../../x.md` leads out of `notes/`
  17 | [One](handshak.md), [two](/research/hanshake), [three](../../../x.md), [four](../abuot.md), [five](./Handshake.md).
     |                                                ^^^^^^^^^^^^^^^^^^^^^^
  help: link to its address on the web
notes/research/handshake.md:17:72: error[broken-link]: `../abuot.md` leads to nothing
  17 | [One](handshak.md), [two](/research/hanshake), [three](../../../x.md), [four](../abuot.md), [five](./Handshake.md).
     |                                                                        ^^^^^^^^^^^^^^^^^^^
  help: did you mean `/about.md`?
notes/research/handshake.md:17:93: error[broken-link]: `./Handshake.md` leads to nothing
  17 | [One](handshak.md), [two](/research/hanshake), [three](../../../x.md), [four](../abuot.md), [five](./Handshake.md).
     |                                                                                             ^^^^^^^^^^^^^^^^^^^^^^
  help: names are case-sensitive: the id is `handshake`
notes/research/handshake.md:19:1: error[broken-link]: no note or page is called `abut`
  19 | [[abut]] and [[nothing like it|six]] and ![Seven](pictures/not-here.png).
     | ^^^^^^^^
  help: did you mean `[[about]]`?
notes/research/handshake.md:19:14: error[broken-link]: no note or page is called `nothing like it`
  19 | [[abut]] and [[nothing like it|six]] and ![Seven](pictures/not-here.png).
     |              ^^^^^^^^^^^^^^^^^^^^^^^
  help: put it in backticks if it is code
notes/research/handshake.md:19:42: error[broken-link]: `pictures/not-here.png` leads to nothing
  19 | [[abut]] and [[nothing like it|six]] and ![Seven](pictures/not-here.png).
     |                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
notes/research/handshake.md:21:1: error[broken-link]: `/no/such/page/at/all` leads to nothing
  21 | [Eight][ref].
     | ^^^^^^^^^^^^
notes/research/handshake.md:24:1: error[broken-link]: `also/missing/here.md` leads to nothing
  24 | [unused]: also/missing/here.md
     | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
    check(
        format!("-- notes/site.yaml --\nnav:\n  - title: X\n    url: /gone\n{}", note("a")),
        r#"
notes/site.yaml:3:10: error[broken-link]: `nav`: `/gone` leads to nothing
   3 |     url: /gone
     |          ^^^^^
"#,
    );
}

#[test]
fn links_to_headings_that_are_not_there() {
    check(
        format!(
            "{}{}",
            note("a").body(
                "## It starts\n\n[Here](#it-strats), [there](b.md#nothing), [[b#No such part]], [sources](#sources).\n"
            ),
            note("b")
        ),
        r#"
notes/research/a.md:19:1: error[broken-fragment]: `#it-strats`: `/research/a` has no heading `#it-strats`
  19 | [Here](#it-strats), [there](b.md#nothing), [[b#No such part]], [sources](#sources).
     | ^^^^^^^^^^^^^^^^^^
  help: did you mean `#it-starts`?
notes/research/a.md:19:21: error[broken-fragment]: `b.md#nothing`: `/research/b` has no heading `#nothing`
  19 | [Here](#it-strats), [there](b.md#nothing), [[b#No such part]], [sources](#sources).
     |                     ^^^^^^^^^^^^^^^^^^^^^
  help: the page has no headings
notes/research/a.md:19:44: error[broken-fragment]: `b#No such part`: `/research/b` has no heading `#No such part`
  19 | [Here](#it-strats), [there](b.md#nothing), [[b#No such part]], [sources](#sources).
     |                                            ^^^^^^^^^^^^^^^^^^
  help: the page has no headings
"#,
    );
}

#[test]
fn links_to_drafts() {
    let draft = note("wip").set("status", "draft");
    check(
        format!("{draft}{}", note("a").body("[One](wip.md), [two](/research/wip#x), [[wip]].")),
        r#"
notes/research/a.md:17:1: error[draft-link]: `wip.md` exists, but is a draft (notes/research/wip.md)
  17 | [One](wip.md), [two](/research/wip#x), [[wip]].
     | ^^^^^^^^^^^^^
  help: publish the draft first, or take the link out
notes/research/a.md:17:16: error[draft-link]: `/research/wip#x` exists, but is a draft (notes/research/wip.md)
  17 | [One](wip.md), [two](/research/wip#x), [[wip]].
     |                ^^^^^^^^^^^^^^^^^^^^^^
  help: publish the draft first, or take the link out
notes/research/a.md:17:40: error[draft-link]: `wip` exists, but is a draft (notes/research/wip.md)
  17 | [One](wip.md), [two](/research/wip#x), [[wip]].
     |                                        ^^^^^^^
  help: publish the draft first, or take the link out
"#,
    );
}

#[test]
fn schemes_that_no_page_should_lead_to() {
    body(
        "[x](javascript:alert(1)), ![y](data:image/png;base64,AAAA), [z](//other.example/x), <file:///etc/passwd>, [ok](mailto:a@b.example).",
        r#"
notes/research/a.md:17:1: error[link-scheme]: the link has the scheme `javascript:`
  17 | [x](javascript:alert(1)), ![y](data:image/png;base64,AAAA), [z](//other.example/x), <file:///etc/passwd>, [ok](mailto:a@…
     | ^^^^^^^^^^^^^^^^^^^^^^^^
  help: use http, https or mailto, or write what is no address as code
notes/research/a.md:17:27: error[link-scheme]: the picture has the scheme `data:`
  17 | [x](javascript:alert(1)), ![y](data:image/png;base64,AAAA), [z](//other.example/x), <file:///etc/passwd>, [ok](mailto:a@…
     |                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  help: use http, https or mailto, or write what is no address as code
notes/research/a.md:17:61: error[link-scheme]: the link `//other.example/x` has no scheme
  17 | …(1)), ![y](data:image/png;base64,AAAA), [z](//other.example/x), <file:///etc/passwd>, [ok](mailto:a@b.example).
     |                                          ^^^^^^^^^^^^^^^^^^^^^^
  help: use http, https or mailto, or write what is no address as code
notes/research/a.md:17:85: error[link-scheme]: the link has the scheme `file:`
  17 | …g;base64,AAAA), [z](//other.example/x), <file:///etc/passwd>, [ok](mailto:a@b.example).
     |                                          ^^^^^^^^^^^^^^^^^^^^
  help: use http, https or mailto, or write what is no address as code
"#,
    );
}

#[test]
fn references_without_a_definition() {
    body(
        "[one][nowhere], [two][] and [three], a[0].",
        r#"
notes/research/a.md:17:1: error[undefined-reference]: reference `nowhere` has no definition
  17 | [one][nowhere], [two][] and [three], a[0].
     | ^^^^^^^^^^^^^^
  help: add a line `[nowhere]: target`, or write the brackets as code
notes/research/a.md:17:17: error[undefined-reference]: reference `two` has no definition
  17 | [one][nowhere], [two][] and [three], a[0].
     |                 ^^^^^^^
  help: add a line `[two]: target`, or write the brackets as code
"#,
    );
}

#[test]
fn links_and_pictures_without_text() {
    body(
        "[](https://a.example) and [](#sources).",
        r#"
notes/research/a.md:17:1: warning[empty-link]: the link has no text
  17 | [](https://a.example) and [](#sources).
     | ^^^^^^^^^^^^^^^^^^^^^
  help: write what the target is
notes/research/a.md:17:27: warning[empty-link]: the link has no text
  17 | [](https://a.example) and [](#sources).
     |                           ^^^^^^^^^^^^
  help: write what the target is
"#,
    );
    check(
        format!("{}-- notes/x.png --\n", note("a").body("![](../x.png)")),
        r#"
notes/research/a.md:17:1: warning[missing-alt-text]: the picture has no text for those who do not see it
  17 | ![](../x.png)
     | ^^^^^^^^^^^^^
  help: say between the brackets what it shows
"#,
    );
}

#[test]
fn links_of_one_text_and_two_targets() {
    body(
        "[here](https://a.example), [there](https://a.example) and [Here](https://b.example).",
        r#"
notes/research/a.md:17:59: warning[ambiguous-link-text]: another link with the text “Here” leads elsewhere
  17 | [here](https://a.example), [there](https://a.example) and [Here](https://b.example).
     |                                                           ^^^^^^^^^^^^^^^^^^^^^^^^^
  help: say in the text what each target is
"#,
    );
}

#[test]
fn tables_whose_rows_do_not_fit() {
    body(
        "| a | b |\n|---|---|\n| 1 | 2 | 3 |\n| `x|y` | 2 |\n| 1 |\n| [[a|text]] | 2 |\n| [[a\\|text]] | 2 |",
        r#"
notes/research/a.md:19:1: error[table-row]: the row has 3 cells, the table 2 columns: text would be lost
  19 | | 1 | 2 | 3 |
     | ^^^^^^^^^^^^^
  help: write `\|` for a bar that is no border, in code too
notes/research/a.md:20:1: error[table-row]: the row has 3 cells, the table 2 columns: text would be lost
  20 | | `x|y` | 2 |
     | ^^^^^^^^^^^^^
  help: write `\|` for a bar that is no border, in code too
notes/research/a.md:21:1: warning[short-table-row]: the row has 1 cell, the table 2 columns
  21 | | 1 |
     | ^^^^^
  help: add the missing cells, or an empty line before text that is not part of the table
notes/research/a.md:22:1: error[wiki-link-in-table]: the row has 3 cells, the table 2 columns: text would be lost
  22 | | [[a|text]] | 2 |
     | ^^^^^^^^^^^^^^^^^^
  help: in a table write `[[id\|text]]`
"#,
    );
}

#[test]
fn footnotes() {
    body(
        "One[^1], two[^none], three[^1].\n\n[^1]: First.\n[^1]: Again.\n[^2]: Unused.",
        r#"
notes/research/a.md:17:13: error[undefined-footnote]: footnote `none` is never defined
  17 | One[^1], two[^none], three[^1].
     |             ^^^^^^^
  help: add a line `[^none]: …`, or write the brackets as code
notes/research/a.md:20:1: error[duplicate-footnote]: footnote `1` is defined twice
  20 | [^1]: Again.
     | ^^^^^
  help: give one of the two another label
notes/research/a.md:21:1: warning[unused-footnote]: footnote `2` is never referred to
  21 | [^2]: Unused.
     | ^^^^^
"#,
    );
}

#[test]
fn comments_and_fences_without_an_end() {
    body(
        "Text <!-- a comment\n\nand text.",
        r#"
notes/research/a.md:17:6: error[unclosed-comment]: the comment is never closed, or not in the block where it begins
  17 | Text <!-- a comment
     |      ^^^^
  help: close it with `-->`
"#,
    );
    body(
        "<!-- a block\n\nwithout an end",
        r#"
notes/research/a.md:15:1: warning[body]: the note has no body
  15 | ---
     | ^^^
notes/research/a.md:17:1: error[unclosed-comment]: the comment is never closed, or not in the block where it begins
  17 | <!-- a block
     | ^^^^
  help: close it with `-->`
"#,
    );
    body(
        "```ts\nconst a = 1;",
        r#"
notes/research/a.md:17:1: warning[unclosed-fence]: the code fence is never closed, so all that follows is code
  17 | ```ts
     | ^^^^^
  help: close it with a line of the same marks
"#,
    );
    body(
        "- item\n\n  ~~~\n  code\n\nText.",
        r#"
notes/research/a.md:19:3: warning[unclosed-fence]: the code fence is never closed, so all that follows is code
  19 |   ~~~
     |   ^^^
  help: close it with a line of the same marks
"#,
    );
}

#[test]
fn headings_that_skip_a_level_or_have_no_text() {
    body(
        "# Title\n\nText.\n\n### Deep\n\nText.\n\n##\n",
        r#"
notes/research/a.md:17:1: warning[heading-level]: the page has its title as its only level-1 heading
  17 | # Title
     | ^^^^^^^
  help: write `##`
notes/research/a.md:25:1: warning[empty-heading]: the heading has no text
  25 | ##
     | ^^
  help: write one, or remove the mark
"#,
    );
    body(
        "### First\n\nText.",
        r#"
notes/research/a.md:17:1: warning[heading-level]: the first heading has level 3, not 2
  17 | ### First
     | ^^^^^^^^^
  help: write `##`
"#,
    );
}

#[test]
fn marks_without_a_space() {
    body(
        "##Heading\n\nText.",
        r#"
notes/research/a.md:17:1: warning[heading-space]: the heading mark is not followed by a space, so it is plain text
  17 | ##Heading
     | ^^
  help: put a space behind it
"#,
    );
    body(
        "1.没有空格\n2.也没有",
        r#"
notes/research/a.md:17:1: warning[list-space]: the list mark is not followed by a space, so it is plain text
  17 | 1.没有空格
     | ^^
  help: write `1. ` or `- `, with a space, before each item
"#,
    );
}

#[test]
fn emphasis_that_punctuation_defeats() {
    body(
        "是 **重要(beta)**功能",
        r#"
notes/research/a.md:17:3: warning[emphasis]: these asterisks stand beside punctuation and a letter and are not read as emphasis
  17 | 是 **重要(beta)**功能
     |    ^^
  help: put the punctuation outside the marks
"#,
    );
    body("他说**“引号”**所以，是**版本。**所以。", "");
}

#[test]
fn alerts_of_no_kind() {
    body(
        "> [!DANGER]\n> Text.\n\n> [!NOTE] on its line\n> Text.\n\n> [!TIP]\n> Text.",
        r#"
notes/research/a.md:17:3: warning[alert-kind]: `[!DANGER]` is no kind of alert
  17 | > [!DANGER]
     |   ^^^^^^^^^
  help: the kinds are NOTE, TIP, IMPORTANT, WARNING, CAUTION
notes/research/a.md:20:3: warning[alert-kind]: `[!NOTE]` does not stand alone on the first line of its quote, so it is no alert
  20 | > [!NOTE] on its line
     |   ^^^^^^^
  help: put the text on the next line
"#,
    );
}

#[test]
fn a_twin_whose_parts_lack_their_form() {
    let twin = note("a").line("canonical: https://a.example/research/a");
    check(
        &twin,
        r#"
notes/research/a.md:18:1: warning[twin-part]: the text has `canonical`, but does not begin with the title and facts of a published twin
  18 | Text.
     | ^^^^^
  help: take `canonical` out if the note is no published twin
notes/research/a.md:18:6: warning[twin-part]: the text has `canonical`, but does not end with the `## Sources` of a published twin
  18 | Text.
     |      ^
"#,
    );
    check(
        twin.body("# Title of a\n\nKind: finding · Status: current · Last verified: 2026-09-01\n\nText."),
        r#"
notes/research/a.md:22:6: warning[twin-part]: the text has `canonical`, but does not end with the `## Sources` of a published twin
  22 | Text.
     |      ^
"#,
    );
}
