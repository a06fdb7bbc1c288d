//! The chart of a text: which rules match where. The first of the two passes that make a tree
//! without prediction.
//!
//! This is an Earley recogniser (Earley, "An efficient context-free parsing algorithm", 1970) over
//! automata instead of productions. An item is a state of a rule's automaton together with the
//! call that the state belongs to, which is the rule and the offset at which it was entered. All
//! items at one offset form a set; the set at the next offset follows from it by reading a byte:
//!
//! - A *split* adds its targets.
//! - A *call* enters its rule at this offset, once for all callers, and links the call to the item
//!   with which that caller continues (prediction).
//! - The *end* of a rule notes the offset for its call and adds the items to which the call is
//!   linked (completion). A rule with the empty text is also stepped over where it is called, so
//!   that no call needs to be completed at the offset at which it was made.
//!
//! Items are dropped if they do not fit the next byte (FIRST and FOLLOW sets, computed by
//! the compiler). In most texts of most grammars this leaves one item, which is then followed
//! without any set. Items are not kept beyond the next byte; the calls and their ends are.
//!
//! Takes linear time and memory if the number of items at an offset is bounded, cubic time and
//! quadratic memory in the worst case, and never more than the limits.
// Long because the first third is the grammar that the recogniser and the walk read.

use super::alloc::vec;
use super::alloc::vec::Vec;
use super::item_set::{Item, ItemSet};

/// The maximum number of steps for a tree: items and links that are followed, and lookups.
pub(crate) const MAX_STEPS: usize = 1 << 27;

/// The maximum number of calls, links and ends in a chart, and of items that pruning keeps.
pub(crate) const MAX_LINKS: usize = 1 << 24;

/// A grammar as automata that call each other. The states of all rules are numbered together.
#[derive(Clone, Copy)]
pub struct Grammar<'g> {
    /// The actions of states, in the encoding that [`State`] reads.
    pub states: &'g [[u16; 3]],
    /// The targets of splits.
    pub targets: &'g [u16],
    /// Sets of bytes, as 256 bits.
    pub sets: &'g [[u64; 4]],
    /// For each rule its first state, and whether it has the empty text.
    pub rules: &'g [(u16, bool)],
    /// The number of rules that a tree shows; they come first.
    pub shown: u16,
    /// A bit for each shown rule: whether a tree shows no rule inside of it. Empty if there is none.
    pub leaves: &'g [u64],
    /// For each state, the set of bytes that can follow it in some context.
    pub before: &'g [u16],
    /// A bit for each state: whether a text can end there.
    pub last: &'g [u64],
}

/// The action of a state.
#[derive(Clone, Copy)]
pub(crate) enum State {
    /// The rule ends.
    End,
    /// Reads one byte of the set and continues.
    Byte {
        /// The number of the set.
        set: u16,
        /// The state after.
        next: u16,
    },
    /// Continues in one of these states, the first preferred.
    Split {
        /// The index of the first one.
        first: u16,
        /// The index after the last one.
        last: u16,
    },
    /// Reads a text of a rule and continues.
    Call {
        /// The number of the rule.
        rule: u16,
        /// The state after.
        next: u16,
    },
}

