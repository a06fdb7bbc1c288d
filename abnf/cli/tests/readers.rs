//! `abnfc export` to grammars: readers of the notations judge texts and near misses as the rule does, and EBNF
//! becomes the same grammar again.

use super::support::Room;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Rules that are hard to write: signs with a meaning, counts, empty texts, repetitions of what can be empty,
/// ambiguity, first alternatives that mislead, names that are reserved, characters beyond ASCII.
const HARD: &str = "\
root    = start / %s\"x-\" rule / counts *( \"[\" loops \"]\" ) / marks / wide
start   = \"a\" / \"ab\" / \"abc\" [ \"d\" ]
rule    = %x21-2F / %x3A-40 / %x5B-60 / %x7B-7E / class
class   = *2( \"]\" / \"^\" / \"-\" / %x5C / DQUOTE )
marks   = \"/\" *( %s\"\\\" / \"//\" / \"'\" / DQUOTE ) \"#{}|\" / %s\"\"
counts  = \"n\" 2*3( \"1\" / \"12\" ) 2DIGIT / \"m\" 2*\"z\" 2*\"z\" / \"k\" 0*4( 1*2\"q\" [ \",\" ] )
loops   = *( [ \"a\" ] *\"b\" / empty ) / \"(\" loops \")\" loops
empty   = \"\" / *1( \"c\" / \"\" )
wide    = \"u\" ( %xE9 / %x20AC / %x1F600-1F64F )
";

/// The rules of bundled grammars that are tested too.
const BUNDLED: &[(&str, &str)] = &[
    ("rfc3986", "URI-reference"),
    ("rfc8259", "JSON-text"),
    ("rfc3339", "date-time"),
    ("rfc5646", "Language-Tag"),
    ("rfc9651", "sf-dictionary"),
    ("rfc5321", "Mailbox"),
];

/// The texts of a rule and others, each with the verdict of the rule.
fn judged(room: &Room, grammar: &str, rule: &str) -> Vec<(String, bool)> {
    let mut lines = String::new();
    for options in [
        &["--readable", "--count", "10"][..],
        &["--cover", "--count", "40"],
        &["--count", "10"],
        &["--near-miss", "--count", "40"],
    ] {
        lines += &room.run(&[&["sample", grammar, rule], options].concat()).out;
    }
    let answers = room.feed(&["match", "--escapes", "--format", "json", grammar, rule], &lines).out;
    let verdicts = answers.lines().map(|answer| answer.contains("\"match\":true"));
    let texts = lines.lines().zip(verdicts).filter_map(|(text, verdict)| {
        let text = abnfc::bytes::escapes::decode(text.as_bytes()).ok()?;
        // Readers of characters cannot have other bytes.
        Some((String::from_utf8(text).ok()?, verdict))
    });
    let texts: Vec<(String, bool)> = texts.collect();
    assert!(texts.iter().any(|it| it.1) && texts.iter().any(|it| !it.1), "{rule}");
    texts
}

/// Gives texts to a reader, and compares its verdicts.
fn agrees(mut reader: Command, texts: &[(String, bool)], what: &str) {
    let child = reader.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{reader:?}: {error}"));
    let lines: Vec<String> =
        texts.iter().map(|(text, _)| serde_json::to_string(text).unwrap()).collect();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || drop(stdin.write_all((lines.join("\n") + "\n").as_bytes())));
        child.wait_with_output().unwrap()
    });
    let found = String::from_utf8_lossy(&output.stdout);
    let found: Vec<&str> = found.lines().collect();
    assert_eq!(found.len(), texts.len(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
    let wrong =
        texts.iter().zip(&found).find(|((_, verdict), found)| verdict.to_string() != **found);
    assert!(wrong.is_none(), "{what}: {wrong:?}");
}

/// A grammar in another notation in a file of the room.
fn exported(room: &Room, to: &str, grammar: &str, rule: &str) -> (String, PathBuf) {
    let run = room.run(&["export", "--to", to, grammar, rule]);
    assert_eq!(run.status, 0, "{grammar} {rule}: {}", run.err);
    let name = run.out.strip_prefix("grammar ").and_then(|it| it.split(';').next());
    let file = name.map_or_else(|| "exported".to_owned(), |name| format!("{name}.g4"));
    room.write(&file, &run.out);
    (name.unwrap_or_default().to_owned(), room.path().join(file))
}

fn subjects() -> impl Iterator<Item = (&'static str, &'static str)> {
    std::iter::once(("g.abnf", "root")).chain(BUNDLED.iter().copied())
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers").join(name)
}

/// Python with the libraries, which the variable names.
fn python() -> Command {
    Command::new(std::env::var_os("ABNFC_READERS_PYTHON").unwrap_or_else(|| "python3".into()))
}

fn library_agrees(to: &str, library: &str) {
    for (grammar, rule) in subjects() {
        let room = Room::with(HARD);
        let (_, file) = exported(&room, to, grammar, rule);
        let mut reader = python();
        reader.arg(script("lark_reader.py")).arg(file).arg(library);
        agrees(reader, &judged(&room, grammar, rule), &format!("{library} {grammar} {rule}"));
    }
}

#[test]
#[ignore = "needs Python with lark"]
fn reader_lark_agrees() {
    library_agrees("lark", "lark");
}

#[test]
#[ignore = "needs Python with llguidance"]
fn reader_llguidance_agrees() {
    library_agrees("lark", "llguidance");
}

/// llguidance converts grammars of llama.cpp.
#[test]
#[ignore = "needs Python with llguidance"]
fn reader_gbnf_agrees() {
    library_agrees("gbnf", "gbnf");
}

/// The variable `ABNFC_ANTLR` names the program that generates parsers.
#[test]
#[ignore = "needs antlr-ng, and Python with antlr4-python3-runtime"]
fn reader_antlr_agrees() {
    let antlr = std::env::var_os("ABNFC_ANTLR").unwrap_or_else(|| "antlr-ng".into());
    for (grammar, rule) in subjects() {
        let room = Room::with(HARD);
        let (name, file) = exported(&room, "antlr", grammar, rule);
        let folder = room.path().join("parser");
        let mut generator = Command::new(&antlr);
        generator.args(["-Dlanguage=Python3", "-l", "false", "-o"]).arg(&folder).arg(&file);
        let output = generator.output().unwrap_or_else(|error| panic!("{generator:?}: {error}"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("error"), "{grammar} {rule}: {said}");
        assert!(fs::exists(folder.join(format!("{name}Parser.py"))).unwrap(), "{said}");
        let mut reader = python();
        reader.arg(script("antlr_reader.py")).arg(folder).arg(&name);
        agrees(reader, &judged(&room, grammar, rule), &format!("antlr {grammar} {rule}"));
    }
}

/// EBNF that is read, and written as ABNF.
struct Ebnf<'a> {
    rest: &'a str,
}

impl<'a> Ebnf<'a> {
    fn grammar(text: &str) -> String {
        let rule = |line: &str| {
            let (name, definition) = line.split_once(" ::= ").expect(line);
            let mut ebnf = Ebnf { rest: definition };
            let made = format!("{} = {}\n", name.replace('_', "-"), ebnf.alternatives());
            assert_eq!(ebnf.rest, "", "{line}");
            made
        };
        text.lines().map(rule).collect()
    }

    fn alternatives(&mut self) -> String {
        let mut all = vec![self.sequence()];
        while self.takes("|") {
            all.push(self.sequence());
        }
        all.join(" / ")
    }

    fn sequence(&mut self) -> String {
        let mut items = Vec::new();
        while !matches!(self.rest.trim_start().chars().next(), None | Some('|' | ')')) {
            items.push(self.element());
        }
        self.rest = self.rest.trim_start();
        items.join(" ")
    }

    fn element(&mut self) -> String {
        let one = if self.takes("(") {
            let inner = self.alternatives();
            assert!(self.takes(")"), "{}", self.rest);
            format!("( {inner} )")
        } else if self.takes("[") {
            format!("( {} )", self.set())
        } else if self.takes("\"") {
            format!("%s\"{}\"", self.until('"'))
        } else if self.takes("'") {
            format!("%x{:X}", self.until('\'').chars().next().unwrap() as u32)
        } else if self.takes("#x") {
            format!("%x{}", self.word())
        } else {
            self.word().replace('_', "-")
        };
        let repeats = [("?", "*1"), ("*", "*"), ("+", "1*")];
        let repeat = repeats.iter().find(|(sign, _)| self.rest.starts_with(sign));
        self.rest = &self.rest[repeat.map_or(0, |_| 1)..];
        format!("{}{one}", repeat.map_or("", |it| it.1))
    }

    /// Reads the ranges of a set.
    fn set(&mut self) -> String {
        let inner = self.until(']');
        let mut values: Vec<String> = Vec::new();
        let mut rest = inner;
        while let Some(first) = rest.chars().next() {
            if first == '-' {
                rest = &rest[1..];
                values.push("-".to_owned());
            } else if let Some(number) = rest.strip_prefix("#x") {
                let end = number.find(['#', '-']).unwrap_or(number.len());
                values.push(number[..end].to_owned());
                rest = &number[end..];
            } else {
                values.push(format!("{:X}", first as u32));
                rest = &rest[first.len_utf8()..];
            }
        }
        let mut ranges: Vec<String> = Vec::new();
        let mut values = values.into_iter().peekable();
        while let Some(low) = values.next() {
            if values.next_if(|it| it == "-").is_some() {
                ranges.push(format!("%x{low}-{}", values.next().unwrap()));
            } else {
                ranges.push(format!("%x{low}"));
            }
        }
        ranges.join(" / ")
    }

    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn until(&mut self, end: char) -> &'a str {
        let (inner, rest) = self.rest.split_once(end).expect("it ends");
        self.rest = rest;
        inner
    }

    fn word(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        assert!(0 < end, "{}", self.rest);
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }
}

#[test]
fn ebnf_is_the_same_grammar() {
    for (grammar, rule) in subjects() {
        let room = Room::with(HARD);
        let (_, file) = exported(&room, "ebnf", grammar, rule);
        let back = Ebnf::grammar(&fs::read_to_string(file).unwrap());
        room.write("back.abnf", &back);
        let run = room.run(&["diff", "--format", "json", "--rule", rule, grammar, "back.abnf"]);
        let found: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        // Nested rules are compared up to some length.
        let relation = found["relation"].as_str().unwrap();
        let is_same = relation == "equal"
            || relation == "equal-up-to" && found["bytes"].as_u64().is_some_and(|it| 5 < it);
        assert!(is_same, "{grammar} {rule}: {}{}\n{back}", run.out, run.err);
    }
}
