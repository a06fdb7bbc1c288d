//! The judge of ambiguity: counts the derivations of a text.
//!
//! For each element of a definition and each piece of the text, it computes whether the element has
//! no, one or several derivations of the piece: the least solution of the equations of the grammar,
//! found by iteration. It supports every rule, including left recursion and repetitions of nullable
//! elements, and shares no code with the automata.

use crate::utf8;
use abnfc::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};
use std::collections::BTreeMap;

/// A number of derivations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Count {
    /// None.
    #[default]
    None,
    /// One.
    One,
    /// More than one, perhaps infinitely many.
    Several,
}

impl Count {
    fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, count) | (count, Self::None) => count,
            _ => Self::Several,
        }
    }

    fn times(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, _) | (_, Self::None) => Self::None,
            (Self::One, count) | (count, Self::One) => count,
            _ => Self::Several,
        }
    }
}

/// Counts the derivations of the whole text from the rule.
pub fn derivations(grammar: &Resolved, rule: RuleId, text: &[u8]) -> Count {
    let mut used = vec![rule];
    let mut done = 0;
    while let Some(&at) = used.get(done) {
        done += 1;
        grammar[at].expr.walk(&mut |expr| match expr {
            Expr::Rule(inner) if !used.contains(inner) => used.push(*inner),
            _ => (),
        });
    }
    let mut rules: BTreeMap<(RuleId, usize, usize), Count> = BTreeMap::new();
    loop {
        let before = rules.clone();
        for &id in &used {
            for begin in 0..=text.len() {
                for end in begin..=text.len() {
                    let chart = Chart { grammar, text, rules: &rules };
                    let count = chart.expr(&grammar[id].expr, begin, end);
                    rules.insert((id, begin, end), count);
                }
            }
        }
        if rules == before {
            return rules[&(rule, 0, text.len())];
        }
    }
}

struct Chart<'a> {
    grammar: &'a Resolved,
    text: &'a [u8],
    rules: &'a BTreeMap<(RuleId, usize, usize), Count>,
}

impl Chart<'_> {
    fn expr(&self, expr: &Expr<RuleId>, begin: usize, end: usize) -> Count {
        match expr {
            Expr::Empty if begin == end => Count::One,
            Expr::Set(values) if self.is_value(values, begin, end) => Count::One,
            Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => Count::None,
            Expr::Rule(rule) => self.rules.get(&(*rule, begin, end)).copied().unwrap_or_default(),
            Expr::Alt(items) => items
                .iter()
                .fold(Count::None, |count, item| count.plus(self.expr(item, begin, end))),
            Expr::Concat(items) => {
                // The number of derivations up to each offset.
                let mut ways = self.start(begin);
                for item in items {
                    ways = self.step(&ways, item);
                }
                ways[end]
            }
            Expr::Repeat { min, max, body } => self.repeat(*min, *max, body, begin)[end],
        }
    }

    fn repeat(&self, min: u32, max: Option<u32>, body: &Expr<RuleId>, begin: usize) -> Vec<Count> {
        let mut ways = self.start(begin);
        for _ in 0..min {
            ways = self.step(&ways, body);
        }
        let mut all = ways.clone();
        // Without a bound, a text has at most one repetition for each byte, except for repetitions
        // that read nothing: one of these proves that there are several derivations.
        let more = max.map_or(self.text.len() + 1, |max| (max - min) as usize);
        for _ in 0..more {
            ways = self.step(&ways, body);
            all = all.iter().zip(&ways).map(|(all, &ways)| all.plus(ways)).collect();
        }
        all
    }

    fn start(&self, begin: usize) -> Vec<Count> {
        let mut ways = vec![Count::None; self.text.len() + 1];
        ways[begin] = Count::One;
        ways
    }

    fn step(&self, ways: &[Count], item: &Expr<RuleId>) -> Vec<Count> {
        let mut after = vec![Count::None; ways.len()];
        for (from, &ways) in ways.iter().enumerate().filter(|(_, ways)| **ways != Count::None) {
            for (to, after) in after.iter_mut().enumerate().skip(from) {
                *after = after.plus(ways.times(self.expr(item, from, to)));
            }
        }
        after
    }

    fn is_value(&self, values: &ValueSet, begin: usize, end: usize) -> bool {
        let piece = &self.text[begin..end];
        match (self.grammar.encoding, piece) {
            (Encoding::Octets, &[byte]) => {
                values.ranges().iter().any(|&(lo, hi)| (lo..=hi).contains(&byte.into()))
            }
            (Encoding::Utf8, [_, ..]) => matches!(utf8::prefix(piece, values), utf8::Prefix::Whole),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Count, derivations};
    use abnfc::read;
    use abnfc::spec::ReadOptions;

    #[test]
    fn ways_worked_out_by_hand() {
        for (grammar, text, count) in [
            ("a = \"x\"", "x", Count::One),
            ("a = \"x\"", "y", Count::None),
            ("a = *\"x\"", "xxx", Count::One),
            ("a = [ \"x\" ] [ \"x\" ]", "x", Count::Several),
            ("a = [ \"x\" ] [ \"x\" ]", "xx", Count::One),
            ("a = *( *\"x\" )", "", Count::Several),
            ("a = 2*3( [ \"x\" ] )", "xxx", Count::One),
            ("a = a / \"x\"", "x", Count::Several),
            ("a = a \"+\" a / \"n\"", "n+n", Count::One),
            ("a = a \"+\" a / \"n\"", "n+n+n", Count::Several),
        ] {
            let read = read("g", format!("{grammar}\n").as_bytes(), &[], &ReadOptions::default());
            let grammar = read.unwrap().resolved;
            let rule = grammar.find("a").unwrap();
            assert_eq!(derivations(&grammar, rule, text.as_bytes()), count, "{text}");
        }
    }
}