impl Grammar<'_> {
    /// Returns the action of a state.
    pub(crate) fn state(&self, state: u16) -> State {
        let [what, one, other] = self.states[usize::from(state)];
        match what {
            0 => State::End,
            1 => State::Byte { set: one, next: other },
            3 | 5 => State::Call { rule: one, next: other },
            _ => State::Split { first: one, last: other },
        }
    }

    /// Returns whether a split continues with its first target, which reads a byte and leads back to
    /// the split, whenever that target can read the next byte.
    pub(crate) fn is_greedy(&self, split: u16) -> bool {
        self.states[usize::from(split)][0] == 6
    }

    /// Returns whether a tree shows no rule inside of a shown rule.
    pub(crate) fn is_leaf(&self, rule: u16) -> bool {
        let words = self.leaves.get(usize::from(rule / 64));
        words.is_some_and(|word| word >> (rule % 64) & 1 == 1)
    }

    /// Returns whether a split has no preferred target, because it chooses the number of
    /// repetitions before the first of them is read.
    pub(crate) fn is_by_count(&self, state: u16) -> bool {
        self.states[usize::from(state)][0] == 4
    }

    /// Returns whether no rule inside of the rule that a state calls is shown in trees.
    pub(crate) fn is_plain(&self, state: u16) -> bool {
        self.states[usize::from(state)][0] == 5
    }

    /// Returns the targets of a split.
    pub(crate) fn targets(&self, first: u16, last: u16) -> &[u16] {
        &self.targets[usize::from(first)..usize::from(last)]
    }

    /// Returns the target of a split that fits this byte, or the end of the text, if there is
    /// exactly one.
    pub(crate) fn only(&self, first: u16, last: u16, byte: Option<u8>) -> Option<u16> {
        let mut fitting = self.targets(first, last).iter().filter(|&&to| self.fits(to, byte));
        let only = fitting.next()?;
        fitting.next().is_none().then_some(*only)
    }

    /// Returns whether a byte is in a set.
    pub(crate) fn contains(&self, set: u16, byte: u8) -> bool {
        self.sets[usize::from(set)][usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    /// Returns whether a text can continue with this byte, or end, in a state. This holds for every
    /// item that takes part in a derivation.
    pub(crate) fn fits(&self, state: u16, byte: Option<u8>) -> bool {
        let state = usize::from(state);
        match byte {
            Some(byte) => self.contains(self.before[state], byte),
            None => self.last[state / 64] >> (state % 64) & 1 == 1,
        }
    }
}

/// The reason why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// The text does not match.
    Mismatch,
    /// A limit was exceeded.
    TooComplex,
}

/// The calls of a text, sorted by offset.
pub(crate) struct Chart {
    calls: Vec<Call>,
    /// For each offset, the index of the first call that begins there or later.
    first: Vec<u32>,
    /// The offsets at which calls end, grouped by call, in ascending order.
    ends: Vec<u32>,
    /// The number of steps spent on the chart.
    pub(crate) steps: usize,
}

/// A rule that was entered at an offset.
#[derive(Clone, Copy)]
struct Call {
    rule: u16,
    begin: u32,
    /// The first of its links; in the finished chart the index after its last end.
    link: u32,
}

/// The item with which a caller continues after a call.
struct Link {
    after: Item,
    /// The next link of the same call.
    next: u32,
}

/// The end of a list of links.
const NO_LINK: u32 = u32::MAX;

/// The call of the rule of the whole text.
const ROOT: u32 = 0;

