//! Selects the findings that are reported: removes those that are allowed, and notes that are not
//! requested.
//!
//! `; @allow CODE` in the lines of a rule, from its name to its last element, applies to that rule;
//! anywhere else it applies to the file. It is more specific than the options of the caller, so it
//! overrides a denied code.

use super::{Notes, Options, can_be_allowed, catalogue};
use abnfc::diagnostic::{Code, Diagnostic, FileId, Hint, Severity, Span};
use abnfc::grammar::suggest::nearest;
use abnfc::grammar::syntax::Rulelist;
use abnfc::text::directives::Listed;
use std::collections::BTreeSet;

/// Returns the findings that are reported, including those about the comments. `text` is the text of
/// the grammar.
pub(super) fn levels(
    text: &str,
    rules: &Rulelist,
    allowed: &[Listed],
    options: &Options,
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let lines: Vec<Span> = rules.rules.iter().map(|rule| whole_lines(text, rule.span)).collect();
    let lines_of = |span: Span| lines.iter().copied().find(|&lines| contains(lines, span));
    let mut in_file: BTreeSet<&str> = BTreeSet::new();
    let mut in_rules: Vec<(Span, &str)> = Vec::new();
    for Listed { name, span } in allowed {
        match catalogue::find(name) {
            Some(lint) if lint.can_be_allowed() => (),
            Some(_) => found.push(useless(name, *span)),
            None => found.push(unknown(name, *span)),
        }
        match lines_of(*span) {
            Some(lines) => in_rules.push((lines, name)),
            None => _ = in_file.insert(name),
        }
    }
    let is_allowed = |item: &Diagnostic| {
        let place = item.primary.as_ref().map(|label| label.span);
        options.allowed.contains(item.code.as_str())
            || in_file.contains(item.code.as_str())
            || in_rules.iter().any(|&(lines, code)| {
                code == item.code.as_str() && place.is_some_and(|place| contains(lines, place))
            })
    };
    found.retain(|item| !can_be_allowed(item) || !is_allowed(item));
    for item in &mut found {
        if item.severity == Severity::Note && options.denied.contains(item.code.as_str()) {
            item.severity = Severity::Warning;
        }
    }
    found.retain(|item| item.severity != Severity::Note || options.notes == Notes::Shown);
    found
}

fn useless(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` cannot be allowed: it is an error, or a warning of a build");
    Diagnostic::warning(Code::UnknownLint, message).at(span, "")
}

fn unknown(name: &str, span: Span) -> Diagnostic {
    let message = format!("there is no kind of finding called `{name}`");
    let warning = Diagnostic::warning(Code::UnknownLint, message).at(span, "");
    let known =
        catalogue::ALL.iter().filter(|lint| lint.can_be_allowed()).map(|lint| lint.code.as_str());
    match nearest(name, known, 1).pop() {
        Some(near) => warning.hint(Hint::change(format!("did you mean `{near}`?"), near, [span])),
        None => warning,
    }
}

fn contains(lines: Span, place: Span) -> bool {
    place.file == FileId(0) && lines.start <= place.start && place.start < lines.end
}

/// Extends a span to the start of its first line and to the end of its last line.
fn whole_lines(text: &str, span: Span) -> Span {
    let start = text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
    let rest = text[span.end as usize..].find('\n').unwrap_or(text.len() - span.end as usize);
    Span {
        start: abnfc::text::source::offset(start),
        end: abnfc::text::source::offset(span.end as usize + rest),
        ..span
    }
}
