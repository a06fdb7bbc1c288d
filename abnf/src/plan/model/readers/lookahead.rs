//! The bytes by which readers decide: which begin a part, and which follow a text.
//!
//! Two kinds of bytes outside of parts may belong to either of two texts, and it does not matter to which,
//! such as white space around values:
//!
//! - A byte that leads a state back to itself, and also the first state of the part that comes next. The
//!   text around takes it.
//! - A byte after a text that may end, to another end, if each state after the text that takes the byte
//!   is led back to itself. The text inside takes it.
//!
//! Each text can therefore be divided in the way in which a reader divides it, with the same parts, and a
//! reader makes the only data that the text has.

use crate::automata::marked::{Marked, MarkedState};
use crate::bytes::ByteSet;
use crate::plan::model::reader_types::{Move, ReaderState};
use std::collections::BTreeSet;

/// The texts of a record, in which each symbol is a mark.
#[derive(Clone, Debug)]
pub(super) struct Item<'a> {
    pub(super) texts: &'a Marked,
    /// The part of each mark.
    pub(super) parts: Vec<Part>,
}

/// A part of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A text whose end is found by reading on as long as possible.
    Text {
        /// The bytes with which it begins.
        first: ByteSet,
        /// The bytes that follow a text in a longer one.
        more: ByteSet,
        /// Whether it has the empty text.
        may_be_empty: bool,
    },
    /// The text of the item with this number.
    Item(usize),
}

impl Part {
    const fn may_be_empty(self) -> bool {
        matches!(self, Self::Text { may_be_empty: true, .. })
    }
}

/// The sets of bytes of each item.
pub(super) struct Lookahead<'a> {
    items: &'a [Item<'a>],
    /// With which its texts begin.
    first: Vec<ByteSet>,
    /// Which follow its texts inside of other items.
    follow: Vec<ByteSet>,
    /// Which may begin its texts any number of times, without effect on parts.
    lead: Vec<ByteSet>,
    /// Which its texts take although they could end.
    contested: Vec<ByteSet>,
}

/// A mark of an item, and where it leads.
struct Mark {
    item: usize,
    part: Part,
    next: usize,
}

