//! `abnfc rules`

use super::support::{GREETING, Room};
use expect_test::expect;

#[test]
fn the_table_is_plain_without_a_terminal() {
    let room = Room::with(GREETING);
    let run = room.run(&["rules", "g.abnf"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    expect![[r"
        rule      line  shape    states  classes  nullable  ambiguous  engine  used by
        greeting     1  regular       8        8  no        no         shift
        hello        2  regular       6        6  no        no         table   greeting
        name         3  regular       2        2  no        no         shift   greeting
    "]]
    .assert_eq(&run.out);
}

#[test]
fn json_has_all_that_is_known() {
    let room = Room::with("a = *\"x\" *\"x\"\nb = \"y\" b / a\n");
    let run = room.run(&["rules", "--format", "json", "g.abnf"]);
    run.gives(
        0,
        "{\"rule\":\"a\",\"line\":1,\"shape\":\"regular\",\"recursion\":\"none\",\"states\":1,\
         \"classes\":2,\"nullable\":true,\"ambiguous\":true,\"engine\":\"shift\",\
         \"obstacle\":null,\"used_by\":[\"b\"],\"error\":null}\n\
         {\"rule\":\"b\",\"line\":2,\"shape\":\"regular\",\"recursion\":\"right\",\"states\":2,\
         \"classes\":3,\"nullable\":true,\"ambiguous\":false,\"engine\":\"shift\",\
         \"obstacle\":null,\"used_by\":[\"b\"],\"error\":null}\n",
    );
}

/// A rule is ambiguous only if the ambiguity begins in it: `b` uses an ambiguous rule, but is not
/// ambiguous itself.
#[test]
fn ambiguity_is_local() {
    let room = Room::with("a = \"xy\" / \"xy\"\nb = a \"y\"\n");
    let run = room.run(&["rules", "--format", "json", "g.abnf"]);
    let answers: Vec<bool> =
        run.out.lines().map(|line| line.contains("\"ambiguous\":true")).collect();
    assert_eq!(answers, [true, false]);
}

#[test]
fn nested_rules_show_the_obstacle_to_one_pass() {
    let room = Room::with(
        "a = \"(\" [a] \")\"\nb = \"x\" b \"x\" / \"\"\nc = \"y\" c c / \"z\"\nd = d d / \"z\"\n",
    );
    let run = room.run(&["rules", "g.abnf"]);
    assert_eq!(run.status, 0);
    expect![[r"
        rule  line  shape    states  classes  nullable  ambiguous  engine   used by
        a        1  nested        4        -  no        -          stack    a
        b        2  nested        4        -  yes       -          general  b
        c        3  nested        4        -  no        -          general  c
        d        4  regular       2        2  no        yes        shift    d

        `c` needs the general engine: `c` embeds itself, and no pair of bytes always encloses the recursion

        `b` needs the general engine: after some text, the byte `X` can open a bracket or close a bracket
    "]]
    .assert_eq(&run.out);
    let json = room.run(&["rules", "--format", "json", "g.abnf"]);
    assert_eq!(
        json.out.matches("\"engine\":\"general\",\"obstacle\":\"").count(),
        2,
        "{}",
        json.out
    );
    assert!(json.out.contains("\"shape\":\"regular\",\"recursion\":\"anywhere\""), "{}", json.out);
}

#[test]
fn a_broken_grammar_is_listed_as_far_as_it_goes() {
    let room = Room::with("a = b\nc = \"x\"\n");
    let run = room.run(&["rules", "g.abnf"]);
    assert_eq!(run.status, 2);
    assert!(
        run.err.starts_with("error[undefined-rule]: `a` has no automaton: rule `b` is not defined"),
        "{}",
        run.err
    );
    assert_eq!(run.err.matches("error").count(), 1, "{}", run.err);
    assert!(!run.err.contains("prose"), "{}", run.err);
    expect![[r"
        rule  line  shape    states  classes  nullable  ambiguous  engine  used by
        a        1  -             -        -  -         -          -
        c        2  regular       2        2  no        no         table
    "]]
    .assert_eq(&run.out);
}

#[test]
fn why_an_automaton_is_missing_is_a_warning() {
    let room = Room::with("a = 33DIGIT\nb = a\nc = <some words>\nd = \"x\"\n");
    let run = room.run(&["rules", "--max-states", "2", "g.abnf"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let message = "warning[state-limit]: `a` and `b` have no automaton: rule `a` needs";
    assert!(run.err.contains(message), "{}", run.err);
    assert!(run.out.contains("\nd        4  regular       2"), "{}", run.out);
}

#[test]
fn why_nested_rules_have_no_automaton_is_a_warning() {
    let rule = |i: usize| format!("r{i} = \"a\" r{} \"b\" / \"z\"\n", (i + 1) % 9);
    let rules: String = (0..9).map(rule).collect();
    let run = Room::with(&rules).run(&["rules", "--max-states", "2", "g.abnf"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let message = "`r0`, `r1`, `r2`, `r3` and 5 more rules have no automaton: nested rule `r0`, \
                   with the rules that it uses, needs more than 16 states, 8 times the limit";
    assert!(run.err.contains(message) && !run.err.contains("repetitions"), "{}", run.err);
}

#[test]
fn a_limit_of_all_nested_rules_is_an_error_of_all() {
    let room = Room::with("a = \"(\" [a] \")\"\nb = 40(\"[\" [b] \"]\")\n");
    let run = room.run(&["rules", "--limit", "total-subset-work=9000", "g.abnf"]);
    let message = "warning[total-work-limit]: `a` and `b` have no automaton: determinising all";
    assert!(run.err.contains(message), "{}", run.err);
}

#[test]
fn imported_and_core_rules_are_not_listed() {
    let room = Room::with("a = DIGIT <b, see [o]>\n");
    room.write("o.abnf", "b = \"y\"\n");
    let run = room.run(&["rules", "--import", "o=o.abnf", "g.abnf"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(run.out.lines().count(), 2, "{}", run.out);
}

/// The engine depends on the cycles and the size of the automaton, and on whether another rule
/// contains the rule.
#[test]
fn engines_follow_from_the_grammar() {
    let room = Room::with(
        "few = 2DIGIT\nword = 1*ALPHA\nturn = *( 7DIGIT 6ALPHA \"/\" )\n\
         long = 20( \"a\" *\"b\" )\nlonger = long \"c\"\nnone = \"(\" [none] \")\"\n",
    );
    let run = room.run(&["rules", "g.abnf"]);
    let column = run.out.lines().next().unwrap().find("engine").unwrap();
    let engines: Vec<&str> =
        run.out.lines().skip(1).map(|line| line[column..].split("  ").next().unwrap()).collect();
    assert_eq!(engines, ["table", "shift", "shift", "table", "code", "stack"]);
}
