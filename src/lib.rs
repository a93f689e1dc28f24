//! fieldnotes: notes that cite their evidence, made into a cross-linked site.
//!
//! One principle: **facts enter only through notes; registries name things; everything else
//! (indexes, backlinks, lists) is derived.**
//!
//! ```text
//!    shell (I/O)        |                core: pure, total                                |  shell (I/O)
//!  notes/ templates/    |                                                                 |
//!  static/ git          |                                                                 |
//!     │ read            |                                                                 |
//!     ▼                 |                                                                 |
//!   Corpus ─────────────┼─▶ parse ─▶ Parsed ─▶ connect ─▶ Catalog ─▶ plan ─▶ Plan         |
//!   texts, as found     |   per file            all files together    every file, a list  |
//!                       |                          render, per file ◀───────┘             |
//!                       |                             └─▶ Site { files, diagnostics } ────┼─▶ publish ─▶ public/
//! ```
//!
//! | verb | from → to | scope | what it alone decides |
//! |---|---|---|---|
//! | read ([`corpus`]) | folders → [`corpus::Corpus`] | tree | which files count; what git says of their dates |
//! | parse ([`parse`]) | one text → a note, client, page, registry | one file | is it well formed by itself; its outline, links with places, HTML |
//! | connect ([`catalog`]) | all of them → [`catalog::Catalog`] | whole | do they agree; where links lead; who refers to whom |
//! | plan ([`plan`]) | catalog → [`plan::Plan`] | whole | which files the site has, at which addresses |
//! | render ([`render`]) | one planned file → bytes | one file | how a page looks |
//! | publish ([`publish`]) | bytes → disk | tree | only changed bytes; removes what it once wrote and no longer plans |
//!
//! [`compile::compile`] runs the four in the middle. It has no disk, clock, environment or terminal,
//! and no `Result`: problems with content are values, [`diagnostic::Diagnostic`]s, all of which are
//! reported in one run. `build`, `check` and [`serve`] all call it, so they cannot differ. A diagnostic
//! that leaves nothing to decide carries a [`diagnostic::Fix`], edits of the file on disk; [`mend`]
//! applies them and compiles again, until there is none.
//!
//! New files are made the other way round: [`scaffold`] writes the text of a note or a client, and the
//! shell compiles the site with it before it is kept, so that a new file is in order at once.
//!
//! **The ladder.** A module uses only modules listed above it here; a test holds it. A stage takes
//! the stage before and never calls it. Nothing fills in an earlier stage's value later.
//!
//! **Doors.** Each outside crate has one: serde_yaml in [`yaml`], pulldown-cmark and arborium in
//! [`markdown`], tera, csv and schemars in [`render`], walkdir in [`corpus`], chrono in [`date`], axum,
//! tokio and notify in [`serve`], clap, clap_complete, clap_mangen and terminal_size in [`cli`].
//!
//! **Search** is the one thing that is said twice: [`tokens`] cuts texts into the words of the index,
//! and `static/search.js` cuts queries by the same rules. Tests run both and hold them together.
//!
//! **Absent on purpose**: a `Site` object whose methods must be called in order, half-built structs,
//! partial rebuilds (while a site is served, [`parse`] remembers notes by their bytes; all that follows is
//! made anew), hooks, hash order or the clock in any output.

// -- words --
pub mod hash;
pub mod diagnostic;
pub mod shape;
pub mod slug;
pub mod tokens;
pub mod route;
pub mod date;
pub mod yaml;
pub mod markdown;
// -- stages --
pub mod corpus;
pub mod manuscript;
pub mod registry;
pub mod note;
pub mod page;
pub mod parse;
pub mod catalog;
pub mod plan;
pub mod render;
pub mod compile;
// -- new files --
pub mod scaffold;
// -- shell --
pub mod publish;
pub mod mend;
pub mod report;
pub mod schema;
pub mod serve;
pub mod cli;
