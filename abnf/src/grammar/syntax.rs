//! Source to [`Rulelist`]: the parsed rules with the positions of everything in
//! them (RFC 5234 section 4, RFC 7405).
//!
//! The structure of a rule comes from the published `abnf` parser, which keeps
//! no positions, stops at the first error without saying where it is, and
//! overflows the stack on deep nesting. So it is called rule by rule, on text
//! that cannot surprise it:
//!
//! 1. [`lines`] finds where each rule begins;
//! 2. [`scan`] cuts the rule into tokens with their places;
//! 3. [`check`] finds every way in which the tokens are no rule, and deep nesting;
//! 4. [`tree`] writes the tokens in one plain form, has the parser read that, and
//!    gives each leaf of its tree the place of its token.
//!
//! Read more generously than the RFC has it, since authors rely on it: a rule may
//! go on after an empty line or a comment in the first column; rules may begin in
//! different columns and elements may lack the white space between them, each
//! with a warning.

mod check;
mod lines;
mod report;
mod scan;
mod tree;

use crate::diagnostic::{Diagnostic, Span};
use crate::limits::Limits;
use crate::text::source::Source;
use lines::{Region, regions};
use report::Report;
use scan::{Token, TokenKind};

/// Reads the rules of a grammar.
///
/// A rule with an error in it is part of the list nevertheless, as a
/// [`Node::Prose`] that says so: references to it are not wrong.
pub fn syntax(source: &Source, limits: &Limits, found: &mut Vec<Diagnostic>) -> Rulelist {
    let mut report = Report::new(source, found);
    let mut rules = Vec::new();
    for region in regions(&mut report) {
        if report.is_full() {
            break;
        }
        rules.extend(rule(&region, limits, &mut report));
    }
    if rules.is_empty() && report.errors() == 0 {
        report.push(
            Diagnostic::error("no-rules", format!("`{}` holds no rule", source.name))
                .hint("a rule is a rulename, `=` and elements, say `greeting = \"hello\"`"),
        );
    }
    Rulelist { rules }
}

/// None where not even the name of the rule can be told.
fn rule(region: &Region, limits: &Limits, report: &mut Report<'_>) -> Option<ParsedRule> {
    let errors = report.errors();
    let tokens = scan::scan(region.start, region.end, report);
    let head = check::head(&tokens, report);
    if head.is_none() && report.errors() == errors {
        let hint = "a rulename is a letter and then letters, digits and hyphens".to_owned();
        let start = (region.start, region.start + 1);
        report.error("bad-rulename", "expected a rulename and `=`", start, "", Some(hint));
    }
    let head = head?;
    if report.errors() == errors {
        check::elements(&tokens, limits, report);
    }
    let span = |token: &Token| report.source.span(token.start(), token.end());
    let name = Name { text: report.text(head.name).to_owned(), span: span(head.name) };
    let whole = name.span.to(span(tokens.last()?));
    let node = if report.errors() == errors { tree::tree(&tokens, report) } else { None };
    let broken = node.is_none() || region.may_lack_lines;
    let node = node.unwrap_or_else(|| Node::Prose {
        text: format!("the rule {} with an error in its definition", name.text),
        span: report.source.span(region.start, region.end),
    });
    let text = tree::listing(&tokens, report.source);
    Some(ParsedRule { name, definition: head.definition, node, broken, span: whole, text })
}

/// The rules of one file in the order of the text, increments not merged.
#[derive(Clone, Debug, Default)]
pub struct Rulelist {
    /// In the order of the text.
    pub rules: Vec<ParsedRule>,
}

/// One `name = elements` or `name =/ elements`.
#[derive(Clone, Debug)]
pub struct ParsedRule {
    /// The rulename as in the text after `dialect`.
    pub name: Name,
    /// `=` or `=/`.
    pub definition: Definition,
    /// What is defined.
    pub node: Node,
    /// Whether an error in the definition has been reported: `node` may be no more than
    /// a word about it.
    pub broken: bool,
    /// From the name to the last element.
    pub span: Span,
    /// The rule as ABNF, without comments and common indentation.
    pub text: String,
}

/// How a rule is defined.
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
    /// Where.
    pub span: Span,
}

/// An element of RFC 5234 section 4, with its place.
#[derive(Clone, Debug)]
pub enum Node {
    /// `a / b`
    Alternation(Vec<Node>),
    /// `a b`
    Concatenation(Vec<Node>),
    /// `1*3a`
    Repetition {
        /// How often.
        repeat: Repeat,
        /// What.
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
        /// Where.
        span: Span,
    },
    /// `%x41.42`
    Values {
        /// One or more, as written.
        values: Vec<u32>,
        /// Where.
        span: Span,
    },
    /// `<words>`
    Prose {
        /// Between the angle brackets.
        text: String,
        /// Where.
        span: Span,
    },
}

/// `<a>*<b>`, as written.
#[derive(Clone, Copy, Debug)]
pub struct Repeat {
    /// 0 where it is left out.
    pub min: u32,
    /// None where it is left out.
    pub max: Option<u32>,
    /// Where.
    pub span: Span,
}

#[cfg(test)]
mod tests;
