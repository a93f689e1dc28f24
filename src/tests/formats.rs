//! Findings in every form: as text, JSON, SARIF and annotations, each compared as a whole.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::site::{Run, Site, TODAY, note, run};

/// A site with findings of every sort of place: behind a byte order mark and CRLF, in Chinese, over two
/// lines, in a file whose name needs escapes.
fn faulty() -> Site {
    let site = Site::parse("-- notes/Über, 100%.md --\n---\ntitle: x # y\n---\n\nText.\n");
    let text = note("a")
        .set("title", "手写的客户端")
        .set("clients", "[acme, acme]")
        .line("clinets: [甲]")
        .body("客户端 🚀 见 [这里\n那里](不存在.md)。")
        .text();
    site.write("notes/research/a.md", format!("\u{feff}{}", text.replace('\n', "\r\n")));
    site
}

/// Returns the bytes of a file that a JSON document names, as text.
fn bytes(site: &Site, path: &str, start: &Value, end: &Value) -> String {
    let file = fs::read(site.root().join(path)).expect("a file");
    let offset = |value: &Value| usize::try_from(value.as_u64().expect("an offset")).expect("a small one");
    String::from_utf8(file[offset(start)..offset(end)].to_vec()).expect("whole characters")
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}\n{}", run.stdout))
}

#[test]
fn text_goes_to_stderr() {
    let run = faulty().check(&["-q", "--format", "text"]).ends(1);
    assert_eq!(run.stdout, "");
    assert_eq!(
        run.stderr,
        r#"notes/research/a.md:7:17: warning[repeated-entry]: `clients[1]`: `acme` repeats `clients[0]`
   7 | clients: [acme, acme]
     |                 ^^^^
  help: take it out
notes/research/a.md:15:1: error[unknown-key]: `clinets`: no such key; did you mean `clients`?
  15 | clinets: [甲]
     | ^^^^^^^
notes/research/a.md:18:9: error[broken-link]: `不存在.md` leads to nothing
  18 | 客户端 🚀 见 [这里
     |              ^^^^^
notes/Über, 100%.md:2:10: error[cut-value]: `title`: the text is cut short here, because ` #` begins a comment
   2 | title: x # y
     |          ^
  help: put the whole value in quotes, or move the comment to a line of its own
"#
    );
}

#[test]
fn json_has_every_place_in_characters_and_in_bytes() {
    let site = faulty();
    let run = site.check(&["-q", "--format", "json"]).ends(1);
    assert_eq!(run.stderr, "");
    assert_eq!(
        run.stdout,
        r#"{
  "version": 1,
  "diagnostics": [
    {
      "code": "repeated-entry",
      "severity": "warning",
      "message": "`clients[1]`: `acme` repeats `clients[0]`",
      "help": "take it out",
      "path": "notes/research/a.md",
      "start": {
        "line": 7,
        "column": 17,
        "byte": 125
      },
      "end": {
        "line": 7,
        "column": 21,
        "byte": 129
      },
      "field": "clients[1]",
      "fixes": [
        {
          "description": "take the repeated entry out",
          "edits": [
            {
              "start": 123,
              "end": 129,
              "text": ""
            }
          ]
        }
      ]
    },
    {
      "code": "unknown-key",
      "severity": "error",
      "message": "`clinets`: no such key; did you mean `clients`?",
      "path": "notes/research/a.md",
      "start": {
        "line": 15,
        "column": 1,
        "byte": 288
      },
      "end": {
        "line": 15,
        "column": 8,
        "byte": 295
      },
      "field": "clinets"
    },
    {
      "code": "broken-link",
      "severity": "error",
      "message": "`不存在.md` leads to nothing",
      "path": "notes/research/a.md",
      "start": {
        "line": 18,
        "column": 9,
        "byte": 330
      },
      "end": {
        "line": 19,
        "column": 12,
        "byte": 360
      }
    },
    {
      "code": "cut-value",
      "severity": "error",
      "message": "`title`: the text is cut short here, because ` #` begins a comment",
      "help": "put the whole value in quotes, or move the comment to a line of its own",
      "path": "notes/Über, 100%.md",
      "start": {
        "line": 2,
        "column": 10,
        "byte": 13
      },
      "end": {
        "line": 2,
        "column": 11,
        "byte": 14
      },
      "field": "title"
    }
  ],
  "totals": {
    "errors": 3,
    "warnings": 1
  }
}
"#
    );
    let words: Vec<String> = json(&run)["diagnostics"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| bytes(&site, it["path"].as_str().expect("a path"), &it["start"]["byte"], &it["end"]["byte"]))
        .collect();
    assert_eq!(words, ["acme", "clinets", "[这里\r\n那里](不存在.md)", "#"]);
    let edit = &json(&run)["diagnostics"][0]["fixes"][0]["edits"][0];
    assert_eq!(bytes(&site, "notes/research/a.md", &edit["start"], &edit["end"]), ", acme");
}

