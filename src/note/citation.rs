//! A source that a note cites: where the evidence is, at which commit, in which lines.
//!
//! It must not know forges: how a citation becomes a permalink is the business of `render`.

use std::fmt;

use crate::date::{DAY, Day};
use crate::diagnostic::{Code, visible};
use crate::markdown;
use crate::registry::client::{LANG, URL, check_lang, check_url};
use crate::shape::{Field, Form, Shape, Table};
use crate::yaml::{Fields, Node, Path, Reader};

use super::Options;

/// One entry of `sources`.
#[derive(Debug, Clone)]
pub struct Citation {
    /// An absolute address, of a repository where there is a commit.
    pub url: String,
    /// What it is called.
    pub title: String,
    /// 7 to 40 hexadecimal digits, as written.
    pub commit: Option<String>,
    /// The file, as written, with its line ranges.
    pub path: Option<String>,
    /// What the path was read as, by [`place_of`].
    pub place: Option<Place>,
    /// The day of the commit or publication, else the day on which it was read.
    pub date: Day,
    /// An archived copy.
    pub archived: Option<String>,
    /// Its language.
    pub lang: Option<String>,
}

/// Lines of a file, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineRange {
    /// From 1.
    pub first: u32,
    /// Not before `first`.
    pub last: u32,
}

impl fmt::Display for LineRange {
    /// Writes the range as it stands in a path: `45` or `199-241`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last { write!(f, "{}", self.first) } else { write!(f, "{}-{}", self.first, self.last) }
    }
}

/// What a path names: how many of its bytes are the file, and the lines.
pub type Place = (usize, Vec<LineRange>);

/// Reads a path; nothing if it is none.
pub fn place_of(path: &str) -> Option<Place> {
    parse_path(path).ok().map(|(file, ranges)| (file.len(), ranges))
}

/// What an entry of `sources` may hold.
pub const SOURCE: Table = Table {
    about: "A source that a note cites.",
    fields: &[
        Field::required("url", Shape::Form(&URL), "Where the evidence is: of code, the address of the repository."),
        Field::required("title", Shape::Text, "What it is called. Backticks mark code."),
        Field::optional("commit", Shape::Form(&COMMIT), "The commit at which it was read."),
        Field::optional(
            "path",
            Shape::Form(&PATH),
            "The file in the repository, with the lines that are cited. Without a `commit` it is warned of.",
        ),
        Field::required(
            "date",
            Shape::Form(&DAY),
            "The day of the source: that of the commit or publication, else the day on which it was read. Not in the future.",
        ),
        Field::optional("archived", Shape::Form(&URL), "An archived copy."),
        Field::optional("lang", Shape::Form(&LANG), "The language of the source."),
    ],
};

const COMMIT: Form = Form {
    name: "a commit",
    pattern: "^[0-9a-fA-F]{7,40}$",
    never: &[],
    longest: None,
    rule: "7 to 40 hexadecimal digits",
    example: "21cb8d25",
};

/// A path, as [`parse_path`] takes it; that a range does not end before it begins is beyond a pattern.
const PATH: Form = Form {
    name: "a path",
    pattern: r"^(?:[^:]*|[\s\S]*:(?:[^-0-9,:][^:]*|0*[1-9][0-9]*(?:-0*[1-9][0-9]*)?(?:,0*[1-9][0-9]*(?:-0*[1-9][0-9]*)?)*))$",
    never: &[r"^\s*$", r"\\", r"(?:^|/)\.{0,2}(?:/|$|:[-0-9,][^:/]*$)"],
    longest: None,
    rule: "`FILE` or `FILE:RANGES` relative to the repository, without `..`; ranges are `N` or `A-B` joined by commas",
    example: "src/client.ts:45,199-241",
};

impl Citation {
    /// Returns the file and the line ranges that the path names.
    pub fn file(&self) -> Option<(&str, &[LineRange])> {
        let (length, ranges) = self.place.as_ref()?;
        Some((&self.path.as_deref()?[..*length], ranges))
    }
}

/// Splits `FILE:RANGES` into the file and its line ranges.
///
/// # Errors
/// What is wrong with it, as the end of a sentence.
pub fn parse_path(path: &str) -> Result<(&str, Vec<LineRange>), &'static str> {
    let (file, ranges) = match path.rsplit_once(':') {
        Some((file, ranges)) if ranges.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == ',') => {
            (file, Some(ranges))
        }
        Some((_, "")) => return Err("ends with a colon and no lines"),
        _ => (path, None),
    };
    if file.is_empty() || file.starts_with('/') || file.contains('\\') {
        return Err("is not relative to the repository");
    }
    if file.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Err("has an empty part, `.` or `..`");
    }
    let Some(ranges) = ranges else { return Ok((file, Vec::new())) };
    let ranges = ranges.split(',').map(line_range).collect::<Option<Vec<_>>>();
    ranges.map(|ranges| (file, ranges)).ok_or("has lines that are not `N` or `A-B` joined by commas")
}

fn line_range(text: &str) -> Option<LineRange> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if digits { text.parse::<u32>().ok().filter(|n| *n > 0) } else { None }
    };
    match text.split_once('-') {
        None => number(text).map(|n| LineRange { first: n, last: n }),
        Some((first, last)) => {
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then_some(LineRange { first, last })
        }
    }
}

