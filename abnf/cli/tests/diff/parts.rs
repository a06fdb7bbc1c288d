//! `abnfc diff --parts`

use super::room;

const A: &str = "r = p q\ns = p\np = 1*%x61\nq = *%x61\n";
const B: &str = "r = q p\ns = p\np = 1*%x61\nq = *%x61\n";

#[test]
fn parts_are_compared_in_common_texts() {
    let room = room(A, B);
    let run = room.run(&["diff", "--parts", "p", "a.abnf", "b.abnf"]);
    run.gives(
        1,
        "differs       p in r\n              elsewhere: \"aa\"; A: 0..2 \"aa\"; B: 1..2 \"a\"\n              \
         common texts of up to 4 bytes: 0 where only A has it, 0 where only B has it, 3 elsewhere, 1 \
         equal\nequal         p in s\n",
    );
    assert_eq!(run.err, "1 different, 1 equal\n");
    room.run(&["diff", "--parts", "p", "--rule", "s", "a.abnf", "b.abnf"])
        .gives(0, "equal         p in s\n");
    room.run(&["diff", "--parts", "p", "--rule", "s", "--format", "markdown", "a.abnf", "b.abnf"])
        .gives(0, "All common texts have the same parts as before.\n");
    room.run(&["diff", "--parts", "p,q", "--format", "markdown", "a.abnf", "b.abnf"]).gives(
        1,
        "| part | of | difference | for example |\n\
         |---|---|---|---|\n\
         | <code>p</code> | <code>r</code> | found elsewhere | found elsewhere: <code>aa</code> \
         (before at 0..2, now at 1..2) |\n\
         | <code>q</code> | <code>r</code> | found elsewhere | found elsewhere: <code>a</code> \
         (before at 1..1, now at 0..0) |\n",
    );
}

#[test]
fn json_has_the_ranges() {
    let a = "r = [p] [\"b\"]\np = %x61\n";
    let b = "r = p / \"b\"\np = %x61 / %x62\n";
    room(a, b)
        .run(&["diff", "--parts", "p", "--count", "2", "--format", "json", "a.abnf", "b.abnf"])
        .gives(
            1,
            "{\"a\":\"r\",\"b\":\"r\",\"part\":\"p\",\"relation\":\"differs\",\"only_a\":[],\
             \"only_b\":[{\"text\":\"b\",\"a\":[],\"b\":[[0,1]]}],\"elsewhere\":[],\"counts\":[\
             {\"only_a\":0,\"only_b\":0,\"elsewhere\":0,\"equal\":0},\
             {\"only_a\":0,\"only_b\":1,\"elsewhere\":0,\"equal\":2},\
             {\"only_a\":0,\"only_b\":0,\"elsewhere\":0,\"equal\":0},\
             {\"only_a\":0,\"only_b\":0,\"elsewhere\":0,\"equal\":0},\
             {\"only_a\":0,\"only_b\":0,\"elsewhere\":0,\"equal\":0}],\"bytes\":null,\"reason\":null}\n",
        );
}

#[test]
fn parts_can_have_other_rules_in_the_second_grammar() {
    let room = room("r = x / y\nx = \"a\"\ny = \"b\"\n", "r = z \"\" / w\nz = \"a\"\nw = \"b\"\n");
    let run = room.run(&["diff", "--parts", "part=x/y:z", "a.abnf", "b.abnf"]);
    assert!(run.out.contains("only A has it: \"b\"; A: 0..1 \"b\"\n"), "{}", run.out);
    room.run(&["diff", "--parts", "part=x/y:z/w", "a.abnf", "b.abnf"])
        .gives(0, "equal         part in r\n");
    room.run(&["diff", "--parts", "x", "--map", "x=z", "--rule", "r", "a.abnf", "b.abnf"])
        .gives(0, "equal         x in r\n");
    room.run(&["diff", "--parts", "x", "a.abnf", "b.abnf"])
        .fails(&["the second grammar: there is no rule `x`"]);
    room.run(&["diff", "--parts", "nope", "a.abnf", "b.abnf"])
        .fails(&["the first grammar: there is no rule `nope`"]);
    room.run(&["diff", "--parts", "x:", "a.abnf", "b.abnf"])
        .fails(&["the second grammar", "lacks a rule"]);
    room.run(&["diff", "--parts", "x:z,x:z", "a.abnf", "b.abnf"])
        .fails(&["two parts are called `x`"]);
    // Names of rules ignore case.
    room.run(&["diff", "--parts", "X:z,x:z", "a.abnf", "b.abnf"])
        .fails(&["two parts are called `x`"]);
    room.run(&["diff", "--parts", ",", "a.abnf", "b.abnf"]).fails(&["list of parts is empty"]);
}

#[test]
fn a_part_that_no_compared_rule_has_is_an_error() {
    let grammar = "r = \"a\"\np = \"b\"\n";
    let room = room(grammar, grammar);
    room.run(&["diff", "--parts", "p", "a.abnf", "b.abnf"])
        .fails(&["no text of a rule that both grammars have has a part `p`"]);
    room.run(&["diff", "--parts", "p", "--rule", "r", "a.abnf", "b.abnf"])
        .fails(&["no text of a rule that is compared has a part `p`"]);
}

#[test]
fn rules_without_common_texts_are_a_finding() {
    let run = room("r = p\np = \"a\"\n", "r = p\np = \"b\"\n")
        .run(&["diff", "--parts", "p", "a.abnf", "b.abnf"]);
    run.gives(1, "disjoint      p in r\n");
    assert_eq!(run.err, "1 disjoint\n");
}

#[test]
fn bounds_are_stated() {
    let nested = |r: &str| format!("r = \"(\" [r] \")\" / {r}\np = 1*%x61\nq = *%x61\n");
    let pair = room(&nested("p q"), &nested("q p"));
    let run = pair.run(&["diff", "--parts", "p", "a.abnf", "b.abnf"]);
    assert!(run.out.contains("elsewhere: \"aa\"; A: 0..2 \"aa\"; B: 1..2 \"a\"\n"), "{}", run.out);
    assert!(run.out.contains("; not all texts of nested rules can be compared; "), "{}", run.out);
    assert!(
        run.out.contains(" texts were compared until the limit of 16384 texts read\n"),
        "{}",
        run.out
    );
    let pair = room(&nested("p q"), &nested("p / p q"));
    let run = pair.run(&["diff", "--parts", "p", "a.abnf", "b.abnf"]);
    assert!(run.out.starts_with("not decided   p in r\n              all common texts of up to "));
    assert_eq!((run.status, &*run.err), (1, "1 not decided\n"));
    let run = room(A, B).run(&[
        "diff",
        "--parts",
        "p",
        "--rule",
        "r",
        "--limit",
        "compared-pairs=5",
        "a.abnf",
        "b.abnf",
    ]);
    assert!(run.out.contains("more than 5 steps, the limit; "), "{}", run.out);
    let hint = "; `--limit compared-pairs=N` sets the limit of steps\n";
    assert!(run.out.contains(hint), "{}", run.out);
}
