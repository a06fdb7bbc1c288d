//! Tagged automata: how often parts occur, what is refused, and how they are listed.
//! That they find the preferred derivation is tested in the conformance package.

use crate::automata::pattern::pattern;
use crate::automata::shape::shape;
use crate::automata::superset::superset;
use crate::automata::tagged::parts::{Depth, MAX_TAGS, Occurrences, Part, occurrences};
use crate::automata::tagged::tdfa::Tdfa;
use crate::automata::tagged::{Tagging, tagged};
use crate::grammar::{Resolved, RuleId};
use crate::limits::Limits;
use crate::spec::ReadOptions;
use std::collections::BTreeSet;
use std::sync::Arc;

fn resolved(text: &str) -> Resolved {
    let read = crate::read("test.abnf", text.as_bytes(), &[], &ReadOptions::default());
    read.unwrap_or_else(|errors| panic!("{errors}")).resolved
}

fn rule(grammar: &Resolved, name: &str) -> RuleId {
    grammar.find(name).expect("the rule is in the grammar")
}

fn part(grammar: &Resolved, name: &str) -> Part {
    Part { name: name.to_owned(), rules: BTreeSet::from([rule(grammar, name)]) }
}

fn automaton(grammar: &Resolved, of: &str, parts: &[Part]) -> Tdfa {
    let limits = Limits::default();
    let shapes = superset(grammar, &limits);
    tagged(&Tagging::new(grammar, &shapes, &limits), rule(grammar, of), parts).expect("regular")
}

/// The offsets of the parts.
fn places(tdfa: &Tdfa, text: &str) -> Option<Vec<Option<(usize, usize)>>> {
    let parts = tdfa.locate(text.as_bytes())?;
    Some(parts.into_iter().map(|part| part.map(|part| (part.begin, part.end))).collect())
}

fn error(text: &str, of: &str, parts: &[&str], limits: &Limits) -> (&'static str, String) {
    let grammar = resolved(text);
    let parts: Vec<Part> = parts.iter().map(|name| part(&grammar, name)).collect();
    let shapes = superset(&grammar, limits);
    let tagging = Tagging::new(&grammar, &shapes, limits);
    let error = tagged(&tagging, rule(&grammar, of), &parts).expect_err("it is refused");
    (error.code.as_str(), error.message)
}

#[test]
fn occurrences_are_counted_in_every_derivation() {
    let grammar = resolved(
        "p = \"p\"
once = p \"x\" / \"y\" p
option = [p]
either = p / \"x\"
two = p p
many = *p
exactly = 1*1p
nothing = 0p
deep = \"x\" once
recursive = p recursive / \"x\"
beside = many2 p
many2 = \"x\" many2 / \"x\"
round = \"x\" around / \"y\"
around = \"x\" round / p
",
    );
    let (shapes, part) = (shape(&grammar), part(&grammar, "p"));
    let bounds = |name: &str| {
        let found = occurrences(&grammar, &shapes, rule(&grammar, name), &part, Depth::Any);
        (found.min, found.max)
    };
    for (name, expected) in [
        ("once", (1, 1)),
        ("option", (0, 1)),
        ("either", (0, 1)),
        ("two", (2, 2)),
        ("many", (0, 2)),
        ("exactly", (1, 1)),
        ("nothing", (0, 0)),
        ("deep", (1, 1)),
        ("recursive", (0, 2)),
        ("beside", (1, 1)),
        ("round", (0, 2)),
        ("around", (0, 2)),
    ] {
        assert_eq!(bounds(name), expected, "{name}");
    }
}

#[test]
fn the_outer_one_of_two_counts() {
    let grammar = resolved("r = a\na = \"x\" [b]\nb = \"y\"\n");
    let rules = BTreeSet::from([rule(&grammar, "a"), rule(&grammar, "b")]);
    let parts = [Part { name: "either".to_owned(), rules }];
    let tdfa = automaton(&grammar, "r", &parts);
    assert_eq!(places(&tdfa, "xy"), Some(vec![Some((0, 2))]));
    assert_eq!(places(&tdfa, "x"), Some(vec![Some((0, 1))]));
    assert_eq!(places(&tdfa, "y"), None);
}

