//! What each document says, and where: the places of its words.
//!
//! It must not know how words are kept.

use crate::catalog::Subject;
use crate::manuscript::Manuscript;
use crate::markdown;
use crate::note::Note;
use crate::render::views::{self, Scene};
use crate::tokens::{self, Run};

use super::parts::parts;
use super::vocabulary::{Place, Vocabulary};

/// Adds all words of a document.
pub fn add(scene: &Scene, subject: Subject, to: &mut Vocabulary) {
    to.add(&scene.link(subject).title, Place::Title);
    let mut named = |id: &str, aliases: &[String]| {
        to.id(id, Place::Title);
        aliases.iter().for_each(|alias| to.id(alias, Place::Title));
    };
    match subject {
        Subject::Note(i) => return note(scene, i, to),
        Subject::Client(i) => named(&scene.clients[i].thing.id, &scene.clients[i].thing.aliases),
        Subject::Capability(i) => {
            let thing = &scene.capabilities[i].thing;
            named(&thing.id, &thing.aliases);
            // `listChanged` is what `tools.list-changed` is called on the wire.
            thing.id.split('.').skip(1).for_each(|part| to.id(part, Place::Heading));
        }
        Subject::Revision(i) => named(&scene.revisions[i].thing.id, &[]),
        Subject::Kind(i) => named(&scene.kinds[i].thing.id, &[]),
        Subject::Page(i) => named(&scene.pages[i].route, &scene.pages[i].aliases),
        _ => {}
    }
    for name in [&scene.link(subject).title, &scene.link(subject).id] {
        to.key(&name_key(name), Place::Body);
    }
    to.add(&views::description(scene, subject), Place::Body);
    if let Some(manuscript) = scene.manuscript(subject) {
        text(manuscript, to);
    }
}

fn note(scene: &Scene, index: usize, to: &mut Vocabulary) {
    let Note { meta, manuscript, .. } = &*scene.notes[index];
    let facets = &scene.facets[index];
    to.id(&meta.id, Place::Title);
    meta.aliases.iter().for_each(|alias| to.id(alias, Place::Title));
    let claims = meta.claims.iter().filter_map(|claim| claim.note.as_deref());
    for said in [meta.summary.as_str()].into_iter().chain(meta.status_reason.as_deref()).chain(claims) {
        to.add(said, Place::Body);
    }
    text(manuscript, to);

    to.shared(("status", meta.status as usize), |to| to.key(&facet("status", meta.status.word()), Place::Body));
    let mut named = |name: &'static str, index: usize, id: &str, title: &str| {
        to.shared((name, index), |to| {
            to.key(&facet(name, id), Place::Body);
            to.add(id, Place::Body);
            if title != id {
                to.add(title, Place::Body);
            }
        });
    };
    if let Some(kind) = facets.kind {
        named("kind", kind, &scene.kinds[kind].thing.id, &scene.kinds[kind].thing.title);
    }
    for client in &facets.clients {
        named("client", *client, &scene.clients[*client].thing.id, &scene.clients[*client].thing.title);
    }
    for capability in &facets.capabilities {
        let thing = &scene.capabilities[*capability].thing;
        named("capability", *capability, &thing.id, &thing.title);
    }
    for revision in &facets.revisions {
        let id = &scene.revisions[*revision].thing.id;
        named("revision", *revision, id, id);
    }
    for source in &meta.sources {
        to.add(&source.url, Place::Cited);
        to.add(&markdown::plain(&source.title), Place::Cited);
        source.commit.iter().for_each(|commit| to.add(commit, Place::Cited));
        let file = source.file().map(|(file, _)| file).or(source.path.as_deref());
        file.into_iter().for_each(|file| to.add(file, Place::Cited));
    }
}

/// Adds a document's own text.
fn text(manuscript: &Manuscript, to: &mut Vocabulary) {
    manuscript.content.headings.iter().for_each(|heading| to.add(&heading.text, Place::Heading));
    parts(&manuscript.content.html.text, |text, is_code| {
        to.add(text, if is_code { Place::Code } else { Place::Body });
    });
}

/// Returns the key under which a note has a property; no word of a text has a colon.
fn facet(name: &str, id: &str) -> String {
    format!("{name}:{}", lower(&tokens::normalised(id)))
}

/// Returns the key under which a page is found by its very name.
fn name_key(name: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    tokens::runs(&tokens::normalised(name), |run| match run {
        Run::Cjk(run) => words.push(run.to_owned()),
        Run::Word(word) => words.extend(tokens::keys(word).keys.into_iter().next().map(|(key, _)| key)),
    });
    format!("={}", words.join(" "))
}

fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}
