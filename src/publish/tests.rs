//! Publishing: what is written, kept and removed, and that a build may end anywhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// Brings a folder up to date with `path=content` texts, calling `step` before each change.
fn run_site(files: &[&str], out: &Path, step: &(impl Fn(&Path) -> io::Result<()> + Sync)) -> Result<Summary, Error> {
    let mut files: Vec<(&str, &str)> = files.iter().map(|file| file.split_once('=').unwrap()).collect();
    files.sort_unstable();
    let paths: Vec<&str> = files.iter().map(|file| file.0).collect();
    let make = |i: usize| -> Result<Vec<u8>, ()> { Ok(files[i].1.into()) };
    let folder = Folder { out, old: place::manifest(out)? };
    folder.run(&paths, &make, step).map_err(|stop| match stop {
        Stop::Publish(error) => error,
        Stop::Make(_) => unreachable!("every file can be made"),
    })
}

fn write(files: &[&str], out: &Path) -> Result<Summary, Error> {
    run_site(files, out, &|_| Ok(()))
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("public");
    (folder, out)
}

/// Builds and returns `[new, changed, removed, same]`.
fn build(out: &Path, files: &[&str]) -> [usize; 4] {
    let Summary { new, changed, removed, same } = write(files, out).unwrap();
    [new, changed, removed, same]
}

fn refusal(out: &Path, files: &[&str]) -> Refusal {
    let before = tree(out);
    let Err(Error::Refused { why, folder }) = write(files, out) else { panic!("not refused") };
    assert_eq!((folder.as_path(), tree(out)), (out, before), "something was touched");
    why
}

/// Returns everything below a folder: `/` for folders, `-> target` for links, else the content.
fn tree(folder: &Path) -> BTreeMap<String, String> {
    fn add(folder: &Path, prefix: &str, all: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).into_iter().flatten().map(Result::unwrap) {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().unwrap();
            if kind.is_symlink() {
                all.insert(name, format!("-> {}", fs::read_link(entry.path()).unwrap().display()));
            } else if kind.is_dir() {
                add(&entry.path(), &format!("{name}/"), all);
                all.insert(name, "/".into());
            } else {
                all.insert(name, fs::read_to_string(entry.path()).unwrap_or_default());
            }
        }
    }
    let mut all = BTreeMap::new();
    add(folder, "", &mut all);
    all
}

/// Returns the tree without the manifest, `path=content` a file.
fn content(out: &Path) -> Vec<String> {
    tree(out).into_iter().filter(|it| it.0 != manifest::NAME).map(|(path, text)| format!("{path}={text}")).collect()
}

#[test]
fn only_what_changed_is_written_and_what_is_gone_is_removed() {
    let (_folder, out) = folder();
    assert_eq!(build(&out, &["a=1", "b=1", "old/deep/c=1", "old/d=1"]), [4, 0, 0, 0]);
    let time = |name| fs::metadata(out.join(name)).unwrap().modified().unwrap();
    let before = time("a");
    assert_eq!(build(&out, &["a=1", "b=22", "new/d=1"]), [1, 1, 2, 1]);
    assert_eq!(content(&out), ["a=1", "b=22", "new=/", "new/d=1"]);
    assert_eq!(time("a"), before);
}

#[test]
fn a_second_build_touches_nothing() {
    let (_folder, out) = folder();
    build(&out, &["a=1", "x/b=2", "empty="]);
    let again = run_site(&["empty=", "x/b=2", "a=1"], &out, &|path| panic!("{}", path.display()));
    assert_eq!(again.unwrap(), Summary { same: 3, ..Summary::default() });
}

#[test]
fn the_same_site_has_the_same_manifest() {
    let (_folder, out) = folder();
    build(&out, &["a=1", "x/b=2", "gone=3"]);
    build(&out, &["x/b=2", "a=1"]);
    let (_other, fresh) = self::folder();
    build(&fresh, &["a=1", "x/b=2"]);
    assert_eq!(tree(&out), tree(&fresh));
}

