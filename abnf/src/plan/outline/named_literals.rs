//! Literals that tell something, as rules: those that repeat beside rules, those that are
//! chosen from or may be missing inside of a definition, and those that tell alternatives apart.
//!
//! Each has a rule of its own for each choice, so that the texts of this rule say in which choice
//! they stand. Choices of the same literals are one.

use super::Draft;
use super::choices::with_choices;
use super::groups::replaced;
use super::literals::{Literal, Mixed, literals_of, mixed};
use super::shared_lists::found_unions;
use super::told_apart::{Piece, told_apart};
use crate::grammar::{Expr, RuleId};
use crate::plan::names::repeated_name;
use crate::plan::told::{MAX_CHOICES, Told};
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
            let Literal { text, variant, .. } = &literals[&rules[0]];
            (text.clone(), format!("has{}", hyphenated(variant)))
        }
        Told::Each => (LITERAL.to_owned(), repeated_name(LITERAL)),
        _ => (LITERAL.to_owned(), LITERAL.to_owned()),
    }
}

/// The words of a name in camel case, each after a hyphen.
fn hyphenated(name: &str) -> String {
    let word = |c: char| if c.is_ascii_uppercase() { format!("-{c}") } else { c.to_string() };
    name.chars().map(word).collect::<String>().to_ascii_lowercase()
}

/// The literals inside of a definition that tell something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The rules of each choice; one alone may be missing.
    pub told: Vec<Vec<RuleId>>,
    /// The literals of the choices beyond [`MAX_CHOICES`], as ABNF.
    pub untold: Vec<String>,
}

impl Choices {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.told.is_empty() && self.untold.is_empty()
    }
}

/// Makes rules of the literals that repeat beside rules, and adds them to the unions.
pub(super) fn name_literals_of_unions(draft: &mut Draft, owner: RuleId) {
    let mixed = mixed(&draft.made[owner].expr, &draft.sizes);
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
    let mut choices = Choices::default();
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
        choices.told.push(rules.into_iter().collect());
    }
    let mut fresh: Vec<Literal> = Vec::new();
    let mut names = draft.made.rules().len()..;
    let mut name = || u32::try_from(names.next()?).ok().map(RuleId);
    let mut known: BTreeMap<Vec<Expr<RuleId>>, Vec<RuleId>> = BTreeMap::new();
    let made = with_choices(&draft.made[owner].expr, &draft.sizes, &mut |literals| {
        let exprs: Vec<_> = literals.iter().map(|literal| literal.expr.clone()).collect();
        if let Some(rules) = known.get(&exprs) {
            return Some(rules.clone());
        }
        if choices.told.len() == MAX_CHOICES {
            choices.untold.extend(literals.into_iter().map(|literal| literal.text));
            return None;
        }
        let rules = literals.iter().map(|_| name().expect("rules are few"));
        let rules: Vec<RuleId> = rules.collect();
        fresh.extend(literals);
        known.insert(exprs, rules.clone());
        choices.told.push(rules.clone());
        Some(rules)
    });
    draft.made.rules[owner.index()].expr = made;
    for literal in fresh {
        draft.literal(literal);
    }
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
