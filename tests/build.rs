//! Compiles grammars to matchers for the agreement test, as a user's build script
//! would, and lists the matchers of every rule by name.
//!
//! Into `OUT_DIR`: a folder for each grammar, and `matchers.rs` with a module for
//! each and the list.

use abnfc::spec::{Export, Spec};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let mut modules = String::new();
    let mut list = String::new();
    for (file, text) in grammars() {
        let module = file.split('.').next().expect("a file name").to_owned();
        let rules = compile(&file, &text, &out.join(&module));
        let path = out.join(&module).join("mod.rs");
        let path = path.to_str().expect("the path of the workspace is text");
        writeln!(modules, "#[path = {path:?}]\npub mod {module};").unwrap();
        push_entry(&mut list, &file, &module, rules.iter().map(|(a, b)| (a.as_str(), b.as_str())));
    }
    for grammar in uri_gen::GRAMMARS {
        let rules = grammar.rules.iter().map(|rule| (rule.0, rule.1));
        let path = format!("::uri::{}", grammar.module);
        push_entry(&mut list, grammar.file, path.trim_end_matches("::"), rules);
    }
    let matchers = format!("{modules}\npub const MATCHERS: &[Matchers] = &[\n{list}];\n");
    fs::write(out.join("matchers.rs"), matchers).expect("OUT_DIR can be written");
}

/// The grammars that no crate of the workspace is made of: name and text.
fn grammars() -> Vec<(String, String)> {
    let folder = Path::new("grammars");
    println!("cargo::rerun-if-changed=grammars");
    let mut grammars = vec![("rfc2396.bnf".to_owned(), uri_gen::RFC2396.to_owned())];
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        grammars.push((name, fs::read_to_string(path).expect("text")));
    }
    grammars.sort();
    grammars
}

/// Writes the code of all rules; returns their names and types.
fn compile(file: &str, text: &str, folder: &Path) -> Vec<(String, String)> {
    let mut spec = Spec { title: file.to_owned(), ..Spec::default() };
    let read = abnfc::read(file, text.as_bytes(), &[], &spec.read)
        .unwrap_or_else(|errors| panic!("{errors}"));
    let names = read.resolved.own_rules().map(|(_, rule)| rule.name.as_str().to_owned());
    let rules: Vec<_> = names.enumerate().map(|(i, name)| (name, format!("Rule{i}"))).collect();
    spec.exports = rules
        .iter()
        .map(|(rule, name)| Export {
            rule: rule.clone(),
            type_name: Some(name.clone()),
            ..Export::default()
        })
        .collect();
    let output =
        abnfc::compile(file, text.as_bytes(), &spec).unwrap_or_else(|errors| panic!("{errors}"));
    for (path, text) in output.files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("in a folder")).expect("OUT_DIR can be written");
        fs::write(path, text).expect("OUT_DIR can be written");
    }
    rules
}

fn push_entry<'a>(
    list: &mut String,
    file: &str,
    path: &str,
    rules: impl Iterator<Item = (&'a str, &'a str)>,
) {
    writeln!(list, "Matchers {{ file: {file:?}, rules: &[").unwrap();
    for (rule, name) in rules {
        writeln!(list, "({rule:?}, judge!({path}::{name}) as Judge),").unwrap();
    }
    writeln!(list, "] }},").unwrap();
}
