//! `abnfc build`

use super::support::{GREETING, Room};
use std::fs;

#[test]
fn a_crate_is_complete() {
    let room = Room::with(GREETING);
    let run = room.run(&["build", "g.abnf", "-o", "out/greeting"]);
    run.gives(0, "");
    for file in ["Cargo.toml", "README.md", "src/lib.rs", "src/generated/mod.rs"] {
        assert!(!room.read(&format!("out/greeting/{file}")).is_empty(), "{file}");
    }
    assert!(room.read("out/greeting/Cargo.toml").contains("name = \"greeting\""));
    let beside: Vec<_> = fs::read_dir(room.path().join("out")).unwrap().collect();
    assert_eq!(beside.len(), 1, "{beside:?}");
    room.run(&["build", "--check", "g.abnf", "-o", "out/greeting"]).gives(0, "");
}

#[test]
fn a_second_build_changes_nothing() {
    let room = Room::with(GREETING);
    room.run(&["build", "g.abnf", "-o", "out"]);
    let before = room.tree("out");
    let run = room.run(&["build", "g.abnf", "-o", "out"]);
    run.gives(0, "");
    assert_eq!(run.err, "`out` is up to date\n");
    assert_eq!(room.tree("out"), before);
}

#[test]
fn a_bad_grammar_leaves_the_crate_as_it_was() {
    let room = Room::with(GREETING);
    room.run(&["build", "g.abnf", "-o", "out"]).gives(0, "");
    let before = room.tree("out");
    for bad in ["a = b\n", "a = (\n", "", "a = \"(\" [a] \")\"\n", "\0"] {
        room.write("g.abnf", bad);
        room.run(&["build", "g.abnf", "-o", "out"]).fails(&["error"]);
        room.run(&["build", "g.abnf", "-o", "new"]).fails(&["error"]);
        assert_eq!(room.tree("out"), before, "{bad:?}");
        assert!(!room.path().join("new").exists(), "{bad:?}");
    }
}

#[test]
fn what_the_user_owns_is_kept() {
    let room = Room::with(GREETING);
    room.run(&["build", "g.abnf", "-o", "out"]).gives(0, "");
    room.write("out/src/lib.rs", "// mine");
    room.write("out/src/more.rs", "// mine");
    room.write("out/src/generated/alien.rs", "// lost");
    room.write("g.abnf", "other = \"x\"\n");
    room.run(&["build", "g.abnf", "-o", "out"]).gives(0, "");
    assert_eq!(room.read("out/src/lib.rs"), "// mine");
    assert_eq!(room.read("out/src/more.rs"), "// mine");
    assert!(!room.path().join("out/src/generated/alien.rs").exists());
}

#[test]
fn a_foreign_directory_is_refused() {
    let room = Room::with(GREETING);
    room.write("thesis/chapter.tex", "words");
    room.write("crate/src/lib.rs", "");
    room.write("crate/src/generated/mod.rs", "// by another tool\n");
    room.write("file", "");
    let before = room.tree("");
    room.run(&["build", "g.abnf", "-o", "thesis"]).fails(&["`thesis` is not empty"]);
    room.run(&["build", "g.abnf", "-o", "crate"]).fails(&["`crate` is not empty"]);
    room.run(&["build", "g.abnf", "-o", "file"]).fails(&["`file`"]);
    assert_eq!(room.tree(""), before);
    fs::create_dir(room.path().join("empty")).unwrap();
    room.run(&["build", "g.abnf", "-o", "empty"]).gives(0, "");
}

#[test]
fn check_lists_what_is_not_as_built_and_writes_nothing() {
    let room = Room::with(GREETING);
    let check = ["build", "--check", "g.abnf", "-o", "out"];
    let run = room.run(&check);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("missing      Cargo.toml\n"), "{}", run.out);
    assert!(!room.path().join("out").exists());

    room.run(&["build", "g.abnf", "-o", "out"]).gives(0, "");
    room.run(&check).gives(0, "");
    let text = room.read("out/src/generated/mod.rs");
    room.write("out/src/generated/mod.rs", format!("{text}\n// by hand\n"));
    room.write("out/src/generated/alien.rs", "");
    fs::remove_file(room.path().join("out/README.md")).unwrap();
    let before = room.tree("out");
    room.run(&check).gives(
        1,
        "missing      README.md\n\
         superfluous  src/generated/alien.rs\n\
         stale        src/generated/mod.rs\n",
    );
    let json = [&check[..], &["--format", "json"]].concat();
    room.run(&json).gives(
        1,
        "{\"file\":\"README.md\",\"state\":\"missing\"}\n\
         {\"file\":\"src/generated/alien.rs\",\"state\":\"superfluous\"}\n\
         {\"file\":\"src/generated/mod.rs\",\"state\":\"stale\"}\n",
    );
    assert_eq!(room.tree("out"), before);
}

