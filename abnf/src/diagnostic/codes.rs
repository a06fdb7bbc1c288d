//! The codes of all findings, each with its severity by default and its meaning.
//!
//! The catalogue of `abnfc-tools` adds an explanation to each, and examples to those about the contents
//! of grammars.

use super::Severity;
use std::fmt;

/// Declares the codes in alphabetical order, so that the order of the variants is that of the names.
macro_rules! codes {
    ($($variant:ident: $name:literal, $severity:ident, $summary:literal;)*) => {
        /// The kind of a finding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!("`", $name, "`: ", $summary, ".")] $variant,)*
        }

        impl Code {
            /// All codes, in alphabetical order.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the stable name in kebab case, such as `undefined-rule`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Returns the severity by default. A finding can be graver in a context that depends on
            /// it, or less grave in one that does not.
            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$variant => Severity::$severity,)*
                }
            }

            /// Returns the meaning in one line, without a final dot.
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Self::$variant => $summary,)*
                }
            }
        }
    };
}

codes! {
    AbsentPart: "absent-part", Error, "a requested part occurs in no text of its rule";
    AmbiguousImport: "ambiguous-import", Error, "two imports define a rule that the grammar does not";
    AmbiguousLeftRecursion: "ambiguous-left-recursion", Error, "a part repeats in a rule that is ambiguous and recurs on the left";
    AmbiguousRecursion: "ambiguous-recursion", Error, "a part repeats in a rule that is ambiguous and embeds itself";
    AmbiguousRule: "ambiguous-rule", Note, "a text of a rule has two derivations";
    BadDialect: "bad-dialect", Error, "a comment `; @dialect` names no dialect, or contradicts the options";
    BadEncoding: "bad-encoding", Error, "a comment `; @encoding` names no encoding";
    BadImport: "bad-import", Error, "a comment `; @import` cannot be read";
    BadManifest: "bad-manifest", Error, "a `Cargo.toml` cannot be read";
    BadModuleName: "bad-module-name", Error, "the name of a module is not a name in Rust, or is used twice";
    BadNumber: "bad-number", Error, "a number has a digit that its base does not have";
    BadOption: "bad-option", Error, "an option of `build` contradicts the others";
    BadPartName: "bad-part-name", Error, "the name of a part is not a name in Rust";
    BadRepeat: "bad-repeat", Error, "a repetition has two `*`";
    BadRulename: "bad-rulename", Error, "a name has an invalid character";
    BadSpec: "bad-spec", Error, "a spec file has an unknown key or a wrong value";
    BadTypeName: "bad-type-name", Error, "the name of a type is not a name in Rust";
    BareSlash: "bare-slash", Warning, "in BNF, a `/` without quotes is in the position of an element";
    BinaryFile: "binary-file", Error, "a file is not text";
    BrokenRule: "broken-rule", Error, "a requested rule uses a definition that has an error";
    CaseDrift: "case-drift", Note, "a name differs in case from its definition";
    CaseInsensitiveLetters: "case-insensitive-letters", Warning, "a rule lists letters of one case and matches both";
    CodePointTooLarge: "code-point-too-large", Error, "a value is above %x10FFFF";
    ContinuationColumn: "continuation-column", Error, "a continuation line begins in the column of the rules";
    CoveredAlternative: "covered-alternative", Note, "the other alternatives have all texts of an alternative";
    DiagramLimit: "diagram-limit", Error, "a diagram is too large";
    DuplicateExport: "duplicate-export", Error, "a rule is requested twice";
    DuplicateImport: "duplicate-import", Error, "two imports have the same name";
    DuplicatePart: "duplicate-part", Error, "a part is requested twice";
    DuplicateRule: "duplicate-rule", Warning, "a rule is defined twice with the same words";
    EmptyLiteral: "empty-literal", Warning, "an empty string occurs among other elements";
    EmptyPart: "empty-part", Error, "a part consists of no rule";
    FileTooLarge: "file-too-large", Error, "a file is larger than the limit";
    FirstMatchDiffers: "first-match-differs", Note, "a parser that takes the first match refuses a text of a rule";
    FoldedNames: "folded-names", Warning, "in BNF, names with `_` or `+` are read with `-`";
    FormatterFault: "formatter-fault", Error, "the formatter would change the meaning of a grammar, which is a bug";
    IdleRestriction: "idle-restriction", Warning, "a restriction in a spec file excludes no text of its rule";
    IgnoredDirective: "ignored-directive", Warning, "a comment is nearly a directive, but is not read";
    ImpliedSpace: "implied-space", Note, "a rule has white space that its definition does not show";
    ImportCycle: "import-cycle", Error, "files import each other";
    ImportDepth: "import-depth", Error, "imports are nested too deeply";
    ImportsTooLarge: "imports-too-large", Error, "imports are larger in total than the limit";
    IncrementalBeforeDefinition: "incremental-before-definition", Error, "`=/` adds to a rule that is not defined";
    LeftRecursion: "left-recursion", Note, "a rule can begin with itself";
    ListExtension: "list-extension", Error, "`#` begins a list of HTTP";
    LongProse: "long-prose", Warning, "a description has several lines or contains `>`";
    MalformedDocument: "malformed-document", Warning, "a document is malformed, or its grammar is in another file";
    MinAboveMax: "min-above-max", Error, "a repetition has a minimum above its maximum";
    MissingElement: "missing-element", Error, "an element is missing";
    MissingEquals: "missing-equals", Error, "a name at the beginning of a rule is not followed by `=`";
    MissingImport: "missing-import", Error, "an imported file cannot be read";
    MissingSection: "missing-section", Error, "a document has no such section or lines";
    MissingSpace: "missing-space", Warning, "two elements have no white space between them";
    MixedAlternation: "mixed-alternation", Warning, "both `|` and `/` separate alternatives";
    MixedEncodings: "mixed-encodings", Error, "a grammar of characters uses a rule of octets";
    NeedsError: "needs-error", Error, "a rule uses a definition that has an error";
    NestedRule: "nested-rule", Error, "a rule is nested where only regular rules are allowed";
    NestingTooDeep: "nesting-too-deep", Error, "groups and options are nested too deeply";
    NfaLimit: "nfa-limit", Warning, "a rule needs more states than the limit before determinisation";
    NoParts: "no-parts", Warning, "the parts of a rule have no accessors, or only trees have them";
    NoRules: "no-rules", Error, "there is no rule";
    NoTrees: "no-trees", Warning, "recursive rules have no trees";
    NotUtf8: "not-utf8", Error, "a file is not UTF-8";
    NullableOption: "nullable-option", Note, "an optional element can be empty";
    NullableRepetition: "nullable-repetition", Warning, "an element that is repeated without bound can be empty";
    NumberTooLarge: "number-too-large", Error, "a number is too large";
    OutsideRule: "outside-rule", Error, "text precedes the first rule";
    OverlappingAlternatives: "overlapping-alternatives", Note, "two alternatives have a text in common";
    ParserDisagreement: "parser-disagreement", Error, "two parsers read a grammar differently, which is a bug";
    PartNameCollision: "part-name-collision", Error, "two accessors of a rule have the same name";
    PartNotExported: "part-not-exported", Error, "a part is a rule that is not exported";
    ProseAsRule: "prose-as-rule", Warning, "a rule that only prose defines is read as the core rule of its name";
    ProseAsSet: "prose-as-set", Warning, "prose is read as the set of characters that it describes";
    ProseValue: "prose-value", Warning, "rules are left out because prose defines them";
    RecursivePart: "recursive-part", Error, "a repeated part contains itself";
    RedefinedCoreRule: "redefined-core-rule", Warning, "a rule has the name of a core rule and other texts";
    RedundantAlternative: "redundant-alternative", Warning, "an alternative repeats earlier ones";
    RepeatedCoreRule: "repeated-core-rule", Note, "a rule has the name and the texts of a core rule";
    RepeatedPart: "repeated-part", Error, "a part that was requested once repeats";
    RestrictionInComment: "restriction-in-comment", Note, "a comment excludes texts that its rule has";
    ReversedRange: "reversed-range", Error, "a range ends before it starts";
    RuleColumn: "rule-column", Warning, "a rule begins in a different column from the first";
    RuleWithoutEnd: "rule-without-end", Warning, "a rule has no text at all";
    RulenameTooLong: "rulename-too-long", Error, "a name is longer than the limit";
    SampleLimit: "sample-limit", Error, "a search for texts takes too long";
    ShadowedCoreRule: "shadowed-core-rule", Warning, "a name denotes the rule of an import, which differs from the core rule";
    ShadowedImport: "shadowed-import", Warning, "a rule is defined in the grammar and, differently, in an import";
    SkippedLine: "skipped-line", Warning, "a line of a document looks like grammar but was not extracted";
    StateLimit: "state-limit", Warning, "the automaton of a rule has more states than the limit";
    StrayCharacter: "stray-character", Error, "a character has no meaning in its place";
    Surrogate: "surrogate", Error, "a value is a surrogate, not a character";
    TableLimit: "table-limit", Warning, "the table of a rule has more entries than the limit";
    TooLargeLocator: "too-large-locator", Error, "an automaton that finds parts is too large for its table";
    TooLargeTables: "too-large-tables", Error, "all tables together are too large";
    TooManyErrors: "too-many-errors", Error, "more errors were found than are reported";
    TooManyExtensions: "too-many-extensions", Error, "extensions of imported rules copy too many rules";
    TooManyImports: "too-many-imports", Error, "there are more imports than the limit";
    TooManyParts: "too-many-parts", Error, "a rule has more parts than its automaton can have";
    TooManyRules: "too-many-rules", Error, "more rules are requested than the limit";
    TooManyStates: "too-many-states", Error, "an automaton is too large for its table";
    TotalWorkLimit: "total-work-limit", Error, "building all automata takes more steps than the limit";
    TypeNameCollision: "type-name-collision", Warning, "two rules would have the same type name in generated code";
    UnbalancedBracket: "unbalanced-bracket", Error, "a closing bracket has no opening bracket";
    UnclosedGroup: "unclosed-group", Error, "a group has no `)`";
    UnclosedOption: "unclosed-option", Error, "an option has no `]`";
    Undecided: "undecided", Note, "whether one of the other findings applies to a rule is unknown";
    UndefinedImport: "undefined-import", Error, "an import does not define a listed rule";
    UndefinedRule: "undefined-rule", Error, "a rule that is used is not defined";
    UnexpectedEquals: "unexpected-equals", Error, "`=` occurs among elements";
    UnknownExport: "unknown-export", Error, "a requested rule does not exist";
    UnknownLint: "unknown-lint", Warning, "a comment `; @allow` names a code that does not exist, or the code of an error";
    UnknownPart: "unknown-part", Error, "a part is a rule that does not exist";
    UnknownRoot: "unknown-root", Error, "a root is a rule that does not exist";
    UnknownRule: "unknown-rule", Error, "a rule that an option names does not exist";
    UnresolvedProse: "unresolved-prose", Warning, "prose is used in place of a definition, in a rule that also has an error";
    UnstatedEncoding: "unstated-encoding", Warning, "values from %x80 to %xFF may be octets or characters";
    UnterminatedProse: "unterminated-prose", Error, "`<` has no `>` in its line";
    UnterminatedString: "unterminated-string", Error, "a string has no closing `\"` in its line";
    UnusedRule: "unused-rule", Note, "no other rule uses a rule";
    ValueAboveOctet: "value-above-octet", Error, "a grammar of octets has a value above %xFF";
    WorkLimit: "work-limit", Warning, "building the automaton of a rule takes more steps than the limit";
    WrongBase: "wrong-base", Warning, "a hexadecimal number looks decimal, or a decimal one hexadecimal";
    WrongRestriction: "wrong-restriction", Error, "a restriction in a spec file cannot be applied, or leaves no text";
    WrongValue: "wrong-value", Error, "a text of a rule contradicts the value that the spec requests";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn codes_are_in_alphabetical_order() {
        assert!(Code::ALL.is_sorted_by_key(|code| code.as_str()));
    }
}
