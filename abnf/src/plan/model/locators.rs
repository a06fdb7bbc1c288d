//! The tables of tagged automata.
//!
//! A locator is the table of a matcher whose edges also say which assignments they make.

use super::tables::{Named, Numbered, Own, Table};
use crate::automata::tagged::tdfa::{Located, Register, StateId, Tdfa, Value};
use crate::plan::engine::program::Program;
use std::collections::{BTreeMap, BTreeSet};

/// A source of an assignment: the offset of the byte being read.
pub const HERE: u8 = 254;

/// A source of an assignment: no offset.
pub const NONE: u8 = 255;

/// The tables by which parts are located.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locator {
    /// The name of its static.
    pub name: String,
    /// The rules whose parts are located, as `rule` or `module::rule`.
    pub rules: Vec<String>,
    /// Its class map, by place in [`super::Module::class_maps`].
    pub class_map: usize,
    /// Its table.
    pub table: Table,
    /// What else a table of its own has.
    pub tags: Option<Tags>,
    /// States of it as code, by their numbers in the table, and the name of the file.
    pub code: Option<(String, Program)>,
}

/// What the states and edges of a table do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tags {
    /// The lists of assignments: how many there are, and then register and source of each.
    /// The first is empty.
    pub lists: Vec<u8>,
    /// The place of the list that is made where a text ends, by accepting state.
    pub ends: Vec<u16>,
    /// The names of the parts.
    pub parts: Vec<String>,
    /// What is known about the parts, by state, as a place among the contexts.
    pub context_of: Vec<u16>,
    /// What can be known about the parts.
    pub contexts: Vec<Context>,
    /// How many registers there are. Slots are registers.
    pub registers: usize,
}

/// What is known about the parts in a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Context {
    /// One more than the innermost part that every continuation is in; 0 if there is none.
    pub certain: u8,
    /// The parts that some continuation is in, as bits.
    pub possible: u64,
}

/// The most registers: the number of assignments of a list is a byte, and a list has one and a
/// half as many at most as there are registers.
const MAX_REGISTERS: usize = 170;

/// Why tables cannot number what an automaton has.
pub fn too_large(tdfa: &Tdfa) -> Option<String> {
    if usize::from(u16::MAX) <= tdfa.state_count() + 1 {
        return Some(format!("{} states, but tables number at most 65533", tdfa.state_count()));
    }
    let count = tdfa.register_count();
    // One register is spare.
    if MAX_REGISTERS <= count {
        let most = MAX_REGISTERS - 1;
        return Some(format!("{count} registers, but tables number at most {most}"));
    }
    let edges: BTreeSet<_> = tdfa.next.iter().flatten().collect();
    if usize::from(u16::MAX) <= tdfa.state_count() + edges.len() + 1 {
        let count = edges.len();
        return Some(format!("{count} edges, but tables number at most 65533 with the states"));
    }
    let lists: BTreeSet<_> = edges.iter().map(|it| &it.assign).collect();
    let of_edges: usize = lists.iter().map(|list| list.len() + 1).sum();
    let of_ends = tdfa.ends.iter().flatten().collect::<BTreeSet<_>>().len() * (tdfa.slots + 1);
    // Each may take a second one, through the spare register, and each is two bytes.
    let bytes = 4 * (of_edges + of_ends);
    (usize::from(u16::MAX) <= bytes)
        .then(|| format!("about {bytes} bytes of assignments, but tables number at most 65534"))
}

/// What tables depend on: automata that differ in the places of their parts have the
/// same tables.
pub(super) fn key(tdfa: &Tdfa) -> Tdfa {
    let nameless =
        |part: &Located| Located { name: part.name.clone(), mandatory: true, variants: Vec::new() };
    Tdfa { parts: tdfa.parts.iter().map(nameless).collect(), ..tdfa.clone() }
}

/// The same with a slot for each register, so that the registers become the slots in their
/// places.
///
/// What is none is not made so where a text ends.
pub fn with_room(tdfa: Tdfa) -> Tdfa {
    let tdfa = unchanged_at_ends(tdfa);
    let changes = tdfa.next.iter().flatten().map(|edge| edge.assign.clone());
    let changes = changes.chain(tdfa.ends.iter().flatten().map(|end| at_end(end)));
    let needs_spare = |list: Vec<_>| in_sequence(&list, tdfa.registers).1;
    let spare = changes.map(needs_spare).max().unwrap_or_default();
    let registers = tdfa.registers + u32::from(spare);
    if tdfa.slots == 0 {
        return tdfa;
    }
    let pad = |end: Vec<Value>| {
        let more = (0..registers).map(Value::Register).skip(end.len());
        end.iter().copied().chain(more).collect::<Vec<_>>()
    };
    let ends: Vec<_> = tdfa.ends.iter().map(|end| end.clone().map(pad)).collect();
    let slots = tdfa.slots.max(registers as usize);
    Tdfa { registers, slots, ends, ..tdfa }
}

