//! `fieldnotes list`: the same entries, order and words as the pages and the JSON of the site.

use serde_json::Value;

use crate::site::{Run, Site, TODAY, note};

const LISTS: [&str; 6] = ["notes", "clients", "capabilities", "gaps", "stale", "disputed"];

/// Makes a site in which every list has entries.
fn site() -> Site {
    let claims = |lines: &[&str]| lines.iter().map(|line| format!("\n  - {{{line}}}")).collect::<String>();
    let yes = "client: acme, capability: tools.call, support: yes, method: source";
    let no = "client: acme, capability: tools.call, support: no, method: source, note: Not at all.";
    let site = Site::parse(
        "-- notes/site.yaml --\nbase_url: https://notes.example/sub/\nstale_after: 60\n\
         -- notes/kinds.yaml --\n- {id: finding, title: Finding}\n- {id: limit, title: Limit}\n\
         -- notes/revisions.yaml --\n- {id: 2024-11-05, status: superseded}\n- {id: 2025-06-18, status: current}\n\
         -- notes/capabilities.yaml --\n- id: tools\n  title: Tools\n  capabilities:\n    - {id: tools.call, title: 手写 `call`, introduced: 2024-11-05}\n    - {id: tools.list, title: List}\n    - {id: tools.rare, title: Rare}\n\
         -- notes/clients/acme.md --\n---\ntitle: Acme\nvendor: Acme Inc.\n---\n\nProse.\n\
         -- notes/clients/zed.md --\n---\ntitle: Zed\n---\n\nProse.\n",
    );
    let notes = [
        note("a").set("claims", &claims(&[yes])).set("lastVerified", "2026-11-01"),
        note("b").set("claims", &claims(&[no])).set("kind", "limit").set("lastVerified", "2026-08-20"),
        note("c")
            .set("clients", "[zed]")
            .set("capabilities", "[tools.list]")
            .set("status", "disputed")
            .set("lastVerified", "2026-11-20")
            .line("statusReason: Another reading.")
            .line("contradicts: [a]"),
        note("d")
            .set("clients", "[acme, zed]")
            .set("specVersions", "[2024-11-05]")
            .set("status", "historical")
            .set("lastVerified", "2026-11-10")
            .set("title", "用手写的标题说明 `x`")
            .line("related: [missing-note, a]"),
        note("e").set("lastVerified", "2026-08-10"),
    ];
    for note in notes {
        let text = note.text();
        let id = text.split("id: ").nth(1).and_then(|rest| rest.lines().next()).expect("an id");
        site.write(&format!("notes/research/{id}.md"), &text);
    }
    site
}

fn list(site: &Site, args: &[&str]) -> Run {
    site.run(&[&["list", "--date", TODAY], args].concat())
}

/// Returns the entries of a list as JSON.
fn entries(site: &Site, args: &[&str]) -> Vec<Value> {
    let run = list(site, &[args, &["--format", "json"]].concat()).ends(0);
    serde_json::from_str(&run.stdout).expect("an array")
}

/// Returns the values of a key of all entries, or what stands in for it.
fn texts(entries: &[Value], key: &str) -> Vec<String> {
    entries.iter().map(|entry| entry[key].as_str().unwrap_or("-").to_owned()).collect()
}

fn file(site: &Site, path: &str) -> Value {
    serde_json::from_str(&site.text(path)).expect("JSON")
}

