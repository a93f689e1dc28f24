//! Values of fields: ids, dates, addresses, lists.

use super::check;
use crate::site::note;

#[test]
fn ids_that_break_the_rule() {
    check(
        format!("{}{}", note("Acme"), note("b--c")),
        r#"
notes/research/Acme.md:2:5: error[invalid-id]: `id`: `Acme` is not an id
   2 | id: Acme
     |     ^^^^
  help: an id has 1 to 100 characters: lower-case letters, digits and single hyphens, starting with a letter or digit
notes/research/b--c.md:2:5: error[invalid-id]: `id`: `b--c` is not an id
   2 | id: b--c
     |     ^^^^
  help: an id has 1 to 100 characters: lower-case letters, digits and single hyphens, starting with a letter or digit
"#,
    );
    check(
        note("a").set("clients", "[a/b]").set("capabilities", "['-x', 'y.']").line("aliases: [Old Name]"),
        r#"
notes/research/a.md:6:16: error[invalid-id]: `capabilities[0]`: `-x` is not an id
   6 | capabilities: ['-x', 'y.']
     |                ^^^^
  help: an id is 1 to 100 characters that can stand in a file name, without `/`, `\`, `<`, `>`, `"`, `|`, `?`, `*` or a leading dot or hyphen
notes/research/a.md:6:22: error[invalid-id]: `capabilities[1]`: `y.` is not an id
   6 | capabilities: ['-x', 'y.']
     |                      ^^^^
  help: an id is 1 to 100 characters that can stand in a file name, without `/`, `\`, `<`, `>`, `"`, `|`, `?`, `*` or a leading dot or hyphen
notes/research/a.md:7:11: error[invalid-id]: `clients[0]`: `a/b` is not an id
   7 | clients: [a/b]
     |           ^^^
  help: an id is 1 to 100 characters that can stand in a file name, without `/`, `\`, `<`, `>`, `"`, `|`, `?`, `*` or a leading dot or hyphen
notes/research/a.md:15:11: error[invalid-id]: `aliases[0]`: `Old Name` is not an id
  15 | aliases: [Old Name]
     |           ^^^^^^^^
  help: an id has 1 to 100 characters: lower-case letters, digits and single hyphens, starting with a letter or digit
"#,
    );
    check(
        format!(
            "{}-- notes/con/a.md --\n---\ntitle: x\n---\n\nText.\n-- notes/Über mich.md --\n---\ntitle: y\n---\n\nText.\n",
            note("a")
        ),
        r#"
notes/con/a.md:1:1: error[invalid-id]: `con` cannot be part of an address
   1 | ---
     | ^^^
  help: each part of an address is a file's or folder's name, and none is `index`
"#,
    );
    check(
        format!(
            "{}-- notes/capabilities.yaml --\n- id: tools\n  title: T\n  capabilities:\n    - id: tools..call\n      title: C\n",
            note("a").set("capabilities", "[]")
        ),
        r#"
notes/capabilities.yaml:4:11: error[invalid-id]: `[0].capabilities[0].id`: `tools..call` is not an id
   4 |     - id: tools..call
     |           ^^^^^^^^^^^
  help: dots join the parts of an id; of each part: an id has 1 to 100 characters: lower-case letters, digits and single hyphens, starting with a letter or digit
"#,
    );
}

#[test]
fn names_of_clients_files_that_break_the_rule() {
    check(
        format!("{}-- notes/clients/Acme.md --\n---\ntitle: x\n---\n\nText.\n", note("a").set("clients", "[]")),
        r#"
notes/clients/Acme.md:1:1: error[invalid-id]: the file's name `Acme` is not a client's id
   1 | ---
     | ^
  help: an id has 1 to 100 characters: lower-case letters, digits and single hyphens, starting with a letter or digit
"#,
    );
}

#[test]
fn ids_that_are_kept_for_the_site_or_for_windows() {
    check(
        format!("{}{}", note("index"), note("con")),
        r#"
notes/research/con.md:2:5: error[reserved-id]: `id`: `con` is a device name on Windows, where the file could not exist
   2 | id: con
     |     ^^^
notes/research/index.md:2:5: error[reserved-id]: `id`: `index` is a name that the site uses itself
   2 | id: index
     |     ^^^^^
"#,
    );
    check(
        note("a").set("clients", "[aux.x]").line("aliases: [index]"),
        r#"
notes/research/a.md:7:11: error[reserved-id]: `clients[0]`: `aux.x` is a device name on Windows, where the file could not exist
   7 | clients: [aux.x]
     |           ^^^^^
notes/research/a.md:15:11: error[reserved-id]: `aliases[0]`: `index` is a name that the site uses itself
  15 | aliases: [index]
     |           ^^^^^
"#,
    );
}

