//! The comparison against all texts up to a length.

use super::*;
use crate::testing::{dfa, seeded, texts};
use proptest::prelude::*;

/// Small languages over three letters, as the body of a rule.
fn bodies() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("%s\"a\"".to_owned()),
        Just("%s\"b\"".to_owned()),
        Just("(%s\"a\" / %s\"c\")".to_owned()),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..3).prop_map(|items| items.join(" ")),
            prop::collection::vec(inner.clone(), 1..3)
                .prop_map(|items| format!("({})", items.join(" / "))),
            inner.clone().prop_map(|item| format!("*2({item})")),
            inner.prop_map(|item| format!("*({item})")),
        ]
    })
}

proptest! {
    #![proptest_config(seeded(100))]

    #[test]
    fn witnesses_are_the_first_of_all_texts(left in bodies(), right in bodies()) {
        let [left, right] =
            [left, right].map(|body| dfa(&format!("r = {body}\n"), "r"));
        let found = compare(&left, &right, usize::MAX).expect("no limit");
        let all = texts(b"abc", 6);
        let first = |a: &Dfa, b: &Dfa| {
            all.iter().find(|text| a.check(text).is_ok() && b.check(text).is_err())
        };
        for (witness, expected) in
            [(&found.only_left, first(&left, &right)), (&found.only_right, first(&right, &left))]
        {
            match expected {
                Some(text) => prop_assert_eq!(witness.as_ref(), Some(text)),
                None => prop_assert!(witness.as_ref().is_none_or(|text| 6 < text.len())),
            }
        }
        let both = found.only_left.is_none() && found.only_right.is_none();
        prop_assert_eq!(are_equal(&left, &right), both);
        // Canonical automata of equal languages are equal.
        prop_assert_eq!(left == right, both);
    }
}

#[test]
fn equal_languages_need_no_pairs() {
    let circle = |count: usize| dfa(&format!("r = *({count}%s\"a\")\n"), "r");
    assert_eq!(
        compare(&circle(300), &circle(300), 0),
        Ok(Comparison { only_left: None, only_right: None })
    );
    // The shortest text of the second language alone is as long as the longer circle.
    assert_eq!(compare(&circle(31), &circle(37), 20), Err(TooManyPairs(20)));
    let found = compare(&circle(31), &circle(37), 100).expect("enough");
    assert_eq!(found.only_left.map(|text| text.len()), Some(31));
    assert_eq!(found.only_right.map(|text| text.len()), Some(37));
    // Finding that there is no witness takes all pairs: the product of the numbers of states.
    let both = dfa("r = *(31%s\"a\") / *(37%s\"a\")\n", "r");
    assert_eq!(compare(&both, &circle(31), 500), Err(TooManyPairs(500)));
    assert_eq!(compare(&both, &circle(31), 2_000).map(|found| found.only_right), Ok(None));
}

#[test]
fn automata_that_are_not_minimal_are_compared_too() {
    let classes = || ByteClasses::of_sets([&ByteSet::range(b'a', b'a')]);
    let state = |index: usize| Some(StateId::new(index));
    let one = Dfa::from_table(classes(), vec![None, state(0)], vec![true]);
    let two = Dfa::from_table(classes(), vec![None, state(1), None, state(0)], vec![true, true]);
    assert!(are_equal(&one, &two) && are_equal(&two, &one));
    let odd = Dfa::from_table(classes(), vec![None, state(1), None, state(0)], vec![false, true]);
    assert!(!are_equal(&one, &odd) && !are_equal(&odd, &two));
}
