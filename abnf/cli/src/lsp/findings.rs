//! Converts findings for a client.

use super::documents::{Analysis, Documents, Open};
use super::text::Encoding;
use crate::hints;
use abnfc::bytes::escapes::escaped;
use abnfc::diagnostic::{self, Code, Diagnostics, FileId, Files, Label, Severity, Span};
use abnfc_tools::editor::Document;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, Range, Uri,
};

/// Converts the findings of a document for its client.
#[derive(Clone, Copy)]
pub(super) struct Publisher<'a> {
    pub(super) documents: &'a Documents,
    pub(super) uri: &'a Uri,
    pub(super) open: &'a Open,
    pub(super) analysis: &'a Analysis,
    pub(super) encoding: Encoding,
}

impl Publisher<'_> {
    /// Returns the findings of the document, and the errors of its imports.
    pub(super) fn all(self, found: &Diagnostics) -> Vec<Diagnostic> {
        let in_imports = &self.analysis.in_imports;
        let own = in_imports.files.get(FileId(0)).is_none_or(|it| it.name == self.open.name());
        let of_imports = in_imports.items.iter().map(|item| {
            // The error is at the directive, which may be in an imported file.
            let file = if own { FileId(0) } else { FileId(1) };
            let moved =
                |label: &Label| Label { span: Span { file, ..label.span }, ..label.clone() };
            let primary = item.primary.as_ref().map(moved);
            self.one(&in_imports.files, &diagnostic::Diagnostic { primary, ..item.clone() })
        });
        let items = found.items.iter().map(|item| self.one(&found.files, item));
        of_imports.chain(items).collect()
    }

    /// Converts a finding. A finding in another file is published where that file is imported.
    fn one(self, files: &Files, item: &diagnostic::Diagnostic) -> Diagnostic {
        let primary = item.primary.as_ref();
        let range = match primary.map(|label| label.span) {
            Some(span) if span.file == FileId(0) => self.open.range(span, self.encoding),
            Some(span) => self.import(files, span),
            None => Range::default(),
        };
        let elsewhere = primary.filter(|label| label.span.file != FileId(0));
        let labels = elsewhere.into_iter().chain(&item.secondary);
        let related = labels.filter_map(|label| {
            let file = &files.get(label.span.file)?.name;
            let text = if label.text.is_empty() { "here" } else { &label.text };
            Some(DiagnosticRelatedInformation {
                location: self.location(file, label.span)?,
                message: text.to_owned(),
            })
        });
        let related: Vec<_> = related.collect();
        let is_unused = item.code == Code::UnusedRule;
        Diagnostic {
            range,
            severity: Some(match item.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Note => DiagnosticSeverity::INFORMATION,
            }),
            code: Some(NumberOrString::String(item.code.to_string())),
            source: Some("abnfc".to_owned()),
            message: message(item),
            related_information: (!related.is_empty()).then_some(related),
            tags: is_unused.then(|| vec![DiagnosticTag::UNNECESSARY]),
            ..Diagnostic::default()
        }
    }

    /// Returns the comment that imports a file, or the beginning of the document.
    fn import(self, files: &Files, span: Span) -> Range {
        let file = files.get(span.file).map(|file| file.name.as_str());
        let document: Option<&Document> = self.analysis.document.as_ref().ok();
        let import = self.analysis.imports.iter().find(|import| Some(&*import.file) == file);
        let directive = import.and_then(|import| {
            let mut all = document?.directives.iter();
            all.find(|it| it.name.eq_ignore_ascii_case(&import.name))
        });
        directive.map_or_else(Range::default, |it| self.open.range(it.span, self.encoding))
    }

    fn location(self, file: &str, span: Span) -> Option<Location> {
        let here = (self.uri, self.open);
        self.documents.location(here, self.analysis, (file, span), self.encoding)
    }
}

/// Returns the message of a finding, with its notes.
pub(super) fn message(item: &diagnostic::Diagnostic) -> String {
    let mut message = item.message.clone();
    let label = item.primary.iter().map(|label| label.text.clone()).filter(|it| !it.is_empty());
    let witness = item.witness.iter().map(|text| format!("text: {}", escaped(text)));
    let notes = item.notes.iter().cloned();
    let hints = hints::in_editor(item).into_iter().map(|hints| format!("help: {hints}"));
    for line in label.chain(witness).chain(notes).chain(hints) {
        message.push('\n');
        message.push_str(&line);
    }
    message
}
