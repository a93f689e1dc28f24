//! What is to be looked at next, as lists of which pages show parts: what is stale, what is disputed,
//! what notes name without saying anything of it.
//!
//! It must not know how long a part is, or how a list is shown.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::note::Status;

use super::{Catalog, Cell, NoteIx, Verdict};

/// An id that `related` names and no note has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing<'a> {
    /// As written.
    pub id: &'a str,
    /// The notes that name it.
    pub notes: Vec<NoteIx>,
}

impl Catalog {
    /// Returns the cells of which notes speak without claiming anything, by client.
    pub fn noted(&self) -> Vec<&Cell> {
        self.cells.known().filter(|cell| cell.verdict == Verdict::Noted).collect()
    }

    /// Returns the ids that no note has, those that most notes name first.
    pub fn missing(&self) -> Vec<Missing<'_>> {
        let mut missing: BTreeMap<&str, Vec<NoteIx>> = BTreeMap::new();
        for (i, facets) in self.facets.iter().enumerate() {
            for (named, other) in self.notes[i].meta.related.iter().zip(&facets.related) {
                if other.is_none() {
                    missing.entry(&named.id).or_default().push(i);
                }
            }
        }
        let mut missing: Vec<Missing<'_>> = missing.into_iter().map(|(id, notes)| Missing { id, notes }).collect();
        missing.sort_by_key(|missing| Reverse(missing.notes.len()));
        missing
    }

    /// Returns the disputed cells, those with the most claims first.
    pub fn disputed_cells(&self) -> Vec<&Cell> {
        let mut cells: Vec<&Cell> = self.cells.known().filter(|cell| cell.verdict == Verdict::Disputed).collect();
        cells.sort_by_cached_key(|cell| (Reverse(cell.claims().len()), cell.client, cell.capability));
        cells
    }

    /// Returns the disputed notes, the newest first.
    pub fn disputed_notes(&self) -> Vec<NoteIx> {
        self.newest.iter().copied().filter(|note| self.notes[*note].meta.status == Status::Disputed).collect()
    }
}