/// The direct part of a host is the address among its alternatives, not an address at the end of
/// another one.
#[test]
fn direct_parts_are_those_that_the_definition_names() {
    let grammar = resolved(
        "host = long / address\nlong = \"[\" address \"]\"\naddress = 1*DIGIT\nmany = address long\n",
    );
    let (shapes, limits) = (shape(&grammar), Limits::default());
    let parts = [part(&grammar, "address"), part(&grammar, "long")];
    let patterns = Arc::new(pattern(&grammar, &shapes));
    let tagging = Tagging::of_patterns(&grammar, &shapes, patterns, &limits, Depth::Direct);
    let places_in = |name: &str, text: &str| {
        places(&tagged(&tagging, rule(&grammar, name), &parts).expect("regular"), text)
    };
    assert_eq!(places_in("host", "[1]"), Some(vec![None, Some((0, 3))]));
    assert_eq!(places_in("host", "1"), Some(vec![Some((0, 1)), None]));
    assert_eq!(places_in("many", "1[2]"), Some(vec![Some((0, 1)), Some((1, 4))]));
    let count =
        |name: &str, depth| occurrences(&grammar, &shapes, rule(&grammar, name), &parts[0], depth);
    assert_eq!(count("many", Depth::Direct), Occurrences { min: 1, max: 1 });
    assert_eq!(count("many", Depth::Any), Occurrences { min: 2, max: 2 });
}

#[test]
fn what_cannot_be_located_is_refused() {
    let limits = Limits::default();
    let repeated = error("r = *p\np = \"p\"\n", "r", &["p"], &limits);
    assert_eq!(repeated.0, "repeated-part");
    assert_eq!(repeated.1, "part `p` can occur more than once in a text of `r`");
    let nested = error("r = \"(\" [r] \")\" p\np = \"p\"\n", "r", &["p"], &limits);
    assert_eq!(nested.0, "nested-rule");
    let recursive = error("r = \"x\" p\np = r / \"y\"\n", "r", &["p"], &limits);
    assert_eq!(recursive.0, "recursive-part");
    assert_eq!(error("r = p <words>\np = \"p\"\n", "r", &["p"], &limits).0, "prose-value");
    assert_eq!(
        error("r = p\np = \"p\"\n", "r", &["p"; MAX_TAGS / 2 + 1], &limits).0,
        "too-many-parts"
    );
}

#[test]
fn left_recursion_is_taken_apart_where_there_is_one_derivation() {
    let grammar = resolved("r = a *%s\"z\"\na = %s\"y\" / a %s\"x\"\n");
    let parts = [part(&grammar, "a")];
    let tdfa = automaton(&grammar, "r", &parts);
    assert_eq!(places(&tdfa, "yxxz"), Some(vec![Some((0, 3))]));
    // Here the earlier alternative makes `a` as short as possible, but the automaton
    // meets the longer one first.
    let text = "r = a *%s\"x\"\na = %s\"y\" / a %s\"x\"\n";
    assert_eq!(error(text, "r", &["a"], &Limits::default()).0, "ambiguous-left-recursion");
}

