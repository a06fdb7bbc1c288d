//! Deterministic automata as tables, and walks through them.
//!
//! ```text
//! byte --classes--> class ┐
//!                         ├─ next[class * states + state] ──▶ entry < states: the next state
//! state ──────────────────┘                                   else: edges[entry - states]
//! ```
//!
//! The table is ordered by class, so the multiplication depends only on the byte. The chain of
//! dependent operations from state to state is one addition and one load for each byte.
//!
//! Long texts mostly consist of *runs*, bytes that lead a state back to itself. After such a byte,
//! the walk leaves the table and tests the following bytes against a word with a bit for each run,
//! which takes one load that does not depend on the state. The words of all bytes are computed from
//! the table in constant evaluation. In text that is known to be UTF-8, a state to which every
//! character beyond ASCII leads back skips these bytes too (`BEYOND`).
// Long because half of the lines are variants for tables with edges and runs, or without.

use super::byte_set::{ByteSet, next_range};
#[cfg(any(feature = "walk", feature = "repeated"))]
use core::ops::Range;

/// A number that no state has or exceeds, for walks to the end of a text.
#[cfg(feature = "walk")]
pub(crate) const NEVER: usize = usize::MAX;

/// The maximum length of a text whose runs are not skipped, in bytes.
#[cfg(feature = "walk")]
const SHORT: usize = 31;

/// The dead state: it rejects, and all its transitions lead back to it.
pub(crate) const DEAD: u16 = 0;

/// The automaton of a language.
///
/// State 0 is dead. An accepting state can be reached from every other state, except the start of
/// the empty language. So the first transition to state 0 is at the first byte after which no
/// continuation matches.
///
/// An *edge* is a transition with a list of actions; the user of the automaton gives these a
/// meaning, such as assignments to registers. Transitions with the same target but different lists
/// are different edges. Edges are numbered after the states, so that transitions without actions
/// take one lookup.
#[derive(Clone, Copy)]
pub(crate) struct Dfa {
    /// The class of each byte.
    classes: &'static [u8; 256],
    /// The next state for each class and state, or the number of states plus the number of an edge.
    next: Next,
    /// The number of states, including the dead one.
    states: usize,
    /// The runs that contain each byte; see [`Table`].
    #[cfg(feature = "runs")]
    has: &'static [u16; 256],
    /// The run of each state, including the dead one.
    #[cfg(feature = "runs")]
    run: &'static [u16],
    /// The edges: the target and the number of the list of actions.
    #[cfg(feature = "edges")]
    edges: &'static [[u16; 2]],
    /// The start state.
    pub(crate) start: u16,
    /// The first accepting state; they have the highest numbers.
    pub(crate) accepting: u16,
    /// The first state after which no slot changes any more if the text matches.
    pub(crate) settled: u16,
}

