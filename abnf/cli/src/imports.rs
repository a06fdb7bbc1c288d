//! The files that a grammar imports, by option or by a comment in it, and those
//! that they import in turn.
//!
//! A file that a comment names is looked for beside the file with the comment; where there
//! is none, its name may be that of a bundled grammar. An import of the command line takes the
//! place of one of the same name in a file.

use super::input::{self, Input};
use abnfc::diagnostic::{Diagnostic, Diagnostics, FileId, Files};
use abnfc::limits::Limits;
use abnfc::spec::{Extract, Import};
use abnfc::text::imports::{Directive, directives};
use abnfc::text::source::source;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How deep files may import files.
const MAX_DEPTH: usize = 64;

/// An import that the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Requested {
    pub(super) name: String,
    /// The file, or the name of a bundled grammar.
    pub(super) file: String,
    /// Where that file is.
    pub(super) path: PathBuf,
    /// Whether the grammar has to be found inside the file; none is as for the grammar.
    pub(super) extract: Option<Extract>,
    /// The rules that may be used; empty means all.
    pub(super) rules: Vec<String>,
}

/// Reads `NAME=FILE` or `NAME=FILE:rule,...`. A file whose name ends like a list of rules
/// is written with a colon behind it.
pub(super) fn requested(argument: &str) -> Result<Requested, String> {
    let (name, file) = argument.split_once('=').ok_or("it has to be NAME=FILE")?;
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_+".contains(c))
    };
    let (path, rules) = match file.rsplit_once(':') {
        Some((path, "")) => (path, Vec::new()),
        Some((path, rules)) if rules.split(',').all(is_name) => {
            (path, rules.split(',').map(str::to_owned).collect())
        }
        _ => (file, Vec::new()),
    };
    if name.is_empty() || path.is_empty() {
        return Err("it has to be NAME=FILE".to_owned());
    }
    let (name, file, path) = (name.to_owned(), path.to_owned(), path.into());
    Ok(Requested { name, file, path, extract: None, rules })
}

/// As [`requested`], for a document.
pub(super) fn requested_document(argument: &str) -> Result<Requested, String> {
    requested(argument).map(|it| Requested { extract: Some(Extract::Yes), ..it })
}

/// How a file is read that another file names: its path, its name there and the most bytes that it
/// may have.
pub(super) type Reader<'a> = &'a dyn Fn(&Path, &str, usize) -> anyhow::Result<Input>;

