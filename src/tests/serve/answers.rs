//! What is answered: every file as it was built, as static hosts do, and only to this machine.

use std::net::TcpListener;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{Server, address, built, command, difference, without_script};
use crate::site::{Site, note, run, tree};

fn site(base: &str) -> Site {
    Site::parse(format!(
        "{}{}-- notes/site.yaml --\ntitle: Notes\nbase_url: https://notes.example{base}\n\
         -- notes/关于.md --\n---\ntitle: About </body>\n---\n\nA page. </body>\n\n```html\n<body></body>\n```\n\
         -- static/folder/index.html --\n<!doctype html><title>x</title><body>x</body>\n\
         -- static/plain.html --\nno body at all\n\
         -- static/data.bin --\n\u{1}\u{2}\n",
        note("a").body("Text </body> and `</body>`.\n\n<!-- </body> -->\n\n```html\n</body></html>\n```\n"),
        note("b").set("aliases", "[old-b]"),
    ))
}

#[test]
fn every_file_is_served_as_it_was_built_at_the_real_base_path() {
    for base in ["", "/sub/dir"] {
        let site = site(base);
        let mut tree = built(&site, 0).expect("a site");
        tree.remove("plain.html");
        let mut server = Server::start(&site, &[]);
        assert_eq!(difference(&mut server, base, &tree), None);
        for file in tree.keys() {
            let get = server.get(&address(base, file));
            let head = server.ask("HEAD", &address(base, file), "localhost");
            let without_date = |mut headers: Vec<(String, String)>| {
                headers.retain(|(name, _)| name != "date");
                headers
            };
            assert_eq!(head.status, get.status, "{file}");
            assert_eq!(without_date(head.headers), without_date(get.headers.clone()), "{file}");
            let scripts = if file.ends_with(".html") { 1 } else { 0 };
            let body = String::from_utf8_lossy(&get.body);
            assert_eq!(body.matches("/.fieldnotes/events").count(), scripts, "{file}");
        }
        // Where there is no body's end, the script stands at the end.
        let plain = String::from_utf8(server.get(&format!("{base}/plain")).body).unwrap();
        assert!(plain.starts_with("no body at all\n<script>(") && plain.ends_with("</script>\n"), "{plain}");
        assert!(!site.root().join("public").exists());
    }
}

#[test]
fn addresses_are_answered_as_static_hosts_answer_them() {
    let mut server = Server::start(&site("/sub"), &[]);
    let mut shown = String::new();
    for path in [
        "/sub/",
        "/sub",
        "/",
        "/other",
        "/subway",
        "/sub/research/a",
        "/sub/research/a.html",
        "/sub/research/a.md",
        "/sub/research/a/?x=1",
        "/sub/research/old-b",
        "/sub/research/none",
        "/sub/404",
        "/sub/folder",
        "/sub/folder/",
        "/sub/%E5%85%B3%E4%BA%8E",
        "/sub/%FF",
        "/sub/..%2f..%2fnotes/site.yaml",
        "/sub/../notes/site.yaml",
        "/sub/notes/site.yaml",
        "/sub//research/a",
        "/sub/feed.xml",
        "/sub/style.css",
        "/sub/site.js",
        "/sub/api/v1/notes.json",
        "/sub/favicon.svg",
        "/sub/icon.png",
        "/sub/data.bin",
        "/sub/_headers",
    ] {
        let reply = server.get(path);
        let to = reply.header("location");
        let what = if to.is_empty() { reply.header("content-type") } else { to };
        shown.push_str(&format!("{path} {} {what}\n", reply.status));
    }
    assert_eq!(
        shown,
        "\
/sub/ 200 text/html; charset=utf-8
/sub 307 /sub/
/ 307 /sub/
/other 404 text/html; charset=utf-8
/subway 404 text/html; charset=utf-8
/sub/research/a 200 text/html; charset=utf-8
/sub/research/a.html 200 text/html; charset=utf-8
/sub/research/a.md 200 text/markdown; charset=utf-8
/sub/research/a/?x=1 307 /sub/research/a?x=1
/sub/research/old-b 200 text/html; charset=utf-8
/sub/research/none 404 text/html; charset=utf-8
/sub/404 200 text/html; charset=utf-8
/sub/folder 307 /sub/folder/
/sub/folder/ 200 text/html; charset=utf-8
/sub/%E5%85%B3%E4%BA%8E 200 text/html; charset=utf-8
/sub/%FF 404 text/html; charset=utf-8
/sub/..%2f..%2fnotes/site.yaml 404 text/html; charset=utf-8
/sub/../notes/site.yaml 404 text/html; charset=utf-8
/sub/notes/site.yaml 404 text/html; charset=utf-8
/sub//research/a 404 text/html; charset=utf-8
/sub/feed.xml 200 text/xml; charset=utf-8
/sub/style.css 200 text/css; charset=utf-8
/sub/site.js 200 text/javascript; charset=utf-8
/sub/api/v1/notes.json 200 application/json; charset=utf-8
/sub/favicon.svg 200 image/svg+xml; charset=utf-8
/sub/icon.png 200 image/png
/sub/data.bin 200 application/octet-stream
/sub/_headers 200 text/plain; charset=utf-8
"
    );
}

