//! Decides whether the parts of a text determine the letters and digits outside of them.
//!
//! ```text
//! host = nil / 1*VCHAR     no: `a` and `b` have the same parts, none
//! date = year "-" month    yes: there are none
//! time = [ date "T" ] hour yes: the letter is there if and only if `date` is
//! ```
//!
//! The order of different parts counts as known; [`super::order`] decides whether it is.
//!
//! The input is an [`Nfa`] in which each part is one tag without a text. Letters count regardless of
//! case, and bytes above `7F` as letters; punctuation, white space and controls do not count. Between
//! which parts they are does count.
//!
//! First the NFA reads words of parts, letters and digits: each part becomes a code of bytes that do
//! not count, and steps over other bytes read nothing. Its minimal DFA has one path for each word.
//! Then letters and digits read nothing either, so two words with the same parts are two paths for
//! one text: the automaton is [`ambiguous`].

use crate::automata::ambiguity::ambiguous;
use crate::automata::determinise::determinise;
use crate::automata::dfa::Dfa;
use crate::automata::minimise::minimise;
use crate::automata::nfa::{Nfa, State, StateId};
use crate::budget::Budget;
use crate::bytes::ByteSet;

/// Returns whether texts with the same parts can differ in letters or digits elsewhere. `None` if the
/// budget is exceeded.
pub fn remainder_varies(nfa: &Nfa, budget: &mut Budget) -> Option<bool> {
    let words = minimise(&determinise(&words(nfa), budget).ok()?);
    let is_choice = |set: ByteSet| set.intersection(letters()).iter().nth(1).is_some();
    if words.edges().any(|(_, edges)| edges.iter().any(|(set, _)| is_choice(*set))) {
        return Some(true);
    }
    ambiguous(&parts(&words), budget)
}

/// The number of bytes of the code of a part.
const CODE: u32 = 4;

/// The number of bytes that occur in codes: the first ones, which are controls.
const RADIX: u16 = 0x20;

/// Returns what counts, without capitals.
fn letters() -> ByteSet {
    let ranges = [(b'0', b'9'), (b'a', b'z'), (0x80, 0xFF)];
    ranges.into_iter().fold(ByteSet::EMPTY, |all, (a, b)| all.union(ByteSet::range(a, b)))
}

/// Makes the automaton that reads the letters and digits of texts, and the codes of their parts.
fn words(nfa: &Nfa) -> Nfa {
    let mut states = nfa.states.to_vec();
    for index in 0..states.len() {
        match states[index] {
            State::Split(_) => (),
            State::Tag { tag, next } => {
                states[index] = code(tag, next, &mut states);
            }
            State::Byte { set, next } => {
                let lower: ByteSet = set.iter().map(|byte| byte.to_ascii_lowercase()).collect();
                let counted = lower.intersection(letters());
                if counted.is_empty() && !set.is_empty() {
                    states[index] = State::Split(vec![next]);
                } else if counted == lower {
                    states[index] = State::Byte { set: counted, next };
                } else {
                    states.push(State::Byte { set: counted, next });
                    states[index] = State::Split(vec![StateId::new(states.len() - 1), next]);
                }
            }
        }
    }
    Nfa { states: states.into(), ..*nfa }
}

/// Adds the states that read the code of a part, except for the first one, which it returns.
fn code(tag: u16, next: StateId, states: &mut Vec<State>) -> State {
    let mut next = next;
    let mut rest = tag;
    let mut digit = || {
        let digit = u8::try_from(rest % RADIX).expect("the radix is small");
        rest /= RADIX;
        ByteSet::range(digit, digit)
    };
    for _ in 1..CODE {
        states.push(State::Byte { set: digit(), next });
        next = StateId::new(states.len() - 1);
    }
    State::Byte { set: digit(), next }
}

/// Makes the automaton that reads the codes alone, with a path for each word.
fn parts(words: &Dfa) -> Nfa {
    let place = |state: crate::automata::dfa::StateId| StateId::new(state.index());
    let mut states = vec![State::Split(Vec::new()); words.state_count() + 1];
    let accept = StateId::new(words.state_count());
    for (from, edges) in words.edges() {
        let mut targets = Vec::new();
        for (set, target) in edges {
            let codes = set.intersection(ByteSet::range(0, 0x1F));
            if codes != set {
                targets.push(place(target));
            }
            if !codes.is_empty() {
                states.push(State::Byte { set: codes, next: place(target) });
                targets.push(StateId::new(states.len() - 1));
            }
        }
        targets.extend(words.is_accepting(from).then_some(accept));
        states[from.index()] = State::Split(targets);
    }
    Nfa { states: states.into(), start: place(Dfa::START), accept }
}

#[cfg(test)]
mod tests;
