//! YAML with places; the only door to serde_yaml.
//!
//! A [`Yaml`] is a text read as a tree in which every scalar keeps the characters that the author
//! wrote (`2024-11-05`, `9509425349e4`, `yes`, `1.10` are text). serde_yaml gives values without
//! places, so the tree is read a second time, with places, only when there is something to report.
//! What is quite plain, as most front matter is, `plain` reads without the library.
//! [`Reader`] reads mappings field by field and reports what is wrong with each.
//! It must not know which fields exist.

mod edit;
mod fields;
mod plain;
mod syntax;
mod tree;
mod write;

use std::cell::OnceCell;
use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Place, Source, visible};

pub use edit::means_the_same;
pub use fields::{Fields, Reader};
pub use tree::{Entry, Node, Path, Scalar};
pub use write::{item, quoted, scalar};

/// The most bytes that front matter may have.
pub const FRONT_MATTER_LIMIT: usize = 64 * 1024;
/// The most bytes that a registry may have.
pub const REGISTRY_LIMIT: usize = 1024 * 1024;
/// How deep collections may be nested below the root.
const DEPTH_LIMIT: usize = 64;
const TOO_DEEP: &str = "collections are nested deeper than 64";

/// A YAML text within a source, and the tree that it holds.
#[derive(Debug)]
pub struct Yaml<'a> {
    source: &'a Source,
    range: Range<usize>,
    root: Node,
    /// A `#` stands behind a blank somewhere, so that a comment may follow a value.
    has_comments: bool,
    located: OnceCell<Node>,
}

impl<'a> Yaml<'a> {
    /// Reads the bytes `range` of a source.
    ///
    /// # Errors
    /// What keeps the text from being read at all: its size or depth, its syntax, tags, anchors.
    pub fn read(source: &'a Source, range: Range<usize>, limit: usize) -> Result<Self, Vec<Diagnostic>> {
        let text = &source.text[range.clone()];
        let begin = range.start;
        let fail = |code, at: Range<usize>, message: String| {
            Diagnostic::new(code, source.place(begin + at.start..begin + at.end), message)
        };
        if text.len() > limit {
            let message = format!("{} bytes of YAML; at most {} KiB are read", text.len(), limit / 1024);
            return Err(vec![fail(Code::FrontMatterTooLarge, 0..0, message)]);
        }
        if let Some(at) = too_deep(text) {
            return Err(vec![fail(Code::FrontMatterTooLarge, at..at + 1, TOO_DEEP.to_owned())]);
        }
        let root = match plain::read(text).map_or_else(|| tree::read(text, false), Ok) {
            Ok(root) => root,
            Err(fault) => return Err(vec![syntax::explain(text, fault, &fail)]),
        };
        let has_comments = text.contains('#') && (text.contains(" #") || text.contains("\t#"));
        let yaml = Yaml { source, range, root, has_comments, located: OnceCell::new() };
        if tree::depth(&yaml.root) > DEPTH_LIMIT + 1 {
            let at = tree::deeper(yaml.located(), DEPTH_LIMIT + 1).unwrap_or(0);
            return Err(vec![fail(Code::FrontMatterTooLarge, at..at + 1, TOO_DEEP.to_owned())]);
        }
        // What the bytes of a file cannot be, an escape can still name.
        if text.contains('\\') && tree::has_control(&yaml.root) {
            return Err(yaml.controls());
        }
        if text.contains('&') || text.contains('!') {
            let found = yaml.marks();
            if !found.is_empty() {
                return Err(found);
            }
        }
        Ok(yaml)
    }

    /// Returns the tree of a text that [`Yaml::read`] accepted before, for its places alone.
    pub fn reread(source: &'a Source, range: Range<usize>) -> Self {
        Yaml { source, range, root: Node::empty(), has_comments: false, located: OnceCell::new() }
    }