#[test]
fn what_others_put_there_stays() {
    let (_folder, out) = folder();
    build(&out, &["a=1", "x/b=1", "y/c=1"]);
    fs::write(out.join("CNAME"), "mine").unwrap();
    fs::create_dir_all(out.join(".git/refs")).unwrap();
    fs::create_dir_all(out.join("y/empty")).unwrap();
    assert_eq!(build(&out, &["a=1"]), [0, 0, 2, 1]);
    assert_eq!(content(&out), [".git=/", ".git/refs=/", "CNAME=mine", "a=1", "y=/", "y/empty=/"]);
}

#[test]
fn a_file_changed_by_hand_is_not_removed() {
    let (_folder, out) = folder();
    build(&out, &["a=1", "b=1"]);
    fs::write(out.join("b"), "2").unwrap();
    assert_eq!(build(&out, &["a=1"]), [0, 0, 0, 1]);
    assert_eq!(content(&out), ["a=1", "b=2"]);
    assert_eq!(refusal(&out, &["a=1", "b=3"]), Refusal::Taken { file: "b".into() });
}

#[test]
fn a_change_by_hand_that_the_site_then_makes_too_is_ours() {
    let (_folder, out) = folder();
    build(&out, &["a=1", "b=1"]);
    fs::write(out.join("b"), "2").unwrap();
    assert_eq!(build(&out, &["a=1", "b=2"]), [0, 0, 0, 2]);
    assert_eq!(build(&out, &["a=1"]), [0, 0, 1, 1]);
}

#[test]
fn a_file_of_ours_is_written_anew_whatever_became_of_it() {
    let (_folder, out) = folder();
    build(&out, &["a=1", "b=1"]);
    fs::write(out.join("a"), "2").unwrap();
    fs::remove_file(out.join("b")).unwrap();
    assert_eq!(build(&out, &["a=1", "b=1"]), [1, 1, 0, 0]);
}

#[test]
fn a_folder_of_others_is_left_alone() {
    let (_folder, out) = folder();
    fs::create_dir(&out).unwrap();
    assert_eq!(build(&out, &[]), [0, 0, 0, 0]);
    fs::remove_file(out.join(manifest::NAME)).unwrap();
    fs::write(out.join("mine"), "").unwrap();
    assert_eq!(refusal(&out, &["mine="]), Refusal::Foreign { file: "mine".into() });
}

#[test]
fn a_file_of_others_is_taken_over_only_with_the_same_content() {
    let (_folder, out) = folder();
    build(&out, &["a=1"]);
    fs::write(out.join("b"), "2").unwrap();
    fs::create_dir(out.join("c")).unwrap();
    fs::write(out.join("c/d"), "").unwrap();
    assert_eq!(build(&out, &["a=1", "b=2"]), [0, 0, 0, 2]);
    assert_eq!(refusal(&out, &["a=1", "c=3"]), Refusal::Taken { file: "c/d".into() });
    assert_eq!(refusal(&out, &["a=1", "c/d/e=3"]), Refusal::Taken { file: "c/d".into() });
}

#[test]
fn files_become_folders_and_folders_files() {
    let (_folder, out) = folder();
    build(&out, &["x=1", "y/z/w=1", "y/v=1"]);
    assert_eq!(build(&out, &["x/a=2", "y=2"]), [1, 1, 3, 0]);
    assert_eq!(content(&out), ["x=/", "x/a=2", "y=2"]);
    fs::create_dir(out.join("x/empty")).unwrap();
    build(&out, &["x=3"]);
    assert_eq!(content(&out), ["x=3"]);
}

