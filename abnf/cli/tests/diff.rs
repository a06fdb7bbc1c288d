//! `abnfc diff`

mod parts;
mod revisions;

use super::support::{GREETING, Room};

fn room(a: &str, b: &str) -> Room {
    let room = Room::new();
    room.write("a.abnf", a);
    room.write("b.abnf", b);
    room
}

#[test]
fn equal_languages_are_equal_however_they_are_written() {
    let room =
        room("x = *(\"a\" \"b\") \"a\"\nd = %x30-39\n", "X = \"A\" *(\"b\" \"a\")\nd = DIGIT\n");
    let run = room.run(&["diff", "a.abnf", "b.abnf"]);
    run.gives(0, "equal         x, d\n");
    assert_eq!(run.err, "2 equal\n");
}

#[test]
fn an_empty_grammar_is_named() {
    let room = room("a = \"x\"\n", "; nothing\n");
    for arguments in [
        &["diff", "a.abnf", "b.abnf"][..],
        &["diff", "b.abnf", "a.abnf"],
        &["sample", "b.abnf", "a"],
        &["corpus", "b.abnf", "a", "-o", "corpus"],
    ] {
        room.run(arguments).fails(&["error[no-rules]: `b.abnf` contains no rule"]);
    }
}

#[test]
fn each_direction_has_a_shortest_witness() {
    let room = room(
        "sub = \"a\"\nsuper = *%x61\ndiff = \"ab\" / \"cc\"\n",
        "sub = *\"a\"\nsuper = %x61\ndiff = \"ab\" / %x0A.22\n",
    );
    let run = room.run(&["diff", "a.abnf", "b.abnf"]);
    run.gives(
        1,
        "subset        sub\n              only in B: \"\"\n              \
         texts of up to 4 bytes: 0 only in A, 29 only in B, 2 in both\n\
         superset      super\n              only in A: \"\"\n              \
         texts of up to 4 bytes: 4 only in A, 0 only in B, 1 in both\n\
         differs       diff\n              only in A: \"cc\"\n              only in B: \"\\n\\x22\"\n              \
         texts of up to 4 bytes: 4 only in A, 1 only in B, 4 in both\n",
    );
    assert_eq!(run.err, "1 different, 1 subset, 1 superset\n");
}

/// Different rules are reported without a search for witnesses.
#[test]
fn rules_differ_also_where_witnesses_take_too_long() {
    let tail = |letter: &str| format!("a = *(\"a\" / \"b\") \"{letter}\" 10(\"a\" / \"b\")\n");
    let room = room(&tail("a"), &tail("b"));
    let run = room.run(&["diff", "--limit", "compared-pairs=10", "a.abnf", "b.abnf"]);
    assert_eq!((run.status, &*run.err), (1, "1 different\n"));
    assert!(run.out.starts_with("differs       a\n"), "{}", run.out);
    assert!(run.out.contains("more than 10 pairs of states"), "{}", run.out);
}

#[test]
fn json_has_the_same() {
    let room = room("x = \"a\"\ny = \"y\"\n", "x = %x61 / %x00\nz = \"z\"\n");
    room.run(&["diff", "--format", "json", "a.abnf", "b.abnf"]).gives(
        1,
        "{\"a\":\"x\",\"b\":\"x\",\"relation\":\"differs\",\"only_a\":\"A\",\"only_b\":\"\\\\x00\",\"more_a\":[],\"more_b\":[],\"counts\":[\
         {\"only_a\":0,\"only_b\":0,\"both\":0},{\"only_a\":1,\"only_b\":1,\"both\":1},\
         {\"only_a\":0,\"only_b\":0,\"both\":0},{\"only_a\":0,\"only_b\":0,\"both\":0},\
         {\"only_a\":0,\"only_b\":0,\"both\":0}],\"bytes\":null,\"reason\":null}\n\
         {\"a\":\"y\",\"b\":null,\"relation\":\"only-in-a\",\"only_a\":null,\"only_b\":null,\"more_a\":[],\"more_b\":[],\"counts\":[],\"bytes\":null,\"reason\":null}\n\
         {\"a\":null,\"b\":\"z\",\"relation\":\"only-in-b\",\"only_a\":null,\"only_b\":null,\"more_a\":[],\"more_b\":[],\"counts\":[],\"bytes\":null,\"reason\":null}\n",
    );
}

#[test]
fn a_rule_on_one_side_is_a_difference_unless_left_out() {
    let room = room("x = \"a\"\ny = \"y\"\n", "x = \"a\"\nz = \"z\"\n");
    room.run(&["diff", "a.abnf", "b.abnf"])
        .gives(1, "only in A     y\nonly in B     z\nequal         x\n");
    room.run(&["diff", "--common", "a.abnf", "b.abnf"]).gives(0, "equal         x\n");
}

