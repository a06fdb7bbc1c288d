//! The engines on every rule of `uri-gen`'s grammars: the programs from which code is generated
//! agree with the automata, for every scanner, and small automata pack into shifts.

use super::derivations::{compiled, grammars, spec};
use abnfc::automata::tagged::tdfa::Tdfa;
use abnfc::compile::plan;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::plan::engines::plain;
use abnfc::plan::engines::program::program;
use abnfc::plan::engines::shift::shift;
use conformance::engines;
use conformance::reference::Recogniser;
use conformance::strings::{Members, Random, alphabet, exhaustive, mutate};

/// Short texts of each rule, and random ones.
const SHORT: usize = 600;
const RANDOM: usize = 60;

/// Short texts, and texts of the rule with and without mutations.
fn texts(grammar: &Resolved, rule: RuleId) -> Vec<Vec<u8>> {
    let alphabet = alphabet(grammar, rule);
    let mut texts = Vec::new();
    let mut recogniser = Recogniser::new(grammar, rule);
    exhaustive(&mut recogniser, &alphabet, SHORT, 12, |text, _| texts.push(text.to_vec()));
    let members = Members::new(grammar);
    let mut random = Random::new(11);
    let mut last = Vec::new();
    for _ in 0..RANDOM {
        let member = members.member(rule, &mut random).expect("the rule has texts");
        texts.push(mutate(&member, &last, &alphabet, &mut random));
        texts.push(member.clone());
        last = member;
    }
    texts
}

#[test]
fn programs_agree_with_the_automata() {
    let (mut programs, mut runs, mut detours, mut sweeps, mut located) = (0, 0, 0, 0, 0);
    for grammar in grammars() {
        let compiled = compiled(&grammar);
        let selection = plan(&compiled.grammar, &spec(&grammar), &[]).expect("it compiles").0;
        assert_eq!(selection.rules.len(), grammar.rules.len(), "{}", grammar.file);
        for rule in &selection.rules {
            let name = rule.name.as_str();
            // Automata without runs, or with too many sets, stay tables.
            let dfa = rule.language.dfa().expect("the rules are regular");
            let automaton = plain(dfa);
            let code = program(&automaton, Tdfa::START, &[]);
            let tagged = rule.view.tdfa.as_ref();
            let tagged = tagged.and_then(|tdfa| Some((tdfa, program(tdfa, Tdfa::START, &[])?)));
            for program in code.iter().chain(tagged.iter().map(|(_, program)| program)) {
                programs += 1;
                runs += program.runs.len();
                sweeps += program.states.iter().filter(|state| state.sweep.is_some()).count();
                detours += program.runs.iter().map(|run| run.detours.len()).sum::<usize>();
            }
            for text in texts(&compiled.grammar, rule.id) {
                let accepted = dfa.check(&text).is_ok().then(Vec::new);
                let mut agreed = Ok(());
                if let Some(program) = &code {
                    agreed = engines::agree(program, &automaton, &text, accepted.as_ref());
                }
                if let Some((tdfa, program)) = &tagged {
                    let slots = engines::slots(tdfa, &text);
                    assert_eq!(slots.is_some(), accepted.is_some(), "{name}");
                    located += usize::from(slots.is_some());
                    agreed = agreed.and(engines::agree(program, tdfa, &text, slots.as_ref()));
                }
                agreed.unwrap_or_else(|why| panic!("{name}: {why}"));
            }
        }
    }
    println!(
        "{programs} programs, {runs} runs, {detours} detours, {sweeps} sweeps, {located} texts"
    );
    // Escapes are detours of every set of characters that has them.
    assert!(80 < programs && 200 < runs && 200 < detours && 20 < sweeps && 3500 < located);
}

/// More states than fit side by side: their windows must overlap.
#[test]
fn the_automaton_of_references_is_packed() {
    let compiled = compiled(&grammars()[0]);
    for (rule, states) in [("URI-reference", 12), ("reference", 12)] {
        let dfa = compiled.dfa(rule);
        assert_eq!(dfa.state_count(), states, "{rule}");
        let packed = shift(dfa).expect("it can be packed");
        let step = |offset, class| packed.step(offset, class);
        for state in dfa.states() {
            for class in 0..dfa.classes().count() {
                let next = dfa.next_by_class(state, class);
                let expected = next.map_or(packed.dead, |next| packed.offsets[next.index()]);
                assert_eq!(step(packed.offsets[state.index()], class), expected, "{rule}");
            }
        }
    }
}
