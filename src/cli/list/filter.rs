//! Which entries of a list are wanted: flags of one name are alternatives, different flags hold
//! together.

use crate::catalog::NoteIx;
use crate::note::Status;
use crate::render::views::Scene;

use crate::cli::Failure;
use crate::cli::site::find;

use super::Flags;

/// What an entry of a list is about.
#[derive(Debug, Default)]
pub struct About {
    /// The client, if it is about one by itself.
    pub client: Option<usize>,
    /// The capability, if it is about one by itself.
    pub capability: Option<usize>,
    /// The notes that speak of it, or that it is.
    pub notes: Vec<NoteIx>,
}

/// What is wanted; an empty list wants all.
#[derive(Debug)]
pub struct Filter {
    kinds: Vec<usize>,
    clients: Vec<usize>,
    capabilities: Vec<usize>,
    revisions: Vec<usize>,
    statuses: Vec<Status>,
}

impl Filter {
    /// Returns what flags want; fails at an id that nothing has.
    pub fn new(scene: &Scene, flags: &Flags) -> Result<Filter, Failure> {
        let kinds: Vec<&str> = scene.kinds.iter().map(|term| term.thing.id.as_str()).collect();
        let clients: Vec<&str> = scene.clients.iter().map(|term| term.thing.id.as_str()).collect();
        let capabilities: Vec<&str> = scene.capabilities.iter().map(|term| term.thing.id.as_str()).collect();
        let revisions: Vec<&str> = scene.revisions.iter().map(|term| term.thing.id.as_str()).collect();
        let statuses: Vec<&str> = Status::ALL.iter().map(|status| status.word()).collect();
        Ok(Filter {
            kinds: all("kind", &flags.kind, &kinds)?,
            clients: all("client", &flags.client, &clients)?,
            capabilities: all("capability", &flags.capability, &capabilities)?,
            revisions: all("revision", &flags.revision, &revisions)?,
            statuses: all("status", &flags.status, &statuses)?.into_iter().map(|i| Status::ALL[i]).collect(),
        })
    }

    /// Tells whether an entry is wanted: it is about the client and the capability itself, or one note
    /// on it is; of the rest, that note is.
    pub fn takes(&self, scene: &Scene, about: &About) -> bool {
        let is_wanted = |own: Option<usize>, wanted: &[usize]| own.is_none_or(|own| any(wanted, [own]));
        let own = is_wanted(about.client, &self.clients) && is_wanted(about.capability, &self.capabilities);
        let asks_notes = !(self.kinds.is_empty() && self.revisions.is_empty() && self.statuses.is_empty())
            || (about.client.is_none() && !self.clients.is_empty())
            || (about.capability.is_none() && !self.capabilities.is_empty());
        own && (!asks_notes || about.notes.iter().any(|note| self.takes_note(scene, *note, about)))
    }

    fn takes_note(&self, scene: &Scene, note: NoteIx, about: &About) -> bool {
        let facets = &scene.facets[note];
        any(&self.kinds, facets.kind)
            && any(&self.revisions, facets.revisions.iter().copied())
            && any(&self.statuses, [scene.notes[note].meta.status])
            && (about.client.is_some() || any(&self.clients, facets.clients.iter().copied()))
            && (about.capability.is_some() || any(&self.capabilities, facets.capabilities.iter().copied()))
    }
}

fn any<T: PartialEq>(wanted: &[T], own: impl IntoIterator<Item = T>) -> bool {
    wanted.is_empty() || own.into_iter().any(|own| wanted.contains(&own))
}

fn all(word: &str, ids: &[String], known: &[&str]) -> Result<Vec<usize>, Failure> {
    ids.iter().map(|id| find(word, id, known.iter().copied())).collect()
}
