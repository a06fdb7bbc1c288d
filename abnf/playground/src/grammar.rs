//! The grammar of a request: from the fields of the page to the input of the compiler.
//!
//! A page has no files. An import is one of the texts that are sent with the question, or else a
//! bundled grammar.

use abnfc::diagnostic::{Code, Diagnostic, FileId};
use abnfc::grammar::RuleId;
use abnfc::limits::Limits;
use abnfc::spec::{Dialect, Extract, Import, ReadOptions, Spec};
use abnfc::text::bundled;
use abnfc::text::imports::directives;
use abnfc::text::source::{Source, source};
use abnfc::{Read, read_leniently, too_many_imports};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A grammar in the form in which the page sends it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Grammar {
    /// The name in messages.
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) notation: Notation,
    /// Whether the text is a document with a grammar in it.
    pub(crate) extract: bool,
    /// Texts that can be imported, by their names.
    pub(crate) files: BTreeMap<String, String>,
}

/// The notation, as in `--dialect` of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Notation {
    #[default]
    Auto,
    Abnf,
    Bnf,
    Http,
    HttpLenient,
}

/// A grammar with its imports.
pub(crate) struct Loaded<'a> {
    pub(crate) name: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) spec: Spec,
    /// Findings about the imports.
    pub(crate) found: Vec<Diagnostic>,
}

/// Returns limits below the defaults, so that a question takes seconds and a page stays small.
pub(crate) fn limits() -> Limits {
    Limits {
        source_bytes: 1 << 18,
        total_source_bytes: 1 << 22,
        imports: 64,
        nesting: 64,
        rules: 1 << 12,
        nfa_states: 50_000,
        dfa_states: 5_000,
        subset_work: 1 << 23,
        total_subset_work: 1 << 27,
        ambiguity_steps: 1 << 21,
        compared_pairs: 1 << 19,
        exported_rules: 1 << 10,
        table_entries: 1 << 17,
        total_table_entries: 1 << 20,
        ..Limits::default()
    }
}

/// Loads the imports of a grammar.
pub(crate) fn load(grammar: &Grammar) -> Loaded<'_> {
    let limits = limits();
    let dialect = match grammar.notation {
        Notation::Auto => Dialect::Auto,
        Notation::Abnf => Dialect::Abnf,
        Notation::Bnf => Dialect::Bnf,
        Notation::Http => Dialect::Http,
        Notation::HttpLenient => Dialect::HttpLenient,
    };
    let extract = if grammar.extract { Extract::Yes } else { Extract::No };
    let read = ReadOptions { extract, dialect, encoding: None, limits };
    let name = if grammar.name.is_empty() { "grammar" } else { &grammar.name };
    let bytes = grammar.text.as_bytes();
    let (imports, found) = match source(FileId(0), name, bytes, &limits) {
        Ok(text) => imports(&text, &grammar.files, &limits),
        // The stage that reads the text reports the same error.
        Err(_) => Default::default(),
    };
    Loaded { name, bytes, spec: Spec { read, imports, ..Spec::default() }, found }
}

/// Returns the imports of a text and, recursively, of its imports that are not bundled.
fn imports(
    text: &Source,
    files: &BTreeMap<String, String>,
    limits: &Limits,
) -> (Vec<Import>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut imports: Vec<Import> = Vec::new();
    let mut waiting = directives(text, &mut found);
    waiting.reverse();
    while let Some(directive) = waiting.pop() {
        if imports.iter().any(|it| it.name.eq_ignore_ascii_case(&directive.name)) {
            continue;
        }
        if limits.imports <= imports.len() {
            found.push(too_many_imports(limits));
            break;
        }
        if let Some(content) = files.get(&directive.file) {
            let mut ignored = Vec::new();
            if let Ok(text) = source(FileId(0), &directive.file, content.as_bytes(), limits) {
                // Findings in imports have no position in the grammar.
                waiting.extend(directives(&text, &mut ignored).into_iter().rev());
            }
            imports.push(Import {
                name: directive.name,
                file: directive.file,
                bytes: content.clone().into_bytes(),
                rules: directive.rules,
                extract: directive.extract,
                ..Import::default()
            });
        } else if let Some(bundled) = bundled::find(&directive.file) {
            imports.push(Import { rules: directive.rules, ..bundled.import(&directive.name, &[]) });
        } else {
            let message = format!("there is no bundled grammar `{}`", directive.file);
            let names: Vec<&str> = bundled::ALL.iter().map(|it| it.name).collect();
            let hint = format!("a page reads no files; it has {}", names.join(", "));
            found.push(
                Diagnostic::error(Code::MissingImport, message).at(directive.span, "").hint(hint),
            );
        }
    }
    (imports, found)
}

/// Reads a grammar, including its errors.
pub(crate) fn read(loaded: &Loaded<'_>) -> Result<Read, String> {
    read_leniently(loaded.name, loaded.bytes, &loaded.spec.imports, &loaded.spec.read)
        .map_err(|errors| sentence(&errors.items))
}

/// Reads a grammar for one rule. Errors in rules that this rule does not use are ignored.
pub(crate) fn read_rule(loaded: &Loaded<'_>, name: &str) -> Result<(Read, RuleId), String> {
    let read = read(loaded)?;
    let rule = read.resolved.find(name).ok_or_else(|| format!("there is no rule `{name}`"))?;
    let read = read.require(&[rule]).map_err(|errors| sentence(&errors.items))?;
    Ok((read, rule))
}

/// Returns findings as one sentence: the first error.
pub(crate) fn sentence(found: &[Diagnostic]) -> String {
    let mut errors =
        found.iter().filter(|item| item.severity == abnfc::diagnostic::Severity::Error);
    errors.next().map_or_else(|| "nothing can be read".to_owned(), |item| item.message.clone())
}
