//! The tables of tagged automata.
//!
//! A locator is the table of a matcher with a second one beside it, of the same form,
//! that says for each transition which assignments it makes.

use super::lists::Lists;
use super::tables::{Matcher, Width};
use crate::automata::tagged::tdfa::{Located, Register, StateId, Tdfa, Value};
use crate::bytes::ByteClasses;
use crate::plan::format::{HERE, NONE};
use std::collections::BTreeMap;

/// The tables by which parts are located.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locator {
    /// Which states there are.
    pub matcher: Matcher,
    /// Which list of assignments is made, by state and class.
    pub actions: Vec<Vec<u16>>,
    /// What an entry of the table is.
    pub width: Width,
    /// The lists of assignments: register and source, made one after the other. The
    /// first is empty.
    pub lists: Vec<Vec<(u8, u8)>>,
    /// The source of each slot, by accepting state.
    pub ends: Vec<Vec<u8>>,
    /// What is known about the parts, by state, as a place among the contexts.
    pub context_of: Vec<u16>,
    /// What can be known about the parts.
    pub contexts: Vec<Context>,
    /// How many registers there are.
    pub registers: usize,
    /// How many slots there are.
    pub slots: usize,
}

/// What is known about the parts in a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Context {
    /// The part that every continuation is in.
    pub certain: Option<String>,
    /// The parts that some continuation is in.
    pub possible: Vec<String>,
}

/// What tables depend on: automata that differ in the places of their parts have the
/// same tables.
pub(super) fn key(tdfa: &Tdfa) -> Tdfa {
    let nameless =
        |part: &Located| Located { name: part.name.clone(), mandatory: true, variants: Vec::new() };
    Tdfa { parts: tdfa.parts.iter().map(nameless).collect(), ..tdfa.clone() }
}

/// Adds the tags to the table, whose states are in this order.
pub(super) fn locator(
    matcher: Matcher,
    order: &[StateId],
    tdfa: &Tdfa,
    classes: &ByteClasses,
) -> Locator {
    let mut lists = Lists::new();
    let mut registers = tdfa.register_count();
    let representatives = classes.representatives();
    let mut actions = vec![vec![0; representatives.len()]];
    for &state in order {
        let row = representatives.iter().map(|&byte| {
            let assign = tdfa.next(state, byte).map_or(&[][..], |it| &it.output);
            let list = in_sequence(assign, tdfa.registers);
            let top = list.iter().map(|it| usize::from(it.0) + 1).max();
            registers = registers.max(top.unwrap_or_default());
            lists.number(list)
        });
        actions.push(row.collect());
    }
    let ends = order.iter().filter_map(|&state| tdfa.ends(state));
    let ends = ends.map(|ends| ends.iter().map(|&value| source(value)).collect()).collect();
    // Nothing is known in the dead state, where texts end that are too long.
    let mut contexts = vec![Context::default()];
    let mut numbers = BTreeMap::from([(Context::default(), 0)]);
    let known = order.iter().map(|&state| {
        let context = context(tdfa, state);
        *numbers.entry(context.clone()).or_insert_with(|| {
            contexts.push(context);
            small(contexts.len() - 1)
        })
    });
    let context_of = std::iter::once(0).chain(known).collect();
    let lists = lists.finish();
    let width = if lists.len() <= 256 { Width::Narrow } else { Width::Wide };
    let slots = tdfa.slot_count();
    Locator { matcher, actions, width, lists, ends, context_of, contexts, registers, slots }
}

fn context(tdfa: &Tdfa, state: StateId) -> Context {
    let known = tdfa.context(state);
    let name = |&part: &usize| tdfa.parts()[part].name.clone();
    Context {
        certain: known.certain.as_ref().map(name),
        possible: known.possible.iter().map(name).collect(),
    }
}

/// Assignments made at once as assignments one after the other: a register is read
/// before it is written. Where registers change places in a circle, the one in `spare`
/// helps.
fn in_sequence(assign: &[(Register, Value)], spare: Register) -> Vec<(u8, u8)> {
    let is_move = |&(to, value): &(Register, Value)| value != Value::Register(to);
    let mut left: Vec<(Register, Value)> = assign.iter().copied().filter(is_move).collect();
    let mut list = Vec::new();
    while !left.is_empty() {
        let is_read = |to| left.iter().any(|other| other.1 == Value::Register(to));
        if let Some(free) = left.iter().position(|it| !is_read(it.0)) {
            let (to, value) = left.remove(free);
            list.push((register(to), source(value)));
        } else {
            let to = left[0].0;
            list.push((register(spare), register(to)));
            for other in left.iter_mut().filter(|other| other.1 == Value::Register(to)) {
                other.1 = Value::Register(spare);
            }
        }
    }
    list
}

fn source(value: Value) -> u8 {
    match value {
        Value::None => NONE,
        Value::Here => HERE,
        Value::Register(from) => register(from),
    }
}

fn register(number: Register) -> u8 {
    u8::try_from(number).ok().filter(|&it| it < HERE).expect("registers are counted before")
}

fn small(number: usize) -> u16 {
    u16::try_from(number).expect("there are fewer of them than transitions or states")
}

#[cfg(test)]
mod tests {
    use super::*;
    use Value::{Here, None as Unset, Register as From};

    /// What the registers 0 to 3 hold afterwards, if register `n` held `n` before.
    fn run(list: &[(u8, u8)]) -> Vec<u8> {
        let mut registers: Vec<u8> = (0..5).collect();
        for &(to, from) in list {
            registers[usize::from(to)] =
                if from < HERE { registers[usize::from(from)] } else { from };
        }
        registers.truncate(4);
        registers
    }

    #[test]
    fn assignments_at_once_become_a_sequence() {
        let check = |assign: &[(Register, Value)], expected: [u8; 4]| {
            assert_eq!(run(&in_sequence(assign, 4)), expected, "{assign:?}");
        };
        check(&[], [0, 1, 2, 3]);
        check(&[(0, Here), (1, From(0))], [HERE, 0, 2, 3]);
        check(&[(0, From(1)), (1, From(2)), (2, Unset)], [1, 2, NONE, 3]);
        check(&[(0, From(1)), (1, From(0))], [1, 0, 2, 3]);
        check(&[(0, From(1)), (1, From(0)), (2, From(0)), (3, From(3))], [1, 0, 0, 3]);
        check(&[(0, From(1)), (1, From(0)), (2, From(3)), (3, From(2))], [1, 0, 3, 2]);
    }
}
