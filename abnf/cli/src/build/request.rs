//! The request for a build: a spec file, or equivalent options, with the grammars that it names.

use super::super::input::spec_argument;
use super::super::install::Files;
use super::super::options::{self, Reading};
use abnfc::diagnostic::{Code, Diagnostic, Diagnostics};
use abnfc::limits::Limits;
use abnfc::spec::{Engine, Export, Import, PartSpec, Parts, Spec};
use abnfc::spec_file::{self as spec_files, FILE_NAME, Grammar, ImportFile, SpecFile};
use abnfc::text::bundled::{self, Bundled};
use abnfc_build::files;
use abnfc_build::load::{Loaded, spec_file};
use abnfc_tools::diagram::figures;
use anyhow::bail;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The beginning of the spec file of a crate.
const HEADER: &str = "\
# The request for `abnfc build`. Change this file or the grammar, then run `abnfc build` in
# this folder. A build from elsewhere, `abnfc build GRAMMAR -o DIR`, replaces both.
# `abnfc man build` lists the keys.

";

/// A request with the files that it names.
pub(crate) struct Request {
    pub(crate) file: SpecFile,
    /// The folder that its paths are relative to.
    pub(super) base: PathBuf,
    pub(super) source: Source,
    /// The grammars, in the order of the file.
    pub(super) loaded: Vec<Loaded>,
}

/// The origin of a request.
pub(super) enum Source {
    /// A spec file.
    File(PathBuf),
    /// The command line.
    Options,
}

/// The options about rules.
pub(super) struct Chosen<'a> {
    /// The rules to export; empty means all.
    pub(super) rules: &'a [String],
    /// Rules with the names of their types.
    pub(super) types: &'a [(String, String)],
    /// Rules with lists of their parts.
    pub(super) parts: &'a [(String, String)],
}

impl Request {
    /// Reads the request in a spec file.
    pub(super) fn of_file(path: &Path) -> anyhow::Result<Self> {
        let (file, loaded) = spec_file(path)?;
        let base = path.parent().unwrap_or(Path::new("")).to_owned();
        Ok(Self { file, base, source: Source::File(path.to_owned()), loaded })
    }

    /// Makes a request from options.
    pub(super) fn of_options(
        path: &Path,
        reading: &Reading,
        chosen: &Chosen<'_>,
        engine: Engine,
    ) -> anyhow::Result<Self> {
        if spec_argument(path).is_some() {
            bail!("`{}` is a spec file; name it with `--spec`", path.display());
        }
        let loaded = reading.file(path)?;
        let mut grammar = Grammar {
            file: path.to_string_lossy().into_owned(),
            title: Some(loaded.title()),
            read: reading.options(),
            engine,
            ..Grammar::default()
        };
        if !chosen.rules.is_empty() || !chosen.types.is_empty() || !chosen.parts.is_empty() {
            choose(&mut grammar, &loaded, chosen)?;
        }
        let file = SpecFile { grammars: vec![grammar], ..SpecFile::default() };
        Ok(Self { file, base: PathBuf::new(), source: Source::Options, loaded: vec![loaded] })
    }

    /// Returns the name of the grammar in the documentation.
    pub(super) fn title(&self) -> String {
        let grammars = self.file.grammars.iter().zip(&self.loaded);
        let mut titles = grammars
            .map(|(grammar, loaded)| grammar.title.clone().unwrap_or_else(|| loaded.title()));
        // Without a grammar at the root, no module is the main one.
        let is_root = self.file.grammars.first().is_some_and(|first| first.module.is_empty());
        if is_root {
            titles.next().unwrap_or_default()
        } else {
            titles.collect::<Vec<_>>().join(", ")
        }
    }

    /// Returns the name of the grammar's file without its extension.
    pub(super) fn stem(&self) -> &str {
        let file = self.file.grammars.first().map_or("", |root| &root.file);
        let stem = Path::new(file).file_stem();
        stem.and_then(|stem| stem.to_str()).unwrap_or_default()
    }

    /// Returns the specs of the grammars; examples in documentation use this library.
    pub(super) fn specs(&self, library: &str) -> Vec<Spec> {
        let grammars = self.file.grammars.iter().zip(&self.loaded);
        let spec = |(grammar, loaded): (&Grammar, &Loaded)| {
            let mut spec = self.file.spec(grammar, loaded.imports.clone(), library);
            if grammar.diagrams {
                // The compiler reports a file that is not a text.
                spec.figures = figures(&loaded.name, &loaded.bytes, &spec).unwrap_or_default();
            }
            spec
        };
        grammars.map(spec).collect()
    }

    /// Returns whether the request is the spec file of the crate in a folder.
    pub(crate) fn is_of(&self, dir: &Path) -> bool {
        let Source::File(path) = &self.source else { return false };
        let own = dir.join(FILE_NAME).canonicalize();
        own.is_ok_and(|own| path.canonicalize().is_ok_and(|path| path == own))
    }

    /// Returns the files from which a crate can be built again: the spec file and the grammars.
    pub(super) fn carried(&self) -> Files {
        let mut files = Files::new();
        let mut spec = SpecFile { module: None, ..self.file.clone() };
        for (grammar, loaded) in spec.grammars.iter_mut().zip(&self.loaded) {
            let title = grammar.title.take().unwrap_or_else(|| loaded.title());
            grammar.file = carry(&mut files, &loaded.title(), &loaded.bytes);
            grammar.title = (grammar.file != format!("grammar/{title}")).then_some(title);
            let imports = loaded.imports.iter().map(|import| ImportFile {
                name: import.name.clone(),
                file: match bundled(import) {
                    Some(bundled) => bundled.name.to_owned(),
                    None => carry(&mut files, options::file_name(&import.file), &import.bytes),
                },
                rules: import.rules.clone(),
                extract: import.extract.clone().filter(|_| bundled(import).is_none()),
            });
            grammar.imports = imports.collect();
        }
        let text = format!("{HEADER}{}", spec.to_toml());
        files.insert(FILE_NAME.to_owned(), text.into_bytes());
        files
    }
}

