//! The numbers that the compiler finds in texts, judged by the standard library.

use abnfc::Module;
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::compile::model_of;
use abnfc::limits::Limits;
use abnfc::plan::model::{Integer, Value};
use abnfc::spec::{ReadOptions, Spec, Values};
use abnfc::text::bundled;
use abnfc_tools::sample::{Random, Sampler, Subject, cover};

/// The size of grammars above which they take long.
const MAX_BYTES: usize = 15_000;

/// For each rule of a bundled grammar that is a number: random texts and texts that cover the
/// definition have numbers within the bounds, and the type can hold the bounds.
#[test]
fn texts_have_numbers_within_the_bounds() {
    let (mut rules, mut texts) = (0, 0);
    for bundled in bundled::ALL.iter().filter(|it| it.text.len() < MAX_BYTES) {
        let (name, bytes) = (bundled.name, bundled.text.as_bytes());
        let spec = Spec { values: Values::Leaves, ..Spec::default() };
        let limits = Limits::default();
        let model = model_of(&[Module { module: "", name, bytes, spec: &spec }]);
        let Ok((model, _)) = model else { continue };
        let read = abnfc::read_leniently(name, bytes, &[], &ReadOptions::default());
        let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
        for rule in &model.modules[0].rules {
            let Some(Value::Integer(integer)) = &rule.value else { continue };
            let Integer { ty, radix, least, greatest, .. } = *integer;
            assert_eq!((radix, least.is_negative, greatest.is_negative), (10, false, false));
            assert!(greatest.magnitude <= ty.greatest(), "{name} {}", rule.name);
            let id = grammar.find(&rule.name).expect("the grammar has the rule");
            let automata = automata(&grammar, &superset(&grammar, &limits), &[id], &limits);
            let subject =
                Subject { grammar: &grammar, automata: &automata, rule: id, limits: &limits };
            let sampler = Sampler::new(subject, 0..=20).expect("numbers are short");
            let mut random = Random::new(7);
            let mut all = cover(&grammar, id).expect("the rule is small").texts;
            all.extend((0..50).map(|_| sampler.text(&mut random).expect("it has texts")));
            for text in &all {
                let number: u128 = std::str::from_utf8(text).unwrap().parse().unwrap();
                let bounds = least.magnitude..=greatest.magnitude;
                assert!(bounds.contains(&number), "{name} {}: {number}", rule.name);
            }
            rules += 1;
            texts += all.len();
        }
    }
    assert!((25..).contains(&rules) && (1_400..).contains(&texts), "{rules} {texts}");
}