#[test]
fn ids_that_differ_from_the_file_name() {
    check(
        note("a").set("id", "b"),
        r#"
notes/research/a.md:2:5: error[id-mismatch]: `id`: the id `b` does not match the file name `a`
   2 | id: b
     |     ^
  help: write `id: a`, or rename the file to `b.md`
"#,
    );
    check(
        note("A B").set("id", "b"),
        r#"
notes/research/A B.md:2:5: error[id-mismatch]: `id`: the id `b` does not match the file name `A B`
   2 | id: b
     |     ^
  help: rename the file to `b.md`
"#,
    );
}

#[test]
fn ids_that_are_given_twice() {
    check(
        format!("{}{}", note("a"), note("a").at("notes/research/more/a.md")),
        r#"
notes/research/more/a.md:2:5: error[duplicate-id]: `id`: `a` is the id of notes/research/a.md:2 too
   2 | id: a
     |     ^
  help: give one of the two another id
"#,
    );
    check(
        format!("{}{}", note("a"), note("b").line("aliases: [a, old]")),
        r#"
notes/research/b.md:15:11: error[duplicate-id]: `aliases[0]`: `a` is taken by `a` of notes/research/a.md:2
  15 | aliases: [a, old]
     |           ^
"#,
    );
    check(
        format!("{}{}", note("a").line("aliases: [old, a]"), note("b").line("aliases: [old]")),
        r#"
notes/research/a.md:15:16: error[duplicate-id]: `aliases[1]`: an alias is a former id, not the present one
  15 | aliases: [old, a]
     |                ^
notes/research/b.md:15:11: error[duplicate-id]: `aliases[0]`: `old` is taken by `a` of notes/research/a.md:2
  15 | aliases: [old]
     |           ^^^
"#,
    );
    check(
        note("a").set("clients", "[acme, Acme]").set("capabilities", "[\"Ä\", \"A\u{308}\"]"),
        r#"
notes/research/a.md:6:16: error[duplicate-id]: `capabilities[0]`: `Ä` differs from `Ä` only in case or form
   6 | capabilities: ["Ä", "Ä"]
     |                ^^^
  help: write both the same way
notes/research/a.md:7:11: error[duplicate-id]: `clients[0]`: `acme` differs from `Acme` only in case or form
   7 | clients: [acme, Acme]
     |           ^^^^
  help: write both the same way
"#,
    );
    check(
        format!("{}-- notes/kinds.yaml --\n- id: finding\n  title: F\n- id: finding\n  title: G\n", note("a")),
        r#"
notes/kinds.yaml:3:7: error[duplicate-id]: `[1].id`: `finding` is declared twice, the first time as `finding`
   3 | - id: finding
     |       ^^^^^^^
"#,
    );
    check(
        format!(
            "{}-- notes/clients/acme.md --\n---\ntitle: A\nsurfaces:\n  - id: cli\n    title: C\n  - id: cli\n    title: D\n---\n-- notes/clients/b.md --\n---\ntitle: B\naliases: [acme]\n---\n",
            note("a")
        ),
        r#"
notes/clients/acme.md:6:9: error[duplicate-id]: `surfaces[1].id`: the client has a surface `cli` already
   6 |   - id: cli
     |         ^^^
notes/clients/b.md:3:1: error[duplicate-id]: `aliases`: `acme` is taken by notes/clients/acme.md too
   3 | aliases: [acme]
     | ^^^^^^^
"#,
    );
}

