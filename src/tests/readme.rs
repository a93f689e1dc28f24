//! The transcript of the README's “A first note”: its commands run as they stand there, and say what
//! stands there.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the README's author stands; the test stands in a temporary folder.
const HOME: &str = "/home/you";

/// A command, and what the README shows below it.
struct Step {
    line: String,
    shown: String,
}

/// Returns the steps of the transcripts in a section of the README.
fn steps(section: &str) -> Vec<Step> {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("a README");
    let section = readme.split(&format!("\n## {section}\n")).nth(1).expect("the section");
    let section = section.split("\n## ").next().expect("its text");
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    let mut lines = section.lines();
    while let Some(line) = lines.next() {
        match (line, line.strip_prefix("$ ")) {
            ("```console", _) => inside = true,
            ("```", _) => inside = false,
            (_, Some(command)) if inside => {
                let mut command = command.to_owned();
                while command.ends_with('\\') {
                    command = format!("{command}\n{}", lines.next().expect("the rest of the command"));
                }
                steps.push(Step { line: command, shown: String::new() });
            }
            _ if inside => {
                let step = steps.last_mut().expect("output follows a command");
                step.shown.push_str(&format!("{line}\n"));
            }
            _ => {}
        }
    }
    steps
}

/// Replaces what differs from run to run: the folder, counts of pages and files, times, the port.
fn normal(text: &str, folder: &Path) -> String {
    let text = text.replace(folder.to_str().expect("a path in UTF-8"), HOME);
    let words: Vec<&str> = text.split_inclusive([' ', '\n', ':', '/']).collect();
    let number = |word: &str| word.trim_end_matches([' ', '\n', ':', '/']).bytes().all(|b| b.is_ascii_digit());
    let mut out = String::new();
    for (i, word) in words.iter().enumerate() {
        let next = words.get(i + 1).map_or("", |word| word.trim_end_matches([' ', '\n']));
        let counted = word.ends_with(' ') && matches!(next, "pages" | "files" | "ms");
        let port = i > 0 && words[i - 1] == "127.0.0.1:";
        if !word.trim().is_empty() && number(word) && (counted || port) {
            out.push('N');
            out.push_str(&word[word.len() - 1..]);
        } else {
            out.push_str(word);
        }
    }
    out
}

fn shell(line: &str, folder: &Path, at: &Path) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_fieldnotes")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(line).current_dir(at).env_clear().stdin(Stdio::null());
    shell.env("PATH", format!("{}:{path}", program.display())).env("HOME", folder);
    shell.env("SOURCE_DATE_EPOCH", "1796040000");
    shell
}

/// Runs a command to its end; returns what it says.
fn told(line: &str, folder: &Path, at: &Path) -> String {
    let output = shell(&format!("{{ {line}\n}} 2>&1"), folder, at).output().expect("a shell");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{line}\n{text}");
    text
}

/// Runs the server at a free port until it says where it serves; returns what it says.
fn told_by_server(line: &str, folder: &Path, at: &Path) -> String {
    let mut shell = shell(&format!("exec {line} --port 0 2>&1"), folder, at);
    let mut server = shell.stdout(Stdio::piped()).spawn().expect("a shell");
    let mut text = String::new();
    for line in BufReader::new(server.stdout.take().expect("a pipe")).lines() {
        let line = line.expect("UTF-8");
        text.push_str(&format!("{line}\n"));
        if line.starts_with("serving at ") {
            break;
        }
    }
    server.kill().expect("the server to end");
    server.wait().expect("the server to end");
    text
}

#[test]
fn the_first_note_comes_about_as_the_readme_shows() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path().canonicalize().expect("a path");
    let mut at: PathBuf = folder.clone();
    let steps = steps("A first note");
    for step in &steps {
        if let Some(to) = step.line.strip_prefix("cd ") {
            at = at.join(to);
            continue;
        }
        let run = if step.line.starts_with("fieldnotes serve") { told_by_server } else { told };
        let text = run(&step.line, &folder, &at);
        assert_eq!(normal(&text, &folder), normal(&step.shown, &folder), "{}", step.line);
    }
    for command in ["init", "new note", "check", "serve", "build"] {
        assert!(steps.iter().any(|step| step.line.starts_with(&format!("fieldnotes {command}"))), "{command}");
    }
    let page =
        fs::read_to_string(at.join("public/research/crush-pings-a-server-before-each-call.html")).expect("a page");
    assert!(page.contains("only if the ping is answered") && !page.contains("Say here"), "{page}");
}

#[test]
fn the_finding_in_the_documentation_is_the_programs_own() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("notes/docs/first-note.md")).expect("a page");
    let block = |start: &str| {
        let rest = page.split_once(start).expect("a block").1;
        rest.split_once("```\n").expect("its end").0
    };
    let sample = block("```yaml\n");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path().canonicalize().expect("a path");
    told("fieldnotes init -q . && fieldnotes new client zed --title Zed", &folder, &folder);
    let note = format!("{}\nText.\n", sample.replace("clients: [zed]", "clients: [zedd]"));
    fs::write(folder.join("notes/research/zed-shows-tools-of-a-server-that-has-none.md"), note).expect("a note");
    assert_eq!(told("fieldnotes check -q || true", &folder, &folder), block("$ fieldnotes check\n"));
}

#[test]
fn what_differs_from_run_to_run_is_told_apart() {
    let text = "built 12 pages in `/tmp/x/public`: 3 files new, in 45 ms at http://127.0.0.1:3210/ of 2026 notes\n";
    assert_eq!(
        normal(text, Path::new("/tmp/x")),
        "built N pages in `/home/you/public`: N files new, in N ms at http://127.0.0.1:N/ of 2026 notes\n"
    );
}
