//! A second recogniser by another method, with which the chart is compared.
//!
//! For a fixed text it computes, as a least fixed point over all rules, where a
//! derivation that begins at a place can end, and whether the rest of the text
//! can begin one. Nothing is predicted and nothing is compiled.

use super::{alt, repeat, rule, seq, text};
use crate::reference::Recogniser;
use abnfc::grammar::{Encoding, Expr, Resolved, RuleId};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeSet;

/// The ends of each rule that have been found, for each offset of the text.
struct Facts {
    ends: Vec<Vec<BTreeSet<usize>>>,
    begins: Vec<Vec<bool>>,
    productive: Vec<bool>,
}

/// Returns whether the rule derives the text, and whether it derives a continuation of it.
fn by_ends(grammar: &Resolved, rule: RuleId, text: &[u8]) -> (bool, bool) {
    let rules = grammar.rules().len();
    let mut facts = Facts {
        ends: vec![vec![BTreeSet::new(); text.len() + 1]; rules],
        begins: vec![vec![false; text.len() + 1]; rules],
        productive: vec![false; rules],
    };
    let mut changed = true;
    while changed {
        changed = false;
        for (id, definition) in grammar.rules() {
            let expr = &definition.expr;
            let is_productive = productive(expr, &facts);
            changed |= is_productive != facts.productive[id.index()];
            facts.productive[id.index()] = is_productive;
            for start in 0..=text.len() {
                let found = ends(expr, text, &BTreeSet::from([start]), &facts);
                changed |= found != facts.ends[id.index()][start];
                facts.ends[id.index()][start] = found;
                let begins = begins(expr, text, start, &facts);
                changed |= begins != facts.begins[id.index()][start];
                facts.begins[id.index()][start] = begins;
            }
        }
    }
    (facts.ends[rule.index()][0].contains(&text.len()), facts.begins[rule.index()][0])
}

fn productive(expr: &Expr<RuleId>, facts: &Facts) -> bool {
    match expr {
        Expr::Empty | Expr::Set(_) | Expr::Repeat { min: 0, .. } => true,
        Expr::Concat(items) => items.iter().all(|item| productive(item, facts)),
        Expr::Alt(items) => items.iter().any(|item| productive(item, facts)),
        Expr::Repeat { body, .. } => productive(body, facts),
        Expr::Rule(rule) => facts.productive[rule.index()],
        Expr::Prose(_) | Expr::Error => false,
    }
}

/// The offsets at which a derivation that begins at one of `starts` can end.
fn ends(
    expr: &Expr<RuleId>,
    text: &[u8],
    starts: &BTreeSet<usize>,
    facts: &Facts,
) -> BTreeSet<usize> {
    match expr {
        Expr::Empty => starts.clone(),
        Expr::Set(set) => {
            let fits = |byte: u8| {
                set.ranges().iter().any(|&(lo, hi)| lo <= byte.into() && u32::from(byte) <= hi)
            };
            let ends = starts.iter().filter(|&&at| text.get(at).is_some_and(|&byte| fits(byte)));
            ends.map(|at| at + 1).collect()
        }
        Expr::Concat(items) => {
            items.iter().fold(starts.clone(), |starts, item| ends(item, text, &starts, facts))
        }
        Expr::Alt(items) => items.iter().flat_map(|item| ends(item, text, starts, facts)).collect(),
        Expr::Repeat { min, max, body } => {
            let mut at = starts.clone();
            let mut found = BTreeSet::new();
            for count in 0.. {
                if *min <= count && !at.is_subset(&found) {
                    found.extend(&at);
                } else if *min <= count {
                    break;
                }
                if max.is_some_and(|max| max <= count) {
                    break;
                }
                at = ends(body, text, &at, facts);
            }
            found
        }
        Expr::Rule(rule) => {
            starts.iter().flat_map(|&at| facts.ends[rule.index()][at].clone()).collect()
        }
        Expr::Prose(_) | Expr::Error => BTreeSet::new(),
    }
}

/// Returns whether the text from `start` is the beginning of something derived.
fn begins(expr: &Expr<RuleId>, text: &[u8], start: usize, facts: &Facts) -> bool {
    let is_end = start == text.len();
    match expr {
        Expr::Prose(_) | Expr::Error => false,
        Expr::Empty => is_end,
        Expr::Set(_) => {
            is_end || ends(expr, text, &BTreeSet::from([start]), facts).contains(&text.len())
        }
        Expr::Alt(items) => items.iter().any(|item| begins(item, text, start, facts)),
        Expr::Rule(rule) => facts.begins[rule.index()][start],
        Expr::Concat(items) => {
            let mut starts = BTreeSet::from([start]);
            items.iter().enumerate().any(|(i, item)| {
                let here = starts.iter().any(|&at| begins(item, text, at, facts))
                    && items[i + 1..].iter().all(|later| productive(later, facts));
                starts = ends(item, text, &starts, facts);
                here
            }) || starts.contains(&text.len())
        }
        Expr::Repeat { min, max, body } => {
            // Tries n copies of the body for all n that matter: a text of length k is begun, if at
            // all, within k + 1 copies or the lower bound.
            let bound = u32::try_from(text.len()).expect("short") + 1;
            (*min..=max.unwrap_or(u32::MAX).min(*min + bound)).any(|n| {
                n == 0 && is_end
                    || n > 0 && {
                        let copies = vec![(**body).clone(); n as usize];
                        begins(&Expr::Concat(copies), text, start, facts)
                    }
            })
        }
    }
}

fn expr() -> impl Strategy<Value = Expr<RuleId>> {
    let leaf = prop_oneof![
        2 => prop_oneof![Just("a"), Just("b"), Just("ab"), Just("")].prop_map(text),
        2 => (0..3_u32).prop_map(rule),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(alt),
            prop::collection::vec(inner.clone(), 2..4).prop_map(seq),
            (0..3_u32, 0..3_u32, any::<bool>(), inner).prop_map(|(min, more, bounded, body)| {
                repeat(min, bounded.then_some(min + more), body)
            }),
        ]
    })
}

fn strings(length: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..length {
        last =
            last.iter().flat_map(|s| [[&s[..], b"a"].concat(), [&s[..], b"b"].concat()]).collect();
        all.extend(last.iter().cloned());
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn chart_and_ends_agree(rules in prop::collection::vec(expr(), 3)) {
        let names = ["a", "b", "c"];
        let grammar = Resolved::from_rules(Encoding::Octets, names.into_iter().zip(rules));
        let start = RuleId::from_index(0);
        let mut chart = Recogniser::new(&grammar, start);
        for text in strings(5) {
            while chart.depth() > 0 {
                chart.pop();
            }
            for &byte in &text {
                chart.push(byte);
            }
            let found = (chart.accepts(), chart.is_viable());
            prop_assert_eq!(found, by_ends(&grammar, start, &text), "{:?}", text);
        }
    }
}
