//! Whether what is inside a part is also found outside of it.
//!
//! A view of a part can be told where its own parts lie by the view it comes from, if
//! that has located them. It has located the right ones if no derivation has an
//! occurrence of the part beside an occurrence of the inner one outside of it.

use crate::automata::shape::{Shapes, reached, references};
use crate::grammar::{Expr, Resolved, RuleId};
use std::collections::BTreeSet;

/// What a derivation can hold, as a set of the four combinations of two facts: bit
/// `outer + 2 * stray`.
type Combinations = u8;

const NOTHING: Combinations = 1;
const OUTER: Combinations = 1 << 1;
const STRAY: u8 = 2;
const ONLY_STRAY: Combinations = 1 << STRAY;
const BOTH: Combinations = 1 << 3;

/// The rules that a rule uses, for questions about its derivations.
pub(super) struct Apart<'a> {
    grammar: &'a Resolved,
    rule: RuleId,
    /// The components that the rule uses, users after what they use.
    components: Vec<&'a [RuleId]>,
}

impl<'a> Apart<'a> {
    pub(super) fn new(grammar: &'a Resolved, shapes: &'a Shapes, rule: RuleId) -> Self {
        let used = reached(&[rule], |rule| references(&grammar[rule].expr));
        let is_used = |component: &&Vec<RuleId>| used.contains(&component[0]);
        let components = shapes.components().iter().filter(is_used).map(Vec::as_slice).collect();
        Self { grammar, rule, components }
    }

    /// Whether no derivation of the rule has both: the rule `outer`, and outside of it
    /// one of the rules `inner`. Linear in the rules that are used.
    pub(super) fn always(&self, outer: RuleId, inner: &BTreeSet<RuleId>) -> bool {
        !inner.contains(&outer) && self.combinations(outer, inner) & BOTH == 0
    }

    /// Whether no derivation of the rule has one of the rules `inner` outside of the rule
    /// `outer`. Linear in the rules that are used.
    pub(super) fn only_inside(&self, outer: RuleId, inner: &BTreeSet<RuleId>) -> bool {
        !inner.contains(&outer) && self.combinations(outer, inner) & (ONLY_STRAY | BOTH) == 0
    }

    /// What derivations of the rule can hold.
    fn combinations(&self, outer: RuleId, inner: &BTreeSet<RuleId>) -> Combinations {
        let mut of: Vec<Combinations> = vec![0; self.grammar.rules().len()];
        for component in &self.components {
            // A value only grows, and four times at most.
            loop {
                let mut changed = false;
                for rule in *component {
                    let value = of_expr(&self.grammar[*rule].expr, &|used| {
                        let inside = of[used.index()];
                        match used {
                            _ if used == outer && inside != 0 => OUTER,
                            _ if inner.contains(&used) => stray(inside),
                            _ => inside,
                        }
                    });
                    changed |= std::mem::replace(&mut of[rule.index()], value) != value;
                }
                if !changed {
                    break;
                }
            }
        }
        of[self.rule.index()]
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
            // Three of a kind hold nothing that two do not.
            never | once | often
        }
    }
}

/// One derivation after the other.
fn both(one: Combinations, other: Combinations) -> Combinations {
    let mut all = 0;
    for a in (0..4).filter(|a| one >> a & 1 == 1) {
        for b in (0..4).filter(|b| other >> b & 1 == 1) {
            all |= 1 << (a | b);
        }
    }
    all
}

/// The same derivations, each with an inner rule around it.
fn stray(inside: Combinations) -> Combinations {
    (0..4).filter(|a| inside >> a & 1 == 1).fold(0, |all, a| all | 1 << (a | STRAY))
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
        let find = |name: &str| grammar.find(name).expect("there is such a rule");
        let inner = inner.iter().map(|name| find(name)).collect();
        let shapes = shape(&grammar);
        let apart = Apart::new(&grammar, &shapes, find("r"));
        assert_eq!(apart.always(find(outer), &inner), expected, "{text}");
    }

    #[test]
    fn what_stands_beside_is_found() {
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
        // Neither has a text in which the other could stand.
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