#[test]
fn the_engine_is_chosen() {
    // The first has a cycle; nothing has many states.
    let room = Room::with("word = 1*ALPHA [ \"=\" 1*DIGIT ]\nbit = \"0\" / \"1\"\n");
    let made = |engine: &str| {
        room.run(&["build", "g.abnf", "-o", engine, "--engine", engine]).gives(0, "");
        let generated = format!("{engine}/src/generated");
        let has = |file: &str| room.path().join(&generated).join(file).exists();
        let shifts = room.read(&format!("{generated}/tables.rs")).contains("static WORD_SHIFT");
        (shifts, has("code/match_word.rs"), has("code/match_bit.rs"))
    };
    assert_eq!(made("auto"), (true, true, false));
    assert_eq!(made("table"), (false, false, false));
    assert_eq!(made("shift"), (true, false, false));
    assert_eq!(made("code"), (true, true, true));
    room.run(&["build", "g.abnf", "-o", "auto"]).gives(0, "");
    let docs = room.read("auto/src/generated/rules/word.rs");
    assert!(docs.contains("matched by shifts where it is short, else by code."), "{docs}");
    let docs = room.read("table/src/generated/rules/word.rs");
    assert!(docs.contains("matched by a table."), "{docs}");
}

/// An engine that there is not is an error; one that an automaton is too large for is not.
#[test]
fn an_engine_that_cannot_be_had() {
    let room = Room::with("long = *( 40%x61-7A )\nlonger = *( 600%x61-7A )\n");
    let args = ["build", "g.abnf", "-o", "out", "--engine"];
    room.run(&[&args[..], &["vectors"]].concat()).fails(&[
        "'vectors'",
        "--engine",
        "auto, table, shift, code",
    ]);
    room.run(&args).fails(&["a value is required", "--engine"]);
    assert!(!room.path().join("out").exists());
    for (engine, by_table) in [("shift", [true, true]), ("code", [false, true])] {
        room.run(&["build", "g.abnf", "-o", engine, "--engine", engine]).gives(0, "");
        let is_by_table = ["long", "longer"].map(|rule| {
            let docs = room.read(&format!("{engine}/src/generated/rules/{rule}.rs"));
            docs.contains("matched by a table.")
        });
        assert_eq!(is_by_table, by_table, "{engine}");
    }
}

#[test]
fn the_crate_has_the_name_of_its_directory_or_the_given_one() {
    let room = Room::with(GREETING);
    room.run(&["build", "g.abnf", "-o", "out", "--name", "hello-you"]).gives(0, "");
    assert!(room.read("out/Cargo.toml").contains("name = \"hello-you\""));
    room.run(&["build", "g.abnf", "-o", "My crate"]).gives(0, "");
    assert!(room.read("My crate/Cargo.toml").contains("name = \"my-crate\""));
    room.run(&["build", "g.abnf", "-o", "x", "--name", "a b"]).fails(&["`a b`", "`a-b` can"]);
    assert!(!room.path().join("x").exists());
}

/// The examples and tests of a crate use its name; another one in them would not
/// compile.
#[test]
fn a_crate_that_is_there_keeps_its_name() {
    let room = Room::with(GREETING);
    room.run(&["build", "g.abnf", "-o", "out", "--name", "hello"]).gives(0, "");
    let before = room.tree("out");
    room.run(&["build", "g.abnf", "-o", "out", "--check"]).gives(0, "");
    room.run(&["build", "g.abnf", "-o", "out"]).gives(0, "");
    room.run(&["build", "g.abnf", "-o", "out", "--name", "hello"]).gives(0, "");
    room.run(&["build", "g.abnf", "-o", "out", "--name", "other"]).fails(&["`hello`", "`other`"]);
    assert_eq!(room.tree("out"), before);

    fs::rename(room.path().join("out"), room.path().join("moved")).unwrap();
    room.run(&["build", "g.abnf", "-o", "moved", "--check"]).gives(0, "");

    let manifest = room.read("moved/Cargo.toml").replace("\"hello\"", "\"Good-day\"");
    room.write("moved/Cargo.toml", manifest);
    room.run(&["build", "g.abnf", "-o", "moved"]).gives(0, "");
    let rule = room.read("moved/src/generated/rules/greeting.rs");
    assert!(rule.contains("use Good_day::Greeting;"), "{rule}");
}

#[test]
fn types_can_be_named() {
    let room = Room::with("parse-error = \"a\"\nb = \"b\"\n");
    room.run(&["build", "g.abnf", "-o", "out"]).fails(&["type-name-collision"]);
    let build = ["build", "g.abnf", "-o", "out", "--type", "parse-error=Failure"];
    room.run(&build).gives(0, "");
    let all: Vec<u8> = room.tree("out/src/generated").into_iter().flat_map(|file| file.1).collect();
    let all = String::from_utf8(all).unwrap();
    assert!(all.contains("struct Failure") && all.contains("struct B<"), "{all}");
    room.run(&["build", "g.abnf", "-o", "new", "--type", "c=C"]).fails(&["no rule `c`"]);
}

#[test]
fn rules_can_be_chosen() {
    let room = Room::with(GREETING);
    room.run(&["build", "g.abnf", "-o", "out", "--rule", "name"]).gives(0, "");
    let all: Vec<u8> = room.tree("out/src/generated").into_iter().flat_map(|file| file.1).collect();
    let all = String::from_utf8(all).unwrap();
    assert!(all.contains("Name") && !all.contains("struct Greeting"), "{all}");
    room.write("bnf.txt", "net_path = \"//\" | \"/\"\n");
    room.run(&["build", "bnf.txt", "-o", "bnf", "--rule", "net_path"]).gives(0, "");
    room.run(&["build", "g.abnf", "-o", "new", "--rule", "nam"])
        .fails(&["`nam`", "did you mean `name`?"]);
    assert!(!room.path().join("new").exists());
}
