//! Finds a shortest text with a given point that restricted rules allow.
//!
//! A covering text is made from the definitions alone. If a restriction of the spec file refuses it,
//! this search takes over: A* over the configurations of a leftmost derivation, that is, a stack of
//! remaining items, the states of the filters of open rules, and whether the point was used. A
//! configuration costs the length of its text and the least length of its items. The first search
//! follows the path to the point; if it fails, the second one may reach the point on any path.

use super::super::derivations::{Derivations, Node, NodeId, bytes_of, plainest};
use super::points::{Point, most};
use super::text::Text;
use abnfc::grammar::ValueSet;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// The maximum number of configurations that one search visits, and of its steps.
const MAX_VISITED: usize = 1 << 14;
const MAX_STEPS: usize = 1 << 17;

/// An item of a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    /// A text of a node, with its index on the path to the point, if it is on the path.
    Node(NodeId, Option<usize>),
    /// The rest of a repetition after this number of texts.
    Repeat(NodeId, u32),
    /// The end of a restricted rule.
    End,
}

/// An item above other items.
#[derive(Clone, Copy, Debug)]
struct Frame {
    item: Item,
    below: Option<usize>,
    /// The least length of the item and those below.
    least: u64,
}

/// The rest of a derivation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Configuration {
    /// The index of the topmost frame.
    top: Option<usize>,
    /// The restricted rules that are open, outermost first, with the states of their filters.
    filters: Vec<(NodeId, usize)>,
    has_point: bool,
}

/// A configuration that was reached, and the last step to it.
struct Reached {
    configuration: Configuration,
    length: u64,
    before: Option<usize>,
    value: Option<u32>,
    used: Vec<Point>,
}

struct Search<'a> {
    derivations: &'a Derivations,
    point: Point,
    /// The path to the point, if the search has to follow it.
    way: Option<&'a [(NodeId, usize)]>,
    frames: Vec<Frame>,
    known: BTreeMap<(Item, Option<usize>), usize>,
    reached: Vec<Reached>,
    visited: BTreeSet<Configuration>,
    /// The indices of reached configurations by cost, the latest first.
    heap: BinaryHeap<Reverse<(u64, Reverse<usize>)>>,
}

/// Returns a text with a point that all restrictions allow, and all points of its derivation. `None` if
/// there is none, or if none was found. `left` is the number of steps of this and later searches.
pub(super) fn text(
    derivations: &Derivations,
    point: Point,
    way: &[(NodeId, usize)],
    left: &mut usize,
) -> Option<Text> {
    [Some(way), None].into_iter().find_map(|way| {
        let mut search = Search {
            derivations,
            point,
            way,
            frames: Vec::new(),
            known: BTreeMap::new(),
            reached: Vec::new(),
            visited: BTreeSet::new(),
            heap: BinaryHeap::new(),
        };
        let found = search.run(MAX_STEPS.min(*left));
        *left = left.saturating_sub(search.steps());
        found
    })
}

