//! The trees of nested rules are the preferred derivations that the judge finds.

use super::grammars::{Exported, exported};
use conformance::derivation::tree;
use conformance::strings::{Members, Random};
use std::collections::BTreeSet;

/// Random texts of each rule, and their greatest length.
const RANDOM: usize = 3000;
const MAX_LENGTH: usize = 40;
/// Steps of the judge for one text.
const STEPS: usize = 100_000;

/// The rules of a tree in the order in which they end, each with its begin and its end.
type Ended = Vec<(String, usize, usize)>;

/// Returns the content of the tree of a text.
macro_rules! ended {
    ($module:ident::$ty:ident) => {
        |text: &str| {
            let text = gallery::$module::$ty::parse(text).expect("it matches");
            let tree = text.tree().expect("it is small");
            let ended = tree.events().filter_map(|event| match event {
                gallery::tree::Event::Enter(_) => None,
                gallery::tree::Event::Leave(node) => {
                    Some((node.rule().to_owned(), node.range().start, node.range().end))
                }
            });
            ended.collect::<Ended>()
        }
    };
}

/// Compares the trees of a rule with the judge's on random texts.
fn compare(name: &str, rule: &str, ended: fn(&str) -> Ended) {
    let Exported { grammar, rules } = exported(name);
    let find = |rule: &str| grammar.find(rule).expect("it is a rule of the grammar");
    let shown: BTreeSet<_> = rules.iter().map(|rule| find(rule)).collect();
    let members = Members::new(&grammar);
    let mut random = Random::new(3);
    let mut compared = 0;
    for _ in 0..RANDOM {
        let member = members.member(find(rule), &mut random).expect("the rule has texts");
        let Some(text) = std::str::from_utf8(&member).ok().filter(|it| it.len() <= MAX_LENGTH)
        else {
            continue;
        };
        let Ok(Some(expected)) = tree(&grammar, find(rule), &shown, &member, STEPS) else {
            continue;
        };
        let found = ended(text);
        let names: BTreeSet<&str> = found.iter().map(|it| it.0.as_str()).collect();
        // Single characters and groups are shown by one of the two alone.
        let is_shown = |rule: &str| rules.iter().any(|name| name.eq_ignore_ascii_case(rule));
        let found: Ended = found.iter().filter(|it| is_shown(&it.0)).cloned().collect();
        let expected = expected
            .into_iter()
            .map(|(rule, begin, end)| (grammar[rule].name.to_string(), begin, end));
        let expected: Ended = expected.filter(|it| names.contains(it.0.as_str())).collect();
        assert_eq!(found, expected, "{rule}: {}", text.escape_debug());
        compared += 1;
    }
    println!("{name} {rule}: {compared} trees");
    assert!(compared > RANDOM / 10, "{compared}");
}

#[test]
fn json() {
    compare("rfc8259", "JSON-text", ended!(rfc8259::JsonText));
    compare("rfc8259", "object", ended!(rfc8259::Object));
}

#[test]
fn abnf() {
    compare("rfc5234", "rule", ended!(rfc5234::Definition));
    compare("rfc5234", "group", ended!(rfc5234::Group));
}

#[test]
fn json_path() {
    compare("rfc9535", "jsonpath-query", ended!(rfc9535::Query));
    compare("rfc9535", "logical-expr", ended!(rfc9535::LogicalExpression));
}
