//! One grammar inside documents of each kind, with the constructs that the documentation of the kind
//! names around it. Texts that look like rules elsewhere define `decoy`.

use abnfc::diagnostic::Code;
use abnfc::grammar::ResolvedRule;
use abnfc::spec::{Extract, ReadOptions};
use std::fs;
use std::path::Path;

const GRAMMAR: &str = r#"message  = greeting *( SP option ) CRLF
greeting = "hello" / "<hi>"
option   = name "=" value
name     = 1*( ALPHA / "&" )
value    = <token, see [RFC9110], Section 5.6.2>
"#;

/// The name of a rule, and its definition without comments and white space.
type Words = (String, Vec<String>);

/// Returns the rules, and messages about the document.
fn rules(name: &str, bytes: &[u8], extract: Extract) -> (Vec<Words>, Vec<String>) {
    let options = ReadOptions { extract, ..ReadOptions::default() };
    let read = abnfc::read_leniently(name, bytes, &[], &options).expect("a text");
    let rule = |rule: &ResolvedRule| {
        let code = rule.text.lines().map(|line| line.split(" ;").next().unwrap_or_default());
        let words = code.flat_map(str::split_whitespace).map(str::to_owned).collect();
        (rule.name.as_str().to_owned(), words)
    };
    let rules = read.resolved.own_rules().map(|(_, it)| rule(it)).collect();
    let findings = read.diagnostics.items.iter();
    let of_document = findings.filter(|it| it.code == Code::MalformedDocument);
    (rules, of_document.map(|it| it.message.clone()).collect())
}

#[test]
fn documents_of_all_kinds_have_the_same_grammar() {
    let (expected, _) = rules("grammar", GRAMMAR.as_bytes(), Extract::No);
    assert_eq!(expected.len(), 5);
    let in_another_file =
        vec!["this grammar is in another file, `more.abnf`, which is not read".to_owned()];
    let none = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/documents");
    let documents = [
        ("htmlized.html", &none),
        ("kramdown.md", &in_another_file),
        ("mmark.md", &in_another_file),
        ("pages.text", &none),
        ("rfc.html", &none),
        ("rfc7749.xml", &none),
        ("rfc7991.xml", &none),
        ("w3c.html", &none),
    ];
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), documents.len());
    for (name, findings) in documents {
        let bytes = fs::read(folder.join(name)).expect("a document");
        let (found, of_document) = rules(name, &bytes, Extract::Yes);
        assert_eq!(found, expected, "{name}");
        assert_eq!(&of_document, findings, "{name}");
    }
}
