//! The interpreter of a [`Network`]: any text, byte by byte, whatever the grammar.
//!
//! The reader follows all readings of a text in parallel. Their stacks form a graph-structured
//! stack: a node is a rule that was called at an offset, and its edges are the states in which
//! its callers continue (generalised LL parsing: Scott and Johnstone, "GLL parsing", 2010;
//! synchronised on the offset as in Earley, "An efficient context-free parsing algorithm", 1970).
//! The run-time has the same algorithm with other containers, whose limits hold here too.

use super::network::{Network, StateId};
use crate::bytes::ByteSet;
use std::collections::{BTreeMap, BTreeSet};

/// A reader of a text of a rule. Time is cubic and memory quadratic in the text at worst;
/// both are linear if few readings are possible at once.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    network: &'a Network,
    offset: usize,
    nodes: Vec<Node>,
    /// The states that the text reaches, each with the call that it belongs to.
    open: BTreeSet<(StateId, usize)>,
    /// Whether the text is in the language.
    is_end: bool,
    links: usize,
    /// The number of states and links that were followed.
    steps: usize,
}

pub use abnfc_runtime::compiler::{MAX_LINKS, MAX_STEPS};

/// A rule that was called at an offset.
#[derive(Clone, Debug)]
struct Node {
    offset: usize,
    /// The states of the callers after it, each with its own call.
    after: Vec<(StateId, usize)>,
}

/// The call of the rule whose text is read.
const ROOT: usize = 0;

impl<'a> Reader<'a> {
    /// Starts reading a text of the rule that begins in `start`.
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

    /// Adds all configurations that are reached without a byte.
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
                // A call never ends where it begins: see `network`.
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

    /// Returns whether the limits are exceeded, so that reading cannot continue.
    pub fn is_too_complex(&self) -> bool {
        MAX_LINKS < self.nodes.len() + self.links || MAX_STEPS < self.steps
    }

    /// Returns the number of steps so far: states and links that were followed, and links that are kept.
    pub fn steps(&self) -> usize {
        self.steps + self.links
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

    /// Returns the bytes after which some continuation matches.
    pub fn expected(&self) -> ByteSet {
        let sets = self.open.iter().map(|(state, _)| self.network.expected(*state));
        sets.fold(ByteSet::EMPTY, ByteSet::union)
    }

    /// Returns the approximate size of its heap memory in bytes.
    pub fn memory(&self) -> usize {
        let links = self.links + self.open.len();
        size_of_val(self.nodes.as_slice()) + links * size_of::<(StateId, usize)>()
    }

    /// Returns whether the text read so far is in the language.
    pub fn is_end(&self) -> bool {
        self.is_end
    }
}
