//! How long each stage takes, on a corpus made here: `cargo bench`.
//!
//! The notes are made by arithmetic, so every run and machine measures the same work. Times are per
//! whole corpus; divide by its size for a note. It must not know the disk.

use std::fmt::Write;
use std::sync::Arc;

use divan::counter::ItemsCount;

use fieldnotes::compile::{Options, compile};
use fieldnotes::corpus::{Corpus, File};
use fieldnotes::date::Day;
use fieldnotes::markdown;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SIZES: &[usize] = &[100, 1_000];

fn main() {
    divan::main();
}

/// Returns the body of a note: prose with links, a table, code.
fn body(i: usize, n: usize) -> String {
    let mut body = String::new();
    for section in 0..3 {
        let _ = writeln!(body, "## Section {section} of note {i}\n");
        for sentence in 0..8 {
            let other = (i * 7 + section * 13 + sentence) % n;
            let _ = write!(
                body,
                "The client `sendInitialize{sentence}` drops **late** frames after a restart, as [note {other}](/research/n{other:06}#section-1-of-note-{other}) says. "
            );
        }
        body.push_str("\n\n| Surface | Transport | Revision |\n|---|---|---|\n| cli | `stdio` | 2024-11-05 |\n| ide | http | 2025-11-25 |\n\n");
        let _ = writeln!(body, "```json\n{{\"jsonrpc\": \"2.0\", \"id\": {i}, \"method\": \"tools/list\"}}\n```\n");
    }
    body
}

fn note(i: usize, n: usize) -> File {
    let (client, capability, related) = (i % 40, i % 60, (i * 31 + 1) % n);
    let related = if related == i { String::new() } else { format!("related: [n{related:06}]\n") };
    let text = format!(
        "---\nid: n{i:06}\ntitle: Note {i} on how a client behaves\nkind: finding\nsummary: What client {client} does with capability {capability}.\ncapabilities:\n  - group.c{capability}\nclients:\n  - client-{client}\nspecVersions:\n  - 2025-06-18\n  - 2025-11-25\nsources:\n  - url: https://github.com/o/client-{client}\n    title: src/client.ts\n    commit: {i:08x}\n    path: src/client.ts:{}-{}\n    date: 2026-08-20\nstatus: current\nlastVerified: 2026-08-25\n{related}---\n\n{}",
        i % 400 + 1,
        i % 400 + 20,
        body(i, n)
    );
    File { path: format!("notes/research/n{i:06}.md").into(), bytes: Arc::new(text.into_bytes()) }
}

fn corpus(n: usize, highlight: bool) -> Corpus {
    let site = format!("title: Bench\nbase_url: https://notes.example.org/\nhighlight: {highlight}\n");
    let mut texts: Vec<File> = (0..n).map(|i| note(i, n)).collect();
    texts.push(File { path: "notes/site.yaml".into(), bytes: Arc::new(site.into_bytes()) });
    Corpus { texts, ..Corpus::default() }
}

fn options() -> Options {
    Options { today: Day::parse("2026-09-01").expect("a day"), base: None, drafts: false }
}

#[divan::bench(args = SIZES)]
fn read_markdown(bencher: divan::Bencher<'_, '_>, n: usize) {
    let bodies: Vec<String> = (0..n).map(|i| body(i, n)).collect();
    let options = markdown::Options { highlight: false, reserved_ids: &[] };
    bencher
        .counter(ItemsCount::new(n))
        .bench(|| bodies.iter().map(|body| markdown::read(body, options).html.text.len()).sum::<usize>());
}

#[divan::bench(args = SIZES)]
fn parse_connect_plan(bencher: divan::Bencher<'_, '_>, n: usize) {
    let corpus = corpus(n, false);
    bencher
        .counter(ItemsCount::new(n))
        .with_inputs(|| corpus.clone())
        .bench_values(|corpus| compile(corpus, &options()).pages);
}

#[divan::bench(args = SIZES)]
fn render(bencher: divan::Bencher<'_, '_>, n: usize) {
    let site = compile(corpus(n, false), &options());
    assert!(!site.has_errors(), "{:?}", site.diagnostics.first());
    let files = site.paths().len();
    bencher
        .counter(ItemsCount::new(n))
        .bench(|| (0..files).map(|file| site.file(file).map_or(0, |bytes| bytes.len())).sum::<usize>());
}

#[divan::bench(args = [100])]
fn highlight(bencher: divan::Bencher<'_, '_>, n: usize) {
    let corpus = corpus(n, true);
    bencher
        .counter(ItemsCount::new(n))
        .with_inputs(|| corpus.clone())
        .bench_values(|corpus| compile(corpus, &options()).pages);
}
