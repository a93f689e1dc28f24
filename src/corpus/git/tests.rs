//! Days of files as git tells them: merges, renames, clones, and what has no day.

use std::fs;

use super::*;

/// A repository in a temporary folder, out of reach of the user's settings.
struct Repository(tempfile::TempDir);

impl Repository {
    fn new() -> Self {
        let repository = Repository(tempfile::tempdir().unwrap());
        repository.git("2020-01-01T00:00:00Z", &["init", "-q", "-b", "main"]);
        repository
    }

    fn root(&self) -> &Path {
        self.0.path()
    }

    fn git(&self, date: &str, args: &[&str]) {
        let mut git = Command::new("git");
        git.current_dir(self.root()).args(args);
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        for who in ["AUTHOR", "COMMITTER"] {
            git.env(format!("GIT_{who}_NAME"), "A").env(format!("GIT_{who}_EMAIL"), "a@example.org");
        }
        git.env("GIT_AUTHOR_DATE", "2001-01-01T00:00:00Z").env("GIT_COMMITTER_DATE", date);
        let output = git.output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.root().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn commit(&self, date: &str) {
        self.git(date, &["add", "-A"]);
        self.git(date, &["commit", "-q", "-m", "x"]);
    }
}

/// Returns what git tells, `path day` a file.
fn days(root: &Path) -> Vec<String> {
    let told = history(root);
    assert_eq!(told.trouble, None);
    assert!(!told.history.shallow);
    told.history.days.iter().map(|(path, day)| format!("{path} {day}")).collect()
}

#[test]
fn the_last_commit_counts_by_the_committers_day_in_utc() {
    let repository = Repository::new();
    repository.write("notes/a.md", "1");
    repository.write("notes/research/研究 \"b\"\n.md", "1");
    repository.write("other/c.md", "1");
    repository.commit("2026-01-01T12:00:00Z");
    repository.write("notes/a.md", "2");
    repository.commit("2026-02-03T06:30:00+08:00");
    repository.write("notes/a.md", "uncommitted");
    repository.write("notes/new.md", "untracked");
    repository.write("notes/added.md", "only added");
    repository.git("2026-03-01T00:00:00Z", &["add", "notes/added.md"]);
    assert_eq!(days(repository.root()), ["notes/a.md 2026-02-02", "notes/research/研究 \"b\"\n.md 2026-01-01"]);
}

#[test]
fn a_rename_and_a_return_count() {
    let repository = Repository::new();
    repository.write("notes/old.md", "same");
    repository.write("notes/gone.md", "1");
    repository.commit("2026-01-01T00:00:00Z");
    repository.git("2026-01-02T00:00:00Z", &["mv", "notes/old.md", "notes/new.md"]);
    repository.git("2026-01-02T00:00:00Z", &["rm", "-q", "notes/gone.md"]);
    repository.commit("2026-01-02T00:00:00Z");
    assert_eq!(days(repository.root()), ["notes/new.md 2026-01-02"]);
    repository.write("notes/gone.md", "1");
    repository.commit("2026-01-03T00:00:00Z");
    assert_eq!(days(repository.root()), ["notes/gone.md 2026-01-03", "notes/new.md 2026-01-02"]);
}

#[test]
fn a_merge_does_not_count() {
    let repository = Repository::new();
    repository.write("notes/a.md", "1\n2\n3\n4\n5\n6\n7\n");
    repository.write("notes/b.md", "1");
    repository.commit("2026-01-01T00:00:00Z");
    repository.git("2026-01-02T00:00:00Z", &["checkout", "-q", "-b", "side"]);
    repository.write("notes/a.md", "side\n2\n3\n4\n5\n6\n7\n");
    repository.commit("2026-01-02T00:00:00Z");
    repository.git("2026-01-03T00:00:00Z", &["checkout", "-q", "main"]);
    repository.write("notes/a.md", "1\n2\n3\n4\n5\n6\nmain\n");
    repository.commit("2026-01-03T00:00:00Z");
    repository.git("2026-01-09T00:00:00Z", &["merge", "-q", "--no-commit", "side"]);
    repository.write("notes/b.md", "changed by the merge itself");
    repository.commit("2026-01-09T00:00:00Z");
    assert_eq!(days(repository.root()), ["notes/a.md 2026-01-03", "notes/b.md 2026-01-01"]);
}

#[test]
fn the_site_may_be_a_folder_of_the_repository() {
    let repository = Repository::new();
    repository.write("site/notes/a.md", "1");
    repository.write("notes/a.md", "another site's");
    repository.commit("2026-01-01T00:00:00Z");
    repository.write("notes/a.md", "2");
    repository.commit("2026-01-02T00:00:00Z");
    assert_eq!(days(&repository.root().join("site")), ["notes/a.md 2026-01-01"]);
}

#[test]
fn a_shallow_clone_cannot_tell() {
    let repository = Repository::new();
    repository.write("notes/a.md", "1");
    repository.commit("2026-01-01T00:00:00Z");
    repository.write("other", "2");
    repository.commit("2026-01-02T00:00:00Z");
    let url = format!("file://{}", repository.root().display());
    repository.git("2026-01-03T00:00:00Z", &["clone", "-q", "--depth", "1", &url, "clone"]);
    let told = history(&repository.root().join("clone"));
    assert!(told.history.shallow && told.history.days.is_empty());
}

#[test]
fn without_a_repository_or_a_commit_nothing_is_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("notes")).unwrap();
    assert!(days(folder.path()).is_empty());
    let repository = Repository::new();
    repository.write("notes/a.md", "1");
    assert!(days(repository.root()).is_empty());
}

#[test]
fn a_repository_that_cannot_be_asked_is_told_of() {
    let repository = Repository::new();
    repository.write("notes/a.md", "1");
    repository.commit("2026-01-01T00:00:00Z");
    repository.write(".git/config", "[core]\n\trepositoryformatversion = 99\n");
    let told = history(repository.root());
    assert!(told.trouble.is_some() && told.history.days.is_empty(), "{told:?}");
}

#[test]
fn settings_of_the_repository_change_nothing() {
    let repository = Repository::new();
    repository.write("notes/a.md", "1");
    repository.commit("2026-01-01T00:00:00Z");
    for (name, value) in [
        ("log.showRoot", "false"),
        ("log.follow", "true"),
        ("log.showSignature", "true"),
        ("gpg.program", "/nowhere"),
        ("color.ui", "always"),
        ("diff.external", "/nowhere"),
        ("core.quotePath", "true"),
        ("diff.renames", "copies"),
    ] {
        repository.git("2026-01-02T00:00:00Z", &["config", name, value]);
    }
    assert_eq!(days(repository.root()), ["notes/a.md 2026-01-01"]);
}
