//! Expressions print as expected, and everything printed reads back.

use crate::diagnostic::Span;
use crate::grammar::{
    Encoding, Expr, Grammar, Prose, Reference, Resolved, Rule, RuleId, RuleName, ValueSet,
};
use crate::testing::{lowered, parsed};
use proptest::prelude::*;

type E = Expr<Reference>;

fn set(ranges: &[(u32, u32)]) -> E {
    E::Set(ValueSet::new(ranges.iter().copied()))
}

fn one(value: char) -> E {
    set(&[(u32::from(value), u32::from(value))])
}

fn both(letter: char) -> E {
    let [upper, lower] = [letter.to_ascii_uppercase(), letter.to_ascii_lowercase()].map(u32::from);
    set(&[(upper, upper), (lower, lower)])
}

#[test]
fn strings_show_whether_case_matters() {
    let cases = [
        (vec![both('a'), one('-'), both('B')], "\"a-b\""),
        (vec![one('a'), one('-'), one('B')], "%s\"a-B\""),
        (vec![one('-'), one('a'), both('b')], "%s\"-a\" \"b\""),
        (vec![both('a'), one('-'), one('b')], "\"a-\" %s\"b\""),
        (vec![one('"'), one('\r'), one('a')], "%x22.0D %s\"a\""),
        (vec![one('1'), one('é'), one('~'), one('\u{7F}')], "\"1\" %xE9 \"~\" %x7F"),
        (vec![both('a'), set(&[(0x30, 0x39)]), both('a')], "\"a\" %x30-39 \"a\""),
    ];
    for (items, text) in cases {
        assert_eq!(E::concat(items).to_string(), text);
    }
}

#[test]
fn sets_print_as_alternatives() {
    let exponent = set(&[(0x45, 0x45), (0x65, 0x65), (0x2B, 0x2B), (0x2D, 0x2D)]);
    assert_eq!(exponent.to_string(), "\"+\" / \"-\" / \"e\"");
    assert_eq!(
        E::concat([exponent.clone(), one('1')]).to_string(),
        "( \"+\" / \"-\" / \"e\" ) \"1\""
    );
    assert_eq!(E::repeat(1, None, exponent).to_string(), "1*( \"+\" / \"-\" / \"e\" )");
    assert_eq!(set(&[(0x41, 0x42), (0x61, 0x61)]).to_string(), "%x41-42 / %s\"a\"");
    assert_eq!(E::repeat(0, None, both('x')).to_string(), "*\"x\"");
}

#[test]
fn brackets_follow_precedence() {
    let word = || E::concat([one('1'), one('2')]);
    let choice = || E::alt([word(), one('3')]);
    let many = |body| E::repeat(0, None, body);
    assert_eq!(E::concat([word(), choice()]).to_string(), "\"12\" ( \"12\" / \"3\" )");
    assert_eq!(E::alt([choice(), many(word())]).to_string(), "\"12\" / \"3\" / *( \"12\" )");
    assert_eq!(many(many(E::option(choice()))).to_string(), "*( *[ \"12\" / \"3\" ] )");
    assert_eq!(E::repeat(2, Some(2), E::repeat(0, Some(3), one('4'))).to_string(), "2( *3\"4\" )");
}

#[test]
fn rules_of_one_name_are_distinguished() {
    let names = |name: &'static str| (name, Expr::Rule(RuleId(0)));
    let resolved = Resolved::from_rules(Encoding::Octets, [names("a"), names("b")]);
    assert_eq!(resolved.to_string(), "a = a\nb = a\n");
}

fn any_set() -> impl Strategy<Value = E> {
    let value = prop_oneof![
        6 => 0x20_u32..0x80,
        2 => 0_u32..0x100,
        1 => 0_u32..0xD800,
        1 => 0xE000_u32..=0x10_FFFF,
    ];
    // A range across the surrogates would print as two.
    let range = (value, 0_u32..3).prop_map(|(low, more)| match low {
        ..0xD800 => (low, (low + more).min(0xD7FF)),
        low => (low, (low + more).min(0x10_FFFF)),
    });
    prop_oneof![
        proptest::collection::vec(range, 1..5).prop_map(|ranges| set(&ranges)),
        proptest::char::range('a', 'z').prop_map(both),
    ]
}

fn any_expr() -> impl Strategy<Value = E> {
    let name = prop_oneof![Just("a"), Just("A"), Just("b-1"), Just("Long-Name-2")];
    let leaf = prop_oneof![
        1 => Just(E::Empty),
        6 => any_set(),
        2 => name.prop_map(|name| {
            E::Rule(Reference { name: RuleName::new(name), span: Span::default(), default: None })
        }),
        1 => "[ -=?-~]{0,8}".prop_map(|text| E::Prose(Prose { text: text.into(), span: Span::default() })),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let items = || proptest::collection::vec(inner.clone(), 1..6);
        prop_oneof![
            items().prop_map(E::concat),
            items().prop_map(E::alt),
            (0_u32..3, proptest::option::of(0_u32..3), inner.clone())
                .prop_map(|(min, more, body)| E::repeat(min, more.map(|more| min + more), body)),
        ]
    })
}

fn any_grammar() -> impl Strategy<Value = Grammar> {
    let names = ["a", "B-1", "Long-Name-2", "z"];
    proptest::collection::vec(any_expr(), 1..=names.len()).prop_map(move |exprs| {
        let rule = |(name, expr): (&str, E)| Rule {
            name: RuleName::new(name),
            span: Span::default(),
            expr,
            text: String::new(),
            non_ascii: Vec::new(),
            is_increment: false,
            lists: None,
            errors: Vec::new(),
        };
        Grammar { rules: names.into_iter().zip(exprs).map(rule).collect(), encoding: None }
    })
}

proptest! {
    #[test]
    fn what_is_printed_reads_back(grammar in any_grammar()) {
        let text = grammar.to_string();
        let (read, found) = lowered(&text);
        prop_assert_eq!(&read, &grammar, "{}", text);
        prop_assert_eq!(found, []);
        prop_assert_eq!(parsed(0, &text).rules.len(), grammar.rules.len());
    }
}
