//! Compiles grammars to matchers, as a user's build script would: some for the library,
//! others for the agreement test; and lists the matchers of every rule by name for that test.
//!
//! Into `OUT_DIR`: a folder for each grammar; for the library a module that is called like its
//! grammar; and `matchers.rs` with a module for each of the others and the list.

use abnfc::spec::{Export, PartSpec, Parts, Spec};
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
        let line = format!("#[path = {path:?}]\npub mod {module};\n");
        let path = if OF_LIBRARY.contains(&&*module) {
            let line = line + &format!("pub use {module}::*;\n");
            fs::write(out.join(&module).with_extension("rs"), line).expect("can be written");
            format!("::conformance::{module}::rules")
        } else {
            modules += &line;
            module
        };
        push_entry(&mut list, &file, &path, rules.iter().map(|(a, b)| (a.as_str(), b.as_str())));
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

/// The grammars whose matchers are modules of the library, because more than the agreement
/// test uses them.
const OF_LIBRARY: &[&str] = &["rfc3339", "rfc3986"];

/// The names of the types that are called by name.
const NAMES: &[(&str, &str)] = &[
    ("URI-reference", "UriReference"),
    ("scheme", "Scheme"),
    ("host", "Host"),
    ("port", "Port"),
    ("query", "Query"),
    ("fragment", "Fragment"),
    ("date-time", "DateTime"),
];

/// The parts of a reference of RFC 3986.
const PARTS: &[(&str, &[&str])] = &[
    ("scheme", &["scheme"]),
    ("host", &["host"]),
    ("port", &["port"]),
    ("path", &["path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty"]),
    ("query", &["query"]),
    ("fragment", &["fragment"]),
];

/// Writes the code of all rules; returns their names and types.
fn compile(file: &str, text: &str, folder: &Path) -> Vec<(String, String)> {
    let mut spec = Spec { title: file.to_owned(), ..Spec::default() };
    let read = abnfc::read(file, text.as_bytes(), &[], &spec.read)
        .unwrap_or_else(|errors| panic!("{errors}"));
    let names = read.resolved.own_rules().map(|(_, rule)| rule.name.as_str().to_owned());
    let type_name = |(i, rule): (usize, String)| {
        let known = NAMES.iter().find(|(name, _)| *name == rule);
        (rule, known.map_or_else(|| format!("Rule{i}"), |(_, name)| (*name).to_owned()))
    };
    let rules: Vec<_> = names.enumerate().map(type_name).collect();
    spec.exports = rules
        .iter()
        .map(|(rule, name)| Export {
            rule: rule.clone(),
            type_name: Some(name.clone()),
            parts: if file == "rfc3986.abnf" && name == "UriReference" {
                Parts::Listed(PARTS.iter().map(part).collect())
            } else {
                Parts::default()
            },
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

fn part(&(name, rules): &(&str, &[&str])) -> PartSpec {
    let rules = rules.iter().map(|&rule| rule.to_owned()).collect();
    PartSpec { name: name.to_owned(), rules, type_name: None }
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
