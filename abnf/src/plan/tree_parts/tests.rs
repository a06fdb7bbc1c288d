//! What rules that recur have accessors for.

use super::*;
use crate::plan::outline::outline;
use crate::spec::{Export, Spec};

/// The accessors of each nested rule, where these rules are exported, or all of them.
fn accessors(grammar: &str, exported: &str) -> Vec<String> {
    let exports: Vec<Export> = exported
        .split_whitespace()
        .map(|rule| Export { rule: rule.to_owned(), ..Export::default() })
        .collect();
    let spec = Spec { exports, ..Spec::default() };
    let read = crate::read("test.abnf", grammar.as_bytes(), &[], &spec.read);
    let read = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    let (selection, _) = crate::compile::plan(&read, &spec, &[]).expect("it can be planned");
    let grammar = outline(&read, &spec).grammar;
    let name = |rule: &RuleId| grammar[*rule].name.to_string();
    let part = |part: &NodePart| match part.count {
        Count::One => part.accessor.clone(),
        Count::Optional => format!("[{}]", part.accessor),
        Count::Many => format!("*{}", part.accessor),
    };
    let node = |node: &NodePlan| {
        let choice = node.choice.as_ref().map(|(ty, rules)| {
            format!("{ty} {}", rules.iter().map(name).collect::<Vec<_>>().join("/"))
        });
        let parts = node.parts.iter().map(part).collect::<Vec<_>>().join(" ");
        format!("{}: {}{parts}", name(&node.rule), choice.unwrap_or_default())
    };
    selection.trees.expect("a rule is nested").nodes.iter().map(node).collect()
}

#[test]
fn definitions_say_how_often_parts_occur() {
    let grammar = "list = \"(\" *( S ( list / item ) ) S \")\" [ name ] close\nclose = \";\" S name\n\
        item = 1*ALPHA\nname = \":\" 1*DIGIT\nS = *SP\n";
    assert_eq!(accessors(grammar, ""), ["list: *lists *items [name] close"]);
    // What is not exported is looked through, and what is said twice occurs twice.
    assert_eq!(accessors(grammar, "list item name"), ["list: *lists *items *names"]);
}

#[test]
fn a_rule_that_is_one_of_several_is_a_choice() {
    let grammar = "value = list / word\nlist = \"[\" *value \"]\"\nword = 1*ALPHA\n";
    assert_eq!(accessors(grammar, ""), ["value: ValueKind list/word", "list: *values"]);
    assert_eq!(accessors(grammar, "value word"), ["value: *values [word]"]);
}

#[test]
fn hidden_rules_that_recur_hold_any_number() {
    let grammar = "s = \"a\" hidden \"b\"\nhidden = [ word hidden \";\" ]\nword = 1*DIGIT\n";
    assert_eq!(accessors(grammar, "s word"), ["s: *words"]);
}

#[test]
fn marks_and_methods_have_no_accessors() {
    let grammar = "top = open *node close [ bang ] range\nopen = \"(\" S\nclose = S \")\"\n\
        bang = \"!\" S\nS = *SP\nnode = \"<\" top \">\"\nrange = 1*ALPHA\n";
    assert_eq!(accessors(grammar, "")[0], "top: *nodes [bang] range_part");
}

#[test]
fn regular_rules_have_no_trees_unless_asked() {
    let read = crate::read("test.abnf", b"a = 1*ALPHA\n", &[], &Spec::default().read);
    let read = read.expect("it reads").resolved;
    for (extras, expected) in [(vec![], false), (vec![Extra::Trees], true)] {
        let spec = Spec { extras: extras.into_iter().collect(), ..Spec::default() };
        let (selection, _) = crate::compile::plan(&read, &spec, &[]).expect("it can be planned");
        assert_eq!(selection.trees.is_some(), expected);
    }
}
