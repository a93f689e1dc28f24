//! The files that programs read: which there are, and where each lies in the output folder.
//!
//! A path is decided here alone; pages, lists of files and badges ask for it. It must not know what a
//! file holds.

use crate::catalog::{Catalog, NoteIx, Subject};

use super::What;

/// A shape of JSON, which has a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// The list of all these files.
    Index,
    /// All notes.
    Notes,
    /// One note.
    Note,
    /// All clients.
    Clients,
    /// One client with its cells.
    Client,
    /// All capabilities.
    Capabilities,
    /// All revisions.
    Revisions,
    /// A matrix, over all revisions or of one.
    Matrix,
    /// Sources turned round.
    Sources,
    /// Who refers to whom.
    Graph,
    /// A badge, as badge services read it.
    Badge,
}

impl Shape {
    /// All shapes.
    pub const ALL: &'static [Shape] = &[
        Shape::Index,
        Shape::Notes,
        Shape::Note,
        Shape::Clients,
        Shape::Client,
        Shape::Capabilities,
        Shape::Revisions,
        Shape::Matrix,
        Shape::Sources,
        Shape::Graph,
        Shape::Badge,
    ];

    /// Returns the name of the shape.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Index => "index",
            Shape::Notes => "notes",
            Shape::Note => "note",
            Shape::Clients => "clients",
            Shape::Client => "client",
            Shape::Capabilities => "capabilities",
            Shape::Revisions => "revisions",
            Shape::Matrix => "matrix",
            Shape::Sources => "sources",
            Shape::Graph => "graph",
            Shape::Badge => "badge",
        }
    }
}

/// A file of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Data {
    /// `api/v1/index.json`
    Index,
    /// `api/v1/notes.json`
    Notes,
    /// `api/v1/notes/<id>.json`
    Note(NoteIx),
    /// `api/v1/clients.json`
    Clients,
    /// `api/v1/clients/<id>.json`
    Client(usize),
    /// `api/v1/capabilities.json`
    Capabilities,
    /// `api/v1/revisions.json`
    Revisions,
    /// `api/v1/matrix.json`, or `api/v1/matrix/<revision>.json`
    Matrix(Option<usize>),
    /// `api/v1/sources.json`
    Sources,
    /// `api/v1/graph.json`
    Graph,
    /// `badge/<client>/<capability>.json`
    Badge(usize, usize),
    /// `api/v1/schema/<shape>.json`
    Schema(Shape),
}

/// Where the claims lie as a table.
pub const CLAIMS: &str = "api/v1/claims.csv";

/// Returns the path of a file of JSON in the output folder.
pub fn data_file(catalog: &Catalog, data: Data) -> String {
    let of = |name: &str| ["api/v1/", name, ".json"].concat();
    let below = |folder: &str, id: &str| ["api/v1/", folder, "/", id, ".json"].concat();
    match data {
        Data::Index => of("index"),
        Data::Notes => of("notes"),
        Data::Note(i) => below("notes", catalog.notes[i].id()),
        Data::Clients => of("clients"),
        Data::Client(i) => below("clients", &catalog.clients[i].thing.id),
        Data::Capabilities => of("capabilities"),
        Data::Revisions => of("revisions"),
        Data::Matrix(None) => of("matrix"),
        Data::Matrix(Some(i)) => below("matrix", &catalog.revisions[i].thing.id),
        Data::Sources => of("sources"),
        Data::Graph => of("graph"),
        Data::Badge(client, capability) => badge_file(catalog, client, capability, "json"),
        Data::Schema(shape) => below("schema", shape.name()),
    }
}

/// Returns the JSON that says the same as a page, if there is one.
pub fn data_of(subject: Subject) -> Option<Data> {
    Some(match subject {
        Subject::Research => Data::Notes,
        Subject::Note(i) => Data::Note(i),
        Subject::Clients => Data::Clients,
        Subject::Client(i) => Data::Client(i),
        Subject::Capabilities => Data::Capabilities,
        Subject::Revisions => Data::Revisions,
        Subject::Matrix => Data::Matrix(None),
        Subject::MatrixAt(i) => Data::Matrix(Some(i)),
        Subject::Sources => Data::Sources,
        _ => return None,
    })
}

