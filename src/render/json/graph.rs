//! `graph.json`: every page, and who refers to whom.
//!
//! It must not know what a page says.

use std::collections::{BTreeSet, HashSet};

use schemars::JsonSchema;
use serde::Serialize;

use crate::catalog::{Subject, Successions, Target};
use crate::render::views::Scene;

use super::made::Made;
use super::words::{EdgeKind, NodeKind, Version};

/// Every page, and who refers to whom.
#[derive(Serialize, JsonSchema)]
pub struct Graph<'a> {
    version: Version,
    /// Every page.
    nodes: Made<'a, Node>,
    /// Each relation once. `contradicts` holds both ways and is written one way.
    edges: Made<'a, Edge>,
}

/// A page.
#[derive(Serialize, JsonSchema)]
pub struct Node {
    /// Its address below the site, with a leading slash and without the base path.
    id: String,
    kind: NodeKind,
    /// Plain text.
    title: String,
    /// Its link, under the base path.
    href: String,
}

/// A relation between two pages.
#[derive(Serialize, JsonSchema)]
pub struct Edge {
    /// The id of the node that refers.
    from: String,
    /// The id of the node that is referred to.
    to: String,
    kind: EdgeKind,
}

/// Returns the graph.
pub fn graph(scene: &Scene) -> Graph<'_> {
    let subjects = scene.subjects();
    let pages = subjects.len();
    let node = move |i: usize| {
        let subject = subjects[i];
        let link = scene.link(subject);
        Node { id: id(scene, subject), kind: kind(subject), title: link.title.clone(), href: link.href.clone() }
    };
    let mut edges = Vec::new();
    let mut add = |from: Subject, to: Subject, kind: EdgeKind| {
        edges.push((from, to, kind));
    };
    for (from, resolved) in &scene.resolved {
        let mut seen: HashSet<Subject> = HashSet::from([*from]);
        for target in &resolved.links {
            if let Target::Page(to, _) = target
                && seen.insert(*to)
            {
                add(*from, *to, EdgeKind::Link);
            }
        }
    }
    for (i, facets) in scene.facets.iter().enumerate() {
        let related: BTreeSet<usize> = facets.related.iter().flatten().copied().collect();
        for other in related {
            add(Subject::Note(i), Subject::Note(other), EdgeKind::Related);
        }
        for other in Successions::of(&scene.successions.supersedes, i) {
            add(Subject::Note(i), Subject::Note(*other), EdgeKind::Supersedes);
        }
        for other in Successions::of(&scene.successions.contradicts, i).iter().filter(|other| **other > i) {
            add(Subject::Note(i), Subject::Note(*other), EdgeKind::Contradicts);
        }
    }
    let count = edges.len();
    let edge = move |i: usize| {
        let (from, to, kind) = edges[i];
        Edge { from: id(scene, from), to: id(scene, to), kind }
    };
    Graph { version: Version::NOW, nodes: Made::new(pages, node), edges: Made::new(count, edge) }
}

fn id(scene: &Scene, subject: Subject) -> String {
    format!("/{}", scene.route(subject))
}

fn kind(subject: Subject) -> NodeKind {
    match subject {
        Subject::Home | Subject::Page(_) => NodeKind::Page,
        Subject::Note(_) => NodeKind::Note,
        Subject::Client(_) => NodeKind::Client,
        Subject::Capability(_) => NodeKind::Capability,
        Subject::Revision(_) => NodeKind::Revision,
        Subject::Kind(_) => NodeKind::Kind,
        Subject::Status(_) => NodeKind::Status,
        Subject::Cell(..) => NodeKind::Cell,
        _ => NodeKind::List,
    }
}
