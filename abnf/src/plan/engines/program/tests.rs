//! The states, runs and detours of programs.

use super::super::plain;
use super::*;
use crate::automata::dfa::Dfa;
use crate::automata::tagged::tdfa::{Register, Value};
use crate::bytes::ByteClasses;

/// An automaton of states with sets and targets; all accept.
fn dfa(states: &[&[(&str, usize)]]) -> Dfa {
    let set = |bytes: &str| bytes.bytes().collect::<ByteSet>();
    let sets: Vec<ByteSet> =
        states.iter().flat_map(|edges| edges.iter().map(|edge| set(edge.0))).collect();
    let classes = ByteClasses::of_sets(&sets);
    let representatives = classes.representatives();
    let row = |edges: &&[(&str, usize)]| -> Vec<Option<StateId>> {
        let next = |byte| edges.iter().find(|edge| set(edge.0).contains(byte));
        representatives.iter().map(|&byte| next(byte).map(|edge| StateId::new(edge.1))).collect()
    };
    let next = states.iter().flat_map(row).collect();
    Dfa::from_table(classes, next, vec![true; states.len()])
}

/// The run of the start: its bytes, and each detour.
fn run(states: &[&[(&str, usize)]]) -> Option<Vec<String>> {
    let program = program(&plain(&dfa(states)), Tdfa::START, &[])?;
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
    let escape: &[&[(&str, usize)]] = &[&[("ab1", 0), ("%", 1)], &[("1a", 2)], &[("1b", 0)]];
    assert_eq!(run(escape).unwrap(), ["[1ab]", "%[1a][1b]"]);
    // Two detours, which share a state, and an edge that leaves the run.
    let both: &[&[(&str, usize)]] =
        &[&[("ab1", 0), ("%", 1), (".", 2), ("#", 3)], &[("a", 2)], &[("b", 0)], &[]];
    assert_eq!(run(both).unwrap(), ["[1ab]", "%[a][b]", ".[b]"]);
    let program = program(&plain(&dfa(both)), Tdfa::START, &[]).unwrap();
    let edges = &program.states[0].edges;
    let outgoing = edges.iter().fold(ByteSet::EMPTY, |all, edge| all.union(edge.bytes));
    assert_eq!(outgoing, ByteSet::EMPTY, "the table handles incomplete detours");
}

#[test]
fn detours_that_are_refused() {
    // A later byte is not in the set of the run, so the end of the run would depend on
    // earlier bytes.
    assert_eq!(run(&[&[("ab", 0), (".", 1)], &[("ac", 0)]]).unwrap(), ["[ab]"]);
    let second: &[&[(&str, usize)]] = &[&[("ab", 0), ("%", 1)], &[("a", 2)], &[("%", 0)]];
    assert_eq!(run(second).unwrap(), ["[ab]"]);
    // Two bytes begin the same detour.
    assert_eq!(run(&[&[("ab", 0), (".-", 1)], &[("a", 0)]]).unwrap(), ["[ab]"]);
    // The path has four bytes.
    let long: &[&[(&str, usize)]] =
        &[&[("ab", 0), ("%", 1)], &[("a", 2)], &[("a", 3)], &[("a", 0)]];
    assert_eq!(run(long).unwrap(), ["[ab]"]);
    // The path has a choice.
    let choice: &[&[(&str, usize)]] =
        &[&[("ab", 0), ("%", 1)], &[("a", 2), ("b", 3)], &[("a", 0)], &[("b", 0)]];
    assert_eq!(run(choice).unwrap(), ["[ab]"]);
}

#[test]
fn a_run_that_many_bytes_end_is_not_long() {
    let wide: String = ('0'..='~').collect();
    let length = |stay: &str, ends: &str| {
        let detour: &[&[(&str, usize)]] = &[&[(stay, 0), ("%", 1), (ends, 2)], &[("a", 0)], &[]];
        program(&plain(&dfa(detour)), Tdfa::START, &[]).unwrap().runs[0].length
    };
    assert_eq!(length(&wide, "#/"), Length::Long);
    assert_eq!(length(&wide, "#/!"), Length::Medium);
    assert_eq!(length("abc", "#/!"), Length::Short);
    // Bytes beyond ASCII, which are rare in texts.
    assert_eq!(length(&wide, "#/\u{E9}\u{20AC}\u{1F600}"), Length::Long);
}

