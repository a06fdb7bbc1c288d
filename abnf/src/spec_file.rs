//! The spec file of `abnfc build --spec`: TOML that says all that [`Spec`] can say.
//!
//! [`read`] takes the text and gives a [`SpecFile`] or every error with its place; no file
//! is opened. [`SpecFile`] names the files of the grammars and their imports: the caller
//! reads them and asks [`SpecFile::spec`] for the [`Spec`] of each. [`SpecFile::to_toml`]
//! writes the text back, so that a crate can carry the request that made it.

mod keys;
mod read;
mod write;

pub use self::read::read;

use crate::diagnostic::Diagnostics;
use crate::spec::{Engine, Export, Extra, Import, Locate, Package, ReadOptions, Spec};
use std::collections::BTreeSet;

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
    /// The grammar's file, relative to the spec file.
    pub file: String,
    /// The grammar's name in the documentation; none is the name of the file.
    pub title: Option<String>,
    /// How the grammar and its imports are read.
    pub read: ReadOptions,
    /// The grammars that it may use.
    pub imports: Vec<ImportFile>,
    /// The engine of the rules that do not name one.
    pub engine: Engine,
    /// When parts are located in rules that do not say.
    pub locate: Locate,
    /// The names of the rules to export. Without it these are the grammar's own rules, then
    /// the others in [`rules`](Self::rules).
    pub export: Option<Vec<String>>,
    /// What is said about single rules, in the order of the file.
    pub rules: Vec<Export>,
}

/// The file of a grammar that another imports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportFile {
    /// The name that `<rule, see [NAME]>` refers to.
    pub name: String,
    /// The file, relative to the spec file.
    pub file: String,
    /// The rules that may be used; empty means all.
    pub rules: Vec<String>,
}

impl SpecFile {
    /// The request for one of the grammars, whose examples are for the library of this name.
    ///
    /// `name` and `bytes` are the grammar's file, as in [`crate::read`].
    ///
    /// # Errors
    ///
    /// What is wrong with the grammar, if it has to be read to find its own rules.
    pub fn spec(
        &self,
        grammar: &Grammar,
        name: &str,
        bytes: &[u8],
        imports: Vec<Import>,
        library: &str,
    ) -> Result<Spec, Diagnostics> {
        let exports = grammar.exports(name, bytes, &imports)?;
        let title = grammar.title.as_deref().unwrap_or_else(|| file_name(&grammar.file));
        Ok(Spec {
            read: grammar.read.clone(),
            imports,
            exports,
            title: title.to_owned(),
            crate_name: library.to_owned(),
            feature: grammar.feature.clone().unwrap_or_default(),
            extras: self.extras.clone(),
            command: self.command.clone().unwrap_or_default(),
        })
    }
}

impl Grammar {
    fn exports(
        &self,
        name: &str,
        bytes: &[u8],
        imports: &[Import],
    ) -> Result<Vec<Export>, Diagnostics> {
        let is_plain = self.engine == Engine::default() && self.locate == Locate::default();
        if self.export.is_none() && self.rules.is_empty() && is_plain {
            // All of the grammar's own rules.
            return Ok(Vec::new());
        }
        let listed = match &self.export {
            Some(names) => names.clone(),
            None => {
                let read = crate::read(name, bytes, imports, &self.read)?;
                let own = read.resolved.own_rules().map(|(_, rule)| rule.name.as_str().to_owned());
                let mut all: Vec<String> = own.collect();
                let others = self.rules.iter().map(|export| &export.rule);
                let others =
                    others.filter(|rule| !all.iter().any(|own| own.eq_ignore_ascii_case(rule)));
                let others: Vec<String> = others.cloned().collect();
                all.extend(others);
                all
            }
        };
        Ok(listed.into_iter().map(|rule| self.settled(rule)).collect())
    }

    /// What is said about a rule.
    fn export_of(&self, rule: &str) -> Option<&Export> {
        self.rules.iter().find(|export| export.rule.eq_ignore_ascii_case(rule))
    }

    /// The whole request for a rule.
    fn settled(&self, rule: String) -> Export {
        let other = || Export { engine: self.engine, locate: self.locate, ..Export::default() };
        Export { rule: rule.clone(), ..self.export_of(&rule).cloned().unwrap_or_else(other) }
    }
}

/// The last part of a path.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests;
