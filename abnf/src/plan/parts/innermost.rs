//! Adds to the states of [`LocatedParts`] the innermost exported rule that must contain the position,
//! for messages.
//!
//! The automaton of a rule knows the parts of the rule, not the parts of its parts: its states do
//! not distinguish them. [`names_along`] finds what is true in each of these states all the same.
//!
//! After this stage, automata are unchanged except for these names. A rule that takes too many steps
//! has none.

use super::located::LocatedParts;
use crate::automata::dfa::Dfa;
use crate::automata::pattern::Patterns;
use crate::automata::tagged::Tagging;
use crate::automata::tagged::names_along::names_along;
use crate::automata::tagged::parts::Depth;
use crate::grammar::RuleId;
use crate::plan::context::Context;
use crate::plan::exports::named::NamedRule;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Names the innermost rules.
#[must_use]
pub fn innermost(
    context: Context<'_>,
    patterns: &Arc<Patterns>,
    rules: &[NamedRule],
    mut located: Vec<LocatedParts>,
) -> Vec<LocatedParts> {
    let Context { grammar, shapes, limits } = context;
    let tagging = Tagging::of_patterns(grammar, shapes, Arc::clone(patterns), limits, Depth::Any);
    let is_long = |rule: &&NamedRule| rule.language.dfa().is_none_or(has_two_bytes);
    let exported: BTreeSet<RuleId> = rules.iter().filter(is_long).map(NamedRule::id).collect();
    for (rule, parts) in rules.iter().zip(&mut located) {
        let Some(tdfa) = &mut parts.tdfa else { continue };
        let is_named = |used: RuleId| exported.contains(&used);
        let Some(names) = names_along(&tagging, rule.id(), tdfa, &is_named) else { continue };
        let is_name = |rule: RuleId, name: &str| grammar[rule].name.as_str() == name;
        let is_inside = |name: &str, part: usize| {
            let rules = &parts.once[part].request.rules;
            let reached = shapes.reached_above(0, rules.iter().copied(), |_| true);
            // A part can have another name than its rule.
            !rules.iter().any(|&rule| is_name(rule, name))
                && reached.iter().any(|&inner| is_name(inner, name))
        };
        let mut known = BTreeMap::new();
        let inner = names.into_iter().zip(&tdfa.contexts).map(|(name, context)| {
            name.filter(|name| {
                context.certain.is_none_or(|part| {
                    *known.entry((name.clone(), part)).or_insert_with(|| is_inside(name, part))
                })
            })
        });
        let inner: Vec<Option<String>> = inner.collect();
        for (context, inner) in tdfa.contexts.iter_mut().zip(inner) {
            context.inner = inner;
        }
    }
    located
}

/// Returns whether some text of the language has more than one byte: messages do not name characters.
fn has_two_bytes(dfa: &Dfa) -> bool {
    dfa.successors(Dfa::START).any(|state| dfa.successors(state).next().is_some())
}

#[cfg(test)]
mod tests {
    use crate::automata::tagged::tdfa::Tdfa;
    use crate::spec::{Export, PartSpec, Parts, Spec};

    /// Returns the name in messages about texts of the rule `a` that go wrong after these bytes.
    fn named(grammar: &str, exports: Vec<Export>, read: &str) -> Option<String> {
        let spec = Spec { exports, ..Spec::default() };
        let resolved = crate::read("g", grammar.as_bytes(), &[], &spec.read).unwrap().resolved;
        let selection = crate::compile::plan(&resolved, &spec, &[]).expect("it compiles").0;
        let rule = selection.rules.iter().find(|rule| rule.name.as_str() == "a").unwrap();
        let tdfa = rule.view.tdfa.as_ref().expect("it has parts");
        let next = |state, &byte: &u8| Some(tdfa.next(state, byte)?.target);
        let state = read.as_bytes().iter().try_fold(Tdfa::START, next).expect("it goes on");
        let context = tdfa.context(state);
        context.inner.clone().or_else(|| Some(tdfa.parts()[context.certain?].name.clone()))
    }

    fn exports(rules: &[&str]) -> Vec<Export> {
        let export = |rule: &&str| Export { rule: (*rule).to_owned(), ..Export::default() };
        rules.iter().map(export).collect()
    }

    const NESTED: &str = "a = b \":\" c\nb = \"x\" d\nc = 1*DIGIT\nd = \"y\" e\ne = 2DIGIT\n";

    #[test]
    fn parts_of_parts_are_named_if_they_are_exported() {
        let name = |rules: &[&str], read: &str| named(NESTED, exports(rules), read);
        assert_eq!(name(&[], "xy1").as_deref(), Some("e"));
        assert_eq!(name(&[], "x").as_deref(), Some("d"));
        assert_eq!(name(&[], "").as_deref(), Some("b"));
        assert_eq!(name(&[], "xy11:").as_deref(), Some("c"));
        assert_eq!(name(&["a", "b", "c", "d"], "xy1").as_deref(), Some("d"));
        assert_eq!(name(&["a", "b", "c", "e"], "x").as_deref(), Some("b"));
    }

    /// After `[1`, the text may be one of either rule. After `.` and `:`, the automaton is in the same
    /// state.
    #[test]
    fn only_parts_that_the_state_determines_are_named() {
        let grammar = "a = [\"[\"] b\nb = c / d\nc = DIGIT (\".\" / \"-\") DIGIT\nd = DIGIT (\":\" DIGIT / \"=\" ALPHA)\n";
        let name = |read| named(grammar, Vec::new(), read);
        assert_eq!(name("[1").as_deref(), Some("b"));
        assert_eq!(name("[1=").as_deref(), Some("d"));
        assert_eq!((name("[1."), name("[1:")), (Some("b".to_owned()), Some("b".to_owned())));
    }

    /// A part keeps the name that the spec gives to it.
    #[test]
    fn a_part_has_the_name_of_its_accessor() {
        let part = PartSpec {
            name: "first".to_owned(),
            rules: vec!["b".to_owned()],
            ..PartSpec::default()
        };
        let mut all = exports(&["a", "b", "d"]);
        all[0].parts = Parts::Listed(vec![part]);
        assert_eq!(named(NESTED, all.clone(), "").as_deref(), Some("first"));
        assert_eq!(named(NESTED, all, "x").as_deref(), Some("d"));
    }
}
