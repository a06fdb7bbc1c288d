//! Finds alternatives that are literals, alone or beside rules, as in `"Z" / time-numoffset`.

use super::groups::core;
use super::literal_names::words;
use super::sizes::{MANY, Size, size};
use crate::grammar::uses::references;
use crate::grammar::{Expr, Reference, RuleId, ValueSet};
use crate::plan::accessors::{LocatedIn, MAX_ALTERNATIVES, MAX_MARKS};

/// A literal that is one of several alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The literal as ABNF.
    pub text: String,
    /// The words of its names. A first word of letters begins with a capital.
    pub words: Vec<String>,
    pub(in crate::plan) expr: Expr<RuleId>,
}

impl Literal {
    /// Returns the name of its variant in an enum.
    pub fn variant(&self) -> String {
        let name = self.words.concat();
        if name.starts_with(|c: char| c.is_ascii_uppercase()) && name != "Self" {
            name
        } else {
            format!("Literal{name}")
        }
    }

    /// Returns the name of an accessor that reports whether the literal is present.
    pub fn whether(&self) -> String {
        format!("has-{}", self.words.join("-").to_ascii_lowercase())
    }
}

/// A definition with alternatives that are literals.
pub(super) struct LiteralChoice {
    before: Vec<Expr<RuleId>>,
    /// Whether the choice is optional.
    is_optional: bool,
    alternatives: Vec<Result<Literal, RuleId>>,
    after: Vec<Expr<RuleId>>,
}

impl LiteralChoice {
    pub(super) fn literal_count(&self) -> usize {
        self.alternatives.iter().filter(|it| it.is_ok()).count()
    }

    /// Returns the definition with rules in place of the literals.
    pub(super) fn expr(self, rule: &mut impl FnMut(Literal) -> Expr<RuleId>) -> Expr<RuleId> {
        let alternatives = self.alternatives.into_iter().map(|it| match it {
            Ok(literal) => rule(literal),
            Err(rule) => Expr::Rule(rule),
        });
        let choice = Expr::alt(alternatives.collect::<Vec<_>>());
        let choice = if self.is_optional { Expr::option(choice) } else { choice };
        Expr::concat(self.before.into_iter().chain([choice]).chain(self.after))
    }
}

/// Returns the only choice in a definition, if some of its alternatives are literals and the
/// others are rules of more than a character. A choice of literals alone must be the whole
/// definition.
pub(super) fn literals(expr: &Expr<RuleId>, sizes: &[Size]) -> Option<LiteralChoice> {
    let items = match expr {
        Expr::Concat(items) => items,
        whole => std::slice::from_ref(whole),
    };
    let mut choices = items.iter().enumerate().filter_map(|(index, item)| match item {
        Expr::Repeat { min: 0, max: Some(1), body } => match &**body {
            Expr::Alt(alternatives) => Some((index, true, alternatives)),
            _ => None,
        },
        Expr::Alt(alternatives) => Some((index, false, alternatives)),
        _ => None,
    });
    let (index, is_optional, alternatives) = choices.next().filter(|_| choices.next().is_none())?;
    if alternatives.len() > MAX_ALTERNATIVES {
        return None;
    }
    let has_rules = alternatives.iter().any(|item| matches!(item, Expr::Rule(_)));
    let of = |item: &Expr<RuleId>| match item {
        Expr::Rule(rule) if sizes[rule.index()].longest > 1 => Some(vec![Err(*rule)]),
        // Digits beside rules are part of a number.
        Expr::Set(set) if !has_rules => Some(characters(set)?.into_iter().map(Ok).collect()),
        other => Some(literals_of(other)?.into_iter().map(Ok).collect()),
    };
    let alternatives = alternatives.iter().map(of).collect::<Option<Vec<_>>>()?.concat();
    let alternatives = without_repeated_literals(alternatives);
    let is_whole = items.len() == 1 && !size(expr, sizes).is_blank;
    let (before, after) = (items[..index].to_vec(), items[index + 1..].to_vec());
    let found = LiteralChoice { before, is_optional, alternatives, after };
    let literals = found.literal_count();
    (literals > 0 && (has_rules || is_whole)).then_some(found)
}

/// Returns whether an expression without rules has only texts of white space.
pub(super) fn is_blank(expr: &Expr<RuleId>) -> bool {
    size(expr, &[]).is_blank
}

/// The literals of further lists in a definition have no accessors.
const MAX_MIXED: usize = 8;

/// Alternatives that repeat: literals, and alternatives with one rule each.
pub(super) struct Mixed {
    pub(super) choice: Expr<RuleId>,
    pub(super) alternatives: Vec<Result<Literal, RuleId>>,
}

