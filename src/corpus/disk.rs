//! Reads folders.
