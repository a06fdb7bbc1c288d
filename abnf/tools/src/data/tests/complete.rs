//! Every short text of random grammars is read, and its data is written and read again. So the
//! writer finds a text of all data that has a short one. All texts with the same data have the same
//! parts in the same order.

use super::super::read_node::table;
use super::{Plan, read, with_spec, write};
use abnfc::automata::trees::derive::derive;
use abnfc::grammar::RuleId;
use abnfc::plan::model::{Datum, Known, NodeField, Value};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The characters of the texts. Some definitions use all of them.
pub(super) const ALPHABET: &[u8] = b"ab1-,";

/// The greatest length of texts in bytes.
const LENGTH: usize = 5;

const DEFINITIONS: [&str; 14] = [
    "1*\"a\"",
    "*\"a\"",
    "\"a\" / \"b\"",
    "1*( \"a\" / \"b\" )",
    "1*2DIGIT",
    "2DIGIT",
    "[ \"-\" ] DIGIT",
    "1*( \"a\" / \",\" )",
    "\"ab\" / \"a\"",
    "[ \"a\" ] \"-\" 1*\"b\"",
    "q \"-\" [ t ]",
    "*( q / t )",
    "1*q [ \",\" t ]",
    "\"a\" / t",
];

/// An expression over the rules `p`, `q` and `t`, and over `more` of them.
fn expr(random: &mut Rng, depth: usize, more: &[&str]) -> String {
    let kinds = if depth == 0 { 5 } else { 10 };
    if !more.is_empty() && random.u8(0..3) == 0 {
        return more[random.usize(0..more.len())].to_owned();
    }
    match random.usize(0..kinds) {
        0 => "p".to_owned(),
        1 => "q".to_owned(),
        2 => "t".to_owned(),
        3 => "\"-\"".to_owned(),
        4 => "\",\"".to_owned(),
        5 => format!("[ {} ]", expr(random, depth - 1, more)),
        6 => format!("*( {} )", expr(random, depth - 1, more)),
        7 => format!("( {} / {} )", expr(random, depth - 1, more), expr(random, depth - 1, more)),
        _ => format!("{} {}", expr(random, depth - 1, more), expr(random, depth - 1, more)),
    }
}

/// A grammar without settings.
pub(super) fn grammar(random: &mut Rng) -> (String, String) {
    let text = match random.usize(0..2) {
        0 => format!("r = {}\n", expr(random, 3, &[])),
        _ => format!("r = {} / {}\n", expr(random, 2, &[]), expr(random, 2, &[])),
    };
    (text + &parts(random), String::new())
}

/// The definition of a rule `r` that contains itself between brackets.
fn recursion(random: &mut Rng) -> String {
    let own = ["r", "[ r ]", "*( r )", "r \"-\" r", "n", "*( n \"-\" )"];
    let [end, inner, n] = [&[][..], &own, &own].map(|more: &[&str]| expr(random, 2, more));
    format!("r = {end} / \"-\" {inner} \",\"\nn = \"a\" {n}\n")
}

/// A recursive grammar without settings.
pub(super) fn recursive(random: &mut Rng) -> (String, String) {
    (recursion(random) + &parts(random), String::new())
}

/// The rules of the parts.
fn parts(random: &mut Rng) -> String {
    let mut text = String::new();
    // Only `p` has parts.
    for (name, count) in [("p", DEFINITIONS.len()), ("q", 10), ("t", 10)] {
        let definition = DEFINITIONS[random.usize(0..count)];
        writeln!(text, "{name} = {definition}").expect(STRING);
    }
    text
}

const STRING: &str = "writing to a string cannot fail";

/// Definitions with settings in a spec file.
const REQUESTS: [(&str, &str); 19] = [
    ("\"a\" / \",\"", "value = \"char\""),
    ("%x61-62 / \"1\"", "value = \"byte\""),
    ("\"a\" / \"1\"", "value = { type = \"bool\", true = \"a\", false = \"1\" }"),
    ("[ \"-\" ]", "value = { type = \"bool\", true = \"-\", false = \"\" }"),
    ("\"ab\" / \"b\"", "value = { type = \"bool\", true = \"B\", false = \"ab\" }"),
    ("*\"-\"", "value = \"unit\""),
    ("*\"-\"", "value = \"unit\"\nwrite = \"--\""),
    ("1*( \"a\" / \"1\" )", "value = \"unit\""),
    ("*( \"a\" / \",\" )", "value = \"unit\"\nwrite = \"a,\""),
    ("1*( \"b\" / \",\" )", "value = \"unit\"\nwrite = \"B\"\ncase = \"upper\""),
    ("\"-\" / \"b1\"", "write = \"b1\""),
    ("\"a\" / \"b\"", "value = \"unit\"\nwrite = \"b\""),
    ("\"-\" / \",\"", "write = \"-\""),
    ("1*3( \"1\" / \",\" ) \"1\"", "value = { type = \"u16\", separator = \",\" }"),
    ("1*2\"1\" *2( \",\" 2\"1\" )", "value = { type = \"u64\", separator = \",\" }"),
    ("*\",\" ( \"a\" / \"b1\" )", "value = { type = \"u64\", radix = 16, separator = \",\" }"),
    (
        "*2( \",\" \"1\" ) 1*2\"1\"",
        "value = { type = \"u8\", separator = \",\" }\nrange = [0, 110]",
    ),
    ("1*( \"a\" / \"b\" )", ""),
    ("1*2DIGIT", ""),
];

