//! Makes the [`Frames`] of a net: one automaton for the contents of each bracket and for each rule.
//!
//! Calls outside of brackets are replaced by copies of the called rules, and linear recursion among
//! them by jumps. Frames only read bytes and enter brackets. A rule whose recursion is not linear
//! has no frame, nor do its users.

use super::levels::{Level, levels};
use super::net::{Bracket, Net, State, StateId};
use super::obstacle::Obstacle;
use super::reduce::{Part, reduce};
use crate::automata::shape::Recursion;
use crate::budget::{Budget, TooLarge};
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Automata that enter brackets, over shared states.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    /// The states; none of them calls a rule.
    pub states: Vec<State>,
    /// The start state of each rule, or the reason why it has no frame.
    pub rules: BTreeMap<RuleId, Result<StateId, Obstacle>>,
    /// The brackets.
    pub brackets: Vec<Bracket>,
    /// The bytes that close a bracket at each of the exits.
    pub exits: Vec<ByteSet>,
    /// For each bracket, the reason why it has no frame, if it has none.
    pub obstacles: Vec<Option<Obstacle>>,
}

/// A part of an automaton, with its first and its last state.
#[derive(Clone, Debug)]
struct Piece {
    states: Rc<[State]>,
    start: StateId,
    end: StateId,
}

type Pieces = BTreeMap<RuleId, Result<Piece, Obstacle>>;

/// The cost of a state in steps of the total budget. States are stored until all rules are done.
const STEPS_PER_STATE: usize = 96;

/// Makes the frames of all rules and brackets of a net, each with at most `limit` states. `total`
/// is the remaining total budget of the run.
///
/// # Errors
///
/// If `total` is spent.
pub fn frames(net: &Net, limit: usize, total: &mut Budget) -> Result<Frames, TooLarge> {
    let mut pieces = Pieces::new();
    for level in levels(net) {
        of_level(net, &level, &mut pieces, limit, total)?;
    }
    let mut frames =
        Frames { brackets: net.brackets.clone(), exits: net.exits.clone(), ..Frames::default() };
    for (index, bracket) in net.brackets.iter().enumerate() {
        let copied = copy(net, &[bracket.start], &pieces, limit, &BTreeMap::new());
        frames.obstacles.push(copied.as_ref().err().copied());
        if let Ok((states, of)) = copied {
            total.spend(states.len().saturating_mul(STEPS_PER_STATE))?;
            let before = frames.states.len();
            let moved = |it: StateId| StateId::new(before + it.index());
            frames.brackets[index].start = StateId::new(before + of[&bracket.start].index());
            frames.states.extend(states.iter().map(|state| state.renumbered(moved)));
        }
    }
    for (rule, piece) in pieces {
        let start = piece.map(|piece| {
            let before = frames.states.len();
            append(&mut frames.states, &piece, State::End);
            StateId::new(before + piece.start.index())
        });
        frames.rules.insert(rule, start);
    }
    Ok(frames)
}

/// Adds a copy of a piece, with another last state.
fn append(states: &mut Vec<State>, piece: &Piece, end: State) {
    let before = states.len();
    let moved = |it: StateId| StateId::new(before + it.index());
    states.extend(piece.states.iter().map(|state| state.renumbered(moved)));
    states[before + piece.end.index()] = end;
}

