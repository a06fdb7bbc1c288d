//! First and follow sets: the bytes that decide what the general engine has to follow, as in the LL(1)
//! parsers of Lewis and Stearns ("Syntax-directed transduction", 1968), but of states of a [`Network`] in
//! place of rules.
//!
//! Both sets are unions over all callers, so they may have bytes that one of the callers excludes.
//! A byte outside of them excludes a path for certain. Takes time linear in the transitions.

use super::network::{Call, Network, StateId};
use crate::automata::graph::{Graph, components, reached, reversed};
use crate::bytes::ByteSet;

/// The bytes that can come next.
pub struct FirstFollow {
    leads: Vec<ByteSet>,
    follows: Vec<ByteSet>,
}

impl FirstFollow {
    /// Returns the bytes that can come next in a state: those that it reads itself, those with which
    /// the rules that it calls begin, and if its rule can end there, those that can follow.
    pub fn leads(&self, state: StateId) -> ByteSet {
        self.leads[state.index()]
    }

    /// Returns the bytes that can follow a text of the state's rule.
    pub fn follows(&self, state: StateId) -> ByteSet {
        self.follows[state.index()]
    }
}

/// Finds the bytes that can come next in each state.
pub fn first_follow(network: &Network) -> FirstFollow {
    let calls = || {
        network
            .states()
            .flat_map(|state| network.calls(state).iter().map(move |call| (state, call)))
    };
    // A rule that derives the empty text is stepped over, so only jumps lead from end to end.
    let mut jumps: Graph = vec![Vec::new(); network.state_count()];
    let mut entered: Graph = jumps.clone();
    for (state, call) in calls() {
        entered[state.index()].push(call.start.index());
        if call.then.is_none() {
            jumps[state.index()].push(call.start.index());
        }
    }
    let accepting = network.states().filter(|&state| network.is_accepting(state));
    let to_callers = reversed(&jumps);
    let ends = reached(to_callers.len(), accepting.map(StateId::index), |state| {
        to_callers[state].iter().copied()
    });
    let begins = unions(&entered, network.states().map(|state| network.expected(state)).collect());
    // From each state to those whose rules end where its rule ends, or whose contexts it shares.
    let mut within: Graph = network.states().map(|state| network.successors(state)).collect();
    let mut after = vec![ByteSet::default(); network.state_count()];
    for (state, &Call { start, then }) in calls() {
        let then = then.map(StateId::index);
        if let Some(then) = then {
            within[state.index()].push(then);
            after[start.index()] = after[start.index()].union(begins[then]);
        }
        if then.is_none_or(|then| ends[then]) {
            within[state.index()].push(start.index());
        }
    }
    let follows = unions(&reversed(&within), after);
    let leads = network.states().map(|state| {
        let index = state.index();
        if ends[index] { begins[index].union(follows[index]) } else { begins[index] }
    });
    FirstFollow { leads: leads.collect(), follows }
}

/// Returns for each node the union of its set and those of all nodes that it reaches.
fn unions(graph: &Graph, mut sets: Vec<ByteSet>) -> Vec<ByteSet> {
    for component in components(graph) {
        let reached = component.iter().flat_map(|node| graph[*node].iter().chain([node]));
        let union = reached.fold(ByteSet::default(), |union, &node| union.union(sets[node]));
        for node in component {
            sets[node] = union;
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::nested::tests::network_of;

    /// The sets of a rule's start.
    fn at_start(grammar: &str, rule: &str) -> [ByteSet; 2] {
        let (network, start) = network_of(grammar, rule);
        let found = first_follow(&network);
        [found.leads(start), found.follows(start)]
    }

    fn set(bytes: &str) -> ByteSet {
        bytes.bytes().collect()
    }

    #[test]
    fn calls_begin_with_what_their_rules_begin_with() {
        let grammar = "s = [ a ] \"x\"\na = \"(\" s \"(\" / 2b\nb = a \"z\" / \"y\"\n";
        let [leads, follows] = at_start(grammar, "s");
        assert_eq!(leads, set("(yxYX"));
        assert_eq!(follows, set("("));
    }

    #[test]
    fn what_follows_the_caller_follows_a_call_at_its_end() {
        let grammar =
            "s = \"<\" p \"<\" / p \"!\"\np = \"q\" e\ne = \"a\" e \"a\" / s \",\" / \"r\"\n";
        let [leads, follows] = at_start(grammar, "e");
        assert_eq!(leads, set("aArR<qQ"));
        assert_eq!(follows, set("<!aA"));
    }

    #[test]
    fn a_rule_that_can_end_leads_to_what_follows() {
        let grammar = "s = \"(\" s m \"(\" / m \"k\"\nm = [ \"u\" m \"v\" s ]\n";
        let [leads, follows] = at_start(grammar, "m");
        assert_eq!(follows, set("(kKvV"));
        assert_eq!(leads, set("uU").union(follows));
    }
}
