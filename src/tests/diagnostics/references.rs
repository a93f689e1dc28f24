//! What notes say of other things: registries, other notes, successions.

use super::check;
use crate::site::note;

const REGISTRIES: &str = "\
-- notes/kinds.yaml --
- id: finding
  title: Finding
-- notes/capabilities.yaml --
- id: tools
  title: Tools
  capabilities:
    - id: tools.call
      title: Call
      introduced: 2025-06-18
-- notes/revisions.yaml --
- id: 2025-03-26
  status: superseded
- id: 2025-06-18
  status: current
-- notes/clients/acme.md --
---
title: Acme
---

Prose.
";

#[test]
fn ids_that_no_registry_declares() {
    check(format!("{REGISTRIES}{}", note("a")), "");
    check(
        format!(
            "{REGISTRIES}{}",
            note("a")
                .set("kind", "fnding")
                .set("clients", "[acme, acne, zed]")
                .set("capabilities", "[tool.calls]")
                .set("specVersions", "\n  - 2025-06-18\n  - 2025-06-81")
        ),
        r#"
notes/research/a.md:4:7: error[unknown-kind]: `kind`: no kind is called `fnding`
   4 | kind: fnding
     |       ^^^^^^
  help: did you mean `finding`? `notes/kinds.yaml` declares them
notes/research/a.md:6:16: error[unknown-capability]: `capabilities[0]`: no capability is called `tool.calls`
   6 | capabilities: [tool.calls]
     |                ^^^^^^^^^^
  help: did you mean `tools.call`? `notes/capabilities.yaml` declares them
notes/research/a.md:7:17: error[unknown-client]: `clients[1]`: no client is called `acne`
   7 | clients: [acme, acne, zed]
     |                 ^^^^
  help: did you mean `acme`? `fieldnotes new client acne` adds a new one
notes/research/a.md:7:23: error[unknown-client]: `clients[2]`: no client is called `zed`
   7 | clients: [acme, acne, zed]
     |                       ^^^
  help: `fieldnotes new client zed` adds a new one
notes/research/a.md:10:5: error[unknown-revision]: `specVersions[1]`: no revision is called `2025-06-81`
  10 |   - 2025-06-81
     |     ^^^^^^^^^^
  help: did you mean `2025-06-18`? `notes/revisions.yaml` declares them
"#,
    );
}

#[test]
fn revisions_that_registries_name() {
    let capabilities = "-- notes/capabilities.yaml --\n- id: tools\n  title: Tools\n  capabilities:\n    - id: tools.call\n      title: Call\n      removed: 2025-06-19\n";
    let client = "-- notes/clients/acme.md --\n---\ntitle: Acme\nsurfaces:\n  - id: cli\n    title: CLI\n    protocol: 2024-10-07\n---\n";
    check(
        format!("{REGISTRIES}{capabilities}{client}{}", note("a")),
        r#"
notes/capabilities.yaml:6:16: error[unknown-revision]: `[0].capabilities[0].removed`: no revision is called `2025-06-19`
   6 |       removed: 2025-06-19
     |                ^^^^^^^^^^
  help: did you mean `2025-06-18`?
notes/clients/acme.md:6:15: error[unknown-revision]: `surfaces[0].protocol`: no revision is called `2024-10-07`
   6 |     protocol: 2024-10-07
     |               ^^^^^^^^^^
  help: `notes/revisions.yaml` declares them
"#,
    );
}

#[test]
fn a_revision_that_is_no_day_must_be_declared() {
    check(
        note("a").set("specVersions", "[draft]"),
        r#"
notes/research/a.md:8:16: error[unknown-revision]: `specVersions[0]`: `draft` is not a calendar day, and no `notes/revisions.yaml` declares it
   8 | specVersions: [draft]
     |                ^^^^^
"#,
    );
}

#[test]
fn related_notes_that_are_not_there() {
    check(
        format!(
            "{}{}{}",
            note("a").line("related: [b, drafty, nothing-like-it, bb]"),
            note("b"),
            note("drafty").set("status", "draft")
        ),
        r#"
notes/research/a.md:15:14: warning[unknown-related]: `related[1]`: `drafty` exists, but is a draft (notes/research/drafty.md)
  15 | related: [b, drafty, nothing-like-it, bb]
     |              ^^^^^^
notes/research/a.md:15:22: warning[unknown-related]: `related[2]`: no note is called `nothing-like-it`
  15 | related: [b, drafty, nothing-like-it, bb]
     |                      ^^^^^^^^^^^^^^^
notes/research/a.md:15:39: warning[unknown-related]: `related[3]`: no note is called `bb`
  15 | related: [b, drafty, nothing-like-it, bb]
     |                                       ^^
  help: did you mean `b`?
"#,
    );
}