#[test]
fn dates_that_are_no_days() {
    check(
        note("a")
            .set("lastVerified", "2026-02-30")
            .line("updated: 2026-8-5")
            .set("sources", "\n  - url: https://code.example/it\n    title: S\n    date: 25.08.2026"),
        r#"
notes/research/a.md:12:11: error[invalid-date]: `sources[0].date`: `25.08.2026` is not a calendar day
  12 |     date: 25.08.2026
     |           ^^^^^^^^^^
  help: write a real day as YYYY-MM-DD, from 1990 to 2100
notes/research/a.md:14:15: error[invalid-date]: `lastVerified`: `2026-02-30` is not a calendar day
  14 | lastVerified: 2026-02-30
     |               ^^^^^^^^^^
  help: write a real day as YYYY-MM-DD, from 1990 to 2100
notes/research/a.md:15:10: error[invalid-date]: `updated`: `2026-8-5` is not a calendar day
  15 | updated: 2026-8-5
     |          ^^^^^^^^
  help: write a real day as YYYY-MM-DD, from 1990 to 2100
"#,
    );
    check(
        note("a").set("lastVerified", "２０２６-08-25"),
        r#"
notes/research/a.md:14:15: error[invalid-date]: `lastVerified`: `２０２６-08-25` is not a calendar day
  14 | lastVerified: ２０２６-08-25
     |               ^^^^^^^^^^^^^^
  help: write a real day as YYYY-MM-DD, from 1990 to 2100
"#,
    );
}

#[test]
fn dates_after_the_day_of_the_build() {
    check(
        note("a")
            .set("lastVerified", "2026-12-01")
            .line("updated: 2027-01-01")
            .set("sources", "\n  - url: https://code.example/it\n    title: S\n    date: 2026-11-30"),
        r#"
notes/research/a.md:14:15: error[future-date]: `lastVerified`: 2026-12-01 is in the future: today is 2026-11-30
  14 | lastVerified: 2026-12-01
     |               ^^^^^^^^^^
notes/research/a.md:15:10: error[future-date]: `updated`: 2027-01-01 is in the future: today is 2026-11-30
  15 | updated: 2027-01-01
     |          ^^^^^^^^^^
"#,
    );
}

#[test]
fn commits_addresses_paths_and_languages() {
    check(
        note("a").line("lang: english_uk").set(
            "sources",
            "\n  - url: https://code.example/it\n    title: One\n    commit: 12x4567\n    path: /etc/passwd\n    date: 2026-08-01\
             \n  - url: ftp://code.example\n    title: Two\n    commit: abc\n    path: src/a.ts:9-3\n    date: 2026-08-01\
             \n  - url: https://me:secret@code.example\n    title: Three\n    commit: 123456f\n    path: \"../a:\"\n    date: 2026-08-01\n    archived: archive.example\n    lang: \"\u{feff}\"",
        ),
        r#"
notes/research/a.md:12:13: error[invalid-commit]: `sources[0].commit`: `12x4567` is not 7 to 40 hexadecimal digits
  12 |     commit: 12x4567
     |             ^^^^^^^
notes/research/a.md:13:11: error[invalid-path]: `sources[0].path`: `/etc/passwd` is not relative to the repository
  13 |     path: /etc/passwd
     |           ^^^^^^^^^^^
  help: write it like `src/client.ts:45,199-241`
notes/research/a.md:15:10: error[invalid-url]: `sources[1].url`: `ftp://code.example` is not an absolute http or https address
  15 |   - url: ftp://code.example
     |          ^^^^^^^^^^^^^^^^^^
notes/research/a.md:17:13: error[invalid-commit]: `sources[1].commit`: `abc` is not 7 to 40 hexadecimal digits
  17 |     commit: abc
     |             ^^^
notes/research/a.md:18:11: error[invalid-path]: `sources[1].path`: `src/a.ts:9-3` has lines that are not `N` or `A-B` joined by commas
  18 |     path: src/a.ts:9-3
     |           ^^^^^^^^^^^^
  help: write it like `src/client.ts:45,199-241`
notes/research/a.md:20:10: error[invalid-url]: `sources[2].url`: `https://me:secret@code.example` carries credentials
  20 |   - url: https://me:secret@code.example
     |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
notes/research/a.md:23:11: error[invalid-path]: `sources[2].path`: `../a:` ends with a colon and no lines
  23 |     path: "../a:"
     |           ^^^^^^^
  help: write it like `src/client.ts:45,199-241`
notes/research/a.md:25:15: error[invalid-url]: `sources[2].archived`: `archive.example` is not an absolute http or https address
  25 |     archived: archive.example
     |               ^^^^^^^^^^^^^^^
notes/research/a.md:26:11: error[invalid-lang]: `sources[2].lang`: `U+FEFF` is not a language tag
  26 |     lang: "U+FEFF"
     |           ^^^^^^^^
  help: write a BCP 47 tag like `en` or `zh-Hans`
notes/research/a.md:29:7: error[invalid-lang]: `lang`: `english_uk` is not a language tag
  29 | lang: english_uk
     |       ^^^^^^^^^^
  help: write a BCP 47 tag like `en` or `zh-Hans`
"#,
    );
}

