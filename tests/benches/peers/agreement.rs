//! Checks contestants before timing: those with the same language as ours
//! must give the same verdicts.

use crate::contestant::{Contestant, Mode};
use crate::engines::Engines;
use crate::expression::Dense;
use crate::suites::Suite;
use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::automata::rules::automata;
use abnfc::automata::shape::shape;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::Import;
use anyhow::Context as _;
use regex_automata::dfa::Automaton as _;
use regex_automata::util::primitives::StateID;
use regex_automata::{Anchored, Input};
use std::collections::BTreeSet;

/// Compares the verdicts of all contestants that check the same grammar as ours, on every text.
pub(crate) fn on_texts(suite: &Suite, engines: &Engines) -> anyhow::Result<()> {
    let [ours, others @ ..] = &suite.contestants[..] else { return Ok(()) };
    let Some(run) = ours.run(Mode::Validate) else { return Ok(()) };
    let others = || others.iter().filter(|it| it.checks == ours.checks);
    for corpus in &suite.corpora {
        let mut verdicts = Vec::new();
        for it in others().filter_map(|it| Some((it, it.program(Mode::Validate)?))) {
            verdicts.push((it.0.name, it.1.start(corpus)?.verdicts(corpus.len())?));
        }
        for (i, text) in corpus.texts().enumerate() {
            let expected = run(engines, text);
            let of_functions = others().flat_map(|it| verdicts_of(it, engines, text));
            let of_programs = verdicts.iter().map(|(name, all)| (*name, usize::from(all[i])));
            for (name, verdict) in of_functions.chain(of_programs) {
                anyhow::ensure!(verdict == expected, "{name} and ours differ: {text:?}");
            }
        }
    }
    Ok(())
}

/// The verdicts of a contestant, which are the same in each mode.
fn verdicts_of<'a>(
    it: &'a Contestant,
    engines: &'a Engines,
    text: &'a str,
) -> impl Iterator<Item = (&'static str, usize)> {
    let runs = [it.run(Mode::Validate), it.run(Mode::Parse)].into_iter().flatten();
    runs.map(move |run| (it.name, run(engines, text)))
}

/// A regular rule with its automaton.
pub(crate) struct Automaton {
    pub(crate) grammar: Resolved,
    pub(crate) rule: RuleId,
    pub(crate) dfa: Dfa,
}

impl Automaton {
    /// Compiles a rule.
    pub(crate) fn new(grammar: &str, imports: &[Import], rule: &str) -> anyhow::Result<Self> {
        let read =
            abnfc::read(rule, grammar.as_bytes(), imports, &abnfc::spec::ReadOptions::default())?;
        let grammar = read.resolved;
        let rule = grammar.find(rule).context("the grammar has the rule")?;
        let automata = automata(&grammar, &shape(&grammar), &[rule], &Limits::default());
        let dfa = automata.dfa(rule).map_err(|why| anyhow::anyhow!("{why:?}"))?.clone();
        Ok(Self { grammar, rule, dfa })
    }
}

/// Proves that the automaton of an expression has the language of a rule: the two automata are run
/// in parallel until no new pair of states is found.
pub(crate) fn of_expression(dense: &Dense, automaton: &Automaton) -> anyhow::Result<()> {
    let Automaton { grammar, rule, dfa } = automaton;
    let start = dense.start_state_forward(&Input::new("").anchored(Anchored::Yes))?;
    let mut seen = BTreeSet::from([(Some(Dfa::START), start)]);
    let mut open: Vec<(Option<StateId>, StateID)> = seen.iter().copied().collect();
    while let Some((ours, theirs)) = open.pop() {
        let accepts = ours.is_some_and(|state| dfa.is_accepting(state));
        let theirs_accepts = dense.is_match_state(dense.next_eoi_state(theirs));
        let name = &grammar[*rule].name;
        anyhow::ensure!(accepts == theirs_accepts, "the expression of {name} differs from it");
        for byte in 0..=255 {
            let next = (ours.and_then(|it| dfa.next(it, byte)), dense.next_state(theirs, byte));
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    Ok(())
}
