//! What served pages have more than built ones: the script that follows the server, and the page
//! that stands in while there is no site.
//!
//! It must not know which page it is put into.

use std::sync::Arc;

use serde_json::json;

/// Where below the base path the script hears of changes; no page's address begins with a dot.
pub(super) const EVENTS: &str = "/.fieldnotes/events";

const SCRIPT: &str = include_str!("reload.js");

/// Returns a built page with the script at the end of its body.
pub(super) fn page(mut html: Vec<u8>, base: &str, build: &str) -> Vec<u8> {
    const END: &[u8] = b"</body>";
    // Whatever the content holds, the last one is the page's own.
    let at = html.windows(END.len()).rposition(|window| window == END).unwrap_or(html.len());
    html.splice(at..at, script(base, build).into_bytes());
    html
}

/// Returns a page that tells what is wrong where there is no site to show.
pub(super) fn fault(base: &str, broken: &str) -> Vec<u8> {
    let text = broken.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let script = script(base, "");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>The site cannot be built yet</title>\n\
         <style>:root{{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}}body{{max-width:60rem;margin:3rem auto;\
         padding:0 1rem}}pre{{overflow:auto;font:.85rem/1.5 ui-monospace,monospace}}</style>\n\
         <body>\n<main>\n<h1>The site cannot be built yet</h1>\n<pre>{text}</pre>\n\
         <p>This page follows as soon as that is mended.</p>\n</main>\n{script}</body>\n</html>\n"
    )
    .into_bytes()
}

/// Returns what is sent to the script: which build is served, and what is wrong.
pub(super) fn message(build: &str, broken: &Arc<str>) -> String {
    json!({ "build": build, "broken": &**broken }).to_string()
}

fn script(base: &str, build: &str) -> String {
    let setup = json!({ "events": format!("{base}{EVENTS}"), "build": build }).to_string();
    format!("<script>({})({});</script>\n", SCRIPT.trim_end(), setup.replace('<', "\\u003c"))
}
