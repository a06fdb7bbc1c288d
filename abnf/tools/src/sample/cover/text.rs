//! Makes a text with a given point, and with other new points while it stays short.

use super::super::derivations::{Derivations, Node, NodeId, bytes_of, plainest};
use super::points::{Point, most};
use abnfc::grammar::ValueSet;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The length from which on a text contains only necessary elements.
const SHORT: u64 = 72;

/// The maximum number of repetitions of an element that can be empty.
const MAX_EMPTY: u32 = 16;

/// The number of nodes below an alternative in which new values are searched.
const MAX_NEAR: usize = 64;

/// A text and the points that its derivation has.
pub(super) struct Text {
    pub(super) bytes: Vec<u8>,
    pub(super) used: BTreeSet<Point>,
    /// Whether restricted rules allow their texts in the derivation.
    pub(super) is_allowed: bool,
    /// The nodes of the derivation.
    pub(super) steps: usize,
}

/// Returns a text with a point, and all points of the text. `way` is the path to the point's node: the
/// nodes above it, from the root on, each with the index of the next one.
///
/// A node that can be empty is left empty if no new point was used since the last visit. If the
/// derivation has more than `max_steps` nodes, the text is incomplete.
pub(super) fn text(
    derivations: &Derivations,
    point: Point,
    way: &[(NodeId, usize)],
    covered: &BTreeSet<Point>,
    max_steps: usize,
) -> Text {
    let mut writer = Writer {
        derivations,
        point,
        way,
        covered,
        text: Text { bytes: Vec::new(), used: BTreeSet::new(), is_allowed: true, steps: 0 },
        stack: Vec::new(),
        rest: 0,
    };
    // The number of used points at the last visit of each node.
    let mut seen: BTreeMap<NodeId, usize> = BTreeMap::new();
    writer.push(derivations.root(), Some(0));
    while let Some(next) = writer.stack.pop() {
        let (node, at) = match next {
            Next::Node(node, at) => (node, at),
            Next::More { body, used } => {
                writer.more(body, used);
                continue;
            }
            Next::End { rule, begin } => {
                let bytes = &writer.text.bytes[begin..];
                let filter = derivations.filter(rule);
                writer.text.is_allowed &= filter.is_none_or(|filter| filter.accepts(bytes));
                continue;
            }
        };
        let least = writer.least(node);
        writer.rest -= least;
        writer.text.steps += 1;
        if max_steps < writer.text.steps {
            break;
        }
        if derivations.filter(node).is_some() {
            writer.stack.push(Next::End { rule: node, begin: writer.text.bytes.len() });
        }
        let used = writer.text.used.len();
        if seen.insert(node, used) != Some(used) || 0 < least || at.is_some() {
            writer.node(node, at);
        }
    }
    writer.text
}

/// A remaining task.
enum Next {
    /// A text of a node, with its index on the path to the point, if it is on the path.
    Node(NodeId, Option<usize>),
    /// Another repetition, if the previous one used a new point: if more than this number are used.
    More { body: NodeId, used: usize },
    /// The end of a restricted rule, and the index of its first byte.
    End { rule: NodeId, begin: usize },
}

struct Writer<'a> {
    derivations: &'a Derivations,
    point: Point,
    way: &'a [(NodeId, usize)],
    covered: &'a BTreeSet<Point>,
    text: Text,
    /// The tasks; the next one is the last.
    stack: Vec<Next>,
    /// The sum of the minimum lengths of all nodes on the stack.
    rest: u64,
}

