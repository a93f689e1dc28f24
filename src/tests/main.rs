//! Tests of the whole program, and of the rules that its source keeps.
//!
//! Three rings, from the inside out:
//!
//! 1. Beside each module: what it does by itself, one `check(input, expected)` per feature.
//! 2. The program: a site in a string ([`site`]) goes in, the real binary runs, and exit code,
//!    messages and files come out and are compared as text. Every rule has a case in
//!    [`diagnostics`].
//! 3. The world: real repositories, other programs' parsers, and this repository's own site.
//!
//! To add a case: describe the site in a string, run it, compare the text. To add a rule: a case in
//! the theme under `diagnostics/` that it belongs to, and an explanation with two examples in
//! `src/diagnostic/explanations/`, which [`explanations`] runs; tests tell which rules have none.
//! Pages that the program's own texts make are kept by [`docs`].

mod site;

mod agreement;
mod api;
mod browser;
mod cells;
mod commands;
mod determinism;
mod diagnostics;
mod docs;
mod explanations;
mod fixes;
mod formats;
mod hosts;
mod html;
mod init;
mod ladder;
mod links;
mod listing;
mod machines;
mod manual;
mod nasty;
mod new;
mod output;
mod pages;
#[cfg(unix)]
mod readme;
mod rich;
mod rounds;
mod schema;
mod search;
mod sentences;
mod serve;
mod templates;
mod twin;
mod weight;
mod yaml_values;
