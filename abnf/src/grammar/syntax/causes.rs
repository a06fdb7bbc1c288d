//! Merges errors with one cause: a text in another notation has the same error in many rules.

use crate::diagnostic::{Code, Diagnostic, Edit, Hint};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The greatest number of further places that are shown.
const MAX_PLACES: usize = 3;

/// Merges the errors about the same sign of another notation, those with a hint to a dialect, and those
/// that replace too many errors. Each of their rules then has the same error.
pub(super) fn merged(
    errors: &[(Option<usize>, Diagnostic)],
) -> Vec<(Option<usize>, Arc<Diagnostic>)> {
    // For each cause, its errors.
    let mut causes: Vec<Vec<usize>> = Vec::new();
    for (at, (rule, error)) in errors.iter().enumerate() {
        let cause = causes.iter_mut().find(|cause| {
            let (first_rule, first) = &errors[cause[0]];
            let is_rest = first.code == Code::TooManyErrors
                && (error.code, error.scope) == (first.code, first.scope);
            is_rest || rule.is_some() && first_rule.is_some() && is_same(first, error)
        });
        match cause {
            Some(cause) => cause.push(at),
            None => causes.push(vec![at]),
        }
    }
    let mut shared: Vec<Option<Arc<Diagnostic>>> = vec![None; errors.len()];
    for cause in causes {
        let error = Arc::new(merge(cause.iter().map(|&at| &errors[at].1)));
        for at in cause {
            shared[at] = Some(Arc::clone(&error));
        }
    }
    let mut all: Vec<(Option<usize>, Arc<Diagnostic>)> = Vec::new();
    let mut known: BTreeSet<(Option<usize>, *const Diagnostic)> = BTreeSet::new();
    for ((rule, _), error) in errors.iter().zip(shared.into_iter().flatten()) {
        // A rule has it once.
        if known.insert((*rule, Arc::as_ptr(&error))) {
            all.push((*rule, error));
        }
    }
    all
}

fn is_same(a: &Diagnostic, b: &Diagnostic) -> bool {
    let is_notation = b.hints.iter().any(|hint| matches!(hint, Hint::Dialect(_)));
    is_notation && a.code == b.code && (a.code == Code::ListExtension || a.message == b.message)
}

/// Returns the first error with the places and the changes of the others.
fn merge<'a>(mut errors: impl Iterator<Item = &'a Diagnostic> + Clone) -> Diagnostic {
    let count = errors.clone().count();
    let mut merged = errors.next().expect("a cause has an error").clone();
    if count == 1 || merged.code == Code::TooManyErrors {
        return merged;
    }
    merged.message = format!("{}, and in {} more places", merged.message, count - 1);
    if count == 2 {
        merged.message = merged.message.replace("1 more places", "one more place");
    }
    for (at, error) in errors.enumerate() {
        if let Some(label) = error.primary.as_ref().filter(|_| at < MAX_PLACES) {
            merged = merged.also(label.span, "");
        }
        let edits: Vec<Edit> = error
            .hints
            .iter()
            .filter_map(|hint| match hint {
                Hint::Change { edits, .. } => Some(edits.clone()),
                _ => None,
            })
            .flatten()
            .collect();
        for hint in &mut merged.hints {
            if let Hint::Change { text, edits: all } = hint {
                if merged.code == Code::BadRulename {
                    "write `-` in names".clone_into(text);
                }
                all.extend(edits.iter().cloned());
            }
        }
    }
    merged
}
