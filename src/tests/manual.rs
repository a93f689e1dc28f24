//! Completions and the manual name every command, and other programs can read them.

use std::process::Command;

use crate::site::{Site, run};

/// Returns the names of all commands, as the help lists them.
fn commands(site: &Site) -> Vec<String> {
    let help = site.run(&["--help"]).ends(0).stdout;
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list of commands");
    let names: Vec<String> =
        list.lines().filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect();
    assert!(names.len() >= 7, "{names:?}");
    names
}

#[test]
fn completions_of_every_shell_name_every_command() {
    let site = Site::parse("");
    let names = commands(&site);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = site.run(&["completions", shell]).ends(0).stdout;
        for name in &names {
            assert!(text.contains(name.as_str()), "{shell} knows no `{name}`");
        }
        assert!(text.contains("--base-url") || text.contains("base-url"), "{shell}");
    }
    site.run(&["completions", "csh"]).ends(2);
}

#[test]
fn bash_reads_its_completions() {
    let site = Site::parse("");
    site.write("completions.bash", site.run(&["completions", "bash"]).ends(0).stdout);
    let mut bash = Command::new("bash");
    bash.arg("-n").arg(site.root().join("completions.bash"));
    assert_eq!(run(bash).ends(0).stderr, "");
    let mut bash = Command::new("bash");
    let script = "source \"$0\"; COMP_WORDS=(fieldnotes sch); COMP_CWORD=1; _fieldnotes fieldnotes sch fieldnotes; echo \"${COMPREPLY[@]}\"";
    bash.args(["-c", script]).arg(site.root().join("completions.bash"));
    assert_eq!(run(bash).ends(0).stdout, "schema\n");
}

#[test]
fn the_manual_has_a_section_for_every_command() {
    let site = Site::parse("");
    let manual = site.run(&["man"]).ends(0).stdout;
    assert!(manual.lines().any(|line| line.starts_with(".TH fieldnotes 1 ")), "{manual}");
    let sections: Vec<&str> = manual.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    assert_eq!(sections[..4], ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"]);
    let own: Vec<String> = commands(&site).into_iter().filter(|name| name != "help").collect();
    let expected: Vec<String> = own.iter().map(|name| format!("\"FIELDNOTES {}\"", name.to_uppercase())).collect();
    assert_eq!(sections[4..sections.len() - 1], expected);
    for name in &own {
        let section = manual.split(&format!(".SH \"FIELDNOTES {}\"\n", name.to_uppercase())).nth(1).expect("a section");
        let section = section.split("\n.SH ").next().expect("its text");
        assert!(section.contains(&format!("\\fBfieldnotes {name}\\fR")), "{section}");
        assert!(section.contains(".SS DESCRIPTION\n"), "{section}");
        // What every command takes is told once.
        assert!(!section.contains("\\-\\-jobs"), "{section}");
    }
}

#[test]
fn the_manual_is_roff_without_a_warning_where_groff_is_there() {
    let site = Site::parse("");
    site.write("fieldnotes.1", site.run(&["man"]).ends(0).stdout);
    if Command::new("groff").arg("--version").output().is_err() {
        // Its structure is held by the test above.
        return;
    }
    let mut groff = Command::new("groff");
    groff.args(["-man", "-ww", "-Tutf8"]).arg(site.root().join("fieldnotes.1"));
    let found = run(groff).ends(0);
    assert_eq!(found.stderr, "");
    assert!(found.stdout.contains("Print what a shell completes words with"), "{}", found.stdout);
}
