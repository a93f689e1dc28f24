//! Front matter as YAML: fences, syntax, shapes, keys.

use super::check;
use crate::site::note;

#[test]
fn front_matter_that_is_missing() {
    check(
        format!("-- notes/research/b.md --\n# B\n\nText.\n{}", note("a")),
        r#"
notes/research/b.md:1:1: error[front-matter-missing]: the file does not begin with front matter, a line `---`
   1 | # B
     | ^
  help: a note begins with a line `---`, its fields in YAML, and a line `---`
"#,
    );
    check(
        format!("-- notes/research/b.md --\n\n---\nid: b\n---\n{}", note("a")),
        r#"
notes/research/b.md:1:1: error[front-matter-missing]: front matter must start on line 1
  help: a note begins with a line `---`, its fields in YAML, and a line `---`
"#,
    );
    check(
        format!("-- notes/research/b.md --\n{}", note("a")),
        r#"
notes/research/b.md:1:1: error[front-matter-missing]: the file does not begin with front matter, a line `---`
  help: a note begins with a line `---`, its fields in YAML, and a line `---`
"#,
    );
    check(
        format!("-- notes/clients/b.md --\nText.\n{}", note("a").set("clients", "[]")),
        r#"
notes/clients/b.md:1:1: error[front-matter-missing]: the file does not begin with front matter, a line `---`
   1 | Text.
     | ^
  help: a note begins with a line `---`, its fields in YAML, and a line `---`
"#,
    );
}

#[test]
fn front_matter_that_is_never_closed() {
    check(
        format!("-- notes/research/b.md --\n---\nid: b\n\nText.\n{}", note("a")),
        r#"
notes/research/b.md:1:1: error[front-matter-unclosed]: the front matter opened here is never closed
   1 | ---
     | ^^^
  help: close it by a line of three dashes
"#,
    );
    check(
        format!("-- notes/research/b.md --\n---\nid: b\n----\n\nText.\n{}", note("a")),
        r#"
notes/research/b.md:3:1: error[front-matter-unclosed]: the front matter opened at line 1 is not closed, and this line looks like a closing fence: `----`
   3 | ----
     | ^^^^
  help: a closing fence is three dashes on a line of their own
"#,
    );
}

#[test]
fn front_matter_that_is_too_large_or_too_deep() {
    check(
        note("a").set("summary", &"[".repeat(70)),
        r#"
notes/research/a.md:5:74: error[front-matter-too-large]: collections are nested deeper than 64
   5 | summary: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
     |                                                                          ^
"#,
    );
    check(
        note("a").line(&format!("# {}", "x".repeat(65536))),
        r#"
notes/research/a.md:2:1: error[front-matter-too-large]: 65792 bytes of YAML; at most 64 KiB are read
   2 | id: a
     | ^
"#,
    );
}

#[test]
fn yaml_that_cannot_be_read_names_the_slip() {
    check(
        note("a").set("title", "Acme: it speaks"),
        r#"
notes/research/a.md:3:12: error[yaml-syntax]: `title`: the value cannot be read as YAML: mapping values are not allowed in this context
   3 | title: Acme: it speaks
     |            ^
  help: put the value in quotes
"#,
    );
    check(
        note("a").set("title", "@acme/core is odd"),
        r#"
notes/research/a.md:3:8: error[yaml-syntax]: `title`: the value cannot be read as YAML: found character that cannot start any token
   3 | title: @acme/core is odd
     |        ^^^^^^^^^^^^^^^^^
  help: put the value in quotes
"#,
    );
    check(
        note("a").set("title", "'It's by hand'"),
        r#"
notes/research/a.md:3:8: error[yaml-syntax]: `title`: the value cannot be read as YAML: did not find expected key
   3 | title: 'It's by hand'
     |        ^^^^^^^^^^^^^^
  help: put the value in quotes
"#,
    );
    check(
        note("a").set("title", "\"It never ends"),
        r#"
notes/research/a.md:3:8: error[yaml-syntax]: `title`: the quote that opens here is not closed on its line
   3 | title: "It never ends
     |        ^^^^^^^^^^^^^^
  help: close the quote, or put the value in the other kind of quotes
"#,
    );
    check(
        note("a").set("title", "`code` first"),
        r#"
notes/research/a.md:3:8: error[yaml-syntax]: `title`: the value cannot be read as YAML: found character that cannot start any token
   3 | title: `code` first
     |        ^^^^^^^^^^^^
  help: put the value in quotes
"#,
    );
    check(
        note("a").set("capabilities", "\n\t- tools.call"),
        r#"
notes/research/a.md:7:1: error[yaml-syntax]: YAML is indented by spaces, not by tabs
   7 |  - tools.call
     | ^
  help: replace the tab by spaces
"#,
    );
}