    /// Returns the root of the tree.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// Returns the place of the value at a path; of the nearest thing there is, if it is absent.
    pub fn place(&self, path: &Path<'_>) -> Place {
        let range = self.find(path, false);
        self.source.place(self.range.start + range.start..self.range.start + range.end)
    }

    /// Returns the place of the key at the end of a path.
    pub fn key_place(&self, path: &Path<'_>) -> Place {
        let range = self.find(path, true);
        self.source.place(self.range.start + range.start..self.range.start + range.end)
    }

    /// Tells whether the plain scalar at a path was cut short by ` #`; returns the place of the `#`.
    pub fn cut(&self, path: &Path<'_>) -> Option<Place> {
        if !self.has_comments {
            return None;
        }
        let Node::Scalar(scalar) = self.located().at(path)? else { return None };
        let at = tree::comment_after(self.text(), scalar)?;
        Some(self.source.place(self.range.start + at..self.range.start + at + 1))
    }

    /// Returns what takes an item behind the first out of a list, the value of a key; nothing if it stands
    /// there in a form that no program should edit.
    pub fn without_item(&self, list: &Path<'_>, index: usize) -> Option<Fix> {
        let cuts = edit::without_item(self.text(), self.located(), list, index)?;
        let edits = cuts.into_iter().map(|cut| self.edit(cut, String::new())).collect();
        Some(Fix { description: "take the repeated entry out".to_owned(), edits })
    }

    /// Returns what puts these items of a list into another order, each into the place of the one that
    /// stands at its position; nothing if a comment stands between them, which may speak of one.
    pub fn ordered(&self, list: &Path<'_>, items: &[usize], order: &[usize]) -> Option<Fix> {
        let texts = edit::texts(self.text(), self.located(), list, items)?;
        let moved = items.iter().zip(order).filter(|(place, item)| place != item);
        let at = |item: &usize| items.iter().position(|other| other == item).map(|i| texts[i].clone());
        let edits = moved.map(|(place, item)| Some(self.edit(at(place)?, self.text()[at(item)?].to_owned())));
        Some(Fix { description: "put them in order of time".to_owned(), edits: edits.collect::<Option<_>>()? })
    }

    /// Returns what puts a plain scalar in quotes; nothing if it is in quotes already.
    pub fn quoted(&self, path: &Path<'_>) -> Option<Fix> {
        // Where every text of these characters stands in quotes, this one does too: no place is needed.
        let Some(Node::Scalar(scalar)) = self.root.at(path) else { return None };
        let (text, value) = (self.text(), scalar.text.as_str());
        if text.match_indices(value).all(|(at, _)| text[..at].ends_with(['"', '\''])) {
            return None;
        }
        let range = edit::plain(self.text(), self.located(), path)?;
        let quoted = format!("\"{}\"", &self.text()[range.clone()]);
        Some(Fix { description: "put it in quotes".to_owned(), edits: vec![self.edit(range, quoted)] })
    }

    fn edit(&self, range: Range<usize>, text: String) -> Edit {
        let range = self.range.start + range.start..self.range.start + range.end;
        Edit { bytes: self.source.on_disk(range), text }
    }

