//! Files that are in order, as the values that a YAML reader makes of them.

use serde_json::{Value, json};

/// Returns a file of that kind with every key.
pub fn sample(name: &str) -> Value {
    match name {
        "note" => json!({
            "id": "a",
            "title": "A title with `code`",
            "kind": "finding",
            "summary": "What it says.",
            "capabilities": ["tools.call"],
            "clients": ["acme"],
            "specVersions": ["2025-06-18", "2025-11-25"],
            "sources": [
                {
                    "url": "https://code.example/it",
                    "title": "it.rs",
                    "commit": "9509425349e4",
                    "path": "src/it.rs:45,199-241",
                    "date": "2026-08-01",
                    "archived": "https://archive.example/it",
                    "lang": "en",
                },
                { "url": "https://code.example", "title": "1.10", "date": "2024-02-29" },
            ],
            "status": "current",
            "lastVerified": "2026-09-01",
            "related": ["b"],
            "claims": [
                {
                    "capability": "tools.call",
                    "support": "partial",
                    "client": "acme",
                    "surface": "app",
                    "revisions": ["2025-06-18"],
                    "versions": ">=3.30",
                    "method": "source",
                    "sources": [1, 2],
                    "note": "Some of it.",
                },
                { "capability": "tools.call", "support": "yes", "method": "docs" },
            ],
            "supersedes": ["c"],
            "contradicts": ["d"],
            "statusReason": "It holds.",
            "aliases": ["former-a"],
            "updated": "2026-09-02",
            "lang": "zh-Hans",
            "canonical": "https://notes.example/research/a",
            "last-updated": "2026-09-02",
        }),
        "client" => json!({
            "title": "Acme",
            "vendor": "Acme Inc.",
            "url": "https://acme.example/",
            "repository": "https://code.example/acme",
            "docs": "http://docs.acme.example?x#y",
            "open": true,
            "aliases": ["acme-code"],
            "surfaces": [
                {
                    "id": "app",
                    "title": "App",
                    "clientInfo": ["acme-app"],
                    "transports": ["stdio"],
                    "protocol": "2025-06-18",
                },
                { "id": "cli", "title": "CLI" },
            ],
        }),
        "page" => json!({
            "title": "About",
            "summary": "What this is.",
            "lang": "en",
            "aliases": ["about-us"],
            "updated": "2026-09-02",
            "canonical": "https://notes.example/about",
            "last-updated": "2026-09-02",
        }),
        "site" => json!({
            "title": "Notes",
            "base_url": "https://notes.example/sub/",
            "description": "Notes on clients.",
            "lang": "en",
            "publisher": "Us",
            "licence": "CC0",
            "repository": "https://code.example/notes",
            "branch": "main",
            "nav": [{ "title": "About", "url": "/about" }, { "title": "Code", "url": "https://code.example" }],
            "forges": { "code.example": "gitlab" },
            "highlight": false,
            "stale_after": 90,
        }),
        "capabilities" => json!([
            {
                "id": "tools",
                "title": "Tools",
                "capabilities": [
                    {
                        "id": "tools.call",
                        "title": "Call",
                        "summary": "Calling tools.",
                        "introduced": "2024-11-05",
                        "deprecated": "2025-06-18",
                        "removed": "2025-11-25",
                        "spec": "https://spec.example/tools",
                        "aliases": ["call"],
                    },
                    { "id": "tools.list", "title": "List" },
                ],
            },
            { "id": "base", "title": "Base", "capabilities": [] },
        ]),
        "revisions" => json!([
            { "id": "2024-11-05", "status": "superseded" },
            {
                "id": "2025-06-18",
                "status": "current",
                "spec": "https://spec.example",
                "changelog": "https://spec.example/changes",
            },
        ]),
        "kinds" => json!([
            {
                "id": "finding",
                "title": "Finding",
                "plural": "Findings",
                "description": "What was found.",
                "needsClient": true,
                "needsCapability": false,
            },
            { "id": "limit", "title": "Limit" },
        ]),
        other => panic!("no file is called {other}"),
    }
}

/// Returns a file of that kind with as few keys as may be.
pub fn least(name: &str) -> Value {
    match name {
        "note" => json!({
            "id": "a",
            "title": "A",
            "kind": "finding",
            "summary": "What it says.",
            "capabilities": [],
            "clients": [],
            "specVersions": [],
            "status": "draft",
            "lastVerified": "2026-09-01",
        }),
        "client" | "page" => json!({ "title": "A" }),
        "site" => json!({}),
        "capabilities" | "revisions" | "kinds" => json!([]),
        other => panic!("no file is called {other}"),
    }
}
