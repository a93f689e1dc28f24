//! Raw HTML in a body: shown as text, but for a few harmless elements; comments are left out.
//!
//! Reads pieces of HTML and says what each is. It must not know where they stand or what is written.

/// A piece of raw HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// To be shown as it is written.
    Text(&'a str),
    /// A line break.
    Break,
    /// The opening tag of an element that counts if it is closed.
    Open(&'static str),
    /// The closing tag of such an element.
    Close(&'static str),
    /// A comment that begins at this offset and never ends.
    Unclosed(usize),
}

/// Splits raw HTML into pieces; whole comments are left out.
pub(super) fn pieces<'a>(html: &'a str, mut piece: impl FnMut(Piece<'a>)) {
    let mut from = 0;
    let mut at = 0;
    while let Some(found) = html[at..].find('<') {
        let start = at + found;
        let (end, what) = if html[start..].starts_with("<!--") {
            match super::scan::comment_end(html, start) {
                Some(end) => (end, None),
                None => (html.len(), Some(Piece::Unclosed(start))),
            }
        } else if let Some((length, tag)) = tag(&html[start..]) {
            (start + length, Some(tag))
        } else {
            at = start + 1;
            continue;
        };
        if from < start {
            piece(Piece::Text(&html[from..start]));
        }
        if let Some(what) = what {
            piece(what);
        }
        from = end;
        at = end;
    }
    if from < html.len() {
        piece(Piece::Text(&html[from..]));
    }
}

/// Reads an allowed tag at the head of `html` and returns its length.
fn tag(html: &str) -> Option<(usize, Piece<'static>)> {
    const TAGS: [(&str, Piece<'static>); 9] = [
        ("<br>", Piece::Break),
        ("<br/>", Piece::Break),
        ("<br />", Piece::Break),
        ("<kbd>", Piece::Open("kbd")),
        ("<sub>", Piece::Open("sub")),
        ("<sup>", Piece::Open("sup")),
        ("</kbd>", Piece::Close("kbd")),
        ("</sub>", Piece::Close("sub")),
        ("</sup>", Piece::Close("sup")),
    ];
    let is = |tag: &str| html.as_bytes().get(..tag.len()).is_some_and(|head| head.eq_ignore_ascii_case(tag.as_bytes()));
    TAGS.iter().find(|(tag, _)| is(tag)).map(|&(tag, piece)| (tag.len(), piece))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits() {
        let check = |html, expected: &[Piece<'_>]| {
            let mut found = Vec::new();
            pieces(html, |piece| found.push(piece));
            assert_eq!(found, expected, "{html}");
        };
        check("<div class=\"x\">", &[Piece::Text("<div class=\"x\">")]);
        check("a<BR/>b", &[Piece::Text("a"), Piece::Break, Piece::Text("b")]);
        check("<kbd>x</kbd>", &[Piece::Open("kbd"), Piece::Text("x"), Piece::Close("kbd")]);
        check("<kbd class=x>", &[Piece::Text("<kbd class=x>")]);
        check("a <!-- b --> c", &[Piece::Text("a "), Piece::Text(" c")]);
        check("a <!-- b", &[Piece::Text("a "), Piece::Unclosed(2)]);
        check("<", &[Piece::Text("<")]);
    }
}