/// Returns the grammars that the crate in a folder contains for its old spec file, and that the new
/// files do not include.
pub(super) fn superseded(dir: &Path, carried: &Files) -> BTreeSet<String> {
    let path = dir.join(FILE_NAME);
    let Ok(text) = files::read_named(&path, Limits::default().source_bytes) else {
        return BTreeSet::new();
    };
    let Ok(old) = spec_files::read(&text.name, &text.bytes) else { return BTreeSet::new() };
    let imports = |grammar: &Grammar| grammar.imports.iter().map(|it| it.file.clone()).collect();
    let files = |grammar: &Grammar| [vec![grammar.file.clone()], imports(grammar)].concat();
    let is_carried = |file: &String| {
        // Only names that `carry` writes, since an edited spec file can name any file.
        let name = file.strip_prefix("grammar/").unwrap_or_default();
        !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\'])
    };
    let old = old.grammars.iter().flat_map(files).filter(is_carried);
    old.filter(|file| !carried.contains_key(file)).collect()
}

/// Returns the bundled grammar of an import, if it is one.
fn bundled(import: &Import) -> Option<&'static Bundled> {
    bundled::find(&import.file).filter(|it| it.text.as_bytes() == import.bytes)
}

/// Adds a grammar's file to those that a crate contains; returns its path.
fn carry(files: &mut Files, name: &str, bytes: &[u8]) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let name: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let name = name.trim_start_matches('.');
    let mut path = format!("grammar/{name}");
    let mut number = 2;
    // Files in different folders can have the same name.
    while files.get(&path).is_some_and(|other| other != bytes) {
        path = format!("grammar/{number}-{name}");
        number += 1;
    }
    files.insert(path.clone(), bytes.to_vec());
    path
}

/// Adds the rules, types and parts of the command line to the request.
fn choose(grammar: &mut Grammar, loaded: &Loaded, chosen: &Chosen<'_>) -> anyhow::Result<()> {
    let Chosen { rules, types, parts } = *chosen;
    // Errors in rules that are not needed do not matter.
    let (name, bytes) = (&loaded.name, &loaded.bytes);
    let read = abnfc::read_leniently(name, bytes, &loaded.imports, &grammar.read)?;
    let known = |name: &str| -> Result<String, Diagnostics> {
        let rule = options::rule(&read.resolved, name)?;
        Ok(read.resolved[rule].name.as_str().to_owned())
    };
    if !rules.is_empty() {
        grammar.export = Some(rules.iter().map(|rule| known(rule)).collect::<Result<_, _>>()?);
    }
    let exported = |option: &str, name: &str, value: &str| -> Result<String, Diagnostics> {
        let rule = known(name)?;
        if grammar.export.as_ref().is_none_or(|export| export.contains(&rule)) {
            return Ok(rule);
        }
        let message = format!("`{option} {name}={value}` is about a rule that no `--rule` exports");
        let error =
            Diagnostic::error(Code::BadOption, message).hint("export the rule with `--rule`");
        Err(Diagnostics::from(error))
    };
    let mut exports: BTreeMap<String, Export> = BTreeMap::new();
    let export =
        |rule: &String| Export { rule: rule.clone(), engine: grammar.engine, ..Export::default() };
    let mut names: BTreeMap<String, &str> = BTreeMap::new();
    for (name, type_name) in types {
        let rule = exported("--type", name, type_name)?;
        if let Some(other) = names.insert(rule.clone(), type_name) {
            let message = if other == type_name {
                format!("the type of `{rule}` is named twice")
            } else {
                format!("the type of `{rule}` cannot be both `{other}` and `{type_name}`")
            };
            let error = Diagnostic::error(Code::BadOption, message)
                .hint("rulenames ignore case; give one `--type` for each rule");
            return Err(Diagnostics::from(error).into());
        }
        let of_rule = exports.entry(rule.clone()).or_insert_with(|| export(&rule));
        of_rule.type_name = Some(type_name.clone());
    }
    for (name, list) in parts {
        let rule = exported("--parts", name, list)?;
        let of_rule = exports.entry(rule.clone()).or_insert_with(|| export(&rule));
        if of_rule.parts != Parts::Direct {
            let message = format!("the parts of `{rule}` are listed twice");
            let error = Diagnostic::error(Code::BadOption, message)
                .hint("rulenames ignore case; give one `--parts` for each rule");
            return Err(Diagnostics::from(error).into());
        }
        let parts = list.split(',').map(|part| part_spec(part, &known));
        of_rule.parts = Parts::Listed(parts.collect::<anyhow::Result<_>>()?);
    }
    grammar.rules.extend(exports.into_values());
    Ok(())
}

/// The part of an argument `RULE` or `NAME=RULE/RULE...`.
fn part_spec(
    argument: &str,
    known: &impl Fn(&str) -> Result<String, Diagnostics>,
) -> anyhow::Result<PartSpec> {
    let (name, rules) = match argument.split_once('=') {
        Some((name, rules)) => (Some(name.to_owned()), rules),
        None => (None, argument),
    };
    if rules.split('/').any(str::is_empty) {
        anyhow::bail!(
            "part `{}` lacks a rule; write RULE or NAME=RULE/RULE",
            argument.escape_debug()
        );
    }
    let rules: Vec<String> = rules.split('/').map(known).collect::<Result<_, _>>()?;
    let name = name.unwrap_or_else(|| rules[0].clone());
    Ok(PartSpec { name, rules, ..PartSpec::default() })
}
