//! What repeats in rules that recur, for their parts in trees.
//!
//! Groups, unions and characters are those of regular rules, and more: characters that repeat
//! between others, such as operators between terms, are parts too, and so are a choice of
//! literals wherever it stands and the literals that tell alternatives apart. What a tree shows
//! needs no automaton of its own that finds it.

use super::characters::{characters_in_tree, is_given};
use super::groups::replaced;
use super::literals::{Choice, Mixed, inner_choices, literals_of, mixed};
use super::shared_lists::found_unions;
use super::sizes::Tells;
use super::told_apart::{Piece, told_apart};
use super::{Draft, Hints, Literal};
use crate::grammar::uses::references;
use crate::grammar::{Expr, Resolved, RuleId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The grammar of trees, and what its definitions say about parts.
#[derive(Clone, Debug)]
pub struct InTrees {
    /// The grammar: more rules come last.
    pub grammar: Rc<Resolved>,
    /// The rules of groups, each with the rule that it is a group of, which comes before it.
    pub groups: BTreeMap<RuleId, RuleId>,
    /// The rules of literals that are alternatives.
    pub literals: BTreeMap<RuleId, Literal>,
    /// By rule or group, the choices of literals inside of its definition, and the literals that
    /// tell its alternatives apart.
    pub choices: BTreeMap<RuleId, Vec<Vec<RuleId>>>,
    /// By rule or group, the alternatives that repeat in its texts, in the order of preference.
    pub unions: BTreeMap<RuleId, Vec<Vec<RuleId>>>,
    /// By rule or group, the characters that are parts of it.
    pub characters: BTreeMap<RuleId, BTreeSet<RuleId>>,
    /// The rules of white space, and of nothing.
    pub blank: BTreeSet<RuleId>,
}

/// Gives names to what repeats in the rules that recur, `owners`.
pub(super) fn in_trees(
    mut draft: Draft,
    owners: &[RuleId],
    exported: &BTreeSet<RuleId>,
) -> InTrees {
    let (mut choices, mut characters) = (BTreeMap::new(), BTreeMap::new());
    let rules: Vec<RuleId> = draft.made.rules().map(|(id, _)| id).collect();
    for rule in rules {
        let is_told = is_character(&draft, rule) && draft.sizes[rule.index()].has_choice;
        draft.sizes[rule.index()].tells = match exported.contains(&rule) {
            true if is_told => Tells::Always,
            true => Tells::BySize,
            // What is not exported is looked through.
            false => Tells::Never,
        };
    }
    for &owner in owners {
        let mut open = vec![owner];
        while let Some(rule) = open.pop() {
            open.extend(draft.name_groups(rule));
            name_literals_of_unions(&mut draft, rule);
            open.extend(draft.name_lists(rule));
            draft.name_literals(rule, literals_of);
            let mut found = name_inner_literals(&mut draft, rule);
            found.extend(name_telling_literals(&mut draft, rule));
            if !found.is_empty() {
                choices.insert(rule, found);
            }
            let mut told = characters_in_tree(&draft.made, rule, &draft.sizes);
            let unions = draft.hints.unions.get(&rule).into_iter().flatten().flatten();
            told.extend(unions.filter(|rule| is_character(&draft, **rule)));
            characters.insert(rule, told);
        }
    }
    draft.show_groups();
    let Draft { made, hints, .. } = draft;
    let Hints { groups, literals, unions, blank, .. } = hints;
    InTrees { grammar: Rc::new(made), groups, literals, choices, unions, characters, blank }
}

impl InTrees {
    /// Of a grammar in which no rule recurs.
    pub(super) fn of_regular(grammar: Rc<Resolved>) -> Self {
        Self {
            grammar,
            groups: BTreeMap::new(),
            literals: BTreeMap::new(),
            choices: BTreeMap::new(),
            unions: BTreeMap::new(),
            characters: BTreeMap::new(),
            blank: BTreeSet::new(),
        }
    }

    /// The rule that a group belongs to, also by way of other groups; any other rule itself.
    pub fn owner(&self, rule: RuleId) -> RuleId {
        let mut owner = rule;
        while let Some(&outer) = self.groups.get(&owner) {
            owner = outer;
        }
        owner
    }

    /// By rule that recurs, the characters that are parts of it or of its groups.
    pub(super) fn characters_of_owners(&self) -> BTreeMap<RuleId, BTreeSet<RuleId>> {
        let mut all: BTreeMap<RuleId, BTreeSet<RuleId>> = BTreeMap::new();
        for (&rule, told) in self.characters.iter().filter(|it| !it.1.is_empty()) {
            all.entry(self.owner(rule)).or_default().extend(told);
        }
        all
    }
}

/// Whether somebody made a rule of single characters that are no white space.
fn is_character(draft: &Draft, rule: RuleId) -> bool {
    let size = &draft.sizes[rule.index()];
    size.longest == 1 && !size.is_blank && is_given(&draft.made[rule].origin)
}

/// Makes rules of the literals that repeat beside rules, and adds them to the unions.
fn name_literals_of_unions(draft: &mut Draft, owner: RuleId) {
    let mixed = mixed(&draft.made[owner].expr, &draft.sizes);
    if mixed.is_empty() {
        return;
    }
    let mut unions = draft.hints.unions.remove(&owner).unwrap_or_default();
    for Mixed { choice, alternatives } in mixed {
        let Expr::Alt(items) = &choice else { continue };
        let items = items.iter().flat_map(|item| match literals_of(item) {
            Some(literals) => {
                literals.into_iter().map(|it| Expr::Rule(draft.literal(it))).collect()
            }
            None => vec![item.clone()],
        });
        let to = Expr::Alt(items.collect());
        let expr = replaced(&draft.made[owner].expr, std::slice::from_ref(&choice), &to);
        draft.made.rules[owner.index()].expr = expr;
        let named = alternatives.into_iter();
        let named = named.map(|it| it.map_or_else(|rule| rule, |it| draft.literal(it)));
        unions.push(named.collect());
    }
    // A list may have had a union without its literals before.
    let unions = found_unions(&draft.made[owner].expr, &unions, &draft.sizes);
    draft.hints.unions.insert(owner, unions);
}

/// Makes rules of the literals that stand in choices of their own. The rules of each choice.
fn name_inner_literals(draft: &mut Draft, owner: RuleId) -> Vec<Vec<RuleId>> {
    let mut found = Vec::new();
    for Choice { expr, literals } in inner_choices(&draft.made[owner].expr) {
        if is_used(draft, owner, &literals) {
            continue;
        }
        let rules: Vec<RuleId> = literals.into_iter().map(|it| draft.literal(it)).collect();
        let to = Expr::Alt(rules.iter().copied().map(Expr::Rule).collect());
        let made = replaced(&draft.made[owner].expr, std::slice::from_ref(&expr), &to);
        draft.made.rules[owner.index()].expr = made;
        found.push(rules);
    }
    found
}

/// Makes rules of the literals that tell alternatives apart. The rules of each choice.
fn name_telling_literals(draft: &mut Draft, owner: RuleId) -> Vec<Vec<RuleId>> {
    let mut found = Vec::new();
    for apart in told_apart(&draft.made[owner].expr, &draft.sizes) {
        let literals = apart.literals();
        if is_used(draft, owner, &literals) {
            continue;
        }
        let alternatives = apart.alternatives.into_iter().map(|pieces| {
            Expr::concat(pieces.into_iter().map(|piece| match piece {
                Piece::Literal(literal) => Expr::Rule(draft.literal(literal)),
                Piece::Other(expr) => expr,
            }))
        });
        let to = Expr::alt(alternatives.collect::<Vec<_>>());
        let made = replaced(&draft.made[owner].expr, std::slice::from_ref(&apart.choice), &to);
        draft.made.rules[owner.index()].expr = made;
        found.push(literals.into_iter().map(|it| draft.literal(it)).collect());
    }
    found
}

/// Whether a definition uses one of these literals already. It would not tell which choice it
/// belongs to.
fn is_used(draft: &Draft, owner: RuleId, literals: &[Literal]) -> bool {
    let used = references(&draft.made[owner].expr);
    let known = literals.iter().filter_map(|it| draft.of_literals.get(&it.expr));
    known.into_iter().any(|known| used.contains(known))
}
