//! A list whose entries are made one by one while it is written, so that a large file is never in
//! memory twice: as text, and as what it is written from.
//!
//! It must not know what the entries are.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// A list of which only the length is there.
pub struct Made<'a, T> {
    count: usize,
    make: Box<dyn Fn(usize) -> T + 'a>,
}

impl<'a, T> Made<'a, T> {
    /// Returns a list of so many entries, which `make` makes.
    pub fn new(count: usize, make: impl Fn(usize) -> T + 'a) -> Self {
        Made { count, make: Box::new(make) }
    }
}

impl<T: Serialize> Serialize for Made<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.count).map(&self.make))
    }
}

impl<T: JsonSchema> JsonSchema for Made<'_, T> {
    fn inline_schema() -> bool {
        Vec::<T>::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        Vec::<T>::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        Vec::<T>::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<T>::json_schema(generator)
    }
}
