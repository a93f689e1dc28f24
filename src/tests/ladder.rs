//! Rules that the source keeps: the ladder of modules, the doors, what every file begins with.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Every source file of the product by its path below `src/`, without the tests beside modules.
fn sources() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeMap::new();
    let mut pending = vec![root.clone()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path: PathBuf = entry.expect("an entry").path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(&root).expect("below src").to_str().expect("ASCII").replace('\\', "/");
                found.insert(name, fs::read_to_string(&path).expect("a text"));
            }
        }
    }
    found
}

/// Tells whether a file holds tests or measurements only.
fn is_tests(path: &str) -> bool {
    path.starts_with("tests/")
        || path.starts_with("benches/")
        || path.contains("/tests/")
        || path.ends_with("/tests.rs")
}

/// Returns the product's part of a file: what stands before its tests, without comments and texts.
fn product(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        if !line.trim_start().starts_with("//") {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// Returns the sources of the product, without tests and comments.
fn products() -> impl Iterator<Item = (String, String)> {
    sources().into_iter().filter(|(path, _)| !is_tests(path)).map(|(path, text)| (path, product(&text)))
}

/// Returns the top module that a file belongs to.
fn module(path: &str) -> &str {
    path.split('/').next().unwrap_or(path).trim_end_matches(".rs")
}

/// Returns the names that follow `before` wherever it stands in a text, groups in braces among them.
fn names_after(text: &str, before: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut names = Vec::new();
    for (at, _) in text.match_indices(before) {
        if text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &text[at + before.len()..];
        match rest.strip_prefix('{') {
            None => names.push(word(rest)),
            Some(group) => {
                let mut depth = 0;
                let mut start = true;
                for (i, c) in group.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => start = true,
                        c if c.is_whitespace() => {}
                        _ if start && depth == 0 => {
                            names.push(word(&group[i..]));
                            start = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    names
}

#[test]
fn a_module_uses_only_itself_and_modules_above_it() {
    let lib = &sources()["lib.rs"];
    let ladder: Vec<&str> = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(ladder.len() > 10, "{ladder:?}");
    let rung = |name: &str| ladder.iter().position(|rung| *rung == name);
    let mut faults = Vec::new();
    for (path, text) in products().filter(|(path, _)| !matches!(path.as_str(), "lib.rs" | "main.rs")) {
        let Some(own) = rung(module(&path)) else {
            faults.push(format!("{path} is in no module of lib.rs"));
            continue;
        };
        for used in names_after(&text, "crate::") {
            match rung(&used) {
                Some(other) if other <= own => {}
                Some(_) => faults.push(format!("{path} uses `{used}`, which is below it")),
                None => faults.push(format!("{path} uses `{used}`, which lib.rs does not list")),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the files that do not begin by saying what they are for.
fn without_head(pick: impl Fn(&str) -> bool) -> Vec<String> {
    let bare = |(path, text): &(String, String)| pick(path) && !text.starts_with("//! ");
    sources().into_iter().filter(bare).map(|(path, _)| path).collect()
}

#[test]
fn every_file_begins_with_what_it_is_for() {
    assert_eq!(without_head(|path| !path.ends_with("/tests.rs")), Vec::<String>::new());
}

#[test]
fn every_file_of_tests_begins_with_what_it_is_for() {
    assert_eq!(without_head(|path| path.ends_with("/tests.rs")), Vec::<String>::new());
}

#[test]
fn each_outside_crate_is_named_behind_its_one_door() {
    let doors: &[(&str, &[&str])] = &[
        ("serde_yaml", &["yaml.rs", "yaml/"]),
        ("pulldown_cmark", &["markdown.rs", "markdown/"]),
        ("arborium", &["markdown.rs", "markdown/"]),
        ("tera", &["render/templates.rs"]),
        ("walkdir", &["corpus/disk.rs"]),
        ("clap", &["cli.rs", "cli/"]),
        ("clap_complete", &["cli/manual.rs"]),
        ("clap_mangen", &["cli/manual.rs"]),
        ("terminal_size", &["cli.rs", "cli/progress.rs"]),
        ("chrono", &["date.rs"]),
        ("csv", &["render/table.rs"]),
        ("schemars", &["render/json/"]),
        ("axum", &["serve/"]),
        ("tokio", &["serve/"]),
        ("notify", &["serve/watch.rs"]),
        ("tempfile", &["publish.rs", "publish/"]),
    ];
    let mut faults = Vec::new();
    for (path, text) in products() {
        for (name, open) in doors {
            let inside = open.iter().any(|door| path == *door || (door.ends_with('/') && path.starts_with(door)));
            let named = [format!("{name}::"), format!("use {name};")];
            if !inside && named.iter().any(|named| uses(&text, named)) {
                faults.push(format!("{path} names `{name}`"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Tells whether a path stands in a text as one of its own, not as the end of another.
fn uses(text: &str, path: &str) -> bool {
    text.match_indices(path)
        .any(|(at, _)| !text[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ':')))
}

#[test]
fn only_the_shell_prints_ends_the_program_or_reads_the_environment() {
    let mut faults = Vec::new();
    for (path, text) in products() {
        let is_shell = path == "main.rs" || module(&path) == "cli";
        for name in ["println!", "eprintln!", "print!", "eprint!", "process::exit", "dbg!", "todo!", "unimplemented!"] {
            if !is_shell && uses(&text, name) {
                faults.push(format!("{path} has `{name}`"));
            }
        }
        let is_io = is_shell || matches!(path.as_str(), "corpus/git.rs");
        for name in ["std::env::", "env::var", "SystemTime::now", "Utc::now", "Local::now"] {
            if !is_io && path != "date.rs" && text.contains(name) {
                faults.push(format!("{path} has `{name}`"));
            }
        }
        for name in ["std::fs", "std::process::Command"] {
            let disk =
                ["corpus/disk", "corpus/git.rs", "publish", "mend/write.rs"].iter().any(|door| path.starts_with(door));
            if !is_shell && !disk && text.contains(name) {
                faults.push(format!("{path} has `{name}`"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn names_are_read_from_paths_and_groups() {
    let text = "use crate::slug::{self, Fault};\nuse crate::{date::Day, yaml::{Path, Reader}, route};\nmycrate::x";
    assert_eq!(names_after(text, "crate::"), ["slug", "date", "yaml", "route"]);
    assert!(uses("use tera::Tera;", "tera::") && !uses("mytera::x(); a::tera::b", "tera::"));
    assert_eq!(product("//! x\nlet a; // tera::\n\n#[cfg(test)]\nmod tests {\n tera::\n}\n"), "let a; // tera::\n");
}
