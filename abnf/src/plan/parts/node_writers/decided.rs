//! Decides which data of nodes has texts that need not be read back.
//!
//! ```text
//! array = ws "[" ws [ value *( ws "," ws value ) ] ws "]" ws
//! ```
//!
//! Data is written with one filler for each edge, here without white space. A text that is written in
//! this way has no other derivation if its next byte always decides what a derivation takes next: a
//! byte outside of parts, a part, or the end of the node. Then two derivations of the text never
//! differ, so it is read as the data that was written. White space makes the grammar ambiguous, but
//! after what is written no white space follows.
//!
//! The condition is checked for all texts that can be written, at once: for each position of a graph,
//! and the state of the automaton of bytes and parts that it reaches, the bytes that are written next
//! must begin nothing else there, in any context of the grammar. Nor may the end of a part without a node
//! be in doubt: a byte that continues a text of the part must not follow it. Parts that may be empty are
//! left out. The decision is conservative, as that for grammars of the class LL(1) (Lewis and Stearns,
//! "Syntax-directed transduction", 1968).

use crate::automata::marked::{Marked, MarkedState};
use crate::bytes::ByteSet;
use crate::plan::parts::writers::Edge;
use std::collections::BTreeSet;

/// A node whose texts are written.
pub(super) struct Node<'a> {
    /// The texts of the node, in which each part is a mark.
    pub(super) texts: &'a Marked,
    /// The graph by which data is written. Its symbols are the marks.
    pub(super) graph: &'a [Vec<Edge>],
    /// The part of each mark.
    pub(super) parts: Vec<Part>,
}

/// A part of a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// A part without a node.
    Text {
        /// The bytes with which its texts begin.
        first: ByteSet,
        /// The bytes that follow a text in a longer one.
        more: ByteSet,
    },
    /// A part with the node of this number.
    Node(usize),
    /// A part whose texts are unknown, or may be empty.
    Unknown,
}

