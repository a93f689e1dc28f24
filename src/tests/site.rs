//! A whole site in one string, and the real program run on it.
//!
//! ```text
//! -- notes/research/a.md --
//! ---
//! id: a
//! …
//! -- static/robots.txt --
//! …
//! ```
//!
//! The program runs with an empty home folder, a fixed day and nothing else of the environment that
//! it could read, so what comes out depends on the string alone.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The day of every build that does not say otherwise.
pub const TODAY: &str = "2026-11-30";

/// Files by their path, with `/`.
pub type Tree = BTreeMap<String, Vec<u8>>;

/// A site in a temporary folder.
pub struct Site {
    folder: TempDir,
}

/// How a run ended, and what it said.
#[derive(Debug)]
pub struct Run {
    pub exit: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// Returns the run if it ended so; else fails with what it said.
    #[track_caller]
    pub fn ends(self, exit: i32) -> Run {
        assert_eq!(self.exit, exit, "{}{}", self.stdout, self.stderr);
        self
    }
}

impl Site {
    /// Writes the files of a string to a new folder.
    pub fn parse(text: impl fmt::Display) -> Site {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir_all(folder.path().join("site/notes/research")).expect("a folder");
        fs::create_dir_all(folder.path().join("home")).expect("a folder");
        let site = Site { folder };
        for (path, text) in files(&text.to_string()) {
            site.write(&path, text);
        }
        site
    }

    /// Returns the site's root.
    pub fn root(&self) -> PathBuf {
        self.folder.path().join("site")
    }

    /// Returns a folder beside the site, for whatever must lie outside it.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes one more file, or another content.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        write(&self.root(), path, content.as_ref());
    }

    /// Removes a file.
    pub fn remove(&self, path: &str) {
        fs::remove_file(self.root().join(path)).expect("a file to remove");
    }

    /// Returns a command that runs the program in the site's folder.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = program(&self.beside("home"));
        command.current_dir(self.root()).args(args);
        command
    }

    /// Runs the program as it is told.
    pub fn run(&self, args: &[&str]) -> Run {
        run(self.command(args))
    }

    /// Builds the site into `public`.
    pub fn build(&self, args: &[&str]) -> Run {
        self.run(&[&["build", "--date", TODAY], args].concat())
    }

    /// Checks the site.
    pub fn check(&self, args: &[&str]) -> Run {
        self.run(&[&["check", "--date", TODAY], args].concat())
    }

    /// Returns what the output folder holds, without the list that the program keeps for itself.
    pub fn output(&self) -> Tree {
        let mut tree = tree(&self.root().join("public"));
        tree.remove("fieldnotes-manifest.json");
        tree
    }

    /// Returns a file of the output folder as text.
    #[track_caller]
    pub fn text(&self, path: &str) -> String {
        let path = self.root().join("public").join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Makes the site's folder a repository of one commit, or adds one, dated by that day at noon.
    pub fn commit(&self, day: &str) {
        if !self.root().join(".git").exists() {
            self.git(&["init", "--quiet", "--initial-branch=main"], day);
        }
        self.git(&["add", "notes"], day);
        self.git(&["commit", "--quiet", "--message=x"], day);
    }

    fn git(&self, args: &[&str], day: &str) {
        let mut git = Command::new("git");
        clean(&mut git, &self.beside("home"));
        git.current_dir(self.root()).args(["-c", "user.name=a", "-c", "user.email=a@b.example"]).args(args);
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        let time = format!("{day}T12:00:00+00:00");
        git.env("GIT_AUTHOR_DATE", &time).env("GIT_COMMITTER_DATE", &time);
        run(git).ends(0);
    }
}

/// Returns the program with an environment of its own.
pub fn program(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldnotes"));
    clean(&mut command, home);
    command
}

fn clean(command: &mut Command, home: &Path) {
    command.env_clear().env("HOME", home);
    if let Some(path) = std::env::var_os("PATH") {
        command.env("PATH", path);
    }
}

