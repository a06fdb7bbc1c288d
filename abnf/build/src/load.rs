//! Reads grammars and spec files with all the files that they name.

use crate::files;
use crate::imports::{Requested, imports};
use abnfc::limits::Limits;
use abnfc::spec::Import;
use abnfc::spec_file::{Grammar, SpecFile};
use anyhow::Context;
use std::path::Path;

/// A grammar with its imports.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The name in messages.
    pub name: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// The imports, of the grammar and of its imports.
    pub imports: Vec<Import>,
}

impl Loaded {
    /// Returns the name of the grammar in generated documentation, without the path, which is specific
    /// to the machine.
    pub fn title(&self) -> String {
        file_name(&self.name).to_owned()
    }
}

/// Reads a spec file and the grammars that it names, in the order of the file.
///
/// # Errors
///
/// If a file cannot be read, or the spec file has errors.
pub fn spec_file(path: &Path) -> anyhow::Result<(SpecFile, Vec<Loaded>)> {
    let file = spec(path)?;
    let base = path.parent().unwrap_or(Path::new(""));
    let load = |it| {
        grammar(base, it).with_context(|| format!("a file that `{}` names", files::name(path)))
    };
    let loaded = file.grammars.iter().map(load).collect::<anyhow::Result<_>>()?;
    Ok((file, loaded))
}

/// Reads a spec file without the grammars that it names.
///
/// # Errors
///
/// If the file cannot be read or has errors.
pub fn spec(path: &Path) -> anyhow::Result<SpecFile> {
    let text = files::read_named(path, Limits::default().source_bytes)?;
    Ok(abnfc::spec_file::read(&text.name, &text.bytes)?)
}

/// Reads a grammar of a spec file in the folder `base`, with its imports.
///
/// # Errors
///
/// If a file cannot be read or is too large, or an import comment has an error.
pub fn grammar(base: &Path, grammar: &Grammar) -> anyhow::Result<Loaded> {
    let limits = &grammar.read.limits;
    // In a spec file, `-` is the name of a file, not standard input.
    let place = |file: &str| match file {
        "-" => Path::new(".").join("-"),
        file => base.join(file),
    };
    let path = place(&grammar.file);
    let input = files::read_named_grammar(&path, &grammar.file, limits.source_bytes)?;
    let requested = grammar.imports.iter().map(|import| Requested {
        name: import.name.clone(),
        file: import.file.clone(),
        path: place(&import.file),
        extract: import.extract.clone(),
        rules: import.rules.clone(),
    });
    let imports = imports(&input, &path, &requested.collect::<Vec<_>>(), limits)?;
    Ok(Loaded { name: input.name, bytes: input.bytes, imports })
}

/// Returns the last component of a path.
pub fn file_name(path: &str) -> &str {
    Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or(path)
}