#[test]
fn brackets_that_are_never_closed_are_named() {
    let site = crate::site::Site::parse(note("a").set("clients", "[acme"));
    let run = site.check(&["-q"]).ends(1);
    assert!(run.stderr.starts_with("notes/research/a.md:7:10: error[yaml-syntax]: `clients`: "), "{}", run.stderr);
}

#[test]
fn anchors_and_tags() {
    check(
        note("a").set("title", "&t Title").set("summary", "*t"),
        r#"
notes/research/a.md:3:8: error[yaml-anchor]: anchors are not used here
   3 | title: &t Title
     |        ^^
  help: write the value out where it is needed, or quote it if it is text
"#,
    );
    check(
        note("a").set("title", "!!str 12").line("lang: !x en"),
        r#"
notes/research/a.md:3:8: error[yaml-tag]: tags are not used here
   3 | title: !!str 12
     |        ^^^^^
  help: put text in quotes
notes/research/a.md:15:7: error[yaml-tag]: tags are not used here
  15 | lang: !x en
     |       ^^
  help: put text in quotes
"#,
    );
}

#[test]
fn values_that_a_comment_cuts_short() {
    check(
        note("a").set("title", "Fix of issue #12 in C# code"),
        r#"
notes/research/a.md:3:21: error[cut-value]: `title`: the text is cut short here, because ` #` begins a comment
   3 | title: Fix of issue #12 in C# code
     |                     ^
  help: put the whole value in quotes, or move the comment to a line of its own
"#,
    );
    check(
        note("a").set("summary", "One line\n  and another # one").line("# a comment"),
        r#"
notes/research/a.md:6:15: error[cut-value]: `summary`: the text is cut short here, because ` #` begins a comment
   6 |   and another # one
     |               ^
  help: put the whole value in quotes, or move the comment to a line of its own
"#,
    );
}

#[test]
fn keys_that_are_given_twice_or_not_known() {
    check(
        note("a").line("title: Another"),
        r#"
notes/research/a.md:15:1: error[duplicate-key]: `title`: the key was given before, on line 3
  15 | title: Another
     | ^^^^^
"#,
    );
    check(
        note("a").line("lastverified: 2026-09-01").line("mood: good"),
        r#"
notes/research/a.md:15:1: error[unknown-key]: `lastverified`: no such key; did you mean `lastVerified`?
  15 | lastverified: 2026-09-01
     | ^^^^^^^^^^^^
notes/research/a.md:16:1: error[unknown-key]: `mood`: no such key
  16 | mood: good
     | ^^^^
  help: known keys: `id`, `title`, `kind`, `summary`, `capabilities`, `clients`, `specVersions`, `sources`, `status`, `lastVerified`, `related`, `claims`, `supersedes`, `contradicts`, `statusReason`, `aliases`, `updated`, `lang`, `canonical`, `last-updated`
"#,
    );
    check(
        note("a").set(
            "sources",
            "\n  - url: https://code.example/it\n    titel: x\n    title: S\n    date: 2026-08-01\n    url: https://b.example",
        ),
        r#"
notes/research/a.md:11:5: error[unknown-key]: `sources[0].titel`: no such key; did you mean `title`?
  11 |     titel: x
     |     ^^^^^
notes/research/a.md:14:5: error[duplicate-key]: `sources[0].url`: the key was given before, on line 10
  14 |     url: https://b.example
     |     ^^^
"#,
    );
}