#[test]
fn lists_are_for_the_table() {
    let reads_most = |grammar: &str| reads_most(&plain(&crate::testing::dfa(grammar, "r")));
    assert!(reads_most("r = 1*%x61-7A [ \":\" 1*%x30-39 ]\n"));
    // The state after a dot is also the one after the first byte: a cycle of code alone.
    assert!(reads_most("r = e *( \".\" e ) [ \"+\" *ALPHA ]\ne = 1*ALPHA / \"_\"\n"));
    assert!(!reads_most("r = 1*%x61-7A *( \",\" 1*%x61-7A %x30-39 )\n"), "the run recurs");
    // No run is inside of the list, and code is left in its first element.
    let element =
        "\"(\" %x30-39 \":\" %x61-66 \"-\" %x41-46 \".\" %x30-31 \";\" \"x\" [ \"yzwvu\" ] \")\"";
    assert!(!reads_most(&format!("r = *( {element} ) [ \"#\" *%x21-7E ]\n")));
}

#[test]
fn sweeps_begin_where_one_test_covers_the_rest() {
    let grammar = "r = 1*%x61-7A \":\" *host [ \"/\" *path ] [ \"#\" *path ]\n\
                   host = %x30-7E\npath = %x30-7E / \"!\" / \"/\"\n";
    let tdfa = plain(&crate::testing::dfa(grammar, "r"));
    let program = program(&tdfa, Tdfa::START, &[]).unwrap();
    let next = |state, byte| tdfa.next(state, byte).unwrap().target;
    let after_colon = next(next(Tdfa::START, b'a'), b':');
    let begins = program.states.iter().filter(|state| state.sweep.is_some());
    let [state] = begins.collect::<Vec<_>>()[..] else { panic!("one begins") };
    // No sweep begins in the name before the colon, in the path, which the sweep passes, or after
    // `#`, where there is only one state.
    assert_eq!(state.id, after_colon);
    let sweep = state.sweep.as_ref().unwrap();
    let run = &program.runs[sweep.run];
    assert_eq!((program.sets[run.set].to_string().as_str(), run.length), ("[/-~]", Length::Rest));
    let [edge] = &sweep.edges[..] else { panic!("one byte does the same in all states") };
    assert_eq!(
        (edge.bytes, program.states[edge.target].id),
        (ByteSet::range(b'#', b'#'), next(after_colon, b'#'))
    );
}

#[test]
fn a_state_inside_of_a_detour_is_code_if_other_bytes_lead_there() {
    // A version: the same bytes follow its hyphen and a dot.
    let version: &[&[(&str, usize)]] = &[&[("0", 0), ("-", 1)], &[("a", 2)], &[("a", 2), (".", 1)]];
    let program = program(&plain(&dfa(version)), Tdfa::START, &[]).unwrap();
    assert_eq!(program.states.len(), 3);
    assert_eq!(program.runs[program.states[2].run.unwrap()].detours.len(), 1);
    // Only the detour leads there.
    let dotted: &[&[(&str, usize)]] = &[&[("a", 0), (".", 1)], &[("a", 0)]];
    assert_eq!(
        super::program(&plain(&self::dfa(dotted)), Tdfa::START, &[]).unwrap().states.len(),
        1
    );
}

#[test]
fn assignments_are_made_and_not_skipped() {
    // The loop of `a` assigns an offset, that of `b` does not, the detour by `.` does.
    let mut tdfa = plain(&dfa(&[&[("b", 0), ("a", 1), (".", 2)], &[], &[("a", 0)]]));
    let noted = tdfa.dense.next.iter_mut().flatten().filter(|edge| edge.target.index() == 1);
    noted.for_each(|edge| {
        edge.target = Tdfa::START;
        edge.output = vec![(Register::new(0), Value::Here)];
    });
    let detour = tdfa.dense.next.iter_mut().flatten().filter(|edge| edge.target.index() == 2);
    detour.for_each(|edge| edge.output = vec![(Register::new(0), Value::Here)]);
    let program = program(&tdfa, Tdfa::START, &[]).unwrap();
    assert_eq!(program.sets, [ByteSet::range(b'b', b'b')]);
    let run = Run { set: 0, detours: Vec::new(), code_points: None, length: Length::Short };
    assert_eq!(program.runs, [run]);
}

#[test]
fn edges_lead_forward_to_states_that_lead_to_runs() {
    // From 2 a run is met, from 3 none, and 4 leads back.
    let tdfa = plain(&dfa(&[
        &[("a", 1), ("b", 2), ("c", 3)],
        &[("a", 1), ("d", 4)],
        &[("a", 5)],
        &[],
        &[("b", 2)],
        &[("ab", 5), ("c", 1)],
    ]));
    let program = program(&tdfa, Tdfa::START, &[]).unwrap();
    let mut ids: Vec<usize> = program.states.iter().map(|state| state.id.index()).collect();
    assert_eq!(ids[0], Tdfa::START.index());
    for (index, state) in program.states.iter().enumerate() {
        assert!(state.edges.iter().all(|edge| index < edge.target));
    }
    ids.sort_unstable();
    assert_eq!(ids, [0, 1, 2, 4, 5]);
}

