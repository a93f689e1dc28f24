//! Every rule, by what the program says when it is broken: the input, and the whole of stderr.
//!
//! Each case is checked twice, by `check` and by `build`, which must say the same; errors must leave
//! the output folder as it was.

mod claims;
mod files;
mod front_matter;
mod markdown;
mod places;
mod references;
mod values;
mod whole;

use std::fmt;
use std::fs;
use std::path::Path;

use fieldnotes::diagnostic::Code;

use crate::site::Site;

/// Asserts what the program says about a site.
#[track_caller]
fn check(site: impl fmt::Display, expected: &str) {
    check_site(&Site::parse(site), expected);
}

/// Asserts what the program says about a site that is on disk already.
#[track_caller]
fn check_site(site: &Site, expected: &str) {
    let expected = expected.trim_start_matches('\n');
    let found = site.check(&["-q"]);
    let place = std::panic::Location::caller();
    assert!(found.stderr == expected, "{place}\n--- expected\n{expected}--- found\n{}---", found.stderr);
    assert_eq!(found.stdout, "");
    let fails = expected.contains(": error[");
    assert_eq!(found.exit, i32::from(fails), "{expected}");
    let built = site.build(&["-q"]);
    assert_eq!((built.exit, &*built.stderr), (found.exit, expected), "`build` and `check` differ");
    assert_eq!(site.output().is_empty(), fails, "errors leave the output alone, warnings do not");
}

#[test]
fn every_rule_has_a_case() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/diagnostics");
    let cases: String = fs::read_dir(folder)
        .expect("the folder of the cases")
        .map(|entry| fs::read_to_string(entry.expect("an entry").path()).expect("a text"))
        .collect();
    let without: Vec<&str> = Code::ALL
        .iter()
        .filter(|code| !cases.contains(&format!(": {}[{}]: ", code.severity().word(), code.name())))
        .map(|code| code.name())
        .collect();
    assert!(without.is_empty(), "rules without a case: {without:?}");
}
