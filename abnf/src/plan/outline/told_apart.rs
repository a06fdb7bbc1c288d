//! Literals by which alternatives differ that are the same otherwise: the operators in
//! `sum = sum "+" num / sum "-" num / num`.

use super::groups::telling as telling_rules;
use super::literals::{Literal, literal};
use super::sizes::{MANY, Size, size};
use crate::grammar::{Expr, RuleId};
use crate::plan::told::{MAX_ALTERNATIVES, MAX_CHOICES};
use std::collections::{BTreeMap, BTreeSet};

/// Alternatives, some of which differ in a literal alone.
pub(super) struct Apart {
    /// The alternatives as they stand in the definition.
    pub(super) choice: Expr<RuleId>,
    /// What each is made of; only literals that tell are [`Piece::Literal`].
    pub(super) alternatives: Vec<Vec<Piece>>,
}

/// A piece of an alternative.
#[derive(Clone)]
pub(super) enum Piece {
    /// A literal that tells which alternative it is.
    Literal(Literal),
    /// Anything else.
    Other(Expr<RuleId>),
}

/// The choices in a definition whose alternatives literals tell apart.
pub(super) fn told_apart(expr: &Expr<RuleId>, sizes: &[Size]) -> Vec<Apart> {
    let mut found: Vec<Apart> = Vec::new();
    expr.walk(&mut |expr| {
        let Expr::Alt(items) = expr else { return };
        let is_known = || found.iter().any(|known| known.choice == *expr);
        if found.len() < MAX_CHOICES
            && items.len() <= MAX_ALTERNATIVES
            && !is_known()
            && let Some(alternatives) = apart(items, sizes)
            && tell_all(&alternatives, &occurrences(expr))
        {
            found.push(Apart { choice: expr.clone(), alternatives });
        }
    });
    found
}

/// Whether the alternatives have the literals that tell nowhere else: an accessor would deny what
/// is there. Choices in other places have accessors of their own.
fn tell_all(alternatives: &[Vec<Piece>], counts: &BTreeMap<String, usize>) -> bool {
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    for piece in alternatives.iter().flatten() {
        if let Piece::Literal(literal) = piece {
            *told.entry(&literal.text).or_default() += 1;
        }
    }
    told.iter().all(|(text, count)| counts.get(*text) == Some(count))
}

/// How often each literal stands in alternatives.
fn occurrences(expr: &Expr<RuleId>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    count(expr, &mut counts);
    counts
}

/// Adds the literals of an expression, by their texts.
pub(super) fn count(expr: &Expr<RuleId>, counts: &mut BTreeMap<String, usize>) {
    let mut add = |literal: Literal| *counts.entry(literal.text).or_default() += 1;
    match expr {
        Expr::Alt(items) => items.iter().for_each(|item| count(item, counts)),
        Expr::Concat(_) => {
            let Cut { rest, literals } = cut(expr);
            literals.into_values().for_each(add);
            rest.iter().for_each(|item| count(item, counts));
        }
        Expr::Repeat { body, .. } => count(body, counts),
        Expr::Set(set) => {
            for one in set.alternatives() {
                if let Some(literal) = literal(&Expr::Set(one.clone())) {
                    add(literal);
                }
            }
        }
        Expr::Rule(_) | Expr::Empty | Expr::Prose(_) | Expr::Error => {}
    }
}

/// An alternative cut into literals and what stands between them.
pub(super) struct Cut {
    /// What is no literal.
    pub(super) rest: Vec<Expr<RuleId>>,
    /// The literals, each before the item of the rest with this index, or after all.
    pub(super) literals: BTreeMap<usize, Literal>,
}

