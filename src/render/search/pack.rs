//! How words and the numbers of documents are written down: short, and quick to read for a script.
//!
//! It must not know what a document is.

use serde::Serialize;

use super::vocabulary::{Place, Term};

/// A file of terms.
#[derive(Debug, Default)]
pub struct Shard {
    /// Its first term; empty if it has none.
    pub first: String,
    /// The file.
    pub json: String,
}

/// What a file of terms holds.
#[derive(Debug, Serialize)]
struct Terms<'t> {
    /// In order.
    terms: &'t [String],
    /// For each: the documents by place, in the order of [`ORDER`].
    docs: &'t [String],
}

/// The order in which the places of a term are written; empty ones at the end are left out.
const ORDER: [Place; 6] = [Place::Body, Place::Part, Place::Code, Place::Heading, Place::Title, Place::Cited];
/// What stands between two places.
const SEPARATOR: char = '!';

/// Parts the terms into as many files, of about one size.
pub fn pack(terms: Vec<Term>, shards: usize) -> Vec<Shard> {
    // Of each term only what is written is kept on.
    let one = |term: Term| {
        let written = documents(&term);
        (term.key, written)
    };
    let (keys, written): (Vec<String>, Vec<String>) = terms.into_iter().map(one).unzip();
    let size = |i: usize| keys[i].len() + written[i].len() + "\"\",\"\",".len();
    let total: usize = (0..keys.len()).map(size).sum();
    let mut at = 0;
    let mut done = 0;
    let one = |number: usize| {
        let from = at;
        let until = total * (number + 1) / shards;
        while at < keys.len() && (done < until || number + 1 == shards) {
            done += size(at);
            at += 1;
        }
        let (terms, docs) = (&keys[from..at], &written[from..at]);
        let json = super::json(&Terms { terms, docs });
        // A file without terms begins where the next one does.
        Shard { first: keys.get(from).map_or("\u{ffff}", String::as_str).to_owned(), json }
    };
    (0..shards).map(one).collect()
}

fn documents(term: &Term) -> String {
    let mut written: [String; ORDER.len()] = Default::default();
    let mut next = [0; ORDER.len()];
    for (document, place) in term.found() {
        let at = place as usize;
        number(&mut written[at], document - next[at]);
        next[at] = document + 1;
    }
    let last = ORDER.iter().rposition(|place| !written[*place as usize].is_empty()).unwrap_or(0);
    let mut out = std::mem::take(&mut written[ORDER[0] as usize]);
    for place in &ORDER[1..=last] {
        out.push(SEPARATOR);
        out.push_str(&written[*place as usize]);
    }
    out
}

/// Digits that end a number.
const LAST: u32 = 60;
/// Digits that continue one.
const MORE: u32 = 31;

/// Writes a number: digits that continue it, the highest first, and one that ends it.
fn number(out: &mut String, value: u32) {
    let mut left = value / LAST;
    let mut digits = [0; 8];
    let mut count = 0;
    while left > 0 {
        digits[count] = LAST + left % MORE;
        left /= MORE;
        count += 1;
    }
    out.extend(digits[..count].iter().rev().map(|digit| symbol(*digit)));
    out.push(symbol(value % LAST));
}

/// Returns the character of a digit: from `#` on, without the backslash.
fn symbol(digit: u32) -> char {
    let code = u32::from(b'#') + digit;
    let code = if code >= u32::from(b'\\') { code + 1 } else { code };
    char::from_u32(code).expect("ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in
            [(0, "#"), (59, "_"), (60, "a#"), (60 * 31 + 7, "a`*"), (9999, "ekJ"), (u32::MAX, "booyyf2")]
        {
            let mut out = String::new();
            number(&mut out, value);
            assert_eq!((value, out.as_str()), (value, text));
        }
    }
}
