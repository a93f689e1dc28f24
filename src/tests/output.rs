//! The output folder: what is written, what is removed, what is left alone, what is refused.

use std::fs;

use crate::html::Page;
use crate::site::{Site, assert_same, note, tree, write};

#[test]
fn outputs_of_what_is_gone_are_removed_and_foreign_files_stay() {
    let site = Site::parse(format!(
        "{}{}{}",
        note("stays"),
        note("goes").set("clients", "[only-here]").set("title", "TITLE-OF-GONE-81c"),
        note("renamed")
    ));
    site.build(&[]).ends(0);
    assert!(site.output().contains_key("clients/only-here.html"));
    site.remove("notes/research/goes.md");
    site.remove("notes/research/renamed.md");
    site.write("notes/research/new-name.md", note("new-name").text());
    let public = site.root().join("public");
    write(&public, "CNAME", b"notes.example\n");
    write(&public, "extra/keep.txt", b"mine\n");
    write(&public, "research/mine.html", b"mine too\n");
    let run = site.build(&[]).ends(0);
    assert!(run.stderr.contains(" removed, "), "{}", run.stderr);

    let mut output = site.output();
    assert_eq!(output.remove("CNAME").as_deref(), Some(&b"notes.example\n"[..]));
    assert_eq!(output.remove("extra/keep.txt").as_deref(), Some(&b"mine\n"[..]));
    assert_eq!(output.remove("research/mine.html").as_deref(), Some(&b"mine too\n"[..]));
    for (path, bytes) in &output {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains("TITLE-OF-GONE-81c") && !text.contains("only-here"), "{path}");
    }
    site.build(&["--out", "fresh"]).ends(0);
    let mut fresh = tree(&site.root().join("fresh"));
    fresh.remove("fieldnotes-manifest.json");
    assert_same(&output, &fresh, "an old folder brought up to date and a new one");
}

#[test]
fn a_folder_of_ours_that_is_left_empty_goes() {
    let site = Site::parse(format!("{}-- notes/deep/er/page.md --\n---\ntitle: X\n---\n\nText.\n", note("a")));
    site.build(&[]).ends(0);
    assert!(site.root().join("public/deep/er").is_dir());
    fs::remove_dir_all(site.root().join("notes/deep")).unwrap();
    site.build(&[]).ends(0);
    assert!(!site.root().join("public/deep").exists());
}

#[test]
fn a_file_changed_by_hand_is_mended_and_a_stale_one_changed_by_hand_stays() {
    let site = Site::parse(format!("{}{}", note("a"), note("b")));
    site.build(&[]).ends(0);
    let fresh = site.output();
    let public = site.root().join("public");
    write(&public, "research/a.html", b"by hand");
    fs::remove_file(public.join("index.html")).unwrap();
    let run = site.build(&[]).ends(0);
    assert!(run.stderr.contains(": 1 files new, 1 changed, 0 removed, "), "{}", run.stderr);
    assert_same(&fresh, &site.output(), "mended");
    write(&public, "research/b.html", b"by hand");
    site.remove("notes/research/b.md");
    site.build(&[]).ends(0);
    assert_eq!(site.text("research/b.html"), "by hand");
    assert!(!public.join("research/b.md").exists());
}

#[test]
fn a_folder_of_others_is_refused_and_not_touched() {
    let site = Site::parse(note("a"));
    let docs = site.root().join("docs");
    write(&docs, "handwritten.html", b"mine");
    write(&docs, ".git/HEAD", b"ref");
    let before = tree(&docs);
    let run = site.build(&["--out", "docs"]).ends(2);
    assert_eq!(
        run.stderr,
        "error: output folder `docs`: it is not empty and was not made by fieldnotes: `handwritten.html` is in it; name an empty or new folder with `--out`\n"
    );
    assert_same(&before, &tree(&docs), "refused");
    // So is one that has errors besides: the folder is looked at first.
    site.write("notes/research/b.md", "");
    site.build(&["--out", "docs"]).ends(2);
    assert_same(&before, &tree(&docs), "refused with errors");
}

#[test]
fn an_output_folder_that_overlaps_the_site_is_refused() {
    let site = Site::parse(format!("{}-- static/x --\n", note("a")));
    let before = tree(&site.root());
    for (out, why) in [
        (".", "the site itself lies in it"),
        ("..", "the site itself lies in it"),
        ("notes", "it overlaps the site's own `notes`"),
        ("notes/out", "it overlaps the site's own `notes`"),
        ("public/../static/x", "it overlaps the site's own `static`"),
        ("templates", "it overlaps the site's own `templates`"),
        ("static/x/y", "it overlaps the site's own `static`"),
    ] {
        let run = site.build(&["--out", out]).ends(2);
        assert_eq!(run.stderr, format!("error: output folder `{out}`: {why}; name another folder with `--out`\n"));
    }
    site.write("file", "");
    let run = site.build(&["--out", "file"]).ends(2);
    assert!(run.stderr.contains("there is a file in its place"), "{}", run.stderr);
    site.remove("file");
    assert_same(&before, &tree(&site.root()), "refused");
}

