//! Checks contestants before timing: those with the same language as ours
//! must give the same verdicts.

use crate::contestant::{Contestant, Mode};
use crate::corpora::Corpus;
use crate::engines::{Dense, Engines};
use crate::suites::Suite;
use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::automata::rules::automata;
use abnfc::automata::shape::shape;
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
    let same = |it: &&Contestant| it.checks == ours.checks;
    let runs: Vec<_> = others
        .iter()
        .filter(same)
        .filter_map(|it| Some((it.name, it.run(Mode::Validate)?)))
        .collect();
    let Some(run) = ours.run(Mode::Validate) else { return Ok(()) };
    for text in suite.corpora.iter().flat_map(Corpus::texts) {
        let expected = run(engines, text);
        for &(name, run) in &runs {
            anyhow::ensure!(run(engines, text) == expected, "{name} and ours differ: {text:?}");
        }
    }
    Ok(())
}

/// Proves that the automaton of an expression has the language of a rule: the two automata are run
/// in parallel until no new pair of states is found.
pub(crate) fn of_expression(
    dense: &Dense,
    grammar: &str,
    imports: &[Import],
    rule: &str,
) -> anyhow::Result<()> {
    let read =
        abnfc::read(rule, grammar.as_bytes(), imports, &abnfc::spec::ReadOptions::default())?;
    let grammar = read.resolved;
    let id = grammar.find(rule).context("the grammar has the rule")?;
    let automata = automata(&grammar, &shape(&grammar), &[id], &Limits::default());
    let dfa = automata.dfa(id).map_err(|why| anyhow::anyhow!("{why:?}"))?;

    let start = dense.start_state_forward(&Input::new("").anchored(Anchored::Yes))?;
    let mut seen = BTreeSet::from([(Some(Dfa::START), start)]);
    let mut open: Vec<(Option<StateId>, StateID)> = seen.iter().copied().collect();
    while let Some((ours, theirs)) = open.pop() {
        let accepts = ours.is_some_and(|state| dfa.is_accepting(state));
        let theirs_accepts = dense.is_match_state(dense.next_eoi_state(theirs));
        anyhow::ensure!(accepts == theirs_accepts, "the expression of {rule} differs from it");
        for byte in 0..=255 {
            let next = (ours.and_then(|it| dfa.next(it, byte)), dense.next_state(theirs, byte));
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    Ok(())
}
