//! What XML adds to the rules of text.
//!
//! Templates escape; this is for what may not stand there even escaped.

/// Returns a text without the characters that XML does not know.
pub fn text(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}') && (*c >= ' ' || matches!(c, '\t' | '\n'))).collect()
}
