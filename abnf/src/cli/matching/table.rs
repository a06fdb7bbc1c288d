//! A [`Dfa`] laid out for walks through many bytes.

use abnfc::automata::dfa::{Dfa, StateId};

/// The transitions of a [`Dfa`], with a state of its own for texts that no longer match:
/// so a step needs no question.
///
/// A row has as many entries as a power of two, so that finding one costs a shift. The
/// class of a byte is looked up beside: that hangs on no earlier step and costs no time,
/// while rows of 256 entries would cost memory.
pub(super) struct Table {
    classes: [u8; 256],
    shift: u32,
    next: Vec<StateId>,
    /// The state of texts that no longer match.
    stuck: StateId,
    accepting: Vec<bool>,
}

/// How many texts are read at once by [`Table::verdicts`]. A step waits for the one before
/// it, some six cycles; steps through different texts do not wait for each other.
const LANES: usize = 4;

impl Table {
    pub(super) fn new(dfa: &Dfa) -> Self {
        let classes = std::array::from_fn(|byte| {
            let byte = u8::try_from(byte).expect("there are 256 bytes");
            u8::try_from(dfa.classes().class(byte)).expect("there are at most 256 classes")
        });
        let width = dfa.classes().count().next_power_of_two();
        let stuck = StateId::try_from(dfa.state_count()).expect("states are numbered in 32 bits");
        let mut next = vec![stuck; (dfa.state_count() + 1) * width];
        for (state, row) in dfa.states().zip(next.chunks_exact_mut(width)) {
            for (class, entry) in row.iter_mut().take(dfa.classes().count()).enumerate() {
                *entry = dfa.next_by_class(state, class).unwrap_or(stuck);
            }
        }
        let accepting = dfa.states().map(|state| dfa.is_accepting(state)).chain([false]).collect();
        Self { classes, shift: width.trailing_zeros(), next, stuck, accepting }
    }

    /// The state after one more byte.
    #[inline]
    fn next(&self, state: StateId, byte: u8) -> StateId {
        self.next[((state as usize) << self.shift) + usize::from(self.classes[usize::from(byte)])]
    }

    /// Reads on from a state: how many bytes could be right, and the state after them.
    pub(super) fn read(&self, from: StateId, bytes: &[u8]) -> (usize, StateId) {
        let mut state = from;
        for (read, &byte) in bytes.iter().enumerate() {
            let next = self.next(state, byte);
            if next == self.stuck {
                return (read, state);
            }
            state = next;
        }
        (bytes.len(), state)
    }

    /// Whether each of the texts matches, in their order.
    pub(super) fn verdicts<'a>(
        &self,
        mut texts: impl Iterator<Item = &'a [u8]>,
        verdicts: &mut Vec<bool>,
    ) {
        verdicts.clear();
        let mut lanes = [Lane::default(); LANES];
        let mut are_full = lanes.iter_mut().all(|lane| lane.begin(&mut texts, verdicts));
        while are_full {
            let steps = lanes.iter().map(|lane| lane.rest.len()).min().unwrap_or_default();
            let heads = lanes.map(|lane| &lane.rest[..steps]);
            let mut states = lanes.map(|lane| lane.state);
            for step in 0..steps {
                for (state, head) in states.iter_mut().zip(heads) {
                    *state = self.next(*state, head[step]);
                }
            }
            for (lane, state) in lanes.iter_mut().zip(states) {
                lane.state = state;
                lane.rest = &lane.rest[steps..];
                if lane.rest.is_empty() {
                    verdicts[lane.text] = self.accepts(lane.state);
                    are_full &= lane.begin(&mut texts, verdicts);
                }
            }
        }
        for lane in lanes.iter().filter(|lane| lane.is_full) {
            let end = lane.rest.iter().fold(lane.state, |state, &byte| self.next(state, byte));
            verdicts[lane.text] = self.accepts(end);
        }
    }

    fn accepts(&self, state: StateId) -> bool {
        self.accepting[state as usize]
    }
}

/// One of the texts that are read at once.
#[derive(Clone, Copy, Default)]
struct Lane<'a> {
    /// Whether there is such a text.
    is_full: bool,
    /// Its number.
    text: usize,
    state: StateId,
    /// What is left to read.
    rest: &'a [u8],
}

impl<'a> Lane<'a> {
    /// Takes the next text, if there is one.
    fn begin(
        &mut self,
        texts: &mut impl Iterator<Item = &'a [u8]>,
        verdicts: &mut Vec<bool>,
    ) -> bool {
        let next = texts.next();
        let text = verdicts.len();
        self.is_full = next.is_some();
        if let Some(rest) = next {
            verdicts.push(false);
            *self = Self { is_full: true, text, state: Dfa::START, rest };
        }
        self.is_full
    }
}

#[cfg(test)]
mod tests {
    use super::Table;
    use abnfc::automata::dfa::{Dfa, Mismatch};
    use abnfc::bytes::{ByteClasses, ByteSet};

    /// `a` and `b` in turn, an even number of them: `*("a" "b")`.
    fn pairs() -> Dfa {
        let sets = [b'a', b'b'].map(|byte| ByteSet::range(byte, byte));
        // Classes are in the order of their smallest bytes: others, a, b.
        let next = vec![None, Some(1), None, None, None, Some(0)];
        Dfa::from_table(ByteClasses::of_sets(&sets), next, vec![true, false])
    }

    /// Every text of these letters up to a length.
    fn texts(letters: &[u8], length: usize) -> Vec<Vec<u8>> {
        let mut texts = vec![Vec::new()];
        let mut longest = texts.clone();
        for _ in 0..length {
            let longer =
                |text: &Vec<u8>| letters.iter().map(|&it| [text, &[it][..]].concat()).collect();
            longest = longest.iter().flat_map::<Vec<_>, _>(longer).collect();
            texts.extend_from_slice(&longest);
        }
        texts
    }

    #[test]
    fn reading_is_checking() {
        let dfa = pairs();
        let table = Table::new(&dfa);
        for text in texts(b"abc", 6) {
            let (offset, state) = table.read(Dfa::START, &text);
            let expected = match dfa.check(&text) {
                Ok(()) => (text.len(), Dfa::START),
                Err(Mismatch { offset, state }) => (offset, state),
            };
            assert_eq!((offset, state), expected, "{text:?}");
        }
    }

    #[test]
    fn verdicts_are_in_the_order_of_texts_however_many() {
        let dfa = pairs();
        let table = Table::new(&dfa);
        let texts = texts(b"abc", 5);
        let expected: Vec<bool> = texts.iter().map(|text| dfa.check(text).is_ok()).collect();
        let mut verdicts = vec![true];
        for count in (0..40).chain([texts.len()]) {
            table.verdicts(texts.iter().take(count).map(Vec::as_slice), &mut verdicts);
            assert_eq!(verdicts, expected[..count]);
        }
        // Long texts beside short ones.
        let long = b"ab".repeat(1000);
        let mixed = |i: usize| if i % 7 == 3 { &long[..2000 - i % 2] } else { &b"ab"[..i % 3] };
        table.verdicts((0..100).map(mixed), &mut verdicts);
        let expected: Vec<bool> = (0..100).map(|i| dfa.check(mixed(i)).is_ok()).collect();
        assert_eq!(verdicts, expected);
    }
}