/// Reads `sources`.
pub fn read<'a>(reader: &mut Reader<'a>, fields: &Fields<'a, '_>, options: Options) -> Vec<Citation> {
    let path = Path::Key(fields.path(), "sources");
    let items = fields.items(reader, "sources");
    items.iter().enumerate().filter_map(|(i, item)| one(reader, item, &Path::Index(&path, i), options)).collect()
}

fn one<'a>(reader: &mut Reader<'a>, node: &'a Node, path: &Path<'_>, options: Options) -> Option<Citation> {
    let fields = reader.fields(node, path, &SOURCE)?;
    let own = |text: Option<&str>| text.map(str::to_owned);
    let url = fields.prose(reader, "url");
    if let Some(url) = url {
        check_url(reader, &Path::Key(path, "url"), url);
    }
    let title = fields.prose(reader, "title");
    let commit = fields.text(reader, "commit");
    if let Some(commit) = commit {
        check_commit(reader, &Path::Key(path, "commit"), commit);
    }
    let file = fields.prose(reader, "path");
    let mut place = None;
    if let Some(file) = file {
        let here = Path::Key(path, "path");
        match parse_path(file) {
            Err(fault) => {
                let message = format!("`{}` {fault}", visible(file));
                reader.report(Code::InvalidPath, &here, message).help =
                    Some("write it like `src/client.ts:45,199-241`".to_owned());
            }
            Ok((name, ranges)) => {
                place = Some((name.len(), ranges));
                if commit.is_none() {
                    reader
                        .report(Code::PathWithoutCommit, &here, "the path has no commit, so its lines may move")
                        .help = Some("add the `commit` at which the file was read".to_owned());
                }
            }
        }
    }
    let date = date(reader, &fields, "date", options);
    let archived = fields.text(reader, "archived");
    if let Some(archived) = archived {
        check_url(reader, &Path::Key(path, "archived"), archived);
    }
    let lang = fields.text(reader, "lang");
    if let Some(lang) = lang {
        check_lang(reader, &Path::Key(path, "lang"), lang);
    }
    Some(Citation {
        url: url?.to_owned(),
        title: markdown::one_line(title?),
        commit: own(commit),
        path: own(file),
        place,
        date: date?,
        archived: own(archived),
        lang: own(lang),
    })
}

fn check_commit(reader: &mut Reader<'_>, path: &Path<'_>, commit: &str) {
    if !is_commit(commit) {
        let message = format!("`{}` is not 7 to 40 hexadecimal digits", visible(commit));
        reader.report(Code::InvalidCommit, path, message);
    } else if is_number(commit)
        && let Some(fix) = reader.yaml.quoted(path)
    {
        let message = format!("`{commit}` without quotes is a number to other readers of YAML");
        let found = reader.report(Code::CommitAsNumber, path, message);
        found.help = Some(format!("write `\"{commit}\"`"));
        found.fix = Some(Box::new(fix));
    }
}

/// Tells whether YAML, of one version or another, takes a hexadecimal text for a number.
fn is_number(commit: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_binary = |text: &str| !text.is_empty() && text.bytes().all(|b| matches!(b, b'0' | b'1'));
    digits(commit)
        || commit.split_once(['e', 'E']).is_some_and(|(number, power)| digits(number) && digits(power))
        || commit.strip_prefix("0b").is_some_and(is_binary)
}

/// Tells whether a text names a commit.
pub fn is_commit(text: &str) -> bool {
    (7..=40).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Reads a date that does not lie after the day of the build.
pub fn date<'a>(reader: &mut Reader<'a>, fields: &Fields<'a, '_>, key: &str, options: Options) -> Option<Day> {
    let text = fields.text(reader, key)?;
    let path = Path::Key(fields.path(), key);
    match Day::parse(text) {
        None => {
            let message = format!("`{}` is not a calendar day", visible(text));
            reader.report(Code::InvalidDate, &path, message).help =
                Some("write a real day as YYYY-MM-DD, from 1990 to 2100".to_owned());
            None
        }
        Some(day) if day > options.today => {
            let message = format!("{day} is in the future: today is {}", options.today);
            reader.report(Code::FutureDate, &path, message);
            None
        }
        day => day,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commits_that_read_as_numbers() {
        for commit in ["12345678", "0012345", "110138e5", "1E10000", "0b1011010", "7654321e99999"] {
            assert!(is_number(commit), "{commit}");
        }
        for commit in ["21cb8d25", "e123456", "123456e", "1e2e345", "0b1011012", "0b", "0b00a11", "1234567f"] {
            assert!(!is_number(commit), "{commit}");
        }
    }

    #[test]
    fn paths_and_their_lines() {
        let lines =
            |path| parse_path(path).map(|(file, r)| (file, r.iter().map(|r| (r.first, r.last)).collect::<Vec<_>>()));
        assert_eq!(lines("src/a.ts"), Ok(("src/a.ts", vec![])));
        assert_eq!(lines("src/a.ts:45,199-241"), Ok(("src/a.ts", vec![(45, 45), (199, 241)])));
        assert_eq!(lines("docs/a:b.md"), Ok(("docs/a:b.md", vec![])));
        for bad in ["/a", "../a", "a//b", "a\\b", "a:0", "a:5-2", "a:1,", "a:-3", "a:1-x", "a:", ":1", "./a", ""] {
            assert!(lines(bad).is_err(), "{bad}");
        }
    }
}