impl Writer<'_> {
    fn least(&self, node: NodeId) -> u64 {
        self.derivations.least(node).unwrap_or(0)
    }

    fn push(&mut self, node: NodeId, at: Option<usize>) {
        self.rest += self.least(node);
        self.stack.push(Next::Node(node, at));
    }

    fn is_new(&self, point: Point) -> bool {
        !self.covered.contains(&point) && !self.text.used.contains(&point)
    }

    fn has_room(&self, more: u64) -> bool {
        self.text.bytes.len() as u64 + self.rest + more <= SHORT
    }

    fn more(&mut self, body: NodeId, used: usize) {
        let now = self.text.used.len();
        if used < now && self.has_room(self.least(body).max(1)) {
            self.stack.push(Next::More { body, used: now });
            self.push(body, None);
        }
    }

    fn node(&mut self, node: NodeId, at: Option<usize>) {
        let place = at.and_then(|at| self.way.get(at)).map(|&(_, place)| place);
        let below = at.map(|at| at + 1);
        let forced = (at == Some(self.way.len())).then_some(self.point);
        let derivations = self.derivations;
        match &derivations.nodes[node] {
            Node::Set(set) => {
                let value = self.value(node, set, forced);
                bytes_of(value, derivations.encoding, &mut self.text.bytes);
                self.text.used.insert(Point::Value(node, value));
            }
            Node::Concat(items) => {
                for (i, &item) in items.iter().enumerate().rev() {
                    self.push(item, below.filter(|_| place == Some(i)));
                }
            }
            Node::Alt(items) => {
                let Some(i) = self.alternative(node, items, forced, place) else { return };
                self.text.used.insert(Point::Alternative(node, i));
                self.push(items[i], below.filter(|_| place == Some(i)));
            }
            Node::Repeat { min, max, body } => {
                let most = most(*min, *max);
                let wants_most = if let Some(point) = forced {
                    matches!(point, Point::Most(_))
                } else {
                    let length = self.least(*body).saturating_mul(u64::from(most));
                    place.is_none()
                        && derivations.least(*body).is_some()
                        && self.is_new(Point::Most(node))
                        && self.has_room(length.max(u64::from(most)))
                };
                let count = match place {
                    _ if wants_most => most,
                    Some(_) => (*min).max(1),
                    None => *min,
                };
                self.text.used.extend((count == *min).then_some(Point::Fewest(node)));
                self.text.used.extend((count == most).then_some(Point::Most(node)));
                if max.is_none() && count == most {
                    self.stack.push(Next::More { body: *body, used: self.text.used.len() });
                }
                // All other elements are empty.
                let count = if self.least(*body) == 0 { count.min(MAX_EMPTY) } else { count };
                for i in (0..count).rev() {
                    self.push(*body, below.filter(|_| place.is_some() && i == 0));
                }
            }
        }
    }

    fn value(&self, node: NodeId, set: &ValueSet, forced: Option<Point>) -> u32 {
        if let Some(Point::Value(_, value)) = forced {
            return value;
        }
        let mut ends = set.ranges().iter().flat_map(|&(low, high)| [low, high]);
        let new = ends.find(|&value| self.is_new(Point::Value(node, value)));
        new.unwrap_or_else(|| plainest(set))
    }

    fn alternative(
        &self,
        node: NodeId,
        items: &[NodeId],
        forced: Option<Point>,
        place: Option<usize>,
    ) -> Option<usize> {
        if let Some(Point::Alternative(_, i)) = forced {
            return Some(i);
        }
        let possible = || (0..items.len()).filter(|&i| self.derivations.least(items[i]).is_some());
        let has_room = |&i: &usize| self.has_room(self.least(items[i]));
        let is_new = |&i: &usize| self.is_new(Point::Alternative(node, i));
        let near = || {
            let ways = possible().filter(has_room);
            ways.filter_map(|i| Some((self.steps_to_new_value(items[i])?, i))).min()
        };
        place
            .or_else(|| possible().find(|i| is_new(i) && has_room(i)))
            .or_else(|| near().map(|(_, i)| i))
            .or_else(|| possible().min_by_key(|&i| self.least(items[i])))
    }

    /// Returns the distance from a node to the nearest node below it that reads a new value, if it is near.
    fn steps_to_new_value(&self, node: NodeId) -> Option<usize> {
        let mut seen = BTreeSet::from([node]);
        let mut queue = VecDeque::from([(node, 0)]);
        while let Some((node, steps)) = queue.pop_front() {
            let children = match &self.derivations.nodes[node] {
                Node::Set(set) => {
                    let mut ends = set.ranges().iter().flat_map(|&(low, high)| [low, high]);
                    if ends.any(|value| self.is_new(Point::Value(node, value))) {
                        return Some(steps);
                    }
                    continue;
                }
                Node::Concat(items) | Node::Alt(items) => items,
                Node::Repeat { .. } => continue,
            };
            for &child in children.iter().filter(|&&it| self.derivations.least(it).is_some()) {
                if seen.len() < MAX_NEAR && seen.insert(child) {
                    queue.push_back((child, steps + 1));
                }
            }
        }
        None
    }
}
