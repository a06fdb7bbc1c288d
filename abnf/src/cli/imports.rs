//! The files that a grammar imports, by option or by a comment in it, and those
//! that they import in turn.
//!
//! A file that a comment names is looked for beside the file with the comment. An
//! import of the command line takes the place of one of the same name in a file.

use super::input::{self, Input};
use abnfc::diagnostic::{Diagnostic, Diagnostics, FileId, Files};
use abnfc::limits::Limits;
use abnfc::spec::Import;
use abnfc::text::imports::{Directive, directives};
use abnfc::text::source::source;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How deep files may import files.
const DEPTH: usize = 64;

/// Loads the imports of a grammar, those of the command line first.
pub(super) fn imports(
    grammar: &Input,
    path: &Path,
    options: &[(String, PathBuf)],
    limits: &Limits,
) -> anyhow::Result<Vec<Import>> {
    let mut loader = Loader { limits, imports: Vec::new(), followed: BTreeSet::new() };
    let mut given = Vec::new();
    for (name, path) in options {
        let file = input::read(path, limits.source_bytes)?;
        loader.add(name, &file, place(path), Vec::new());
        given.push((path, file));
    }
    let options = given.len();
    loader.follow(grammar, &mut vec![path.to_owned()], options)?;
    for (path, file) in given {
        loader.follow(&file, &mut vec![path.clone()], options)?;
    }
    Ok(loader.imports.into_iter().map(|(import, _)| import).collect())
}

struct Loader<'a> {
    limits: &'a Limits,
    /// With the place of each.
    imports: Vec<(Import, PathBuf)>,
    /// The places of files whose own imports are loaded.
    followed: BTreeSet<PathBuf>,
}

enum Failure {
    /// To be told at the directive.
    Here(Diagnostic),
    /// Told already, at a place in an imported file.
    Told(anyhow::Error),
}

impl Loader<'_> {
    fn add(&mut self, name: &str, file: &Input, place: PathBuf, rules: Vec<String>) {
        let (name, bytes) = (name.to_owned(), file.bytes.clone());
        self.imports.push((Import { name, file: file.name.clone(), bytes, rules }, place));
    }

    /// Loads what a file imports. The chain leads from the grammar to it; the first
    /// `options` imports are those of the command line.
    fn follow(
        &mut self,
        file: &Input,
        chain: &mut Vec<PathBuf>,
        options: usize,
    ) -> anyhow::Result<()> {
        let path = chain.last().expect("the file itself").clone();
        if !self.followed.insert(place(&path)) {
            return Ok(());
        }
        // What is no text is reported by the stage that reads it.
        let Ok(text) = source(FileId::default(), &file.name, &file.bytes, self.limits) else {
            return Ok(());
        };
        let mut files = Files::default();
        files.push(&*file.name, &*text.original);
        let mut found = Vec::new();
        for directive in directives(&text, &mut found) {
            match self.obey(&directive, &path, chain, options) {
                Ok(()) => (),
                Err(Failure::Here(error)) => found.push(error.at(directive.span, "")),
                Err(Failure::Told(error)) => return Err(error),
            }
        }
        if found.is_empty() { Ok(()) } else { Err(Diagnostics { files, items: found }.into()) }
    }

    fn obey(
        &mut self,
        directive: &Directive,
        from: &Path,
        chain: &mut Vec<PathBuf>,
        options: usize,
    ) -> Result<(), Failure> {
        let mut path = from.parent().unwrap_or(Path::new("")).join(&directive.file);
        if input::is_stdin(&path) {
            // Only the command line may ask for standard input.
            path = Path::new(".").join(path);
        }
        let here = place(&path);
        let name = &directive.name;
        let same = |it: &(Import, PathBuf)| it.0.name.eq_ignore_ascii_case(name);
        let known = self.imports.iter().position(same);
        if known.is_some_and(|known| known < options) {
            return Ok(());
        }
        if chain.iter().any(|earlier| place(earlier) == here) {
            let message = format!("`{}` imports itself", path.display());
            return Err(Failure::Here(Diagnostic::error("import-cycle", message)));
        }
        if let Some(known) = known {
            let (other, place) = &self.imports[known];
            if *place == here && other.rules == directive.rules {
                return Ok(());
            }
            let message = format!("`{name}` is already the import of `{}`", other.file);
            return Err(Failure::Here(
                Diagnostic::error("duplicate-import", message)
                    .hint("give each import a name of its own"),
            ));
        }
        if chain.len() > DEPTH {
            let message = format!("files import files more than {DEPTH} deep, the limit");
            return Err(Failure::Here(Diagnostic::error("import-depth", message)));
        }
        let file = input::read_named(&path, self.limits.source_bytes).map_err(|why| {
            Failure::Here(Diagnostic::error("missing-import", format!("{why:#}")))
        })?;
        self.add(name, &file, here, directive.rules.clone());
        chain.push(path);
        self.follow(&file, chain, options).map_err(Failure::Told)?;
        chain.pop();
        Ok(())
    }
}

/// What two paths to one file have in common.
fn place(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
