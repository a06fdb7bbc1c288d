//! Strings with a misleading form.

use crate::diagnostic::{Code, Diagnostic, report};
use crate::grammar::syntax::{Node, ParsedRule};

/// Reports `""` inside a rule. A rule that consists of `""` alone is intentional.
pub(super) fn empty_literals(rule: &ParsedRule, found: &mut Vec<Diagnostic>) {
    let whole = matches!(&rule.node, Node::Text { .. });
    if !whole {
        search(&rule.node, "write the intended text between the quotes, or delete them", found);
    }
}

fn search(node: &Node, hint: &str, found: &mut Vec<Diagnostic>) {
    match node {
        Node::Text { value, span, .. } if value.is_empty() => report(
            found,
            Diagnostic::warning(
                Code::EmptyLiteral,
                "an empty string matches nothing but the empty text",
            )
            .at(*span, "")
            .hint(hint),
        ),
        Node::Alternation(nodes) => {
            for node in nodes {
                search(
                    node,
                    "write `[ … ]` around the others, if the empty text is intended",
                    found,
                );
            }
        }
        Node::Concatenation(nodes) => {
            for node in nodes {
                search(node, "write the intended text between the quotes, or delete them", found);
            }
        }
        Node::Repetition { node, .. }
        | Node::List { node, .. }
        | Node::Group(node)
        | Node::Optional(node) => {
            search(node, hint, found);
        }
        Node::Text { .. }
        | Node::Rulename(_)
        | Node::Range { .. }
        | Node::Values { .. }
        | Node::Prose { .. }
        | Node::Error { .. } => {}
    }
}

/// Reports a rule that lists letters of one case, although strings ignore case. The author intends
/// one case if the letters are many and consecutive, or if the rule's name says so.
pub(super) fn letters_of_one_case(
    rule: &ParsedRule,
    alternatives: &[&Node],
    found: &mut Vec<Diagnostic>,
) {
    if let Some(warning) = one_case(rule, alternatives) {
        report(found, warning);
    }
}

fn one_case(rule: &ParsedRule, alternatives: &[&Node]) -> Option<Diagnostic> {
    const MANY: usize = 5;
    let mut letters = Vec::with_capacity(alternatives.len());
    for node in alternatives {
        let Node::Text { value, case_sensitive: false, .. } = node else { return None };
        match *value.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => letters.push(letter),
            _ => return None,
        }
    }
    letters.sort_unstable();
    let [first, .., last] = *letters else { return None };
    let in_a_row = letters.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let [kind, other] = if first.is_ascii_lowercase() == last.is_ascii_lowercase() {
        if first.is_ascii_lowercase() {
            ["lower-case", "upper-case"]
        } else {
            ["upper-case", "lower-case"]
        }
    } else {
        return None;
    };
    let name = &rule.name.text;
    let folded = name.to_ascii_lowercase();
    let named = ["low", "small", "up", "hi", "capital"].iter().any(|word| folded.starts_with(word));
    (in_a_row && (named || letters.len() >= MANY)).then(|| {
        Diagnostic::warning(
            Code::CaseInsensitiveLetters,
            format!("`{name}` matches {other} letters too, because strings ignore case"),
        )
        .at(rule.name.span, "")
        .hint(format!("write `%x{first:02X}-{last:02X}`, if only {kind} letters are intended"))
    })
}
