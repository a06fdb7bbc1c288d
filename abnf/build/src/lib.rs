//! Compiles ABNF grammars from build scripts.
//!
//! The build script `build.rs`:
//!
//! ```no_run
//! fn main() {
//!     abnfc_build::compile("time.abnf");
//! }
//! ```
//!
//! The library or program that uses the module `time`:
//!
//! ```ignore
//! include!(concat!(env!("OUT_DIR"), "/time.rs"));
//! ```
//!
//! The modules of this crate read grammars with the files that they import. The program `abnfc` uses
//! them too.

// A build script is a `main`.
#![allow(clippy::needless_doctest_main)]

pub mod files;
pub mod imports;
pub mod load;

use abnfc::Module;
use abnfc::diagnostic::Diagnostics;
use abnfc::spec::Spec;
use abnfc::spec_file::{Grammar, SpecFile};
use anyhow::{Context, bail};
use load::Loaded;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Compiles a grammar, or the grammars of a spec file (`.toml`), to a module in `OUT_DIR`.
///
/// The path is relative to the folder of the package, where cargo runs build scripts. The
/// module has the name of the grammar, or the last component of `module` in a spec file. To declare
/// it, include the file of this name from `OUT_DIR`. The key `diagrams` of a spec file has no effect.
///
/// Cargo runs the build script again when one of the files has changed. Findings are shown as
/// warnings of cargo; an error fails the build.
pub fn compile(path: impl AsRef<Path>) {
    let print = |kind: &str, text: &str| {
        text.trim_end().lines().for_each(|line| println!("cargo::{kind}={line}"));
    };
    let mut watched = vec![path.as_ref().to_owned()];
    let made = out_dir().and_then(|out| write_module(path.as_ref(), &out, &mut watched));
    for path in watched {
        print("rerun-if-changed", &path.display().to_string());
    }
    match made {
        Ok(warnings) => print("warning", &warnings.to_string()),
        Err(error) => print("error", &format!("{error:#}")),
    }
}

fn out_dir() -> anyhow::Result<PathBuf> {
    let out = env::var_os("OUT_DIR").context("OUT_DIR is not set: this is not a build script")?;
    Ok(PathBuf::from(out))
}

/// Writes the module and the file that declares it. Appends the files that were read.
fn write_module(
    path: &Path,
    out: &Path,
    watched: &mut Vec<PathBuf>,
) -> anyhow::Result<Diagnostics> {
    let (file, loaded) = if path.extension().is_some_and(|it| it == "toml") {
        load::spec_file(path)?
    } else {
        let file = path.to_string_lossy().into_owned();
        let grammar = Grammar { file, ..Grammar::default() };
        let loaded = load::grammar(Path::new(""), &grammar)?;
        (SpecFile { grammars: vec![grammar], ..SpecFile::default() }, vec![loaded])
    };
    for grammar in &loaded {
        watched.push(PathBuf::from(&grammar.name));
        // Bundled grammars have no file.
        let files = grammar.imports.iter().filter(|import| import.imports.is_none());
        watched.extend(files.map(|import| PathBuf::from(&import.file)));
    }
    let name = module_name(&file)?;
    let made = compile_modules(&file, &loaded)?;
    let folder = out.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    for (path, text) in &made.files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        fs::write(path, text)?;
    }
    let root = folder.join("mod.rs");
    let declaration = format!("#[path = {:?}]\npub mod {name};\n", root.to_string_lossy());
    fs::write(folder.with_extension("rs"), declaration)?;
    Ok(made.warnings)
}

fn compile_modules(file: &SpecFile, loaded: &[Loaded]) -> Result<abnfc::Output, Diagnostics> {
    let grammars = file.grammars.iter().zip(loaded);
    let specs: Vec<Spec> =
        grammars.clone().map(|(it, loaded)| file.spec(it, loaded.imports.clone(), "")).collect();
    let modules = grammars.zip(&specs).map(|((grammar, loaded), spec)| Module {
        module: &grammar.module,
        name: &loaded.name,
        bytes: &loaded.bytes,
        spec,
    });
    abnfc::compile_modules(&modules.collect::<Vec<_>>())
}

/// Returns the name of the module: that in the spec file, or that of the grammar.
fn module_name(file: &SpecFile) -> anyhow::Result<String> {
    let grammar = file.grammars.first().map(|grammar| grammar.file.as_str());
    let path = file.module.as_deref().or(grammar).unwrap_or_default();
    let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
    let name = stem.replace('-', "_").to_lowercase();
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_word || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        bail!("`{stem}` cannot be the name of a module; a spec file can give it one with `module`");
    }
    Ok(name)
}

#[cfg(test)]
mod tests;
