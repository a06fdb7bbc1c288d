//! The size of the main rule of each grammar of the examples: its states, and the bytes that a call of
//! its matcher adds to a program with link-time optimisation.

use super::{Profile, build, bytes, executable, package};
use anyhow::Context as _;
use std::path::Path;
use std::process::Command;

/// A module, its grammar, the rule, and the expression that calls the matcher.
const CALLS: &[[&str; 4]] = &[
    ["rfc3339", "examples/rfc3339/grammar/rfc3339.abnf", "date-time", "DateTime::is_match(&text)"],
    ["rfc3986", "rfc3986", "URI-reference", "UriReference::is_match(&text)"],
    ["rfc5234", "rfc5234", "rulelist", "RuleList::is_match(&text)"],
    ["rfc5322", "rfc5322", "address", "Address::is_match(&text)"],
    ["rfc5646", "rfc5646", "Language-Tag", "LanguageTag::is_match(&text)"],
    ["rfc8259", "rfc8259", "JSON-text", "JsonText::is_match(&text)"],
    ["rfc9110", "rfc9110", "Accept", "Accept::is_match(text.as_bytes())"],
    ["rfc9535", "rfc9535", "jsonpath-query", "Query::is_match(&text)"],
    ["toml", "toml", "toml", "Document::is_match(&text)"],
];

/// Measures and prints.
pub(super) fn calls(root: &Path, abnfc: &Path, temp: &Path) -> anyhow::Result<()> {
    println!("\n| a matcher of the gallery adds, with fat LTO | states | code | tables |");
    println!("|---|--:|--:|--:|");
    let dependencies = "gallery = { path = \"ROOT/examples/gallery\" }\n\
                        abnf-rfc3339 = { path = \"ROOT/examples/rfc3339\" }\n";
    let sources = CALLS.iter().map(|[name, _, _, call]| {
        let module = match *name {
            "rfc3339" => "abnf_rfc3339".to_owned(),
            name => format!("gallery::{name}"),
        };
        (format!("src/bin/{name}.rs"), format!("usize::from({module}::{call})"))
    });
    let none = ("src/bin/none.rs".to_owned(), "text.len()".to_owned());
    let sources: Vec<_> = sources.chain([none]).collect();
    let sources: Vec<_> = sources.iter().map(|(path, call)| (&**path, &**call)).collect();
    let folder = temp.join("gallery");
    let profile = "lto = \"fat\"\ncodegen-units = 1\npanic = \"abort\"";
    package(root, &folder, dependencies, profile, &sources)?;
    build(&folder, &folder.join("target"), Profile::Release)?;
    let size = |name: &str| bytes(&folder.join("target/release").join(executable(name)));
    let (code, tables) = size("none")?;
    for [name, grammar, rule, _] in CALLS {
        let (more_code, more_tables) = size(name)?;
        let states = states(root, abnfc, grammar, rule)?;
        println!(
            "| `{name}`, `{rule}` | {states} | {} | {} |",
            more_code - code,
            more_tables - tables
        );
    }
    Ok(())
}

/// Returns the number of states of a rule's automaton, as `abnfc rules` reports it.
fn states(root: &Path, abnfc: &Path, grammar: &str, rule: &str) -> anyhow::Result<usize> {
    let mut command = Command::new(abnfc);
    command.args(["rules", "--format", "json", grammar]).current_dir(root);
    let output = command.output().context("cannot run abnfc")?;
    let text = String::from_utf8(output.stdout)?;
    let row = text.lines().find(|line| line.contains(&format!("\"rule\":\"{rule}\",")));
    let states = row.and_then(|row| row.split("\"states\":").nth(1));
    let states = states.and_then(|rest| rest.split(',').next()?.parse().ok());
    states.with_context(|| format!("no states of {rule} in {grammar}"))
}
