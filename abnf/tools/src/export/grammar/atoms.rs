//! Sets of characters: single ones, and disjoint sets for tools that divide a text into tokens.

use abnfc::grammar::{Expr, RuleId, ValueSet};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the only character of a set.
pub(super) fn single(set: &ValueSet) -> Option<char> {
    match set.ranges() {
        [(low, high)] if low == high => char::from_u32(*low),
        _ => None,
    }
}

/// Disjoint sets of characters. Every set of a grammar is a union of them.
#[derive(Debug, Default)]
pub(super) struct Atoms(pub(super) Vec<ValueSet>);

impl Atoms {
    pub(super) fn of(exprs: &[Expr<RuleId>]) -> Self {
        let mut sets: BTreeSet<ValueSet> = BTreeSet::new();
        for expr in exprs {
            expr.walk(&mut |expr| {
                if let Expr::Set(set) = expr {
                    sets.insert(ValueSet::new(set.ranges().iter().copied()));
                }
            });
        }
        let sets: Vec<ValueSet> = sets.into_iter().collect();
        // Between two cuts, all characters are in the same sets.
        let ranges = || sets.iter().flat_map(ValueSet::ranges);
        let cuts: BTreeSet<u32> = ranges().flat_map(|&(low, high)| [low, high + 1]).collect();
        let cuts: Vec<u32> = cuts.into_iter().collect();
        let mut atoms: BTreeMap<Vec<usize>, Vec<(u32, u32)>> = BTreeMap::new();
        for pair in cuts.windows(2) {
            let has = |set: &ValueSet| {
                set.ranges().iter().any(|&(low, high)| low <= pair[0] && pair[0] <= high)
            };
            let within: Vec<usize> = (0..sets.len()).filter(|&index| has(&sets[index])).collect();
            if !within.is_empty() {
                atoms.entry(within).or_default().push((pair[0], pair[1] - 1));
            }
        }
        let mut atoms: Vec<ValueSet> = atoms.into_values().map(ValueSet::new).collect();
        atoms.sort_by(|a, b| a.ranges().cmp(b.ranges()));
        Self(atoms)
    }

    /// Returns the indices of the atoms whose union is a set.
    pub(super) fn of_set(&self, set: &ValueSet) -> impl Iterator<Item = usize> {
        let is_in = |atom: &ValueSet| {
            let first = atom.ranges()[0].0;
            set.ranges().iter().any(|&(low, high)| low <= first && first <= high)
        };
        (0..self.0.len()).filter(move |&index| is_in(&self.0[index]))
    }
}
