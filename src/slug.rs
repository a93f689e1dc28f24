//! Ids, and the nearest known name for a misspelt one.
//!
//! One rule for what an id may be, one for when two ids are too alike to live on one disk, one for
//! heading ids. It must not know which ids exist.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

/// Why a text is not an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Breaks the rule of letters, digits and hyphens, or is too long.
    Form,
    /// Is a Windows device name.
    Device,
}

/// The rule for slugs, in words.
pub const RULE: &str =
    "an id has 1 to 100 characters: lower-case letters, digits and single hyphens, starting with a letter or digit";

/// What every slug matches.
pub const PATTERN: &str = "^[a-z0-9]+(?:-[a-z0-9]+)*$";
/// What every dotted id matches.
pub const DOTTED_PATTERN: &str = "^[a-z0-9]+(?:-[a-z0-9]+)*(?:\\.[a-z0-9]+(?:-[a-z0-9]+)*)*$";
/// What a Windows device name matches, in the letters of an id.
pub const DEVICE_PATTERN: &str = "^(?:con|prn|aux|nul|(?:com|lpt)[0-9])(?:\\.|$)";
/// The most characters that an id may have.
pub const LONGEST: usize = 100;

/// Checks a slug: the id of a note or of a declared client, kind or revision.
pub fn check(id: &str) -> Result<(), Fault> {
    if id.is_empty() || id.len() > LONGEST || !is_slug(id) {
        return Err(if is_device(id) { Fault::Device } else { Fault::Form });
    }
    if is_device(id) { Err(Fault::Device) } else { Ok(()) }
}

/// Checks a dotted id: slugs joined by dots.
pub fn check_dotted(id: &str) -> Result<(), Fault> {
    if id.len() > LONGEST || !id.split('.').all(is_slug) {
        return Err(Fault::Form);
    }
    if is_device(id) { Err(Fault::Device) } else { Ok(()) }
}

/// Checks an id that no registry declares: whatever can be a file name everywhere but for its case.
pub fn check_inferred(id: &str) -> Result<(), Fault> {
    let bad = |c: char| c.is_control() || matches!(c, '/' | '\\' | '<' | '>' | '"' | '|' | '?' | '*');
    if id.chars().count() > LONGEST
        || id.trim() != id
        || id.is_empty()
        || id.starts_with(['.', '-'])
        || id.ends_with('.')
        || id.chars().any(bad)
    {
        return Err(Fault::Form);
    }
    if is_device(id) { Err(Fault::Device) } else { Ok(()) }
}

/// Returns the slug that a title asks for: its letters and digits of ASCII, accents taken off, all else
/// hyphens; cut between words. Empty if there is none.
pub fn of_title(title: &str) -> String {
    let mut slug = String::new();
    for c in title.nfkd().filter(|c| !matches!(c, '\'' | '’') && !unicode_normalization::char::is_combining_mark(*c))
    {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    if slug.len() > 100 {
        let end = slug[..=100].rfind('-').unwrap_or(100);
        slug.truncate(end);
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

fn is_slug(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with('-')
        && !text.ends_with('-')
        && !text.contains("--")
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

fn is_device(id: &str) -> bool {
    let stem = id.split('.').next().unwrap_or(id);
    let stem = stem.to_ascii_lowercase();
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || (stem.len() == 4
            && (stem.starts_with("com") || stem.starts_with("lpt"))
            && stem.as_bytes()[3].is_ascii_digit())
}

/// Returns the form in which two names are one on some disk: normalised and without case.
pub fn fold(id: &str) -> String {
    if id.is_ascii() {
        return id.to_ascii_lowercase();
    }
    id.nfkc().collect::<String>().to_lowercase().nfkc().collect()
}

/// Returns the known name nearest to `name`, if one is near enough to be meant: one that differs by a few
/// letters, else one of which it is a whole part.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.into_iter().filter(|candidate| *candidate != name).collect();
    by_letters(name, &known).or_else(|| [&['.'][..], &['.', '-', '_']].iter().find_map(|at| by_parts(name, &known, at)))
}

/// Returns the known name that has `name` as one or more of its parts: at its start before elsewhere, with
/// few other parts before many.
fn by_parts<'a>(name: &str, known: &[&'a str], marks: &[char]) -> Option<&'a str> {
    let parts = |name: &str| name.split(marks).map(str::to_lowercase).collect::<Vec<_>>();
    let wanted = parts(name);
    if wanted.iter().any(String::is_empty) {
        return None;
    }
    known
        .iter()
        .filter_map(|candidate| {
            let have = parts(candidate);
            let at = have.windows(wanted.len()).position(|window| window == wanted)?;
            Some((at > 0, have.len(), *candidate))
        })
        .min()
        .map(|(_, _, candidate)| candidate)
}

