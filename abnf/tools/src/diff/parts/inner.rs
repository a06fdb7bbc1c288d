//! Texts of inner rules that are taken apart differently, inside the shortest text around them.
//!
//! A search through all texts finds only short ones. If an inner rule finds a part in other places, a text
//! of the whole around that text is usually taken apart differently, too. Each text is checked: the
//! other grammar may derive it in another way.

use super::product::KINDS;
use super::{Located, PartObstacle, PartPair, PartVerdict, Range, Side, Witness, exact, kind};
use crate::contexts::{self, Contexts};
use abnfc::automata::events::unambiguous::Unambiguous;
use abnfc::automata::shape::Shape;
use abnfc::automata::tagged::parts::Part;
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::RuleId;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of inner rules that are compared for one rule.
const MAX_RULES: usize = 32;

/// The maximum number of inner rules whose automata exceed a limit before no other inner rule is compared.
const MAX_FAILED: usize = 4;

/// The maximum number of steps that locate the part in texts around texts of inner rules.
const MAX_STEPS: usize = 1 << 28;

/// The texts of inner rules in which one part differs.
#[derive(Default)]
pub(super) struct Inner {
    /// For each rule of A that was compared, the first text of each kind.
    known: BTreeMap<RuleId, Vec<Vec<u8>>>,
    /// For each grammar, the rules in which an automaton that locates the part exceeds a limit.
    failed: [BTreeMap<RuleId, Diagnostic>; 2],
}

impl Inner {
    /// Makes the automata that locate the part in a rule of each grammar. The automaton of a rule around
    /// a rule that exceeds a limit is not tried: it would be larger still, and take as long.
    pub(super) fn transducers(
        &mut self,
        located: &[Located<'_, '_>; 2],
    ) -> [Result<Unambiguous, PartObstacle>; 2] {
        let [a, b] = located.each_ref();
        let [failed_a, failed_b] = &mut self.failed;
        [(a, failed_a), (b, failed_b)].map(|(located, failed)| {
            let Located { side, rule, .. } = located;
            let is_inside =
                |inner: RuleId| inner == *rule || side.nesting.occurs(*rule, &[inner].into());
            if let Shape::Regular(_) = side.shapes.of(*rule)
                && let Some((_, why)) = failed.iter().find(|(inner, _)| is_inside(**inner))
            {
                return Err(PartObstacle::NoAutomaton(why.clone()));
            }
            let made = located.transducer();
            if let Err(PartObstacle::NoAutomaton(why)) = &made {
                failed.insert(*rule, why.clone());
            }
            made
        })
    }

    /// Adds the result of a comparison.
    pub(super) fn add(&mut self, a: RuleId, verdict: &PartVerdict) {
        self.known.insert(a, firsts(verdict));
    }

    /// Returns texts of the first rule around texts of inner rules of the same names, in the order of
    /// length.
    pub(super) fn around(
        &mut self,
        located: &[Located<'_, '_>; 2],
        part: &PartPair,
    ) -> Vec<Vec<u8>> {
        let [a, b] = located;
        let names = b.side.grammar.names();
        let sides = [a.side, b.side];
        let contexts = Contexts::new(a.side.grammar, a.rule);
        // The text of the part itself has no parts.
        let has_part = |place: &contexts::Part| a.side.nesting.occurs(place.rule, &a.part.rules);
        let other = |place: contexts::Part| {
            let name = a.side.grammar[place.rule].name.folded();
            Some((*names.get(name)?, place))
        };
        let places = contexts.parts().into_iter().filter(has_part).filter_map(other);
        let mut places: Vec<(RuleId, contexts::Part)> = places.take(MAX_RULES).collect();
        // The inner rules come before those that use them.
        places.sort_by_key(|(_, place)| a.side.shapes.component_index(place.rule));
        let mut texts = Vec::new();
        for (other, place) in places {
            if !self.known.contains_key(&place.rule) {
                let found = self.compared(&located_by(sides, part, place.rule, other));
                self.known.insert(place.rule, found);
            }
            let of_rule = &self.known[&place.rule];
            texts.extend(of_rule.iter().filter_map(|text| contexts.around(&place, text)));
        }
        texts.sort_by_key(Vec::len);
        texts
    }

    /// Compares an inner rule of each grammar, if that is exact. Returns the first text of each kind.
    fn compared(&mut self, located: &[Located<'_, '_>; 2]) -> Vec<Vec<u8>> {
        if self.failed.iter().any(|failed| MAX_FAILED <= failed.len()) {
            return Vec::new();
        }
        let transducers = self.transducers(located);
        let [Ok(of_a), Ok(of_b)] = &transducers else { return Vec::new() };
        let found = exact([of_a, of_b], 1, located[0].side.limits.compared_pairs);
        found.map_or_else(|_| Vec::new(), |verdict| firsts(&verdict))
    }
}

/// Returns the first text of each kind.
fn firsts(verdict: &PartVerdict) -> Vec<Vec<u8>> {
    let PartVerdict::Different(found) = verdict else { return Vec::new() };
    let kinds = [&found.only_a, &found.only_b, &found.elsewhere];
    kinds.into_iter().filter_map(|texts| Some(texts.first()?.text.clone())).collect()
}

/// Returns the part in a rule of each grammar.
pub(super) fn located<'s, 'g>(
    sides: &'s [Side<'g>; 2],
    part: &PartPair,
    a: RuleId,
    b: RuleId,
) -> [Located<'s, 'g>; 2] {
    located_by([&sides[0], &sides[1]], part, a, b)
}

fn located_by<'s, 'g>(
    [side_a, side_b]: [&'s Side<'g>; 2],
    part: &PartPair,
    a: RuleId,
    b: RuleId,
) -> [Located<'s, 'g>; 2] {
    let of = |rules: &BTreeSet<RuleId>| Part { name: part.name.clone(), rules: rules.clone() };
    [
        Located { side: side_a, rule: a, part: of(&part.a) },
        Located { side: side_b, rule: b, part: of(&part.b) },
    ]
}

/// Adds those texts in which the part differs, until there are `count` of each kind. `cost` is the number of
/// steps for a text of a length; texts that would take too many steps are left out.
pub(super) fn add(
    texts: Vec<Vec<u8>>,
    cost: impl Fn(usize) -> usize,
    locate: impl Fn(&[u8]) -> Option<(Vec<Range>, Vec<Range>)>,
    count: usize,
    found: &mut [Vec<Witness>; KINDS],
) {
    let mut steps = 0_usize;
    for text in texts {
        steps = steps.saturating_add(cost(text.len()));
        if MAX_STEPS < steps {
            break;
        }
        let Some((a, b)) = locate(&text) else { continue };
        let Some(kind) = kind(&a, &b) else { continue };
        let of_kind = &mut found[kind];
        if of_kind.len() < count && of_kind.iter().all(|other| other.text != text) {
            of_kind.push(Witness { text, a, b });
        }
    }
}