#[cfg(unix)]
#[test]
fn links_in_the_output_folder_are_not_followed() {
    use std::os::unix::fs::symlink;
    let site = Site::parse(note("a"));
    let outside = site.beside("outside");
    write(&outside, "a.html", b"theirs");
    site.build(&[]).ends(0);
    let public = site.root().join("public");
    symlink(&outside, public.join("link")).unwrap();
    site.build(&[]).ends(0);
    fs::remove_dir_all(public.join("research")).unwrap();
    symlink(&outside, public.join("research")).unwrap();
    site.build(&[]).ends(2);
    assert_eq!(tree(&outside).into_iter().collect::<Vec<_>>(), [("a.html".to_owned(), b"theirs".to_vec())]);
}

#[test]
fn errors_leave_the_output_as_it_was() {
    let site = Site::parse(note("a"));
    site.build(&[]).ends(0);
    let before = tree(&site.root().join("public"));
    site.write("notes/research/a.md", note("a").body("[x](not-there.md)").text());
    let run = site.build(&[]).ends(1);
    assert!(run.stderr.ends_with("/public` is left as it was\n"), "{}", run.stderr);
    assert_same(&before, &tree(&site.root().join("public")), "an error");
}

#[test]
fn a_template_that_fails_on_any_page_leaves_the_output_as_it_was() {
    let site = Site::parse(note("a").line("aliases: [old]"));
    site.build(&["-u", "https://notes.example"]).ends(0);
    let before = tree(&site.root().join("public"));
    // Everything else has changed too, so there is much to write.
    let other = note("a").set("title", "Another").line("aliases: [old]").text();
    site.write("notes/research/a.md", other);
    for name in [
        "404.html",
        "badge.xml",
        "feed.xml",
        "home.html",
        "note.html",
        "redirect.html",
        "row.html",
        "sitemap.xml",
        "sources.html",
        "statuses.html",
    ] {
        let path = format!("templates/{name}");
        site.write(&path, "{{ nothing }}");
        for out in ["public", "new"] {
            let run = site.build(&["-u", "https://notes.example", "--out", out]).ends(1);
            assert!(run.stderr.starts_with(&format!("{path}:1:4: error[template]: ")), "{}", run.stderr);
        }
        assert!(!site.root().join("new").exists(), "{name}");
        site.check(&["-u", "https://notes.example"]).ends(1);
        assert_same(&before, &tree(&site.root().join("public")), name);
        site.remove(&path);
    }
}

#[test]
fn former_addresses_lead_to_the_present_one() {
    for (path, to, from) in [
        ("research/hand-made-frames.html", "research/frames-by-hand", &*crate::rich::AT_ROOT),
        ("clients/acme-ide.html", "clients/acme", &*crate::rich::AT_ROOT),
        ("capabilities/transports.http-sse.html", "capabilities/transports.sse", &*crate::rich::AT_ROOT),
        ("imprint.html", "about", &*crate::rich::AT_ROOT),
        ("imprint.html", "sub/dir/about", &*crate::rich::BELOW),
    ] {
        let page = Page::read(&from.text(path));
        let refresh = page.all("meta").find(|meta| meta.has("http-equiv", "refresh")).expect("a redirect");
        assert_eq!(refresh.get("content"), Some(&*format!("0; url=/{to}")), "{path}");
        assert_eq!(page.links("canonical", None), [format!("https://notes.example/{to}")], "{path}");
        assert!(page.all("a").any(|a| a.has("href", &format!("/{to}"))), "{path}: for those without redirects");
        assert!(page.all("meta").any(|meta| meta.has("name", "robots") && meta.has("content", "noindex")), "{path}");
        assert!(!from.output().contains_key(&path.replace(".html", ".md")), "{path}: a redirect has no twin");
    }
}

#[test]
fn assets_and_static_files_are_copied_as_they_are() {
    let site = Site::parse(note("a").body("![One](../pictures/one%20two.png) ![Two](two.bin)"));
    let bytes: Vec<u8> = (0..=255).collect();
    site.write("notes/pictures/one two.png", &bytes);
    site.write("notes/research/two.bin", b"\r\n\xef\xbb\xbf");
    site.write("static/.well-known/x", &bytes);
    site.write("static/_redirects", "/a /b\n");
    site.build(&["--strict"]).ends(0);
    let output = site.output();
    assert_eq!(output["pictures/one two.png"], bytes);
    assert_eq!(output["research/two.bin"], b"\r\n\xef\xbb\xbf");
    assert_eq!(output[".well-known/x"], bytes);
    assert_eq!(output["_redirects"], b"/a /b\n");
    assert_eq!(output[".nojekyll"], b"");
    assert!(site.text("research/a.html").contains("src=\"/pictures/one%20two.png\""));
}