/// What the alternatives are made of, if literals tell some of them apart.
fn apart(items: &[Expr<RuleId>], sizes: &[Size]) -> Option<Vec<Vec<Piece>>> {
    let cuts: Vec<Cut> = items.iter().map(cut).collect();
    let mut alike: BTreeMap<&[Expr<RuleId>], Vec<usize>> = BTreeMap::new();
    for (index, cut) in cuts.iter().enumerate() {
        let tells = |item: &Expr<RuleId>| match item {
            Expr::Rule(rule) => sizes[rule.index()].tells(),
            _ => false,
        };
        let is_long = || size(&Expr::concat(cut.rest.iter().cloned()), sizes).longest == MANY;
        if cut.rest.iter().any(tells) || is_long() {
            alike.entry(&cut.rest).or_default().push(index);
        }
    }
    // Of each alternative, before which item the literal stands that tells.
    let mut telling: BTreeMap<usize, usize> = BTreeMap::new();
    for members in alike.values().filter(|members| 1 < members.len()) {
        let at = |place: usize| members.iter().map(move |member| (*member, place));
        let literal = |(member, place): (usize, usize)| cuts[member].literals.get(&place);
        let tells = |place: &usize| {
            let distinct: BTreeSet<Option<&str>> =
                at(*place).map(|it| literal(it).map(|literal| &*literal.text)).collect();
            distinct.len() == members.len()
        };
        let last = cuts[members[0]].rest.len();
        if let Some(place) = (0..=last).find(tells) {
            telling.extend(at(place));
        }
    }
    tell_rules_apart(&cuts, sizes, &mut telling);
    tell_likewise(&cuts, &mut telling);
    let pieces = |(index, cut): (usize, &Cut)| {
        let mut pieces = Vec::new();
        for place in 0..=cut.rest.len() {
            if let Some(literal) = cut.literals.get(&place) {
                pieces.push(match telling.get(&index) {
                    Some(told) if *told == place => Piece::Literal(literal.clone()),
                    _ => Piece::Other(literal.expr.clone()),
                });
            }
            pieces.extend(cut.rest.get(place).cloned().map(Piece::Other));
        }
        pieces
    };
    (!telling.is_empty()).then(|| cuts.iter().enumerate().map(pieces).collect())
}

/// Adds what tells alternatives apart that differ in more than a literal and have the same rules, as in
/// `n "+" n / n`: of each but one the first literal that no other is told by.
fn tell_rules_apart(cuts: &[Cut], sizes: &[Size], telling: &mut BTreeMap<usize, usize>) {
    let mut alike: BTreeMap<BTreeSet<RuleId>, Vec<usize>> = BTreeMap::new();
    for (index, cut) in cuts.iter().enumerate() {
        let rules = telling_rules(&Expr::concat(cut.rest.iter().cloned()), sizes);
        if !rules.is_empty() {
            alike.entry(rules).or_default().push(index);
        }
    }
    for members in alike.values().filter(|members| 1 < members.len()) {
        let literal = |member: usize, place: &usize| cuts[member].literals.get(place);
        let text = |member: usize, place: &usize| literal(member, place).map(|it| &*it.text);
        let (told, open): (Vec<usize>, Vec<usize>) =
            members.iter().partition(|member| telling.contains_key(member));
        let mut taken: BTreeSet<Option<&str>> =
            told.into_iter().map(|member| text(member, &telling[&member])).collect();
        let mut found = BTreeMap::new();
        for &member in &open {
            let places = cuts[member].literals.keys().copied().map(Some).chain([None]);
            let mut free = places.filter(|place| {
                !taken.contains(&place.as_ref().and_then(|place| text(member, place)))
            });
            let Some(place) = free.next() else { break };
            taken.insert(place.as_ref().and_then(|place| text(member, place)));
            found.insert(member, place);
        }
        if found.len() == open.len() {
            telling.extend(found.into_iter().filter_map(|(member, place)| Some((member, place?))));
        }
    }
}

/// Adds the first literal of each alternative that others are told by, too: what is there is told
/// wherever it stands.
fn tell_likewise(cuts: &[Cut], telling: &mut BTreeMap<usize, usize>) {
    let text = |(member, place): (&usize, &usize)| {
        cuts[*member].literals.get(place).map(|it| it.text.clone())
    };
    let texts: BTreeSet<String> = telling.iter().filter_map(text).collect();
    for (index, cut) in cuts.iter().enumerate() {
        let mut like = cut.literals.iter().filter(|(_, it)| texts.contains(&it.text));
        let is_open = telling.get(&index).is_none_or(|place| !cut.literals.contains_key(place));
        if let (true, Some((place, _))) = (is_open, like.next()) {
            telling.insert(index, *place);
        }
    }
}

/// Literals that stand side by side are one.
pub(super) fn cut(item: &Expr<RuleId>) -> Cut {
    let items = match item {
        Expr::Concat(items) => items.as_slice(),
        other => std::slice::from_ref(other),
    };
    let mut cut = Cut { rest: Vec::new(), literals: BTreeMap::new() };
    for run in items.chunk_by(|one, other| literal(one).is_some() && literal(other).is_some()) {
        match literal(&Expr::concat(run.iter().cloned())) {
            Some(literal) => {
                cut.literals.insert(cut.rest.len(), literal);
            }
            None => cut.rest.extend(run.iter().cloned()),
        }
    }
    cut
}
