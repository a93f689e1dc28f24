//! Characters of Chinese and Japanese writing, which knows no spaces, and a way round a rule of
//! CommonMark that was made without them: beside full-width punctuation, `**` neither opens nor
//! closes (`**版本。**所以` stays as it is, and its marks pair with the wrong ones further on).
//!
//! [`soften`] gives the parser a text of the same length in which such punctuation is a letter, and
//! [`restore`] undoes it in what comes out. It must not know the parser's events.

use std::borrow::Cow;

/// Full-width punctuation, then signs that Western text has too; three bytes each.
const MARKS: &str = "、。〃〈〉《》「」『』【】〔〕〖〗〘〙〚〛〜〝〞〟！＂＃％＆＇（）＊，－．／：；？＠［＼］＿｛｝｟｠｡｢｣､･・‘’“”…—–";

/// A private character stands for each of `MARKS`.
const FIRST: u32 = 0xe000;

/// Tells whether `c` is a letter of a script without spaces.
pub(super) fn is_letter(c: char) -> bool {
    matches!(c,
        '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{302f}' | '\u{3031}'..='\u{312f}'
        | '\u{3190}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}'
        | '\u{ff41}'..='\u{ff5a}' | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
        && c != '・'
}

/// Tells whether a text is of a script without spaces, names from other scripts aside: a letter counts for
/// half a word.
pub fn is_unspaced(text: &str) -> bool {
    let letters = text.chars().filter(|c| is_letter(*c)).count();
    let words = text.split(|c: char| is_letter(c) || !c.is_alphanumeric()).filter(|word| !word.is_empty()).count();
    letters > 0 && 2 * letters >= words
}

/// Tells whether `c` is punctuation that only such a script has.
pub(super) fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3020}' | '\u{3030}' | '・' | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}')
}

/// Tells whether `c` is punctuation that such a script shares with others.
fn is_shared(c: char) -> bool {
    matches!(c, '‘' | '’' | '“' | '”' | '…' | '—' | '–')
}

/// Tells whether `c` is an opening bracket or quote.
fn opens(c: char) -> bool {
    "〈《「『【〔〖〘〚〝（［｛｟｢‘“".contains(c)
}

/// Tells whether a line break between the two shows nothing.
pub(super) fn joins(before: char, after: char) -> bool {
    let wide = |c| is_letter(c) || is_mark(c);
    wide(before) && (wide(after) || is_shared(after)) || wide(after) && is_shared(before)
}

/// Returns `body` with the punctuation that would defeat emphasis replaced, byte for byte in place.
pub(super) fn soften(body: &str) -> Cow<'_, str> {
    if body.is_ascii() {
        return Cow::Borrowed(body);
    }
    let mut out: Option<String> = None;
    let mut copied = 0;
    let mut from = 0;
    while let Some(found) = body[from..].find('*') {
        let start = from + found;
        let end = start + body.as_bytes()[start..].iter().take_while(|b| **b == b'*').count();
        from = end;
        let (Some(before), Some(after)) = (body[..start].chars().next_back(), body[end..].chars().next()) else {
            continue;
        };
        // After a letter only what opens needs help, and before one only what does not open.
        let (at, mark, other) = if after.is_alphanumeric() && !opens(before) {
            (start - before.len_utf8(), before, after)
        } else if before.is_alphanumeric() && opens(after) {
            (end, after, before)
        } else {
            continue;
        };
        if !(is_mark(mark) || is_shared(mark) && is_letter(other)) || at < copied {
            continue;
        }
        let Some(stand_in) = stand_in(mark) else { continue };
        if out.is_none() && body.contains(|c| stands_for(c).is_some()) {
            return Cow::Borrowed(body);
        }
        let out = out.get_or_insert_with(|| String::with_capacity(body.len()));
        out.push_str(&body[copied..at]);
        out.push(stand_in);
        copied = at + mark.len_utf8();
    }
    match out {
        None => Cow::Borrowed(body),
        Some(mut out) => {
            out.push_str(&body[copied..]);
            Cow::Owned(out)
        }
    }
}

/// Returns a piece of a softened text as its author wrote it.
pub(super) fn restore(text: &str) -> String {
    text.chars().map(|c| stands_for(c).unwrap_or(c)).collect()
}

fn stand_in(mark: char) -> Option<char> {
    let at = MARKS.chars().position(|c| c == mark)?;
    char::from_u32(FIRST + u32::try_from(at).ok()?)
}

fn stands_for(c: char) -> Option<char> {
    let at = (c as u32).checked_sub(FIRST)? as usize * 3;
    MARKS.get(at..at + 3)?.chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_has_a_stand_in_of_its_length() {
        for mark in MARKS.chars() {
            assert_eq!(mark.len_utf8(), 3, "{mark}");
            let stand_in = stand_in(mark).expect("in the list");
            assert_eq!(stand_in.len_utf8(), 3);
            assert_eq!(stands_for(stand_in), Some(mark));
            assert!(is_mark(mark) || is_shared(mark), "{mark}");
        }
        assert_eq!(stands_for('a'), None);
        assert_eq!(stands_for('\u{e0ff}'), None);
    }

    #[test]
    fn only_defeated_emphasis_is_softened() {
        for same in ["**a** b", "**中文**。", "“**a**” b", "（**中文**），", "* 中文。", "\u{e000}中**文。**中"]
        {
            assert!(matches!(soften(same), Cow::Borrowed(_)), "{same}");
        }
        for defeated in ["是**版本。**所以", "端**“硬编码”**了", "**重要（beta）**功能", "**（a）**b"]
        {
            let soft = soften(defeated);
            assert!(matches!(soft, Cow::Owned(_)), "{defeated}");
            assert_eq!(soft.len(), defeated.len());
            assert_eq!(restore(&soft), defeated);
        }
    }

    #[test]
    fn breaks_between_wide_characters_show_nothing() {
        assert!(joins('中', '文'));
        assert!(joins('，', '文'));
        assert!(joins('”', '文'));
        assert!(!joins('a', '文'));
        assert!(!joins('”', 'a'));
        assert!(!joins('한', '글'));
    }
}
