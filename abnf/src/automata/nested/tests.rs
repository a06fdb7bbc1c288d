//! All stages in sequence, compared with the reference.

use super::Nested;
use super::network::{Network, StateId};
use super::obstacle::Obstacle;
use super::reader::Reader;
use crate::automata::rules::automata;
use crate::automata::shape::shape;
use crate::budget::TooLarge;
use crate::grammar::{Resolved, RuleId};
use crate::limits::Limits;
use crate::spec::ReadOptions;
use crate::testing::texts;

fn resolved(text: &str) -> Resolved {
    let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
    read.unwrap_or_else(|errors| panic!("{errors}")).resolved
}

/// The automata of all nested rules.
fn nested(grammar: &Resolved) -> Nested {
    nested_within(grammar, &Limits::default())
}

fn nested_within(grammar: &Resolved, limits: &Limits) -> Nested {
    let rules: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
    automata(grammar, &shape(grammar), &rules, limits).nested().clone()
}

/// Compares the automaton of the rule `r` with the reference on all short texts.
fn agrees(text: &str, alphabet: &[u8], length: usize) {
    let grammar = resolved(text);
    let shapes = shape(&grammar);
    let made = nested(&grammar);
    let rule = grammar.find("r").expect("the grammar has the rule");
    let start = made.pushdown.start(rule);
    let start = start.unwrap_or_else(|| panic!("{text}: {:?}", made.obstacles[&rule]));
    let patterns = crate::automata::pattern::pattern(&grammar, &shapes);
    for input in texts(alphabet, length) {
        let found = made.pushdown.check(start, &input).is_ok();
        assert_eq!(found, patterns.matches(rule, &input), "{text}: {:?}", input.escape_ascii());
    }
}

#[test]
fn brackets_are_matched() {
    agrees("r = \"(\" [ r ] \")\"\n", b"()x", 8);
    agrees("r = *( \"(\" r \")\" / \"[\" r \"]\" )\n", b"()[]", 6);
    agrees("r = \"(\" r \")\" r / \"x\"\n", b"()x", 7);
    agrees("r = r \"+\" t / t\nt = \"(\" r \")\" / \"n\"\n", b"()+n", 6);
    agrees("r = t *( \"+\" t )\nt = f *( \"*\" f )\nf = \"(\" r \")\" / \"n\"\n", b"()+*n", 6);
    agrees("r = \"a\" r \"b\" / \"\"\n", b"ab", 9);
    agrees("r = \"(\" r \",\" r \")\" / \"x\"\n", b"(),x", 8);
    agrees("r = *\" \" v *\" \"\nv = \"[\" [ r *( \",\" r ) ] \"]\" / \"1\"\n", b"[], 1", 6);
    // The opening byte is the same; the closing byte decides between the brackets.
    agrees("r = a / b / \"x\"\na = \"(\" r \")\"\nb = \"(\" r \"]\"\n", b"(])x", 7);
    // The white space around comments is ambiguous.
    agrees(
        "r = *( [w] c ) [w]\nw = 1*\" \"\nc = \"(\" *( [w] ( c / \"t\" ) ) [w] \")\"\n",
        b"() t",
        7,
    );
}

/// The automata that the general engine follows, and the start of a rule in them.
pub(super) fn network_of(text: &str, rule: &str) -> (Network, StateId) {
    let grammar = resolved(text);
    let rule = grammar.find(rule).expect("the grammar has the rule");
    let network = nested(&grammar).network;
    let start = network.start(rule);
    let start = start.unwrap_or_else(|| panic!("{text}: one pass matches it"));
    (Network::clone(&network), start)
}

/// Compares the general engine's answers about the rule `r` with the reference.
fn agrees_in_general(text: &str, alphabet: &[u8], length: usize) {
    let grammar = resolved(text);
    let shapes = shape(&grammar);
    let nested = nested(&grammar);
    let rule = grammar.find("r").expect("the grammar has the rule");
    let start = nested.network.start(rule);
    let start = start.unwrap_or_else(|| panic!("{text}: one pass matches it"));
    let patterns = crate::automata::pattern::pattern(&grammar, &shapes);
    for input in texts(alphabet, length) {
        let mut reader = Reader::new(&nested.network, start);
        let found = input.iter().all(|&byte| reader.step(byte)) && reader.is_end();
        assert_eq!(found, patterns.matches(rule, &input), "{text}: {:?}", input.escape_ascii());
    }
}

#[test]
fn the_general_engine_reads_any_recursion() {
    // Palindromes, even and odd.
    agrees_in_general("r = \"a\" r \"a\" / \"b\" r \"b\" / \"\"\n", b"ab", 8);
    agrees_in_general("r = \"a\" r \"a\" / \"b\" r \"b\" / [ \"a\" / \"b\" ]\n", b"ab", 8);
    // Unboundedly ambiguous.
    agrees_in_general("r = r r / \"a\"\n", b"ab", 6);
    agrees_in_general("r = r r r / r r / \"a\" / \"\"\n", b"ab", 6);
    agrees_in_general("r = *r \"a\" / *( r \"b\" )\n", b"ab", 6);
    // Left recursion: direct, indirect, hidden by the empty text.
    agrees_in_general("r = r \"a\" r / \"b\"\n", b"ab", 7);
    agrees_in_general("r = s \"a\" / \"b\"\ns = t\nt = r s / \"a\"\n", b"ab", 7);
    agrees_in_general("r = e r \"a\" r / \"b\"\ne = *\"c\"\n", b"abc", 5);
    // Cycles of the empty text.
    agrees_in_general("r = s / \"a\" r r\ns = [ r ] [ t ]\nt = *s / \"b\" r \"a\"\n", b"ab", 6);
    // Right recursion before an option.
    agrees_in_general("r = \"a\" r [ \"b\" ] / \"c\"\n", b"abc", 6);
    agrees_in_general("r = \"if\" r [ \"el\" r ] / \"x\"\n", b"ifelx", 4);
}

