//! The cost of chains of rules, in steps.

use crate::automata::rules::automata;
use crate::automata::shape::shape;
use crate::diagnostic::Code;
use crate::limits::Limits;
use crate::spec::ReadOptions;

/// Whether the limit on the work on all rules is enough for a chain of rules.
fn is_enough(limits: &Limits, length: usize, rule: impl Fn(usize) -> String) -> bool {
    let text: String = (0..length).map(rule).collect();
    let text = format!("{text}a{length} = %s\"end\"\n");
    let read = crate::read("test.abnf", text.as_bytes(), &[], &ReadOptions::default());
    let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    let first = grammar.find("a0").expect("the rule is in the grammar");
    let automata = automata(&grammar, &shape(&grammar), &[first], limits);
    automata.dfa(first).map_or_else(|why| why.code != Code::TotalWorkLimit, |_| true)
}

/// Each rule of a chain contains the rules after it, so the total work is quadratic, not more.
#[test]
fn the_work_on_a_chain_of_rules_is_square_in_its_length() {
    let rule = |i: usize| format!("a{i} = %s\"x{i:03}\" a{}\n", i + 1);
    for length in [50, 200] {
        let within = |steps: usize| {
            let total_subset_work = steps * length * length;
            is_enough(&Limits { total_subset_work, ..Limits::default() }, length, rule)
        };
        assert!(within(50) && !within(25), "{length}");
    }
}

/// If a rule exceeds a limit, its users get half of its steps.
#[test]
fn a_chain_of_rules_that_fail_costs_as_much_as_two_of_them() {
    let rule = |i: usize| format!("a{i} = *%s\"x{i:03}\" [ a{} %s\".\" ]\n", i + 1);
    let limits = Limits { dfa_states: 300, subset_work: 1 << 18, ..Limits::default() };
    let within = |total_subset_work: usize, length: usize| {
        is_enough(&Limits { total_subset_work, ..limits }, length, rule)
    };
    assert!(!within(1 << 18, 60));
    assert!(within(3 << 18, 60) && within(3 << 18, 240));
}
