//! Literals that tell something, as rules: those that repeat beside rules, those that are
//! chosen from or may be missing inside of a definition, and those that tell alternatives apart.
//!
//! Each has a rule of its own for each choice, so that the texts of this rule say in which choice
//! they stand. Two choices of the same literals are two, as their places differ.

use super::Draft;
use super::choices::{Beside, with_choices};
use super::groups::replaced;
use super::literals::{Lists, Literal, Mixed, literals_of, mixed};
use super::order::order;
use super::shared_lists::found_unions;
use super::told_apart::{Piece, told_apart};
use crate::grammar::{Expr, RuleId};
use crate::plan::names::repeated_name;
use crate::plan::told::{MAX_CHOICES, Order, Told};
use std::collections::{BTreeMap, BTreeSet};

/// The name of a part that is one of several literals.
pub const LITERAL: &str = "literal";

/// The name of a part of literals, and the name that its accessor is made of: `literal`, or
/// `has-minus` for a literal that is there or not.
pub fn literal_name(
    literals: &BTreeMap<RuleId, Literal>,
    rules: &[RuleId],
    told: Told,
) -> (String, String) {
    match told {
        Told::Whether => {
            let literal = &literals[&rules[0]];
            (literal.text.clone(), literal.whether())
        }
        Told::Each => (LITERAL.to_owned(), repeated_name(LITERAL)),
        _ => (LITERAL.to_owned(), LITERAL.to_owned()),
    }
}

/// The literals inside of a definition that tell something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Each choice.
    pub told: Vec<Choice>,
    /// The literals of the choices beyond [`MAX_CHOICES`], as ABNF.
    pub untold: Vec<String>,
}

impl Choices {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.told.is_empty() && self.untold.is_empty()
    }
}

/// Literals of which a text has one where they stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Their rules; one alone may be missing.
    pub rules: Vec<RuleId>,
    /// Whether they also say where they stand, if there are several of them in a text.
    pub order: Order,
}

/// Makes rules of the literals that repeat beside rules, and adds them to the unions.
pub(super) fn name_literals_of_unions(draft: &mut Draft, owner: RuleId, lists: Lists) {
    let mixed = mixed(&draft.made[owner].expr, &draft.sizes, lists);
    if mixed.is_empty() {
        return;
    }
    let mut unions = draft.hints.unions.remove(&owner).unwrap_or_default();
    for Mixed { choice, alternatives } in mixed {
        let Expr::Alt(items) = &choice else { continue };
        let mut named = BTreeMap::new();
        let union = alternatives.into_iter().map(|it| match it {
            Ok(literal) => rule_of(draft, &mut named, literal),
            Err(rule) => rule,
        });
        unions.push(union.collect());
        let items = items.iter().flat_map(|item| match literals_of(item) {
            Some(literals) => literals.into_iter().map(|it| Expr::Rule(named[&it.expr])).collect(),
            None => vec![item.clone()],
        });
        replace(draft, owner, &choice, &Expr::alt(items.collect::<Vec<_>>()));
    }
    // A list may have had a union without its literals before.
    let unions = found_unions(&draft.made[owner].expr, &unions, &draft.sizes);
    draft.hints.unions.insert(owner, unions);
}

/// Makes rules of the literals that tell alternatives apart, that stand in choices of their own,
/// or that may be missing.
pub(super) fn name_choices(draft: &mut Draft, owner: RuleId) -> Choices {
    let mut told: Vec<Vec<RuleId>> = Vec::new();
    for apart in told_apart(&draft.made[owner].expr, &draft.sizes) {
        let mut named = BTreeMap::new();
        let alternatives = apart.alternatives.into_iter().map(|pieces| {
            Expr::concat(pieces.into_iter().map(|piece| match piece {
                Piece::Literal(literal) => Expr::Rule(rule_of(draft, &mut named, literal)),
                Piece::Other(expr) => expr,
            }))
        });
        let to = Expr::alt(alternatives.collect::<Vec<_>>());
        replace(draft, owner, &apart.choice, &to);
        // Rules have their numbers in the order of the definition.
        let rules: BTreeSet<RuleId> = named.into_values().collect();
        told.push(rules.into_iter().collect());
    }
    let mut fresh: Vec<Literal> = Vec::new();
    let mut untold: Vec<String> = Vec::new();
    let mut names = draft.made.rules().len()..;
    let mut name = || u32::try_from(names.next()?).ok().map(RuleId);
    let beside = Beside { sizes: &draft.sizes, hidden: &draft.hidden };
    let made = with_choices(&draft.made[owner].expr, &beside, &mut |literals| {
        if told.len() == MAX_CHOICES {
            untold.extend(literals.into_iter().map(|literal| literal.text));
            return None;
        }
        let rules = literals.iter().map(|_| name().expect("rules are few"));
        let rules: Vec<RuleId> = rules.collect();
        fresh.extend(literals);
        told.push(rules.clone());
        Some(rules)
    });
    for literal in fresh {
        draft.literal(literal);
    }
    let told = told.into_iter().map(|rules| {
        let order = order(&made, &rules, &draft.sizes);
        Choice { rules, order }
    });
    let choices = Choices { told: told.collect(), untold };
    draft.made.rules[owner.index()].expr = made;
    choices
}

/// The rule of a literal of one choice.
fn rule_of(
    draft: &mut Draft,
    named: &mut BTreeMap<Expr<RuleId>, RuleId>,
    literal: Literal,
) -> RuleId {
    let expr = literal.expr.clone();
    *named.entry(expr).or_insert_with(|| draft.literal(literal))
}

/// Puts something in place of a choice.
fn replace(draft: &mut Draft, owner: RuleId, choice: &Expr<RuleId>, to: &Expr<RuleId>) {
    let made = replaced(&draft.made[owner].expr, std::slice::from_ref(choice), to);
    draft.made.rules[owner.index()].expr = made;
}
