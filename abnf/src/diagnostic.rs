//! Errors, warnings and notes as data: messages, spans and hints.
//!
//! A stage pushes [`Diagnostic`]s; the caller collects them in [`Diagnostics`]
//! together with the texts they point into. Only [`crate::diagnostic::render`] decides
//! what they look like. Hints that suggest an option are data
//! too ([`Hint`]), because each caller has its own names for options.

mod codes;
mod hint;
pub mod render;

pub use codes::Code;
pub use hint::{Edit, Hint, UNKNOWN_VALUE, file_to_import, which_import};

use crate::limits::LimitName;
use crate::spec::{SpecSource, SpecSpan};
use std::fmt;

/// A file among the inputs of one run: 0 is the grammar, then come the imports, then the spec file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub u32);

impl FileId {
    /// The spec file, until [`Diagnostics::with_spec`] gives it a number.
    pub(crate) const SPEC: Self = Self(u32::MAX);
}

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
    /// Returns the smallest span that covers both, which must be in the same file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        debug_assert_eq!(self.file, other.file);
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// The severity of a finding: whether the run can continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The grammar cannot be compiled.
    Error,
    /// Worth checking; the language is well defined.
    Warning,
    /// A fact that most grammars need not change; reported on request.
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

/// The scope of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// The grammar as a whole.
    Grammar,
    /// One definition. The rule is marked as broken; rules that do not need it can be
    /// compiled.
    Rule,
}

/// A span with a few words about it, shown under the source line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its span.
    pub span: Span,
    /// A few words; may be empty.
    pub text: String,
}

/// One finding about a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error, warning or note.
    pub severity: Severity,
    /// The scope of an error.
    pub scope: Scope,
    /// The kind of finding.
    pub code: Code,
    /// One sentence without a final dot.
    pub message: String,
    /// The span that the finding is about; `None` if it is about the whole file.
    pub primary: Option<Label>,
    /// Related spans, such as the first definition.
    pub secondary: Vec<Label>,
    /// A text that demonstrates the finding, in bytes; the message explains it.
    pub witness: Option<Vec<u8>>,
    /// Further remarks, each a sentence without a final dot.
    pub notes: Vec<String>,
    /// Alternative ways to fix it.
    pub hints: Vec<Hint>,
}

impl Diagnostic {
    /// An error without a span.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
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

    /// A warning without a span.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// A note without a span.
    pub fn note(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(code, message) }
    }

    /// Limits an error to one definition.
    #[must_use]
    pub fn in_rule(self) -> Self {
        Self { scope: Scope::Rule, ..self }
    }

    /// Returns whether it is an error that is limited to a definition.
    pub fn is_of_rule(&self) -> bool {
        self.severity == Severity::Error && self.scope == Scope::Rule
    }

    /// Returns whether other rules can still be compiled: the finding is not an error, or is
    /// limited to a definition.
    pub fn is_confined(&self) -> bool {
        self.severity != Severity::Error || self.scope == Scope::Rule
    }

    /// Turns an error that is limited to a definition into a warning.
    #[must_use]
    pub fn demoted(self) -> Self {
        let severity = if self.is_of_rule() { Severity::Warning } else { self.severity };
        Self { severity, ..self }
    }

    /// Sets the span.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.primary = Some(Label { span, text: text.into() });
        self
    }

    /// Sets the span to one of the spec file, if there is one.
    #[must_use]
    pub fn at_spec(self, span: SpecSpan) -> Self {
        match span.offsets() {
            Some((start, end)) => self.at(Span { file: FileId::SPEC, start, end }, ""),
            None => self,
        }
    }

    /// Adds a related span.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Sets the text that demonstrates it.
    #[must_use]
    pub fn witness(self, text: impl Into<Vec<u8>>) -> Self {
        Self { witness: Some(text.into()), ..self }
    }

    /// Adds a remark.
    #[must_use]
    pub fn remark(mut self, sentence: impl Into<String>) -> Self {
        self.notes.push(sentence.into());
        self
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Hint>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds the hint to raise a limit to `value`, which suffices, unless that is beyond the ceiling of
    /// the limit.
    #[must_use]
    pub fn raise_to(mut self, limit: LimitName, value: usize) -> Self {
        self.hints.extend(Hint::raise_to(limit, value));
        self
    }
}

/// The maximum number of errors that are reported for a grammar.
pub(crate) const MAX_ERRORS: usize = 3_000;

/// Adds a finding, unless there are already 1,000 findings for a note, 2,000 for a warning or
/// [`MAX_ERRORS`] for an error. This bounds memory for any input, and keeps room for graver
/// findings.
pub fn report(found: &mut Vec<Diagnostic>, item: Diagnostic) {
    let most = match item.severity {
        Severity::Note => 1_000,
        Severity::Warning => 2_000,
        Severity::Error => MAX_ERRORS,
    };
    if found.len() < most {
        found.push(item);
    }
}

/// The normalised texts of a run, for messages.
#[derive(Clone, Debug, Default)]
pub struct Files(Vec<File>);

/// A text that messages can quote.
#[derive(Clone, Debug)]
pub struct File {
    /// The name that the user gave it.
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

    /// Returns the number of lines of a file; each ends with a line end.
    pub fn line_count(&self, id: FileId) -> usize {
        self.get(id).map_or(0, |file| file.text.lines().count())
    }

    /// Returns the line and column of the start of a span, both from 1; columns count characters.
    /// Takes time linear in the length of the line.
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

/// The findings of a run, with the texts that they point into.
///
/// As an error value it holds at least one [`Severity::Error`].
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    /// The texts.
    pub files: Files,
    /// The findings, in the order of the text.
    pub items: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Returns whether one of them is an error.
    pub fn has_errors(&self) -> bool {
        self.items.iter().any(|item| item.severity == Severity::Error)
    }
}

impl Diagnostics {
    /// Adds the spec file, if a span is in it.
    #[must_use]
    pub fn with_spec(mut self, source: &SpecSource) -> Self {
        let Some((name, text)) = source.file() else { return self };
        let labels = self
            .items
            .iter_mut()
            .flat_map(|item| item.primary.iter_mut().chain(&mut item.secondary));
        let spans = labels.map(|label| &mut label.span);
        let mut spans = spans.filter(|span| span.file == FileId::SPEC).peekable();
        if spans.peek().is_some() {
            let id = self.files.push(name, text);
            spans.for_each(|span| span.file = id);
        }
        self
    }
}

/// A finding about no text, or whose text cannot be shown.
impl From<Diagnostic> for Diagnostics {
    fn from(finding: Diagnostic) -> Self {
        Self { files: Files::default(), items: vec![finding] }
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::diagnostic::render::plain(self))
    }
}

impl std::error::Error for Diagnostics {}
