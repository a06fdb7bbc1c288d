//! Names the groups of recursive rules, for their parts in trees.
//!
//! Groups, unions, literals and characters are found as in regular rules. Characters that repeat
//! between others, such as operators between terms, are parts too, because trees locate them
//! without an automaton.

use super::characters::{characters_in_tree, is_given};
use super::literal_groups::{name_literal_groups, name_literals_of_unions};
use super::literals::Lists;
use super::sizes::Significance;
use super::{Draft, Hints, Literal};
use crate::automata::shape::{Shapes, shape_again};
use crate::grammar::{Resolved, RuleId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The grammar of trees, and the hints of its definitions about parts.
#[derive(Clone, Debug)]
pub struct InTrees {
    /// The grammar; rules for trees alone come last.
    pub grammar: Rc<Resolved>,
    /// The shapes of its rules.
    pub shapes: Shapes,
    /// The rules of groups, each with its owner. Owners come first.
    pub groups: BTreeMap<RuleId, RuleId>,
    /// The rules of literals that have accessors.
    pub literals: BTreeMap<RuleId, Literal>,
    /// For each rule or group, the groups of literals in its definition.
    pub literal_groups: BTreeMap<RuleId, Vec<Vec<RuleId>>>,
    /// For each rule or group, the alternatives that repeat in its texts, in the order of
    /// preference.
    pub unions: BTreeMap<RuleId, Vec<Vec<RuleId>>>,
    /// For each rule or group, the characters that are parts of it.
    pub characters: BTreeMap<RuleId, BTreeSet<RuleId>>,
    /// The rules of white space, and of nothing.
    pub blank: BTreeSet<RuleId>,
}

/// Names the groups of the recursive rules `owners`. `known` are the shapes of the grammar
/// without these groups.
pub(super) fn in_trees(
    mut draft: Draft,
    known: &Shapes,
    owners: &[RuleId],
    exported: &BTreeSet<RuleId>,
) -> InTrees {
    let (mut literal_groups, mut characters) = (BTreeMap::new(), BTreeMap::new());
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
    for &owner in owners {
        let mut open = vec![owner];
        while let Some(rule) = open.pop() {
            open.extend(draft.name_groups(rule));
            name_literals_of_unions(&mut draft, rule, Lists::All);
            open.extend(draft.name_lists(rule));
            draft.name_literals(rule);
            literal_groups.insert(rule, name_literal_groups(&mut draft, rule));
            let mut found = characters_in_tree(&draft.made, rule, &draft.sizes);
            let unions = draft.hints.unions.get(&rule).into_iter().flatten().flatten();
            found.extend(unions.filter(|rule| is_character(&draft, **rule)));
            characters.insert(rule, found);
        }
    }
    draft.show_groups();
    let Draft { made, hints, .. } = draft;
    let Hints { groups, literals, unions, blank, .. } = hints;
    let grammar = Rc::new(made);
    let shapes = shape_again(&grammar, known);
    InTrees { grammar, shapes, groups, literals, literal_groups, unions, characters, blank }
}

impl InTrees {
    /// Makes the outline of a grammar without recursive rules.
    pub(super) fn of_regular(grammar: Rc<Resolved>, shapes: Shapes) -> Self {
        Self {
            grammar,
            shapes,
            groups: BTreeMap::new(),
            literals: BTreeMap::new(),
            literal_groups: BTreeMap::new(),
            unions: BTreeMap::new(),
            characters: BTreeMap::new(),
            blank: BTreeSet::new(),
        }
    }

    /// Returns the rule that a group, or a group in a group, belongs to; for other rules, the rule.
    pub fn owner(&self, rule: RuleId) -> RuleId {
        let mut owner = rule;
        while let Some(&outer) = self.groups.get(&owner) {
            owner = outer;
        }
        owner
    }

    /// Returns the characters that are parts of each recursive rule or of its groups.
    pub(super) fn characters_of_owners(&self) -> BTreeMap<RuleId, BTreeSet<RuleId>> {
        let mut all: BTreeMap<RuleId, BTreeSet<RuleId>> = BTreeMap::new();
        for (&rule, found) in self.characters.iter().filter(|it| !it.1.is_empty()) {
            all.entry(self.owner(rule)).or_default().extend(found);
        }
        all
    }
}

/// Returns whether the grammar defines the rule as single characters other than white space.
fn is_character(draft: &Draft, rule: RuleId) -> bool {
    let size = &draft.sizes[rule.index()];
    size.longest == 1 && !size.is_blank && is_given(&draft.made[rule].origin)
}
