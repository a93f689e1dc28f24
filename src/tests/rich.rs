//! A site that uses everything, built once for each address and shared by many tests.

use std::sync::LazyLock;

use crate::site::{Site, note};

const REGISTRIES: &str = r#"
-- notes/site.yaml --
title: Notes & More <beta>
base_url: https://notes.example/
description: What clients do with "quotes" & <tags>.
publisher: The people
licence: CC-BY-4.0
repository: https://github.com/acme/notes
nav:
  - title: About
    url: /about
  - title: Elsewhere
    url: https://elsewhere.example/?a=b&c=d
forges:
  git.acme.example: gitlab
-- notes/kinds.yaml --
- id: finding
  title: Finding
  plural: Findings
  description: Something seen in the code.
- id: empty-kind
  title: A kind without notes
-- notes/capabilities.yaml --
- id: transports
  title: Transports
  capabilities:
    - id: transports.stdio
      title: "`stdio`"
      summary: Over pipes.
      introduced: 2024-11-05
    - id: transports.sse
      title: SSE
      introduced: 2024-11-05
      deprecated: 2025-03-26
      removed: 2025-11-25
      spec: https://spec.example/sse
      aliases: [transports.http-sse]
- id: other
  title: Other things
  capabilities:
    - id: other.unused
      title: Unused
-- notes/revisions.yaml --
- id: 2024-11-05
  status: superseded
  spec: https://spec.example/2024-11-05
- id: 2025-03-26
  status: superseded
- id: 2025-11-25
  status: current
  changelog: https://spec.example/changes
- id: draft
  status: draft
-- notes/clients/acme.md --
---
title: Acme
vendor: Acme & Sons
url: https://acme.example
repository: https://github.com/acme/acme
docs: https://acme.example/docs
open: true
aliases: [acme-ide]
surfaces:
  - id: cli
    title: CLI
    clientInfo: [acme-cli, "acme <dev>"]
    transports: [stdio]
    protocol: 2025-11-25
  - id: app
    title: App
---

