//! Whole bodies: Markdown in, HTML, links, outline and findings out.

mod properties;

use super::*;

fn body(text: &str) -> Document {
    read(text, Options { highlight: false, reserved_ids: &["sources"] })
}

/// Writes a body's HTML with `@n` for addresses and `@@n` for titles.
fn html(document: &Document) -> String {
    let mut out = String::new();
    document.html.write(&mut out, |out, fill| match fill {
        Fill::Address(link) => out.push_str(&format!("@{link}")),
        Fill::Title(link) => out.push_str(&format!("@@{link}")),
    });
    out
}

/// Compares the HTML of a body.
fn check(text: &str, expected: &str) {
    assert_eq!(html(&body(text)).trim_end(), expected, "{text}");
}

/// Compares the findings of a body: code, and the text at fault.
fn finds(text: &str, expected: &[(Code, &str)]) {
    let document = body(text);
    let found: Vec<_> = document.findings.iter().map(|finding| (finding.code, &text[finding.range.clone()])).collect();
    assert_eq!(found, expected, "{text}");
}

/// Compares the internal links of a body: target, text, and the bytes to replace.
fn links(text: &str, expected: &[(&str, &str, Option<&str>)]) {
    let document = body(text);
    let found = document
        .links
        .iter()
        .map(|link| (link.target.as_str(), link.text.as_str(), link.edit.clone().map(|edit| &text[edit])));
    assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
}

#[test]
fn blocks() {
    check("a\nb  \nc", "<p>a\nb<br>\nc</p>");
    check("- a\n- b\n\n3. c", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<ol start=\"3\">\n<li>c</li>\n</ol>");
    check("> a\n\n---", "<blockquote>\n<p>a</p>\n</blockquote>\n<hr>");
    check("*a* **b** ~~c~~ `d<`", "<p><em>a</em> <strong>b</strong> <del>c</del> <code>d&lt;</code></p>");
    check(
        "- [x] a\n- [ ] b",
        "<ul>\n<li class=\"task\"><input type=\"checkbox\" disabled checked aria-label=\"Done\"> a</li>\n\
         <li class=\"task\"><input type=\"checkbox\" disabled aria-label=\"Not done\"> b</li>\n</ul>",
    );
    check("{{ a }} {% b %}", "<p>{{ a }} {% b %}</p>");
}

#[test]
fn headings_have_ids_and_link_to_themselves() {
    check(
        "## See [a](a.md) & `b`",
        "<h2 id=\"see-a--b\">See <a href=\"@0\">a</a> &amp; <code>b</code>\
         <a class=\"anchor\" href=\"#see-a--b\" aria-label=\"Link to “See a &amp; b”\"><span aria-hidden=\"true\">#</span></a></h2>",
    );
    let document =
        body("## [a](a.md) ![p](p.png) [[x]] <kbd>k</kbd> <kbd>\n\n## Sources\n\n## Footnotes\n\n## fn 1\n\n## {#x}");
    let outline: Vec<_> =
        document.headings.iter().map(|heading| (heading.id.as_str(), heading.html.as_str())).collect();
    assert_eq!(
        outline,
        [
            ("a-p-x-k", "a p x <kbd>k</kbd> &lt;kbd&gt;"),
            ("sources-1", "Sources"),
            ("footnotes-1", "Footnotes"),
            ("section-fn-1", "fn 1"),
            ("x", "{#x}"),
        ]
    );
}

#[test]
fn heading_findings() {
    finds(
        "##\n\n# Title\n\n#### Deep",
        &[(Code::EmptyHeading, "##"), (Code::HeadingLevel, "# Title"), (Code::HeadingLevel, "#### Deep")],
    );
    finds("##标题\n\n####### seven\n\n#tag\n\n\\##标题", &[(Code::HeadingSpace, "##")]);
    finds("文。\n1.没有\n2.空格\n\n1.5 s\n\n- -没有", &[(Code::ListSpace, "1."), (Code::ListSpace, "-")]);
    check("##", "");
}

