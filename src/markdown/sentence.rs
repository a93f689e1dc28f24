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

/// A sentence that was cut out of a text.
pub(super) struct Sentence {
    /// With every run of white space as one space, and `…` where it was cut short.
    pub(super) text: String,
    /// What it shows of the whole text.
    range: Range<usize>,
    /// How many bytes stand before that.
    mark: usize,
}

impl Sentence {
    /// Returns which part of the sentence shows a part of the whole text, if it is shown as a whole.
    pub(super) fn part(&self, whole: &str, part: &Range<usize>) -> Option<Range<usize>> {
        if part.start < self.range.start || part.end > self.range.end {
            return None;
        }
        let shown = fold(&whole[part.clone()]);
        let end = self.mark + fold(&whole[self.range.start..part.end]).len();
        let start = end.checked_sub(shown.len())?;
        (!shown.is_empty() && self.text.get(start..end) == Some(&*shown)).then_some(start..end)
    }
}

/// Returns the sentence around `link`, at most about 300 characters of it.
pub(super) fn around(text: &str, boundaries: &[usize], link: Range<usize>) -> Sentence {
    let after = boundaries.partition_point(|at| *at <= link.start);
    let start = if after == 0 { 0 } else { boundaries[after - 1] };
    let end = boundaries[after..].iter().copied().find(|at| *at >= link.end).unwrap_or(text.len());
    let sentence = &text[start..end];
    // No character has more than four bytes: what is longer in bytes needs no counting.
    if sentence.len() <= LONGEST * 4 && sentence.chars().count() <= LONGEST {
        return Sentence { text: fold(sentence), range: start..end, mark: 0 };
    }
    let (head, tail) = (&text[start..link.start], &text[link.start..end]);
    let mut from = head.char_indices().rev().nth(BEFORE).map_or(0, |(at, _)| at);
    let mut to = tail.char_indices().nth(LONGEST - BEFORE).map_or(tail.len(), |(at, _)| at);
    let mut out = String::new();
    if from > 0 {
        let space = head[from..].char_indices().find(|(_, c)| c.is_whitespace());
        from += space.map_or(0, |(at, c)| at + c.len_utf8());
        out.push('…');
    }
    let mark = out.len();
    let cut = to < tail.len();
    if cut {
        to = tail[..to].rfind(char::is_whitespace).unwrap_or(to);
    }
    let range = start + from..link.start + to;
    out.push_str(&fold(&text[range.clone()]));
    if cut {
        out.push('…');
    }
    Sentence { text: out, range, mark }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, link: &str, expected: &str) {
        let start = text.find(link).expect("the link is in the text");
        let bounds = boundaries(text, &[]);
        assert_eq!(around(text, &bounds, start..start + link.len()).text, expected);
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
        assert_eq!(around(text, &bounds, 14..18).text, text);
    }

    #[test]
    fn long_sentences_are_cut_between_words() {
        let text = format!("{}LINK{}", "word ".repeat(100), " word".repeat(100));
        let sentence = around(&text, &[], 500..504).text;
        assert!(sentence.starts_with("…word") && sentence.ends_with("word…") && sentence.contains(" LINK "));
        assert!(sentence.chars().count() <= LONGEST + 2, "{sentence}");
        let text = format!("{}LINK", "字".repeat(1000));
        assert!(around(&text, &[], 3000..3004).text.chars().count() < LONGEST);
    }
}