#[test]
fn annotations_stand_on_lines_with_their_escapes() {
    let run = faulty().check(&["-q", "--format", "github"]).ends(1);
    assert_eq!(run.stderr, "");
    assert_eq!(
        run.stdout,
        r#"::error file=notes/research/a.md,line=15,col=1,endColumn=8,title=unknown-key::`clinets`: no such key; did you mean `clients`?
::error file=notes/research/a.md,line=18,endLine=19,title=broken-link::`不存在.md` leads to nothing
::error file=notes/Über%2C 100%25.md,line=2,col=10,endColumn=11,title=cut-value::`title`: the text is cut short here, because ` #` begins a comment%0Ahelp: put the whole value in quotes, or move the comment to a line of its own
::warning file=notes/research/a.md,line=7,col=17,endColumn=21,title=repeated-entry::`clients[1]`: `acme` repeats `clients[0]`%0Ahelp: take it out
"#
    );
}

#[test]
fn annotations_name_files_from_the_repository() {
    let site = faulty();
    let mut command = site.command(&["check", "-q", "--date", TODAY, "--format=github", "notes/research"]);
    command.env("GITHUB_WORKSPACE", site.beside(""));
    assert!(run(command).ends(1).stdout.starts_with("::error file=site/notes/research/a.md,line=15,"));
}

/// Returns the published schema of SARIF 2.1.0.
fn sarif_schema() -> jsonschema::Validator {
    // A bracket that closes nothing is no regular expression to every reader.
    let text = include_str!("data/sarif/sarif-schema-2.1.0.json").replace("{2}]?$", "{2}\\\\]?$");
    let schema = serde_json::from_str(&text).expect("JSON");
    jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema")
}

#[test]
fn sarif_is_valid_and_names_the_same_places() {
    let site = faulty();
    let run = site.check(&["-q", "--format", "sarif"]).ends(1);
    assert_eq!(run.stderr, "");
    let log = json(&run);
    let faults: Vec<String> = sarif_schema().iter_errors(&log).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{faults:?}");
    let mut wrong = log.clone();
    wrong["runs"][0]["results"][0]["level"] = "grave".into();
    assert!(!sarif_schema().is_valid(&wrong), "the schema tells right from wrong");

    let one = &log["runs"][0];
    assert_eq!(one["columnKind"], "unicodeCodePoints");
    assert!(one["originalUriBaseIds"]["SITE"].is_object());
    let results = one["results"].as_array().expect("results");
    let told = json(&site.check(&["--format", "json"]));
    assert_eq!(results.len(), told["diagnostics"].as_array().expect("a list").len());
    for (result, told) in results.iter().zip(told["diagnostics"].as_array().expect("a list")) {
        assert_eq!((&result["ruleId"], &result["level"]), (&told["code"], &told["severity"]));
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("a number")).expect("a small one");
        assert_eq!(one["tool"]["driver"]["rules"][index]["id"], told["code"]);
        let text = result["message"]["text"].as_str().expect("a text");
        assert!(text.starts_with(told["message"].as_str().expect("a text")), "{text}");
        let at = &result["locations"][0]["physicalLocation"];
        let uri = at["artifactLocation"]["uri"].as_str().expect("an address");
        assert_eq!(
            percent_encoding::percent_decode_str(uri).decode_utf8_lossy(),
            told["path"].as_str().expect("a path")
        );
        assert_eq!(at["artifactLocation"]["uriBaseId"], "SITE");
        let region = &at["region"];
        let number = |value: &Value| value.as_u64().expect("a number");
        assert_eq!((&region["startLine"], &region["startColumn"]), (&told["start"]["line"], &told["start"]["column"]));
        assert_eq!((&region["endLine"], &region["endColumn"]), (&told["end"]["line"], &told["end"]["column"]));
        assert_eq!(region["byteOffset"], told["start"]["byte"]);
        let length = number(&told["end"]["byte"]) - number(&told["start"]["byte"]);
        assert_eq!(number(&region["byteLength"]), length);
    }
    assert_eq!(
        results[3]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
        "notes/%C3%9Cber,%20100%25.md"
    );
    let replacement = &results[0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replacement["deletedRegion"], serde_json::json!({"byteOffset": 123, "byteLength": 6}));
    let rules: BTreeSet<&str> = one["tool"]["driver"]["rules"]
        .as_array()
        .expect("rules")
        .iter()
        .filter_map(|rule| rule["id"].as_str())
        .collect();
    assert_eq!(rules.into_iter().collect::<Vec<_>>(), ["broken-link", "cut-value", "repeated-entry", "unknown-key"]);
}

