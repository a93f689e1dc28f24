//! What `fieldnotes new` refuses: ids that are unknown, taken or none, and flags that are missing. Nothing
//! is written then.

use super::{declared, new, refused};
use crate::site::{Site, note};

#[test]
fn ids_that_the_site_does_not_know_are_refused_with_the_nearest() {
    let site = declared();
    let all = ["note", "X", "--kind=finding", "--client=acme", "--capability=tools.call"];
    let with = |flag| [&all[..], &[flag]].concat();
    refused(
        &site,
        &["note", "X", "--kind=findng"],
        "no kind is called `findng`; did you mean `finding`? `notes/kinds.yaml` declares them",
    );
    refused(
        &site,
        &with("--client=acne"),
        "no client is called `acne`; did you mean `acme`? `fieldnotes new client acne` adds a new one",
    );
    refused(
        &site,
        &with("--client=other"),
        "no client is called `other`; `fieldnotes new client other` adds a new one",
    );
    refused(
        &site,
        &with("--capability=tool.call"),
        "no capability is called `tool.call`; did you mean `tools.call`? `notes/capabilities.yaml` declares them",
    );
    refused(
        &site,
        &with("--revision=2025-06-81"),
        "no revision is called `2025-06-81`; did you mean `2025-06-18`? `notes/revisions.yaml` declares them",
    );
    refused(
        &site,
        &with("--capability=tools"),
        "no capability is called `tools`; did you mean `tools.call`? `notes/capabilities.yaml` declares them",
    );
    refused(
        &site,
        &["note", "A", "--kind=limits", "--client=other", "--client=zed", "--client=acne", "--capability=call"],
        "no kind is called `limits`; did you mean `limit`? `notes/kinds.yaml` declares them
error: no client is called `other`; `fieldnotes new client other` adds a new one
error: no client is called `acne`; did you mean `acme`? `fieldnotes new client acne` adds a new one
error: no capability is called `call`; did you mean `tools.call`? `notes/capabilities.yaml` declares them
error: `notes/research/a.md` is there already; name another id with `--id`",
    );
}

#[test]
fn without_registries_any_id_will_do() {
    let site = Site::parse(note("a"));
    let args = ["note", "X", "--kind=other", "--client=no", "--capability=c#.d", "--revision=2025-11-25"];
    new(&site, &[&args[..], &["--source=https://x.example/"]].concat()).ends(0);
    site.check(&["--strict"]).ends(0);
    refused(&site, &["note", "Y", "--kind=a/b"], "`a/b` cannot be the id of a kind");
    refused(
        &site,
        &["note", "Y", "--kind=Finding"],
        "`Finding` differs from `finding` only in case or form; did you mean `finding`?",
    );
    refused(
        &site,
        &["note", "Y", "--kind=finding", "--revision=newest"],
        "`newest` is not a calendar day, and no `notes/revisions.yaml` declares such a revision",
    );
}

#[test]
fn what_is_missing_is_named_by_its_flag() {
    let site = declared();
    refused(&site, &["note"], "a new note needs `TITLE`, `--kind`");
    refused(&site, &["note", " ", "--kind=limit"], "a new note needs `TITLE`");
    refused(
        &site,
        &["note", "X", "--kind=finding"],
        "a new note of the kind `finding` needs `--client`, `--capability`",
    );
    refused(
        &site,
        &["note", "版本协商", "--kind=limit"],
        "no id can be made of the title `版本协商`, which has no letters of ASCII; name one with `--id`",
    );
    new(&site, &["note", "版本协商", "--kind=limit", "--id=negotiation"]).ends(0);
    refused(
        &site,
        &["note", "X", "--kind=limit", "--lang=d_"],
        "no file was written: `--lang`: `d_` is not a language tag; write a BCP 47 tag like `en` or `zh-Hans`",
    );
    refused(
        &site,
        &["note", "a\u{1b}b", "--kind=limit"],
        "no file was written: `title`: the value holds the control character U+001B; take its escape out",
    );
    let wrong = new(&site, &["note", "X", "--kind=limit", "--status=retracted"]).ends(2);
    assert!(wrong.stderr.contains("draft, current, historical"), "{}", wrong.stderr);
}

#[test]
fn nothing_is_ever_overwritten() {
    let site = declared();
    let advice = "; name another id with `--id`";
    refused(&site, &["note", "A", "--kind=limit"], &format!("`notes/research/a.md` is there already{advice}"));
    refused(&site, &["note", "X", "--kind=limit", "--id=a"], "`notes/research/a.md` is there already");
    let alias = "`was-a` is a former id of the note `notes/research/a.md`";
    refused(&site, &["note", "Was a", "--kind=limit"], &format!("{alias}{advice}"));
    site.write("notes/research/deep/b.md", note("b").text());
    refused(&site, &["note", "B", "--kind=limit"], &format!("`notes/research/deep/b.md` is there already{advice}"));
    site.write("notes/research/broken.md", "no front matter");
    refused(
        &site,
        &["note", "Broken", "--kind=limit"],
        &format!("`notes/research/broken.md` is there already{advice}"),
    );
    refused(&site, &["client", "acme"], "`notes/clients/acme.md` is there already");
    refused(&site, &["client", "acme-old"], "`acme-old` is a former id of the client `notes/clients/acme.md`");
}

#[test]
fn bad_ids_are_refused_with_the_rule() {
    let site = declared();
    let rule =
        "an id has 1 to 100 characters: lower-case letters, digits and single hyphens, starting with a letter or digit";
    for bad in ["Foo", "a b", "a/../b", ".x", "a--b", "é"] {
        refused(&site, &["client", bad], &format!("`{bad}` is not an id; {rule}"));
        refused(&site, &["note", "X", "--kind=limit", "--id", bad], &format!("`{bad}` is not an id; {rule}"));
    }
    refused(&site, &["client", "con"], "`con` is a device name on Windows, where the file could not exist");
    refused(&site, &["client", "index"], "`index` is a name that the site uses itself");
    refused(
        &site,
        &["note", "Index", "--kind=limit"],
        "`index` is a name that the site uses itself; name another id with `--id`",
    );
}
