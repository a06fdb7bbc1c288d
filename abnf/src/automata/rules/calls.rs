//! Adds the rules of a component to the [`Nets`] of nested rules.
//!
//! In the net for the general engine, large regular rules are called. A choice of many lines of a
//! protocol would otherwise have a copy of each line at every place, and a state for each pair of
//! lines that begin alike.

use super::covered::Uncovered;
use super::{Automata, Compiled, Failure};
use crate::automata::nested::Nets;
use crate::automata::nested::net::Net;
use crate::automata::nfa::{self, Fragment, NfaError};
use crate::automata::pattern::Pattern;
use crate::automata::shape::{Shape, Shapes};
use crate::grammar::RuleId;
use crate::limits::Limits;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The greatest number of states of a regular rule that the general engine copies into its users.
const MAX_COPIED: usize = 128;

/// A component whose used rules are finished.
#[derive(Clone, Copy)]
pub(super) struct Component<'a> {
    pub(super) automata: &'a Automata,
    pub(super) shapes: &'a Shapes,
    pub(super) rules: &'a [RuleId],
    pub(super) patterns: &'a Uncovered,
    pub(super) limits: &'a Limits,
}

/// Adds the rules of a component that needs calls, or none of its rules.
pub(super) fn add(component: &Component<'_>, nets: &mut Nets) -> Result<(), Failure> {
    add_to(component, &mut nets.copying)?;
    add_to(component, &mut nets.calling).inspect_err(|_| {
        nets.copying.rules.retain(|rule, _| !component.rules.contains(rule));
    })
}

/// Adds the rules of a regular component that are called: those that embed themselves, and large
/// ones.
pub(super) fn add_called(component: &Component<'_>, net: &mut Net) {
    let Component { automata, shapes, rules, limits, .. } = *component;
    // Each fails whenever copies of it do.
    if shapes.is_embedding(rules[0]) {
        let _ = add_to(component, net);
        return;
    }
    for &rule in rules.iter().filter(|&&rule| is_large(automata, rule)) {
        let _ = add_whole(automata, rule, net, limits);
    }
}

fn add_to(component: &Component<'_>, net: &mut Net) -> Result<(), Failure> {
    let Component { automata, shapes, rules, patterns, limits } = *component;
    let used = rules.iter().flat_map(|&rule| shapes.uses(rule)).copied();
    let known: BTreeSet<RuleId> = used.filter(|used| net.rules.contains_key(used)).collect();
    // A filter reads the whole text, so a call inside would need an automaton without calls.
    let has_filter = rules.iter().any(|&rule| patterns[rule].has_filter());
    let added = rules.iter().try_for_each(|&rule| {
        let mut fragment = |used| match shapes.of(used) {
            Shape::Regular(_) if has_filter && is_large(automata, used) => {
                automata.fragment(used).map(Some).map_err(Failure::Used)
            }
            _ if known.contains(&used) || rules.contains(&used) => Ok(None),
            Shape::Regular(_) => automata.fragment(used).map(Some).map_err(Failure::Used),
            Shape::Nested { .. } => {
                let why = automata.compiled[&used].as_ref().err();
                Err(Failure::Used(why.expect("it is not in the net").clone()))
            }
        };
        net.add(patterns, rule, limits.nfa_states, &mut fragment)
    });
    if added.is_err() {
        for rule in rules {
            net.rules.remove(rule);
        }
    }
    added
}

fn is_large(automata: &Automata, rule: RuleId) -> bool {
    automata.dfa(rule).is_ok_and(|dfa| MAX_COPIED < dfa.state_count())
}