#[test]
fn tables_are_aligned_and_whole_where_they_go_to_no_terminal() {
    let site = site();
    let table = |name| list(&site, &[name]).ends(0).stdout;
    assert_eq!(
        table("notes"),
        "\
ID  KIND     STATUS      VERIFIED    CLIENTS    TITLE
c   finding  disputed    2026-11-20  zed        Title of c
d   finding  historical  2026-11-10  acme, zed  用手写的标题说明 x
a   finding  current     2026-11-01  acme       Title of a
b   limit    current     2026-08-20  acme       Title of b
e   finding  current     2026-08-10  acme       Title of e
"
    );
    assert_eq!(
        table("clients"),
        "\
ID    TITLE  VENDOR     NOTES  VERIFIED
acme  Acme   Acme Inc.  4      2026-11-10
zed   Zed               2      2026-11-20
"
    );
    assert_eq!(
        table("capabilities"),
        "\
ID          TITLE      GROUP  LIFE              CLIENTS  NOTES
tools.call  手写 call  Tools  since 2024-11-05  2        4
tools.list  List       Tools                    1        1
tools.rare  Rare       Tools                    0        0
"
    );
    assert_eq!(
        table("stale"),
        "\
ID  VERIFIED    DECIDES  STATUS   TITLE
e   2026-08-10  0        current  Title of e
b   2026-08-20  0        current  Title of b
"
    );
    let disputed = table("disputed");
    let lines: Vec<&str> = disputed.lines().collect();
    assert_eq!(lines[0], "WHAT  ID                 ABOUT");
    assert!(lines[1].starts_with("cell  acme × tools.call  ") && lines[1].contains("is disputed by"), "{disputed}");
    assert_eq!(lines[2..], ["note  c                  Another reading."]);
    assert_eq!(
        table("gaps"),
        "\
WHAT        ID                ABOUT
noted       zed × tools.call  Zed: 手写 call
noted       zed × tools.list  Zed: List
missing     missing-note      named by d
client      zed               0 of 3 known
client      acme              1 of 3 known
capability  tools.list        0 of 2 known
capability  tools.rare        0 of 2 known
capability  tools.call        1 of 2 known
"
    );
}

#[test]
fn objects_are_those_of_the_sites_own_json() {
    let site = site();
    site.build(&[]).ends(0);
    let notes = file(&site, "api/v1/notes.json");
    let listed = entries(&site, &["notes"]);
    assert_eq!(listed.len(), 5);
    for entry in &listed {
        assert!(notes["notes"].as_array().expect("notes").contains(entry), "{entry}");
    }
    assert_eq!(Value::from(entries(&site, &["clients"])), file(&site, "api/v1/clients.json")["clients"]);
    let groups = file(&site, "api/v1/capabilities.json");
    assert_eq!(Value::from(entries(&site, &["capabilities"])), groups["groups"][0]["capabilities"]);
    let cells = file(&site, "api/v1/matrix.json");
    for (name, what) in [("gaps", "noted"), ("disputed", "cell")] {
        let mut listed = entries(&site, &[name]);
        listed.retain(|entry| entry["what"] == what);
        assert!(!listed.is_empty());
        for mut entry in listed {
            entry.as_object_mut().expect("an object").retain(|key, _| key != "what" && key != "reasons");
            assert!(cells["cells"].as_array().expect("cells").contains(&entry), "{entry}");
        }
    }
    let known: Vec<String> = entries(&site, &["gaps"]).iter().map(|entry| format!("{}", entry["known"])).collect();
    assert_eq!(known, ["null", "null", "null", "\"0\"", "\"1\"", "\"0\"", "\"0\"", "\"1\""]);
    assert_eq!(texts(&entries(&site, &["stale"]), "decides"), ["0", "0"]);
}

/// Returns the addresses of a twin's items, in order, whatever they link to; one for each line.
fn items(twin: &str) -> Vec<String> {
    let lines = twin.lines().filter(|line| line.starts_with("- "));
    lines
        .map(|line| line.split("](").nth(1).and_then(|rest| rest.split(')').next()).unwrap_or(line).to_owned())
        .collect()
}

#[test]
fn queues_have_the_entries_and_the_order_of_their_pages() {
    let site = site();
    site.build(&[]).ends(0);
    for (name, sections) in
        [("stale", &[""][..]), ("disputed", &["cell", "note"]), ("gaps", &["capability", "client", "noted"])]
    {
        let twin = site.text(&format!("{name}.md"));
        let mut on_page = items(&twin);
        on_page.retain(|item| item.starts_with('/'));
        let listed = entries(&site, &[name]);
        let of = |what: &str| {
            let mut part = listed.clone();
            part.retain(|entry| what.is_empty() || entry["what"] == what);
            texts(&part, "href").into_iter().map(|href| format!("{href}.md")).collect::<Vec<_>>()
        };
        let in_list: Vec<String> = sections.iter().flat_map(|what| of(what)).collect();
        assert!(in_list.len() > 1, "{name}");
        // The twin names the missing ids by the notes that name them.
        on_page.truncate(in_list.len());
        assert_eq!(on_page, in_list, "{name}:\n{twin}");
        for entry in &listed {
            if let Some(id) = entry["id"].as_str().filter(|_| entry["what"] == "missing") {
                assert!(twin.contains(&format!("`{id}`, named by ")), "{twin}");
            }
            for reason in entry["reasons"].as_array().into_iter().flatten() {
                assert!(site.text("disputed.html").contains(reason.as_str().expect("a text")), "{reason}");
            }
        }
    }
}

