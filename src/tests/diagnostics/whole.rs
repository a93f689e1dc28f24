//! The site as a whole: its address, its routes, its templates, its history.

use std::process::Command;

use super::{check, check_site};
use crate::site::{Site, note};

#[test]
fn a_base_address_that_is_none() {
    check(
        format!("-- notes/site.yaml --\nbase_url: notes.example\n{}", note("a")),
        r#"
notes/site.yaml:1:11: error[base-url]: `base_url`: `notes.example` is not an absolute http or https address
   1 | base_url: notes.example
     |           ^^^^^^^^^^^^^
  help: write it like `https://example.org/notes/`
"#,
    );
}

#[test]
fn two_files_that_ask_for_one_address() {
    let page = |path: &str| format!("-- notes/{path}.md --\n---\ntitle: X\n---\n\nText.\n");
    check(
        format!("{}{}{}", page("clients"), page("research/x"), note("a")),
        r#"
notes/clients.md:1:1: error[route-taken]: the address `/clients.html` is asked for by notes/clients.md and by the site itself
notes/clients.md:1:1: error[route-taken]: the address `/clients.md` is asked for by notes/clients.md and by the site itself
notes/research/x.md:1:1: error[missing-field]: `capabilities`: the required key is missing
   1 | ---
     | ^
notes/research/x.md:1:1: error[missing-field]: `clients`: the required key is missing
   1 | ---
     | ^
notes/research/x.md:1:1: error[missing-field]: `id`: the required key is missing
   1 | ---
     | ^
notes/research/x.md:1:1: error[missing-field]: `kind`: the required key is missing
   1 | ---
     | ^
notes/research/x.md:1:1: error[missing-field]: `lastVerified`: the required key is missing
   1 | ---
     | ^
notes/research/x.md:1:1: error[missing-field]: `sources`: the required key is missing
   1 | ---
     | ^
notes/research/x.md:1:1: error[missing-field]: `specVersions`: the required key is missing
   1 | ---
     | ^
notes/research/x.md:1:1: error[missing-field]: `status`: the required key is missing
   1 | ---
     | ^
notes/research/x.md:1:1: error[missing-field]: `summary`: the required key is missing
   1 | ---
     | ^
"#,
    );
    check(
        format!("{}-- static/research/a.html --\n-- static/about --\n{}{}", note("a"), page("about/us"), page("about")),
        r#"
static/about:1:1: error[route-taken]: the file `/about` stands where `/about/us.html` needs a folder
static/about:1:1: error[route-taken]: the file `/about` stands where `/about/us.md` needs a folder
static/research/a.html:1:1: error[route-taken]: the address `/research/a.html` is asked for by static/research/a.html and by notes/research/a.md
"#,
    );
    check(
        format!("{}{}", note("a").line("aliases: [b]"), page("statuses/current")),
        r#"
notes/statuses/current.md:1:1: error[route-taken]: the address `/statuses/current.html` is asked for by notes/statuses/current.md and by the site itself
notes/statuses/current.md:1:1: error[route-taken]: the address `/statuses/current.md` is asked for by notes/statuses/current.md and by the site itself
"#,
    );
}

#[test]
fn templates_that_cannot_be_parsed() {
    check(
        format!("-- templates/note.html --\n<main>\n{{% if note %}}\n</main>\n{}", note("a")),
        r#"
templates/note.html:4:1: error[template]: Unexpected end of input
"#,
    );
    check(
        format!("-- templates/note.html --\n{{% extends \"bas.html\" %}}\n{}", note("a")),
        r#"
templates/note.html:1:1: error[template]: Template 'note.html' is inheriting from 'bas.html', which doesn't exist or isn't loaded.
"#,
    );
    let site = Site::parse(note("a"));
    site.write("templates/note.html", b"\xff");
    check_site(
        &site,
        r#"
templates/note.html:1:1: error[not-utf8]: byte 0xFF at offset 0 is not UTF-8
   1 | �
     | ^
  help: save the file as UTF-8
"#,
    );
}

#[test]
fn a_template_that_cannot_be_rendered_is_named_with_its_place() {
    let site = Site::parse(format!("-- templates/note.html --\n<main>\n  {{{{ nothing }}}}\n</main>\n{}", note("a")));
    let run = site.check(&["-q"]).ends(1);
    assert!(run.stderr.starts_with("templates/note.html:2:6: error[template]: "), "{}", run.stderr);
    assert!(run.stderr.contains("`nothing`"), "{}", run.stderr);
}

#[test]
fn a_template_that_cannot_be_rendered_is_told_with_its_line() {
    let site = Site::parse(format!("-- templates/note.html --\n<main>\n  {{{{ nothing }}}}\n</main>\n{}", note("a")));
    let run = site.check(&["-q"]).ends(1);
    assert!(run.stderr.contains("\n   2 |   {{ nothing }}\n     |      ^"), "{}", run.stderr);
}

#[test]
fn a_shallow_clone_has_no_days() {
    let site = Site::parse(note("a"));
    site.commit("2026-10-01");
    site.write("notes/research/b.md", note("b").text());
    site.commit("2026-10-02");
    let origin = format!("file://{}", site.root().display());
    let clone = Site::parse("");
    std::fs::remove_dir_all(clone.root()).unwrap();
    let done = Command::new("git").args(["clone", "--quiet", "--depth=1", &origin]).arg(clone.root()).status();
    assert!(done.unwrap().success());
    check_site(&clone, "");
    let run = clone.build(&["-u", "https://notes.example"]).ends(0);
    let told =
        "note: dates are left out, because the repository is a shallow clone; `git fetch --unshallow` completes it";
    assert_eq!(run.stderr.lines().filter(|line| *line == told).count(), 1, "{}", run.stderr);
    assert!(!clone.text("research/a.md").contains("last-updated: "));
}

#[test]
fn a_frame_without_the_blocks_that_pages_fill() {
    check(
        format!("-- templates/base.html --\nHELLO {{%- block content -%}}{{% endblock content %}}\n{}", note("a")),
        r#"
templates/base.html:1:1: error[template]: the template lacks blocks that pages fill: `page_head`, `scripts`, `sheet`
   1 | HELLO {%- block content -%}{% endblock content %}
     | ^
  help: add it, or extend `builtin/base.html` and replace only the blocks that differ
"#,
    );
}