impl<'a> Lookahead<'a> {
    /// Computes the sets, each the least or the greatest with its property.
    pub(super) fn new(items: &'a [Item<'a>]) -> Self {
        let empty = || vec![ByteSet::EMPTY; items.len()];
        let mut sets =
            Self { items, first: empty(), follow: empty(), lead: empty(), contested: empty() };
        while sets.grow_first() {}
        while sets.grow_follow() {}
        sets.lead = sets.first.clone();
        while sets.shrink_lead() {}
        while sets.grow_contested() {}
        sets
    }

    /// Returns the states of the reader of an item. `None` if the next byte does not decide.
    pub(super) fn states(&self, item: usize) -> Option<Vec<ReaderState>> {
        let parts = &self.items[item].parts;
        let is_empty = |part: &Part| matches!(*part, Part::Item(it) if self.can_end(it, 0));
        if self.can_end(item, 0) || parts.iter().any(is_empty) || !self.ends_are_known(item) {
            return None;
        }
        let states = 0..self.items[item].texts.states.len();
        states.map(|state| self.state(item, state)).collect()
    }

    fn state(&self, item: usize, at: usize) -> Option<ReaderState> {
        let Item { texts, parts } = &self.items[item];
        let MarkedState { bytes, marks, is_end } = &texts.states[at];
        let part = |mark: u16| parts[usize::from(mark)];
        for (&mark, &next) in marks {
            if let Part::Text { more, .. } = part(mark)
                && !is_disjoint(more, self.nexts(item, next))
            {
                return None;
            }
        }
        let symbol = |mark: u16, next| Move::Symbol(usize::from(mark), next);
        if marks.keys().any(|&mark| part(mark).may_be_empty()) {
            let (&mark, &next) = marks.first_key_value()?;
            let is_only = marks.len() == 1 && bytes.is_empty() && !is_end;
            let moves = vec![(ByteSet::ALL, symbol(mark, next))];
            return is_only.then_some(ReaderState { moves, is_end: false });
        }
        let of_marks: Vec<(u16, usize, ByteSet)> =
            marks.iter().map(|(&mark, &next)| (mark, next, self.begin(part(mark)))).collect();
        let mut seen = ByteSet::EMPTY;
        let mut several = ByteSet::EMPTY;
        for (_, _, first) in &of_marks {
            several = several.union(seen.intersection(*first));
            seen = seen.union(*first);
        }
        if *is_end && !is_disjoint(seen, self.follow[item]) {
            return None;
        }
        // A byte outside of parts that can be in front of a part, too, must not matter to the part.
        let mut unclear = several;
        for (mark, _, first) in &of_marks {
            let lead = match part(*mark) {
                Part::Item(it) => self.lead[it],
                Part::Text { .. } => ByteSet::EMPTY,
            };
            for (set, next) in bytes {
                let shared = set.intersection(*first);
                let is_clear = if *next == at { lead } else { ByteSet::EMPTY };
                unclear = unclear.union(shared.minus(is_clear));
            }
        }
        let outside = bytes.iter().fold(ByteSet::EMPTY, |all, it| all.union(it.0));
        let over_bytes = bytes.iter().map(|(set, next)| (set.minus(unclear), Move::Byte(*next)));
        let over_marks = of_marks
            .iter()
            .map(|(mark, next, first)| (first.minus(outside).minus(unclear), symbol(*mark, *next)));
        let mut moves: Vec<(ByteSet, Move)> =
            over_bytes.chain(over_marks).filter(|it| !it.0.is_empty()).collect();
        let leads_back = bytes.iter().all(|it| it.1 == at);
        if let [(mark, next, _)] = of_marks[..]
            && !is_end
            && leads_back
            && unclear.is_empty()
        {
            // Nothing else is possible.
            moves.retain(|it| matches!(it.1, Move::Byte(_)));
            moves.push((ByteSet::ALL.minus(outside), symbol(mark, next)));
        }
        let goes_on = *is_end || !moves.is_empty();
        goes_on.then_some(ReaderState { moves, is_end: *is_end })
    }

    /// Returns whether it does not matter who takes the bytes that an item takes although it could end.
    fn ends_are_known(&self, item: usize) -> bool {
        let texts = self.items[item].texts;
        let ends = texts.states.iter().filter(|state| state.is_end);
        let mut taken = ends.flat_map(|state| &state.bytes);
        let leads_to_end = taken
            .all(|(set, next)| is_disjoint(*set, self.follow[item]) || texts.states[*next].is_end);
        leads_to_end
            && self
                .marks()
                .filter(|mark| mark.part == Part::Item(item))
                .all(|mark| self.may_leave(self.contested[item], &mark))
    }

    /// Returns whether bytes that may follow a mark lead the state after it back to itself.
    fn may_leave(&self, set: ByteSet, mark: &Mark) -> bool {
        let Item { texts, parts } = &self.items[mark.item];
        let MarkedState { bytes, marks, .. } = &texts.states[mark.next];
        let mut parts = marks.keys().map(|&it| parts[usize::from(it)]);
        let mut away = bytes.iter().filter(|it| it.1 != mark.next);
        set.is_empty()
            || parts.all(|it| !it.may_be_empty() && is_disjoint(self.begin(it), set))
                && away.all(|it| is_disjoint(it.0, set))
    }

    /// Iterates over the marks of all items.
    fn marks(&self) -> impl Iterator<Item = Mark> + '_ {
        self.items.iter().enumerate().flat_map(|(item, Item { texts, parts })| {
            let marks = texts.states.iter().flat_map(|state| &state.marks);
            marks.map(move |(&mark, &next)| Mark { item, part: parts[usize::from(mark)], next })
        })
    }

    /// Returns the bytes with which texts of a part begin.
    fn begin(&self, part: Part) -> ByteSet {
        match part {
            Part::Text { first, .. } => first,
            Part::Item(item) => self.first[item],
        }
    }

    /// Returns the states that a state reaches over parts without text, itself first.
    fn over_empty(&self, item: usize, state: usize) -> BTreeSet<usize> {
        let Item { texts, parts } = &self.items[item];
        let mut found = BTreeSet::from([state]);
        let mut open = vec![state];
        while let Some(state) = open.pop() {
            let marks = texts.states[state].marks.iter();
            let empty = marks.filter(|(mark, _)| parts[usize::from(**mark)].may_be_empty());
            open.extend(empty.map(|it| *it.1).filter(|next| found.insert(*next)));
        }
        found
    }

    fn can_end(&self, item: usize, state: usize) -> bool {
        let texts = self.items[item].texts;
        self.over_empty(item, state).into_iter().any(|it| texts.states[it].is_end)
    }

    /// Returns the bytes that can come next before the text of the item ends.
    fn begins(&self, item: usize, state: usize) -> ByteSet {
        let Item { texts, parts } = &self.items[item];
        let of_state = |state: usize| {
            let MarkedState { bytes, marks, .. } = &texts.states[state];
            let of_marks = marks.keys().map(|&mark| self.begin(parts[usize::from(mark)]));
            bytes.iter().map(|it| it.0).chain(of_marks).fold(ByteSet::EMPTY, ByteSet::union)
        };
        let states = self.over_empty(item, state).into_iter();
        states.map(of_state).fold(ByteSet::EMPTY, ByteSet::union)
    }

    /// Returns the bytes that can come next.
    fn nexts(&self, item: usize, state: usize) -> ByteSet {
        let after = if self.can_end(item, state) { self.follow[item] } else { ByteSet::EMPTY };
        self.begins(item, state).union(after)
    }

    fn grow_first(&mut self) -> bool {
        let grown: Vec<ByteSet> = (0..self.items.len()).map(|it| self.begins(it, 0)).collect();
        let has_grown = grown != self.first;
        self.first = grown;
        has_grown
    }

    fn grow_follow(&mut self) -> bool {
        let mut grown = self.follow.clone();
        for Mark { item, part, next } in self.marks() {
            if let Part::Item(inner) = part {
                grown[inner] = grown[inner].union(self.nexts(item, next));
            }
        }
        let has_grown = grown != self.follow;
        self.follow = grown;
        has_grown
    }

    fn shrink_lead(&mut self) -> bool {
        let of_item = |(item, Item { texts, parts }): (usize, &Item<'_>)| {
            let MarkedState { bytes, marks, .. } = &texts.states[0];
            let parts = marks.keys().map(|&mark| parts[usize::from(mark)]);
            let matters = parts.map(|part| match part {
                Part::Item(inner) => self.first[inner].minus(self.lead[inner]),
                Part::Text { may_be_empty: true, .. } => ByteSet::ALL,
                Part::Text { first, .. } => first,
            });
            let away = bytes.iter().filter(|it| it.1 != 0).map(|it| it.0);
            matters.chain(away).fold(self.lead[item], ByteSet::minus)
        };
        let shrunk: Vec<ByteSet> = self.items.iter().enumerate().map(of_item).collect();
        let has_shrunk = shrunk != self.lead;
        self.lead = shrunk;
        has_shrunk
    }

    fn grow_contested(&mut self) -> bool {
        let mut grown = self.contested.clone();
        for (item, Item { texts, .. }) in self.items.iter().enumerate() {
            let ends = texts.states.iter().filter(|state| state.is_end);
            for (set, _) in ends.flat_map(|state| &state.bytes) {
                grown[item] = grown[item].union(set.intersection(self.follow[item]));
            }
        }
        for Mark { item, part, next } in self.marks() {
            if let Part::Item(inner) = part
                && self.can_end(item, next)
            {
                let passed = self.contested[inner].intersection(self.follow[item]);
                grown[item] = grown[item].union(passed);
            }
        }
        let has_grown = grown != self.contested;
        self.contested = grown;
        has_grown
    }
}

fn is_disjoint(one: ByteSet, other: ByteSet) -> bool {
    one.intersection(other).is_empty()
}
