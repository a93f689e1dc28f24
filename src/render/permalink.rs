//! Permalinks: from a repository, a commit, a file and lines to the address where a reader lands on
//! just those lines.
//!
//! Patterns are those that each forge documents or serves; an unknown host has none, and its
//! citations link to the address as written. It must not know notes.

mod apart;

use std::collections::BTreeMap;

use crate::note::LineRange;
use crate::registry::Forge;
use crate::route::encode;

pub use apart::{Cited, Fault, take_apart};

/// A repository on a forge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosted<'a> {
    forge: Forge,
    /// `https://host/owner/name`, without `.git` or a final slash.
    root: &'a str,
}

/// Returns what is known of the host of an address; nothing if it is no repository's front page.
pub fn hosted<'a>(url: &'a str, forges: &BTreeMap<String, Forge>) -> Option<Hosted<'a>> {
    let root = url.trim_end_matches('/');
    let forge = forge_of(root, forges)?;
    let (_, path) = root.split_once("://")?.1.split_once('/')?;
    if path.contains(['?', '#']) {
        return None;
    }
    let parts = path.split('/').count();
    let fits = match forge {
        Forge::GitLab => parts >= 2 && !path.contains("/-/"),
        Forge::Gitiles => parts >= 1 && !path.contains("/+"),
        Forge::BitbucketServer => path.starts_with("projects/") && parts == 4,
        Forge::GitHub | Forge::Forgejo | Forge::Bitbucket | Forge::Sourcehut => parts == 2,
    };
    // sourcehut takes `.git` as part of the name.
    let root = if forge == Forge::Sourcehut { root } else { root.strip_suffix(".git").unwrap_or(root) };
    fits.then_some(Hosted { forge, root })
}

/// Returns the kind of forge that an address is on.
fn forge_of(url: &str, forges: &BTreeMap<String, Forge>) -> Option<Forge> {
    let host = url.split_once("://")?.1.split('/').next()?;
    let of = |host: &str| forges.get(host).copied().or_else(|| known(host));
    if host.chars().any(char::is_uppercase) { of(&host.to_lowercase()) } else { of(host) }
}

fn known(host: &str) -> Option<Forge> {
    match host {
        "github.com" => Some(Forge::GitHub),
        "gitlab.com" => Some(Forge::GitLab),
        "codeberg.org" => Some(Forge::Forgejo),
        "bitbucket.org" => Some(Forge::Bitbucket),
        "git.sr.ht" => Some(Forge::Sourcehut),
        _ if host.ends_with(".googlesource.com") => Some(Forge::Gitiles),
        _ => None,
    }
}

