//! Two grammars to [`Compared`] rules: the effect of a change of a grammar on its language.
//!
//! Regular rules are compared exactly, by their minimal automata. Equality of nested rules is
//! undecidable. They are equal if their definitions and those of all rules that they use are
//! equivalent; otherwise their texts are compared in the order of length, up to a bound that the
//! result states. So are those of regular rules that exceed a limit. Where that finds no text, texts
//! that differ in a part are tried (`contexts`): the parts of a rule are compared before it.

mod count;
mod pairs;
pub mod parts;
mod texts;

pub use count::Count;
pub use pairs::{Pair, pairs_by_name};
pub use texts::MAX_WALKS;

use crate::contexts::Contexts;
use abnfc::automata::compare::{Comparison, Relation, TooManyPairs, compare};
use abnfc::automata::equivalence::{Equivalence, equivalence};
use abnfc::automata::language::{Language, Mismatch};
use abnfc::automata::rules::{Automata, automata_beside, automata_of_regular};
use abnfc::automata::shape::{Shape, Shapes};
use abnfc::automata::superset::superset;
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use std::collections::BTreeMap;
use texts::Bounds;

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
    /// At least one rule is nested or exceeds a limit, and both agree on all texts up to a length.
    /// Longer texts were not compared.
    EqualUpTo(Bound),
    /// A rule has no automaton.
    NotCompared(Diagnostic),
}

/// The extent of a search that decides nothing.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The length up to which all texts were compared, in bytes.
    pub bytes: usize,
    /// The limit that a regular rule exceeds. `None` if a rule is nested.
    pub limit: Option<Diagnostic>,
}

/// Two languages that are different.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Texts that only one of them has. They are shortest ones, except a text that is longer than the
    /// texts of the search: it contains a text in which two parts differ.
    pub texts: Comparison,
    /// Further texts that only A has, and that only B has, in the order of length; see [`diff_with_texts`].
    pub more: [Vec<Vec<u8>>; 2],
    /// If not all texts could be compared and only one text was found, the extent of the search; the
    /// other side may have a longer one.
    pub bound: Option<Bound>,
    /// The number of texts of each length from 0 on; empty if a rule is nested or exceeds a limit, or
    /// if counting up to the length of the longer of the two texts would take too long.
    pub counts: Vec<Count>,
}

