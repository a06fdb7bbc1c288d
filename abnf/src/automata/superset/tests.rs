//! Tests which components are found to be regular, and that their automata are correct.

use super::superset;
use crate::automata::rules::automata;
use crate::automata::shape::{Recursion, Shape, Shapes};
use crate::diagnostic::Code;
use crate::grammar::{Resolved, RuleId};
use crate::limits::Limits;
use crate::spec::ReadOptions;

fn resolved(rules: &str) -> Resolved {
    let text = rules.replace(" | ", "\n") + "\n";
    let read = crate::read("test.abnf", text.as_bytes(), &[], &ReadOptions::default());
    read.unwrap_or_else(|errors| panic!("{errors}")).resolved
}

fn of_first(grammar: &Resolved, shapes: &Shapes) -> (RuleId, Shape) {
    let (first, _) = grammar.own_rules().next().expect("there is a rule");
    (first, shapes.of(first).clone())
}

/// The bytes that are quoted in the definitions; letters are in lower case.
fn alphabet(rules: &str) -> Vec<u8> {
    let quoted = rules.split('"').skip(1).step_by(2).flat_map(str::bytes);
    let mut alphabet: Vec<u8> = quoted.collect();
    alphabet.sort_unstable();
    alphabet.dedup();
    alphabet
}

/// The length of the longest texts.
const LENGTH: usize = 10;

/// Compares the automata of all rules with their definitions, on all short texts.
fn check_languages(rules: &str, grammar: &Resolved, shapes: &Shapes) {
    let roots: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
    let automata = automata(grammar, shapes, &roots, &Limits::default());
    let alphabet = alphabet(rules);
    let mut texts = vec![Vec::new()];
    for done in 0..300 {
        let Some(text): Option<&Vec<u8>> = texts.get(done) else { break };
        if LENGTH < text.len() {
            break;
        }
        let text = text.clone();
        for &rule in &roots {
            let expected = automata.patterns().matches(rule, &text);
            let found = automata.language(rule).expect("every rule has an automaton");
            let name = &grammar[rule].name;
            assert_eq!(found.check(&text).is_ok(), expected, "{rules}: {name} on {text:?}");
        }
        texts.extend(alphabet.iter().map(|&byte| [&text[..], &[byte]].concat()));
    }
}

const REGULAR: &[&str] = &[
    // A list whose items are lists, on the right, on the left and on both sides.
    r#"s = "x" *("," s)"#,
    r#"s = *(s ",") "x""#,
    r#"e = e "+" e / "n""#,
    r#"e = e "+" e / e "*" e / "-" e / "n""#,
    r#"a = "x" a / a "x" / """#,
    r#"a = *"x" a *"y" / a "x" / "y" a / """#,
    // Unit steps can form cycles, which no text needs.
    r#"s = s s / "a""#,
    r#"s = s s / "a" / """#,
    r#"s = s s / """#,
    r#"e = [e] e / "n""#,
    r#"s = *s "a" / *s "b" / """#,
    r#"s = s / s "," s / "x""#,
    r#"a = b / a "x" a / "z" | b = a / "y""#,
    r#"a = b / a "," a | b = c / "x" | c = a / "y""#,
    r#"a = e a e / a a / "x" | e = *"y""#,
    "a = b a / a b | b = a a / b",
    // Two rules with references that are neither all first nor all last.
    r#"a = "x" *("," b) | b = "y" *("," b) / a"#,
    // A comment that can contain text like its own end.
    r#"c = "{" k | k = "}" / c k / ("{" / "}" / "x") k"#,
    // One self-embedding component uses another.
    r#"t = t ";" t / s | s = s "," s / "x""#,
];

/// Their supersets solve the equations, but the equations have another solution.
const NOT_UNIQUE: &[&str] = &[
    r#"s = s / "a" s "a" / """#,
    r#"s = [s] s / "a" s "b" / """#,
    r#"s = s s / "a" s "b" / """#,
    r#"s = *s / "(" s ")""#,
    r#"s = 2*3s / "(" s ")" / """#,
    r#"s = t / "a" s "b" / "" | t = s"#,
    r#"s = t / "a" s "b" / "" | t = e u | u = s e | e = *"x""#,
    r#"s = e s / "a" s "b" / "" | e = *"x""#,
    r#"s = n s n / "a" s "b" / "" | n = s n / """#,
];

