//! Classifies the pieces of a file for syntax colouring: names by the rule that they refer to, other
//! tokens by their kind.

use super::{Document, Role};
use abnfc::diagnostic::Span;
use abnfc::grammar::Origin;
use abnfc::text::tokens::Kind;

/// A piece of text and its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classified {
    /// The piece, within a line.
    pub span: Span,
    /// The class.
    pub class: Class,
}

/// The class of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A comment.
    Comment,
    /// A comment that is a directive, such as `; @import`.
    Directive,
    /// The name of a rule that is defined here.
    Definition,
    /// The name of a rule of this grammar.
    Own,
    /// The name of a rule of an import.
    Imported,
    /// The name of a core rule.
    Core,
    /// A name that refers to no rule.
    Unknown,
    /// A string in quotes.
    Text,
    /// A number such as `%x41-5A`.
    Number,
    /// The bounds of a repetition.
    Repeat,
    /// A description in angle brackets.
    Prose,
    /// `=`, `/` and brackets.
    Operator,
}

/// Returns the pieces of a file in order, without overlaps. White space and text that is not a token of
/// any notation are omitted.
pub fn classes(document: &Document) -> Vec<Classified> {
    let text = &*document.source.text;
    let mut names = document.mentions.iter().peekable();
    let mut found = Vec::new();
    for token in &document.tokens.all {
        let span = document.source.span(token.start as usize, token.end as usize);
        while names.peek().is_some_and(|it| it.span.start < span.start) {
            names.next();
        }
        let name = names.peek().filter(|it| it.span == span);
        let class = match token.kind {
            Kind::Comment => {
                let rest = token.text(text)[1..].trim_start();
                if rest.starts_with('@') { Class::Directive } else { Class::Comment }
            }
            Kind::Name | Kind::FoldedName | Kind::BracketName => match name {
                Some(it) if matches!(it.role, Role::Definition | Role::Increment) => {
                    Class::Definition
                }
                Some(it) => match it.rule.map(|rule| &document.grammar()[rule].origin) {
                    Some(Origin::Own | Origin::Group) => Class::Own,
                    Some(Origin::Import(_)) => Class::Imported,
                    Some(Origin::Core) => Class::Core,
                    None => Class::Unknown,
                },
                None => Class::Unknown,
            },
            Kind::Text | Kind::OpenText | Kind::QuoteMark | Kind::TripleQuote => Class::Text,
            Kind::Number => Class::Number,
            Kind::Repeat | Kind::List | Kind::StrictList | Kind::LenientList | Kind::LinearList => {
                Class::Repeat
            }
            Kind::Prose
            | Kind::ProseStart
            | Kind::ProseMore
            | Kind::ProseEnd
            | Kind::OpenProse
            | Kind::Words
            | Kind::WordsMore => Class::Prose,
            Kind::Equals
            | Kind::EqualsSlash
            | Kind::ColonEquals
            | Kind::Slash
            | Kind::BareSlash
            | Kind::Bar
            | Kind::GroupOpen
            | Kind::GroupClose
            | Kind::OptionOpen
            | Kind::OptionClose => Class::Operator,
            Kind::Space | Kind::Newline | Kind::Stray => continue,
        };
        found.push(Classified { span, class });
    }
    found
}
