//! Lets registers become the slots of a text without a copy, and orders assignments.
//!
//! At the end of a text, a tagged automaton assigns each slot. No copy is needed if the slot is the
//! register of the same number. The automaton therefore gets a slot for each register, and the
//! remaining work at the end of a text is an ordinary list of assignments.

use crate::automata::dense::Dense;
use crate::automata::tagged::tdfa::{Register, StateId, Tdfa, Value};
use crate::plan::format::{HERE, NONE};

/// Gives a tagged automaton a slot for each register, so that registers become slots without a
/// copy.
///
/// A slot without a value is not cleared where a text ends. `starts` are the states in which texts
/// begin.
pub fn registers_as_slots(tdfa: Tdfa, starts: &[StateId]) -> Tdfa {
    let tdfa = unchanged_at_ends(tdfa, starts);
    let changes = tdfa.dense.next.iter().flatten().map(|edge| edge.output.clone());
    let mut changes = changes.chain(tdfa.dense.ends.iter().flatten().map(|end| at_end(end)));
    // Slots are assigned at the ends too, so the scratch register comes after all of them.
    let scratch = tdfa.registers.max(tdfa.slots);
    let needs_scratch = |list: Vec<_>| in_sequence(&list, Register::new(scratch)).1;
    let registers = if changes.any(needs_scratch) { scratch + 1 } else { tdfa.registers };
    if tdfa.slots == 0 {
        return tdfa;
    }
    let pad = |end: Vec<Value>| {
        let more = (end.len()..registers).map(Register::new).map(Value::Register);
        end.iter().copied().chain(more).collect::<Vec<_>>()
    };
    let ends: Vec<_> = tdfa.dense.ends.iter().map(|end| end.clone().map(pad)).collect();
    let slots = tdfa.slots.max(registers);
    Tdfa { registers, slots, dense: Dense { ends, ..tdfa.dense }, ..tdfa }
}

/// A slot without a value keeps its register if no text up to the end has assigned it.
fn unchanged_at_ends(tdfa: Tdfa, starts: &[StateId]) -> Tdfa {
    let registers = tdfa.register_count();
    // The registers that may hold an offset, by state; `None` for a state that has not been
    // reached.
    let mut held: Vec<Option<Vec<bool>>> = vec![None; tdfa.state_count()];
    starts.iter().for_each(|start| held[start.index()] = Some(vec![false; registers]));
    let mut open = starts.to_vec();
    while let Some(state) = open.pop() {
        let Some(before) = held[state.index()].clone() else { continue };
        for edge in tdfa.dense.row(state).map(|(_, edge)| edge) {
            let mut after = before.clone();
            for &(to, value) in &edge.output {
                after[to.index()] = match value {
                    Value::None => false,
                    Value::Here => true,
                    Value::Register(from) => before[from.index()],
                };
            }
            let known = &mut held[edge.target.index()];
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
    let mut ends = tdfa.dense.ends.clone();
    for (end, held) in ends.iter_mut().zip(held) {
        let (Some(end), Some(held)) = (end, held) else { continue };
        for ((slot, value), held) in end.iter_mut().enumerate().zip(held) {
            if *value == Value::None && !held {
                *value = Value::Register(Register::new(slot));
            }
        }
    }
    Tdfa { dense: Dense { ends, ..tdfa.dense }, ..tdfa }
}

/// Returns the assignments where a text ends: a slot is the register of the same number.
pub fn at_end(slots: &[Value]) -> Vec<(Register, Value)> {
    let all = slots.iter().enumerate().map(|(slot, &value)| (Register::new(slot), value));
    all.filter(|&(slot, value)| value != Value::Register(slot)).collect()
}

/// Returns the scratch register, the last one, which breaks cycles of registers.
pub fn scratch(registers: usize) -> Register {
    Register::new(registers.saturating_sub(1))
}

/// Orders simultaneous assignments so that a register is read before it is written. A cycle of
/// registers is broken by the register `scratch`; the second result is whether one was.
pub fn in_sequence(assign: &[(Register, Value)], scratch: Register) -> (Vec<(u8, u8)>, bool) {
    let mut needs_scratch = false;
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
            needs_scratch = true;
            list.push((register(scratch), register(to)));
            for other in left.iter_mut().filter(|other| other.1 == Value::Register(to)) {
                other.1 = Value::Register(scratch);
            }
        }
    }
    (list, needs_scratch)
}

