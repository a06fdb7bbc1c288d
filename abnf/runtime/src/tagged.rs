//! Tagged automata, which locate the parts of a text, and the functions by which views read the
//! located parts.
//!
//! While the automaton reads, its edges assign offsets to registers. At the end of the text, a last
//! list of assignments makes the registers the *slots* of a view, from which the beginnings and the
//! ends of the parts follow. The compiler decides the assignments (Laurikari, "NFAs with tagged
//! transitions", 2000), so reading takes one pass, whatever the number of parts.

use super::dfa::{DEAD, Dfa, LONGEST, Mismatch, OF_BYTES};

/// The content of a slot without an offset.
pub(crate) const NONE: u32 = u32::MAX;

/// Returns whether a text is too long for its parts to be located.
#[allow(dead_code, reason = "a grammar may have no parts")]
pub(crate) const fn is_too_long(text: &[u8]) -> bool {
    LONGEST < text.len()
}

/// The source of an assignment: the offset of the current byte.
pub(crate) const HERE: u8 = 254;

/// The source of an assignment: no offset. Other sources are registers.
pub(crate) const UNSET: u8 = 255;

/// An automaton with assignments at its transitions.
#[derive(Clone, Copy)]
pub(crate) struct Tagged {
    /// The states and the transitions. The value of an edge is the offset of its list.
    pub(crate) dfa: Dfa,
    /// The lists: the number of assignments, and then the register and the source of each. The
    /// first list is empty.
    pub(crate) lists: &'static [u8],
    /// The offset of the list that is executed at the end of a text, for each accepting state.
    pub(crate) ends: &'static [u16],
    /// The names of the parts, then those of other rules inside of them.
    pub(crate) parts: &'static [&'static str],
    /// The context of each state.
    pub(crate) context_of: &'static [u16],
    /// For each context, the parts that some continuation extends, as bits.
    pub(crate) possible: &'static [u64],
    /// The number of the innermost part that every continuation extends, plus 1, or 0.
    pub(crate) certain: &'static [u8],
    /// The same for the innermost rule at any depth.
    pub(crate) innermost: &'static [u8],
    /// The content of each slot: a part, and `begin` or `end`, followed by a line feed. One text, since
    /// a list would take more bytes in every program.
    #[cfg(feature = "slots")]
    pub(crate) slots: &'static str,
}

#[allow(dead_code, reason = "a grammar may have no parts")]
impl Tagged {
    /// Returns the same automaton for texts that begin in another state.
    #[cfg(feature = "starts")]
    pub(crate) const fn from(self, start: u16) -> Self {
        Self { dfa: self.dfa.from(start), ..self }
    }

    /// Fills the slots of a text, or returns where it stops matching. There is a slot for each
    /// register, or no slot if only the verdict is needed.
    pub(crate) const fn locate(&self, text: &[u8], slots: &mut [u32]) -> Result<(), Mismatch> {
        let end = if text.len() < LONGEST { text.len() } else { LONGEST };
        let (mut state, mut offset) = (self.dfa.start, 0);
        while offset < end {
            let (next, list) = self.dfa.edge(state, text[offset]);
            if next == DEAD {
                return Err(Mismatch { offset, state, found: Some(text[offset]) });
            }
            if !slots.is_empty() {
                self.assign(list, offset, slots);
            }
            state = next;
            offset += 1;
        }
        if end < text.len() {
            return Err(Mismatch { offset, state: DEAD, found: None });
        }
        if !self.dfa.accepts(state) {
            return Err(Mismatch { offset, state, found: None });
        }
        if !slots.is_empty() {
            self.finish(state, offset, slots);
        }
        Ok(())
    }

    /// Continues from a state with the rest of a text, like [`locate`](Self::locate).
    /// Returns whether the text matches. If it does, the registers contain the slots.
    #[cfg(feature = "code")]
    pub(crate) fn resume(&self, state: u16, text: &[u8], at: usize, registers: &mut [u32]) -> bool {
        self.fill(state, u16::MAX, text, at, registers)
    }

    /// Continues from a state that does not accept up to the next state that does. Returns this state
    /// and the offset of the next byte. If the text does not match, the first two registers contain the
    /// offset and the state of the mismatch.
    #[cfg(feature = "code")]
    pub(crate) fn cross(
        &self,
        state: usize,
        text: &[u8],
        at: usize,
        registers: &mut [u32],
    ) -> Option<(u16, usize)> {
        self.advance([state, self.dfa.accepting.into()], text, at, registers)
    }

