//! What code is written of: an automaton whose states know the bytes they stay at.
//!
//! A state that some bytes lead back to, without an assignment, is a *run*: code skips
//! all of them at once. So are *detours*, paths of two or three bytes from the state back
//! to it, such as `%` and two hexadecimal digits, or in a host name a dot and a letter:
//! they are data to be skipped, not a way out. A detour is taken into the run only if the
//! bytes after its first are in the run's set. Then every byte tells by itself, and by the
//! one or two after it, whether the run goes on: nothing depends on what stands before.

use crate::automata::dfa::{Dfa, StateId};
use crate::automata::tagged::tdfa::{Register, Tdfa, Value};
use crate::bytes::ByteSet;
use std::collections::BTreeMap;

/// An automaton to be written as code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The sets of bytes that runs ask for, each once.
    pub sets: Vec<ByteSet>,
    /// The runs, each once.
    pub runs: Vec<Run>,
    /// The states; the first is the start.
    pub states: Vec<State>,
    /// How many registers there are.
    pub registers: u32,
    /// How many slots there are.
    pub slots: usize,
}

/// A state of a [`Program`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What is skipped first, by place among the runs.
    pub run: Option<usize>,
    /// Where the byte after it leads; the sets are disjoint. A detour that does not end
    /// well begins here too.
    pub edges: Vec<Edge>,
    /// What gives the slots where the text ends here; none rejects.
    pub end: Option<Vec<Value>>,
}

/// What some bytes do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The bytes.
    pub bytes: ByteSet,
    /// Assignments, all made at once.
    pub assign: Vec<(Register, Value)>,
    /// The state after.
    pub target: StateId,
}

/// Bytes that change nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Run {
    /// The bytes, by place among the sets.
    pub set: usize,
    /// What else is skipped.
    pub detours: Vec<Detour>,
}

/// A way from a state back to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Detour {
    /// Its first byte.
    pub byte: u8,
    /// The sets of the one or two bytes after it.
    pub rest: Vec<usize>,
}

/// The longest detour, in bytes.
const LONGEST_DETOUR: usize = 3;

/// The most detours of one run; each costs a few instructions wherever the run begins.
const MOST_DETOURS: usize = 3;

/// The most sets: each has a bit of the table.
pub const MOST_SETS: usize = 16;

/// The program of an automaton without tags; none if it asks for too many sets.
pub fn of_dfa(dfa: &Dfa) -> Option<Program> {
    let next = |state, byte| Some((dfa.next(state, byte)?, Vec::new()));
    let ends: Vec<_> = dfa.states().map(|state| dfa.is_accepting(state).then(Vec::new)).collect();
    program(&next, &ends, 0, 0)
}

/// The program of a tagged automaton; none if it asks for too many sets.
pub fn of_tdfa(tdfa: &Tdfa) -> Option<Program> {
    let next = |state, byte| {
        let transition = tdfa.next(state, byte)?;
        Some((transition.target, transition.output.clone()))
    };
    program(&next, &tdfa.dense.ends, tdfa.registers, tdfa.slots)
}

type Next<'a> = dyn Fn(StateId, u8) -> Option<(StateId, Vec<(Register, Value)>)> + 'a;

fn program(
    next: &Next<'_>,
    ends: &[Option<Vec<Value>>],
    registers: u32,
    slots: usize,
) -> Option<Program> {
    let edges: Vec<Vec<Edge>> = (0..ends.len())
        .map(|state| Some(edges(next, StateId::try_from(state).ok()?)))
        .collect::<Option<_>>()?;
    let mut program =
        Program { sets: Vec::new(), runs: Vec::new(), states: Vec::new(), registers, slots };
    for (state, end) in ends.iter().enumerate() {
        let id = StateId::try_from(state).ok()?;
        let is_loop = |edge: &&Edge| edge.target == id && edge.assign.is_empty();
        let run = edges[state].iter().find(is_loop).map(|stay| {
            let ways = detours(id, stay.bytes, &edges);
            let set = number(&mut program.sets, stay.bytes);
            let detours = ways.into_iter().map(|(byte, rest)| Detour {
                byte,
                rest: rest.into_iter().map(|set| number(&mut program.sets, set)).collect(),
            });
            let run = Run { set, detours: detours.collect() };
            number(&mut program.runs, run)
        });
        // After the run no byte of it follows.
        let leaving = edges[state].iter().filter(|edge| !is_loop(edge)).cloned().collect();
        program.states.push(State { run, edges: leaving, end: end.clone() });
    }
    (program.sets.len() <= MOST_SETS).then_some(program)
}

