//! Errors, warnings and notes as data: what, where, and what to do about it.
//!
//! A stage pushes [`Diagnostic`]s; the caller collects them in [`Diagnostics`]
//! together with the texts they point into. How they look is decided in one
//! place, [`crate::diagnostic::render`]. Hints that ask for an option are data
//! too ([`Hint`]): the library does not know what its caller's options are called.

mod hint;
pub mod render;

pub use hint::{Edit, Hint, which_import};

use std::fmt;

/// A file among the inputs of one run: 0 is the grammar, the rest are imports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub u32);

/// A range of bytes in the normalised text of a file (see [`crate::text::source`]).
///
/// Normalising keeps lines and columns, so line and column computed from a span
/// are those of the original file.
// See note [positions in texts].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both; they must be of one file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        debug_assert_eq!(self.file, other.file);
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// Whether the run can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The grammar cannot be compiled.
    Error,
    /// Worth a look; the language is well defined.
    Warning,
    /// A fact that some want to know, and most grammars live with.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// What an error refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// The grammar as a whole.
    Grammar,
    /// One definition. The rule is marked as broken; rules that do not need it can be
    /// compiled.
    Rule,
}

/// A place with a few words about it, shown under the source line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there; may be empty.
    pub text: String,
}

/// One finding about a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error, warning or note.
    pub severity: Severity,
    /// What an error refuses.
    pub scope: Scope,
    /// A stable name in kebab case, say `undefined-rule`.
    pub code: &'static str,
    /// One sentence without a final dot.
    pub message: String,
    /// The place that the finding is about; none where it is about the whole file.
    pub primary: Option<Label>,
    /// Other places that matter, say the first definition.
    pub secondary: Vec<Label>,
    /// A text that shows it, in bytes; what it shows is said in the message.
    pub witness: Option<Vec<u8>>,
    /// What else is to be said, each a sentence without a final dot.
    pub notes: Vec<String>,
    /// What to do about it; each is another way.
    pub hints: Vec<Hint>,
}

impl Diagnostic {
    /// An error without a place.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            scope: Scope::Grammar,
            code,
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            witness: None,
            notes: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// A warning without a place.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// A note without a place.
    pub fn note(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(code, message) }
    }

    /// Limits an error to one definition.
    #[must_use]
    pub fn in_rule(self) -> Self {
        Self { scope: Scope::Rule, ..self }
    }

    /// Whether it is an error that is limited to a definition.
    pub fn is_of_rule(&self) -> bool {
        self.severity == Severity::Error && self.scope == Scope::Rule
    }

    /// What tells it from other findings of a run.
    pub(crate) fn identity(&self) -> (Option<Span>, &'static str, &str) {
        (self.primary.as_ref().map(|label| label.span), self.code, &self.message)
    }

    /// Whether it leaves rules that can be compiled: it is no error, or one that is limited
    /// to a definition.
    pub fn is_confined(&self) -> bool {
        self.severity != Severity::Error || self.scope == Scope::Rule
    }

    /// An error that is limited to a definition as a warning.
    #[must_use]
    pub fn demoted(self) -> Self {
        let severity = if self.is_of_rule() { Severity::Warning } else { self.severity };
        Self { severity, ..self }
    }

    /// Puts it at a place.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.primary = Some(Label { span, text: text.into() });
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Shows it by a text.
    #[must_use]
    pub fn witness(self, text: impl Into<Vec<u8>>) -> Self {
        Self { witness: Some(text.into()), ..self }
    }

    /// Says something else about it.
    #[must_use]
    pub fn remark(mut self, sentence: impl Into<String>) -> Self {
        self.notes.push(sentence.into());
        self
    }

    /// Says what to do, beside what is said already.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Hint>) -> Self {
        self.hints.push(hint.into());
        self
    }
}

/// Adds a finding, unless there are more already than anyone reads: over 1,000 for a note, over 2,000
/// for a warning, over 3,000 for an error. So memory stays bounded whatever the input, and nothing
/// crowds out what is graver.
pub fn report(found: &mut Vec<Diagnostic>, item: Diagnostic) {
    let most = match item.severity {
        Severity::Note => 1_000,
        Severity::Warning => 2_000,
        Severity::Error => 3_000,
    };
    if found.len() < most {
        found.push(item);
    }
}

/// The normalised texts of a run, for messages.
#[derive(Clone, Debug, Default)]
pub struct Files(Vec<File>);

/// One text that messages can quote.
#[derive(Clone, Debug)]
pub struct File {
    /// As the user named it.
    pub name: String,
    /// After normalising (see [`crate::text::source`]).
    pub text: String,
    /// Offset of the first byte of each line.
    lines: Vec<usize>,
}

impl Files {
    /// Adds a file; ids are given in order.
    pub fn push(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let (name, text) = (name.into(), text.into());
        let starts =
            text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(i, _)| i + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        self.0.push(File { name, text, lines });
        FileId(u32::try_from(self.0.len() - 1).expect("fewer files than 2^32"))
    }

    /// The file of an id.
    pub fn get(&self, id: FileId) -> Option<&File> {
        self.0.get(id.0 as usize)
    }

    /// How many lines a file has; a line end ends one.
    pub fn line_count(&self, id: FileId) -> usize {
        self.get(id).map_or(0, |file| file.text.lines().count())
    }

    /// Line and column of the start of a span, both from 1; columns count characters.
    /// Takes time of the line's length.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let Some(file) = self.get(span.file) else { return (1, 1) };
        let at = (span.start as usize).min(file.text.len());
        let line = file.lines.partition_point(|&start| start <= at);
        let before = &file.text.as_bytes()[file.lines[line - 1]..at];
        // A continuation byte of UTF-8 starts no character.
        let column = 1 + before.iter().filter(|&&b| b & 0xC0 != 0x80).count();
        (line, column)
    }
}

/// What a run found, with the texts it points into.
///
/// As an error value it holds at least one [`Severity::Error`].
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    /// The texts.
    pub files: Files,
    /// The findings, in order of place.
    pub items: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Whether one of them is an error.
    pub fn has_errors(&self) -> bool {
        self.items.iter().any(|item| item.severity == Severity::Error)
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::diagnostic::render::plain(self))
    }
}

impl std::error::Error for Diagnostics {}
