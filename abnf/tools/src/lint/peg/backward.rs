//! Searches for a shortest text of a rule that the rule refuses as a parsing expression grammar.
//!
//! Texts grow at the front. A vector states, for each point, whether the text is accepted from that
//! point by a parser that commits and by one that backtracks. The two parsers are alternating automata,
//! and the vectors are the states of the deterministic automata of their reversals (Chandra, Kozen and
//! Stockmeyer, "Alternation", 1981). The search over vectors is exact, and by length.

use super::Outcome;
use super::expression::Step;
use super::whole_graph::Points;
use std::collections::BTreeSet;

/// The maximum number of steps of a search: points of all vectors.
const STEPS: usize = 1 << 24;

/// Searches for the text.
pub(super) fn backward(points: &Points) -> Outcome {
    let bytes = points.bytes();
    let slots = Slots::of(points);
    let (values, is_refused) = slots.before(None, None);
    if is_refused {
        return Outcome::Refused(Vec::new());
    }
    let mut known = BTreeSet::from([values.clone()]);
    let mut found = vec![Visited { values, next: None, length: 0 }];
    let mut steps = STEPS;
    let mut done = 0;
    while done < found.len() {
        for &byte in &bytes {
            let Some(left) = steps.checked_sub(points.order.len()) else {
                return Outcome::NoneUpTo(found[done].length);
            };
            steps = left;
            let (values, is_refused) = slots.before(Some(byte), Some(&found[done].values));
            let length = found[done].length + 1;
            if is_refused {
                found.push(Visited { values, next: Some((byte, done)), length });
                return Outcome::Refused(text(&found, found.len() - 1));
            }
            // No point accepts a text with this end.
            if values.any.iter().all(|&word| word == 0) {
                continue;
            }
            if known.insert(values.clone()) {
                found.push(Visited { values, next: Some((byte, done)), length });
            }
        }
        done += 1;
    }
    Outcome::None
}

struct Visited {
    values: Values,
    /// The first byte, and the vector of the rest.
    next: Option<(u8, usize)>,
    length: usize,
}

fn text(found: &[Visited], at: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(found[at].length);
    let mut next = found[at].next;
    while let Some((byte, at)) = next {
        text.push(byte);
        next = found[at].next;
    }
    text
}

/// A bit for each point after a byte: whether the rest of a text is accepted from there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Values {
    /// Acceptance by a parser that commits.
    once: Vec<u64>,
    /// Acceptance by a parser that backtracks.
    any: Vec<u64>,
}

fn bit(words: &[u64], at: usize) -> bool {
    words[at / 64] >> (at % 64) & 1 == 1
}

/// The graph, with the indices of points in vectors.
struct Slots<'a> {
    points: &'a Points,
    /// The points after a byte.
    of: Vec<Option<usize>>,
    count: usize,
}

impl<'a> Slots<'a> {
    fn of(points: &'a Points) -> Self {
        let mut of = vec![None; points.steps.len()];
        let mut count = 0;
        for (_, _, then) in points.reads() {
            if of[then].is_none() {
                of[then] = Some(count);
                count += 1;
            }
        }
        Self { points, of, count }
    }

    /// Returns the vector of a text, from its first byte and the vector of the rest, or of the empty text.
    /// Also returns whether the rule has the text but refuses it.
    fn before(&self, byte: Option<u8>, rest: Option<&Values>) -> (Values, bool) {
        let mut once = vec![false; self.points.steps.len()];
        let mut any = vec![false; self.points.steps.len()];
        for &at in &self.points.order {
            (once[at], any[at]) = match &self.points.steps[at] {
                Step::End => (byte.is_none(), byte.is_none()),
                Step::Any => (true, true),
                Step::Goto(to) => (once[*to], any[*to]),
                Step::Read(set, then) => match (byte, rest, self.of[*then]) {
                    (Some(byte), Some(rest), Some(slot)) if set.contains(byte) => {
                        (bit(&rest.once, slot), bit(&rest.any, slot))
                    }
                    _ => (false, false),
                },
                Step::Choose(it) => {
                    (once[if once[it.test] { it.yes } else { it.no }], any[it.yes] || any[it.no])
                }
            };
        }
        let packed = |values: &[bool]| {
            let mut words = vec![0; self.count.div_ceil(64)];
            for (at, slot) in self.of.iter().enumerate() {
                if let Some(slot) = slot
                    && values[at]
                {
                    words[slot / 64] |= 1 << (slot % 64);
                }
            }
            words
        };
        let is_refused = any[self.points.start] && !once[self.points.start];
        (Values { once: packed(&once), any: packed(&any) }, is_refused)
    }
}
