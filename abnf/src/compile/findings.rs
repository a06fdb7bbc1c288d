//! The findings that [`compile`](super) reports: those of the reader, and those about the names of
//! modules.

use super::Module;
use crate::automata::shape::shape;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, FileId, Label};
use crate::grammar::RuleId;
use crate::grammar::uses::{reached, references};
use crate::plan::context::Context;
use crate::plan::exports::omissions::other_errors;
use crate::plan::exports::requests::requests;
use crate::plan::names::check_module_name;
use crate::read::{Read, errors_in, sorted, with_errors};
use crate::spec::Spec;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns the findings of the reader that [`plan`](super::plan) does not repeat. Errors in rules
/// that no requested rule needs are left out, unless the spec is strict.
pub(super) fn relevant(read: &Read, spec: &Spec) -> Vec<Diagnostic> {
    let grammar = &read.resolved;
    let others = read.others.iter().cloned().chain(read.redefined());
    if grammar.errors.is_empty() {
        return sorted(others.collect());
    }
    let shapes = shape(grammar);
    let context = Context { grammar, shapes: &shapes, limits: &spec.read.limits };
    let wanted: Vec<RuleId> = requests(grammar, spec).0.iter().map(|request| request.id).collect();
    let mut errors = other_errors(context, &wanted);
    if !spec.strict {
        let used = reached(&wanted, |rule| references(&grammar[rule].expr));
        let needed: BTreeSet<_> = errors_in(grammar, &used).map(Arc::as_ptr).collect();
        errors.retain(|error| needed.contains(&Arc::as_ptr(error)));
    }
    with_errors(others, errors)
}

/// Sorts errors in the order of the spec file; those that do not point into it come last.
pub(super) fn in_order_of_spec(mut errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let start = |error: &Diagnostic| {
        let span = error.primary.as_ref().map(|label| label.span);
        span.filter(|span| span.file == FileId::SPEC).map_or(u32::MAX, |span| span.start)
    };
    errors.sort_by_key(start);
    errors
}

/// Returns errors about the names of modules.
pub(super) fn check_module_names(modules: &[Module<'_>]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (index, module) in modules.iter().enumerate() {
        let name = module.module;
        let is_root = index == 0 && name.is_empty();
        if !is_root && modules[..index].iter().any(|other| other.module == name) {
            let message = format!("two modules are called `{name}`");
            found.push(Diagnostic::error(Code::BadModuleName, message));
        } else if !is_root {
            found.extend(check_module_name(name).err());
        }
    }
    found
}

/// Adds the findings of another run, whose files follow those of this one.
pub(super) fn append(all: &mut Diagnostics, found: Diagnostics) {
    let mut id = 0;
    let mut first = None;
    while let Some(file) = found.files.get(FileId(id)) {
        let new = all.files.push(file.name.clone(), file.text.clone());
        first.get_or_insert(new.0);
        id += 1;
    }
    let first = first.unwrap_or_default();
    let shift = |mut label: Label| {
        label.span.file.0 += first;
        label
    };
    all.items.extend(found.items.into_iter().map(|mut item| {
        item.primary = item.primary.map(shift);
        item.secondary = item.secondary.into_iter().map(shift).collect();
        item
    }));
}
