//! Finds formulas and assignments, which begin like rules.
//!
//! `apparent_age = max(0, response_time - date_value)` has operators that no notation has, and nothing
//! that occurs only in grammars. `freshness_lifetime = max_age_value` has neither; it is a formula because
//! another line defines the same name by a formula, or because it refers to such a name, and no rule is
//! involved.

use super::candidate::Candidate;
use super::rule::{Document, Piece, body, is_bracketed};
use crate::text::tokens::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// A formula refers to others by short chains.
const MAX_ROUNDS: usize = 8;

/// Returns for each candidate whether it is a formula. `others` are the names, in lower case, that
/// formulas among the prose define.
pub(super) fn formulas(
    document: &Document<'_>,
    candidates: &[Candidate<'_>],
    others: &BTreeSet<String>,
) -> Vec<bool> {
    let computes = |it: &Candidate<'_>| !it.is_sound && has_operators(document, it.at);
    let rules = candidates.iter().filter(|it| !it.is_plain && !computes(it));
    let used = used(candidates, rules.flat_map(|it| &it.uses).collect());
    let mut formulas: Vec<bool> =
        candidates.iter().map(|it| computes(it) && !used.contains(&it.name)).collect();
    for _ in 0..MAX_ROUNDS {
        let all = || candidates.iter().zip(&formulas);
        let rules = || all().filter(|(_, is_formula)| !**is_formula).map(|(it, _)| it);
        let computed = all().filter(|(_, is_formula)| **is_formula).map(|(it, _)| &it.name);
        let computed: BTreeSet<&String> = computed.chain(others).collect();
        let rule_names: BTreeSet<&String> = rules().map(|it| &it.name).collect();
        let is_formula = |it: &Candidate<'_>| {
            let is_rule = |name: &String| rule_names.contains(name) && *name != it.name;
            it.is_plain
                && (computed.contains(&it.name) || it.uses.iter().any(|it| computed.contains(it)))
                && !it.uses.iter().any(|name| is_rule(name) && !computed.contains(name))
                && !used.contains(&it.name)
        };
        let now: Vec<bool> = all().map(|(it, &known)| known || is_formula(it)).collect();
        if now == formulas {
            break;
        }
        formulas = now;
    }
    formulas
}

/// Returns the names, and those that definitions of names alone refer to from them.
fn used<'a>(candidates: &'a [Candidate<'_>], names: Vec<&'a String>) -> BTreeSet<&'a String> {
    let mut plain: BTreeMap<&String, Vec<&String>> = BTreeMap::new();
    for it in candidates.iter().filter(|it| it.is_plain) {
        plain.entry(&it.name).or_default().extend(&it.uses);
    }
    let (mut used, mut stack) = (BTreeSet::new(), names);
    while let Some(name) = stack.pop() {
        if used.insert(name) {
            stack.extend(plain.get(name).into_iter().flatten());
        }
    }
    used
}

/// Returns whether the body of a rule that begins in a line has operators of formulas, and nothing that
/// only grammars have. A description in the notation of RFC 821 may have commas.
pub(super) fn has_operators(document: &Document<'_>, at: usize) -> bool {
    let line = &document.lines[at];
    let body = body(document, at);
    let pieces: Vec<Piece> =
        document.content(line).into_iter().filter(|it| body <= it.start).collect();
    let is_number =
        |piece: &Piece| piece.kind == Kind::Repeat && !document.written(*piece).contains('*');
    // `/ 100`, where no element follows the number.
    let divides = |at: usize| {
        pieces[at].kind == Kind::Slash
            && pieces.get(at + 1).is_some_and(is_number)
            && pieces.get(at + 2).is_none_or(|it| it.spaced || !it.kind.begins_element())
    };
    let is_operator = |at: usize| match pieces[at].kind {
        Kind::Equals => true,
        Kind::Stray => document.written(pieces[at]).starts_with(['+', '-', ',', '>', '&', '^']),
        _ => divides(at),
    };
    let is_operand = |at: usize| match pieces[at].kind {
        Kind::Name
        | Kind::GroupOpen
        | Kind::GroupClose
        | Kind::OptionOpen
        | Kind::OptionClose
        | Kind::Stray => true,
        _ => is_number(&pieces[at]),
    };
    let mut all = 0..pieces.len();
    !is_bracketed(document, at)
        && all.clone().any(is_operator)
        && all.all(|at| is_operand(at) || is_operator(at))
}

/// Returns the name that a line defines, in lower case.
pub(super) fn name(document: &Document<'_>, at: usize) -> Option<String> {
    let first = *document.content(&document.lines[at]).first()?;
    Some(document.written(first).to_ascii_lowercase())
}
