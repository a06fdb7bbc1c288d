//! Loads the files that a grammar imports, directly or indirectly, and additional imports of the
//! caller.
//!
//! The file in an import comment is relative to the file with the comment. If it does not exist, its
//! name may be that of a bundled grammar. An import of the caller replaces one of the same name in
//! a file.

use crate::files::{self, Input};
use abnfc::diagnostic::{Code, Diagnostic, Diagnostics, FileId, Files};
use abnfc::limits::Limits;
use abnfc::spec::{Extract, Import};
use abnfc::text::imports::{Directive, directives};
use abnfc::text::source::source;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The maximum depth of files that import files.
const MAX_DEPTH: usize = 64;

/// An import of the caller, in addition to those in the grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requested {
    /// The name of the import.
    pub name: String,
    /// The file, or the name of a bundled grammar.
    pub file: String,
    /// The location of that file.
    pub path: PathBuf,
    /// Whether the grammar is inside a document. `None` is the same as for the grammar.
    pub extract: Option<Extract>,
    /// The rules that may be used; empty means all.
    pub rules: Vec<String>,
}

/// Reads a file that another file names: its path, its name there and the maximum number of bytes.
pub type Reader<'a> = &'a dyn Fn(&Path, &str, usize) -> anyhow::Result<Input>;

/// Loads the imports in a grammar as far as possible, and returns the first failure with them. The
/// path of an import is empty if it is bundled.
pub fn imports_of(
    grammar: &Input,
    path: &Path,
    read: Reader<'_>,
    limits: &Limits,
) -> (Vec<(Import, PathBuf)>, anyhow::Result<()>) {
    let bytes = grammar.bytes.len();
    let mut loader = Loader { limits, read, bytes, imports: Vec::new(), followed: BTreeSet::new() };
    let result = loader.follow(grammar, &mut vec![path.to_owned()], 0);
    (loader.imports, result)
}

/// Loads the imports of a grammar, those of the caller first.
pub fn imports<'a>(
    grammar: &Input,
    path: &Path,
    options: impl IntoIterator<Item = &'a Requested>,
    limits: &Limits,
) -> anyhow::Result<Vec<Import>> {
    let [given, named]: [Reader<'_>; 2] = [&files::read_grammar, &files::read_named_grammar];
    imports_read_by(grammar, path, options, given, named, limits)
}

/// As [`imports`]. The first reader reads the imports of the caller, the second one those that files name.
pub fn imports_read_by<'a>(
    grammar: &Input,
    path: &Path,
    options: impl IntoIterator<Item = &'a Requested>,
    read_given: Reader<'_>,
    read: Reader<'_>,
    limits: &Limits,
) -> anyhow::Result<Vec<Import>> {
    let bytes = grammar.bytes.len();
    let mut loader = Loader { limits, read, bytes, imports: Vec::new(), followed: BTreeSet::new() };
    let mut given = Vec::new();
    for Requested { name, file, path, extract, rules } in options {
        let input = read_given(path, file, limits.source_bytes)?;
        loader.add(name, &input, canonical(path), extract.clone(), rules);
        given.push((path, input));
    }
    let options = given.len();
    if let Some(bundled) = grammar.bundled {
        // Its own imports are bundled, too.
        for import in bundled.imports() {
            if !loader.imports.iter().any(|(it, _)| it.name.eq_ignore_ascii_case(&import.name)) {
                loader.imports.push((import, PathBuf::new()));
            }
        }
    } else {
        loader.follow(grammar, &mut vec![path.to_owned()], options)?;
    }
    for (path, file) in given {
        loader.follow(&file, &mut vec![path.clone()], options)?;
    }
    Ok(loader.imports.into_iter().map(|(import, _)| import).collect())
}

struct Loader<'a> {
    limits: &'a Limits,
    read: Reader<'a>,
    /// The imports that have been loaded.
    bytes: usize,
    /// The imports, each with its canonical path.
    imports: Vec<(Import, PathBuf)>,
    /// The canonical paths of files whose own imports are loaded.
    followed: BTreeSet<PathBuf>,
}

enum Failure {
    /// To be reported at the directive.
    Here(Diagnostic),
    /// To be reported at the directive; later directives would fail for the same reason.
    Last(Diagnostic),
    /// Reported already, at a position in an imported file.
    Reported(anyhow::Error),
}

