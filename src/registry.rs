//! Registries: they name things. Facts about the things come from notes alone.
//!
//! A registry that the site keeps is the whole truth; one that it does not keep is inferred from the
//! notes, later, by `catalog`. It must not know notes.

pub mod client;
pub mod site;
mod tables;

pub use client::{Client, Surface};
pub use site::{Forge, NavLink, Site};
pub use tables::{
    Capability, GROUPS, Group, KINDS, Kind, REVISIONS, Revision, RevisionStatus, capabilities, kinds, revisions,
};

use std::collections::HashMap;

use crate::diagnostic::Code;
use crate::shape::Form;
use crate::slug::{self, Fault};
use crate::yaml::{Path, Reader};

/// Names under `clients/`, `capabilities/` and their like that the site uses itself.
const RESERVED: &[&str] = &["index"];
/// What those names match, in the letters of an id.
const RESERVED_PATTERN: &str = "^index$";

/// An id that follows [`IdRule::Slug`].
pub const SLUG: Form = Form {
    name: "an id",
    pattern: slug::PATTERN,
    never: &[slug::DEVICE_PATTERN, RESERVED_PATTERN],
    longest: Some(slug::LONGEST),
    rule: "a text of 1 to 100 lower-case letters, digits and single hyphens that starts with a letter or digit; neither `index` nor a device name of Windows",
    example: "gemini-cli",
};

/// An id that follows [`IdRule::Dotted`].
pub const DOTTED: Form = Form {
    name: "a dotted id",
    pattern: slug::DOTTED_PATTERN,
    never: &[slug::DEVICE_PATTERN, RESERVED_PATTERN],
    longest: Some(slug::LONGEST),
    rule: "a text of 1 to 100 characters that is ids joined by dots",
    example: "transports.stdio",
};

/// A registry as the site keeps it.
#[derive(Debug, Clone, Default)]
pub enum Kept<T> {
    /// There is none: its things are inferred from the notes.
    #[default]
    Absent,
    /// There is one, but it cannot be read: nothing is known of its things.
    Unreadable,
    /// The whole truth.
    Whole(Vec<T>),
}

impl<T> Kept<T> {
    /// Returns the registry's things, if they are known.
    pub fn whole(&self) -> Option<&[T]> {
        match self {
            Kept::Whole(things) => Some(things),
            Kept::Absent | Kept::Unreadable => None,
        }
    }
}

/// Which rule an id follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdRule {
    /// A slug.
    Slug,
    /// Slugs joined by dots.
    Dotted,
    /// Whatever can be a file name: an id that no registry declares.
    Inferred,
}

/// Checks an id and reports what is wrong with it.
pub fn check_id(reader: &mut Reader<'_>, path: &Path<'_>, id: &str, rule: IdRule) -> bool {
    if RESERVED.contains(&id.to_lowercase().as_str()) {
        let message = format!("`{id}` is a name that the site uses itself");
        reader.report(Code::ReservedId, path, message);
        return false;
    }
    let checked = match rule {
        IdRule::Slug => slug::check(id),
        IdRule::Dotted => slug::check_dotted(id),
        IdRule::Inferred => slug::check_inferred(id),
    };
    match checked {
        Ok(()) => true,
        Err(Fault::Device) => {
            let message = format!("`{id}` is a device name on Windows, where the file could not exist");
            reader.report(Code::ReservedId, path, message);
            false
        }
        Err(Fault::Form) => {
            let message = format!("`{}` is not an id", crate::diagnostic::visible(id));
            let help = match rule {
                IdRule::Slug => slug::RULE.to_owned(),
                IdRule::Dotted => format!("dots join the parts of an id; of each part: {}", slug::RULE),
                IdRule::Inferred => {
                    "an id is 1 to 100 characters that can stand in a file name, without `/`, `\\`, `<`, `>`, `\"`, `|`, `?`, `*` or a leading dot or hyphen".to_owned()
                }
            };
            reader.report(Code::InvalidId, path, message).help = Some(help);
            false
        }
    }
}

/// Checks that ids differ by more than case or Unicode form.
#[derive(Debug, Default)]
pub struct Distinct {
    seen: HashMap<String, String>,
}

impl Distinct {
    /// Adds an id; returns the one that is already there and too like it.
    pub fn add(&mut self, id: &str) -> Option<&str> {
        match self.seen.entry(slug::fold(id)) {
            std::collections::hash_map::Entry::Occupied(entry) => Some(&*entry.into_mut()),
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(id.to_owned());
                None
            }
        }
    }
}