/// Adds the automaton of a regular rule, without calls.
fn add_whole(
    automata: &Automata,
    rule: RuleId,
    net: &mut Net,
    limits: &Limits,
) -> Result<(), NfaError> {
    let Some(Ok(Compiled { dfa: Ok(dfa), .. })) = automata.compiled.get(&rule) else {
        return Ok(());
    };
    let fragment = Fragment::Dfa(Arc::clone(dfa), nfa::dfa_size(dfa));
    let whole = Uncovered::of_rule(rule, Pattern::Rule(rule));
    net.add(&whole, rule, limits.nfa_states, &mut |_| Ok(Some(fragment.clone())))
}

#[cfg(test)]
mod tests {
    use crate::automata::language::Language;
    use crate::automata::rules::automata;
    use crate::automata::shape::shape;
    use crate::limits::Limits;
    use crate::spec::ReadOptions;

    /// Two kinds of items that begin alike: together, they have about 1,000 states.
    const GRAMMAR: &str = "top = *( ( known / other ) \";\" )\nuser = \"<\" top \">\"\n\
        known = 1*140( \"a\" / \"bc\" )\nother = 1*( \"a\" / \"b\" / \"d\" ) [ \"c\" ]\n";

    #[test]
    fn large_rules_are_called() {
        let read = crate::read("g", GRAMMAR.as_bytes(), &[], &ReadOptions::default());
        let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
        let shapes = shape(&grammar);
        let rule = |name| grammar.find(name).expect("the grammar has the rule");
        let of = |limits: &Limits, name| {
            let roots = [rule("top"), rule("user")];
            automata(&grammar, &shapes, &roots, limits).language(rule(name)).expect("it has one")
        };
        let few = Limits { dfa_states: 400, ..Limits::default() };
        for name in ["top", "user"] {
            let (called, whole) = (of(&few, name), of(&Limits::default(), name));
            assert!(matches!((&called, &whole), (Language::General(..), Language::Regular(_))));
            let long = |items: usize| format!("{};", "bca".repeat(items));
            let mut texts: Vec<String> = vec![long(70), long(71), format!("a;{}", long(70))];
            for first in ["", "a", "bc", "b", "ac", "abca", "bcd", "abc", "dc"] {
                let all = ["", ";", ";a;", ";bc;", ";c", ";;"].map(|rest| format!("{first}{rest}"));
                texts.extend(all);
            }
            let is_user = name == "user";
            let text = |text: String| if is_user { format!("<{text}>") } else { text };
            for text in texts.into_iter().map(text) {
                let verdicts = [&called, &whole].map(|it| it.check(text.as_bytes()));
                assert_eq!(verdicts[0], verdicts[1], "{text}");
            }
        }
    }
    /// Rules that are large together, each of which is within the limit.
    #[test]
    fn several_large_rules_are_called() {
        let rule = |i: usize| format!("item{i} = 1*140( \"a\" / \"b{i}\" )\n");
        let items: String = (0..8).map(rule).collect();
        let names: Vec<String> = (0..8).map(|i| format!("item{i}")).collect();
        let text = format!(
            "{items}user = \"<\" top \">\"\ntop = *( ( item0 / item1 ) \";\" ) \":\" ( {} )\n",
            names.join(" / ")
        );
        let read = crate::read("g", text.as_bytes(), &[], &ReadOptions::default());
        let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
        let roots = ["top", "user"].map(|name| grammar.find(name).expect("it has the rule"));
        let of = |dfa_states| {
            let limits = Limits { dfa_states, ..Limits::default() };
            let automata = automata(&grammar, &shape(&grammar), &roots, &limits);
            roots.map(|rule| automata.language(rule).map_err(|it| it.message.clone()))
        };
        // Each item has 281 states, and eight of them have 2,248.
        for language in of(300) {
            let language = language.unwrap_or_else(|why| panic!("{why}"));
            let Language::General(network, start) = &language else {
                panic!("it is smaller than the limit")
            };
            assert!(2_000 < network.reached(*start).len());
            let text = b":b7ab7";
            let whole = [&b"<"[..], text, b">"].concat();
            assert!(language.check(text).is_ok() != language.check(&whole).is_ok());
        }
    }
}
