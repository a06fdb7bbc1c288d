//! `abnfc corpus`

use super::support::Room;

const CLOCK: &str = "\
time = hour \":\" minute [ %s\"Utc\" ]
; @accept time 23:59Utc
hour   = ( \"0\" / \"1\" ) DIGIT / \"2\" %x30-33
minute = %x30-35 DIGIT
raw    = 1*3%x80-FF
; A first match of `a` refuses `ab`.
word   = ( \"a\" / \"ab\" ) \".\"
pair   = word \"-\" word
";

/// The texts of a folder by the first part of their names.
fn texts(room: &Room, folder: &str, verdict: &str) -> Vec<Vec<u8>> {
    let files = room.tree(folder).into_iter();
    let name = format!("{folder}/{verdict}-");
    files.filter(|(path, _)| path.starts_with(&name)).map(|(_, text)| text).collect()
}

#[test]
fn names_of_texts_are_verdicts() {
    let room = Room::with(CLOCK);
    let run = room.run(&["corpus", "g.abnf", "time", "-o", "seeds"]);
    run.gives(0, "");
    let (matches, misses) =
        (texts(&room, "seeds/corpus", "match"), texts(&room, "seeds/corpus", "miss"));
    assert!(run.err.contains(&format!("{} texts in", matches.len() + misses.len())), "{}", run.err);
    assert!(run.err.contains(&format!("{} match;", matches.len())), "{}", run.err);
    assert!(50 < matches.len() && 50 < misses.len(), "{}", run.err);
    let judged = |texts: &[Vec<u8>]| {
        let texts = texts.iter().filter(|text| !text.contains(&b'\n') && text.is_ascii());
        let lines: Vec<u8> = texts.flat_map(|text| [text, &b"\n"[..]].concat()).collect();
        let run = room.feed(&["match", "--format", "json", "g.abnf", "time"], lines);
        run.out.lines().map(|line| line.contains("\"match\":true")).collect::<Vec<_>>()
    };
    assert!(judged(&matches).iter().all(|it| *it));
    assert!(judged(&misses).iter().all(|it| !it));
    // The example, and a text just outside of a range.
    assert!(matches.contains(&b"23:59Utc".to_vec()));
    assert!(misses.iter().any(|text| text.starts_with(b"24:")));
    let dictionary = room.read("seeds/dictionary");
    assert_eq!(dictionary, "\"0\"\n\"1\"\n\"2\"\n\":\"\n\"Utc\"\n");
}

#[test]
fn a_second_run_changes_nothing_and_keeps_what_fuzzers_found() {
    let room = Room::with(CLOCK);
    let arguments = ["corpus", "g.abnf", "pair", "-o", "seeds", "--count", "200"];
    room.run(&arguments).gives(0, "");
    let before = room.tree("seeds");
    assert!(before.iter().any(|(_, text)| text == b"ab.-a."), "a trap of first match is missing");
    room.write("seeds/corpus/found", "x");
    room.run(&arguments).gives(0, "");
    let mut after = room.tree("seeds");
    after.retain(|(path, _)| path != "seeds/corpus/found");
    assert_eq!(after, before);
    assert_eq!(room.read("seeds/corpus/found"), "x");
}

/// A text has one verdict, that of the grammar as it is.
#[test]
fn a_text_whose_verdict_changed_is_renamed() {
    let room = Room::with("a = \"x\"\n");
    room.write("h.abnf", "a = \"y\"\n");
    for grammar in ["g.abnf", "h.abnf", "g.abnf"] {
        room.run(&["corpus", grammar, "a", "-o", "seeds", "--count", "100"]).gives(0, "");
        let (matches, misses) =
            (texts(&room, "seeds/corpus", "match"), texts(&room, "seeds/corpus", "miss"));
        assert!(!matches.is_empty() && matches.iter().all(|text| !misses.contains(text)));
    }
}

#[test]
fn a_third_of_few_texts_are_misses() {
    let room = Room::with(CLOCK);
    for (count, least) in [("1", 0), ("2", 1), ("3", 1), ("6", 2), ("7", 3), ("30", 10)] {
        room.run(&["corpus", "g.abnf", "time", "-o", count, "-n", count]).gives(0, "");
        let folder = format!("{count}/corpus");
        let (matches, misses) = (texts(&room, &folder, "match"), texts(&room, &folder, "miss"));
        assert_eq!((matches.len() + misses.len()).to_string(), count);
        assert!(least <= misses.len() && !matches.is_empty(), "{count}");
        assert!(matches.contains(&b"23:59Utc".to_vec()), "the example is missing");
    }
    // All texts match.
    room.write("all.abnf", "; @encoding octets\na = *OCTET\n");
    room.run(&["corpus", "all.abnf", "a", "-o", "all", "-n", "5"]).gives(0, "");
    assert_eq!(texts(&room, "all/corpus", "match").len(), 5);
}

/// Cargo refuses a program called `build`.
#[test]
fn a_target_has_a_name_that_cargo_takes() {
    let room = Room::with("build = \"x\" 1*DIGIT\n");
    room.run(&["build", "g.abnf", "-o", "made", "--quiet"]).gives(0, "");
    room.run(&["corpus", "g.abnf", "build", "--fuzz", "made", "-n", "9"]).gives(0, "");
    assert!(room.read("made/fuzz/Cargo.toml").contains("name = \"build-rule\""));
    assert!(room.read("made/fuzz/fuzz_targets/build-rule.rs").contains("the rule `build`"));
    assert!(!texts(&room, "made/fuzz/corpus/build-rule", "match").is_empty());
    assert!(!room.read("made/fuzz/build-rule.dict").is_empty());
}

#[test]
fn bytes_are_written_as_they_are() {
    let room = Room::with(CLOCK);
    room.run(&["corpus", "g.abnf", "raw", "-o", "seeds"]).gives(0, "");
    assert!(texts(&room, "seeds/corpus", "match").contains(&vec![0x80]));
    assert_eq!(room.read("seeds/dictionary"), "");
}

#[test]
fn a_fuzz_target_belongs_to_the_user() {
    let room = Room::with(CLOCK);
    room.run(&["build", "g.abnf", "-o", "clock", "--name", "my-clock", "--quiet"]).gives(0, "");
    let run = room.run(&["corpus", "g.abnf", "time", "--fuzz", "clock", "-n", "100"]);
    run.gives(0, "");
    assert!(
        run.err.contains("call your parser in `clock/fuzz/fuzz_targets/time.rs`"),
        "{}",
        run.err
    );
    let manifest = room.read("clock/fuzz/Cargo.toml");
    assert!(manifest.contains("my-clock = { path = \"..\" }"), "{manifest}");
    assert!(toml::de::DeTable::parse(&manifest).is_ok(), "{manifest}");
    let target = room.read("clock/fuzz/fuzz_targets/time.rs");
    assert!(target.contains("use my_clock::Time;"), "{target}");
    assert!(target.contains("Time::parse_bytes(text)"), "{target}");
    assert!(!texts(&room, "clock/fuzz/corpus/time", "match").is_empty());
    assert!(room.read("clock/fuzz/time.dict").contains("\"Utc\""));

    room.write("clock/fuzz/fuzz_targets/time.rs", "mine");
    let run = room.run(&["corpus", "g.abnf", "raw", "--fuzz", "clock", "-n", "10"]);
    assert!(run.err.contains("add the target to `clock/fuzz/Cargo.toml`"), "{}", run.err);
    assert!(run.err.contains("path = \"fuzz_targets/raw.rs\""), "{}", run.err);
    // A rule over bytes has one function.
    assert!(room.read("clock/fuzz/fuzz_targets/raw.rs").contains("Raw::parse(text)"));
    room.run(&["corpus", "clock/abnfc.toml", "time", "--fuzz", "clock", "-n", "9"]).gives(0, "");
    assert_eq!(room.read("clock/fuzz/fuzz_targets/time.rs"), "mine");
    assert_eq!(room.read("clock/fuzz/Cargo.toml"), manifest);
}

#[test]
fn types_are_those_of_the_crate() {
    let room = Room::with(CLOCK);
    room.write("clock/g.abnf", CLOCK);
    let spec = "grammar = \"g.abnf\"\nexport = [\"time\"]\n[rules.time]\ntype = \"Moment\"\n";
    room.write("clock/abnfc.toml", spec);
    room.run(&["build", "-o", "clock", "--quiet"]).gives(0, "");
    room.run(&["corpus", "clock/abnfc.toml", "time", "--fuzz", "clock", "-n", "9"]).gives(0, "");
    assert!(room.read("clock/fuzz/fuzz_targets/time.rs").contains("g::Moment;"));
    let of_rule = |rule: &'static str| ["corpus", "g.abnf", rule, "--fuzz", "clock"];
    room.run(&of_rule("hour")).fails(&["the crate in `clock` has no type `Hour`", "--type"]);
    let run = room.run(&[&of_rule("time")[..], &["--type", "Moment"]].concat());
    run.gives(0, "");
}

#[test]
fn requests_that_cannot_be_met_are_refused() {
    let room = Room::with(CLOCK);
    room.run(&["corpus", "g.abnf", "time"]).fails(&["--output"]);
    room.run(&["corpus", "g.abnf", "time", "--fuzz", "none"]).fails(&["`none` is no crate"]);
    room.run(&["corpus", "g.abnf", "time", "-o", "a", "--fuzz", "b"]).fails(&["cannot be used"]);
    let typed = ["corpus", "g.abnf", "time", "--type", "Time"];
    room.run(&typed).fails(&["--fuzz"]);
    room.run(&[&typed[..], &["-o", "a"]].concat()).fails(&["cannot be used"]);
    room.run(&["corpus", "g.abnf", "time", "-o", "g.abnf"]).fails(&["cannot write `g.abnf`"]);
    room.run(&["corpus", "g.abnf", "time", "-o", "a", "-n", "0"]).fails(&["0 is not in"]);
    room.write("clock/Cargo.toml", "[package]\nname = \"a\"\n");
    room.run(&["corpus", "g.abnf", "time", "--fuzz", "clock"]).fails(&["the crate must be one of"]);
}
