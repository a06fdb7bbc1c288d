//! What [`read`](crate::read) is made of, beside the stages: the files of a run.

use crate::diagnostic::{Diagnostic, Diagnostics, FileId, Files};
use crate::grammar::Resolved;
use crate::source::{Source, source};
use crate::spec::{Import, ReadOptions};

/// A grammar with what was found in it.
#[derive(Clone, Debug)]
pub struct Read {
    /// The grammar and its imports.
    pub resolved: Resolved,
    /// In order of place. From [`read`](crate::read): warnings only.
    pub diagnostics: Diagnostics,
}

/// The texts of a run: the grammar's and, for each import, the import's.
///
/// Where one is no text, all that are none are reported.
pub(crate) fn sources(
    name: &str,
    bytes: &[u8],
    imports: &[Import],
    options: &ReadOptions,
) -> Result<(Files, Source, Vec<Source>), Diagnostics> {
    let inputs = [(name, bytes)]
        .into_iter()
        .chain(imports.iter().map(|import| (import.file.as_str(), import.bytes.as_slice())));
    let mut files = Files::default();
    let mut sources = Vec::new();
    let mut errors = Vec::new();
    for (i, (name, bytes)) in inputs.enumerate() {
        let id = FileId(u32::try_from(i).expect("imports are few"));
        let text = match source(id, name, bytes, &options.limits) {
            Ok(source) => {
                let text = source.original.to_string();
                sources.push(source);
                text
            }
            Err(error) => {
                errors.push(error);
                String::new()
            }
        };
        files.push(name, text);
    }
    if !errors.is_empty() {
        return Err(Diagnostics { files, items: errors });
    }
    let own = sources.remove(0);
    Ok((files, own, sources))
}

/// In order of place; what has none comes first.
pub(crate) fn sorted(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found
        .sort_by_key(|item| item.primary.as_ref().map(|label| (label.span.file, label.span.start)));
    found
}
