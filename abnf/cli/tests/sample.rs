//! `abnfc sample`

use super::support::Room;

const CLOCK: &str = "\
time   = hour \":\" minute
hour   = ( \"0\" / \"1\" ) DIGIT / \"2\" %x30-33
minute = %x30-35 DIGIT
list   = \"(\" *( list / minute ) \")\"
";

#[test]
fn random_texts_match_and_depend_on_the_seed_alone() {
    let room = Room::with(CLOCK);
    for rule in ["time", "list"] {
        let run = room.run(&["sample", "g.abnf", rule]);
        assert_eq!((run.status, run.err.as_str(), run.out.lines().count()), (0, "", 10));
        room.feed(&["match", "-q", "--escapes", "g.abnf", rule], &run.out).gives(0, "");
        room.run(&["sample", "g.abnf", rule, "--seed", "0"]).gives(0, &run.out);
        assert_ne!(room.run(&["sample", "g.abnf", rule, "--seed", "1"]).out, run.out);
    }
    // On every machine.
    room.run(&["sample", "g.abnf", "time", "-n", "3", "-s", "7"]).gives(0, "11:16\n10:58\n01:26\n");
}

#[test]
fn lengths_are_those_that_were_asked_for() {
    let room = Room::with("a = *\"x\"\n");
    let lengths = |length: &str| {
        let run = room.run(&["sample", "g.abnf", "a", "--length", length, "-n", "200"]);
        assert_eq!(run.status, 0, "{}", run.err);
        let mut lengths: Vec<usize> = run.out.lines().map(str::len).collect();
        lengths.sort_unstable();
        (lengths[0], lengths[199])
    };
    assert_eq!(lengths("3"), (3, 3));
    assert_eq!(lengths("3..5"), (3, 5));
    assert_eq!(lengths("..2"), (0, 2));
    assert_eq!(lengths("50.."), (50, 70));
    let room = Room::with("a = 9DIGIT\n");
    let run = room.run(&["sample", "g.abnf", "a", "--length", "2..8"]);
    run.gives(1, "");
    assert_eq!(run.err, "no text of the rule has 2 to 8 bytes\n");
    let run = room.run(&["sample", "g.abnf", "a", "--length", "1"]);
    assert_eq!(run.err, "no text of the rule has 1 byte\n");
}

#[test]
fn a_cover_uses_everything() {
    let room = Room::with(CLOCK);
    let run = room.run(&["sample", "--cover", "g.abnf", "time"]);
    run.gives(0, "00:09\n20:50\n10:00\n23:00\n");
    assert_eq!(run.err, "4 texts for 12 alternatives, bounds and ends of ranges\n");
    let run = room.run(&["sample", "--cover", "-n", "1", "g.abnf", "time"]);
    run.gives(0, "00:09\n");
    assert_eq!(run.err, "1 text of 4 for 12 alternatives, bounds and ends of ranges\n");
    let room = Room::with("e = \"\"\nx = %x41\n");
    let run = room.run(&["sample", "--cover", "g.abnf", "e"]);
    run.gives(0, "\n");
    assert_eq!(run.err, "1 text for 0 alternatives, bounds and ends of ranges\n");
    let run = room.run(&["sample", "--cover", "g.abnf", "x"]);
    assert_eq!(run.err, "1 text for 1 alternative, bound or end of a range\n");
    let room = Room::with("a = *99999DIGIT\n");
    let run = room.run(&["sample", "--cover", "g.abnf", "a"]);
    assert!(run.err.ends_with("1 more takes a text of more than 4096 bytes\n"), "{}", run.err);
}

#[test]
fn near_misses_do_not_match() {
    let room = Room::with(CLOCK);
    for rule in ["time", "list"] {
        let run = room.run(&["sample", "--near-miss", "-n", "30", "g.abnf", rule]);
        assert_eq!((run.status, run.err.as_str(), run.out.lines().count()), (0, "", 30));
        let found = room.feed(&["match", "--escapes", "g.abnf", rule], &run.out).out;
        assert!(!found.contains(": match"), "{found}");
    }
    // Everything is a text.
    let room = Room::with("a = *%x00-FF\n");
    let run = room.run(&["sample", "--near-miss", "g.abnf", "a"]);
    run.gives(1, "");
    assert_eq!(run.err, "no text was found that is one edit away from matching\n");
}

#[test]
fn bytes_are_escaped_and_json_has_the_text() {
    let room = Room::with("a = %x0A %x5C %xE9\n");
    let run = room.run(&["sample", "-n1", "g.abnf", "a"]);
    run.gives(0, "\\n\\\\\\xE9\n");
    let json = room.run(&["sample", "-n1", "--format", "json", "g.abnf", "a"]);
    json.gives(0, "{\"text\":null,\"escaped\":\"\\\\n\\\\\\\\\\\\xE9\",\"length\":3}\n");
    let json =
        room.run(&["sample", "-n1", "--format", "json", "--encoding", "utf8", "g.abnf", "a"]);
    let answer: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&answer["text"], &answer["length"]), (&"\n\\\u{E9}".into(), &4.into()));
}

