//! The sentence around a link, cut out of its block's plain text.
//!
//! Boundaries are guessed: what ends a sentence in one language is an abbreviation in another. It
//! must not know where the text comes from.

use std::ops::Range;

/// The longest sentence, in characters.
const LONGEST: usize = 300;

/// How much of a longer one stands before the link, in characters.
const BEFORE: usize = 120;

/// Returns `text` with every run of white space as one space, and none at the ends.
pub(super) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Returns the offsets at which a new sentence begins; `code` are ranges (rising) without any.
pub(super) fn boundaries(text: &str, code: &[Range<usize>]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut code = code.iter().peekable();
    for (at, byte) in text.bytes().enumerate() {
        // The first bytes of `。`, `！` and `？`.
        if !matches!(byte, b'.' | b'!' | b'?' | 0xe3 | 0xef) {
            continue;
        }
        let Some(c) = text[at..].chars().next() else { break };
        let western = c.is_ascii();
        if !western && !matches!(c, '。' | '！' | '？') {
            continue;
        }
        while code.next_if(|range| range.end <= at).is_some() {}
        if code.peek().is_some_and(|range| range.contains(&at)) {
            continue;
        }
        let rest = &text[at + c.len_utf8()..];
        let next = rest.trim_start_matches(['"', '\'', ')', ']', '”', '’', '」', '』', '）', '*', '_']);
        let end = text.len() - next.len();
        if western && !(next.starts_with(char::is_whitespace) && ends(&text[..at], c, next)) {
            continue;
        }
        found.push(end);
    }
    found
}

/// Tells whether a Western mark with a space behind it ends a sentence.
fn ends(before: &str, mark: char, next: &str) -> bool {
    if mark != '.' {
        return true;
    }
    let mut letters = before.chars().rev();
    let single =
        letters.next().is_some_and(char::is_alphanumeric) && !letters.next().is_some_and(char::is_alphanumeric);
    let goes_on = next.trim_start().starts_with(char::is_lowercase);
    !single && !goes_on
}

/// Returns the sentence around `link`, at most about 300 characters of it.
pub(super) fn around(text: &str, boundaries: &[usize], link: Range<usize>) -> String {
    let after = boundaries.partition_point(|at| *at <= link.start);
    let start = if after == 0 { 0 } else { boundaries[after - 1] };
    let end = boundaries[after..].iter().copied().find(|at| *at >= link.end).unwrap_or(text.len());
    let sentence = &text[start..end];
    // No character has more than four bytes: what is longer in bytes needs no counting.
    if sentence.len() <= LONGEST * 4 && sentence.chars().count() <= LONGEST {
        return fold(sentence);
    }
    let (head, tail) = text.split_at(link.start);
    let head = &head[start..];
    let from = head.char_indices().rev().nth(BEFORE).map_or(0, |(at, _)| at);
    let to = tail[..end - link.start].char_indices().nth(LONGEST - BEFORE).map_or(end - link.start, |(at, _)| at);
    let mut out = String::new();
    let mut left = &head[from..];
    if from > 0 {
        left = left.split_once(char::is_whitespace).map_or(left, |(_, words)| words);
        out.push('…');
    }
    let mut right = &tail[..to];
    let cut = to < end - link.start;
    if cut {
        right = right.rsplit_once(char::is_whitespace).map_or(right, |(words, _)| words);
    }
    out.push_str(&fold(&format!("{left}{right}")));
    if cut {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, link: &str, expected: &str) {
        let start = text.find(link).expect("the link is in the text");
        let bounds = boundaries(text, &[]);
        assert_eq!(around(text, &bounds, start..start + link.len()), expected);
    }

    #[test]
    fn sentences() {
        check("One. See  LINK here. Two.", "LINK", "See LINK here.");
        check("Since 3.30, e.g. in LINK, it works. Two.", "LINK", "Since 3.30, e.g. in LINK, it works.");
        check("Is it? LINK! Yes.", "LINK", "LINK!");
        check("第一句。见LINK，好。第三句。", "LINK", "见LINK，好。");
        check("“Said.” Then LINK", "LINK", "Then LINK");
        check("Of etc. and LINK.", "LINK", "Of etc. and LINK.");
    }

    #[test]
    fn code_ends_no_sentence() {
        let text = "Call a. B now LINK.";
        let code = 5..9;
        let bounds = boundaries(text, std::slice::from_ref(&code));
        assert_eq!(around(text, &bounds, 14..18), text);
    }

    #[test]
    fn long_sentences_are_cut_between_words() {
        let text = format!("{}LINK{}", "word ".repeat(100), " word".repeat(100));
        let sentence = around(&text, &[], 500..504);
        assert!(sentence.starts_with("…word") && sentence.ends_with("word…") && sentence.contains(" LINK "));
        assert!(sentence.chars().count() <= LONGEST + 2, "{sentence}");
        let text = format!("{}LINK", "字".repeat(1000));
        assert!(around(&text, &[], 3000..3004).chars().count() < LONGEST);
    }
}
