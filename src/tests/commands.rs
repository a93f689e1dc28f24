//! The command line: exit codes, flags, where the site is found, what is said where.

use crate::site::{Site, TODAY, note, program, run};

#[test]
fn exit_codes_tell_what_went_wrong() {
    let site = Site::parse(note("a"));
    site.build(&[]).ends(0);
    site.check(&[]).ends(0);
    site.write("notes/research/b.md", "");
    site.check(&[]).ends(1);
    site.build(&[]).ends(1);
    site.run(&["build", "--no-such-flag"]).ends(2);
    site.run(&["no-such-command"]).ends(2);
    site.run(&[]).ends(2);
    site.build(&["--jobs", "0"]).ends(2);
    site.build(&["-q", "-v"]).ends(2);
}

#[cfg(target_os = "linux")]
#[test]
fn what_the_system_refuses_is_an_error_of_the_environment() {
    let site = Site::parse(note("a"));
    // Nobody can make a folder there, not even root.
    let run = site.build(&["-q", "--out", "/proc/fieldnotes"]).ends(3);
    assert!(run.stderr.starts_with("error: cannot bring `/proc/fieldnotes"), "{}", run.stderr);
}

#[test]
fn without_a_site_there_is_nothing_to_build() {
    let site = Site::parse("");
    std::fs::remove_dir_all(site.root().join("notes")).unwrap();
    let found = site.build(&[]).ends(2);
    assert!(found.stderr.starts_with("error: there is no site here: neither `"), "{}", found.stderr);
    assert!(found.stderr.contains("`--root`"), "{}", found.stderr);
    let found = site.build(&["--root", "nowhere"]).ends(2);
    assert_eq!(found.stderr, "error: there is no site in `nowhere`: it has no folder `notes`\n");
    site.write("notes", "a file");
    site.build(&[]).ends(2);
    site.build(&["--root", "."]).ends(2);
}

#[test]
fn a_site_of_empty_notes_is_a_site() {
    let site = Site::parse("");
    site.build(&["--strict"]).ends(0);
    assert!(site.output().contains_key("index.html"));
}