/// What leads out of a state, each target with each list of assignments once.
fn edges(next: &Next<'_>, state: StateId) -> Vec<Edge> {
    let mut edges: BTreeMap<(StateId, Vec<(Register, Value)>), ByteSet> = BTreeMap::new();
    for byte in 0..=255 {
        if let Some(to) = next(state, byte) {
            edges.entry(to).or_default().insert(byte);
        }
    }
    let mut edges: Vec<Edge> =
        edges.into_iter().map(|((target, assign), bytes)| Edge { bytes, assign, target }).collect();
    edges.sort_by_key(|edge| edge.bytes.iter().next());
    edges
}

/// The detours of a run over these bytes: first byte, and the sets after it.
fn detours(state: StateId, stay: ByteSet, edges: &[Vec<Edge>]) -> Vec<(u8, Vec<ByteSet>)> {
    let leaving = edges[state as usize].iter();
    let silent = leaving.filter(|edge| edge.target != state && edge.assign.is_empty());
    let found = silent.filter(|edge| edge.bytes.len() == 1).filter_map(|edge| {
        let rest = way_back(state, edge.target, edges, LONGEST_DETOUR - 1)?;
        let inside = rest.iter().all(|set| set.intersection(stay) == *set);
        inside.then_some((edge.bytes.iter().next()?, rest))
    });
    found.take(MOST_DETOURS).collect()
}

/// The sets of the bytes by which a path without assignments leads back, if it takes no
/// more than so many.
fn way_back(
    home: StateId,
    from: StateId,
    edges: &[Vec<Edge>],
    most: usize,
) -> Option<Vec<ByteSet>> {
    let silent = || edges[from as usize].iter().filter(|edge| edge.assign.is_empty());
    if let Some(edge) = silent().find(|edge| edge.target == home) {
        return Some(vec![edge.bytes]);
    }
    if most == 1 {
        return None;
    }
    // Only where there is no choice: elsewhere it is hardly the usual way.
    let mut ways = silent().filter(|edge| edge.target != from);
    let (edge, None) = (ways.next()?, ways.next()) else { return None };
    let mut rest = way_back(home, edge.target, edges, most - 1)?;
    rest.insert(0, edge.bytes);
    Some(rest)
}

