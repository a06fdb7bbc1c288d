//! Moves the parts of regular rules to trees, if no automaton can locate them in texts.
//!
//! All other rules, groups included, keep their numbers and definitions, so that what is known about their
//! parts stays true.

use super::{Draft, Hints, Outline, exported, finished, sizes};
use crate::automata::shape::{Shapes, shape_again};
use crate::grammar::uses::references;
use crate::grammar::{Expr, Resolved, RuleId, RuleName};
use crate::plan::outline::group_names::Names;
use crate::spec::Spec;
use std::collections::BTreeSet;

/// Returns an outline of the same grammar, in which the parts of the rules `large` are in trees.
/// `grammar` and `shapes` are those before the outline.
pub fn with_large(
    outline: &Outline,
    (grammar, shapes): (&Resolved, &Shapes),
    spec: &Spec,
    large: BTreeSet<RuleId>,
) -> Outline {
    let (mut made, mut hints) = (Resolved::clone(&outline.grammar), outline.hints.clone());
    let groups = outline.hints.groups.keys().copied();
    let groups = groups.filter(|group| large.contains(&outline.hints.owner(*group)));
    let mut removed: BTreeSet<RuleId> = groups.collect();
    let with_literals = large.iter().chain(&removed);
    let used = with_literals.flat_map(|rule| references(&made[*rule].expr));
    let literals = used.filter(|rule| outline.hints.literals.contains_key(rule));
    removed.extend(literals.collect::<Vec<_>>());
    for &rule in &removed {
        // No name is that of a rule.
        made.rules[rule.index()].name = RuleName::new("");
        made.rules[rule.index()].expr = Expr::Empty;
        hints.groups.remove(&rule);
        hints.literals.remove(&rule);
    }
    for &rule in &large {
        made.rules[rule.index()].expr = grammar[rule].expr.clone();
    }
    for rule in large.iter().chain(&removed) {
        hints.forget(*rule);
    }
    let (exported, owners) = exported(grammar, spec);
    let is_in_trees = |rule: &RuleId| shapes.recurs(*rule) || large.contains(rule);
    let owners = owners.into_iter().filter(is_in_trees).collect();
    let known = shape_again(&made, shapes);
    let draft = Draft { sizes: sizes(&made, &known), names: Names::of(&made), made, hints };
    finished(draft, shapes, (owners, large), &exported)
}

impl Hints {
    /// Removes the hints of one definition about its parts.
    fn forget(&mut self, rule: RuleId) {
        self.choices.remove(&rule);
        self.literal_groups.remove(&rule);
        self.unions.remove(&rule);
        self.characters.remove(&rule);
    }
}