#[test]
fn links_outside_are_written_links_inside_are_holes() {
    check(
        "[a](https://x.y/a_(b)?c=1&d \"t\") <https://x.y> <me@x.y> https://x.y",
        "<p><a href=\"https://x.y/a_(b)?c=1&amp;d\" title=\"t\">a</a> <a href=\"https://x.y\">https://x.y</a> \
         <a href=\"mailto:me@x.y\">me@x.y</a> https://x.y</p>",
    );
    check("[a](b.md) ![c](d.png)", "<p><a href=\"@0\">a</a> <img src=\"@1\" alt=\"c\"></p>");
    check("[[a]] [[a#b|c *d*]]", "<p><a href=\"@0\">@@0</a> <a href=\"@1\">c <em>d</em></a></p>");
    check("[![p](p.png)](a.md)", "<p><a href=\"@0\"><img src=\"@1\" alt=\"p\"></a></p>");
    check("[a <https://x.y> b](c.md)", "<p><a href=\"@0\">a https://x.y b</a></p>");
}

#[test]
fn links_have_exact_edits() {
    links(
        "[a](<b c.md> 't') [d]( e\\_(f).md#%41 )",
        &[("b c.md", "a", Some("<b c.md>")), ("e_(f).md#%41", "d", Some("e\\_(f).md#%41"))],
    );
    links("> [a\n> ](\n> b.md)", &[("b.md", "a", Some("b.md"))]);
    links("[`](x)` ![p](q.png)](b.md)", &[("b.md", "](x) p", Some("b.md")), ("q.png", "p", Some("q.png"))]);
    links("[[a]] [[ b | c ]]", &[("a", "", Some("[[a]]")), ("b", "c", Some("[[ b | c ]]"))]);
    links(
        "| a |\n|---|\n| [[x\\|y]] [b](c\\|d.md) |",
        &[("x", "y", Some("[[x\\|y]]")), ("c|d.md", "b", Some("c\\|d.md"))],
    );
    links("![[p.png|q]]", &[("p.png", "q", Some("p.png"))]);
    links("`[a](b.md)` \\[c](d.md) <!-- [e](f.md) -->\n\n    [[g]]", &[]);
}

#[test]
fn references_point_to_their_definitions() {
    let text = "[a][t] [t][] [t] ![p][u] [w]\n\n[t]: <b c.md> 't'\n[u]:\n  p.png\n[v]: https://x.y\n[w]: mailto:a@x.y\n[unused]: u.md\n";
    let document = body(text);
    let definitions = document
        .definitions
        .iter()
        .map(|definition| (definition.target.as_str(), &text[definition.edit.clone()], definition.used));
    assert_eq!(
        definitions.collect::<Vec<_>>(),
        [("b c.md", "<b c.md>", true), ("p.png", "p.png", true), ("u.md", "u.md", false)]
    );
    let forms: Vec<_> = document.links.iter().map(|link| (link.form, &text[link.range.clone()])).collect();
    assert_eq!(
        forms,
        [
            (Form::Reference(0), "[a][t]"),
            (Form::Reference(0), "[t][]"),
            (Form::Reference(0), "[t]"),
            (Form::Image, "![p][u]"),
        ]
    );
}

#[test]
fn link_findings() {
    finds(
        "[a](javascript:x) [b](//x.y) [c]() [](d.md) ![](e.png)",
        &[
            (Code::LinkScheme, "[a](javascript:x)"),
            (Code::LinkScheme, "[b](//x.y)"),
            (Code::BrokenLink, "[c]()"),
            (Code::EmptyLink, "[](d.md)"),
            (Code::MissingAltText, "![](e.png)"),
        ],
    );
    finds("[here](a.md) [Here](./a.md) [here](b.md) [[c]] [[d]]", &[(Code::AmbiguousLinkText, "[here](b.md)")]);
    finds(
        "[a][missing] [c][] [b] `[d][e]`",
        &[(Code::UndefinedReference, "[a][missing]"), (Code::UndefinedReference, "[c][]")],
    );
    check("[a](javascript:x)", "<p>a</p>");
}