/// A slot that has none keeps its register where no text that leads there has given it any.
fn unchanged_at_ends(tdfa: Tdfa) -> Tdfa {
    let classes = tdfa.classes.count();
    let registers = tdfa.register_count();
    // Which registers may hold an offset, by state; none of a state not met yet.
    let mut held: Vec<Option<Vec<bool>>> = vec![None; tdfa.state_count()];
    held[Tdfa::START as usize] = Some(vec![false; registers]);
    let mut open = vec![Tdfa::START];
    while let Some(state) = open.pop() {
        let Some(before) = held[state as usize].clone() else { continue };
        for edge in tdfa.next[state as usize * classes..][..classes].iter().flatten() {
            let mut after = before.clone();
            for &(to, value) in &edge.assign {
                after[to as usize] = match value {
                    Value::None => false,
                    Value::Here => true,
                    Value::Register(from) => before[from as usize],
                };
            }
            let known = &mut held[edge.target as usize];
            let all = match known {
                Some(known) => known.iter().zip(&after).map(|(one, other)| one | other).collect(),
                None => after,
            };
            if known.as_ref() != Some(&all) {
                *known = Some(all);
                open.push(edge.target);
            }
        }
    }
    let mut ends = tdfa.ends.clone();
    for (end, held) in ends.iter_mut().zip(held) {
        let (Some(end), Some(held)) = (end, held) else { continue };
        for ((slot, value), held) in (0..).zip(end).zip(held) {
            if *value == Value::None && !held {
                *value = Value::Register(slot);
            }
        }
    }
    Tdfa { ends, ..tdfa }
}

/// The assignments where a text ends: a slot is the register of the same number.
pub fn at_end(slots: &[Value]) -> Vec<(Register, Value)> {
    let all = (0..).zip(slots.iter().copied());
    all.filter(|&(slot, value)| value != Value::Register(slot)).collect()
}

/// Adds the tags to a table.
pub(super) fn locator(numbered: Numbered, named: Named) -> Locator {
    let Numbered { class_map, table, code, own } = numbered;
    let tags = own.map(|Own { tdfa, order, mut lists }| {
        let ends = order.states.iter().filter_map(|&state| tdfa.ends(state));
        let ends = ends.map(|end| lists.place(&at_end(end))).collect();
        // Nothing is known in the dead state, where texts end that are too long.
        let mut contexts = vec![Context::default()];
        let mut numbers = BTreeMap::from([(Context::default(), 0)]);
        let known = order.states.iter().map(|&state| {
            let context = context(&tdfa, state);
            *numbers.entry(context).or_insert_with(|| {
                contexts.push(context);
                small(contexts.len() - 1)
            })
        });
        Tags {
            context_of: std::iter::once(0).chain(known).collect(),
            contexts,
            parts: tdfa.parts.iter().map(|part| part.name.clone()).collect(),
            lists: lists.bytes,
            ends,
            registers: tdfa.slot_count(),
        }
    });
    let Named { name, rules, .. } = named;
    Locator { name, rules, class_map, table, tags, code }
}

/// The lists of assignments, each once, by their places.
pub(super) struct Assignments {
    bytes: Vec<u8>,
    places: BTreeMap<Vec<(u8, u8)>, u16>,
    spare: Register,
}

impl Assignments {
    /// The empty list alone. If there is a spare register it is the last one.
    pub(super) fn new(registers: Register) -> Self {
        let spare = registers.saturating_sub(1);
        Self { bytes: vec![0], places: BTreeMap::from([(Vec::new(), 0)]), spare }
    }

    /// The place of a list. The caller has checked that there are not too many.
    pub(super) fn place(&mut self, assign: &[(Register, Value)]) -> u16 {
        let (list, _) = in_sequence(assign, self.spare);
        let bytes = &mut self.bytes;
        *self.places.entry(list.clone()).or_insert_with(|| {
            let place = small(bytes.len());
            bytes.push(u8::try_from(list.len()).expect("registers are counted before"));
            bytes.extend(list.iter().flat_map(|&(to, from)| [to, from]));
            place
        })
    }
}

fn context(tdfa: &Tdfa, state: StateId) -> Context {
    let known = tdfa.context(state);
    let certain = known.certain.map_or(0, |part| part + 1);
    Context {
        certain: u8::try_from(certain).expect("a tag has a bit, and a part has two"),
        possible: known.possible.iter().fold(0, |bits, part| bits | 1 << part),
    }
}

/// Assignments made at once as assignments one after the other: a register is read
/// before it is written. Where registers change places in a circle, the one in `spare`
/// helps; whether it does is the second answer.
pub fn in_sequence(assign: &[(Register, Value)], spare: Register) -> (Vec<(u8, u8)>, bool) {
    let mut needs_spare = false;
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
            needs_spare = true;
            list.push((register(spare), register(to)));
            for other in left.iter_mut().filter(|other| other.1 == Value::Register(to)) {
                other.1 = Value::Register(spare);
            }
        }
    }
    (list, needs_spare)
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
            assert_eq!(run(&in_sequence(assign, 4).0), expected, "{assign:?}");
        };
        check(&[], [0, 1, 2, 3]);
        check(&[(0, Here), (1, From(0))], [HERE, 0, 2, 3]);
        check(&[(0, From(1)), (1, From(2)), (2, Unset)], [1, 2, NONE, 3]);
        check(&[(0, From(1)), (1, From(0))], [1, 0, 2, 3]);
        check(&[(0, From(1)), (1, From(0)), (2, From(0)), (3, From(3))], [1, 0, 0, 3]);
        check(&[(0, From(1)), (1, From(0)), (2, From(3)), (3, From(2))], [1, 0, 3, 2]);
    }
}