/// Makes the pieces of rules that call each other; the pieces of all other rules that they call are
/// done.
fn of_level(
    net: &Net,
    level: &Level,
    pieces: &mut Pieces,
    limit: usize,
    total: &mut Budget,
) -> Result<(), TooLarge> {
    let Some(recursion) = level.recursion else {
        let why = Obstacle::Embeds(net.owner(level.rules[0]));
        pieces.extend(level.rules.iter().map(|&rule| (rule, Err(why))));
        return Ok(());
    };
    let starts: Vec<StateId> = level.rules.iter().map(|rule| net.rules[rule].start).collect();
    let jumps: BTreeMap<RuleId, StateId> = match recursion {
        Recursion::None => BTreeMap::new(),
        Recursion::Left | Recursion::Right => {
            level.rules.iter().copied().zip(starts.iter().copied()).collect()
        }
        Recursion::Anywhere => unreachable!("levels have linear recursion only"),
    };
    let copied = copy(net, &starts, pieces, limit, &jumps);
    let (states, of) = match copied {
        Ok(copied) => copied,
        Err(why) => {
            pieces.extend(level.rules.iter().map(|&rule| (rule, Err(why))));
            return Ok(());
        }
    };
    for &rule in &level.rules {
        total.spend(states.len().saturating_mul(STEPS_PER_STATE))?;
        let ends = net.rules[&rule];
        let mut states = states.clone();
        let start = of[&ends.start];
        let piece = match recursion {
            Recursion::None | Recursion::Right => {
                // Calls are last, so all members end with the first one called.
                states.push(State::End);
                let end = StateId::new(states.len() - 1);
                for member in &level.rules {
                    if let Some(&own) = of.get(&net.rules[member].end) {
                        states[own.index()] = State::Split(vec![end]);
                    }
                }
                for (state, call, _) in calls(net, &of, &jumps) {
                    states[state.index()] = State::Split(vec![of[&net.rules[&call].start]]);
                }
                Part { states, start, end }
            }
            Recursion::Left => {
                // Calls are first, so all members begin in the same state.
                states.push(State::End);
                let end = StateId::new(states.len() - 1);
                let mut after: BTreeMap<RuleId, Vec<StateId>> = BTreeMap::new();
                after.entry(rule).or_default().push(end);
                for (state, call, next) in calls(net, &of, &jumps) {
                    states[state.index()] = State::Split(Vec::new());
                    after.entry(call).or_default().push(next);
                }
                for member in &level.rules {
                    if let Some(&own) = of.get(&net.rules[member].end) {
                        let after = after.get(member).cloned().unwrap_or_default();
                        states[own.index()] = State::Split(after);
                    }
                }
                states.push(State::Split(starts.iter().map(|start| of[start]).collect()));
                let start = StateId::new(states.len() - 1);
                Part { states, start, end }
            }
            Recursion::Anywhere => unreachable!("levels have linear recursion only"),
        };
        let Part { states, start, end } = reduce(piece);
        pieces.insert(rule, Ok(Piece { states: states.into(), start, end }));
    }
    Ok(())
}

/// Returns the calls of members: the copy of the calling state, the rule, and the copy of the next
/// state.
fn calls(
    net: &Net,
    of: &BTreeMap<StateId, StateId>,
    members: &BTreeMap<RuleId, StateId>,
) -> Vec<(StateId, RuleId, StateId)> {
    let call = |(state, copy): (&StateId, &StateId)| match &net.states[state.index()] {
        State::Call { rule, next } if members.contains_key(rule) => Some((*copy, *rule, of[next])),
        _ => None,
    };
    of.iter().filter_map(call).collect()
}

type Copied = (Vec<State>, BTreeMap<StateId, StateId>);

/// Copies the states reachable from `starts`, with the pieces of the rules that they call. Returns
/// the copies and their numbers. Calls of `members` are kept.
fn copy(
    net: &Net,
    starts: &[StateId],
    pieces: &Pieces,
    limit: usize,
    members: &BTreeMap<RuleId, StateId>,
) -> Result<Copied, Obstacle> {
    let mut of = BTreeMap::new();
    for &start in starts {
        for state in net.reached(start) {
            let number = StateId::new(of.len());
            of.entry(state).or_insert(number);
        }
    }
    let mut states = vec![State::End; of.len()];
    for (&state, &number) in &of {
        let kept = &net.states[state.index()];
        states[number.index()] = match kept {
            State::Call { rule, next } if !members.contains_key(rule) => {
                let piece = pieces[rule].as_ref().map_err(|why| *why)?;
                if limit < states.len() + piece.states.len() {
                    return Err(Obstacle::FrameTooLarge(net.owner(*rule)));
                }
                let before = states.len();
                append(&mut states, piece, State::Split(vec![of[next]]));
                State::Split(vec![StateId::new(before + piece.start.index())])
            }
            _ => kept.renumbered(|it| of[&it]),
        };
    }
    Ok((states, of))
}
