//! The page on the design: words from beside this file, colours and their contrast from the stylesheet.

use std::fmt::Write as _;

const WORDS: &str = include_str!("design.md");
const STYLE: &str = include_str!("../../../static/style.css");

/// Colours that text is written in, and what each means.
const TEXT: &[(&str, &str)] = &[
    ("ink", "text"),
    ("soft", "what is second to it"),
    ("accent", "links, focus"),
    ("current", "current; yes"),
    ("partial", "partial"),
    ("disputed", "disputed; stale"),
    ("superseded", "superseded; mixed"),
    ("retracted", "retracted; no"),
    ("past", "historical, draft; noted"),
];

/// Colours of grounds and lines.
const OTHER: &[(&str, &str)] = &[
    ("paper", "the ground"),
    ("tint", "code, banners"),
    ("line", "hairlines"),
    ("rule", "the line above a part"),
    ("underline", "below links"),
];

/// Returns the page.
///
/// # Panics
/// If a colour is too faint to be read.
pub fn page() -> String {
    let mut out = WORDS.to_owned();
    let paper = pair("paper");
    out.push_str("| Token | Light | Dark | Use |\n|---|---|---|---|\n");
    for (name, what) in TEXT {
        let (light, dark) = pair(name);
        let (on_light, on_dark) = (contrast(light, paper.0), contrast(dark, paper.1));
        let tint = pair("tint");
        for contrast in [on_light, on_dark, contrast(light, tint.0), contrast(dark, tint.1)] {
            assert!(contrast >= 4.5, "--{name} has a contrast of {contrast:.1}");
        }
        let _ = writeln!(out, "| `--{name}` | `{light}` {on_light:.1} | `{dark}` {on_dark:.1} | {what} |");
    }
    for (name, what) in OTHER {
        let (light, dark) = pair(name);
        let _ = writeln!(out, "| `--{name}` | `{light}` | `{dark}` | {what} |");
    }
    out.push_str(
        "\nIn forced colours the system's own take their place, and marks keep their shapes. In print the ground is white, \
         sources say where they lead, and what can only be pressed is left out.\n\n\
         To change any of this on a site of your own, see [templates](/docs/templates).\n",
    );
    out
}

/// Returns the two colours of a token.
fn pair(name: &str) -> (&'static str, &'static str) {
    let at = STYLE.find(&format!("--{name}: light-dark(")).unwrap_or_else(|| panic!("no token --{name}"));
    let (inside, _) = STYLE[at..].split_once(')').expect("a pair");
    let (_, colours) = inside.split_once('(').expect("a pair");
    colours.split_once(", ").expect("two colours")
}

/// Returns the contrast of two colours, as WCAG defines it.
fn contrast(one: &str, other: &str) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour")) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}
