//! `fieldnotes schema`: the JSON Schemas of front matter and registries, for editors.

use std::fs;
use std::path::PathBuf;

use clap::{Args, builder::PossibleValuesParser};

use crate::schema::{DOCUMENTS, Document};

use super::{Exit, Failure, Terminal};

#[derive(Debug, Args)]
pub struct Flags {
    /// Whose schema to print
    #[arg(value_parser = PossibleValuesParser::new(DOCUMENTS.iter().map(|it| it.name)))]
    #[arg(required_unless_present = "out", conflicts_with = "out")]
    name: Option<String>,
    /// Write all of them to a folder, as `NAME.schema.json`
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub fn run(flags: &Flags, terminal: &Terminal) -> Result<Exit, Failure> {
    if let Some(document) = DOCUMENTS.iter().find(|it| flags.name.as_deref() == Some(it.name)) {
        terminal.print(&text(document))?;
    }
    if let Some(folder) = &flags.out {
        let fails = |error| Failure::environment(format!("cannot write to `{}`: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(fails)?;
        for document in DOCUMENTS {
            fs::write(folder.join(format!("{}.schema.json", document.name)), text(document)).map_err(fails)?;
        }
        terminal.say(&format!("wrote {} schemas to `{}`", DOCUMENTS.len(), folder.display()));
    }
    Ok(Exit::Done)
}

fn text(document: &Document) -> String {
    let text = serde_json::to_string_pretty(&document.schema()).expect("texts, numbers and lists serialise");
    format!("{text}\n")
}
