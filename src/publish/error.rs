//! Why an output folder was not brought up to date. It must not know how the folder is written.

use std::io;
use std::path::PathBuf;

/// Why the output folder is not up to date.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder may not be written to; nothing was touched. An error of usage.
    #[error("output folder `{}`: {why}", .folder.display())]
    Refused {
        /// As it was given.
        folder: PathBuf,
        /// With how to go on.
        why: Refusal,
    },
    /// The system refused. An error of the world.
    #[error("cannot bring `{}` up to date: {source}", .path.display())]
    Io {
        /// The file or folder that was to be read or changed.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

/// Why an output folder may not be written to. Files are named from that folder, with `/`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is not empty, and no earlier build made it.
    #[error(
        "it is not empty and was not made by fieldnotes: `{file}` is in it; name an empty or new folder with `--out`"
    )]
    Foreign {
        /// One thing in it that is not ours.
        file: String,
    },
    /// What says which files are ours cannot be understood.
    #[error(
        "its `{file}` is damaged or of another version; delete the folder, or name an empty or new one with `--out`"
    )]
    Manifest {
        /// The manifest.
        file: String,
    },
    /// The site has a file where another's file or folder stands.
    #[error(
        "`{file}` is in the way and was not made by fieldnotes; move it, or name an empty or new folder with `--out`"
    )]
    Taken {
        /// What stands there.
        file: String,
    },
    /// The site has files in a folder that is a link.
    #[error(
        "`{file}` is a link where the site has a folder; take it away, or name an empty or new folder with `--out`"
    )]
    Link {
        /// The link.
        file: String,
    },
    /// It is, holds or lies in a folder that the site is made from.
    #[error("it overlaps the site's own `{with}`; name another folder with `--out`")]
    Overlap {
        /// `notes`, `templates` or `static`.
        with: &'static str,
    },
    /// It is the site's root, or a folder that the root lies in.
    #[error("the site itself lies in it; name another folder with `--out`")]
    HoldsSite,
    /// It, or what it would lie in, is a file.
    #[error("there is a file in its place; name another folder with `--out`")]
    NotAFolder,
}
