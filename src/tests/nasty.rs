//! Inputs that have brought other programs down: whatever is read, the program ends by itself, with
//! a site or with findings, and soon.

use std::time::{Duration, Instant};

use crate::site::{Run, Site, note};

/// Asserts that a run ended with a site or with findings.
#[track_caller]
fn assert_sound(run: &Run, what: &str) {
    let head: String = what.chars().take(80).collect();
    assert!(matches!(run.exit, 0 | 1), "{head:?}: exit {}\n{}", run.exit, run.stderr);
    assert!(!run.stderr.contains("panicked"), "{head:?}: {}", run.stderr);
    assert!(run.exit == 0 || run.stderr.contains(": error["), "{head:?}: {}", run.stderr);
    assert!(!run.stderr.contains('\u{1b}') && !run.stderr.contains('\u{7}'), "{head:?}: {:?}", run.stderr);
}

#[track_caller]
fn check(path: &str, content: impl AsRef<[u8]>) {
    let start = Instant::now();
    let site = Site::parse(note("other"));
    site.write(path, content.as_ref());
    assert_sound(&site.build(&[]), &String::from_utf8_lossy(content.as_ref()));
    assert!(start.elapsed() < Duration::from_secs(20), "{path} took {:?}", start.elapsed());
}

#[test]
fn texts_that_are_hardly_any() {
    for text in [
        "",
        "\n",
        "-",
        "--",
        "---",
        "---\n",
        "---\n---",
        "---\n---\n",
        "\u{feff}",
        "\u{feff}---\n---\n",
        "---\n\n---\n",
        "--- \t\n--- ",
        "---\r\n---\r\n",
        "\0",
        "---\n-\n---\n",
        "---\n:\n---\n",
        "---\n[]\n---\n",
        "---\n{}\n---\n",
        "---\nnull\n---\n",
        "---\n~: ~\n---\n",
        "---\n? a\n---\n",
        "---\n? [a]\n: b\n---\n",
        "---\n\"\n---\n",
        "---\n'\n---\n",
        "---\n|\n---\n",
        "---\na: |\n---\n",
        "---\na: >-\n\n\n---\n",
        "---\n%YAML 1.1\n---\n",
        "---\n--- a\n---\n",
        "---\n...\n---\n",
        "---\n*a\n---\n",
        "---\n&a\n---\n",
        "---\n!!binary x\n---\n",
        "---\na: \"\\uD800\"\n---\n",
        "---\na: \"\\x\"\n---\n",
        "---\n\ta: b\n---\n",
        "---\n#\n---\n",
        "---\na: b: c\n---\n",
        "---\n<<: {a: b}\n---\n",
        "---\nid: a\nid: a\n---\n",
        "---\n- a\n- b\n---\n",
        "---\n1: 2\n---\n",
    ] {
        let site = Site::parse(note("other"));
        for path in
            ["research/x.md", "clients/x.md", "x.md", "site.yaml", "kinds.yaml", "capabilities.yaml", "revisions.yaml"]
        {
            let yaml = text.trim_start_matches("---\n").trim_end_matches("---\n");
            site.write(&format!("notes/{path}"), if path.ends_with(".md") { text } else { yaml });
        }
        assert_sound(&site.check(&[]), text);
    }
}

#[test]
fn front_matter_that_is_large_or_deep() {
    let front = |yaml: &str| format!("---\nid: x\n{yaml}\n---\n\nText.\n");
    check("notes/research/x.md", front(&format!("title: {}", "x".repeat(64 * 1024))));
    check("notes/research/x.md", front(&format!("title: {}", "[".repeat(60_000))));
    check("notes/research/x.md", front(&format!("title: {}{}", "[".repeat(64), "]".repeat(64))));
    check("notes/research/x.md", front(&format!("title: {}", "{a: ".repeat(10_000))));
    check("notes/research/x.md", front(&format!("a: {}x", "- ".repeat(20_000))));
    let deep: String = (0..300).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    check("notes/research/x.md", front(&deep));
    check("notes/research/x.md", front(&"a: &a [*a, *a]\n".repeat(1000)));
    check("notes/kinds.yaml", format!("- id: a\n  title: {}\n", "x".repeat(1024 * 1024)));
}

