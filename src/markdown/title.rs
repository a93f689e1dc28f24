//! Titles: text in which backticks mark code and nothing else is markup. It must not know what has
//! a title.

use super::html::push_escaped;

/// A piece of a title.
pub(super) enum Piece<'a> {
    Text(&'a str),
    /// What is shown, and how it is written with its backticks.
    Code {
        code: &'a str,
        raw: &'a str,
    },
}

/// Returns a title as escaped HTML, with what stands between backticks as `code`.
pub fn inline_code(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    pieces(text, |piece| match piece {
        Piece::Text(text) => push_escaped(&mut out, text),
        Piece::Code { code, .. } => {
            out.push_str("<code>");
            push_escaped(&mut out, code);
            out.push_str("</code>");
        }
    });
    out
}

/// Returns a title as a reader sees it: without the backticks that mark code, not escaped.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    pieces(text, |piece| match piece {
        Piece::Text(text) | Piece::Code { code: text, .. } => out.push_str(text),
    });
    out
}

pub(super) fn pieces<'a>(text: &'a str, mut piece: impl FnMut(Piece<'a>)) {
    // Lengths of runs that have no partner further on, so that no search is made twice.
    let mut alone: Vec<usize> = Vec::new();
    let mut from = 0;
    let mut at = 0;
    while let Some(found) = text[at..].find('`') {
        let open = at + found;
        let run = length(text, open);
        at = open + run;
        if alone.contains(&run) {
            continue;
        }
        let Some(close) = partner(text, at, run) else {
            alone.push(run);
            continue;
        };
        piece(Piece::Text(&text[from..open]));
        let code = &text[at..close];
        let padded = code.strip_prefix(' ').and_then(|code| code.strip_suffix(' '));
        let code = padded.filter(|inner| !inner.trim().is_empty()).unwrap_or(code);
        from = close + run;
        piece(Piece::Code { code, raw: &text[open..from] });
        at = from;
    }
    piece(Piece::Text(&text[from..]));
}

fn length(text: &str, at: usize) -> usize {
    text.as_bytes()[at..].iter().take_while(|b| **b == b'`').count()
}

fn partner(text: &str, mut at: usize, run: usize) -> Option<usize> {
    while let Some(found) = text[at..].find('`') {
        let start = at + found;
        let have = length(text, start);
        if have == run {
            return Some(start);
        }
        at = start + have;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles() {
        for (text, html, seen) in [
            ("`a` < *b*", "<code>a</code> &lt; *b*", "a < *b*"),
            ("one ` tick", "one ` tick", "one ` tick"),
            ("`` a`b `` c", "<code>a`b</code> c", "a`b c"),
            ("`</script>`", "<code>&lt;/script&gt;</code>", "</script>"),
            ("", "", ""),
        ] {
            assert_eq!(inline_code(text), html);
            assert_eq!(plain(text), seen);
        }
    }
}