/// Loads the imports that a grammar asks for itself, as far as they can be had; and what is wrong
/// with the others. With each import comes its path, which is empty for what is bundled.
pub(super) fn imports_of(
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

/// Loads the imports of a grammar, those of the command line first.
pub(super) fn imports<'a>(
    grammar: &Input,
    path: &Path,
    options: impl IntoIterator<Item = &'a Requested>,
    limits: &Limits,
) -> anyhow::Result<Vec<Import>> {
    let bytes = grammar.bytes.len();
    let read: Reader<'_> = &input::read_named_grammar;
    let mut loader = Loader { limits, read, bytes, imports: Vec::new(), followed: BTreeSet::new() };
    let mut given = Vec::new();
    for Requested { name, file, path, extract, rules } in options {
        let input = input::read_grammar(path, file, limits.source_bytes)?;
        loader.add(name, &input, canonical(path), *extract, rules);
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
    /// In the grammar and its imports so far.
    bytes: usize,
    /// With the canonical path of each.
    imports: Vec<(Import, PathBuf)>,
    /// The canonical paths of files whose own imports are loaded.
    followed: BTreeSet<PathBuf>,
}

enum Failure {
    /// To be told at the directive.
    Here(Diagnostic),
    /// To be told at the directive; those behind it would fail for the same reason.
    Last(Diagnostic),
    /// Told already, at a place in an imported file.
    Told(anyhow::Error),
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

    /// Loads what a file imports. The chain leads from the grammar to it; the first
    /// `options` imports are those of the command line.
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
        // What is no text is reported by the stage that reads it.
        let Ok(text) = source(FileId::default(), &file.name, &file.bytes, self.limits) else {
            return Ok(());
        };
        let mut files = Files::default();
        files.push(&*file.name, &*text.text);
        let mut found = Vec::new();
        for directive in directives(&text, &mut found) {
            match self.obey(&directive, &path, chain, options) {
                Ok(()) => (),
                Err(Failure::Here(error)) => found.push(error.at(directive.span, "")),
                Err(Failure::Last(error)) => {
                    found.push(error.at(directive.span, ""));
                    break;
                }
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
        let here = canonical(&path);
        let name = &directive.name;
        let same = |it: &(Import, PathBuf)| it.0.name.eq_ignore_ascii_case(name);
        let known = self.imports.iter().position(same);
        if known.is_some_and(|known| known < options) {
            return Ok(());
        }
        if chain.iter().any(|earlier| canonical(earlier) == here) {
            let message = format!("`{}` imports itself", path.display());
            return Err(Failure::Here(Diagnostic::error("import-cycle", message)));
        }
        if let Some(known) = known {
            let (other, path_of_other) = &self.imports[known];
            let is_same = *path_of_other == here && other.rules == directive.rules;
            if is_same && other.extract.unwrap_or_default() == directive.extract.unwrap_or_default()
            {
                return Ok(());
            }
            let message = format!("`{name}` is already the import of `{}`", other.file);
            return Err(Failure::Here(
                Diagnostic::error("duplicate-import", message)
                    .hint("give each import a name of its own"),
            ));
        }
        if MAX_DEPTH < chain.len() {
            let message = format!("files import files more than {MAX_DEPTH} deep, the limit");
            return Err(Failure::Last(Diagnostic::error("import-depth", message)));
        }
        if self.limits.imports <= self.imports.len() {
            return Err(Failure::Last(abnfc::too_many_imports(self.limits)));
        }
        let limit = self.limits.source_bytes;
        let file = (self.read)(&path, &directive.file, limit).map_err(unreadable)?;
        if self.limits.total_source_bytes < self.bytes.saturating_add(file.bytes.len()) {
            return Err(Failure::Last(abnfc::imports_too_large(self.limits)));
        }
        self.add(name, &file, here, directive.extract, &directive.rules);
        chain.push(path);
        self.follow(&file, chain, options).map_err(Failure::Told)?;
        chain.pop();
        Ok(())
    }
}

/// What to tell at a directive whose file cannot be read.
fn unreadable(why: anyhow::Error) -> Failure {
    Failure::Here(match why.downcast::<Diagnostics>().map(|found| found.items) {
        // It says already what is wrong with the file.
        Ok(mut items) if !items.is_empty() => items.swap_remove(0),
        Ok(_) => Diagnostic::error("missing-import", "the file cannot be read"),
        Err(why) => Diagnostic::error("missing-import", format!("{why:#}")),
    })
}

/// What two paths to one file have in common.
fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::requested;

    #[test]
    fn arguments_of_import() {
        let read = |argument: &str| {
            let import = requested(argument).unwrap();
            (import.name, import.path.display().to_string(), import.rules.join(" "))
        };
        let parts = |name: &str, path: &str, rules: &str| {
            (name.to_owned(), path.to_owned(), rules.to_owned())
        };
        assert_eq!(read("a=b=c"), parts("a", "b=c", ""));
        assert_eq!(read("a=b.abnf:c,d-1"), parts("a", "b.abnf", "c d-1"));
        assert_eq!(read("a=b:c:"), parts("a", "b:c", ""));
        assert_eq!(read(r"a=C:\b.abnf"), parts("a", r"C:\b.abnf", ""));
        for bad in ["a", "=b", "a=", "", "a=:b"] {
            requested(bad).unwrap_err();
        }
    }
}
