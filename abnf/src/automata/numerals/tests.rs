//! Bounds by example, and against all texts of small languages.

use super::{Bounds, NoNumber, Notation, Numbers, Numeral, Signs, digit, numbers};
use crate::automata::dfa::Dfa;
use crate::testing;
use expect_test::{Expect, expect};
use std::collections::BTreeSet;

const DECIMAL: Notation = Notation { radix: 10, signs: Signs::Never };
const SIGNED: Notation = Notation { radix: 10, signs: Signs::Optional };
const HEXADECIMAL: Notation = Notation { radix: 16, signs: Signs::Never };

/// The automaton of the first rule.
fn first(grammar: &str) -> Dfa {
    testing::dfa(grammar, grammar.split_whitespace().next().unwrap())
}

/// The bounds of the first rule, or a text that is not a number.
fn shown(grammar: &str, notation: Notation) -> String {
    let text = |text: &[u8]| String::from_utf8(text.to_vec()).unwrap();
    let one = |it: &Numeral| format!("{} ({})", it.magnitude, text(&it.text));
    match numbers(&first(grammar), notation, [u128::MAX; 2]) {
        Err(NoNumber::Other(witness)) => format!("`{}` is no numeral", text(&witness)),
        Err(NoNumber::TooLarge(witness)) => format!("`{}` is too large", text(&witness)),
        Ok(Numbers { positive, negative }) => {
            let bounds = [("", positive), ("-", negative)].into_iter().filter_map(|(sign, it)| {
                let it = it?;
                Some(format!("{sign}{} to {sign}{}", one(&it.least), one(&it.greatest)))
            });
            bounds.collect::<Vec<_>>().join(", ")
        }
    }
}

fn check(grammar: &str, notation: Notation, expected: &Expect) {
    expected.assert_eq(&shown(grammar, notation));
}

#[test]
fn bounds_are_those_of_the_digits() {
    check("year = 4DIGIT\n", DECIMAL, &expect!["0 (0000) to 9999 (9999)"]);
    check("month = \"0\" %x31-39 / \"1\" %x30-32\n", DECIMAL, &expect!["1 (01) to 12 (12)"]);
    check("port = %x31-39 *4DIGIT\n", DECIMAL, &expect!["1 (1) to 99999 (99999)"]);
    // The longest text is not the greatest number.
    check("a = 3\"0\" \"7\" / \"12\"\n", DECIMAL, &expect!["7 (0007) to 12 (12)"]);
    check("a = *\"0\" DIGIT\n", DECIMAL, &expect!["0 (0) to 9 (9)"]);
    check("a = 2HEXDIG\n", HEXADECIMAL, &expect!["0 (00) to 255 (FF)"]);
    check("a = \"000\"\n", DECIMAL, &expect!["0 (000) to 0 (000)"]);
}

#[test]
fn bounds_are_separate_for_each_sign() {
    let offset = "offset = ( \"+\" / \"-\" ) ( %x30-31 DIGIT / \"2\" %x30-33 )\n";
    check(offset, SIGNED, &expect!["0 (+00) to 23 (+23), -0 (-00) to -23 (-23)"]);
    check(offset, DECIMAL, &expect!["`+00` is no numeral"]);
    check("a = \"-\" %x31-39 / \"5\"\n", SIGNED, &expect!["5 (5) to 5 (5), -1 (-1) to -9 (-9)"]);
}

#[test]
fn other_texts_are_shown() {
    check("a = *DIGIT\n", DECIMAL, &expect!["`` is no numeral"]);
    check(
        "a = 1*DIGIT\n",
        DECIMAL,
        &expect!["`1000000000000000000000000000000000000000` is too large"],
    );
    check("a = 1*2DIGIT [ \".\" 1DIGIT ]\n", DECIMAL, &expect!["`0.0` is no numeral"]);
    check("a = 1*2HEXDIG\n", DECIMAL, &expect!["`a` is no numeral"]);
    check("a = [ \"-\" ] *1DIGIT\n", SIGNED, &expect!["`` is no numeral"]);
}

/// 2^128 - 1 has 39 digits.
#[test]
fn numbers_have_at_most_128_bits() {
    let most = "a = \"340282366920938463463374607431768211455\"\n";
    check(
        most,
        DECIMAL,
        &expect![[
            r"340282366920938463463374607431768211455 (340282366920938463463374607431768211455) to 340282366920938463463374607431768211455 (340282366920938463463374607431768211455)"
        ]],
    );
    check(
        "a = \"340282366920938463463374607431768211456\"\n",
        DECIMAL,
        &expect!["`340282366920938463463374607431768211456` is too large"],
    );
    check(
        "a = \"0\" / 39DIGIT\n",
        DECIMAL,
        &expect!["`999999999999999999999999999999999999999` is too large"],
    );
    check(
        "a = 60\"0\" 38DIGIT\n",
        DECIMAL,
        &expect![
            "0 (00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000) to 99999999999999999999999999999999999999 (00000000000000000000000000000000000000000000000000000000000099999999999999999999999999999999999999)"
        ],
    );
}