/// The place of a value in the list, to which it is added if it is not there.
fn number<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::ByteClasses;

    /// An automaton of states with sets and targets; all accept.
    fn dfa(states: &[&[(&str, StateId)]]) -> Dfa {
        let set = |bytes: &str| bytes.bytes().collect::<ByteSet>();
        let sets: Vec<ByteSet> =
            states.iter().flat_map(|edges| edges.iter().map(|edge| set(edge.0))).collect();
        let classes = ByteClasses::of_sets(&sets);
        let representatives = classes.representatives();
        let row = |edges: &&[(&str, StateId)]| -> Vec<Option<StateId>> {
            let next = |byte| edges.iter().find(|edge| set(edge.0).contains(byte));
            representatives.iter().map(|&byte| next(byte).map(|edge| edge.1)).collect()
        };
        let next = states.iter().flat_map(row).collect();
        Dfa::from_table(classes, next, vec![true; states.len()])
    }

    /// The run of the start: its bytes, and each detour.
    fn run(states: &[&[(&str, StateId)]]) -> Option<Vec<String>> {
        let program = of_dfa(&dfa(states)).unwrap();
        let run = &program.runs[program.states[0].run?];
        let mut all = vec![program.sets[run.set].to_string()];
        all.extend(run.detours.iter().map(|detour| {
            let rest = detour.rest.iter().map(|&set| program.sets[set].to_string());
            char::from(detour.byte).to_string() + &rest.collect::<String>()
        }));
        Some(all)
    }

    #[test]
    fn detours_that_are_taken() {
        assert_eq!(run(&[&[("ab", 1)], &[("a", 0)]]), None, "no byte stays");
        assert_eq!(run(&[&[("ab", 0)]]).unwrap(), ["[ab]"]);
        assert_eq!(run(&[&[("ab", 0), (".", 1)], &[("a", 0)]]).unwrap(), ["[ab]", ".[a]"]);
        let escape: &[&[(&str, StateId)]] = &[&[("ab1", 0), ("%", 1)], &[("1a", 2)], &[("1b", 0)]];
        assert_eq!(run(escape).unwrap(), ["[1ab]", "%[1a][1b]"]);
        // Both; and the way out stays.
        let both: &[&[(&str, StateId)]] =
            &[&[("ab1", 0), ("%", 1), (".", 2), ("#", 3)], &[("a", 2)], &[("b", 0)], &[]];
        assert_eq!(run(both).unwrap(), ["[1ab]", "%[a][b]", ".[b]"]);
        let program = of_dfa(&dfa(both)).unwrap();
        let leaving: ByteSet = program.states[0]
            .edges
            .iter()
            .flat_map(|edge| edge.bytes.iter().collect::<Vec<_>>())
            .collect();
        assert_eq!(leaving, "%.#".bytes().collect(), "detours can go wrong");
    }

    #[test]
    fn detours_that_are_refused() {
        // A byte behind that is not of the run: whether one goes on would depend on what
        // stands before.
        assert_eq!(run(&[&[("ab", 0), (".", 1)], &[("ac", 0)]]).unwrap(), ["[ab]"]);
        let second: &[&[(&str, StateId)]] = &[&[("ab", 0), ("%", 1)], &[("a", 2)], &[("%", 0)]];
        assert_eq!(run(second).unwrap(), ["[ab]"]);
        // Two bytes that begin it.
        assert_eq!(run(&[&[("ab", 0), (".-", 1)], &[("a", 0)]]).unwrap(), ["[ab]"]);
        // Four bytes.
        let long: &[&[(&str, StateId)]] =
            &[&[("ab", 0), ("%", 1)], &[("a", 2)], &[("a", 3)], &[("a", 0)]];
        assert_eq!(run(long).unwrap(), ["[ab]"]);
        // A choice on the way.
        let choice: &[&[(&str, StateId)]] =
            &[&[("ab", 0), ("%", 1)], &[("a", 2), ("b", 3)], &[("a", 0)], &[("b", 0)]];
        assert_eq!(run(choice).unwrap(), ["[ab]"]);
    }

    #[test]
    fn assignments_are_made_and_not_skipped() {
        // The loop of `a` notes an offset, that of `b` does not, the detour by `.` does.
        let next = |state: StateId, byte: u8| {
            let note = vec![(0, Value::Here)];
            match (state, byte) {
                (0, b'a') | (1, b'b') => Some((0, note)),
                (0 | 2, b'b') => Some((0, Vec::new())),
                (0, b'.') => Some((1, Vec::new())),
                (0, b'%') => Some((2, note)),
                _ => None,
            }
        };
        let ends = vec![Some(vec![Value::Register(0)]), None, None];
        let program = program(&next, &ends, 1, 1).unwrap();
        assert_eq!(program.sets, [ByteSet::range(b'b', b'b')]);
        assert_eq!(program.runs, [Run { set: 0, detours: Vec::new() }]);
        assert_eq!(program.states[0].edges.len(), 3, "a, % and the dot");
    }

    #[test]
    fn too_many_sets() {
        let letters: Vec<String> = (b'a'..=b'z').map(|byte| char::from(byte).to_string()).collect();
        let states = |count: usize| -> Option<Program> {
            let edges: Vec<Vec<(&str, StateId)>> = (0..count)
                .map(|state| {
                    let id = StateId::try_from(state).unwrap();
                    let mut edges = vec![(&*letters[state], id)];
                    if state + 1 < count {
                        edges.push(("#", id + 1));
                    }
                    edges
                })
                .collect();
            of_dfa(&dfa(&edges.iter().map(|edges| &**edges).collect::<Vec<_>>()))
        };
        assert_eq!(states(MOST_SETS).unwrap().sets.len(), MOST_SETS);
        assert_eq!(states(MOST_SETS + 1), None, "a bit of the table for each");
    }
}