#[test]
fn bad_usage_is_reported() {
    let room = Room::with(CLOCK);
    room.run(&["sample", "g.abnf"]).fails(&["<RULE>"]);
    room.run(&["sample", "g.abnf", "tim"]).fails(&["error[unknown-rule]", "did you mean `time`?"]);
    room.run(&["sample", "--cover", "--near-miss", "g.abnf", "time"])
        .fails(&["near misses have a mistake at each position already"]);
    room.run(&["sample", "--length", "5..3", "g.abnf", "time"]).fails(&["MIN is above MAX"]);
    room.run(&["sample", "--length", "x", "g.abnf", "time"]).fails(&["MIN..MAX or a number"]);
    room.run(&["sample", "--cover", "--length", "5", "g.abnf", "time"])
        .fails(&["cannot be used with"]);
    room.write("prose.abnf", "a = <any thing>\nb = *DIGIT\n");
    room.run(&["sample", "prose.abnf", "a"]).fails(&["error[prose-value]"]);
    room.run(&["sample", "--length", "900000", "prose.abnf", "b"]).fails(&["error[sample-limit]"]);
}

#[test]
fn near_misses_can_have_a_length() {
    let room = Room::with("a = 1*DIGIT \":\" 1*DIGIT\n");
    let run = room.run(&["sample", "--near-miss", "--length", "4..5", "-n", "50", "g.abnf", "a"]);
    assert_eq!((run.status, run.out.is_empty()), (0, false), "{}", run.err);
    assert!(run.out.lines().all(|line| (4..=5).contains(&line.len())), "{}", run.out);
}

#[test]
fn a_readable_text_is_a_text() {
    let room =
        Room::with("a = 1*ALPHA \"=\" *DIGIT [ \";\" b ]\nb = \"(\" *b \")\"\nc = \"x\" c\n");
    room.run(&["sample", "--readable", "g.abnf", "a"]).gives(0, "abc=12;(())\n");
    room.run(&["sample", "--readable", "--length", "3", "g.abnf", "a"])
        .fails(&["cannot be used with"]);
    let run = room.run(&["sample", "--readable", "g.abnf", "c"]);
    run.gives(1, "");
    assert_eq!(run.err, "no readable text was found; --cover prints others\n");
    // Definitions do not contain the restrictions of a spec file.
    room.write("h.abnf", "a = *DIGIT \"x\"\n");
    room.write("h.toml", "grammar = \"h.abnf\"\n[rules.a]\nmax-bytes = 2\n");
    room.run(&["sample", "--readable", "h.abnf", "a"]).gives(0, "12x\n");
    let run = room.run(&["sample", "--readable", "h.toml", "a"]);
    assert!(run.status == 0 && run.out.len() <= 3, "{}", run.out);
    room.feed(&["match", "-q", "h.toml", "a"], &run.out).gives(0, "");
}

#[test]
fn a_shortest_text_takes_the_place_of_a_readable_one() {
    let mut grammar =
        "a = \"GET \" 60( \"ab\" / 3DIGIT ) [ \"!\" ]\nb = 4096ALPHA\nc = 4097ALPHA\n".to_owned();
    let deep = (0..150).map(|rule| format!("d{rule} = d{}\n", rule + 1));
    grammar.extend(deep.chain(["d150 = \"Z\"\n".to_owned()]));
    let room = Room::with(&grammar);
    let run = |rule: &str| room.run(&["sample", "--readable", "-n", "3", "g.abnf", rule]);
    let long = run("a");
    long.gives(0, &format!("GET {}\n", "ab".repeat(60)));
    assert_eq!(
        long.err,
        "no more than 1 readable text was found; --cover and random texts show others\n"
    );
    run("b").gives(0, &format!("{}\n", "a".repeat(4096)));
    run("c").gives(1, "");
    run("d0").gives(0, "Z\n");
    // A restriction may exclude the shortest text.
    room.write("h.toml", "grammar = \"g.abnf\"\n[rules.a]\nmin-bytes = 125\n");
    room.run(&["sample", "--readable", "h.toml", "a"]).gives(1, "");
}

#[test]
fn readable_texts_differ_and_match() {
    let room = Room::with("a = 1*ALPHA [ \":\" 2DIGIT ] *( \";\" 1*DIGIT )\nb = \"x\" / \"yz\"\n");
    let run = |rest: &[&str]| room.run(&[&["sample", "--readable", "g.abnf"], rest].concat());
    let texts = run(&["a", "--count", "30"]);
    assert_eq!((texts.status, texts.err.as_str()), (0, ""));
    assert!(texts.out.starts_with("abc:12;10\n"), "{}", texts.out);
    let distinct: std::collections::BTreeSet<&str> = texts.out.lines().collect();
    assert_eq!(distinct.len(), 30, "{}", texts.out);
    room.feed(&["match", "-q", "g.abnf", "a"], &texts.out).gives(0, "");
    run(&["a", "--count", "30"]).gives(0, &texts.out);
    assert_ne!(run(&["a", "--count", "30", "--seed", "1"]).out, texts.out);
    // There are no more.
    let few = run(&["b", "--count", "5"]);
    few.gives(0, "yz\nx\n");
    assert_eq!(
        few.err,
        "no more than 2 readable texts were found; --cover and random texts show others\n"
    );
    run(&["b", "--count", "0"]).gives(1, "");
}
