//! The rules of all bundled grammars: the automaton of each kind agrees with the reference on short
//! strings, on members and on their mutations, in verdict, offset, longest prefix and expected bytes.
//!
//! A run takes a few rules of each grammar and a few texts of each rule; the ignored test takes all
//! rules. More texts on request:
//!
//! ```text
//! ABNFC_BUNDLED_TEXTS=1000 cargo test --package conformance --test all -- bundled:: --include-ignored
//! ```

use abnfc::automata::rules::{automata, quick_language};
use abnfc::automata::superset::superset;
use abnfc::grammar::uses::{reached, references};
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::ReadOptions;
use abnfc::text::bundled::{self, Bundled};
use conformance::languages::agree;
use conformance::reference::Recogniser;
use conformance::strings::{Members, Random, alphabet, exhaustive, mutate};
use std::env;

/// The variable with the number of members of each rule.
const VARIABLE: &str = "ABNFC_BUNDLED_TEXTS";

/// The extent of a comparison, unless [`VARIABLE`] is set.
struct Extent {
    /// The number of rules of each grammar.
    rules: usize,
    /// The greatest number of rules that a rule uses.
    used: usize,
    /// The number of members of each rule. Each has a mutant.
    members: usize,
    /// The number of short strings of each rule.
    short: usize,
    /// Members are cut to this length, because the reference is slow.
    length: usize,
}

/// Rules that are compiled quickly.
const SOME: Extent = Extent { rules: 4, used: 30, members: 4, short: 100, length: 40 };

const ALL: Extent =
    Extent { rules: usize::MAX, used: usize::MAX, members: 30, short: 1_000, length: 100 };

/// The limits of the languages that are made quickly, with many calls or with few.
const QUICK: [usize; 2] = [5, 300];

/// The greatest length of short strings.
const SHORT_LENGTH: usize = 12;

/// The numbers of rules, of their quick languages with calls, of members and mutants, and of matches among them.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    rules: usize,
    quick: usize,
    texts: usize,
    matches: usize,
}

impl Extent {
    fn members(&self) -> usize {
        let parse = |value: String| value.parse().unwrap_or_else(|why| panic!("{VARIABLE}: {why}"));
        env::var(VARIABLE).map_or(self.members, parse)
    }

    /// Chooses rules of a grammar at equal distances.
    fn choose(&self, grammar: &Resolved) -> Vec<RuleId> {
        let uses = |rule: RuleId| references(&grammar[rule].expr);
        let is_quick = |rule: &RuleId| reached(&[*rule], uses).len() <= self.used;
        let quick: Vec<RuleId> = grammar.own_rules().map(|it| it.0).filter(is_quick).collect();
        let distance = quick.len().div_ceil(self.rules).max(1);
        quick.into_iter().rev().step_by(distance).collect()
    }
}

fn resolved(bundled: &Bundled) -> Resolved {
    let options = ReadOptions::default();
    let read = abnfc::read(bundled.name, bundled.text.as_bytes(), &bundled.imports(), &options);
    read.unwrap_or_else(|errors| panic!("{errors}")).resolved
}

/// Compares rules of a grammar with the reference.
fn compare(bundled: &Bundled, extent: &Extent, counts: &mut Counts) {
    let grammar = resolved(bundled);
    let chosen = extent.choose(&grammar);
    let limits = Limits::default();
    let shapes = superset(&grammar, &limits);
    let automata = automata(&grammar, &shapes, &chosen, &limits);
    let members = Members::new(&grammar);
    let mut random = Random::new(7);
    for rule in chosen {
        let shown = format!("{}: {}", bundled.name, grammar[rule].name);
        let language = automata.language(rule).unwrap_or_else(|why| panic!("{shown}: {why:?}"));
        let mut recogniser = Recogniser::new(&grammar, rule);
        let alphabet = alphabet(&grammar, rule);
        let quick = QUICK.map(|states| quick_language(&grammar, &shapes, rule, states, &limits));
        counts.quick += quick.iter().flatten().filter(|it| it.dfa().is_none()).count();
        let check = |text: &[u8], read: &Recogniser| {
            for language in quick.iter().flatten().chain([&language]) {
                let agreed = agree(language, text, read, &alphabet);
                agreed.unwrap_or_else(|why| panic!("{shown}: {why}"));
            }
        };
        exhaustive(&mut recogniser, &alphabet, extent.short, SHORT_LENGTH, check);
        let mut last = b"-".to_vec();
        for _ in 0..extent.members() {
            let Some(mut member) = members.member(rule, &mut random) else { break };
            let is_whole = member.len() <= extent.length;
            member.truncate(extent.length);
            let mutant = mutate(&member, &last, &alphabet, &mut random);
            for text in [&mutant, &member] {
                let is_match = recogniser.judge(text).is_member;
                check(text, &recogniser);
                counts.texts += 1;
                counts.matches += usize::from(is_match);
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
        let before = counts.texts;
        compare(bundled, &SOME, &mut counts);
        assert!(before < counts.texts, "no text of {}", bundled.name);
    }
    println!("{counts:?}");
    let Counts { rules, quick, texts, matches } = counts;
    assert!(3 * bundled::ALL.len() < rules && rules / 4 < quick, "{counts:?}");
    assert!(texts / 4 < matches && matches < texts * 4 / 5, "{counts:?}");
}

/// `.ci/long` runs it.
#[test]
#[ignore = "takes a minute"]
fn many_grammars_agree_with_the_reference() {
    let mut counts = Counts::default();
    bundled::ALL.iter().for_each(|bundled| compare(bundled, &ALL, &mut counts));
    println!("{counts:?}");
    assert!(3_000 < counts.rules && 150_000 < counts.texts, "{counts:?}");
}
