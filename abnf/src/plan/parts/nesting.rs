//! Decides whether rules inside of a part also occur outside of it.
//!
//! If a view has located the parts of a part, the view of the part can copy their offsets. They
//! are correct if no derivation that contains the part has an occurrence of an inner part
//! outside of it.

use crate::automata::shape::Shapes;
use crate::grammar::facts::productive;
use crate::grammar::{Expr, Resolved, RuleId};
use std::collections::{BTreeMap, BTreeSet};

/// The possible contents of derivations, as a set of the four combinations of two facts: bit
/// `outer + 2 * outside`.
type Combinations = u8;

const NOTHING: Combinations = 1;
const OUTER: Combinations = 1 << 1;
const OUTSIDE: u8 = 2;
const ONLY_OUTSIDE: Combinations = 1 << OUTSIDE;
const BOTH: Combinations = 1 << 3;

/// The grammar, prepared for questions about which rules contain which.
#[derive(Clone, Debug)]
pub struct Nesting<'a> {
    grammar: &'a Resolved,
    shapes: &'a Shapes,
    /// Whether each rule has any text.
    productive: Vec<bool>,
}

impl<'a> Nesting<'a> {
    /// Prepares a grammar, in time linear in the grammar.
    pub fn new(grammar: &'a Resolved, shapes: &'a Shapes) -> Self {
        Self { grammar, shapes, productive: productive(grammar) }
    }

    /// Returns whether no derivation of `rule` contains both `outer` and, outside of it, one of the
    /// rules `inner`.
    pub fn never_beside(&self, rule: RuleId, outer: RuleId, inner: &BTreeSet<RuleId>) -> bool {
        !inner.contains(&outer) && self.combinations(rule, Some(outer), inner) & BOTH == 0
    }

    /// Returns whether no derivation of `rule` contains one of the rules `inner` outside of
    /// `outer`.
    pub fn only_inside(&self, rule: RuleId, outer: RuleId, inner: &BTreeSet<RuleId>) -> bool {
        let any_outside = ONLY_OUTSIDE | BOTH;
        !inner.contains(&outer) && self.combinations(rule, Some(outer), inner) & any_outside == 0
    }

    /// Returns whether every outermost occurrence of one of the rules `inner` in `rule` is one that the
    /// definition itself names.
    pub fn only_direct(&self, rule: RuleId, inner: &BTreeSet<RuleId>) -> bool {
        let own = self.shapes.component(rule);
        let mut used = own.iter().flat_map(|&member| self.shapes.uses(member));
        used.all(|used| inner.contains(used) || own.contains(used) || !self.occurs(*used, inner))
    }

    /// Returns whether some derivation of `rule` contains one of the rules `inner`.
    pub fn occurs(&self, rule: RuleId, inner: &BTreeSet<RuleId>) -> bool {
        self.combinations(rule, None, inner) & ONLY_OUTSIDE != 0
    }

    /// Returns the possible contents of derivations of a rule. Takes time linear in the rules
    /// between `rule` and the rules in question. The values of a cycle of rules are a least fixpoint.
    fn combinations(
        &self,
        rule: RuleId,
        outer: Option<RuleId>,
        inner: &BTreeSet<RuleId>,
    ) -> Combinations {
        let shapes = self.shapes;
        let is_outer = |used| Some(used) == outer;
        let floor = shapes.floor(inner.iter().chain(&outer));
        let between = shapes.reached_above(floor, [rule], |used| !is_outer(used) || used == rule);
        let mut between: Vec<RuleId> = between.into_iter().collect();
        between.sort_by_key(|&rule| (shapes.component_index(rule), rule));
        let mut of: BTreeMap<RuleId, Combinations> =
            between.iter().map(|&rule| (rule, 0)).collect();
        let components =
            between.chunk_by(|&a, &b| shapes.component_index(a) == shapes.component_index(b));
        for component in components {
            // A value only grows, at most four times.
            loop {
                let mut changed = false;
                for &rule in component {
                    let value = of_expr(&self.grammar[rule].expr, &|used| {
                        let is_productive = self.productive[used.index()];
                        // Components below the rules in question cannot contain them.
                        let below = if is_productive { NOTHING } else { 0 };
                        let inside = of.get(&used).copied().unwrap_or(below);
                        match used {
                            _ if is_outer(used) && is_productive => OUTER,
                            _ if inner.contains(&used) => outside(inside),
                            _ => inside,
                        }
                    });
                    changed |= of.insert(rule, value) != Some(value);
                }
                if !changed {
                    break;
                }
            }
        }
        of.get(&rule).copied().unwrap_or(NOTHING)
    }
}

