//! Diagnostics for people: one line that an editor can jump to, the source line with the place
//! underlined, and help; and what was mended, with the lines before and after.
//!
//! It must not know where the text goes.

use std::fmt::Write;

use crate::diagnostic::{Diagnostic, Severity, visible};
use crate::mend::Change;

/// Colours of the terminal, by what they mark; empty strings where there are none.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    error: &'static str,
    warning: &'static str,
    help: &'static str,
    quiet: &'static str,
    reset: &'static str,
}

impl Style {
    /// No colours.
    pub const PLAIN: Style = Style { error: "", warning: "", help: "", quiet: "", reset: "" };
    /// Colours of the terminal's own palette.
    pub const COLOUR: Style =
        Style { error: "\x1b[1;31m", warning: "\x1b[1;33m", help: "\x1b[1;36m", quiet: "\x1b[2m", reset: "\x1b[0m" };
}

impl Style {
    /// Returns a message without a place: `error: …`.
    pub fn error(self, message: &str) -> String {
        format!("{}error{}: {}", self.error, self.reset, visible(message))
    }
}

/// How many columns of a source line are shown around the place.
const WINDOW: usize = 120;

/// Returns diagnostics as a terminal shows them, one after the other.
pub fn texts<'d>(diagnostics: impl IntoIterator<Item = &'d Diagnostic>, style: Style) -> String {
    let mut out = String::new();
    diagnostics.into_iter().for_each(|diagnostic| text(&mut out, diagnostic, style));
    out
}

/// Writes one diagnostic, ending with a line end.
pub fn text(out: &mut String, diagnostic: &Diagnostic, style: Style) {
    let place = &diagnostic.place;
    let colour = match diagnostic.severity {
        Severity::Error => style.error,
        Severity::Warning => style.warning,
    };
    let _ = writeln!(
        out,
        "{}:{}:{}: {colour}{}[{}]{}: {}",
        visible(&place.path),
        place.line,
        place.column,
        diagnostic.severity.word(),
        diagnostic.code.name(),
        style.reset,
        visible(&diagnostic.message),
    );
    if !place.excerpt.trim().is_empty() {
        excerpt(out, diagnostic, colour, style);
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(out, "  {}help:{} {}", style.help, style.reset, visible(help));
    }
}

fn excerpt(out: &mut String, diagnostic: &Diagnostic, colour: &str, style: Style) {
    let place = &diagnostic.place;
    let column = place.column as usize - 1;
    let chars: Vec<char> = place.excerpt.chars().collect();
    // A long line is cut to a window around the place.
    let from = if chars.len() > WINDOW { column.saturating_sub(WINDOW / 3).min(chars.len()) } else { 0 };
    let to = (from + WINDOW).min(chars.len());
    let shown: String = chars[from..to].iter().map(|c| if *c == '\t' { ' ' } else { *c }).collect();
    let (before, after) = (if from > 0 { "…" } else { "" }, if to < chars.len() { "…" } else { "" });
    let number = place.line.to_string();
    let (quiet, reset) = (style.quiet, style.reset);
    let _ = writeln!(out, "{quiet}{number:>4} |{reset} {before}{}{after}", visible(&shown));
    let lead: usize = chars[from..column.clamp(from, to)].iter().map(|c| width(*c)).sum();
    let end = (column + place.width() as usize).clamp(column, to.max(column));
    let marks: usize = chars.get(column..end).unwrap_or(&[]).iter().map(|c| width(*c)).sum();
    let pad = " ".repeat(lead + before.chars().count());
    let _ = writeln!(out, "{quiet}     |{reset} {pad}{colour}{}{reset}", "^".repeat(marks.max(1)));
}

/// Writes what was mended in a file, each step with the lines that it took away and put in.
pub fn mended(out: &mut String, change: &Change, style: Style) {
    for step in &change.steps {
        for (position, description) in &step.done {
            let (help, reset) = (style.help, style.reset);
            let (path, line, column) = (visible(&change.path), position.line, position.column);
            let _ = writeln!(out, "{help}fixed{reset} {path}:{line}:{column}: {description}");
        }
        for (mark, colour, lines) in [('-', style.error, &step.old), ('+', style.help, &step.new)] {
            for line in lines.split_inclusive('\n') {
                let _ =
                    writeln!(out, "  {colour}{mark} {}{}", visible(line.trim_end_matches(['\r', '\n'])), style.reset);
                if !line.ends_with('\n') {
                    let _ = writeln!(out, "  \\ no line end at the end of the file");
                }
            }
        }
    }
}

/// Returns how many columns a character takes in a terminal, with its visible form.
pub fn width(c: char) -> usize {
    if c == '\t' {
        return 1;
    }
    if c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    {
        return visible(c.encode_utf8(&mut [0; 4])).chars().count();
    }
    let wide = matches!(c,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{303e}' | '\u{3041}'..='\u{33ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{a000}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}');
    if wide { 2 } else { 1 }
}

/// Returns `2 errors, 1 warning`; nothing if there is neither.
pub fn totals(diagnostics: &[Diagnostic]) -> Option<String> {
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    let warnings = diagnostics.len() - errors;
    let count = |n: usize, word: &str| (n > 0).then(|| format!("{n} {word}{}", if n == 1 { "" } else { "s" }));
    let parts: Vec<String> = [count(errors, "error"), count(warnings, "warning")].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Source};

    fn shown(text_: &str, at: &str, message: &str, help: Option<&str>) -> String {
        let source = Source::new("notes/research/a.md", text_);
        let start = text_.find(at).unwrap();
        let mut diagnostic = Diagnostic::new(Code::UnknownClient, source.place(start..start + at.len()), message);
        diagnostic.help = help.map(str::to_owned);
        let mut out = String::new();
        text(&mut out, &diagnostic, Style::PLAIN);
        out
    }

    #[test]
    fn a_finding_is_one_line_an_excerpt_and_help() {
        assert_eq!(
            shown(
                "---\nclients:\n  - cursr\n",
                "cursr",
                "`clients[0]`: no client is called `cursr`",
                Some("did you mean `cursor`?")
            ),
            "notes/research/a.md:3:5: error[unknown-client]: `clients[0]`: no client is called `cursr`\n   3 |   - cursr\n     |     ^^^^^\n  help: did you mean `cursor`?\n"
        );
    }

    #[test]
    fn wide_characters_are_underlined_whole() {
        assert_eq!(
            shown("标题: 手写\n", "手写", "x", None),
            "notes/research/a.md:1:5: error[unknown-client]: x\n   1 | 标题: 手写\n     |       ^^^^\n"
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_place_and_control_characters_shown() {
        let line = format!("{}BAD{}", "a".repeat(300), "b".repeat(300));
        let out = shown(&line, "BAD", "x\u{1b}", None);
        assert!(out.contains("xU+001B"), "{out}");
        assert!(out.lines().nth(1).unwrap().chars().count() < 140, "{out}");
        let (source, marks) = (out.lines().nth(1).unwrap(), out.lines().nth(2).unwrap());
        assert_eq!(source.chars().position(|c| c == 'B'), marks.chars().position(|c| c == '^'));
    }
}
