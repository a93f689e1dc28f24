//! Diagnostics as a SARIF 2.1.0 log of one run. It must not know where it goes.
//!
//! Paths are relative to the site's folder, which the log names without telling where it is: so the
//! same findings give the same bytes on every machine.

use serde_json::{Value, json};

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Place};
use crate::route;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// What paths are relative to.
const BASE: &str = "SITE";

/// Returns all diagnostics as a document that ends with a line end.
pub fn sarif(diagnostics: &[Diagnostic]) -> String {
    let mut codes: Vec<Code> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": env!("CARGO_PKG_NAME"),
                    "version": env!("CARGO_PKG_VERSION"),
                    "informationUri": env!("CARGO_PKG_REPOSITORY"),
                    "rules": codes.iter().map(|code| rule(*code)).collect::<Value>(),
                },
            },
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {BASE: {"description": {"text": "The site's folder."}}},
            "results": diagnostics.iter().map(|diagnostic| result(diagnostic, &codes)).collect::<Value>(),
        }],
    });
    format!("{log:#}\n")
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.name(),
        "shortDescription": {"text": code.summary()},
        "defaultConfiguration": {"level": code.severity().word()},
    })
}

fn result(diagnostic: &Diagnostic, codes: &[Code]) -> Value {
    let text = match &diagnostic.help {
        Some(help) => format!("{}\nhelp: {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let mut result = json!({
        "ruleId": diagnostic.code.name(),
        "ruleIndex": codes.binary_search(&diagnostic.code).expect("the codes are those of all diagnostics"),
        "level": diagnostic.severity.word(),
        "message": {"text": text},
        "locations": [{
            "physicalLocation": {
                "artifactLocation": artifact(&diagnostic.place.path),
                "region": region(&diagnostic.place),
            },
        }],
    });
    if let Some(fix) = &diagnostic.fix {
        result["fixes"] = json!([self::fix(fix, &diagnostic.place.path)]);
    }
    result
}

fn artifact(path: &str) -> Value {
    json!({"uri": route::encode(path), "uriBaseId": BASE})
}

fn region(place: &Place) -> Value {
    json!({
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end.line,
        "endColumn": place.end.column,
        "byteOffset": place.bytes.start,
        "byteLength": place.bytes.len(),
    })
}

fn fix(fix: &Fix, path: &str) -> Value {
    let replacement = |Edit { bytes, text }: &Edit| {
        json!({
            "deletedRegion": {"byteOffset": bytes.start, "byteLength": bytes.len()},
            "insertedContent": {"text": text},
        })
    };
    json!({
        "description": {"text": fix.description},
        "artifactChanges": [{
            "artifactLocation": artifact(path),
            "replacements": fix.edits.iter().map(replacement).collect::<Value>(),
        }],
    })
}
