//! The contents of spec files, and the messages about errors in them.

use super::{SpecFile, read};
use crate::spec::{
    CargoFeature, Condition, Engine, Export, Extract, IntegerType, Invalid, LetterCase, Locate,
    Others, Parts, ValueSpec,
};

fn good(text: &str) -> SpecFile {
    read("a.toml", text.as_bytes()).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The errors, each as `LINE:COLUMN: MESSAGE`.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found = read("a.toml", text.as_bytes()).unwrap_err();
    let lines = found.items.iter().map(|item| {
        let place = item.primary.as_ref().expect("every error has a span").span;
        let (line, column) = found.files.line_column(place);
        format!("{line}:{column}: {}", item.message)
    });
    assert_eq!(lines.collect::<Vec<_>>(), expected);
}

#[test]
fn byte_order_marks_and_carriage_returns_are_in_no_column() {
    let found = read("a.toml", b"\xEF\xBB\xBFmodul = \"a\"\r\nextras = 1\r\n").unwrap_err();
    let shown = found.to_string();
    assert!(shown.contains("a.toml:1:1\n") && shown.contains("a.toml:2:10\n"), "{shown}");
    assert!(!shown.contains(['\u{FEFF}', '\r', '\u{240D}']), "{shown}");
}

const FULL: &str = r#"
module = "src/syntax"
command = "make"
extras = ["push", "lines"]
features = ["serde", "proptest"]
grammar = "a.abnf"
title = "RFC 1"
dialect = "bnf"
extract = true
encoding = "utf8"
engine = "shift"
strict = true
diagrams = true
export = ["z", "x", "y", "v", "w", "f"]

[package]
name = "a"
version = "1.2.3"
license = "MIT"
description = "A \"thing\""
repository = "https://example.org/"

[limits]
dfa-states = 20_000

[imports]
core = "c.abnf"
"od d" = { file = "d.abnf", rules = ["q"] }
E = { file = "e.txt", extract = true }
F = { file = "f.txt", rules = ["q"], extract = false }

[rules.z]
type = "Zed"
docs = "It."
engine = "code"
parts = ["y", { name = "p", rules = ["y", "q"], type = "Pq" }, { name = "r", rules = ["q"] }]

[rules.y]
value = "unit"
write = " \"\n"
case = "upper"
locate = "on-demand"
max-bytes = 253
range = [-1, 0xFF]
parts = []
except = ["z", "w"]
and = "v"
min-bytes = 1

[rules.v]
value = { type = "i64", radix = 16, separator = "_" }

[rules.w]
value = { type = "bool", true = "", false = "n\"o" }

[rules.f]
value = { type = "::a::B", read = "c::d", error = "E", write = "f" }

[rules.x]
value = { type = "text", invalid = "replace" }
[rules.x.pieces]
q = ""
r = { drop = 2 }
s = { drop = 1, radix = 16, as = "utf16" }
t = { map = { a = "\\n", "\\\\" = "é" }, drop = 3 }
u = [{}, { after = "x", drop = 1 }, { after = "xy", map = { z = "" } }]

[modules.m]
grammar = "m.bnf"
feature = "em"
[modules.m.rules.a]
"#;

