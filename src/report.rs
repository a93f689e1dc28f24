//! What was found, in the forms that are asked for: for people, for programs, for code hosts.
//!
//! | form | read by |
//! |---|---|
//! | `text` | people, and editors that jump to places |
//! | `json` | programs: every place in characters and in bytes, fixes as edits |
//! | `sarif` | viewers of findings: SARIF 2.1.0 |
//! | `github` | the log of a workflow, which shows findings beside the changed lines |
//!
//! It must not know where the text goes.

mod github;
mod json;
mod sarif;
mod table;
mod text;

pub use github::{Annotations, LONGEST, Summary, annotations, summary};
pub use json::json;
pub use sarif::sarif;
pub use table::table;
pub use text::{Style, mended, text, texts, totals};
