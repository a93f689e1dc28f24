//! Whatever a note holds: its twin, taken as the note, gives the same twin and the same page.

use std::sync::Arc;

use fieldnotes::compile::{Options, Site, compile};
use fieldnotes::corpus::{Corpus, File};
use fieldnotes::date::Day;
use fieldnotes::diagnostic::Code;
use fieldnotes::route::Base;
use proptest::prelude::*;

use crate::site::{TODAY, note};

/// Makes a site of a note `a` and two others, without a disk.
fn site(a: &str, b: &str) -> Site {
    let file = |path: &str, text: &str| File { path: path.into(), bytes: Arc::new(text.as_bytes().to_vec()) };
    let page = "---\ntitle: \"X | `y|z` *w*\"\n---\n\nText.\n";
    let corpus = Corpus {
        texts: vec![
            file("notes/page.md", page),
            file("notes/research/a.md", a),
            file("notes/research/b.md", b),
            file("notes/site.yaml", "highlight: false\n"),
        ],
        files: vec![file("notes/plan.svg", "")],
        ..Corpus::default()
    };
    let options = Options {
        today: Day::parse(TODAY).expect("a day"),
        base: Base::parse("https://notes.example/x/"),
        drafts: false,
    };
    compile(corpus, &options)
}

fn text(site: &Site, path: &str) -> String {
    let index = site.paths().iter().position(|it| *it == path).expect("a file of the site");
    String::from_utf8(site.file(index).expect("templates without fault")).expect("UTF-8")
}

fn told(site: &Site) -> String {
    let lines = site.diagnostics.iter().map(|it| format!("{}:{} {}", it.place.path, it.place.line, it.message));
    lines.collect::<Vec<_>>().join("\n")
}

/// Checks a note, unless it is refused; tells whether it was.
fn check(a: &str, b: &str) -> Result<bool, TestCaseError> {
    let first = site(a, b);
    if first.has_errors() {
        return Ok(false);
    }
    let twin = text(&first, "research/a.md");
    let second = site(&twin, b);
    prop_assert!(!second.has_errors(), "{}\n--- note\n{a}\n--- twin\n{twin}", told(&second));
    let lacks_form = second.diagnostics.iter().any(|it| it.code == Code::TwinPart);
    prop_assert!(!lacks_form, "{}\n--- note\n{a}\n--- twin\n{twin}", told(&second));
    let again = text(&second, "research/a.md");
    prop_assert_eq!(&again, &twin, "--- note\n{}", a);
    let (one, other) = (text(&first, "research/a.html"), text(&second, "research/a.html"));
    // A heading is named by the words of its source, in which a wiki link is its target.
    let in_heading = |part: &str| part.rfind("<h").is_some_and(|at| part[at..].contains("<a href=\"/x/"));
    if one != other && !one.split("<a class=\"anchor\"").any(in_heading) {
        let lines = one.lines().zip(other.lines()).find(|(one, other)| one != other);
        prop_assert!(false, "{lines:#?}\n--- note\n{a}\n--- twin\n{twin}");
    }
    Ok(true)
}

/// Part of a text of one value or of a line.
fn piece() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "a",
        "b c",
        " ",
        "  ",
        "*",
        "**",
        "_",
        "__",
        "`",
        "``",
        "~",
        "~~",
        "<",
        ">",
        "&amp;",
        "&",
        "#",
        " #",
        "[",
        "]",
        "(",
        ")",
        "](",
        "\\",
        "|",
        "!",
        ":",
        ": ",
        "- ",
        "1. ",
        "+ ",
        "'",
        "\"",
        "{",
        "}",
        "中",
        "é",
        "\u{a0}",
        "\u{feff}",
        "\t",
        ",",
        "---",
        "===",
        "<i>",
        "</i>",
        "<br>",
        "canonical: x",
        "## Sources",
        "Status reason: ",
        "Kind: ",
        "· ",
        "$",
        "^",
        "%",
        "@",
        "=",
        "?",
    ]);
    prop_oneof![8 => known.prop_map(str::to_owned), 1 => "\\PC{1,4}"]
}

fn line() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 1..8).prop_map(|pieces| pieces.concat())
}

/// A text of a few lines as a YAML value behind `key:`, in one of the styles that there are.
fn value() -> impl Strategy<Value = String> {
    (prop::collection::vec(line(), 1..4), 0..6u8).prop_map(|(lines, style)| {
        let block =
            |mark: &str| format!("{mark}\n{}", lines.iter().map(|line| format!("    x{line}\n")).collect::<String>());
        match style {
            0 => serde_json::to_string(&lines.join("\n")).expect("a string"),
            1 => format!("'{}'", lines.join("\n").replace('\'', "''")),
            2 => block("|").trim_end().to_owned(),
            3 => block(">+"),
            4 => serde_json::to_string(&lines[0]).expect("a string"),
            _ => format!("x{}", lines[0]),
        }
    })
}

