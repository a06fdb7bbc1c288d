//! The nearest texts of a language with a stack: a search over edits of the text, in the order of the
//! number of edits, and then of the bytes that have been read (Dijkstra, "A note on two problems in
//! connexion with graphs", 1959).

use super::{MAX_STEPS, MAX_TEXTS, Nearest};
use abnfc::automata::compare::legible;
use abnfc::automata::language::{Language, Position, Walk};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The priority of a candidate: few edits first, then much of the text, then early candidates.
type Key = (usize, Reverse<usize>, usize);

/// A prefix of a text of the language.
struct Candidate<'a> {
    made: Vec<u8>,
    walk: Walk<'a>,
}

impl Candidate<'_> {
    /// The approximate size in bytes.
    fn memory(&self) -> usize {
        size_of::<(Key, Self)>() + self.made.len() + self.walk.memory()
    }
}

/// Stops when all paths together take `max_memory` bytes.
pub(super) fn nearest(language: &Language, text: &[u8], max_memory: usize) -> Option<Nearest> {
    let bytes: Vec<u8> = language.classes().sets().iter().map(legible).collect();
    let mut todo: BTreeMap<Key, Candidate<'_>> = BTreeMap::new();
    todo.insert((0, Reverse(0), 0), Candidate { made: Vec::new(), walk: language.walk() });
    // No configuration needs more paths than the number of texts to find.
    let mut known: BTreeMap<(Position, usize), usize> = BTreeMap::new();
    let mut found: Option<Nearest> = None;
    // A closed path leads to a known configuration, with the same stack.
    let (mut number, mut steps, mut memory) = (0, 0, 0);
    while let Some(((edits, Reverse(offset), _), way)) = todo.pop_first() {
        if found.as_ref().is_some_and(|found| found.edits < edits)
            || MAX_STEPS < steps
            || max_memory < memory
        {
            break;
        }
        if offset == text.len() && way.walk.is_end() {
            let found = found.get_or_insert(Nearest { edits, texts: Vec::new() });
            if !found.texts.contains(&way.made) {
                found.texts.push(way.made.clone());
            }
            if found.texts.len() == MAX_TEXTS {
                break;
            }
        }
        if let Some(position) = way.walk.position() {
            let ways = known.entry((position, offset)).or_default();
            *ways += 1;
            if MAX_TEXTS < *ways {
                continue;
            }
        }
        let mut add = |edits, offset, made: Vec<u8>, walk| {
            number += 1;
            let way = Candidate { made, walk };
            memory += way.memory();
            todo.insert((edits, Reverse(offset), number), way);
        };
        let expected = way.walk.expected();
        let byte = text.get(offset).copied();
        let kept = byte.filter(|&byte| expected.contains(byte)).map(|byte| (byte, 0, offset + 1));
        let others = bytes.iter().copied().filter(|&other| expected.contains(other));
        let changed = others.clone().filter(|&other| byte.is_some_and(|byte| byte != other));
        let changed = changed.map(|other| (other, 1, offset + 1));
        let added = others.map(|other| (other, 1, offset));
        for (byte, cost, offset) in kept.into_iter().chain(changed).chain(added) {
            let mut walk = way.walk.clone();
            steps += 1;
            if walk.read(&[byte]) == 1 {
                add(edits + cost, offset, [way.made.as_slice(), &[byte]].concat(), walk);
            }
        }
        if byte.is_some() {
            add(edits + 1, offset + 1, way.made, way.walk);
        }
    }
    found
}
