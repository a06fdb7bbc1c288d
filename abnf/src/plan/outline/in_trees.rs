//! Names the groups of rules whose parts are in trees.
//!
//! These are recursive rules, and regular ones with parts that no automaton can locate. Groups, unions,
//! literals and characters are found as in other rules, in a copy of the grammar.

use super::characters::is_given;
use super::sizes::Significance;
use super::{Draft, Hints, name_parts};
use crate::automata::shape::{Shapes, shape_again};
use crate::grammar::{Resolved, RuleId};
use crate::plan::accessors::LocatedIn;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The grammar of trees, and the hints of its definitions about parts.
#[derive(Clone, Debug)]
pub struct InTrees {
    /// The grammar; rules for trees alone come last.
    pub grammar: Rc<Resolved>,
    /// The shapes of its rules.
    pub shapes: Shapes,
    /// The hints of the definitions of rules with parts in trees, and of their groups.
    pub hints: Hints,
    /// The regular rules with parts in trees.
    pub regular: BTreeSet<RuleId>,
}

/// Names the groups of the rules `owners`, which are recursive or among `regular`. `known` are the shapes
/// of the grammar without these groups.
pub(super) fn in_trees(
    mut draft: Draft,
    known: &Shapes,
    (owners, regular): (Vec<RuleId>, BTreeSet<RuleId>),
    exported: &BTreeSet<RuleId>,
) -> InTrees {
    let rules: Vec<RuleId> = draft.made.rules().map(|(id, _)| id).collect();
    for rule in rules {
        let is_part = is_character(&draft, rule) && draft.sizes[rule.index()].has_choice;
        draft.sizes[rule.index()].significance = match exported.contains(&rule) {
            true if is_part => Significance::Always,
            true => Significance::BySize,
            // Trees do not show rules that are not exported.
            false => Significance::Never,
        };
    }
    name_parts(&mut draft, owners, LocatedIn::Tree);
    let unions = &draft.hints.unions;
    let of_unions = unions.iter().map(|(owner, unions)| {
        let found = unions.iter().flatten().filter(|rule| is_character(&draft, **rule));
        (*owner, found.copied().collect::<Vec<_>>())
    });
    let of_unions: Vec<(RuleId, Vec<RuleId>)> = of_unions.collect();
    let Draft { made, mut hints, .. } = draft;
    for (owner, found) in of_unions {
        hints.characters.entry(owner).or_default().extend(found);
    }
    let grammar = Rc::new(made);
    let shapes = shape_again(&grammar, known);
    InTrees { grammar, shapes, hints, regular }
}

impl InTrees {
    /// Makes the outline of a grammar whose rules have all their parts in texts.
    pub(super) fn without_parts(grammar: Rc<Resolved>, shapes: Shapes) -> Self {
        Self { grammar, shapes, hints: Hints::default(), regular: BTreeSet::new() }
    }

    /// Returns whether a rule of the grammar has parts in trees.
    pub fn has_parts_of(&self, rule: RuleId) -> bool {
        self.shapes.recurs(rule) || self.regular.contains(&rule)
    }
}

/// Returns whether the grammar defines the rule as single characters other than white space.
fn is_character(draft: &Draft, rule: RuleId) -> bool {
    let size = &draft.sizes[rule.index()];
    size.longest == 1 && !size.is_blank && is_given(&draft.made[rule].origin)
}
