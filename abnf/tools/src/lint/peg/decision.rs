//! Tests whether a parsing expression grammar refuses a text, and finds the decision that is the reason.

use super::expression::{Choice, Commitment, PointId, Program, Step, Stop};
use abnfc::diagnostic::Span;
use abnfc::grammar::RuleId;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of points at offsets that are evaluated for one text.
const MAX_STEPS: usize = 1 << 18;

/// The first decision after which the text can no longer be read.
#[derive(Clone, Debug)]
pub(in crate::lint) struct Decision {
    /// The rule whose definition contains the chosen element.
    pub(super) rule: RuleId,
    /// The span of the chosen element.
    pub(super) span: Option<Span>,
    /// The decision.
    pub(super) taken: Commitment,
    /// The offsets of its beginning and end in the text.
    pub(super) piece: (usize, usize),
}

/// The values of points at offsets of one text.
pub(super) struct Text<'t> {
    bytes: &'t [u8],
    way: Strategy,
    known: BTreeMap<(PointId, usize), bool>,
    steps: usize,
}

/// How a parser chooses between alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    /// The parser commits to the first alternative that matches.
    Once,
    /// The parser backtracks.
    Any,
}

impl<'t> Text<'t> {
    /// Starts without results; at most `steps` points at offsets are evaluated.
    pub(super) fn new(bytes: &'t [u8], way: Strategy, steps: usize) -> Self {
        Self { bytes, way, known: BTreeMap::new(), steps }
    }

    /// The remaining number of points at offsets that may be evaluated.
    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    /// Returns whether the text is accepted from a point at an offset.
    pub(super) fn accepts(
        &mut self,
        program: &mut Program<'_>,
        at: (PointId, usize),
    ) -> Result<bool, Stop> {
        let mut stack = vec![at];
        let mut open = BTreeSet::new();
        while let Some(&(point, offset)) = stack.last() {
            if self.known.contains_key(&(point, offset)) {
                stack.pop();
                continue;
            }
            self.steps = self.steps.checked_sub(1).ok_or(Stop::Unknown)?;
            let value = match program.step(point)? {
                Step::End => Ok(offset == self.bytes.len()),
                Step::Any => Ok(true),
                Step::Goto(to) => self.value((to, offset)),
                Step::Read(set, then) => match self.bytes.get(offset) {
                    Some(&byte) if set.contains(byte) => self.value((then, offset + 1)),
                    _ => Ok(false),
                },
                Step::Choose(choice) => self.choice(&choice, offset),
            };
            match value {
                Ok(value) => {
                    self.known.insert((point, offset), value);
                    open.remove(&(point, offset));
                    stack.pop();
                }
                Err(needed) => {
                    open.insert((point, offset));
                    if open.contains(&needed) {
                        return Err(Stop::Endless);
                    }
                    stack.push(needed);
                }
            }
        }
        Ok(self.known[&at])
    }

    /// Returns the value, or the point at an offset whose value is needed first.
    fn value(&self, at: (PointId, usize)) -> Result<bool, (PointId, usize)> {
        self.known.get(&at).copied().ok_or(at)
    }

    fn choice(&self, choice: &Choice, offset: usize) -> Result<bool, (PointId, usize)> {
        match self.way {
            Strategy::Once => {
                let next = if self.value((choice.test, offset))? { choice.yes } else { choice.no };
                self.value((next, offset))
            }
            Strategy::Any => {
                Ok(self.value((choice.yes, offset))? || self.value((choice.no, offset))?)
            }
        }
    }
}

/// Returns the wrong decision for a text that the rule has but refuses.
pub(super) fn decision(program: &mut Program<'_>, bytes: &[u8]) -> Result<Decision, Stop> {
    let mut once = Text::new(bytes, Strategy::Once, MAX_STEPS);
    let mut any = Text::new(bytes, Strategy::Any, MAX_STEPS);
    let (mut point, mut offset) = (program.start, 0);
    loop {
        (point, offset) = match program.step(point)? {
            Step::Choose(choice) => {
                let is_taken = once.accepts(program, (choice.test, offset))?;
                let next = if is_taken { choice.yes } else { choice.no };
                if any.accepts(program, (next, offset))? {
                    (next, offset)
                } else if is_taken {
                    return wrong(program, &mut once, &choice, offset);
                } else {
                    // The alternative is correct, so a decision inside of it is wrong.
                    (choice.yes, offset)
                }
            }
            _ => next(program, &mut once, (point, offset))?,
        };
    }
}

/// Returns the next point of a parser that commits.
fn next(
    program: &mut Program<'_>,
    once: &mut Text<'_>,
    (point, offset): (PointId, usize),
) -> Result<(PointId, usize), Stop> {
    match program.step(point)? {
        Step::Goto(to) => Ok((to, offset)),
        Step::Read(_, then) if offset < once.bytes.len() => Ok((then, offset + 1)),
        Step::Choose(choice) => {
            let is_taken = once.accepts(program, (choice.test, offset))?;
            Ok((if is_taken { choice.yes } else { choice.no }, offset))
        }
        // The text would have been accepted, or cannot be read.
        Step::End | Step::Any | Step::Read(..) => Err(Stop::Unknown),
    }
}

/// Returns the element that a decision chooses, with the piece of the text that it reads.
fn wrong(
    program: &mut Program<'_>,
    once: &mut Text<'_>,
    choice: &Choice,
    begin: usize,
) -> Result<Decision, Stop> {
    let (rule, element) = program.place(choice).ok_or(Stop::Unknown)?;
    let (mut point, mut end) = (choice.yes, begin);
    while point != choice.after {
        (point, end) = next(program, once, (point, end))?;
    }
    Ok(Decision { rule, span: element.span, taken: choice.taken, piece: (begin, end) })
}