fn of_expr(expr: &Expr<RuleId>, reference: &impl Fn(RuleId) -> Combinations) -> Combinations {
    let of = |expr| of_expr(expr, reference);
    match expr {
        Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => NOTHING,
        Expr::Rule(rule) => reference(*rule),
        Expr::Concat(items) => items.iter().fold(NOTHING, |all, item| both(all, of(item))),
        Expr::Alt(items) => items.iter().fold(0, |all, item| all | of(item)),
        Expr::Repeat { min, max, body } => {
            let once = of(body);
            let often = if *max == Some(1) { once } else { both(once, once) };
            let never = if *min == 0 { NOTHING } else { 0 };
            // Two occurrences have all contents that more of them have.
            never | once | often
        }
    }
}

/// Combines the contents of two consecutive derivations.
fn both(one: Combinations, other: Combinations) -> Combinations {
    let mut all = 0;
    for a in (0..4).filter(|a| one >> a & 1 == 1) {
        for b in (0..4).filter(|b| other >> b & 1 == 1) {
            all |= 1 << (a | b);
        }
    }
    all
}

/// Adds an inner rule around each derivation.
fn outside(inside: Combinations) -> Combinations {
    (0..4).filter(|a| inside >> a & 1 == 1).fold(0, |all, a| all | 1 << (a | OUTSIDE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::shape::shape;
    use crate::spec::ReadOptions;

    #[track_caller]
    fn check(text: &str, outer: &str, inner: &[&str], expected: bool) {
        let options = ReadOptions::default();
        let read = crate::read("test.abnf", text.as_bytes(), &[], &options).expect("it reads");
        let grammar = read.resolved;
        let find = |name: &str| grammar.find(name).expect("the rule exists");
        let inner = inner.iter().map(|name| find(name)).collect();
        let shapes = shape(&grammar);
        let nesting = Nesting::new(&grammar, &shapes);
        assert_eq!(nesting.never_beside(find("r"), find(outer), &inner), expected, "{text}");
    }

    #[test]
    fn inner_rules_beside_the_outer_one_are_found() {
        let tail = "o = \"<\" i \">\"\ni = \"i\"\nx = \"x\" [ i ]\n";
        let check = |head: &str, expected| check(&format!("{head}{tail}"), "o", &["i"], expected);
        check("r = o\n", true);
        check("r = o / i\n", true);
        check("r = o / x\n", true);
        check("r = [ o ] [ \"y\" ]\n", true);
        check("r = o i\n", false);
        check("r = [ i ] [ o ]\n", false);
        check("r = *2( o / x )\n", false);
        check("r = *1( o / x )\n", true);
        check("r = *2o\n", true);
        // No text contains both.
        check("r = o 0i\n", true);
        check("r = o n / \"z\"\nn = i n\n", true);
        check("r = o s / \"z\"\ns = \"s\" s / x\n", false);
    }

    #[test]
    fn an_inner_rule_around_the_outer_one_is_beside_it() {
        check("r = i\ni = \"(\" o \")\" / \"i\"\no = \"o\"\n", "o", &["i"], false);
        check("r = o / i\ni = \"i\"\no = \"o\" [ r2 ]\nr2 = o\n", "o", &["o"], false);
    }
}
