//! The subset construction by its definition, without anything that is remembered.

use super::*;
use crate::automata::minimise::minimise;
use crate::automata::nfa::State;
use crate::testing::seeded;
use proptest::prelude::*;

/// Automata over `a` to `c`, with silent steps and cycles of them.
fn automata() -> impl Strategy<Value = Nfa> {
    (2..9_usize).prop_flat_map(|count| {
        let id = || (0..count).prop_map(nfa::StateId::new);
        let set = prop::sample::subsequence(vec![b'a', b'b', b'c'], 1..=3);
        let state = prop_oneof![
            3 => (set, id()).prop_map(|(set, next)| State::Byte { set: set.into_iter().collect(), next }),
            1 => id().prop_map(|next| State::Tag { tag: 0, next }),
            1 => prop::collection::vec(id(), 0..4).prop_map(State::Split),
        ];
        let states = prop::collection::vec(state, count - 1);
        (id(), states).prop_map(|(start, states)| {
            let end = std::iter::once(State::Split(Vec::new()));
            Nfa { states: end.chain(states).collect(), start, accept: nfa::StateId::new(0) }
        })
    })
}

/// All states reached from others without reading, and the steps of the search.
fn closure(nfa: &Nfa, of: &BTreeSet<nfa::StateId>) -> (BTreeSet<nfa::StateId>, usize) {
    let mut reached = of.clone();
    loop {
        let silent = reached.iter().filter(|it| !matches!(nfa[**it], State::Byte { .. }));
        let more: Vec<nfa::StateId> = silent
            .flat_map(|&it| nfa[it].targets().to_vec())
            .filter(|it| !reached.contains(it))
            .collect();
        if more.is_empty() {
            break;
        }
        reached.extend(more);
    }
    let of_split = |&it: &nfa::StateId| match &nfa[it] {
        State::Split(targets) => targets.len(),
        State::Byte { .. } | State::Tag { .. } => 0,
    };
    let steps = reached.len() + reached.iter().map(of_split).sum::<usize>();
    (reached, steps)
}

/// The automaton, and the steps that it takes.
fn by_definition(nfa: &Nfa) -> (Dfa, usize) {
    let reachable = nfa.reachable();
    let read = |state: &nfa::StateId| match &nfa[*state] {
        State::Byte { set, next } => Some((*set, *next)),
        State::Split(_) | State::Tag { .. } => None,
    };
    let sets: BTreeSet<ByteSet> = reachable.iter().filter_map(|it| Some(read(it)?.0)).collect();
    let classes = ByteClasses::of_sets(&sets);
    let key = |reached: &BTreeSet<nfa::StateId>| {
        let readers = reached.iter().filter(|it| read(it).is_some()).copied();
        (readers.collect::<Vec<_>>(), reached.contains(&nfa.accept))
    };
    let (start, first) = closure(nfa, &BTreeSet::from([nfa.start]));
    let mut steps = reachable.len() + first;
    let mut states = vec![key(&start)];
    let mut next = Vec::new();
    let mut row = 0;
    while row < states.len() {
        steps += classes.count();
        let mut closed = BTreeSet::new();
        for byte in classes.representatives() {
            let after = states[row].0.iter().filter_map(read);
            let target: BTreeSet<nfa::StateId> =
                after.filter(|(set, _)| set.contains(byte)).map(|(_, next)| next).collect();
            steps += target.len();
            if target.is_empty() {
                next.push(None);
                continue;
            }
            let (reached, of_search) = closure(nfa, &target);
            steps += if closed.insert(target) { of_search } else { 0 };
            let key = key(&reached);
            let known = states.iter().position(|it| *it == key);
            next.push(Some(StateId::new(known.unwrap_or(states.len()))));
            states.extend(Some(key).filter(|_| known.is_none()));
        }
        row += 1;
    }
    let accepting = states.iter().map(|it| it.1).collect();
    (trim(&Dfa::from_table(classes, next, accepting)), steps)
}

proptest! {
    #![proptest_config(seeded(1000))]

    #[test]
    fn states_and_steps_are_those_of_the_definition(nfa in automata()) {
        const STEPS: usize = 1 << 20;
        let mut budget = Budget::new(STEPS, usize::MAX);
        let made = determinise(&nfa, &mut budget).expect("it is small");
        let (expected, steps) = by_definition(&nfa);
        prop_assert_eq!(&made, &expected);
        prop_assert_eq!(STEPS - budget.steps(), steps);
        prop_assert_eq!(minimise(&made), minimise(&expected));
    }
}