#[test]
fn only_this_machine_is_answered_and_only_reading() {
    let mut server = Server::start(&site(""), &[]);
    for (method, host, status) in [
        ("GET", "127.0.0.1", 200),
        ("GET", "localhost:1", 200),
        ("GET", "[::1]:80", 200),
        ("GET", "notes.example", 403),
        ("GET", "127.0.0.1.notes.example:80", 403),
        ("GET", "localhost.example", 403),
        ("POST", "localhost", 405),
        ("DELETE", "localhost", 405),
    ] {
        assert_eq!(server.ask(method, "/", host).status, status, "{method} {host}");
    }
}

#[test]
fn a_port_that_is_taken_is_an_error_if_it_was_asked_for() {
    let site = site("");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let start = Instant::now();
    let told = run(command(&site, &["--port", &port])).ends(3);
    assert!(start.elapsed() < Duration::from_secs(5));
    let expected = format!(
        "error: cannot serve at 127.0.0.1:{port}: Address already in use (os error 98); choose another port with `--port`\n"
    );
    if cfg!(target_os = "linux") {
        assert_eq!(told.stderr, expected);
    }
    for bad in ["99999", "abc", "-1"] {
        run(command(&site, &["--port", bad])).ends(2);
    }
}

#[test]
fn without_a_port_the_next_free_one_is_taken() {
    let site = site("");
    let mut first = command(&site, &[]).stderr(Stdio::null()).spawn().unwrap();
    let mut second = Server::start_with(command(&site, &[]));
    assert!((3210..3230).contains(&second.port), "{}", second.port);
    assert_eq!(second.get("/").status, 200);
    first.kill().unwrap();
    first.wait().unwrap();
}

#[test]
fn a_signal_ends_it_and_frees_the_port() {
    let site = site("");
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start(&site, &[]);
        // A page that waits for events does not hold it up.
        server.broken("").unwrap();
        server.get("/");
        let port = server.port;
        assert_eq!(server.end(signal), Some(0), "{signal}");
        TcpListener::bind(("127.0.0.1", port)).expect("the port is free");
    }
}

#[test]
fn a_site_that_cannot_be_built_at_first_is_served_once_it_can() {
    let site = site("");
    let good = std::fs::read(site.root().join("notes/research/a.md")).unwrap();
    site.write("notes/research/a.md", "no front matter <script>alert(1)</script>\n");
    let mut server = Server::start(&site, &[]);
    let reply = server.get("/research/b");
    let body = String::from_utf8(reply.body).unwrap();
    assert_eq!(reply.status, 500);
    assert!(body.contains("notes/research/a.md:1:1: error[front-matter-missing]"), "{body}");
    assert!(body.contains("&lt;script&gt;alert(1)") && !body.contains("<script>alert"), "{body}");
    assert!(server.said().contains("there is no site to serve yet"), "{}", server.said());
    site.write("notes/research/a.md", good);
    server.wait_for("the site", |server| (server.get("/research/b").status == 200).then_some(()));
    assert_eq!(server.broken("").unwrap(), "");
}

#[test]
fn the_folder_is_only_read() {
    let site = site("");
    let before = tree(&site.root());
    let mut server = Server::start(&site, &[]);
    assert!(without_script(&server.get("/").body).is_some());
    drop(server);
    assert_eq!(tree(&site.root()), before);
}
