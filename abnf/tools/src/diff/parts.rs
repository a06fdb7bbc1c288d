//! Two grammars to [`ComparedPart`]s: the texts that both accept and take apart differently.
//!
//! A part is found by the preferred derivation of a text, as in generated code. Of occurrences inside of
//! each other the outer one counts. The occurrences in a text differ if one grammar finds none, or if the
//! lists of their ranges are not equal.
//!
//! Regular rules are compared exactly (`product`). If a rule is nested or exceeds a limit, and the
//! definitions are not the same (`same`), the common texts are compared in the order of length, up to a
//! bound that the result states (`search`). Then texts of inner rules that are taken apart differently
//! are tried inside the shortest text around them (`inner`).

mod bounded;
mod count;
mod inner;
mod product;
mod same;
mod search;
mod words;

pub use count::PartCount;
pub use search::SearchLimit;

use super::pairs::Pair;
use super::texts::MAX_WALKS;
use abnfc::automata::compare::TooManyPairs;
use abnfc::automata::equivalence::equivalence;
use abnfc::automata::events::unambiguous::{Unambiguous, unambiguous};
use abnfc::automata::shape::{Shape, Shapes};
use abnfc::automata::superset::superset;
use abnfc::automata::tagged::Tagging;
use abnfc::automata::tagged::parts::Part;
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::plan::parts::nesting::Nesting;
use bounded::{Bounded, bounded, of_search};
use inner::Inner;
use product::{KINDS, Product};
use std::collections::BTreeSet;

/// The begin and the end of an occurrence of a part, in bytes.
pub type Range = (usize, usize);

/// A part: a named set of rules of each grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartPair {
    /// The name.
    pub name: String,
    /// Its rules in the first grammar.
    pub a: BTreeSet<RuleId>,
    /// Its rules in the second grammar.
    pub b: BTreeSet<RuleId>,
}

/// A part in the common texts of two rules.
#[derive(Clone, Debug)]
pub struct ComparedPart {
    /// The rules; each grammar has one.
    pub pair: Pair,
    /// The index of the part.
    pub part: usize,
    /// The result.
    pub verdict: PartVerdict,
}

/// How a part differs in the texts that two rules have in common.
#[derive(Clone, Debug)]
pub enum PartVerdict {
    /// No text of either rule has the part.
    Absent,
    /// The rules have no common text.
    NothingInCommon,
    /// Both grammars find the part in the same places in each common text.
    Equal,
    /// The part differs in some text.
    Different(PartDifference),
    /// The part is in the same places in all common texts up to a length.
    EqualUpTo(PartBound),
    /// A rule has no automaton.
    NotCompared(Diagnostic),
}

/// Texts that are taken apart differently, in the order of length. One text stands for all texts with
/// bytes of the same classes.
#[derive(Clone, Debug)]
pub struct PartDifference {
    /// Only the first grammar finds the part in these texts.
    pub only_a: Vec<Witness>,
    /// Only the second grammar finds it.
    pub only_b: Vec<Witness>,
    /// Both find it, but not in the same places.
    pub elsewhere: Vec<Witness>,
    /// If not all texts were compared, the extent of the search: there may be further texts of each kind.
    pub bound: Option<PartBound>,
    /// The numbers of common texts of each length from 0 on; empty if not all texts were compared, or if
    /// counting up to the length of the longest text that begins a list would take too long.
    pub counts: Vec<PartCount>,
}

/// A text that both rules have, and the ranges of the part in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The text.
    pub text: Vec<u8>,
    /// The ranges in the derivation by the first grammar.
    pub a: Vec<Range>,
    /// The ranges in the derivation by the second grammar.
    pub b: Vec<Range>,
}

/// The extent of a search that does not decide everything.
#[derive(Clone, Debug)]
pub struct PartBound {
    /// The length up to which all common texts were compared, in bytes; `None` if not even the empty text
    /// could be compared.
    pub bytes: Option<usize>,
    /// The number of texts that were compared, one for all with bytes of the same classes.
    pub texts: usize,
    /// Why not all texts were compared.
    pub why: PartObstacle,
    /// The limit at which the search ended.
    pub limit: SearchLimit,
}

/// Why not all common texts were compared.
#[derive(Clone, Debug)]
pub enum PartObstacle {
    /// A rule is nested.
    Nested,
    /// The parts of a rule cannot be located by an automaton.
    NoAutomaton(Diagnostic),
    /// The comparison of the automata takes too many steps.
    TooManySteps(TooManyPairs),
}

/// Returns the index of the kind of difference: only in the first, only in the second, or elsewhere.
fn kind(a: &[Range], b: &[Range]) -> Option<usize> {
    match (a, b) {
        _ if a == b => None,
        (_, []) => Some(0),
        ([], _) => Some(1),
        _ => Some(2),
    }
}