#[test]
fn links_know_their_sentence() {
    let document = body("First. See [a](a.md), `x. Y` and [[b]]\nthere. Last.\n\n- item [c](c.md)\n  - [d](d.md)\n");
    let sentences: Vec<_> = document.links.iter().map(|link| link.sentence.as_str()).collect();
    let first = "See a, x. Y and b there.";
    assert_eq!(sentences, [first, first, "item c", "d"]);
}

#[test]
fn tables() {
    check(
        "| | b |\n|:--|--:|\n| `a\\|b` | |",
        "<div class=\"scroll\" role=\"group\" aria-label=\"Table 1\" tabindex=\"0\"><table>\n\
         <thead><tr><td class=\"align-left\"></td><th scope=\"col\" class=\"align-right\">b</th></tr></thead>\n<tbody>\n\
         <tr><td class=\"align-left\"><code>a|b</code></td><td class=\"align-right\"></td></tr>\n</tbody>\n</table></div>",
    );
    finds(
        "> | a | b |\n> |--|--|\n> | `a|b` | c |\n> | [[a|b]] | c |\n> | d |",
        &[
            (Code::TableRow, "| `a|b` | c |"),
            (Code::WikiLinkInTable, "| [[a|b]] | c |"),
            (Code::ShortTableRow, "| d |"),
        ],
    );
}

#[test]
fn code_blocks() {
    check(
        "```ts,x y\na < b\n```\n\n    c",
        "<pre tabindex=\"0\" role=\"group\" aria-label=\"Code sample 1: ts\"><code class=\"language-ts\">a &lt; b\n</code></pre>\n\
         <pre tabindex=\"0\" role=\"group\" aria-label=\"Code sample 2\"><code>c</code></pre>",
    );
    finds("```\na", &[(Code::UnclosedFence, "```")]);
    finds("```", &[(Code::UnclosedFence, "```")]);
    finds("- ~~~ x\n  ```\n\nb", &[(Code::UnclosedFence, "~~~ x")]);
    finds("````\n```\n````\n\n> ```\n> ```\n\n1. ```\n   a\n   ```", &[]);
    let text = "```json\n{\"a\": 1}\n```";
    let document = read(text, Options { highlight: true, reserved_ids: &[] });
    assert!(document.html.text.contains("<span class=\"number\">1</span>"), "{}", document.html.text);
}

#[test]
fn raw_html_is_text() {
    check("a <b>b</b> <br> <kbd>k</kbd> <kbd>", "<p>a &lt;b&gt;b&lt;/b&gt; <br> <kbd>k</kbd> &lt;kbd&gt;</p>");
    check("<kbd>**a</kbd>**", "<p>&lt;kbd&gt;<strong>a&lt;/kbd&gt;</strong></p>");
    check("<sub class=x>a</sub>", "<p>&lt;sub class=x&gt;a&lt;/sub&gt;</p>");
    check("<div>\n[a](b.md)\n</div>", "<p>&lt;div&gt;\n[a](b.md)\n&lt;/div&gt;</p>");
    check("<!-- a\n\nb -->\n\nc<!-- d -->", "<p>c</p>");
    finds("a\n\n<!-- b\n\n# c", &[(Code::UnclosedComment, "<!--")]);
    finds("> <div>\n> a <!-- b", &[(Code::UnclosedComment, "<!--")]);
    finds("a <!-- b\n\nc --> `<!--` \\<!-- &lt;!--", &[(Code::UnclosedComment, "<!--")]);
}

