//! What XML adds to the rules of text.
//!
//! Templates escape; this is for what may not stand there even escaped.

/// Returns a text without the characters that XML does not know.
pub fn text(text: &str) -> String {
    // The two beyond ASCII begin with this byte; most texts have none of them all.
    let is_unknown = |byte: u8| byte == 0xef || byte < b' ' && !matches!(byte, b'\t' | b'\n');
    if !text.bytes().any(is_unknown) {
        return text.to_owned();
    }
    text.chars().filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}') && (*c >= ' ' || matches!(c, '\t' | '\n'))).collect()
}
