//! Words of closed lists, and texts of a fixed form, as JSON and its schemas know them.
//!
//! It must not know where they stand.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use crate::catalog;
use crate::date::Day;
use crate::{note, registry};

/// The version of all shapes; it changes when a field goes or means something else.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Version(&'static str);

impl Version {
    /// The version that this program writes.
    pub const NOW: Version = Version("1");
}

impl JsonSchema for Version {
    fn schema_name() -> Cow<'static, str> {
        "Version".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "The version of the shape; it changes when a field goes or means something else.",
            "enum": [Version::NOW.0],
        })
    }
}

/// A calendar day, `YYYY-MM-DD`.
#[derive(Debug, Clone, Serialize)]
pub struct Date(String);

impl From<Day> for Date {
    fn from(day: Day) -> Date {
        Date(day.to_string())
    }
}

impl JsonSchema for Date {
    fn schema_name() -> Cow<'static, str> {
        "Date".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "A calendar day, YYYY-MM-DD.", "format": "date" })
    }
}

/// Makes a type of the words of a closed list.
macro_rules! words {
    ($name:ident, $of:ty, $means:literal) => {
        #[doc = $means]
        #[derive(Debug, Clone, Copy, Serialize)]
        pub struct $name(&'static str);

        impl From<$of> for $name {
            fn from(value: $of) -> $name {
                $name(value.word())
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let words: Vec<&str> = <$of>::ALL.iter().map(|value| value.word()).collect();
                json_schema!({ "type": "string", "description": $means, "enum": words })
            }
        }
    };
}

words!(Verdict, catalog::Verdict, "What is known of a client and a capability.");
words!(Status, note::Status, "Where a note stands.");
words!(Support, note::Support, "What a client does with a capability, as a claim says.");
words!(Method, note::Method, "How a claim was found out; the strongest way first.");
words!(RevisionStatus, registry::RevisionStatus, "Where a revision stands.");

/// What a node of the graph is.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    Page,
    Note,
    Client,
    Capability,
    Revision,
    Kind,
    Status,
    Cell,
    List,
}

/// How one page refers to another.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EdgeKind {
    Link,
    Related,
    Supersedes,
    Contradicts,
}