#[test]
fn help_and_version_go_to_stdout() {
    let site = Site::parse("");
    let version = site.run(&["--version"]).ends(0);
    assert_eq!(version.stdout, format!("fieldnotes {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(version.stderr, "");
    for args in [&["--help"][..], &["-h"], &["build", "--help"], &["check", "--help"]] {
        let help = site.run(args).ends(0);
        assert!(help.stdout.contains("Usage: fieldnotes") && help.stderr.is_empty(), "{}", help.stdout);
        assert!(help.stdout.contains("--color"), "{}", help.stdout);
    }
    let wrong = site.run(&["build", "--bse-url", "x"]).ends(2);
    assert!(wrong.stdout.is_empty() && wrong.stderr.contains("--base-url"), "{}", wrong.stderr);
}

#[test]
fn the_site_is_found_from_a_folder_below_it_and_by_its_root() {
    let site = Site::parse(note("a"));
    let mut command = program(&site.beside("home"));
    command.current_dir(site.root().join("notes/research")).args(["build", "--date", TODAY]);
    run(command).ends(0);
    let found = site.output();
    assert!(found.contains_key("research/a.html"), "the output lies in the site, not where one stands");
    for args in [["build", "--root", "site"], ["--root", "site", "build"], ["-r", "site/notes/..", "build"]] {
        let mut command = program(&site.beside("home"));
        command.current_dir(site.beside("")).args(args).args(["--date", TODAY]);
        let again = run(command).ends(0);
        assert!(again.stderr.contains(": 0 files new, 0 changed, 0 removed, "), "{}", again.stderr);
    }
    let mut command = program(&site.beside("home"));
    command.current_dir(site.beside("home")).args(["build", "--root", "../site", "--out", "here", "--date", TODAY]);
    run(command).ends(0);
    assert!(site.beside("home/here/index.html").is_file(), "the output is named from where one stands");
}

#[test]
fn talk_goes_to_stderr_and_quiet_says_only_what_is_wrong() {
    let site = Site::parse(format!("{}-- notes/site.yaml --\nbase_url: https://notes.example/\n", note("a")));
    let built = site.build(&[]).ends(0);
    assert_eq!(built.stdout, "");
    assert_eq!(built.stderr.lines().count(), 1, "{}", built.stderr);
    let nowhere = Site::parse(note("a")).build(&[]).ends(0).stderr;
    assert!(nowhere.starts_with("note: `base_url` is not set") && nowhere.lines().count() == 2, "{nowhere}");
    assert!(built.stderr.starts_with("built ") && built.stderr.contains(" pages in `"), "{}", built.stderr);
    let checked = site.check(&[]).ends(0);
    assert!(checked.stderr.starts_with("nothing is wrong with "), "{}", checked.stderr);
    assert_eq!(site.build(&["-q"]).ends(0).stderr, "");
    assert_eq!(site.check(&["--quiet"]).ends(0).stderr, "");
    site.write("notes/research/a.md", note("a").line("related: [not-there]").text());
    let warned = site.check(&["-q"]).ends(0);
    assert!(warned.stderr.contains("warning[unknown-related]"), "{}", warned.stderr);
    assert!(site.check(&[]).stderr.contains("1 warning on "), "{}", site.check(&[]).stderr);
    assert!(site.build(&[]).stderr.contains("; 1 warning\n"));
}

#[test]
fn timings_are_results() {
    let site = Site::parse(note("a"));
    for flag in ["--timings", "--verbose"] {
        let built = site.build(&[flag]).ends(0);
        for stage in ["read", "parse", "connect", "plan", "write"] {
            assert!(built.stdout.contains(&format!(" {stage} ")), "{}", built.stdout);
        }
    }
}

#[test]
fn colours_are_used_where_they_are_asked_for() {
    let site = Site::parse(note("a").set("clients", "acme"));
    let plain = site.check(&[]).stderr;
    assert!(!plain.contains('\u{1b}'), "a pipe has no colours: {plain}");
    let coloured = site.check(&["--color", "always"]).stderr;
    assert!(coloured.contains("\u{1b}[1;31merror[wrong-type]\u{1b}[0m: "), "{coloured:?}");
    assert_eq!(without_colours(&coloured), plain, "colours add nothing but colours");
    let mut command = site.command(&["check", "--date", TODAY, "--color", "always"]);
    command.env("NO_COLOR", "1");
    assert_eq!(run(command).stderr, coloured, "what is asked for goes before the environment");
    let mut command = site.command(&["check", "--date", TODAY]);
    command.env("NO_COLOR", "1").env("CLICOLOR_FORCE", "1");
    assert_eq!(run(command).stderr, plain);
    assert_eq!(site.check(&["--color=never"]).stderr, plain);
    site.check(&["--color", "sometimes"]).ends(2);
}

fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + part.split_once('m').expect("a colour ends").1)
}

#[test]
fn days_that_are_none_are_errors_of_usage() {
    let site = Site::parse(note("a"));
    for date in ["2026-02-30", "today", "", "2026-8-5"] {
        let found = site.run(&["build", "--date", date]).ends(2);
        assert_eq!(found.stderr, format!("error: `--date {date}` is not a calendar day like 2026-11-30\n"));
    }
    for epoch in ["soon", "", "1e9", "99999999999999999999"] {
        let mut command = site.command(&["build"]);
        command.env("SOURCE_DATE_EPOCH", epoch);
        let found = run(command).ends(2);
        assert!(found.stderr.starts_with(&format!("error: `SOURCE_DATE_EPOCH` is `{epoch}`, ")), "{}", found.stderr);
    }
    let mut command = site.command(&["build", "--date", TODAY]);
    command.env("SOURCE_DATE_EPOCH", "soon");
    run(command).ends(0);
    assert!(site.output().contains_key("index.html"));
}

#[test]
fn the_base_address_of_a_flag_goes_before_that_of_the_site() {
    let site = Site::parse(format!("-- notes/site.yaml --\nbase_url: https://one.example/a/\n{}", note("a")));
    let canonical = |flags: &[&str]| {
        site.build(flags).ends(0);
        crate::html::Page::read(&site.text("research/a.html")).links("canonical", None).join(" ")
    };
    assert_eq!(canonical(&[]), "https://one.example/a/research/a");
    assert_eq!(canonical(&["-u", "https://two.example"]), "https://two.example/research/a");
    assert_eq!(canonical(&["--base-url", "http://two.example:8080/x/y"]), "http://two.example:8080/x/y/research/a");
    let found = site.build(&["-u", "two.example"]).ends(2);
    assert_eq!(found.stderr, "error: `--base-url two.example` is not an absolute http or https address\n");
}
