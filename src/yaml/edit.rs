//! Edits of a YAML text that change one thing and nothing else.
//!
//! What is to be cut is told by places, and then proved: the text without it is read again, and must
//! hold the same tree but for that one thing. It must not know which fields exist.

use std::ops::Range;

use super::tree::{self, Node, Path, Scalar};

/// Returns the bytes to cut so that a list, the value of a key, loses an item behind the first. Comments
/// beside it stay. Nothing is returned for forms that are too rare to be edited by a program.
pub fn without_item(text: &str, root: &Node, list: &Path<'_>, index: usize) -> Option<Vec<Range<usize>>> {
    let Some(Node::List(items, begin)) = root.at(list) else { return None };
    let (Node::Scalar(before), Node::Scalar(item)) = (items.get(index.checked_sub(1)?)?, items.get(index)?) else {
        return None;
    };
    let (before, entry) = (extent(text, before)?, extent(text, item)?);
    if before.end > entry.start {
        return None;
    }
    let is_flow = text[*begin..].starts_with('[');
    let (before, after) = (skip(text, before.end), skip(text, entry.end));
    // With the item goes the comma behind it; behind the last one is none, so the one before it goes.
    let has_comma = is_flow && text[after..].starts_with(',');
    if !has_comma && !text[before..].starts_with(if is_flow { ',' } else { '-' }) {
        return None;
    }
    let ranges = match has_comma {
        true => join(text, entry, after..after + 1),
        false => join(text, before..before + 1, entry),
    };
    let ranges: Vec<_> = ranges.into_iter().map(|range| cut(text, range, has_comma || !is_flow)).collect();
    let mut rest = text.to_owned();
    for range in ranges.iter().rev() {
        rest.replace_range(range.clone(), "");
    }
    let read = tree::read(&rest, false).ok()?;
    same(root, &read, Some(&items[index])).then_some(ranges)
}

/// Returns the bytes of these items of a list, which are in the order of the text, if all are scalars of
/// one line and no comment stands between them.
pub fn texts(text: &str, root: &Node, list: &Path<'_>, items: &[usize]) -> Option<Vec<Range<usize>>> {
    let Some(Node::List(all, _)) = root.at(list) else { return None };
    let extent = |i: &usize| match all.get(*i)? {
        Node::Scalar(scalar) => extent(text, scalar).filter(|range| !text[range.clone()].contains('\n')),
        _ => None,
    };
    let ranges: Vec<Range<usize>> = items.iter().map(extent).collect::<Option<_>>()?;
    let is_bare = |pair: &[Range<usize>]| {
        let between = text.get(pair[0].end..pair[1].start);
        between.is_some_and(|between| !between.contains('#'))
    };
    ranges.windows(2).all(is_bare).then_some(ranges)
}

/// Returns the bytes of a plain scalar, if it is the same text in quotes.
pub fn plain(text: &str, root: &Node, path: &Path<'_>) -> Option<Range<usize>> {
    let Some(Node::Scalar(scalar)) = root.at(path) else { return None };
    let range = extent(text, scalar)?;
    (text[range.clone()] == scalar.text).then_some(range)
}

/// Tells whether two texts hold the same tree.
pub fn means_the_same(a: &str, b: &str) -> bool {
    matches!((tree::read(a, false), tree::read(b, false)), (Ok(a), Ok(b)) if same(&a, &b, None))
}

/// Tells whether two trees are the same but for one node that the second lacks.
pub(super) fn same(a: &Node, b: &Node, missing: Option<&Node>) -> bool {
    match (a, b) {
        (Node::Scalar(a), Node::Scalar(b)) => a.text == b.text && a.null == b.null,
        (Node::List(a, _), Node::List(b, _)) => {
            let kept: Vec<&Node> =
                a.iter().filter(|item| !missing.is_some_and(|missing| std::ptr::eq(*item, missing))).collect();
            kept.len() == b.len() && kept.iter().zip(b).all(|(a, b)| same(a, b, missing))
        }
        (Node::Map(a, _), Node::Map(b, _)) => {
            a.len() == b.len()
                && a.iter().zip(b).all(|(a, b)| a.key.text == b.key.text && same(&a.value, &b.value, missing))
        }
        _ => false,
    }
}

/// Returns the bytes of a scalar that is not a block of lines.
fn extent(text: &str, scalar: &Scalar) -> Option<Range<usize>> {
    let is_block = text.get(scalar.at..)?.starts_with(['|', '>']);
    (!is_block).then(|| scalar.at..scalar.at + tree::raw_len(text, scalar))
}

/// Returns the first byte from `at` on that is neither white space nor part of a comment.
fn skip(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let inner = rest.trim_start();
        let blanks = rest.len() - inner.len();
        at += blanks;
        if !(inner.starts_with('#') && blanks > 0) {
            return at;
        }
        at += inner.find('\n').unwrap_or(inner.len());
    }
}

/// Returns two ranges as one, if there are only blanks between them.
fn join(text: &str, first: Range<usize>, second: Range<usize>) -> Vec<Range<usize>> {
    let between = text.get(first.end..second.start);
    if between.is_some_and(|between| between.trim_matches([' ', '\t']).is_empty()) {
        return std::iter::once(first.start..second.end).collect();
    }
    vec![first, second]
}

