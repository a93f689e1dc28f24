//! `llms.txt` and `llms-full.txt`: what a language model is pointed at.
//!
//! The first is a list of the pages, by their Markdown twins, in the form of llmstxt.org; the second
//! holds the notes' twins themselves, as far as they fit. It must not know how a twin is written.

use crate::catalog::{NoteIx, Subject};
use crate::markdown::{literal, literal_title};
use crate::note::Status;
use crate::plan::{CLAIMS, Data, cells_file, data_file};
use crate::render::twin;
use crate::render::views::{self, Scene};

/// How many pages a section lists at most.
const SECTION: usize = 500;
/// How long `llms-full.txt` may be, in bytes, but for its last line.
const FULL: usize = 2 * 1024 * 1024;

/// Returns `llms.txt`.
pub fn list(scene: &Scene) -> String {
    let mut out = format!("# {}\n\n", literal_title(&scene.site.title, false));
    out.push_str(&format!("> {}\n\n", literal(&views::description(scene, Subject::Home))));
    out.push_str("Every page has a Markdown twin: the same address with `.md`. ");
    out.push_str("Every verdict is derived from the claims of notes, and every note cites its sources.\n");

    let notes: Vec<Subject> = scene.newest.iter().map(|note| Subject::Note(*note)).collect();
    let all = scene.subjects();
    let of = |pick: fn(&Subject) -> bool| all.iter().copied().filter(pick).collect::<Vec<_>>();
    section(
        scene,
        &mut out,
        "Overview",
        &of(|it| matches!(it, Subject::Home | Subject::Matrix | Subject::Sources)),
        None,
    );
    section(scene, &mut out, "Research", &notes, Some(Subject::Research));
    section(scene, &mut out, "Clients", &of(|it| matches!(it, Subject::Client(_))), Some(Subject::Clients));
    let capabilities = of(|it| matches!(it, Subject::Capability(_)));
    section(scene, &mut out, "Capabilities", &capabilities, Some(Subject::Capabilities));
    section(scene, &mut out, "Revisions", &of(|it| matches!(it, Subject::Revision(_))), Some(Subject::Revisions));
    section(scene, &mut out, "Pages", &of(|it| matches!(it, Subject::Page(_))), None);
    let rest = of(|it| {
        use Subject::{Disputed, Gaps, Kind, Kinds, MatrixAt, Stale, Statuses};
        matches!(it, MatrixAt(_) | Kinds | Kind(_) | Statuses | Subject::Status(_) | Stale | Disputed | Gaps)
    });
    section(scene, &mut out, "Optional", &rest, None);
    data(scene, &mut out);
    out
}

/// Writes a section: a line a page and, where they are too many, where the others are.
fn section(scene: &Scene, out: &mut String, title: &str, pages: &[Subject], whole: Option<Subject>) {
    if pages.is_empty() {
        return;
    }
    out.push_str(&format!("\n## {title}\n\n"));
    for subject in pages.iter().take(SECTION) {
        let link = scene.link(*subject);
        let summary = literal(&views::description(scene, *subject));
        let status = match subject {
            Subject::Note(i) => mark(scene.notes[*i].meta.status),
            _ => String::new(),
        };
        out.push_str(&format!("- [{}]({}): {status}{summary}\n", link.markdown, address(scene, &link.twin)));
    }
    if pages.len() > SECTION {
        let link = scene.link(whole.unwrap_or(Subject::Home));
        out.push_str(&format!(
            "- [{}]({}): All {}, of which the first {SECTION} stand here.\n",
            link.markdown,
            address(scene, &link.twin),
            pages.len()
        ));
    }
}

/// Returns what must be known of a note that is not current.
fn mark(status: Status) -> String {
    if status == Status::Current { String::new() } else { format!("{}. ", views::capitalised(status.word())) }
}

/// Writes the list of files for programs; it continues the section of what may be left out.
fn data(scene: &Scene, out: &mut String) {
    let files = [
        (
            "All notes in one file".to_owned(),
            "llms-full.txt".to_owned(),
            "the notes' twins, newest first, up to 2 MiB.",
        ),
        ("Files for programs".to_owned(), data_file(scene, Data::Index), "JSON and its schemas."),
        ("Matrix".to_owned(), cells_file(scene, None), "the verdict of every cell as a table, in CSV."),
        ("Claims".to_owned(), CLAIMS.to_owned(), "all claims as a table, in CSV."),
    ];
    for (title, file, about) in files {
        out.push_str(&format!("- [{title}]({}): {about}\n", address(scene, &scene.site.base.file_href(&file))));
    }
}

fn address(scene: &Scene, href: &str) -> String {
    scene.site.base.absolute(href).unwrap_or_else(|| href.to_owned())
}

/// Returns `llms-full.txt`.
pub fn full(scene: &Scene) -> String {
    let twin = |note: NoteIx| twin::note(scene, note);
    let (mut out, kept) = fitting(&scene.newest, FULL, twin);
    let left = scene.newest.len() - kept;
    if left > 0 {
        let link = scene.link(Subject::Research);
        let (notes, stand) = if left == 1 { ("note is", "It stands") } else { ("notes are", "They stand") };
        out.push_str(&format!(
            "\n> {left} older {notes} left out here, to keep the file under 2 MiB. {stand} in [{}]({}).\n",
            link.markdown,
            address(scene, &link.twin)
        ));
    }
    out
}

/// Returns the texts one after another, as many as fit from the first on, and how many those are.
fn fitting(notes: &[NoteIx], limit: usize, text: impl Fn(NoteIx) -> String) -> (String, usize) {
    let mut out = String::new();
    for (kept, note) in notes.iter().enumerate() {
        let text = text(*note);
        if out.len() + text.len() + 1 > limit {
            return (out, kept);
        }
        if kept > 0 {
            out.push('\n');
        }
        out.push_str(&text);
    }
    (out, notes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_fit_from_the_first_on() {
        let text = |note: NoteIx| "x".repeat(note);
        assert_eq!(fitting(&[2, 3, 1], 100, text), ("xx\nxxx\nx".to_owned(), 3));
        assert_eq!(fitting(&[2, 30, 1], 10, text), ("xx".to_owned(), 1));
        assert_eq!(fitting(&[], 10, text), (String::new(), 0));
    }
}
