//! The general engine, which matches any rule, whatever its recursion.
//!
//! It is a generalised LL parser (Scott and Johnstone, "GLL parsing", 2010), synchronised on the
//! offset as Earley's is ("An efficient context-free parsing algorithm", 1970). An item is a state
//! of an automaton and the top of a stack. All items at one offset are followed together. Their
//! stacks form a graph: a node is a call, that is, a rule that was entered at an offset, with links
//! to the items that follow after the call. A rule that is called twice at one offset is entered
//! once.
//!
//! Takes time cubic in the length of the text in the worst case, and linear time if the number of
//! items and links at an offset is bounded.

use super::alloc::vec;
use super::alloc::vec::Vec;
use super::byte_set::ByteSet;
use super::dfa::{DEAD, Dfa};
use super::item_set::{Item, ItemSet};

/// The maximum number of steps for a text: items and links that are followed.
pub const MAX_STEPS: usize = 1 << 27;

/// The maximum number of calls and links that are kept.
pub const MAX_LINKS: usize = 1 << 23;

/// Automata that call each other.
#[derive(Clone, Copy)]
pub(crate) struct General {
    /// The transitions by bytes. A state accepts if the text of its rule can end there.
    pub(crate) dfa: Dfa,
    /// For each state, the index of its first call in the list; at last, the end of the list.
    first: &'static [u16],
    /// The start state of the called rule, and the state after the call; the dead state if the
    /// caller always ends with the call.
    calls: &'static [[u16; 2]],
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

/// The call of the rule of the whole text.
const ROOT: u32 = 0;

/// The end of a list of links.
const NO_LINK: u32 = u32::MAX;

/// A rule that was entered at an offset.
struct Call {
    offset: usize,
    /// The index of the first of its links.
    link: u32,
}

/// The item that follows after a call.
struct Link {
    after: Item,
    /// The index of the next link of the same call.
    next: u32,
}

/// A limit was exceeded.
struct TooComplex;

impl General {
    /// Makes an engine from an automaton and the calls of its states.
    pub(crate) const fn new(dfa: Dfa, first: &'static [u16], calls: &'static [[u16; 2]]) -> Self {
        Self { dfa, first, calls }
    }

    /// Returns the same automata for texts that begin in another state.
    pub(crate) const fn from(self, start: u16) -> Self {
        Self { dfa: self.dfa.from(start), ..self }
    }

    /// Checks that the whole text matches. The error says where it stops matching.
    pub(crate) fn check(&self, text: &[u8]) -> Result<(), Refusal> {
        let mut stacks = Stacks::new(self);
        let mut open = ItemSet::default();
        let mut read = ItemSet::default();
        open.add((self.dfa.start, ROOT));
        let mut offset = 0;
        loop {
            let found = text.get(offset).copied();
            let refusal = Refusal {
                offset,
                found,
                expected: ByteSet::EMPTY,
                end: false,
                is_too_complex: true,
            };
            let Ok(end) = stacks.close(&mut open, offset) else { return Err(refusal) };
            read.clear();
            for &(state, call) in &open.list {
                let next = found.map_or(DEAD, |byte| self.dfa.edge(state, byte).0);
                if next != DEAD {
                    read.add((next, call));
                }
            }
            if read.list.is_empty() {
                if end && found.is_none() {
                    return Ok(());
                }
                let sets = open.list.iter().map(|&(state, _)| self.dfa.expected(state));
                let expected = sets.fold(ByteSet::EMPTY, ByteSet::union);
                return Err(Refusal { expected, end, is_too_complex: false, ..refusal });
            }
            core::mem::swap(&mut open, &mut read);
            offset += 1;
        }
    }

    /// Returns the calls of a state.
    pub(crate) fn calls(&self, state: u16) -> &'static [[u16; 2]] {
        let state = usize::from(state);
        &self.calls[usize::from(self.first[state])..usize::from(self.first[state + 1])]
    }
}

/// The stacks of all items, as a graph.
struct Stacks<'a> {
    general: &'a General,
    calls: Vec<Call>,
    links: Vec<Link>,
    /// For each start state of a rule, the last call of the rule.
    called: Vec<u32>,
    steps: usize,
}

#[allow(clippy::cast_possible_truncation, reason = "links are fewer than their limit")]
impl<'a> Stacks<'a> {
    fn new(general: &'a General) -> Self {
        let root = Call { offset: 0, link: NO_LINK };
        let called = vec![ROOT; general.first.len()];
        Self { general, calls: vec![root], links: Vec::new(), called, steps: 0 }
    }

    /// Adds all items that follow without reading a byte. Returns whether the text can end here.
    fn close(&mut self, open: &mut ItemSet, offset: usize) -> Result<bool, TooComplex> {
        let mut end = false;
        let mut index = 0;
        while let Some(&(state, call)) = open.list.get(index) {
            index += 1;
            self.steps += 1;
            if self.general.dfa.accepts(state) {
                end |= call == ROOT;
                let Call { offset: begin, mut link } = self.calls[call as usize];
                // A call of a rule with the empty text is also stepped over, so that no call needs
                // to end at the offset at which it begins.
                while link != NO_LINK && begin < offset {
                    let Link { after, next } = self.links[link as usize];
                    open.add(after);
                    link = next;
                    self.steps += 1;
                }
            }
            for &[start, after] in self.general.calls(state) {
                if after == DEAD {
                    open.add((start, call));
                    continue;
                }
                let callee = self.enter(start, offset);
                let next = core::mem::replace(
                    &mut self.calls[callee as usize].link,
                    self.links.len() as u32,
                );
                self.links.push(Link { after: (after, call), next });
                open.add((start, callee));
            }
            if MAX_STEPS < self.steps || MAX_LINKS < self.calls.len() + self.links.len() {
                return Err(TooComplex);
            }
        }
        Ok(end)
    }

    /// Returns the call of a rule at an offset; makes it if there is none.
    fn enter(&mut self, start: u16, offset: usize) -> u32 {
        let last = self.called[usize::from(start)];
        if last != ROOT && self.calls[last as usize].offset == offset {
            return last;
        }
        let call = self.calls.len() as u32;
        self.calls.push(Call { offset, link: NO_LINK });
        self.called[usize::from(start)] = call;
        call
    }
}
