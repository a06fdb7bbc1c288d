//! Checked tokens to a tree, by the published parser, with the places of the
//! tokens.
//!
//! The parser gets the tokens in one plain form: a space between elements, no
//! comments, no line ends, bases in lower case (it refuses `%X41`, which RFC 5234
//! allows). So it sees nothing that it would refuse or misread.

use super::report::Report;
use super::{Definition, Name, Node, Repeat, Token, TokenKind};
use crate::diagnostic::Span;
use crate::text::source::Source;

/// None, and an error, where the parser and the tokens disagree.
pub(super) fn tree(tokens: &[Token], report: &mut Report<'_>) -> Option<Node> {
    let source = report.source;
    let Ok(rule) = abnf::rule(&plain(tokens, source)) else { return disagreement(tokens, report) };
    let definition = match rule.kind() {
        abnf::types::Kind::Basic => Definition::Basic,
        abnf::types::Kind::Incremental => Definition::Incremental,
    };
    let as_scanned = match tokens[1].kind {
        TokenKind::Equals => Definition::Basic,
        _ => Definition::Incremental,
    };
    let name = &source.text[tokens[0].start()..tokens[0].end()];
    let mut leaves = Leaves { tokens: tokens[2..].iter(), source };
    let node = leaves.node(rule.node());
    match node {
        Some(node)
            if definition == as_scanned && rule.name() == name && leaves.next_leaf().is_none() =>
        {
            Some(node)
        }
        _ => disagreement(tokens, report),
    }
}

/// Tells of a fault of ours or the parser's, rather than to go on with a wrong tree.
fn disagreement(tokens: &[Token], report: &mut Report<'_>) -> Option<Node> {
    let end = tokens.last().map_or(tokens[0].end(), Token::end);
    report.error(
        "parser-disagreement",
        "this rule is read in two different ways",
        (tokens[0].start(), end),
        "",
        Some("this is a fault of the compiler; please report it with the rule".to_owned()),
    );
    None
}

fn plain(tokens: &[Token], source: &Source) -> String {
    let mut plain = String::new();
    let mut glued = true;
    for token in tokens {
        let text = &source.text[token.start()..token.end()];
        if !glued {
            plain.push(' ');
        }
        match text.as_bytes() {
            [b'%', base, ..] => {
                plain.push('%');
                plain.push(char::from(base.to_ascii_lowercase()));
                plain.push_str(&text[2..]);
            }
            _ => plain.push_str(text),
        }
        glued = token.kind == TokenKind::Repeat;
    }
    plain
}

/// The tokens that stand for leaves of the tree, in its order.
struct Leaves<'a> {
    tokens: std::slice::Iter<'a, Token>,
    source: &'a Source,
}

impl Leaves<'_> {
    fn next_leaf(&mut self) -> Option<(TokenKind, Span)> {
        self.tokens
            .find(|token| {
                matches!(
                    token.kind,
                    TokenKind::Name
                        | TokenKind::Repeat
                        | TokenKind::Text
                        | TokenKind::Number
                        | TokenKind::Prose
                )
            })
            .map(|token| (token.kind, self.source.span(token.start(), token.end())))
    }

    /// The place of the next leaf, which has to be of a kind.
    fn expect(&mut self, kind: TokenKind) -> Option<Span> {
        self.next_leaf().filter(|leaf| leaf.0 == kind).map(|leaf| leaf.1)
    }

    /// Recursion is as deep as the groups, which are checked against their limit.
    fn node(&mut self, node: &abnf::types::Node) -> Option<Node> {
        use abnf::types::{Node as Parsed, TerminalValues};
        Some(match node {
            Parsed::Alternatives(nodes) => Node::Alternation(self.nodes(nodes)?),
            Parsed::Concatenation(nodes) => Node::Concatenation(self.nodes(nodes)?),
            Parsed::Repetition { repeat, node } => {
                let span = self.expect(TokenKind::Repeat)?;
                let (min, max) = match *repeat {
                    abnf::types::Repeat::Specific(n) => (n, Some(n)),
                    abnf::types::Repeat::Variable { min, max } => (min.unwrap_or(0), max),
                };
                let min = u32::try_from(min).ok()?;
                let max = max.map(u32::try_from).transpose().ok()?;
                let node = Box::new(self.node(node)?);
                Node::Repetition { repeat: Repeat { min, max, span }, node }
            }
            Parsed::Group(node) => Node::Group(Box::new(self.node(node)?)),
            Parsed::Optional(node) => Node::Optional(Box::new(self.node(node)?)),
            Parsed::Rulename(name) => {
                let span = self.expect(TokenKind::Name)?;
                Node::Rulename(Name { text: name.clone(), span })
            }
            Parsed::String(string) => Node::Text {
                span: self.expect(TokenKind::Text)?,
                value: string.value().to_owned(),
                case_sensitive: string.is_case_sensitive(),
            },
            Parsed::TerminalValues(values) => {
                let span = self.expect(TokenKind::Number)?;
                match values {
                    TerminalValues::Range(low, high) => {
                        Node::Range { low: *low, high: *high, span }
                    }
                    TerminalValues::Concatenation(values) => {
                        Node::Values { values: values.clone(), span }
                    }
                }
            }
            Parsed::Prose(text) => {
                let span = self.expect(TokenKind::Prose)?;
                Node::Prose { text: text.clone(), span }
            }
        })
    }

    fn nodes(&mut self, nodes: &[abnf::types::Node]) -> Option<Vec<Node>> {
        nodes.iter().map(|node| self.node(node)).collect()
    }
}

/// The rule's text without comments, empty lines and common indentation.
pub(super) fn listing(tokens: &[Token], source: &Source) -> String {
    let text = source.text.as_bytes();
    let indentation_before = |at: usize| {
        let line = text[..at].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        super::lines::width(&text[line..], at - line)
    };
    let mut listing = String::new();
    let Some(first) = tokens.first() else { return listing };
    let column = indentation_before(first.start());
    let mut at = first.start();
    for token in tokens {
        let gap = &source.text[at..token.start()];
        if gap.contains('\n') {
            listing.push('\n');
            let indentation = indentation_before(token.start()).saturating_sub(column);
            listing.extend(std::iter::repeat_n(' ', indentation));
        } else {
            listing.push_str(gap);
        }
        listing.push_str(&source.text[token.start()..token.end()]);
        at = token.end();
    }
    listing
}
