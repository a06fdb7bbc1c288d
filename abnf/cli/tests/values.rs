//! `abnfc match --values` and `abnfc write`

use super::support::Room;
use expect_test::expect;

const CLOCK: &str = "time = hour \":\" minute [ zone ]\nhour = 2DIGIT\nminute = 2DIGIT\n\
                     zone = \"Z\"\nbroken = missing\n";

#[test]
fn texts_become_data_and_data_becomes_texts() {
    let room = Room::with(CLOCK);
    let json =
        "{\"hour\":9,\"minute\":5,\"zone\":true}\n{\"hour\":23,\"minute\":0,\"zone\":false}\n";
    room.feed(&["match", "--values", "g.abnf", "time"], "09:05z\n23:00\n").gives(0, json);
    room.feed(&["write", "g.abnf", "TIME"], json).gives(0, "09:05Z\n23:00\n");
    room.run(&["write", "g.abnf", "hour", "7"]).gives(0, "07\n");
}

/// White space does not matter, and errors have the line.
#[test]
fn values_take_any_number_of_lines() {
    let room = Room::with(CLOCK);
    let json = "\n{\n  \"hour\": 9,\n  \"minute\": 5\n}\n\n{\"hour\":1,\"minute\":2} {\"hour\":3,\n\"minute\":4}{\n}\n\
                {\"hour\":[\n1}]\n{\n \"hour\":10,\r\n \"minute\":100}{\"hour\":5,\"minute\":6}\nx\n\"a\n\"b\"\n";
    let run = room.feed(&["write", "g.abnf", "time"], json);
    run.gives(1, "09:05\n01:02\n03:04\n05:06\n");
    expect![[r"
        error: <stdin>:8: `hour`: expected a value at column 12
        error: <stdin>:11: expected `,` or `]` at column 2
        error: <stdin>:14: no text of `time` has this value of `minute` at column 11
        error: <stdin>:15: expected value at column 1
        error: <stdin>:16: EOF while parsing a string at column 2
        error: <stdin>:17: expected an object at column 1
    "]]
    .assert_eq(&run.err);
    room.write("a.json", "{\"hour\":\n[");
    let run = room.run(&["write", "g.abnf", "time", "-f", "a.json"]);
    run.gives(1, "");
    expect![[r"
        error: a.json:2: EOF while parsing a list at column 1
    "]]
    .assert_eq(&run.err);
    room.write("b.json", b"\n\xFF\n7\n");
    let run = room.run(&["write", "g.abnf", "hour", "-f", "b.json"]);
    run.gives(1, "07\n");
    assert_eq!(run.err, "error: b.json:2: the JSON is not UTF-8\n");
}

/// Standard output has nothing but data.
#[test]
fn failures_are_messages() {
    let room = Room::with(CLOCK);
    let run = room.run(&["match", "--values", "g.abnf", "hour", "12", "1x", "13"]);
    run.gives(1, "12\n13\n");
    assert!(run.err.starts_with("error: input 2: invalid hour at byte 1"), "{}", run.err);
    let run = room.run(&["match", "--values", "g.abnf", "hour", "1x"]);
    assert!(run.err.starts_with("error: invalid hour at byte 1"), "{}", run.err);
    let run = room.feed(&["match", "--values", "g.abnf", "hour"], "12\n1x\n");
    assert!(run.err.starts_with("error: <stdin>:2: invalid hour at byte 1"), "{}", run.err);
    let run = room.run(&["write", "g.abnf", "time", "{\"hour\":100,\"minute\":5}"]);
    run.gives(1, "");
    let message = "error: input 1: no text of `time` has this value of `hour` at column 9\n";
    assert_eq!(run.err, message);
    let twice = "{\"hour\":9,\"hour\":10,\"minute\":5}";
    room.run(&["write", "g.abnf", "time", twice]).gives(1, "");
    room.run(&["match", "--values", "g.abnf", "broken", "x"]).fails(&["missing"]);
    room.run(&["write", "g.abnf", "broken", "1"]).fails(&["missing"]);
}

/// Similar names come first, then names that contain the typed one.
#[test]
fn unknown_rules_come_with_suggestions() {
    let room = Room::with(CLOCK);
    let typo = ["there is no rule `hout`", "did you mean `hour`?"];
    room.run(&["show", "g.abnf", "hout"]).fails(&typo);
    room.run(&["match", "--values", "g.abnf", "hout", "1"]).fails(&typo);
    room.run(&["match", "--parts", "zone,hout", "g.abnf", "time", "1"]).fails(&typo);
    room.run(&["show", "g.abnf", "nut"]).fails(&["did you mean `minute`?"]);
    room.run(&["show", "g.abnf", "day"]).fails(&["`abnfc show` lists the rules of a grammar"]);
}

/// Data of recursive rules is limited in depth.
#[test]
fn recursive_rules_have_data() {
    let room = Room::with("list = \"(\" *( list / word ) \")\"\nword = 1*ALPHA\n");
    let json = "{\"items\":[{\"Word\":\"ab\"},{\"List\":{\"items\":[]}}]}\n";
    room.run(&["match", "--values", "g.abnf", "list", "(ab())"]).gives(0, json);
    room.run(&["write", "g.abnf", "list", json]).gives(0, "(ab())\n");
    let [deepest, deeper] = [512, 513].map(|depth| "(".repeat(depth) + &")".repeat(depth));
    let run = room.run(&["match", "--values", "g.abnf", "list", &deepest]);
    assert_eq!(run.out.matches("List").count(), 511);
    let run = room.run(&["match", "--values", "g.abnf", "list", &deeper]);
    assert!(run.err.contains("the data would be nested deeper than 512 levels"), "{}", run.err);
    run.gives(1, "");
}

/// The rules are those of generated code: with types, pieces and restrictions.
#[test]
fn a_spec_file_gives_rules_their_meaning() {
    let room = Room::with("line = \"<\" pri \">\" text\npri = 1*3DIGIT\ntext = *VCHAR\n");
    let spec = "grammar = \"g.abnf\"\n[rules.pri]\nrange = [0, 191]\nvalue = \"u32\"\n";
    room.write("abnfc.toml", spec);
    let two = "[modules.a]\ngrammar = \"g.abnf\"\n[modules.b]\ngrammar = \"g.abnf\"\n";
    room.write("two.toml", two);
    let message =
        "invalid pri at byte 2: expected `0`, `1` or the end, found `2`\n    192\n      ^\n";
    room.run(&["match", "abnfc.toml", "pri", "192"]).gives(1, message);
    room.run(&["match", "two.toml:b", "pri", "192"]).gives(0, "match\n");
    let json = "{\"pri\":191,\"text\":\"a\"}\n";
    room.run(&["match", "--values", "abnfc.toml", "line", "<191>a"]).gives(0, json);
    let explained = "pri  007\nvalue: 7\n";
    room.run(&["explain", "--values", "abnfc.toml", "pri", "007"]).gives(0, explained);
    room.run(&["write", "abnfc.toml", "line", json]).gives(0, "<191>a\n");
    room.run(&["write", "abnfc.toml", "pri", "192"]).gives(1, "");
    let run = room.run(&["diff", "g.abnf", "abnfc.toml"]);
    assert!(run.out.contains("only in A: \"<192>\""), "{}", run.out);
    room.run(&["match", "two.toml", "pri", "1"]).fails(&["`two.toml:a`", "a, b"]);
    room.run(&["match", "two.toml:c", "pri", "1"]).fails(&["no module `c`", "a, b"]);
    room.run(&["match", "--dialect", "bnf", "abnfc.toml", "pri", "1"]).fails(&["is a spec file"]);
    room.run(&["build", "abnfc.toml"]).fails(&["`--spec`"]);
    room.run(&["fmt", "--in-place", "abnfc.toml"]).fails(&["is a spec file"]);
    room.run(&["sample", "--cover", "abnfc.toml", "pri"]).gives(0, "0\n190\n");
    room.write("short.toml", "grammar = \"g.abnf\"\n[rules.pri]\nmax-bytes = 1\n");
    let run = room.run(&["sample", "--cover", "short.toml", "line"]);
    assert!(
        run.err.ends_with("no text that the spec file allows was found for 1 more\n"),
        "{}",
        run.err
    );
    let explained = "pri  007\n";
    room.run(&["explain", "abnfc.toml", "pri", "007"]).gives(0, explained);
    let exported = room.run(&["export", "--to", "rust", "abnfc.toml", "pri"]);
    assert!(!exported.out.contains("{1,3}"), "{}", exported.out);
    room.write("abnfc.toml", spec.replace("[rules.pri]", "[rules.pry]"));
    room.run(&["match", "abnfc.toml", "pri", "192"]).fails(&["abnfc.toml:2:", "pry"]);
    room.write("abnfc.toml", spec.replace("[0, 191]", "[1000, 1001]"));
    room.run(&["match", "abnfc.toml", "pri", "1"]).fails(&["abnfc.toml:3:"]);
}

#[test]
fn the_grammar_can_be_standard_input() {
    let room = Room::new();
    room.feed(&["match", "--values", "-", "hour", "12"], CLOCK).gives(0, "12\n");
    room.feed(&["write", "-", "hour", "12"], CLOCK).gives(0, "12\n");
}
