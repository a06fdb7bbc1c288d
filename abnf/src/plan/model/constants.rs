//! Rules that are one byte of a set: constants instead of types.
//!
//! RFC 2396 has 18 rules such as `digit` and `unreserved`. Callers do not parse single characters;
//! they test whether a byte belongs to the set.

use super::Constant;
use crate::bytes::ByteSet;
use crate::plan::exports::form::Form;
use crate::plan::names::{one_line, static_name};
use crate::plan::parts::selected::{Input, Selected};

/// Removes the rules that become constants from the selections, and returns the constants of each
/// input.
pub fn constants(inputs: Vec<Input>) -> (Vec<Input>, Vec<Vec<Constant>>) {
    inputs.into_iter().map(split).unzip()
}

fn split(mut input: Input) -> (Input, Vec<Constant>) {
    let mut constants = Vec::new();
    let mut rules = Vec::new();
    for rule in std::mem::take(&mut input.selection.rules) {
        match rule.form {
            Form::Bytes(set) => constants.push(constant(&input, &rule, set)),
            Form::Type => rules.push(rule),
        }
    }
    input.selection.rules = rules;
    (input, constants)
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
