//! Counts how often rules occur directly inside of others, that is, not inside of a rule that trees
//! show.

use crate::automata::graph;
use crate::automata::shape::Shapes;
use crate::grammar::{Expr, Resolved, RuleId};
use std::collections::{BTreeMap, BTreeSet};

/// The minimal and the maximal number of occurrences of rules, in the order in which a definition
/// names them; 2 means any higher number.
pub(super) type Counts = Vec<(RuleId, (u8, u8))>;

/// Counts rules.
pub(super) struct Counter<'a> {
    /// The rules that trees show.
    shown: &'a BTreeSet<RuleId>,
    /// The occurrences inside of each of the other rules.
    hidden: BTreeMap<RuleId, Counts>,
}

impl<'a> Counter<'a> {
    /// Counts the occurrences inside of the rules that trees do not show. Takes time linear in the
    /// grammar.
    pub(super) fn new(grammar: &Resolved, shapes: &Shapes, shown: &'a BTreeSet<RuleId>) -> Self {
        let mut counter = Self { shown, hidden: BTreeMap::new() };
        // Uses among hidden rules. The rules inside of a shown rule are not parts.
        let is_hidden = |rule: &RuleId| !shown.contains(rule);
        let uses = |rule: RuleId| {
            let used = shapes.uses(rule).iter().copied().filter(is_hidden);
            let used = used.map(RuleId::index);
            if is_hidden(&rule) { used.collect() } else { Vec::new() }
        };
        let uses: graph::Graph = grammar.rules().map(|(rule, _)| uses(rule)).collect();
        // Rules come after those that they use.
        for component in graph::components(&uses) {
            let rules = || {
                component.iter().map(|&rule| RuleId(u32::try_from(rule).expect("rules are few")))
            };
            let counts = rules().map(|rule| counter.counts(&grammar[rule].expr));
            let counts: Vec<Counts> = counts.collect();
            if component.len() > 1 || uses[component[0]].contains(&component[0]) {
                // Any rule inside of the cycle may occur any number of times.
                let all = concat(counts).into_iter().map(|(rule, _)| (rule, (0, 2)));
                let all: Counts = all.collect();
                counter.hidden.extend(rules().map(|rule| (rule, all.clone())));
            } else {
                counter.hidden.extend(rules().zip(counts));
            }
        }
        counter
    }

    /// Counts the shown rules in an expression, including those inside of hidden rules.
    pub(super) fn counts(&self, expr: &Expr<RuleId>) -> Counts {
        self.counts_by(expr, &|rule| rule)
    }

    /// Counts the occurrences of all of these rules together.
    pub(super) fn count_of(&self, expr: &Expr<RuleId>, rules: &[RuleId]) -> (u8, u8) {
        let as_first = |rule| if rules.contains(&rule) { rules[0] } else { rule };
        let counts = self.counts_by(expr, &as_first);
        counts.iter().find(|it| it.0 == rules[0]).map_or((0, 0), |it| it.1)
    }

    /// Counts rules as the rules that `counted_as` returns.
    fn counts_by(&self, expr: &Expr<RuleId>, counted_as: &impl Fn(RuleId) -> RuleId) -> Counts {
        let counts = |expr| self.counts_by(expr, counted_as);
        match expr {
            Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => Counts::new(),
            Expr::Concat(items) => concat(items.iter().map(counts)),
            Expr::Alt(items) => alt(&items.iter().map(counts).collect::<Vec<_>>()),
            Expr::Repeat { min, max, body } => {
                let few = |count: u32| u8::try_from(count.min(2)).expect("it is at most 2");
                let (least, most) = (few(*min), few(max.unwrap_or(2)));
                let times = |(rule, it): (RuleId, (u8, u8))| {
                    (rule, ((it.0 * least).min(2), (it.1 * most).min(2)))
                };
                counts(body).into_iter().map(times).collect()
            }
            Expr::Rule(rule) if self.shown.contains(rule) => vec![(counted_as(*rule), (1, 1))],
            Expr::Rule(rule) => {
                let inside = self.hidden.get(rule).into_iter().flatten();
                concat(inside.map(|&(rule, counts)| vec![(counted_as(rule), counts)]))
            }
        }
    }
}

/// Adds the counts of a concatenation.
fn concat(all: impl IntoIterator<Item = Counts>) -> Counts {
    let mut sum = Counts::new();
    for (rule, (least, most)) in all.into_iter().flatten() {
        match sum.iter_mut().find(|known| known.0 == rule) {
            Some((_, known)) => *known = ((known.0 + least).min(2), (known.1 + most).min(2)),
            None => sum.push((rule, (least, most))),
        }
    }
    sum
}

/// Combines the counts of alternatives.
fn alt(all: &[Counts]) -> Counts {
    let of = |counts: &Counts, rule| counts.iter().find(|it| it.0 == rule).map(|it| it.1);
    let one = |rule| {
        let each = || all.iter().map(|counts| of(counts, rule).unwrap_or_default());
        let least = each().map(|it| it.0).min().unwrap_or_default();
        (rule, (least, each().map(|it| it.1).max().unwrap_or_default()))
    };
    concat(all.iter().cloned()).into_iter().map(|(rule, _)| one(rule)).collect()
}
