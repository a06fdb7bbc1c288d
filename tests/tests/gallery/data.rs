//! The data of the examples passes through text and through formats of serde: a format for people, and one
//! for programs whose data has no names. It is the same whether it is read in one pass or by the offsets of
//! parts.

use super::grammars::samples;
use super::types::{self, Entry};

/// Texts of each rule, and their greatest length.
const TEXTS: usize = 200;
const MAX_LENGTH: usize = 60;

/// Runs all rules of a module that have data made of texts. `items` are the types of data without a
/// rule of their own, which is part of other data.
fn run(name: &str, entries: &[Entry], items: &[&str]) {
    // Lines such as `['a] Uri, UriBuf` after the name of the macro.
    let declaration = "runtime::values::record! {";
    let lent =
        run_declared(name, entries, items, declaration, |rest| rest.split([']', ',']).nth(1));
    assert!(TEXTS * entries.len() / 2 < lent, "{name}: {lent}");
}

/// Runs all rules of a module that have data made of trees.
fn run_nodes(name: &str, entries: &[Entry]) {
    // Lines such as `Any_ ['a], Value ['a], ValueBuf`.
    let declaration = "runtime::node_types::methods! {";
    let lent = run_declared(name, entries, &[], declaration, |rest| rest.split([',', '[']).nth(2));
    // Strings of JSON have escapes for comments and quotation marks.
    assert!(10 < lent, "{name}: {lent}");
}

/// Runs the rules whose types follow `declaration` in the file of data, where `name_of` finds them.
/// Returns the number of texts whose data JSON can lend.
fn run_declared(
    name: &str,
    entries: &[Entry],
    items: &[&str],
    declaration: &str,
    name_of: fn(&str) -> Option<&str>,
) -> usize {
    let folder = if name == "rfc3339" { "rfc3339/src/generated" } else { "gallery/src/generated" };
    let module = if name == "rfc3339" { "" } else { name };
    let path = std::path::Path::new("../examples").join(folder).join(module).join("values.rs");
    let source = std::fs::read_to_string(path).expect("it is in the repository");
    let declared = source.split(declaration).skip(1);
    let known = declared.map(|rest| name_of(rest).expect("it has a name").trim());
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    let mut tested: Vec<&str> = entries.iter().map(|it| it.name).collect();
    tested.extend(items);
    tested.sort_unstable();
    assert_eq!(tested, known, "{name}");

    let rules: Vec<&str> = entries.iter().map(|it| it.rule).collect();
    let mut lent = 0;
    for (entry, texts) in entries.iter().zip(samples(name, &rules, MAX_LENGTH, TEXTS)) {
        assert_eq!(texts.len(), TEXTS, "{name}: {}", entry.rule);
        for text in texts {
            let is_lent = (entry.pass)(&text);
            lent += usize::from(is_lent.expect("texts of the rule have data"));
        }
    }
    lent
}

#[test]
fn rfc3339() {
    run("rfc3339", types::RFC3339, &[]);
}

#[test]
fn rfc3986() {
    run("rfc3986", types::RFC3986, &[]);
}

#[test]
fn rfc5234() {
    run("rfc5234", types::RFC5234, &[]);
}

#[test]
fn rfc5322_plain() {
    run("rfc5322_plain", types::RFC5322_PLAIN, &[]);
}

#[test]
fn rfc5646() {
    run("rfc5646", types::RFC5646, &[]);
}

#[test]
fn rfc9110() {
    run("rfc9110", types::RFC9110, &["AcceptEncodingItem", "AcceptLanguageItem"]);
}

#[test]
fn rfc9535() {
    run("rfc9535", types::RFC9535, &[]);
}

#[test]
fn toml() {
    run("toml", types::TOML, &[]);
}

#[test]
fn semver() {
    run("semver", types::SEMVER, &[]);
}

#[test]
fn purl() {
    run("purl", types::PURL, &[]);
}

#[test]
fn rfc5424() {
    run("rfc5424", types::RFC5424, &[]);
}

#[test]
fn rfc6265() {
    run("rfc6265", types::RFC6265, &[]);
}

#[test]
fn rfc8288() {
    run("rfc8288", types::RFC8288, &[]);
}

#[test]
fn rfc9651() {
    run("rfc9651", types::RFC9651, &[]);
}

#[test]
fn recursive_rules_of_rfc5234() {
    run_nodes("rfc5234", types::RFC5234_NODES);
}

#[test]
fn recursive_rules_of_rfc5322() {
    run_nodes("rfc5322", types::RFC5322_NODES);
}

#[test]
fn recursive_rules_of_rfc8259() {
    run_nodes("rfc8259", types::RFC8259_NODES);
}

#[test]
fn recursive_rules_of_rfc9535() {
    run_nodes("rfc9535", types::RFC9535_NODES);
}

#[test]
fn recursive_rules_of_toml() {
    run_nodes("toml", types::TOML_NODES);
}
