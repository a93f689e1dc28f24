//! The way back: from a permalink that a reader copied to the repository, the commit, the file and the
//! lines that it names.
//!
//! The forms are those that [`super::Hosted::file`] and [`super::Hosted::commit`] write, and their likes
//! that the forges show in the address bar or serve the bare text at. It must not know notes or what becomes of the parts.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

use super::{Hosted, forge_of, hosted};
use crate::note::{LineRange, is_commit, parse_path};
use crate::registry::Forge;

/// What a permalink names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cited {
    /// The repository's front page.
    pub repository: String,
    /// The commit, as it stands in the link.
    pub commit: String,
    /// `FILE` or `FILE:RANGES`, or a folder; nothing if the link is one of the commit itself.
    pub path: Option<String>,
}

/// Why an address of a file cannot be cited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It is of a branch or a tag, where the lines may move.
    Moves(String),
    /// What follows `#` names no lines.
    Lines(String),
    /// The file's name cannot stand in a source's `path`.
    File(String),
}

/// Takes a permalink apart; nothing if the address is not that of a commit or of a file on a known forge.
///
/// # Errors
/// [`Fault`], if it is one of a file that cannot be cited.
pub fn take_apart(url: &str, forges: &BTreeMap<String, Forge>) -> Result<Option<Cited>, Fault> {
    let (address, fragment) = url.split_once('#').unwrap_or((url, ""));
    let (address, query) = address.split_once('?').unwrap_or((address, ""));
    let page = raw_page_of_github(address)
        .or_else(|| commit_page(address, forges))
        .or_else(|| folder_page(address, forges))
        .or_else(|| file_page(address, query, forges));
    let Some(Page { forge, repository, commit, file }) = page else { return Ok(None) };
    if !is_commit(commit) {
        return Err(Fault::Moves(commit.to_owned()));
    }
    let file = percent_decode_str(file).decode_utf8().map_err(|_| Fault::File(file.to_owned()))?;
    let lines = lines(forge, fragment).ok_or_else(|| Fault::Lines(fragment.to_owned()))?;
    let commit = commit.to_owned();
    if file.is_empty() {
        let cited = Cited { repository, commit, path: None };
        return if lines.is_empty() { Ok(Some(cited)) } else { Err(Fault::Lines(fragment.to_owned())) };
    }
    let ranges: Vec<String> = lines.iter().map(LineRange::to_string).collect();
    let path = if ranges.is_empty() { file.to_string() } else { format!("{file}:{}", ranges.join(",")) };
    if parse_path(&path) != Ok((&*file, lines)) {
        return Err(Fault::File(file.into_owned()));
    }
    Ok(Some(Cited { repository, commit, path: Some(path) }))
}

/// What the address of a forge's page names.
struct Page<'a> {
    forge: Forge,
    /// The repository's front page.
    repository: String,
    /// Or the name of a branch or tag.
    commit: &'a str,
    /// Encoded; empty if the page is the commit's own.
    file: &'a str,
}

impl<'a> Page<'a> {
    fn new(host: &Hosted<'_>, commit: &'a str, file: &'a str) -> Page<'a> {
        Page { forge: host.forge, repository: host.root.to_owned(), commit, file }
    }
}

/// Splits the address at which GitHub serves the bare text of a file.
fn raw_page_of_github(address: &str) -> Option<Page<'_>> {
    let rest = address.strip_prefix("https://raw.githubusercontent.com/")?;
    let (owner, rest) = rest.split_once('/')?;
    let (name, rest) = rest.split_once('/')?;
    let (commit, file) = commit_and_file(rest)?;
    Some(Page { forge: Forge::GitHub, repository: format!("https://github.com/{owner}/{name}"), commit, file })
}

/// Splits the address of a commit's page.
fn commit_page<'a>(address: &'a str, forges: &BTreeMap<String, Forge>) -> Option<Page<'a>> {
    let marker = match forge_of(address, forges)? {
        Forge::GitHub | Forge::Forgejo | Forge::Sourcehut => "/commit/",
        Forge::GitLab => "/-/commit/",
        Forge::Bitbucket | Forge::BitbucketServer => "/commits/",
        Forge::Gitiles => "/+/",
    };
    let (host, commit) = behind(address, marker, forges)?;
    let commit = commit.trim_end_matches('/');
    is_commit(commit).then(|| Page::new(&host, commit, ""))
}