/// Returns a range with the blanks that nothing needs when it is gone: its whole line, if nothing else
/// stands there; else those before it at the line's end, and at its start or with `eager` those behind it.
fn cut(text: &str, range: Range<usize>, eager: bool) -> Range<usize> {
    let is_blank = |c| matches!(c, ' ' | '\t');
    let rest = &text[range.end..];
    let inner = rest.trim_start_matches(is_blank);
    let end = range.end + rest.len() - inner.len();
    let line = &text[text[..range.start].rfind('\n').map_or(0, |i| i + 1)..range.start];
    let before = line.trim_end_matches(is_blank);
    let blanks = line.len() - before.len();
    if inner.is_empty() || inner.starts_with('\n') {
        return match before.is_empty() {
            true => range.start - line.len()..(end + 1).min(text.len()),
            false => range.start - blanks..end,
        };
    }
    let is_comment = inner.starts_with('#');
    let with_blanks = match line.is_empty() {
        // At the margin only a comment may stand in every list.
        true => is_comment,
        // A comment needs a blank before it.
        false => (eager || before.is_empty()) && (blanks > 0 || !is_comment),
    };
    if with_blanks { range.start..end } else { range }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, index: usize, expected: &str) {
        let root = tree::read(text, true).unwrap();
        let ranges = without_item(text, &root, &Path::Key(&Path::Root, "a"), index).expect("a list that can be edited");
        let mut rest = text.to_owned();
        for range in ranges.into_iter().rev() {
            rest.replace_range(range, "");
        }
        assert_eq!(rest, expected, "{text}");
    }

    #[test]
    fn items_of_flow_lists() {
        check("a: [x, x]\n", 1, "a: [x]\n");
        check("a: [x, x, y]\n", 1, "a: [x, y]\n");
        check("a: [x,x,y]\n", 1, "a: [x,y]\n");
        check("a: [x,x]\n", 1, "a: [x]\n");
        check("a: [ x, x ] # both\n", 1, "a: [ x ] # both\n");
        check("a: [x, 'x', ]\n", 1, "a: [x, ]\n");
        check("a: [x, \"x, ]\", y]\n", 1, "a: [x, y]\n");
        check("a: [\n  x,\n  x,\n  y\n]\n", 1, "a: [\n  x,\n  y\n]\n");
        check("a: [\n  x,\n  y,\n  x\n]\n", 2, "a: [\n  x,\n  y\n]\n");
        check("a: [\n  x, # one\n  x, # two\n  y # three\n]\n", 1, "a: [\n  x, # one\n  # two\n  y # three\n]\n");
        check("a: [\n  x, # one, still\n  x # two\n]\n", 1, "a: [\n  x # one, still\n  # two\n]\n");
        check("a: [\n  x\n  , x\n  , y ]\n", 1, "a: [\n  x\n  ,\n  y ]\n");
        check("a: [x,x #\n, y]\n", 1, "a: [x, #\n y]\n");
    }

    #[test]
    fn items_of_block_lists() {
        check("a:\n  - x\n  - x\nb: c\n", 1, "a:\n  - x\nb: c\n");
        check("a:\n- x\n-   x   \n", 1, "a:\n- x\n");
        check("a:\n- x\n- x", 1, "a:\n- x\n");
        check("a:\n  - x # one\n  - x # two - x\n  - y\n", 1, "a:\n  - x # one\n  # two - x\n  - y\n");
        check("a:\n  - x\n  # before\n\n  - x\n  - y\n", 1, "a:\n  - x\n  # before\n\n  - y\n");
        check("a:\n  - x\n  -\n    x\n  - y\n", 1, "a:\n  - x\n  - y\n");
        check("a:\n  - x\n  - # which?\n    x\n  - y\n", 1, "a:\n  - x\n  # which?\n  - y\n");
        check("a:\n  - x y\n  - x\n    y\n  - 'x\n    y'\n", 1, "a:\n  - x y\n  - 'x\n    y'\n");
        check("a:\n  - x y\n  - x\n    y\n  - 'x\n    y'\n", 2, "a:\n  - x y\n  - x\n    y\n");
    }

    #[test]
    fn what_cannot_be_proved_is_left() {
        let of = |text: &str| {
            let root = tree::read(text, true).unwrap();
            without_item(text, &root, &Path::Key(&Path::Root, "a"), 1)
        };
        assert_eq!(of("a:\n  - x\n  - >-\n    x\n"), None);
        assert_eq!(of("a:\n  - [x]\n  - x\n"), None);
        assert_eq!(of("a: x\n"), None);
    }

    proptest::proptest! {
        #[test]
        fn nothing_but_an_item_is_ever_cut(text in r#"a:[ \n]([-\[x,'"|># \n标]|- x\n|x, ){0,24}"#, index in 0..4usize) {
            if let Ok(root) = tree::read(&text, true)
                && let Some(ranges) = without_item(&text, &root, &Path::Key(&Path::Root, "a"), index)
            {
                let kept: usize = text.len() - ranges.iter().map(|range| range.len()).sum::<usize>();
                proptest::prop_assert!(kept >= "a:".len() && index > 0, "{text}");
            }
        }
    }

    #[test]
    fn the_end_of_a_block_of_lines_has_a_meaning() {
        assert!(means_the_same("a: b", "a: b\n"));
        assert!(!means_the_same("a: |\n  b", "a: |\n  b\n"));
    }
}
