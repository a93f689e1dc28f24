//! Questions for what is missing of a new note, line by line.
//!
//! An answer that will not do is told why and asked for again. It must not know whether a person or a
//! script answers.

use std::io::{self, BufRead, Write};

use crate::date::Day;

use super::{Known, Missing, Names, Request, SPEC, read_source};

/// How wide lines of choices are.
const WIDTH: usize = 76;

/// Asks for what is missing of a note. If not even its title is given, asks for all that a note may have
/// as well.
///
/// # Errors
/// The input ends before all is answered, or cannot be read.
pub fn fill(
    request: &mut Request,
    known: &Known,
    today: Day,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let all = request.title.is_none();
    let mut asker = Asker { input, output };
    let is_missing = |request: &Request, what| request.missing(known).contains(&what);
    if request.title.is_none() {
        let title = asker.ask("Title: what was found, in one sentence", &[], |answer| required(answer, "a title"))?;
        request.title = Some(title);
    }
    let id_fault = request.check_id(known).err();
    if is_missing(request, Missing::Id) || id_fault.is_some() {
        if let Some(fault) = &id_fault {
            asker.tell(fault)?;
        }
        let id = asker.ask("Id: lower-case letters, digits and hyphens", &[], |answer| {
            known.check_note(answer).map(|()| answer.to_owned())
        })?;
        request.id = Some(id);
    }
    if request.kind.is_none() {
        let kind = asker.ask("Kind of note", &known.kinds.ids, |answer| {
            required(answer, "a kind").and_then(|id| known.kinds.check(&id).map(|()| id))
        })?;
        request.kind = Some(kind);
    }
    let needed = is_missing(request, Missing::Client);
    if needed || (all && request.clients.is_empty()) {
        request.clients = asker.ids("Clients", &known.clients, needed)?;
    }
    let needed = is_missing(request, Missing::Capability);
    if needed || (all && request.capabilities.is_empty()) {
        request.capabilities = asker.ids("Capabilities", &known.capabilities, needed)?;
    }
    if all && request.revisions.is_empty() {
        request.revisions = asker.ids("Revisions", &known.revisions, false)?;
    }
    if is_missing(request, Missing::Source) || (all && request.sources.is_empty()) {
        loop {
            let needed = is_missing(request, Missing::Source);
            let more = if needed { "" } else { "; empty if there is no more" };
            let question = format!("Source: {SPEC}, or a permalink{more}");
            let source = asker.ask(&question, &[], |answer| match answer {
                "" if !needed => Ok(None),
                answer => read_source(answer, &known.forges, today).map(Some),
            })?;
            match source {
                Some(source) => request.sources.push(source),
                None => break,
            }
        }
    }
    if all && request.summary.is_none() {
        let question = format!("Summary, for lists of notes; empty for “{}”", request.title_sentence());
        let summary = asker.ask(&question, &[], |answer| Ok((!answer.is_empty()).then(|| answer.to_owned())))?;
        request.summary = summary;
    }
    Ok(())
}

fn required(answer: &str, what: &str) -> Result<String, String> {
    if answer.is_empty() { Err(format!("{what} is needed")) } else { Ok(answer.to_owned()) }
}

struct Asker<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
}

impl Asker<'_> {
    /// Asks until an answer will do.
    fn ask<T>(
        &mut self,
        question: &str,
        choices: &[String],
        mut take: impl FnMut(&str) -> Result<T, String>,
    ) -> io::Result<T> {
        writeln!(self.output, "{question}")?;
        self.choices(choices)?;
        loop {
            write!(self.output, "> ")?;
            self.output.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                writeln!(self.output)?;
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            match take(line.trim()) {
                Ok(answer) => return Ok(answer),
                Err(fault) => self.tell(&fault)?,
            }
        }
    }

    /// Asks for ids with commas between them.
    fn ids(&mut self, word: &str, names: &Names, needed: bool) -> io::Result<Vec<String>> {
        let end = if needed { "at least one" } else { "empty for none" };
        self.ask(&format!("{word}, with commas between them; {end}"), &names.ids, |answer| {
            let ids: Vec<String> =
                answer.split(',').map(str::trim).filter(|id| !id.is_empty()).map(str::to_owned).collect();
            if needed && ids.is_empty() {
                return Err(format!("a {} is needed", names.word));
            }
            ids.iter().try_for_each(|id| names.check(id))?;
            Ok(ids)
        })
    }

    fn tell(&mut self, fault: &str) -> io::Result<()> {
        writeln!(self.output, "  {fault}")
    }

    fn choices(&mut self, choices: &[String]) -> io::Result<()> {
        let mut line = String::new();
        for (i, choice) in choices.iter().enumerate() {
            let comma = if i + 1 < choices.len() { "," } else { "" };
            if !line.is_empty() && line.chars().count() + choice.chars().count() + 4 > WIDTH {
                writeln!(self.output, " {line}")?;
                line.clear();
            }
            line.push_str(&format!(" {choice}{comma}"));
        }
        if line.is_empty() { Ok(()) } else { writeln!(self.output, " {line}") }
    }
}
