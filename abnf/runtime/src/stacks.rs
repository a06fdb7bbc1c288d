//! How the [general engine](super::general) reads a text: the loop over its bytes, and the stacks of
//! all items, as a graph.
// Long because the loop and its stacks are read together.

use super::alloc::vec::Vec;
use super::byte_set::ByteSet;
use super::dfa::DEAD;
use super::general::{General, Refusal};
use super::item_set::{Item, ItemSet};

/// The maximum number of steps for a text: items and links that are followed.
pub const MAX_STEPS: usize = 1 << 27;

/// The maximum number of calls and links that are kept.
pub const MAX_LINKS: usize = 1 << 23;

/// The maximum number of calls at one offset that are searched one by one.
const MAX_SEARCHED: usize = 16;

/// The maximum number of ways that an item follows alone at one offset.
const MAX_WAYS: usize = 16;

/// The call of the rule of the whole text.
const ROOT: u32 = 0;

/// The end of a list of links.
const NO_LINK: u32 = u32::MAX;

/// A rule that was entered at an offset.
#[derive(Clone, Copy)]
struct Call {
    offset: usize,
    rule: u16,
    /// The index of the first of its links.
    link: u32,
}

/// The item that follows after a call.
#[derive(Clone, Copy)]
struct Link {
    after: Item,
    /// The index of the next link of the same call.
    next: u32,
}

/// A way in which an item can continue.
enum Way {
    /// The state after the next byte.
    Read(u16),
    /// Another item at the same offset.
    Item(Item),
    /// A call: the start state of the rule, the state after the call, and the number of the rule.
    Call([u16; 3]),
}

/// A limit was exceeded.
struct TooComplex;

impl General {
    /// Checks that the whole text matches. The error says where it stops matching.
    pub(crate) fn check(&self, text: &[u8]) -> Result<(), Refusal> {
        let mut stacks = Stacks::new(self);
        let mut open = ItemSet::default();
        let mut read = ItemSet::default();
        open.add((self.dfa.start, ROOT));
        let mut offset = 0;
        loop {
            let mut alone = None;
            match &mut open.list[..] {
                [item] => {
                    let Ok(first) = stacks.follow(item, text, &mut offset) else {
                        return Err(Refusal::too_complex(offset, text.get(offset).copied()));
                    };
                    alone = Some(first);
                }
                [first, second] => self.advance_both(first, second, text, &mut offset),
                _ => {}
            }
            let found = text.get(offset).copied();
            let reached = open.list.len();
            let Ok(end) = stacks.close(&mut open, offset, found) else {
                return Err(Refusal::too_complex(offset, found));
            };
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
                // The expected bytes include those of the items that the byte excludes.
                open.truncate(reached);
                if let Some(first) = alone {
                    open.list[0] = first;
                }
                let Ok(end) = stacks.close(&mut open, offset, None) else {
                    return Err(Refusal::too_complex(offset, found));
                };
                let sets = open.list.iter().map(|&(state, _)| self.dfa.expected(state));
                let expected = sets.fold(ByteSet::EMPTY, ByteSet::union);
                return Err(Refusal { offset, found, expected, end, is_too_complex: false });
            }
            core::mem::swap(&mut open, &mut read);
            offset += 1;
        }
    }
}

/// The stacks of all items, as a graph.
struct Stacks<'a> {
    general: &'a General,
    calls: List<Call>,
    links: List<Link>,
    /// The index of the first call at the last offset with calls.
    first_here: u32,
    /// The last call of each rule, if there are many at an offset.
    called: Vec<u32>,
    steps: usize,
}

impl<'a> Stacks<'a> {
    /// Makes the stack of the rule of the whole text.
    fn new(general: &'a General) -> Self {
        let root = Call { offset: 0, rule: u16::MAX, link: NO_LINK };
        let mut calls = List::new(root);
        calls.push(root);
        Self {
            general,
            calls,
            links: List::new(Link { after: (DEAD, ROOT), next: NO_LINK }),
            first_here: ROOT + 1,
            called: Vec::new(),
            steps: 0,
        }
    }

    /// Follows an item as long as the next byte leaves one way to continue. Returns the item that first
    /// reached the new offset: an error there also expects the bytes of the ways that the byte excludes.
    ///
    /// Stops after [`MAX_WAYS`]: the sets of bytes are those of all callers, so rules that can be empty may
    /// call each other in a circle.
    fn follow(
        &mut self,
        item: &mut Item,
        text: &[u8],
        offset: &mut usize,
    ) -> Result<Item, TooComplex> {
        let (mut state, mut call) = *item;
        let (mut first, mut first_offset, mut ways) = (*item, *offset, 0);
        loop {
            state = self.general.advance(state, text, offset);
            if first_offset < *offset {
                (first, first_offset, ways) = ((state, call), *offset, 0);
            }
            let Some(&byte) = text.get(*offset) else { break };
            if ways == MAX_WAYS {
                break;
            }
            ways += 1;
            match self.only_way((state, call), *offset, byte) {
                None => break,
                Some(Way::Read(next)) => {
                    state = next;
                    *offset += 1;
                }
                Some(Way::Item(item)) => (state, call) = item,
                Some(Way::Call([start, after, rule])) => {
                    let callee = self.calls.len();
                    if self.enter(rule, *offset) != callee {
                        break;
                    }
                    self.link(callee, (after, call));
                    (state, call) = (start, callee);
                }
            }
            self.steps += 1;
            self.check()?;
        }
        *item = (state, call);
        Ok(first)
    }

