//! Parses tokens into a [`Rulelist`]: rules as trees with the spans of all elements
//! (RFC 5234 section 4, RFC 7405).
//!
//! 1. [`regions`] finds the lines of each rule;
//! 2. [`pieces`] gathers its tokens without layout;
//! 3. [`spelling`] checks each token;
//! 4. [`parse`] builds the tree, with a [`Node::Error`] for every unreadable element;
//! 5. [`published`] lets the published `abnf` parser read every rule without an error
//!    as well, and compares the trees.
//!
//! The reader is more lenient than the RFC, since authors rely on it: a rule may
//! continue after an empty line or a comment in the first column; rules may begin in
//! different columns and elements may lack the white space between them, each
//! with a warning.

mod causes;
mod numbers;
mod parse;
mod pieces;
mod published;
mod regions;
mod sink;
mod spelling;

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::limits::Limits;
use crate::text::directives::{self, Listed};
use crate::text::source::Source;
use crate::text::tokens::Tokens;
use regions::Region;
use sink::{Owner, Sink};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Reads the rules of a grammar.
///
/// The list includes rules with errors, with a [`Node::Error`] in place of each erroneous
/// element. Its errors are in the list, its warnings in `found`.
pub fn syntax(
    source: &Source,
    tokens: &Tokens,
    limits: &Limits,
    found: &mut Vec<Diagnostic>,
) -> Rulelist {
    // A section that is not in the document has no rules.
    let is_reported = found.iter().any(|item| item.code == Code::MissingSection);
    let mut sink = Sink::new(source, found);
    let regions = regions::regions(source, tokens, &mut sink);
    let mut rules = Vec::new();
    // The index of the rule in each region.
    let mut rule_of = Vec::new();
    for (index, region) in regions.iter().enumerate() {
        let rule = rule(source, tokens, (index, region), limits, &mut sink);
        rule_of.push(rule.is_some().then_some(rules.len()));
        rules.extend(rule);
    }
    let is_blank = |line| tokens.of(line).iter().all(|token| token.kind.is_trivia());
    if !is_reported && tokens.lines.iter().all(is_blank) {
        sink.about_file(
            Diagnostic::error(Code::NoRules, format!("`{}` contains no rule", source.name))
                .hint("a rule is a rulename, `=` and elements, such as `greeting = \"hello\"`"),
        );
    }
    let errors = sink.errors().into_iter().map(|(owner, error)| match owner {
        Owner::Region(region) => (rule_of[region], error),
        Owner::Grammar | Owner::Nothing => (None, error),
    });
    let errors = causes::merged(&errors.collect::<Vec<_>>());
    let spaced = directives::implied_space(source, tokens);
    Rulelist { rules, errors, spaced }
}

/// Reads a rule; `None` if not even its name is recognisable.
fn rule(
    source: &Source,
    tokens: &Tokens,
    (index, region): (usize, &Region),
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> Option<ParsedRule> {
    let pieces = pieces::pieces(region, tokens);
    let is_named = parse::is_named(&pieces, source);
    sink.next_rule(if is_named { Owner::Region(index) } else { Owner::Grammar });
    let checked = spelling::check(&pieces, source, limits, sink);
    let head = parse::head(&checked, source, sink)?;
    let node = parse::elements(&checked, source, limits, sink);
    let name = head.name.token.in_abnf(&source.text).into_owned();
    let mut rule = ParsedRule {
        name: Name { text: name, span: head.name.name_span(source) },
        definition: head.definition,
        node,
        span: head.name.span(source).to(pieces.last()?.span(source)),
        text: pieces::listing(&pieces, source),
    };
    if !checked.is_flawed && !rule.node.has_error() && !published::agrees(&pieces, source, &rule) {
        // The rule loses its definition, because either reading may be wrong.
        rule.node = Node::Error { span: rule.span };
        sink.error(
            Code::ParserDisagreement,
            "this rule is read in two different ways",
            (rule.span.start as usize, rule.span.end as usize),
            "",
            ["this is a bug of the compiler; please report it with the rule"],
        );
    }
    if region.may_lack_lines || (checked.is_flawed && !rule.node.has_error()) {
        let end = Node::Error { span: pieces.last()?.span(source) };
        rule.node = Node::Concatenation(vec![rule.node, end]);
    }
    Some(rule)
}

/// The rules of one file in the order of the text, increments not merged.
#[derive(Clone, Debug, Default)]
pub struct Rulelist {
    /// In the order of the text.
    pub rules: Vec<ParsedRule>,
    /// The errors in the order in which they were found, each with the index of its rule. `None` if
    /// it concerns no rule, or the grammar as a whole. Rules can share an error.
    pub errors: Vec<(Option<usize>, Arc<Diagnostic>)>,
    /// The names of the rules with implied white space.
    pub spaced: Vec<Listed>,
}

impl Rulelist {
    /// Iterates over the errors in the order in which they were found, each once.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        let mut seen = BTreeSet::new();
        let errors = self.errors.iter().map(|(_, error)| error);
        errors.filter(move |error| seen.insert(Arc::as_ptr(error))).map(|error| &**error)
    }
}

