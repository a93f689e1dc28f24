//! Scalars that readers of YAML take for numbers, dates or booleans go from front matter to the
//! JSON, the page and the twin as they are written.

use proptest::prelude::*;
use serde_json::Value;

use crate::site::{Site, note};

/// A plain scalar that some reader of YAML misreads.
fn misread() -> impl Strategy<Value = String> {
    prop_oneof![
        "[+-]?[0-9]{1,12}",
        "0[0-9]{1,9}",
        "[0-9]{1,9}[eE][+-]?[0-9]{1,5}",
        "[+-]?[0-9]{0,3}\\.[0-9]{1,4}",
        "[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}",
        "0[xob][0-9a-f]{1,6}",
        "[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?(\\.[0-9])?",
        "[0-9]{1,3}(_[0-9]{3}){1,2}",
        "(19|20)[0-9]{2}-[0-9]{1,2}-[0-9]{1,2}",
        "(19|20)[0-9]{2}-0[1-9]-0[1-9]T0[0-9]:00:00Z",
        "[0-9a-f]{7,12}",
        "[+-]?\\.(inf|Inf|INF|nan|NaN)",
        "(yes|no|on|off|y|n|true|false|Yes|NO|On|OFF|Y|N|True|FALSE)",
        "(nil|none|None|undefined|=|<<|NaN|Infinity)",
    ]
}

/// Any text, in double quotes as JSON writes it.
fn quoted() -> impl Strategy<Value = (String, String)> {
    "[^\\p{C}]{0,20}[^\\p{C}\\p{Z}]".prop_map(|text| (serde_json::to_string(&text).expect("a string"), text))
}

fn written_and_meant() -> impl Strategy<Value = (String, String)> {
    prop_oneof![4 => misread().prop_map(|text| (text.clone(), text)), 1 => quoted()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn scalars_come_out_as_they_are_written(values in prop::collection::vec(written_and_meant(), 60)) {
        let id = |i: usize| format!("n{i:02}");
        let site = Site::parse("");
        for (i, (written, _)) in values.iter().enumerate() {
            let source = format!("\n  - url: https://code.example/it\n    title: {written}\n    date: 2026-08-01");
            let note = note(&id(i)).set("title", written).set("summary", written).set("sources", &source);
            let note = note.line(&format!("statusReason: {written}"));
            site.write(&format!("notes/research/{}.md", id(i)), note.text());
        }
        let run = site.build(&[]);
        prop_assert_eq!(run.exit, 0, "{}", run.stderr);
        let all: Value = serde_json::from_str(&site.text("api/v1/notes.json")).expect("JSON");
        for (i, (written, meant)) in values.iter().enumerate() {
            let found = &all["notes"][i];
            prop_assert_eq!(&found["id"], &Value::String(id(i)));
            for field in [&found["title"], &found["summary"], &found["sources"][0]["title"], &found["statusReason"]] {
                prop_assert_eq!(field.as_str(), Some(meant.as_str()));
            }
            let twin = site.text(&format!("research/{}.md", id(i)));
            let expected = format!("\ntitle: {written}\nkind: ");
            prop_assert!(twin.contains(&expected), "{}", twin);
        }
    }
}