#[test]
fn a_rule_that_embeds_itself_and_is_regular_is_a_part_but_has_none() {
    const SET: &str = "set = p *(%s\",\" set)\np = 1*%s\"x\"\n";
    let grammar = resolved(&format!("r = set %s\"!\" *%s\"x\"\n{SET}"));
    let tdfa = automaton(&grammar, "r", &[part(&grammar, "set")]);
    assert_eq!(places(&tdfa, "x,xx!x"), Some(vec![Some((0, 4))]));
    assert_eq!(places(&tdfa, "x,!"), None);
    let error =
        |rules: &str, of, part| error(&format!("{rules}{SET}"), of, &[part], &Limits::default());
    // The end of the set depends on preference, which its automaton does not have.
    let ambiguous = error("r = set *%s\"x\"\n", "r", "set");
    let message = "`r` is ambiguous, and `set` embeds itself in its texts";
    assert_eq!(ambiguous, ("ambiguous-recursion", message.to_owned()));
    assert_eq!(error("", "set", "p").0, "repeated-part");
    assert_eq!(error("r = set %s\"!\"\n", "r", "p").0, "repeated-part");
    let through = error("r = a %s\"!\"\na = a %s\",\" b / b\nb = p / a\n", "r", "b");
    assert_eq!(through.0, "recursive-part");
}

#[test]
fn passing_a_limit_is_an_error() {
    let limits = Limits { nfa_states: 50, ..Limits::default() };
    assert_eq!(error("r = p\np = 100\"p\"\n", "r", &["p"], &limits).0, "nfa-limit");
    let limits = Limits { dfa_states: 50, ..Limits::default() };
    assert_eq!(error("r = p\np = 100\"p\"\n", "r", &["p"], &limits).0, "state-limit");
    let limits = Limits { subset_work: 50, ..Limits::default() };
    assert_eq!(error("r = p\np = 100\"p\"\n", "r", &["p"], &limits).0, "work-limit");
}

#[test]
fn the_listing_shows_registers() {
    let grammar = resolved("r = [x \":\"] y\nx = 1*%s\"a\"\ny = *%s\"a\"\n");
    let parts = [part(&grammar, "x"), part(&grammar, "y")];
    let tdfa = automaton(&grammar, "r", &parts);
    let expected = "\
4 states, 3 byte classes, 2 registers, 2 slots
x: 0..s0 if s0
y: s1..end always
*   0: [- here] x y
        [a] -> 1 r1=here
*   1: [- r1] x y
        [:] -> 2 r0=here
        [a] -> 1
*   2: [r0 here] y!
        [a] -> 3 r1=here
*   3: [r0 r1] y!
        [a] -> 3
";
    assert_eq!(tdfa.to_string(), expected);
}

/// The contexts at errors, for rules with located parts.
#[test]
fn the_innermost_certain_part_is_named() {
    let grammar = resolved(
        "authority = server / reg-name
server = host [\":\" port]
host = 1*ALPHA
port = *DIGIT
reg-name = 1*(ALPHA / DIGIT / \":\")
",
    );
    let named = |of: &str, text: &str| {
        let parts = ["server", "host", "port", "reg-name"];
        let mut parts: Vec<Part> = parts.map(|name| part(&grammar, name)).to_vec();
        parts.retain(|part| part.name != of);
        let rules = BTreeSet::from(["server", "reg-name"].map(|name| rule(&grammar, name)));
        parts.push(Part { name: "kind".to_owned(), rules });
        let tdfa = automaton(&grammar, of, &parts);
        let mut state = Tdfa::START;
        for byte in text.bytes() {
            state = tdfa.next(state, byte).expect("a prefix").target;
        }
        let name = |part: usize| tdfa.parts()[part].name.clone();
        let known = tdfa.context(state);
        let possible: Vec<String> = known.possible.iter().map(|&part| name(part)).collect();
        (known.certain.map(name), possible.join(" "))
    };
    // In a server, the text after the colon is a port, even if it is empty.
    assert_eq!(named("server", "h:"), (Some("port".to_owned()), "port".to_owned()));
    assert_eq!(named("server", "h:80"), (Some("port".to_owned()), "port".to_owned()));
    assert_eq!(named("server", "h"), (Some("host".to_owned()), "host".to_owned()));
    assert_eq!(named("server", ""), (Some("host".to_owned()), "host".to_owned()));
    // In an authority it may be a registry name.
    assert_eq!(named("authority", "h:80"), (None, "server port reg-name".to_owned()));
    assert_eq!(named("authority", "8"), (Some("reg-name".to_owned()), "reg-name".to_owned()));
}