/// A transition table, with a column for each class and an entry for each state.
#[derive(Clone, Copy)]
enum Next {
    /// For up to 256 states and edges.
    #[cfg(feature = "narrow")]
    Narrow(&'static [u8]),
    /// For up to 65536.
    #[cfg(feature = "wide")]
    Wide(&'static [u16]),
}

/// The class of each byte, from the [bytes](next_range) of each class but the first. All other
/// bytes are in class 0.
#[allow(clippy::cast_possible_truncation, reason = "there are up to 256 classes")]
pub(crate) const fn classes(sets: &[&[u8]]) -> [u8; 256] {
    let mut classes = [0; 256];
    let mut class = 0;
    while class < sets.len() {
        let mut set = sets[class];
        class += 1;
        while let Some(([first, last], rest)) = next_range(set) {
            let mut byte = first as usize;
            while byte <= last as usize {
                classes[byte] = class as u8;
                byte += 1;
            }
            set = rest;
        }
    }
    classes
}

/// A transition table, and runs: bytes that lead a state back to itself.
pub(crate) struct Table<Entry, const CLASSES: usize, const STATES: usize> {
    /// The entries by class and state. In this order, no multiplication depends on the state.
    columns: [[Entry; STATES]; CLASSES],
    /// The runs that contain each byte, one bit for each run; bytes beyond ASCII also have
    /// [`BEYOND`].
    #[cfg(feature = "runs")]
    has: [u16; 256],
    /// The run of each state as a bit; 0 if the state has no run, or if all bits are taken. With
    /// [`BEYOND`] if every character beyond ASCII leads back to the state.
    #[cfg(feature = "runs")]
    run: [u16; STATES],
}

/// The rows of a table, for each state except the dead one.
#[derive(Clone, Copy)]
pub(crate) enum Rows<const CLASSES: usize> {
    /// The entries for each class: a state, or from the number of states on, an edge.
    #[cfg(feature = "plain")]
    All(&'static [[u16; CLASSES]]),
    /// For each row, the number of the most similar earlier row, the number of ranges of classes
    /// in which the two differ, and for each range the first class, the last class and the entry.
    #[cfg(feature = "changes")]
    Changes(&'static [u16]),
}

/// The run of the bytes beyond ASCII, for text that is known to be UTF-8.
#[cfg(any(feature = "walk", feature = "repeated"))]
const BEYOND: u16 = 1 << 15;

/// The table of bytes that are in [`BEYOND`].
#[cfg(feature = "runs")]
const HIGH: [u16; 256] = {
    let mut has = [0; 256];
    let mut byte = 0x80;
    while byte < 256 {
        has[byte] = BEYOND;
        byte += 1;
    }
    has
};

/// The runs that can be skipped in texts that need not be UTF-8.
#[cfg(feature = "walk")]
pub(crate) const OF_BYTES: u16 = !BEYOND;

/// The runs that can be skipped in texts that are UTF-8.
#[cfg(feature = "walk")]
pub(crate) const OF_UTF8: u16 = u16::MAX;

/// The characters of UTF-8 beyond ASCII, RFC 3629 section 4: the first and the last of the first
/// bytes, those of the second bytes, and the number of further bytes from 80 to BF.
#[cfg(feature = "runs")]
const CHARACTERS: [[u8; 5]; 8] = [
    [0xC2, 0xDF, 0x80, 0xBF, 0],
    [0xE0, 0xE0, 0xA0, 0xBF, 1],
    [0xE1, 0xEC, 0x80, 0xBF, 1],
    [0xED, 0xED, 0x80, 0x9F, 1],
    [0xEE, 0xEF, 0x80, 0xBF, 1],
    [0xF0, 0xF0, 0x90, 0xBF, 2],
    [0xF1, 0xF3, 0x80, 0xBF, 2],
    [0xF4, 0xF4, 0x80, 0x8F, 2],
];

/// Defines functions that make tables with entries of one width.
macro_rules! width {
    ($width:ident, $entry:ty, $next:ident, $targets:ident, $with_targets:ident) => {
        /// Makes a table from its rows. Row 0 is that of the dead state.
        #[allow(clippy::cast_lossless, clippy::cast_possible_truncation, reason = "entries fit")]
        #[allow(clippy::too_many_lines, reason = "all forms of a row are made in one loop")]
        pub(crate) const fn $width<const CLASSES: usize, const STATES: usize>(
            classes: &[u8; 256],
            form: Rows<CLASSES>,
        ) -> Table<$entry, CLASSES, STATES> {
            #[cfg(feature = "changes")]
            let (mut rows, mut at) = ([[0; CLASSES]; STATES], 0);
            let mut columns = [[0; STATES]; CLASSES];
            #[cfg(feature = "runs")]
            let (mut runs, mut next_run, mut run) = ([0; CLASSES], 1_u16, [0; STATES]);
            #[cfg(not(feature = "runs"))]
            let _ = classes;
            let mut state = 1;
            while state < STATES {
                let row: [$entry; CLASSES] = match form {
                    #[cfg(feature = "plain")]
                    Rows::All(all) => {
                        let (mut row, mut class) = ([0; CLASSES], 0);
                        while class < CLASSES {
                            row[class] = all[state - 1][class] as $entry;
                            class += 1;
                        }
                        row
                    }
                    #[cfg(feature = "changes")]
                    Rows::Changes(changes) => {
                        let mut row = rows[changes[at] as usize];
                        let end = at + 2 + 3 * changes[at + 1] as usize;
                        at += 2;
                        while at < end {
                            let mut class = changes[at] as usize;
                            while class <= changes[at + 1] as usize {
                                row[class] = changes[at + 2] as $entry;
                                class += 1;
                            }
                            at += 3;
                        }
                        row
                    }
                };
                #[cfg(feature = "changes")]
                {
                    rows[state] = row;
                }
                #[cfg(feature = "runs")]
                let mut loops = false;
                let mut class = 0;
                while class < CLASSES {
                    let next = row[class];
                    if next != 0 {
                        columns[class][state] = next;
                        #[cfg(feature = "runs")]
                        {
                            loops |= next as usize == state;
                        }
                    }
                    class += 1;
                }
                #[cfg(feature = "runs")]
                if loops {
                    // Find the earlier run of exactly the bytes that lead back, if there is one.
                    let (mut same, mut class) = (next_run - 1, 0);
                    while same != 0 && class < CLASSES {
                        let leads_back = row[class] as usize == state;
                        same &= if leads_back { runs[class] } else { !runs[class] };
                        class += 1;
                    }
                    if same == 0 && next_run < BEYOND {
                        let mut class = 0;
                        while class < CLASSES {
                            if row[class] as usize == state {
                                runs[class] |= next_run;
                            }
                            class += 1;
                        }
                        same = next_run;
                        next_run <<= 1;
                    }
                    run[state] = same;
                }
                state += 1;
            }
            #[cfg(feature = "runs")]
            let has = {
                let (mut has, mut byte) = (HIGH, 0);
                while next_run != 1 && byte < 256 {
                    let run = runs[classes[byte] as usize];
                    if run != 0 {
                        has[byte] |= run;
                    }
                    byte += 1;
                }
                let mut state = 1;
                while state < STATES {
                    let skips = Table::<$entry, CLASSES, STATES>::skips_characters;
                    if run[state] != 0 && skips(&columns, classes, state) {
                        run[state] |= BEYOND;
                    }
                    state += 1;
                }
                has
            };
            Table {
                columns,
                #[cfg(feature = "runs")]
                has,
                #[cfg(feature = "runs")]
                run,
            }
        }

        #[cfg(feature = "runs")]
        #[allow(clippy::cast_lossless, reason = "`usize::from` is not constant")]
        impl<const CLASSES: usize, const STATES: usize> Table<$entry, CLASSES, STATES> {
            /// Returns the state to which all these bytes lead, or the dead state.
            const fn target(
                columns: &[[$entry; STATES]; CLASSES],
                classes: &[u8; 256],
                state: usize,
                low: u8,
                high: u8,
            ) -> usize {
                let to = columns[classes[low as usize] as usize][state] as usize;
                let mut byte = low;
                while to != 0 && byte < high {
                    byte += 1;
                    if columns[classes[byte as usize] as usize][state] as usize != to {
                        return 0;
                    }
                }
                if to < STATES { to } else { 0 }
            }

            /// Returns whether every character beyond ASCII leads from a state back to it, and none
            /// of its bytes does so alone. The byte after one that leads back then begins a
            /// character.
            const fn skips_characters(
                columns: &[[$entry; STATES]; CLASSES],
                classes: &[u8; 256],
                state: usize,
            ) -> bool {
                let mut kind = 0;
                while kind < CHARACTERS.len() {
                    let [first, last, low, high, mut more] = CHARACTERS[kind];
                    let mut to = Self::target(columns, classes, state, first, last);
                    if to == 0 {
                        return false;
                    }
                    to = Self::target(columns, classes, to, low, high);
                    while 0 < more {
                        to = Self::target(columns, classes, to, 0x80, 0xBF);
                        more -= 1;
                    }
                    if to != state {
                        return false;
                    }
                    kind += 1;
                }
                let mut byte = 0x80;
                while byte < 256 {
                    if columns[classes[byte] as usize][state] as usize == state {
                        return false;
                    }
                    byte += 1;
                }
                true
            }
        }

        impl Dfa {
            /// Makes an automaton from a table, the start, the first accepting state and the first
            /// state after which no slot changes.
            pub(crate) const fn $width<const CLASSES: usize, const STATES: usize>(
                classes: &'static [u8; 256],
                [start, accepting, settled]: [u16; 3],
                table: &'static Table<$entry, CLASSES, STATES>,
            ) -> Self {
                Self {
                    classes,
                    next: Next::$next(table.columns.as_flattened()),
                    states: STATES,
                    #[cfg(feature = "runs")]
                    has: &table.has,
                    #[cfg(feature = "runs")]
                    run: &table.run,
                    #[cfg(feature = "edges")]
                    edges: &[],
                    start,
                    accepting,
                    settled,
                }
            }

            /// Returns the entries of the table with the target of each edge in its place.
            #[cfg(feature = "targets")]
            #[allow(clippy::cast_possible_truncation, reason = "entries fit")]
            pub(crate) const fn $targets<const ENTRIES: usize>(&self) -> [$entry; ENTRIES] {
                let (mut targets, mut at) = ([0; ENTRIES], 0);
                while at < ENTRIES {
                    let entry = self.entry(at) as usize;
                    targets[at] = match entry.checked_sub(self.states()) {
                        Some(edge) => self.edges[edge][0] as $entry,
                        None => entry as $entry,
                    };
                    at += 1;
                }
                targets
            }

            /// Returns the same automaton without lists, from its [targets](Self::$targets).
            #[cfg(feature = "targets")]
            pub(crate) const fn $with_targets(self, targets: &'static [$entry]) -> Self {
                Self { next: Next::$next(targets), edges: &[], ..self }
            }
        }
    };
}

#[cfg(feature = "narrow")]
width!(narrow, u8, Narrow, narrow_targets, with_narrow_targets);
#[cfg(feature = "wide")]
width!(wide, u16, Wide, wide_targets, with_wide_targets);

/// The maximum length of a text whose parts can be located, in bytes.
#[cfg(feature = "parts")]
pub(crate) const LONGEST: usize = u32::MAX as usize - 1;

/// Describes where a text stops matching.
pub(crate) struct Mismatch {
    /// The number of bytes that could be read.
    pub(crate) offset: usize,
    /// The state after them; the dead state if the text is too long.
    pub(crate) state: u16,
    /// The byte that does not fit; `None` at the end of the text.
    pub(crate) found: Option<u8>,
}

#[allow(clippy::cast_possible_truncation, reason = "there are fewer than 65536 states")]
impl Dfa {
    /// Returns the automaton with edges: the target and the list of each.
    #[cfg(feature = "edges")]
    pub(crate) const fn with_edges(self, edges: &'static [[u16; 2]]) -> Self {
        Self { edges, ..self }
    }

    /// Returns the same automaton for texts that begin in another state.
    #[cfg(feature = "starts")]
    pub(crate) const fn from(self, start: u16) -> Self {
        Self { start, ..self }
    }

    /// Returns the number of states, including the dead one.
    #[inline]
    pub(crate) const fn states(&self) -> usize {
        self.states
    }

    /// Returns the class of a byte.
    #[inline]
    pub(crate) const fn class(&self, byte: u8) -> u8 {
        self.classes[byte as usize]
    }

    /// Returns the state after one more byte, and the list of actions; list 0 is empty.
    #[inline]
    pub(crate) const fn edge(&self, state: u16, byte: u8) -> (u16, u16) {
        let next =
            self.entry(self.classes[byte as usize] as usize * self.states() + state as usize);
        #[cfg(feature = "edges")]
        if self.states() <= next as usize {
            let [state, list] = self.edges[next as usize - self.states()];
            return (state, list);
        }
        (next, 0)
    }

    /// Returns an entry of the table.
    #[inline]
    const fn entry(&self, at: usize) -> u16 {
        match self.next {
            #[cfg(feature = "narrow")]
            Next::Narrow(next) => next[at] as u16,
            #[cfg(feature = "wide")]
            Next::Wide(next) => next[at],
        }
    }

    /// Returns whether a text that ends in this state matches.
    pub(crate) const fn accepts(&self, state: u16) -> bool {
        self.accepting <= state
    }

    /// Returns the bytes after which some continuation matches.
    pub(crate) const fn expected(&self, state: u16) -> ByteSet {
        let (mut set, mut byte) = (ByteSet::EMPTY, 0_u16);
        while byte < 256 {
            if self.edge(state, byte as u8).0 != DEAD {
                set = set.with(byte as u8);
            }
            byte += 1;
        }
        set
    }

    /// Checks that the whole text matches.
    pub(crate) const fn check(&self, text: &[u8]) -> Result<(), Mismatch> {
        let (mut state, mut offset) = (self.start, 0);
        while offset < text.len() {
            let (next, _) = self.edge(state, text[offset]);
            if next == DEAD {
                return Err(Mismatch { offset, state, found: Some(text[offset]) });
            }
            state = next;
            offset += 1;
        }
        if self.accepts(state) { Ok(()) } else { Err(Mismatch { offset, state, found: None }) }
    }

    /// Returns the length of the longest prefix that matches, if there is one.
    pub(crate) const fn longest_prefix(&self, text: &[u8]) -> Option<usize> {
        let (mut state, mut offset, mut longest) = (self.start, 0, None);
        loop {
            if self.accepts(state) {
                longest = Some(offset);
            }
            if state == DEAD || offset == text.len() {
                return longest;
            }
            (state, _) = self.edge(state, text[offset]);
            offset += 1;
        }
    }

    /// Returns the offset of the first byte after which nothing matches, in a text that begins at an
    /// offset, if the bytes before it match.
    #[cfg(feature = "readers")]
    pub(crate) fn end(&self, text: &[u8], at: usize) -> Option<usize> {
        #[cfg(feature = "walk")]
        let read = self
            .walk([self.start.into(), NEVER], OF_BYTES, text, at, |next, _, _| next)
            .map(|_| ());
        #[cfg(not(feature = "walk"))]
        let read = self.check(&text[at..]).map_err(|it| Mismatch { offset: at + it.offset, ..it });
        match read {
            Ok(()) => Some(text.len()),
            Err(Mismatch { offset, state, .. }) if self.accepts(state) => Some(offset),
            Err(_) => None,
        }
    }

    /// As [`check`](Self::check), but faster, and not in constant evaluation.
    #[cfg(feature = "walk")]
    pub(crate) fn examine(&self, text: &[u8]) -> Result<(), Mismatch> {
        self.walk([self.start.into(), NEVER], OF_BYTES, text, 0, |next, _, _| next).map(|_| ())
    }

    /// Returns whether the whole text matches.
    #[cfg(feature = "walk")]
    pub(crate) fn is_match(&self, text: &[u8]) -> bool {
        match self.next {
            #[cfg(feature = "narrow")]
            Next::Narrow(next) => self.is_match_columns(next, text),
            #[cfg(feature = "wide")]
            Next::Wide(next) => self.is_match_columns(next, text),
        }
    }

    /// Returns whether the whole text matches.
    #[cfg(not(feature = "walk"))]
    pub(crate) fn is_match(&self, text: &[u8]) -> bool {
        self.check(text).is_ok()
    }

    /// As [`is_match`](Self::is_match), for one width of entries. Short texts have short runs, whose
    /// ends the processor would have to predict. Such a text is read to its end, whatever its bytes:
    /// the dead state leads back to itself.
    #[cfg(feature = "walk")]
    #[inline]
    fn is_match_columns<T: Copy + Into<usize>>(&self, next: &[T], text: &[u8]) -> bool {
        if SHORT < text.len() {
            return self.examine(text).is_ok();
        }
        let (states, mut state) = (self.states(), usize::from(self.start));
        for &byte in text {
            let column = usize::from(self.classes[usize::from(byte)]) * states;
            state = next[column..][..states][state].into();
            #[cfg(feature = "edges")]
            if let Some(edge) = state.checked_sub(states) {
                state = self.edges[edge][0].into();
            }
        }
        usize::from(self.accepting) <= state
    }

    /// As [`check`](Self::check), since there are no runs.
    #[cfg(not(feature = "walk"))]
    pub(crate) fn examine(&self, text: &[u8]) -> Result<(), Mismatch> {
        self.check(text)
    }

    /// Returns whether the rest of a text leads from a state to an accepting one.
    #[cfg(feature = "code")]
    pub(crate) fn resume(&self, state: u16, text: &[u8], at: usize) -> bool {
        self.advance([state.into(), NEVER], text, at).is_some()
    }

    /// Reads a text from a state that does not accept up to the next state that does. Returns this
    /// state and the offset of the next byte.
    #[cfg(feature = "code")]
    pub(crate) fn cross(&self, state: usize, text: &[u8], at: usize) -> Option<(u16, usize)> {
        self.advance([state, self.accepting.into()], text, at)
    }

    /// As [`walk`](Self::walk), without lists. States are not `u16` here, because LLVM would then
    /// extend each of them, which takes as long as to add to it.
    #[cfg(feature = "code")]
    #[inline(never)]
    fn advance(&self, states: [usize; 2], text: &[u8], at: usize) -> Option<(u16, usize)> {
        self.walk(states, OF_BYTES, text, at, |next, _, _| next).ok()
    }

    /// Reads the rest of a text from the state `states[0]`, up to its end or to a state with a
    /// number of at least `states[1]`. `runs` are those that can be skipped: [`OF_UTF8`] or
    /// [`OF_BYTES`]. At an edge, `on_edge` gets the target, the list of actions and the offset of
    /// the byte, and returns the next state.
    ///
    /// Returns the last state, if it accepts or its number is at least `states[1]`, and the offset of
    /// the next byte.
    #[cfg(feature = "walk")]
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "once without lists and once with them")]
    pub(crate) fn walk(
        &self,
        states: [usize; 2],
        runs: u16,
        text: &[u8],
        at: usize,
        on_edge: impl FnMut(u16, u16, usize) -> u16,
    ) -> Result<(u16, usize), Mismatch> {
        match self.next {
            #[cfg(feature = "narrow")]
            Next::Narrow(next) => self.walk_columns(next, states, runs, text, at, on_edge),
            #[cfg(feature = "wide")]
            Next::Wide(next) => self.walk_columns(next, states, runs, text, at, on_edge),
        }
    }

    /// As [`walk`](Self::walk), for one width of entries. After a byte that leads a state back to
    /// itself the run of the state is skipped.
    #[cfg(feature = "walk")]
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "once without lists and once with them")]
    fn walk_columns<T: Copy + Into<usize>>(
        &self,
        next: &[T],
        [mut state, final_from]: [usize; 2],
        runs: u16,
        text: &[u8],
        mut at: usize,
        mut on_edge: impl FnMut(u16, u16, usize) -> u16,
    ) -> Result<(u16, usize), Mismatch> {
        if final_from <= state {
            return Ok((state as u16, at));
        }
        #[cfg(not(feature = "runs"))]
        let _ = runs;
        #[cfg(not(feature = "edges"))]
        let _ = &mut on_edge;
        let states = self.states();
        let plain = 1..states.min(final_from);
        while let Some(to) = self.plain_steps(next, &plain, &mut state, text, &mut at) {
            if to == usize::from(DEAD) {
                let found = text.get(at).copied();
                return Err(Mismatch { offset: at, state: state as u16, found });
            }
            at += 1;
            #[cfg(feature = "runs")]
            if to == state {
                self.skip_run(state, runs, text, &mut at);
                continue;
            }
            state = to;
            #[cfg(feature = "edges")]
            if let Some(edge) = to.checked_sub(states) {
                let [target, list] = self.edges[edge];
                state = on_edge(target, list, at - 1).into();
            }
            if final_from <= state {
                return Ok((state as u16, at));
            }
        }
        let state = state as u16;
        let mismatch = Mismatch { offset: at, state, found: None };
        if self.accepts(state) { Ok((state, at)) } else { Err(mismatch) }
    }

