//! Questions for what is missing of a new note, line by line.
//!
//! An answer that will not do is told why and asked for again. It must not know whether a person or a
//! script answers.

use std::io::{self, BufRead, Write};

use crate::date::Day;

use super::{Known, Missing, Names, Request, SPEC, read_day, read_source};

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
                answer => read_source(&required(answer, "a source")?, &known.forges, today).map(Some),
            })?;
            let Some(mut source) = source else { break };
            let question =
                format!("Day of its commit or publication, YYYY-MM-DD; empty for {today}, on which it was read");
            source.date =
                asker.ask(&question, &[], |day| if day.is_empty() { Ok(today) } else { read_day(day, today) })?;
            request.sources.push(source);
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
            let faults = names.faults(&ids);
            if faults.is_empty() { Ok(ids) } else { Err(faults.join("\n  ")) }
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::corpus::File;
    use crate::parse::{self, Options};

    fn today() -> Day {
        Day::parse("2026-11-30").unwrap()
    }

    fn known() -> Known {
        let file = |path: &str, text: &str| File { path: path.into(), bytes: Arc::new(text.as_bytes().to_vec()) };
        let texts = vec![
            file("notes/clients/cline.md", "---\ntitle: Cline\n---\n\nText.\n"),
            file("notes/clients/crush.md", "---\ntitle: Crush\n---\n\nText.\n"),
            file(
                "notes/kinds.yaml",
                "- {id: finding, title: F, plural: Fs, description: D, needsClient: true}\n- {id: limit, title: L, plural: Ls, description: D}\n",
            ),
            file("notes/research/taken.md", ""),
        ];
        Known::new(&parse::read(texts, Vec::new(), &Options { today: today(), base: None, drafts: true }))
    }

    /// Fills a request by the lines of a script; returns it and what was asked.
    fn ask(request: Request, script: &str) -> io::Result<(Request, String)> {
        let (mut request, mut output) = (request, Vec::new());
        fill(&mut request, &known(), today(), &mut script.as_bytes(), &mut output)?;
        Ok((request, String::from_utf8(output).unwrap()))
    }

    #[test]
    fn all_is_asked_where_nothing_is_given() {
        let script = "\nIt drops `x`\nlimt\nlimit\ncrsh, cline, other\n cline, crush\n\n2025-11-25\nhttps://github.com/o/r/blob/main/a.ts\nhttps://github.com/o/r@12e45678:a.ts:5\nyesterday\n2026-12-01\n2026-08-22\n\n\n";
        let (request, asked) = ask(Request::default(), script).unwrap();
        assert_eq!(
            asked,
            "Title: what was found, in one sentence
>   a title is needed
> Kind of note
  finding, limit
>   no kind is called `limt`; did you mean `limit`? `notes/kinds.yaml` declares them
> Clients, with commas between them; empty for none
  cline, crush
>   no client is called `crsh`; did you mean `crush`? `fieldnotes new client crsh` adds a new one
  no client is called `other`; `fieldnotes new client other` adds a new one
> Capabilities, with commas between them; empty for none
> Revisions, with commas between them; empty for none
> Source: URL@COMMIT:PATH:LINES, or a permalink; empty if there is no more
>   `https://github.com/o/r/blob/main/a.ts` is on `main`, which is no commit, so its lines may move; copy a permalink, which names a commit: on most forges, press `y` on the file's page
> Day of its commit or publication, YYYY-MM-DD; empty for 2026-11-30, on which it was read
>   `yesterday` is not a calendar day like 2026-08-22
>   2026-12-01 is in the future: today is 2026-11-30
> Source: URL@COMMIT:PATH:LINES, or a permalink; empty if there is no more
> Summary, for lists of notes; empty for “It drops x.”
> "
        );
        let note = request.note(&known(), today()).unwrap();
        assert_eq!(note.path(), "notes/research/it-drops-x.md");
        assert_eq!(
            note.text(),
            "---
id: it-drops-x
title: It drops `x`
kind: limit
summary: It drops x.
capabilities: []
clients: [cline, crush]
specVersions: [2025-11-25]
sources:
  - url: https://github.com/o/r
    title: a.ts, line 5
    commit: \"12e45678\"
    path: a.ts:5
    date: 2026-08-22
status: current
lastVerified: 2026-11-30
---

Say here what the sources show, and how it was found.
"
        );
    }

    #[test]
    fn only_what_is_missing_is_asked_where_the_title_is_given() {
        let title = |title: &str| Request { title: Some(title.to_owned()), ..Request::default() };
        let (request, asked) = ask(title("A"), "finding\n\ncrush\n").unwrap();
        assert_eq!(
            asked,
            "Kind of note\n  finding, limit\n> Clients, with commas between them; at least one\n  cline, crush\n>   a client is needed\n> "
        );
        assert_eq!((request.kind.as_deref(), request.clients), (Some("finding"), vec!["crush".to_owned()]));
        let (request, asked) = ask(title("版本"), "Ban\ntaken\nbanben\nlimit\n").unwrap();
        assert!(
            asked.contains(">   `Ban` is not an id; ") && asked.contains("`notes/research/taken.md` is there"),
            "{asked}"
        );
        assert_eq!(request.note(&known(), today()).unwrap().path(), "notes/research/banben.md");
        let status = Some(crate::note::Status::Current);
        let (request, asked) =
            ask(Request { status, kind: Some("limit".into()), ..title("A") }, "\nhttps://x.example/y\n\n\n").unwrap();
        assert!(asked.starts_with("Source: URL@COMMIT:PATH:LINES, or a permalink\n>   a source is needed"), "{asked}");
        assert_eq!((request.sources.len(), request.sources[0].date), (1, today()));
    }

    #[test]
    fn a_title_whose_id_is_taken_asks_for_another() {
        let (request, asked) = ask(Request::default(), "Taken\nfree\nlimit\n\n\n\n\n\n").unwrap();
        assert!(asked.contains("  `notes/research/taken.md` is there already"), "{asked}");
        assert_eq!(request.note(&known(), today()).unwrap().path(), "notes/research/free.md");
    }

    #[test]
    fn answers_that_end_too_early_are_an_error() {
        for script in ["", "Title\n", "Title\nnope\nno", "Title\nlimit\n\n\n"] {
            assert_eq!(ask(Request::default(), script).unwrap_err().kind(), io::ErrorKind::UnexpectedEof, "{script}");
        }
    }

    #[test]
    fn many_choices_are_broken_into_lines() {
        let choices: Vec<String> = (0..30).map(|i| format!("choice-{i}")).collect();
        let mut output = Vec::new();
        Asker { input: &mut "\n".as_bytes(), output: &mut output }.ask("Q", &choices, |_| Ok(())).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(text.lines().count() > 5 && text.lines().all(|line| line.chars().count() <= WIDTH + 2), "{text}");
        assert_eq!(text.matches("choice-").count(), 30);
    }
}