impl Difference {
    /// Returns the relation in one word. A bounded search cannot prove that a rule is a subset.
    #[must_use]
    pub fn relation(&self) -> Relation {
        match &self.bound {
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
    diff_with_texts(a, b, pairs, 1, limits)
}

/// As [`diff`], with at most `count` texts that only one grammar has, for each, but one at least. One text stands for all
/// texts with bytes that the rules do not distinguish.
pub fn diff_with_texts(
    a: &Resolved,
    b: &Resolved,
    pairs: &[Pair],
    count: usize,
    limits: &Limits,
) -> Vec<Compared> {
    // A text decides whether nested rules differ.
    let count = count.max(1);
    let equivalence = equivalence(a, b);
    let mut side_a = Side::new(a, pairs.iter().filter_map(|it| it.a), limits);
    let mut side_b = Side::new(b, pairs.iter().filter_map(|it| it.b), limits);
    let both = pairs.iter().filter_map(|it| Some((it.a?, it.b?)));
    let (compared_a, compared_b): (Vec<RuleId>, Vec<RuleId>) = both
        .filter(|&(rule_a, rule_b)| {
            let are_regular =
                side_a.automata.dfa(rule_a).is_ok() && side_b.automata.dfa(rule_b).is_ok();
            !are_regular && !equivalence.are_equivalent(rule_a, rule_b)
        })
        .unzip();
    side_a.make_compared(&compared_a, limits);
    side_b.make_compared(&compared_b, limits);
    let mut parts = Parts { sides: [&side_a, &side_b], known: BTreeMap::new(), count, limits };
    let mut verdicts: Vec<Option<Verdict>> = vec![None; pairs.len()];
    // The parts of a rule come before it.
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by_key(|&index| pairs[index].a.map(|rule| side_a.shapes.component_index(rule)));
    for index in order {
        verdicts[index] = Some(match (pairs[index].a, pairs[index].b) {
            (Some(_), None) => Verdict::OnlyInA,
            (None, Some(_)) => Verdict::OnlyInB,
            (Some(rule_a), Some(rule_b)) => {
                let found =
                    verdict([(&side_a, rule_a), (&side_b, rule_b)], &equivalence, &mut parts);
                if let Verdict::Different(found) = &found {
                    parts.known.insert(rule_a, Some((rule_b, found.texts.clone())));
                }
                found
            }
            (None, None) => unreachable!("a pair has a rule"),
        });
    }
    let verdicts = verdicts.into_iter().map(|it| it.expect("each pair was compared"));
    let compared = |(&pair, verdict)| Compared { pair, verdict };
    let found = pairs.iter().zip(verdicts).map(compared).collect();
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
    /// Those of regular rules.
    automata: Automata,
    /// Those of the rules whose texts are compared. Most pairs need none.
    of_compared: Option<Automata>,
}

impl<'g> Side<'g> {
    fn new(grammar: &'g Resolved, rules: impl Iterator<Item = RuleId>, limits: &Limits) -> Self {
        let shapes = superset(grammar, limits);
        let rules: Vec<RuleId> = rules.collect();
        let automata = automata_of_regular(grammar, &shapes, &rules, limits);
        Self { grammar, shapes, automata, of_compared: None }
    }

    /// Makes the automata of rules whose texts are compared.
    fn make_compared(&mut self, rules: &[RuleId], limits: &Limits) {
        self.of_compared = (!rules.is_empty()).then(|| self.beside(rules, limits));
    }

    fn beside(&self, rules: &[RuleId], limits: &Limits) -> Automata {
        automata_beside(self.grammar, &self.shapes, &self.automata, rules, limits)
    }

    /// Returns the language of a rule whose texts are compared. The error is the reason why it has none.
    fn language(&self, rule: RuleId, limits: &Limits) -> Result<Language, Diagnostic> {
        match self.of_compared.as_ref().and_then(|it| it.language(rule).ok()) {
            Some(language) => Ok(language),
            // Together the rules may exceed limits that each of them keeps.
            None => self.beside(&[rule], limits).language(rule).map_err(Diagnostic::clone),
        }
    }
}

/// The differences of parts of rules that are hard to compare.
struct Parts<'a> {
    sides: [&'a Side<'a>; 2],
    /// For each rule of A that was compared: the rule of B and texts that only one of them has, if they
    /// differ.
    known: BTreeMap<RuleId, Option<(RuleId, Comparison)>>,
    /// The number of texts to find on either side.
    count: usize,
    limits: &'a Limits,
}

impl Parts<'_> {
    /// Returns the differences of all parts of a rule of A and the rules of B of the same names.
    fn of(&mut self, rule: RuleId) -> Vec<(RuleId, RuleId, Comparison)> {
        let [a, b] = self.sides;
        let names = b.grammar.names();
        let reached = a.shapes.reached_above(0, [rule], |_| true);
        let mut found = Vec::new();
        for part in reached.into_iter().filter(|&part| part != rule) {
            let known = self.known.entry(part).or_insert_with(|| {
                let other = *names.get(a.grammar[part].name.folded())?;
                // The rules that are compared may need only one of the two.
                if !a.automata.has(part) || !b.automata.has(other) {
                    return None;
                }
                let dfas = (a.automata.dfa(part).ok()?, b.automata.dfa(other).ok()?);
                let texts = compare(dfas.0, dfas.1, self.limits.compared_pairs).ok()?;
                Some((other, texts))
            });
            found.extend(known.clone().map(|(other, texts)| (part, other, texts)));
        }
        found
    }
}

type Sided<'a> = (&'a Side<'a>, RuleId);

fn verdict(sided: [Sided<'_>; 2], equivalence: &Equivalence, parts: &mut Parts<'_>) -> Verdict {
    let limits = parts.limits;
    let [(a, rule_a), (b, rule_b)] = sided;
    let (Ok(dfa_a), Ok(dfa_b)) = (a.automata.dfa(rule_a), b.automata.dfa(rule_b)) else {
        if equivalence.are_equivalent(rule_a, rule_b) {
            return Verdict::Equal;
        }
        return searched(sided, parts).unwrap_or_else(Verdict::NotCompared);
    };
    match compare(dfa_a, dfa_b, limits.compared_pairs) {
        Ok(texts) if texts.relation() == Relation::Equal => Verdict::Equal,
        Ok(texts) => {
            let counts = count::counts(dfa_a, dfa_b, &texts);
            let more = match parts.count {
                1 => [Vec::new(), Vec::new()],
                // The first texts are known.
                count => {
                    let bounds = Bounds::of_pairs(count, limits.compared_pairs);
                    let language = |(side, rule): Sided<'_>| {
                        side.automata.language(rule).expect("the rule has an automaton")
                    };
                    let languages = sided.map(language);
                    let found = texts::search(&languages[0], &languages[1], bounds);
                    found.texts.map(|texts| texts.into_iter().skip(1).collect())
                }
            };
            Verdict::Different(Difference { texts, more, bound: None, counts })
        }
        // Equality is decided without a search.
        Err(too_many) => Verdict::DifferentWithoutText(too_many),
    }
}

