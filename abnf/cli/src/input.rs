//! The grammar that a command names: a file, a bundled grammar, or a module of a spec file, with its
//! settings.
//!
//! The settings of a module include the conditions that restrict its rules, so commands see the same
//! texts as generated code.

use super::options::{self, Loaded, Reading, errors, file_name};
use abnfc::diagnostic::{Code, Diagnostics};
use abnfc::grammar::RuleId;
use abnfc::limits::Limits;
use abnfc::plan::exports::requests::requests;
use abnfc::plan::restrict::restrict;
use abnfc::spec::Spec;
use abnfc::spec_file::SpecFile;
use abnfc::{Module, Read};
use abnfc_build::imports::imports;
use abnfc_build::{files, load};
use anyhow::{Context, bail, ensure};
use std::borrow::Cow;
use std::path::Path;

/// A grammar with its settings and imports.
#[derive(Clone, Debug)]
pub(super) struct Input {
    /// The name in messages.
    pub(super) name: String,
    /// The content of the file.
    pub(super) bytes: Vec<u8>,
    /// The settings.
    pub(super) spec: Spec,
}

impl Reading {
    /// Reads the file of a grammar and its imports; `FILE.toml` and `FILE.toml:MODULE` are a grammar of
    /// a spec file.
    pub(super) fn load(&self, path: &Path) -> anyhow::Result<Input> {
        let Loaded { name, bytes, imports } = match spec_argument(path) {
            Some((file, module)) => return self.module(Path::new(file), module),
            None => self.file(path)?,
        };
        let spec = Spec { read: self.options(), imports, ..Spec::default() };
        Ok(Input { name, bytes, spec })
    }

    /// Reads a grammar as [`load`](Self::load) does, and finds one of its rules. Errors in rules that this
    /// rule does not use are irrelevant.
    pub(super) fn load_rule(
        &self,
        path: &Path,
        name: &str,
    ) -> anyhow::Result<(Input, Read, RuleId)> {
        let input = self.load(path)?;
        let read = input.read()?;
        let rule = options::rule(&read.resolved, name)?;
        let read = read.require(&[rule]).map_err(errors)?;
        Ok((input, read, rule))
    }

    /// Reads the file of a grammar and its imports.
    pub(super) fn file(&self, path: &Path) -> anyhow::Result<Loaded> {
        let limits = self.limits();
        let grammar = files::read_grammar(path, &path.to_string_lossy(), limits.source_bytes)?;
        let requested = self.imports.iter().chain(&self.documents);
        let imports = imports(&grammar, path, requested, &limits)?;
        Ok(Loaded { name: grammar.name, bytes: grammar.bytes, imports })
    }

    /// Reads a grammar of a spec file. Without the name of a module, it is the one at the root, or
    /// the only one.
    fn module(&self, path: &Path, module: Option<&str>) -> anyhow::Result<Input> {
        let file = load::spec(path)?;
        ensure!(
            !self.is_given(),
            "`{}` is a spec file, which states how its grammars are read",
            path.display()
        );
        let found = match (module, &*file.grammars) {
            (None, [only]) => Some(only),
            (name, all) => all.iter().find(|it| it.module == name.unwrap_or_default()),
        };
        let Some(grammar) = found else { bail!(no_module(path, &file, module)) };
        let base = path.parent().unwrap_or(Path::new(""));
        let loaded = load::grammar(base, grammar);
        let loaded =
            loaded.with_context(|| format!("a file that `{}` names", files::name(path)))?;
        let spec = file.spec(grammar, loaded.imports, "");
        Ok(Input { name: loaded.name, bytes: loaded.bytes, spec })
    }
}

impl Input {
    /// Returns the limits of the settings.
    pub(super) const fn limits(&self) -> &Limits {
        &self.spec.read.limits
    }

    /// Returns the name of the grammar in generated documentation.
    pub(super) fn title(&self) -> &str {
        file_name(&self.name)
    }

    /// Returns the grammar as the root of a crate.
    pub(super) fn module(&self) -> Module<'_> {
        Module { module: "", name: &self.name, bytes: &self.bytes, spec: &self.spec }
    }

    /// Reads the grammar, including its errors, and restricts its rules.
    pub(super) fn read(&self) -> anyhow::Result<Read> {
        let Self { name, bytes, spec } = self;
        let mut read = abnfc::read_leniently(name, bytes, &spec.imports, &spec.read)?;
        // A typing error in the name of a rule must not disable its restriction.
        let (_, unknown) = requests(&read.resolved, spec);
        // The errors of an empty grammar name its file.
        if read.diagnostics.has_errors() && unknown.iter().any(|it| it.code == Code::NoRules) {
            return Err(errors(read.diagnostics).into());
        }
        let restricted = if unknown.is_empty() {
            restrict(&read.resolved, spec).map(|restricted| restricted.grammar)
        } else {
            Err(unknown)
        };
        match restricted {
            Ok(Cow::Borrowed(_)) => (),
            Ok(Cow::Owned(grammar)) => read.resolved = grammar,
            Err(items) => {
                let found = Diagnostics { files: read.diagnostics.files, items };
                return Err(found.with_spec(&spec.source).into());
            }
        }
        Ok(read)
    }
}

/// Divides `FILE.toml` and `FILE.toml:MODULE` into the file and the module.
pub(super) fn spec_argument(path: &Path) -> Option<(&str, Option<&str>)> {
    let text = path.to_str()?;
    let is_spec = |file: &str| Path::new(file).extension().is_some_and(|it| it == "toml");
    if is_spec(text) {
        return Some((text, None));
    }
    let (file, module) = text.rsplit_once(':')?;
    is_spec(file).then_some((file, Some(module)))
}

/// The message for a spec file without the requested module.
fn no_module(path: &Path, file: &SpecFile, module: Option<&str>) -> String {
    let path = files::name(path);
    let names: Vec<&str> = file.grammars.iter().map(|it| &*it.module).collect();
    let (first, names) = (names.first().copied().unwrap_or_default(), names.join(", "));
    match module {
        Some(module) if names.is_empty() => {
            format!("`{path}` has no modules, so `:{}` is superfluous", module.escape_debug())
        }
        None => format!("`{path}` has several grammars; name one, as in `{path}:{first}`: {names}"),
        Some(module) => format!("`{path}` has no module `{}`, only {names}", module.escape_debug()),
    }
}

#[cfg(test)]
mod tests {
    use super::spec_argument;
    use std::path::Path;

    #[test]
    fn spec_files_are_recognised_by_their_names() {
        let split = |path: &'static str| spec_argument(Path::new(path));
        assert_eq!(split("a/abnfc.toml"), Some(("a/abnfc.toml", None)));
        assert_eq!(split("abnfc.toml:uri"), Some(("abnfc.toml", Some("uri"))));
        assert_eq!(split(r"C:\abnfc.toml:uri"), Some((r"C:\abnfc.toml", Some("uri"))));
        assert_eq!(split("toml"), None);
        assert_eq!(split("C:uri.abnf"), None);
        assert_eq!(split("abnfc.toml.abnf"), None);
    }
}
