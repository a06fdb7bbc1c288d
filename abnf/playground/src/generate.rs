//! The code that `abnfc build` generates from a grammar.

use crate::grammar::{Grammar, load, sentence};
use abnfc::compile;
use abnfc::spec::{Export, Spec};
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    grammar: Grammar,
    /// The rules to export; if empty, all rules.
    #[serde(default)]
    rules: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct File {
    /// The path below the folder `src/generated`.
    path: String,
    text: String,
}

/// Returns the files: the root first, then the others by path.
pub(crate) fn generate(question: &Question) -> Result<Vec<File>, String> {
    let loaded = load(&question.grammar);
    let export = |rule: &String| Export { rule: rule.clone(), ..Export::default() };
    let spec = Spec { exports: question.rules.iter().map(export).collect(), ..loaded.spec };
    let output =
        compile(loaded.name, loaded.bytes, &spec).map_err(|errors| sentence(&errors.items))?;
    let files = output.files.into_iter().map(|(path, text)| File { path, text });
    let (mut roots, others): (Vec<File>, Vec<File>) = files.partition(|file| file.path == "mod.rs");
    roots.extend(others);
    Ok(roots)
}
