//! Which rules are joined, and what they share.

use crate::automata::tagged::tdfa::Tdfa;
use crate::grammar::Encoding;
use crate::plan::engines::share::share;
use crate::plan::engines::{Automaton, engines};
use crate::plan::parts::selected::{Input, Selected, Selection};
use crate::spec::{Export, PartSpec, Parts, Spec, Values};
use std::collections::BTreeMap;

/// Exports rules with parts, each of the rule of its name, and the rules of the parts.
fn selection(grammar: &str, exports: &[(&str, &[&str])]) -> Selection {
    let part = |name: &&str| PartSpec {
        name: (*name).to_owned(),
        rules: vec![(*name).to_owned()],
        ..PartSpec::default()
    };
    let export = |(rule, parts): &(&str, &[&str])| Export {
        rule: (*rule).to_owned(),
        parts: Parts::Listed(parts.iter().map(part).collect()),
        ..Export::default()
    };
    let of_parts =
        ["name", "path", "end"].map(|rule| Export { rule: rule.to_owned(), ..Export::default() });
    let exports = exports.iter().map(export).chain(of_parts).collect();
    let spec = Spec { exports, ..Spec::default() };
    let read = crate::read("test", grammar.as_bytes(), &[], &spec.read).expect("it reads");
    crate::compile::plan(&read.resolved, &spec, &[]).expect("it compiles").0
}

fn automaton<'a>(selection: &'a Selection, name: &str) -> (&'a Selected, &'a Tdfa) {
    let mut rules = selection.rules.iter();
    let rule = rules.find(|rule| rule.name.as_str() == name).expect("it is exported");
    (rule, rule.view.tdfa.as_ref().expect("it has parts"))
}

/// The grammar of a reference with a long tail.
fn grammar(tail: usize) -> String {
    format!(
        "relative = path tail\nabsolute = name %s\":\" path tail\nboth = absolute / relative\n\
         name = 1*%s\"n\"\npath = *%s\"/\"\ntail = [ {tail}%s\"a\" end ]\nend = 1*%s\"e\"\n"
    )
}

const PARTS: [(&str, &[&str]); 3] = [
    ("relative", &["path", "end"]),
    ("absolute", &["name", "path", "end"]),
    ("both", &["name", "path", "end"]),
];

#[test]
fn rules_with_the_same_parts_share_a_table() {
    let grammar = grammar(40);
    let selection = selection(&grammar, &PARTS);
    let [relative, absolute, both] =
        ["relative", "absolute", "both"].map(|name| automaton(&selection, name));
    for rule in [relative, absolute, both] {
        assert!(rule.0.view.joint.is_some() && rule.0.view.joint == both.0.view.joint);
        assert_eq!(rule.1.slot_count(), both.1.slot_count());
    }
    let input = Input {
        module: String::new(),
        title: String::new(),
        crate_name: String::new(),
        encoding: Encoding::Octets,
        feature: None,
        values: Values::Leaves,
        selection,
        figures: BTreeMap::new(),
    };
    let inputs = [input];
    let made = engines(share(&inputs));
    let own = made[0].locators.iter().filter_map(|(_, coded)| match &coded.automaton {
        Automaton::Own(tdfa, _) => Some(tdfa),
        Automaton::From { .. } => None,
    });
    let own: Vec<_> = own.collect();
    let [table] = own[..] else { panic!("{} tables instead of one", own.len()) };
    let names: Vec<&str> = table.parts().iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["name", "path", "end"]);
    let largest = automaton(&inputs[0].selection, "both").1.state_count();
    assert!(table.state_count() <= largest + 3, "{} states", table.state_count());
}

#[test]
fn joined_rules_locate_what_they_locate_alone() {
    let grammar = grammar(32);
    let joint = selection(&grammar, &PARTS);
    let tail = format!("{}e", "a".repeat(32));
    for (name, parts) in PARTS {
        let alone = selection(&grammar, &[(name, parts)]);
        let (joint, alone) = (automaton(&joint, name), automaton(&alone, name));
        assert!(joint.0.view.joint.is_some() && alone.0.view.joint.is_none());
        for head in ["", "n:", "nn://", "//", "n", ":"] {
            for text in [head.to_owned(), format!("{head}{tail}"), format!("{head}{tail}e")] {
                let text = text.as_bytes();
                assert_eq!(joint.1.locate(text), alone.1.locate(text), "{name}");
                let steps = |tdfa: &Tdfa| {
                    let mut state = Tdfa::START;
                    let live = text.iter().take_while(|&&byte| {
                        let next = tdfa.next(state, byte).map(|edge| edge.target);
                        state = next.unwrap_or(state);
                        next.is_some()
                    });
                    (live.count(), tdfa.context(state).clone())
                };
                assert_eq!(steps(joint.1), steps(alone.1), "{name}");
            }
        }
    }
}

#[test]
fn other_rules_stay_apart() {
    let joint = |grammar: &str, exports: &[(&str, &[&str])]| {
        let selection = selection(grammar, exports);
        selection.rules.iter().filter(|rule| rule.view.joint.is_some()).count()
    };
    assert_eq!(joint(&grammar(40), &PARTS), 3);
    // The automata are small.
    assert_eq!(joint(&grammar(20), &PARTS), 0);
    // The parts are in another order.
    let mut exports = PARTS;
    exports[0].1 = &["end", "path"];
    assert_eq!(joint(&grammar(40), &exports), 2);
    // The texts end in another way.
    let other = grammar(40).replace("both = absolute", "both = name %s\":\" path tail");
    let other = other.replace("\nboth", " %s\"?\"\nboth");
    assert_eq!(joint(&other, &PARTS), 2);
}
