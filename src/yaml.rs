//! YAML with places; the only door to serde_yaml.
//!
//! A [`Yaml`] is a text read as a tree in which every scalar keeps the characters that the author
//! wrote (`2024-11-05`, `9509425349e4`, `yes`, `1.10` are text). serde_yaml gives values without
//! places, so the tree is read a second time, with places, only when there is something to report.
//! [`Reader`] reads mappings field by field and reports what is wrong with each.
//! It must not know which fields exist.

mod fields;
mod syntax;
mod tree;

use std::cell::OnceCell;
use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Place, Source};

pub use fields::{Fields, Reader};
pub use tree::{Entry, Node, Path, Scalar};

/// The most bytes that front matter may have.
pub const FRONT_MATTER_LIMIT: usize = 64 * 1024;
/// The most bytes that a registry may have.
pub const REGISTRY_LIMIT: usize = 1024 * 1024;
/// How deep flow collections may be nested.
const DEPTH_LIMIT: usize = 64;

/// A YAML text within a source, and the tree that it holds.
#[derive(Debug)]
pub struct Yaml<'a> {
    source: &'a Source,
    range: Range<usize>,
    root: Node,
    located: OnceCell<Node>,
}

impl<'a> Yaml<'a> {
    /// Reads the bytes `range` of a source.
    ///
    /// # Errors
    /// What keeps the text from being read at all: its size or depth, its syntax, tags, anchors.
    pub fn read(source: &'a Source, range: Range<usize>, limit: usize) -> Result<Self, Vec<Diagnostic>> {
        let text = &source.text[range.clone()];
        let fail = |code, at: Range<usize>, message: String| {
            Diagnostic::new(code, source.place(range.start + at.start..range.start + at.end), message)
        };
        if text.len() > limit {
            let message = format!("{} bytes of YAML; at most {} KiB are read", text.len(), limit / 1024);
            return Err(vec![fail(Code::FrontMatterTooLarge, 0..0, message)]);
        }
        if let Some(at) = too_deep(text) {
            let message = format!("collections are nested deeper than {DEPTH_LIMIT}");
            return Err(vec![fail(Code::FrontMatterTooLarge, at..at + 1, message)]);
        }
        let root = match tree::read(text, false) {
            Ok(root) => root,
            Err(fault) => return Err(vec![syntax::explain(text, fault, &fail)]),
        };
        let yaml = Yaml { source, range, root, located: OnceCell::new() };
        if text.contains(['&', '!']) {
            let found = yaml.marks();
            if !found.is_empty() {
                return Err(found);
            }
        }
        Ok(yaml)
    }

    /// Returns the tree of a text that [`Yaml::read`] accepted before, for its places alone.
    pub fn reread(source: &'a Source, range: Range<usize>) -> Self {
        Yaml { source, range, root: Node::empty(), located: OnceCell::new() }
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
        let text = self.text();
        if !text.contains(" #") && !text.contains("\t#") {
            return None;
        }
        let Node::Scalar(scalar) = self.located().at(path)? else { return None };
        let at = tree::comment_after(text, scalar)?;
        Some(self.source.place(self.range.start + at..self.range.start + at + 1))
    }

    fn text(&self) -> &str {
        &self.source.text[self.range.clone()]
    }

    fn located(&self) -> &Node {
        self.located.get_or_init(|| tree::read(self.text(), true).unwrap_or_else(|_| Node::empty()))
    }

    fn find(&self, path: &Path<'_>, key: bool) -> Range<usize> {
        tree::range(self.text(), self.located(), path, key)
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
        Source { path: "notes/a.md".into(), text: text.to_owned() }
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
        (place.line, place.column, place.width)
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
    }

    #[test]
    fn size_and_depth_are_bounded() {
        assert!(refused(&"[".repeat(10_000)).starts_with("1:65 front-matter-too-large"));
        assert!(refused(&format!("a: {}", "x".repeat(70_000))).contains("front-matter-too-large"));
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
