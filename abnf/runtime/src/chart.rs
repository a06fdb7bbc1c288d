//! Which rules match where in a text: the first of two passes that make a tree.
//!
//! All ways to read the text are followed side by side, as by the general engine, and for each
//! call of a rule the offsets are kept at which its text can end (Earley, "An efficient
//! context-free parsing algorithm", 1970). A byte of lookahead leaves out what cannot go on.
//! Takes linear time and memory where few ways are open at once, cubic time and quadratic memory
//! at worst, and never more than the limits.

use super::alloc::vec;
use super::alloc::vec::Vec;
use super::ways::{Way, Ways};

/// How many steps a tree can take: ways that are followed, links, and what is looked up.
pub(crate) const MAX_STEPS: usize = 1 << 27;

/// How many calls, links between them, and ends of calls can be kept.
pub(crate) const MAX_LINKS: usize = 1 << 24;

/// A grammar as automata that call each other, all over one numbering of the states.
#[derive(Clone, Copy)]
pub struct Grammar<'g> {
    /// What each state does, as [`State`] reads it.
    pub states: &'g [[u16; 3]],
    /// Where states branch.
    pub targets: &'g [u16],
    /// Sets of bytes, as 256 bits.
    pub sets: &'g [[u64; 4]],
    /// Of each rule the state in which its texts begin, and whether one of them is empty.
    pub rules: &'g [(u16, bool)],
    /// How many rules a tree shows; they come first.
    pub shown: u16,
    /// Of each state the set of bytes before one of which it can stand, whatever stands around.
    pub before: &'g [u16],
    /// Whether each state can stand where a text ends.
    pub last: &'g [u64],
}

/// What a state does.
#[derive(Clone, Copy)]
pub(crate) enum State {
    /// The rule ends.
    End,
    /// Reads one byte of the set and goes on.
    Byte {
        /// Which set.
        set: u16,
        /// The state after.
        next: u16,
    },
    /// Goes on in one of these states, the first preferred.
    Split {
        /// The index of the first one.
        first: u16,
        /// The index after the last one.
        last: u16,
    },
    /// Reads a text of a rule and goes on.
    Call {
        /// Which rule.
        rule: u16,
        /// The state after.
        next: u16,
    },
}

impl Grammar<'_> {
    /// What a state does.
    pub(crate) fn state(&self, state: u16) -> State {
        let [what, one, other] = self.states[usize::from(state)];
        match what {
            0 => State::End,
            1 => State::Byte { set: one, next: other },
            3 | 5 => State::Call { rule: one, next: other },
            _ => State::Split { first: one, last: other },
        }
    }

    /// Whether a split has no preference: it tells how often something repeats before it is read.
    pub(crate) fn is_by_count(&self, state: u16) -> bool {
        self.states[usize::from(state)][0] == 4
    }

    /// Whether in the rule that a state calls there is none that a tree shows.
    pub(crate) fn is_plain(&self, state: u16) -> bool {
        self.states[usize::from(state)][0] == 5
    }

    /// The states that a split leads to.
    pub(crate) fn targets(&self, first: u16, last: u16) -> &[u16] {
        &self.targets[usize::from(first)..usize::from(last)]
    }

    /// The only state that a split leads to and that can stand before this byte, or at the end.
    fn only(&self, first: u16, last: u16, byte: Option<u8>) -> Option<u16> {
        let mut fitting = self.targets(first, last).iter().filter(|&&to| self.fits(to, byte));
        let only = fitting.next()?;
        fitting.next().is_none().then_some(*only)
    }

    /// Whether a byte is in a set.
    pub(crate) fn contains(&self, set: u16, byte: u8) -> bool {
        self.sets[usize::from(set)][usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    /// Whether a state can stand before this byte, or at the end of the text. No text that matches
    /// is read in a way of which this is false.
    pub(crate) fn fits(&self, state: u16, byte: Option<u8>) -> bool {
        let state = usize::from(state);
        match byte {
            Some(byte) => self.contains(self.before[state], byte),
            None => self.last[state / 64] >> (state % 64) & 1 == 1,
        }
    }
}

/// Why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// The text does not match.
    Mismatch,
    /// A limit was passed.
    TooComplex,
}

/// The calls of a text, by offset and then in the order in which they were found.
pub(crate) struct Chart {
    calls: Vec<Call>,
    /// By offset the index of the first call that begins there or behind.
    first: Vec<u32>,
    /// The offsets at which calls end, those of one call together and in order.
    ends: Vec<u32>,
    /// How many steps it took.
    pub(crate) steps: usize,
}

