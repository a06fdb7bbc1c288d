//! Joint automata compared with separate ones, for random rules on all short texts.

use super::bodies;
use crate::automata::shape::shape;
use crate::automata::tagged::joint::{Member, joint};
use crate::automata::tagged::parts::Part;
use crate::automata::tagged::tdfa::Tdfa;
use crate::automata::tagged::{Tagging, tagged, tagged_nfa};
use crate::grammar::RuleId;
use crate::limits::Limits;
use crate::spec::ReadOptions;
use crate::testing::{seeded, texts};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::collections::BTreeSet;

/// A grammar of the rules `r` and `s`, which use `p` and `q`; `s` often uses `r` too.
fn grammars() -> impl Strategy<Value = String> {
    (bodies(&["p", "q"]), bodies(&["p", "r", "r"]), bodies(&["q"]), bodies(&[]))
        .prop_map(|(r, s, p, q)| format!("r = {r}\ns = {s}\np = {p}\nq = {q}\n"))
}

/// Asserts that two automata locate the same parts and stop at the same byte, with the same
/// contexts.
fn assert_same(joint: &Tdfa, separate: &Tdfa) {
    for text in texts(b"ab", 6) {
        let shown = text.escape_ascii();
        assert_eq!(joint.locate(&text), separate.locate(&text), "{shown}");
        let mut states = (Tdfa::START, Tdfa::START);
        assert_eq!(joint.context(states.0), separate.context(states.1));
        for &byte in &text {
            let next = (joint.next(states.0, byte), separate.next(states.1, byte));
            assert_eq!(next.0.is_some(), next.1.is_some(), "{shown}");
            let (Some(one), Some(two)) = next else { break };
            states = (one.target, two.target);
            assert_eq!(joint.context(states.0), separate.context(states.1), "{shown}");
        }
    }
}

#[test]
fn joint_automata_are_like_separate_ones() {
    let (checked, separate_count, joint_count) = (Cell::new(0), Cell::new(0), Cell::new(0));
    TestRunner::new(seeded(300))
        .run(&grammars(), |text| {
            let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
            let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
            let (shapes, limits) = (shape(&grammar), Limits::default());
            let tagging = Tagging::new(&grammar, &shapes, &limits);
            let [r, s, p, q] =
                ["r", "s", "p", "q"].map(|name| grammar.find(name).expect("it is there"));
            let part = |name: &str, rules: &[RuleId]| Part {
                name: name.to_owned(),
                rules: rules.iter().copied().collect(),
            };
            let has = |rule: RuleId, part: &Part| {
                tagged_nfa(&tagging, rule, std::slice::from_ref(part)).is_ok()
            };
            let mut all = vec![part("p", &[p]), part("q", &[q]), part("either", &[p, q])];
            all.retain(|part| has(r, part));
            let member = |rule| {
                let own = all.iter().enumerate().filter(|(_, part)| has(rule, part));
                let (index_of, parts) = own.map(|(index, part)| (index, part.clone())).unzip();
                Member { tagging: &tagging, rule, parts, index_of }
            };
            let members = [member(r), member(s)];
            prop_assume!(members.iter().all(|member| !member.parts.is_empty()));
            let Some(made) = joint(&members, &all, &BTreeSet::new()) else { return Ok(()) };
            for (index, (member, (own, shared))) in members.iter().zip(made.shared()).enumerate() {
                let separate = tagged(&tagging, member.rule, &member.parts).expect("it is small");
                let joint = made.member(index);
                assert_eq!(joint.slot_count(), made.tdfa.slot_count());
                assert_same(&joint, &separate);
                separate_count.set(separate_count.get() + separate.state_count());
                joint_count.set(joint_count.get() + if index == 0 { own } else { own - shared });
            }
            checked.set(checked.get() + 1);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(100 <= checked.get(), "{} pairs are too few", checked.get());
    let (separate, joint) = (separate_count.get(), joint_count.get());
    assert!(10 * joint < 9 * separate, "{joint} of {separate} states");
}