/// Splits the address of a folder's page at a commit. One on a branch cites no lines that may move.
fn folder_page<'a>(address: &'a str, forges: &BTreeMap<String, Forge>) -> Option<Page<'a>> {
    let marker = match forge_of(address, forges)? {
        Forge::GitHub => "/tree/",
        Forge::GitLab => "/-/tree/",
        _ => return None,
    };
    let (host, rest) = behind(address, marker, forges)?;
    let (commit, folder) = rest.split_once('/').unwrap_or((rest, ""));
    is_commit(commit).then(|| Page::new(&host, commit, folder.trim_end_matches('/')))
}

/// Splits the address of a file's page into the repository, the commit or branch, and the file.
fn file_page<'a>(address: &'a str, query: &'a str, forges: &BTreeMap<String, Forge>) -> Option<Page<'a>> {
    let behind = |markers: &[&str]| markers.iter().find_map(|marker| behind(address, marker, forges));
    let (host, rest) = match forge_of(address, forges)? {
        Forge::GitHub => behind(&["/blob/", "/blame/", "/raw/"])?,
        Forge::GitLab => behind(&["/-/blob/", "/-/blame/", "/-/raw/"])?,
        Forge::Forgejo => behind(&["/src/commit/", "/src/branch/", "/src/tag/", "/blame/commit/", "/raw/commit/"])?,
        Forge::Bitbucket => behind(&["/src/", "/raw/"])?,
        Forge::Gitiles => behind(&["/+/"])?,
        Forge::Sourcehut => {
            let (host, rest) = behind(&["/tree/"])?;
            let (commit, file) = rest.split_once("/item/")?;
            return (!file.is_empty()).then(|| Page::new(&host, commit, file));
        }
        Forge::BitbucketServer => {
            let (host, file) = behind(&["/browse/"])?;
            let commit = query.split('&').find_map(|part| part.strip_prefix("at=")).unwrap_or_default();
            return (!file.is_empty()).then(|| Page::new(&host, commit, file));
        }
    };
    let (commit, file) = commit_and_file(rest)?;
    Some(Page::new(&host, commit, file))
}

/// Splits `COMMIT/FILE`, where a branch or tag may be written in full.
fn commit_and_file(rest: &str) -> Option<(&str, &str)> {
    let full = |prefix| rest.strip_prefix(prefix);
    let (commit, file) = full("refs/heads/").or_else(|| full("refs/tags/")).unwrap_or(rest).split_once('/')?;
    (!file.is_empty()).then_some((commit, file))
}

/// Returns the repository whose front page a marker follows, and what follows the marker.
fn behind<'a>(address: &'a str, marker: &str, forges: &BTreeMap<String, Forge>) -> Option<(Hosted<'a>, &'a str)> {
    let starts = address.char_indices().map(|(at, _)| at).filter(|at| address[*at..].starts_with(marker));
    starts.into_iter().find_map(|at| Some((hosted(&address[..at], forges)?, &address[at + marker.len()..])))
}

/// Reads the lines that a fragment names; none if it is empty.
fn lines(forge: Forge, fragment: &str) -> Option<Vec<LineRange>> {
    if fragment.is_empty() {
        return Some(Vec::new());
    }
    let text = match forge {
        Forge::Bitbucket => fragment.strip_prefix("lines-")?,
        Forge::BitbucketServer | Forge::Gitiles => fragment,
        Forge::GitHub | Forge::GitLab | Forge::Forgejo | Forge::Sourcehut => fragment.strip_prefix('L')?,
    };
    text.split(',').map(range).collect()
}

