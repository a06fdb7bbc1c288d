//! The rules of a file with their lines, and the ranges that can be folded.

use super::Document;
use abnfc::diagnostic::Span;
use abnfc::grammar::syntax::Definition;
use abnfc::text::source::offset;
use abnfc::text::tokens::Kind;

/// A definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name, as the definition spells it.
    pub name: String,
    /// `=` or `=/`.
    pub definition: Definition,
    /// The span of the name.
    pub name_span: Span,
    /// The span from the name to the last element.
    pub span: Span,
    /// The definition, in one line.
    pub summary: String,
}

/// The maximum number of characters of a summary.
const MAX_SUMMARY: usize = 60;

/// Returns the definitions of a file, in order.
pub fn symbols(document: &Document) -> Vec<Symbol> {
    let symbols = document.rules.rules.iter().map(|rule| Symbol {
        name: rule.name.text.clone(),
        definition: rule.definition,
        name_span: rule.name.span,
        span: rule.span,
        summary: summary(&rule.text),
    });
    symbols.collect()
}

/// Returns a definition in one line, without the name and `=`, cut if it is long.
pub(super) fn summary(text: &str) -> String {
    let elements = text.split_once('=').map_or(text, |(_, elements)| elements);
    let elements = elements.strip_prefix('/').unwrap_or(elements);
    let words: Vec<&str> = elements.split_ascii_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(MAX_SUMMARY) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

/// Several lines that can be folded into the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The span from the first to the last byte.
    pub span: Span,
    /// The kind.
    pub kind: FoldKind,
}

/// A foldable range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// A definition.
    Rule,
    /// Lines that are comments.
    Comment,
}

/// Returns the foldable ranges: definitions and comments of several lines, in the order of the text.
pub fn folds(document: &Document) -> Vec<Fold> {
    let source = &document.source;
    let rules =
        document.rules.rules.iter().map(|rule| Fold { span: rule.span, kind: FoldKind::Rule });
    let mut folds: Vec<Fold> = rules.collect();
    let mut comment: Option<(u32, u32)> = None;
    let mut close = |comment: &mut Option<(u32, u32)>| {
        if let Some((start, end)) = comment.take() {
            let span = source.span(start as usize, end as usize);
            folds.push(Fold { span, kind: FoldKind::Comment });
        }
    };
    for line in &document.tokens.lines {
        match document.tokens.of(line) {
            [token] if token.kind == Kind::Comment => {
                let start = comment.map_or(token.start, |(start, _)| start);
                comment = Some((start, token.end));
            }
            _ => close(&mut comment),
        }
    }
    close(&mut comment);
    let text = &*source.text;
    folds.retain(|it| text[it.span.start as usize..it.span.end as usize].contains('\n'));
    // A comment inside of a rule is folded with the rule, and also separately if it is long.
    folds.sort_by_key(|it| (it.span.start, offset(text.len()) - it.span.end));
    folds
}
