//! A source in one word, as it is typed or pasted: `URL@COMMIT:PATH:LINES`, or a forge's permalink.
//!
//! It must not know where the word comes from.

use std::collections::BTreeMap;

use crate::date::Day;
use crate::diagnostic::visible;
use crate::note::{Citation, is_commit, parse_path, place_of};
use crate::registry::Forge;
use crate::registry::client::url_fault;
use crate::render::permalink::{Cited, Fault, hosted, take_apart};

/// What a source looks like, for help texts.
pub const SPEC: &str = "URL@COMMIT:PATH:LINES";
const PERMALINK: &str = "copy a permalink, which names a commit: on most forges, press `y` on the file's page";

/// Reads a source of a certain day.
///
/// # Errors
/// What is wrong with it and what to do, as one sentence.
pub fn read(text: &str, forges: &BTreeMap<String, Forge>, date: Day) -> Result<Citation, String> {
    let text = text.trim();
    let (repository, commit, path) = match take_apart(text, forges) {
        Ok(Some(Cited { repository, commit, path })) => (repository, Some(commit), path),
        Ok(None) => split(text, forges)?,
        Err(fault) => return Err(explain(text, &fault)),
    };
    if let Some(fault) = url_fault(&repository) {
        return Err(format!("`{}` {fault}; write a source as `{SPEC}`", visible(&repository)));
    }
    let title = title(&repository, path.as_deref(), forges);
    let place = path.as_deref().and_then(place_of);
    Ok(Citation { url: repository, title, commit, path, place, date, archived: None, lang: None })
}

/// Reads the day of a source.
///
/// # Errors
/// Why it is none, as one sentence.
pub fn read_day(text: &str, today: Day) -> Result<Day, String> {
    match Day::parse(text.trim()) {
        None => Err(format!("`{}` is not a calendar day like 2026-08-22", visible(text))),
        Some(day) if day > today => Err(format!("{day} is in the future: today is {today}")),
        Some(day) => Ok(day),
    }
}

fn explain(text: &str, fault: &Fault) -> String {
    let text = visible(text);
    match fault {
        Fault::Moves(branch) if branch.is_empty() => {
            format!("`{text}` names no commit, so its lines may move; {PERMALINK}")
        }
        Fault::Moves(branch) => {
            format!("`{text}` is on `{}`, which is no commit, so its lines may move; {PERMALINK}", visible(branch))
        }
        Fault::Lines(lines) => format!("`#{}` of `{text}` names no lines; take it out, or mark lines", visible(lines)),
        Fault::File(file) => format!("the file `{}` of `{text}` cannot be cited as a path", visible(file)),
    }
}

type Parts = (String, Option<String>, Option<String>);

/// Splits `URL@COMMIT:PATH:LINES`, of which all but the address may be absent.
fn split(text: &str, forges: &BTreeMap<String, Forge>) -> Result<Parts, String> {
    // An address may have an `@` of its own: at the start of a part, or before what is no commit.
    for (at, _) in text.match_indices('@').filter(|(at, _)| !text[..*at].ends_with('/')) {
        let (url, rest) = (&text[..at], &text[at + 1..]);
        let (commit, path) = rest.split_once(':').map_or((rest, None), |(commit, path)| (commit, Some(path)));
        if is_commit(commit) {
            if let Some(path) = path {
                check_typed(path).map_err(|fault| format!("the path `{}` of the source {fault}", visible(path)))?;
            }
            return Ok((url.to_owned(), Some(commit.to_owned()), path.map(str::to_owned)));
        }
        if hosted(url, forges).is_some() {
            let commit = visible(commit);
            return Err(format!("`{commit}` is no commit of 7 to 40 hexadecimal digits; write a source as `{SPEC}`"));
        }
    }
    Ok((text.to_owned(), None, None))
}

/// Checks a path as it was typed: one with lines twice is a slip, though a file might be called so.
fn check_typed(path: &str) -> Result<(), &'static str> {
    let (file, ranges) = parse_path(path)?;
    let twice = !ranges.is_empty() && parse_path(file).is_ok_and(|(_, ranges)| !ranges.is_empty());
    if twice { Err("has lines twice; join them by commas") } else { Ok(()) }
}

