//! The site's texts and files, as found: what the first stage hands on.
//!
//! A [`Corpus`] is what `corpus::disk` read from the folders and what `corpus::git` says of dates.
//! Nothing in it is parsed yet. It must not know what a note is.

pub mod disk;
pub mod git;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::date::Day;
use crate::diagnostic::{Code, Diagnostic, FilePath, Place, Source};

/// One file: its path from the site's root, with `/`, and its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// From the site's root: `notes/research/x.md`.
    pub path: FilePath,
    /// As on disk.
    pub bytes: Arc<Vec<u8>>,
}

impl File {
    /// Returns the path at which the output folder has it, if it is copied there: below `notes/` or
    /// `static/`.
    pub fn output_path(&self) -> &str {
        self.path.strip_prefix("notes/").or_else(|| self.path.strip_prefix("static/")).unwrap_or(&self.path)
    }
}

/// All that a site is made from.
///
/// Two are equal if a site made of them would be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Corpus {
    /// Every `.md` and `.yaml` file under `notes/`, sorted by path.
    pub texts: Vec<File>,
    /// Every other file under `notes/`, sorted by path.
    pub files: Vec<File>,
    /// Every file under `templates/`, sorted by path.
    pub templates: Vec<File>,
    /// Every file under `static/`, sorted by path.
    pub statics: Vec<File>,
    /// What git says of the files' last change.
    pub history: History,
    /// Entries that could not be read.
    pub diagnostics: Vec<Diagnostic>,
}

impl Corpus {
    /// Tells whether a file of that path is in it.
    fn has(&self, path: &str) -> bool {
        let among = |files: &[File]| files.binary_search_by(|file| (*file.path).cmp(path)).is_ok();
        [&self.texts, &self.files, &self.templates, &self.statics].into_iter().any(|files| among(files))
    }
}

/// The day of the last commit that touched each file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// By path from the site's root; files without a commit are absent.
    pub days: BTreeMap<FilePath, Day>,
    /// The repository is shallow, so no day can be told.
    pub shallow: bool,
}

/// Reads a file as text: UTF-8, without a byte order mark, with `\n` line ends.
///
/// # Errors
/// One diagnostic for the first byte that is not UTF-8, else one for each control character (at
/// most ten); bytes and offsets count from the start of the file.
pub fn text(file: File) -> Result<Source, Vec<Diagnostic>> {
    let bytes: &[u8] = &file.bytes;
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let message = "the file looks like UTF-16";
        return Err(vec![
            Diagnostic::new(Code::NotUtf8, Place::file(file.path.clone()), message).help("save it as UTF-8"),
        ]);
    }
    let mark = if bytes.starts_with(&[0xef, 0xbb, 0xbf]) { 3 } else { 0 };
    let text = match std::str::from_utf8(&bytes[mark..]) {
        Ok(text) => text,
        Err(error) => {
            let good = error.valid_up_to();
            let byte = bytes[mark + good];
            // Everything before the fault is text; the line shows the fault itself as U+FFFD.
            let head = String::from_utf8_lossy(&bytes[mark..mark + good]).into_owned();
            let rest = &bytes[mark + good..];
            let line_rest = &rest[..rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len())];
            let start = head.replace("\r\n", "\n").len();
            let whole = format!("{head}{}", String::from_utf8_lossy(line_rest));
            let source = Source::from_disk(file.path.clone(), mark, &whole);
            let message = format!("byte 0x{byte:02X} at offset {} is not UTF-8", mark + good);
            return Err(vec![
                Diagnostic::new(Code::NotUtf8, source.place(start..start), message).help("save the file as UTF-8"),
            ]);
        }
    };
    let control = |b: &u8| (*b < 0x20 && !matches!(*b, b'\n' | b'\t')) || *b == 0x7f;
    // Without an early end the loop is turned into one that looks at many bytes at a time.
    // 0xC2 begins the controls from U+0080 to U+009F, and little else.
    if mark == 0 && !bytes.iter().fold(false, |found, byte| found | control(byte) | (*byte == 0xc2)) {
        // Most texts are taken as they are, without a copy if nobody else holds them.
        let bytes = Arc::try_unwrap(file.bytes).unwrap_or_else(|shared| shared.to_vec());
        let text = String::from_utf8(bytes).expect("the bytes were found to be UTF-8");
        return Ok(Source::new(file.path, text));
    }
    let source = Source::from_disk(file.path.clone(), mark, text);
    if !source.text.chars().any(is_control) {
        return Ok(source);
    }
    let found = source.text.char_indices().filter(|(_, c)| is_control(*c)).take(10);
    Err(found
        .map(|(at, c)| {
            let name = if c == '\0' { " (NUL)" } else { "" };
            let byte = source.text.as_bytes()[at];
            let message = format!("control character U+{:04X}{name}, byte 0x{byte:02X} at offset {at}", c as u32);
            Diagnostic::new(Code::ControlCharacter, source.place(at..at + c.len_utf8()), message).help("remove it")
        })
        .collect())
}

/// Tells whether a character is a control that no text may hold.
fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Source, Vec<Diagnostic>> {
        text(File { path: "notes/a.md".into(), bytes: Arc::new(bytes.to_vec()) })
    }

    #[test]
    fn marks_and_line_ends_go() {
        assert_eq!(read(b"\xef\xbb\xbfa\r\nb").unwrap().text, "a\nb");
    }

    #[test]
    fn bad_bytes_are_named_with_their_place() {
        let bad = &read(b"title\nCaf\xe9\n").unwrap_err()[0];
        assert_eq!((bad.place.line, bad.place.column), (2, 4));
        assert!(bad.message.contains("0xE9"), "{}", bad.message);
        let bad = &read(b"a\r\nbefore\0after").unwrap_err()[0];
        assert_eq!((bad.place.line, bad.place.column), (2, 7));
        assert!(read(b"\xff\xfea").unwrap_err()[0].message.contains("UTF-16"));
        assert!(read(b"lone\rreturn").is_err());
    }
}
