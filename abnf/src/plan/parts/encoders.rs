//! Makes the [`Encoder`] of a rule with pieces, which turns values into texts of the rule.
//!
//! Input: the pieces whose meanings are checked, in the order of the spec. They are marked in the
//! texts of the rule, and each becomes a step of the encoder: a text with the part of the value that
//! it stands for, or digits. A piece without a value, such as a delimiter, is the shortest text,
//! spelled as the grammar spells its literals. `None` if the encoder would have more than [`MAX_SIZE`]
//! edges, or if a budget is exceeded.

use super::letters::Spelling;
use crate::automata::dfa::{Dfa, StateId};
use crate::automata::marked::{Marked, MarkedState, marked};
use crate::automata::nfa::{Nfa, surrounded_each};
use crate::automata::tagged::Tagging;
use crate::budget::Budget;
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use crate::spec::{Meaning, NumberedUnit, Rest};
use std::collections::{BTreeMap, BTreeSet};

/// The greatest number of ranges of bytes and of steps in an encoder.
pub const MAX_SIZE: usize = 8192;

/// The automaton that turns values into texts of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoder {
    /// The states; the text begins in the first one.
    pub states: Vec<EncoderState>,
}

/// A state of an encoder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncoderState {
    /// The bytes that stand for themselves or, in a number, are digits: ranges with next states.
    pub bytes: Vec<(u8, u8, u16)>,
    /// The steps, in the order of the spec.
    pub steps: Vec<Step>,
    /// Whether the text may end.
    pub is_end: bool,
}

/// A step of an encoder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A text and the part of the value that it stands for.
    Fixed(Vec<u8>, String, u16),
    /// A text, after which bytes stand for themselves, from this state on.
    Rest(Vec<u8>, u16),
    /// A text, and the number of a unit in digits of a radix, from this state on.
    Number(Vec<u8>, NumberedUnit, u8, u16),
}

/// A piece: its rule, and its meanings, each with its texts.
pub(super) type Piece<'a> = (RuleId, &'a [(Dfa, Meaning)]);

/// The mark at the end of pieces.
const CLOSE: u16 = 0;

/// Makes the encoder of a rule.
pub(super) fn encoder(
    tagging: &Tagging<'_>,
    spelling: &Spelling,
    rule: RuleId,
    pieces: &[Piece<'_>],
) -> Option<Encoder> {
    let mut marks: BTreeMap<RuleId, Nfa> = BTreeMap::new();
    let mut meanings: Vec<&Meaning> = Vec::new();
    for (id, cases) in pieces {
        let first = u16::try_from(meanings.len()).ok()?.checked_add(1)?;
        let languages = cases.iter().map(|(dfa, _)| dfa);
        marks.insert(*id, surrounded_each(languages.zip(first..), CLOSE));
        meanings.extend(cases.iter().map(|(_, meaning)| meaning));
    }
    let rules: BTreeSet<RuleId> = marks.keys().copied().collect();
    let nfa = tagging.marked(rule, &rules, &|used, _| marks[&used].clone()).ok()?;
    let texts = marked(&nfa, &mut Budget::of_rule(tagging.limits)).ok()?;
    Table { texts: &texts, meanings: &meanings, spelling, number: BTreeMap::new(), order: vec![] }
        .encoder()
}

/// Makes the automaton that inserts a byte that means nothing into texts. `None` if it is too large.
pub fn inserter(dfa: &Dfa, byte: u8) -> Option<Encoder> {
    let mut size = 0;
    let state = |(state, edges): (StateId, Vec<(ByteSet, StateId)>)| {
        let (mut bytes, mut steps) = (Vec::new(), Vec::new());
        for (set, next) in edges {
            let next = u16::try_from(next.index()).ok()?;
            if set.contains(byte) {
                steps.push(Step::Fixed(vec![byte], String::new(), next));
            }
            let others: ByteSet = set.iter().filter(|&other| other != byte).collect();
            bytes.extend(others.ranges().into_iter().map(|(low, high)| (low, high, next)));
        }
        bytes.sort_unstable();
        size += bytes.len() + steps.len();
        Some(EncoderState { bytes, steps, is_end: dfa.is_accepting(state) })
    };
    let states = dfa.edges().map(state).collect::<Option<Vec<_>>>()?;
    (size <= MAX_SIZE).then_some(Encoder { states })
}

/// The states of an encoder while it is made.
struct Table<'a> {
    texts: &'a Marked,
    meanings: &'a [&'a Meaning],
    spelling: &'a Spelling,
    number: BTreeMap<usize, u16>,
    order: Vec<usize>,
}