#[test]
fn values_of_another_shape() {
    check(
        note("a").set("clients", "acme").set("title", "[a, b]").set("summary", "{a: b}"),
        r#"
notes/research/a.md:3:8: error[wrong-type]: `title`: expected text, found a list
   3 | title: [a, b]
     |        ^^^^^^
  help: put text that begins with a bracket in quotes
notes/research/a.md:5:10: error[wrong-type]: `summary`: expected text, found a mapping
   5 | summary: {a: b}
     |          ^^^^^^
  help: put text that begins with a bracket in quotes
notes/research/a.md:7:10: error[wrong-type]: `clients`: expected a list, found text
   7 | clients: acme
     |          ^^^^
  help: write `[acme]`
"#,
    );
    check(
        note("a").set("sources", "\n  - https://code.example/it"),
        r#"
notes/research/a.md:10:5: error[wrong-type]: `sources[0]`: expected a mapping of keys and values, found text
  10 |   - https://code.example/it
     |     ^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
    check(
        format!("-- notes/research/b.md --\n---\njust text\n---\n{}", note("a")),
        r#"
notes/research/b.md:2:1: error[wrong-type]: expected a mapping of keys and values, found text
   2 | just text
     | ^^^^^^^^^
"#,
    );
    check(
        format!("-- notes/kinds.yaml --\nid: finding\n{}", note("a")),
        r#"
notes/kinds.yaml:1:1: error[wrong-type]: expected a list, found a mapping
   1 | id: finding
     | ^^^^^^^^^^^
"#,
    );
    check(
        format!("-- notes/site.yaml --\nhighlight: maybe\nnav: none\nforges: []\n{}", note("a")),
        r#"
notes/site.yaml:1:12: error[wrong-type]: `highlight`: expected `true` or `false`, found `maybe`
   1 | highlight: maybe
     |            ^^^^^
notes/site.yaml:2:6: error[wrong-type]: `nav`: expected a list, found text
   2 | nav: none
     |      ^^^^
  help: write `[none]`
notes/site.yaml:3:9: error[wrong-type]: `forges`: expected a mapping of hosts to kinds of forge
   3 | forges: []
     |         ^^
"#,
    );
}

#[test]
fn required_fields_that_are_missing() {
    check(
        "-- notes/research/a.md --\n---\nlang: en\n---\n\nText.\n",
        r#"
notes/research/a.md:1:1: error[missing-field]: `capabilities`: the required key is missing
   1 | ---
     | ^
notes/research/a.md:1:1: error[missing-field]: `clients`: the required key is missing
   1 | ---
     | ^
notes/research/a.md:1:1: error[missing-field]: `id`: the required key is missing
   1 | ---
     | ^
notes/research/a.md:1:1: error[missing-field]: `kind`: the required key is missing
   1 | ---
     | ^
notes/research/a.md:1:1: error[missing-field]: `lastVerified`: the required key is missing
   1 | ---
     | ^
notes/research/a.md:1:1: error[missing-field]: `sources`: the required key is missing
   1 | ---
     | ^
notes/research/a.md:1:1: error[missing-field]: `specVersions`: the required key is missing
   1 | ---
     | ^
notes/research/a.md:1:1: error[missing-field]: `status`: the required key is missing
   1 | ---
     | ^
notes/research/a.md:1:1: error[missing-field]: `summary`: the required key is missing
   1 | ---
     | ^
notes/research/a.md:1:1: error[missing-field]: `title`: the required key is missing
   1 | ---
     | ^
"#,
    );
    check(
        note("a").set("sources", "\n  - path: x"),
        r#"
notes/research/a.md:10:5: error[missing-field]: `sources[0].date`: the required key is missing
  10 |   - path: x
     |     ^^^^^^^
notes/research/a.md:10:5: error[missing-field]: `sources[0].title`: the required key is missing
  10 |   - path: x
     |     ^^^^^^^
notes/research/a.md:10:5: error[missing-field]: `sources[0].url`: the required key is missing
  10 |   - path: x
     |     ^^^^^^^
notes/research/a.md:10:11: warning[path-without-commit]: `sources[0].path`: the path has no commit, so its lines may move
  10 |   - path: x
     |           ^
  help: add the `commit` at which the file was read
"#,
    );
    check(
        format!("-- notes/clients/acme.md --\n---\nvendor: A\n---\n\nText.\n{}", note("a")),
        r#"
notes/clients/acme.md:1:1: error[missing-field]: `title`: the required key is missing
   1 | ---
     | ^
"#,
    );
    check(
        format!("-- notes/about.md --\n---\nsummary: x\n---\n\nText.\n{}", note("a")),
        r#"
notes/about.md:1:1: error[missing-field]: `title`: the required key is missing
   1 | ---
     | ^
"#,
    );
    check(
        format!("-- notes/revisions.yaml --\n- id: 2025-06-18\n{}", note("a")),
        r#"
notes/revisions.yaml:1:3: error[missing-field]: `[0].status`: the required key is missing
   1 | - id: 2025-06-18
     |   ^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn values_that_are_empty() {
    check(
        note("a").set("title", "").set("summary", "~").set("kind", "null"),
        r#"
notes/research/a.md:3:1: error[empty-value]: `title`: the value is empty
   3 | title:
     | ^^^^^
  help: write a value, put it in quotes if it is meant so, or take the key out
notes/research/a.md:4:7: error[empty-value]: `kind`: the value is empty
   4 | kind: null
     |       ^^^^
  help: write a value, put it in quotes if it is meant so, or take the key out
notes/research/a.md:5:10: error[empty-value]: `summary`: the value is empty
   5 | summary: ~
     |          ^
  help: write a value, put it in quotes if it is meant so, or take the key out
"#,
    );
    check(
        note("a").set("title", "\"  \"").set("clients", "\n  - acme\n  -\n  - \"\""),
        r#"
notes/research/a.md:3:8: error[empty-value]: `title`: the value is empty
   3 | title: "  "
     |        ^^^^
  help: write a value, put it in quotes if it is meant so, or take the key out
notes/research/a.md:9:3: error[empty-value]: `clients[1]`: the value is empty
   9 |   -
     |   ^
  help: write a value, put it in quotes if it is meant so, or take the key out
notes/research/a.md:10:5: error[empty-value]: `clients[2]`: the value is empty
  10 |   - ""
     |     ^^
  help: write a value, put it in quotes if it is meant so, or take the key out
"#,
    );
}