#[test]
fn rules_can_be_chosen_and_mapped() {
    let room = room("urlc = \"a\"\nx = \"1\"\n", "uric = \"a\"\nx = \"2\"\n");
    room.run(&["diff", "--map", "urlc=uric", "--rule", "urlc", "a.abnf", "b.abnf"])
        .gives(0, "equal         urlc = uric\n");
    // In any case of letters, and given twice, a rule is one rule.
    room.run(&[
        "diff", "--common", "--rule", "x", "--rule", "X", "--map", "x=x", "a.abnf", "a.abnf",
    ])
    .gives(0, "equal         x\n");
    let run = room.run(&["diff", "--map", "urlc=uric", "a.abnf", "b.abnf"]);
    run.gives(
        1,
        "differs       x\n              only in A: \"1\"\n              only in B: \"2\"\n              \
         texts of up to 4 bytes: 1 only in A, 1 only in B, 0 in both\nequal         urlc = uric\n",
    );
}

#[test]
fn unknown_rules_are_bad_usage() {
    let room = room("urlc = \"a\"\n", "uric = \"a\"\n");
    room.run(&["diff", "--rule", "urlx", "a.abnf", "b.abnf"])
        .fails(&["there is no rule `urlx`", "did you mean `urlc`?"]);
    room.run(&["diff", "--rule", "urlc", "a.abnf", "b.abnf"]).fails(&["`urlc`", "`uric`?"]);
    room.run(&["diff", "--map", "urlc=x", "a.abnf", "b.abnf"]).fails(&["there is no rule `x`"]);
    room.write("c.abnf", "a = \"a\"\nb = a\n");
    room.run(&["diff", "--map", "urlc=a", "--map", "URLC=b", "a.abnf", "c.abnf"])
        .fails(&["`--map` compares `URLC` with both `a` and `b`"]);
}

/// One grammar spells a core rule out, the other relies on it.
#[test]
fn core_rules_are_compared_where_one_side_defines_them() {
    let room = room("alpha = %x41-5A\nx = alpha\n", "x = ALPHA\n");
    let run = room.run(&["diff", "a.abnf", "b.abnf"]);
    run.gives(
        1,
        "subset        alpha\n              only in B: \"a\"\n              \
         texts of up to 4 bytes: 0 only in A, 26 only in B, 26 in both\n\
         subset        x\n              only in B: \"a\"\n              \
         texts of up to 4 bytes: 0 only in A, 26 only in B, 26 in both\n",
    );
    room.run(&["diff", "--rule", "x", "b.abnf", "a.abnf"]).gives(
        1,
        "superset      x\n              only in A: \"a\"\n              \
             texts of up to 4 bytes: 26 only in A, 0 only in B, 26 in both\n",
    );
}

#[test]
fn nested_rules_are_equal_only_where_their_definitions_are() {
    let nested = "a = \"(\" [b] \")\"\nb = a\n";
    let same = room(nested, nested);
    same.run(&["diff", "a.abnf", "b.abnf"]).gives(0, "equal         a, b\n");
    // Another definition of the same language; and of one text more.
    let other = room(nested, "a = \"(\" b \")\" / \"()\"\nb = a\n");
    let run = other.run(&["diff", "a.abnf", "b.abnf"]);
    assert_eq!(run.status, 1);
    assert!(
        run.out.starts_with("not decided   a\n              in all texts of up to "),
        "{}",
        run.out
    );
    assert!(run.out.contains("not all texts of nested rules can be compared"), "{}", run.out);
    assert_eq!(run.err, "2 not decided\n");
    let more = room(nested, "a = \"(\" [b] \")\"\nb = a / \"x\"\n");
    let run = more.run(&["diff", "a.abnf", "b.abnf"]);
    assert!(
        run.out.starts_with("differs       a\n              only in B: \"(x)\"\n"),
        "{}",
        run.out
    );
    assert!(run.out.contains("bytes is only in A; not all texts of nested"), "{}", run.out);
    assert_eq!(run.err, "2 different\n");
}

#[test]
fn a_rule_of_another_name_is_renamed() {
    let room = room("x = old\nold = 1*DIGIT\n", "x = new\nnew = 1*DIGIT\n");
    let run = room.run(&["diff", "a.abnf", "b.abnf"]);
    run.gives(1, "renamed       old = new\nequal         x\n");
    assert_eq!(run.err, "1 equal, 1 renamed\n");
}

