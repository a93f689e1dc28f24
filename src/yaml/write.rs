//! Scalars as YAML: plain where every reader takes them for the text that they are, else quoted.
//!
//! Readers of YAML 1.1 and 1.2 differ in what they take for a number, a date or a boolean; a text is
//! written plain only where none of them can be misled. It must not know what a text means.

use std::fmt::Write;

/// Returns a text as the value of a key, or as an item on a line of its own.
pub fn scalar(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { quoted(text) }
}

/// Returns a text as an item of a list in brackets.
pub fn item(text: &str) -> String {
    // Some readers stumble over these between brackets.
    if is_plain(text) && !text.contains([',', '[', ']', '{', '}', ':', '?']) { text.to_owned() } else { quoted(text) }
}

/// Returns a text in double quotes.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if is_hidden(c) => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn is_plain(text: &str) -> bool {
    text.starts_with(char::is_alphanumeric)
        && text.trim() == text
        && !text.ends_with(':')
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.contains(is_hidden)
        && !is_other(text)
}

/// Tells whether a character must be escaped: a control, a line end of Unicode's, or none that YAML
/// prints.
fn is_hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Tells whether some reader takes a text that begins with a letter or digit for something else: a
/// boolean, null, a number in any base, or a date.
fn is_other(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    if matches!(lower.as_str(), "null" | "true" | "false" | "yes" | "no" | "on" | "off" | "y" | "n") {
        return true;
    }
    if !lower.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let in_base = ["0x", "0o", "0b"].iter().any(|base| lower.starts_with(base));
    let digits = |c: char| c.is_ascii_digit() || matches!(c, '_' | '.' | ',' | ':' | '-' | '+' | ' ');
    // `e` of an exponent, `t` and `z` of a date with a time.
    lower.chars().all(|c| digits(c) || matches!(c, 'e' | 't' | 'z'))
        || (in_base && lower[2..].chars().all(|c| c.is_ascii_hexdigit() || c == '_'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::diagnostic::Source;
    use crate::yaml::{FRONT_MATTER_LIMIT, Node, Yaml};

    #[test]
    fn what_a_reader_might_misread_is_quoted() {
        for plain in ["cline", "src/a.ts:10-20,30", "21cb8d25", "版本", "c#", "1st", "x, y"] {
            assert_eq!(scalar(plain), plain);
        }
        for text in [
            "",
            " a",
            "a ",
            "no",
            "Yes",
            "NULL",
            "12e45678",
            "1234567",
            "0123456",
            "1.10",
            "2026-11-30",
            "1:30",
            "0x1f",
            "0b1011",
            "1_000",
            "a: b",
            "a #b",
            "a:",
            "- a",
            "#a",
            "`a` b",
            "'a'",
            "\"a\"",
            "[a",
            "{a",
            "*a",
            "&a",
            "!a",
            "%a",
            "@a",
            "~",
            "-1",
            ".5",
            "=",
            "<<",
            "2026-11-30T10:00:00Z",
            "a\u{2028}b",
            "a\tb",
        ] {
            assert!(scalar(text).starts_with('"'), "{text}");
        }
        assert_eq!(item("a, b"), "\"a, b\"");
        assert_eq!(item("tools.call"), "tools.call");
        assert_eq!(quoted("a\"b\\c\u{2028}"), "\"a\\\"b\\\\c\\u2028\"");
    }

    /// Returns the texts of a mapping's key and of its list, read back by this program and by serde_yaml.
    fn read(text: &str) -> (Vec<String>, Vec<serde_yaml::Value>) {
        let source = Source::new("notes/a.md", text);
        let yaml = Yaml::read(&source, 0..text.len(), FRONT_MATTER_LIMIT).expect("YAML");
        let Node::Map(entries, _) = yaml.root() else { panic!("a mapping: {text}") };
        let mut own = Vec::new();
        for entry in entries {
            match &entry.value {
                Node::Scalar(scalar) => own.push(scalar.text.to_string()),
                Node::List(items, _) => own.extend(items.iter().map(|item| match item {
                    Node::Scalar(scalar) => scalar.text.to_string(),
                    _ => panic!("{text}"),
                })),
                Node::Map(..) => panic!("{text}"),
            }
        }
        let other: serde_yaml::Value = serde_yaml::from_str(text).expect("YAML");
        (own, vec![other["a"].clone(), other["b"][0].clone()])
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(text in prop_oneof![
            "[^\\p{Cc}]{0,20}",
            "[a-z0-9 :#,\\[\\]{}'\"\\\\&*!|>%@`?~=<.+_-]{1,12}",
            "[0-9a-f]{7,12}",
            "[0-9][0-9e+._:-]{0,8}",
        ]) {
            let written = format!("a: {}\nb: [{}]\n", scalar(&text), item(&text));
            let (own, other) = read(&written);
            prop_assert_eq!(&own, &[text.clone(), text.clone()], "{}", written);
            prop_assert_eq!(other, vec![serde_yaml::Value::String(text.clone()); 2], "{}", written);
        }
    }
}