impl Loader<'_> {
    fn add(
        &mut self,
        name: &str,
        file: &Input,
        path: PathBuf,
        extract: Option<Extract>,
        rules: &[String],
    ) {
        self.bytes = self.bytes.saturating_add(file.bytes.len());
        let import = match file.bundled {
            Some(bundled) => Import { rules: rules.to_owned(), ..bundled.import(name, &[]) },
            None => Import {
                name: name.to_owned(),
                file: file.name.clone(),
                bytes: file.bytes.clone(),
                rules: rules.to_owned(),
                extract,
                ..Import::default()
            },
        };
        self.imports.push((import, path));
    }

    /// Loads the imports of a file. The chain leads from the grammar to it; the first `options` imports are
    /// those of the caller.
    fn follow(
        &mut self,
        file: &Input,
        chain: &mut Vec<PathBuf>,
        options: usize,
    ) -> anyhow::Result<()> {
        let path = chain.last().expect("the file itself").clone();
        if file.bundled.is_some() {
            return Ok(());
        }
        if !self.followed.insert(canonical(&path)) {
            return Ok(());
        }
        // The stage that reads the file reports a file that is not text.
        let Ok(text) = source(FileId::default(), &file.name, &file.bytes, self.limits) else {
            return Ok(());
        };
        let mut files = Files::default();
        files.push(&*file.name, &*text.text);
        let mut found = Vec::new();
        for directive in directives(&text, &mut found) {
            match self.load(&directive, &path, chain, options) {
                Ok(()) => (),
                Err(Failure::Here(error)) => found.push(error.at(directive.span, "")),
                Err(Failure::Last(error)) => {
                    found.push(error.at(directive.span, ""));
                    break;
                }
                Err(Failure::Reported(error)) => return Err(error),
            }
        }
        if found.is_empty() { Ok(()) } else { Err(Diagnostics { files, items: found }.into()) }
    }

    fn load(
        &mut self,
        directive: &Directive,
        from: &Path,
        chain: &mut Vec<PathBuf>,
        options: usize,
    ) -> Result<(), Failure> {
        let mut path = from.parent().unwrap_or(Path::new("")).join(&directive.file);
        if files::is_stdin(&path) {
            // Only the command line may use standard input.
            path = Path::new(".").join(path);
        }
        let here = canonical(&path);
        let name = &directive.name;
        let same = |it: &(Import, PathBuf)| it.0.name.eq_ignore_ascii_case(name);
        let known = self.imports.iter().position(same);
        if known.is_some_and(|known| known < options) {
            return Ok(());
        }
        if chain.iter().any(|earlier| canonical(earlier) == here) {
            let message = format!("`{}` imports itself", path.display());
            return Err(Failure::Here(Diagnostic::error(Code::ImportCycle, message)));
        }
        if let Some(known) = known {
            let (other, path_of_other) = &self.imports[known];
            let extract = |it: &Option<Extract>| it.clone().unwrap_or_default();
            if *path_of_other == here
                && other.rules == directive.rules
                && extract(&other.extract) == extract(&directive.extract)
            {
                return Ok(());
            }
            let message = format!("`{name}` is already the import of `{}`", other.file);
            return Err(Failure::Here(
                Diagnostic::error(Code::DuplicateImport, message)
                    .hint("give each import a name of its own"),
            ));
        }
        if MAX_DEPTH < chain.len() {
            let message = format!("files import files more than {MAX_DEPTH} deep, the limit");
            return Err(Failure::Last(Diagnostic::error(Code::ImportDepth, message)));
        }
        if self.limits.imports <= self.imports.len() {
            return Err(Failure::Last(abnfc::too_many_imports(self.limits)));
        }
        let limit = self.limits.source_bytes;
        let file = (self.read)(&path, &directive.file, limit).map_err(unreadable)?;
        if self.limits.total_source_bytes < self.bytes.saturating_add(file.bytes.len()) {
            return Err(Failure::Last(abnfc::imports_too_large(self.limits)));
        }
        self.add(name, &file, here, directive.extract.clone(), &directive.rules);
        chain.push(path);
        self.follow(&file, chain, options).map_err(Failure::Reported)?;
        chain.pop();
        Ok(())
    }
}

/// Returns the finding at a directive whose file cannot be read.
fn unreadable(why: anyhow::Error) -> Failure {
    Failure::Here(match why.downcast::<Diagnostics>().map(|found| found.items) {
        // The finding describes what is wrong with the file.
        Ok(mut items) if !items.is_empty() => items.swap_remove(0),
        Ok(_) => Diagnostic::error(Code::MissingImport, "the file cannot be read"),
        Err(why) => Diagnostic::error(Code::MissingImport, format!("{why:#}")),
    })
}

/// Returns the canonical path of a file, so that two paths to it are equal.
fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