#[test]
fn documents_without_findings_are_documents() {
    let site = Site::parse(note("a"));
    for flags in [&["--format", "json"][..], &["--format", "json", "--quiet"]] {
        let told = json(&site.check(flags).ends(0));
        assert_eq!(told, serde_json::json!({"version": 1, "diagnostics": [], "totals": {"errors": 0, "warnings": 0}}));
    }
    let log = json(&site.check(&["--format", "sarif"]).ends(0));
    assert!(sarif_schema().is_valid(&log));
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
    assert_eq!(site.check(&["--format", "github"]).ends(0).stdout, "");
    site.check(&["--format", "xml"]).ends(2);
}

#[test]
fn every_format_ends_the_run_alike_and_builds_tell_the_same() {
    let warned = Site::parse(note("a").line("related: [not-there]"));
    for format in ["text", "json", "sarif", "github"] {
        faulty().check(&["--format", format]).ends(1);
        warned.check(&["--format", format]).ends(0);
        warned.check(&["--format", format, "--strict"]).ends(1);
        let checked = warned.check(&["-q", "--format", format]);
        for (flags, exit) in [(&["--strict"][..], 1), (&[], 0)] {
            let built = warned.build(&[&["-q", "--format", format], flags].concat()).ends(exit);
            assert_eq!((&built.stdout, &built.stderr), (&checked.stdout, &checked.stderr));
        }
    }
    let built = warned.build(&["--format", "json", "--timings"]).ends(0);
    assert_eq!(json(&built)["totals"]["warnings"], 1, "stdout holds the document alone");
    assert!(built.stderr.contains(" connect "), "{}", built.stderr);
}

/// A site with twelve errors and eleven warnings in one note.
fn crowded() -> Site {
    let links: String = (1..=12).map(|n| format!("[a|*b* {n}](missing-{n}.md) ")).collect();
    let related: Vec<String> = (1..=11).map(|n| format!("none-{n}")).collect();
    Site::parse(note("a").line(&format!("related: [{}]", related.join(", "))).body(&links))
}

fn annotated(site: &Site, summary: Option<&str>) -> Run {
    let mut command = site.command(&["check", "-q", "--date", TODAY, "--format", "github"]);
    if let Some(path) = summary {
        command.env("GITHUB_STEP_SUMMARY", path);
    }
    run(command)
}

#[test]
fn the_gravest_ten_of_each_are_annotated_and_the_summary_lists_all() {
    let site = crowded();
    site.write("summary.md", "# Before\n");
    let told = annotated(&site, Some("summary.md")).ends(1);
    let starts = |word: &str| told.stdout.lines().filter(|line| line.starts_with(word)).count();
    assert_eq!((starts("::error "), starts("::warning "), told.stdout.lines().count()), (10, 10, 20));
    assert!(told.stdout.lines().take(10).all(|line| line.starts_with("::error ")), "{}", told.stdout);
    assert!(told.stdout.contains("missing-10.md") && !told.stdout.contains("missing-11.md"), "{}", told.stdout);
    let left = "note: 3 findings have no annotation, because GitHub shows ten errors and ten warnings; ";
    assert_eq!(told.stderr, format!("{left}the summary lists all\n"));
    let summary = fs::read_to_string(site.root().join("summary.md")).expect("the summary");
    let head = "# Before\n### fieldnotes: 12 errors, 11 warnings\n\n| | place | code | finding |\n|---|---|---|---|\n| warning | notes/research/a.md:15:11 | unknown-related | `related[0]`: ";
    assert!(summary.starts_with(head), "{summary}");
    assert_eq!(summary.lines().filter(|line| line.starts_with("| error |")).count(), 12);
    assert_eq!(annotated(&site, None).ends(1).stderr, format!("{left}`--format text` tells all\n"));
}