#[test]
fn flags_of_one_name_are_alternatives_and_different_flags_hold_together() {
    let site = site();
    let ids = |args: &[&str]| texts(&entries(&site, args), "id").join(" ");
    assert_eq!(ids(&["notes", "--client", "zed"]), "c d");
    assert_eq!(ids(&["notes", "--client", "zed", "--client", "acme"]), "c d a b e");
    assert_eq!(ids(&["notes", "--client", "acme", "--kind", "limit"]), "b");
    assert_eq!(ids(&["notes", "--kind", "limit", "--status", "historical"]), "");
    assert_eq!(ids(&["notes", "--status", "historical", "--status", "disputed"]), "c d");
    assert_eq!(ids(&["notes", "--capability", "tools.list"]), "c");
    assert_eq!(ids(&["notes", "--revision", "2024-11-05"]), "d");
    assert_eq!(ids(&["stale", "--kind", "limit"]), "b");
    assert_eq!(ids(&["clients", "--kind", "limit"]), "acme");
    assert_eq!(ids(&["clients", "--capability", "tools.list"]), "zed");
    // One note must be all of it.
    assert_eq!(ids(&["clients", "--kind", "limit", "--revision", "2024-11-05"]), "");
    assert_eq!(ids(&["capabilities", "--client", "zed"]), "tools.call tools.list");
    assert_eq!(ids(&["capabilities", "--capability", "tools.rare"]), "tools.rare");
    // A gap is what no note tells: of a client or capability it is found by its own id alone.
    assert_eq!(ids(&["gaps", "--client", "zed"]), "- - missing-note zed");
    assert_eq!(ids(&["gaps", "--capability", "tools.list"]), "- tools.list");
    assert_eq!(ids(&["disputed", "--client", "zed"]), "c");
    assert_eq!(ids(&["disputed", "--kind", "limit"]), "-");
}

#[test]
fn ids_that_nothing_has_are_refused_with_the_nearest() {
    let site = site();
    for (flag, id, error) in [
        ("--kind", "limits", "no kind is called `limits`; did you mean `limit`?"),
        ("--client", "acm", "no client is called `acm`; did you mean `acme`?"),
        ("--capability", "tools.cal", "no capability is called `tools.cal`; did you mean `tools.call`?"),
        ("--revision", "2025-06-19", "no revision is called `2025-06-19`; did you mean `2025-06-18`?"),
        ("--status", "currnt", "no status is called `currnt`; did you mean `current`?"),
        ("--capability", "call", "no capability is called `call`; did you mean `tools.call`?"),
        ("--client", "nothing-like-it", "no client is called `nothing-like-it`"),
    ] {
        let run = list(&site, &["notes", flag, id]).ends(2);
        assert_eq!((run.stdout.as_str(), run.stderr), ("", format!("error: {error}\n")));
    }
    list(&site, &["everything"]).ends(2);
    list(&site, &[]).ends(2);
}

#[test]
fn where_there_is_nothing_to_list_that_is_said_beside_the_result() {
    let site = site();
    let run = list(&site, &["stale", "--client", "zed"]).ends(0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", "nothing to list\n"));
    let run = list(&site, &["stale", "--client", "zed", "--format", "json"]).ends(0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("[]\n", ""));
}

#[test]
fn what_is_wrong_with_the_content_is_told_instead() {
    let site = site();
    site.write("notes/research/f.md", note("f").set("status", "final").text());
    for name in LISTS {
        let run = list(&site, &[name]).ends(1);
        assert_eq!(run.stdout, "");
        assert!(run.stderr.contains("\nnotes/research/f.md:13:9: error[invalid-status]: "), "{}", run.stderr);
    }
}