/// One `name = elements` or `name =/ elements`.
#[derive(Clone, Debug)]
pub struct ParsedRule {
    /// The rulename in ABNF.
    pub name: Name,
    /// `=` or `=/`.
    pub definition: Definition,
    /// The definition.
    pub node: Node,
    /// From the name to the last element.
    pub span: Span,
    /// The rule as ABNF, without comments and common indentation.
    pub text: String,
}

/// The kind of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// `=`
    Basic,
    /// `=/`
    Incremental,
}

/// A rulename in the text.
#[derive(Clone, Debug)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Its span.
    pub span: Span,
}

/// An element of RFC 5234 section 4, with its span.
#[derive(Clone, Debug)]
pub enum Node {
    /// `a / b`
    Alternation(Vec<Node>),
    /// `a b`
    Concatenation(Vec<Node>),
    /// `1*3a`
    Repetition {
        /// The bounds.
        repeat: Repeat,
        /// The repeated element.
        node: Box<Node>,
    },
    /// `1#3a`, a list
    List {
        /// The bounds of the number of elements.
        repeat: Repeat,
        /// The separators.
        form: ListForm,
        /// The repeated element.
        node: Box<Node>,
    },
    /// `( a )`
    Group(Box<Node>),
    /// `[ a ]`
    Optional(Box<Node>),
    /// `a`
    Rulename(Name),
    /// `"a"`, `%i"a"`, `%s"a"`
    Text {
        /// Between the quotes.
        value: String,
        /// `%s`
        case_sensitive: bool,
        /// From the first to the last character of the element.
        span: Span,
    },
    /// `%x41-5A`
    Range {
        /// First value, as written; may be above `high` and above 10FFFF.
        low: u32,
        /// Last value.
        high: u32,
        /// Its span.
        span: Span,
    },
    /// `%x41.42`
    Values {
        /// One or more, as written.
        values: Vec<u32>,
        /// Its span.
        span: Span,
    },
    /// `<words>`
    Prose {
        /// Between the angle brackets.
        text: String,
        /// Its span.
        span: Span,
    },
    /// An unreadable element that has been reported.
    Error {
        /// Its span.
        span: Span,
    },
}

impl Node {
    /// Returns the span from the first to the last leaf, without brackets around them.
    pub fn span(&self) -> Span {
        match self {
            Self::Alternation(nodes) | Self::Concatenation(nodes) => {
                nodes[0].span().to(nodes[nodes.len() - 1].span())
            }
            Self::Repetition { repeat, node } | Self::List { repeat, node, .. } => {
                repeat.span.to(node.span())
            }
            Self::Group(node) | Self::Optional(node) => node.span(),
            Self::Rulename(name) => name.span,
            Self::Text { span, .. }
            | Self::Range { span, .. }
            | Self::Values { span, .. }
            | Self::Prose { span, .. }
            | Self::Error { span } => *span,
        }
    }

    /// Visits the node and all nodes inside of it, in the order of the text. The recursion is as
    /// deep as the groups.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        match self {
            Self::Alternation(nodes) | Self::Concatenation(nodes) => {
                for node in nodes {
                    node.walk(visit);
                }
            }
            Self::Repetition { node, .. }
            | Self::List { node, .. }
            | Self::Group(node)
            | Self::Optional(node) => node.walk(visit),
            Self::Rulename(_)
            | Self::Text { .. }
            | Self::Range { .. }
            | Self::Values { .. }
            | Self::Prose { .. }
            | Self::Error { .. } => (),
        }
    }

    /// Returns whether the node contains an error. The recursion is as deep as the groups.
    pub fn has_error(&self) -> bool {
        match self {
            Self::Error { .. } => true,
            Self::Alternation(nodes) | Self::Concatenation(nodes) => {
                nodes.iter().any(Self::has_error)
            }
            Self::Repetition { node, .. }
            | Self::List { node, .. }
            | Self::Group(node)
            | Self::Optional(node) => node.has_error(),
            Self::Rulename(_)
            | Self::Text { .. }
            | Self::Range { .. }
            | Self::Values { .. }
            | Self::Prose { .. } => false,
        }
    }
}

/// `<a>*<b>` or `<a>#<b>`, as written.
#[derive(Clone, Copy, Debug)]
pub struct Repeat {
    /// 0 if it is omitted.
    pub min: u32,
    /// `None` if it is omitted.
    pub max: Option<u32>,
    /// Its span.
    pub span: Span,
}

/// The meaning of `1#3a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListForm {
    /// As senders must write it (RFC 9110 section 5.6.1.1).
    Sender,
    /// As recipients must accept it, with empty elements, which do not count (section 5.6.1.2).
    Recipient,
    /// With empty elements, and linear white space around them (RFC 822 section 2.7, RFC 2616
    /// section 2.1).
    Linear,
}

#[cfg(test)]
mod tests;
