//! Where the parts of [`super::syntax`] put what they find, with a bound on it.

use super::scan::Token;
use crate::diagnostic::{Diagnostic, Hint, Severity, Span};
use crate::text::source::Source;

/// More errors than this help nobody.
const MAX_ERRORS: usize = 100;

/// No hint.
pub(super) const NONE: [Hint; 0] = [];

/// The source being read and what was found in it.
pub(super) struct Report<'a> {
    pub(super) source: &'a Source,
    found: &'a mut Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl<'a> Report<'a> {
    pub(super) fn new(source: &'a Source, found: &'a mut Vec<Diagnostic>) -> Self {
        Self { source, found, errors: 0, warnings: 0 }
    }

    /// The errors so far, also those not shown.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    pub(super) fn is_full(&self) -> bool {
        MAX_ERRORS < self.errors
    }

    pub(super) fn text(&self, token: &Token) -> &'a str {
        &self.source.text[token.start()..token.end()]
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        let count = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        if *count <= MAX_ERRORS {
            self.found.push(diagnostic);
        } else if *count == MAX_ERRORS + 1 && diagnostic.severity == Severity::Error {
            self.found.push(Diagnostic::error(
                "too-many-errors",
                format!("reading stops after {MAX_ERRORS} errors in `{}`", self.source.name),
            ));
        }
    }

    /// The place of a range of the text; whole characters only.
    pub(super) fn span(&self, (start, mut end): (usize, usize)) -> Span {
        while end < self.source.text.len() && !self.source.text.is_char_boundary(end) {
            end += 1;
        }
        self.source.span(start, end)
    }

    /// An error about a range of the text.
    pub(super) fn error(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        range: (usize, usize),
        label: &str,
        hints: impl IntoIterator<Item = impl Into<Hint>>,
    ) {
        let mut diagnostic = Diagnostic::error(code, message).in_rule().at(self.span(range), label);
        diagnostic.hints.extend(hints.into_iter().map(Into::into));
        self.push(diagnostic);
    }
}
