//! What mends a finding: edits of the file on disk. It must not know how files are read or written.

use std::ops::Range;

/// A change that mends a finding and leaves the meaning of the rest as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an order: `take the second out`.
    pub description: String,
    /// In rising order; none overlaps another.
    pub edits: Vec<Edit>,
}

/// Bytes of a file, and what takes their place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// In the file on disk; empty where something is only put in.
    pub bytes: Range<usize>,
    /// Empty where something is only taken out.
    pub text: String,
}

impl Edit {
    /// Tells whether two edits touch the same bytes, or the same point between bytes.
    pub fn overlaps(&self, other: &Edit) -> bool {
        let (a, b) = (&self.bytes, &other.bytes);
        let apart = a.end < b.start || b.end < a.start;
        let side_by_side = !a.is_empty() && !b.is_empty() && (a.end == b.start || b.end == a.start);
        !apart && !side_by_side
    }
}

/// Returns bytes with edits applied, which are in rising order and do not overlap; `from` is where the
/// bytes lie in the file.
pub fn apply<'e>(bytes: &[u8], from: usize, edits: impl IntoIterator<Item = &'e Edit>) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut done = 0;
    for edit in edits {
        out.extend_from_slice(&bytes[done..edit.bytes.start - from]);
        out.extend_from_slice(edit.text.as_bytes());
        done = edit.bytes.end - from;
    }
    out.extend_from_slice(&bytes[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(bytes: Range<usize>, text: &str) -> Edit {
        Edit { bytes, text: text.to_owned() }
    }

    #[test]
    fn edits_are_applied_in_one_go() {
        let edits = [edit(1..1, "\""), edit(3..5, ""), edit(6..6, "!")];
        assert_eq!(apply(b"abcdef", 0, &edits), b"a\"bcf!");
        assert_eq!(apply(b"cdef", 2, &edits[1..]), b"cf!");
    }

    #[test]
    fn edits_side_by_side_do_not_overlap() {
        assert!(!edit(0..2, "").overlaps(&edit(2..3, "")));
        assert!(edit(0..2, "").overlaps(&edit(1..3, "")));
        assert!(edit(0..2, "").overlaps(&edit(2..2, "x")));
        assert!(edit(2..2, "").overlaps(&edit(2..2, "x")));
        assert!(!edit(0..2, "").overlaps(&edit(3..3, "x")));
    }
}
