//! The generated code of a small grammar, whole, to be read in review. Write it
//! anew with `UPDATE_EXPECT=1`.

use abnfc::spec::{Export, Spec};
use abnfc::{compile, frame};
use expect_test::expect_file;
use std::fmt::Write as _;

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
    for (path, text) in frame::frame("small", &spec.title, &output) {
        if !RUNTIME.iter().any(|name| path == format!("src/generated/{name}")) {
            write!(all, "==> {path} <==\n{text}\n").expect("strings take all");
        }
    }
    expect_file!["expected/small.txt"].assert_eq(&all);
}
