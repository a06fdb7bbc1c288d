//! Automata that note where the parts of a text lie, and what views read from that.
//!
//! While an automaton reads, it keeps offsets in registers. Where the text ends, they
//! give the slots of a view, from which follow the begins and the ends of the parts.

use super::dfa::{DEAD, Dfa, Mismatch, Next};
use super::rule::{Rule, Text};

/// In a slot: there is no offset.
pub(crate) const NONE: u32 = u32::MAX;

/// The longest text that can be located, in bytes.
pub(crate) const LONGEST: usize = u32::MAX as usize - 1;

/// Whether a text is longer than what can be located.
#[allow(dead_code, reason = "a grammar may have no parts")]
pub(crate) const fn is_too_long(text: &[u8]) -> bool {
    LONGEST < text.len()
}

/// The source of an assignment: the offset of the byte being read.
const HERE: u8 = 254;

/// The source of an assignment: no offset. Other sources are registers.
const UNSET: u8 = 255;

/// An automaton with assignments at its transitions.
pub(crate) struct Tagged {
    /// The states and the transitions.
    pub(crate) dfa: Dfa,
    /// Which list of assignments a transition makes, by state and class.
    pub(crate) actions: Next,
    /// Where each list begins; each ends where the next begins. The first is empty.
    pub(crate) lists: &'static [u16],
    /// Register and source, for each assignment of each list.
    pub(crate) assignments: &'static [[u8; 2]],
    /// How many slots there are.
    pub(crate) slots: usize,
    /// The source of each slot, for each accepting state.
    pub(crate) ends: &'static [u8],
    /// Which context a state has.
    pub(crate) context_of: &'static [u16],
    /// What is known about the parts.
    pub(crate) contexts: &'static [Context],
}

/// What is known about the parts in a state.
pub(crate) struct Context {
    /// The innermost part that every continuation is in.
    pub(crate) part: Option<&'static str>,
    /// The parts that some continuation is in.
    pub(crate) possible: &'static [&'static str],
}

#[allow(dead_code, reason = "a grammar may have no parts")]
impl Tagged {
    /// Fills the slots of a text, else says where the text goes wrong.
    pub(crate) const fn locate(&self, text: &[u8], slots: &mut [u32]) -> Result<(), Mismatch> {
        let end = if text.len() < LONGEST { text.len() } else { LONGEST };
        let mut registers = [NONE; 256];
        let mut state = self.dfa.start;
        let mut offset = 0;
        while offset < end {
            let entry = self.dfa.entry(state, text[offset]);
            let next = self.dfa.next.get(entry);
            if next == DEAD {
                return Err(Mismatch { offset, state, found: Some(text[offset]) });
            }
            let list = self.actions.get(entry) as usize;
            if list != 0 {
                let mut at = self.lists[list] as usize;
                while at < self.lists[list + 1] as usize {
                    let [to, from] = self.assignments[at];
                    registers[to as usize] = value(from, offset, &registers);
                    at += 1;
                }
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
        let row = (state - self.dfa.accepting) as usize * self.slots;
        let mut slot = 0;
        // A text that locates its parts when they are asked for has no slots.
        while slot < slots.len() {
            slots[slot] = value(self.ends[row + slot], offset, &registers);
            slot += 1;
        }
        Ok(())
    }

    /// What is known about the parts in a state.
    pub(crate) const fn context(&self, state: u16) -> &'static Context {
        &self.contexts[self.context_of[state as usize] as usize]
    }
}

/// The slots of a text that is known to match and not too long.
pub(crate) fn slots<R: Rule, const N: usize>(text: &[u8]) -> [u32; N] {
    let mut slots = [NONE; N];
    // A text that matches has its slots filled.
    let _ = R::TABLE.locate(text, &mut slots);
    slots
}

const fn value(source: u8, offset: usize, registers: &[u32]) -> u32 {
    match source {
        HERE => short(offset),
        UNSET => NONE,
        register => registers[register as usize],
    }
}

/// An offset in a text that is not too long.
#[allow(clippy::cast_possible_truncation, reason = "the length is checked first")]
const fn short(offset: usize) -> u32 {
    offset as u32
}

/// Rebases a slot: `offset + plus - begin`, or `NONE` if the slot is empty.
#[allow(dead_code, reason = "a grammar may have no parts of parts")]
pub(crate) const fn moved(offset: u32, plus: i32, begin: usize) -> u32 {
    if offset == NONE { NONE } else { within(offset as usize, plus, begin) }
}

/// As [`within`], if another slot is not empty, else `NONE`.
#[allow(dead_code, reason = "a grammar may have no parts of parts")]
pub(crate) const fn if_set(flag: u32, offset: usize, plus: i32, begin: usize) -> u32 {
    if flag == NONE { NONE } else { within(offset, plus, begin) }
}

/// The first of two slots that is not empty.
#[allow(dead_code, reason = "a grammar may have no parts of parts")]
pub(crate) const fn or(first: u32, second: u32) -> u32 {
    if first == NONE { second } else { first }
}

/// Rebases an offset: `offset + plus - begin`. The result has no meaning for an offset
/// that lies before `begin`; callers never use that.
#[allow(dead_code, reason = "a grammar may have no parts of parts")]
pub(crate) const fn within(offset: usize, plus: i32, begin: usize) -> u32 {
    short(offset.wrapping_add_signed(plus as isize).wrapping_sub(begin))
}

/// The text between two offsets. Parts lie between characters, save empty ones.
#[allow(dead_code, reason = "a grammar may have no parts, or be over bytes")]
pub(crate) const fn text(text: &str, begin: usize, end: usize) -> &str {
    if begin == end && !text.is_char_boundary(begin) {
        return "";
    }
    text.split_at(end).0.split_at(begin).1
}

/// The part between two offsets, of a rule without parts of its own.
#[cfg(feature = "text")]
#[allow(dead_code, reason = "a grammar may have no such parts")]
pub(crate) const fn part<R: Rule>(text: &str, begin: usize, end: usize) -> Text<&str, R, 0> {
    Text::known(self::text(text, begin, end), [])
}

/// The bytes between two offsets.
#[allow(dead_code, reason = "a grammar may have no parts, or be over text")]
pub(crate) const fn bytes(text: &[u8], begin: usize, end: usize) -> &[u8] {
    text.split_at(end).0.split_at(begin).1
}

/// The text between two offsets of bytes. Its rule has texts in UTF-8 only.
#[allow(dead_code, reason = "a grammar may have no text among bytes")]
pub(crate) const fn text_of_bytes(text: &[u8], begin: usize, end: usize) -> &str {
    match core::str::from_utf8(bytes(text, begin, end)) {
        Ok(text) => text,
        Err(_) => "",
    }
}
