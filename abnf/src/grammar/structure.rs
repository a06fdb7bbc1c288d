//! Structural equivalence of rules of one grammar: the same alternatives and parts in the same
//! order, regardless of the names of the rules in between and of rules that only group
//! single values.
//!
//! `true` is a proof (by coinduction: pairs of rules already under comparison are
//! taken as equal); `false` only means that the structure does not show it. The
//! exact answer takes automata, see [`crate::automata::compare`].

use super::{Expr, Resolved, RuleId, ValueSet, facts};
use std::collections::BTreeSet;

/// Compares rules of one grammar.
pub struct StructuralEquality<'a> {
    rules: &'a Resolved,
    sets: Vec<Option<ValueSet>>,
    /// Comparisons of expressions left for the whole run.
    budget: usize,
}

impl<'a> StructuralEquality<'a> {
    /// Compares the rules of `rules`.
    pub fn new(rules: &'a Resolved) -> Self {
        Self { rules, sets: facts::value_sets(rules), budget: 1 << 20 }
    }

    /// Returns whether two rules are structurally equivalent.
    pub fn equal(&mut self, a: RuleId, b: RuleId) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            let (a, b) = (self.without_aliases(a), self.without_aliases(b));
            if a == b || !seen.insert((a, b)) {
                continue;
            }
            if !self.same_expr(&self.rules[a].expr, &self.rules[b].expr, &mut open) {
                return false;
            }
        }
        true
    }

    /// Follows a chain of rules that are mere references, and returns its last rule.
    fn without_aliases(&self, mut id: RuleId) -> RuleId {
        // Longer chains and cycles are left as they are.
        for _ in 0..64 {
            let Expr::Rule(next) = self.rules[id].expr else { break };
            id = next;
        }
        id
    }

    fn same_expr(
        &mut self,
        a: &'a Expr<RuleId>,
        b: &'a Expr<RuleId>,
        open: &mut Vec<(RuleId, RuleId)>,
    ) -> bool {
        let Some(left) = self.budget.checked_sub(1) else { return false };
        self.budget = left;
        let sets = [a, b].map(|expr| facts::value_set(expr, &self.sets));
        match (a, b) {
            _ if sets.iter().any(Option::is_some) => sets[0] == sets[1],
            (Expr::Rule(a), Expr::Rule(b)) => {
                open.push((*a, *b));
                true
            }
            (Expr::Rule(id), other) | (other, Expr::Rule(id)) => {
                let unfolded = &self.rules[self.without_aliases(*id)].expr;
                !matches!(unfolded, Expr::Rule(_)) && self.same_expr(unfolded, other, open)
            }
            (Expr::Concat(a), Expr::Concat(b)) | (Expr::Alt(a), Expr::Alt(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.same_expr(a, b, open))
            }
            (
                Expr::Repeat { min, max, body },
                Expr::Repeat { min: other_min, max: other_max, body: other },
            ) => min == other_min && max == other_max && self.same_expr(body, other, open),
            (Expr::Empty, Expr::Empty) => true,
            // Equal prose may mean different things in different rules.
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::Encoding;

    fn set(low: u32, high: u32) -> Expr<RuleId> {
        Expr::Set(ValueSet::new([(low, high)]))
    }

    fn rule(index: u32) -> Expr<RuleId> {
        Expr::Rule(RuleId(index))
    }

    fn check(rules: Vec<Expr<RuleId>>, a: u32, b: u32) -> bool {
        let names = ["a", "b", "c", "d", "e", "f"];
        let rules = Resolved::from_rules(Encoding::Octets, names.into_iter().zip(rules));
        StructuralEquality::new(&rules).equal(RuleId(a), RuleId(b))
    }

    #[test]
    fn single_values_count_as_sets_however_named() {
        let letters = vec![set(1, 5), set(3, 9), Expr::Alt(vec![rule(0), rule(1)]), set(1, 9)];
        assert!(check(letters.clone(), 2, 3));
        assert!(!check(letters, 0, 3));
    }

    #[test]
    fn recursion_ends_and_differences_behind_it_are_found() {
        let list = |of: u32, next: u32| Expr::concat([set(of, of), Expr::option(rule(next))]);
        assert!(check(vec![list(1, 1), list(1, 0)], 0, 1));
        assert!(!check(vec![list(1, 1), list(1, 2), list(2, 0)], 0, 1));
    }

    #[test]
    fn other_names_are_looked_through() {
        let word = || Expr::concat([set(1, 1), set(2, 2)]);
        assert!(check(vec![rule(1), word(), word()], 0, 2));
        assert!(!check(vec![rule(1), rule(0), word()], 0, 2));
    }

    #[test]
    fn order_of_alternatives_and_bounds_matter() {
        let word = |a, b| Expr::concat([set(a, a), set(b, b)]);
        let either = |a, b| Expr::alt([a, b]);
        assert!(!check(vec![either(word(1, 2), word(3, 4)), either(word(3, 4), word(1, 2))], 0, 1));
        assert!(!check(
            vec![Expr::repeat(0, None, set(1, 1)), Expr::repeat(1, None, set(1, 1))],
            0,
            1
        ));
    }
}