/// Returns the path of the matrix as a table, over all revisions or of one; it lies beside its JSON.
pub fn cells_file(catalog: &Catalog, revision: Option<usize>) -> String {
    match revision {
        None => "api/v1/matrix.csv".to_owned(),
        Some(i) => format!("api/v1/matrix/{}.csv", catalog.revisions[i].thing.id),
    }
}

/// Returns the path of a cell's badge in the output folder.
pub fn badge_file(catalog: &Catalog, client: usize, capability: usize, extension: &str) -> String {
    let (client, capability) = (&catalog.clients[client].thing.id, &catalog.capabilities[capability].thing.id);
    ["badge/", client, "/", capability, ".", extension].concat()
}

/// Returns the path of the feed of the notes on a subject; nothing where there are none, or where the
/// site does not know its address, without which a feed has no ids.
pub fn feed_file(catalog: &Catalog, subject: Subject) -> Option<String> {
    catalog.site.base.origin.as_ref()?;
    let has_notes = match subject {
        Subject::Home => return Some("feed.xml".to_owned()),
        Subject::Client(i) => !catalog.clients[i].notes.is_empty(),
        Subject::Capability(i) => !catalog.capabilities[i].notes.is_empty(),
        _ => false,
    };
    has_notes.then(|| format!("{}/feed.xml", catalog.route(subject)))
}

/// Returns the files of which every site has one, whatever its notes; a file of the site's own in
/// `static/` may stand in the place of those that are for its host.
pub fn fixed(catalog: &Catalog) -> Vec<(String, What)> {
    let own = |path: &str, what: What| (path.to_owned(), what);
    let mut files = vec![
        own(".nojekyll", What::NoJekyll),
        own("robots.txt", What::Robots),
        own("_headers", What::Headers),
        own("llms.txt", What::Llms),
        own("llms-full.txt", What::LlmsFull),
        own(CLAIMS, What::Claims),
        own(&cells_file(catalog, None), What::Cells(None)),
    ];
    let data = [
        Data::Index,
        Data::Notes,
        Data::Clients,
        Data::Capabilities,
        Data::Revisions,
        Data::Matrix(None),
        Data::Sources,
        Data::Graph,
    ];
    let schemas = Shape::ALL.iter().map(|shape| Data::Schema(*shape));
    files.extend(data.into_iter().chain(schemas).map(|data| (data_file(catalog, data), What::Json(data))));
    if catalog.site.base.origin.is_some() {
        files.push(own("sitemap.xml", What::Sitemap));
        files.push(own("feed.xml", What::Feed(Subject::Home)));
    }
    files
}

/// Returns the files that belong to one subject of the site.
pub fn of_subject(catalog: &Catalog, subject: Subject) -> Vec<(String, What)> {
    let json = |data: Data| (data_file(catalog, data), What::Json(data));
    let mut files: Vec<(String, What)> = Vec::new();
    match subject {
        Subject::Note(i) => files.push(json(Data::Note(i))),
        Subject::Client(i) => files.push(json(Data::Client(i))),
        Subject::MatrixAt(i) => {
            files.push((cells_file(catalog, Some(i)), What::Cells(Some(i))));
            files.push(json(Data::Matrix(Some(i))));
        }
        Subject::Cell(client, capability) => {
            let svg = badge_file(catalog, client, capability, "svg");
            files.push((svg, What::Badge(client, capability)));
            files.push(json(Data::Badge(client, capability)));
        }
        _ => {}
    }
    let feed = feed_file(catalog, subject).filter(|_| subject != Subject::Home);
    files.extend(feed.map(|path| (path, What::Feed(subject))));
    files
}
