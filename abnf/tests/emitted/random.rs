//! Facts about random texts of the rules of `random.abnf`.

use arbitrary::{Arbitrary, Unstructured};
use emitted_random::{ChoiceBuf, HostBuf, LettersBuf, PalinBuf, SumBuf, TextBuf};
use emitted_random::{Choice, Letters, Palin, Sum, Text, Triple, User, Value, Void};
use emitted_random::{TripleBuf, UserBuf, VOWEL, ValueBuf, VoidBuf};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use std::collections::BTreeSet;

/// Returns values of a strategy, the same in each run.
fn values<T>(strategy: impl Strategy<Value = T>) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    (0..2000).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

/// Returns a minimal value that does not satisfy the predicate.
fn smallest<T: std::fmt::Debug>(strategy: impl Strategy<Value = T>, is_so: fn(&T) -> bool) -> T {
    let config = Config { cases: 2000, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let result = TestRunner::new_with_rng(config, rng).run(&strategy, |value| {
        if is_so(&value) { Ok(()) } else { Err(TestCaseError::fail("it is not so")) }
    });
    match result {
        Err(TestError::Fail(_, value)) => value,
        _ => panic!("no value is found"),
    }
}

#[test]
fn a_finite_language_occurs_as_a_whole_and_nothing_else_does() {
    let found: BTreeSet<String> =
        values(any::<ChoiceBuf>()).iter().map(|text| text.as_str().to_lowercase()).collect();
    let all = "a bcd x z 1. 2. 3. no1. no2. no3.";
    assert_eq!(found, all.split(' ').map(str::to_owned).collect());
    // Letters occur in both cases.
    assert!(values(any::<ChoiceBuf>()).iter().any(|text| text == "nO2."));
    let lengths: BTreeSet<usize> =
        values(any::<TripleBuf>()).iter().map(|text| text.as_str().len()).collect();
    assert_eq!(lengths, [1, 2, 3].into());
    let vowels: BTreeSet<u8> = values(VOWEL.strategy()).into_iter().collect();
    assert_eq!(vowels, b"AEae".iter().copied().collect());
}

#[test]
fn parts_are_there_and_missing_and_characters_are_whole() {
    let users = values(any::<UserBuf>());
    let is = |what: &dyn Fn(&UserBuf) -> bool| users.iter().any(what);
    assert!(is(&|it| it.port().is_none()) && is(&|it| it.port().is_some_and(|it| it == "")));
    assert!(is(&|it| it.host() == "") && is(&|it| 9 < it.host().as_str().len()));
    assert!(is(&|it| it.port().is_some_and(|it| 1 < it.as_str().len())));
    let texts = values(any::<TextBuf>());
    let widths: BTreeSet<usize> =
        texts.iter().flat_map(|it| it.as_str().chars().map(char::len_utf8)).collect();
    assert_eq!(widths, [1, 2, 3, 4].into());
}

#[test]
fn nested_rules_are_nested() {
    let nested = values(any::<ValueBuf>());
    let depth = |it: &ValueBuf| it.as_str().matches('[').count();
    assert!(nested.iter().any(|it| 3 < depth(it)) && nested.iter().any(|it| depth(it) == 0));
    assert!(nested.iter().any(|it| it.as_str().starts_with('{')));
    assert!(nested.iter().any(|it| it.as_str().contains(',')));
    let palindromes = values(any::<PalinBuf>());
    for it in &palindromes {
        let text = it.as_str().to_lowercase();
        assert!(text.len() % 2 == 1 && text.chars().rev().eq(text.chars()), "{text}");
    }
    let lengths: BTreeSet<usize> = palindromes.iter().map(|it| it.as_str().len()).collect();
    assert!([1, 3, 5, 7].iter().all(|it| lengths.contains(it)), "{lengths:?}");
    let sums = values(any::<SumBuf>());
    assert!(sums.iter().any(|it| it.as_str().contains('+') && it.as_str().contains('-')));
}

#[test]
fn lengths_are_those_that_are_asked_for() {
    let lengths = |texts: Vec<LettersBuf>| -> BTreeSet<usize> {
        texts.iter().map(|it| it.as_str().len()).collect()
    };
    let length = |range| any_with::<LettersBuf>(range);
    assert_eq!(lengths(values(length((30..=33).into()))), [30, 31, 32, 33].into());
    assert_eq!(lengths(values(length(0.into()))), [0].into());
    // No list is too deep to be parsed without a stack of the caller.
    assert_eq!(values(any_with::<ValueBuf>((0..=3000).into())).len(), 2000);
    // The rule has no longer texts, or no shorter ones.
    assert!(values(any_with::<TripleBuf>(50.into())).iter().all(|it| it.as_str().len() == 3));
    assert!(values(any_with::<UserBuf>(0.into())).iter().all(|it| it == "A@"));
}

#[test]
fn texts_shrink_to_texts() {
    assert_eq!(smallest(any::<LettersBuf>(), |it| it.as_str().len() < 5), "00000");
    assert_eq!(smallest(any::<UserBuf>(), |it| it.port().is_none()), "A@:");
    assert_eq!(smallest(any::<UserBuf>(), |it| it.host().as_str().len() < 3), "A@000");
    assert_eq!(smallest(any::<ValueBuf>(), |it| !it.as_str().contains("[[")), "[[]]");
    assert_eq!(smallest(any::<PalinBuf>(), |it| it.as_str().len() < 5).as_str().len(), 5);
    assert!(smallest(any::<SumBuf>(), |it| !it.as_str().contains('-')).as_str().len() < 6);
}

/// Makes a value from a fuzzer's data.
fn of_data<'a, T: Arbitrary<'a>>(data: &'a [u8]) -> arbitrary::Result<T> {
    Unstructured::new(data).arbitrary()
}

#[test]
fn rules_without_texts_have_no_strategy() {
    let config = Config { max_local_rejects: 20, ..Config::default() };
    let mut runner = TestRunner::new(config);
    assert!(any::<VoidBuf>().new_tree(&mut runner).is_err());
    assert!(of_data::<VoidBuf>(&[7; 100]).is_err());
}

#[test]
fn fuzzers_reach_the_same() {
    // Numbers of Lehmer's generator.
    let mut state = 1_u64;
    let mut bytes = |count| -> Vec<u8> {
        let mut next = |_| {
            state = state * 48271 % 0x7FFF_FFFF;
            (state >> 8).to_le_bytes()[0]
        };
        (0..count).map(&mut next).collect()
    };
    let (mut ports, mut longest, mut deep) = (0, 0, 0);
    for length in 0..500 {
        let data = bytes(length);
        let mut data = Unstructured::new(&data);
        let user: UserBuf = data.arbitrary().unwrap();
        ports += usize::from(user.port().is_some());
        longest = longest.max(user.as_str().len());
        let value: ValueBuf = data.arbitrary().unwrap();
        deep = deep.max(value.as_str().matches('[').count());
    }
    assert!(100 < ports && ports < 500 && 50 < longest && 2 < deep, "{ports} {longest} {deep}");
    // Without data, the text is a shortest one.
    assert_eq!(of_data::<UserBuf>(&[]).unwrap(), "A@");
    assert_eq!(of_data::<HostBuf>(&[]).unwrap(), "");
    assert_eq!(of_data::<ValueBuf>(&[0; 20]).unwrap(), "0");
}

#[test]
fn near_misses_are_one_edit_away() {
    let near = |text: &str| {
        let places = 0..=text.len();
        places.filter(|at| text.is_char_boundary(*at)).any(|at| {
            let (before, after) = text.split_at(at);
            let mut rest = after.chars();
            let removed = rest.next().is_some();
            let bytes = (0..0x80).map(char::from);
            let rest = rest.as_str();
            (removed && Triple::is_match(&format!("{before}{rest}")))
                || bytes.clone().any(|byte| Triple::is_match(&format!("{before}{byte}{after}")))
                || removed && bytes.clone().any(|byte| Triple::is_match(&format!("{before}{byte}{rest}")))
        })
    };
    let found: BTreeSet<String> = values(Triple::near_misses(0..9)).into_iter().collect();
    assert!(found.iter().all(|text| !Triple::is_match(text) && near(text)));
    // Each kind of edit.
    assert!(found.contains("") && found.iter().any(|text| text.len() == 4));
    assert!(found.iter().any(|text| text.len() == 1) && found.iter().any(|text| text.len() == 2));
    assert!(values(Value::near_misses(0..20)).iter().all(|text| !Value::is_match(text)));
    assert!(values(Palin::near_misses(0..9)).iter().all(|text| !Palin::is_match(text)));
    let config = Config { max_local_rejects: 20, ..Config::default() };
    assert!(Void::near_misses(0..9).new_tree(&mut TestRunner::new(config)).is_err());
}

/// Returns the message about a parser.
fn message(compare: impl FnOnce()) -> String {
    let compared = std::panic::catch_unwind(std::panic::AssertUnwindSafe(compare));
    let payload = compared.expect_err("the parser has a mistake");
    let found = payload.downcast_ref::<&str>().map(|&text| text.to_owned());
    found.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap()
}

#[test]
fn right_parsers_conform() {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    Triple::conforms(|text| (1..=3).contains(&text.len()) && digits(text));
    Letters::conforms(|text| text.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    Letters::conforms_bytes(|text| text.iter().all(u8::is_ascii_alphanumeric));
    Text::conforms(|text| text.chars().all(|it| (' '..='~').contains(&it) || '\u{80}' <= it));
    Palin::conforms(|text| {
        let text = text.to_ascii_lowercase();
        let letters = text.bytes().all(|byte| matches!(byte, b'a' | b'b'));
        text.len() % 2 == 1 && letters && text.bytes().rev().eq(text.bytes())
    });
    Sum::conforms(|text| text.split(['+', '-']).all(|num| !num.is_empty() && digits(num)));
    User::conforms(User::is_match);
    Value::conforms(Value::is_match);
    Choice::conforms(Choice::is_match);
    Void::conforms(|_| false);
}

/// For each mistake, the shortest text with it.
#[test]
fn planted_mistakes_are_found() {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let triple = |is_right: &dyn Fn(&str) -> bool| message(|| Triple::conforms(is_right));
    let found = triple(&|text| (1..=4).contains(&text.len()) && digits(text));
    assert!(found.contains("it accepts \"0000\": invalid triple at byte 3"), "{found}");
    let found = triple(&|text| (2..=3).contains(&text.len()) && digits(text));
    assert!(found.contains("it rejects \"0\", which matches"), "{found}");
    let found = triple(&|text| (0..=3).contains(&text.len()) && digits(text));
    assert!(found.contains("it accepts \"\": invalid triple at byte 0"), "{found}");
    let found = triple(&|text| {
        (1..=3).contains(&text.len()) && text.bytes().all(|byte| (b'0'..=b':').contains(&byte))
    });
    assert!(found.contains("it accepts \":\": "), "{found}");
    let found = triple(&|text| text.parse::<u16>().is_ok_and(|number| number < 1000));
    assert!(found.contains("it accepts \"+0\": "), "{found}");
    let found = triple(&|text| Triple::is_match(text.trim_end_matches('\n')));
    assert!(found.contains(r#"it accepts "0\n": "#), "{found}");
    let found = triple(&|text| Triple::is_match(text.split('\0').next().unwrap()));
    assert!(found.contains(r#"it accepts "0\0": "#), "{found}");
    let found = message(|| Choice::conforms(|text| Choice::is_match(text) && text != "bcd"));
    assert!(found.contains("rejects \"bcd\""), "{found}");
    let found = message(|| Choice::conforms(|text| Choice::is_match(&text.replace('z', "Z"))));
    assert!(found.contains("accepts \"z\""), "{found}");
    // A bound of the length.
    let found = message(|| Letters::conforms(|text| Letters::is_match(text) && text.len() < 256));
    let text = found.split('"').nth(1).unwrap();
    assert_eq!(text.len(), 256, "{found}");
    // Nesting that is not counted.
    let found = message(|| Value::conforms(|text| Value::is_match(text.trim_end_matches(']'))));
    assert!(found.contains("disagree on"), "{found}");
    let found = message(|| Text::conforms_bytes(|text| !text.contains(&b'\n')));
    assert!(found.contains("it accepts b\"\\x80\""), "{found}");
}

/// Texts with two mistakes do not hide one of them, and many texts with one do not hide those with another.
#[test]
fn mistakes_are_kept_apart() {
    let user = |text: &str, is_right: &dyn Fn(&str, &str) -> bool| {
        let (name, rest) = text.split_once('@')?;
        let (host, port) = rest.split_once(':').unwrap_or((rest, ""));
        let all = [name, host, port].concat();
        (all.bytes().all(|it| it.is_ascii_alphanumeric()) && is_right(name, port)).then_some(())
    };
    // Digits in names, and letters in ports.
    let found = message(|| User::conforms(|text| user(text, &|name, _| !name.is_empty()).is_some()));
    assert!(found.contains("accepts \"0@\": invalid name at byte 0"), "{found}");
    assert!(found.contains("accepts \"a@:a\": invalid port at byte 3"), "{found}");
    // Names of one letter, and ports of eight digits.
    let is_right = |name: &str, port: &str| name.len() < 2 && port.len() <= 8;
    let found = message(|| User::conforms(|text| User::is_match(text) && user(text, &is_right).is_some()));
    assert!(found.contains("it rejects \"aa@\", ") && found.contains("it rejects \"a@:000000000\", "), "{found}");
}

/// At most ten texts, shortest first.
#[test]
fn the_message_is_bounded() {
    let found = message(|| Letters::conforms(|text| !Letters::is_match(text)));
    let texts: Vec<&str> = found.lines().skip(1).collect();
    assert!((1..=10).contains(&texts.len()), "{found}");
    let lengths: Vec<usize> = texts.iter().map(|line| line.split('"').nth(1).unwrap().len()).collect();
    assert!(lengths[0] == 0 && lengths.is_sorted(), "{found}");
    let found = message(|| Letters::conforms(|_| panic!("oh")));
    assert_eq!(found, "oh");
}