/// For finite languages, the bounds are those of all texts.
#[test]
fn bounds_are_those_of_all_texts() {
    let atoms = ["\"0\"", "\"1\"", "%x30-31", "\"12\"", "\"-\"", "\"+\"", "%x32-35", "\"00\""];
    let mut numerals = 0;
    for index in 0..atoms.len().pow(4) {
        let atom = |place: u32| atoms[index / atoms.len().pow(place) % atoms.len()];
        let [a, b, c, d] = [atom(0), atom(1), atom(2), atom(3)];
        let grammar = format!("r = [ {a} ] ( {b} / {c} {d} )\n");
        let dfa = first(&grammar);
        let texts: BTreeSet<Vec<u8>> = all_texts(&dfa);
        let values: Option<Vec<i128>> = texts.iter().map(|text| value(text)).collect();
        let found = numbers(&dfa, SIGNED, [u128::MAX; 2]);
        let Some(values) = values else {
            let Err(NoNumber::Other(witness)) = found else { panic!("{grammar}") };
            assert!(texts.contains(&witness) && value(&witness).is_none(), "{grammar}");
            continue;
        };
        numerals += 1;
        let Ok(Numbers { positive, negative }) = found else { panic!("{grammar}: {found:?}") };
        let least = |it: &Bounds| i128::try_from(it.least.magnitude).unwrap();
        let greatest = |it: &Bounds| i128::try_from(it.greatest.magnitude).unwrap();
        let bounds = [
            negative.as_ref().map(|it| -greatest(it)),
            negative.as_ref().map(|it| -least(it)),
            positive.as_ref().map(least),
            positive.as_ref().map(greatest),
        ];
        let bounds: Vec<i128> = bounds.into_iter().flatten().collect();
        assert_eq!(bounds.iter().min(), values.iter().min(), "{grammar}");
        assert_eq!(bounds.iter().max(), values.iter().max(), "{grammar}");
        for (bound, sign) in [(&positive, 1), (&negative, -1)] {
            for it in bound.iter().flat_map(|it| [&it.least, &it.greatest]) {
                let magnitude = i128::try_from(it.magnitude).unwrap();
                assert_eq!(value(&it.text), Some(sign * magnitude), "{grammar}");
                assert!(texts.contains(&it.text), "{grammar}");
            }
        }
    }
    assert!(numerals > 500, "{numerals}");
}

/// The number that a text denotes, according to the standard library.
fn value(text: &[u8]) -> Option<i128> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// All texts of a finite language.
fn all_texts(dfa: &Dfa) -> BTreeSet<Vec<u8>> {
    let mut texts = BTreeSet::new();
    let mut open = vec![(Dfa::START, Vec::new())];
    while let Some((state, text)) = open.pop() {
        if dfa.is_accepting(state) {
            texts.insert(text.clone());
        }
        for byte in 0..=255 {
            if let Some(next) = dfa.next(state, byte) {
                open.push((next, [&text[..], &[byte]].concat()));
            }
        }
    }
    texts
}

#[test]
fn letters_are_digits_in_both_cases() {
    assert_eq!((digit(b'f', 16), digit(b'F', 16), digit(b'g', 16)), (Some(15), Some(15), None));
    assert_eq!((digit(b'z', 36), digit(b'9', 9), digit(b'/', 10)), (Some(35), None, None));
}

#[test]
fn limits_are_for_each_sign() {
    let found = |grammar, limits| numbers(&first(grammar), SIGNED, limits);
    let grammar = "a = [ \"-\" ] 1*3DIGIT\n";
    assert!(found(grammar, [999, 999]).is_ok());
    let too_large = |text: &str| Err(NoNumber::TooLarge(text.as_bytes().to_vec()));
    assert_eq!(found(grammar, [998, 999]), too_large("999"));
    assert_eq!(found(grammar, [999, 998]), too_large("-999"));
    // One digit more than the limit has is enough.
    assert_eq!(found("a = 1*DIGIT\n", [255, 0]), too_large("1000"));
    assert_eq!(found("a = [ \"-\" ] \"0\"\n", [0, 0]).map(|it| it.negative.is_some()), Ok(true));
}
