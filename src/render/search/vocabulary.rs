//! Words and where they are found, while documents are read one after another.
//!
//! A place is kept once for each word and document: the best one. It must not know what documents
//! there are.

use std::cmp::Ordering;

use crate::hash::Table;
use crate::tokens::{self, Role, Run};

/// Where in a document a word stands, from the least to the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In what it cites.
    Cited,
    /// In its text.
    Body,
    /// As a part of an identifier.
    Part,
    /// As an identifier, or in code.
    Code,
    /// In a heading.
    Heading,
    /// In its title, or its id.
    Title,
}

impl Place {
    const ALL: [Place; 6] = [Place::Cited, Place::Body, Place::Part, Place::Code, Place::Heading, Place::Title];
}

/// A word of all documents.
#[derive(Debug, PartialEq, Eq)]
pub struct Term {
    /// As queries are cut.
    pub key: String,
    /// Documents and places, packed, in rising order of documents.
    found: Vec<u32>,
}

/// Words and where they are found.
#[derive(Debug, Default)]
pub struct Vocabulary {
    document: u32,
    numbers: Table<Box<str>, u32>,
    found: Vec<Vec<u32>>,
    /// Each run that was met: those of at most 15 bytes by [`short`], which needs no look at a text elsewhere.
    short: Table<u128, Met>,
    long: Table<Box<str>, Met>,
    cuts: Vec<(u32, Role)>,
    /// What [`Vocabulary::shared`] was asked for: a range of [`Vocabulary::replays`].
    shared: Table<(&'static str, usize), (usize, usize)>,
    replays: Vec<(u32, Place)>,
    /// All that is found is kept in `replays` too.
    is_recording: bool,
}

/// A run that was met.
#[derive(Debug, Clone, Copy)]
struct Met {
    /// What it is cut into: a range of [`Vocabulary::cuts`].
    from: u32,
    to: u32,
    is_identifier: bool,
    /// The last document that has it, and the best place there so far, packed.
    last: u32,
}

impl Vocabulary {
    /// Begins the document of that number, which is higher than those before.
    pub fn begin(&mut self, document: u32) {
        self.document = document;
    }

    /// Adds what stands at one place of the document.
    pub fn add(&mut self, text: &str, place: Place) {
        let text = tokens::normalised(text);
        tokens::runs(&text, |run| match run {
            Run::Word(word) => self.word(word, place),
            Run::Cjk(run) => tokens::pairs(run).for_each(|pair| self.key(pair, place)),
        });
    }

    /// Adds a key as it is.
    pub fn key(&mut self, key: &str, place: Place) {
        let number = self.number(key);
        self.found(number, place);
    }

    /// Adds an id: it is found by its whole and by its parts, but not by each of its ends.
    pub fn id(&mut self, id: &str, place: Place) {
        if id.chars().count() > tokens::KEY {
            return self.add(id, place);
        }
        tokens::runs(&tokens::normalised(id), |run| match run {
            Run::Word(word) => {
                tokens::whole_and_parts(word).iter().for_each(|key| self.key(key, place));
            }
            Run::Cjk(run) => tokens::pairs(run).for_each(|pair| self.key(pair, place)),
        });
    }