impl Hosted<'_> {
    /// Returns the address of a file at a commit, at certain lines if any.
    pub fn file(&self, commit: &str, file: &str, lines: Option<LineRange>) -> String {
        let (root, path) = (self.root, encode(file));
        let markdown = file.ends_with(".md") || file.ends_with(".markdown") || file.ends_with(".mdx");
        let range = |open: &str, join: &str| match lines {
            None => String::new(),
            Some(LineRange { first, last }) if first == last => format!("{open}{first}"),
            Some(LineRange { first, last }) => format!("{open}{first}{join}{last}"),
        };
        match self.forge {
            Forge::GitHub => {
                let plain = if markdown && lines.is_some() { "?plain=1" } else { "" };
                format!("{root}/blob/{commit}/{path}{plain}{}", range("#L", "-L"))
            }
            Forge::GitLab => format!("{root}/-/blob/{commit}/{path}{}", range("#L", "-")),
            Forge::Forgejo => {
                let plain = if markdown && lines.is_some() { "?display=source" } else { "" };
                format!("{root}/src/commit/{commit}/{path}{plain}{}", range("#L", "-L"))
            }
            Forge::Bitbucket => format!("{root}/src/{commit}/{path}{}", range("#lines-", ":")),
            Forge::BitbucketServer => format!("{root}/browse/{path}?at={commit}{}", range("#", "-")),
            Forge::Sourcehut => format!("{root}/tree/{commit}/item/{path}{}", range("#L", "-")),
            Forge::Gitiles => {
                let first = lines.map(|l| format!("#{}", l.first)).unwrap_or_default();
                format!("{root}/+/{commit}/{path}{first}")
            }
        }
    }

    /// Returns the address of a commit.
    pub fn commit(&self, commit: &str) -> String {
        let root = self.root;
        match self.forge {
            Forge::GitHub | Forge::Forgejo | Forge::Sourcehut => format!("{root}/commit/{commit}"),
            Forge::GitLab => format!("{root}/-/commit/{commit}"),
            Forge::Bitbucket | Forge::BitbucketServer => format!("{root}/commits/{commit}"),
            Forge::Gitiles => format!("{root}/+/{commit}"),
        }
    }

    /// Returns where a file of a branch can be edited in a browser.
    pub fn edit(&self, branch: &str, file: &str) -> Option<String> {
        let (root, branch, path) = (self.root, encode(branch), encode(file));
        match self.forge {
            Forge::GitHub => Some(format!("{root}/edit/{branch}/{path}")),
            Forge::GitLab => Some(format!("{root}/-/edit/{branch}/{path}")),
            Forge::Forgejo => Some(format!("{root}/_edit/{branch}/{path}")),
            Forge::Bitbucket => Some(format!("{root}/src/{branch}/{path}?mode=edit")),
            Forge::BitbucketServer | Forge::Sourcehut | Forge::Gitiles => None,
        }
    }

    /// Returns where the history of a file of a branch can be read.
    pub fn history(&self, branch: &str, file: &str) -> Option<String> {
        let (root, branch, path) = (self.root, encode(branch), encode(file));
        match self.forge {
            Forge::GitHub => Some(format!("{root}/commits/{branch}/{path}")),
            Forge::GitLab => Some(format!("{root}/-/commits/{branch}/{path}")),
            Forge::Forgejo => Some(format!("{root}/commits/branch/{branch}/{path}")),
            Forge::Sourcehut => Some(format!("{root}/log/{branch}/item/{path}")),
            Forge::Gitiles => Some(format!("{root}/+log/{branch}/{path}")),
            Forge::Bitbucket => Some(format!("{root}/history-node/{branch}/{path}")),
            Forge::BitbucketServer => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(url: &str, file: &str, lines: Option<(u32, u32)>) -> Option<String> {
        let forges = BTreeMap::from([
            ("git.example.org".to_owned(), Forge::GitLab),
            ("bb.example.org".to_owned(), Forge::BitbucketServer),
        ]);
        let lines = lines.map(|(first, last)| LineRange { first, last });
        hosted(url, &forges).map(|hosted| hosted.file("110138b5", file, lines))
    }

    #[test]
    fn each_forge_has_its_form() {
        for (url, file, lines, expected) in [
            ("https://github.com/o/r", "a b.ts", Some((45, 45)), "https://github.com/o/r/blob/110138b5/a%20b.ts#L45"),
            ("https://github.com/o/r.git/", "a.ts", Some((1, 9)), "https://github.com/o/r/blob/110138b5/a.ts#L1-L9"),
            ("https://github.com/o/r", "a.md", Some((1, 9)), "https://github.com/o/r/blob/110138b5/a.md?plain=1#L1-L9"),
            ("https://github.com/o/r", "a.ts", None, "https://github.com/o/r/blob/110138b5/a.ts"),
            ("https://gitlab.com/g/s/r", "a.rs", Some((1, 9)), "https://gitlab.com/g/s/r/-/blob/110138b5/a.rs#L1-9"),
            (
                "https://git.example.org/g/r",
                "a.rs",
                Some((3, 3)),
                "https://git.example.org/g/r/-/blob/110138b5/a.rs#L3",
            ),
            (
                "https://codeberg.org/o/r",
                "a.rs",
                Some((1, 9)),
                "https://codeberg.org/o/r/src/commit/110138b5/a.rs#L1-L9",
            ),
            (
                "https://bitbucket.org/o/r",
                "a.rs",
                Some((1, 9)),
                "https://bitbucket.org/o/r/src/110138b5/a.rs#lines-1:9",
            ),
            (
                "https://bb.example.org/projects/K/repos/r",
                "a.rs",
                Some((1, 9)),
                "https://bb.example.org/projects/K/repos/r/browse/a.rs?at=110138b5#1-9",
            ),
            (
                "https://git.sr.ht/~o/r.git",
                "a.rs",
                Some((1, 9)),
                "https://git.sr.ht/~o/r.git/tree/110138b5/item/a.rs#L1-9",
            ),
            (
                "https://x.googlesource.com/p/q",
                "a.rs",
                Some((4, 9)),
                "https://x.googlesource.com/p/q/+/110138b5/a.rs#4",
            ),
        ] {
            assert_eq!(link(url, file, lines).as_deref(), Some(expected));
        }
    }

    #[test]
    fn what_is_no_repository_has_no_permalink() {
        for url in [
            "https://example.org/o/r",
            "https://github.com/o",
            "https://github.com/o/r/issues/3",
            "https://github.com/o/r?x=1",
        ] {
            assert_eq!(link(url, "a.ts", None), None, "{url}");
        }
    }
}
