//! Rules that are one byte of a set: constants instead of types.
//!
//! RFC 2396 has 18 rules such as `digit` and `unreserved`. Nobody parses one character;
//! callers ask whether a byte belongs to the set.

use super::{Constant, Input};
use crate::bytes::ByteSet;
use crate::plan::form::Form;
use crate::plan::names::{one_line, static_name};
use crate::plan::selected::{Selected, Selection};
use std::collections::BTreeSet;

/// Takes the rules that become constants out of the selection.
pub(super) fn split(input: &Input) -> (Input, Vec<Constant>) {
    let selection = &input.selection;
    let parts: BTreeSet<_> = selection
        .rules
        .iter()
        .flat_map(|rule| {
            let parts = rule.view.parts.iter();
            parts.chain(rule.view.repeated.iter().map(|it| &it.part))
        })
        .flat_map(|part| part.rules.iter().copied())
        .collect();
    let mut constants = Vec::new();
    let mut rules = Vec::new();
    for rule in &selection.rules {
        // What is a part is returned by an accessor, and needs a type.
        match rule.form {
            Form::Bytes(set) if !parts.contains(&rule.id) => {
                constants.push(constant(input, rule, set));
            }
            Form::Bytes(_) | Form::Type => rules.push(rule.clone()),
        }
    }
    let selection = Selection { rules, unions: selection.unions.clone() };
    (Input { selection, ..input.clone() }, constants)
}

fn constant(input: &Input, rule: &Selected, set: ByteSet) -> Constant {
    Constant {
        name: rule.name.as_str().to_owned(),
        const_name: static_name(rule.name.folded()),
        set,
        source: rule.source.as_deref().map_or_else(|| one_line(&input.title), one_line),
        docs: rule.docs.clone(),
        abnf: rule.text.clone(),
    }
}
