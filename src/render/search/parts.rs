//! The text of finished HTML, told apart into prose and code.
//!
//! Words are kept whole across the tags that stand within them: links, emphasis, the marks of
//! highlighted code. Headings are left out; the outline has them. It must not know Markdown.

/// Calls `each` with every stretch of text, and whether it is code.
pub fn parts(html: &str, mut each: impl FnMut(&str, bool)) {
    let mut text = String::new();
    let mut is_code = false;
    let mut rest = html;
    loop {
        let next = memchr::memchr2(b'<', b'&', rest.as_bytes());
        let (before, from) = rest.split_at(next.unwrap_or(rest.len()));
        text.push_str(before);
        if from.starts_with('&') {
            let (c, length) = unescaped(from);
            text.push(c);
            rest = &from[length..];
            continue;
        }
        let end = memchr::memchr(b'>', from.as_bytes());
        let (tag, after) = end.map_or((from, ""), |end| (&from[..end], &from[end + 1..]));
        rest = after;
        let is_end = tag[tag.len().min(1)..].starts_with('/');
        let name = &tag[tag.len().min(1 + usize::from(is_end))..];
        let name = &name[..name.bytes().take_while(u8::is_ascii_alphanumeric).count()];
        // These stand within a word.
        if matches!(name, "a" | "span" | "em" | "strong" | "del" | "b" | "i" | "mark") {
            continue;
        }
        if !text.trim_ascii().is_empty() {
            each(&text, is_code);
        }
        text.clear();
        match name {
            "" if next.is_none() => return,
            "code" => is_code = !is_end,
            "h2" | "h3" | "h4" | "h5" | "h6" if !is_end => {
                rest = rest.find("</h").map_or("", |end| &rest[end..]);
            }
            _ => {}
        }
    }
}

/// Returns what is escaped at the head of a text, and how long that is.
fn unescaped(text: &str) -> (char, usize) {
    let known = [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"')];
    known.into_iter().find(|(name, _)| text.starts_with(name)).map_or(('&', 1), |(name, c)| (c, name.len()))
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
