//! Literals by which alternatives differ that are the same otherwise: the operators in
//! `sum = sum "+" num / sum "-" num / num`.

use super::literals::{Literal, MAX_ALTERNATIVES, literal};
use super::sizes::Size;
use crate::grammar::{Expr, RuleId};
use crate::plan::told::MAX_CHOICES;
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
        {
            found.push(Apart { choice: expr.clone(), alternatives });
        }
    });
    found
}

/// An alternative cut into literals and what stands between them.
struct Cut {
    /// What is no literal.
    rest: Vec<Expr<RuleId>>,
    /// The literals, each before the item of the rest with this index, or after all.
    literals: BTreeMap<usize, Literal>,
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
        if cut.rest.iter().any(tells) {
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

fn cut(item: &Expr<RuleId>) -> Cut {
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