#[test]
fn a_note_with_errors_is_told_as_such() {
    check(
        format!(
            "{}-- notes/research/b.md --\n---\nid: @x\n---\n",
            note("a").line("related: [b]").body("See [b](b.md) and [[b]].")
        ),
        r#"
notes/research/a.md:15:11: warning[unknown-related]: `related[0]`: `b` has errors of its own (notes/research/b.md)
  15 | related: [b]
     |           ^
notes/research/a.md:18:5: error[broken-link]: `b.md` has errors of its own (notes/research/b.md)
  18 | See [b](b.md) and [[b]].
     |     ^^^^^^^^^
notes/research/a.md:18:19: error[broken-link]: `b` has errors of its own (notes/research/b.md)
  18 | See [b](b.md) and [[b]].
     |                   ^^^^^
notes/research/b.md:2:5: error[yaml-syntax]: `id`: the value cannot be read as YAML: found character that cannot start any token
   2 | id: @x
     |     ^^
  help: put the value in quotes
"#,
    );
}

#[test]
fn a_note_that_names_itself() {
    check(
        note("a").line("related: [a]").line("supersedes: [a]"),
        r#"
notes/research/a.md:15:11: error[related-to-self]: `related[0]`: this is the note itself
  15 | related: [a]
     |           ^
notes/research/a.md:16:14: error[related-to-self]: `supersedes[0]`: this is the note itself
  16 | supersedes: [a]
     |              ^
"#,
    );
}

#[test]
fn superseded_notes_that_are_not_there() {
    check(
        format!("{}{}", note("a").line("supersedes: [bb]").line("contradicts: [zzz]"), note("b")),
        r#"
notes/research/a.md:15:14: error[unknown-note]: `supersedes[0]`: no note is called `bb`
  15 | supersedes: [bb]
     |              ^^
  help: did you mean `b`?
notes/research/a.md:16:15: error[unknown-note]: `contradicts[0]`: no note is called `zzz`
  16 | contradicts: [zzz]
     |               ^^^
"#,
    );
}

#[test]
fn notes_that_supersede_each_other_in_a_circle() {
    let superseded = |id| note(id).set("status", "superseded");
    check(
        format!(
            "{}{}{}",
            superseded("a").line("supersedes: [b]"),
            superseded("b").line("supersedes: [c]"),
            superseded("c").line("supersedes: [a]")
        ),
        r#"
notes/research/c.md:15:14: error[supersedes-cycle]: `supersedes[0]`: notes supersede each other in a circle: a → b → c → a
  15 | supersedes: [a]
     |              ^
"#,
    );
}

#[test]
fn a_superseded_note_that_does_not_say_so() {
    check(
        format!("{}{}", note("a"), note("b").line("supersedes: [a]")),
        r#"
notes/research/a.md:13:9: error[superseded-status]: `status`: `b` supersedes this note, but its status is `current`
  13 | status: current
     |         ^^^^^^^
  help: write `status: superseded`, or take `a` out of `supersedes` there
"#,
    );
}

#[test]
fn one_name_on_the_wire_belongs_to_one_surface() {
    let client = |id| {
        format!(
            "-- notes/clients/{id}.md --\n---\ntitle: {id}\nsurfaces:\n  - id: cli\n    title: CLI\n    clientInfo: [mcp]\n---\n"
        )
    };
    check(
        format!("{}{}{}", client("acme"), client("b"), note("a")),
        r#"
notes/clients/b.md:6:18: error[duplicate-client-info]: `surfaces[0].clientInfo[0]`: `mcp` belongs to acme, surface `cli` already
   6 |     clientInfo: [mcp]
     |                  ^^^
"#,
    );
}

#[test]
fn former_ids_are_told_as_such() {
    check(
        format!("{}{}", note("a").line("aliases: [old]"), note("b").line("related: [old]\nsupersedes: [old]")),
        r#"
notes/research/b.md:15:11: warning[unknown-related]: `related[0]`: `old` is a former id of `a`
  15 | related: [old]
     |           ^^^
  help: write `a`
notes/research/b.md:16:14: error[unknown-note]: `supersedes[0]`: `old` is a former id of `a`
  16 | supersedes: [old]
     |              ^^^
  help: write `a`
"#,
    );
}

#[test]
fn what_a_registry_says_that_cannot_be_read_is_not_known() {
    check(
        format!(
            "{}-- notes/kinds.yaml --\n- id: [\n-- notes/revisions.yaml --\nx: y\n-- notes/clients/acme.md --\nText.\n",
            note("a").set("specVersions", "[draft]")
        ),
        r#"
notes/clients/acme.md:1:1: error[front-matter-missing]: the file does not begin with front matter, a line `---`
   1 | Text.
     | ^
  help: a note begins with a line `---`, its fields in YAML, and a line `---`
notes/kinds.yaml:1:7: error[yaml-syntax]: `id`: the bracket `[` that opens here is never closed
   1 | - id: [
     |       ^
  help: close it by `]`, or put text that begins with a bracket in quotes
notes/revisions.yaml:1:1: error[wrong-type]: expected a list, found a mapping
   1 | x: y
     | ^^^^
"#,
    );
}