/// Returns what a source is called until somebody finds a better name: the file with its lines, else the
/// repository, else the address without its scheme.
fn title(url: &str, path: Option<&str>, forges: &BTreeMap<String, Forge>) -> String {
    if let Some((file, ranges)) = path.and_then(|path| parse_path(path).ok()) {
        let is_one = ranges.len() == 1 && ranges[0].first == ranges[0].last;
        let word = if is_one { "line" } else { "lines" };
        let ranges: Vec<String> = ranges.iter().map(ToString::to_string).collect();
        return if ranges.is_empty() { file.to_owned() } else { format!("{file}, {word} {}", ranges.join(", ")) };
    }
    let bare = url.split_once("://").map_or(url, |(_, rest)| rest).trim_end_matches('/');
    match (hosted(url, forges), bare.split_once('/')) {
        (Some(_), Some((_, name))) => name.strip_suffix(".git").unwrap_or(name).to_owned(),
        _ => bare.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Result<[String; 4], String> {
        let today = Day::parse("2026-11-30").unwrap();
        let source = read(text, &BTreeMap::new(), today)?;
        assert_eq!(source.date, today);
        Ok([source.url, source.title, source.commit.unwrap_or_default(), source.path.unwrap_or_default()])
    }

    #[test]
    fn a_source_is_an_address_with_up_to_three_more_parts() {
        for (text, expected) in [
            ("https://github.com/o/r", ["https://github.com/o/r", "o/r", "", ""]),
            ("https://github.com/o/r.git@12e45678", ["https://github.com/o/r.git", "o/r", "12e45678", ""]),
            ("https://github.com/o/r@12e45678:a.ts", ["https://github.com/o/r", "a.ts", "12e45678", "a.ts"]),
            (
                "https://github.com/o/r@12e45678:a@b/c.ts:10-20,30",
                ["https://github.com/o/r", "a@b/c.ts, lines 10-20, 30", "12e45678", "a@b/c.ts:10-20,30"],
            ),
            (
                "https://git.example:8080/o/r@12e45678:a.ts:5",
                ["https://git.example:8080/o/r", "a.ts, line 5", "12e45678", "a.ts:5"],
            ),
            ("https://social.example/@name/1", ["https://social.example/@name/1", "social.example/@name/1", "", ""]),
            ("https://x.example/a@b", ["https://x.example/a@b", "x.example/a@b", "", ""]),
            ("http://docs.example/it?a=b#c", ["http://docs.example/it?a=b#c", "docs.example/it?a=b#c", "", ""]),
            (
                "https://github.com/o/r@12e45678:docs/a:b.md:5",
                ["https://github.com/o/r", "docs/a:b.md, line 5", "12e45678", "docs/a:b.md:5"],
            ),
            ("https://github.com/o/r/commit/12e45678", ["https://github.com/o/r", "o/r", "12e45678", ""]),
            ("https://github.com/o/r/tree/12e45678/src", ["https://github.com/o/r", "src", "12e45678", "src"]),
            (
                " https://github.com/o/r/blob/12e45678/a%20b.ts#L1-L9 ",
                ["https://github.com/o/r", "a b.ts, lines 1-9", "12e45678", "a b.ts:1-9"],
            ),
        ] {
            assert_eq!(parts(text), Ok(expected.map(str::to_owned)), "{text}");
        }
    }

    #[test]
    fn what_is_no_source_is_told_with_what_to_do() {
        for (text, told) in [
            ("github.com/o/r", "is not an absolute http or https address; write a source as `URL@COMMIT:PATH:LINES`"),
            ("git@github.com:o/r.git", "is not an absolute http or https address"),
            ("https://me:pass@x.example/", "carries credentials"),
            ("https://github.com/o/r@main:a.ts", "`main` is no commit of 7 to 40 hexadecimal digits"),
            ("https://github.com/o/r@12e45678:/a.ts", "`/a.ts` of the source is not relative"),
            ("https://github.com/o/r@12e45678:src/x.rs:5-9:3", "`src/x.rs:5-9:3` of the source has lines twice; join"),
            ("https://github.com/o/r@12e45678:a.ts:9-1", "has lines that are not `N` or `A-B`"),
            (
                "https://github.com/o/r/blob/main/a.ts#L1",
                "is on `main`, which is no commit, so its lines may move; copy",
            ),
            ("https://github.com/o/r/blob/12e45678/a.md#usage", "`#usage` of"),
            ("", "is not an absolute"),
        ] {
            let message = parts(text).expect_err(text);
            assert!(message.contains(told), "{text}: {message}");
        }
    }
}