impl Table<'_> {
    fn encoder(mut self) -> Option<Encoder> {
        self.state(0)?;
        let mut states = Vec::new();
        let mut size = 0;
        while let Some(&state) = self.order.get(states.len()) {
            let MarkedState { bytes, marks, is_end } = &self.texts.states[state];
            let mut ranges = Vec::new();
            for (set, next) in bytes {
                let next = self.state(*next)?;
                ranges.extend(set.ranges().into_iter().map(|(low, high)| (low, high, next)));
            }
            ranges.sort_unstable();
            let mut steps = Vec::new();
            for (mark, next) in marks {
                match mark.checked_sub(1) {
                    None => steps.push(Step::Fixed(Vec::new(), String::new(), self.state(*next)?)),
                    Some(index) => steps.extend(self.steps(*next, usize::from(index))?),
                }
            }
            size += ranges.len() + steps.len();
            if MAX_SIZE < size {
                return None;
            }
            states.push(EncoderState { bytes: ranges, steps, is_end: *is_end });
        }
        Some(Encoder { states })
    }

    /// Returns the number of a state. `None` if there are too many.
    fn state(&mut self, state: usize) -> Option<u16> {
        if let Some(known) = self.number.get(&state) {
            return Some(*known);
        }
        let number = u16::try_from(self.order.len()).ok()?;
        self.order.push(state);
        self.number.insert(state, number);
        Some(number)
    }

    /// Returns the steps through a piece with this meaning.
    fn steps(&mut self, inside: usize, meaning: usize) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        let (drop, rest) = match self.meanings[meaning] {
            Meaning::Fixed(value) => {
                for (next, path) in self.texts.shortest(inside, CLOSE) {
                    steps.push(Step::Fixed(self.spell(&path), value.clone(), self.state(next)?));
                }
                return Some(steps);
            }
            Meaning::Read { drop, rest } => (*drop, rest),
            Meaning::ByPrefix(_) => unreachable!("each of its meanings has a mark"),
        };
        let begins: Vec<(usize, Vec<u8>)> = self
            .texts
            .after(inside, drop)
            .into_iter()
            .map(|(state, path)| (state, self.spell(&path)))
            .collect();
        match rest {
            Rest::Itself => {
                for (state, text) in begins {
                    if !self.texts.states[state].bytes.is_empty() {
                        steps.push(Step::Rest(text.clone(), self.state(state)?));
                    }
                    if let Some(&next) = self.texts.states[state].marks.get(&CLOSE) {
                        steps.push(Step::Fixed(text, String::new(), self.state(next)?));
                    }
                }
            }
            Rest::Number { radix, unit } => {
                for (state, text) in begins {
                    steps.push(Step::Number(text, *unit, *radix, self.state(state)?));
                }
            }
            Rest::OneOf(texts) => {
                for (key, value) in texts {
                    for (state, text) in &begins {
                        let end = self.texts.walk(*state, key.as_bytes());
                        let next = end.and_then(|end| self.texts.states[end].marks.get(&CLOSE));
                        let Some(&next) = next else { continue };
                        let text = [text, key.as_bytes()].concat();
                        steps.push(Step::Fixed(text, value.clone(), self.state(next)?));
                    }
                }
            }
        }
        Some(steps)
    }

    fn spell(&self, path: &[ByteSet]) -> Vec<u8> {
        self.spelling.spell(path)
    }
}
