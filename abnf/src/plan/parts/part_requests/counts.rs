//! Counts how often rules occur in definitions. Some rules are transparent: they continue the
//! definitions that use them.

use crate::automata::graph;
use crate::automata::shape::Shapes;
use crate::grammar::{Expr, Resolved, RuleId};
use std::collections::{BTreeMap, BTreeSet};

/// The minimum and the maximum number of occurrences of rules, in the order in which a definition
/// names them; 2 means two or more.
pub(super) type Counts = Vec<(RuleId, (u8, u8))>;

/// Counts rules.
pub(super) struct Counter {
    transparent: BTreeSet<RuleId>,
    /// The occurrences inside of each transparent rule.
    inside: BTreeMap<RuleId, Counts>,
}

impl Counter {
    /// Counts the occurrences inside of transparent rules. Takes time linear in their definitions,
    /// apart from the counts themselves.
    pub(super) fn new(grammar: &Resolved, shapes: &Shapes, transparent: BTreeSet<RuleId>) -> Self {
        let rules: Vec<RuleId> = transparent.iter().copied().collect();
        let uses = |rule: &RuleId| {
            // Rules inside of a rule that is not transparent do not count.
            let used = shapes.uses(*rule).iter();
            used.filter_map(|used| rules.binary_search(used).ok()).collect()
        };
        let uses: graph::Graph = rules.iter().map(uses).collect();
        let mut counter = Self { transparent, inside: BTreeMap::new() };
        // Rules come after those that they use.
        for component in graph::components(&uses) {
            let members = || component.iter().map(|&index| rules[index]);
            let counts = members().map(|rule| counter.counts(&grammar[rule].expr));
            let counts: Vec<Counts> = counts.collect();
            if component.len() > 1 || uses[component[0]].contains(&component[0]) {
                // Any rule inside of the cycle may occur any number of times.
                let all = concat(counts).into_iter().map(|(rule, _)| (rule, (0, 2)));
                let all: Counts = all.collect();
                counter.inside.extend(members().map(|rule| (rule, all.clone())));
            } else {
                counter.inside.extend(members().zip(counts));
            }
        }
        counter
    }

    /// Counts the rules in an expression, including those inside of transparent rules.
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
            Expr::Rule(rule) if !self.transparent.contains(rule) => {
                vec![(counted_as(*rule), (1, 1))]
            }
            Expr::Rule(rule) => {
                let inside = self.inside.get(rule).into_iter().flatten();
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
