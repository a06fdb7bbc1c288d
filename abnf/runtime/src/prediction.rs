//! The preferred derivation of a text in one pass, if the rest of the text decides each branch.
//!
//! The walk follows the automata of the rules, with a stack of the rules that it has entered. Where
//! a rule branches, the next byte decides in most cases, and [`super::lookahead`] in the others. If
//! neither decides, there is no prediction, and [`super::derivation`] makes the tree in two passes.
//!
//! # Why it is the preferred derivation
//!
//! The text matches, so some derivation continues from each configuration of the walk. A branch is
//! taken if all others fail, or if it is the first that does not fail and can read whatever they
//! can. In the second case its derivations might all have a cycle that reads nothing, such as a
//! repetition of nothing. The next step depends only on the state, the stack and the offset: a
//! cycle would repeat until the limit on steps between two bytes ends the walk, so a tree that is
//! returned has none.
//!
//! # Cost
//!
//! Time is linear in the text, with a factor that depends on the grammar: on the number of states
//! that are passed between two bytes. Rules, nodes and steps have the limits of the two passes, and
//! lookahead has a budget that is proportional to the text.

use super::alloc::vec::Vec;
use super::chart::{Grammar, MAX_LINKS, MAX_STEPS, NoTree, State};
use super::derivation::{Derived, derive_in_two_passes};
use super::lookahead::{Lookahead, ROOT};

/// The number of steps of lookahead for each byte of the text.
const STEPS_FOR_BYTE: usize = 256;

/// The number of steps of lookahead for any text.
const STEPS: usize = 1 << 13;

/// The number of steps between two bytes for each state of the grammar and each open rule.
const IDLE: usize = 64;

/// A rule whose text is being walked.
struct Frame {
    /// The state with which the rule around continues.
    next: u16,
    /// Whether the tree shows the rule.
    is_shown: bool,
    /// Whether the tree shows nothing inside of the rule.
    hides: bool,
    /// The index of the derived rule, or of the one around it if this rule is not shown.
    node: u32,
    /// The number of the stack of this frame and those around it, once it is known.
    stack: Option<u32>,
}

/// Finds the preferred derivation of a text that is shorter than 2^32 - 1 bytes. Returns the rule,
/// which must be a shown one, and all shown rules inside, each before those inside of it.
pub fn derive(grammar: Grammar<'_>, rule: u16, text: &[u8]) -> Result<Vec<Derived>, NoTree> {
    match predict(grammar, rule, text) {
        Some(predicted) => Ok(predicted),
        None => derive_in_two_passes(grammar, rule, text),
    }
}

/// As [`derive()`], by prediction alone: `None` if the text does not match, or if a branch is not
/// decided.
pub fn predict(grammar: Grammar<'_>, rule: u16, text: &[u8]) -> Option<Vec<Derived>> {
    let budget = text.len().saturating_mul(STEPS_FOR_BYTE).saturating_add(STEPS).min(MAX_STEPS);
    let (mut few, mut many) = ([Place::EMPTY; FEW], Vec::new());
    let walk = Walk {
        grammar,
        text,
        offset: 0,
        dispatch: Dispatch::new(text, &mut few, &mut many),
        frames: Vec::with_capacity(FRAMES),
        derived: Vec::new(),
        steps: MAX_STEPS,
        idle: 0,
        lookahead: Lookahead::new(grammar, budget),
    };
    walk.run(rule)
}

/// The minimum number of places for decisions by the next byte, for which texts of up to a quarter as
/// many bytes need no allocation.
const FEW: usize = 1 << 6;

/// The maximum number of places for decisions by the next byte.
const MANY: usize = 1 << 12;

/// The number of open rules for which there is memory at first.
const FRAMES: usize = 16;

/// The decisions that depend on the next byte alone, computed when they are needed. A cache in
/// which each split and byte have one place: short texts make few decisions.
struct Dispatch<'p> {
    /// A power of two of places.
    places: &'p mut [Place],
}

/// The decision that was last made at a place.
#[derive(Clone, Copy)]
struct Place {
    split: u16,
    byte: u8,
    entry: Entry,
}

/// The decision of a split for a byte.
#[derive(Clone, Copy)]
enum Entry {
    Unknown,
    /// The only possible branch leads to this state.
    To(u16),
    /// A greedy loop or the only possible branch reads the byte and leads to this state.
    Read(u16),
    /// Several branches are possible, or none.
    Undecided,
}

impl Place {
    const EMPTY: Self = Self { split: 0, byte: 0, entry: Entry::Unknown };
}

impl<'p> Dispatch<'p> {
    /// Chooses between few places and many, which are empty at first.
    fn new(text: &[u8], few: &'p mut [Place; FEW], many: &'p mut Vec<Place>) -> Self {
        let count = text.len().saturating_mul(4).clamp(FEW, MANY).next_power_of_two();
        if count == FEW {
            return Self { places: few };
        }
        many.resize(count, Place::EMPTY);
        Self { places: many }
    }

    /// Returns the decision of a split for a byte.
    #[inline]
    fn entry(&mut self, grammar: Grammar<'_>, split: u16, targets: (u16, u16), byte: u8) -> Entry {
        let index = usize::from(split).wrapping_mul(Self::SPREAD) ^ usize::from(byte);
        let mask = self.places.len() - 1;
        let place = &mut self.places[index & mask];
        if place.split != split || place.byte != byte || matches!(place.entry, Entry::Unknown) {
            *place = Place { split, byte, entry: entry(grammar, split, targets, byte) };
        }
        place.entry
    }

    /// An odd number, by which splits spread over the places.
    const SPREAD: usize = 0x9E5;
}

