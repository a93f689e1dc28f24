//! The text of finished HTML, told apart into prose and code.
//!
//! Words are kept whole across the tags that stand within them: links, emphasis, the marks of
//! highlighted code. Headings are left out; the outline has them. It must not know Markdown.

/// Elements that stand within a word.
const WITHIN: &[&str] = &["a", "span", "em", "strong", "del", "b", "i", "mark"];

/// Calls `each` with every stretch of text, and whether it is code.
pub fn parts(html: &str, mut each: impl FnMut(&str, bool)) {
    let mut text = String::new();
    let mut is_code = false;
    let mut rest = html;
    while !rest.is_empty() {
        let (before, tag) = rest.split_once('<').unwrap_or((rest, ""));
        unescape(&mut text, before);
        let (tag, after) = tag.split_once('>').unwrap_or((tag, ""));
        rest = after;
        let name = tag.trim_start_matches('/');
        let name = &name[..name.bytes().take_while(u8::is_ascii_alphanumeric).count()];
        if WITHIN.contains(&name) {
            continue;
        }
        if !text.trim_ascii().is_empty() {
            each(&text, is_code);
        }
        text.clear();
        match name {
            "code" => is_code = !tag.starts_with('/'),
            "h2" | "h3" | "h4" | "h5" | "h6" if !tag.starts_with('/') => {
                rest = rest.find("</h").map_or("", |end| &rest[end..]);
            }
            _ => {}
        }
    }
    if !text.trim_ascii().is_empty() {
        each(&text, is_code);
    }
}

/// Appends text, with what stands escaped in it undone.
fn unescape(out: &mut String, mut text: &str) {
    while let Some(at) = text.find('&') {
        out.push_str(&text[..at]);
        text = &text[at..];
        let known = [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"')];
        let (length, c) =
            known.into_iter().find(|(name, _)| text.starts_with(name)).map_or((1, '&'), |(name, c)| (name.len(), c));
        out.push(c);
        text = &text[length..];
    }
    out.push_str(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_and_code_is_code() {
        let html = "<h2 id=\"x\">Title <code>a</code><a>#</a></h2>\n<p>See <em>tools</em>/<a href=\"/y\">call</a>, \
                    <code>a &lt; b</code>.</p><pre><code><span class=\"type\">Mcp</span>Hub</code></pre>&amp;amp;";
        let mut seen = Vec::new();
        parts(html, |text, is_code| seen.push((text.to_owned(), is_code)));
        let seen: Vec<(&str, bool)> = seen.iter().map(|(text, is_code)| (text.as_str(), *is_code)).collect();
        assert_eq!(
            seen,
            [("See tools/call, ", false), ("a < b", true), (".", false), ("McpHub", true), ("&amp;", false)]
        );
    }
}