    /// Continues from a state with the rest of a text, up to a state with a number of at least
    /// `settled`. Returns whether the text matches up to there; the registers then contain the slots.
    /// If it does not, the first two registers contain the offset and the state of the mismatch.
    #[inline]
    pub(crate) fn fill(
        &self,
        state: u16,
        settled: u16,
        text: &[u8],
        at: usize,
        registers: &mut [u32],
    ) -> bool {
        let end = self.advance([state.into(), settled.into()], text, at, registers);
        end.map(|(state, _)| self.finish(state, text.len(), registers)).is_some()
    }

    /// Continues from the state `states[0]` up to the end of a text or to a state with a number of at
    /// least `states[1]`. Returns the last state, which accepts or has such a number, and the offset of
    /// the next byte. If the text does not match, the first two registers contain the offset and the
    /// state of the mismatch. States are not `u16` here, as in the walk of [`Dfa`].
    #[inline(never)]
    fn advance(
        &self,
        states: [usize; 2],
        text: &[u8],
        at: usize,
        registers: &mut [u32],
    ) -> Option<(u16, usize)> {
        let follow = |next, list, at| {
            self.assign(list, at, registers);
            next
        };
        let end = self.dfa.walk(states, OF_BYTES, text, at, follow);
        end.map_err(|mismatch| note(&mismatch, registers)).ok()
    }

    /// Executes the assignments at the end of a text, in an accepting state.
    const fn finish(&self, state: u16, offset: usize, registers: &mut [u32]) {
        self.assign(self.ends[(state - self.dfa.accepting) as usize], offset, registers);
    }

    /// Executes a list of assignments in order.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the walk keeps its values in registers")]
    const fn assign(&self, list: u16, offset: usize, registers: &mut [u32]) {
        let Some((_, list)) = self.lists.split_at_checked(list as usize) else { return };
        let Some((&count, list)) = list.split_first() else { return };
        let (mut assignments, mut left) = (list.as_chunks().0, count);
        while let ([[to, from], rest @ ..], 1..) = (assignments, left) {
            registers[*to as usize] = value(*from, offset, registers);
            (assignments, left) = (rest, left - 1);
        }
    }

    /// Returns the name that one of the lists `certain` and `innermost` has for a state.
    pub(crate) const fn name(&self, list: &[u8], state: u16) -> Option<&'static str> {
        match list[self.context_of[state as usize] as usize] {
            0 => None,
            part => Some(self.parts[part as usize - 1]),
        }
    }

    /// Returns the parts that some continuation from a state extends.
    pub(crate) fn possible(&self, state: u16) -> impl Iterator<Item = &'static str> + use<> {
        let possible = self.possible[usize::from(self.context_of[usize::from(state)])];
        let parts = self.parts.iter().take(64).enumerate();
        parts.filter(move |(part, _)| possible >> part & 1 == 1).map(|(_, &name)| name)
    }
}

/// Returns the context of each state, from the contexts in order with the number of adjacent states.
#[allow(dead_code, reason = "a grammar may have no parts")]
pub(crate) const fn contexts<const STATES: usize>(runs: &[[u16; 2]]) -> [u16; STATES] {
    let mut contexts = [0; STATES];
    let (mut run, mut state, mut left) = (0, 0, runs[0][1]);
    while state < STATES {
        while left == 0 {
            run += 1;
            left = runs[run][1];
        }
        contexts[state] = runs[run][0];
        state += 1;
        left -= 1;
    }
    contexts
}

/// Executes assignments in order. `list` contains the register and the source of each.
#[cfg(feature = "code")]
#[inline(always)]
#[allow(clippy::inline_always, reason = "the list is a constant, and no loop is left of it")]
pub(crate) fn assign(registers: &mut [u32], offset: usize, list: &[u8]) {
    let (assignments, _) = list.as_chunks();
    for &[to, from] in assignments {
        registers[to as usize] = value(from, offset, registers);
    }
}

/// Stores where a text stops matching.
#[allow(dead_code, reason = "a grammar may have no parts")]
fn note(mismatch: &Mismatch, registers: &mut [u32]) {
    if let [offset, state, ..] = registers {
        (*offset, *state) = (short(mismatch.offset), mismatch.state.into());
    }
}

const fn value(source: u8, offset: usize, registers: &[u32]) -> u32 {
    match source {
        HERE => short(offset),
        UNSET => NONE,
        register => registers[register as usize],
    }
}

/// Returns an offset in a text that is not too long.
#[allow(clippy::cast_possible_truncation, reason = "the length is checked first")]
pub(crate) const fn short(offset: usize) -> u32 {
    offset as u32
}