#[test]
fn all_that_a_spec_can_say() {
    let file = good(FULL);
    let [root, module] = &file.grammars[..] else { panic!() };
    assert_eq!((&*root.file, root.title.as_deref()), ("a.abnf", Some("RFC 1")));
    assert_eq!(root.read.extract, Extract::Yes);
    assert_eq!((root.read.limits.dfa_states, module.read.limits.dfa_states), (20_000, 20_000));
    assert_eq!(root.imports[1].rules, ["q"]);
    assert!(root.diagrams && !module.diagrams);
    assert_eq!((file.extras.len(), file.command.as_deref()), (2, Some("make")));
    assert_eq!(file.features, [CargoFeature::Proptest, CargoFeature::Serde].into());
    assert_eq!((&root.feature, module.feature.as_deref()), (&None, Some("em")));
    // In the order of the file, with the defaults of the grammar.
    assert_eq!(root.rules[0].rule, "z");
    assert_eq!((root.rules[0].engine, root.rules[0].locate), (Engine::Code, Locate::AtOnce));
    assert_eq!((root.rules[1].engine, root.rules[1].locate), (Engine::Shift, Locate::OnDemand));
    assert_eq!(root.rules[1].parts, Parts::Listed(Vec::new()));
    assert_eq!(root.rules[1].value, ValueSpec::Unit);
    assert_eq!(root.rules[1].written.as_deref(), Some(" \"\n"));
    assert_eq!(root.rules[1].letter_case, Some(LetterCase::Upper));
    let conditions = root.rules[1].restrictions.iter().map(|it| it.condition.clone());
    let rule = |name: &str| name.to_owned();
    let expected = [
        Condition::Range { least: -1, greatest: 255 },
        Condition::MinBytes(1),
        Condition::MaxBytes(253),
        Condition::And(rule("v")),
        Condition::Except(rule("z")),
        Condition::Except(rule("w")),
    ];
    assert_eq!(conditions.collect::<Vec<_>>(), expected);
    let (ty, separator) = (IntegerType::I64, Some(b'_'));
    assert_eq!(root.rules[2].value, ValueSpec::Integer { ty, radix: 16, separator });
    let texts = Some([String::new(), "n\"o".to_owned()]);
    assert_eq!(root.rules[3].value, ValueSpec::Bool { texts });
    let ValueSpec::Foreign(ty) = &root.rules[4].value else { panic!() };
    assert_eq!((&*ty.path, ty.write.as_deref()), ("::a::B", Some("f")));
    assert_eq!(ty.read.as_ref().map(|it| [&*it.path, &*it.error]), Some(["c::d", "E"]));
    let ValueSpec::Decoded(decoded) = &root.rules[5].value else { panic!() };
    assert_eq!((decoded.pieces.len(), decoded.invalid), (5, Some(Invalid::Replace)));
    let Parts::Listed(parts) = &root.rules[0].parts else { panic!() };
    assert_eq!((&*parts[0].name, &*parts[0].rules), ("y", &["y".to_owned()][..]));
    assert_eq!(parts[1].type_name.as_deref(), Some("Pq"));
    assert_eq!((&*module.module, module.engine), ("m", Engine::Auto));
}

#[test]
fn a_file_is_written_as_it_was_read() {
    let file = good(FULL);
    assert_eq!(good(&file.to_toml()), file, "{}", file.to_toml());
    let modules = good("[package]\nname = \"a\"\n[modules.m]\ngrammar = \"m.abnf\"\n");
    assert_eq!(modules.grammars.len(), 1);
    assert_eq!(good(&modules.to_toml()), modules, "{}", modules.to_toml());
    let odd = good("grammar = \"a\\u0000\\\"b\\\\\"\n");
    assert_eq!(good(&odd.to_toml()), odd);
}

#[test]
fn exports_are_those_of_the_list_or_all() {
    let exports = |text: &str| {
        let file = good(text);
        let spec = file.spec(&file.grammars[0], Vec::new(), "");
        let named = |it: Export| (it.rule, it.engine);
        (spec.exports.into_iter().map(named).collect::<Vec<_>>(), spec.others, spec.engine)
    };
    let pair = |rule: &str, engine| (rule.to_owned(), engine);
    let all = exports("grammar = \"g\"\nengine = \"table\"\n[rules.b]\nengine = \"code\"");
    assert_eq!(all, (vec![pair("b", Engine::Code)], Others::Exported, Engine::Table));
    let text = "grammar = \"g\"\nengine = \"table\"\nexport = [\"a\", \"B\"]\n[rules.b]\n";
    let some = vec![pair("a", Engine::Table), pair("b", Engine::Table)];
    assert_eq!(exports(text), (some, Others::LeftOut, Engine::Table));
}

