//! The Markdown twin of a note: its exact bytes, and that it is itself a note that gives the same
//! twin again.

use crate::site::{Site, TODAY, Tree, assert_same, note, tree};

const OTHERS: &str = "\
-- notes/site.yaml --
base_url: https://notes.example/
-- notes/clients/acme.md --
---
title: Acme
---

## Surfaces of it

Text.
-- notes/about.md --
---
title: About
---

![A plan](plan.svg)
-- notes/plan.svg --
<svg xmlns=\"http://www.w3.org/2000/svg\"/>
";

/// A note with every feature that a published twin has.
const NOTE: &str = r#"---
# A comment of the author's, and quotes and an order that are kept.
id: acme-frames-by-hand
title: "Acme's CLI frames `stdio` by hand, as 1 of 3"
kind: idiosyncrasy
summary: >-
  Two of three paths use the kit and send 2025-11-25.
  The third is written by hand: it sends 2024-11-05.
capabilities: [ transports.stdio ]   # one is enough
clients:
- acme
specVersions:
  - 2024-11-05
  - '2025-11-25'
sources:
  - url: https://github.com/acme/acme
    title: sdk/mcp/client.ts, StdioClient
    commit: 9509425349e4
    path: sdk/mcp/client.ts:45,199-241
    date: 2026-08-25
  - url: https://github.com/acme/acme
    title: sdk/mcp/client.ts, UrlClient
    commit: 0192117
    path: sdk/mcp/client.ts:564-758
    date: 2026-08-25
  - {url: https://spec.example/stdio, title: "Transports [of 2025-11-25]", date: 2026-08-20}
status: current
lastVerified: 2026-08-25
related:
  - acme-declares-nothing
  - "other-patches-its-kit"
---

Acme has three paths, split by transport; [the client's page](/clients/acme) lists its surfaces:

| Surface | Transport | Version sent |
|---|---|---|
| App, `@acme/core` | stdio | 2025-11-25 |
| CLI | stdio, see [[acme-declares-nothing\|here]] | 2024-11-05 |

`createClient` picks by type — it *hardcodes* the revision,
with a hard break:  
and another line.

```ts
const VERSION = "2024-11-05"; // [not a link](acme-declares-nothing.md)
```

## It does not negotiate

The answer is `[[never read]]`, see [elsewhere][1] and [there].

```
Content-Length: 142\r\n\r\n{"jsonrpc":"2.0",...}
```

<!-- A comment that readers of the page do not see. -->

[1]: acme-declares-nothing.md "With a title"
[there]: <../research/other-patches-its-kit.md>
"#;

const TWIN: &str = r#"---
# A comment of the author's, and quotes and an order that are kept.
id: acme-frames-by-hand
title: "Acme's CLI frames `stdio` by hand, as 1 of 3"
kind: idiosyncrasy
summary: >-
  Two of three paths use the kit and send 2025-11-25.
  The third is written by hand: it sends 2024-11-05.
capabilities: [ transports.stdio ]   # one is enough
clients:
- acme
specVersions:
  - 2024-11-05
  - '2025-11-25'
sources:
  - url: https://github.com/acme/acme
    title: sdk/mcp/client.ts, StdioClient
    commit: 9509425349e4
    path: sdk/mcp/client.ts:45,199-241
    date: 2026-08-25
  - url: https://github.com/acme/acme
    title: sdk/mcp/client.ts, UrlClient
    commit: 0192117
    path: sdk/mcp/client.ts:564-758
    date: 2026-08-25
  - {url: https://spec.example/stdio, title: "Transports [of 2025-11-25]", date: 2026-08-20}
status: current
lastVerified: 2026-08-25
related:
  - acme-declares-nothing
  - "other-patches-its-kit"
canonical: https://notes.example/research/acme-frames-by-hand
last-updated: 2026-11-11
---

# Acme's CLI frames `stdio` by hand, as 1 of 3

Kind: idiosyncrasy · Status: current · Last verified: 2026-08-25 · Clients: [acme](/clients/acme.md) · Revisions: `2024-11-05`, `2025-11-25`

Acme has three paths, split by transport; [the client's page](/clients/acme.md) lists its surfaces:

| Surface | Transport | Version sent |
|---|---|---|
| App, `@acme/core` | stdio | 2025-11-25 |
| CLI | stdio, see [here](/research/acme-declares-nothing.md) | 2024-11-05 |

`createClient` picks by type — it *hardcodes* the revision,
with a hard break:  
and another line.

```ts
const VERSION = "2024-11-05"; // [not a link](acme-declares-nothing.md)
```

## It does not negotiate

The answer is `[[never read]]`, see [elsewhere][1] and [there].

```
Content-Length: 142\r\n\r\n{"jsonrpc":"2.0",...}
```

<!-- A comment that readers of the page do not see. -->

[1]: /research/acme-declares-nothing.md "With a title"
[there]: /research/other-patches-its-kit.md

## Sources

- [sdk/mcp/client.ts, StdioClient](https://github.com/acme/acme), commit `9509425349e4`, `sdk/mcp/client.ts:45,199-241`, 2026-08-25
- [sdk/mcp/client.ts, UrlClient](https://github.com/acme/acme), commit `0192117`, `sdk/mcp/client.ts:564-758`, 2026-08-25
- [Transports \[of 2025-11-25\]](https://spec.example/stdio), 2026-08-20

## Related notes

- [acme-declares-nothing](/research/acme-declares-nothing.md)
- [other-patches-its-kit](/research/other-patches-its-kit.md)
"#;

const PATH: &str = "notes/research/acme-frames-by-hand.md";
const OUT: &str = "research/acme-frames-by-hand.md";

/// Returns a site of one text and the notes that it names, committed on the day of the twin.
fn site(text: impl AsRef<[u8]>) -> Site {
    let site = Site::parse(format!("{OTHERS}{}{}", note("acme-declares-nothing"), note("other-patches-its-kit")));
    site.write(PATH, text);
    site.commit("2026-11-11");
    site
}

#[track_caller]
fn assert_text(found: &str, expected: &str) {
    assert!(found == expected, "--- expected\n{expected}\n--- found\n{found}");
}

#[test]
fn a_twin_is_the_authors_text_with_the_generated_parts_around_it() {
    let site = site(NOTE);
    site.build(&[]).ends(0);
    assert_text(&site.text(OUT), TWIN);
}

#[test]
fn a_published_twin_taken_as_a_note_builds_the_same_bytes() {
    let (first, second) = (site(NOTE), site(TWIN));
    first.build(&[]).ends(0);
    // The commits of the note are not in quotes, to be seen as they are written; nothing else is told.
    let warnings = |site: &Site| {
        let told = site.build(&[]).ends(0).stderr;
        told.lines().filter(|line| line.contains("warning[") && !line.contains("commit-as-number")).count()
    };
    assert_eq!(warnings(&second), 0);
    assert_same(&first.output(), &second.output(), "a site of the note and a site of its twin");
    // Put back in place of the note, and committed on the same day.
    first.write(PATH, first.text(OUT));
    first.commit("2026-11-11");
    assert_eq!(warnings(&first), 0);
    assert_same(&first.output(), &second.output(), "the twin put back");
}

#[test]
fn a_twin_of_a_twin_below_a_folder_is_the_same_too() {
    let flags = ["-u", "https://host.example/sub/dir"];
    let first = site(NOTE);
    first.build(&flags).ends(0);
    let twin = first.text(OUT);
    assert!(
        twin.contains("](/sub/dir/clients/acme.md) lists") && twin.contains("[1]: /sub/dir/research/acme-declares")
    );
    let second = site(&twin);
    second.build(&flags).ends(0);
    assert_same(&first.output(), &second.output(), "below a folder");
}

#[test]
fn the_day_is_that_of_the_last_commit_in_utc_and_updated_goes_before_it() {
    let site = site(NOTE);
    site.write(PATH, NOTE.replace("three paths", "four paths"));
    site.build(&[]).ends(0);
    assert!(site.text(OUT).contains("\nlast-updated: 2026-11-11\n"), "what is not committed does not count");
    site.commit("2026-11-20");
    site.build(&[]).ends(0);
    assert!(site.text(OUT).contains("\nlast-updated: 2026-11-20\n"));
    site.write(PATH, NOTE.replace("status: current\n", "status: current\nupdated: 2026-11-12\n"));
    site.build(&[]).ends(0);
    assert!(site.text(OUT).contains("\nlast-updated: 2026-11-12\n"));
}

#[test]
fn marks_and_line_ends_of_the_file_do_not_show() {
    let crlf = format!("\u{feff}{}", NOTE.trim_end().replace('\n', "\r\n"));
    let site = site(crlf);
    site.build(&[]).ends(0);
    assert_text(&site.text(OUT), TWIN);
}

/// Asserts what becomes of a body in the twin.
#[track_caller]
fn check(base: &str, body: &str, expected: &str) {
    let site = Site::parse(format!("{OTHERS}{}{}", note("a").body(body), note("b").body("## Some part\n\nText.")));
    site.build(&["-u", base]).ends(0);
    let twin = site.text("research/a.md");
    let facts = twin.find("\nKind: ").expect("facts") + 1;
    let start = facts + twin[facts..].find("\n\n").expect("a body") + 2;
    let end = twin.rfind("\n\n## Sources\n").expect("sources");
    assert_eq!(&twin[start..end], expected);
}

#[test]
fn links_of_all_ways_lead_to_twins() {
    check(
        "https://notes.example",
        "[1](b.md) [2](../research/b.md#some-part) [3](/research/b) [4](/research/b.md) [5](/research/b.html#some-part) [6](#sources) [7](/)\n\
         [[b]] [[b|seven]] [[b#Some part]] [[acme]] [[/clients/acme#surfaces-of-it]] [8][r] [r]\n\
         [9](../clients/acme.md) ![10](../plan.svg) [11](/plan.svg) [12](https://x.example/b.md) [13](<b.md> \"T\")\n\n[r]: /research/b#some-part",
        "[1](/research/b.md) [2](/research/b.md#some-part) [3](/research/b.md) [4](/research/b.md) [5](/research/b.md#some-part) [6](/research/a.md#sources) [7](/index.md)\n\
         [Title of b](/research/b.md) [seven](/research/b.md) [Title of b](/research/b.md#some-part) [Acme](/clients/acme.md) [Acme](/clients/acme.md#surfaces-of-it) [8][r] [r]\n\
         [9](/clients/acme.md) ![10](/plan.svg) [11](/plan.svg) [12](https://x.example/b.md) [13](/research/b.md \"T\")\n\n[r]: /research/b.md#some-part",
    );
}

#[test]
fn links_below_a_folder_carry_it_once() {
    check(
        "https://notes.example/sub/dir/",
        "[1](b.md) [2](/research/b) [3](/sub/dir/research/b) [4](/sub/dir/research/b.md#some-part) [[b]] [5](/sub/dir/) ![6](../plan.svg) [7](/sub/dir/plan.svg)\n\n[r]: /sub/dir/research/b",
        "[1](/sub/dir/research/b.md) [2](/sub/dir/research/b.md) [3](/sub/dir/research/b.md) [4](/sub/dir/research/b.md#some-part) [Title of b](/sub/dir/research/b.md) [5](/sub/dir/index.md) ![6](/sub/dir/plan.svg) [7](/sub/dir/plan.svg)\n\n[r]: /sub/dir/research/b.md",
    );
}

#[test]
fn code_escapes_comments_and_all_else_stay_as_they_are() {
    let same = "`[x](b.md)` \\[x](b.md) `` [[b]] ` ``\n\n    [x](b.md)\n\n~~~~md\n```\n[[b]]\n```\n~~~~\n\n<!-- [x](b.md) [[b]] -->\n\nA *b*, a\\\nbreak, two spaces  \nand <b>HTML</b> &amp; {{ braces }}.\n\n* loose\n\n+ lists\n\nEnd";
    check("https://notes.example", same, same);
}

#[test]
fn a_text_without_canonical_is_left_alone_even_if_it_looks_like_a_twin() {
    let text = TWIN.lines().filter(|line| !line.starts_with("canonical: ") && !line.starts_with("last-updated: "));
    let text = text.map(|line| format!("{line}\n")).collect::<String>();
    let site = site(&text);
    let run = site.build(&[]).ends(0);
    assert!(run.stderr.contains("warning[heading-level]"), "{}", run.stderr);
    let twin = site.text(OUT);
    assert_eq!(twin.matches("\n# Acme's CLI").count(), 2, "{twin}");
    assert_eq!(twin.matches("\n## Sources\n").count(), 2, "{twin}");
}

#[test]
fn a_part_that_lacks_its_form_stays_in_the_body() {
    let site = site(TWIN.replace("Kind: idiosyncrasy ·", "A kind of idiosyncrasy ·"));
    let run = site.build(&[]).ends(0);
    assert!(run.stderr.contains("36:1: warning[twin-part]: "), "{}", run.stderr);
    let twin = site.text(OUT);
    assert_eq!(twin.matches("\n# Acme's CLI").count(), 2, "{twin}");
    assert_eq!(twin.matches("\n## Sources\n").count(), 1, "{twin}");
}

#[test]
fn sources_of_the_authors_own_are_not_taken_for_generated_ones() {
    let text = note("a").body("Text.\n\n## Sources\n\n- My own list\n\nAnd prose.").text();
    let site = Site::parse(OTHERS);
    site.write("notes/research/a.md", &text);
    site.build(&[]).ends(0);
    let twin = site.text("research/a.md");
    assert!(twin.contains("- My own list\n\nAnd prose.\n\n## Sources\n\n- [Source]"), "{twin}");
    site.write("notes/research/a.md", &twin);
    site.build(&["--strict"]).ends(0);
    assert_text(&site.text("research/a.md"), &twin);
}

#[test]
fn what_a_note_lacks_is_left_out_with_its_separator() {
    let site = Site::parse(format!(
        "{OTHERS}{}",
        note("a")
            .set("clients", "[]")
            .set("capabilities", "[]")
            .set("specVersions", "[]")
            .set("status", "retracted")
            .line("statusReason: The test was wrong.")
            .line("related: [not-there]")
            .body("")
    ));
    site.build(&[]).ends(0);
    let twin = site.text("research/a.md");
    let rest = &twin[twin.find("\n# ").expect("a title")..];
    assert_text(
        rest,
        "\n# Title of a\n\nKind: finding · Status: retracted · Last verified: 2026-09-01\n\nStatus reason: The test was wrong.\n\n## Sources\n\n- [Source](https://code.example/it), 2026-08-01\n\n## Related notes\n\n- not-there\n",
    );
    site.write("notes/research/a.md", &twin);
    site.build(&[]).ends(0);
    assert_text(&site.text("research/a.md"), &twin);
}

#[test]
fn the_front_matter_of_every_twin_is_yaml_and_names_its_page() {
    let site = &crate::rich::BELOW;
    for (path, bytes) in site.output().iter().filter(|(path, _)| path.ends_with(".md")) {
        let text = std::str::from_utf8(bytes).expect("a text");
        let front = text.strip_prefix("---\n").and_then(|text| text.split_once("\n---\n")).expect("front matter").0;
        let yaml: serde_yaml::Mapping = serde_yaml::from_str(front).unwrap_or_else(|error| panic!("{path}: {error}"));
        let canonical = yaml.get("canonical").and_then(|value| value.as_str()).expect("an address");
        let route = path.trim_end_matches(".md").trim_end_matches("index");
        assert_eq!(canonical, format!("https://notes.example/sub/dir/{route}"), "{path}");
        assert!(yaml.get("title").is_some() && yaml.get("summary").is_some(), "{path}");
    }
}

/// Asserts that each note, replaced by its twin, gives the same twin and the same text on its page.
#[track_caller]
fn round(site: &Site) {
    let texts = || -> Tree {
        site.build(&[]).ends(0);
        let output = site.output().into_iter().filter(|(path, _)| path.starts_with("research/"));
        let cut = |(path, bytes): (String, Vec<u8>)| {
            let text = String::from_utf8(bytes).expect("UTF-8");
            let from = if path.ends_with(".md") { Some(0) } else { text.find("<div class=\"prose\"") };
            let rest = &text[from.unwrap_or(text.len())..];
            let end = if path.ends_with(".md") {
                rest.len()
            } else {
                rest.find("<section class=\"apparatus\">").unwrap_or(0)
            };
            (path, rest.as_bytes()[..end].to_vec())
        };
        output.map(cut).collect()
    };
    let first = texts();
    for path in tree(&site.root().join("notes/research")).into_keys() {
        let id = path.rsplit('/').next().expect("a name");
        if let Some(twin) = first.get(&format!("research/{id}")) {
            site.write(&format!("notes/research/{path}"), twin);
        }
    }
    assert_same(&first, &texts(), "each note replaced by its twin");
}

#[test]
fn every_twin_of_a_rich_site_is_a_note_that_gives_the_same_site() {
    round(&crate::rich::site());
}

/// Returns a site of one note, or of a few, among the others.
fn among(notes: &[crate::site::Note]) -> Site {
    let notes: String = notes.iter().map(ToString::to_string).collect();
    Site::parse(format!("{OTHERS}{notes}"))
}

#[test]
fn front_matter_of_every_style_rounds() {
    let folded = note("a").set("summary", ">-\n  One\n\n  two\n\n").set("title", "\"  One  \"").line("lang: en   # x");
    round(&among(&[folded]));
    let alike = note("a").set("summary", "|\n  canonical: x\n  last-updated: y\n  two").line("# canonical: no");
    round(&among(&[alike.line("aliases: [x,\n canonical-of, y]")]));
}

#[test]
fn bodies_that_look_like_generated_parts_round() {
    let facts = "Kind: finding · Status: current · Last verified: 2026-09-01\n\nStatus reason: x\n\nText.";
    round(&among(&[note("a").body(facts)]));
    let retracted = note("a").set("status", "retracted").line("statusReason: y");
    round(&among(&[retracted.body("Status reason: x\n\nText.")]));
    round(&among(&[note("a").body("## Sources\n\n- one\n\n## Related notes\n\n- two")]));
    round(&among(&[note("a").body("    indented\n\nText.\n\n    code  ")]));
}

#[test]
fn links_in_quotes_lists_and_footnotes_round() {
    let body = "> [r]: b.md\n> [r], [![plan](../plan.svg)](b.md) [a `](x)` b](b.md) [a\\]b](<b.md> 'x') [two\n> lines](b.md\n> \"t\")\n\n- [[b]]\n  ![[/plan.svg|A plan]]\n\n[^1] [x][R]\n\n[^1]: [b](b.md) [[b]]\n";
    round(&among(&[note("a").body(body), note("b")]));
}

#[test]
fn a_wiki_link_keeps_the_marks_of_its_text() {
    check(
        "https://notes.example",
        "[[b|*it* `is` \\* so \\*]] and [[b|`]`]] and [[b|<kbd>x</kbd>]].",
        "[*it* `is` \\* so \\*](/research/b.md) and [`]`](/research/b.md) and [<kbd>x</kbd>](/research/b.md).",
    );
}

#[test]
fn a_title_is_text_where_it_stands_for_a_wiki_links_text() {
    let a = note("a").set("title", "'A *b* <i> _c_ \\\\d [e](f) & `g`'");
    round(&among(&[a, note("b").body("See [[a]] and [[a|it]].")]));
}

#[test]
fn titles_of_several_lines_round() {
    round(&among(&[note("a").set("title", "|\n  One")]));
    round(&among(&[note("a").set("title", "\"One\\nTwo\"")]));
}

#[test]
fn status_reasons_of_several_lines_round() {
    round(&among(&[note("a").set("status", "retracted").line("statusReason: |\n  One\n  two\n\n  three")]));
}

#[test]
fn titles_of_sources_of_several_lines_round() {
    let source = "\n  - url: https://code.example/it\n    title: \"One\\nTwo\"\n    date: 2026-08-01";
    round(&among(&[note("a").set("sources", source)]));
}

#[test]
fn titles_of_sources_with_brackets_round() {
    let source = "\n  - url: https://a.example/x_(y)?a=b&c\n    title: \"`a]` *b* [c\"\n    date: 2026-08-01";
    round(&among(&[note("a").set("sources", source)]));
}

#[test]
fn related_ids_that_are_none_round() {
    round(&among(&[note("a").line("related: [\"a b\", \"x\\ny\", \"*z*\"]")]));
}

/// Asserts that the twin of a text is a note without faults and gives itself, unless the text is
/// refused as a note.
#[track_caller]
fn round_text(text: &str) {
    let site = Site::parse("");
    site.write("notes/research/a.md", text);
    if site.build(&["-u", "https://notes.example"]).exit == 1 {
        return;
    }
    let twin = site.text("research/a.md");
    site.write("notes/research/a.md", &twin);
    site.build(&["-u", "https://notes.example"]).ends(0);
    assert_text(&site.text("research/a.md"), &twin);
}

#[test]
fn front_matter_in_braces_rounds_or_is_refused() {
    round_text(
        "---\n{id: a, title: A, kind: finding, summary: S, capabilities: [], clients: [], specVersions: [],\n sources: [{url: https://code.example/it, title: So, date: 2026-08-01}], status: current, lastVerified: 2026-09-01}\n---\n\nText.\n",
    );
}

#[test]
fn front_matter_that_is_indented_rounds_or_is_refused() {
    let text = note("a").text();
    let (front, body) = text[4..].split_once("---\n").expect("front matter");
    let front: String = front.lines().map(|line| format!("  {line}\n")).collect();
    round_text(&format!("---\n{front}---\n{body}"));
}

#[test]
fn a_generated_key_in_single_quotes_is_made_anew() {
    let parts = "# Title of a\n\nKind: finding\n\nText.\n\n## Sources\n\n- x";
    round_text(&note("a").line("'canonical': https://old.example/a").body(parts).text());
}

#[test]
fn a_line_of_a_text_is_no_key() {
    let site = Site::parse(note("a").set("summary", "\"What\ncanonical: is\nsaid\""));
    site.build(&["-u", "https://notes.example"]).ends(0);
    assert!(site.text("research/a.md").contains("summary: \"What\ncanonical: is\nsaid\"\n"));
}

#[test]
fn a_title_is_text_in_the_twin_of_a_page_too() {
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
    let title = "A _b_ &amp; ~~c~~ 1. # x <i> ![y](z) \\ *d* end";
    let site = Site::parse(format!(
        "-- notes/about.md --\n---\ntitle: {}\n---\n\nText.\n",
        serde_json::to_string(title).expect("a string")
    ));
    site.build(&[]).ends(0);
    let twin = site.text("about.md");
    let body = twin[4..].split_once("\n---\n").expect("front matter").1;
    let events = Parser::new_ext(body, Options::ENABLE_STRIKETHROUGH);
    let heading: Vec<Event<'_>> = events
        .skip_while(|event| !matches!(event, Event::Start(Tag::Heading { .. })))
        .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
        .collect();
    let marks = heading.iter().filter(|event| matches!(event, Event::Start(_))).count();
    assert_eq!(marks, 1, "only the heading itself: {heading:?}");
    let text: String =
        heading.iter().filter_map(|e| if let Event::Text(text) = e { Some(&**text) } else { None }).collect();
    assert_eq!(text, title);
}

#[test]
fn the_day_is_told_for_a_site_in_a_folder_of_a_repository_whatever_the_environment_says() {
    let outer = Site::parse("");
    for (path, bytes) in tree(&site(NOTE).root().join("notes")) {
        outer.write(&format!("notes/inner/ä b/notes/{path}"), bytes);
    }
    outer.commit("2026-11-11");
    let mut command = outer.command(&["build", "-r", "notes/inner/ä b", "-o", "out", "--date", TODAY]);
    command.env("GIT_DIR", "/nonexistent").env("GIT_WORK_TREE", "/").env("GIT_INDEX_FILE", "/x");
    crate::site::run(command).ends(0);
    let twin = std::fs::read_to_string(outer.root().join("out").join(OUT)).expect("a twin");
    assert_text(&twin, TWIN);
}

#[test]
fn characters_that_end_lines_for_a_yaml_reader_move_no_place() {
    for odd in ['\u{2028}', '\u{2029}'] {
        let sources = format!("\n  - url: https://code.example/it\n    title: \"So{odd}urce\"\n    date: 2026-08-01");
        let site = Site::parse(note("a").set("sources", &sources));
        site.build(&["-u", "https://notes.example"]).ends(0);
        let twin = site.text("research/a.md");
        assert_eq!(twin.matches("canonical: ").count(), 1, "{twin}");
        // A published twin is a note that gives the same twin.
        site.write("notes/research/a.md", &twin);
        site.build(&["-u", "https://notes.example"]).ends(0);
        assert_eq!(site.text("research/a.md"), twin);
        // And what is wrong behind it is told where it stands.
        site.write("notes/research/a.md", note("a").set("sources", &sources).set("status", "curent").text());
        let told = site.check(&["-q"]).ends(1).stderr;
        assert!(told.starts_with("notes/research/a.md:13:9: error[invalid-status]"), "{told}");
    }
}
