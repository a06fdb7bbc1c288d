//! The automaton of a rule: as a picture if it is small, and as a table.

use crate::grammar::{Grammar, load, read_rule};
use crate::picture::picture;
use abnfc::automata::dfa::Dfa;
use abnfc::automata::language::Language;
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use serde::{Deserialize, Serialize};

/// Larger automata are not drawn, since their lines would be illegible.
const DRAWN_STATES: usize = 24;
const DRAWN_EDGES: usize = 60;

/// The maximum number of listed states.
const LISTED_STATES: usize = 200;

#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    grammar: Grammar,
    rule: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct Automaton {
    /// A sentence about the automaton.
    remark: String,
    /// The picture as SVG; absent if the automaton is large or has a stack.
    picture: Option<String>,
    /// The first states.
    states: Vec<State>,
}

#[derive(Debug, Serialize)]
struct State {
    accepting: bool,
    edges: Vec<Edge>,
}

#[derive(Debug, Serialize)]
struct Edge {
    /// A set of bytes, as in listings.
    on: String,
    to: usize,
}

pub(crate) fn automaton(question: &Question) -> Result<Automaton, String> {
    let loaded = load(&question.grammar);
    let (read, rule) = read_rule(&loaded, &question.rule)?;
    let (grammar, limits) = (&read.resolved, &loaded.spec.read.limits);
    let automata = automata(grammar, &superset(grammar, limits), &[rule], limits);
    let language = automata.language(rule).map_err(|error| error.message.clone())?;
    let without_states = |remark: String| Automaton { remark, picture: None, states: Vec::new() };
    Ok(match language {
        Language::Regular(dfa) => of_dfa(grammar[rule].name.as_str(), &dfa),
        Language::Nested(automaton, start) => without_states(format!(
            "The rule embeds itself. An automaton with a stack reads its texts in one pass, with {} \
             states.",
            automaton.reached([start]).len()
        )),
        Language::General(network, start) => {
            let why = automata.why_general(grammar, rule);
            let why = why.map(|why| format!(": {why}")).unwrap_or_default();
            without_states(format!(
                "The general engine reads the texts of the rule, with {} states{why}.",
                network.reached(start).len()
            ))
        }
    })
}

fn of_dfa(name: &str, dfa: &Dfa) -> Automaton {
    let edges: usize = dfa.edges().map(|(_, edges)| edges.len()).sum();
    let (states, classes) = (dfa.state_count(), dfa.classes().count());
    let is_small = states <= DRAWN_STATES && edges <= DRAWN_EDGES;
    let count = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let mut remarks = vec![format!(
        "The minimal automaton has {} and {}, and distinguishes {} of bytes.",
        count(states, "state"),
        count(edges, "edge"),
        count(classes, "set")
    )];
    if !is_small {
        let bounds = format!("{DRAWN_STATES} states and {DRAWN_EDGES} edges");
        remarks.push(format!("Only automata of up to {bounds} are drawn."));
    }
    if LISTED_STATES < states {
        remarks.push(format!("The table has the first {LISTED_STATES} states."));
    }
    let listed = dfa.edges().take(LISTED_STATES).map(|(state, edges)| State {
        accepting: dfa.is_accepting(state),
        edges: edges
            .into_iter()
            .map(|(set, to)| Edge { on: set.to_string(), to: to.index() })
            .collect(),
    });
    let remark = remarks.join(" ");
    Automaton { remark, picture: is_small.then(|| picture(name, dfa)), states: listed.collect() }
}
