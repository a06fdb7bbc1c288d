//! The spec file of `abnfc build --spec`: TOML that says all that [`Spec`] can say.
//!
//! [`read`] takes the text and gives a [`SpecFile`] or every error with its place; no file
//! is opened. [`SpecFile`] names the files of the grammars and their imports: the caller
//! reads them and asks [`SpecFile::spec`] for the [`Spec`] of each. [`SpecFile::to_toml`]
//! writes the text back, so that a crate can carry the request that made it.

mod check;
mod keys;
mod read;
mod write;

pub use self::read::read;

use crate::spec::{
    CargoFeature, Engine, Export, Extra, Extract, Import, Others, Package, ReadOptions, Spec,
};
use std::collections::{BTreeMap, BTreeSet};

/// The name of the spec file that a generated crate carries.
pub const FILE_NAME: &str = "abnfc.toml";

/// What a spec file asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpecFile {
    /// The crate to write, for its first build.
    pub package: Package,
    /// The folder of a module in an existing crate, relative to the spec file; none asks
    /// for a crate.
    pub module: Option<String>,
    /// The command that writes the code, for the first lines of its files; none is
    /// `abnfc build`.
    pub command: Option<String>,
    /// What the run-time offers beside what the rules need.
    pub extras: BTreeSet<Extra>,
    /// The Cargo features that the crate offers on request.
    pub features: BTreeSet<CargoFeature>,
    /// The grammars; the first is the root, the others are modules below it.
    pub grammars: Vec<Grammar>,
}

/// A grammar that becomes a module of generated code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grammar {
    /// The module below the root; empty for the root itself.
    pub module: String,
    /// The feature of the crate that the module needs.
    pub feature: Option<String>,
    /// The grammar's file, relative to the spec file; where there is none, it may be the name
    /// of a [bundled](crate::text::bundled) grammar.
    pub file: String,
    /// The grammar's name in the documentation; none is the name of the file.
    pub title: Option<String>,
    /// How the grammar and its imports are read.
    pub read: ReadOptions,
    /// The grammars that it may use.
    pub imports: Vec<ImportFile>,
    /// The engine of the rules that do not name one.
    pub engine: Engine,
    /// Whether everything has to compile; see [`Spec::strict`].
    pub strict: bool,
    /// Whether the documentation shows diagrams of the rules. [`SpecFile::spec`] draws none: the
    /// caller has to fill [`Spec::figures`].
    pub diagrams: bool,
    /// The names of the rules to export. Without it these are those in
    /// [`rules`](Self::rules), then all of the grammar's own that can be compiled.
    pub export: Option<Vec<String>>,
    /// What is said about single rules, in the order of the file.
    pub rules: Vec<Export>,
}

/// The file of a grammar that another imports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportFile {
    /// The name that `<rule, see [NAME]>` refers to.
    pub name: String,
    /// The file, relative to the spec file; where there is none, it may be the name of a
    /// [bundled](crate::text::bundled) grammar.
    pub file: String,
    /// The rules that may be used; empty means all.
    pub rules: Vec<String>,
    /// Whether the grammar has to be found inside the file; none is as for the grammar.
    pub extract: Option<Extract>,
}

impl SpecFile {
    /// The request for one of the grammars with its imports; its examples are for the
    /// library of this name.
    pub fn spec(&self, grammar: &Grammar, imports: Vec<Import>, library: &str) -> Spec {
        let title = grammar.title.as_deref().unwrap_or_else(|| file_name(&grammar.file));
        let (exports, others) = match &grammar.export {
            None => (grammar.rules.clone(), Others::Exported),
            Some(names) => {
                (names.iter().map(|name| grammar.settled(name)).collect(), Others::LeftOut)
            }
        };
        Spec {
            read: grammar.read.clone(),
            imports,
            exports,
            others,
            engine: grammar.engine,
            strict: grammar.strict,
            title: title.to_owned(),
            crate_name: library.to_owned(),
            feature: grammar.feature.clone().unwrap_or_default(),
            extras: self.extras.clone(),
            features: self.features.clone(),
            command: self.command.clone().unwrap_or_default(),
            figures: BTreeMap::new(),
        }
    }
}

impl Grammar {
    /// The whole request for a rule.
    fn settled(&self, rule: &str) -> Export {
        let known = self.rules.iter().find(|export| export.rule.eq_ignore_ascii_case(rule));
        let other = || Export { rule: rule.to_owned(), engine: self.engine, ..Export::default() };
        known.cloned().unwrap_or_else(other)
    }
}

/// The last part of a path.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests;
