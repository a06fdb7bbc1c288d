//! The samples of `abnfc_tools::sample`, judged by the reference recogniser.

mod marked;

use abnfc::automata::rules::{Automata, automata};
use abnfc::automata::superset::superset;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::ReadOptions;
use abnfc::text::bundled;
use abnfc_tools::sample::{Random, Sampler, Subject, cover, near_misses};
use conformance::reference::Recogniser;
use marked::{marked, points};
use std::collections::BTreeSet;

/// Regular rules and nested ones, over octets and characters; the last two have palindromes and
/// left recursion.
const RULES: &[(&str, &str)] = &[
    ("rfc3339", "date-time"),
    ("rfc3986", "URI-reference"),
    ("rfc5646", "Language-Tag"),
    ("rfc8259", "JSON-text"),
    ("rfc5234", "rule"),
    ("../uri-gen/grammars/rfc1738.bnf", "url"),
    ("r = %s\"x\" r %s\"x\" / %s\"y\" 1*2r / [ %xE4-F6 ]\n", "r"),
    ("r = r \"+\" 2*3t / t\nt = *3DIGIT / \"(\" r \")\"\n", "r"),
];

struct Case {
    name: &'static str,
    grammar: Resolved,
    automata: Automata,
    rule: RuleId,
    limits: Limits,
}

fn cases() -> impl Iterator<Item = Case> {
    RULES.iter().map(|&(text, name)| {
        let bytes = match bundled::find(text) {
            Some(bundled) => bundled.text.as_bytes().to_vec(),
            None if text.contains('\n') => text.as_bytes().to_vec(),
            None => std::fs::read(text).expect("in the repository"),
        };
        let grammar = abnfc::read(text, &bytes, &[], &ReadOptions::default())
            .unwrap_or_else(|errors| panic!("{errors}"))
            .resolved;
        let rule = grammar.find(name).expect(name);
        let limits = Limits::default();
        let automata = automata(&grammar, &superset(&grammar, &limits), &[rule], &limits);
        Case { name, grammar, automata, rule, limits }
    })
}

impl Case {
    fn subject(&self) -> Subject<'_> {
        let Self { grammar, automata, rule, limits, .. } = self;
        Subject { grammar, automata, rule: *rule, limits }
    }

    fn reference(&self) -> Recogniser {
        Recogniser::new(&self.grammar, self.rule)
    }
}

#[test]
fn random_texts_are_texts_of_the_rule() {
    for case in cases() {
        let sampler = Sampler::new(case.subject(), 0..=30).expect(case.name);
        let mut reference = case.reference();
        let mut random = Random::new(1);
        let mut texts = BTreeSet::new();
        for _ in 0..100 {
            let text = sampler.text(&mut random).expect(case.name);
            assert!(reference.judge(&text).is_member, "{}: {text:?}", case.name);
            texts.insert(text);
        }
        assert!(30 < texts.len(), "{}: {texts:?}", case.name);
    }
}

#[test]
fn near_misses_are_outside() {
    for case in cases() {
        let texts = near_misses(case.subject(), 0..=usize::MAX, 200).expect(case.name);
        assert!(20 < texts.len(), "{}: {texts:?}", case.name);
        let mut reference = case.reference();
        for text in texts {
            assert!(!reference.judge(&text).is_member, "{}: {text:?}", case.name);
        }
    }
}

/// For each alternative, bound and end of a range there is a text with a derivation that uses it.
#[test]
fn covers_use_everything() {
    for case in cases() {
        let found = cover(&case.grammar, case.rule).expect(case.name);
        let points = points(&case.grammar, case.rule);
        assert_eq!((found.points, found.left_out), (points.len(), 0), "{}", case.name);
        for point in points {
            let (grammar, rule) = marked(&case.grammar, case.rule, &point);
            let mut reference = Recogniser::new(&grammar, rule);
            let uses_it = found.texts.iter().any(|text| reference.judge(text).is_member);
            assert!(uses_it, "{}: {point:?} in {:?}", case.name, found.texts);
        }
        let mut reference = case.reference();
        for text in &found.texts {
            assert!(reference.judge(text).is_member, "{}: {text:?}", case.name);
        }
        // A small set: each text covers several points.
        assert!(found.texts.len() <= found.points / 2, "{}: {}", case.name, found.texts.len());
    }
}
