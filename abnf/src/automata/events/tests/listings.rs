//! Repeated parts: listings of transducers, their equality, and limits. The conformance package
//! compares them with the preferred derivation.

use crate::automata::events::{Transducer, repeated};
use crate::automata::shape::shape;
use crate::automata::tagged::Tagging;
use crate::automata::tagged::parts::Part;
use crate::diagnostic::Code;
use crate::diagnostic::Diagnostic;
use crate::limits::Limits;
use crate::spec::ReadOptions;

/// The part `p` in the rule `r`; a part of several rules is written `p/q`.
fn compile(text: &str, part: &str, limits: &Limits) -> Result<Transducer, Diagnostic> {
    let read = crate::read("test.abnf", text.as_bytes(), &[], &ReadOptions::default());
    let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    let rule = |name: &str| grammar.find(name).expect("the rule is in the grammar");
    let part = Part { name: part.to_owned(), rules: part.split('/').map(rule).collect() };
    let shapes = shape(&grammar);
    repeated(&Tagging::new(&grammar, &shapes, limits), rule("r"), &part)
}

fn made(text: &str, part: &str) -> Transducer {
    compile(text, part, &Limits::default()).unwrap_or_else(|error| panic!("{}", error.message))
}

#[test]
fn the_listing_shows_each_event_and_its_offset() {
    let labels = made("r = *( p \".\" ) q [ \".\" ]\np = 1*%s\"a\"\nq = 1*%s\"a\"\n", "p/q");
    let expected = "\
3 states, 3 byte classes, lookahead 2
>    : open
    0:
        [a] -> 1
*   1: close 1
        [.] -> 2
        [a] -> 1
*   2: close 1@-1
        [a] -> 1 close 0@-2 open@-1
";
    assert_eq!(labels.to_string(), expected);
    assert_eq!(labels.lookahead(), 2);
    assert_eq!(labels.occurrences(b"a.aa."), Some(vec![(0, 0, 1), (1, 2, 4)]));
    assert_eq!(labels.occurrences(b"a..a"), None);
    assert_eq!(labels.occurrences(b""), None);
}

#[test]
fn equal_functions_have_equal_transducers() {
    let list = made("r = p *(\",\" p)\np = *%s\"a\"\n", "p");
    for other in [
        "r = *(p \",\") p\np = *%s\"a\"\n",
        "r = p \",\" r / p\np = *%s\"a\"\n",
        "r = p [s] / p \",\" p\ns = 1*(\",\" p)\np = %s\"a\" p / \"\"\n",
    ] {
        assert_eq!(made(other, "p"), list, "{other}");
    }
    assert_eq!(list.state_count(), 1);
    assert_ne!(made("r = p *(\";\" p)\np = *%s\"a\"\n", "p"), list);
    assert_ne!(made("r = [p] *(\",\" 1*p)\np = 1*%s\"a\"\n", "p"), list);
}

/// No event is reported for a rule without the part, or without texts.
#[test]
fn the_part_may_never_occur() {
    let never = made("r = *%s\"a\"\np = %s\"a\"\n", "p");
    let expected = "1 states, 2 byte classes, lookahead 0\n>    :\n*   0:\n        [a] -> 0\n";
    assert_eq!(never.to_string(), expected);
    let empty = made("r = p r\np = %s\"a\"\n", "p");
    assert_eq!((empty.state_count(), empty.end(Transducer::START)), (1, None));
    assert_eq!(empty.occurrences(b"a"), None);
}

#[test]
fn limits_are_kept() {
    // The automaton must remember which of the last two hundred bytes were an `a`.
    let far = "r = *(p / %s\"b\") %s\"a\" 200(%s\"a\" / %s\"b\")\np = %s\"a\"\n";
    let code = |limits: Limits| compile(far, "p", &limits).expect_err("it is too large").code;
    assert_eq!(code(Limits { dfa_states: 1_000, ..Limits::default() }), Code::StateLimit);
    assert_eq!(code(Limits { subset_work: 10_000, ..Limits::default() }), Code::WorkLimit);
    assert_eq!(code(Limits { nfa_states: 100, ..Limits::default() }), Code::NfaLimit);
    // All events at one offset are reported together, within a limit.
    let many = |count| format!("r = {count}p\np = *1%s\"a\"\n");
    let few = compile(&many(50), "p", &Limits::default()).expect("within the limits");
    assert_eq!(few.occurrences(b"aa").map(|found| found.len()), Some(50));
    let error = compile(&many(2_000), "p", &Limits::default()).expect_err("too much");
    assert_eq!(error.code, Code::WorkLimit);
}