#[test]
fn a_byte_that_is_also_read_outside_closes_no_bracket() {
    // After `)(`, the next `(` follows an `a` and not the `)`.
    let text = "r = *( \")\" [ r ] b \"a\" )\nb = \"(\" *( \"a\" \"(\" )\n";
    agrees_in_general(text, b"()a", 8);
}

#[test]
fn rules_without_brackets_are_refused() {
    for (text, is_expected) in [
        (
            "r = \"a\" r \"a\" / \"b\" r \"b\" / \"\"\n",
            (|it| matches!(it, Obstacle::Ambiguous { .. })) as fn(Obstacle) -> bool,
        ),
        ("r = r r / \"a\"\n", |it| matches!(it, Obstacle::Embeds(_))),
        ("r = \"a\" r [ \"b\" ] / \"c\"\n", |it| matches!(it, Obstacle::Embeds(_))),
    ] {
        let grammar = resolved(text);
        let rule = grammar.find("r").expect("the grammar has the rule");
        let why = nested(&grammar).obstacles[&rule];
        assert!(is_expected(why), "{text}: {why:?}");
    }
}

#[test]
fn brackets_without_texts_are_never_opened() {
    agrees("r = \"(\" r \")\" / \"[\" n \"]\" / \"x\"\nn = \"<\" n \">\"\n", b"()[]<x", 5);
}

#[test]
fn a_call_before_an_empty_language_is_not_the_last() {
    agrees("r = *( \"a\" ( \"\" / r ) n \"a\" ) [ \"b\" ]\nn = \"<\" n\n", b"ab<", 5);
    agrees("r = \"(\" r \")\" / r n / \"x\"\nn = n \"<\"\n", b"()<x", 5);
}

#[test]
fn the_listing_shows_opening_and_closing_moves() {
    let grammar = resolved("r = \"(\" [ r ] \")\"\n");
    assert_eq!(
        nested(&grammar).pushdown.to_string(),
        "4 states, 3 byte classes\n\
        \x20   0: [(] + 1 #0 -> 2\n\
        \x20   1: [(] + 1 [)] - #0 #0 -> 3\n\
        *   2:\n\
        \x20   3: [)] - #0\n"
    );
}

/// The number of states that the texts of a rule reach in one pass, or the obstacle.
fn outcome(text: &str, rule: &str, limits: &Limits) -> (Option<usize>, Option<Obstacle>) {
    let grammar = resolved(text);
    let rule = grammar.find(rule).expect("the grammar has the rule");
    let Nested { pushdown, obstacles, .. } = nested_within(&grammar, limits);
    let states = pushdown.start(rule).map(|start| pushdown.reached([start]).len());
    (states, obstacles.get(&rule).copied())
}

#[test]
fn neighbours_change_nothing() {
    let large = |i: usize| format!("r{i} = \"<\" *( r{i} / %x61-7A ) \">\" 300\"ab{i}\"\n");
    let large: String = (0..12).map(large).collect();
    let each_byte = |i: usize| format!("s{i} = \"[\" [ s{i} ] \"]\" %x{i:02X}\n");
    let each_byte: String = (0..=255).map(each_byte).collect();
    let limits = Limits { nfa_states: 1000, table_entries: 8192, ..Limits::default() };
    for (text, neighbours) in [
        // The frames of all neighbours together are larger than one frame may be.
        ("r = \"(\" *( r / \"x\" ) \")\"\n", &large),
        // A table with a class for each byte would be too large.
        ("r = \"<\" *( r / %x61-7A ) \">\" 90\"ab0\"\n", &each_byte),
    ] {
        let alone = outcome(text, "r", &limits);
        assert!(alone.0.is_some(), "{text}: {:?}", alone.1);
        assert_eq!(outcome(&format!("{text}{neighbours}"), "r", &limits), alone, "{text}");
        assert_eq!(outcome(&format!("{neighbours}{text}"), "r", &limits), alone, "{text}");
    }
}

#[test]
fn a_circle_of_rules_has_one_automaton() {
    let limits = Limits::default();
    let circle = |count: usize| -> String {
        let rule = |i: usize| format!("r{i} = \"(\" r{} \")\" / \"x\"\n", (i + 1) % count);
        (0..count).map(rule).collect()
    };
    assert_eq!(outcome(&circle(2000), "r7", &limits), (Some(4002), None));
    let too_large = Obstacle::TooLarge(TooLarge::States);
    assert_eq!(outcome(&circle(6000), "r7", &limits), (None, Some(too_large)));
}