    /// Returns the only way to continue from an item, if there is exactly one.
    fn only_way(&mut self, (state, call): Item, offset: usize, byte: u8) -> Option<Way> {
        let found = Some(byte);
        let next = self.general.dfa.edge(state, byte).0;
        let mut way = (next != DEAD).then_some(Way::Read(next));
        if self.general.dfa.accepts(state) && self.general.may_end(state, found) {
            let Call { offset: begin, mut link, .. } = self.calls.get(call);
            while link != NO_LINK && begin < offset {
                self.steps += 1;
                let Link { after, next } = self.links.get(link);
                if self.general.may_go_on(after.0, found) && way.replace(Way::Item(after)).is_some()
                {
                    return None;
                }
                link = next;
            }
        }
        for &[start, after, rule] in self.general.calls(state) {
            if self.general.may_go_on(start, found) {
                let to = if after == DEAD {
                    Way::Item((start, call))
                } else {
                    Way::Call([start, after, rule])
                };
                if way.replace(to).is_some() {
                    return None;
                }
            }
        }
        way
    }

    /// Fails if a limit is exceeded.
    fn check(&self) -> Result<(), TooComplex> {
        let kept = (self.calls.len() + self.links.len()) as usize;
        if MAX_STEPS < self.steps || MAX_LINKS < kept { Err(TooComplex) } else { Ok(()) }
    }

    /// Adds all items that follow without reading a byte, except those that the next byte excludes.
    /// Returns whether the text can end here.
    fn close(
        &mut self,
        open: &mut ItemSet,
        offset: usize,
        found: Option<u8>,
    ) -> Result<bool, TooComplex> {
        let mut end = false;
        let mut index = 0;
        while let Some(&(state, call)) = open.list.get(index) {
            index += 1;
            self.steps += 1;
            if !self.general.may_act(state, found) {
                continue;
            }
            let accepts = self.general.dfa.accepts(state);
            end |= call == ROOT && accepts;
            if accepts && self.general.may_end(state, found) {
                let Call { offset: begin, mut link, .. } = self.calls.get(call);
                // A call of a rule with the empty text is also stepped over, so that no call needs
                // to end at the offset at which it begins.
                while link != NO_LINK && begin < offset {
                    let Link { after, next } = self.links.get(link);
                    if self.general.may_go_on(after.0, found) {
                        open.add(after);
                    }
                    link = next;
                    self.steps += 1;
                }
            }
            for &[start, after, rule] in self.general.calls(state) {
                if !self.general.may_go_on(start, found) {
                    continue;
                }
                if after == DEAD {
                    open.add((start, call));
                    continue;
                }
                let callee = self.enter(rule, offset);
                self.link(callee, (after, call));
                open.add((start, callee));
            }
            self.check()?;
        }
        Ok(end)
    }

    /// Returns the call of a rule at an offset; makes it if there is none.
    fn enter(&mut self, rule: u16, offset: usize) -> u32 {
        let new = self.calls.len();
        if self.calls.get(new - 1).offset != offset {
            self.first_here = new;
        }
        let here = self.first_here..new;
        let found = if here.len() <= MAX_SEARCHED {
            here.clone().find(|&call| self.calls.get(call).rule == rule)
        } else {
            let last = self.called.get(usize::from(rule)).copied();
            last.filter(|call| here.contains(call))
        };
        if let Some(call) = found {
            return call;
        }
        self.calls.push(Call { offset, rule, link: NO_LINK });
        // From now on, the table is searched.
        if here.len() == MAX_SEARCHED {
            here.for_each(|call| self.note(call));
            self.note(new);
        } else if MAX_SEARCHED < here.len() {
            self.note(new);
        }
        new
    }

    /// Adds the item that follows after a call.
    fn link(&mut self, call: u32, after: Item) {
        let link = self.links.len();
        let next = core::mem::replace(&mut self.calls.get_mut(call).link, link);
        self.links.push(Link { after, next });
    }

    /// Notes that a call is the last one of its rule.
    fn note(&mut self, call: u32) {
        let rule = usize::from(self.calls.get(call).rule);
        if self.called.len() <= rule {
            self.called.resize(rule + 1, ROOT);
        }
        self.called[rule] = call;
    }
}

/// A list whose first items need no allocation, since most texts have few.
struct List<T> {
    few: [T; FEW],
    more: Vec<T>,
    length: u32,
}

/// The number of items that need no allocation.
const FEW: usize = 16;

#[allow(clippy::cast_possible_truncation, reason = "lists have at most `MAX_LINKS` items")]
impl<T: Copy> List<T> {
    /// Makes an empty list; `filler` is any item.
    const fn new(filler: T) -> Self {
        Self { few: [filler; FEW], more: Vec::new(), length: 0 }
    }

    const fn len(&self) -> u32 {
        self.length
    }

    fn push(&mut self, item: T) {
        match self.few.get_mut(self.length as usize) {
            Some(free) => *free = item,
            None => self.more.push(item),
        }
        self.length += 1;
    }

    fn get(&self, index: u32) -> T {
        let index = index as usize;
        self.few.get(index).copied().unwrap_or_else(|| self.more[index - FEW])
    }

    fn get_mut(&mut self, index: u32) -> &mut T {
        let index = index as usize;
        if index < FEW { &mut self.few[index] } else { &mut self.more[index - FEW] }
    }
}