const NESTED: &[&str] = &[
    r#"s = "a" s "b" / """#,
    r#"s = "(" s ")" / "x""#,
    r#"s = "a" s "a" / "b" s "b" / """#,
    r#"s = "a" s "b" / "b" s "a" / "c""#,
    r#"a = b / "x" a a / "z" | b = a / "y""#,
    // Regular, but the superset is larger.
    r#"s = "a" s "a" / """#,
    r#"s = "x" s "x" / "x""#,
    r#"r = *r "a" / "b""#,
    r#"a = "x" *("," b) | b = "y" *("," a)"#,
    // The rule itself is regular, and one that it needs is not.
    r#"e = e "+" e / p | p = "(" p ")" / "n""#,
    // The regular part is not the whole component.
    r#"e = e "+" e / p | p = "(" e ")" / "n""#,
];

#[test]
fn regular_components_are_recognised() {
    for rules in REGULAR {
        let grammar = resolved(rules);
        let shapes = superset(&grammar, &Limits::default());
        let (_, shape) = of_first(&grammar, &shapes);
        assert_eq!(shape, Shape::Regular(Recursion::Anywhere), "{rules}");
        check_languages(rules, &grammar, &shapes);
    }
    for rules in NESTED.iter().chain(NOT_UNIQUE) {
        let grammar = resolved(rules);
        let shapes = superset(&grammar, &Limits::default());
        let (_, shape) = of_first(&grammar, &shapes);
        assert!(matches!(shape, Shape::Nested { .. }), "{rules}");
        check_languages(rules, &grammar, &shapes);
    }
}

#[test]
fn users_of_nested_rules_are_nested_and_report_the_cycle() {
    let grammar = resolved(
        r#"top = "[" set "]" | set = "x" *("," set) | bad = "(" [bad] ")" set | up = "." up / bad"#,
    );
    let shapes = superset(&grammar, &Limits::default());
    let of = |name: &str| shapes.of(grammar.find(name).expect("the rule is there"));
    assert_eq!(*of("top"), Shape::Regular(Recursion::None));
    assert_eq!(*of("set"), Shape::Regular(Recursion::Anywhere));
    for name in ["bad", "up"] {
        let Shape::Nested { cycle } = of(name) else { panic!("{name} is nested") };
        assert_eq!(**cycle, [grammar.find("bad").unwrap()], "{name}");
    }
    let set = grammar.find("set");
    assert_eq!(["top", "up"].map(|name| shapes.unordered(grammar.find(name).unwrap())), [set, set]);
}

/// The automaton remembers which of the last bytes were an `a`.
#[test]
fn what_is_too_large_stays_nested() {
    let rules = r#"s = s "," s / *("a" / "b") "a" 8("a" / "b")"#;
    let grammar = resolved(rules);
    let of = |limits: &Limits| of_first(&grammar, &superset(&grammar, limits)).1;
    let large = Limits { dfa_states: 100_000, ..Limits::default() };
    assert_eq!(of(&large), Shape::Regular(Recursion::Anywhere));
    assert!(matches!(of(&Limits::default()), Shape::Nested { .. }));
    let short = Limits { subset_work: 10_000, ..large };
    assert!(matches!(of(&short), Shape::Nested { .. }));
    let few = Limits { nfa_states: 200, ..large };
    assert!(matches!(of(&few), Shape::Nested { .. }));
}

/// The work on shapes counts towards the limit of all rules.
#[test]
fn the_work_is_counted() {
    let grammar = resolved(r#"s = "x" *("," s)"#);
    let shapes = superset(&grammar, &Limits::default());
    assert!(0 < shapes.steps());
    let (rule, _) = of_first(&grammar, &shapes);
    let limits = Limits { total_subset_work: shapes.steps() - 1, ..Limits::default() };
    let shapes = superset(&grammar, &limits);
    let made = automata(&grammar, &shapes, &[rule], &limits);
    assert_eq!(made.dfa(rule).unwrap_err().code, Code::TotalWorkLimit);
}