#[test]
fn statuses_that_do_not_exist() {
    check(
        note("a").set("status", "curent"),
        r#"
notes/research/a.md:13:9: error[invalid-status]: `status`: `curent` is not a status
  13 | status: curent
     |         ^^^^^^
  help: did you mean `current`?
"#,
    );
    check(
        note("a").set("status", "published"),
        r#"
notes/research/a.md:13:9: error[invalid-status]: `status`: `published` is not a status
  13 | status: published
     |         ^^^^^^^^^
  help: one of `current`, `disputed`, `superseded`, `retracted`, `historical`, `draft`
"#,
    );
}

#[test]
fn values_that_a_registry_does_not_allow() {
    check(
        format!(
            "{}-- notes/site.yaml --\nstale_after: never\nforges:\n  git.example: cvs\n-- notes/revisions.yaml --\n- id: 2025-06-18\n  status: old\n",
            note("a")
        ),
        r#"
notes/revisions.yaml:2:11: error[invalid-value]: `[0].status`: `old` is not a revision's status
   2 |   status: old
     |           ^^^
  help: one of `superseded`, `current`, `draft`
notes/site.yaml:1:14: error[invalid-value]: `stale_after`: `never` is not a number of days from 1 to 65535
   1 | stale_after: never
     |              ^^^^^
notes/site.yaml:3:16: error[invalid-value]: `forges.git.example`: `cvs` is not a kind of forge
   3 |   git.example: cvs
     |                ^^^
  help: one of `github`, `gitlab`, `forgejo`, `gitea`, `codeberg`, `bitbucket`, `bitbucket-server`, `sourcehut`, `gitiles`
"#,
    );
}

#[test]
fn a_note_without_a_source() {
    check(
        note("a").set("sources", "[]"),
        r#"
notes/research/a.md:9:10: error[no-sources]: `sources`: a note needs at least one source
   9 | sources: []
     |          ^^
  help: cite the evidence, or set `status: draft` until there is some
"#,
    );
    check(note("a").set("sources", "[]").set("status", "draft"), "");
}

#[test]
fn a_kind_that_needs_a_list() {
    check(
        format!(
            "{}-- notes/kinds.yaml --\n- id: finding\n  title: Finding\n  needsClient: true\n  needsCapability: true\n",
            note("a").set("clients", "[]").set("capabilities", "[]")
        ),
        r#"
notes/research/a.md:6:15: error[empty-list]: `capabilities`: a note of the kind `finding` names at least one
   6 | capabilities: []
     |               ^^
notes/research/a.md:7:10: error[empty-list]: `clients`: a note of the kind `finding` names at least one
   7 | clients: []
     |          ^^
"#,
    );
}

#[test]
fn a_list_that_names_a_thing_twice() {
    check(
        note("a").set("clients", "[acme, acme]").set("specVersions", "\n  - 2025-06-18\n  - \"2025-06-18\""),
        r#"
notes/research/a.md:7:17: warning[repeated-entry]: `clients[1]`: `acme` repeats `clients[0]`
   7 | clients: [acme, acme]
     |                 ^^^^
  help: take it out
notes/research/a.md:10:5: warning[repeated-entry]: `specVersions[1]`: `2025-06-18` repeats `specVersions[0]`
  10 |   - "2025-06-18"
     |     ^^^^^^^^^^^^
  help: take it out
"#,
    );
}

#[test]
fn commits_that_other_readers_take_for_numbers() {
    let source = |commit: &str| {
        format!(
            "\n  - url: https://code.example/it\n    title: S\n    commit: {commit}\n    path: src/a.ts:3\n    date: 2026-08-01"
        )
    };
    check(
        note("a")
            .set("sources", &["12345678", "\"12345678\"", "'1e10000'", "1e10000", "21cb8d25"].map(source).concat()),
        r#"
notes/research/a.md:12:13: warning[commit-as-number]: `sources[0].commit`: `12345678` without quotes is a number to other readers of YAML
  12 |     commit: 12345678
     |             ^^^^^^^^
  help: write `"12345678"`
notes/research/a.md:27:13: warning[commit-as-number]: `sources[3].commit`: `1e10000` without quotes is a number to other readers of YAML
  27 |     commit: 1e10000
     |             ^^^^^^^
  help: write `"1e10000"`
"#,
    );
}

