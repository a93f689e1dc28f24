//! The way back: from a permalink that a reader copied to the repository, the commit, the file and the
//! lines that it names.
//!
//! The forms are those that [`super::Hosted::file`] writes, and their likes that the forges show in the
//! address bar. It must not know notes or what becomes of the parts.

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
    /// `FILE` or `FILE:RANGES`.
    pub path: String,
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

/// Takes a permalink apart; nothing if the address is not that of a file on a known forge.
///
/// # Errors
/// [`Fault`], if it is one of a file that cannot be cited.
pub fn take_apart(url: &str, forges: &BTreeMap<String, Forge>) -> Result<Option<Cited>, Fault> {
    let (address, fragment) = url.split_once('#').unwrap_or((url, ""));
    let (address, query) = address.split_once('?').unwrap_or((address, ""));
    let Some((host, commit, file)) = file_page(address, query, forges) else { return Ok(None) };
    if !is_commit(commit) {
        return Err(Fault::Moves(commit.to_owned()));
    }
    let file = percent_decode_str(file).decode_utf8().map_err(|_| Fault::File(file.to_owned()))?;
    let lines = lines(host.forge, fragment).ok_or_else(|| Fault::Lines(fragment.to_owned()))?;
    let ranges: Vec<String> = lines.iter().map(LineRange::to_string).collect();
    let path = if ranges.is_empty() { file.to_string() } else { format!("{file}:{}", ranges.join(",")) };
    if parse_path(&path) != Ok((&*file, lines)) {
        return Err(Fault::File(file.into_owned()));
    }
    Ok(Some(Cited { repository: host.root.to_owned(), commit: commit.to_owned(), path }))
}

/// Splits the address of a file's page into the repository, the commit or branch, and the file.
fn file_page<'a>(
    address: &'a str,
    query: &'a str,
    forges: &BTreeMap<String, Forge>,
) -> Option<(Hosted<'a>, &'a str, &'a str)> {
    let behind = |markers: &[&str]| markers.iter().find_map(|marker| behind(address, marker, forges));
    let (host, rest) = match forge_of(address, forges)? {
        Forge::GitHub => behind(&["/blob/", "/blame/"])?,
        Forge::GitLab => behind(&["/-/blob/", "/-/blame/"])?,
        Forge::Forgejo => behind(&["/src/commit/", "/src/branch/", "/src/tag/", "/blame/commit/"])?,
        Forge::Bitbucket => behind(&["/src/"])?,
        Forge::Gitiles => behind(&["/+/"])?,
        Forge::Sourcehut => {
            let (host, rest) = behind(&["/tree/"])?;
            let (commit, file) = rest.split_once("/item/")?;
            return (!file.is_empty()).then_some((host, commit, file));
        }
        Forge::BitbucketServer => {
            let (host, file) = behind(&["/browse/"])?;
            let commit = query.split('&').find_map(|part| part.strip_prefix("at=")).unwrap_or_default();
            return (!file.is_empty()).then_some((host, commit, file));
        }
    };
    let (commit, file) = rest.split_once('/')?;
    (!file.is_empty()).then_some((host, commit, file))
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
        take_apart(url, &forges()).map(|cited| cited.map(|it| (it.repository, it.commit, it.path)))
    }

    #[test]
    fn permalinks_of_each_forge_are_taken_apart() {
        for (url, repository, path) in [
            ("https://github.com/o/r/blob/110138b5/a%20b.ts#L10-L20", "https://github.com/o/r", "a b.ts:10-20"),
            ("https://github.com/o/r/blob/110138b5/a.md?plain=1#L7", "https://github.com/o/r", "a.md:7"),
            ("https://github.com/o/r/blame/110138b5/a.ts#L10C3-L20C5", "https://github.com/o/r", "a.ts:10-20"),
            ("https://github.com/o/blob/blob/110138b5/blob/a", "https://github.com/o/blob", "blob/a"),
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
            "https://github.com/o/r/tree/110138b5/src",
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
            prop_assert_eq!(parse_path(&cited.path), Ok((&*file, expected)));
        }

        #[test]
        fn no_text_is_too_strange(text in "(https://github.com/o/r/blob/)?\\PC{0,40}") {
            let _ = take_apart(&text, &forges());
        }
    }
}