    /// Returns where the root's keys begin, in the order of the text, with the keys.
    pub fn keys(&self) -> Vec<(usize, &str)> {
        match self.located() {
            Node::Map(entries, _) => entries.iter().map(|entry| (entry.key.at, entry.key.text.as_str())).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the place of a root that does not begin at the margin, or that stands in braces: behind
    /// it no line can be added.
    pub fn off_margin(&self) -> Option<Place> {
        let text = self.text();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let inner = line.trim_start();
            if !inner.is_empty() && !inner.starts_with('#') {
                let at = start + line.len() - inner.len();
                let end = at + inner.trim_end().len();
                let is_off = at > start || inner.starts_with('{');
                return is_off.then(|| self.source.place(self.range.start + at..self.range.start + end));
            }
            start += line.len();
        }
        None
    }

    /// Returns the place of the text's first character.
    pub fn head(&self) -> Place {
        self.source.place(0..1)
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.source.text[self.range.clone()]
    }

    fn located(&self) -> &Node {
        self.located.get_or_init(|| tree::read(self.text(), true).unwrap_or_else(|_| Node::empty()))
    }

    fn find(&self, path: &Path<'_>, key: bool) -> Range<usize> {
        tree::range(self.text(), self.located(), path, key)
    }

    /// Reports the scalars that hold control characters.
    fn controls(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        tree::controls(self.located(), &Path::Root, &mut |path, key, text| {
            let place = if key { self.key_place(path) } else { self.place(path) };
            let code = text.chars().find(|c| tree::is_control(*c)).map_or(0, |c| c as u32);
            let what = if key { "the key" } else { "the value" };
            let message = format!("`{}`: {what} holds the control character U+{code:04X}", visible(&path.to_string()));
            found.push(Diagnostic::new(Code::ControlCharacter, place, message).help("take its escape out"));
        });
        found
    }

    /// Reports anchors and tags, each once.
    fn marks(&self) -> Vec<Diagnostic> {
        let text = self.text();
        tree::marks(text, self.located())
            .into_iter()
            .map(|at| {
                let end = text[at..].find(char::is_whitespace).map_or(text.len(), |i| at + i);
                let place = self.source.place(self.range.start + at..self.range.start + end);
                if text[at..].starts_with('&') {
                    Diagnostic::new(Code::YamlAnchor, place, "anchors are not used here")
                        .help("write the value out where it is needed, or quote it if it is text")
                } else {
                    Diagnostic::new(Code::YamlTag, place, "tags are not used here").help("put text in quotes")
                }
            })
            .collect()
    }
}

/// Returns where flow collections get too deep. Quotes are not understood: 65 open brackets within
/// a quoted text are refused too.
fn too_deep(text: &str) -> Option<usize> {
    let opening = |byte: &u8| matches!(byte, b'[' | b'{');
    if text.as_bytes().iter().filter(|byte| opening(byte)).count() <= DEPTH_LIMIT {
        return None;
    }
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'{' => {
                depth += 1;
                if depth > DEPTH_LIMIT {
                    return Some(at);
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source::new("notes/a.md", text)
    }

    fn dump(node: &Node) -> String {
        match node {
            Node::Scalar(s) if s.null => format!("null<{}>", s.text),
            Node::Scalar(s) => format!("{:?}", s.text),
            Node::List(items, _) => format!("[{}]", items.iter().map(dump).collect::<Vec<_>>().join(", ")),
            Node::Map(entries, _) => {
                let inner: Vec<_> = entries.iter().map(|e| format!("{}: {}", e.key.text, dump(&e.value))).collect();
                format!("{{{}}}", inner.join(", "))
            }
        }
    }

    fn tree(text: &str) -> String {
        let source = source(text);
        let yaml = Yaml::read(&source, 0..text.len(), FRONT_MATTER_LIMIT).unwrap();
        assert_eq!(dump(yaml.root()), dump(yaml.located()), "with and without places");
        dump(yaml.root())
    }

    /// Returns `LINE:COL code message` of what keeps a text from being read.
    fn refused(text: &str) -> String {
        let source = source(text);
        let found = Yaml::read(&source, 0..text.len(), FRONT_MATTER_LIMIT).unwrap_err();
        let lines: Vec<_> = found
            .iter()
            .map(|d| format!("{}:{} {} {}", d.place.line, d.place.column, d.code.name(), d.message))
            .collect();
        lines.join("\n")
    }

    fn place(text: &str, path: &Path<'_>) -> (u32, u32, u32) {
        let source = source(text);
        let yaml = Yaml::read(&source, 0..text.len(), FRONT_MATTER_LIMIT).unwrap();
        let place = yaml.place(path);
        (place.line, place.column, place.width())
    }

    #[test]
    fn scalars_stay_as_written() {
        assert_eq!(
            tree(
                "a: 2024-11-05\nb: 9509425349e4\nc: yes\nd: 1.10\ne: 0192117\nf: true\ng: [1e10, 0x1f, null, ~, .inf]\n"
            ),
            r#"{a: "2024-11-05", b: "9509425349e4", c: "yes", d: "1.10", e: "0192117", f: "true", g: ["1e10", "0x1f", null<null>, null<~>, ".inf"]}"#
        );
        assert_eq!(tree("1: 2\n\"3\": '4'\nx: \"\"\n"), r#"{1: "2", 3: "4", x: ""}"#);
        assert_eq!(tree("a:\nb:\n  -\n  - x\n"), r#"{a: null<>, b: [null<>, "x"]}"#);
        assert_eq!(tree("# only a comment\n"), "{}");
        assert_eq!(tree(""), "{}");
        assert_eq!(tree("just text"), r#""just text""#);
        assert_eq!(tree("12"), r#""12""#);
    }

    #[test]
    fn repeated_keys_are_kept() {
        assert_eq!(tree("a: 1\na: 2\n"), r#"{a: "1", a: "2"}"#);
    }

    #[test]
    fn places_are_those_of_the_values() {
        let text = "标题: 手写\nsources:\n  - url: a\n    commit: 12345678\n  - url: \"b\"\nlist: [x, yy]\nempty:\nholes:\n  -\n";
        let (root, sources) = (Path::Root, Path::Key(&Path::Root, "sources"));
        assert_eq!(place(text, &Path::Key(&root, "标题")), (1, 5, 2));
        assert_eq!(place(text, &Path::Key(&Path::Index(&sources, 0), "commit")), (4, 13, 8));
        assert_eq!(place(text, &Path::Key(&Path::Index(&sources, 1), "url")), (5, 10, 3));
        assert_eq!(place(text, &Path::Index(&Path::Key(&root, "list"), 1)), (6, 11, 2));
        assert_eq!(place(text, &Path::Key(&root, "empty")), (7, 1, 5));
        assert_eq!(place(text, &Path::Index(&Path::Key(&root, "holes"), 0)), (9, 3, 1));
        assert_eq!(place(text, &Path::Key(&root, "list")).1, 7);
        assert_eq!(place(text, &Path::Key(&Path::Index(&sources, 1), "date")), (5, 5, 8), "absent: its mapping");
    }

    #[test]
    fn places_end_where_their_values_end() {
        let text = "a: \"x \\\"\n  y\" # z\nb: it''s\n  'two'\nc: 'it''s\n\n  three'\nd: one\n";
        let source = source(text);
        let yaml = Yaml::read(&source, 0..text.len(), FRONT_MATTER_LIMIT).unwrap();
        let of = |key| {
            let place = yaml.place(&Path::Key(&Path::Root, key));
            (&text[place.bytes.start as usize..place.bytes.end as usize], place.end.line, place.end.column)
        };
        assert_eq!(of("a"), ("\"x \\\"\n  y\"", 2, 5));
        assert_eq!(of("b"), ("it''s\n  'two'", 4, 8));
        assert_eq!(of("c"), ("'it''s\n\n  three'", 7, 9));
        assert_eq!(of("d"), ("one", 8, 7));
    }

    #[test]
    fn syntax_errors_name_the_key_at_fault() {
        for (text, expected) in [
            ("id: a\ntitle: Cline: speaks\nkind: x\n", "2:13 yaml-syntax `title`"),
            ("id: a\ntitle: @cline/core\n", "2:8 yaml-syntax `title`"),
            ("id: a\ntitle: 'It's by hand'\nkind: x\n", "2:8 yaml-syntax `title`"),
            ("id: a\ntitle: `x` is\n", "2:8 yaml-syntax `title`"),
            ("id: a\ntitle: \"Cline speaks\nkind: x\n", "2:8 yaml-syntax `title`"),
            ("id: a\ntitle: \"Cline speaks\nkind: x\nsummary: \"y\"\n", "2:8 yaml-syntax `title`"),
            ("id: a\ntitle: 客户端: 手写\n", "2:11 yaml-syntax `title`"),
            ("id: a\ntitle: [draft] about\n", "2:8 yaml-syntax `title`"),
            ("id: a\nclients: [acme\nkind: x\n", "2:10 yaml-syntax `clients`: the bracket"),
            ("id: a\nlist:\n  - url: {a: '}'\n    b: c\nkind: x\n", "3:10 yaml-syntax `url`: the bracket"),
            ("a: [x, y]\nb: {c: d,\n  e: f", "2:4 yaml-syntax `b`: the bracket"),
            ("id: a\n\ttitle: x\n", "2:1 yaml-syntax YAML is indented"),
        ] {
            let found = refused(text);
            assert!(found.starts_with(expected), "{text:?}: {found}");
        }
    }

    #[test]
    fn tags_anchors_and_aliases_are_refused() {
        assert!(refused("a: !!str 1\n").starts_with("1:4 yaml-tag"), "{}", refused("a: !!str 1\n"));
        assert!(refused("a: !x 1\nb: 2\n").contains("yaml-tag"));
        assert!(refused("a: &x 1\nb: *x\n").starts_with("1:4 yaml-anchor"));
        assert!(refused("a: &x\n  - 1\nb: *x\n").contains("1:4 yaml-anchor"));
        assert_eq!(tree("a: Tom & Jerry!\n"), r#"{a: "Tom & Jerry!"}"#);
        assert_eq!(tree("# of &x\na: # !y\n  b: c\n"), r#"{a: {b: "c"}}"#);
        let all = refused("a: !x 1\nb: !!str two\nc: !y [1]\nd:\n  - !z {e: f}\n  - &g h\n");
        let places: Vec<_> = all.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(places, ["1:4", "2:4", "3:4", "5:5", "6:5"], "{all}");
    }

    #[test]
    fn size_and_depth_are_bounded() {
        assert!(refused(&"[".repeat(10_000)).starts_with("1:65 front-matter-too-large"));
        assert!(refused(&format!("a: {}", "x".repeat(70_000))).contains("front-matter-too-large"));
        let deep = |n: usize| (0..n).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect::<String>();
        assert!(tree(&deep(65)).contains("null"));
        assert!(refused(&deep(66)).starts_with("66:66 front-matter-too-large"), "{}", refused(&deep(66)));
        assert!(refused(&deep(300)).contains("front-matter-too-large"), "{}", refused(&deep(300)));
        assert!(refused(&format!("a:\n {}x", "- ".repeat(20_000))).contains("front-matter-too-large"));
    }

    #[test]
    fn control_characters_in_escapes_are_refused() {
        let found = refused("a: \"x\\n\\t\"\nb: [\"\\a\"]\n\"c\\0\": d\n");
        assert_eq!(found.lines().map(|l| l.split(' ').next().unwrap()).collect::<Vec<_>>(), ["2:5", "3:1"], "{found}");
    }

    #[test]
    fn values_cut_by_a_comment_are_seen() {
        let text = "a: fix #12 later\nb: \"fix #12\"\nc: x # note\nd: one\n  two # three\ne: C# is\n";
        let source = source(text);
        let yaml = Yaml::read(&source, 0..text.len(), FRONT_MATTER_LIMIT).unwrap();
        let cut = |key| yaml.cut(&Path::Key(&Path::Root, key)).map(|p| (p.line, p.column));
        assert_eq!(cut("a"), Some((1, 8)));
        assert_eq!(cut("b"), None);
        assert_eq!(cut("c"), Some((3, 6)));
        assert_eq!(cut("d"), Some((5, 7)));
        assert_eq!(cut("e"), None);
    }
}