    /// Reads a text from a state up to the first state with a number of at least `until`, or up to a
    /// byte after which nothing matches. No edge has actions.
    #[cfg(feature = "general")]
    pub(crate) fn advance_until(&self, until: u16, state: &mut u16, text: &[u8], at: &mut usize) {
        match self.next {
            #[cfg(feature = "narrow")]
            Next::Narrow(next) => self.advance_columns(next, until, state, text, at),
            #[cfg(feature = "wide")]
            Next::Wide(next) => self.advance_columns(next, until, state, text, at),
        }
    }

    /// As [`advance_until`](Self::advance_until), for one width of entries.
    #[cfg(feature = "general")]
    #[inline]
    fn advance_columns<T: Copy + Into<usize>>(
        &self,
        next: &[T],
        until: u16,
        state: &mut u16,
        text: &[u8],
        at: &mut usize,
    ) {
        let plain = 1..usize::from(until);
        let mut now = usize::from(*state);
        while plain.contains(&now) {
            let to = self.plain_steps(next, &plain, &mut now, text, at);
            let Some(to) = to.filter(|&to| to != usize::from(DEAD)) else { break };
            *at += 1;
            #[cfg(feature = "runs")]
            if to == now {
                self.skip_run(now, OF_BYTES, text, at);
            }
            now = to;
        }
        *state = now as u16;
    }

