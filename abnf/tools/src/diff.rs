//! Two grammars to [`Compared`] rules: the effect of a change of a grammar on its language.
//!
//! Regular rules are compared exactly, by their minimal automata. Equality of nested rules is
//! undecidable. They are equal if their definitions and those of all rules that they use are
//! equivalent; otherwise their texts are compared in the order of length, up to a bound that the
//! result states.

mod count;
mod pairs;
mod texts;

pub use count::Count;
pub use pairs::{Pair, pairs_by_name};
pub use texts::MAX_WALKS;

use abnfc::automata::compare::{Comparison, Relation, TooManyPairs, compare};
use abnfc::automata::equivalence::{Equivalence, equivalence};
use abnfc::automata::rules::{Automata, automata, automata_of_regular};
use abnfc::automata::shape::Shapes;
use abnfc::automata::superset::superset;
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;

/// A rule of each grammar, or a rule that only one of them has, and the relation of the two.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The rules.
    pub pair: Pair,
    /// The relation of their languages.
    pub verdict: Verdict,
}

/// The relation of the languages of two rules.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The second grammar has no rule of the name, and no other unpaired rule of the language.
    OnlyInA,
    /// Only B has the rule.
    OnlyInB,
    /// The same texts.
    Equal,
    /// The same texts, but neither grammar has a rule of the other's name. Found by the automata, or
    /// by the definitions of nested rules.
    Renamed,
    /// Some text is in one language only.
    Different(Difference),
    /// The languages are different, but the search for a witness exceeds its limit.
    DifferentWithoutText(TooManyPairs),
    /// At least one rule is nested, and both agree on all texts of up to this number of bytes. Longer
    /// texts were not compared.
    EqualUpTo {
        /// The length, in bytes.
        bytes: usize,
    },
    /// A rule has no automaton.
    NotCompared(Diagnostic),
}

/// Two languages that are different.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Shortest texts that only one of them has.
    pub texts: Comparison,
    /// If a rule is nested and only one text was found, the number of bytes up to which all texts were
    /// compared; the other side may have a longer one.
    pub bound: Option<usize>,
    /// The number of texts of each length from 0 on; empty if a rule is nested, or if counting up to
    /// the length of the longer of the two texts would take too long.
    pub counts: Vec<Count>,
}

impl Difference {
    /// Returns the relation in one word. A bounded search cannot prove that a nested rule is a subset.
    #[must_use]
    pub fn relation(&self) -> Relation {
        match self.bound {
            Some(_) => Relation::Differs,
            None => self.texts.relation(),
        }
    }
}

/// Compares rules of two grammars pair by pair. A rule that only one grammar has is paired with a
/// rule of the same language that only the other grammar has, if there is one.
///
/// The search for texts visits at most [`Limits::compared_pairs`] pairs of states of regular rules,
/// and at most [`MAX_WALKS`] texts if a rule is nested.
pub fn diff(a: &Resolved, b: &Resolved, pairs: &[Pair], limits: &Limits) -> Vec<Compared> {
    let equivalence = equivalence(a, b);
    let side_a = Side::new(a, pairs.iter().filter_map(|it| it.a), limits);
    let side_b = Side::new(b, pairs.iter().filter_map(|it| it.b), limits);
    let compared = |pair: Pair| match (pair.a, pair.b) {
        (Some(_), None) => Compared { pair, verdict: Verdict::OnlyInA },
        (None, Some(_)) => Compared { pair, verdict: Verdict::OnlyInB },
        (Some(rule_a), Some(rule_b)) => {
            let verdict = verdict((&side_a, rule_a), (&side_b, rule_b), &equivalence, limits);
            Compared { pair, verdict }
        }
        (None, None) => unreachable!("a pair has a rule"),
    };
    let found = pairs.iter().copied().map(compared).collect();
    pairs::renamed(found, |rule_a, rule_b| {
        match (side_a.automata.dfa(rule_a), side_b.automata.dfa(rule_b)) {
            // Minimal automata are canonical.
            (Ok(dfa_a), Ok(dfa_b)) => dfa_a == dfa_b,
            _ => equivalence.are_equivalent(rule_a, rule_b),
        }
    })
}

/// One of the two grammars.
struct Side<'g> {
    grammar: &'g Resolved,
    shapes: Shapes,
    automata: Automata,
}

impl<'g> Side<'g> {
    fn new(grammar: &'g Resolved, rules: impl Iterator<Item = RuleId>, limits: &Limits) -> Self {
        let shapes = superset(grammar, limits);
        let rules: Vec<RuleId> = rules.collect();
        let automata = automata_of_regular(grammar, &shapes, &rules, limits);
        Self { grammar, shapes, automata }
    }
}

fn verdict(
    (a, rule_a): (&Side<'_>, RuleId),
    (b, rule_b): (&Side<'_>, RuleId),
    equivalence: &Equivalence,
    limits: &Limits,
) -> Verdict {
    let (Ok(dfa_a), Ok(dfa_b)) = (a.automata.dfa(rule_a), b.automata.dfa(rule_b)) else {
        if equivalence.are_equivalent(rule_a, rule_b) {
            return Verdict::Equal;
        }
        return nested((a, rule_a), (b, rule_b), limits).unwrap_or_else(Verdict::NotCompared);
    };
    match compare(dfa_a, dfa_b, limits.compared_pairs) {
        Ok(texts) if texts.relation() == Relation::Equal => Verdict::Equal,
        Ok(texts) => {
            let counts = count::counts(dfa_a, dfa_b, &texts);
            Verdict::Different(Difference { texts, bound: None, counts })
        }
        // Equality is decided without a search.
        Err(too_many) => Verdict::DifferentWithoutText(too_many),
    }
}

/// Builds the automata of a nested rule, which most pairs do not need. The error is the reason why
/// the rule has no automaton.
fn nested(
    (a, rule_a): (&Side<'_>, RuleId),
    (b, rule_b): (&Side<'_>, RuleId),
    limits: &Limits,
) -> Result<Verdict, Diagnostic> {
    let language = |side: &Side<'_>, rule| {
        let automata = automata(side.grammar, &side.shapes, &[rule], limits);
        automata.language(rule).map_err(Diagnostic::clone)
    };
    let found = texts::search(&language(a, rule_a)?, &language(b, rule_b)?);
    Ok(match (found.texts.relation(), found.bound) {
        (Relation::Equal, None) => Verdict::Equal,
        (Relation::Equal, Some(bytes)) => Verdict::EqualUpTo { bytes },
        (_, bound) => {
            Verdict::Different(Difference { texts: found.texts, bound, counts: Vec::new() })
        }
    })
}

#[cfg(test)]
mod tests;