impl Search<'_> {
    /// The configurations that were reached, and the frames: a visited configuration may lead to thousands
    /// of either.
    fn steps(&self) -> usize {
        self.reached.len() + self.frames.len()
    }

    fn run(&mut self, max_steps: usize) -> Option<Text> {
        let item = Item::Node(self.derivations.root(), self.way.map(|_| 0));
        let top = Some(self.frame(item, None));
        let start = Configuration { top, filters: Vec::new(), has_point: false };
        self.add(start, None, None, Vec::new());
        while let Some(Reverse((_, Reverse(index)))) = self.heap.pop() {
            let configuration = self.reached[index].configuration.clone();
            if self.visited.contains(&configuration) {
                continue;
            }
            if MAX_VISITED <= self.visited.len() || max_steps <= self.steps() {
                return None;
            }
            self.visited.insert(configuration.clone());
            let Some(top) = configuration.top else {
                if configuration.has_point {
                    return Some(self.text(index));
                }
                continue;
            };
            self.expand(index, &configuration, self.frames[top]);
        }
        None
    }

    /// Returns the frame of an item above another frame.
    fn frame(&mut self, item: Item, below: Option<usize>) -> usize {
        if let Some(&known) = self.known.get(&(item, below)) {
            return known;
        }
        let least_of = |node| self.derivations.least(node).unwrap_or(u64::MAX);
        let own = match item {
            Item::Node(node, _) => least_of(node),
            Item::Repeat(node, count) => match &self.derivations.nodes[node] {
                Node::Repeat { min, body, .. } if count < *min => {
                    least_of(*body).saturating_mul(u64::from(min - count))
                }
                _ => 0,
            },
            Item::End => 0,
        };
        let least = below.map_or(0, |below| self.frames[below].least).saturating_add(own);
        self.frames.push(Frame { item, below, least });
        self.known.insert((item, below), self.frames.len() - 1);
        self.frames.len() - 1
    }

    fn add(
        &mut self,
        mut configuration: Configuration,
        before: Option<usize>,
        value: Option<u32>,
        used: Vec<Point>,
    ) {
        configuration.has_point |= used.contains(&self.point);
        if self.visited.contains(&configuration) {
            return;
        }
        let mut length = before.map_or(0, |before| self.reached[before].length);
        if let Some(value) = value {
            length += self.bytes(value).len() as u64;
        }
        let rest = configuration.top.map_or(0, |top| self.frames[top].least);
        let cost = length.saturating_add(rest);
        if cost <= super::MAX_LENGTH {
            self.heap.push(Reverse((cost, Reverse(self.reached.len()))));
            self.reached.push(Reached { configuration, length, before, value, used });
        }
    }

    fn bytes(&self, value: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes_of(value, self.derivations.encoding, &mut bytes);
        bytes
    }

    /// Adds the configurations after the topmost item of one.
    fn expand(&mut self, index: usize, from: &Configuration, frame: Frame) {
        let mut next = Configuration { top: frame.below, ..from.clone() };
        match frame.item {
            Item::Node(node, at) => {
                if self.derivations.filter(node).is_some() {
                    next.filters.push((node, 0));
                    next.top = Some(self.frame(Item::End, next.top));
                }
                self.expand_node(index, next, node, at);
            }
            Item::Repeat(node, count) => self.expand_repeat(index, next, node, count),
            Item::End => {
                let ended = next.filters.pop();
                let filter =
                    ended.and_then(|(rule, at)| Some((self.derivations.filter(rule)?, at)));
                if filter.is_some_and(|(filter, state)| filter.accepting[state]) {
                    self.add(next, Some(index), None, Vec::new());
                }
            }
        }
    }

    fn expand_node(
        &mut self,
        index: usize,
        mut next: Configuration,
        node: NodeId,
        at: Option<usize>,
    ) {
        let derivations = self.derivations;
        // The index of the child that leads to the point, or the point itself.
        let place = at.and_then(|at| self.way?.get(at)).map(|&(_, place)| place);
        let is_last = at.is_some() && at == self.way.map(<[_]>::len);
        let forced = is_last.then_some(self.point);
        let below = at.map(|at| at + 1);
        match &derivations.nodes[node] {
            Node::Set(set) => self.expand_set(index, &next, node, set, forced),
            Node::Concat(items) => {
                for (i, &item) in items.iter().enumerate().rev() {
                    let item = Item::Node(item, below.filter(|_| place == Some(i)));
                    next.top = Some(self.frame(item, next.top));
                }
                self.add(next, Some(index), None, Vec::new());
            }
            Node::Alt(items) => {
                let place = match forced {
                    Some(Point::Alternative(_, i)) => Some(i),
                    _ => place,
                };
                let chosen = |&(i, &item): &(usize, &NodeId)| {
                    place.is_none_or(|it| it == i) && derivations.least(item).is_some()
                };
                for (i, &item) in items.iter().enumerate().filter(chosen) {
                    let item =
                        Item::Node(item, below.filter(|_| forced.is_none() && place == Some(i)));
                    let top = Some(self.frame(item, next.top));
                    let used = vec![Point::Alternative(node, i)];
                    self.add(Configuration { top, ..next.clone() }, Some(index), None, used);
                }
            }
            Node::Repeat { body, .. } => {
                // The point is in the first text of the repetition.
                if place.is_some() {
                    next.top = Some(self.frame(Item::Repeat(node, 1), next.top));
                    next.top = Some(self.frame(Item::Node(*body, below), next.top));
                    self.add(next, Some(index), None, Vec::new());
                } else {
                    self.expand_repeat(index, next, node, 0);
                }
            }
        }
    }

    fn expand_repeat(&mut self, index: usize, mut next: Configuration, node: NodeId, count: u32) {
        let Node::Repeat { min, max, body } = &self.derivations.nodes[node] else { return };
        let most = most(*min, *max);
        if *min <= count {
            let points = [(*min, Point::Fewest(node)), (most, Point::Most(node))];
            let used = points.into_iter().filter(|it| it.0 == count).map(|it| it.1).collect();
            self.add(next.clone(), Some(index), None, used);
        }
        if (max.is_none() || count < most) && self.derivations.least(*body).is_some() {
            // Numbers above the last that matters are alike.
            let count = count.saturating_add(1).min(most);
            next.top = Some(self.frame(Item::Repeat(node, count), next.top));
            next.top = Some(self.frame(Item::Node(*body, None), next.top));
            self.add(next, Some(index), None, Vec::new());
        }
    }

    /// Adds one value for each state of the filters after it, and the ends of ranges.
    fn expand_set(
        &mut self,
        index: usize,
        next: &Configuration,
        node: NodeId,
        set: &ValueSet,
        forced: Option<Point>,
    ) {
        let ranges = || set.ranges().iter();
        let ends = ranges().flat_map(|&(low, high)| [low, high]);
        let of_bytes = ranges().flat_map(|&(low, high)| low..=high.min(0xFF));
        let own = match self.point {
            Point::Value(of, value) if of == node => Some(value),
            _ => None,
        };
        let others = [plainest(set)].into_iter().chain(of_bytes).chain(ends);
        let values: Vec<u32> = match own.filter(|_| forced.is_some()) {
            Some(value) => vec![value],
            None => own.into_iter().chain(others).collect(),
        };
        let mut seen = BTreeSet::new();
        for value in values {
            let used = vec![Point::Value(node, value)];
            let Some(filters) = self.after(&next.filters, value) else { continue };
            if seen.insert((filters.clone(), used.contains(&self.point))) {
                let next = Configuration { filters, ..next.clone() };
                self.add(next, Some(index), Some(value), used);
            }
        }
    }

    /// Returns the states of filters after a value. `None` if one refuses it.
    fn after(&self, filters: &[(NodeId, usize)], value: u32) -> Option<Vec<(NodeId, usize)>> {
        let bytes = self.bytes(value);
        let step = |&(rule, state): &(NodeId, usize)| {
            let filter = self.derivations.filter(rule)?;
            let next = bytes.iter().try_fold(state, |state, &byte| filter.after(state, byte));
            Some((rule, next?))
        };
        filters.iter().map(step).collect()
    }

    /// Returns the text of a complete derivation.
    fn text(&self, index: usize) -> Text {
        let mut text =
            Text { bytes: Vec::new(), used: BTreeSet::new(), is_allowed: true, steps: 0 };
        let mut values = Vec::new();
        let mut at = Some(index);
        while let Some(index) = at {
            let Reached { before, value, used, .. } = &self.reached[index];
            values.extend(*value);
            text.used.extend(used);
            at = *before;
        }
        for value in values.into_iter().rev() {
            bytes_of(value, self.derivations.encoding, &mut text.bytes);
        }
        text
    }
}
