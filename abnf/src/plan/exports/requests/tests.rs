//! The rules for which code is requested, by lists and by limits.

use super::*;
use crate::spec::{PartSpec, ReadOptions};

fn grammar(text: &str) -> Resolved {
    crate::read("test", text.as_bytes(), &[], &ReadOptions::default()).expect("it reads").resolved
}

fn export(rule: &str) -> Export {
    Export { rule: rule.to_owned(), ..Export::default() }
}

/// The names of the requested rules, with `!` if they are requested by name.
fn requested(text: &str, spec: &Spec) -> Vec<String> {
    let grammar = grammar(text);
    let (requests, errors) = requests(&grammar, spec);
    assert_eq!(errors, []);
    let name = |request: &Request| {
        let mark = if request.demand == Demand::Named { "!" } else { "" };
        format!("{}{mark}", grammar[request.id].name)
    };
    requests.iter().map(name).collect()
}

#[test]
fn without_a_list_all_own_rules_are_wanted() {
    let text = "a = DIGIT\nb = a\n";
    assert_eq!(requested(text, &Spec::default()), ["a", "b"]);
    let listed = Spec { exports: vec![export("B"), export("digit")], ..Spec::default() };
    assert_eq!(requested(text, &listed), ["b!", "DIGIT!"]);
    let all = Spec { others: Others::Exported, ..listed };
    assert_eq!(requested(text, &all), ["b!", "DIGIT!", "a"]);
}

#[test]
fn rules_of_listed_parts_are_marked() {
    let part =
        PartSpec { name: "p".to_owned(), rules: vec!["B".to_owned()], ..PartSpec::default() };
    let a = Export { parts: Parts::Listed(vec![part]), ..export("a") };
    let spec = Spec { exports: vec![a], others: Others::Exported, ..Spec::default() };
    let (requests, _) = requests(&grammar("a = b c\nb = \"b\"\nc = \"c\"\n"), &spec);
    assert_eq!(requests.iter().map(|it| it.is_part).collect::<Vec<_>>(), [false, true, false]);
}

#[test]
fn the_number_of_rules_is_limited() {
    let mut spec = Spec::default();
    spec.read.limits.exported_rules = 2;
    assert_eq!(requested("a = \"x\"\nb = a\n", &spec).len(), 2);
    let (requests, errors) = requests(&grammar("a = \"x\"\nb = a\nc = a\n"), &spec);
    assert_eq!(requests, []);
    let messages: Vec<_> = errors.iter().map(|error| error.message.as_str()).collect();
    assert_eq!(messages, ["the crate would have 3 rules, more than the limit of 2"]);
}
