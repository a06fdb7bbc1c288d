//! The general engine: any rule, whatever its recursion.
//!
//! All ways to read a text are followed side by side. Their stacks share what they have in
//! common: a call is a rule that was entered at an offset, with links to where to go on after
//! it (generalised LL parsing: Scott and Johnstone, "GLL parsing", 2010; synchronised on the
//! offset as in Earley, "An efficient context-free parsing algorithm", 1970).

use super::alloc::vec;
use super::alloc::vec::Vec;
use super::byte_set::ByteSet;
use super::dfa::{DEAD, Dfa};
use super::ways::{Way, Ways};

/// How many steps a text can take: ways that are followed, and links.
pub const MAX_STEPS: usize = 1 << 27;

/// How many calls and links can be kept.
pub const MAX_LINKS: usize = 1 << 23;

/// Automata that call each other.
#[derive(Clone, Copy)]
pub(crate) struct General {
    /// What bytes do. A state accepts where the text of its rule can end.
    pub(crate) dfa: Dfa,
    /// For each state the index of its first call in the list, and the end of the list.
    first: &'static [u16],
    /// The state in which the called rule begins, and the state after it; the dead one if the
    /// caller can only end there.
    calls: &'static [[u16; 2]],
}

/// Why a text is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Refusal {
    /// How many bytes stand before the first one after which no continuation matches.
    pub(crate) offset: usize,
    /// That byte; none at the end of the text.
    pub(crate) found: Option<u8>,
    /// What could stand there.
    pub(crate) expected: ByteSet,
    /// Whether the text could end there.
    pub(crate) end: bool,
    /// Whether nothing is known but that a limit was passed.
    pub(crate) is_too_complex: bool,
}

/// The call of the rule that is asked about.
const ROOT: u32 = 0;

/// The end of a list of links.
const NO_LINK: u32 = u32::MAX;

/// A rule that was entered at an offset.
struct Call {
    offset: usize,
    /// The first of its links.
    link: u32,
}

/// Where to go on after a call.
struct Link {
    after: Way,
    /// The next one of the same call.
    next: u32,
}

/// A limit was passed.
struct TooComplex;

impl General {
    /// From an automaton and the calls of its states.
    pub(crate) const fn new(dfa: Dfa, first: &'static [u16], calls: &'static [[u16; 2]]) -> Self {
        Self { dfa, first, calls }
    }

    /// The same for texts that begin in another state.
    pub(crate) const fn from(self, start: u16) -> Self {
        Self { dfa: self.dfa.from(start), ..self }
    }

    /// Whether the whole text is in the language, else where it leaves it.
    pub(crate) fn check(&self, text: &[u8]) -> Result<(), Refusal> {
        let mut stacks = Stacks::new(self);
        let mut open = Ways::default();
        let mut read = Ways::default();
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

    /// The calls of a state.
    pub(crate) fn calls(&self, state: u16) -> &'static [[u16; 2]] {
        let state = usize::from(state);
        &self.calls[usize::from(self.first[state])..usize::from(self.first[state + 1])]
    }
}

/// The stacks of all ways.
struct Stacks<'a> {
    general: &'a General,
    calls: Vec<Call>,
    links: Vec<Link>,
    /// By the state in which a rule begins the last call of it.
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

    /// Adds all ways that are reached without a byte. Whether the text can end here.
    fn close(&mut self, open: &mut Ways, offset: usize) -> Result<bool, TooComplex> {
        let mut end = false;
        let mut index = 0;
        while let Some(&(state, call)) = open.list.get(index) {
            index += 1;
            self.steps += 1;
            if self.general.dfa.accepts(state) {
                end |= call == ROOT;
                let Call { offset: begin, mut link } = self.calls[call as usize];
                // A call of a rule that has the empty text is also stepped over, so that none
                // has to end where it begins.
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

    /// The call of a rule at an offset, of which there is one.
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
