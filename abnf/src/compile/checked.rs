//! The findings about a grammar that is not compiled: those of the reader, and the rules that a crate
//! would lack.

use super::exported::{Exported, exported};
use super::root::reserved;
use crate::automata::pattern::pattern;
use crate::automata::superset::superset;
use crate::diagnostic::{Diagnostic, Diagnostics, Scope, Severity};
use crate::plan::exports::omissions::other_errors;
use crate::plan::outline::Hints;
use crate::plan::restrict::{Restricted, restrict};
use crate::read::{Read, with_errors};
use crate::spec::Spec;
use std::borrow::Cow;
use std::sync::Arc;

/// Returns the findings about a grammar, including the rules that a crate would lack: those of
/// [`compile`](super::compile), except findings about parts.
///
/// An error in a definition is an error here, even if a crate can be generated without the rule.
///
/// # Errors
///
/// If one of the inputs is not text.
pub fn check(name: &str, bytes: &[u8], spec: &Spec) -> Result<Diagnostics, Diagnostics> {
    let read = crate::read_leniently(name, bytes, &spec.imports, &spec.read)?;
    Ok(findings(&read, spec, read.others.iter().cloned().chain(read.redefined()).collect()))
}

/// Returns the findings of [`check`] for a grammar that was read leniently, except those about
/// redefined core rules.
pub fn checked(read: &Read, spec: &Spec) -> Diagnostics {
    findings(read, spec, read.others.clone())
}

/// Adds to findings of the reader those about definitions and about rules that are left out.
fn findings(read: &Read, spec: &Spec, others: Vec<Diagnostic>) -> Diagnostics {
    let files = read.diagnostics.files.clone();
    if !read.can_be_compiled() {
        return Diagnostics { files, items: read.with_errors(others) };
    }
    let (grammar, restrictions) = match restrict(&read.resolved, spec) {
        Ok(Restricted { grammar, warnings }) => (grammar, warnings),
        Err(errors) => (Cow::Borrowed(&read.resolved), errors),
    };
    let shapes = superset(&grammar, &spec.read.limits);
    let patterns = Arc::new(pattern(&grammar, &shapes));
    let hints = Hints::default();
    let reserved = reserved("");
    let exported = exported(&grammar, (&shapes, &patterns), &hints, spec, &reserved, None, None);
    let Exported { context, wanted, errors, prose, warnings, .. } = exported;
    let mut items = with_errors(others.into_iter().chain(prose), other_errors(context, &wanted));
    items.extend(restrictions);
    items.extend(errors);
    // An error of the reader stays one.
    items.extend(warnings.into_iter().map(|it| match it.scope {
        Scope::Rule => Diagnostic { severity: Severity::Error, ..it },
        Scope::Grammar => it,
    }));
    Diagnostics { files, items }.with_spec(&spec.source)
}