#[test]
fn a_static_file_of_the_sites_own_goes_before_the_built_in_one() {
    let site = Site::parse(format!("{}-- static/style.css --\nbody {{}}\n", note("a")));
    site.build(&[]).ends(0);
    assert_eq!(site.text("style.css"), "body {}\n");
    assert!(site.output().contains_key("site.js"));
}

#[test]
fn a_template_of_the_sites_own_goes_before_the_built_in_one_and_may_extend_it() {
    let site = Site::parse(format!(
        "{}-- templates/404.html --\nOWN-404\n-- templates/note.html --\n{{% extends \"builtin/note.html\" %}}\n{{% block footer %}}<p>OWN-FOOTER {{{{ note.id }}}}</p>{{% endblock footer %}}\n",
        note("a")
    ));
    site.build(&[]).ends(0);
    assert_eq!(site.text("404.html").trim(), "OWN-404");
    let page = site.text("research/a.html");
    assert!(page.contains("<p>OWN-FOOTER a</p>") && page.contains("Title of a"), "{page}");
    assert!(!site.text("index.html").contains("OWN-FOOTER"));
    // The frame of all pages, by extending the built-in frame.
    site.write(
        "templates/base.html",
        "{% extends \"builtin/base.html\" %}{% block footer %}OWN-BASE{% endblock footer %}",
    );
    site.build(&[]).ends(0);
    assert!(site.text("index.html").contains("OWN-BASE") && site.text("research/a.html").contains("OWN-FOOTER"));
}

#[test]
fn what_a_note_says_is_never_a_template() {
    let text = "{{ 7 * 191 }} {% include 'x' %} {# gone? #} {{ site.title }}";
    let site = Site::parse(note("a").set("title", &format!("'{}'", text.replace('\'', "''"))).body(text));
    site.build(&[]).ends(0);
    for path in ["research/a.html", "research/a.md", "index.html", "research.html"] {
        let page = site.text(path);
        assert!(page.contains("{{ 7 * 191 }}") && page.contains("{# gone? #}") && !page.contains("1337"), "{path}");
    }
}

#[test]
fn drafts_leave_no_trace_unless_they_are_asked_for() {
    let draft = note("wip").set("status", "draft").set("title", "DRAFT-TITLE").set("clients", "[draft-client]");
    let site = Site::parse(format!("{draft}{}", note("a")));
    site.build(&[]).ends(0);
    for (path, bytes) in site.output() {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!path.contains("wip") && !path.contains("draft-client"), "{path}");
        assert!(!text.contains("DRAFT-TITLE") && !text.contains("wip") && !text.contains("draft-client"), "{path}");
    }
    site.build(&["--drafts"]).ends(0);
    let output = site.output();
    assert!(output.contains_key("research/wip.html") && output.contains_key("clients/draft-client.html"));
    site.build(&[]).ends(0);
    assert!(!site.root().join("public/research/wip.html").exists());
}

#[test]
fn notes_may_lie_in_folders_and_keep_their_address() {
    let site = Site::parse(format!(
        "{}{}",
        note("deep").at("notes/research/2026/05/deep.md").body("[a](../../a.md)"),
        note("a").body("[deep](2026/05/deep.md)")
    ));
    site.build(&["--strict"]).ends(0);
    assert!(site.output().contains_key("research/deep.html"));
    assert!(site.text("research/a.html").contains("href=\"/research/deep\""));
}

#[test]
fn a_file_called_like_the_list_of_what_is_ours_is_refused() {
    let site = Site::parse(format!("{}-- static/fieldnotes-manifest.json --\n{{}}\n", note("a")));
    let run = site.build(&[]).ends(1);
    assert!(run.stderr.contains("static/fieldnotes-manifest.json:1:1: error[route-taken]: "), "{}", run.stderr);
    let site = Site::parse(format!("{}-- static/x/.fieldnotes-tmp-1 --\n", note("a")));
    let run = site.build(&[]).ends(1);
    assert!(run.stderr.contains("static/x/.fieldnotes-tmp-1:1:1: error[route-taken]: "), "{}", run.stderr);
}

#[test]
fn data_under_notes_is_copied_if_a_page_refers_to_it() {
    let site =
        Site::parse(format!("{}-- notes/data/x.yaml --\na: !tag &x 1\n", note("a").body("[Data](../data/x.yaml).")));
    site.build(&["--strict"]).ends(0);
    assert_eq!(site.text("data/x.yaml"), "a: !tag &x 1\n");
    assert!(site.text("research/a.html").contains("href=\"/data/x.yaml\""));
}
