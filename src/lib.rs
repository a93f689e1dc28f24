//! fieldnotes: notes that cite their evidence, made into a cross-linked site.

pub mod diagnostic;
pub mod slug;
pub mod route;
pub mod date;
pub mod markdown;
pub mod corpus;
pub mod publish;
