//! Deterministic automata as tables, and walks through them.

use super::byte_set::ByteSet;

/// The state that no continuation of the text leaves; it rejects.
pub(crate) const DEAD: u16 = 0;

/// The automaton of a language.
///
/// State 0 is dead. Every other state lies on the way to an accepting one (save
/// the start of the empty language), so that the first step to state 0 is at the
/// first byte after which no continuation matches.
#[derive(Clone, Copy)]
pub(crate) struct Dfa {
    /// The class of each byte.
    classes: &'static [u8; 256],
    /// How many classes there are.
    width: usize,
    /// How many states there are, the dead one among them.
    states: u16,
    /// By state and class: the next state, or from `states` on the number of an edge.
    next: Next,
    /// The edges that do more than to lead to a state: the state, and what they do.
    edges: &'static [[u16; 2]],
    /// The state in which every text begins.
    pub(crate) start: u16,
    /// The first of the accepting states; they have the highest numbers.
    pub(crate) accepting: u16,
    /// The first of those after which a text that matches changes no slot.
    pub(crate) settled: u16,
}

/// A transition table: one row a state, one entry a class.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "which widths occur depends on the grammar")]
enum Next {
    /// Where states and edges are up to 256.
    Narrow(&'static [u8]),
    /// Where they are up to 65536.
    Wide(&'static [u16]),
}

/// The class of each byte: of each class but the first the ranges of its bytes, the first and the
/// last byte of each. All other bytes are in class 0.
#[allow(clippy::cast_possible_truncation, reason = "there are up to 256 classes")]
pub(crate) const fn classes(ranges: &[&[u8]]) -> [u8; 256] {
    let mut classes = [0; 256];
    let mut class = 0;
    while class < ranges.len() {
        let mut rest = ranges[class];
        class += 1;
        while let [first, last, others @ ..] = rest {
            let mut byte = *first as usize;
            while byte <= *last as usize {
                classes[byte] = class as u8;
                byte += 1;
            }
            rest = others;
        }
    }
    classes
}

/// What makes a table of entries of one width.
macro_rules! width {
    ($width:ident, $entry:ty, $next:ident) => {
        /// The row of each state. Row 0 leads nowhere. Of each other one `changes` say which row
        /// before it is most alike and in how many runs of classes the two differ, and then of
        /// each run the first class, the last one and where they lead.
        #[allow(dead_code, reason = "which widths occur depends on the grammar")]
        #[allow(clippy::cast_lossless, clippy::cast_possible_truncation, reason = "entries fit")]
        pub(crate) const fn $width<const CLASSES: usize, const STATES: usize>(
            changes: &[u16],
        ) -> [[$entry; CLASSES]; STATES] {
            let mut rows = [[0; CLASSES]; STATES];
            let (mut state, mut at) = (1, 0);
            while state < STATES {
                rows[state] = rows[changes[at] as usize];
                let end = at + 2 + 3 * changes[at + 1] as usize;
                at += 2;
                while at < end {
                    let mut class = changes[at] as usize;
                    while class <= changes[at + 1] as usize {
                        rows[state][class] = changes[at + 2] as $entry;
                        class += 1;
                    }
                    at += 3;
                }
                state += 1;
            }
            rows
        }

        #[allow(dead_code, reason = "which widths occur depends on the grammar")]
        #[allow(clippy::cast_possible_truncation, reason = "there are fewer than 65536 states")]
        impl Dfa {
            /// From a row for each state, with the start, the first accepting state and the
            /// first settled one.
            pub(crate) const fn $width<const CLASSES: usize, const STATES: usize>(
                classes: &'static [u8; 256],
                [start, accepting, settled]: [u16; 3],
                rows: &'static [[$entry; CLASSES]; STATES],
            ) -> Self {
                let next = Next::$next(rows.as_flattened());
                let states = STATES as u16;
                Self {
                    classes,
                    width: CLASSES,
                    states,
                    next,
                    edges: &[],
                    start,
                    accepting,
                    settled,
                }
            }
        }
    };
}

width!(narrow, u8, Narrow);
width!(wide, u16, Wide);

/// The longest text whose parts can be located, in bytes.
pub(crate) const LONGEST: usize = u32::MAX as usize - 1;

/// Where a text leaves the language.
pub(crate) struct Mismatch {
    /// How many bytes could be read.
    pub(crate) offset: usize,
    /// The state after them; the dead one if the text is too long.
    pub(crate) state: u16,
    /// The byte that does not fit; none at the end of the text.
    pub(crate) found: Option<u8>,
}

#[allow(dead_code, reason = "which widths and edges occur depends on the grammar")]
#[allow(clippy::cast_possible_truncation, reason = "there are fewer than 65536 states")]
impl Dfa {
    /// The same with edges: state and list, one pair after the other.
    pub(crate) const fn with_edges(self, edges: &'static [u16]) -> Self {
        Self { edges: edges.as_chunks().0, ..self }
    }

    /// The same for texts that begin in another state.
    pub(crate) const fn from(self, start: u16) -> Self {
        Self { start, ..self }
    }

    /// The class of a byte.
    #[cfg(feature = "code")]
    #[inline]
    pub(crate) const fn class(&self, byte: u8) -> u8 {
        self.classes[byte as usize]
    }

    /// The state after one more byte, and what the edge to it does: list 0 is nothing.
    #[inline]
    pub(crate) const fn edge(&self, state: u16, byte: u8) -> (u16, u16) {
        let entry = state as usize * self.width + self.classes[byte as usize] as usize;
        let next = match self.next {
            Next::Narrow(next) => next[entry] as u16,
            Next::Wide(next) => next[entry],
        };
        if next < self.states {
            return (next, 0);
        }
        let [state, list] = self.edges[(next - self.states) as usize];
        (state, list)
    }

    /// Whether a text that ends in this state is in the language.
    pub(crate) const fn accepts(&self, state: u16) -> bool {
        self.accepting <= state
    }

    /// The bytes after which some continuation matches.
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

    /// Whether the whole text is in the language, else where it leaves it.
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

    /// The length of the longest prefix in the language, if there is one.
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

    /// As [`check`](Self::check), but fast, and not in constants.
    pub(crate) fn examine(&self, text: &[u8]) -> Result<(), Mismatch> {
        self.walk(self.start, u16::MAX, text, 0, |next, _, _| next).map(|_| ())
    }

    /// Whether what is left of a text leads from a state to one that accepts.
    #[cfg(feature = "code")]
    #[inline(never)]
    pub(crate) fn resume(&self, state: u16, text: &[u8], at: usize) -> bool {
        self.walk(state, u16::MAX, text, at, |next, _, _| next).is_ok()
    }

    /// Goes on from a state with what is left of a text, up to a state from `settled` on. Where an
    /// edge does more than to lead to a state, `act` gets that state, the list and the offset, and
    /// says where to go on.
    ///
    /// Returns the state at the end, if it accepts.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "once without lists and once with them")]
    pub(crate) fn walk(
        &self,
        state: u16,
        settled: u16,
        text: &[u8],
        at: usize,
        act: impl FnMut(u16, u16, usize) -> u16,
    ) -> Result<u16, Mismatch> {
        match self.next {
            Next::Narrow(next) => self.walk_rows(next, state, settled, text, at, act),
            Next::Wide(next) => self.walk_rows(next, state, settled, text, at, act),
        }
    }

    /// Bytes that lead a state back to itself are most of a text: they take a look at the class
    /// and one at the row, neither of which waits for the byte before.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "once without lists and once with them")]
    fn walk_rows<T: Copy + Into<u16>>(
        &self,
        next: &[T],
        mut state: u16,
        settled: u16,
        text: &[u8],
        mut at: usize,
        mut act: impl FnMut(u16, u16, usize) -> u16,
    ) -> Result<u16, Mismatch> {
        while state < settled {
            let row = &next[usize::from(state) * self.width..][..self.width];
            let entry = |&byte: &u8| row[usize::from(self.classes[usize::from(byte)])].into();
            let rest = text.get(at..).unwrap_or_default();
            let Some(run) = rest.iter().position(|byte| entry(byte) != state) else {
                let mismatch = Mismatch { offset: text.len(), state, found: None };
                return if self.accepts(state) { Ok(state) } else { Err(mismatch) };
            };
            at += run;
            let edge = entry(&rest[run]);
            if edge == DEAD {
                return Err(Mismatch { offset: at, state, found: Some(rest[run]) });
            }
            state = edge;
            if let Some(edge) = edge.checked_sub(self.states) {
                let [target, list] = self.edges[usize::from(edge)];
                state = act(target, list, at);
            }
            at += 1;
        }
        Ok(state)
    }
}
