//! Grammars of other projects: the refused ones with the reasons, and listings that read back as
//! the same grammar.

use super::shared;
use abnfc::diagnostic::Severity;
use abnfc::grammar::Resolved;
use abnfc::spec::ReadOptions;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

/// Every grammar file of the collection, by its path in the collection.
pub(crate) fn collection() -> BTreeMap<String, Vec<u8>> {
    let root = shared("testdata/grammars");
    let mut files = BTreeMap::new();
    for folder in
        fs::read_dir(&root).expect("a folder").map(|entry| entry.expect("readable").path())
    {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("readable").path();
            let name = path.strip_prefix(&root).expect("below it").to_string_lossy().into_owned();
            files.insert(name, fs::read(&path).expect("readable"));
        }
    }
    files
}

/// Errors about the notation, with what is wrong in the file.
pub(super) const REFUSED: &[(&str, &str)] = &[
    // Made by a fuzzer, with numbers of 36 and more bits.
    ("go-abnf/example.abnf", "number-too-large"),
    ("go-abnf/fuzz_regex_eaa469604868c87f.abnf", "number-too-large"),
    // One line end and nothing else.
    ("go-abnf/void.abnf", "no-rules"),
    // Slips of RFC 2812: a line that begins with `=/` without a name, and a group
    // in `channel` that is never closed.
    ("kgt/irc.abnf", "unexpected-equals"),
];

/// Errors about the meaning of rules, which many published excerpts have because they name rules of
/// other documents.
const OF_MEANING: &[&str] = &["undefined-rule", "unresolvable-prose"];

#[test]
#[ignore = "needs ../shared"]
fn published_grammars_are_read() {
    let mut refused = Vec::new();
    for (name, bytes) in collection() {
        let read = abnfc::read_leniently(&name, &bytes, &[], &ReadOptions::default());
        let found = read.map_or_else(|errors| errors, |read| read.diagnostics);
        let mut errors = found.items.iter().filter(|item| item.severity == Severity::Error);
        let first = errors.find(|item| !OF_MEANING.contains(&item.code.as_str()));
        refused.extend(first.map(|item| (name.clone(), item.code.as_str())));
    }
    let refused: Vec<_> = refused.iter().map(|(name, code)| (name.as_str(), *code)).collect();
    assert_eq!(refused, REFUSED);
}

/// A line for each rule that is not a core rule.
fn own_rules(grammar: &Resolved) -> String {
    let mut lines = String::new();
    for (_, rule) in grammar.own_rules() {
        let expr = grammar.show(&rule.expr);
        writeln!(lines, "{} = {expr}", rule.name).expect("writing to a string cannot fail");
    }
    lines
}

#[test]
#[ignore = "needs ../shared"]
fn listings_read_back() {
    let mut compared = 0;
    for (name, bytes) in collection() {
        let Ok(read) = abnfc::read(&name, &bytes, &[], &ReadOptions::default()) else { continue };
        let printed = own_rules(&read.resolved);
        let again = abnfc::read(&name, printed.as_bytes(), &[], &ReadOptions::default())
            .unwrap_or_else(|errors| panic!("{name}: {errors}"));
        assert_eq!(own_rules(&again.resolved), printed, "{name}");
        compared += 1;
    }
    assert!(compared > 30, "only {compared} grammars are read without errors");
}

#[test]
#[ignore = "needs ../shared"]
fn published_specifications_give_no_warnings() {
    for (name, bytes) in collection().iter().filter(|(name, _)| name.starts_with("specs/")) {
        let read = abnfc::read(name, bytes, &[], &ReadOptions::default()).expect(name);
        assert_eq!(read.diagnostics.to_string(), "", "{name}");
    }
}
