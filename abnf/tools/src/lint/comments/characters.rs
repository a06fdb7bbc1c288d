//! Definitions without some characters, and texts without them.
//!
//! A rule that `except` names in a spec file excludes whole texts, so a comment on characters is about the
//! set that a definition repeats.

use super::super::languages::Languages;
use super::excepted::Known;
use abnfc::automata::compare::are_equal;
use abnfc::automata::dfa::Dfa;
use abnfc::automata::products::intersection;
use abnfc::budget::Budget;
use abnfc::grammar::{Encoding, Expr, RuleId, ValueSet, facts};
use abnfc::limits::Limits;

/// Returns the texts that have none of some characters.
pub(super) fn free_of(languages: &Languages<'_>, characters: &ValueSet) -> Option<Dfa> {
    let all = all_characters(languages.grammar.encoding);
    let other = Expr::set(all.minus(characters)).unwrap_or(Expr::Empty);
    texts(languages, &Expr::repeat(0, None, other))
}

/// Returns the definition of a rule without some characters, as ABNF, if it is a set or a repetition
/// of one. `dfa` has the texts of the rule.
pub(super) fn definition_without(
    Known { languages, values }: Known<'_>,
    dfa: &Dfa,
    rule: RuleId,
    characters: &ValueSet,
) -> Option<String> {
    let grammar = languages.grammar;
    let expr = &grammar[rule].expr;
    let (min, max, body) = match expr {
        Expr::Repeat { min, max, body } => (*min, *max, &**body),
        _ => (1, Some(1), expr),
    };
    let set = facts::value_set(body, values)?;
    let definition = Expr::repeat(min, max, Expr::set(set.minus(characters))?);
    // A rule between them can be restricted, which its set does not show.
    let free = free_of(languages, characters)?;
    let left = intersection(dfa, &free, &mut Budget::of_rule(&Limits::default())).ok()?;
    are_equal(&left, &texts(languages, &definition)?).then(|| grammar.show(&definition).to_string())
}

fn texts(languages: &Languages<'_>, expr: &Expr<RuleId>) -> Option<Dfa> {
    Some((*languages.texts(&languages.pattern(expr)).ok()?.dfa).clone())
}

fn all_characters(encoding: Encoding) -> ValueSet {
    match encoding {
        Encoding::Octets => ValueSet::new([(0, 0xFF)]),
        Encoding::Utf8 => ValueSet::new([(0, 0xD7FF), (0xE000, 0x10_FFFF)]),
    }
}
