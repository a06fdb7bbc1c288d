//! `abnfc dump`

use super::support::{GREETING, Room};
use abnfc::stages::Stage;
use expect_test::{expect, expect_file};

#[test]
fn every_stage_has_a_listing() {
    let room = Room::with("r = p [ %s\":\" q ]\np = 1*%s\"a\"\nq = 1*2%s\"a\"\n");
    room.write("nested.abnf", "n = %s\"(\" [ n ] %s\")\"\n");
    let mut all = String::new();
    for stage in Stage::ALL {
        let arguments = match stage {
            Stage::Nested => &["nested.abnf"][..],
            Stage::Transducer => &["g.abnf", "r", "--parts", "q"],
            _ if stage.locates_parts() => &["g.abnf", "r", "--parts", "p,q"],
            _ => &["g.abnf"],
        };
        let name = stage.as_str();
        let run = room.run(&[&["dump", "--stage", name], arguments].concat());
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{name}");
        // The code of a grammar is in a file of its own.
        if stage != Stage::Code {
            all += &["== ", name, "\n", &run.out].concat();
        }
    }
    expect_file!["expected/stages.txt"].assert_eq(&all);
}

#[test]
fn parts_are_for_the_stages_that_locate_them() {
    let room = Room::with(GREETING);
    for stage in ["source", "min", "model"] {
        room.run(&["dump", "g.abnf", "--stage", stage, "--parts", "name"])
            .fails(&["`--parts` is for the stages `tnfa` to `transducer`"]);
    }
}

#[test]
fn json_is_one_object_a_rule() {
    let room = Room::with(GREETING);
    for (stage, objects) in [("source", 1), ("shape", 3), ("min", 3)] {
        let run = room.run(&["dump", "g.abnf", "--stage", stage, "--format", "json"]);
        assert_eq!(run.out.lines().count(), objects, "{stage}");
        for line in run.out.lines() {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(object["listing"].is_string(), "{stage}");
        }
    }
}

#[test]
fn texts_are_shown_as_the_stage_leaves_them() {
    let room = Room::with("\u{FEFF}a_b = \"x\" |\r\n  \"y\"");
    let dump = |stage| room.run(&["dump", "g.abnf", "--stage", stage]).out;
    assert_eq!(dump("source"), "a_b = \"x\" |\n  \"y\"\n");
    assert_eq!(dump("dialect"), "a-b = \"x\" /\n  \"y\"\n");
}

#[test]
fn the_syntax_has_positions() {
    let room = Room::with("a = 1*2( b / [%x41-5A] )\nb = %s\"x\" %d10.13 / <c>\n");
    let run = room.run(&["dump", "g.abnf", "--stage", "syntax"]);
    expect![[r#"
        rule a = @1:1
          repetition 1*2 @1:5
            group
              alternation
                rulename b @1:10
                option
                  range %x41-5A @1:15
        rule b = @2:1
          alternation
            concatenation
              text %s"x" @2:5
              values %x0A.0D @2:11
            prose <c> @2:21
    "#]]
    .assert_eq(&run.out);
}

#[test]
fn one_rule_can_be_shown() {
    let room = Room::with(GREETING);
    for stage in ["syntax", "grammar", "resolve", "shape", "pattern", "nfa", "dfa", "min"] {
        let run = room.run(&["dump", "g.abnf", "--stage", stage, "NAME"]);
        assert_eq!(run.status, 0, "{stage}: {}", run.err);
        let all = room.run(&["dump", "g.abnf", "--stage", stage]).out;
        assert!(all.contains(&run.out) && run.out.len() < all.len(), "{stage}: {}", run.out);
        assert!(!run.out.contains("greeting"), "{stage}: {}", run.out);
    }
    room.run(&["dump", "g.abnf", "--stage", "min", "nam"])
        .fails(&["there is no rule `nam`", "did you mean `name`?"]);
}

#[test]
fn the_writer_of_one_rule_can_be_shown() {
    let room = Room::with("r = p [ %s\":\" q ]\np = 1*ALPHA\nq = p %s\"-\" 1*DIGIT\n");
    room.run(&["dump", "g.abnf", "--stage", "writer", "R"]).gives(
        0,
        "R:\n  0: p \u{2192} 1\n  1: end, \":\" q \u{2192} 2\n  2: end\n  read in one pass\n",
    );
    room.run(&["dump", "g.abnf", "--stage", "writer", "p"])
        .fails(&["the data of `p` is no record"]);
    room.run(&["dump", "g.abnf", "--stage", "writer", "x"]).fails(&["there is no rule `x`"]);
}

#[test]
fn shapes_are_described_in_words() {
    let room = Room::with(
        "a = \"x\"\nl = l \"x\" / \"y\"\nr = \"x\" r / \"y\"\nn = \"(\" [m] \")\"\nm = n\ns = s s / \"x\"\n",
    );
    room.run(&["dump", "g.abnf", "--stage", "shape"]).gives(
        0,
        "a: regular\nl: regular, left recursion\nr: regular, right recursion\n\
         n: nested, n -> m -> n\nm: nested, n -> m -> n\ns: regular, recursion anywhere\n",
    );
}

/// The listing of the automaton before minimisation is not that after it.
#[test]
fn minimising_shows() {
    let room = Room::with("a = \"ax\" / \"bx\"\n");
    let dfa = room.run(&["dump", "g.abnf", "--stage", "dfa"]).out;
    let min = room.run(&["dump", "g.abnf", "--stage", "min"]).out;
    assert!(min.lines().count() < dfa.lines().count(), "{dfa}\n{min}");
}

#[test]
fn tagged_automata_show_their_parts() {
    let room = Room::with(GREETING);
    let dump = |stage, parts| {
        room.run(&["dump", "g.abnf", "greeting", "--stage", stage, "--parts", parts])
    };
    let run = dump("tnfa", "hello,name");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.contains("tag 0") && run.out.contains("tag 3"), "{}", run.out);
    let run = dump("tdfa", "hello,name");
    assert!(run.out.contains("hello: 0..s0-1 always\nname: s0..end always\n"), "{}", run.out);
    dump("tdfa", "hello,nam").fails(&["there is no rule `nam`", "did you mean `name`?"]);
}

#[test]
fn a_broken_grammar_is_shown_as_far_as_it_goes() {
    let room = Room::with("a = b\nc = \"x\"\n");
    let run = room.run(&["dump", "g.abnf", "--stage", "grammar"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let run = room.run(&["dump", "g.abnf", "--stage", "min"]);
    assert_eq!(run.status, 2);
    assert!(run.out.starts_with("c:\n"), "{}", run.out);
    assert!(run.err.contains("error[undefined-rule]"), "{}", run.err);
    assert!(!run.err.contains("prose"), "{}", run.err);
}
