//! Searches states with their stacks for texts of nested rules.

use super::super::Unit;
use super::{MAX_EXAMPLE_LENGTH, Samples, preferred};
use crate::automata::language::{Language, Walk};
use crate::automata::nested::pushdown::{Move, Pushdown, StateId};
use std::collections::{BTreeSet, VecDeque};

/// The maximum number of pairs of a state and a stack that the search visits.
const MAX_VISITED: usize = 20_000;

/// Searches an automaton with a stack, from the state in which the texts begin.
pub(super) fn samples(
    language: &Language,
    automaton: &Pushdown,
    start: StateId,
    readable: Option<Vec<u8>>,
    unit: Unit,
) -> Samples {
    let (shortest, nested) = shortest(automaton, start, &preferred());
    let example = readable.or(nested).or_else(|| shortest.clone());
    with_rejected(language, unit, shortest, example)
}

/// Makes samples of texts in the language and of some outside of it.
pub(super) fn with_rejected(
    language: &Language,
    unit: Unit,
    shortest: Option<Vec<u8>>,
    example: Option<Vec<u8>>,
) -> Samples {
    let bytes = preferred();
    let example = example.filter(|text| text.len() <= MAX_EXAMPLE_LENGTH);
    let short = std::iter::once(Vec::new()).chain(ascii(&bytes, unit).map(|byte| vec![byte]));
    let rejected = [
        short.into_iter().find(|text| language.check(text).is_err()),
        example.as_ref().and_then(|text| with_wrong_byte(language, unit, &bytes, text)),
    ];
    let rejected = rejected.into_iter().flatten().filter_map(|text| {
        let offset = language.check(&text).err()?.offset;
        Some((text, offset))
    });
    let mut rejected: Vec<_> = rejected.collect();
    rejected.dedup();
    Samples { shortest, example, rejected }
}

/// Returns a shortest text, and a shortest text that opens a bracket.
fn shortest(
    automaton: &Pushdown,
    start: StateId,
    bytes: &[u8],
) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
    let mut plain = bytes.to_vec();
    let mut classes = BTreeSet::new();
    plain.retain(|&byte| classes.insert(automaton.classes().class(byte)));
    let first = (start, Vec::new(), false);
    let mut seen = BTreeSet::from([first.clone()]);
    let mut queue = VecDeque::from([(first, Vec::new())]);
    let mut found = None;
    while let Some(((state, stack, has_opened), text)) = queue.pop_front() {
        if automaton.is_accepting(state) {
            if has_opened {
                return (found.or_else(|| Some(text.clone())), Some(text));
            }
            found.get_or_insert_with(|| text.clone());
        }
        for &byte in &plain {
            let mut stack = stack.clone();
            let Some(next) = automaton.step(state, byte, &mut stack) else { continue };
            let opens = matches!(automaton.next(state, byte), Some(Move::Open(_)));
            let next = (next, stack, has_opened || opens);
            if seen.len() < MAX_VISITED && seen.insert(next.clone()) {
                queue.push_back((next, [&text[..], &[byte]].concat()));
            }
        }
    }
    (found, None)
}

/// Inserts a wrong byte into the text, as late as possible.
fn with_wrong_byte(language: &Language, unit: Unit, bytes: &[u8], text: &[u8]) -> Option<Vec<u8>> {
    let is_boundary = |at: usize| unit == Unit::Bytes || std::str::from_utf8(&text[..at]).is_ok();
    (0..=text.len()).rev().filter(|&at| is_boundary(at)).find_map(|at| {
        let mut walk: Walk<'_> = language.walk();
        walk.read(&text[..at]);
        let byte = ascii(bytes, unit).find(|&byte| !walk.expected().contains(byte))?;
        Some([&text[..at], &[byte], &text[at..]].concat())
    })
}

/// Keeps bytes that are a text of the unit.
fn ascii(bytes: &[u8], unit: Unit) -> impl Iterator<Item = u8> + '_ {
    bytes.iter().copied().filter(move |byte| unit == Unit::Bytes || byte.is_ascii())
}
