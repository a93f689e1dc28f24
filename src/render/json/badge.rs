//! `badge/<client>/<capability>.json`: a badge, as badge services such as shields.io read it.
//!
//! It must not know what a badge looks like.

use schemars::JsonSchema;
use serde::Serialize;

use crate::render::badge;
use crate::render::views::Scene;

/// A badge, in the form of a shields.io endpoint.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Badge {
    /// The version of the form, which the service sets.
    #[schemars(extend("const" = 1))]
    schema_version: u8,
    /// The client and the capability.
    label: String,
    /// The verdict, in a word.
    message: &'static str,
    /// The colour of the message: six hexadecimal digits.
    color: &'static str,
}

/// Returns the badge of a cell.
pub fn badge(scene: &Scene, client: usize, capability: usize) -> Badge {
    let badge::Words { label, message, color } = badge::words(scene, client, capability);
    Badge { schema_version: 1, label, message, color }
}
