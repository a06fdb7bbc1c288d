//! `abnfc export`, and engines for regular expressions that run what it writes.

use super::support::{GREETING, Room};
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn a_rule_is_written_for_each_target() {
    let room = Room::with(GREETING);
    let run = |to: &str| room.run(&["export", "--to", to, "g.abnf", "greeting"]);
    let greeting = "(?:[Hh][Ee][Ll][Ll][Oo]|[Hh][Ii]) [A-Za-z]+";
    run("rust").gives(0, &format!("\\A{greeting}\\z\n"));
    run("pcre").gives(0, &format!("\\A{greeting}\\z\n"));
    run("javascript").gives(0, &format!("^{greeting}$\n"));
    run("posix").gives(0, &format!("^{}$\n", greeting.replace("?:", "")));
    assert!(run("dot").out.starts_with("digraph \"greeting\" {\n"));
    let pest = room.run(&["export", "--to", "pest", "g.abnf"]);
    assert!(pest.out.starts_with("greeting = @{ hello ~ SP ~ name }\n"), "{}", pest.out);
    assert!(pest.err.contains("refuses texts of the grammar"), "{}", pest.err);
}

#[test]
fn the_texts_for_which_an_expression_works_are_named() {
    let room = Room::with("; @encoding octets\na = %xFF\n");
    room.write("u.abnf", "a = %x1F600\n");
    let note = |to: &str, grammar: &str| room.run(&["export", "--to", to, grammar, "a"]).err;
    assert_eq!(note("rust", "g.abnf"), "for `regex::bytes`\n");
    assert_eq!(note("pcre", "g.abnf"), "for bytes: without UTF mode\n");
    assert_eq!(note("javascript", "g.abnf"), "for texts in which each byte is a character\n");
    assert_eq!(note("rust", "u.abnf"), "for texts in UTF-8\n");
    assert_eq!(note("javascript", "u.abnf"), "with the flag `u`\n");
}

#[test]
fn what_cannot_be_written_is_reported() {
    let room = Room::with("a = \"(\" [ a ] \")\"\nb = %x00\nc = <words>\n");
    let run =
        |to: &str, rest: &[&str]| room.run(&[&["export", "--to", to, "g.abnf"], rest].concat());
    run("rust", &["a"]).fails(&["error[nested-rule]"]);
    run("posix", &["b"]).fails(&["`b` has byte 00"]);
    run("rust", &[]).fails(&["the name of a rule is missing"]);
    run("pest", &["a"]).fails(&["leave out the name of the rule"]);
    run("rust", &["d"]).fails(&["no rule `d`"]);
    let left = run("pest", &[]);
    assert_eq!(left.status, 1);
    assert!(left.err.starts_with("left out `c`: it is defined by prose\n"), "{}", left.err);
}

/// Rules that are hard to write: each character with a special meaning, alone, in sets and in
/// texts; alternatives of different length; nested repetitions.
const HARD: &[&str] = &[
    "( %x21-2F / %x3A-40 / %x5B-60 / %x7B-7E )",
    "*3( \"[\" / \"]\" / \"^\" / \"-\" )",
    "*2( \"^\" / \"-\" )",
    "*2( \"]\" / \"a\" / \"\\\" )",
    "\"[\" / \"$.\" / \"*+?\" / \"(|)\" / \"{1}\" / \"/\"",
    "*2( \"a\" / \"ab\" ) *1\"b\" 1*2( \"-\" / %x2C-2E )",
    "*( \"a\" *( \"b\" / \"-\" ) )",
    "[ \"a\" / \"\" / 2\"b\" ]",
    "%x27-2D / %x5A-5C %x61",
    "*( \"&&\" / \"--\" / \"~~\" / %x26 %x7E )",
];

/// Texts of up to three of the characters that the rules distinguish.
fn texts() -> Vec<String> {
    let signs = "aAb[]^-\\$.*+?(|){}1/,&~'Z";
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..3 {
        let longer =
            last.iter().flat_map(|text| signs.chars().map(move |it| format!("{text}{it}")));
        last = longer.collect();
        all.extend_from_slice(&last);
    }
    all
}

/// Returns the output of a program for the texts, each on a line.
fn printed(mut command: Command, texts: &[String]) -> String {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).env("LC_ALL", "C");
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().unwrap();
    let input = texts.join("\n") + "\n";
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_bytes()).unwrap());
        child.wait_with_output().unwrap()
    });
    String::from_utf8(output.stdout).unwrap()
}

/// The texts that an engine matches are those that the rule matches.
fn engine_agrees(to: &str, command: impl Fn(&str) -> Command) {
    let texts = texts();
    for rule in HARD {
        let room = Room::with(&format!("a = {rule}\n"));
        let exported = room.run(&["export", "--to", to, "g.abnf", "a"]);
        assert_eq!(exported.status, 0, "{rule}: {}", exported.err);
        let answers =
            room.feed(&["match", "--format", "json", "g.abnf", "a"], texts.join("\n") + "\n");
        let is_match = |answer: &str| answer.contains("\"match\":true");
        let matched = texts.iter().zip(answers.out.lines()).filter(|it| is_match(it.1));
        let expected: Vec<&str> = matched.map(|it| it.0.as_str()).collect();
        let found = printed(command(exported.out.trim_end()), &texts);
        assert_eq!(found.lines().collect::<Vec<_>>(), expected, "{rule}: {}", exported.out);
        assert!(!expected.is_empty(), "{rule}");
    }
}

#[cfg(unix)]
#[test]
fn posix_agrees() {
    engine_agrees("posix", |pattern| {
        let mut command = Command::new("grep");
        command.args(["-E", "-e", pattern]);
        command
    });
}

#[test]
#[ignore = "needs GNU grep with PCRE"]
fn engine_pcre_agrees() {
    engine_agrees("pcre", |pattern| {
        let mut command = Command::new("grep");
        command.args(["-P", "-e", pattern]);
        command
    });
}

#[test]
#[ignore = "needs Node.js"]
fn engine_javascript_agrees() {
    for flags in ["", "u"] {
        engine_agrees("javascript", |pattern| {
            let program = "const [pattern, flags] = process.argv.slice(1);\
                const regex = new RegExp(pattern, flags);\
                const lines = require('fs').readFileSync(0, 'utf8').split('\\n').slice(0, -1);\
                for (const line of lines) if (regex.test(line)) console.log(line);";
            let mut command = Command::new("node");
            command.args(["-e", program, pattern, flags]);
            command
        });
    }
}