/// A grammar whose rules have settings.
pub(super) fn with_requests(random: &mut Rng) -> (String, String) {
    let text = format!("r = {}\n", expr(random, 3, &[]));
    requests(random, text)
}

/// A recursive grammar whose rules have settings.
fn recursive_with_requests(random: &mut Rng) -> (String, String) {
    let text = recursion(random);
    requests(random, text)
}

/// Adds the rules of the parts, with settings.
fn requests(random: &mut Rng, mut text: String) -> (String, String) {
    let mut settings = "[rules.r]\ncase = \"upper\"\n".to_owned();
    let parts = ["q \"-\" [ t ]", "*( q / t )", "1*q [ \",\" t ]", "\"a\" / t", "[ t ] q"];
    writeln!(text, "p = {}", parts[random.usize(0..parts.len())]).expect(STRING);
    for name in ["q", "t"] {
        let (definition, setting) = REQUESTS[random.usize(0..REQUESTS.len())];
        writeln!(text, "{name} = {definition}").expect(STRING);
        writeln!(settings, "[rules.{name}]\n{setting}").expect(STRING);
    }
    (text, settings)
}

/// All texts of an alphabet, short ones first.
pub(super) fn texts(alphabet: &[u8], length: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut first = 0;
    for _ in 0..length {
        let end = all.len();
        for index in first..end {
            for &byte in alphabet {
                all.push([&all[index][..], &[byte]].concat());
            }
        }
        first = end;
    }
    all
}

/// The rules of the parts of a text, in the order of the text. `None` if a part is empty, so that it has
/// no place among those that begin where it does.
fn order(plan: &Plan, rule: usize, text: &[u8]) -> Option<Vec<RuleId>> {
    if let Datum::Node(node) = plan.datum(rule) {
        return Some(order_of_node(plan, node, text));
    }
    let view = &plan.selection.rules[rule].view;
    let once = view.tdfa.iter().flat_map(|tdfa| tdfa.locate(text).expect("the text matches"));
    let once = once.flatten().map(|part| (part.begin, part.end, part.rule));
    let repeated = view.repeated.iter().flat_map(|it| {
        let found = it.transducer.occurrences(text).expect("the text matches").into_iter();
        found.map(|(number, begin, end)| (begin, end, it.part.rules[number]))
    });
    // Data leaves out rules without a value.
    let is_kept = |&(.., id): &(usize, usize, RuleId)| {
        let index = plan.selection.rules.iter().position(|it| it.id == id);
        index.is_none_or(|it| plan.module.rules[it].value != Some(Value::Unit))
    };
    // Parts of several rules contain others.
    let all: BTreeSet<_> = once.chain(repeated).filter(is_kept).collect();
    let is_seen = all.iter().all(|(begin, end, _)| begin < end);
    is_seen.then(|| all.into_iter().map(|part| part.2).collect())
}

/// As [`order`], for the direct parts of a node.
fn order_of_node(plan: &Plan, node: usize, text: &[u8]) -> Vec<RuleId> {
    let shown = &plan.selection.trees.as_ref().expect("the rule has trees").trees.shown;
    let tables = plan.trees.as_ref().expect("the rule has trees");
    let nodes = derive(tables, shown[table(plan).nodes[node].number], text).expect("it has a tree");
    let fields = &plan.module.records.node(node).expect("the node has data").fields;
    let numbers = fields.iter().flat_map(|NodeField { what, .. }| table(plan).numbers(*what));
    let symbols: BTreeSet<RuleId> = numbers.map(|number| shown[number]).collect();
    let children = nodes.iter().filter(|it| it.depth == 1 && symbols.contains(&it.rule));
    children.map(|it| it.rule).collect()
}

/// The data of short texts that differs.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) written: usize,
    /// The written texts that need not be read back.
    decided: usize,
    /// The written texts that are longer than another text with the same data: the shortest filler is
    /// chosen for each part alone.
    longer: usize,
    /// The grammars, the texts and the errors for whose data no text was found.
    pub(super) lost: Vec<String>,
}

fn check(
    grammars: usize,
    make: fn(&mut Rng) -> (String, String),
    is_wanted: fn(&Datum) -> bool,
) -> Counts {
    check_texts(&texts(ALPHABET, LENGTH), grammars, make, (is_wanted, order))
}