    /// Reads the bytes that lead along no edge to another state of a range. Returns the entry of the
    /// next byte, if there is one.
    #[cfg(any(feature = "walk", feature = "repeated"))]
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the offsets stay in registers")]
    fn plain_steps<T: Copy + Into<usize>>(
        &self,
        next: &[T],
        plain: &Range<usize>,
        state: &mut usize,
        text: &[u8],
        at: &mut usize,
    ) -> Option<usize> {
        // A loop of its own has few values, which fit into registers. The columns do not depend on the
        // state, so only one load for each byte waits for the load before it.
        let states = self.states();
        let mut now = *state;
        while let Some(&byte) = text.get(*at) {
            let column = usize::from(self.classes[usize::from(byte)]) * states;
            let to: usize = next[column..][..states][now].into();
            if to == now || plain.len() <= to.wrapping_sub(plain.start) {
                *state = now;
                return Some(to);
            }
            now = to;
            *at += 1;
        }
        *state = now;
        None
    }

    /// Reads a text that matches up to the next edge with actions, and returns their list. `None` at
    /// the end of the text.
    #[cfg(feature = "repeated")]
    pub(crate) fn next_list(&self, state: &mut u16, text: &[u8], at: &mut usize) -> Option<u16> {
        match self.next {
            #[cfg(feature = "narrow")]
            Next::Narrow(next) => self.next_list_of(next, state, text, at),
            #[cfg(feature = "wide")]
            Next::Wide(next) => self.next_list_of(next, state, text, at),
        }
    }

