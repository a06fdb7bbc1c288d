//! Allocates the registers of a tagged automaton, with few registers and few copies.
//!
//! As constructed, each state has registers of its own, and every edge into the state
//! assigns all of them: static single assignment with
//! block arguments, in the terms of compilers. In this form, four steps are simple and exact:
//!
//! 1. **dead** registers are removed: those that no end of a text reads, directly or through
//!    others;
//! 2. registers of a state that every edge assigns the same value are **merged**, found
//!    as the coarsest partition that the edges respect;
//! 3. the rest get **numbers**, distinct within a state: that of their slot if it is
//!    free, so that few copies remain, else that of a register they are copied from
//!    (Chaitin et al., "Register allocation via coloring", 1981; here no register
//!    is live across states, so the widest state determines the number of registers);
//! 4. **redundant** assignments are removed: those of none to registers that cannot hold an offset.

use super::determinise::Determinised;
use super::tdfa::{Register, StateId, Tdfa, Value};
use crate::automata::refine::{Edge, coarsest};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the automaton with shared registers.
#[must_use]
pub(super) fn registers(made: &Determinised) -> Tdfa {
    let Determinised { tdfa, slot_of, starts } = made;
    let tdfa = without_dead_registers(tdfa);
    let tdfa = coalesced(&tdfa, starts);
    let tdfa = allocated(&tdfa, slot_of);
    without_redundant(&tdfa, starts)
}

/// Removes registers that no value of a tag depends on.
fn without_dead_registers(tdfa: &Tdfa) -> Tdfa {
    let count = tdfa.registers;
    let mut sources: Vec<Vec<Register>> = vec![Vec::new(); count];
    for transition in tdfa.dense.next.iter().flatten() {
        for &(to, value) in &transition.output {
            if let Value::Register(from) = value {
                sources[to.index()].push(from);
            }
        }
    }
    let mut live = vec![false; count];
    let mut stack: Vec<Register> = tdfa
        .dense
        .ends
        .iter()
        .flatten()
        .flatten()
        .filter_map(|value| match value {
            Value::Register(register) => Some(*register),
            Value::None | Value::Here => None,
        })
        .collect();
    while let Some(register) = stack.pop() {
        if !std::mem::replace(&mut live[register.index()], true) {
            stack.extend(&sources[register.index()]);
        }
    }
    let mut made = tdfa.clone();
    for transition in made.dense.next.iter_mut().flatten() {
        transition.output.retain(|&(to, _)| live[to.index()]);
    }
    made
}

/// The kind of the first state's registers; those of other states follow.
const FIRST: usize = 3;

/// Merges registers that always hold the same value.
fn coalesced(tdfa: &Tdfa, starts: &[StateId]) -> Tdfa {
    // Nodes are the registers, then "none" and "here". An assignment to a register is an edge to
    // its source, with the number of the automaton's edge as its label.
    let count = tdfa.registers;
    let (none, here) = (count, count + 1);
    let mut kinds = vec![0; count + 2];
    kinds[none] = 1;
    kinds[here] = 2;
    let mut edges = Vec::new();
    for (label, transition) in tdfa.dense.next.iter().enumerate() {
        let Some(transition) = transition else { continue };
        for &(to, value) in &transition.output {
            kinds[to.index()] = FIRST + transition.target.index();
            let head = match value {
                Value::None => none,
                Value::Here => here,
                Value::Register(from) => from.index(),
            };
            edges.push(Edge { tail: to.index(), label, head });
        }
    }
    // Before the text, all registers hold none, which matters if an edge leads back
    // to a start. A register of a start that no edge sets never holds an offset.
    let is_set = |register: &usize| kinds[*register] != 0;
    let starts: BTreeSet<usize> = starts.iter().map(|start| FIRST + start.index()).collect();
    let of_starts = (0..count).filter(|&register| starts.contains(&kinds[register]));
    let begin = tdfa.dense.next.len();
    edges.extend(of_starts.map(|tail| Edge { tail, label: begin, head: none }));
    let block = coarsest(&kinds, &edges);
    let mut first: BTreeMap<usize, Register> = BTreeMap::new();
    for (register, &block) in block.iter().enumerate().take(count) {
        first.entry(block).or_insert(Register::new(register));
    }
    let one = |register: Register| first[&block[register.index()]];
    let value = |value: Value| match value {
        Value::Register(register) if is_set(&register.index()) => Value::Register(one(register)),
        Value::Register(_) => Value::None,
        other => other,
    };
    let mut made = tdfa.clone();
    for transition in made.dense.next.iter_mut().flatten() {
        let assign: BTreeMap<Register, Value> =
            transition.output.iter().map(|&(to, given)| (one(to), value(given))).collect();
        transition.output = assign.into_iter().collect();
    }
    for given in made.dense.ends.iter_mut().flatten().flatten() {
        *given = value(*given);
    }
    made
}

