//! What notes claim: every rule of a claim, with its place.

use super::check;
use crate::site::note;

const CLIENT: &str = "\
-- notes/clients/acme.md --
---
title: Acme
surfaces:
  - id: app
    title: App
---

Prose.
";

#[test]
fn a_claim_stands_within_its_note() {
    let good = "- {capability: tools.call, support: partial, method: source, surface: app, revisions: [2025-06-18], sources: [1], note: No errors.}";
    check(format!("{CLIENT}{}", note("a").set("claims", &format!("\n  {good}"))), "");
    check(
        format!(
            "{CLIENT}{}",
            note("a").set(
                "claims",
                "
  - capability: tools.list
    support: no
    method: source
  - capability: tools.call
    client: zed
    support: yes
    method: sources
    surface: apps
    revisions: [2024-11-05]
    sources: [0, 1, 2, x]
  - capability: tools.call
    support: maybe
    metod: source"
            )
        ),
        r#"
notes/research/a.md:16:17: error[claim-outside-note]: `claims[0].capability`: `tools.list` is not among the note's `capabilities`
  16 |   - capability: tools.list
     |                 ^^^^^^^^^^
  help: add it to `capabilities`
notes/research/a.md:17:14: error[claim-note-missing]: `claims[0].support`: a claim of `no` needs a `note` that says what is missing
  17 |     support: no
     |              ^^
notes/research/a.md:20:13: error[claim-outside-note]: `claims[1].client`: `zed` is not among the note's `clients`
  20 |     client: zed
     |             ^^^
  help: add it to `clients`
notes/research/a.md:22:13: error[invalid-value]: `claims[1].method`: `sources` is none of its values
  22 |     method: sources
     |             ^^^^^^^
  help: did you mean `source`?
notes/research/a.md:24:17: error[claim-outside-note]: `claims[1].revisions[0]`: `2024-11-05` is not among the note's `specVersions`
  24 |     revisions: [2024-11-05]
     |                 ^^^^^^^^^^
  help: add it to `specVersions`
notes/research/a.md:25:15: error[claim-source]: `claims[1].sources[0]`: `0` is not the number of a source: the note has 1
  25 |     sources: [0, 1, 2, x]
     |               ^
  help: sources are counted from 1
notes/research/a.md:25:21: error[claim-source]: `claims[1].sources[2]`: `2` is not the number of a source: the note has 1
  25 |     sources: [0, 1, 2, x]
     |                     ^
  help: sources are counted from 1
notes/research/a.md:25:24: error[claim-source]: `claims[1].sources[3]`: `x` is not the number of a source: the note has 1
  25 |     sources: [0, 1, 2, x]
     |                        ^
  help: sources are counted from 1
notes/research/a.md:26:5: error[missing-field]: `claims[2].method`: the required key is missing
  26 |   - capability: tools.call
     |     ^^^^^^^^^^^^^^^^^^^^^^
notes/research/a.md:27:14: error[invalid-value]: `claims[2].support`: `maybe` is none of its values
  27 |     support: maybe
     |              ^^^^^
  help: one of `yes`, `partial`, `no`
notes/research/a.md:28:5: error[unknown-key]: `claims[2].metod`: no such key; did you mean `method`?
  28 |     metod: source
     |     ^^^^^
"#,
    );
}

#[test]
fn two_claims_answer_two_questions() {
    let claim = |more: &str| format!("\n  - {{capability: tools.call, support: yes, method: docs{more}}}");
    let claims =
        [claim(""), claim(", versions: \">=2\""), claim(", surface: app"), claim(", revisions: [2025-06-18]")].concat();
    check(
        format!("{CLIENT}{}", note("a").set("claims", &claims)),
        r#"
notes/research/a.md:19:6: error[duplicate-claim]: `claims[3]`: the claim answers the same question as `claims[0]`
  19 |   - {capability: tools.call, support: yes, method: docs, revisions: [2025-06-18]}
     |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  help: two claims of one note differ in client, capability, surface, revisions or versions
"#,
    );
}

#[test]
fn a_claim_needs_a_client_and_a_surface_that_it_has() {
    check(
        format!(
            "{CLIENT}-- notes/clients/zed.md --\n---\ntitle: Zed\n---\n\nProse.\n{}",
            note("a").set("clients", "[acme, zed]").set(
                "claims",
                "
  - {capability: tools.call, support: yes, method: docs}
  - {capability: tools.call, client: zed, surface: cli, support: yes, method: docs}
  - {capability: tools.call, client: acme, surface: ap, support: yes, method: docs, sources: [], revisions: []}"
            )
        ),
        r#"
notes/research/a.md:16:6: error[missing-field]: `claims[0]`: the note names several clients, so each claim says of which it speaks
  16 |   - {capability: tools.call, support: yes, method: docs}
     |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  help: add `client: ID`
notes/research/a.md:17:52: error[unknown-surface]: `claims[1].surface`: `zed` has no surface called `cli`
  17 |   - {capability: tools.call, client: zed, surface: cli, support: yes, method: docs}
     |                                                    ^^^
  help: `notes/clients/zed.md` declares them under `surfaces`
notes/research/a.md:18:53: error[unknown-surface]: `claims[2].surface`: `acme` has no surface called `ap`
  18 |   - {capability: tools.call, client: acme, surface: ap, support: yes, method: docs, sources: [], revisions: []}
     |                                                     ^^
  help: did you mean `app`?
notes/research/a.md:18:94: error[no-sources]: `claims[2].sources`: a claim rests on at least one source
  18 |   - {capability: tools.call, client: acme, surface: ap, support: yes, method: docs, sources: [], revisions: []}
     |                                                                                              ^^^^^^^^^^^^^^^^^^
  help: name sources by number, or take the key out to mean all
notes/research/a.md:18:109: error[empty-list]: `claims[2].revisions`: a claim speaks of at least one revision
  18 |   - {capability: tools.call, client: acme, surface: ap, support: yes, method: docs, sources: [], revisions: []}
     |                                                                                                             ^^^
  help: name revisions, or take the key out to mean all of `specVersions`
"#,
    );
}
