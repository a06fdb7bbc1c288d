//! From small grammars to minimal automata: shapes, languages, ambiguity, limits and comparison.

mod chains;

use crate::automata::compare::{Relation, compare, shortest};
use crate::automata::determinise::determinise;
use crate::automata::dfa::{Dfa, Mismatch};
use crate::automata::rules::{Automata, ambiguous, automata};
use crate::automata::shape::{Recursion, Shape, Shapes, shape};
use crate::automata::superset::superset;
use crate::budget::Budget;
use crate::grammar::{Resolved, RuleId};
use crate::limits::Limits;
use crate::spec::ReadOptions;

fn resolved(text: &str) -> Resolved {
    let read = crate::read("test.abnf", text.as_bytes(), &[], &ReadOptions::default());
    read.unwrap_or_else(|errors| panic!("{errors}")).resolved
}

struct Compiled {
    grammar: Resolved,
    shapes: Shapes,
    automata: Automata,
}

fn compile(text: &str) -> Compiled {
    compile_within(text, &Limits::default())
}

fn compile_within(text: &str, limits: &Limits) -> Compiled {
    let grammar = resolved(text);
    let shapes = superset(&grammar, limits);
    let roots: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
    let automata = automata(&grammar, &shapes, &roots, limits);
    Compiled { grammar, shapes, automata }
}

impl Compiled {
    fn rule(&self, name: &str) -> RuleId {
        self.grammar.find(name).expect("the rule is in the grammar")
    }

    fn dfa(&self, name: &str) -> &Dfa {
        self.automata.dfa(self.rule(name)).unwrap_or_else(|error| panic!("{}", error.message))
    }

    fn error(&self, name: &str) -> (&'static str, String) {
        let error = self.automata.dfa(self.rule(name)).expect_err("the rule has no automaton");
        (error.code.as_str(), error.message.clone())
    }

    fn shape(&self, name: &str) -> &Shape {
        self.shapes.of(self.rule(name))
    }

    /// The texts over an alphabet, up to a length, that are in the language; all forms of the rule
    /// must agree.
    fn language(&self, name: &str, alphabet: &[u8], length: usize) -> Vec<String> {
        let rule = self.rule(name);
        let nfa = self.automata.nfa(rule).expect("the rule is regular");
        let unminimised =
            determinise(&nfa, &mut Budget::new(10_000_000, 10_000)).expect("it is small");
        let mut found = Vec::new();
        for text in texts(alphabet, length) {
            let expected = self.automata.patterns().matches(rule, &text);
            let shown = text.escape_ascii().to_string();
            assert_eq!(nfa.matches(&text), expected, "the NFA of {name} on {shown}");
            assert_eq!(unminimised.check(&text).is_ok(), expected, "the DFA of {name} on {shown}");
            assert_eq!(self.dfa(name).check(&text).is_ok(), expected, "minimal {name} on {shown}");
            if expected {
                found.push(shown);
            }
        }
        found
    }
}

/// By length, then in the order of the alphabet.
fn texts(alphabet: &[u8], length: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..length {
        let to = all.len();
        for i in from..to {
            for &byte in alphabet {
                let mut text = all[i].clone();
                text.push(byte);
                all.push(text);
            }
        }
        from = to;
    }
    all
}

#[test]
fn a_repetition_gives_back_what_follows_needs() {
    // A PEG rejects this.
    let grammar = compile("a = *%s\"a\" %s\"a\"\n");
    assert_eq!(grammar.language("a", b"ab", 3), ["a", "aa", "aaa"]);
    assert_eq!(grammar.dfa("a").state_count(), 2);
}

#[test]
fn an_earlier_alternative_does_not_hide_a_longer_one() {
    let grammar = compile("a = (%s\"a\" / %s\"ab\") [%s\"c\"]\n");
    assert_eq!(grammar.language("a", b"abc", 3), ["a", "ab", "ac", "abc"]);
}

