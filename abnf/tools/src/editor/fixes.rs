//! Makes edits of the hints of findings in a range of a document.
//!
//! A hint that is a change of the text is a fix. The hint to import a bundled grammar becomes a line
//! `; @import`, or another rule in the list of such a line; the hint to another dialect becomes a line
//! `; @dialect`. A finding that is not an error can be
//! allowed, for the rule or for the file.

use super::Document;
use crate::lint::catalogue;
use abnfc::diagnostic::{Code, Diagnostic, Edit, FileId, Hint, Severity, Span};
use abnfc::grammar::syntax::ParsedRule;
use abnfc::spec::Dialect;
use abnfc::text::tokens::{Kind, Line, Token};

/// Edits that fix a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The index of the finding.
    pub finding: usize,
    /// A description, without a final dot.
    pub title: String,
    /// The edits in the order of the text, without overlaps.
    pub edits: Vec<Edit>,
    /// Whether the edits fix the cause, or only silence the finding.
    pub kind: FixKind,
}

/// The kind of a fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixKind {
    /// The edits fix the grammar.
    Repair,
    /// The edits allow the finding.
    Allow,
}

/// Returns the fixes of the findings that touch a piece of the document, repairs first.
pub fn fixes(document: &Document, found: &[Diagnostic], piece: Span) -> Vec<Fix> {
    let mut fixes = Vec::new();
    for (finding, item) in found.iter().enumerate() {
        let Some(place) = item.primary.as_ref().map(|label| label.span) else { continue };
        if place.file != FileId(0) || place.end < piece.start || piece.end < place.start {
            continue;
        }
        let mut add = |title: String, edits: Vec<Edit>, kind| {
            fixes.push(Fix { finding, title, edits, kind });
        };
        for hint in &item.hints {
            if let Some((title, edits)) = repair(document, hint) {
                add(title, edits, FixKind::Repair);
            }
        }
        if item.severity != Severity::Error && catalogue::find(item.code.as_str()).is_some() {
            if let Some((rule, edit)) = allow_in_rule(document, place, item.code) {
                let title = format!("allow `{}` for `{}`", item.code, rule.name.text);
                add(title, vec![edit], FixKind::Allow);
            }
            let title = format!("allow `{}` in this file", item.code);
            let line = format!("; @allow {}\n", item.code);
            add(title, vec![line_at_top(document, line)], FixKind::Allow);
        }
    }
    fixes.sort_by_key(|fix| fix.kind == FixKind::Allow);
    fixes
}

fn repair(document: &Document, hint: &Hint) -> Option<(String, Vec<Edit>)> {
    match hint {
        Hint::Change { edits, .. } => {
            let is_here = |edit: &Edit| edit.span.file == FileId(0);
            let first = edits.first().filter(|_| edits.iter().all(is_here))?;
            let places = match edits.len() {
                1 => String::new(),
                more => format!(" in {more} places"),
            };
            let mut edits = edits.clone();
            edits.sort_by_key(|edit| edit.span);
            Some((format!("write `{}`{places}", first.text), edits))
        }
        Hint::Import { rule, name, bundled } => {
            let &[file] = bundled.as_slice() else { return None };
            let edit = import(document, rule, name.as_deref(), file)?;
            Some((format!("import `{rule}` from `{file}`"), vec![edit]))
        }
        // An option takes the place of the comment, and must not contradict it.
        Hint::Dialect(dialect) if document.dialect == Dialect::Auto => {
            let name = dialect.name();
            let line = line_at_top(document, format!("; @dialect {name}\n"));
            Some((format!("state the dialect `{name}`"), vec![line]))
        }
        Hint::Text(_)
        | Hint::RaiseLimit { .. }
        | Hint::Dialect(_)
        | Hint::Extract
        | Hint::Encoding
        | Hint::TypeName { .. }
        | Hint::ListParts { .. }
        | Hint::Trees => None,
    }
}

/// Returns the edit that imports a rule of a bundled grammar. `None` if the whole grammar is imported
/// already, or the name of the import denotes another file.
fn import(document: &Document, rule: &str, name: Option<&str>, file: &str) -> Option<Edit> {
    let mut directives = document.directives.iter();
    if let Some(known) = directives.find(|it| it.file.eq_ignore_ascii_case(file)) {
        if known.rules.is_empty() {
            return None;
        }
        // Before the bracket that closes the list.
        let end = known.span.end as usize - 1;
        return Some(Edit { span: document.source.span(end, end), text: format!(", {rule}") });
    }
    let is_word = |name: &&str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    };
    let name = name.filter(is_word).map_or_else(|| file.to_ascii_uppercase(), str::to_owned);
    if document.directives.iter().any(|it| it.name.eq_ignore_ascii_case(&name)) {
        return None;
    }
    Some(line_at_top(document, format!("; @import {name} = {file} ({rule})\n")))
}

/// Returns an edit that inserts a line: after the last import, or after the comment at the beginning
/// of the file if an empty line follows it, or at the beginning.
fn line_at_top(document: &Document, line: String) -> Edit {
    let text = &*document.source.text;
    let at = if let Some(directive) = document.directives.last() {
        document.line(directive.span.start as usize).1 + 1
    } else {
        let lines = document.tokens.lines.iter();
        let is_comment = |line: &&Line| matches!(document.tokens.of(line), [token] if token.kind == Kind::Comment);
        let after = lines.take_while(is_comment).last().map_or(0, |line| line.end as usize + 1);
        if text[after.min(text.len())..].starts_with('\n') { after } else { 0 }
    };
    let at = at.min(text.len());
    Edit { span: document.source.span(at, at), text: line }
}

/// Returns the edit that allows a code in the lines of the rule at a position. `None` if there is no
/// rule, or all of its lines end in comments.
fn allow_in_rule(document: &Document, place: Span, code: Code) -> Option<(&ParsedRule, Edit)> {
    let text = &*document.source.text;
    let lines_of = |rule: &ParsedRule| {
        (document.line(rule.span.start as usize).0, document.line(rule.span.end as usize).1)
    };
    let (rule, (start, end)) = document
        .rules
        .rules
        .iter()
        .map(|rule| (rule, lines_of(rule)))
        .find(|(_, (start, end))| (*start..*end).contains(&(place.start as usize)))?;
    let lines = document.tokens.lines.iter();
    let lines: Vec<&Line> =
        lines.filter(|line| start <= line.start as usize && line.end as usize <= end).collect();
    let comment = |line: &Line| -> Option<Token> {
        document.tokens.of(line).iter().copied().find(|token| token.kind == Kind::Comment)
    };
    let here = |at: usize| document.source.span(at, at);
    for line in &lines {
        let Some(token) = comment(line) else { continue };
        let written = token.text(text);
        if written[1..].trim_start().starts_with("@allow ") {
            let at = token.start as usize + written.trim_end().len();
            return Some((rule, Edit { span: here(at), text: format!(", {code}") }));
        }
    }
    let line = lines.iter().rev().find(|line| comment(line).is_none())?;
    let whole = &text[line.start as usize..line.end as usize];
    let at = line.start as usize + whole.trim_end().len();
    Some((rule, Edit { span: here(at), text: format!("  ; @allow {code}") }))
}
