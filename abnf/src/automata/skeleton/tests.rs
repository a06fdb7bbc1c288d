//! Listings of skeletons.

use super::*;
use crate::automata::shape::shape;
use crate::automata::tagged::Tagging;
use crate::automata::tagged::replaced::Replacement;
use crate::limits::Limits;
use crate::spec::ReadOptions;
use expect_test::{Expect, expect};

/// One line for each node of the rule `r`, whose parts are `a` and `b`.
fn check(text: &str, expected: &Expect) {
    check_given(text, &[], expected);
}

/// The same, with texts that a spec gives for rules.
fn check_given(text: &str, given: &[(&str, &str)], expected: &Expect) {
    let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
    let grammar = read.expect("it has no errors").resolved;
    let (shapes, limits) = (shape(&grammar), Limits::default());
    let find = |name| grammar.find(name).expect("the grammar has the rule");
    let given = given.iter().map(|(rule, text)| {
        let text = text.as_bytes().to_vec();
        (find(rule), Replacement::Given(text))
    });
    let tagging = Tagging::new(&grammar, &shapes, &limits).with_replacements(given.collect());
    let symbols: BTreeMap<_, u16> = ["a", "b"].map(find).into_iter().zip(0..).collect();
    let hollow = |used, _| hollow(symbols[&used]);
    let nfa = tagging.marked(find("r"), &symbols.keys().copied().collect(), &hollow);
    let nfa = nfa.expect("it is regular");
    let made = skeleton(&nfa, &mut Budget::of_rule(&limits)).expect("it is small");
    let shown = |path: &Vec<ByteSet>| path.iter().map(ToString::to_string).collect::<String>();
    let edge = |edge: &Edge| {
        let fillers = edge.fillers.iter().map(|path| format!("\"{}\"", shown(path)));
        let then = edge.then.map_or("end".to_owned(), |it| {
            format!("{} -> {}", ["a", "b"][usize::from(it.symbol)], it.node)
        });
        format!("{} {then}", fillers.collect::<Vec<_>>().join(" or "))
    };
    let line = |(node, edges): (usize, &Vec<Edge>)| {
        format!("{node}: {}", edges.iter().map(edge).collect::<Vec<_>>().join(", "))
    };
    let lines: Vec<String> = made.nodes.iter().enumerate().map(line).collect();
    expected.assert_eq(&lines.join("\n"));
}

const PARTS: &str = "a = 1*\"x\"\nb = 1*\"y\"\n";

#[test]
fn fillers_are_shortest_texts_between_parts() {
    check(
        &format!("r = \"<\" a *( \",\" a ) [ \";\" [ \"=\" ] b ] \">\"\n{PARTS}"),
        &expect![[r#"
            0: "[<]" a -> 1
            1: "[,]" a -> 1, "[;]" b -> 2, "[>]" end
            2: "[>]" end"#]],
    );
}

#[test]
fn parts_that_touch_have_a_second_filler() {
    check(
        &format!("r = *( *\" \" a ) [ 1*\" \" / \"--\" ] b\n{PARTS}"),
        &expect![[r#"
            0: "" or "[\x20]" a -> 0, "" or "[\x20]" or "[\-][\-]" b -> 1
            1: "" end"#]],
    );
}

#[test]
fn of_equal_fillers_the_earlier_alternative_is_kept() {
    check(
        &format!("r = a ( \"22\" / \"11\" ) b\n{PARTS}"),
        &expect![[r#"
            0: "" a -> 1
            1: "[2][2]" or "[1][1]" b -> 2
            2: "" end"#]],
    );
}

#[test]
fn parts_can_come_in_any_order() {
    check(
        &format!("r = *( a \".\" / b \"!\" )\n{PARTS}"),
        &expect![[r#"
        0: "" a -> 1, "" b -> 2, "" end
        1: "[.]" a -> 1, "[.]" b -> 2, "[.]" end
        2: "[!]" a -> 1, "[!]" b -> 2, "[!]" end"#]],
    );
}

/// The alternatives have the same first part, so their second parts leave from one node.
#[test]
fn a_choice_stays_open_until_a_part_decides_it() {
    check(
        &format!("r = a \".\" b \"!\" / a \".\" a \"?\" / a \",\" b\n{PARTS}"),
        &expect![[r#"
            0: "" a -> 1
            1: "[.]" b -> 2, "[.]" a -> 3, "[,]" b -> 4
            2: "[!]" end
            3: "[?]" end
            4: "" end"#]],
    );
}

/// A given text comes first, also inside of other rules; the others are still there.
#[test]
fn given_texts_come_first() {
    let rules = "ows = *\" \"\ncomma = ows \",\" ows\nw = *( \"x\" / \"y\" )\n";
    check_given(
        &format!("r = a *( comma b ) [ ows \".\" ]\n{PARTS}{rules}"),
        &[("ows", " ")],
        &expect![[r#"
            0: "" a -> 1
            1: "" or "[.]" or "[\x20][.]" end, "[\x20][,][\x20]" or "[,]" or "[\x20][,]" b -> 1"#]],
    );
    check_given(
        &format!("r = ows a [ ows ] b w\n{PARTS}{rules}"),
        &[("ows", ""), ("w", "yy")],
        &expect![[r#"
            0: "" or "[\x20]" a -> 1
            1: "" or "[\x20]" b -> 2
            2: "[y][y]" or "" or "[XYxy]" end"#]],
    );
}
