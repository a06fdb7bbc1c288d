//! The generated code of a small grammar, whole, to be read in review. Write it
//! anew with `UPDATE_EXPECT=1`.

use abnfc::back::scaffold;
use abnfc::compile;
use abnfc::spec::{Export, Package, Spec};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Files that are the same whatever the grammar.
const RUNTIME: [&str; 8] = [
    "byte_set.rs",
    "dfa.rs",
    "error.rs",
    "owned.rs",
    "rule.rs",
    "serde.rs",
    "tagged.rs",
    "view.rs",
];

#[test]
fn a_small_grammar() {
    let grammar = b"label = ALPHA *( \"-\" 1*digits ) ; a comment\ndigits = DIGIT\n\
        same = ALPHA *( \"-\" 1*DIGIT )\npair = ( label / 2DIGIT ) [ \"=\" value ]\nvalue = *DIGIT\n";
    let export = |rule: &str, type_name: Option<&str>, docs: Option<&str>| Export {
        rule: rule.to_owned(),
        type_name: type_name.map(str::to_owned),
        docs: docs.map(str::to_owned),
        ..Export::default()
    };
    let spec = Spec {
        title: "RFC 0000".to_owned(),
        crate_name: "small".to_owned(),
        exports: vec![
            export("label", None, Some("The label of a *thing*.")),
            export("digits", Some("Figure"), None),
            export("same", None, None),
            export("pair", None, None),
            export("value", None, None),
        ],
        ..Spec::default()
    };
    let output = compile("small.abnf", grammar, &spec).expect("the grammar is sound");
    let mut all = String::new();
    let package = Package::default();
    for (path, text) in
        scaffold::scaffold("small", &spec.title, &package, &output.files, output.example.as_deref())
    {
        if !RUNTIME.iter().any(|name| path == format!("src/generated/{name}")) {
            write!(all, "==> {path} <==\n{text}\n").expect("strings take all");
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expected/small.txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(path, all).expect("the file can be written");
        return;
    }
    let expected = fs::read_to_string(path).expect("the file is there");
    let mut lines = all.lines().zip(expected.lines()).enumerate();
    let differing = lines.find(|(_, (made, expected))| made != expected);
    assert_eq!(differing, None, "a line, what it is, and what it should be");
    assert!(all == expected, "one is a beginning of the other");
}

/// What users do not call costs them no time: it is compiled where it is called.
#[test]
fn functions_of_rules_are_compiled_where_they_are_called() {
    let grammar = b"list = item *( \",\" item )\nitem = word / number\nword = 1*ALPHA\n\
        number = 1*DIGIT\npair = word \"=\" [ number ]\n";
    let output = compile("list.abnf", grammar, &Spec::default()).expect("the grammar is sound");
    let rules = output.files.iter().filter(|(path, _)| path.starts_with("rules/"));
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
    // Accessors, an iterator and a union.
    assert!(8 <= functions, "only {functions}");
}
