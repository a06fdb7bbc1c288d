//! The published `abnf` parser as a second opinion: it reads each rule that has no
//! error, and must find the tree that [`super::parse`] found.
//!
//! It keeps no positions, stops at the first error without its position, and
//! overflows the stack on deep nesting, so it cannot be the first opinion. It receives the
//! pieces of a rule in a plain form: a space between elements, no comments, no line
//! ends, bases in lower case (it rejects `%X41`, which RFC 5234 allows), and a list of
//! HTTP as the repetition with the same bounds. It would reject or misread other forms.

use super::pieces::Piece;
use super::{Definition, Node, ParsedRule, Repeat, numbers};
use crate::text::source::Source;
use crate::text::tokens::Kind;
use abnf::types::{Kind as ParsedKind, Node as Parsed, Repeat as ParsedRepeat, TerminalValues};
use std::fmt::Write as _;

/// Returns whether the published parser finds the same tree.
pub(super) fn agrees(pieces: &[Piece], source: &Source, rule: &ParsedRule) -> bool {
    let Ok(parsed) = abnf::rule(&plain(pieces, source)) else { return false };
    let definition = match parsed.kind() {
        ParsedKind::Basic => Definition::Basic,
        ParsedKind::Incremental => Definition::Incremental,
    };
    definition == rule.definition
        && parsed.name() == rule.name.text
        && is_same(&rule.node, parsed.node())
}

fn plain(pieces: &[Piece], source: &Source) -> String {
    let mut plain = String::new();
    let mut glued = true;
    for piece in pieces {
        if !glued {
            plain.push(' ');
        }
        let text = piece.token.in_abnf(&source.text);
        let is_list = piece.kind().is_list();
        match (text.as_bytes(), numbers::count(piece.kind(), &text)) {
            (_, Some((min, max))) if is_list => {
                let max = max.map_or(String::new(), |max| max.to_string());
                write!(plain, "{min}*{max}").expect("writing to a string cannot fail");
            }
            ([b'%', base, ..], _) => {
                plain.push('%');
                plain.push(char::from(base.to_ascii_lowercase()));
                plain.push_str(&text[2..]);
            }
            _ => plain.push_str(&text),
        }
        glued = is_list || piece.kind() == Kind::Repeat;
    }
    plain
}

/// The recursion is as deep as the groups, whose depth is limited.
fn is_same(node: &Node, parsed: &Parsed) -> bool {
    match (node, parsed) {
        (Node::Alternation(nodes), Parsed::Alternatives(parsed))
        | (Node::Concatenation(nodes), Parsed::Concatenation(parsed)) => {
            nodes.len() == parsed.len()
                && nodes.iter().zip(parsed).all(|(node, parsed)| is_same(node, parsed))
        }
        (
            Node::Repetition { repeat, node } | Node::List { repeat, node, .. },
            Parsed::Repetition { repeat: parsed_repeat, node: parsed },
        ) => is_same_repeat(repeat, parsed_repeat) && is_same(node, parsed),
        (Node::Group(node), Parsed::Group(parsed))
        | (Node::Optional(node), Parsed::Optional(parsed)) => is_same(node, parsed),
        (Node::Rulename(name), Parsed::Rulename(parsed)) => name.text == *parsed,
        (Node::Text { value, case_sensitive, .. }, Parsed::String(parsed)) => {
            value == parsed.value() && *case_sensitive == parsed.is_case_sensitive()
        }
        (
            Node::Range { low, high, .. },
            Parsed::TerminalValues(TerminalValues::Range(first, last)),
        ) => low == first && high == last,
        (
            Node::Values { values, .. },
            Parsed::TerminalValues(TerminalValues::Concatenation(parsed)),
        ) => values == parsed,
        (Node::Prose { text, .. }, Parsed::Prose(parsed)) => text == parsed,
        _ => false,
    }
}

fn is_same_repeat(repeat: &Repeat, parsed: &ParsedRepeat) -> bool {
    let number = |number: u32| usize::try_from(number).ok();
    let (min, max) = match *parsed {
        ParsedRepeat::Specific(n) => (n, Some(n)),
        ParsedRepeat::Variable { min, max } => (min.unwrap_or(0), max),
    };
    number(repeat.min) == Some(min) && repeat.max.map(number) == max.map(Some)
}