/// Returns the known name that differs by the fewest letters, if they are few.
fn by_letters<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let wanted: Vec<char> = plain(name);
    let limit = (wanted.len() / 3).clamp(1, 4);
    known
        .iter()
        .filter_map(|candidate| {
            let have = plain(candidate);
            if have.len().abs_diff(wanted.len()) > limit {
                return None;
            }
            let distance = distance(&wanted, &have);
            (distance <= limit).then_some((distance, *candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

fn plain(name: &str) -> Vec<char> {
    name.chars().filter(|c| !matches!(c, '-' | '_' | '.')).flat_map(char::to_lowercase).collect()
}

/// Counts the insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = [vec![0; b.len() + 1], (0..=b.len()).collect::<Vec<_>>(), vec![0; b.len() + 1]];
    for i in 1..=a.len() {
        rows.rotate_left(1);
        // After the turn: rows[0] is the row before, rows[1] is to be filled, rows[2] is two before.
        let (two, before) = (rows[2].clone(), rows[0].clone());
        let row = &mut rows[1];
        row[0] = i;
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (before[j] + 1).min(row[j - 1] + 1).min(before[j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(two[j - 2] + 1);
            }
        }
    }
    rows[1][b.len()]
}

/// Gives out ids that are unique on one page, by GitHub's rule for headings: letters and digits of
/// every script kept, case folded, spaces to `-`, all else dropped.
#[derive(Debug, Default, Clone)]
pub struct Fragments {
    taken: HashMap<String, usize>,
}

impl Fragments {
    /// Returns a set in which the page's own ids are taken.
    pub fn reserving<'a>(ids: impl IntoIterator<Item = &'a str>) -> Self {
        Fragments { taken: ids.into_iter().map(|id| (id.to_owned(), 0)).collect() }
    }

    /// Returns a fresh id for a heading's text: never empty, never given before.
    pub fn add(&mut self, text: &str) -> String {
        let mut base = fragment(text);
        if base.is_empty() {
            base = "section".to_owned();
        }
        let mut id = base.clone();
        while self.taken.contains_key(&id) {
            let n = self.taken.entry(base.clone()).or_insert(0);
            *n += 1;
            id = format!("{base}-{n}");
        }
        self.taken.insert(id.clone(), 0);
        id
    }
}

/// Returns the id that a heading's text asks for; may be empty.
pub fn fragment(text: &str) -> String {
    let mut id = String::with_capacity(text.len());
    for c in text.trim().chars() {
        match c {
            ' ' | '-' => id.push('-'),
            '_' => id.push('_'),
            c if c.is_ascii_alphanumeric() => id.push(c.to_ascii_lowercase()),
            c if c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c) && !is_selector(c) => {
                id.extend(c.to_lowercase());
            }
            _ => {}
        }
    }
    // What begins so belongs to the page's own parts.
    if id.starts_with("ui-") || id.starts_with("claim-") {
        id.insert_str(0, "section-");
    }
    let trimmed = id.trim_matches('-');
    if trimmed.is_empty() { String::new() } else { id }
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{20d0}'..='\u{20ff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn slugs() {
        for good in ["a", "cline-speaks-stdio", "2024-11-05", "x1"] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        let long = "a".repeat(101);
        for bad in ["", "A", "a--b", "-a", "a-", "a.b", "a_b", "é", ".hidden", "-rf", &long] {
            assert_eq!(check(bad), Err(Fault::Form), "{bad}");
        }
        for device in ["con", "com1", "aux", "lpt9", "aux.notes"] {
            assert_eq!(check(device), Err(Fault::Device), "{device}");
        }
    }

    #[test]
    fn titles_become_slugs() {
        for (title, slug) in [
            ("Cline drops `list_changed`", "cline-drops-list-changed"),
            ("  Crush's café: 2 calls!  ", "crushs-cafe-2-calls"),
            ("版本协商", ""),
            ("Cline 的 stdio", "cline-stdio"),
            ("???", ""),
        ] {
            assert_eq!(of_title(title), slug, "{title}");
        }
        let long = of_title(&"word ".repeat(40));
        assert_eq!((long.len(), check(&long)), (99, Ok(())));
        assert_eq!(of_title(&"a".repeat(300)).len(), 100);
    }

    proptest! {
        #[test]
        fn what_a_title_makes_is_a_slug(title in "(\\PC|[a-z0-9 .-]){0,150}") {
            let slug = of_title(&title);
            prop_assert!(slug.is_empty() || check(&slug) != Err(Fault::Form), "{}", slug);
        }
    }

    #[test]
    fn nearest_names() {
        let known = ["cline", "cursor", "opencode", "specVersions"];
        assert_eq!(nearest("cursr", known), Some("cursor"));
        assert_eq!(nearest("clnie", known), Some("cline"));
        assert_eq!(nearest("spec-versions", known), Some("specVersions"));
        assert_eq!(nearest("zed", known), None);
        assert_eq!(nearest("comit", ["commit", "url"]), Some("commit"));
    }

    #[test]
    fn names_of_which_a_whole_part_is_given_are_near() {
        let known =
            ["sampling.tools-use", "tools.list-changed", "tools.call", "utilities.ping", "vs-code", "ping-pong"];
        assert_eq!(nearest("ping", known), Some("utilities.ping"), "a dotted part before a hyphenated one");
        assert_eq!(nearest("tools", known), Some("tools.call"));
        assert_eq!(nearest("Tools.List", known), Some("tools.list-changed"));
        assert_eq!(nearest("code", known), Some("vs-code"));
        assert_eq!(nearest("list-changed", known), Some("tools.list-changed"));
        assert_eq!(nearest("utilities.pong", known), Some("utilities.ping"), "letters come first");
        for none in ["", ".", "tool.", "pin", "cod", "ping.tools"] {
            assert_eq!(by_parts(none, &known, &['.', '-']), None, "{none}");
        }
    }

    #[test]
    fn folding_sees_case_and_form() {
        assert_eq!(fold("Cline"), fold("cline"));
        assert_eq!(fold("Ärger"), fold("a\u{308}rger"));
        assert_ne!(fold("c++"), fold("c#"));
    }

    #[test]
    fn heading_ids_keep_every_script() {
        for (text, id) in [
            ("版本协商", "版本协商"),
            ("Agent 的解决顺序", "agent-的解决顺序"),
            ("概要：说明（一）", "概要说明一"),
            ("Ünïcode — Straße", "ünïcode--straße"),
            ("⚙️ Settings", "-settings"),
            ("🚀", ""),
            ("UI source 1", "section-ui-source-1"),
            ("???", ""),
        ] {
            assert_eq!(fragment(text), id, "{text}");
        }
        let mut ids = Fragments::reserving(["sources"]);
        assert_eq!(ids.add("Sources"), "sources-1");
        assert_eq!(ids.add("🚀"), "section");
        assert_eq!(ids.add("???"), "section-1");
        assert_eq!(ids.add("Section 1"), "section-1-1");
    }
}