#[test]
fn a_start_does_what_all_starts_do() {
    let tdfa = plain(&dfa(&[
        &[("a", 1), ("b", 2)],
        &[("a", 1)],
        &[("b", 2)],
        &[("a", 1), ("b", 1), ("c", 2)],
    ]));
    let program = program(&tdfa, Tdfa::START, &[StateId::new(3)]).unwrap();
    let edges = &program.states[0].edges;
    assert_eq!(edges.len(), 1);
    assert_eq!(edges[0].bytes, ByteSet::range(b'a', b'a'));
}

#[test]
fn too_many_sets() {
    let letters: Vec<String> = (b'a'..=b'z').map(|byte| char::from(byte).to_string()).collect();
    let states = |count: usize| -> Option<Program> {
        let edges: Vec<Vec<(&str, usize)>> = (0..count)
            .map(|state| {
                let mut edges = vec![(&*letters[state], state)];
                if state + 1 < count {
                    edges.push(("#", state + 1));
                }
                edges
            })
            .collect();
        let edges: Vec<_> = edges.iter().map(|edges| &**edges).collect();
        program(&plain(&dfa(&edges)), Tdfa::START, &[])
    };
    assert_eq!(states(MAX_SETS).unwrap().sets.len(), MAX_SETS);
    assert_eq!(states(MAX_SETS + 1), None, "a bit of the table for each");
}

/// The program of a rule, or of the rule `r` of a grammar.
fn program_of(text: &str) -> Program {
    let dfa = crate::testing::dfa(text, "r");
    program(&plain(&dfa), Tdfa::START, &[]).expect("it has runs")
}

#[test]
fn characters_are_edges_and_runs() {
    let program = program_of("r = *%x61-7A [ \"/\" *( %x61-7A / %xA0-D7FF / %x10000-1FFFD ) ]\n");
    assert_eq!(program.code_points, [vec![[0xA0, 0xD7FF], [0x1_0000, 0x1_FFFD]]]);
    let with_characters = program.runs.iter().filter(|run| run.code_points == Some(0)).count();
    assert_eq!((program.runs.len(), with_characters), (2, 1));
    assert_eq!(program.states.len(), 2, "no state is inside of a character");

    // As the first of a part, characters are an edge.
    let program = program_of("r = \"/\" 1*( ALPHA / %x80-10FFFF )\n");
    assert_eq!(program.code_points, [vec![[0x80, 0xD7FF], [0xE000, 0x10_FFFF]]]);
    let edges = program.states.iter().flat_map(|state| &state.edges);
    let by_characters = edges.filter(|edge| edge.code_points.is_some());
    assert_eq!(by_characters.count(), 1);
}

#[test]
fn few_characters_stay_with_the_table() {
    assert_eq!(program_of("r = *( %x61-7A / %xE9 )\n").code_points, [[[0_u32; 2]; 0]; 0]);
    // Bytes are not characters.
    let bytes = program_of("r = *( %x61-7A / %x80-FF )\n; encoding: octets\n");
    let is_run_of_bytes = bytes.sets[0].contains(0xFF);
    assert_eq!(is_run_of_bytes, bytes.code_points.is_empty());
}

#[test]
fn the_table_crosses_to_code() {
    // The region inside of the brackets is too large to be code; the path after it is code.
    let inside = "9( \"0\" / \"1\" 1*\"2\" )";
    let program = program_of(&format!(
        "r = \"x\" [ 1*%x61-7A / \"[\" {inside} \"]\" ] *( \"/\" *%x61-7A )\n"
    ));
    let crossed: Vec<usize> =
        (0..program.states.len()).filter(|&at| program.states[at].is_crossed).collect();
    let [crossed] = crossed[..] else { panic!("{program:#?}") };
    let leads_there = |state: &State| state.edges.iter().any(|edge| edge.target == crossed);
    assert!(program.states[..crossed].iter().any(leads_there));
    assert!(program.states[crossed + 1..].iter().any(|state| state.run.is_some()));
    assert!(program.states.len() < 10, "no other state of the region is code");
    // No text can end before the region.
    let program = program_of(&format!("r = \"[\" {inside} \"]\" *%x61-7A\n"));
    assert!(program.states.iter().all(|state| !state.is_crossed));
}
