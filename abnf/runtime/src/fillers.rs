//! Texts between parts beyond those of a graph.
//!
//! A graph has the shortest filler with each first byte. Longer ones are texts that the automaton of the
//! rule can read, short ones first. Their bytes are those of the graph, in both cases, and a few of each
//! kind that the automaton can read next. Without an automaton, they are only those of the graph.

use super::alloc::rc::Rc;
use super::alloc::vec;
use super::alloc::vec::Vec;
use super::graph::{Automaton, Graph};

/// The greatest number of texts.
const MAX_TEXTS: usize = 128;

/// The greatest number of bytes of the graph.
const MAX_BYTES: usize = 12;

/// The kinds of other bytes, and how many of each are tried. A byte has the first kind that contains it.
const KINDS: [(u8, u8, usize); 6] = [
    (b'0', b'9', 1),
    (b'a', b'z', 1),
    (b'A', b'Z', 1),
    (b' ', b'~', 6),
    (0x80, 0xFF, 1),
    (0x00, 0x7F, 1),
];

/// Returns the bytes of the fillers of a graph, in both cases.
pub(super) fn alphabet(graph: &Graph<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let edges = graph.nodes.iter().flat_map(|edges| edges.iter());
    for &byte in edges.flat_map(|edge| edge.fillers.iter()).flat_map(|filler| filler.iter()) {
        for byte in [byte, byte ^ (u8::from(byte.is_ascii_alphabetic()) << 5)] {
            if bytes.len() < MAX_BYTES && !bytes.contains(&byte) {
                bytes.push(byte);
            }
        }
    }
    bytes
}

/// Returns the state of an automaton after a text. Without an automaton, there is one state.
pub(super) fn read(automaton: Option<&dyn Automaton>, state: usize, text: &[u8]) -> Option<usize> {
    match automaton {
        Some(it) => text.iter().try_fold(state, |state, &byte| it.next(state, byte)),
        None => Some(state),
    }
}

/// Returns texts that an automaton can read in a state, short ones first. `bytes` are preferred.
pub(super) fn other_fillers(
    automaton: Option<&dyn Automaton>,
    state: usize,
    bytes: &[u8],
) -> Vec<Rc<[u8]>> {
    let mut texts: Vec<(Rc<[u8]>, usize)> = vec![(Rc::default(), state)];
    let mut index = 0;
    while let Some((text, state)) = texts.get(index).filter(|_| texts.len() <= MAX_TEXTS).cloned() {
        let nexts = nexts(automaton, state, bytes);
        texts.extend(
            nexts.into_iter().map(|(byte, next)| ([&text[..], &[byte]].concat().into(), next)),
        );
        index += 1;
    }
    texts.into_iter().map(|(text, _)| text).take(MAX_TEXTS).collect()
}

/// Returns the bytes that can be read in a state, and the states after them.
fn nexts(automaton: Option<&dyn Automaton>, state: usize, bytes: &[u8]) -> Vec<(u8, usize)> {
    let step = |byte: u8| Some((byte, read(automaton, state, &[byte])?));
    let mut found: Vec<(u8, usize)> = bytes.iter().filter_map(|&byte| step(byte)).collect();
    if automaton.is_none() {
        return found;
    }
    for (kind, &(low, high, most)) in KINDS.iter().enumerate() {
        let is_earlier = |byte: u8| KINDS[..kind].iter().any(|it| it.0 <= byte && byte <= it.1);
        let others = (low..=high).filter(|byte| !is_earlier(*byte) && !bytes.contains(byte));
        found.extend(others.filter_map(step).take(most));
    }
    found
}
