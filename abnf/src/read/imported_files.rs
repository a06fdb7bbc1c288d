//! The imports of a run as files: what the caller nests becomes a list, in which a grammar that
//! several others import with its own imports is there once.

use crate::grammar::resolve::Use;
use crate::spec::{Extract, Import, ReadOptions};

/// An imported grammar.
#[derive(Clone, Debug)]
pub struct ImportedFile<'a> {
    /// What messages call the import.
    pub name: &'a str,
    /// The request for the file.
    pub import: &'a Import,
    /// The imports that the text may use; none lets it use those of the grammar.
    pub uses: Option<Vec<Use>>,
}

impl ImportedFile<'_> {
    /// How the file is read, in a run with these options.
    pub fn options(&self, options: &ReadOptions) -> ReadOptions {
        let extract: Extract = self.import.extract.unwrap_or(options.extract);
        let dialect = self.import.dialect.unwrap_or(options.dialect);
        ReadOptions { extract, dialect, ..options.clone() }
    }
}

/// The imports of the grammar itself, and all imported files.
pub fn imported_files(imports: &[Import]) -> (Vec<Use>, Vec<ImportedFile<'_>>) {
    let mut files = Vec::new();
    let uses: Vec<Use> =
        imports.iter().map(|import| used(import, &import.name, &mut files)).collect();
    // The grammar's own name for a file comes before that of an import.
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
            // Its name means something in that grammar only.
            nested.iter().map(|import| used(import, &import.file, files)).collect()
        });
        files[at].uses = nested;
        at
    });
    Use { name: import.name.clone(), import: at, rules: import.rules.clone() }
}

/// Whether two imports are one grammar. What a grammar means that uses the imports beside it
/// depends on where it stands.
fn is_same(a: &Import, b: &Import) -> bool {
    let parts = |import: &Import| (import.extract, import.dialect);
    a.imports.is_some()
        && a.file == b.file
        && a.bytes == b.bytes
        && parts(a) == parts(b)
        && a.imports == b.imports
}