/// Assigns small numbers, equal along copies if possible.
fn allocated(tdfa: &Tdfa, slot_of: &[usize]) -> Tdfa {
    let mut wishes: BTreeMap<Register, Vec<Register>> = BTreeMap::new();
    let mut of_state: Vec<BTreeSet<Register>> = vec![BTreeSet::new(); tdfa.dense.ends.len()];
    for transition in tdfa.dense.next.iter().flatten() {
        for &(to, value) in &transition.output {
            of_state[transition.target.index()].insert(to);
            if let Value::Register(from) = value {
                wishes.entry(to).or_default().push(from);
                wishes.entry(from).or_default().push(to);
            }
        }
    }
    let mut number: BTreeMap<Register, Register> = BTreeMap::new();
    for registers in &of_state {
        let mut taken: BTreeSet<Register> = BTreeSet::new();
        let mut left = Vec::new();
        for &register in registers {
            let own = Register::new(slot_of[register.index()]);
            if taken.insert(own) {
                number.insert(register, own);
            } else {
                left.push(register);
            }
        }
        left.retain(|register| {
            let mut votes: BTreeMap<Register, usize> = BTreeMap::new();
            for wish in wishes.get(register).into_iter().flatten() {
                if let Some(&theirs) = number.get(wish) {
                    *votes.entry(theirs).or_default() += 1;
                }
            }
            let best = votes
                .into_iter()
                .filter(|(register, _)| !taken.contains(register))
                .max_by_key(|&(register, votes)| (votes, std::cmp::Reverse(register)));
            if let Some((chosen, _)) = best {
                taken.insert(chosen);
                number.insert(*register, chosen);
            }
            best.is_none()
        });
        let mut free = (0..).map(Register::new);
        for register in left {
            let own = free.find(|own| !taken.contains(own)).expect("numbers are unbounded");
            taken.insert(own);
            number.insert(register, own);
        }
    }
    let value = |value: Value| match value {
        Value::Register(register) => Value::Register(number[&register]),
        other => other,
    };
    let mut made = tdfa.clone();
    for transition in made.dense.next.iter_mut().flatten() {
        let mut assign: Vec<(Register, Value)> =
            transition.output.iter().map(|&(to, given)| (number[&to], value(given))).collect();
        assign.retain(|&(to, given)| given != Value::Register(to));
        assign.sort_unstable();
        transition.output = assign;
    }
    for given in made.dense.ends.iter_mut().flatten().flatten() {
        *given = value(*given);
    }
    made.registers = number.values().max().map_or(0, |max| max.index() + 1);
    made
}

/// Removes assignments that change nothing.
fn without_redundant(tdfa: &Tdfa, starts: &[StateId]) -> Tdfa {
    // For each state, the registers that may hold an offset.
    let width = tdfa.dense.classes.count();
    let mut held: Vec<Option<BTreeSet<Register>>> = vec![None; tdfa.dense.ends.len()];
    starts.iter().for_each(|start| held[start.index()] = Some(BTreeSet::new()));
    let mut stack = starts.to_vec();
    while let Some(state) = stack.pop() {
        let before = held[state.index()].clone().unwrap_or_default();
        for transition in tdfa.dense.row(state).map(|(_, edge)| edge) {
            let mut after = before.clone();
            for (to, given) in &transition.output {
                let holds = match given {
                    Value::None => false,
                    Value::Here => true,
                    Value::Register(from) => before.contains(from),
                };
                if holds {
                    after.insert(*to);
                } else {
                    after.remove(to);
                }
            }
            let known = &mut held[transition.target.index()];
            let is_new = known.is_none();
            let known = known.get_or_insert_default();
            let count = known.len();
            known.extend(after);
            if is_new || known.len() > count {
                stack.push(transition.target);
            }
        }
    }
    let mut made = tdfa.clone();
    for (entry, transition) in made.dense.next.iter_mut().enumerate() {
        let (Some(transition), Some(held)) = (transition, &held[entry / width]) else { continue };
        for (_, given) in &mut transition.output {
            if matches!(given, Value::Register(from) if !held.contains(from)) {
                *given = Value::None;
            }
        }
        transition.output.retain(|(to, given)| *given != Value::None || held.contains(to));
    }
    for (ends, held) in made.dense.ends.iter_mut().zip(&held) {
        for given in ends.iter_mut().flatten() {
            let is_empty = |from| held.as_ref().is_none_or(|held| !held.contains(from));
            if matches!(given, Value::Register(from) if is_empty(from)) {
                *given = Value::None;
            }
        }
    }
    made
}
