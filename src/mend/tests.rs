//! What is mended, on whole files: which bytes change, and which must not.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::date::Day;
use crate::diagnostic::Code;

fn options() -> Options {
    Options { today: Day::parse("2026-11-30").unwrap(), base: None, drafts: false }
}

fn file(path: &str, bytes: impl Into<Vec<u8>>) -> File {
    File { path: path.into(), bytes: Arc::new(bytes.into()) }
}

fn mended(path: &str, bytes: impl Into<Vec<u8>>) -> (Mended, Vec<u8>) {
    let bytes = bytes.into();
    let corpus = Corpus { texts: vec![file(path, bytes.clone())], ..Corpus::default() };
    let mended = mend(corpus, &options(), |_| true);
    let after = mended.changes.first().map_or(bytes, |change| change.after.to_vec());
    (mended, after)
}

/// A note whose lists and commit are given, with the text behind its front matter.
fn note(lists: &str, commit: &str, rest: &str) -> String {
    format!(
        "---\nid: a\ntitle: 标题\nkind: finding\nsummary: S.\n{lists}sources:\n  - url: https://code.example/it\n    title: Source\n    commit: {commit}\n    path: src/a.ts:3\n    date: 2026-08-01\nstatus: current\nlastVerified: 2026-09-01\n---{rest}"
    )
}

const LISTS: &str = "capabilities: []\nclients: [acme]\nspecVersions: [2025-06-18]\n";

#[test]
fn marks_and_line_ends_stay_and_comments_too() {
    let lists = "capabilities: [一, 一] # 一, 一\nclients:\n  - acme\n  - acme # again\nspecVersions: []\n";
    let dos = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let (_, after) = mended("notes/research/a.md", dos(&note(lists, "1e10000", "\n\nText.")));
    let lists = "capabilities: [一] # 一, 一\nclients:\n  - acme\n  # again\nspecVersions: []\n";
    assert_eq!(String::from_utf8(after).unwrap(), dos(&note(lists, "\"1e10000\"", "\n\nText.\n")));
}

#[test]
fn fixes_that_overlap_wait_for_the_next_round() {
    let lists = "capabilities: [x, x, y, x, y, y]\nclients: [acme]\nspecVersions: [2025-06-18]\n";
    let (mended, after) = mended("notes/research/a.md", note(lists, "1234567f", "\n\nText.\n"));
    assert_eq!(
        String::from_utf8(after).unwrap(),
        note(&lists.replace(", x, y, x, y, y", ", y"), "1234567f", "\n\nText.\n")
    );
    let steps = &mended.changes[0].steps;
    let done: Vec<u32> = steps.iter().flat_map(|step| &step.done).map(|(at, _)| at.column).collect();
    assert_eq!(done, [19, 25, 28, 22], "{steps:?}");
    assert_eq!(steps[1].old, "capabilities: [x, y, y]\n");
    assert_eq!(steps[1].new, "capabilities: [x, y]\n");
}

#[test]
fn an_open_last_line_is_ended_where_nothing_depends_on_it() {
    let ended = |path: &str, text: &str| String::from_utf8(mended(path, text).1).unwrap();
    assert_eq!(ended("notes/about.md", "---\ntitle: A\n---\n\nText."), "---\ntitle: A\n---\n\nText.\n");
    assert_eq!(ended("notes/about.md", "---\r\ntitle: A\r\n---"), "---\r\ntitle: A\r\n---\r\n");
    assert_eq!(ended("notes/kinds.yaml", "- id: a\n  title: A"), "- id: a\n  title: A\n");
    assert_eq!(ended("notes/about.md", ""), "");
    for (path, text) in
        [("notes/kinds.yaml", "- id: a\n  title: |\n    A"), ("notes/data.yaml", "a: b"), ("notes/a.md", "\0")]
    {
        assert_eq!(ended(path, text), text);
    }
}

#[test]
fn only_what_is_told_of_is_mended() {
    let text = note(LISTS, "12345678", "\n\nText.");
    let corpus = Corpus { texts: vec![file("notes/research/a.md", text)], ..Corpus::default() };
    let mended = mend(corpus, &options(), |path| path != "notes/research/a.md");
    assert!(mended.changes.is_empty());
    assert_eq!(mended.site.diagnostics.len(), 1);
}

fn change(root: &Path, path: &str) -> Change {
    let before = fs::read(root.join(path)).unwrap();
    Change { path: path.into(), steps: Vec::new(), before: Arc::new(before), after: Arc::new(b"after".to_vec()) }
}

