//! A cell's badge: the client and the capability, and the verdict as a word on its colour.
//!
//! A picture is a template; here stand its words and measures. No font is loaded: widths come from a
//! table and are written into the picture, so that it looks alike everywhere. It must not know why a
//! verdict is what it is.

use serde::Serialize;

use crate::catalog::cells::sentence::differences;
use crate::catalog::{Subject, Verdict};
use crate::render::views::Scene;
use crate::render::xml;

/// How many characters of a title a badge shows.
const TITLE: usize = 32;
/// The room beside a text, in tenths of a pixel.
const PADDING: usize = 60;

/// The words of a badge.
#[derive(Debug)]
pub struct Words {
    /// The client and the capability.
    pub label: String,
    /// The verdict, in a word.
    pub message: &'static str,
    /// Six hexadecimal digits; white text on it has a contrast of at least 4.5.
    pub color: &'static str,
}

/// A badge as its template sees it. Measures are in tenths of a pixel.
#[derive(Debug, Serialize)]
pub struct BadgeView {
    label: String,
    message: &'static str,
    /// Where a mixed verdict holds.
    differences: Option<String>,
    color: &'static str,
    label_text: usize,
    label_box: usize,
    message_text: usize,
    message_box: usize,
    /// Where the message's text begins.
    message_start: usize,
    /// Where the label's text begins.
    label_start: usize,
    width: usize,
}

/// Returns the words of a cell's badge.
pub fn words(scene: &Scene, client: usize, capability: usize) -> Words {
    let title = |subject: Subject| shortened(&scene.link(subject).title);
    let verdict = scene.cells.verdict(client, capability);
    Words {
        label: format!("{} · {}", title(Subject::Client(client)), title(Subject::Capability(capability))),
        message: verdict.word(),
        color: color(verdict),
    }
}

/// Returns a cell's badge.
pub fn badge(scene: &Scene, client: usize, capability: usize) -> BadgeView {
    let Words { label, message, color } = words(scene, client, capability);
    let label = xml::text(&label);
    let (label_text, message_text) = (width(&label), width(message));
    let (label_box, message_box) = (label_text + 2 * PADDING, message_text + 2 * PADDING);
    BadgeView {
        label,
        message,
        differences: differences(scene, client, capability, None).map(|text| xml::text(&text)),
        color,
        label_text,
        label_box,
        message_text,
        message_box,
        label_start: PADDING,
        message_start: label_box + PADDING,
        width: label_box + message_box,
    }
}

fn color(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Yes => "1a7f37",
        Verdict::Partial => "8a5d00",
        Verdict::No => "b42318",
        Verdict::Mixed => "6639ba",
        Verdict::Disputed => "a8440a",
        Verdict::Noted => "0a5cc2",
        Verdict::Unknown | Verdict::NotApplicable => "57606a",
    }
}

fn shortened(title: &str) -> String {
    if title.chars().count() <= TITLE {
        return title.to_owned();
    }
    let kept: String = title.chars().take(TITLE - 1).collect();
    format!("{}…", kept.trim_end())
}

/// The widths of the characters from the space to the tilde, in tenths of a pixel at 11 pixels.
const WIDTHS: &[u8; 95] = &[
    39, 43, 50, 90, 70, 118, 80, 30, 50, 50, 70, 90, 40, 50, 40, 50, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 50, 50,
    90, 90, 90, 60, 110, 75, 75, 77, 85, 70, 63, 85, 83, 46, 50, 76, 61, 93, 82, 87, 66, 87, 76, 75, 68, 81, 75, 109,
    75, 68, 75, 50, 50, 50, 90, 70, 70, 66, 69, 57, 69, 66, 39, 69, 70, 30, 38, 65, 30, 107, 70, 67, 69, 69, 47, 57,
    43, 70, 65, 90, 65, 65, 58, 70, 50, 70, 90,
];

/// Returns how wide a text is, in tenths of a pixel.
fn width(text: &str) -> usize {
    let of = |c: char| match (c as usize).checked_sub(0x20).and_then(|at| WIDTHS.get(at)) {
        Some(width) => usize::from(*width),
        None if c == '·' => 40,
        // From Hangul on, most scripts fill a square.
        None if c >= '\u{1100}' => 110,
        None => 70,
    };
    text.chars().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_title_is_cut_and_says_so() {
        assert_eq!(shortened("stdio"), "stdio");
        assert_eq!(shortened(&"é".repeat(32)), "é".repeat(32));
        assert_eq!(shortened(&"é".repeat(33)), format!("{}…", "é".repeat(31)));
    }

    #[test]
    fn wider_texts_are_wider() {
        assert!(width("ill") < width("www") && width("帧") == 110 && width("") == 0);
    }

    #[test]
    fn white_text_stands_out_from_every_colour() {
        let channel = |hex: &str| {
            let value = f64::from(u8::from_str_radix(hex, 16).unwrap()) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        for verdict in Verdict::ALL {
            let color = color(*verdict);
            let light = 0.2126 * channel(&color[..2]) + 0.7152 * channel(&color[2..4]) + 0.0722 * channel(&color[4..]);
            assert!(1.05 / (light + 0.05) >= 4.5, "{}", verdict.word());
        }
    }
}