#[test]
fn errors_have_their_positions() {
    check("grammar = \"g\"\nrulse = 1\n", &["2:1: unknown key `rulse`"]);
    check("title = \"g\"\n", &["1:1: the key `grammar` is missing"]);
    check(
        "grammar = 1\nengine = \"fast\"\n[rules.a]\nparts = [1, \"\", { name = \"x\" }]\ntyp = 2\n",
        &[
            "1:11: expected text in quotes, found an integer",
            "2:10: expected one of \"auto\", \"table\", \"shift\", \"code\", found \"fast\"",
            "4:10: expected a rule, or a table with `name` and `rules`, found an integer",
            "4:13: the text is empty",
            "4:17: the part has no `rules`",
            "5:1: unknown key `typ`",
        ],
    );
    check(
        "grammar = \"g\"\nexport = [\"a\"]\n[rules.b]\n[rules.A]\n[rules.a]\n",
        &["3:8: rule `b` is not in the list `export`", "5:8: rule `a` has two tables"],
    );
    let most = "expected a whole number of at most 256, found an integer";
    for number in ["-1", "257", "99999999999999999999"] {
        let text = format!("grammar = \"g\"\n[limits]\nnesting = {number}\n");
        check(&text, &[&format!("3:11: {most}")]);
    }
    check("grammar = \"g\"\nfeature = \"f\"\n", &["2:1: unknown key `feature`"]);
    check(
        "grammar = \"g\"\n[modules.m]\nmodules = 1\n",
        &["2:10: the key `grammar` is missing", "3:1: unknown key `modules`"],
    );
    check(
        "title = \"g\"\nx = 1\n[modules.m]\ngrammar = \"m\"\n",
        &["1:1: `title` is about a grammar, and the root has none", "2:1: unknown key `x`"],
    );
    check("grammar = \"g\"\n[imports]\na = { rules = [] }\n", &["3:1: import `a` has no file"]);
}

#[test]
fn errors_in_restrictions_have_their_positions() {
    let check = |line: &str, expected: &[&str]| {
        check(&format!("grammar = \"g\"\n[rules.a]\n{line}\n"), expected);
    };
    let two = "expected a list of two whole numbers, or a type from `u8` to `u64` or `i128`";
    check("range = [1, 2, 3]", &[&format!("3:9: {two}, found a list")]);
    check("range = [1, \"2\"]", &[&format!("3:9: {two}, found a list")]);
    check("range = \"u128\"", &[&format!("3:9: {two}, found \"u128\"")]);
    check("range = 7", &[&format!("3:9: {two}, found an integer")]);
    check("range = [2, 1]", &["3:9: the range is reversed"]);
    check("max-bytes = -1", &["3:13: expected a number of bytes, found an integer"]);
    check("min-bytes = \"1\"", &["3:13: expected a number of bytes, found \"1\""]);
    check(
        "except = [\"\", 1]",
        &["3:11: the text is empty", "3:15: expected text in quotes, found an integer"],
    );
    check("and = 1", &["3:7: expected a list of names, found an integer"]);
    check("max-byte = 1", &["3:1: unknown key `max-byte`"]);
    check("write = 1", &["3:9: expected text in quotes, found an integer"]);
    check("case = \"Lower\"", &["3:8: expected one of \"lower\", \"upper\", found \"Lower\""]);
}

#[test]
fn similar_keys_are_suggested_and_others_listed() {
    let shown = |text: &str| read("a.toml", text.as_bytes()).unwrap_err().to_string();
    assert!(shown("grammar = \"g\"\nrulse = 1\n").contains("did you mean `rules`?"));
    let all = shown("grammar = \"g\"\n[package]\nx = 1\n");
    assert!(all.contains("`description`, `license`, `name`"), "{all}");
}

#[test]
fn syntax_errors_have_positions_too() {
    let found = read("a.toml", b"grammar = \"g\"\nrules = [\n").unwrap_err();
    assert!(found.to_string().contains("a.toml:"), "{found}");
    check("a = 1\na = 2\n", &["2:1: duplicate key"]);
    assert!(read("a.toml", b"\xFF").unwrap_err().to_string().contains("not UTF-8 at byte 0"));
}

