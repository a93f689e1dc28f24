//! Who takes whose place, and who contradicts whom.
//!
//! Both relations are written on one side and shown on both. It must not know pages.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::note::{Note, Status};
use crate::yaml::Path;

use super::NoteIx;
use super::identity::Lookup;
use super::terms;

/// The two relations, by note. Lists are sorted by id and hold each note once.
#[derive(Debug, Clone, Default)]
pub struct Successions {
    /// The notes whose place a note takes.
    pub supersedes: BTreeMap<NoteIx, Vec<NoteIx>>,
    /// The notes that take a note's place.
    pub superseded_by: BTreeMap<NoteIx, Vec<NoteIx>>,
    /// The notes that say otherwise, whichever side says so.
    pub contradicts: BTreeMap<NoteIx, Vec<NoteIx>>,
}

impl Successions {
    /// Returns the notes of one relation, if any.
    pub fn of(map: &BTreeMap<NoteIx, Vec<NoteIx>>, note: NoteIx) -> &[NoteIx] {
        map.get(&note).map_or(&[], Vec::as_slice)
    }
}

/// Derives both relations and reports what does not fit.
pub fn derive(notes: &[Arc<Note>], lookup: &Lookup<'_>, found: &mut Vec<Diagnostic>) -> Successions {
    let mut all = Successions::default();
    for (i, note) in notes.iter().enumerate() {
        for (field, list) in [("supersedes", &note.meta.supersedes), ("contradicts", &note.meta.contradicts)] {
            for named in list {
                let path = Path::Key(&Path::Root, field);
                let Some(other) = lookup.by_id.get(&*named.id).copied() else {
                    let place = note.manuscript.yaml().place(&Path::Index(&path, named.index));
                    let (message, help) = terms::no_note(&named.id, lookup);
                    let message = format!("`{field}[{}]`: {message}", named.index);
                    let mut diagnostic = Diagnostic::new(Code::UnknownNote, place, message);
                    diagnostic.help = help;
                    found.push(diagnostic);
                    continue;
                };
                if field == "supersedes" {
                    all.supersedes.entry(i).or_default().push(other);
                    all.superseded_by.entry(other).or_default().push(i);
                } else {
                    all.contradicts.entry(i).or_default().push(other);
                    all.contradicts.entry(other).or_default().push(i);
                }
            }
        }
    }
    for lists in [&mut all.supersedes, &mut all.superseded_by, &mut all.contradicts] {
        for list in lists.values_mut() {
            list.sort_unstable();
            list.dedup();
        }
    }
    cycles(notes, &all, found);
    statuses(notes, &all, found);
    all
}

/// Reports each note from which `supersedes` leads back to itself.
fn cycles(notes: &[Arc<Note>], all: &Successions, found: &mut Vec<Diagnostic>) {
    // 1: on the way, 2: done.
    let mut state: BTreeMap<NoteIx, u8> = BTreeMap::new();
    for start in all.supersedes.keys().copied() {
        let mut stack = vec![(start, 0)];
        while let Some((note, next)) = stack.pop() {
            if next == 0 {
                if state.get(&note) == Some(&2) {
                    continue;
                }
                state.insert(note, 1);
            }
            let Some(other) = Successions::of(&all.supersedes, note).get(next).copied() else {
                state.insert(note, 2);
                continue;
            };
            stack.push((note, next + 1));
            match state.get(&other) {
                Some(1) => {
                    let from = stack.iter().position(|(n, _)| *n == other).unwrap_or(0);
                    let mut ring: Vec<&str> = stack[from..].iter().map(|(n, _)| notes[*n].id()).collect();
                    ring.push(notes[other].id());
                    let index = notes[note].meta.supersedes.iter().find(|named| named.id == notes[other].id());
                    let path = Path::Key(&Path::Root, "supersedes");
                    let here = index.map_or(0, |named| named.index);
                    let place = notes[note].manuscript.yaml().place(&Path::Index(&path, here));
                    let message =
                        format!("`supersedes[{here}]`: notes supersede each other in a circle: {}", ring.join(" → "));
                    found.push(Diagnostic::new(Code::SupersedesCycle, place, message));
                }
                Some(_) => {}
                None => stack.push((other, 0)),
            }
        }
    }
}

/// Reports a note that another supersedes but whose status does not say so, and one that says so
/// without a successor or a reason.
fn statuses(notes: &[Arc<Note>], all: &Successions, found: &mut Vec<Diagnostic>) {
    let path = Path::Key(&Path::Root, "status");
    for (i, note) in notes.iter().enumerate() {
        let successors = Successions::of(&all.superseded_by, i);
        let superseded = note.meta.status == Status::Superseded;
        if let Some(successor) = successors.first()
            && !superseded
        {
            let place = note.manuscript.yaml().place(&path);
            let by = notes[*successor].id();
            let message =
                format!("`status`: `{by}` supersedes this note, but its status is `{}`", note.meta.status.word());
            found.push(
                Diagnostic::new(Code::SupersededStatus, place, message)
                    .help(format!("write `status: superseded`, or take `{}` out of `supersedes` there", note.id())),
            );
        }
        if superseded && successors.is_empty() && note.meta.status_reason.is_none() && !note.has_errors {
            let place = note.manuscript.yaml().place(&path);
            let message = "`status`: no note supersedes this one, so it needs a `statusReason`";
            found.push(
                Diagnostic::new(Code::StatusReasonMissing, place, message)
                    .help("give the reason, or name this note in `supersedes` of its successor"),
            );
        }
    }
}