/// The greatest number of splits that one decision passes.
const MAX_PASSED: usize = 16;

/// Computes the decision of a split for a byte. It also passes the splits that follow, as far as the
/// byte decides them.
fn entry(grammar: Grammar<'_>, mut split: u16, mut targets: (u16, u16), byte: u8) -> Entry {
    let mut decided = Entry::Undecided;
    for _ in 0..MAX_PASSED {
        if grammar.is_greedy(split) && reads(grammar, grammar.targets[usize::from(targets.0)], byte)
        {
            return Entry::Read(split);
        }
        let Some(target) = grammar.only(targets.0, targets.1, Some(byte)) else { break };
        decided = Entry::To(target);
        match grammar.state(target) {
            State::Byte { set, next } if grammar.contains(set, byte) => return Entry::Read(next),
            State::Split { first, last } => (split, targets) = (target, (first, last)),
            State::Byte { .. } | State::Call { .. } | State::End => break,
        }
    }
    decided
}

/// Returns whether a state reads a byte.
fn reads(grammar: Grammar<'_>, state: u16, byte: u8) -> bool {
    matches!(grammar.state(state), State::Byte { set, .. } if grammar.contains(set, byte))
}

#[allow(clippy::cast_possible_truncation, reason = "the length is checked first")]
const fn short(offset: usize) -> u32 {
    offset as u32
}

struct Walk<'g, 'p> {
    grammar: Grammar<'g>,
    text: &'g [u8],
    offset: usize,
    dispatch: Dispatch<'p>,
    frames: Vec<Frame>,
    derived: Vec<Derived>,
    /// The number of steps that are left.
    steps: usize,
    /// The number of steps that are left until the next byte.
    idle: usize,
    lookahead: Lookahead<'g>,
}

impl Walk<'_, '_> {
    fn run(mut self, rule: u16) -> Option<Vec<Derived>> {
        let mut state = self.enter(rule, 0)?;
        self.advance(0);
        loop {
            self.idle = self.idle.checked_sub(1)?;
            self.steps = self.steps.checked_sub(1)?;
            match self.grammar.state(state) {
                State::Byte { set, next } => {
                    if !self.grammar.contains(set, *self.text.get(self.offset)?) {
                        return None;
                    }
                    self.advance(1);
                    state = next;
                }
                State::Split { first, last } => state = self.branch(state, (first, last))?,
                State::Call { rule, next } => state = self.enter(rule, next)?,
                State::End => match self.leave() {
                    Some(next) => state = next,
                    None => return (self.offset == self.text.len()).then_some(self.derived),
                },
            }
        }
    }

    fn advance(&mut self, bytes: usize) {
        self.offset += bytes;
        self.idle = IDLE * (self.grammar.states.len() + self.frames.len());
    }

    /// Continues from a split, also over bytes that lead back to it. Returns the next state.
    fn branch(&mut self, split: u16, targets: (u16, u16)) -> Option<u16> {
        let rest = &self.text[self.offset..];
        let mut read = 0;
        let decided = loop {
            let Some(&byte) = rest.get(read) else {
                break self.grammar.only(targets.0, targets.1, None);
            };
            match self.dispatch.entry(self.grammar, split, targets, byte) {
                Entry::Read(next) => {
                    read += 1;
                    if next != split {
                        self.advance(read);
                        return Some(next);
                    }
                }
                Entry::To(target) => break Some(target),
                Entry::Undecided | Entry::Unknown => break None,
            }
        };
        if read > 0 {
            self.advance(read);
        }
        if decided.is_some() {
            return decided;
        }
        let stack = self.stack()?;
        self.lookahead.decide(split, targets, stack, &self.text[self.offset..])
    }

    /// The number of the stack; `None` if there are too many.
    fn stack(&mut self) -> Option<u32> {
        let known = self.frames.iter().rposition(|frame| frame.stack.is_some());
        let mut stack = known.and_then(|index| self.frames[index].stack).unwrap_or(ROOT);
        for frame in &mut self.frames[known.map_or(0, |index| index + 1)..] {
            stack = self.lookahead.stacks.push(frame.next, stack)?;
            frame.stack = Some(stack);
        }
        Some(stack)
    }

    /// Begins a rule. Returns the state in which its text begins; `None` if there are too many
    /// rules and nodes.
    fn enter(&mut self, rule: u16, next: u16) -> Option<u16> {
        if MAX_LINKS <= self.frames.len() + self.derived.len() {
            return None;
        }
        let (parent, is_hidden) = self.frames.last().map_or((0, false), |it| (it.node, it.hides));
        let (is_shown, begin) = (rule < self.grammar.shown && !is_hidden, short(self.offset));
        let node = if is_shown { short(self.derived.len()) } else { parent };
        if is_shown {
            self.derived.push(Derived { rule, begin, end: begin, parent, after: node });
        }
        // Nothing follows the rule of the whole text.
        let stack = self.frames.is_empty().then_some(ROOT);
        let hides = is_hidden || is_shown && self.grammar.is_leaf(rule);
        self.frames.push(Frame { next, is_shown, hides, node, stack });
        Some(self.grammar.rules[usize::from(rule)].0)
    }

    /// Ends a rule. Returns the state with which the rule around continues, if there is one.
    fn leave(&mut self) -> Option<u16> {
        let frame = self.frames.pop()?;
        if frame.is_shown {
            let after = short(self.derived.len());
            let derived = &mut self.derived[frame.node as usize];
            (derived.end, derived.after) = (short(self.offset), after);
        }
        (!self.frames.is_empty()).then_some(frame.next)
    }
}
