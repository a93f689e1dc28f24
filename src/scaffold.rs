//! Texts of new files: a note or a client, from what is given of it.
//!
//! Comes in: flags or answers, and the ids that the site knows. Goes out: a file that is in order, with
//! a body that says what to write there. It must not know the disk or the terminal; questions go through
//! whatever reader and writer they are handed.

pub mod ask;
mod known;
mod request;
mod source;

use std::fmt::Write;

use crate::date::Day;
use crate::note::{Citation, Status};
use crate::yaml::{item, scalar};

pub use known::{Known, Names};
pub use request::{Missing, Request};
pub use source::{SPEC, read as read_source, read_day};

/// A note that can be written.
#[derive(Debug, Clone)]
pub struct NewNote {
    id: String,
    title: String,
    kind: String,
    summary: String,
    capabilities: Vec<String>,
    clients: Vec<String>,
    revisions: Vec<String>,
    sources: Vec<Citation>,
    status: Status,
    verified: Day,
    lang: Option<String>,
}

impl NewNote {
    /// Returns the path of its file from the site's root.
    pub fn path(&self) -> String {
        format!("notes/research/{}.md", self.id)
    }

    /// Returns its text.
    pub fn text(&self) -> String {
        let mut out = "---\n".to_owned();
        field(&mut out, "id", &self.id);
        field(&mut out, "title", &self.title);
        field(&mut out, "kind", &self.kind);
        field(&mut out, "summary", &self.summary);
        list(&mut out, "capabilities", &self.capabilities);
        list(&mut out, "clients", &self.clients);
        list(&mut out, "specVersions", &self.revisions);
        out.push_str(if self.sources.is_empty() { "sources: []\n" } else { "sources:\n" });
        for source in &self.sources {
            field(&mut out, "  - url", &source.url);
            field(&mut out, "    title", &source.title);
            for (key, value) in [("    commit", &source.commit), ("    path", &source.path)] {
                if let Some(value) = value {
                    field(&mut out, key, value);
                }
            }
            let _ = writeln!(out, "    date: {}", source.date);
        }
        field(&mut out, "status", self.status.word());
        let _ = writeln!(out, "lastVerified: {}", self.verified);
        if let Some(lang) = &self.lang {
            field(&mut out, "lang", lang);
        }
        out.push_str("---\n\nSay here what the sources show, and how it was found.\n");
        out
    }
}

/// A client that can be written.
#[derive(Debug, Clone)]
pub struct NewClient {
    /// A slug.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Who makes it.
    pub vendor: Option<String>,
    /// Its home page.
    pub url: Option<String>,
    /// Its repository.
    pub repository: Option<String>,
}

impl NewClient {
    /// Returns the path of its file from the site's root.
    pub fn path(&self) -> String {
        format!("notes/clients/{}.md", self.id)
    }

    /// Returns its text.
    pub fn text(&self) -> String {
        let mut out = "---\n".to_owned();
        field(&mut out, "title", &self.title);
        for (key, value) in [("vendor", &self.vendor), ("url", &self.url), ("repository", &self.repository)] {
            if let Some(value) = value {
                field(&mut out, key, value);
            }
        }
        out.push_str("---\n\nSay here what the client is, and which parts of it notes can speak of.\n");
        out
    }
}

fn field(out: &mut String, key: &str, value: &str) {
    let _ = writeln!(out, "{key}: {}", scalar(value));
}

fn list(out: &mut String, key: &str, values: &[String]) {
    // Days are written as they are everywhere in front matter.
    let items: Vec<String> =
        values.iter().map(|value| if Day::parse(value).is_some() { value.clone() } else { item(value) }).collect();
    let _ = writeln!(out, "{key}: [{}]", items.join(", "));
}
