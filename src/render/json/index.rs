//! `index.json`: which files there are for programs, and the schema of each.
//!
//! Files that there are many of stand here as one template, with the file that lists their ids. It
//! must not know what stands in a file.

use schemars::JsonSchema;
use serde::Serialize;

use crate::plan::{CLAIMS, Data, Shape, cells_file, data_file};
use crate::render::views::Scene;

use super::words::Version;

/// Which files there are for programs.
#[derive(Serialize, JsonSchema)]
pub struct Index<'a> {
    version: Version,
    /// The site's name.
    title: &'a str,
    /// One sentence on what it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    /// The licence of its notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    licence: Option<&'a str>,
    /// Files of which there is one.
    files: Vec<FileEntry>,
    /// Files of which there are many.
    families: Vec<Family>,
}

/// A file.
#[derive(Serialize, JsonSchema)]
pub struct FileEntry {
    /// Under the base path.
    href: String,
    /// The absolute address, where the site knows its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// What is in it.
    about: &'static str,
    /// The schema that it keeps to, under the base path; absent for what is not JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<String>,
}

/// Files that differ in an id.
#[derive(Serialize, JsonSchema)]
pub struct Family {
    /// Under the base path, with names in braces where ids stand, percent-encoded.
    template: String,
    /// What is in each.
    about: &'static str,
    /// The schema that each keeps to, under the base path; absent for what is not JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<String>,
    /// The file that lists the ids, under the base path.
    ids: String,
}

/// Returns the list of files.
pub fn index(scene: &Scene) -> Index<'_> {
    let base = &scene.site.base;
    let href = |data: Data| base.file_href(&data_file(scene, data));
    let entry = |data: Data, shape: Shape, about| {
        let href = href(data);
        FileEntry { url: base.absolute(&href), href, about, schema: Some(self::schema(scene, shape)) }
    };
    let table = |path: &str, about| {
        let href = base.file_href(path);
        FileEntry { url: base.absolute(&href), href, about, schema: None }
    };
    let family = |template: &str, shape: Option<Shape>, ids: Data, about| Family {
        // Braces are no part of a path that is encoded.
        template: format!("{}/{template}", base.path),
        about,
        schema: shape.map(|shape| self::schema(scene, shape)),
        ids: href(ids),
    };
    Index {
        version: Version::NOW,
        title: &scene.site.title,
        description: scene.site.description.as_deref(),
        licence: scene.site.licence.as_deref(),
        files: vec![
            entry(Data::Index, Shape::Index, "This list."),
            entry(Data::Notes, Shape::Notes, "All notes: their front matter and claims."),
            entry(Data::Clients, Shape::Clients, "All clients."),
            entry(Data::Capabilities, Shape::Capabilities, "All capabilities, group by group."),
            entry(Data::Revisions, Shape::Revisions, "All revisions of the specification, in order of time."),
            entry(Data::Matrix(None), Shape::Matrix, "The support matrix over all revisions."),
            table(&cells_file(scene, None), "The same matrix as a table, one cell a row."),
            table(CLAIMS, "All claims as a table, one a row."),
            entry(Data::Sources, Shape::Sources, "Sources turned round: repository, file, the notes that cite it."),
            entry(Data::Graph, Shape::Graph, "Every page, and who refers to whom."),
        ],
        families: vec![
            family("api/v1/notes/{note}.json", Some(Shape::Note), Data::Notes, "One note, and who refers to it."),
            family(
                "api/v1/clients/{client}.json",
                Some(Shape::Client),
                Data::Clients,
                "One client with its cells, each with its reasons.",
            ),
            family(
                "api/v1/matrix/{revision}.json",
                Some(Shape::Matrix),
                Data::Revisions,
                "The support matrix at one revision, where there are clients and capabilities.",
            ),
            family(
                "api/v1/matrix/{revision}.csv",
                None,
                Data::Revisions,
                "The same matrix as a table, one cell a row.",
            ),
            family(
                "badge/{client}/{capability}.json",
                Some(Shape::Badge),
                Data::Matrix(None),
                "A badge for badge services, for each cell of the matrix that has a page.",
            ),
            family(
                "badge/{client}/{capability}.svg",
                None,
                Data::Matrix(None),
                "A badge as a picture, for each cell of the matrix that has a page.",
            ),
        ],
    }
}

fn schema(scene: &Scene, shape: Shape) -> String {
    scene.site.base.file_href(&data_file(scene, Data::Schema(shape)))
}
