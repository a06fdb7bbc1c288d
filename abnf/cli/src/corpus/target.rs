//! A fuzz target for cargo-fuzz, which compares a parser with a rule of an emitted crate.

use super::super::build::FOLDER;
use super::super::input::Input;
use super::super::manifest::{Names, manifest};
use super::super::output;
use super::{Corpus, once};
use abnfc::plan::names::type_name;
use anyhow::{Context, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a fuzz target.
pub(super) struct Target {
    /// The folder of the crate.
    dir: PathBuf,
    names: Names,
    /// The name of the rule.
    rule: String,
    /// The name of the target.
    pub(super) bin: String,
    /// The path of the type in the crate.
    path: String,
    /// The function of the type that parses bytes.
    parse: &'static str,
}

impl Target {
    /// Finds the type of a rule in a crate.
    pub(super) fn new(
        dir: &Path,
        (rule, bin): (&str, String),
        given: Option<&str>,
        input: &Input,
        corpus: &Corpus,
    ) -> anyhow::Result<Self> {
        let shown = dir.display();
        let Some(names) = manifest(dir)?.and_then(|it| it.names) else {
            bail!("`{shown}` is no crate: `abnfc build` writes one")
        };
        let module = module(&corpus.grammar);
        let mut types = dir.join(FOLDER);
        types.extend(module.split("::").filter(|name| !name.is_empty()));
        let types = types.join("types.rs");
        let text = fs::read_to_string(&types).with_context(|| {
            format!("`{}` cannot be read: the crate must be one of `abnfc build`", types.display())
        })?;
        let known = || {
            let exports = input.spec.exports.iter();
            let mut of_rule = exports.filter(|it| it.rule.eq_ignore_ascii_case(rule));
            of_rule.find_map(|it| it.type_name.clone())
        };
        let name = given.map(str::to_owned).or_else(known).unwrap_or_else(|| type_name(rule));
        let Some(parse) = parse_function(&text, &name) else {
            bail!(
                "the crate in `{shown}` has no type `{name}`; --type names the type of `{rule}`, if it \
                 has one: a rule that is one byte of a set has none"
            );
        };
        let path = if module.is_empty() { name } else { format!("{module}::{name}") };
        Ok(Self { dir: dir.to_owned(), names, rule: rule.to_owned(), bin, path, parse })
    }

    /// The folder of all fuzz targets of the crate.
    pub(super) fn folder(&self) -> PathBuf {
        self.dir.join("fuzz")
    }

    /// Writes the files that do not exist; they belong to the user.
    pub(super) fn write(&self) -> anyhow::Result<()> {
        let (folder, name, bin) = (self.folder(), &self.bin, self.table());
        let manifest = folder.join("Cargo.toml");
        let is_new = once(&manifest, &self.manifest(&bin))?;
        if !is_new {
            let text = fs::read_to_string(&manifest)
                .with_context(|| format!("cannot read `{}`", manifest.display()))?;
            if !text.contains(&format!("fuzz_targets/{name}.rs")) {
                output::note(&format!("add the target to `{}`:\n{bin}", manifest.display()));
            }
        }
        once(&folder.join(".gitignore"), "target\nartifacts\ncoverage\n")?;
        let target = folder.join(format!("fuzz_targets/{name}.rs"));
        if once(&target, &self.program())? {
            output::note(&format!("call your parser in `{}`", target.display()));
        }
        Ok(())
    }

    fn table(&self) -> String {
        let name = &self.bin;
        format!(
            "[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\n\
             test = false\ndoc = false\nbench = false\n"
        )
    }

    fn manifest(&self, bin: &str) -> String {
        let package = &self.names.package;
        format!(
            "# This file is yours: `abnfc corpus` wrote it once and never changes it.\n\
             [package]\n\
             name = \"{package}-fuzz\"\n\
             version = \"0.0.0\"\n\
             edition = \"2024\"\n\
             publish = false\n\
             \n\
             [package.metadata]\n\
             cargo-fuzz = true\n\
             \n\
             [dependencies]\n\
             libfuzzer-sys = \"0.4\"\n\
             {package} = {{ path = \"..\" }}\n\
             \n\
             # Not a member of a workspace around.\n\
             [workspace]\n\
             \n\
             {bin}"
        )
    }

    fn program(&self) -> String {
        let Self { rule, path, parse, names, .. } = self;
        let name = path.rsplit("::").next().unwrap_or(path);
        format!(
            "// This file is yours: `abnfc corpus` wrote it once and never changes it.\n\
             //! Compares a parser with the rule `{rule}`.\n\
             \n\
             #![no_main]\n\
             \n\
             use {}::{path};\n\
             use libfuzzer_sys::fuzz_target;\n\
             \n\
             /// Returns whether the parser accepts a text. Call your parser here.\n\
             fn accepts(text: &[u8]) -> bool {{\n\
             {I}{name}::{parse}(text).is_ok()\n\
             }}\n\
             \n\
             fuzz_target!(|text: &[u8]| {{\n\
             {I}let parsed = {name}::{parse}(text);\n\
             {I}assert_eq!(accepts(text), parsed.is_ok(), \"the grammar: {{parsed:?}}\");\n\
             }});\n",
            names.library,
            I = "    ",
        )
    }
}

/// Names that Cargo refuses for programs, or needs for its folders and crates.
const TAKEN: [&str; 5] = ["build", "deps", "examples", "incremental", "test"];

/// Returns the name of the target of a rule, which is no name of another rule.
pub(super) fn bin_name(rule: &str, is_rule: impl Fn(&str) -> bool) -> String {
    let mut name = rule.to_owned();
    if TAKEN.contains(&&*rule.to_ascii_lowercase()) {
        name.push_str("-rule");
        while is_rule(&name) {
            name.push_str("-rule");
        }
    }
    name
}

/// Returns the module that an argument such as `abnfc.toml:uri` names.
fn module(grammar: &Path) -> String {
    match super::super::input::spec_argument(grammar) {
        Some((_, module)) => module.unwrap_or_default().to_owned(),
        None => String::new(),
    }
}

/// Returns the function that parses bytes, of a type in the text of `types.rs`.
fn parse_function(types: &str, name: &str) -> Option<&'static str> {
    let mut parse = None;
    for line in types.lines() {
        if let Some(rest) = line.strip_prefix("runtime::text::") {
            parse = Some(if rest.contains("bytes!") { "parse" } else { "parse_bytes" });
        } else if line.trim_start().starts_with(&format!("{name}, {name}Buf, ")) {
            return parse;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{bin_name, parse_function};

    #[test]
    fn names_of_cargo_get_an_end() {
        assert_eq!(bin_name("time", |_| true), "time");
        assert_eq!(bin_name("Build", |_| false), "Build-rule");
        assert_eq!(bin_name("deps", |name| name == "deps-rule"), "deps-rule-rule");
    }

    #[test]
    fn the_function_depends_on_the_kind_of_text() {
        let types = "\
runtime::text::text! {
    /// A name.
    Name, NameBuf, 1
}
runtime::text::parsed_bytes! {
    Raw, RawBuf, 2
}
";
        assert_eq!(parse_function(types, "Name"), Some("parse_bytes"));
        assert_eq!(parse_function(types, "Raw"), Some("parse"));
        assert_eq!(parse_function(types, "Ra"), None);
    }
}
