//! What `build` and `columns` have in common: the request, and the crate that it makes.

use super::super::Outcome;
use super::super::hints;
use super::super::install::{self, Delivery, Files};
use super::super::manifest::{self, Manifest, Names};
use super::super::options::{self, EngineArg, FeatureArg, Reading};
use super::super::output::{self, Format, Output, count};
use super::changes::{Change, changes};
use super::request::{Chosen, Request, Source, superseded};
use abnfc::Module;
use abnfc::back::scaffold::{Crate, features, is_package_name, licences, package_name, scaffold};
use abnfc::plan::model::CargoFeatures;
use abnfc::spec::{CargoFeature, Package};
use abnfc::spec_file::FILE_NAME;
use anyhow::{Context, bail};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The folder of generated code in a crate.
pub(crate) const FOLDER: &str = "src/generated";

/// The options about the grammar and its code.
#[derive(Debug, clap::Args)]
pub(crate) struct Making {
    /// The grammar; default: the one in the spec file
    pub(crate) grammar: Option<PathBuf>,
    /// The spec file [default: abnfc.toml in the folder of the crate]
    #[arg(long, value_name = "FILE", conflicts_with = "grammar")]
    pub(crate) spec: Option<PathBuf>,
    /// Write nothing; list the files that a build would change
    ///
    /// The exit status is 1 if there are any.
    #[arg(long)]
    pub(crate) check: bool,
    /// The name of a new crate [default: the name of the grammar]
    ///
    /// An existing crate keeps the name in its Cargo.toml.
    #[arg(long, value_name = "CRATE")]
    name: Option<String>,
    /// Export this rule; repeatable [default: all rules of the grammar]
    #[arg(long = "rule", value_name = "RULE")]
    rules: Vec<String>,
    /// The name of the type of a rule; repeatable
    #[arg(long = "type", value_name = "RULE=TYPE", value_parser = options::pair)]
    types: Vec<(String, String)>,
    /// The parts that have accessors; repeatable
    ///
    /// Each PART is a RULE or NAME=RULE/RULE. The parts of a nested rule are in its trees.
    #[arg(long = "parts", value_name = "RULE=PART,...", value_parser = options::pair)]
    parts: Vec<(String, String)>,
    /// Fail if any rule cannot be compiled
    #[arg(long)]
    strict: bool,
    /// How the generated code reads texts
    #[arg(long, value_enum, default_value_t)]
    engine: EngineArg,
    /// A Cargo feature; repeatable
    #[arg(long = "feature", value_name = "FEATURE", value_enum)]
    features: Vec<FeatureArg>,
    /// Print errors only
    #[arg(short, long)]
    quiet: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

/// See the long help.
#[derive(Serialize)]
struct Changed<'a> {
    file: &'a str,
    state: Change,
}

/// A crate that has been compiled.
pub(crate) struct Compiled {
    pub(crate) delivery: Delivery,
    pub(crate) names: Names,
    pub(crate) package: Package,
    pub(crate) title: String,
    pub(crate) made: abnfc::Output,
}

/// What a delivery has changed.
pub(crate) enum Delivered {
    /// Nothing was written: this is the outcome of a check.
    Checked(Outcome),
    /// All files were up to date.
    Unchanged,
    /// Files were written.
    Changed,
    /// The folder is new.
    New,
}

impl Making {
    /// Reads the request: the grammar and the options, or a spec file, by default the one in a folder.
    pub(crate) fn request(&self, dir: Option<&Path>) -> anyhow::Result<Request> {
        let mut request = self.as_written(dir)?;
        for grammar in &mut request.file.grammars {
            grammar.strict |= self.strict;
        }
        Ok(request)
    }

    fn as_written(&self, dir: Option<&Path>) -> anyhow::Result<Request> {
        let Some(grammar) = &self.grammar else {
            let inside = dir.unwrap_or(Path::new("")).join(FILE_NAME);
            let spec = match &self.spec {
                Some(spec) => spec,
                None if inside.exists() => &inside,
                None => bail!(
                    "there is no `{}`; name a grammar, or a spec file with --spec",
                    inside.display()
                ),
            };
            let is_chosen = !self.rules.is_empty()
                || !self.types.is_empty()
                || !self.parts.is_empty()
                || !self.features.is_empty();
            if is_chosen || self.reading.is_given() || self.engine != EngineArg::default() {
                bail!("options cannot override `{}`; change the file", spec.display());
            }
            return Request::of_file(spec);
        };
        let chosen = Chosen { rules: &self.rules, types: &self.types, parts: &self.parts };
        let mut request = Request::of_options(grammar, &self.reading, &chosen, self.engine.into())?;
        request.file.features = self.features.iter().map(|&feature| feature.into()).collect();
        Ok(request)
    }

    /// Refuses to write a crate to `dir`, inside of `root`, unless `root` is empty, or has generated code or a
    /// spec file in the place of the crate.
    pub(crate) fn accept(&self, request: &Request, root: &Path, dir: &Path) -> anyhow::Result<()> {
        // A spec file in a folder without a crate requests one.
        let is_requested = request.is_of(dir) && !dir.join("Cargo.toml").exists();
        if self.check || is_requested {
            return Ok(());
        }
        install::accept(root, &dir.join(FOLDER))
    }