#[test]
fn markdown_is_a_table_of_what_changed() {
    let room = room(
        "same = \"s\"\nmore = \"|\"\nless = *%x61\nboth = %x61\ngone = \"g\"\nold = %x6F\n\
         deep = \"(\" [deep] \")\"\n",
        "same = %i\"S\"\nmore = \"|\" / \"`\"\nless = %x61\nboth = %x62\nadded = \"b\"\nnew = %x6F\n\
         deep = \"(\" deep \")\" / \"()\"\n",
    );
    let run = room.run(&["diff", "--format", "markdown", "a.abnf", "b.abnf"]);
    run.gives(
        1,
        "| rule | texts | for example |\n\
         |---|---|---|\n\
         | <code>more</code> | more than before | new: <code>&#96;</code> |\n\
         | <code>less</code> | fewer than before | no longer: the empty text |\n\
         | <code>both</code> | some more, some fewer | no longer: <code>a</code><br>new: <code>b</code> |\n\
         | <code>gone</code> | removed |  |\n\
         | <code>old</code> → <code>new</code> | the same, renamed |  |\n\
         | <code>deep</code> | not decided | compared up to 256 bytes |\n\
         | <code>added</code> | new |  |\n\n\
         6 of 8 rules changed, 1 not decided.\n",
    );
    room.run(&["diff", "--format", "markdown", "a.abnf", "a.abnf"])
        .gives(0, "All 7 rules have the same texts as before.\n");
}

#[test]
fn no_common_rule_is_reported() {
    let room = room("x = \"a\"\n", "y = \"b\"\n");
    let run = room.run(&["diff", "--common", "a.abnf", "b.abnf"]);
    run.gives(0, "");
    assert_eq!(run.err, "no rule to compare\n");
}

#[test]
fn relations_have_colours_on_request() {
    let room = Room::with(GREETING);
    let args = ["diff", "--color", "always", "g.abnf", "g.abnf"];
    let run = room.run(&args);
    assert!(
        run.out.starts_with("\u{1B}[1m\u{1B}[32mequal       \u{1B}[0m  greeting, hello, name\n"),
        "{}",
        run.out
    );
}

#[test]
fn errors_in_rules_that_are_not_compared_do_not_matter() {
    let room = room("x = \"1\"\ny = nope\n", "x = \"1\"\ny = %x2-1\n");
    room.run(&["diff", "--rule", "x", "a.abnf", "b.abnf"]).gives(0, "equal         x\n");
    room.run(&["diff", "--rule", "y", "a.abnf", "b.abnf"]).fails(&["error[undefined-rule]"]);
    room.run(&["diff", "a.abnf", "b.abnf"]).fails(&["error[undefined-rule]"]);
}

#[test]
fn many_equal_rules_are_counted() {
    let room = Room::with("a = \"1\"\nb = \"2\"\nc = \"3\"\nd = \"4\"\ne = \"5\"\n");
    room.write("h.abnf", "a = \"1\"\nb = \"2\"\nc = \"3\"\nd = \"4\"\ne = \"6\"\n");
    let run = room.run(&["diff", "g.abnf", "h.abnf"]);
    assert!(run.out.starts_with("differs       e\n"), "{}", run.out);
    assert!(run.out.ends_with("\nequal         4 rules\n"), "{}", run.out);
    assert!(run.err.contains("1 different, 4 equal"), "{}", run.err);
    let json = room.run(&["diff", "--format", "json", "g.abnf", "h.abnf"]);
    assert_eq!(json.out.lines().count(), 5);
}

#[test]
fn several_texts_are_shown_on_request() {
    let room = room("x = 1*%x61\ny = \"y\"\n", "x = 1*2%x61 / \"b\"\ny = \"y\"\n");
    let run = room.run(&["diff", "--count", "2", "a.abnf", "b.abnf"]);
    run.gives(
        1,
        "differs       x\n              only in A: \"aaa\"\n              only in A: \"aaaa\"\n              \
         only in B: \"b\"\n              texts of up to 4 bytes: 2 only in A, 2 only in B, 2 in both\n\
         equal         y\n",
    );
    let run =
        room.run(&["diff", "--count", "2", "--format", "json", "--rule", "x", "a.abnf", "b.abnf"]);
    assert!(
        run.out.contains("\"only_a\":\"aaa\",\"only_b\":\"b\",\"more_a\":[\"aaaa\"]"),
        "{}",
        run.out
    );
    let run = room.run(&["diff", "--count", "3", "--format", "markdown", "a.abnf", "b.abnf"]);
    assert!(
        run.out
            .contains("no longer: <code>aaa</code>, <code>aaaa</code>, <code>aaaaa</code><br>new"),
        "{}",
        run.out
    );
    room.run(&["diff", "--count", "0", "a.abnf", "b.abnf"]).fails(&["--count"]);
    room.run(&["diff", "--count", "101", "a.abnf", "b.abnf"]).fails(&["1..=100"]);
}

#[test]
fn two_grammars_are_needed() {
    room("x = \"a\"\n", "").run(&["diff", "a.abnf"]).fails(&["<B>"]);
}