#[test]
fn bounded_repetitions_count() {
    let grammar = compile(
        "a = 2*3%s\"a\"
b = 2(*1%s\"a\")
c = *2%s\"a\" 1*%s\"b\"
d = 0*0%s\"a\"
",
    );
    assert_eq!(grammar.language("a", b"a", 5), ["aa", "aaa"]);
    assert_eq!(grammar.language("b", b"a", 4), ["", "a", "aa"]);
    assert_eq!(grammar.language("c", b"ab", 3), ["b", "ab", "bb", "aab", "abb", "bbb"]);
    assert_eq!(grammar.language("d", b"a", 2), [""]);
}

#[test]
fn right_linear_recursion_is_repetition() {
    let grammar = compile("a = %s\"a\" b / %s\"c\"\nb = [%s\"b\" a]\n");
    assert_eq!(*grammar.shape("a"), Shape::Regular(Recursion::Right));
    assert_eq!(*grammar.shape("b"), Shape::Regular(Recursion::Right));
    assert_eq!(grammar.language("a", b"abc", 4), ["a", "c", "aba", "abc"]);
    assert_eq!(grammar.language("b", b"abc", 4), ["", "ba", "bc", "baba", "babc"]);
}

#[test]
fn left_linear_recursion_is_repetition() {
    let grammar = compile("a = b %s\"a\" / %s\"c\"\nb = [a %s\"b\"]\n");
    assert_eq!(*grammar.shape("a"), Shape::Regular(Recursion::Left));
    assert_eq!(grammar.language("a", b"abc", 4), ["a", "c", "aba", "cba"]);
    assert_eq!(grammar.language("b", b"abc", 4), ["", "ab", "cb", "abab", "cbab"]);
}

#[test]
fn a_recursive_rule_can_be_used_like_any_other() {
    let grammar = compile(
        "list = item *(%s\",\" item)
item = %s\"a\" item / %s\"b\"
pair = back back
back = back %s\"x\" / %s\"y\"
",
    );
    let expected = ["b", "ab", "aab", "b,b", "aaab", "ab,b", "b,ab"];
    assert_eq!(grammar.language("list", b"ab,", 4), expected);
    assert_eq!(grammar.language("pair", b"xy", 3), ["yy", "yxy", "yyx"]);
}

#[test]
fn a_rule_without_an_end_matches_nothing() {
    let grammar = compile("a = %s\"x\" a\nb = b\nc = a / %s\"y\"\n");
    assert!(grammar.dfa("a").is_empty() && grammar.dfa("b").is_empty());
    assert_eq!(grammar.dfa("a"), grammar.dfa("b"));
    assert_eq!(grammar.language("c", b"xy", 3), ["y"]);
    // Dead ends are not prefixes, whether they take one step or two.
    let grammar2 = compile("a = %s\"x\" a\nd = %s\"x\" a / %s\"y\" *%s\"z\" a / %s\"z\"\n");
    assert_eq!(grammar2.dfa("d").check(b"x").map_err(|m| m.offset), Err(0));
    assert_eq!(grammar2.dfa("d").check(b"yz").map_err(|m| m.offset), Err(0));
    assert_eq!(grammar.dfa("c").check(b"x").map_err(|m| m.offset), Err(0));
}

#[test]
fn nested_rules_are_named_with_their_cycle() {
    let grammar = compile(
        "value = %s\"x\" / list
list = %s\"[\" [value *(%s\",\" value)] %s\"]\"
user = 1*value
free = %s\"x\"
sum = %s\"+\" sum sum / %s\"1\"
mix = %s\"x\" xim / %s\"z\"
xim = mix %s\"y\"
",
    );
    let message = |name: &str| grammar.error(name).1;
    assert_eq!(grammar.error("value").0, "nested-rule");
    assert_eq!(message("value"), "rule `value` is nested: list -> value -> list");
    assert_eq!(message("list"), "rule `list` is nested: list -> value -> list");
    assert_eq!(message("user"), "rule `user` uses a nested rule: list -> value -> list");
    assert_eq!(message("sum"), "rule `sum` is nested: sum -> sum");
    assert_eq!(message("mix"), "rule `mix` is nested: mix -> xim -> mix");
    assert!(matches!(grammar.shape("user"), Shape::Nested { .. }));
    assert_eq!(grammar.language("free", b"x", 2), ["x"]);
}

#[test]
fn utf8_accepts_the_well_formed_only() {
    let grammar = compile("a = %x80-10FFFF\nb = %xE9 / %x1F600\n");
    let a = |text: &[u8]| grammar.dfa("a").check(text);
    for good in ["\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10FFFF}"] {
        assert_eq!(a(good.as_bytes()), Ok(()), "{good:?}");
    }
    // Overlong, surrogates, beyond the last, cut short, continuation alone, ASCII.
    let bad: [(&[u8], usize); 6] = [
        (b"\xC0\x80", 0),
        (b"\xED\xA0\x80", 1),
        (b"\xF4\x90\x80\x80", 1),
        (b"\xE2\x82", 2),
        (b"\x80", 0),
        (b"a", 0),
    ];
    for (text, offset) in bad {
        let found = a(text).map_err(|mismatch| mismatch.offset);
        assert_eq!(found, Err(offset), "{}", text.escape_ascii());
    }
    assert_eq!(grammar.dfa("b").check("\u{E9}".as_bytes()), Ok(()));
    assert!(grammar.dfa("b").check(b"\xE9").is_err());
}

#[test]
fn offsets_are_of_the_first_byte_that_nothing_can_follow() {
    let grammar = compile("a = %s\"ab\" *(%s\"cd\") / %s\"ax\"\n");
    let dfa = grammar.dfa("a");
    let offset = |text: &str| dfa.check(text.as_bytes()).map_err(|Mismatch { offset, .. }| offset);
    assert_eq!(offset("abcd"), Ok(()));
    assert_eq!(offset(""), Err(0));
    assert_eq!(offset("a"), Err(1));
    assert_eq!(offset("abd"), Err(2));
    assert_eq!(offset("abc"), Err(3));
    assert_eq!(offset("axc"), Err(2));
    assert_eq!(dfa.longest_prefix(b"abcdc!"), Some(4));
    assert_eq!(dfa.longest_prefix(b"b"), None);
}

#[test]
fn equal_languages_have_equal_automata() {
    let grammar = compile(
        "a = *(%s\"a\" / %s\"b\")
b = *(*%s\"a\" *%s\"b\")
c = [c] (%x61 / %x62) / \"\"
d = *%x61-62
",
    );
    for name in ["b", "c", "d"] {
        assert_eq!(grammar.dfa("a"), grammar.dfa(name), "{name}");
    }
    assert_eq!(grammar.dfa("a").state_count(), 1);
    assert_eq!(grammar.dfa("a").classes().count(), 2);
}

#[test]
fn ambiguity_is_found_where_it_begins() {
    let grammar = compile(
        "a = *%s\"a\" *%s\"a\"
b = a %s\"b\"
c = *%s\"a\" *%s\"b\"
d = %s\"x\" / e
e = %s\"x\" %s\"y\" / %s\"x\"
f = *(*%s\"a\")
g = g %s\"a\" / %s\"a\"
h = [%s\"a\"] [%s\"a\"]
i = 2%s\"a\" / %s\"ab\"
j = %s\"x\" (k / l)
k = 2DIGIT
l = 2%s\"1\"
",
    );
    let of = |name: &str| {
        let rule = grammar.rule(name);
        ambiguous(&grammar.automata, &grammar.shapes, &[rule], 10_000)[&rule]
    };
    for name in ["a", "d", "f", "h", "j"] {
        assert_eq!(of(name), Some(true), "{name}");
    }
    for name in ["b", "c", "e", "g", "i", "k"] {
        assert_eq!(of(name), Some(false), "{name}");
    }
}

#[test]
fn passing_a_limit_is_an_error_that_names_it() {
    let limits = Limits { dfa_states: 20, nfa_states: 500, ..Limits::default() };
    let grammar = compile_within(
        "big = 0*1000000000%s\"x\"
wide = *%s\"a\" *(%s\"a\" / %s\"b\") %s\"a\" 8(%s\"a\" / %s\"b\")
fine = 10%s\"x\"
uses = big %s\"y\"
",
        &limits,
    );
    assert_eq!(grammar.error("big").0, "nfa-limit");
    assert_eq!(grammar.error("big").1, "rule `big` needs more than 500 NFA states, the limit");
    assert_eq!(grammar.error("wide").1, "rule `wide` needs more than 20 DFA states, the limit");
    assert_eq!(grammar.error("uses").1, grammar.error("big").1);
    assert_eq!(grammar.dfa("fine").state_count(), 11);
    let limits = Limits { subset_work: 100, ..Limits::default() };
    let grammar = compile_within("a = 100%s\"x\"\n", &limits);
    assert_eq!(grammar.error("a").0, "work-limit");
    let limits = Limits { rules: 2, ..Limits::default() };
    let grammar = compile_within("a = %s\"x\"\nb = %s\"y\"\nc = %s\"z\"\n", &limits);
    assert_eq!(grammar.error("a"), grammar.error("c"));
    assert_eq!(grammar.error("c").0, "too-many-rules");
}

#[test]
fn doubling_rules_do_not_exhaust_memory() {
    let rules: Vec<String> = (1..60).map(|i| format!("a{i} = a{} a{}\n", i - 1, i - 1)).collect();
    let grammar = compile(&format!("a0 = %s\"x\"\n{}", rules.concat()));
    assert_eq!(grammar.dfa("a10").state_count(), 1025);
    assert_eq!(grammar.error("a59").0, "nfa-limit");
}

#[test]
fn long_chains_of_rules_do_not_exhaust_the_stack() {
    let rules: Vec<String> = (1..20_000).map(|i| format!("a{i} = a{} %s\"y\"\n", i - 1)).collect();
    let grammar = resolved(&format!("{}a0 = %s\"x\" [a19999]\n", rules.concat()));
    let shapes = shape(&grammar);
    let last = grammar.find("a19999").expect("it is there");
    // The chain closes on itself: every rule is on the cycle.
    assert!(matches!(shapes.of(last), Shape::Nested { cycle } if cycle.len() == 20_000));
}

#[test]
fn each_rule_of_a_long_cycle_shows_a_part_of_it() {
    let rule = |i: usize| format!("a{i} = \"(\" a{} \")\" / \"x\"\n", (i + 1) % 1_000);
    let grammar = compile(&(0..1_000).map(rule).collect::<String>());
    for (id, _) in grammar.grammar.own_rules() {
        let error = grammar.automata.dfa(id).expect_err("it is nested");
        assert!(error.message.len() < 300, "{}", error.message);
        assert!(error.secondary.len() < 20);
    }
    let message = grammar.error("a999").1;
    assert!(message.starts_with("rule `a999` is nested: a0 -> a1 -> "), "{message}");
    assert!(message.ends_with(" -> a15 -> (984 more) -> a0"), "{message}");
}

#[test]
fn the_search_for_ambiguity_counts_what_it_keeps() {
    let many: Vec<String> = (0..1_000).map(|i| format!("\"w{i}\"")).collect();
    let grammar = compile(&format!(
        "many = {}\nlarge = *(\"a\"/\"b\") \"a\" 9(\"a\"/\"b\")\ncopies = 100large\n",
        many.join(" / ")
    ));
    let found = |name: &str, steps: usize| {
        let rule = grammar.rule(name);
        ambiguous(&grammar.automata, &grammar.shapes, &[rule], steps)[&rule]
    };
    // A pair for each two of the alternatives.
    assert_eq!(found("many", 200_000), None);
    assert_eq!(found("many", 20_000_000), Some(false));
    // Automata of 1024 states, a hundred times.
    assert_eq!(found("copies", 500_000), None);
}

#[test]
fn comparing_gives_shortest_witnesses() {
    let grammar = compile(
        "a = 1*%s\"a\"
b = *%s\"a\"
c = %s\"a\" *%s\"b\"
d = %x61 *%x61
",
    );
    let compared = |left: &str, right: &str| {
        compare(grammar.dfa(left), grammar.dfa(right), 100).expect("they are small")
    };
    assert_eq!(compared("a", "d").relation(), Relation::Equal);
    assert_eq!(compared("a", "b").relation(), Relation::Subset);
    assert_eq!(compared("b", "a").only_left.as_deref(), Some(&b""[..]));
    let both = compared("a", "c");
    assert_eq!(both.relation(), Relation::Differs);
    assert_eq!(both.only_left.as_deref(), Some(&b"aa"[..]));
    assert_eq!(both.only_right.as_deref(), Some(&b"ab"[..]));
    assert_eq!(shortest(grammar.dfa("a")).as_deref(), Some(&b"a"[..]));
}

#[test]
fn prose_stops_only_the_rules_that_reach_it() {
    let grammar = compile("a = %s\"x\" b\nb = <something else>\nc = 0<nothing> %s\"c\"\n");
    assert_eq!(
        grammar.error("a"),
        ("prose-value", "rule `b` needs the prose `<something else>`, which names no rule".into())
    );
    assert_eq!(grammar.language("c", b"c", 2), ["c"]);
}

/// Rules that pass a limit of states, of steps, or of an NFA, and rules that use them.
const HARD: &str = "many = *(%s\"a\" / %s\"b\") %s\"a\" 30(%s\"a\" / %s\"b\")
uses-many = %s\"x\" many
short = uses-many %s\"y\"
big = 1000000%s\"a\"
";

#[test]
fn other_rules_do_not_affect_the_automaton_of_a_rule() {
    let easy = "easy = 20%s\"x\"\nlist = easy *(%s\",\" easy)\n";
    let limits = Limits { subset_work: 20_000, dfa_states: 1_000, ..Limits::default() };
    let alone = compile_within(easy, &limits);
    for text in
        [format!("{HARD}{easy}"), format!("{easy}{HARD}"), format!("{easy}{HARD}last = list\n")]
    {
        let beside = compile_within(&text, &limits);
        for name in ["easy", "list"] {
            assert_eq!(beside.dfa(name), alone.dfa(name), "{name}");
        }
        // A rule that fails for the same reason as one that it uses repeats the reason.
        assert_eq!(beside.error("uses-many"), beside.error("many"));
        assert_eq!(beside.error("short"), beside.error("many"));
        assert_eq!(beside.error("big").0, "nfa-limit");
    }
}

#[test]
fn a_higher_limit_takes_nothing_away() {
    let text = format!("{HARD}wide = *%s\"a\" *(%s\"a\" / %s\"b\") %s\"a\" 8(%s\"a\" / %s\"b\")\n");
    let mut known = 0;
    for dfa_states in [10, 100, 1_000, 5_000] {
        let limits = Limits { dfa_states, ..Limits::default() };
        let grammar = compile_within(&text, &limits);
        let compiled = grammar.grammar.own_rules();
        let compiled = compiled.filter(|(id, _)| grammar.automata.dfa(*id).is_ok()).count();
        assert!(known <= compiled, "{compiled} of {known} with {dfa_states} states");
        known = compiled;
    }
    assert_eq!(known, 1);
}

/// The members of a recursive component are compiled together.
#[test]
fn the_rules_of_a_cycle_have_automata_of_their_own() {
    let grammar = compile(
        "a = %s\"a\" b / %s\"x\"
b = %s\"b\" c
c = a / %s\"c\" c
d = e %s\"d\" / %s\"x\"
e = d / e %s\"e\"
f = g
g = f
h = i / %s\"h\"
i = h / %s\"i\"
",
    );
    assert_eq!(grammar.language("a", b"abcx", 4), ["x", "abx", "abcx"]);
    assert_eq!(grammar.language("b", b"abcx", 4), ["bx", "bcx", "babx", "bccx"]);
    assert_eq!(grammar.language("c", b"abcx", 3), ["x", "cx", "abx", "ccx"]);
    assert_eq!(
        grammar.language("d", b"dex", 4),
        ["x", "xd", "xdd", "xed", "xddd", "xded", "xedd", "xeed"]
    );
    assert_eq!(grammar.language("e", b"dex", 2), ["x", "xd", "xe"]);
    assert!(grammar.dfa("f").is_empty() && grammar.dfa("g").is_empty());
    assert_eq!(grammar.language("h", b"hi", 2), ["h", "i"]);
    assert_eq!(grammar.dfa("h"), grammar.dfa("i"));
}

#[test]
fn long_cycles_that_do_the_same_cost_no_more_than_one_rule() {
    let rule = |i: usize| format!("a{i} = %s\"a\" a{} / %s\"b\"\n", (i + 1) % 5_000);
    let grammar = compile(&(0..5_000).map(rule).collect::<String>());
    assert_eq!(grammar.dfa("a0").state_count(), 2);
    assert_eq!(grammar.dfa("a4999"), grammar.dfa("a0"));
}

/// If every rule of a long cycle exceeds the budget, all fail together and for one reason.
#[test]
fn a_component_has_a_budget_for_all_its_rules() {
    let letter = |i: usize| char::from(b'a' + u8::try_from(i * i % 23).expect("small"));
    let rule = |i: usize| {
        let next = (i + 1) % 300;
        format!("a{i} = %s\"{}\" a{next} / %s\"{}\"\n", letter(i), letter(i + 7))
    };
    let text: String = (0..300).map(rule).collect();
    assert_eq!(compile(&text).dfa("a7").state_count(), 301);
    let limits = Limits { subset_work: 20_000, ..Limits::default() };
    let grammar = compile_within(&text, &limits);
    assert_eq!(grammar.error("a0").0, "work-limit");
    assert_eq!(grammar.error("a299"), grammar.error("a0"));
}