/// A rule that was entered at an offset.
#[derive(Clone, Copy)]
struct Call {
    rule: u16,
    begin: u32,
    /// The first of its links; when all is read, the index after its last end.
    link: u32,
}

/// Where to go on after a call.
struct Link {
    after: Way,
    /// The next one of the same call.
    next: u32,
}

/// The end of a list of links.
const NO_LINK: u32 = u32::MAX;

/// The call of the rule that is asked about.
const ROOT: u32 = 0;

#[allow(clippy::cast_possible_truncation, reason = "calls, links and offsets have limits")]
impl Chart {
    /// Reads a text, which is shorter than 2^32 - 1 bytes.
    pub(crate) fn new(grammar: Grammar<'_>, rule: u16, text: &[u8]) -> Result<Self, NoTree> {
        let mut reader = Reader::new(grammar, rule, text);
        let mut open = Ways::default();
        let mut read = Ways::default();
        open.add((grammar.rules[usize::from(rule)].0, ROOT));
        loop {
            // A single way is in no table.
            if let [way] = &mut open.list[..] {
                *way = reader.alone(*way)?;
            }
            reader.close(&mut open)?;
            let Some(byte) = reader.next else { break };
            reader.advance();
            read.clear();
            for &(state, call) in &open.list {
                if let State::Byte { set, next } = grammar.state(state)
                    && grammar.contains(set, byte)
                    && grammar.fits(next, reader.next)
                {
                    read.add((next, call));
                }
            }
            if read.list.is_empty() {
                return Err(NoTree::Mismatch);
            }
            core::mem::swap(&mut open, &mut read);
        }
        Ok(reader.finish())
    }

    /// The offsets at which the text of a rule that begins at an offset can end, in order.
    pub(crate) fn ends(&self, rule: u16, begin: u32) -> &[u32] {
        let [first, last] = [0, 1].map(|more| self.first[begin as usize + more] as usize);
        let found = (first..last).find(|&index| self.calls[index].rule == rule);
        found.map_or(&[], |index| self.ends_of(index))
    }

    /// All calls in the order of their begins: rules, begins and ends.
    pub(crate) fn calls(&self) -> impl Iterator<Item = (u16, u32, &[u32])> {
        let calls = self.calls.iter().enumerate();
        calls.map(|(index, call)| (call.rule, call.begin, self.ends_of(index)))
    }

    fn ends_of(&self, index: usize) -> &[u32] {
        let first = index.checked_sub(1).map_or(0, |before| self.calls[before].link);
        &self.ends[first as usize..self.calls[index].link as usize]
    }
}

/// Follows all ways to read a text.
struct Reader<'g> {
    grammar: Grammar<'g>,
    text: &'g [u8],
    offset: u32,
    /// The byte at the offset; none at the end of the text.
    next: Option<u8>,
    calls: Vec<Call>,
    /// See [`Chart`].
    first: Vec<u32>,
    links: Vec<Link>,
    /// Calls, and where their texts end.
    ends: Vec<(u32, u32)>,
    /// By rule the last call of it.
    called: Vec<u32>,
    steps: usize,
}

#[allow(clippy::cast_possible_truncation, reason = "calls, links and offsets have limits")]
impl<'g> Reader<'g> {
    fn new(grammar: Grammar<'g>, rule: u16, text: &'g [u8]) -> Self {
        let mut first = Vec::with_capacity(text.len() + 2);
        first.push(ROOT);
        let mut reader = Self {
            grammar,
            text,
            offset: 0,
            next: text.first().copied(),
            calls: Vec::new(),
            first,
            links: Vec::new(),
            ends: Vec::new(),
            called: vec![u32::MAX; grammar.rules.len()],
            steps: 0,
        };
        reader.enter(rule);
        reader
    }

    /// Goes to the next offset.
    fn advance(&mut self) {
        self.offset += 1;
        self.next = self.text.get(self.offset as usize).copied();
        self.first.push(self.calls.len() as u32);
    }

