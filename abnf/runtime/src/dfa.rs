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
    /// The class of a byte, by its high and its low half.
    classes: &'static [[u8; 16]; 16],
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

/// The class of each byte, by its high and its low half: of each class but the first the
/// ranges of its bytes, the first and the last byte of each. All other bytes are in class 0.
#[allow(clippy::cast_possible_truncation, reason = "there are up to 256 classes")]
pub(crate) const fn classes(ranges: &[&[u8]]) -> [[u8; 16]; 16] {
    let mut classes = [[0; 16]; 16];
    let mut class = 0;
    while class < ranges.len() {
        let mut rest = ranges[class];
        class += 1;
        while let [first, last, others @ ..] = rest {
            let mut byte = *first as usize;
            while byte <= *last as usize {
                classes[byte >> 4][byte & 15] = class as u8;
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
            /// From a row for each state, with the start and the first accepting state.
            pub(crate) const fn $width<const CLASSES: usize, const STATES: usize>(
                classes: &'static [[u8; 16]; 16],
                [start, accepting]: [u16; 2],
                rows: &'static [[$entry; CLASSES]; STATES],
            ) -> Self {
                let next = Next::$next(rows.as_flattened());
                let states = STATES as u16;
                Self { classes, width: CLASSES, states, next, edges: &[], start, accepting }
            }
        }
    };
}

width!(narrow, u8, Narrow);
width!(wide, u16, Wide);

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
    #[inline]
    pub(crate) const fn class(&self, byte: u8) -> u8 {
        self.classes[(byte >> 4) as usize][(byte & 15) as usize]
    }

    /// The state after one more byte, and what the edge to it does: list 0 is nothing.
    #[inline]
    pub(crate) const fn edge(&self, state: u16, byte: u8) -> (u16, u16) {
        let entry = state as usize * self.width + self.class(byte) as usize;
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

    /// The state after one more byte.
    #[inline]
    pub(crate) const fn step(&self, state: u16, byte: u8) -> u16 {
        self.edge(state, byte).0
    }

    /// Whether a text that ends in this state is in the language.
    pub(crate) const fn accepts(&self, state: u16) -> bool {
        self.accepting <= state
    }

    /// The bytes after which some continuation matches.
    pub(crate) const fn expected(&self, state: u16) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        let mut byte = 0;
        loop {
            if self.step(state, byte) != DEAD {
                set = set.with(byte);
            }
            if byte == u8::MAX {
                return set;
            }
            byte += 1;
        }
    }

    /// Whether the whole text is in the language, else where it leaves it.
    pub(crate) const fn check(&self, text: &[u8]) -> Result<(), Mismatch> {
        let mut state = self.start;
        let mut offset = 0;
        while offset < text.len() {
            let next = self.step(state, text[offset]);
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
        let mut state = self.start;
        let mut longest = if self.accepts(state) { Some(0) } else { None };
        let mut offset = 0;
        while offset < text.len() {
            state = self.step(state, text[offset]);
            if state == DEAD {
                break;
            }
            offset += 1;
            if self.accepts(state) {
                longest = Some(offset);
            }
        }
        longest
    }

    /// Goes on from a state with what is left of a text, and does what the edges say.
    ///
    /// Returns the state at the end, the dead one if the text leaves the language.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "once without lists and once with them")]
    pub(crate) fn walk(
        &self,
        state: u16,
        text: &[u8],
        at: usize,
        act: impl FnMut(u16, usize),
    ) -> u16 {
        match self.next {
            Next::Narrow(next) => self.walk_rows(next, state, text, at, act),
            Next::Wide(next) => self.walk_rows(next, state, text, at, act),
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
        text: &[u8],
        mut at: usize,
        mut act: impl FnMut(u16, usize),
    ) -> u16 {
        while state != DEAD {
            let row = &next[usize::from(state) * self.width..][..self.width];
            let entry = |&byte: &u8| row[usize::from(self.class(byte))].into();
            let rest = text.get(at..).unwrap_or_default();
            let Some(run) = rest.iter().position(|byte| entry(byte) != state) else {
                return state;
            };
            at += run;
            let edge: u16 = entry(&rest[run]);
            state = edge;
            if let Some(edge) = edge.checked_sub(self.states) {
                let [target, list] = self.edges[usize::from(edge)];
                act(list, at);
                state = target;
            }
            at += 1;
        }
        DEAD
    }

    /// Whether what is left of a text leads from a state to one that accepts.
    pub(crate) fn resume(&self, state: u16, text: &[u8], at: usize) -> bool {
        self.accepts(self.walk(state, text, at, |_, _| {}))
    }
}
