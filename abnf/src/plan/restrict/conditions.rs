//! Conditions as automata, and as sentences.

use super::messages::{no_number, too_large};
use crate::automata::dfa::{Dfa, StateId};
use crate::automata::minimise::minimise;
use crate::automata::numeral_range::numerals_in;
use crate::automata::numerals::{NoNumber, Notation, Signs, numbers, separated_numbers};
use crate::automata::products::complement;
use crate::automata::separated::with_byte_anywhere;
use crate::budget::TooLarge;
use crate::bytes::ByteClasses;
use crate::diagnostic::Diagnostic;
use crate::limits::Limits;
use crate::spec::{Condition, Export, Restriction, ValueSpec};

/// Returns the minimal automaton of the texts that meet a condition. `other` is the automaton of the
/// rule that the condition compares with.
///
/// # Errors
///
/// If the automaton has more states than the limit.
pub(super) fn automaton(
    export: &Export,
    condition: &Condition,
    other: Option<&Dfa>,
    limits: &Limits,
) -> Result<Dfa, TooLarge> {
    let other = || other.expect("the condition compares with a rule").clone();
    match *condition {
        Condition::Range { least, greatest } => {
            let (radix, separator) = notation(export);
            let numerals = numerals_in(&(least..=greatest), radix);
            Ok(separator.map_or(numerals.clone(), |byte| with_byte_anywhere(&numerals, byte)))
        }
        Condition::MinBytes(least) => lengths(least, None, limits),
        Condition::MaxBytes(greatest) => lengths(0, Some(greatest), limits),
        Condition::And(_) => Ok(other()),
        Condition::Except(_) => Ok(minimise(&complement(&other()))),
    }
}

/// Checks that all texts of a rule are numerals.
///
/// # Errors
///
/// An error that shows a text that is none, or names the limit that a separator exceeds.
pub(super) fn check_numerals(
    dfa: &Dfa,
    export: &Export,
    restriction: &Restriction,
    limits: &Limits,
) -> Result<(), Diagnostic> {
    let (radix, separator) = notation(export);
    let notation = Notation { radix, signs: Signs::Optional };
    let too_large = |why| too_large(export, restriction, why, limits);
    let found = match separator {
        None => numbers(dfa, notation, [u128::MAX; 2]),
        Some(byte) => {
            separated_numbers(dfa, byte, notation, [u128::MAX; 2], limits).map_err(too_large)?
        }
    };
    match found {
        Err(NoNumber::Other(text)) => Err(no_number(export, restriction, &text)),
        Ok(_) | Err(NoNumber::TooLarge(_)) => Ok(()),
    }
}

/// Returns the radix and the separator of the numbers of a rule.
fn notation(export: &Export) -> (u8, Option<u8>) {
    match export.value {
        ValueSpec::Integer { radix, separator, .. } => (radix, separator),
        ValueSpec::Inferred
        | ValueSpec::Text
        | ValueSpec::Decoded(_)
        | ValueSpec::Float(_)
        | ValueSpec::Char
        | ValueSpec::Byte
        | ValueSpec::Bool { .. }
        | ValueSpec::Unit
        | ValueSpec::Foreign(_) => (10, None),
    }
}

/// Returns the automaton of all texts with a number of bytes between two others, inclusive.
fn lengths(least: usize, greatest: Option<usize>, limits: &Limits) -> Result<Dfa, TooLarge> {
    let last = greatest.unwrap_or(least);
    if limits.dfa_states <= last {
        return Err(TooLarge::States);
    }
    let states = 0..=last;
    let next = states.clone().map(|length| match greatest {
        _ if length < last => Some(StateId::new(length + 1)),
        Some(_) => None,
        None => Some(StateId::new(last)),
    });
    let classes = ByteClasses::of_sets([]);
    let accepting = states.map(|length| least <= length).collect();
    Ok(minimise(&Dfa::from_table(classes, next.collect(), accepting)))
}

/// Returns sentences about the conditions of a rule, for its documentation. Empty if there are none.
pub fn sentences(restrictions: &[Restriction]) -> String {
    let bytes = |count: usize| if count == 1 { "byte" } else { "bytes" };
    let sentence = |it: &Restriction| match &it.condition {
        Condition::Range { least, greatest } if least == greatest => {
            format!("Only texts that denote {least}.")
        }
        Condition::Range { least, greatest } => {
            format!("Only texts that denote {least} to {greatest}.")
        }
        Condition::MinBytes(count) => format!("At least {count} {}.", bytes(*count)),
        Condition::MaxBytes(count) => format!("At most {count} {}.", bytes(*count)),
        Condition::And(rule) => format!("Only texts that also match `{rule}`."),
        Condition::Except(rule) => format!("No text that matches `{rule}`."),
    };
    restrictions.iter().map(sentence).collect::<Vec<_>>().join(" ")
}
