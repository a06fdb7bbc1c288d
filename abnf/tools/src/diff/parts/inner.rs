//! Texts of inner rules that are taken apart differently, inside the shortest text around them.
//!
//! A search through all texts finds only short ones. If an inner rule finds a part in other places, a text
//! of the whole around that text is usually taken apart differently, too. Each text is checked: the
//! other grammar may derive it in another way.

use super::product::KINDS;
use super::{Located, PartPair, PartVerdict, Range, Side, Witness, exact, kind};
use crate::contexts::Contexts;
use abnfc::automata::tagged::parts::Part;
use abnfc::grammar::RuleId;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of inner rules that are compared for one rule.
const MAX_RULES: usize = 32;

/// The texts of inner rules in which one part differs.
#[derive(Default)]
pub(super) struct Inner {
    /// For each rule of A that was compared, the first text of each kind.
    known: BTreeMap<RuleId, Vec<Vec<u8>>>,
}

impl Inner {
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
        let mut texts = Vec::new();
        let mut rules = 0;
        for place in contexts.parts() {
            // The text of the part itself has no parts.
            if !a.side.nesting.occurs(place.rule, &a.part.rules) {
                continue;
            }
            let name = a.side.grammar[place.rule].name.folded();
            let Some(&other) = names.get(name) else { continue };
            rules += 1;
            if MAX_RULES < rules {
                break;
            }
            let of_rule = self.known.entry(place.rule).or_insert_with(|| {
                let located = located_by(sides, part, place.rule, other);
                let transducers = located.each_ref().map(Located::transducer);
                let [Ok(of_a), Ok(of_b)] = &transducers else { return Vec::new() };
                let found = exact([of_a, of_b], 1, a.side.limits.compared_pairs);
                found.map_or_else(|_| Vec::new(), |verdict| firsts(&verdict))
            });
            texts.extend(of_rule.iter().filter_map(|text| contexts.around(&place, text)));
        }
        texts.sort_by_key(Vec::len);
        texts
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

/// Adds those texts in which the part differs, until there are `count` of each kind.
pub(super) fn add(
    texts: Vec<Vec<u8>>,
    locate: impl Fn(&[u8]) -> Option<(Vec<Range>, Vec<Range>)>,
    count: usize,
    found: &mut [Vec<Witness>; KINDS],
) {
    for text in texts {
        let Some((a, b)) = locate(&text) else { continue };
        let Some(kind) = kind(&a, &b) else { continue };
        let of_kind = &mut found[kind];
        if of_kind.len() < count && of_kind.iter().all(|other| other.text != text) {
            of_kind.push(Witness { text, a, b });
        }
    }
}