/// Compares each part in the common texts of each pair of rules, and finds at most `count` texts of each
/// kind of difference, but one at least. Pairs with one rule are left out.
///
/// The exact comparison takes at most [`Limits::compared_pairs`] steps for each rule and part. If finding
/// several texts takes more, there are fewer.
pub fn diff_parts(
    grammars: [&Resolved; 2],
    pairs: &[Pair],
    parts: &[PartPair],
    count: usize,
    limits: &Limits,
) -> Vec<ComparedPart> {
    // A text decides whether the part differs.
    let count = count.max(1);
    let shapes = grammars.map(|grammar| superset(grammar, limits));
    let side = |index: usize| {
        let (grammar, shapes) = (grammars[index], &shapes[index]);
        let tagging = Tagging::new(grammar, shapes, limits);
        Side { grammar, shapes, tagging, nesting: Nesting::new(grammar, shapes), limits }
    };
    let sides = [side(0), side(1)];
    let equivalence = equivalence(grammars[0], grammars[1]);
    // The inner rules come before those that use them.
    let mut order: Vec<(usize, RuleId, RuleId)> = Vec::new();
    for (index, pair) in pairs.iter().enumerate() {
        order.extend(pair.a.zip(pair.b).map(|(a, b)| (index, a, b)));
    }
    order.sort_by_key(|&(_, a, _)| shapes[0].component_index(a));
    let mut found = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let mut inner = Inner::default();
        for &(pair, a, b) in &order {
            let located = inner::located(&sides, part, a, b);
            let same = || same::have_same_derivations(grammars, &equivalence, part, (a, b));
            let verdict = verdict(&located, part, count, &mut inner, &same);
            let verdict = verdict.unwrap_or_else(PartVerdict::NotCompared);
            inner.add(a, &verdict);
            found.push((pair, ComparedPart { pair: pairs[pair], part: index, verdict }));
        }
    }
    found.sort_by_key(|(pair, compared)| (*pair, compared.part));
    found.into_iter().map(|(_, compared)| compared).collect()
}

/// One of the two grammars.
struct Side<'g> {
    grammar: &'g Resolved,
    shapes: &'g Shapes,
    tagging: Tagging<'g>,
    nesting: Nesting<'g>,
    limits: &'g Limits,
}

/// A part of a rule.
struct Located<'s, 'g> {
    side: &'s Side<'g>,
    rule: RuleId,
    part: Part,
}

impl Located<'_, '_> {
    fn occurs(&self) -> bool {
        self.side.nesting.occurs(self.rule, &self.part.rules)
    }

    fn transducer(&self) -> Result<Unambiguous, PartObstacle> {
        if let Shape::Nested { .. } = self.side.shapes.of(self.rule) {
            return Err(PartObstacle::Nested);
        }
        unambiguous(&self.side.tagging, self.rule, &self.part).map_err(PartObstacle::NoAutomaton)
    }
}

fn verdict(
    located: &[Located<'_, '_>; 2],
    part: &PartPair,
    count: usize,
    inner: &mut Inner,
    have_same_derivations: &dyn Fn() -> bool,
) -> Result<PartVerdict, Diagnostic> {
    if !located.iter().any(Located::occurs) {
        return Ok(PartVerdict::Absent);
    }
    let transducers = inner.transducers(located);
    let limit = located[0].side.limits.compared_pairs;
    let why = match &transducers {
        [Ok(of_a), Ok(of_b)] => match exact([of_a, of_b], count, limit) {
            Ok(verdict) => return Ok(verdict),
            Err(too_many) => PartObstacle::TooManySteps(too_many),
        },
        [Err(why), _] | [_, Err(why)] => why.clone(),
    };
    if have_same_derivations() {
        return Ok(PartVerdict::Equal);
    }
    let transducers = transducers.each_ref().map(|it| it.as_ref().ok());
    let Bounded { languages, readers, mut found } =
        bounded(located, transducers, [count, MAX_WALKS])?;
    if found.bound.is_some() {
        let around = inner.around(located, part);
        let locate = |text: &[u8]| {
            let is_common = languages.iter().all(|language| language.check(text).is_ok());
            let locate = |index: usize| (readers[index].locate)(text);
            if is_common { locate(0).zip(locate(1)) } else { None }
        };
        let cost = |length: usize| readers.iter().map(|it| it.cost(length)).sum();
        inner::add(around, cost, locate, count, &mut found.found);
    }
    Ok(of_search(found, why))
}

fn exact(
    [a, b]: [&Unambiguous; 2],
    count: usize,
    limit: usize,
) -> Result<PartVerdict, TooManyPairs> {
    let product = Product::new(a, b, limit)?;
    if !product.has_text() {
        return Ok(PartVerdict::NothingInCommon);
    }
    let found = product.texts(count, if count == 1 { usize::MAX } else { limit });
    if found.iter().all(Vec::is_empty) {
        return Ok(PartVerdict::Equal);
    }
    let longest = found.iter().filter_map(|texts| texts.first()).map(Vec::len).max().unwrap_or(0);
    let ranges = |transducer: &Unambiguous, text: &[u8]| {
        transducer.occurrences(text).expect("both languages have the text")
    };
    let witness = |text: Vec<u8>| Witness { a: ranges(a, &text), b: ranges(b, &text), text };
    let found = found.map(|texts| texts.into_iter().map(witness).collect());
    Ok(PartVerdict::Different(difference(found, None, count::counts(&product, longest))))
}

fn difference(
    [only_a, only_b, elsewhere]: [Vec<Witness>; KINDS],
    bound: Option<PartBound>,
    counts: Vec<PartCount>,
) -> PartDifference {
    PartDifference { only_a, only_b, elsewhere, bound, counts }
}

#[cfg(test)]
mod tests;