Acme is described in [[frames-by-hand]]. See [what is said](#what-is-said).

## What is said

Text.
-- notes/clients/quiet.md --
---
title: Quiet
open: false
---
-- notes/index.md --
---
title: Home
summary: The prose of the home page.
---

Begin with [the first note](research/frames-by-hand.md), [Acme](clients/acme.md) or [about](/about).

## How to read this

Slowly.
-- notes/about.md --
---
title: About & around
summary: Who & why.
aliases: [imprint]
updated: 2026-10-01
---

# Not a heading of its own

Links to [[acme]], [[transports.stdio|a capability]], [[2025-11-25]], [all notes](/research), the
[JSON](/api/v1/notes.json), the [feed](/feed.xml), and [deeper](about/deeper.md).

![A map of it all](pictures/a%20map.svg)
-- notes/about/deeper.md --
---
title: Deeper
lang: zh-Hans
---

回到 [关于](../about.md) 和 [手写的帧](../research/手写.md#no)。
-- notes/pictures/a map.svg --
<svg xmlns="http://www.w3.org/2000/svg"/>
-- static/verify.txt --
as it is
"#;

const FRAMES: &str = r#"
Acme writes frames *by hand*, see [the other note][other] and [[declares-nothing|nothing declared]].
It also says 「版本」 and `a < b && c`. More in the [section on signs](#版本协商--or-signs--co) or in
[its code](#code), [a part elsewhere](declares-nothing.md#why-it-matters) and [[declares-nothing#Why it matters]].[^1]

| Surface | Version | Note |
|:--|--:|:-:|
| CLI | `2024-11-05` | [[declares-nothing\|there]] |
| App | 2025-11-25 | <kbd>Ctrl</kbd>+<kbd>C</kbd><br>x<sub>2</sub> |

## 版本协商 — or "signs" & co

> [!NOTE]
> An alert.[^two]

- [ ] open
- [x] done

### Code

```ts
const MCP: string = "</script><!--";
```

```
untagged <b>
```

    indented & code

## 🚀

### ???

#### `Code` & *emphasis* [linked](declares-nothing.md)

<!-- A comment that stays in the twin. -->
Raw <div onclick="x()">HTML</div> is text. {{ 1 + 1 }} {% raw %} ${x}

## Sources

Headings may have any name.

## Cite

[other]: declares-nothing.md "A title & more"
[^1]: A note with a [link](/clients/acme) and `code`.
[^two]: Another,[^1] with a list:

    - one
"#;

/// Returns the rich site, not yet built.
pub fn site() -> Site {
    let source = |n: u32| {
        format!(
            "\n  - url: https://github.com/acme/acme\n    title: src/client{n}.ts, <Client>\n    commit: 9509425349e4\n    path: src/client{n}.ts:45,199-241\n    date: 2026-08-01\n  - url: https://git.acme.example/g/p\n    title: Over there\n    commit: \"0192117\"\n    path: docs/a b.md\n    date: 2026-08-0{n}\n    archived: https://archive.example/x\n    lang: zh-Hans"
        )
    };
    let rich =
        |id: &str| note(id).set("capabilities", "[transports.stdio]").set("specVersions", "[2024-11-05, 2025-11-25]");
    let notes = [
        rich("frames-by-hand")
            .set("title", "\"`stdio` <by hand>: Tom & \\\"Jerry\\\" ]]> &amp; 中文\"")
            .set("summary", "\"It sends 1 < 2 && 'x' ]]> &lt; 中文.\"")
            .set("sources", &source(1))
            .line("related: [declares-nothing, not-written-yet]")
            .line("supersedes: [old-finding]")
            .line("contradicts: [in-dispute]")
            .line("aliases: [hand-made-frames]")
            .body(FRAMES.trim()),
        rich("declares-nothing")
            .set("sources", &source(2))
            .set("lastVerified", "2026-11-30")
            .line("updated: 2026-11-30")
            .body("It declares nothing.\n\n## Why it matters\n\nBecause of [frames](/research/frames-by-hand). See [[手写]]."),
        rich("old-finding").set("status", "superseded").body("Superseded by [its successor](frames-by-hand.md)."),
        rich("in-dispute")
            .set("status", "disputed")
            .line("statusReason: A trace with `<tags>` says otherwise.")
            .set("capabilities", "[transports.sse]"),
        rich("taken-back").set("status", "retracted").line("statusReason: The test was wrong.").set("clients", "[]"),
        rich("of-its-time").set("status", "historical").set("lastVerified", "2024-01-01").set(
            "sources",
            "\n  - url: https://code.example/it\n    title: Source\n    date: 2023-01-01",
        ),
        rich("gone-stale").set("lastVerified", "2026-03-01").set(
            "sources",
            "\n  - url: https://code.example/it\n    title: Source\n    date: 2026-01-01",
        ),
        rich("in-chinese")
            .set("title", "客户端：手写的 `帧`")
            .line("lang: zh-Hans")
            .body("它发送**“帧”**，见[另一篇](frames-by-hand.md)。\n\n## 协议 版本\n\n文。\n\n## 协议 版本\n\n文。"),
        rich("not-done").set("status", "draft").set("title", "DRAFT-TITLE-4711"),
    ];
    let notes: String = notes.iter().map(ToString::to_string).collect();
    let about = REGISTRIES.replace("../research/手写.md#no", "../research/in-chinese.md#协议-版本-1");
    Site::parse(format!("{about}{}", notes.replace("[[手写]]", "[[in-chinese]]")))
}

/// The rich site at the root of its host.
pub static AT_ROOT: LazyLock<Site> = LazyLock::new(|| {
    let site = site();
    site.build(&[]).ends(0);
    site
});

/// The rich site below `/sub/dir/`.
pub static BELOW: LazyLock<Site> = LazyLock::new(|| {
    let site = site();
    site.build(&["--base-url", "https://notes.example/sub/dir/"]).ends(0);
    site
});
