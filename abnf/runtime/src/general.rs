//! The general engine, which matches any rule, whatever its recursion.
//!
//! It is a generalised LL parser (Scott and Johnstone, "GLL parsing", 2010), synchronised on the
//! offset as Earley's is ("An efficient context-free parsing algorithm", 1970). An item is a state
//! of an automaton and the top of a stack. All items at one offset are followed together. Their
//! stacks form a graph: a node is a call, that is, a rule that was entered at an offset, with links
//! to the items that follow after the call. A rule that is called twice at one offset is entered
//! once.
//!
//! The next byte decides which items are added: those from whose state a path begins with the byte,
//! in the state itself, in a rule that it calls, or after the rule that ends there (lookahead as in
//! LL(1) parsers). A single item reads bytes as any automaton does, up to one that may end its rule or
//! begin another, and then continues by itself if there is only one way. Two items read bytes side by
//! side, as long as neither may end its rule or begin another.
//!
//! Takes time cubic in the length of the text in the worst case, and linear time if the number of
//! items and links at an offset is bounded.

use super::byte_set::ByteSet;
use super::dfa::{DEAD, Dfa};
use super::item_set::Item;

/// Automata that call each other.
#[derive(Clone, Copy)]
pub(crate) struct General {
    /// The transitions by bytes. A state accepts if the text of its rule can end there.
    pub(crate) dfa: Dfa,
    /// The first state that accepts or calls: those before it only read bytes.
    first_busy: u16,
    /// For each state from that one on, the index of its first call, and three sets: the bytes that can
    /// come next, the bytes before which its rule may end or another may begin, and the bytes before
    /// which its rule may end; at last, the end of the calls.
    busy: &'static [[u16; 4]],
    /// The sets.
    sets: &'static [ByteSet],
    /// The start state of the called rule; the state after the call, or the dead state if the
    /// caller always ends with the call; and the number of the called rule.
    calls: &'static [[u16; 3]],
}

/// The reason why a text is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Refusal {
    /// The offset of the first byte after which no continuation matches.
    pub(crate) offset: usize,
    /// That byte; `None` at the end of the text.
    pub(crate) found: Option<u8>,
    /// The bytes that would have been possible instead.
    pub(crate) expected: ByteSet,
    /// Whether the text could have ended at the offset.
    pub(crate) end: bool,
    /// Whether a limit was exceeded, in which case nothing else is known.
    pub(crate) is_too_complex: bool,
}

impl Refusal {
    /// A limit was exceeded at an offset.
    pub(crate) const fn too_complex(offset: usize, found: Option<u8>) -> Self {
        Self { offset, found, expected: ByteSet::EMPTY, end: false, is_too_complex: true }
    }
}

/// The set of the bytes that can come next, among the numbers of a state.
const GO_ON: usize = 1;

/// The set of the bytes before which a rule may end or begin.
const ACT: usize = 2;

/// The set of the bytes before which a rule may end.
const END: usize = 3;

impl General {
    /// Makes an engine from an automaton, the states that accept or call, and the calls.
    #[allow(clippy::cast_possible_truncation, reason = "states are numbered in 16 bits")]
    pub(crate) const fn new(
        dfa: Dfa,
        busy: &'static [[u16; 4]],
        sets: &'static [ByteSet],
        calls: &'static [[u16; 3]],
    ) -> Self {
        Self { dfa, first_busy: (dfa.states() + 1 - busy.len()) as u16, busy, sets, calls }
    }

    /// Returns the same automata for texts that begin in another state.
    pub(crate) const fn from(self, start: u16) -> Self {
        Self { dfa: self.dfa.from(start), ..self }
    }

    /// Reads bytes from a state up to one before which the state does more than read, or that
    /// nothing matches.
    pub(crate) fn advance(&self, mut state: u16, text: &[u8], offset: &mut usize) -> u16 {
        loop {
            self.dfa.advance_until(self.first_busy, &mut state, text, offset);
            let Some(&byte) = text.get(*offset) else { return state };
            let next = self.dfa.edge(state, byte).0;
            if next == DEAD || self.may_act(state, Some(byte)) {
                return state;
            }
            state = next;
            *offset += 1;
        }
    }

    /// As [`advance`](Self::advance), for two items: up to a byte before which one of them does more than
    /// read, that one does not read, or after which they are the same.
    pub(crate) fn advance_both(
        &self,
        (first, first_call): &mut Item,
        (second, second_call): &mut Item,
        text: &[u8],
        offset: &mut usize,
    ) {
        while let Some(&byte) = text.get(*offset) {
            let next = [*first, *second].map(|state| self.dfa.edge(state, byte).0);
            if next.contains(&DEAD)
                || next[0] == next[1] && first_call == second_call
                || self.may_act(*first, Some(byte))
                || self.may_act(*second, Some(byte))
            {
                break;
            }
            [*first, *second] = next;
            *offset += 1;
        }
    }

    /// Returns whether a path from a state may begin with the next byte, or end.
    #[inline]
    pub(crate) fn may_go_on(&self, state: u16, found: Option<u8>) -> bool {
        match found {
            Some(byte) if state < self.first_busy => self.dfa.edge(state, byte).0 != DEAD,
            _ => self.may(state, GO_ON, found),
        }
    }

    /// Returns whether a rule may end or another may begin before the next byte.
    #[inline]
    pub(crate) fn may_act(&self, state: u16, found: Option<u8>) -> bool {
        self.may(state, ACT, found)
    }

    /// Returns whether the rule of an accepting state may end before the next byte.
    #[inline]
    pub(crate) fn may_end(&self, state: u16, found: Option<u8>) -> bool {
        self.may(state, END, found)
    }

    /// Returns whether the next byte is in one of the sets of a state that accepts or calls. The end
    /// of the text is in each of them.
    #[inline]
    fn may(&self, state: u16, set: usize, found: Option<u8>) -> bool {
        let Some(index) = state.checked_sub(self.first_busy) else { return found.is_none() };
        let set = self.busy[usize::from(index)][set];
        found.is_none_or(|byte| self.sets[usize::from(set)].contains(byte))
    }

    /// Returns the calls of a state.
    pub(crate) fn calls(&self, state: u16) -> &'static [[u16; 3]] {
        let Some(index) = state.checked_sub(self.first_busy).map(usize::from) else { return &[] };
        let [[first, ..], [end, ..]] = [self.busy[index], self.busy[index + 1]];
        &self.calls[usize::from(first)..usize::from(end)]
    }
}
