//! The interpreter of a [`Network`]: any text, byte by byte, whatever the grammar.
//!
//! All ways to read a text are followed side by side. Their stacks share what they have in
//! common: a node of the graph of stacks is a rule that was called at an offset, its edges say
//! where to go on after it (generalised LL parsing: Scott and Johnstone, "GLL parsing", 2010;
//! synchronised on the offset as in Earley, "An efficient context-free parsing algorithm", 1970).
//! The run-time has the same algorithm with other containers, and the same limits.

use super::network::{Network, StateId};
use crate::bytes::ByteSet;
use std::collections::{BTreeMap, BTreeSet};

/// A text of a rule that is being read. Time is cubic and memory quadratic in the text at worst;
/// both are linear where few ways are open at once.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    network: &'a Network,
    offset: usize,
    nodes: Vec<Node>,
    /// The states that the text leads to, each with the rule call that it belongs to.
    open: BTreeSet<(StateId, usize)>,
    /// Whether the text is in the language.
    is_end: bool,
    links: usize,
    /// How many ways and links were followed.
    steps: usize,
}

/// How many calls, and links between them, are kept; a text that needs more is too complex.
pub const MAX_LINKS: usize = 1 << 23;

/// How many ways and links are followed in all; a text that needs more is too complex.
pub const MAX_STEPS: usize = 1 << 27;

/// A rule that was called at an offset.
#[derive(Clone, Debug)]
struct Node {
    offset: usize,
    /// Where to go on after it, and in which call.
    after: Vec<(StateId, usize)>,
}

/// The call of the rule that is asked about.
const ROOT: usize = 0;

impl<'a> Reader<'a> {
    /// The beginning of a text, which belongs to the rule that begins in this state.
    pub fn new(network: &'a Network, start: StateId) -> Self {
        let root = Node { offset: 0, after: Vec::new() };
        let mut reader = Self {
            network,
            offset: 0,
            nodes: vec![root],
            open: BTreeSet::new(),
            is_end: false,
            links: 0,
            steps: 0,
        };
        reader.close(vec![(start, ROOT)]);
        reader
    }

    /// Adds to these all that is reached without a byte.
    fn close(&mut self, mut todo: Vec<(StateId, usize)>) {
        self.open.clear();
        self.is_end = false;
        let mut called: BTreeMap<StateId, usize> = BTreeMap::new();
        while let Some((state, node)) = todo.pop().filter(|_| !self.is_too_complex()) {
            if !self.open.insert((state, node)) {
                continue;
            }
            self.steps += 1;
            if self.network.is_accepting(state) {
                self.is_end |= node == ROOT;
                // What is called never ends where it begins: see `network`.
                if self.nodes[node].offset < self.offset {
                    todo.extend(&self.nodes[node].after);
                    self.steps += self.nodes[node].after.len();
                }
            }
            for call in self.network.calls(state) {
                let Some(then) = call.then else {
                    todo.push((call.start, node));
                    continue;
                };
                let callee = *called.entry(call.start).or_insert_with(|| {
                    self.nodes.push(Node { offset: self.offset, after: Vec::new() });
                    self.nodes.len() - 1
                });
                self.nodes[callee].after.push((then, node));
                self.links += 1;
                todo.push((call.start, callee));
            }
        }
    }

    /// Whether too much would have to be kept of the text, or too many ways followed, to read on.
    pub fn is_too_complex(&self) -> bool {
        MAX_LINKS < self.nodes.len() + self.links || MAX_STEPS < self.steps
    }

    /// Reads one byte, unless no continuation matches after it or the text is too complex.
    pub fn step(&mut self, byte: u8) -> bool {
        if self.is_too_complex() {
            return false;
        }
        let next =
            |&(state, node): &(StateId, usize)| Some((self.network.next(state, byte)?, node));
        let next: Vec<(StateId, usize)> = self.open.iter().filter_map(next).collect();
        let is_open = !next.is_empty();
        if is_open {
            self.offset += 1;
            self.close(next);
        }
        is_open
    }

    /// The bytes after which some continuation matches.
    pub fn expected(&self) -> ByteSet {
        let sets = self.open.iter().map(|(state, _)| self.network.expected(*state));
        sets.fold(ByteSet::EMPTY, ByteSet::union)
    }

    /// How many bytes of memory it takes beside itself, about.
    pub fn memory(&self) -> usize {
        let links = self.links + self.open.len();
        size_of_val(self.nodes.as_slice()) + links * size_of::<(StateId, usize)>()
    }

    /// Whether what was read is in the language.
    pub fn is_end(&self) -> bool {
        self.is_end
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_LINKS, MAX_STEPS};

    /// A text that `abnfc match` can read is one that generated code can read. The files of the
    /// run-time are embedded, not called.
    #[test]
    fn limits_are_those_of_generated_code() {
        let general = include_str!("../../../runtime/src/general.rs");
        for (name, limit) in [("MAX_STEPS", MAX_STEPS), ("MAX_LINKS", MAX_LINKS)] {
            let line = format!("const {name}: usize = 1 << {};", limit.trailing_zeros());
            assert!(limit.is_power_of_two() && general.contains(&line), "{line}");
        }
    }
}
