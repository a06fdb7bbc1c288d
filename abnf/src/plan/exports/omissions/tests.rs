//! Findings about rules that cannot be compiled, and about their users.

use super::*;
use crate::automata::rules::automata;
use crate::automata::shape::shape;
use crate::plan::exports::requests::requests;
use crate::spec::Export;

/// The findings about a grammar from which everything is exported, as lines of severity
/// (`E` or `W`), code and message.
fn reported(text: &str, spec: &Spec) -> Vec<String> {
    let read = crate::read_leniently("test", text.as_bytes(), &[], &spec.read).expect("a text");
    let grammar = &read.resolved;
    let shapes = shape(grammar);
    let context = Context { grammar, shapes: &shapes, limits: &spec.read.limits };
    let (requests, errors) = requests(grammar, spec);
    assert_eq!(errors, []);
    let rules: Vec<_> = requests.iter().map(|request| request.id).collect();
    let automata = automata(grammar, &shapes, &sound(context, &rules), context.limits);
    let omissions = omissions(context, &automata, &rules);
    let line = |found: Diagnostic| {
        let severity = if found.severity == Severity::Error { "E" } else { "W" };
        format!("{severity} {}: {}", found.code, found.message)
    };
    report(context, &omissions, &requests, spec).into_iter().map(line).collect()
}

/// `a` and `b` embed each other and need prose, `c` uses them, `x` is fine.
const NESTED: &str = "c = b \"c\"\na = \"(\" [ b ] <end>\nb = a / \"b\"\nd = c x\nx = \"x\"\n";

#[test]
fn one_cycle_is_one_cause() {
    assert_eq!(
        reported(NESTED, &Spec::default()),
        [
            "W prose-value: `c`, `a`, `b` and `d` are left out: rule `a` needs the prose `<end>`, which names no rule"
        ]
    );
    let two = format!("{NESTED}n = \"<\" [ n ] <other>\n");
    assert_eq!(reported(&two, &Spec::default()).len(), 2);
}

#[test]
fn rules_that_were_asked_for_are_errors() {
    let exports = vec![Export { rule: "d".to_owned(), ..Export::default() }];
    let others = crate::spec::Others::Exported;
    let spec = Spec { exports, others, ..Spec::default() };
    assert_eq!(
        reported(NESTED, &spec),
        [
            "E prose-value: cannot export `d`: rule `a` needs the prose `<end>`, which names no rule",
            "W prose-value: `c`, `a` and `b` are left out: rule `a` needs the prose `<end>`, which names no rule",
        ]
    );
    let strict = Spec { strict: true, ..Spec::default() };
    assert!(reported(NESTED, &strict)[0].starts_with("E prose-value: `c`, `a`, `b` and `d` are"));
}

#[test]
fn an_error_in_a_definition_spreads_to_its_users() {
    let text = "a = b\nb = c c\nc = nope\nd = 3*1\"x\"\nx = \"x\"\n";
    assert_eq!(
        reported(text, &Spec::default()),
        [
            "W undefined-rule: `a`, `b` and `c` are left out: rule `nope` is not defined",
            "W min-above-max: `d` is left out: a repetition of at least 3 and at most 1",
        ]
    );
}

/// The name is the cause, not each of its uses.
#[test]
fn an_undefined_name_is_one_cause() {
    let text = "a = nope\nb = a\nc = \"c\" nope\nd = nope nope\nx = \"x\"\n";
    assert_eq!(
        reported(text, &Spec::default()),
        ["W undefined-rule: `a`, `b`, `c` and `d` are left out: rule `nope` is not defined"]
    );
}

/// The first error of a rule is reported, wherever its definitions are.
#[test]
fn errors_belong_to_their_rules() {
    let text = "a = \"a\"\nb = %x2-1 3*1\"x\"\na =/ (\nc = b\nb = \"again\"\nx = \"x\"\n";
    assert_eq!(
        reported(text, &Spec::default()),
        [
            "W unclosed-group: `a` is left out: this group has no closing `)`",
            "W reversed-range: `b` and `c` are left out: the range %x02-01 ends before it starts",
        ]
    );
}

#[test]
fn a_crate_without_rules_is_an_error() {
    let text = "a = \"(\" [ a ] <end>\nb = a\n";
    let found = reported(text, &Spec::default());
    assert_eq!(
        found,
        [
            "E prose-value: `a` and `b` are left out: rule `a` needs the prose `<end>`, which names no rule"
        ]
    );
}

#[test]
fn limits_are_those_of_the_rule_that_begins() {
    let mut spec = Spec::default();
    spec.read.limits.dfa_states = 2;
    let text = "a = x \"a\"\nx = 33\"x\"\ny = \"y\"\nb = x x\nc = 40\"c\"\n";
    assert_eq!(
        reported(text, &spec),
        [
            "W state-limit: `a`, `x` and `b` are left out: rule `x` needs more than 2 DFA \
             states, the limit",
            "W state-limit: `c` is left out: rule `c` needs more than 2 DFA states, the limit",
        ]
    );
}

#[test]
fn a_rule_may_be_easier_than_what_it_uses() {
    let mut spec = Spec::default();
    spec.read.limits.dfa_states = 2;
    let found = reported("a = \"y\" / n x\nx = 33\"x\"\nn = \"n\" n\nb = a 40\"b\"\n", &spec);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("W state-limit: `x` is left out"), "{found:?}");
    assert!(found[1].starts_with("W state-limit: `b` is left out: rule `b`"), "{found:?}");
}

#[test]
fn many_rules_are_counted() {
    let users: Vec<String> = (0..9).map(|i| format!("u{i} = a\n")).collect();
    let users = users.concat();
    let found = reported(&format!("a = \"(\" [ a ] <end>\n{users}x = \"x\"\n"), &Spec::default());
    let start = "W prose-value: `a`, `u0`, `u1`, `u2` and 6 more rules are left out";
    assert!(found[0].starts_with(start), "{found:?}");
}
