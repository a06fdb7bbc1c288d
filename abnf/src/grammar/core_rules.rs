//! The core rules of RFC 5234 appendix B.1, which every grammar may use.
//!
//! They are written once, as ABNF, and read like any other grammar.

use crate::diagnostic::FileId;
use crate::grammar::Grammar;
use crate::grammar::{lower, syntax};
use crate::limits::Limits;
use crate::text::{source, tokens};

/// The text of the core rules.
pub const TEXT: &str = include_str!("core.abnf");

/// The 16 core rules, in alphabetical order.
pub fn core_rules() -> Grammar {
    let limits = Limits::default();
    let mut found = Vec::new();
    let source = source::source(FileId::default(), "core rules", TEXT.as_bytes(), &limits)
        .expect("the core rules are a text");
    let tokens = tokens::tokens(&source);
    let rules = syntax::syntax(&source, &tokens, &limits, &mut found);
    let grammar = lower::lower(&rules, &mut found);
    assert!(found.is_empty(), "the core rules are in order: {found:?}");
    grammar
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::{Expr, ValueSet};

    #[test]
    fn all_sixteen() {
        assert_eq!(core_rules().rules.len(), 16);
    }

    #[test]
    fn hexdig_takes_both_cases() {
        let rules = core_rules().rules;
        let hexdig = rules.iter().find(|rule| rule.name.as_str() == "HEXDIG").unwrap();
        let Expr::Alt(items) = &hexdig.expr else { panic!("{}", hexdig.expr) };
        assert_eq!(items[1], Expr::Set(ValueSet::new([(0x41, 0x46), (0x61, 0x66)])));
    }
}
