//! Places: line and column as an editor counts them, whatever the bytes are.

use super::{check, check_site};
use crate::site::{Site, note};

#[test]
fn a_byte_order_mark_and_carriage_returns_count_as_nothing() {
    let site = Site::parse("");
    let text = note("a").set("clients", "acme").body("Text.\n\n[x](not-a-note-of-this-site.md)").text();
    site.write("notes/research/a.md", format!("\u{feff}{}", text.replace('\n', "\r\n")));
    check_site(
        &site,
        r#"
notes/research/a.md:7:10: error[wrong-type]: `clients`: expected a list, found text
   7 | clients: acme
     |          ^^^^
  help: write `[acme]`
notes/research/a.md:19:1: error[broken-link]: `not-a-note-of-this-site.md` leads to nothing
  19 | [x](not-a-note-of-this-site.md)
     | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn columns_count_characters_and_marks_count_cells() {
    check(
        note("a").set("title", "手写的: 客户端").set("kind", "x"),
        r#"
notes/research/a.md:3:11: error[yaml-syntax]: `title`: the value cannot be read as YAML: mapping values are not allowed in this context
   3 | title: 手写的: 客户端
     |              ^
  help: put the value in quotes
"#,
    );
    check(
        note("a").body("客户端 🚀 见 [这里](不存在的笔记.md)。"),
        r#"
notes/research/a.md:17:9: error[broken-link]: `不存在的笔记.md` leads to nothing
  17 | 客户端 🚀 见 [这里](不存在的笔记.md)。
     |              ^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
    check(
        note("a").body("\tnot code? \n\nA tab\there: [x](not-a-note-of-this-site.md)"),
        r#"
notes/research/a.md:19:13: error[broken-link]: `not-a-note-of-this-site.md` leads to nothing
  19 | A tab here: [x](not-a-note-of-this-site.md)
     |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_name_is_near_only_if_the_part_that_differs_is() {
    let site = Site::parse(format!("{}{}", note("acme").body("[x](zed.md)"), note("b")));
    let run = site.check(&["-q"]).ends(1);
    assert!(!run.stderr.contains("did you mean"), "{}", run.stderr);
}

#[test]
fn a_long_line_is_cut_around_its_place() {
    check(
        note("a").body(&format!("{}[x](not-a-note-of-this-site.md){}", "word ".repeat(40), " word".repeat(40))),
        r#"
notes/research/a.md:17:201: error[broken-link]: `not-a-note-of-this-site.md` leads to nothing
  17 | …word word word word word word word word [x](not-a-note-of-this-site.md) word word word word word word word word word wor…
     |                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn control_characters_of_names_are_made_visible() {
    check(
        note("a").set("clients", "[\"a\\u202eb/\"]"),
        r#"
notes/research/a.md:7:11: error[invalid-id]: `clients[0]`: `aU+202Eb/` is not an id
   7 | clients: ["a\u202eb/"]
     |           ^^^^^^^^^^^
  help: an id is 1 to 100 characters that can stand in a file name, without `/`, `\`, `<`, `>`, `"`, `|`, `?`, `*` or a leading dot or hyphen
"#,
    );
}

#[test]
fn all_findings_of_all_files_are_told_in_one_run_and_sorted() {
    check(
        format!(
            "{}{}-- notes/about.md --\n---\ntitle: About\n---\n\n[x](not-a-note-of-this-site.md) [y](another-that-is-not-there.md)\n-- notes/site.yaml --\ntitel: X\n-- notes/unused.png --\n",
            note("b").set("status", "open").line("updated: never").body("## A\n\n#### B\n\n[[nowhere]]"),
            note("a").without("kind").set("summary", "x # y"),
        ),
        r#"
notes/about.md:5:1: error[broken-link]: `not-a-note-of-this-site.md` leads to nothing
   5 | [x](not-a-note-of-this-site.md) [y](another-that-is-not-there.md)
     | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
notes/about.md:5:33: error[broken-link]: `another-that-is-not-there.md` leads to nothing
   5 | [x](not-a-note-of-this-site.md) [y](another-that-is-not-there.md)
     |                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
notes/research/a.md:1:1: error[missing-field]: `kind`: the required key is missing
   1 | ---
     | ^
notes/research/a.md:4:12: error[cut-value]: `summary`: the text is cut short here, because ` #` begins a comment
   4 | summary: x # y
     |            ^
  help: put the whole value in quotes, or move the comment to a line of its own
notes/research/b.md:13:9: error[invalid-status]: `status`: `open` is not a status
  13 | status: open
     |         ^^^^
  help: one of `current`, `disputed`, `superseded`, `retracted`, `historical`, `draft`
notes/research/b.md:15:10: error[invalid-date]: `updated`: `never` is not a calendar day
  15 | updated: never
     |          ^^^^^
  help: write a real day as YYYY-MM-DD, from 1990 to 2100
notes/research/b.md:20:1: warning[heading-level]: the heading's level jumps from 2 to 4
  20 | #### B
     | ^^^^^^
  help: write `###`
notes/research/b.md:22:1: error[broken-link]: no note or page is called `nowhere`
  22 | [[nowhere]]
     | ^^^^^^^^^^^
  help: put it in backticks if it is code
notes/site.yaml:1:1: error[unknown-key]: `titel`: no such key; did you mean `title`?
   1 | titel: X
     | ^^^^^
notes/unused.png:1:1: warning[unused-file]: no page refers to `unused.png`, so it is not published
  help: link to it, take it out, or move it to `static/`, which is copied whole
"#,
    );
}

#[test]
fn strict_takes_warnings_for_errors() {
    let site = Site::parse(note("a").line("related: [nothing-like-it]"));
    let lax = site.check(&[]).ends(0);
    let strict = site.check(&["--strict"]).ends(1);
    assert_eq!(lax.stderr, strict.stderr);
    let built = site.build(&["--strict"]).ends(1);
    assert!(built.stderr.contains("1 warning; `"), "{}", built.stderr);
    assert!(site.output().is_empty());
    site.build(&[]).ends(0);
    assert!(!site.output().is_empty());
}