/// Returns the choices of literals and rules that repeat in a definition. In texts, the characters
/// of a text, some of which are escaped, do not count.
pub(super) fn mixed(expr: &Expr<RuleId>, sizes: &[Size], located_in: LocatedIn) -> Vec<Mixed> {
    let mut found: Vec<Mixed> = Vec::new();
    expr.walk(&mut |expr| {
        let Expr::Repeat { max, body, .. } = expr else { return };
        let [choice @ Expr::Alt(items)] = core(body, sizes) else { return };
        let is_known = found.iter().any(|known| known.choice == *choice);
        if *max != Some(1)
            && !is_known
            && found.len() < MAX_MIXED
            && (located_in == LocatedIn::Tree || !are_characters(items, sizes))
            && let Some(alternatives) = alternatives(items, sizes)
        {
            found.push(Mixed { choice: choice.clone(), alternatives });
        }
    });
    found
}

/// Returns whether all items are characters or short rules, such as escapes.
fn are_characters(items: &[Expr<RuleId>], sizes: &[Size]) -> bool {
    let is_short = |item: &Expr<RuleId>| match item {
        Expr::Rule(rule) => sizes[rule.index()].longest < MANY,
        other => size(other, sizes).longest < 2,
    };
    items.iter().all(is_short)
}

fn alternatives(items: &[Expr<RuleId>], sizes: &[Size]) -> Option<Vec<Result<Literal, RuleId>>> {
    let mut all = Vec::new();
    for item in items {
        if let Some(literals) = literals_of(item) {
            all.extend(literals.into_iter().map(Ok));
            continue;
        }
        let used = references(item).into_iter().filter(|rule| !sizes[rule.index()].is_nothing());
        match used.collect::<Vec<_>>()[..] {
            [rule] if sizes[rule.index()].is_significant() && !all.contains(&Err(rule)) => {
                all.push(Err(rule));
            }
            [] if size(item, sizes).is_blank => {}
            _ => return None,
        }
    }
    let all = without_repeated_literals(all);
    let is_mixed = all.iter().any(Result::is_ok) && all.iter().any(Result::is_err);
    (is_mixed && all.len() <= MAX_ALTERNATIVES).then_some(all)
}

/// Removes repeated literals: `"AS"` after `"as"` adds nothing.
fn without_repeated_literals(
    alternatives: Vec<Result<Literal, RuleId>>,
) -> Vec<Result<Literal, RuleId>> {
    let mut distinct = Vec::new();
    for alternative in alternatives {
        if alternative.is_err() || !distinct.contains(&alternative) {
            distinct.push(alternative);
        }
    }
    distinct
}

/// Removes repeated literals.
pub(super) fn distinct(literals: impl IntoIterator<Item = Literal>) -> Vec<Literal> {
    let all = without_repeated_literals(literals.into_iter().map(Ok).collect());
    all.into_iter().filter_map(Result::ok).collect()
}

/// Returns an alternative as one literal, or as several characters written as alternatives.
pub(super) fn literals_of(item: &Expr<RuleId>) -> Option<Vec<Literal>> {
    match item {
        Expr::Set(set) => marks(set),
        other => Some(vec![literal(other)?]),
    }
}

/// Returns the characters of a small set as literals, if each is written as one and not all are
/// digits.
fn marks(set: &ValueSet) -> Option<Vec<Literal>> {
    let is_digit = |it: &ValueSet| it.ranges().iter().all(|&(low, _)| is_digit(low));
    if set.alternatives().iter().all(is_digit) {
        return None;
    }
    characters(set)
}

/// Returns the characters of a small set as literals, if each is written as one.
fn characters(set: &ValueSet) -> Option<Vec<Literal>> {
    let written = set.alternatives();
    let all = || written.iter().map(|it| literal(&Expr::Set(it.clone()))).collect();
    if written.len() > MAX_MARKS { None } else { all() }
}

fn is_digit(value: u32) -> bool {
    u8::try_from(value).is_ok_and(|it| it.is_ascii_digit())
}

/// Returns an expression as a literal, if it is one.
fn literal(expr: &Expr<RuleId>) -> Option<Literal> {
    let items = match expr {
        Expr::Concat(items) => items,
        whole => std::slice::from_ref(whole),
    };
    let characters = items.iter().map(|item| match item {
        Expr::Set(set) => set.character().and_then(char::from_u32),
        _ => None,
    });
    let text: String = characters.collect::<Option<_>>()?;
    let shown: Expr<Reference> = expr.map(&mut |_| unreachable!("a literal uses no rule"));
    Some(Literal { text: shown.to_string(), words: words(&text), expr: expr.clone() })
}