#[test]
fn a_summary_that_github_would_drop_is_cut() {
    let links: String = (1..=9000).map(|n| format!("[to {n}](missing-{n}-{}.md)\n", "x".repeat(90))).collect();
    let site = Site::parse(note("a").body(&links));
    let told = annotated(&site, Some("summary.md")).ends(1);
    let summary = fs::read_to_string(site.root().join("summary.md")).expect("the summary");
    assert!((990 * 1024..1010 * 1024).contains(&summary.len()), "{}", summary.len());
    let left = 9000 - summary.lines().filter(|line| line.starts_with("| error |")).count();
    assert!(summary.ends_with(&format!(" |\n\n… and {left} more\n\n")), "{}", &summary[summary.len() - 200..]);
    let note = format!("note: the summary leaves {left} findings out, because GitHub drops one above 1 MiB\n");
    assert!(
        told.stderr.starts_with(&note) && told.stderr.ends_with("; `--format text` tells all\n"),
        "{}",
        told.stderr
    );
    let again = annotated(&site, Some("summary.md")).ends(1);
    assert!(again.stderr.starts_with("note: the summary leaves 9000 findings out"), "{}", again.stderr);
    let both = fs::metadata(site.root().join("summary.md")).expect("the summary").len();
    assert!(both < 1024 * 1024, "what is there already counts: {both}");
}

#[test]
fn a_summary_keeps_markup_out_of_its_table() {
    let site = Site::parse(note("a").set("kind", "a|b").body("[x](<*y*|<b>.md>)"));
    annotated(&site, Some("summary.md"));
    let summary = fs::read_to_string(site.root().join("summary.md")).expect("the summary");
    for line in summary.lines().filter(|line| line.starts_with('|')) {
        assert_eq!(line.replace("\\|", "").matches('|').count(), 5, "{line}");
    }
    assert!(!summary.replace("`*y*\\|<b>.md`", "").contains("<b>"), "{summary}");
    let clean = Site::parse(note("a"));
    annotated(&clean, Some("summary.md")).ends(0);
    assert_eq!(fs::read_to_string(clean.root().join("summary.md")).expect("the summary"), "");
}

#[test]
fn a_summary_that_cannot_be_written_is_an_error_of_the_environment() {
    let told = annotated(&crowded(), Some("no-such-folder/summary.md")).ends(3);
    assert!(
        told.stderr.starts_with("error: cannot write the summary `no-such-folder/summary.md`: "),
        "{}",
        told.stderr
    );
}

#[test]
fn only_findings_of_the_paths_named_are_told() {
    let site = Site::parse(format!(
        "{}{}-- notes/about.md --\n---\ntitle: About\n---\n\n[x](missing.md)\n",
        note("a").body("[x](missing.md)"),
        note("b").line("related: [not-there]")
    ));
    let told = |from: &str, paths: &[&str]| {
        let mut command = site.command(&[&["check", "--date", TODAY, "--format", "json"], paths].concat());
        command.current_dir(site.root().join(from));
        let run = run(command);
        let paths: Vec<String> = json(&run)["diagnostics"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|it| it["path"].as_str().expect("a path").to_owned())
            .collect();
        (run.exit, paths.join(" "))
    };
    let all = (1, "notes/about.md notes/research/a.md notes/research/b.md".to_owned());
    assert_eq!(told("", &[]), all);
    assert_eq!(told("", &["."]), all);
    assert_eq!(told("notes/research", &["../..", "b.md"]), all);
    assert_eq!(told("", &["notes/research"]), (1, "notes/research/a.md notes/research/b.md".to_owned()));
    assert_eq!(told("notes/research", &["b.md"]), (0, "notes/research/b.md".to_owned()));
    assert_eq!(
        told("notes", &["research/../about.md", "research/b.md"]),
        (1, "notes/about.md notes/research/b.md".to_owned())
    );
    assert_eq!(told("", &["notes/../notes/research/b.md", "--strict"]).0, 1);
    let whole = site.root().join("notes/about.md");
    assert_eq!(told("", &[whole.to_str().expect("UTF-8")]), (1, "notes/about.md".to_owned()));
    let told = site.check(&["notes/nothing.md"]).ends(2);
    assert!(told.stderr.starts_with("error: `notes/nothing.md` cannot be checked: "), "{}", told.stderr);
    let told = site.check(&["../home"]).ends(2);
    assert!(told.stderr.starts_with("error: `../home` is not in the site `"), "{}", told.stderr);
}
