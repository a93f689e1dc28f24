//! `clients.json` and `clients/<id>.json`: what clients are, and what each does.
//!
//! It must not know how a cell is written.

use schemars::JsonSchema;
use serde::Serialize;

use crate::catalog::Subject;
use crate::plan::{Data, data_file, feed_file};
use crate::render::views::Scene;

use super::cells::{Cell, cell};
use super::words::Version;

/// All clients, by id.
#[derive(Serialize, JsonSchema)]
pub struct Clients<'a> {
    version: Version,
    /// By id.
    clients: Vec<Client<'a>>,
}

/// One client, and what it does.
#[derive(Serialize, JsonSchema)]
pub struct ClientPage<'a> {
    version: Version,
    client: Client<'a>,
    /// Its cells of which notes speak, in the order of the capabilities.
    cells: Vec<Cell<'a>>,
}

/// A client.
#[derive(Serialize, JsonSchema)]
pub struct Client<'a> {
    /// The stem of its file, and the last part of its address.
    id: &'a str,
    /// Backticks mark code; nothing else is markup.
    title: &'a str,
    /// Who makes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    vendor: Option<&'a str>,
    /// Its home page.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    /// Where its source lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    repository: Option<&'a str>,
    /// Its documentation.
    #[serde(skip_serializing_if = "Option::is_none")]
    docs: Option<&'a str>,
    /// Its source can be read; absent where nothing is said of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<bool>,
    /// Former ids.
    aliases: &'a [String],
    /// The programs in which it appears.
    surfaces: Vec<Surface<'a>>,
    /// Ids of the notes that speak of it, the newest first.
    notes: Vec<&'a str>,
    /// Its page, under the base path.
    href: String,
    /// Its Markdown twin, under the base path.
    markdown: String,
    /// Its own JSON, under the base path.
    json: String,
    /// Its Atom feed, under the base path, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    feed: Option<String>,
}

/// A program in which a client appears.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Surface<'a> {
    /// Unique within the client.
    id: &'a str,
    /// Its name.
    title: &'a str,
    /// What it sends as `clientInfo.name`.
    client_info: &'a [String],
    /// The transports that it speaks.
    transports: &'a [String],
    /// The id of the revision that it asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    protocol: Option<&'a str>,
}

/// Returns all clients.
pub fn clients(scene: &Scene) -> Clients<'_> {
    Clients { version: Version::NOW, clients: (0..scene.clients.len()).map(|i| client(scene, i)).collect() }
}

/// Returns one client with its cells.
pub fn one(scene: &Scene, i: usize) -> ClientPage<'_> {
    let cells = scene.cells.of_client(i).map(|known| cell(scene, known)).collect();
    ClientPage { version: Version::NOW, client: client(scene, i), cells }
}

/// Returns a client without its cells.
pub fn client(scene: &Scene, i: usize) -> Client<'_> {
    let term = &scene.clients[i];
    let thing = &term.thing;
    let base = &scene.site.base;
    let link = scene.link(Subject::Client(i));
    Client {
        id: &thing.id,
        title: &thing.title,
        vendor: thing.vendor.as_deref(),
        url: thing.url.as_deref(),
        repository: thing.repository.as_deref(),
        docs: thing.docs.as_deref(),
        open: thing.open,
        aliases: &thing.aliases,
        surfaces: thing
            .surfaces
            .iter()
            .map(|surface| Surface {
                id: &surface.id,
                title: &surface.title,
                client_info: &surface.client_info,
                transports: &surface.transports,
                protocol: surface.protocol.as_deref(),
            })
            .collect(),
        notes: term.notes.iter().map(|note| scene.notes[*note].id()).collect(),
        href: link.href.clone(),
        markdown: link.twin.clone(),
        json: base.file_href(&data_file(scene, Data::Client(i))),
        feed: feed_file(scene, Subject::Client(i)).map(|file| base.file_href(&file)),
    }
}
