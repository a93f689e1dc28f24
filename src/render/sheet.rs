//! How the program's own stylesheets are published: as they are written, less what only their authors
//! need, comments and indentation; and with what they import in its place, so that a page has all its
//! styles after one request.
//!
//! Nothing else changes: no rule, no value, no order. It must not know what a sheet styles.

/// Returns the file that a compact sheet imports, and the rest of it. One import can stand, first of all.
pub fn import(css: &str) -> Option<(&str, &str)> {
    css.strip_prefix("@import \"")?.split_once("\";")
}

/// Returns a stylesheet without comments and without white space that means nothing.
pub fn compact(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(c) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
        } else if c == '"' || c == '\'' {
            let (string, after) = rest.split_at(string_end(rest));
            out.push_str(string);
            rest = after;
        } else if c.is_ascii_whitespace() {
            rest = rest.trim_ascii_start();
            let is_needed = !out.ends_with(['{', '}', ';', ',', ':', '>', ' '])
                && !rest.starts_with(['{', '}', ';', ',', '>', '/']);
            if is_needed && !rest.is_empty() && !out.is_empty() {
                out.push(' ');
            }
        } else {
            if c == '}' && out.ends_with(';') {
                out.pop();
            }
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// Returns where the string ends that a text begins with.
fn string_end(text: &str) -> usize {
    let mut chars = text.char_indices();
    let quote = chars.next().map(|(_, quote)| quote);
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if Some(c) == quote {
            return at + 1;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{compact, import};

    #[track_caller]
    fn check(css: &str, expected: &str) {
        assert_eq!(compact(css), expected);
    }

    #[test]
    fn only_what_means_nothing_goes() {
        check("/* Head. */\n@layer a, b;\n\n", "@layer a,b;");
        check("a { color: red; }\n  b > c + d { margin: 0 1px; }\n", "a{color:red}b>c + d{margin:0 1px}");
        check(
            "p :is(a, b):hover, p:not(.x) .y { width: calc(1px + 2px); }",
            "p :is(a,b):hover,p:not(.x) .y{width:calc(1px + 2px)}",
        );
        check("@media (width >= 48rem) { a { & > b { top: 0 } } }", "@media (width>= 48rem){a{&>b{top:0}}}");
        check("a /* x */ b { font: 1em / 2 c; /* y */ }", "a b{font:1em/ 2 c}");
    }

    #[test]
    fn an_import_stands_first() {
        assert_eq!(import(&compact("/* It. */\n@import \"a.css\";\n\nb { top: 0 }")), Some(("a.css", "b{top:0}")));
        assert_eq!(import("b{top:0}@import \"a.css\";"), None);
        assert_eq!(import("@import url(a.css);"), None);
    }

    #[test]
    fn strings_stay_as_they_are() {
        check(
            r#"a::before { content: " { /* x */ } ;\" > " / ""; }"#,
            r#"a::before{content:" { /* x */ } ;\" > "/ ""}"#,
        );
        check("a { content: 'x  :  y' }", "a{content:'x  :  y'}");
        check("a { content: \"open", "a{content:\"open");
        check("a /* open", "a");
    }
}