#[allow(clippy::cast_possible_truncation, reason = "calls, links and offsets have limits")]
impl Chart {
    /// Reads a text, which must be shorter than 2^32 - 1 bytes.
    pub(crate) fn new(grammar: Grammar<'_>, rule: u16, text: &[u8]) -> Result<Self, NoTree> {
        let mut reader = Reader::new(grammar, rule, text);
        let mut open = ItemSet::default();
        let mut read = ItemSet::default();
        open.add((grammar.rules[usize::from(rule)].0, ROOT));
        loop {
            if let [item] = &mut open.list[..] {
                *item = reader.follow_single(*item)?;
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

    /// Returns the offsets at which the text of a rule that begins at an offset can end, in
    /// ascending order.
    pub(crate) fn ends(&self, rule: u16, begin: u32) -> &[u32] {
        let [first, last] = [0, 1].map(|more| self.first[begin as usize + more] as usize);
        let found = (first..last).find(|&index| self.calls[index].rule == rule);
        found.map_or(&[], |index| self.ends_of(index))
    }

    /// Returns all calls, sorted by where they begin: rules, begins and ends.
    pub(crate) fn calls(&self) -> impl Iterator<Item = (u16, u32, &[u32])> {
        let calls = self.calls.iter().enumerate();
        calls.map(|(index, call)| (call.rule, call.begin, self.ends_of(index)))
    }

    fn ends_of(&self, index: usize) -> &[u32] {
        let first = index.checked_sub(1).map_or(0, |before| self.calls[before].link);
        &self.ends[first as usize..self.calls[index].link as usize]
    }
}

/// Makes a [`Chart`].
struct Reader<'g> {
    grammar: Grammar<'g>,
    text: &'g [u8],
    offset: u32,
    /// The byte at the offset; `None` at the end of the text.
    next: Option<u8>,
    calls: Vec<Call>,
    /// As in [`Chart`].
    first: Vec<u32>,
    links: Vec<Link>,
    /// Calls and the offsets at which they end.
    ends: Vec<(u32, u32)>,
    /// For each rule, its last call.
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

    /// Moves to the next offset.
    fn advance(&mut self) {
        self.offset += 1;
        self.next = self.text.get(self.offset as usize).copied();
        self.first.push(self.calls.len() as u32);
    }

    /// Follows the only item as long as it has one successor. Returns the item from which
    /// [`Self::close`] continues.
    fn follow_single(&mut self, mut item: Item) -> Result<Item, NoTree> {
        let grammar = self.grammar;
        loop {
            let (state, call) = item;
            match grammar.state(state) {
                State::Byte { set, next } => {
                    let Some(byte) = self.next else { return Ok(item) };
                    let behind = self.text.get(self.offset as usize + 1).copied();
                    if !grammar.contains(set, byte) || !grammar.fits(next, behind) {
                        return Ok(item);
                    }
                    self.advance();
                    item.0 = next;
                }
                State::Split { first, last } => {
                    let Some(to) = grammar.only(first, last, self.next) else { return Ok(item) };
                    item.0 = to;
                }
                State::Call { rule, next } => {
                    let (start, is_nullable) = grammar.rules[usize::from(rule)];
                    let is_over = is_nullable && grammar.fits(next, self.next);
                    if self.is_called(rule) || !grammar.fits(start, self.next) || is_over {
                        return Ok(item);
                    }
                    let callee = self.call(rule, (next, call));
                    item = (start, callee);
                    self.check()?;
                }
                State::End => {
                    let Call { begin, link, .. } = self.calls[call as usize];
                    let Some(&Link { after, next }) = self.links.get(link as usize) else {
                        return Ok(item);
                    };
                    // A call that was linked to a later call may end here again.
                    let is_last = next == NO_LINK && after.1 < call && begin < self.offset;
                    if !is_last || !grammar.fits(after.0, self.next) {
                        return Ok(item);
                    }
                    self.ends.push((call, self.offset));
                    if self.links.len() == link as usize + 1 {
                        // No item is left that could complete the call once more.
                        self.links.pop();
                    }
                    item = after;
                }
            }
            self.steps += 1;
        }
    }

    /// Adds all items that follow without reading a byte.
    fn close(&mut self, open: &mut ItemSet) -> Result<(), NoTree> {
        let (grammar, next_byte) = (self.grammar, self.next);
        let add = |open: &mut ItemSet, item: Item| {
            if grammar.fits(item.0, next_byte) {
                open.add(item);
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

    /// Fails if a limit is exceeded.
    fn check(&self) -> Result<(), NoTree> {
        let kept = self.calls.len() + self.links.len() + self.ends.len();
        let is_passed = MAX_STEPS < self.steps || MAX_LINKS < kept;
        if is_passed { Err(NoTree::TooComplex) } else { Ok(()) }
    }

    /// Calls a rule on behalf of a caller that continues with an item.
    fn call(&mut self, rule: u16, after: Item) -> u32 {
        let callee = self.enter(rule);
        let link = self.links.len() as u32;
        let next = core::mem::replace(&mut self.calls[callee as usize].link, link);
        self.links.push(Link { after, next });
        callee
    }

    /// Returns whether a rule has been entered at the offset.
    fn is_called(&self, rule: u16) -> bool {
        let last = self.called[usize::from(rule)];
        last != u32::MAX && self.calls[last as usize].begin == self.offset
    }

    /// Returns the call of a rule at the offset; makes it if there is none.
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

    /// Groups the ends by calls.
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