    /// Follows the only way there is, for as long as no other is open beside it. Returns a way of
    /// which nothing is done yet.
    fn alone(&mut self, mut way: Way) -> Result<Way, NoTree> {
        let grammar = self.grammar;
        loop {
            let (state, call) = way;
            match grammar.state(state) {
                State::Byte { set, next } => {
                    let Some(byte) = self.next else { return Ok(way) };
                    let behind = self.text.get(self.offset as usize + 1).copied();
                    if !grammar.contains(set, byte) || !grammar.fits(next, behind) {
                        return Ok(way);
                    }
                    self.advance();
                    way.0 = next;
                }
                State::Split { first, last } => {
                    let Some(to) = grammar.only(first, last, self.next) else { return Ok(way) };
                    way.0 = to;
                }
                State::Call { rule, next } => {
                    let (start, is_nullable) = grammar.rules[usize::from(rule)];
                    let is_over = is_nullable && grammar.fits(next, self.next);
                    if self.is_called(rule) || !grammar.fits(start, self.next) || is_over {
                        return Ok(way);
                    }
                    let callee = self.call(rule, (next, call));
                    way = (start, callee);
                    self.check()?;
                }
                State::End => {
                    let Call { begin, link, .. } = self.calls[call as usize];
                    let Some(&Link { after, next }) = self.links.get(link as usize) else {
                        return Ok(way);
                    };
                    // A call that was made by a later one may end here again.
                    let is_last = next == NO_LINK && after.1 < call && begin < self.offset;
                    if !is_last || !grammar.fits(after.0, self.next) {
                        return Ok(way);
                    }
                    self.ends.push((call, self.offset));
                    if self.links.len() == link as usize + 1 {
                        // No way is left that could end it once more.
                        self.links.pop();
                    }
                    way = after;
                }
            }
            self.steps += 1;
        }
    }

    /// Adds all ways that are reached without a byte.
    fn close(&mut self, open: &mut Ways) -> Result<(), NoTree> {
        let (grammar, next_byte) = (self.grammar, self.next);
        let add = |open: &mut Ways, way: Way| {
            if grammar.fits(way.0, next_byte) {
                open.add(way);
            }
        };
        let mut index = 0;
        while let Some(&(state, call)) = open.list.get(index) {
            index += 1;
            self.steps += 1;
            match grammar.state(state) {
                State::Byte { .. } => {}
                State::Split { first, last } => {
                    for &target in grammar.targets(first, last) {
                        add(open, (target, call));
                    }
                }
                State::Call { rule, next } => {
                    let (start, is_nullable) = grammar.rules[usize::from(rule)];
                    let callee = self.call(rule, (next, call));
                    add(open, (start, callee));
                    // None has to end where it begins.
                    if is_nullable {
                        add(open, (next, call));
                    }
                }
                State::End => {
                    let Call { begin, mut link, .. } = self.calls[call as usize];
                    if begin < self.offset {
                        self.ends.push((call, self.offset));
                        while link != NO_LINK {
                            let Link { after, next } = self.links[link as usize];
                            add(open, after);
                            link = next;
                            self.steps += 1;
                        }
                    }
                }
            }
            self.check()?;
        }
        Ok(())
    }

    /// Whether no limit is passed.
    fn check(&self) -> Result<(), NoTree> {
        let kept = self.calls.len() + self.links.len() + self.ends.len();
        let is_passed = MAX_STEPS < self.steps || MAX_LINKS < kept;
        if is_passed { Err(NoTree::TooComplex) } else { Ok(()) }
    }

    /// Calls a rule, after which it goes on elsewhere.
    fn call(&mut self, rule: u16, after: Way) -> u32 {
        let callee = self.enter(rule);
        let link = self.links.len() as u32;
        let next = core::mem::replace(&mut self.calls[callee as usize].link, link);
        self.links.push(Link { after, next });
        callee
    }

    /// Whether a rule has been entered at the offset.
    fn is_called(&self, rule: u16) -> bool {
        let last = self.called[usize::from(rule)];
        last != u32::MAX && self.calls[last as usize].begin == self.offset
    }

    /// The call of a rule at the offset, of which there is one.
    fn enter(&mut self, rule: u16) -> u32 {
        if self.is_called(rule) {
            return self.called[usize::from(rule)];
        }
        let call = self.calls.len() as u32;
        self.calls.push(Call { rule, begin: self.offset, link: NO_LINK });
        self.called[usize::from(rule)] = call;
        if self.grammar.rules[usize::from(rule)].1 {
            self.ends.push((call, self.offset));
        }
        call
    }

    /// Puts the ends of each call together.
    fn finish(self) -> Chart {
        let Self { mut calls, mut first, ends, steps, .. } = self;
        first.push(calls.len() as u32);
        for call in &mut calls {
            call.link = 0;
        }
        for &(call, _) in &ends {
            calls[call as usize].link += 1;
        }
        let mut sum = 0;
        for call in &mut calls {
            sum += core::mem::replace(&mut call.link, sum);
        }
        let mut sorted = vec![0; ends.len()];
        for (call, offset) in ends {
            let slot = &mut calls[call as usize].link;
            sorted[*slot as usize] = offset;
            *slot += 1;
        }
        Chart { calls, first, ends: sorted, steps }
    }
}