#[test]
fn a_file_that_has_changed_since_is_left() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("a.md");
    fs::write(&path, "before").unwrap();
    let change = change(root.path(), "a.md");
    fs::write(&path, "another").unwrap();
    assert!(matches!(change.write(root.path()), Err(Error::Changed { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"another");
    fs::write(&path, "before").unwrap();
    change.write(root.path()).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"after");
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[cfg(unix)]
#[test]
fn rights_are_kept_and_links_followed_within_the_site() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("site");
    fs::create_dir_all(root.join("inner")).unwrap();
    fs::write(root.join("inner/a.md"), "before").unwrap();
    fs::set_permissions(root.join("inner/a.md"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("inner/a.md", root.join("link.md")).unwrap();
    change(&root, "link.md").write(&root).unwrap();
    assert_eq!(fs::read(root.join("inner/a.md")).unwrap(), b"after");
    assert_eq!(fs::metadata(root.join("inner/a.md")).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(root.join("link.md")).unwrap().is_symlink());

    fs::write(folder.path().join("out.md"), "before").unwrap();
    symlink("../out.md", root.join("out.md")).unwrap();
    assert!(matches!(change(&root, "out.md").write(&root), Err(Error::Outside { .. })));
    assert_eq!(fs::read(folder.path().join("out.md")).unwrap(), b"before");

    fs::set_permissions(root.join("inner/a.md"), fs::Permissions::from_mode(0o444)).unwrap();
    assert!(matches!(change(&root, "inner/a.md").write(&root), Err(Error::Io { .. })));
}

/// A list of ids as it may be written, and what it means without repeats.
fn list() -> impl Strategy<Value = String> {
    let id = prop::sample::select(vec!["a", "b", "c", "标", "'a'", "\"b\""]);
    let comment = prop::sample::select(vec!["", "", " # a, b", " # - a]", "   "]);
    let entries = prop::collection::vec((id, comment), 1..7);
    let form = 0..4u8;
    (entries, form, any::<bool>()).prop_map(|(entries, form, flag)| match form {
        0 => {
            let ids: Vec<_> = entries.iter().map(|(id, _)| *id).collect();
            format!(" [{}{}]{}\n", ids.join(if flag { ", " } else { "," }), if flag { ", " } else { "" }, entries[0].1)
        }
        1 => {
            let last = entries.len() - 1;
            let line = |(i, (id, comment)): (usize, &(&str, &str))| {
                format!("    {id}{}{comment}\n", if i < last || flag { "," } else { "" })
            };
            format!(" [\n{}  ]\n", entries.iter().enumerate().map(line).collect::<String>())
        }
        2 => {
            let line = |(id, comment): &(&str, &str)| format!("  - {id}{comment}\n");
            format!("\n{}", entries.iter().map(line).collect::<String>())
        }
        _ => {
            let line = |(id, comment): &(&str, &str)| {
                if flag { format!("-{comment}\n    {id}\n") } else { format!("# - a\n- {id}{comment}\n\n") }
            };
            format!("\n{}", entries.iter().map(line).collect::<String>())
        }
    })
}

/// Returns what a note's front matter says, without repeats in its lists.
fn meaning(site: &Site) -> Vec<String> {
    let catalog = site.catalog().unwrap_or_else(|| panic!("{:?}", site.diagnostics));
    let note = &catalog.notes[0];
    let ids = |list: &[crate::note::Named]| list.iter().map(|named| named.id.clone()).collect::<Vec<_>>().join(" ");
    let meta = &note.meta;
    vec![
        ids(&meta.capabilities),
        ids(&meta.clients),
        format!("{:?} {:?} {} {}", meta.sources, meta.aliases, meta.title, meta.summary),
        catalog.notes[0].manuscript.body().to_owned(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn mending_ends_the_findings_and_changes_no_meaning(
        capabilities in list(),
        clients in list(),
        commit in prop::sample::select(vec!["12345678", "1e10000", "'12345678'", "0b1011010", "21cb8d25 # 1e10000"]),
        rest in prop::sample::select(vec!["\n\nText.\n", "\n\nText.", "", "\n\nText.\n\n\n"]),
        is_dos in any::<bool>(),
        mark in any::<bool>(),
    ) {
        let lists = format!("capabilities:{capabilities}clients:{clients}specVersions: []\n");
        let mut text = note(&lists, commit, rest);
        if is_dos {
            text = text.replace('\n', "\r\n");
        }
        if mark {
            text.insert(0, '\u{feff}');
        }
        let path = "notes/research/a.md";
        let before = compile(Corpus { texts: vec![file(path, text.clone())], ..Corpus::default() }, &options());
        let (once, after) = mended(path, text.clone());
        let left = once.site.diagnostics.iter().filter(|found| matches!(found.code, Code::RepeatedEntry | Code::CommitAsNumber));
        prop_assert_eq!(left.count(), 0, "{}", text);
        prop_assert_eq!(meaning(&once.site), meaning(&before), "{}", text);

        let after = String::from_utf8(after).unwrap();
        let (again, _) = mended(path, after.clone());
        prop_assert!(again.changes.is_empty(), "{}", after);

        // Nothing is put in but the quotes and the last line end.
        prop_assert_eq!(after.starts_with('\u{feff}'), mark);
        prop_assert_eq!(after.contains('\r'), is_dos);
        prop_assert!(!is_dos || after.matches('\n').count() == after.matches("\r\n").count());
        let mut old = text.chars();
        let mut plain = after.replacen(&format!("\"{commit}\""), commit, 1);
        if !text.ends_with('\n') {
            plain.truncate(plain.trim_end_matches(['\r', '\n']).len());
        }
        prop_assert!(plain.chars().all(|c| old.any(|other| other == c)), "{}\n{}", text, after);
        // No comment and no line outside the lists is lost.
        prop_assert_eq!(after.matches('#').count(), text.matches('#').count());
        prop_assert_eq!(after.lines().skip_while(|l| !l.starts_with("specV")).count(), text.lines().skip_while(|l| !l.starts_with("specV")).count());
    }
}