#[test]
fn nesting_is_bounded_in_blocks_too() {
    let deep: String = (0..80).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    let site = Site::parse(note("a").line(deep.trim_end()));
    let run = site.check(&["-q"]).ends(1);
    assert!(run.stderr.contains("error[front-matter-too-large]"), "{}", run.stderr);
}

#[test]
fn bodies_that_nest_deeply_or_never_end() {
    let many = |text: &str, n: usize| text.repeat(n);
    for body in [
        many(">", 5_000),
        many("> - ", 1_000),
        (0..500).map(|depth| format!("{}- a\n", "  ".repeat(depth))).collect(),
        many("[", 20_000),
        many("![", 10_000),
        many("[[", 10_000),
        many("[a](", 5_000),
        many("*a **b ", 5_000),
        many("`", 20_001),
        many("~~~\n", 5_001),
        many("<", 20_000),
        many("<!--", 5_000),
        many("<kbd>", 5_000),
        many("[^a]", 3_000),
        many("[^a]: ", 500),
        many("| a ", 3_000) + "\n" + &many("|---", 3_000),
        many("\\", 20_000),
        many("&#x41;", 5_000),
        many("# ", 5_000),
        many("a\n===\n", 2_000),
        many("\u{202e}\u{feff}\u{200d}", 3_000),
        many("𝒳̂", 5_000),
        many("**「", 5_000),
        "[a]: <b\n[b]: \n[c]: 'x'\n".to_owned(),
        "[[]] [[|]] [[#]] [[a|]] [[|b]] ![[]] [](<>) ![](<>)".to_owned(),
        "[x](%ff) [y](%2e%2e/%2e%2e/x) [z](#%) [w](?q) [v](./) [u](..) [t](/..) [s](//)".to_owned(),
        "```ts\n".to_owned() + &many("`${", 3_000),
        "```json\n".to_owned() + &many("[", 20_000),
    ] {
        check("notes/research/x.md", note("x").body(&body).text());
    }
}

#[test]
fn names_that_need_escaping() {
    for name in [
        "a b",
        "a&b",
        "a'b",
        "a\"b",
        "a<b>",
        "a#b",
        "a?b",
        "a%20b",
        "a%b",
        "ä",
        "中文",
        "a\nb",
        "a\u{1b}[31mb",
        "-a",
        "a;b",
        "a\\b",
        "CON",
        "🚀",
    ] {
        let site = Site::parse(note("other"));
        site.write(&format!("notes/research/{name}.md"), note("x").text());
        site.write(&format!("notes/{name}.md"), "---\ntitle: x\n---\n\nText.\n");
        site.write(&format!("notes/{name}.png"), "");
        site.write(&format!("static/{name}"), "");
        let run = site.build(&[]).ends(1);
        assert_sound(&run, name);
        // As a client's id, a picture and a static file such a name may be good.
        let quoted = serde_json::to_string(name).expect("a string");
        let url: String = name.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let site = Site::parse(note("x").set("clients", &format!("[{quoted}]")).body(&format!("![A](../{url}.png)")));
        site.write(&format!("notes/{name}.png"), "");
        site.write(&format!("static/{name}"), "");
        let run = site.build(&[]);
        assert_sound(&run, name);
        if run.exit == 0 {
            crate::html::Page::read(&site.text("research/x.html"));
            crate::html::Page::read(&site.text("clients.html"));
        }
    }
}

#[test]
fn many_faults_are_all_told() {
    let body: String = (0..300).map(|i| format!("[{i}](not-there-{i}.md)\n")).collect();
    let site = Site::parse(note("a").body(&body));
    let run = site.check(&["-q"]).ends(1);
    assert_eq!(run.stderr.matches(": error[broken-link]: ").count(), 300);
}
