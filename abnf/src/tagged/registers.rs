//! Tdfa to Tdfa: few registers, few copies.
//!
//! As built, each state has registers of its own, and every edge into the state
//! gives each of them a value: the form that compilers call single assignment with
//! block arguments. That makes the three steps easy and exact:
//!
//! 1. **dead** registers go: those that no end of a text reads, directly or through
//!    others;
//! 2. registers of a state that every edge gives the same value are **one**, found
//!    as the coarsest partition that the edges respect;
//! 3. the rest get **numbers**, distinct within a state, each the number of a
//!    register that it is copied from where that is free, so that the copy vanishes
//!    (Chaitin et al., "Register allocation via coloring", 1981; here no register
//!    lives across states, so that the widest state says how many are needed).

use super::tdfa::{Register, Tdfa, Value};
use crate::refine::{Edge, coarsest};
use std::collections::{BTreeMap, BTreeSet};

/// The same automaton with registers shared.
#[must_use]
pub fn registers(tdfa: &Tdfa) -> Tdfa {
    let tdfa = without_dead(tdfa);
    let tdfa = merged(&tdfa);
    numbered(&tdfa)
}

/// Only registers that reach the value of a tag.
fn without_dead(tdfa: &Tdfa) -> Tdfa {
    let count = tdfa.registers as usize;
    let mut sources: Vec<Vec<Register>> = vec![Vec::new(); count];
    for transition in tdfa.next.iter().flatten() {
        for &(to, value) in &transition.assign {
            if let Value::Register(from) = value {
                sources[to as usize].push(from);
            }
        }
    }
    let mut live = vec![false; count];
    let mut stack: Vec<Register> = tdfa
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
        if !std::mem::replace(&mut live[register as usize], true) {
            stack.extend(&sources[register as usize]);
        }
    }
    let mut made = tdfa.clone();
    for transition in made.next.iter_mut().flatten() {
        transition.assign.retain(|&(to, _)| live[to as usize]);
    }
    made
}

/// The kind of the start's registers; those of other states follow.
const START: usize = 3;

/// Registers that always hold the same are one.
fn merged(tdfa: &Tdfa) -> Tdfa {
    // Nodes are the registers, then "none" and "here"; what an edge of the automaton
    // gives a register is an edge with the number of that edge as its label.
    let count = tdfa.registers as usize;
    let (none, here) = (count, count + 1);
    let mut kinds = vec![0; count + 2];
    kinds[none] = 1;
    kinds[here] = 2;
    let mut edges = Vec::new();
    for (label, transition) in tdfa.next.iter().enumerate() {
        let Some(transition) = transition else { continue };
        for &(to, value) in &transition.assign {
            kinds[to as usize] = START + transition.target as usize;
            let head = match value {
                Value::None => none,
                Value::Here => here,
                Value::Register(from) => from as usize,
            };
            edges.push(Edge { tail: to as usize, label, head });
        }
    }
    // Before the text all registers hold none, which matters where an edge leads back
    // to the start; a register of the start that no edge sets never holds anything.
    let is_set = |register: &usize| kinds[*register] != 0;
    let of_start = (0..count).filter(|&register| kinds[register] == START);
    let begin = tdfa.next.len();
    edges.extend(of_start.map(|tail| Edge { tail, label: begin, head: none }));
    let block = coarsest(&kinds, &edges);
    let mut first: BTreeMap<usize, Register> = BTreeMap::new();
    for register in 0..tdfa.registers {
        first.entry(block[register as usize]).or_insert(register);
    }
    let one = |register: Register| first[&block[register as usize]];
    let value = |value: Value| match value {
        Value::Register(register) if is_set(&(register as usize)) => Value::Register(one(register)),
        Value::Register(_) => Value::None,
        other => other,
    };
    let mut made = tdfa.clone();
    for transition in made.next.iter_mut().flatten() {
        let assign: BTreeMap<Register, Value> =
            transition.assign.iter().map(|&(to, given)| (one(to), value(given))).collect();
        transition.assign = assign.into_iter().collect();
    }
    for given in made.ends.iter_mut().flatten().flatten() {
        *given = value(*given);
    }
    made
}

/// Small numbers, equal along copies where that is possible.
fn numbered(tdfa: &Tdfa) -> Tdfa {
    let mut wishes: BTreeMap<Register, Vec<Register>> = BTreeMap::new();
    let mut of_state: Vec<BTreeSet<Register>> = vec![BTreeSet::new(); tdfa.ends.len()];
    for transition in tdfa.next.iter().flatten() {
        for &(to, value) in &transition.assign {
            of_state[transition.target as usize].insert(to);
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
            let mut votes: BTreeMap<Register, usize> = BTreeMap::new();
            for wish in wishes.get(&register).into_iter().flatten() {
                if let Some(&at) = number.get(wish) {
                    *votes.entry(at).or_default() += 1;
                }
            }
            let best = votes
                .into_iter()
                .filter(|(at, _)| !taken.contains(at))
                .max_by_key(|&(at, votes)| (votes, std::cmp::Reverse(at)));
            match best {
                Some((at, _)) => {
                    taken.insert(at);
                    number.insert(register, at);
                }
                None => left.push(register),
            }
        }
        let mut free = 0;
        for register in left {
            while taken.contains(&free) {
                free += 1;
            }
            taken.insert(free);
            number.insert(register, free);
        }
    }
    let value = |value: Value| match value {
        Value::Register(register) => Value::Register(number[&register]),
        other => other,
    };
    let mut made = tdfa.clone();
    for transition in made.next.iter_mut().flatten() {
        let mut assign: Vec<(Register, Value)> =
            transition.assign.iter().map(|&(to, given)| (number[&to], value(given))).collect();
        assign.retain(|&(to, given)| given != Value::Register(to));
        assign.sort_unstable();
        transition.assign = assign;
    }
    for given in made.ends.iter_mut().flatten().flatten() {
        *given = value(*given);
    }
    made.registers = number.values().max().map_or(0, |max| max + 1);
    made
}
