//! Flattens the nested imports of a run into a list of files. A grammar that several others import
//! with the same imports of its own occurs once.

use crate::grammar::resolve::Use;
use crate::spec::{Dialect, Extract, Import, ReadOptions};
use crate::text::directives;
use crate::text::source::Source;
use crate::text::tokens::tokens;

/// An imported grammar.
#[derive(Clone, Debug)]
pub struct ImportedFile<'a> {
    /// The name of the import in messages.
    pub name: &'a str,
    /// The request for the file.
    pub import: &'a Import,
    /// The imports that the text may use; `None` lets it use those of the grammar.
    pub uses: Option<Vec<Use>>,
}

impl ImportedFile<'_> {
    /// Returns the options for reading the file, given those of the run.
    pub fn options(&self, options: &ReadOptions) -> ReadOptions {
        let extract = self.import.extract.clone().unwrap_or(match options.extract {
            Extract::No => Extract::No,
            // The part is one of the grammar's own document.
            Extract::Yes | Extract::From(_) => Extract::Yes,
        });
        let dialect = self.import.dialect.unwrap_or(options.dialect);
        ReadOptions { extract, dialect, ..options.clone() }
    }

    /// Returns the options for reading the text of the file: if it states its dialect, it does not
    /// have that of the run.
    pub(crate) fn options_of(&self, source: &Source, options: &ReadOptions) -> ReadOptions {
        let stated =
            || directives::dialect(source, &tokens(source), Dialect::Auto, &mut Vec::new());
        let options = self.options(options);
        match self.import.dialect {
            None if stated() != Dialect::Auto => ReadOptions { dialect: Dialect::Auto, ..options },
            _ => options,
        }
    }
}

/// Returns the imports of the grammar itself, and all imported files.
pub fn imported_files(imports: &[Import]) -> (Vec<Use>, Vec<ImportedFile<'_>>) {
    let mut files = Vec::new();
    let uses: Vec<Use> =
        imports.iter().map(|import| used(import, &import.name, &mut files)).collect();
    // The grammar's own name for a file takes precedence over that of an import.
    for (used, import) in uses.iter().zip(imports).rev() {
        files[used.import].name = &import.name;
    }
    (uses, files)
}

fn used<'a>(import: &'a Import, name: &'a str, files: &mut Vec<ImportedFile<'a>>) -> Use {
    let known = files.iter().position(|known| is_same(known.import, import));
    let at = known.unwrap_or_else(|| {
        let at = files.len();
        files.push(ImportedFile { name, import, uses: None });
        let nested = import.imports.as_ref().map(|nested| {
            // Messages show the file, because the name has a meaning in that grammar only.
            nested.iter().map(|import| used(import, &import.file, files)).collect()
        });
        files[at].uses = nested;
        at
    });
    Use { name: import.name.clone(), import: at, rules: import.rules.clone() }
}

/// Returns whether two imports are the same grammar. A grammar that uses the imports beside it is
/// never the same as another one, since its meaning depends on them.
fn is_same(a: &Import, b: &Import) -> bool {
    let parts = |import: &Import| (import.extract.clone(), import.dialect);
    a.imports.is_some()
        && a.file == b.file
        && a.bytes == b.bytes
        && parts(a) == parts(b)
        && a.imports == b.imports
}