/// Compares rules without minimal automata by their texts. The error is the reason why a rule has no
/// automaton.
fn searched(sided: [Sided<'_>; 2], parts: &mut Parts<'_>) -> Result<Verdict, Diagnostic> {
    let [(a, rule_a), (b, rule_b)] = sided;
    let languages = [a.language(rule_a, parts.limits)?, b.language(rule_b, parts.limits)?];
    let count = parts.count;
    let texts::SearchResult { mut texts, bound } =
        texts::search(&languages[0], &languages[1], Bounds::of_nested(count));
    let different = |[only_a, only_b]: [Vec<Vec<u8>>; 2], bound| {
        let [mut only_a, mut only_b] = [only_a.into_iter(), only_b.into_iter()];
        let texts = Comparison { only_left: only_a.next(), only_right: only_b.next() };
        let more = [only_a.collect(), only_b.collect()];
        Verdict::Different(Difference { texts, more, bound, counts: Vec::new() })
    };
    let Some(bytes) = bound else {
        let are_equal = texts.iter().all(Vec::is_empty);
        return Ok(if are_equal { Verdict::Equal } else { different(texts, None) });
    };
    let differing = parts.of(rule_a);
    if texts[0].len() < count {
        let of = differing.iter().filter_map(|(it, _, of)| Some((*it, of.only_left.as_deref()?)));
        let whole = (a.grammar, rule_a);
        witnesses(whole, [&languages[0], &languages[1]], &of.collect(), count, &mut texts[0]);
    }
    if texts[1].len() < count {
        let of = differing.iter().filter_map(|(_, it, of)| Some((*it, of.only_right.as_deref()?)));
        let whole = (b.grammar, rule_b);
        witnesses(whole, [&languages[1], &languages[0]], &of.collect(), count, &mut texts[1]);
    }
    let limit = || {
        let own = sided.map(|(side, rule)| match side.shapes.of(rule) {
            Shape::Regular(_) => side.automata.dfa(rule).err().cloned(),
            Shape::Nested { .. } => None,
        });
        let is_nested =
            sided.iter().any(|(side, rule)| matches!(side.shapes.of(*rule), Shape::Nested { .. }));
        if is_nested { None } else { own.into_iter().flatten().next() }
    };
    let is_missing = texts.each_ref().map(Vec::is_empty);
    let bound = is_missing.contains(&true).then(|| Bound { bytes, limit: limit() });
    Ok(match bound {
        Some(bound) if is_missing == [true; 2] => Verdict::EqualUpTo(bound),
        bound => different(texts, bound),
    })
}

/// The maximum number of parts in which a text is tried.
const MAX_TRIED: usize = 64;

/// Adds texts of the first language and not of the second, around texts of parts, until there are `count`.
fn witnesses(
    (grammar, rule): (&Resolved, RuleId),
    [has, lacks]: [&Language; 2],
    of_parts: &BTreeMap<RuleId, &[u8]>,
    count: usize,
    found: &mut Vec<Vec<u8>>,
) {
    if of_parts.is_empty() {
        return;
    }
    let contexts = Contexts::new(grammar, rule);
    let parts = contexts.parts();
    let parts = parts.iter().filter_map(|part| Some((part, *of_parts.get(&part.rule)?)));
    let texts = parts.take(MAX_TRIED).filter_map(|(part, text)| contexts.around(part, text));
    let is_only_in_first = |text: &Vec<u8>| {
        let is_outside = |why: Mismatch| !why.is_too_complex;
        has.check(text).is_ok() && lacks.check(text).is_err_and(is_outside)
    };
    let mut texts: Vec<Vec<u8>> = texts.filter(is_only_in_first).collect();
    texts.sort_by_key(Vec::len);
    for text in texts {
        if found.len() < count && !found.contains(&text) {
            found.push(text);
        }
    }
}

#[cfg(test)]
mod tests;
