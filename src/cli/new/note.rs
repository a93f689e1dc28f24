//! `fieldnotes new note`: a research note.

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};

use crate::note::Status;
use crate::scaffold::{Missing, Request, SPEC, ask, read_day, read_source};

use super::super::site::DayFlag;
use super::super::{Exit, Failure, Global, Terminal};
use super::Before;

#[derive(Debug, Args)]
pub struct Flags {
    /// What was found, in one sentence
    title: Option<String>,
    /// Its kind
    #[arg(long, value_name = "ID")]
    kind: Option<String>,
    /// A client that it speaks of; may be given several times
    #[arg(long, value_name = "ID")]
    client: Vec<String>,
    /// A capability that it speaks of; may be given several times
    #[arg(long, value_name = "ID")]
    capability: Vec<String>,
    /// A revision of the specification that it speaks of; may be given several times
    #[arg(long, value_name = "ID")]
    revision: Vec<String>,
    /// A source: an address, with `@COMMIT`, `:PATH` and `:LINES` if it is code, or a permalink of a file, a
    /// folder or a commit as a forge shows it; may be given several times
    #[arg(long, value_name = SPEC)]
    source: Vec<String>,
    /// The day of the sources: that of the commit or publication, else the day on which they were read
    /// [default: the day of the run]
    #[arg(long, value_name = "YYYY-MM-DD", requires = "source")]
    source_date: Option<String>,
    /// Its id, which is its file's name [default: made of the title]
    #[arg(long)]
    id: Option<String>,
    /// What it says, for lists of notes [default: the title]
    #[arg(long, value_name = "TEXT")]
    summary: Option<String>,
    /// Its language, as a BCP 47 tag [default: the site's]
    #[arg(long, value_name = "TAG")]
    lang: Option<String>,
    /// Where it stands [default: `current` with a source, else `draft`]
    #[arg(long)]
    status: Option<New>,
    #[command(flatten)]
    day: DayFlag,
}

/// The statuses that need no reason and no other note.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum New {
    Draft,
    Current,
    Historical,
}

/// Runs the command.
pub fn run(global: &Global, flags: &Flags, terminal: &Terminal) -> Result<Exit, Failure> {
    let before = Before::read(global, &flags.day)?;
    let (known, today) = (&before.known, before.options.today);
    let source_date = flags.source_date.as_deref().map_or(Ok(today), |text| read_day(text, today));
    let source_date = source_date.map_err(|why| Failure::usage(format!("`--source-date`: {why}")))?;
    let sources = flags.source.iter().map(|text| read_source(text, &known.forges, source_date));
    let text =
        |text: &Option<String>| text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let mut request = Request {
        title: text(&flags.title),
        id: flags.id.clone(),
        kind: text(&flags.kind),
        summary: text(&flags.summary),
        clients: flags.client.clone(),
        capabilities: flags.capability.clone(),
        revisions: flags.revision.clone(),
        sources: sources.collect::<Result<_, _>>().map_err(|why| Failure::usage(format!("`--source`: {why}")))?,
        status: flags.status.map(|status| match status {
            New::Draft => Status::Draft,
            New::Current => Status::Current,
            New::Historical => Status::Historical,
        }),
        lang: text(&flags.lang),
    };
    let faults = request.faults(known);
    if let Some((last, others)) = faults.split_last() {
        others.iter().for_each(|fault| terminal.tell(&terminal.style.error(fault)));
        return Err(Failure::usage(last));
    }
    let missing = request.missing(known);
    if !missing.is_empty() {
        let (stdin, stderr) = (io::stdin(), io::stderr());
        if !(stdin.is_terminal() && stderr.is_terminal()) {
            return Err(lacks(&request, &missing));
        }
        let asked = ask::fill(&mut request, known, today, &mut stdin.lock(), &mut stderr.lock());
        asked.map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Failure::usage("no file was written: the answers ended too early"),
            _ => Failure::environment(format!("cannot ask for what is missing: {error}")),
        })?;
    }
    let missing = request.missing(known);
    match request.clone().note(known, today) {
        Some(note) => before.add(&note.path(), &note.text(), terminal),
        None => Err(lacks(&request, &missing)),
    }
}

fn lacks(request: &Request, missing: &[Missing]) -> Failure {
    if let (&[Missing::Id], Some(title)) = (missing, &request.title) {
        let message =
            format!("no id can be made of the title `{title}`, which has no letters of ASCII; name one with `--id`");
        return Failure::usage(message);
    }
    let flags: Vec<String> = missing.iter().map(|what| format!("`{}`", what.flag())).collect();
    let why = match (&request.kind, request.status) {
        (Some(kind), _) if missing.iter().any(|what| matches!(what, Missing::Client | Missing::Capability)) => {
            format!("of the kind `{kind}` ")
        }
        (_, Some(status)) if missing.contains(&Missing::Source) => format!("that is {} ", status.word()),
        _ => String::new(),
    };
    Failure::usage(format!("a new note {why}needs {}", flags.join(", ")))
}
