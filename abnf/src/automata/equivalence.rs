//! Finds the rules of two grammars with equivalent definitions, regardless of names.
//!
//! Two rules are equivalent if their definitions are the same except for the names of the rules
//! in them, and the rules in corresponding positions are equivalent in turn. Their languages
//! are then equal, regular or not. This is the coarsest bisimulation of the rules, which
//! [`crate::automata::refine`] finds for all pairs of rules at once, in time O(n log n).

use crate::automata::refine::{Edge, coarsest};
use crate::grammar::filter::Filter;
use crate::grammar::{Expr, Resolved, RuleId};
use std::collections::BTreeMap;

/// The equivalence of the rules of two grammars.
#[derive(Clone, Debug)]
pub struct Equivalence {
    /// The block of each rule: those of the left grammar, then those of the right one.
    blocks: Vec<usize>,
    first_right: usize,
}

impl Equivalence {
    /// Returns whether a rule of the left grammar and one of the right grammar are equivalent.
    pub fn are_equivalent(&self, left: RuleId, right: RuleId) -> bool {
        self.blocks[left.index()] == self.blocks[self.first_right + right.index()]
    }
}

/// Finds the rules with equivalent definitions. Prose is equivalent if it is the same text; values
/// in grammars of different encodings never are.
pub fn equivalence(left: &Resolved, right: &Resolved) -> Equivalence {
    let first_right = left.rules().len();
    let mut kinds: BTreeMap<Vec<Token<'_>>, usize> = BTreeMap::new();
    let mut kind_of = Vec::new();
    let mut edges = Vec::new();
    for (grammar, first) in [(left, 0), (right, first_right)] {
        for (_, rule) in grammar.rules() {
            let mut skeleton = Vec::new();
            let mut used = Vec::new();
            tokens(&rule.expr, &mut skeleton, &mut used);
            skeleton.extend(rule.filter.as_deref().map(Token::Filter));
            let tail = kind_of.len();
            if left.encoding != right.encoding {
                skeleton.push(Token::Alone(first));
            }
            if skeleton.contains(&Token::Error) {
                skeleton.push(Token::Alone(tail));
            }
            let head = |rule: RuleId| first + rule.index();
            edges.extend(used.into_iter().enumerate().map(|(label, used)| Edge {
                tail,
                label,
                head: head(used),
            }));
            let number = kinds.len();
            kind_of.push(*kinds.entry(skeleton).or_insert(number));
        }
    }
    Equivalence { blocks: coarsest(&kind_of, &edges), first_right }
}

/// A token of a definition, in which references are holes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Token<'a> {
    Empty,
    Values(&'a [(u32, u32)]),
    Prose(&'a str),
    /// With the number of items that follow.
    Concat(usize),
    Alt(usize),
    Repeat(u32, Option<u32>),
    Reference,
    /// The restriction of the texts of the definition.
    Filter(&'a Filter),
    /// Text that could not be read.
    Error,
    /// Prevents equivalence with rules of the other grammar, or with all other rules: the number of
    /// the first rule of the grammar, or of the rule itself.
    Alone(usize),
}

fn tokens<'a>(expr: &'a Expr<RuleId>, found: &mut Vec<Token<'a>>, used: &mut Vec<RuleId>) {
    match expr {
        Expr::Empty => found.push(Token::Empty),
        Expr::Set(values) => found.push(Token::Values(values.ranges())),
        Expr::Prose(prose) => found.push(Token::Prose(&prose.text)),
        Expr::Concat(items) => {
            found.push(Token::Concat(items.len()));
            items.iter().for_each(|item| tokens(item, found, used));
        }
        Expr::Alt(items) => {
            found.push(Token::Alt(items.len()));
            items.iter().for_each(|item| tokens(item, found, used));
        }
        Expr::Repeat { min, max, body } => {
            found.push(Token::Repeat(*min, *max));
            tokens(body, found, used);
        }
        Expr::Error => found.push(Token::Error),
        Expr::Rule(rule) => {
            found.push(Token::Reference);
            used.push(*rule);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::ReadOptions;

    fn resolved(text: &str) -> Resolved {
        let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
        read.unwrap_or_else(|errors| panic!("{errors}")).resolved
    }

    #[track_caller]
    fn check(left: &str, right: &str, expected: bool) {
        let (left, right) = (resolved(left), resolved(right));
        let find = |grammar: &Resolved| grammar.find("r").expect("the grammar has the rule");
        let found = equivalence(&left, &right).are_equivalent(find(&left), find(&right));
        assert_eq!(found, expected, "{left}\n{right}");
    }

    #[test]
    fn names_do_not_matter_and_definitions_do() {
        let nested = "r = \"(\" *s \")\"\ns = r / \"x\"\n";
        check(nested, nested, true);
        check(nested, "r = \"(\" *t \")\"\nt = r / \"x\"\n", true);
        check(nested, "r = \"(\" *t \")\"\nt = r / \"y\"\n", false);
        check(nested, "r = \"(\" *t \")\"\nt = t2 / \"x\"\nt2 = \"(\" *t \")\"\n", true);
        check(nested, "r = \"(\" *s \")\"\ns = \"x\" / r\n", false);
        check(nested, "r = \"(\" *5s \")\"\ns = r / \"x\"\n", false);
        // The cycle of one rule is equivalent to a cycle of two rules.
        check("r = \"a\" [ r ] \"b\"\n", "r = \"a\" [ s ] \"b\"\ns = \"a\" [ r ] \"b\"\n", true);
    }

    #[test]
    fn items_are_not_taken_across_their_group() {
        check("r = (\"a\" / \"b\" \"c\") \"d\"\n", "r = \"a\" / \"b\" (\"c\" \"d\")\n", false);
    }

    #[test]
    fn prose_is_equivalent_if_it_is_the_same_text() {
        check("r = \"a\" <some words>\n", "r = \"a\" <some words>\n", true);
        check("r = \"a\" <some words>\n", "r = \"a\" <other words>\n", false);
    }
}
