//! What the schema and the parser of a kind of file say of a value.

use std::collections::BTreeSet;

use fieldnotes::date::Day;
use fieldnotes::diagnostic::{Code, Diagnostic, Source};
use fieldnotes::registry::{self, site};
use fieldnotes::schema::DOCUMENTS;
use fieldnotes::{note, page};
use jsonschema::Validator;
use serde_json::Value;

use crate::site::TODAY;

/// The rules that a schema holds a file to.
pub const COVERED: &[Code] = &[
    Code::UnknownKey,
    Code::WrongType,
    Code::MissingField,
    Code::EmptyValue,
    Code::InvalidId,
    Code::ReservedId,
    Code::InvalidDate,
    Code::InvalidCommit,
    Code::InvalidUrl,
    Code::InvalidPath,
    Code::InvalidLang,
    Code::InvalidStatus,
    Code::InvalidValue,
    Code::NoSources,
    Code::EmptyList,
    Code::StatusReasonMissing,
    Code::ClaimNoteMissing,
    Code::BaseUrl,
];

/// The rules about one file's values that a schema does not hold it to, and why. Those about the text
/// (syntax, tags, anchors, keys given twice, comments that cut a value) are gone from the values.
pub const LEFT: &[(Code, &str)] = &[
    (Code::IdMismatch, "it depends on the file's name"),
    (Code::FutureDate, "it depends on the day"),
    (Code::DuplicateId, "entries of one list are compared by a part of each, or with the file's name"),
    (Code::RelatedToSelf, "two keys are compared"),
    (Code::ClaimOutsideNote, "two keys are compared"),
    (Code::ClaimSource, "a number is compared with how many sources there are"),
    (Code::DuplicateClaim, "entries of one list are compared by a part of each"),
];

/// Judges files of one kind.
pub struct Judge {
    name: &'static str,
    validator: Validator,
}

/// Returns the schema of a kind of file.
pub fn schema(name: &str) -> Value {
    DOCUMENTS.iter().find(|it| it.name == name).unwrap_or_else(|| panic!("{name} has no schema")).schema()
}

impl Judge {
    pub fn new(name: &'static str) -> Judge {
        Judge { name, validator: jsonschema::validator_for(&schema(name)).expect("a schema") }
    }

    /// Tells whether the schema accepts a file.
    pub fn accepts(&self, file: &Value) -> bool {
        self.validator.is_valid(file)
    }

    /// Returns what the schema says against a file.
    pub fn faults(&self, file: &Value) -> String {
        let faults = self.validator.iter_errors(file);
        faults.map(|fault| format!("{}: {fault}", fault.instance_path())).collect::<Vec<_>>().join("\n")
    }

    /// Returns the rules that the parser says a file breaks.
    pub fn found(&self, file: &Value) -> BTreeSet<Code> {
        self.parse(file).iter().map(|diagnostic| diagnostic.code).collect()
    }

    /// Returns whether both accept a file, as far as a schema can tell; or how they differ.
    pub fn agree(&self, file: &Value) -> Result<bool, String> {
        let found = self.parse(file);
        let codes: BTreeSet<Code> = found.iter().map(|diagnostic| diagnostic.code).collect();
        if let Some(other) = codes.iter().find(|code| !COVERED.contains(code) && !LEFT.iter().any(|it| it.0 == **code))
        {
            return Err(format!("{} is neither covered nor left:\n{}", other.name(), text(self.name, file)));
        }
        let is_refused = found.iter().any(|it| is_covered(file, it));
        // Of a thing that is there twice, the second is not read to its end: the schema may see more.
        let is_whole = is_refused || !codes.contains(&Code::DuplicateId);
        if is_whole && self.accepts(file) == is_refused {
            let said: Vec<String> = found.iter().map(|it| format!("{}: {}", it.code.name(), it.message)).collect();
            let (said, faults) = (said.join("\n"), self.faults(file));
            return Err(format!("{}\nparser:\n{said}\nschema:\n{faults}", text(self.name, file)));
        }
        Ok(!is_refused)
    }

    /// Returns the errors of the file's parser.
    fn parse(&self, file: &Value) -> Vec<Diagnostic> {
        let source = Source::new(format!("notes/{}", self.name), text(self.name, file));
        let today = Day::parse(TODAY).expect("a day");
        let options = note::Options { today, highlight: false, stale_after: 100_000 };
        let mut found = match self.name {
            "note" => note::read(source, "a", options).1,
            "client" => registry::client::read(source, "acme", false).1,
            "page" => page::read(source, "about", options).1,
            "site" => site::read(&source).diagnostics,
            "capabilities" => registry::capabilities(&source, None).diagnostics,
            "revisions" => registry::revisions(&source).diagnostics,
            "kinds" => registry::kinds(&source).diagnostics,
            other => panic!("no file is called {other}"),
        };
        found.retain(Diagnostic::is_error);
        found
    }
}

/// Tells whether the schema must see what was found.
fn is_covered(file: &Value, diagnostic: &Diagnostic) -> bool {
    match diagnostic.code {
        // Whether it is a number at all.
        Code::ClaimSource => {
            let quoted = diagnostic.message.split('`').nth(3).unwrap_or_default();
            !quoted.parse::<u64>().is_ok_and(|number| number > 0)
        }
        // Where a client is named twice, a schema cannot count how many they are.
        Code::MissingField if diagnostic.message.contains("the note names several clients") => {
            let clients = file["clients"].as_array().expect("several");
            clients.iter().enumerate().all(|(i, client)| !clients[..i].contains(client))
        }
        code => COVERED.contains(&code),
    }
}

/// Writes a value as the file that it is the value of: JSON is YAML.
fn text(name: &str, file: &Value) -> String {
    let mut text = String::new();
    match file {
        Value::Object(entries) => {
            for (key, value) in entries {
                text.push_str(&format!("{}: {value}\n", Value::String(key.clone())));
            }
        }
        other => text = format!("{other}\n"),
    }
    match name {
        "note" | "client" | "page" => format!("---\n{text}---\n\nText.\n"),
        _ => text,
    }
}
