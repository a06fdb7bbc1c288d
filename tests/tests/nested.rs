//! Generated matchers of nested rules agree with the compiler's interpreter, which agrees with
//! the reference: verdict, offset, expected bytes, longest prefix; for whole texts, for
//! texts in pieces, and with the caller's stack.

mod json;
mod matchers;
mod self_hosting;

use abnfc::automata::language::Language;
use abnfc::automata::rules::automata;
use abnfc::automata::shape::shape;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::ReadOptions;
use conformance::languages;
use conformance::reference::Recogniser;
use conformance::strings::{Members, Random, alphabet, exhaustive, mutate};
use matchers::generated::nested;
use matchers::{Judge, NESTED, Outcome};

/// Strings for each rule of the exhaustive run, and their greatest length.
const SHORT: usize = 1000;
const LENGTH: usize = 24;
/// Random members of each rule, each with three mutants.
const RANDOM: usize = 50;
/// The reference reads one in `SAMPLE_OF_REFERENCE` random texts, up to this length.
const SAMPLE_OF_REFERENCE: usize = 5;
const MAX_REFERENCE_LENGTH: usize = 60;
/// Random texts of the general engine, whose interpreter is slow on ambiguous rules, are cut to
/// this length.
const MAX_GENERAL_LENGTH: usize = 30;

fn resolved(file: &str) -> Resolved {
    let text = std::fs::read(format!("grammars/nested/{file}")).expect("it is in the repository");
    let read = abnfc::read(file, &text, &[], &ReadOptions::default());
    read.unwrap_or_else(|errors| panic!("{errors}")).resolved
}

/// Compares the verdicts of generated code with those of the interpreter.
fn compare(language: &Language, judge: Judge, text: &[u8]) {
    let Some(found) = judge(text) else { return };
    let mismatch = language.check(text).err();
    let of_language = languages::judge(language, text);
    let expected = Outcome {
        error: mismatch.map(|it| (it.offset, it.expected, it.end)),
        longest_prefix: found.longest_prefix.map(|_| of_language.longest_prefix),
    };
    // A prefix of a text is a `str` too.
    assert_eq!(found, expected, "{}", text.escape_ascii());
}

/// Compares all rules of all grammars, with `members_of_rule` random members each. Returns the
/// number of random texts, and how many of them matched.
fn run(members_of_rule: usize) -> (usize, usize) {
    let (mut texts, mut matched) = (0, 0);
    for &(file, judges) in NESTED {
        let grammar = resolved(file);
        let rules: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
        let automata = automata(&grammar, &shape(&grammar), &rules, &Limits::default());
        let members = Members::new(&grammar);
        let mut random = Random::new(9);
        for &(name, judge) in judges {
            let rule = grammar.find(name).expect("it is in the grammar");
            let language = automata.language(rule).expect("it is compiled");
            let alphabet = alphabet(&grammar, rule);
            let mut recogniser = Recogniser::new(&grammar, rule);
            exhaustive(&mut recogniser, &alphabet, SHORT, LENGTH, |text, read| {
                let agreed = languages::agree(&language, text, read, &alphabet);
                agreed.unwrap_or_else(|why| panic!("{file} {name}: {why}"));
                compare(&language, judge, text);
            });
            let mut last = b"-".to_vec();
            for index in 0..members_of_rule {
                let member = members.member(rule, &mut random).expect("the rule has texts");
                let mutants = [(); 3].map(|()| mutate(&member, &last, &alphabet, &mut random));
                for text in mutants.iter().chain([&member]) {
                    let is_general = matches!(language, Language::General(..));
                    let longest = if is_general { MAX_GENERAL_LENGTH } else { text.len() };
                    let text = &text[..text.len().min(longest)];
                    compare(&language, judge, text);
                    texts += 1;
                    matched += usize::from(language.check(text).is_ok());
                    if index % SAMPLE_OF_REFERENCE == 0 && text.len() <= MAX_REFERENCE_LENGTH {
                        recogniser.judge(text);
                        let agreed = languages::agree(&language, text, &recogniser, &alphabet);
                        agreed.unwrap_or_else(|why| panic!("{file} {name}: {why}"));
                    }
                }
                last = member;
            }
        }
    }
    println!("{texts} random texts, {matched} matched");
    (texts, matched)
}

#[test]
fn generated_code_agrees() {
    let (texts, matched) = run(RANDOM);
    assert!(texts / 4 <= matched && matched < texts * 3 / 4, "{matched} of {texts}");
}

/// The numbers of the types are those of the nested rules, in the order of the grammar.
type JsonText<'a> = nested::json::Rule0<'a>;
type Palindrome<'a> = nested::shapes::Rule0<'a>;
type Ambiguous<'a> = nested::shapes::Rule1<'a>;

#[test]
fn deep_texts_need_a_stack() {
    const DEPTH: usize = 100_000;
    let text = ["[".repeat(DEPTH), "]".repeat(DEPTH)].concat();
    let error = JsonText::parse(&text).expect_err("the stack is smaller");
    assert!(error.is_too_deep() && error.offset() == JsonText::MAX_DEPTH);
    assert!(!JsonText::is_match(&text));
    let within = ["[".repeat(JsonText::MAX_DEPTH), "]".repeat(JsonText::MAX_DEPTH)].concat();
    assert!(JsonText::parse(&within).is_ok() && JsonText::is_match(&within));
    let mut matcher = JsonText::matcher();
    let pushed = matcher.push(text.as_bytes()).expect_err("so is that of a matcher");
    assert_eq!(pushed, error);
    let mut stack = vec![0; DEPTH];
    assert!(JsonText::parse_with_stack(&text, &mut stack).is_ok());
    let error = JsonText::parse_with_stack(&text, &mut stack[1..]).expect_err("one too few");
    assert!(error.is_too_deep() && error.offset() == DEPTH - 1);
    // The text is wrong before it is too deep.
    let error = JsonText::parse_with_stack("[[}]", &mut [0; 2]).expect_err("a wrong bracket");
    assert!(!error.is_too_deep() && error.offset() == 2);
}

#[test]
fn the_general_engine_takes_no_call_stack() {
    const DEPTH: usize = 2000;
    let text = ["a".repeat(DEPTH), "b".repeat(DEPTH)].concat();
    let error = Palindrome::parse(&text).expect_err("no palindrome");
    assert!(!error.is_too_complex());
    assert!(Ambiguous::is_match(&"a".repeat(200)));
}
