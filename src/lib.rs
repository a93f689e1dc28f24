//! fieldnotes: notes that cite their evidence, made into a cross-linked site.

pub mod diagnostic;
pub mod slug;
pub mod route;
pub mod date;
pub mod yaml;
pub mod markdown;
pub mod corpus;
pub mod manuscript;
pub mod registry;
pub mod note;
pub mod page;
pub mod parse;
pub mod catalog;
