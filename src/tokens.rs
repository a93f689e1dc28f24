//! What search takes for a word: how a text, or a query, is cut into keys.
//!
//! `static/search.js` cuts queries by the same rules, and tests hold the two against each other. A
//! text is cut into *runs*: an identifier with all that joins it (`@scope/name`, `listChanged`,
//! `src/client.ts`, `2024-11-05`), or a stretch of Chinese, Japanese or Korean. An identifier's keys
//! are what reads on from the start of each of its parts, written together in lower case, and each
//! part: so it is found by its whole, its end, its parts, and the beginning of any of these. A
//! stretch of CJK has a key for each two neighbours, and for its last character. It must not know
//! what is indexed.

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

/// How long a key is at most, in characters; what reads on behind it has a key of its own.
pub const KEY: usize = 48;
/// How many parts of an identifier count: what has more is encoded data.
const PARTS: usize = 24;
/// How many joints may stand between two parts: `::`, `./`.
const JOINTS: usize = 2;

/// A stretch of text that is cut as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run<'t> {
    /// An identifier, a word, a number, with what joins its parts.
    Word(&'t str),
    /// Chinese, Japanese or Korean.
    Cjk(&'t str),
}

/// What a key stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// One of its parts.
    Part,
    /// What reads on from one of its parts.
    End,
    /// The whole run.
    Whole,
}

/// The keys of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Keys {
    /// In the order of the run.
    pub keys: Vec<(String, Role)>,
    /// It is written as code is: `listChanged`, `a/b`, `C++`.
    pub is_identifier: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Joint,
    Word,
    Mark,
    Cjk,
}

/// Returns the text in the form in which it is cut: compatible characters are one.
pub fn normalised(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfkc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfkc().collect())
    }
}

/// Cuts a normalised text into runs.
pub fn runs<'t>(text: &'t str, mut each: impl FnMut(Run<'t>)) {
    let mut at = 0;
    while let Some((found, class)) = class_at(text, at) {
        match class {
            Class::Word => {
                let end = word_end(text, at);
                each(Run::Word(&text[at..end]));
                at = end;
            }
            Class::Cjk => {
                let mut end = at + found.len_utf8();
                while let Some((next, Class::Cjk)) = class_at(text, end) {
                    end += next.len_utf8();
                }
                each(Run::Cjk(&text[at..end]));
                at = end;
            }
            _ => at += found.len_utf8(),
        }
    }
}

/// Returns the keys of a stretch of CJK: two neighbours each, and the last character.
pub fn pairs(run: &str) -> impl Iterator<Item = &str> {
    let rest = run.char_indices().map(|(at, _)| &run[at..]);
    rest.map(|rest| {
        let end = rest.char_indices().nth(2).map_or(rest.len(), |(end, _)| end);
        &rest[..end]
    })
}

/// Returns the keys of an identifier or word.
pub fn keys(run: &str) -> Keys {
    let (parts, is_identifier) = parts(run);
    let mut keys = Vec::with_capacity(parts.len() * 2);
    for (i, part) in parts.iter().enumerate() {
        let on = reading_on(&parts[i..]);
        let is_more = on.len() > part.len();
        let role = match (i, is_more) {
            (0, _) => Role::Whole,
            (_, true) => Role::End,
            (_, false) => Role::Part,
        };
        keys.push((on, role));
        if is_more {
            keys.push((part.clone(), Role::Part));
        }
    }
    Keys { keys, is_identifier }
}

/// Returns the keys of an identifier without those of its ends.
pub fn whole_and_parts(run: &str) -> Vec<String> {
    let (mut parts, _) = parts(run);
    let whole = reading_on(&parts);
    if parts.first().is_some_and(|first| whole.len() > first.len()) {
        parts.insert(0, whole);
    }
    parts
}

/// Returns what reads on from the first of some parts, written together, as far as a key goes.
fn reading_on(parts: &[String]) -> String {
    let mut on = parts.first().cloned().unwrap_or_default();
    let mut length = on.chars().count();
    for pair in parts.windows(2) {
        let joint = usize::from(are_digits(&pair[0], &pair[1]));
        length += joint + pair[1].chars().count();
        if length > KEY {
            break;
        }
        on.push_str(&"-"[..joint]);
        on.push_str(&pair[1]);
    }
    on
}

/// Tells whether numbers meet, which written together would be another number.
fn are_digits(before: &str, after: &str) -> bool {
    before.chars().next_back().is_some_and(char::is_numeric) && after.chars().next().is_some_and(char::is_numeric)
}