fn body() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "[[b]]",
        "[[b|it]]",
        "[[b|`co|de` *x* \\*]]",
        "[[b|[x] y]]",
        "[[b|x ] y]]",
        "[[b|x[^1]]]",
        "[[b|![p](../plan.svg)]]",
        "[[b|[x](b.md)]]",
        "[[b|<kbd>k</kbd>]]",
        "[[b|a & b < c_d_]]",
        "[[b|]]",
        "[[b| x ]]",
        "[[page]]",
        "[[page|two\nlines]]",
        "[[b#part]]",
        "![[/plan.svg|A plan]]",
        "[1](b.md)",
        "[r]",
        "[x][r]",
        "\n\n[r]: b.md \"t\"\n\n",
        "[^1]",
        "\n\n[^1]: A [[b]].\n\n",
        "\n\n| a | b |\n|---|---|\n| [[page]] | [[b\\|`x\\|y`]] |\n| [[b]] | [[b\\|*z*]] |\n\n",
        "\n\n## Part\n\n",
        "\n\n## Sources\n\n- x\n\n",
        "\n\n## Related notes\n\n",
        "\n\n```\n[[b]]\n```\n\n",
        "\n\n> [[b|q\n> r]]\n\n",
        "\n\n- [[b]]\n- x\n\n",
        "<!-- [[b]] -->",
        "\n    code\n",
        "\n\n# Title\n\nKind: x\n\nStatus reason: y\n\n",
        "[page](/page)",
        "[self](#sources)",
        "![p](../plan.svg)",
        "\n\n```\nopen",
        "text ",
        "\n",
        " ",
    ]);
    let any = prop_oneof![5 => part.prop_map(str::to_owned), 2 => piece()];
    prop::collection::vec(any, 0..10).prop_map(|parts| parts.concat())
}

fn related() -> impl Strategy<Value = String> {
    let ids = prop::collection::vec(prop_oneof![Just("b".to_owned()), Just("x\ny".to_owned()), line()], 0..3);
    ids.prop_map(|ids| serde_json::to_string(&ids).expect("a list"))
}

/// Lines that may stand in front matter besides.
fn extra() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop::sample::select(vec![
            "# canonical: x",
            "canonical: https://old.example/a",
            "\"canonical\" : x",
            "'last-updated':\n  2026-01-01",
            "canonical: |-\n\n  x\n",
            "lang: en # x",
            "aliases: [x,\n canonical-of, y]",
            "contradicts: [b]",
            "? updated\n: 2026-09-01",
            "",
        ]),
        0..3,
    )
    .prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_note_gives_a_twin_that_gives_itself(
        (title, summary, reason, source, path) in (value(), value(), value(), value(), value()),
        (other, related, extra, kind) in (value(), related(), extra(), line()),
        body in body(),
        parts in any::<[bool; 8]>(),
    ) {
        let mut a = note("a").body(&body);
        for (i, (key, value)) in [("title", &title), ("summary", &summary)].into_iter().enumerate() {
            if parts[i] {
                a = a.set(key, value);
            }
        }
        if parts[2] {
            a = a.set("status", "retracted").set("statusReason", &reason);
        }
        if parts[3] {
            let path = if parts[4] { format!("\n    commit: 1234567\n    path: {}", serde_json::to_string(&path).expect("a string")) } else { String::new() };
            let (open, close) = if source.contains('\n') || parts[5] { ("(", "") } else { ("(x", ")") };
            let source = source.replace("\n", "\n    ");
            a = a.set("sources", &format!("\n  - url: https://code.example/{open}it{close}{path}\n    date: 2026-08-01\n    title: {source}"));
        }
        if parts[6] {
            a = a.set("kind", &serde_json::to_string(&kind).expect("a string"));
        }
        a = a.line(&format!("related: {related}")).line(&extra);
        let b = note("b").body("## Part\n\nSee [[a]].").set("title", if parts[7] { &other } else { "B" });
        check(&a.text(), &b.text())?;
    }
}

/// How many notes are tried; a number in the environment asks for more.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(60)
}

#[test]
fn notes_that_once_did_not_round() {
    let taken = |a: crate::site::Note| {
        assert!(check(&a.text(), &note("b").text()).expect("a twin that rounds"), "{}", a.text())
    };
    taken(note("a").set("title", "\"a  *b* `c\"").set("statusReason", "\"\\n x\\n\"").set("status", "retracted"));
}
