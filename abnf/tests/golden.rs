//! The complete generated code of a small grammar, for reviews. `UPDATE_EXPECT=1`
//! rewrites it.

use abnfc::back::packages::{Packages, distinct, packages};
use abnfc::back::scaffold;
use abnfc::compile;
use abnfc::spec::{Export, Package, Spec};
use expect_test::expect_file;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const GRAMMAR: &str = "label = ALPHA *( \"-\" 1*digits ) ; a comment\ndigits = DIGIT\n\
    same = ALPHA *( \"-\" 1*DIGIT )\npair = label [ \"=\" value ]\nvalue = *DIGIT\n\
    amount = [ \"-\" ] value ( \"k\" / \"M\" )\n";

/// The files of a crate.
fn files(name: &str, grammar: &str, exports: Vec<Export>) -> BTreeMap<String, String> {
    let (title, crate_name) = ("RFC 0000".to_owned(), name.to_owned());
    let spec = Spec { title, crate_name, exports, ..Spec::default() };
    let output = compile(name, grammar.as_bytes(), &spec).expect("the grammar is sound");
    let (package, features) = (Package::default(), output.cargo_features);
    let krate =
        scaffold::Crate { name, title: &spec.title, package: &package, features: &features };
    scaffold::scaffold(&krate, &output.files, output.example.as_deref())
}

/// Files of the run-time are left out. They are found as the files that are the same for a grammar
/// that differs only in its names.
#[test]
fn a_small_grammar() {
    let export = |rule: &str, type_name: Option<&str>, docs: Option<&str>| Export {
        rule: rule.to_owned(),
        type_name: type_name.map(str::to_owned),
        docs: docs.map(str::to_owned),
        ..Export::default()
    };
    let exports = vec![
        export("label", None, Some("The label of a *thing*.")),
        export("digits", Some("Figure"), None),
        export("same", None, None),
        export("pair", None, None),
        export("value", None, None),
        export("amount", None, None),
    ];
    let renamed = ["label", "digits", "same", "pair", "value", "amount"]
        .iter()
        .fold(GRAMMAR.to_owned(), |text, name| text.replace(name, &format!("other-{name}")));
    // A digit is a number only if it has a type.
    let types = exports
        .iter()
        .map(|it| export(&format!("other-{}", it.rule), it.type_name.as_deref(), None));
    let other = files("other", &renamed, types.collect());
    let mut all = String::new();
    for (path, text) in files("small", GRAMMAR, exports) {
        if other.get(&path) != Some(&text) {
            write!(all, "==> {path} <==\n{text}\n").expect("writing to a string cannot fail");
        }
    }
    expect_file!["expected/small.txt"].assert_eq(&all);
}

/// Functions of rules have the attribute `inline`. They are compiled in the crates that call them,
/// so functions without callers take no time.
#[test]
fn functions_of_rules_are_compiled_where_they_are_called() {
    let grammar = b"list = item *( \",\" item )\nitem = word / number\nword = 1*ALPHA\n\
        number = 1*DIGIT\npair = word \"=\" [ number ]\n";
    let output = compile("list.abnf", grammar, &Spec::default()).expect("the grammar is sound");
    let rules = output.files.iter().filter(|(path, _)| *path == "types.rs");
    let mut functions = 0;
    for (path, text) in rules {
        for item in syn::parse_file(text).expect("generated text is Rust").items {
            let syn::Item::Impl(implementation) = item else { continue };
            for item in implementation.items {
                let syn::ImplItem::Fn(function) = item else { continue };
                functions += 1;
                let inline = function.attrs.iter().any(|it| it.path().is_ident("inline"));
                assert!(inline, "{path}: {}", function.sig.ident);
            }
        }
    }
    // The accessors of repeated parts, and the items of an iterator.
    assert!(2 <= functions, "only {functions}");
    // Macros of the run-time make the accessors of other parts.
    let mut made = 0;
    for (path, text) in output.files.iter().filter(|(path, _)| path.starts_with("runtime/")) {
        for (before, line) in text.lines().zip(text.lines().skip(1)) {
            if line.contains(" fn $part") {
                made += 1;
                assert_eq!(before.trim(), "#[inline]", "{path}: {line}");
            }
        }
    }
    assert!(4 <= made, "only {made}");
}

/// The packages around the crate of a grammar, without the files that are the same for all grammars.
#[test]
fn the_packages_around_a_small_grammar() {
    let grammar = "pair = key [ \"=\" value ]\nkey = 1*ALPHA\nvalue = 1*3DIGIT\nfor = key *( \",\" key )\n\
        flag = \"a\" / \"b\"\n";
    let docs = Some("A key, perhaps \"with\" a number.".to_owned());
    let type_name = Some("Setting".to_owned());
    let rule = "pair".to_owned();
    let pair = Export { rule, docs, type_name, ..Export::default() };
    let rule = |rule: &str| Export { rule: rule.to_owned(), ..Export::default() };
    let exports = vec![pair, rule("key"), rule("value"), rule("for"), rule("flag")];
    let (title, crate_name) = ("RFC 0000".to_owned(), "small".to_owned());
    let spec = Spec { title, crate_name, exports, ..Spec::default() };
    let output = compile("small", grammar.as_bytes(), &spec).expect("the grammar is sound");
    assert_eq!(output.column_rules.sets, ["flag"]);
    let (rules, clashes) = distinct(output.column_rules.rules);
    assert!(clashes.is_empty());
    let files = packages(&Packages {
        name: "small",
        library: "small",
        title: &spec.title,
        package: &Package::default(),
        features: &output.cargo_features,
        rules: &rules,
        adapters: "../../columns",
    });
    let mut all = String::new();
    let copies = ["_rule.py", "polars.py", "sql.py"];
    for (path, text) in files.once.iter().chain(&files.generated) {
        if !copies.iter().any(|name| path.ends_with(name)) {
            write!(all, "==> {path} <==\n{text}\n").expect("writing to a string cannot fail");
        }
    }
    expect_file!["expected/packages.txt"].assert_eq(&all);
}
