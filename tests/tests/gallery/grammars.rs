//! The grammars of the examples with the rules that are exported, from the spec files.

use abnfc::Module;
use abnfc::diagnostic::FileId;
use abnfc::grammar::Resolved;
use abnfc::limits::Limits;
use abnfc::plan::restrict::restrict;
use abnfc::spec::{Import, ReadOptions, Spec};
use abnfc::spec_file::{self, Grammar};
use abnfc::text::bundled;
use abnfc::text::imports::directives;
use abnfc::text::source::source;
use abnfc_tools::data::{self, Plan};
use std::fs;
use std::path::Path;

/// A grammar, and the names of the rules that are exported.
pub(crate) struct Exported {
    pub(crate) grammar: Resolved,
    pub(crate) rules: Vec<String>,
}

/// The grammar of a module of the gallery, or of the stand-alone crate of this name.
pub(crate) fn exported(name: &str) -> Exported {
    let (grammar, spec) = read(name);
    let rules = spec.exports.iter().map(|export| export.rule.clone()).collect();
    Exported { grammar, rules }
}

/// The grammar with the restrictions of the spec file.
pub(crate) fn restricted(name: &str) -> Resolved {
    let (grammar, spec) = read(name);
    restrict(&grammar, &spec).expect("the restrictions can be applied").grammar.into_owned()
}

/// The plan of the data of its rules, and their names.
pub(crate) fn planned(name: &str) -> (Plan, Vec<String>) {
    let (File { name, bytes, .. }, spec) = file(name);
    let module = Module { module: "", name: &name, bytes: &bytes, spec: &spec };
    let rules = spec.exports.iter().map(|export| export.rule.clone()).collect();
    (data::plan(&module).unwrap_or_else(|errors| panic!("{errors}")), rules)
}

fn read(name: &str) -> (Resolved, Spec) {
    let (File { name, bytes, imports }, spec) = file(name);
    (resolved(&name, &bytes, &imports), spec)
}

/// A file of a grammar.
struct File {
    name: String,
    bytes: Vec<u8>,
    imports: Vec<Import>,
}

fn file(name: &str) -> (File, Spec) {
    let (folder, module) = if name == "rfc3339" { (name, "") } else { ("gallery", name) };
    let folder = Path::new("../examples").join(folder);
    let text = fs::read(folder.join(spec_file::FILE_NAME)).expect("it is in the repository");
    let file = spec_file::read(name, &text).unwrap_or_else(|errors| panic!("{errors}"));
    let grammar = file.grammars.iter().find(|grammar| grammar.module == module);
    let grammar = grammar.unwrap_or_else(|| panic!("no module {name}"));
    let found = of_spec(&folder, grammar);
    let spec = file.spec(grammar, found.imports.clone(), "");
    (found, spec)
}

/// Reads a grammar.
pub(crate) fn resolved(name: &str, text: &[u8], imports: &[Import]) -> Resolved {
    let read = abnfc::read(name, text, imports, &ReadOptions::default());
    read.unwrap_or_else(|errors| panic!("{errors}")).resolved
}

/// A bundled grammar, or a file of the crate that imports bundled grammars.
fn of_spec(folder: &Path, grammar: &Grammar) -> File {
    let name = grammar.file.clone();
    if let Some(bundled) = bundled::find(&name) {
        return File { name, bytes: bundled.text.into(), imports: bundled.imports() };
    }
    let import = |name: &str, file: &str, rules: &[String]| {
        let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
        bundled::find(file).expect("it is bundled").import(name, &rules)
    };
    let text = fs::read(folder.join(&grammar.file)).expect("it is in the repository");
    let lines = source(FileId(0), &grammar.file, &text, &Limits::default()).expect("text");
    let imports: Vec<Import> = directives(&lines, &mut Vec::new())
        .iter()
        .map(|it| import(&it.name, &it.file, &it.rules))
        .chain(grammar.imports.iter().map(|it| import(&it.name, &it.file, &it.rules)))
        .collect();
    File { name, bytes: text, imports }
}