fn source(value: Value) -> u8 {
    match value {
        Value::None => NONE,
        Value::Here => HERE,
        Value::Register(from) => register(from),
    }
}

fn register(number: Register) -> u8 {
    u8::try_from(number.index()).ok().filter(|&it| it < HERE).expect("registers are counted before")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::shape::shape;
    use crate::automata::tagged::parts::Part;
    use crate::automata::tagged::tests::for_each;
    use crate::automata::tagged::{Tagging, tagged};
    use crate::limits::Limits;
    use crate::spec::ReadOptions;
    use crate::testing::texts;
    use Value::{Here, None as Unset, Register as From};
    use std::cell::Cell;

    /// Returns the registers 0 to 3 afterwards, if register `n` held `n` before.
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
        let [a, b, c, d, scratch] = [0, 1, 2, 3, 4].map(Register::new);
        let check = |assign: &[(Register, Value)], expected: [u8; 4]| {
            assert_eq!(run(&in_sequence(assign, scratch).0), expected, "{assign:?}");
        };
        check(&[], [0, 1, 2, 3]);
        check(&[(a, Here), (b, From(a))], [HERE, 0, 2, 3]);
        check(&[(a, From(b)), (b, From(c)), (c, Unset)], [1, 2, NONE, 3]);
        check(&[(a, From(b)), (b, From(a))], [1, 0, 2, 3]);
        check(&[(a, From(b)), (b, From(a)), (c, From(a)), (d, From(d))], [1, 0, 0, 3]);
        check(&[(a, From(b)), (b, From(a)), (c, From(d)), (d, From(c))], [1, 0, 3, 2]);
    }

    /// Returns the registers after a text, assigned one after the other.
    fn registers(tdfa: &Tdfa, text: &[u8]) -> Option<Vec<Option<usize>>> {
        let mut registers = vec![None; tdfa.slots];
        let mut assign = |list: &[(Register, Value)], here: usize| {
            for (to, source) in in_sequence(list, scratch(tdfa.registers)).0 {
                registers[usize::from(to)] = match source {
                    NONE => None,
                    HERE => Some(here),
                    from => registers[usize::from(from)],
                };
            }
        };
        let mut state = Tdfa::START;
        for (offset, &byte) in text.iter().enumerate() {
            let edge = tdfa.next(state, byte)?;
            assign(&edge.output, offset);
            state = edge.target;
        }
        assign(&at_end(tdfa.ends(state)?), text.len());
        Some(registers)
    }

    /// There are fewer registers than slots, and two of them are exchanged at the end of the second
    /// text.
    #[test]
    fn slots_that_change_places_at_the_end() {
        let text = "r = p %s\"-\" q / q %s\"-\" p\np = *%s\"a\"\nq = %s\"a\" *(2%s\"a\")\n";
        let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
        let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
        let [r, p, q] = ["r", "p", "q"].map(|name| grammar.find(name).expect("it is there"));
        let part = |name: &str, rule| Part { name: name.to_owned(), rules: [rule].into() };
        let (shapes, limits) = (shape(&grammar), Limits::default());
        let tagging = Tagging::new(&grammar, &shapes, &limits);
        let tdfa = tagged(&tagging, r, &[part("p", p), part("q", q)]).expect("regular");
        let widened = registers_as_slots(tdfa.clone(), &[Tdfa::START]);
        for text in ["a-a", "a-aa", "aa-a"] {
            let mut walk = tdfa.walk();
            text.bytes().for_each(|byte| walk.step(byte));
            let found = registers(&widened, text.as_bytes());
            let found = found.map(|found| found[..tdfa.slots].to_vec());
            assert_eq!(found, walk.slots(), "{text}");
        }
    }

    #[test]
    fn registers_end_as_the_slots() {
        let set = Cell::new(0);
        for_each(|tagging, rule, parts| {
            let tdfa = tagged(tagging, rule, parts).expect("the parts were tried one by one");
            let widened = registers_as_slots(tdfa.clone(), &[Tdfa::START]);
            for text in texts(b"ab", 6) {
                let mut walk = tdfa.walk();
                text.iter().for_each(|&byte| walk.step(byte));
                let expected = walk.slots();
                let mut found = registers(&widened, &text);
                found.iter_mut().for_each(|found| found.truncate(tdfa.slots));
                assert_eq!(found, expected, "{}", text.escape_ascii());
                set.set(set.get() + expected.iter().flatten().flatten().count());
            }
        });
        assert!(900 < set.get(), "{} slots are too few", set.get());
    }
}
