//! The names of all rules. A code is what `explain` explains and what a reader searches for, so a
//! name never changes its meaning. It must not know how a rule is checked.

use super::Severity;

macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident $summary:literal;)*) => {
        /// The rule that a diagnostic is about.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = $summary] $variant,)* }

        impl Code {
            /// Every code, in the order of this list.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// Returns the name in kebab case, as it stands in the brackets of a message.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// Returns the code of that name.
            pub fn from_name(name: &str) -> Option<Code> {
                match name { $($name => Some(Code::$variant),)* _ => None }
            }

            /// Returns the severity that the rule has by itself.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }

            /// Returns the rule in one sentence.
            pub fn summary(self) -> &'static str {
                match self { $(Code::$variant => $summary,)* }
            }
        }
    };
}

codes! {
    // Files as such.
    NotUtf8 "not-utf8" Error "A text file holds bytes that are not UTF-8.";
    ControlCharacter "control-character" Error "A text file holds a control character.";
    UnreadableFile "unreadable-file" Error "An entry under the site's folders cannot be read: a broken link, a pipe, a folder named like a note.";
    OutsideLink "outside-link" Error "A symbolic link leads out of the site, or round in a circle.";
    HiddenFile "hidden-file" Error "A note's file name begins with a dot.";
    UnusedFile "unused-file" Warning "A file under `notes/` is referred to by no page.";
    StrayFile "stray-file" Error "A text under `notes/research/` is no note because its name does not end in `.md`.";
    // Front matter as YAML.
    FrontMatterMissing "front-matter-missing" Error "A note does not begin with front matter on line 1.";
    FrontMatterUnclosed "front-matter-unclosed" Error "Front matter is opened and never closed.";
    FrontMatterTooLarge "front-matter-too-large" Error "Front matter is larger than 64 KiB or nested deeper than 64.";
    YamlSyntax "yaml-syntax" Error "A YAML text cannot be parsed.";
    YamlAnchor "yaml-anchor" Error "YAML anchors and aliases are not used in notes and registries.";
    YamlTag "yaml-tag" Error "YAML tags are not used in notes and registries.";
    CutValue "cut-value" Error "A plain text value is cut short by ` #`.";
    DuplicateKey "duplicate-key" Error "A key is given twice in one mapping.";
    UnknownKey "unknown-key" Error "A key is none that fieldnotes knows.";
    WrongType "wrong-type" Error "A value has another shape than its field asks for.";
    MissingField "missing-field" Error "A required field is absent.";
    EmptyValue "empty-value" Error "A value is empty or null.";
    // Values.
    InvalidId "invalid-id" Error "An id breaks the rule for ids.";
    ReservedId "reserved-id" Error "An id is a name that the site itself, or Windows, keeps for itself.";
    IdMismatch "id-mismatch" Error "A note's id differs from its file name.";
    DuplicateId "duplicate-id" Error "Two things have one id, or ids that differ only in case or Unicode form.";
    InvalidDate "invalid-date" Error "A date is not a real calendar day written YYYY-MM-DD.";
    FutureDate "future-date" Error "A date lies after the day of the build.";
    InvalidCommit "invalid-commit" Error "A commit is not 7 to 40 hexadecimal digits.";
    CommitAsNumber "commit-as-number" Warning "A commit without quotes is a number to other readers of YAML.";
    InvalidUrl "invalid-url" Error "A URL is not an absolute http or https address, or carries credentials.";
    InvalidPath "invalid-path" Error "A source's path is not FILE or FILE:RANGES relative to the repository.";
    InvalidLang "invalid-lang" Error "A language is not a BCP 47 tag.";
    InvalidStatus "invalid-status" Error "A status is none of the six that exist.";
    InvalidValue "invalid-value" Error "A value is none that the field allows.";
    NoSources "no-sources" Error "A note that is not a draft has no source.";
    EmptyList "empty-list" Error "A list that the note's kind needs is empty.";
    RepeatedEntry "repeated-entry" Warning "A list names one thing twice.";
    RevisionOrder "revision-order" Warning "`specVersions` is not in order of time.";
    VerifiedBeforeSource "verified-before-source" Warning "`lastVerified` lies before the date of a source.";
    PathWithoutCommit "path-without-commit" Warning "A source has a path but no commit, so its lines may move.";
    StatusReasonMissing "status-reason-missing" Error "A status that needs a reason has none.";
    Stale "stale" Warning "A note was verified longer ago than `stale_after` days.";
    // Claims.
    DuplicateClaim "duplicate-claim" Error "Two claims of one note answer the same question.";
    ClaimNoteMissing "claim-note-missing" Error "A claim of `partial` or `no` does not say what is missing.";
    ClaimOutsideNote "claim-outside-note" Error "A claim speaks of something that its note does not name.";
    ClaimSource "claim-source" Error "A claim names a source that its note does not have.";
    UnknownSurface "unknown-surface" Error "A client has no surface of this id.";
    // Registries and references.
    UnknownKind "unknown-kind" Error "No kind has this id.";
    UnknownClient "unknown-client" Error "No client has this id.";
    UnknownCapability "unknown-capability" Error "No capability has this id.";
    UnknownRevision "unknown-revision" Error "No revision has this id.";
    UnknownRelated "unknown-related" Warning "`related` names a note that does not exist, has errors, or is a draft.";
    RelatedToSelf "related-to-self" Error "A note names itself.";
    UnknownNote "unknown-note" Error "No note has this id.";
    SupersedesCycle "supersedes-cycle" Error "Notes supersede each other in a circle.";
    SupersededStatus "superseded-status" Error "A note is superseded by another, but its status is not `superseded`.";
    DuplicateClientInfo "duplicate-client-info" Error "One clientInfo name is claimed by two surfaces.";
    RouteTaken "route-taken" Error "Two files ask for one address.";
    // Markdown.
    Body "body" Warning "A note has no body.";
    BrokenLink "broken-link" Error "A link leads to nothing.";
    BrokenFragment "broken-fragment" Error "A link names a heading that its target does not have.";
    DraftLink "draft-link" Error "A link leads to a draft.";
    LinkScheme "link-scheme" Error "A link has a scheme other than http, https and mailto.";
    UndefinedReference "undefined-reference" Error "A reference link has no definition.";
    EmptyLink "empty-link" Warning "A link has no text.";
    AmbiguousLinkText "ambiguous-link-text" Warning "Two links of one note have the same text and different targets.";
    MissingAltText "missing-alt-text" Warning "A picture has no text for those who do not see it.";
    WikiLinkInTable "wiki-link-in-table" Error "A wiki link's `|` splits a table cell.";
    TableRow "table-row" Error "A table row has more cells than its head.";
    ShortTableRow "short-table-row" Warning "A table row has fewer cells than its head.";
    UndefinedFootnote "undefined-footnote" Error "A footnote is referred to and never defined.";
    DuplicateFootnote "duplicate-footnote" Error "A footnote is defined twice.";
    UnusedFootnote "unused-footnote" Warning "A footnote is defined and never referred to.";
    UnclosedComment "unclosed-comment" Error "An HTML comment is never closed.";
    UnclosedFence "unclosed-fence" Warning "A code fence is never closed.";
    HeadingLevel "heading-level" Warning "A heading skips a level, or is a second level-1 heading.";
    EmptyHeading "empty-heading" Warning "A heading has no text.";
    HeadingSpace "heading-space" Warning "A heading mark is not followed by a space, so it is plain text.";
    ListSpace "list-space" Warning "A list mark is not followed by a space, so it is plain text.";
    Emphasis "emphasis" Warning "Emphasis marks beside punctuation are not recognised and show as asterisks.";
    AlertKind "alert-kind" Warning "An alert's kind is unknown, or text follows it on its line.";
    TwinPart "twin-part" Warning "A published twin's generated part lacks its form and stays in the body.";
    // The site as a whole.
    BaseUrl "base-url" Error "`base_url` is not an absolute http or https address.";
    Template "template" Error "A template cannot be parsed or rendered.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kebab_case_and_unique() {
        let mut names: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
        for code in Code::ALL {
            assert_eq!(Code::from_name(code.name()), Some(*code));
        }
        for name in names {
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{name}");
        }
    }
}