/// The slots of a text, from which the slots of a part that begins at an offset are computed.
#[allow(dead_code, reason = "a grammar may have no parts of parts")]
pub(crate) struct Outer<'a> {
    slots: &'a [u32],
    begin: usize,
    /// The length of the text.
    pub(crate) end: usize,
}

#[allow(dead_code, reason = "a grammar may have no parts of parts")]
pub(crate) const fn outer(slots: &[u32], begin: usize, end: usize) -> Outer<'_> {
    Outer { slots, begin, end }
}

#[allow(dead_code, reason = "a grammar may have no parts of parts")]
impl Outer<'_> {
    /// The offset in a slot that is not empty.
    #[inline]
    pub(crate) const fn offset(&self, slot: usize) -> usize {
        self.slots[slot] as usize
    }

    /// Returns the content of a slot: `NONE` if it is empty.
    #[inline]
    pub(crate) const fn flag(&self, slot: usize) -> u32 {
        self.slots[slot]
    }

    /// The offset in a slot, relative to the part; `NONE` if the slot is empty.
    #[inline]
    pub(crate) const fn at(&self, slot: usize) -> u32 {
        self.if_set(slot, slot)
    }

    /// As [`at`](Self::at), and `NONE` also if the slot `flag` is empty.
    #[inline]
    pub(crate) const fn if_set(&self, flag: usize, slot: usize) -> u32 {
        self.within_if(flag, self.slots[slot] as usize, 0)
    }

    /// As [`within`](Self::within), if the slot `flag` is not empty, else `NONE`.
    #[inline]
    pub(crate) const fn within_if(&self, flag: usize, offset: usize, plus: i32) -> u32 {
        if self.slots[flag] == NONE { NONE } else { self.within(offset, plus) }
    }

    /// The content of a slot if the outer text has more bytes, else `NONE`.
    #[inline]
    pub(crate) const fn if_longer(&self, bytes: usize, slot: u32) -> u32 {
        if bytes < self.end { slot } else { NONE }
    }

    /// The content of a slot if the outer text has fewer bytes, else `NONE`.
    #[inline]
    pub(crate) const fn if_shorter(&self, bytes: usize, slot: u32) -> u32 {
        if self.end < bytes { slot } else { NONE }
    }

    /// Rebases an offset: `offset + plus - begin`. The result is meaningless for an offset
    /// before `begin`; callers never use it then.
    #[inline]
    pub(crate) const fn within(&self, offset: usize, plus: i32) -> u32 {
        short(offset.wrapping_add_signed(plus as isize).wrapping_sub(self.begin))
    }

    /// The first of two contents of a slot that is not `NONE`.
    #[inline]
    #[allow(clippy::unused_self, reason = "the declarations call methods of `outer` only")]
    pub(crate) const fn or(&self, first: u32, second: u32) -> u32 {
        if first == NONE { second } else { first }
    }

    /// Returns the result of [`at`](Self::at) for each of these slots.
    #[inline]
    pub(crate) const fn all<const N: usize>(&self, slots: [usize; N]) -> [u32; N] {
        let mut all = [NONE; N];
        let mut slot = 0;
        while slot < N {
            all[slot] = self.at(slots[slot]);
            slot += 1;
        }
        all
    }
}

/// Returns the text between two offsets, which are character boundaries unless they are equal.
#[allow(dead_code, reason = "a grammar may have no parts, or be over bytes")]
pub(crate) const fn text(text: &str, begin: usize, end: usize) -> &str {
    let Some((head, _)) = text.split_at_checked(end) else { return "" };
    let Some((_, part)) = head.split_at_checked(begin) else { return "" };
    part
}

/// The bytes between two offsets.
#[allow(dead_code, reason = "a grammar may have no parts, or be over text")]
pub(crate) const fn bytes(text: &[u8], begin: usize, end: usize) -> &[u8] {
    text.split_at(end).0.split_at(begin).1
}

/// The bytes of a text between two offsets.
#[allow(dead_code, reason = "a grammar may have no bytes in text")]
pub(crate) const fn bytes_of_text(text: &str, begin: usize, end: usize) -> &[u8] {
    bytes(text.as_bytes(), begin, end)
}

/// The text between two offsets of bytes. Its rule has texts in UTF-8 only.
#[allow(dead_code, reason = "a grammar may have no text among bytes")]
pub(crate) const fn text_of_bytes(text: &[u8], begin: usize, end: usize) -> &str {
    match core::str::from_utf8(bytes(text, begin, end)) {
        Ok(text) => text,
        Err(_) => "",
    }
}