#[test]
fn footnotes() {
    check(
        "a[^x] b[^y] c[^x]\n\n[^y]: Y\n[^x]: X [z](z.md)",
        "<p>a<sup class=\"footnote-ref\"><a id=\"fnref-1\" href=\"#fn-1\" aria-label=\"Footnote 1\">1</a></sup> \
         b<sup class=\"footnote-ref\"><a id=\"fnref-2\" href=\"#fn-2\" aria-label=\"Footnote 2\">2</a></sup> \
         c<sup class=\"footnote-ref\"><a id=\"fnref-1-2\" href=\"#fn-1\" aria-label=\"Footnote 1\">1</a></sup></p>\n\
         <section class=\"footnotes\" aria-labelledby=\"footnotes\"><h2 id=\"footnotes\">Footnotes</h2>\n<ol>\n\
         <li id=\"fn-1\"><p>X <a href=\"@0\">z</a> \
         <a class=\"footnote-back\" href=\"#fnref-1\" aria-label=\"Back to reference 1\">↩</a> \
         <a class=\"footnote-back\" href=\"#fnref-1-2\" aria-label=\"Back to reference 1-2\">↩<sup>2</sup></a></p>\n</li>\n\
         <li id=\"fn-2\"><p>Y <a class=\"footnote-back\" href=\"#fnref-2\" aria-label=\"Back to reference 2\">↩</a></p>\n</li>\n\
         </ol></section>",
    );
    finds(
        "a[^x] `[^b]` \\[^c] [^d](e.md)[^1]\n\n[^1]: b\n[^1]: c\n[^u]: d[^v]\n\n[^v]: e",
        &[
            (Code::UndefinedFootnote, "[^x]"),
            (Code::DuplicateFootnote, "[^1]:"),
            (Code::UnusedFootnote, "[^u]:"),
            (Code::UnusedFootnote, "[^v]:"),
        ],
    );
    let nested = html(&body("a[^x]\n\n[^x]: c[^y]\n\n    # d\n\n[^y]: e[^x]"));
    assert!(nested.contains("<p><strong>d</strong> "), "{nested}");
    assert_eq!(nested.matches("id=\"fnref-").count(), 3, "{nested}");
}

#[test]
fn alerts() {
    check(
        "> [!NOTE]\n> a",
        "<div class=\"alert alert-note\" role=\"note\"><p class=\"alert-title\">Note</p>\n<p>a</p>\n</div>",
    );
    finds(
        "> [!WARNING] a\n> b\n\n> [!FAQ]\n> c\n\n> [x](y.md)",
        &[(Code::AlertKind, "[!WARNING]"), (Code::AlertKind, "[!FAQ]")],
    );
}

#[test]
fn chinese() {
    check("中文\n“好”，\n**很**\nabc\n好", "<p>中文“好”，<strong>很</strong>\nabc\n好</p>");
    check(
        "是**版本。**所以。端**“硬”**了，而**修订**没有",
        "<p>是<strong>版本。</strong>所以。端<strong>“硬”</strong>了，而<strong>修订</strong>没有</p>",
    );
    check("`是**版本。**所以`", "<p><code>是**版本。**所以</code></p>");
    links("是**版本。**所[a。](版。**本。.md)", &[("版。**本。.md", "a。", Some("版。**本。.md"))]);
    finds("是**版本。**所以", &[]);
    finds("是 **重要(beta)**功能", &[(Code::Emphasis, "**")]);
    finds("2*3*4 and (*含税)", &[]);
}

#[test]
fn empty_bodies() {
    for text in ["", "\n \n", "<!-- a -->", "---", "##", "[a]: b.md"] {
        assert!(body(text).is_empty, "{text}");
    }
    for text in ["a", "![](b.png)", "```\na\n```", "## a"] {
        assert!(!body(text).is_empty, "{text}");
    }
}

#[test]
fn hostile_bodies_take_linear_time() {
    let size = 100_000;
    let bodies = [
        "[",
        "*",
        "|",
        "> ",
        "`",
        "<",
        "<!--",
        "[[",
        "![[",
        "[^a]",
        "[a](",
        "<kbd>",
        "</kbd>",
        "**a ",
        "a. ",
        "[a](b.md) ",
        "是**。",
        "**",
        "- ",
        "# a\n",
        "|a\n",
        "[a]: b\n",
        "[^a]: b\n",
        "<kbd></sub>",
        "~",
        "![a](b)",
        "[a][b] ",
        "(*含*",
    ];
    for piece in bodies {
        let start = std::time::Instant::now();
        body(&piece.repeat(size / piece.len()));
        body(&format!("|a|b|\n|-|-|\n|{}", piece.repeat(size / piece.len())));
        let took = start.elapsed();
        assert!(took.as_secs() < 10, "{piece} took {took:?}");
    }
}
