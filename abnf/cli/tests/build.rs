//! `abnfc build`
// Long because no other command has this number of options.

use super::support::{GREETING, Room};
use std::fs;

/// All generated code of a crate.
fn generated(room: &Room, dir: &str) -> String {
    let files = room.tree(&format!("{dir}/src/generated"));
    let all: Vec<u8> = files.into_iter().flat_map(|file| file.1).collect();
    String::from_utf8(all).unwrap()
}

#[test]
fn a_crate_is_complete() {
    let room = Room::with(GREETING);
    let run = room.run(&["build", "g.abnf", "-o", "out/greeting"]);
    run.gives(0, "");
    let files = ["Cargo.toml", "README.md", "src/lib.rs", "src/generated/mod.rs", "abnfc.toml"];
    for file in files.into_iter().chain(["grammar/g.abnf"]) {
        assert!(!room.read(&format!("out/greeting/{file}")).is_empty(), "{file}");
    }
    assert!(room.read("out/greeting/Cargo.toml").contains("name = \"g\""));
    let beside: Vec<_> = fs::read_dir(room.path().join("out")).unwrap().collect();
    assert_eq!(beside.len(), 1, "{beside:?}");
    room.run(&["build", "--check", "g.abnf", "-o", "out/greeting"]).gives(0, "");
}