/// As [`check`], where rules with values of one type can be alternatives of one part.
fn check_unordered(
    grammars: usize,
    make: fn(&mut Rng) -> (String, String),
    is_wanted: fn(&Datum) -> bool,
) -> Counts {
    check_texts(&texts(ALPHABET, LENGTH), grammars, make, (is_wanted, |_, _, _| None))
}

/// Returns the rules of the parts of a text in their order, if it is known.
pub(super) type Order = fn(&Plan, usize, &[u8]) -> Option<Vec<RuleId>>;

/// Reads texts by grammars, and writes their data.
pub(super) fn check_texts(
    texts: &[Vec<u8>],
    grammars: usize,
    make: fn(&mut Rng) -> (String, String),
    (is_wanted, order): (fn(&Datum) -> bool, Order),
) -> Counts {
    let mut random = Rng::with_seed(5);
    let mut counts = Counts::default();
    for _ in 0..grammars {
        let (grammar, settings) = make(&mut random);
        let plan = with_spec(&grammar, &settings);
        let grammar = format!("{grammar}{settings}");
        let rule = plan.rule("r").filter(|&rule| is_wanted(&plan.datum(rule)));
        let Some(rule) = rule else { continue };
        let is_decided = match plan.datum(rule) {
            Datum::Node(node) => {
                plan.module.records.node(node).is_some_and(|it| it.known() >= Known::Data)
            }
            Datum::Record(rule) => {
                plan.module.records.record(rule).is_some_and(|it| it.known() >= Known::Data)
            }
            _ => false,
        };
        let mut known: BTreeMap<String, Option<Vec<RuleId>>> = BTreeMap::new();
        for text in texts {
            let Ok(data) = read(&plan, rule, text) else { continue };
            let order = order(&plan, rule, text);
            // The first text with some data is a shortest one.
            if let Some(of_first) = known.get_mut(&format!("{data:?}")) {
                if let (Some(order), Some(of_first)) = (&order, &of_first) {
                    assert_eq!(order, of_first, "{grammar}{}", text.escape_ascii());
                }
                *of_first = of_first.take().or(order);
                continue;
            }
            known.insert(format!("{data:?}"), order);
            match write(&plan, rule, &data) {
                Ok(found) => {
                    let again = read(&plan, rule, &found);
                    assert_eq!(again, Ok(data), "{grammar}{}", text.escape_ascii());
                    counts.written += 1;
                    counts.decided += usize::from(is_decided);
                    counts.longer += usize::from(found.len() > text.len());
                }
                Err(error) => {
                    let text = text.escape_ascii();
                    counts.lost.push(format!("{grammar}{text}: {data:?}: {error}"));
                }
            }
        }
    }
    counts
}

#[test]
fn all_data_of_short_texts_is_written() {
    let Counts { written, decided, longer, lost } = check(60, grammar, |_| true);
    assert!(written > 1_000 && lost.is_empty(), "{written}, {lost:?}");
    assert!(decided > 100, "{decided}");
    assert!(longer * 100 <= written, "{longer} of {written}");
}

#[test]
fn all_data_with_requests_is_written() {
    let Counts { written, lost, .. } = check_unordered(150, with_requests, |_| true);
    assert!(written > 1_000 && lost.is_empty(), "{written}, {lost:?}");
}

#[test]
#[ignore = "takes minutes"]
fn many_grammars_with_requests_are_written() {
    let Counts { written, lost, .. } = check_unordered(2_000, with_requests, |_| true);
    assert!(written > 10_000 && lost.is_empty(), "{written}, {lost:?}");
}

#[test]
#[ignore = "takes minutes"]
fn many_grammars_with_data_are_written() {
    let Counts { written, longer, lost, .. } = check(2_000, grammar, |_| true);
    assert!(written > 25_000 && lost.is_empty(), "{written}, {lost:?}");
    assert!(longer * 100 <= written, "{longer} of {written}");
}

fn is_of_nodes(datum: &Datum) -> bool {
    matches!(datum, Datum::Node(_))
}

#[test]
fn all_data_of_short_recursive_texts_is_written() {
    let Counts { written, decided, lost, .. } = check(200, recursive, is_of_nodes);
    assert!(written > 500 && lost.is_empty(), "{written}, {lost:?}");
    assert!(decided > 100, "{decided}");
}

#[test]
fn all_recursive_data_with_requests_is_written() {
    let Counts { written, lost, .. } = check_unordered(200, recursive_with_requests, is_of_nodes);
    assert!(written > 200 && lost.is_empty(), "{written}, {lost:?}");
}

/// The definition of a recursive rule has no automaton at run-time, so longer fillers have only bytes of
/// the graph: `a-` is not tried in place of `a` if no filler has a `-`.
#[test]
#[ignore = "takes minutes"]
fn many_grammars_with_recursive_data_are_written() {
    let counts = check(3_000, recursive, is_of_nodes);
    assert!(counts.written > 20_000 && counts.lost.len() <= 3, "{counts:?}");
}
