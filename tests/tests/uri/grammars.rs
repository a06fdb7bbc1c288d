//! The differences between the grammars of RFC 2396 and RFC 3986, proved for all texts: their
//! automata run in parallel with those of the reasons, and in every reachable combination of
//! states, a difference of verdicts has a reason.

use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::automata::rules::{Automata, automata};
use abnfc::automata::shape::shape;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::{Import, ReadOptions};
use conformance::uri_differences::{REASONS, Side};
use std::collections::BTreeSet;

const RFC_3986: &str = include_str!("../../grammars/rfc3986.abnf");
const DIFFERENCES: &str = include_str!("differences.abnf");

/// A grammar with the automata of its rules.
pub(crate) struct Compiled {
    pub(crate) grammar: Resolved,
    automata: Automata,
}

impl Compiled {
    pub(crate) fn rfc2396() -> Self {
        let text = std::fs::read("../uri-gen/grammars/uri.abnf").expect("in the repository");
        Self::new(&text, &[])
    }

    pub(crate) fn rfc3986() -> Self {
        Self::new(RFC_3986.as_bytes(), &[])
    }

    /// The grammar with a rule for each reason.
    pub(crate) fn differences() -> Self {
        Self::new(DIFFERENCES.as_bytes(), &[("RFC3986", RFC_3986)])
    }

    /// Imports have a name and a text.
    pub(crate) fn new(text: &[u8], imports: &[(&str, &str)]) -> Self {
        let import = |&(name, text): &(&str, &str)| Import {
            name: name.to_owned(),
            file: name.to_owned(),
            bytes: text.into(),
            ..Import::default()
        };
        Self::with_imports(text, &imports.iter().map(import).collect::<Vec<_>>())
    }

    pub(crate) fn with_imports(text: &[u8], imports: &[Import]) -> Self {
        let read = abnfc::read("grammar", text, imports, &ReadOptions::default())
            .unwrap_or_else(|why| panic!("{why}"));
        let grammar = read.resolved;
        let roots: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
        let automata = automata(&grammar, &shape(&grammar), &roots, &Limits::default());
        Self { grammar, automata }
    }

    pub(crate) fn rule(&self, name: &str) -> RuleId {
        self.grammar.find(name).unwrap_or_else(|| panic!("no rule {name}"))
    }

    pub(crate) fn dfa(&self, name: &str) -> &Dfa {
        self.automata.dfa(self.rule(name)).unwrap_or_else(|why| panic!("{why:?}"))
    }
}

/// The rule of a reason in `differences.abnf` has its name.
pub(crate) fn rule_of(reason: usize) -> String {
    REASONS[reason].name.replace(' ', "-")
}

#[test]
fn the_grammars_differ_for_the_reasons_alone() {
    let (old, new) = (Compiled::rfc2396(), Compiled::rfc3986());
    let differences = Compiled::differences();
    let mut all = vec![old.dfa("URI-reference"), new.dfa("URI-reference")];
    let names: Vec<String> = (0..REASONS.len()).map(rule_of).collect();
    all.extend(names.iter().map(|name| differences.dfa(name)));

    let mut occur = BTreeSet::new();
    let mut both = 0;
    let reached = for_each_reachable(&all, |accepts, text| {
        let holds: Vec<usize> = (0..REASONS.len()).filter(|i| accepts[2 + i]).collect();
        let text = || String::from_utf8_lossy(text).into_owned();
        match (accepts[0], accepts[1]) {
            (false, false) => assert!(holds.is_empty(), "{} is of neither", text()),
            (true, true) => {
                assert!(holds.is_empty(), "{} is of both", text());
                both += 1;
            }
            (is_old, _) => {
                assert_eq!(holds.len(), 1, "{} has {holds:?}", text());
                assert_eq!(REASONS[holds[0]].side == Side::Old, is_old, "{}", text());
                occur.insert(holds[0]);
            }
        }
    });
    assert_eq!(occur.len(), REASONS.len(), "a reason without a text");
    println!("{reached} combinations of states, {both} of them of both");
}

/// Runs automata side by side and calls `visit` for every combination of states that a
/// text reaches, with whether each automaton accepts, and a shortest text. Returns the number of
/// combinations, except the one in which all have rejected.
pub(crate) fn for_each_reachable(all: &[&Dfa], mut visit: impl FnMut(&[bool], &[u8])) -> usize {
    let start: Vec<Option<StateId>> = vec![Some(Dfa::START); all.len()];
    let mut seen = BTreeSet::from([start.clone()]);
    let mut queue = std::collections::VecDeque::from([(start, Vec::new())]);
    while let Some((states, text)) = queue.pop_front() {
        let accepts = |(dfa, state): (&&Dfa, &Option<StateId>)| {
            state.is_some_and(|state| dfa.is_accepting(state))
        };
        let accepting: Vec<bool> = all.iter().zip(&states).map(accepts).collect();
        visit(&accepting, &text);
        for byte in 0..=255 {
            let next: Vec<Option<StateId>> = all
                .iter()
                .zip(&states)
                .map(|(dfa, state)| state.and_then(|state| dfa.next(state, byte)))
                .collect();
            if next.iter().any(Option::is_some) && seen.insert(next.clone()) {
                let text = [&text[..], &[byte]].concat();
                queue.push_back((next, text));
            }
        }
    }
    seen.len()
}