/// Returns for each node whether the written text decides what comes next, up to the nodes inside,
/// for which the same must hold. `None` is a node whose texts are not all known.
pub(super) fn decided(nodes: &[Option<Node<'_>>]) -> Vec<bool> {
    let empty = || vec![ByteSet::EMPTY; nodes.len()];
    let mut sets =
        Sets { first: empty(), follow: empty(), first_written: empty(), follow_written: empty() };
    while sets.grow(nodes) {}
    let is_decided = |(index, node): (usize, &Option<Node<'_>>)| {
        node.as_ref().is_some_and(|node| sets.decide(index, node).is_some())
    };
    nodes.iter().enumerate().map(is_decided).collect()
}

/// Sets of bytes of each node.
struct Sets {
    /// With which its texts begin.
    first: Vec<ByteSet>,
    /// Which follow its texts.
    follow: Vec<ByteSet>,
    /// With which its written texts begin.
    first_written: Vec<ByteSet>,
    /// Which follow its written texts.
    follow_written: Vec<ByteSet>,
}

impl Sets {
    /// Adds to the sets what follows from them. Returns whether they have grown.
    fn grow(&mut self, nodes: &[Option<Node<'_>>]) -> bool {
        let mut has_grown = false;
        let mut add = |set: &mut ByteSet, more: ByteSet| {
            has_grown |= !more.is_subset(*set);
            *set = set.union(more);
        };
        for (index, node) in nodes.iter().enumerate() {
            let Some(Node { texts, graph, parts }) = node else { continue };
            let first = self.begins(parts, &texts.states[0]);
            add(&mut self.first[index], first);
            let first = self.next_written(index, parts, &graph[0]);
            add(&mut self.first_written[index], first);
            for (mark, next) in texts.states.iter().flat_map(|state| &state.marks) {
                if let Part::Node(inner) = parts[usize::from(*mark)] {
                    let follow = self.nexts(index, parts, &texts.states[*next]);
                    add(&mut self.follow[inner], follow);
                }
            }
            for (symbol, next) in graph.iter().flatten().filter_map(|edge| edge.then) {
                if let Part::Node(inner) = parts[symbol] {
                    let follow = self.next_written(index, parts, &graph[next]);
                    add(&mut self.follow_written[inner], follow);
                }
            }
        }
        has_grown
    }

    /// Returns the bytes with which texts of a part begin.
    fn first(&self, part: Part) -> ByteSet {
        match part {
            Part::Text { first, .. } => first,
            Part::Node(node) => self.first[node],
            Part::Unknown => ByteSet::range(0, u8::MAX),
        }
    }

    /// Returns the bytes with which written texts of a part begin.
    fn first_written(&self, part: Part) -> ByteSet {
        match part {
            Part::Node(node) => self.first_written[node],
            other => self.first(other),
        }
    }

    /// Returns the bytes of a state outside of parts, and those with which parts begin.
    fn begins(&self, parts: &[Part], state: &MarkedState) -> ByteSet {
        let marks = state.marks.keys().map(|&mark| self.first(parts[usize::from(mark)]));
        let bytes = state.bytes.iter().map(|(set, _)| *set);
        bytes.chain(marks).fold(ByteSet::EMPTY, ByteSet::union)
    }

    /// Returns the bytes that can come next in a state of a node, in any context.
    fn nexts(&self, node: usize, parts: &[Part], state: &MarkedState) -> ByteSet {
        let end = if state.is_end { self.follow[node] } else { ByteSet::EMPTY };
        self.begins(parts, state).union(end)
    }

    /// Returns the bytes that are written next at a place of a graph, in any context.
    fn next_written(&self, node: usize, parts: &[Part], edges: &[Edge]) -> ByteSet {
        let next = |edge: &Edge| match (edge.fillers.first().and_then(|it| it.first()), edge.then) {
            (Some(&byte), _) => ByteSet::range(byte, byte),
            (None, Some((symbol, _))) => self.first_written(parts[symbol]),
            (None, None) => self.follow_written[node],
        };
        edges.iter().map(next).fold(ByteSet::EMPTY, ByteSet::union)
    }

    /// Follows the graph of a node. `None` if a written byte does not decide what comes next.
    fn decide(&self, index: usize, Node { texts, graph, parts }: &Node<'_>) -> Option<()> {
        let is_free = |set: ByteSet, of: ByteSet| set.intersection(of).is_empty().then_some(());
        // The empty text would begin nothing.
        let may_be_empty = |part: &Part| matches!(part, Part::Unknown);
        if texts.states[0].is_end || parts.iter().any(may_be_empty) {
            return None;
        }
        let mut known = BTreeSet::from([(0, 0)]);
        let mut open = vec![(0, 0)];
        while let Some((place, at)) = open.pop() {
            for edge in &graph[place] {
                let mut at = at;
                for &byte in edge.fillers.first()? {
                    let state = &texts.states[at];
                    let outside = MarkedState { bytes: Vec::new(), ..state.clone() };
                    is_free(ByteSet::range(byte, byte), self.nexts(index, parts, &outside))?;
                    at = texts.walk(at, &[byte])?;
                }
                let state = &texts.states[at];
                let Some((symbol, next)) = edge.then else {
                    is_free(self.follow_written[index], self.begins(parts, state))?;
                    if !state.is_end {
                        return None;
                    }
                    continue;
                };
                let mut others = state.clone();
                let after = others.marks.remove(&u16::try_from(symbol).ok()?)?;
                is_free(self.first_written(parts[symbol]), self.nexts(index, parts, &others))?;
                if let Part::Text { more, .. } = parts[symbol] {
                    is_free(more, self.nexts(index, parts, &texts.states[after]))?;
                }
                if known.insert((next, after)) {
                    open.push((next, after));
                }
            }
        }
        Some(())
    }
}