/// Runs a command to its end.
pub fn run(mut command: Command) -> Run {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = |bytes| String::from_utf8(bytes).expect("the program speaks UTF-8");
    let exit = output.status.code().expect("the program ends by itself");
    Run { exit, stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Splits a string into files: each begins with a line `-- path --`.
fn files(text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let header = line.trim_end().strip_prefix("-- ").and_then(|line| line.strip_suffix(" --"));
        match (header, files.last_mut()) {
            (Some(path), _) => files.push((path.to_owned(), String::new())),
            (None, Some((_, file))) => file.push_str(line),
            (None, None) => assert!(line.trim().is_empty(), "text before the first file: {line}"),
        }
    }
    files
}

/// Writes a file below a folder, with the folders that it needs.
pub fn write(root: &Path, path: &str, content: &[u8]) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder");
    fs::write(&path, content).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// Returns every file below a folder; an absent folder has none.
pub fn tree(folder: &Path) -> Tree {
    let mut tree = Tree::new();
    let mut pending = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = pending.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let entry = entry.expect("a readable entry");
            let name = format!("{prefix}{}", entry.file_name().to_str().expect("a name in UTF-8"));
            if entry.file_type().expect("a type").is_dir() {
                pending.push((entry.path(), format!("{name}/")));
            } else {
                tree.insert(name, fs::read(entry.path()).unwrap_or_default());
            }
        }
    }
    tree
}

/// Asserts that two trees are the same, and names the first line that is not.
#[track_caller]
pub fn assert_same(a: &Tree, b: &Tree, why: &str) {
    let names = |tree: &Tree| tree.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(a), names(b), "{why}");
    if let Some((path, bytes)) = a.iter().find(|(path, bytes)| **bytes != b[*path]) {
        let (one, other) = (String::from_utf8_lossy(bytes), String::from_utf8_lossy(&b[path]));
        let same = one.lines().zip(other.lines()).take_while(|(one, other)| one == other).count();
        let line = |text: &str| text.lines().nth(same).unwrap_or("(the end)").to_owned();
        panic!("{why}: {path}:{}\n{}\n---\n{}", same + 1, line(&one), line(&other));
    }
}

/// A note that is in order, of which parts can be replaced.
///
/// Its front matter is on lines 1 to 15, one key a line but for `sources` on lines 9 to 12; its body
/// begins on line 17.
#[derive(Clone)]
pub struct Note {
    path: String,
    front: Vec<(String, String)>,
    body: String,
}

/// Returns a note of that id.
pub fn note(id: &str) -> Note {
    let source = "\n  - url: https://code.example/it\n    title: Source\n    date: 2026-08-01";
    let front = [
        ("id", id),
        ("title", &format!("Title of {id}")),
        ("kind", "finding"),
        ("summary", &format!("Summary of {id}.")),
        ("capabilities", "[tools.call]"),
        ("clients", "[acme]"),
        ("specVersions", "[2025-06-18]"),
        ("sources", source),
        ("status", "current"),
        ("lastVerified", "2026-09-01"),
    ];
    let front = front.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
    Note { path: format!("notes/research/{id}.md"), front, body: "Text.\n".to_owned() }
}

impl Note {
    /// Gives a key another value, as it stands behind the colon, or adds the key at the end.
    pub fn set(mut self, key: &str, value: &str) -> Note {
        match self.front.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = value.to_owned(),
            None => self.front.push((key.to_owned(), value.to_owned())),
        }
        self
    }

    /// Takes a key out.
    pub fn without(mut self, key: &str) -> Note {
        self.front.retain(|(name, _)| name != key);
        self
    }

    /// Adds a line at the end of the front matter, whatever it is.
    pub fn line(mut self, line: &str) -> Note {
        self.front.push((line.to_owned(), "\0".to_owned()));
        self
    }

    /// Gives the note another body.
    pub fn body(mut self, body: &str) -> Note {
        self.body = format!("{body}\n");
        self
    }

    /// Puts the note into another file.
    pub fn at(mut self, path: &str) -> Note {
        self.path = path.to_owned();
        self
    }

    /// Returns the note's text.
    pub fn text(&self) -> String {
        let mut text = "---\n".to_owned();
        for (key, value) in &self.front {
            match value.as_str() {
                "\0" => text.push_str(&format!("{key}\n")),
                value if value.is_empty() || value.starts_with('\n') => text.push_str(&format!("{key}:{value}\n")),
                value => text.push_str(&format!("{key}: {value}\n")),
            }
        }
        format!("{text}---\n\n{}", self.body)
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "-- {} --\n{}", self.path, self.text())
    }
}