/// The fields of data come before the text in both places where a newcomer looks.
#[test]
fn a_new_crate_shows_data_first() {
    let room = Room::with(GREETING);
    room.run(&["build", "g.abnf", "-o", "out"]).gives(0, "");
    for file in ["README.md", "src/generated/overview.md"] {
        let page = room.read(&format!("out/{file}"));
        let data = page.find("let values::Greeting { hello, name } = &data;").unwrap();
        assert!(data < page.find("Greeting::new(").unwrap(), "{page}");
        // Only documentation of Rust hides lines.
        assert_eq!(page.contains("cfg(feature"), file != "README.md", "{page}");
    }
    let list = Room::with("list = \"(\" *( list / atom ) \")\"\natom = 1*ALPHA\n");
    list.run(&["build", "g.abnf", "-o", "out"]).gives(0, "");
    assert!(list.read("out/README.md").contains("let values::List { items } = &data;"));
    let word = Room::with("word = 1*ALPHA\n");
    word.run(&["build", "g.abnf", "-o", "out"]).gives(0, "");
    assert!(!word.read("out/README.md").contains("values"));
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
    for bad in ["a = b\n", "a = (\n", "", "a = 2<p>\n", "\0"] {
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
    for file in ["Cargo.toml", "README.md", "src/lib.rs"] {
        let first = room.read(&format!("out/{file}")).lines().next().unwrap().to_owned();
        assert!(first.contains("This file is yours"), "{file}: {first}");
    }
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
fn a_crate_can_begin_with_its_spec_file() {
    let room = Room::new();
    let spec = "# Mine.\ngrammar = \"hello.abnf\"\npackage.name = \"hello\"\n";
    room.write("new/abnfc.toml", spec);
    room.write("new/hello.abnf", GREETING);
    room.run(&["build", "-o", "new"]).gives(0, "");
    assert!(room.read("new/Cargo.toml").contains("name = \"hello\""));
    assert_eq!(room.read("new/abnfc.toml"), spec);
    // The spec file of a crate written by hand lacks `module`.
    room.write("old/abnfc.toml", "grammar = \"../new/hello.abnf\"\n");
    room.write("old/Cargo.toml", "[package]\nname = \"old\"\n");
    room.run(&["build", "-o", "old"]).fails(&["`old` is not empty"]);
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
    // The first has a cycle, and runs to skip; nothing has many states.
    let room = Room::with("word = 1*ALPHA [ \"=\" 1*DIGIT ]\nbits = \"0\" / \"10\"\n");
    let made = |engine: &str| {
        room.run(&["build", "g.abnf", "-o", engine, "--engine", engine]).gives(0, "");
        let generated = format!("{engine}/src/generated");
        let has = |file: &str| room.path().join(&generated).join(file).exists();
        let shifts = room.read(&format!("{generated}/tables.rs")).contains("mod shifts");
        (shifts, has("code/match_word.rs"), has("code/match_bits.rs"))
    };
    assert_eq!(made("auto"), (true, false, false));
    assert_eq!(made("table"), (false, false, false));
    assert_eq!(made("shift"), (true, false, false));
    assert_eq!(made("code"), (true, true, false));
    room.run(&["build", "g.abnf", "-o", "auto"]).gives(0, "");
}

/// An unknown engine is an error. An engine for which an automaton is too large is not.
#[test]
fn an_engine_that_cannot_be_used() {
    let room = Room::with("long = *( 40%x61-7A )\nlonger = *( 600%x61-7A )\n");
    let args = ["build", "g.abnf", "-o", "out", "--engine"];
    room.run(&[&args[..], &["vectors"]].concat()).fails(&[
        "'vectors'",
        "--engine",
        "auto, table, shift, code",
    ]);
    room.run(&args).fails(&["a value is required", "--engine"]);
    assert!(!room.path().join("out").exists());
    for (engine, by_table) in [("shift", [true, true]), ("code", [true, true])] {
        room.run(&["build", "g.abnf", "-o", engine, "--engine", engine]).gives(0, "");
        let rules = room.read(&format!("{engine}/src/generated/rules.rs"));
        let is_by_table = [("Long", "long"), ("Longer", "longer")].map(|(ty, name)| {
            let table = name.to_uppercase();
            let by_table = format!("rule!({ty}, \"{name}\", of_dfa(super::tables::{table}));");
            rules.contains(&by_table)
        });
        assert_eq!(is_by_table, by_table, "{engine}");
    }
}

#[test]
fn the_crate_has_the_name_of_its_grammar_or_the_given_one() {
    let room = Room::with(GREETING);
    room.run(&["build", "g.abnf", "-o", "out", "--name", "hello-you"]).gives(0, "");
    assert!(room.read("out/Cargo.toml").contains("name = \"hello-you\""));
    fs::rename(room.path().join("g.abnf"), room.path().join("My grammar.abnf")).unwrap();
    room.run(&["build", "My grammar.abnf", "-o", "mine"]).gives(0, "");
    assert!(room.read("mine/Cargo.toml").contains("name = \"my-grammar\""));
    fs::rename(room.path().join("My grammar.abnf"), room.path().join("g.abnf")).unwrap();
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
    assert!(generated(&room, "moved").contains("use Good_day::{Greeting, values};"));
}

#[test]
fn what_is_left_out_is_a_warning_unless_everything_must_compile() {
    let room = Room::with("a-b = \"aa\"\na--b = \"bb\"\n");
    room.run(&["build", "g.abnf", "-o", "strict", "--strict"]).fails(&["type-name-collision"]);
    let run = room.run(&["build", "g.abnf", "-o", "out"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.err.contains("warning[type-name-collision]: `a--b` is left out"), "{}", run.err);
}

#[test]
fn types_can_be_named() {
    let room = Room::with("parse-error = \"aa\"\nb = \"bb\"\n");
    // `ParseError` is a type of every crate.
    room.run(&["build", "g.abnf", "-o", "rest"]).gives(0, "");
    assert!(generated(&room, "rest").contains("\n    ParseErrorRule, "));
    let build = ["build", "g.abnf", "-o", "out", "--type", "parse-error=Failure"];
    room.run(&build).gives(0, "");
    let all = generated(&room, "out");
    assert!(all.contains("\n    Failure, ") && all.contains("\n    B, "), "{all}");
    room.run(&["build", "g.abnf", "-o", "new", "--type", "c=C"]).fails(&["no rule `c`"]);
}

#[test]
fn parts_can_be_listed() {
    let room =
        Room::with("a = [ sign ] b *( \".\" b )\nb = \"bb\" / \"cc\"\nsign = \"-\"\nc = b \"x\"\n");
    let build = ["build", "g.abnf", "-o", "out", "--parts", "A=sign,all=sign/b", "--type", "a=Aa"];
    room.run(&build).gives(0, "");
    let all = generated(&room, "out");
    for has in
        ["\n    Aa, ", "    sign: Option<Sign<'a>> = ", "fn all(", "enum AaAll<", "    b: B<'a> = "]
    {
        assert!(all.contains(has), "{has}: {all}");
    }
    // The crate carries its request, and the other rules keep their parts.
    room.run(&["build", "-o", "out", "--check"]).gives(0, "");
    let fails = |parts: &str, messages: &[&str]| {
        room.run(&["build", "g.abnf", "-o", "new", "--parts", parts]).fails(messages);
    };
    fails("a=x", &["no rule `x`"]);
    fails("a=sign,", &["part `` lacks a rule"]);
    fails("b=sign", &["no text of `b` contains a `sign`"]);
    let twice = ["build", "g.abnf", "-o", "new", "--parts", "a=b", "--parts", "A=sign"];
    room.run(&twice).fails(&["the parts of `a` are listed twice"]);
    let absent = ["build", "g.abnf", "-o", "new", "--rule", "b", "--parts", "a=b"];
    room.run(&absent).fails(&["`--parts a=b`", "no `--rule` exports"]);
}

#[test]
fn rules_can_be_chosen() {
    let room = Room::with(GREETING);
    room.run(&["build", "g.abnf", "-o", "out", "--rule", "name"]).gives(0, "");
    let all = generated(&room, "out");
    assert!(all.contains("\n    Name, ") && !all.contains("\n    Greeting, "), "{all}");
    room.write("bnf.txt", "net_path = \"//\" | \"/\"\n");
    room.run(&["build", "bnf.txt", "-o", "bnf", "--rule", "net_path"]).gives(0, "");
    room.run(&["build", "g.abnf", "-o", "new", "--rule", "nam"])
        .fails(&["`nam`", "did you mean `name`?"]);
    assert!(!room.path().join("new").exists());
}

/// Whatever the options were, the crate can be built again from the files that it contains.
#[test]
fn a_crate_renews_itself() {
    let room = Room::with("greeting = hello SP <name, see [people]>\nhello = \"hello\"\n");
    room.write(
        "p/people.txt",
        "; @import deep = g.abnf\nname = first <last, see [deep]>\nfirst = \"J\"\n",
    );
    room.write("p/g.abnf", "last = \"D\"\n");
    room.run(&[
        "build",
        "g.abnf",
        "-o",
        "out",
        "--import",
        "people=p/people.txt",
        "--rule",
        "greeting",
        "--type",
        "greeting=Hail",
        "--engine",
        "table",
        "--encoding",
        "utf8",
        "--max-states",
        "77",
    ])
    .gives(0, "");
    // Two files of one name.
    assert_eq!(room.read("out/grammar/2-g.abnf"), "last = \"D\"\n");
    let built = room.tree("out");
    let inside = |args: &[&str]| {
        let output = room.command(args).current_dir(room.path().join("out")).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(inside(&["build", "--check"]), (Some(0), String::new()));
    room.run(&["build", "--check", "-o", "out"]).gives(0, "");
    room.run(&["build", "--check", "--spec", "out/abnfc.toml"]).gives(0, "");

    room.write("out/grammar/g.abnf", "greeting = \"hi\"\n");
    let (status, stale) = inside(&["build", "--check"]);
    assert_eq!(status, Some(1));
    assert!(stale.contains("stale        src/generated/tables.rs\n"), "{stale}");
    assert!(stale.lines().all(|line| line.starts_with("stale        src/generated/")), "{stale}");
    assert_eq!(inside(&["build", "-q"]), (Some(0), String::new()));
    assert_eq!(inside(&["build", "--check"]), (Some(0), String::new()));
    assert_eq!(room.read("out/grammar/g.abnf"), "greeting = \"hi\"\n");
    assert_ne!(room.tree("out"), built);
}

const SPEC: &str = r#"
grammar = "../g.abnf"
title = "The greeting"
export = ["greeting", "name"]

[package]
name = "hail"
version = "2.0.0"
license = "MIT"

[rules.greeting]
type = "Hail"
docs = "What one says."
parts = [{ name = "who", rules = ["name"] }]
"#;

#[test]
fn a_spec_file_requests_a_build() {
    let room = Room::with(GREETING);
    room.write("specs/a.toml", SPEC);
    room.run(&["build", "--spec", "specs/a.toml", "-o", "out"]).gives(0, "");
    let manifest = room.read("out/Cargo.toml");
    for line in ["name = \"hail\"", "version = \"2.0.0\"", "license = \"MIT\""] {
        assert!(manifest.contains(line), "{manifest}");
    }
    let all = generated(&room, "out");
    for part in ["Hail", "What one says.", "fn who", "The greeting", "use hail::"] {
        assert!(all.contains(part), "{part}");
    }
    assert!(!all.contains("type Hello<"));
    room.run(&["build", "--check", "-o", "out"]).gives(0, "");
}

#[test]
fn errors_in_spec_files_have_positions_and_write_nothing() {
    let room = Room::with(GREETING);
    room.write("a.toml", "grammar = \"g.abnf\"\n[rules.greeting]\nengin = \"code\"\n");
    let build = ["build", "--spec", "a.toml", "-o", "out"];
    room.run(&build).fails(&["a.toml:3:1", "unknown key `engin`", "did you mean `engine`?"]);
    room.write("a.toml", "grammar = \"g.abnf\n");
    room.run(&build).fails(&["a.toml:1:"]);
    room.write("a.toml", "grammar = \"none.abnf\"\n");
    room.run(&build).fails(&["`a.toml`", "cannot read `none.abnf`"]);
    room.write("a.toml", "grammar = \"g.abnf\"\nexport = [\"nam\"]\n");
    room.run(&build).fails(&["a.toml:2:11", "cannot export `nam`", "did you mean `name`?"]);
    room.write("a.toml", "grammar = \"g.abnf\"\n[rules.greetnig]\n");
    room.run(&build).fails(&["a.toml:2:8", "did you mean `greeting`?"]);
    room.write("a.toml", "grammar = \"g.abnf\"\n[rules.greeting]\nparts = [\"nmae\"]\n");
    room.run(&build).fails(&["a.toml:3:10", "`nmae` is not a rule", "did you mean `name`?"]);
    let module = "[modules.m]\ngrammar = \"g.abnf\"\nexport = [\"name\", \"greetin\"]\n";
    room.write("a.toml", format!("grammar = \"g.abnf\"\nexport = [\"name\"]\n{module}"));
    room.run(&build).fails(&["a.toml:5:19", "did you mean `greeting`?"]);
    room.write("a.toml", "grammar = \"g.abnf\"\n");
    room.run(&["build", "--spec", "a.toml"])
        .fails(&["--output or --module", "`module` in `a.toml`"]);
    for option in [&["--extract"][..], &["--rule", "name"], &["--engine", "code"]] {
        room.run(&[&build[..], option].concat()).fails(&["cannot override `a.toml`"]);
    }
    room.run(&["build", "g.abnf", "--spec", "a.toml"]).fails(&["cannot be used with"]);
    room.run(&["build"]).fails(&["there is no `abnfc.toml`"]);
    room.run(&["build", "g.abnf"]).fails(&["--output or --module"]);
    assert!(!room.path().join("out").exists());
}

#[test]
fn a_module_goes_into_a_crate_that_exists() {
    let room = Room::with(GREETING);
    room.write("src/lib.rs", "mod syntax;\n");
    room.write("src/other/mod.rs", "// mine\n");
    let run = room.run(&["build", "g.abnf", "--module", "src/syntax"]);
    run.gives(0, "");
    assert!(run.err.contains("`mod syntax;`"), "{}", run.err);
    room.run(&["build", "g.abnf", "--module", "src/syntax", "--check"]).gives(0, "");
    // Only the module is written, without temporary files.
    let tops: Vec<String> = room.tree("").into_iter().map(|file| file.0).collect();
    let others = tops.iter().filter(|file| !file.starts_with("src/syntax/"));
    assert_eq!(others.collect::<Vec<_>>(), ["g.abnf", "src/lib.rs", "src/other/mod.rs"]);
    room.run(&["build", "g.abnf", "--module", "src/other"]).fails(&["`src/other` is not empty"]);

    room.write("abnfc.toml", "module = \"src/syntax\"\ngrammar = \"g.abnf\"\n");
    room.run(&["build", "--check"]).gives(0, "");
    room.write("g.abnf", "a = \"x\"\n");
    assert_eq!(room.run(&["build", "--check"]).status, 1);
    room.run(&["build"]).gives(0, "");
    room.run(&["build", "--check"]).gives(0, "");
}

#[test]
fn a_file_in_place_of_the_folder_is_kept() {
    let room = Room::with(GREETING);
    for option in ["--output", "--module"] {
        let run = room.run(&["build", "g.abnf", option, "g.abnf"]);
        run.fails(&["`g.abnf` is not a folder", "does not exist yet", "nothing was written"]);
    }
    assert_eq!(room.read("g.abnf"), GREETING);
    assert_eq!(room.tree("").len(), 1);
}

#[test]
fn a_workspace_around_a_new_crate_is_named() {
    let room = Room::with(GREETING);
    room.write("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n");
    let run = room.run(&["build", "g.abnf", "-o", "out"]);
    run.gives(0, "");
    assert!(run.err.contains("add the folder to its `members`"), "{}", run.err);
    let run = room.run(&["build", "g.abnf", "-o", "crates/out"]);
    assert!(!run.err.contains("workspace"), "{}", run.err);
    assert!(!room.read("out/Cargo.toml").contains("[workspace]"));
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let room = Room::with(GREETING);
    let fails = |args: &[&str], parts: &[&str]| {
        room.run(&[&["build", "g.abnf", "-o", "out"], args].concat()).fails(parts);
    };
    fails(&["--rule", "name", "--type", "hello=H"], &["`--type hello=H`", "no `--rule` exports"]);
    assert!(!room.path().join("out").exists());
}

/// The program does not block on a pipe that a grammar or crate names.
#[cfg(unix)]
#[test]
fn pipes_are_refused() {
    let room = Room::with("; @import x = pipe\na = \"x\"\n");
    let pipe = |name: &str| {
        let path = room.path().join(name);
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    pipe("pipe");
    room.run(&["build", "g.abnf", "-o", "out"]).fails(&["`pipe`", "not a regular file"]);
    room.write("g.abnf", "a = \"x\"\n");
    room.run(&["build", "g.abnf", "-o", "out"]).gives(0, "");
    fs::remove_file(room.path().join("out/src/generated/mod.rs")).unwrap();
    pipe("out/src/generated/mod.rs");
    let run = room.run(&["build", "g.abnf", "-o", "out", "--check"]);
    run.gives(1, "stale        src/generated/mod.rs\n");
    fs::create_dir(room.path().join("new")).unwrap();
    pipe("new/Cargo.toml");
    room.run(&["build", "g.abnf", "-o", "new"]).fails(&["`new`"]);
}

/// Values that cargo or rustc would refuse later.
#[test]
fn bad_values_of_a_spec_file_are_errors_at_their_positions() {
    let room = Room::with(GREETING);
    let fails = |lines: &str, place: &str, messages: &[&str]| {
        room.write("s.toml", format!("grammar = \"g.abnf\"\n{lines}\n"));
        let run = room.run(&["build", "--spec", "s.toml", "-o", "out"]);
        run.fails(messages);
        run.fails(&[&format!("s.toml:{place}\n"), "= help: "]);
        assert!(!room.path().join("out").exists());
    };
    let module =
        |feature: &str| format!("[modules.m]\ngrammar = \"g.abnf\"\nfeature = \"{feature}\"");
    fails(&module("a b"), "4:11", &["`a b` cannot be the name of a feature"]);
    for feature in ["alloc", "std", "simd", "serde"] {
        let message = format!("the feature `{feature}` has a meaning");
        fails(&module(feature), "4:11", &[&message]);
    }
    fails("[modules.a-b]\ngrammar = \"g.abnf\"", "2:10", &["cannot have a module `a-b`"]);
    fails("[package]\nname = \"a b\"", "3:8", &["`a b` cannot be", "`a-b` can"]);
    fails("[rules.name]\ntype = \"lower\"", "3:8", &["`lower` cannot be the name of a type"]);
}

#[test]
fn modules_may_share_a_feature() {
    let room = Room::with(GREETING);
    let module =
        |name: &str| format!("[modules.{name}]\ngrammar = \"g.abnf\"\nfeature = \"c++20\"\n");
    room.write("s.toml", format!("grammar = \"g.abnf\"\n{}{}", module("a"), module("b")));
    room.run(&["build", "--spec", "s.toml", "-o", "out"]).gives(0, "");
    assert_eq!(room.read("out/Cargo.toml").matches("\"c++20\" = []\n").count(), 1);
}

/// No copy of the old grammar stays.
#[test]
fn another_grammar_replaces_the_first() {
    let room = Room::with("; @import I = i.abnf\na = <b, see [I]>\n");
    room.write("i.abnf", "b = \"x\"\n");
    room.write("other.abnf", "c = \"x\"\n");
    room.run(&["build", "g.abnf", "-o", "out"]).gives(0, "");
    room.write("out/grammar/notes.txt", "mine");
    let grammars = || {
        let tree = room.tree("out/grammar");
        tree.into_iter().map(|file| file.0.replace("out/grammar/", "")).collect::<Vec<_>>()
    };
    assert_eq!(grammars(), ["g.abnf", "i.abnf", "notes.txt"]);
    let run = room.run(&["build", "--check", "other.abnf", "-o", "out"]);
    assert!(run.out.contains("superfluous  grammar/g.abnf\n"), "{}", run.out);
    room.run(&["build", "other.abnf", "-o", "out"]).gives(0, "");
    assert_eq!(grammars(), ["notes.txt", "other.abnf"]);
    room.run(&["build", "--check", "other.abnf", "-o", "out"]).gives(0, "");
}

/// Once there is a manifest, the user chooses the licence.
#[test]
fn a_new_crate_has_the_texts_of_its_licence() {
    let room = Room::with(GREETING);
    let has = |file: &str| room.path().join("out").join(file).exists();
    room.run(&["build", "g.abnf", "-o", "out"]).gives(0, "");
    assert!(has("LICENSE-MIT") && has("LICENSE-APACHE"));
    fs::remove_file(room.path().join("out/LICENSE-MIT")).unwrap();
    room.run(&["build", "--check", "g.abnf", "-o", "out"]).gives(0, "");
}

#[test]
fn a_type_named_twice_is_reported() {
    let room = Room::with(GREETING);
    let fails = |first: &str, second: &str, message: &str| {
        let args = ["build", "g.abnf", "-o", "out", "--type", first, "--type", second];
        room.run(&args).fails(&[message, "rulenames ignore case"]);
    };
    fails("NAME=C", "name=C", "the type of `name` is named twice");
    fails("NAME=C", "name=D", "the type of `name` cannot be both `C` and `D`");
}

/// A file is carried once, whatever it is called in the grammar; other files with its name stay
/// separate.
#[test]
fn a_file_with_two_names_is_carried_once() {
    let room = Room::with(
        "; @import A = i.abnf\n; @import B = i.abnf\n; @import C = sub/i.abnf\n\
         a = <b, see [A]> <b, see [B]> <c, see [C]>\n",
    );
    room.write("i.abnf", "b = \"b\"\n");
    room.write("sub/i.abnf", "c = \"c\"\n");
    room.run(&["build", "g.abnf", "-o", "out"]).gives(0, "");
    let tree = room.tree("out/grammar").into_iter().map(|file| file.0).collect::<Vec<_>>();
    assert_eq!(tree, ["out/grammar/2-i.abnf", "out/grammar/g.abnf", "out/grammar/i.abnf"]);
    let again = ["build", "--spec", "out/abnfc.toml", "--check"];
    room.run(&again).gives(0, "");
}