#[test]
fn evidence_younger_than_its_verification() {
    check(
        note("a").set("lastVerified", "2026-07-31"),
        r#"
notes/research/a.md:14:15: warning[verified-before-source]: `lastVerified`: 2026-07-31 lies before `sources[0].date`, 2026-08-01
  14 | lastVerified: 2026-07-31
     |               ^^^^^^^^^^
  help: a source cannot have been verified before it was there
"#,
    );
}

#[test]
fn a_path_without_a_commit() {
    check(
        note("a").set(
            "sources",
            "\n  - url: https://code.example/it\n    title: S\n    path: src/a.ts:3\n    date: 2026-08-01",
        ),
        r#"
notes/research/a.md:12:11: warning[path-without-commit]: `sources[0].path`: the path has no commit, so its lines may move
  12 |     path: src/a.ts:3
     |           ^^^^^^^^^^
  help: add the `commit` at which the file was read
"#,
    );
}

#[test]
fn a_status_that_needs_a_reason() {
    check(
        format!("{}{}", note("a").set("status", "disputed"), note("b").set("status", "retracted")),
        r#"
notes/research/a.md:13:9: error[status-reason-missing]: `status`: a note that is disputed needs a `statusReason`
  13 | status: disputed
     |         ^^^^^^^^
notes/research/b.md:13:9: error[status-reason-missing]: `status`: a note that is retracted needs a `statusReason`
  13 | status: retracted
     |         ^^^^^^^^^
"#,
    );
    check(
        note("a").set("status", "superseded"),
        r#"
notes/research/a.md:13:9: error[status-reason-missing]: `status`: no note supersedes this one, so it needs a `statusReason`
  13 | status: superseded
     |         ^^^^^^^^^^
  help: give the reason, or name this note in `supersedes` of its successor
"#,
    );
    check(note("a").set("status", "superseded").line("statusReason: The client is gone."), "");
}

#[test]
fn a_note_that_was_verified_too_long_ago() {
    let old = "\n  - url: https://code.example/it\n    title: S\n    date: 2025-01-01";
    check(
        note("a").set("sources", old).set("lastVerified", "2026-06-02"),
        r#"
notes/research/a.md:14:15: warning[stale]: `lastVerified`: the note is stale: verified 181 days ago, and the limit is 180
  14 | lastVerified: 2026-06-02
     |               ^^^^^^^^^^
  help: look at the sources again and set the date, or give the note another status
"#,
    );
    check(note("a").set("sources", old).set("lastVerified", "2026-06-03"), "");
    check(note("a").set("sources", old).set("lastVerified", "2025-06-03").set("status", "historical"), "");
    check(
        format!("-- notes/site.yaml --\nstale_after: 30\n{}", note("a").set("lastVerified", "2026-10-30")),
        r#"
notes/research/a.md:14:15: warning[stale]: `lastVerified`: the note is stale: verified 31 days ago, and the limit is 30
  14 | lastVerified: 2026-10-30
     |               ^^^^^^^^^^
  help: look at the sources again and set the date, or give the note another status
"#,
    );
}

#[test]
fn aliases_of_capabilities_that_are_given_twice() {
    let registry = "-- notes/capabilities.yaml --\n- id: tools\n  title: T\n  capabilities:\n    - id: tools.call\n      title: C\n      aliases: [tools.list]\n    - id: tools.list\n      title: L\n";
    let site = crate::site::Site::parse(format!("{registry}{}", note("a")));
    let run = site.check(&["-q"]).ends(1);
    assert!(run.stderr.starts_with("notes/capabilities.yaml:6:17: error[duplicate-id]: "), "{}", run.stderr);
}

#[test]
fn revisions_stand_in_order_of_time() {
    check(
        note("a").set("specVersions", "[2025-06-18, 2025-11-25, 2024-11-05, 2025-03-26]"),
        "
notes/research/a.md:8:40: warning[revision-order]: `specVersions[2]`: 2024-11-05 is older than 2025-11-25, which stands before it
   8 | specVersions: [2025-06-18, 2025-11-25, 2024-11-05, 2025-03-26]
     |                                        ^^^^^^^^^^
  help: list revisions from the oldest to the newest
",
    );
}