    /// As [`next_list`](Self::next_list), for one width of entries.
    #[cfg(feature = "repeated")]
    fn next_list_of<T: Copy + Into<usize>>(
        &self,
        next: &[T],
        state: &mut u16,
        text: &[u8],
        at: &mut usize,
    ) -> Option<u16> {
        let plain = 1..self.states();
        let mut now = usize::from(*state);
        loop {
            let to = self.plain_steps(next, &plain, &mut now, text, at);
            *state = now as u16;
            let to = to?;
            *at += 1;
            #[cfg(feature = "runs")]
            if to == now {
                self.skip_run(now, !BEYOND, text, at);
            }
            #[cfg(feature = "edges")]
            if let Some(edge) = to.checked_sub(self.states()) {
                let [target, list] = self.edges[edge];
                (*state, now) = (target, target.into());
                if list != 0 {
                    return Some(list);
                }
            }
        }
    }

    /// Skips the bytes of some runs that lead a state back to itself.
    #[cfg(feature = "runs")]
    #[inline]
    fn skip_run(&self, state: usize, runs: u16, text: &[u8], at: &mut usize) {
        let run = self.run[state] & runs;
        while text.get(*at).is_some_and(|&byte| self.has[usize::from(byte)] & run != 0) {
            *at += 1;
        }
    }
}
