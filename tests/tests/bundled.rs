//! The rules of all bundled grammars: the automaton of each kind agrees with the reference on members
//! and on their mutations, in verdict, offset, longest prefix and expected bytes.
//!
//! A run takes a few rules of each grammar and a few texts of each rule; the ignored test takes all
//! rules. More texts on request:
//!
//! ```text
//! ABNFC_BUNDLED_TEXTS=1000 cargo test --package conformance --test all -- bundled:: --include-ignored
//! ```

use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::ReadOptions;
use abnfc::text::bundled::{self, Bundled};
use conformance::languages::agree;
use conformance::reference::Recogniser;
use conformance::strings::{Members, Random, alphabet, mutate};
use std::env;

/// The variable with the number of members of each rule.
const VARIABLE: &str = "ABNFC_BUNDLED_TEXTS";

/// The number of members of each rule, unless [`VARIABLE`] is set. Each has a mutant.
const TEXTS: usize = 4;

/// The number of rules of each grammar in a short run.
const RULES: usize = 5;

/// Texts are cut to this length, because the reference is slow.
const MAX_LENGTH: usize = 40;

/// The numbers of rules, of texts read, and of texts that matched.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    rules: usize,
    texts: usize,
    members: usize,
}

fn texts() -> usize {
    let parse = |value: String| value.parse().unwrap_or_else(|why| panic!("{VARIABLE}: {why}"));
    env::var(VARIABLE).map_or(TEXTS, parse)
}

fn resolved(bundled: &Bundled) -> Resolved {
    let options = ReadOptions::default();
    let read = abnfc::read(bundled.name, bundled.text.as_bytes(), &bundled.imports(), &options);
    read.unwrap_or_else(|errors| panic!("{errors}")).resolved
}

/// Compares rules of a grammar: each of its own rules, or only those at equal distances.
fn compare(bundled: &Bundled, rules: Option<usize>, counts: &mut Counts) {
    let grammar = resolved(bundled);
    let own: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
    let step = rules.map_or(1, |rules| own.len().div_ceil(rules).max(1));
    let chosen: Vec<RuleId> = own.into_iter().step_by(step).collect();
    let limits = Limits::default();
    let automata = automata(&grammar, &superset(&grammar, &limits), &chosen, &limits);
    let members = Members::new(&grammar);
    let mut random = Random::new(7);
    for rule in chosen {
        let shown = format!("{}: {}", bundled.name, grammar[rule].name);
        let language = automata.language(rule).unwrap_or_else(|why| panic!("{shown}: {why:?}"));
        let mut recogniser = Recogniser::new(&grammar, rule);
        let alphabet = alphabet(&grammar, rule);
        let mut last = b"-".to_vec();
        for _ in 0..texts() {
            let Some(mut member) = members.member(rule, &mut random) else { break };
            let is_whole = member.len() <= MAX_LENGTH;
            member.truncate(MAX_LENGTH);
            let mutant = mutate(&member, &last, &alphabet, &mut random);
            for text in [&mutant, &member] {
                let is_member = recogniser.judge(text).is_member;
                agree(&language, text, &recogniser, &alphabet)
                    .unwrap_or_else(|why| panic!("{shown}: {why}"));
                counts.texts += 1;
                counts.members += usize::from(is_member);
            }
            assert!(!is_whole || recogniser.accepts(), "{shown}: {}", member.escape_ascii());
            last = member;
        }
        counts.rules += 1;
    }
}

#[test]
fn some_rules_agree_with_the_reference() {
    let mut counts = Counts::default();
    for bundled in &bundled::ALL {
        compare(bundled, Some(RULES), &mut counts);
    }
    println!("{counts:?}");
    // Each grammar counts, and there are enough texts on either side.
    assert!(3 * bundled::ALL.len() < counts.rules, "{counts:?}");
    assert!(
        counts.texts / 4 < counts.members && counts.members < counts.texts * 4 / 5,
        "{counts:?}"
    );
}

#[test]
#[ignore = "takes minutes"]
fn many_grammars_agree_with_the_reference() {
    let mut counts = Counts::default();
    bundled::ALL.iter().for_each(|bundled| compare(bundled, None, &mut counts));
    println!("{counts:?}");
    assert!(2000 < counts.rules, "{counts:?}");
}