/// Splits a run into its parts, in lower case, and tells whether it is written as code is.
fn parts(run: &str) -> (Vec<String>, bool) {
    let chars: Vec<char> = run.chars().collect();
    let mut parts: Vec<String> = Vec::new();
    let mut is_identifier = false;
    let mut is_open = false;
    let mut length = 0;
    for (i, c) in chars.iter().copied().enumerate() {
        if class(c) == Class::Joint && !is_tail(&chars, i) {
            is_identifier |= !matches!(c, '-' | '\'' | '’');
            is_open = false;
            continue;
        }
        is_identifier |= c == '+' || c == '#';
        let is_hump = is_open && is_hump(&chars, i);
        is_identifier |= is_hump;
        if !is_open || is_hump {
            if parts.len() == PARTS {
                break;
            }
            parts.push(String::new());
            length = 0;
            is_open = true;
        }
        if let Some(part) = parts.last_mut().filter(|_| length < KEY) {
            part.extend(c.to_lowercase());
            length += 1;
        }
    }
    (parts, is_identifier)
}

/// Tells whether a part begins at a capital letter: `listChanged`, `HTTPServer`, but not `IDs`.
fn is_hump(chars: &[char], i: usize) -> bool {
    let is_lower = |at: usize| chars.get(at).is_some_and(|c| c.is_lowercase());
    if !chars[i].is_uppercase() {
        return false;
    }
    let before = chars[i - 1];
    before.is_lowercase()
        || (before.is_numeric() && is_lower(i + 1))
        || (before.is_uppercase() && is_lower(i + 1) && is_lower(i + 2))
}

/// Tells whether only the mark of `C++` or `C#` follows, which belongs to the name.
fn is_tail(chars: &[char], i: usize) -> bool {
    matches!(&chars[i..], ['#'] | ['+', '+'] | ['+'])
}

/// Returns where a word that begins at `at` ends, with all that is joined to it.
fn word_end(text: &str, at: usize) -> usize {
    let mut end = at;
    loop {
        end += text.as_bytes()[end..].iter().take_while(|byte| WORD[usize::from(**byte)]).count();
        // Most words end at a space, a comma, the end of the text: nothing joins what follows.
        match text.as_bytes().get(end) {
            None => return end,
            Some(next) if ENDS[usize::from(*next)] => return end,
            Some(_) => {}
        }
        while let Some((c, Class::Word | Class::Mark)) = class_at(text, end) {
            end += c.len_utf8();
        }
        let mut next = end;
        for _ in 0..JOINTS {
            let Some((c, Class::Joint)) = class_at(text, next) else { break };
            next += c.len_utf8();
        }
        if next == end || !matches!(class_at(text, next), Some((_, Class::Word))) {
            break;
        }
        end = next;
    }
    for tail in ["++", "#"] {
        let after = end + tail.len();
        if text[end..].starts_with(tail) && !matches!(class_at(text, after), Some((_, Class::Word | Class::Mark))) {
            return after;
        }
    }
    end
}

fn class_at(text: &str, at: usize) -> Option<(char, Class)> {
    let byte = *text.as_bytes().get(at)?;
    if byte.is_ascii() {
        return Some((char::from(byte), ASCII[usize::from(byte)]));
    }
    let c = text[at..].chars().next()?;
    Some((c, class(c)))
}

const ASCII: [Class; 128] = {
    let mut classes = [Class::Other; 128];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8;
        if c.is_ascii_alphanumeric() {
            classes[byte] = Class::Word;
        } else if matches!(c, b'/' | b'\\' | b'.' | b'_' | b'-' | b':' | b'@' | b'#' | b'\'') {
            classes[byte] = Class::Joint;
        }
        byte += 1;
    }
    classes
};

/// The bytes of words.
const WORD: [bool; 256] = which(Class::Word, 0);
/// The bytes that end a word for sure.
const ENDS: [bool; 256] = which(Class::Other, b'+');

const fn which(class: Class, but: u8) -> [bool; 256] {
    let mut all = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        all[byte] = ASCII[byte] as u8 == class as u8 && byte as u8 != but;
        byte += 1;
    }
    all
}

fn class(c: char) -> Class {
    if c.is_ascii() {
        return ASCII[c as usize];
    }
    match c {
        '’' => Class::Joint,
        '\u{1100}'..='\u{11ff}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{30ff}'
        | '\u{3130}'..='\u{318f}'
        | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{323af}' => Class::Cjk,
        c if is_combining_mark(c) => Class::Mark,
        c if c.is_alphanumeric() => Class::Word,
        _ => Class::Other,
    }
}
