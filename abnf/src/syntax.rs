//! Source to [`Rulelist`]: the parsed rules with the positions of everything in
//! them.

use crate::diagnostic::Span;

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
