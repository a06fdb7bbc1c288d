//! Collects the findings of [`super`]. A sink is write-only, so that no stage
//! decides anything by earlier findings.

use crate::diagnostic::{Code, Diagnostic, Hint, Scope, Severity};
use crate::text::source::Source;

/// The greatest number of errors, and of warnings, for one file.
const MAX_FINDINGS: usize = 100;
/// The greatest number of errors for one rule: further ones are usually consequences.
const MAX_IN_RULE: usize = 5;

/// No hint.
pub(super) const NONE: [Hint; 0] = [];

/// A range of bytes of the source.
pub(super) type Range = (usize, usize);

pub(super) struct Sink<'a> {
    source: &'a Source,
    /// The warnings.
    found: &'a mut Vec<Diagnostic>,
    /// The errors, in the order in which they were found.
    reported: Vec<(Owner, Diagnostic)>,
    errors: usize,
    warnings: usize,
    in_rule: usize,
    owner: Owner,
    /// The error that replaces all errors beyond the greatest number.
    rest: Option<Diagnostic>,
}

/// The text to which an error belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The grammar as a whole.
    Grammar,
    /// The text before the first definition, on which no rule depends.
    Nothing,
    /// The definition in the region of this index.
    Region(usize),
}

impl<'a> Sink<'a> {
    pub(super) fn new(source: &'a Source, found: &'a mut Vec<Diagnostic>) -> Self {
        Self {
            source,
            found,
            reported: Vec::new(),
            errors: 0,
            warnings: 0,
            in_rule: 0,
            owner: Owner::Grammar,
            rest: None,
        }
    }

    /// Starts the findings of another rule, whose errors belong to `owner`.
    pub(super) fn next_rule(&mut self, owner: Owner) {
        self.in_rule = 0;
        self.owner = owner;
    }

    /// Returns the errors, in the order in which they were found.
    pub(super) fn errors(self) -> Vec<(Owner, Diagnostic)> {
        self.reported
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        let count = match diagnostic.severity {
            Severity::Error => {
                self.in_rule += 1;
                if MAX_IN_RULE < self.in_rule {
                    return;
                }
                &mut self.errors
            }
            Severity::Warning | Severity::Note => &mut self.warnings,
        };
        *count += 1;
        if *count <= MAX_FINDINGS {
            match diagnostic.severity {
                Severity::Error => self.reported.push((self.owner, diagnostic)),
                Severity::Warning | Severity::Note => self.found.push(diagnostic),
            }
        } else if diagnostic.severity == Severity::Error {
            self.push_rest(diagnostic);
        }
    }

    /// Replaces an error beyond the greatest number, so that rules without errors can be used.
    fn push_rest(&mut self, dropped: Diagnostic) {
        let name = &self.source.name;
        let new = || {
            let message = format!("`{name}` has more than {MAX_FINDINGS} errors like these");
            let rest = Diagnostic::error(Code::TooManyErrors, message);
            match dropped.primary {
                Some(label) => rest.at(label.span, "the others, from here, are not shown"),
                None => rest,
            }
        };
        let rest = self.rest.get_or_insert_with(new).clone();
        let is_known = self
            .reported
            .last()
            .is_some_and(|(owner, last)| *owner == self.owner && last.code == Code::TooManyErrors);
        if !is_known {
            self.reported.push((self.owner, Diagnostic { scope: self.scope(), ..rest }));
        }
    }

    /// Reports an error about a range of the text.
    pub(super) fn error(
        &mut self,
        code: Code,
        message: impl Into<String>,
        range: Range,
        label: &str,
        hints: impl IntoIterator<Item = impl Into<Hint>>,
    ) {
        let error = Diagnostic { scope: self.scope(), ..Diagnostic::error(code, message) };
        self.add(error, range, label, hints);
    }

    /// Returns the scope of an error of the owner.
    fn scope(&self) -> Scope {
        match self.owner {
            Owner::Grammar => Scope::Grammar,
            Owner::Nothing | Owner::Region(_) => Scope::Rule,
        }
    }

    /// Returns a hint to replace a range of the text.
    pub(super) fn change(
        &self,
        sentence: impl Into<String>,
        text: &str,
        (start, end): Range,
    ) -> Hint {
        Hint::change(sentence, text, [self.source.span(start, end)])
    }

    /// Reports a warning about a range of the text.
    pub(super) fn warning(
        &mut self,
        code: Code,
        message: impl Into<String>,
        range: Range,
        hint: &str,
    ) {
        self.add(Diagnostic::warning(code, message), range, "", [hint]);
    }

    /// Reports a finding about the whole file.
    pub(super) fn about_file(&mut self, diagnostic: Diagnostic) {
        self.push(diagnostic);
    }

    fn add(
        &mut self,
        diagnostic: Diagnostic,
        (start, mut end): Range,
        label: &str,
        hints: impl IntoIterator<Item = impl Into<Hint>>,
    ) {
        // Whole characters only.
        while !self.source.text.is_char_boundary(end.min(self.source.text.len())) {
            end += 1;
        }
        let diagnostic = diagnostic.at(self.source.span(start, end), label);
        self.push(hints.into_iter().fold(diagnostic, Diagnostic::hint));
    }
}