    /// Adds what belongs to something that many documents name; it is worked out for the first of them.
    pub fn shared(&mut self, thing: (&'static str, usize), add: impl FnOnce(&mut Vocabulary)) {
        if let Some((from, to)) = self.shared.get(&thing).copied() {
            for i in from..to {
                let (number, place) = self.replays[i];
                self.found(number, place);
            }
            return;
        }
        let from = self.replays.len();
        self.is_recording = true;
        add(self);
        self.is_recording = false;
        self.shared.insert(thing, (from, self.replays.len()));
    }

    fn word(&mut self, word: &str, place: Place) {
        let new = pack(self.document, place);
        let met = match short(word) {
            Some(short) => self.short.get_mut(&short),
            None => self.long.get_mut(word),
        };
        let met = match met {
            // Where it stands once more at no better place, nothing is new.
            Some(met) if met.last >= new && !self.is_recording => return,
            Some(met) => {
                met.last = met.last.max(new);
                *met
            }
            None => self.cut(word, new),
        };
        for i in met.from..met.to {
            let (number, role) = self.cuts[i as usize];
            let place = match (place, role) {
                (Place::Body, Role::Whole) if met.is_identifier => Place::Code,
                (Place::Body, _) if met.is_identifier => Place::Part,
                (Place::Code, Role::Part | Role::End) => Place::Part,
                _ => place,
            };
            self.found(number, place);
        }
    }

    fn cut(&mut self, word: &str, last: u32) -> Met {
        let from = self.cuts.len() as u32;
        let tokens::Keys { keys, is_identifier } = tokens::keys(word);
        for (key, role) in keys {
            let number = self.number(&key);
            self.cuts.push((number, role));
        }
        let met = Met { from, to: self.cuts.len() as u32, is_identifier, last };
        match short(word) {
            Some(short) => self.short.insert(short, met),
            None => self.long.insert(word.into(), met),
        };
        met
    }

    fn number(&mut self, key: &str) -> u32 {
        if let Some(number) = self.numbers.get(key) {
            return *number;
        }
        let number = self.found.len() as u32;
        self.numbers.insert(key.into(), number);
        self.found.push(Vec::new());
        number
    }

    fn found(&mut self, number: u32, place: Place) {
        if self.is_recording {
            self.replays.push((number, place));
        }
        let found = &mut self.found[number as usize];
        let new = pack(self.document, place);
        match found.last_mut() {
            Some(last) if *last >> 3 == self.document => *last = new.max(*last),
            _ => found.push(new),
        }
    }

    /// Returns the words in order.
    pub fn finish(mut self) -> Vec<Term> {
        let take = |(key, number): (Box<str>, u32)| Term {
            key: key.into_string(),
            found: std::mem::take(&mut self.found[number as usize]),
        };
        let mut terms: Vec<Term> = self.numbers.into_iter().map(take).collect();
        terms.sort_unstable_by(|a, b| compare(&a.key, &b.key));
        terms
    }
}

/// Returns a word of at most 15 bytes as a number that no other has.
fn short(word: &str) -> Option<u128> {
    let bytes = word.as_bytes();
    let mut number = [0; 16];
    number[..15].get_mut(..bytes.len())?.copy_from_slice(bytes);
    number[15] = bytes.len() as u8;
    Some(u128::from_le_bytes(number))
}

fn pack(document: u32, place: Place) -> u32 {
    document << 3 | place as u32
}

/// Makes one list of those of documents that follow each other.
pub fn merge(parts: Vec<Vec<Term>>) -> Vec<Term> {
    let mut all: Vec<Term> = parts.into_iter().flatten().collect();
    // Stable, so that of one word the earlier documents stay before the later.
    all.sort_by(|a, b| compare(&a.key, &b.key));
    all.dedup_by(|later, earlier| {
        let is_same = later.key == earlier.key;
        if is_same {
            earlier.found.append(&mut later.found);
        }
        is_same
    });
    all
}

/// Compares keys as scripts do, by the units of UTF-16.
fn compare(a: &str, b: &str) -> Ordering {
    let (left, right) = (a.as_bytes(), b.as_bytes());
    let Some(at) = left.iter().zip(right).position(|(a, b)| a != b) else { return left.len().cmp(&right.len()) };
    // Up to the surrogates, which begin at this byte, the order of bytes is the same.
    if left[at].max(right[at]) < 0xee { left[at].cmp(&right[at]) } else { a.encode_utf16().cmp(b.encode_utf16()) }
}

impl Term {
    /// Returns the documents that have the word, in rising order, each with the best place there.
    pub fn found(&self) -> impl Iterator<Item = (u32, Place)> {
        self.found.iter().map(|found| (found >> 3, Place::ALL[(found & 7) as usize]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_word_is_its_letters_and_its_length() {
        let letters = "abcdefghijklmnopq";
        for length in 0..=15 {
            let mut bytes = [0; 16];
            bytes[..length].copy_from_slice(&letters.as_bytes()[..length]);
            bytes[15] = length as u8;
            assert_eq!(short(&letters[..length]), Some(u128::from_le_bytes(bytes)), "{length}");
        }
        assert_eq!(short(&letters[..16]), None);
    }

    #[test]
    fn keys_are_in_the_order_of_scripts() {
        let mut keys = ["a", "", "ab", "\u{ff41}", "\u{1f600}", "\u{e000}", "中", "é", "z"];
        keys.sort_by(|a, b| compare(a, b));
        let mut expected = keys;
        expected.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
        assert_eq!(keys, expected);
    }
}
