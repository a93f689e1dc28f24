//! A strict reader of the HTML that the program writes.
//!
//! A browser mends what is wrong, and a link inside a link is gone before one can look for it. So
//! this reader mends nothing: every tag is closed where it must be, every attribute is in quotes,
//! every `&` is an entity.

/// Elements that have no end tag.
const VOID: &[&str] = &["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"];
/// Elements of pictures, which may close themselves.
const DRAWN: &[&str] = &["path", "circle", "rect"];
/// Elements whose content is not markup.
const RAW: &[&str] = &["script", "style"];

/// A page.
#[derive(Debug, Default)]
pub struct Page {
    /// In the order of the text.
    pub elements: Vec<Element>,
}

/// An element of a page.
#[derive(Debug, Default)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    /// The names of the elements around it, from the outside in.
    pub around: Vec<String>,
    /// All text in it.
    pub text: String,
}

impl Element {
    /// Returns an attribute's value.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Tells whether an attribute has that value.
    pub fn has(&self, name: &str, value: &str) -> bool {
        self.get(name) == Some(value)
    }
}

impl Page {
    /// Reads a page; fails at the first thing that is wrong with it.
    #[track_caller]
    pub fn read(html: &str) -> Page {
        match read(html) {
            Ok(page) => page,
            Err(fault) => panic!("{fault}\n{html}"),
        }
    }

    /// Returns the elements of a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.elements.iter().filter(move |element| element.name == name)
    }

    /// Returns every id, in order.
    pub fn ids(&self) -> Vec<&str> {
        self.elements.iter().filter_map(|element| element.get("id")).collect()
    }

    /// Returns the values of `href` of the `link` elements of a kind.
    pub fn links(&self, rel: &str, kind: Option<&str>) -> Vec<&str> {
        self.all("link")
            .filter(|link| link.has("rel", rel) && kind.is_none_or(|kind| link.has("type", kind)))
            .filter_map(|link| link.get("href"))
            .collect()
    }

    /// Returns the levels of the headings, in order.
    pub fn levels(&self) -> Vec<u8> {
        let level = |name: &str| name.strip_prefix('h').and_then(|rest| rest.parse().ok());
        self.elements.iter().filter_map(|element| level(&element.name)).collect()
    }
}

fn read(html: &str) -> Result<Page, String> {
    let mut page = Page::default();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = html;
    while !rest.is_empty() {
        let end = rest.find('<').unwrap_or(rest.len());
        let text = decode(&rest[..end])?;
        open.iter().for_each(|i| page.elements[*i].text.push_str(&text));
        rest = &rest[end..];
        if let Some(after) = rest.strip_prefix("<!doctype html>") {
            rest = after;
        } else if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").ok_or("a comment without an end")?.1;
        } else if let Some(tag) = rest.strip_prefix("</") {
            let (name, after) = tag.split_once('>').ok_or("an end tag without an end")?;
            let last = open.pop().ok_or(format!("</{name}> closes nothing"))?;
            let opened = &page.elements[last].name;
            if opened != name {
                return Err(format!("</{name}> where </{opened}> is due"));
            }
            rest = after;
        } else if rest.starts_with('<') {
            let mut element = Element::default();
            rest = start_tag(&rest[1..], &mut element)?;
            let is_closed = element.attributes.pop_if(|(key, _)| key == "/").is_some();
            if is_closed && !DRAWN.contains(&element.name.as_str()) {
                return Err(format!("<{}> that closes itself", element.name));
            }
            element.around = open.iter().map(|i| page.elements[*i].name.clone()).collect();
            let name = element.name.clone();
            page.elements.push(element);
            let index = page.elements.len() - 1;
            if RAW.contains(&name.as_str()) {
                let (text, after) = rest.split_once(&format!("</{name}>")).ok_or(format!("<{name}> without an end"))?;
                page.elements[index].text = text.to_owned();
                rest = after;
            } else if !is_closed && !VOID.contains(&name.as_str()) {
                open.push(index);
            }
        }
    }
    match open.pop() {
        Some(last) => Err(format!("<{}> is never closed", page.elements[last].name)),
        None => Ok(page),
    }
}

/// Reads a start tag behind its `<` and returns what follows it.
fn start_tag<'h>(html: &'h str, element: &mut Element) -> Result<&'h str, String> {
    let end = html.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(html.len());
    element.name = html[..end].to_owned();
    if element.name.is_empty() || element.name.bytes().any(|b| b.is_ascii_uppercase()) {
        return Err(format!("`<` that begins no tag: <{}", html.chars().take(20).collect::<String>()));
    }
    let mut rest = &html[end..];
    loop {
        let trimmed = rest.trim_start();
        if let Some(after) = trimmed.strip_prefix('>') {
            return Ok(after);
        }
        if let Some(after) = trimmed.strip_prefix("/>") {
            element.attributes.push(("/".to_owned(), String::new()));
            return Ok(after);
        }
        let at = trimmed.find(['=', '>', ' ']).ok_or("a start tag without an end")?;
        let key = trimmed[..at].to_owned();
        if rest.len() == trimmed.len() || key.is_empty() || element.get(&key).is_some() {
            return Err(format!("<{}> with an attribute `{key}` that is run together or repeated", element.name));
        }
        rest = &trimmed[at..];
        let mut value = String::new();
        if let Some(quoted) = rest.strip_prefix("=\"") {
            let (raw, after) = quoted.split_once('"').ok_or("a value without an end")?;
            value = decode(raw)?;
            rest = after;
        } else if rest.starts_with('=') {
            return Err(format!("<{}> with a value of `{key}` that is not in quotes", element.name));
        }
        element.attributes.push((key, value));
    }
}

/// Undoes entities; every `&` must begin one.
fn decode(text: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let (name, after) = after.split_once(';').ok_or(format!("a bare `&` in {text:?}"))?;
        out.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "#39" | "#x27" | "apos" => '\'',
            "#x2F" | "#47" => '/',
            "#96" | "#x60" => '`',
            _ => return Err(format!("the entity `&{name};` in {text:?}")),
        });
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

#[test]
fn what_is_wrong_with_a_page_is_seen() {
    let fault = |html: &str| read(html).err().unwrap_or_default();
    assert_eq!(fault("<p>a <b>b</b><br> &amp; <!-- <x> --></p>"), "");
    assert_eq!(fault("<p><b></p>"), "</p> where </b> is due");
    assert_eq!(fault("<p>"), "<p> is never closed");
    assert_eq!(fault("a & b"), "a bare `&` in \"a & b\"");
    assert!(fault("<a href=x>").contains("not in quotes"));
    assert!(fault("<a id=\"x\"id=\"y\">").contains("run together"));
    assert!(fault("1 < 2").contains("no tag"));
    assert_eq!(fault("<svg><path d=\"M0 0\"/></svg>"), "");
    assert!(fault("<p/>").contains("closes itself"));
    let page = Page::read("<h1 id=\"a\">x &lt; <i>y</i></h1><script>if (a < b) {}</script>");
    assert_eq!((page.ids(), page.levels(), &*page.elements[0].text), (vec!["a"], vec![1], "x < y"));
    assert_eq!(page.elements[1].around, ["h1"]);
}