#[test]
fn a_damaged_manifest_is_refused() {
    let (_folder, out) = folder();
    build(&out, &["a=1"]);
    fs::write(out.join(manifest::NAME), "{\"version\":2,\"files\":[{\"path\":\"../a\"").unwrap();
    assert!(matches!(refusal(&out, &["a=1"]), Refusal::Manifest { .. }));
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_link_in_place_of_a_file_is_replaced() {
        let (folder, out) = folder();
        build(&out, &["a=1", "b=1"]);
        fs::write(folder.path().join("precious"), "1").unwrap();
        for name in ["a", "b"] {
            fs::remove_file(out.join(name)).unwrap();
            symlink("../precious", out.join(name)).unwrap();
        }
        assert_eq!(build(&out, &["a=2"]), [0, 1, 0, 0]);
        assert_eq!(content(&out), ["a=2", "b=-> ../precious"]);
        assert_eq!(fs::read_to_string(folder.path().join("precious")).unwrap(), "1");
    }

    #[test]
    fn nothing_is_written_or_removed_through_a_link() {
        let (folder, out) = folder();
        build(&out, &["a=1", "x/b=1"]);
        fs::rename(out.join("x"), folder.path().join("outside")).unwrap();
        symlink("../outside", out.join("x")).unwrap();
        assert_eq!(refusal(&out, &["a=1", "x/b=2"]), Refusal::Link { file: "x".into() });
        assert_eq!(build(&out, &["a=1"]), [0, 0, 0, 1]);
        assert_eq!(content(&out), ["a=1", "x=-> ../outside"]);
        assert_eq!(fs::read_to_string(folder.path().join("outside/b")).unwrap(), "1");
    }

    #[test]
    fn a_pipe_in_the_way_is_neither_opened_nor_lost() {
        let (_folder, out) = folder();
        build(&out, &["a=1"]);
        assert!(std::process::Command::new("mkfifo").arg(out.join("b")).status().unwrap().success());
        let Err(Error::Refused { why, .. }) = write(&["a=1", "b=2"], &out) else { panic!("not refused") };
        assert_eq!(why, Refusal::Taken { file: "b".into() });
    }

    #[test]
    fn files_may_be_read_by_a_web_server() {
        let (_folder, out) = folder();
        build(&out, &["a=1"]);
        for name in ["a", manifest::NAME] {
            assert_eq!(fs::metadata(out.join(name)).unwrap().permissions().mode() & 0o755, 0o644, "{name}");
        }
    }
}

/// Builds until the disk has been changed `steps` times, then does nothing more, as if killed.
fn build_killed(out: &Path, files: &[&str], steps: usize) -> Result<Summary, Error> {
    let done = AtomicUsize::new(0);
    run_site(files, out, &|_| match done.fetch_add(1, Ordering::Relaxed) {
        n if n < steps => Ok(()),
        _ => Err(io::Error::other("killed")),
    })
}

#[test]
fn whenever_a_build_is_killed_the_next_one_mends_it() {
    let none: &[&str] = &[];
    let first = &["a=1", "b=1", "x=1", "old/c=1", "old/deep/d=1"];
    let second = &["a=2", "b=1", "x/y=2", "new/deep/e=2"];
    for (before, killed) in [(none, &first[..]), (first, second), (first, none)] {
        for next in [&first[..], second, &["other=3"]] {
            let (_fresh, expected) = folder();
            build(&expected, next);
            for steps in 0.. {
                let (_folder, out) = folder();
                if !before.is_empty() {
                    build(&out, before);
                }
                let ended = build_killed(&out, killed, steps).is_ok();
                // Killed once more on the way, at another place.
                let _ = build_killed(&out, second, steps / 2);
                build(&out, next);
                assert_eq!(tree(&out), tree(&expected), "{before:?}, {killed:?} after {steps} steps, {next:?}");
                if ended {
                    break;
                }
            }
        }
    }
}

#[test]
fn when_the_disk_is_full_the_file_is_named_and_no_rest_is_left() {
    let (_folder, out) = folder();
    let full = |path: &Path| match path.ends_with("x/b") {
        true => Err(io::Error::from(io::ErrorKind::StorageFull)),
        false => Ok(()),
    };
    let error = run_site(&["a=1", "x/b=1"], &out, &full).unwrap_err();
    assert!(matches!(&error, Error::Io { path, .. } if *path == out.join("x/b")), "{error}");
    assert!(tree(&out).keys().all(|name| !name.contains(TEMPORARY)));
}

#[test]
fn a_file_that_cannot_be_made_leaves_everything_as_it_was() {
    let (_folder, out) = folder();
    let make = |i: usize| if i == 1 { Err("no") } else { Ok(vec![b'x']) };
    let broken = |out: &Path| match (Folder { out, old: place::manifest(out).unwrap() }).write(&["a", "b", "c"], make) {
        Err(Stop::Make(errors)) => errors,
        other => panic!("{other:?}"),
    };
    assert_eq!(broken(&out), ["no"]);
    assert!(!out.exists());
    build(&out, &["a=1", "z=1"]);
    let before = tree(&out);
    assert_eq!(broken(&out), ["no"]);
    assert_eq!(tree(&out), before);
}
