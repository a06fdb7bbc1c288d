//! Merges states of a pushdown automaton with the same future, and numbers them canonically.
//!
//! States are merged if their moves, and the states after brackets that were opened in them, are
//! merged too. The result is the coarsest partition with this property, as for automata without a
//! stack; but an automaton with a stack may have a smaller equivalent one.

use super::pushdown::{Move, Pushdown, StateId, SymbolId};
use crate::automata::refine::{Edge, coarsest};
use std::collections::{BTreeMap, VecDeque};

/// The label of an edge.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Label {
    Step(usize),
    Open(usize),
    Close(usize, SymbolId),
    After(SymbolId),
}

/// Returns the automaton with the fewest states that makes the same moves.
pub fn merge_states(pushdown: &Pushdown) -> Pushdown {
    canonical(pushdown, &blocks(pushdown))
}

fn blocks(pushdown: &Pushdown) -> Vec<usize> {
    // Edges that close a bracket lead to an extra node instead of a state.
    let closed = pushdown.state_count();
    let mut kinds: Vec<usize> = pushdown.accepting.iter().map(|&it| usize::from(it)).collect();
    kinds.push(2);
    let mut labels = BTreeMap::new();
    let mut edges = Vec::new();
    let mut edge = |tail: StateId, label: Label, head: usize| {
        let number = labels.len();
        let label = *labels.entry(label).or_insert(number);
        edges.push(Edge { tail: tail.index(), label, head });
    };
    for state in pushdown.states() {
        for (class, to) in pushdown.rows[state.index()].iter().enumerate() {
            match *to {
                None => {}
                Some(Move::Step(to)) => edge(state, Label::Step(class), to.index()),
                Some(Move::Open(to)) => edge(state, Label::Open(class), to.index()),
                Some(Move::Close(symbol)) => edge(state, Label::Close(class, symbol), closed),
            }
        }
    }
    for ((state, symbol), to) in pushdown.returns() {
        edge(state, Label::After(symbol), to.index());
    }
    coarsest(&kinds, &edges)
}

/// Makes one state of each block, numbered breadth-first from the rules in order, and merges
/// classes that no state distinguishes.
fn canonical(pushdown: &Pushdown, block_of: &[usize]) -> Pushdown {
    let block = |state: StateId| block_of[state.index()];
    let mut member: BTreeMap<usize, StateId> = BTreeMap::new();
    for state in pushdown.reached(pushdown.starts.values().copied()) {
        member.insert(block(state), state);
    }
    let moved = |to: Move, number: &mut dyn FnMut(StateId) -> StateId| match to {
        Move::Step(to) => Move::Step(number(to)),
        Move::Open(to) => Move::Open(number(to)),
        Move::Close(symbol) => Move::Close(symbol),
    };
    let classes = pushdown.classes.merged(|class| {
        let entry = |state: &StateId| {
            let to = pushdown.rows[state.index()][class];
            to.map(|to| moved(to, &mut |state| StateId::new(block(state))))
        };
        member.values().map(entry).collect::<Vec<_>>()
    });
    let old_class: Vec<usize> =
        classes.representatives().into_iter().map(|byte| pushdown.classes.class(byte)).collect();

    let mut numbers: BTreeMap<usize, StateId> = BTreeMap::new();
    let mut queue = VecDeque::new();
    let mut number = |state: StateId, queue: &mut VecDeque<StateId>| {
        let next = StateId::new(numbers.len());
        *numbers.entry(block(state)).or_insert_with(|| {
            queue.push_back(member[&block(state)]);
            next
        })
    };
    let mut symbols: BTreeMap<SymbolId, SymbolId> = BTreeMap::new();
    let mut made = Pushdown {
        classes,
        rows: Vec::new(),
        accepting: Vec::new(),
        returns: BTreeMap::new(),
        starts: BTreeMap::new(),
    };
    for (rule, start) in pushdown.starts() {
        made.starts.insert(rule, number(start, &mut queue));
    }
    while let Some(state) = queue.pop_front() {
        let own = number(state, &mut queue);
        made.accepting.push(pushdown.is_accepting(state));
        let row = old_class.iter().map(|&class| {
            let to = moved(pushdown.rows[state.index()][class]?, &mut |it| number(it, &mut queue));
            Some(match to {
                Move::Close(symbol) => {
                    let next = SymbolId::new(symbols.len());
                    Move::Close(*symbols.entry(symbol).or_insert(next))
                }
                other => other,
            })
        });
        made.rows.push(row.collect());
        let first = SymbolId::new(0);
        let returns = pushdown.returns.range((state, first)..);
        for (&(_, symbol), &to) in returns.take_while(|((from, _), _)| *from == state) {
            let next = SymbolId::new(symbols.len());
            let symbol = *symbols.entry(symbol).or_insert(next);
            made.returns.insert((own, symbol), number(to, &mut queue));
        }
    }
    made
}
