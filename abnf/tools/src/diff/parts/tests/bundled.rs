//! RFC 2396 against RFC 3986, with all shorter texts.

use super::*;
use abnfc::automata::tagged::tagged;
use abnfc::automata::tagged::tdfa::Tdfa;
use abnfc::text::bundled;

/// RFC 2396 and RFC 3986.
fn grammars() -> [Resolved; 2] {
    let old = include_str!("../../../../../../uri-gen/grammars/rfc2396.bnf");
    let new = bundled::find("rfc3986").expect("it is bundled").text;
    [read(old), read(new)]
}

/// Calls `check` with each common text of at most this length, one for all with bytes of the same
/// classes, and the range of the part in each grammar.
fn for_each_text(
    tdfas: &[Tdfa; 2],
    length: usize,
    mut check: impl FnMut(&[u8], [Option<Range>; 2]),
) {
    let classes = tdfas[0].classes().refined(tdfas[1].classes());
    let mut level = vec![Vec::new()];
    for _ in 0..=length {
        let mut longer: Vec<Vec<u8>> = Vec::new();
        for text in &level {
            let found = tdfas.each_ref().map(|tdfa| tdfa.locate(text));
            if let [Some(a), Some(b)] = found {
                check(text, [a[0], b[0]].map(|it| it.map(|it| (it.begin, it.end))));
            }
            longer.extend(classes.representatives().iter().filter_map(|&byte| {
                let text = [text.as_slice(), &[byte]].concat();
                let is_prefix = |tdfa: &Tdfa| {
                    let next = |state, &byte| tdfa.next(state, byte).map(|edge| edge.target);
                    text.iter().try_fold(Tdfa::START, next).is_some()
                };
                tdfas.iter().all(is_prefix).then_some(text)
            }));
        }
        level = longer;
    }
}

/// The length up to which all texts are compared.
const LONGEST: usize = 4;

#[test]
fn the_shortest_references_with_other_parts_are_found() {
    let grammars = grammars();
    let limits = Limits::default();
    let rules_of = |name: &str| grammars.each_ref().map(|it| rules(it, &[name]));
    let rule = grammars.each_ref().map(|it| it.find("URI-reference").expect("it has the rule"));
    // RFC 2396 has no empty hosts, ports without a host, or user information without a host.
    for (name, shortest) in [("host", "//"), ("port", "//:"), ("userinfo", "//@")] {
        let [a, b] = rules_of(name);
        let part = PartPair { name: name.to_owned(), a, b };
        let pair = Pair { a: Some(rule[0]), b: Some(rule[1]) };
        let pairs = [&grammars[0], &grammars[1]];
        let verdict = diff_parts(pairs, &[pair], &[part], 1, &limits).remove(0).verdict;
        let PartVerdict::Different(found) = verdict else { panic!("{verdict:?}") };
        assert!(found.bound.is_none());
        assert_eq!(found.only_b[0].text, shortest.as_bytes());

        let tdfas = [0, 1].map(|side: usize| {
            let shapes = superset(&grammars[side], &limits);
            let tagging = Tagging::new(&grammars[side], &shapes, &limits);
            let part = Part { name: name.to_owned(), rules: rules_of(name)[side].clone() };
            tagged(&tagging, rule[side], &[part]).expect("it is regular")
        });
        let mut shortest: [Option<usize>; KINDS] = [None; KINDS];
        for_each_text(&tdfas, LONGEST, |text, ranges| {
            let [a, b] = ranges.map(|range| range.into_iter().collect::<Vec<Range>>());
            if let Some(kind) = kind(&a, &b) {
                shortest[kind].get_or_insert(text.len());
            }
        });
        let lengths = [&found.only_a, &found.only_b, &found.elsewhere]
            .map(|texts| texts.first().map(|it| it.text.len()).filter(|&length| length <= LONGEST));
        assert_eq!(lengths, shortest, "{name}");
    }
}
