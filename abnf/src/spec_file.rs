//! The spec file of `abnfc build --spec`: TOML that can express everything that [`Spec`] can.
//!
//! [`read`] turns the text into a [`SpecFile`] or returns every error with its span; it opens no
//! file. [`SpecFile`] names the files of the grammars and their imports. The caller
//! reads them and calls [`SpecFile::spec`] for the [`Spec`] of each. [`SpecFile::to_toml`]
//! writes the text back, so that a crate can carry the request that made it.

mod check;
mod keys;
mod read;
mod write;

pub use self::read::read;

use crate::spec::{
    CargoFeature, Engine, Export, Extra, Extract, Import, Others, Package, ReadOptions, Spec,
    SpecSource, SpecSpan, Values,
};
use std::collections::{BTreeMap, BTreeSet};

/// The name of the spec file that a generated crate carries.
pub const FILE_NAME: &str = "abnfc.toml";

/// The content of a spec file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpecFile {
    /// The crate to write, for its first build.
    pub package: Package,
    /// The folder of a module in an existing crate, relative to the spec file; `None` means a
    /// crate of its own.
    pub module: Option<String>,
    /// The command that writes the code, for the first lines of its files; `None` means
    /// `abnfc build`.
    pub command: Option<String>,
    /// Optional features of the run-time.
    pub extras: BTreeSet<Extra>,
    /// The Cargo features that the crate offers on request.
    pub features: BTreeSet<CargoFeature>,
    /// The grammars: the root, if there is one, and the modules below it.
    pub grammars: Vec<Grammar>,
    /// The text of the file.
    pub source: SpecSource,
}

/// A grammar that becomes a module of generated code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grammar {
    /// The module below the root; empty for the root itself.
    pub module: String,
    /// The feature of the crate that the module needs.
    pub feature: Option<String>,
    /// The grammar's file, relative to the spec file. If there is no such file, the name
    /// of a [bundled](crate::text::bundled) grammar.
    pub file: String,
    /// The grammar's name in the documentation; `None` means the name of the file.
    pub title: Option<String>,
    /// Options for reading the grammar and its imports.
    pub read: ReadOptions,
    /// The grammars that it may use.
    pub imports: Vec<ImportFile>,
    /// The engine of the rules that do not name one.
    pub engine: Engine,
    /// Whether everything must compile; see [`Spec::strict`].
    pub strict: bool,
    /// Whether rules have values that [`rules`](Self::rules) does not name.
    pub values: Values,
    /// Whether the documentation shows diagrams of the rules. [`SpecFile::spec`] does not draw
    /// them: the caller must fill [`Spec::figures`].
    pub diagrams: bool,
    /// The names of the rules to export. `None` means those in
    /// [`rules`](Self::rules), then all other own rules of the grammar that can be compiled.
    pub export: Option<Vec<String>>,
    /// The spans of the names in `export`; empty if there is no spec file.
    pub export_spans: Vec<SpecSpan>,
    /// Settings of single rules, in the order of the file.
    pub rules: Vec<Export>,
}

/// The file of a grammar that another imports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportFile {
    /// The name that `<rule, see [NAME]>` refers to.
    pub name: String,
    /// The file, relative to the spec file. If there is no such file, the name of a
    /// [bundled](crate::text::bundled) grammar.
    pub file: String,
    /// The rules that may be used; empty means all.
    pub rules: Vec<String>,
    /// Whether the grammar must be found inside the file; `None` means as for the grammar.
    pub extract: Option<Extract>,
}

impl SpecFile {
    /// Returns the spec of one of the grammars with its imports. `library` is the crate that the
    /// examples of the documentation use.
    pub fn spec(&self, grammar: &Grammar, imports: Vec<Import>, library: &str) -> Spec {
        let title = grammar.title.as_deref().unwrap_or_else(|| file_name(&grammar.file));
        let (exports, others) = match &grammar.export {
            None => (grammar.rules.clone(), Others::Exported),
            Some(names) => {
                let spans = grammar.export_spans.iter().copied();
                let spans = spans.chain(std::iter::repeat(SpecSpan::default()));
                let export = |(name, span): (&String, _)| Export { span, ..grammar.export(name) };
                (names.iter().zip(spans).map(export).collect(), Others::LeftOut)
            }
        };
        Spec {
            read: grammar.read.clone(),
            imports,
            exports,
            others,
            engine: grammar.engine,
            values: grammar.values,
            strict: grammar.strict,
            title: title.to_owned(),
            crate_name: library.to_owned(),
            feature: grammar.feature.clone().unwrap_or_default(),
            extras: self.extras.clone(),
            features: self.features.clone(),
            command: self.command.clone().unwrap_or_default(),
            figures: BTreeMap::new(),
            source: self.source.clone(),
        }
    }
}

impl Grammar {
    /// Returns all settings of a rule.
    fn export(&self, rule: &str) -> Export {
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