#[test]
fn equal_mistakes_are_one_message() {
    let tables = (0..10_000).map(|i| format!("[rules.r{i}]\nlocate = \"x\"")).collect::<Vec<_>>();
    let text = format!("grammar = \"a\"\n{}", tables.join("\n"));
    let message = "3:10: expected one of \"at-once\", \"outermost\", \"on-demand\", found \"x\"";
    check(&text, &[&format!("{message} (10000 times)")]);
    let found = read("a.toml", text.as_bytes()).unwrap_err();
    assert_eq!(found.items[0].secondary.len(), 2);

    let keys = (0..10_000).map(|i| format!("k{i} = 1")).collect::<Vec<_>>();
    let text = format!("grammar = \"a\"\n{}", keys.join("\n"));
    let found = read("a.toml", text.as_bytes()).unwrap_err();
    assert_eq!(found.items.len(), 2_000);
    assert!(found.items.iter().all(|item| item.hints.len() == 1));
}

#[test]
fn settings_of_values_belong_to_their_types() {
    let check = |value: &str, expected: &[&str]| {
        check(&format!("grammar = \"g\"\n[rules.a]\nvalue = {value}\n"), expected);
    };
    check("{ radix = 16 }", &["3:9: the value has no `type`"]);
    check("{ type = \"char\", radix = 16 }", &["3:34: only an integer has a radix"]);
    check("{ type = \"f64\", separator = \"_\" }", &["3:37: only an integer has a separator"]);
    for wrong in ["a", "1", "-", "é", "__", ""] {
        let expected = "expected one character of ASCII that is no letter, digit or sign, found";
        let expected = format!("3:36: {expected} \"{wrong}\"");
        check(&format!("{{ type = \"u8\", separator = \"{wrong}\" }}"), &[&expected]);
    }
    check("{ type = \"u8\", true = \"1\" }", &["3:24: only a `bool` has a text for `true`"]);
    let one = "3:9: only one of `true` and `false` has a text";
    check("{ type = \"bool\", false = \"0\" }", &[one]);
    check(
        "{ type = \"bool\", false = 0, true = \"1\" }",
        &[one, "3:34: expected text in quotes, found an integer"],
    );
    let foreign = "only a type of another crate has a key `read`";
    check("{ type = \"char\", read = \"f\" }", &[&format!("3:26: {foreign}")]);
    check("{ type = \"a::B\", read = \"f\" }", &["3:9: `read` and `error` need each other"]);
    check("{ type = \"a::B\", error = \"f\" }", &["3:9: `read` and `error` need each other"]);
    check("{ type = \"a::B\", write = \"f()\" }", &["3:34: `f()` is not a path"]);
    check("{ type = \"bool\", yes = \"1\" }", &["3:26: unknown key `yes`"]);
}

#[test]
fn pieces_have_one_meaning_each() {
    let start = "grammar = \"g\"\n[rules.r]\n";
    let of = |rest: &str| format!("{start}{rest}");
    check(
        &of("value = \"text\"\n[rules.r.pieces]\na = 1\nb = { drop = -1 }\nc = { radix = 16 }\n\
             d = { as = \"byte\" }\ne = { as = \"char\", radix = 16, map = {} }\nA = \"\"\n\
             f = { droop = 1 }\n"),
        &[
            "5:5: expected text, a table with `after`, `drop`, `radix`, `as` and `map`, or a list, \
             found an integer",
            "6:14: expected a number of bytes, found an integer",
            "7:1: piece `c` has a `radix` without `as`",
            "8:1: piece `d` has `as` without a `radix`",
            "9:1: piece `e` has a number and a `map`",
            "11:7: unknown key `droop`",
        ],
    );
    check(
        &of("value = \"text\"\n[rules.r.pieces]\na = \"\"\nA = \"\"\n"),
        &["6:1: piece `A` has two meanings"],
    );
    check(
        &of("value = \"text\"\n[rules.r.pieces]\na = [ {}, { after = \"x\" }, \"\" ]\n"),
        &["5:28: two meanings apply to texts after \"\""],
    );
    check(
        &of("value = \"u8\"\npieces = {}\n"),
        &["4:1: a rule with `pieces` has the value \"text\""],
    );
    check(
        &of("value = { type = \"text\", invalid = \"error\" }\n"),
        &["3:26: `invalid` applies only to text with `pieces`"],
    );
}
