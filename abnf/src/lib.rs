//! A compiler for ABNF (RFC 5234, RFC 7405).
//!
//! It reads a grammar and writes a standalone Rust crate that accepts exactly
//! the grammar's language. The stages are modules, in reading order. Each takes
//! one type and returns one type, and its postcondition is written beside its call.

pub mod budget;
pub mod bytes;
pub mod diagnostic;
pub mod limits;
pub mod random;
pub mod spec;

pub mod text;

pub mod grammar;

pub mod automata;

pub mod plan;

pub mod back;

pub mod compile;
pub mod read;
pub mod spec_file;
pub mod stages;
#[cfg(test)]
mod testing;

pub use compile::{Module, Output, check, compile, compile_modules};

pub use read::{Read, imports_too_large, too_many_imports};

use diagnostic::{Diagnostic, Diagnostics, Severity};
use grammar::Grammar;
use grammar::resolve::{self, Imported};
use grammar::{lint, lower};
use spec::{Import, ReadOptions};
use text::source::Source;
use text::{directives, tokens};

/// Reads a grammar for compilation.
///
/// Messages refer to the grammar by `name`. The imports are read in the same way as
/// the grammar itself. The caller provides the imports that the text requests
/// ([`text::imports::directives`]).
///
/// # Errors
///
/// All errors and warnings about the grammar, and the errors in its imports.
///
/// # Examples
///
/// ```
/// let text = b"greeting = \"hello\" *( \",\" SP name )\nname = 1*ALPHA\n";
/// let read = abnfc::read("greeting.abnf", text, &[], &Default::default())?;
/// assert_eq!(read.resolved.own_rules().count(), 2);
/// # Ok::<(), abnfc::diagnostic::Diagnostics>(())
/// ```
pub fn read(
    name: &str,
    bytes: &[u8],
    imports: &[Import],
    options: &ReadOptions,
) -> Result<Read, Diagnostics> {
    let read = read_leniently(name, bytes, imports, options)?;
    if read.diagnostics.has_errors() { Err(read.diagnostics) } else { Ok(read) }
}

/// Reads a grammar with errors as far as possible, for inspection.
///
/// The diagnostics include the errors, and the grammar contains
/// [`Expr::Error`](grammar::Expr::Error) in place of every element that could not be read.
///
/// # Errors
///
/// If one of the inputs is not text.
pub fn read_leniently(
    name: &str,
    bytes: &[u8],
    imports: &[Import],
    options: &ReadOptions,
) -> Result<Read, Diagnostics> {
    let mut found = Vec::new();
    let (uses, imports) = read::imported_files(imports);
    let (files, source, sources) = read::sources(name, bytes, &imports, options, &mut found)?;
    let imported = sources.into_iter().zip(imports).map(|(source, import)| {
        let mut in_import = Vec::new();
        let grammar = grammar(&source, &import.options_of(&source, options), &mut in_import);
        in_import.retain(|item| item.severity == Severity::Error);
        (Imported { name: import.name.to_owned(), grammar, uses: import.uses }, in_import)
    });
    let (imported, in_imports): (_, Vec<_>) = imported.unzip();
    let grammar = grammar(&source, options, &mut found);
    // Every reference is a rule, and values have an encoding.
    let resolved = resolve::resolve(grammar, uses, imported, options.encoding, &mut found);
    // Warnings are added; the grammar is unchanged.
    found.extend(lint::lint(&resolved));
    let core_rules = lint::redefined_core_rules(&resolved);
    found.extend(in_imports.into_iter().flatten());
    Ok(read::read(resolved, files, core_rules, found))
}

/// Runs the stages that work on one file.
fn grammar(source: &Source, options: &ReadOptions, found: &mut Vec<Diagnostic>) -> Grammar {
    // Every byte is in exactly one token, with its position in the file.
    let tokens = tokens::tokens(source);
    let encoding = directives::encoding(source, &tokens, found);
    let rules = read::rules(source, tokens, options, found);
    // Names are unique, strings are value sets, bounds and values are in order.
    let grammar = Grammar { encoding, ..lower::lower(&rules, found) };
    // Warnings are added; the grammar is unchanged.
    found.extend(lint::notation(&rules));
    grammar
}