    /// Compiles a crate for a folder.
    pub(crate) fn a_crate(&self, request: &Request, dir: &Path) -> anyhow::Result<Compiled> {
        let manifest = manifest::manifest(dir)?;
        let there = manifest.as_ref().and_then(|it| it.names.clone());
        let is_new = there.is_none();
        let names = self.names(request, there)?;
        let made = self.compile(request, &names.library)?;
        let title = request.title();
        let features = request.file.grammars.iter().filter_map(|grammar| grammar.feature.clone());
        let package = Package { features: features.collect(), ..request.file.package.clone() };
        if let Some(manifest) = &manifest {
            self.note_missing(manifest, &package, &made.cargo_features);
        }
        let example = made.example.as_deref();
        let krate = Crate {
            name: &names.package,
            title: &title,
            package: &package,
            features: &made.cargo_features,
        };
        let files = scaffold(&krate, &made.files, example);
        // The author of an existing manifest has chosen a licence.
        let licences = if is_new { licences(&package) } else { BTreeMap::new() };
        let (mut generated, mut once) = (Files::new(), Files::new());
        for (path, text) in files.into_iter().chain(licences) {
            match path.strip_prefix(FOLDER).and_then(|path| path.strip_prefix('/')) {
                Some(path) => generated.insert(path.to_owned(), text.into_bytes()),
                None => once.insert(path, text.into_bytes()),
            };
        }
        // The files that the crate is built from are not written.
        let (mut replaced, mut removed) = (Files::new(), BTreeSet::new());
        if !request.is_of(dir) {
            replaced = request.carried();
            removed = superseded(dir, &replaced);
        }
        let root = dir.to_owned();
        let folder = FOLDER.to_owned();
        let delivery = Delivery { root, folder, generated, replaced, once, removed };
        Ok(Compiled { delivery, names, package, title, made })
    }

    /// Names the features that the spec requires and the manifest lacks. A user may have removed the
    /// others.
    fn note_missing(&self, manifest: &Manifest, package: &Package, declared: &CargoFeatures) {
        let is_requested = |name: &str| {
            let mut optional = CargoFeature::OPTIONAL.into_iter();
            package.features.contains(name) || optional.any(|feature| feature.name() == name)
        };
        for feature in features(package, declared) {
            if !is_requested(&feature.name) || manifest.features.contains(&feature.name) {
                continue;
            }
            let dependency = feature.dependency;
            let dependency = dependency
                .map_or_else(String::new, |line| format!(", and `{line}` to its dependencies"));
            self.note(&format!(
                "Cargo.toml has no feature `{}`: add `{}` to its features{dependency}",
                feature.name, feature.line
            ));
        }
    }

    pub(super) fn compile(
        &self,
        request: &Request,
        library: &str,
    ) -> anyhow::Result<abnfc::Output> {
        let specs = request.specs(library);
        let grammars = request.file.grammars.iter().zip(&request.loaded).zip(&specs);
        let modules: Vec<Module<'_>> = grammars
            .map(|((grammar, loaded), spec)| Module {
                module: &grammar.module,
                name: &loaded.name,
                bytes: &loaded.bytes,
                spec,
            })
            .collect();
        let words = |found| match request.source {
            Source::File(_) => hints::in_keys(found),
            Source::Options => found,
        };
        let made = abnfc::compile_modules(&modules).map_err(words)?;
        let made = abnfc::Output { warnings: words(made.warnings), ..made };
        if !self.quiet {
            output::diagnostics(&made.warnings);
        }
        Ok(made)
    }

    /// Returns the name of the crate.
    fn names(&self, request: &Request, there: Option<Names>) -> anyhow::Result<Names> {
        match (&self.name, there) {
            (Some(name), Some(there)) if there.package != *name => {
                bail!("the crate is called `{}` in its Cargo.toml, not `{name}`", there.package)
            }
            (_, Some(there)) => Ok(there),
            (given, None) => match given.as_ref().or(request.file.package.name.as_ref()) {
                None => Ok(Names::of_package(package_name(request.stem()))),
                Some(name) if is_package_name(name) => Ok(Names::of_package(name.clone())),
                Some(name) => {
                    bail!("`{name}` cannot be the name of a crate; `{}` can", package_name(name))
                }
            },
        }
    }

    /// Writes the files of a delivery, or lists the changes.
    pub(crate) fn deliver(
        &self,
        delivery: &Delivery,
        destination: &Path,
        out: &mut Output,
    ) -> anyhow::Result<Delivered> {
        let shown = destination.display();
        let changes = changes(delivery).with_context(|| format!("cannot read `{shown}`"))?;
        let is_new = changes.len() == delivery.generated.len() + delivery.once.len()
            || !delivery.root.join(&delivery.folder).exists();
        if !self.check && !changes.is_empty() {
            install::install(delivery)?;
        }
        for (file, state) in &changes {
            match self.format {
                Format::Text if self.check => {
                    out.line(&format!("{:<11}  {file}", state.word()))?;
                }
                Format::Text => (),
                Format::Json => out.json(&Changed { file, state: *state })?,
            }
        }
        if self.check {
            return Ok(Delivered::Checked(Outcome::finding_if(!changes.is_empty())));
        }
        if changes.is_empty() {
            self.note(&format!("`{shown}` is up to date"));
            return Ok(Delivered::Unchanged);
        }
        self.note(&format!("{} changed in `{shown}`", count(changes.len(), "file")));
        Ok(if is_new { Delivered::New } else { Delivered::Changed })
    }

    /// Says that cargo refuses to build a new folder because of a workspace around it.
    pub(crate) fn note_workspace(&self, dir: &Path, shown: &Path) -> anyhow::Result<()> {
        if let Some(workspace) = manifest::foreign_workspace(dir)? {
            self.note(&format!(
                "`{}` is in the workspace of `{}`: add the folder to its `members`, or to its \
                 `exclude`",
                shown.display(),
                workspace.display()
            ));
        }
        Ok(())
    }

    pub(crate) fn note(&self, message: &str) {
        if !self.quiet {
            output::note(message);
        }
    }
}
