//! Pages of this repository's own site that are made from what the program knows, so that they cannot
//! say otherwise than the program does.
//!
//! Each is committed, and compared here with what would be made now. To make them anew:
//!
//! ```sh
//! BLESS=1 cargo test --test program docs
//! ```
//!
//! To add one: a function that returns its text, in a file below `docs/`, and a line in [`PAGES`].

mod design;
mod diagnostics;
mod views;

use std::path::Path;
use std::{env, fs};

/// A page by its path in the repository, and what makes it.
type Page = (&'static str, fn() -> String);

const PAGES: &[Page] = &[
    ("notes/docs/design.md", design::page),
    ("notes/docs/diagnostics.md", diagnostics::page),
    ("notes/docs/front-matter.md", fieldnotes::schema::reference),
    ("notes/docs/views.md", views::page),
];

#[test]
fn pages_say_what_the_program_does() {
    let mut old = Vec::new();
    for (name, page) in PAGES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let made = page();
        if env::var_os("BLESS").is_some() {
            fs::create_dir_all(path.parent().expect("a page lies in a folder")).expect("a folder");
            fs::write(&path, made).expect("a page can be written");
        } else if fs::read_to_string(&path).ok().as_ref() != Some(&made) {
            old.push(*name);
        }
    }
    assert!(
        old.is_empty(),
        "not what the program would make now: {}; `BLESS=1 cargo test --test program docs` makes them anew",
        old.join(", ")
    );
}
