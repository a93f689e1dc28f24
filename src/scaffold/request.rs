//! What is given of a note that is to be written, and what is still missing.
//!
//! It must not know where the values come from.

use crate::date::Day;
use crate::markdown::is_unspaced;
use crate::note::{Citation, Status};
use crate::slug;

use super::{Known, NewNote};

/// What is given of a note.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Its title.
    pub title: Option<String>,
    /// Its id, if it is not made of the title.
    pub id: Option<String>,
    /// A kind's id.
    pub kind: Option<String>,
    /// Its summary, if it is not the title's sentence.
    pub summary: Option<String>,
    /// Ids of clients.
    pub clients: Vec<String>,
    /// Ids of capabilities.
    pub capabilities: Vec<String>,
    /// Ids of revisions.
    pub revisions: Vec<String>,
    /// Its evidence.
    pub sources: Vec<Citation>,
    /// Its status, if it does not follow from the sources.
    pub status: Option<Status>,
    /// BCP 47 tag.
    pub lang: Option<String>,
}

/// A value without which no note can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// There is no title.
    Title,
    /// No id can be made of the title.
    Id,
    /// There is no kind.
    Kind,
    /// The kind needs a client.
    Client,
    /// The kind needs a capability.
    Capability,
    /// The status needs a source.
    Source,
}

impl Missing {
    /// Returns what gives the value on the command line.
    pub fn flag(self) -> &'static str {
        match self {
            Missing::Title => "TITLE",
            Missing::Id => "--id",
            Missing::Kind => "--kind",
            Missing::Client => "--client",
            Missing::Capability => "--capability",
            Missing::Source => "--source",
        }
    }
}

impl Request {
    /// Returns what is missing, in the order in which it is asked for.
    pub fn missing(&self, known: &Known) -> Vec<Missing> {
        let kind = self.kind.as_deref().unwrap_or_default();
        let no_id = self.id.is_none() && self.title.as_deref().is_some_and(|title| slug::of_title(title).is_empty());
        let needs_source = self.status.is_some_and(|status| status != Status::Draft);
        [
            (self.title.is_none(), Missing::Title),
            (no_id, Missing::Id),
            (self.kind.is_none(), Missing::Kind),
            (self.clients.is_empty() && known.needs_client(kind), Missing::Client),
            (self.capabilities.is_empty() && known.needs_capability(kind), Missing::Capability),
            (self.sources.is_empty() && needs_source, Missing::Source),
        ]
        .into_iter()
        .filter_map(|(is_missing, what)| is_missing.then_some(what))
        .collect()
    }

    /// Returns what is wrong with the ids that are given: a sentence for each.
    pub fn faults(&self, known: &Known) -> Vec<String> {
        let mut faults = known.kinds.faults(&self.kind);
        faults.extend(known.clients.faults(&self.clients));
        faults.extend(known.capabilities.faults(&self.capabilities));
        faults.extend(known.revisions.faults(&self.revisions));
        faults.extend(self.check_id(known).err());
        faults
    }

    /// Checks the id that is given, or that the title makes.
    ///
    /// # Errors
    /// What is wrong with it and what to do, as one sentence.
    pub fn check_id(&self, known: &Known) -> Result<(), String> {
        match (&self.id, self.slug()) {
            (Some(id), _) => known.check_note(id),
            (None, Some(id)) => known.check_note(&id).map_err(|why| format!("{why}; name another id with `--id`")),
            (None, None) => Ok(()),
        }
    }

    /// Returns the id that the title makes.
    fn slug(&self) -> Option<String> {
        self.title.as_deref().map(slug::of_title).filter(|slug| !slug.is_empty())
    }

    /// Returns the summary that stands in for one: the title's sentence.
    pub fn title_sentence(&self) -> String {
        let title = self.title.as_deref().unwrap_or_default().replace('`', "");
        if title.ends_with(['.', '!', '?', '。', '！', '？']) {
            return title;
        }
        let stop = if is_unspaced(&title) { '。' } else { '.' };
        format!("{title}{stop}")
    }

    /// Returns the note, if nothing is missing.
    pub fn note(self, known: &Known, today: Day) -> Option<NewNote> {
        let id = self.id.clone().or_else(|| self.slug())?;
        let summary = self.summary.clone().unwrap_or_else(|| self.title_sentence());
        // Without evidence nothing is claimed to hold.
        let otherwise = if self.sources.is_empty() { Status::Draft } else { Status::Current };
        Some(NewNote {
            id,
            title: self.title?,
            kind: self.kind?,
            summary,
            capabilities: distinct(self.capabilities),
            clients: distinct(self.clients),
            revisions: in_time(distinct(self.revisions), known),
            sources: self.sources,
            status: self.status.unwrap_or(otherwise),
            verified: today,
            lang: self.lang,
        })
    }
}

/// Puts revisions in order of time: by day where all of them are days, else as the site lists them.
fn in_time(mut ids: Vec<String>, known: &Known) -> Vec<String> {
    if ids.iter().all(|id| Day::parse(id).is_some()) {
        ids.sort_by_key(|id| Day::parse(id));
    } else {
        ids.sort_by_key(|id| known.revisions.ids.iter().position(|other| other == id));
    }
    ids
}

/// Takes repeats out.
fn distinct(ids: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::with_capacity(ids.len());
    for id in ids {
        if !kept.contains(&id) {
            kept.push(id);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_becomes_a_sentence_of_its_script() {
        for (title, sentence) in [
            ("It drops `x`", "It drops x."),
            ("Does it?", "Does it?"),
            ("版本协商", "版本协商。"),
            ("Cline の `stdio`", "Cline の stdio。"),
            ("它停了！", "它停了！"),
            ("已经说完。", "已经说完。"),
            ("Crush shows 版本 in each title", "Crush shows 版本 in each title."),
            ("도구를 버린다", "도구를 버린다."),
        ] {
            let request = Request { title: Some(title.to_owned()), ..Request::default() };
            assert_eq!(request.title_sentence(), sentence);
        }
    }
}