/// Reads `10`, `10-20`, `10:20`, `10-L20` or, with columns, `10C3-L20C5`.
fn range(text: &str) -> Option<LineRange> {
    let number = |text: &str| {
        let text = text.strip_prefix('L').unwrap_or(text);
        let digits = text.split_once('C').map_or(text, |(line, _)| line);
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if is_number { digits.parse::<u32>().ok().filter(|n| *n > 0) } else { None }
    };
    let (first, last) = text.split_once(['-', ':']).unwrap_or((text, text));
    let (first, last) = (number(first)?, number(last)?);
    Some(LineRange { first: first.min(last), last: first.max(last) })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn forges() -> BTreeMap<String, Forge> {
        BTreeMap::from([
            ("git.example.org".to_owned(), Forge::GitLab),
            ("bb.example.org".to_owned(), Forge::BitbucketServer),
        ])
    }

    fn apart(url: &str) -> Result<Option<(String, String, String)>, Fault> {
        take_apart(url, &forges()).map(|cited| cited.map(|it| (it.repository, it.commit, it.path.unwrap_or_default())))
    }

    #[test]
    fn permalinks_of_each_forge_are_taken_apart() {
        for (url, repository, path) in [
            ("https://github.com/o/r/blob/110138b5/a%20b.ts#L10-L20", "https://github.com/o/r", "a b.ts:10-20"),
            ("https://github.com/o/r/blob/110138b5/a.md?plain=1#L7", "https://github.com/o/r", "a.md:7"),
            ("https://github.com/o/r/blame/110138b5/a.ts#L10C3-L20C5", "https://github.com/o/r", "a.ts:10-20"),
            ("https://github.com/o/blob/blob/110138b5/blob/a", "https://github.com/o/blob", "blob/a"),
            ("https://raw.githubusercontent.com/o/r/110138b5/src/a%20b.ts", "https://github.com/o/r", "src/a b.ts"),
            ("https://github.com/o/r/raw/110138b5/a.ts", "https://github.com/o/r", "a.ts"),
            ("https://github.com/o/r/tree/110138b5/src/lib/", "https://github.com/o/r", "src/lib"),
            ("https://github.com/o/r/tree/110138b5", "https://github.com/o/r", ""),
            ("https://github.com/o/r/commit/110138b5", "https://github.com/o/r", ""),
            ("https://gitlab.com/g/s/r/-/commit/110138b5", "https://gitlab.com/g/s/r", ""),
            ("https://gitlab.com/g/s/r/-/tree/110138b5/src?ref_type=heads", "https://gitlab.com/g/s/r", "src"),
            ("https://gitlab.com/g/s/r/-/raw/110138b5/src/a.rs", "https://gitlab.com/g/s/r", "src/a.rs"),
            ("https://gitlab.com/g/s/r/-/blob/110138b5/src/a.rs#L10-20", "https://gitlab.com/g/s/r", "src/a.rs:10-20"),
            ("https://git.example.org/g/r/-/blob/110138b5/a.rs", "https://git.example.org/g/r", "a.rs"),
            ("https://codeberg.org/o/r/src/commit/110138b5/a.rs#L10-L20", "https://codeberg.org/o/r", "a.rs:10-20"),
            ("https://bitbucket.org/o/r/src/110138b5/a.rs#lines-10:20", "https://bitbucket.org/o/r", "a.rs:10-20"),
            ("https://bitbucket.org/o/r/src/110138b5/a.rs#lines-1:3,7", "https://bitbucket.org/o/r", "a.rs:1-3,7"),
            ("https://git.sr.ht/~o/r/tree/110138b5/item/src/a.rs#L10-20", "https://git.sr.ht/~o/r", "src/a.rs:10-20"),
            ("https://x.googlesource.com/p/+/110138b5/a.rs#4", "https://x.googlesource.com/p", "a.rs:4"),
            (
                "https://bb.example.org/projects/K/repos/r/browse/a.rs?at=110138b5#10-20",
                "https://bb.example.org/projects/K/repos/r",
                "a.rs:10-20",
            ),
        ] {
            let expected = Ok(Some((repository.to_owned(), "110138b5".to_owned(), path.to_owned())));
            assert_eq!(apart(url), expected, "{url}");
        }
    }

    #[test]
    fn a_branch_is_no_commit() {
        for (url, branch) in [
            ("https://github.com/o/r/blob/main/a.ts#L1", "main"),
            ("https://github.com/o/r/blob/feature/x/a.ts", "feature"),
            ("https://github.com/o/r/raw/refs/heads/main/a.ts", "main"),
            ("https://raw.githubusercontent.com/o/r/main/a.ts", "main"),
            ("https://raw.githubusercontent.com/o/r/refs/tags/v1/a.ts", "v1"),
            ("https://gitlab.com/g/r/-/blob/v1.0/a.ts", "v1.0"),
            ("https://codeberg.org/o/r/src/branch/main/a.ts", "main"),
            ("https://bitbucket.org/o/r/src/master/a.ts", "master"),
            ("https://git.sr.ht/~o/r/tree/master/item/a.ts", "master"),
            ("https://bb.example.org/projects/K/repos/r/browse/a.rs", ""),
        ] {
            assert_eq!(apart(url), Err(Fault::Moves(branch.to_owned())), "{url}");
        }
    }

    #[test]
    fn what_is_no_file_of_a_forge_is_left_alone() {
        for url in [
            "https://github.com/o/r",
            "https://github.com/o/r/issues/3",
            "https://github.com/o/r/tree/main/src",
            "https://github.com/o/r/commit/main",
            "https://raw.githubusercontent.com/o/r",
            "https://example.org/o/r/blob/110138b5/a.ts",
            "https://codeberg.org/o/r/src/branch/main",
            "not an address",
            "",
        ] {
            assert_eq!(apart(url), Ok(None), "{url}");
        }
    }

    #[test]
    fn lines_and_files_that_cannot_be_cited_are_faults() {
        let root = "https://github.com/o/r/blob/110138b5";
        for bad in ["usage", "L", "L0", "L1-", "L1-x", "L99999999999"] {
            assert_eq!(apart(&format!("{root}/a.md#{bad}")), Err(Fault::Lines(bad.to_owned())));
        }
        assert_eq!(apart(&format!("{root}/%ff")), Err(Fault::File("%ff".to_owned())));
        assert_eq!(apart(&format!("{root}/a/../b")), Err(Fault::File("a/../b".to_owned())));
        // It would be read as lines.
        assert_eq!(apart(&format!("{root}/a%3A12")), Err(Fault::File("a:12".to_owned())));
        assert_eq!(apart(&format!("{root}/a%3A12#L3")).unwrap().unwrap().2, "a:12:3");
        let commit = "https://github.com/o/r/commit/110138b5";
        for bad in ["L3", "diff-0a1b2c3dR10"] {
            assert_eq!(apart(&format!("{commit}#{bad}")), Err(Fault::Lines(bad.to_owned())));
        }
    }

    const ROOTS: &[&str] = &[
        "https://github.com/o/r",
        "https://gitlab.com/g/s/r",
        "https://git.example.org/g/r",
        "https://codeberg.org/o/r",
        "https://bitbucket.org/o/r",
        "https://git.sr.ht/~o/r.git",
        "https://bb.example.org/projects/K/repos/r",
        "https://x.googlesource.com/p/q",
    ];

    proptest! {
        #[test]
        fn what_a_permalink_names_is_found_in_it(
            root in prop::sample::select(ROOTS),
            commit in "[0-9a-f]{7,40}",
            file in "[^\\p{C}/\\\\:]{0,3}[^\\p{C}/\\\\:.]{1,8}(/[^\\p{C}/\\\\:.]{1,8}){0,3}(\\.md|\\.ts)?",
            first in 1u32..5000,
            more in prop::option::of(0u32..300),
        ) {
            let lines = more.map(|more| LineRange { first, last: first + more });
            let host = hosted(root, &forges()).expect("a repository");
            let link = host.file(&commit, &file, lines);
            let cited = take_apart(&link, &forges()).expect("no fault").expect("a file's page");
            // Gitiles marks one line only.
            let kept = |lines: LineRange| {
                if host.forge == Forge::Gitiles { LineRange { last: lines.first, ..lines } } else { lines }
            };
            prop_assert_eq!(&cited.repository, root);
            prop_assert_eq!(&cited.commit, &commit);
            let expected: Vec<LineRange> = lines.map(kept).into_iter().collect();
            prop_assert_eq!(cited.path.as_deref().map(parse_path), Some(Ok((&*file, expected))));
            let cited = take_apart(&host.commit(&commit), &forges()).expect("no fault").expect("a commit's page");
            prop_assert_eq!(cited, Cited { repository: root.to_owned(), commit, path: None });
        }

        #[test]
        fn no_text_is_too_strange(text in "(https://github.com/o/r/blob/)?\\PC{0,40}") {
            let _ = take_apart(&text, &forges());
        }
    }
}
