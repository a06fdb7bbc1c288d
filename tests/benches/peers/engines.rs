//! What regular expressions are compiled to before the first text is read.

use crate::rfc2396::EXPRESSION;
use anyhow::Context as _;
use regex::Regex;
use regex_automata::dfa::{StartKind, dense};
use regex_automata::util::syntax;

/// A table of every transition.
pub(crate) type Dense = dense::DFA<Vec<u32>>;

/// The compiled expressions, which every contestant is handed.
pub(crate) struct Engines {
    /// Of RFC 2396.
    pub(crate) regex: Regex,
    /// Of RFC 2396.
    pub(crate) dense: Dense,
}

impl Engines {
    /// Compiles all of them.
    pub(crate) fn new() -> anyhow::Result<Self> {
        Ok(Self { regex: Regex::new(&whole(EXPRESSION))?, dense: dense(EXPRESSION)? })
    }
}

/// An expression for nothing but whole texts.
fn whole(expression: &str) -> String {
    format!("^(?:{expression})$")
}

/// The automaton in its best form: anchored, over bytes, minimal.
fn dense(expression: &str) -> anyhow::Result<Dense> {
    dense::Builder::new()
        .configure(dense::Config::new().minimize(true).start_kind(StartKind::Anchored))
        .syntax(syntax::Config::new().unicode(false).utf8(false))
        .build(&format!("(?:{expression})$"))
        .context("the expression compiles")
}
