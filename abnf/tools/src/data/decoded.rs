//! Decodes and encodes text, by the run-time of generated code.

use super::Plan;
use abnfc::plan::model::{Decoded, Decoding, Encoder, EncoderStep, Value};
use abnfc::spec::{Meaning, NumberedUnit, Rest};
use abnfc_runtime::compiler::{self, Fault, Invalid, Occurrence, Output, Piece, State, Step, Unit};

/// Returns the value of a text of a rule with pieces. `None` if it has none, or the rule no pieces.
#[must_use]
pub fn decode(plan: &Plan, rule: usize, text: &[u8]) -> Option<Vec<u8>> {
    let decoding = decoding(plan, rule)?;
    let occurrences = plan.selection.rules[rule].view.pieces.as_ref()?.occurrences(text)?;
    let mut found = occurrences.into_iter().map(|(rule, begin, end)| {
        let rule = u16::try_from(rule).expect("pieces are few");
        Occurrence { rule, begin, end }
    });
    let invalid = match decoding.result {
        Decoded::Replaced => Invalid::Replace,
        Decoded::Text | Decoded::PerhapsText | Decoded::Bytes | Decoded::PerhapsBytes => {
            Invalid::Error
        }
    };
    with_pieces(&decoding.pieces.iter().map(|it| &it.meaning).collect::<Vec<_>>(), |pieces| {
        if decoding.result.is_text() {
            let value = compiler::decoded_text(text, pieces, &mut found, invalid);
            value.ok().map(|it| it.into_owned().into_bytes())
        } else {
            compiler::decoded_bytes(text, pieces, &mut found, invalid).ok().map(Into::into)
        }
    })
}

/// Returns a text of a rule with pieces that has this value.
///
/// # Errors
///
/// The offset of the value up to which there is a text. `None` if the rule has no pieces, or too
/// large an encoder.
pub fn encode(plan: &Plan, rule: usize, value: &[u8]) -> Result<Vec<u8>, Option<usize>> {
    let encoder = decoding(plan, rule).and_then(|it| it.encoder.as_ref()).ok_or(None)?;
    with_encoder(encoder, |it| {
        let mut text = Vec::new();
        compiler::encode(it, value, compiler::Style::Plain, &mut text).map_err(Some)?;
        Ok(text)
    })
}

/// Appends a text of a rule with pieces that has this value.
pub(super) fn spell(plan: &Plan, rule: usize, value: &[u8], out: &mut Output) -> Result<(), Fault> {
    let encoder = decoding(plan, rule).and_then(|it| it.encoder.as_ref()).ok_or(Fault::Here)?;
    with_encoder(encoder, |it| compiler::spell(it, value, out))
}

fn decoding(plan: &Plan, rule: usize) -> Option<&Decoding> {
    match &plan.module.rules[rule].value {
        Some(Value::Decoded(decoding)) => Some(decoding),
        _ => None,
    }
}

/// Calls a function with the meanings of pieces.
fn with_pieces<T>(meanings: &[&Meaning], then: impl FnOnce(&[Piece<'_>]) -> T) -> T {
    let cases: Vec<Vec<(&str, &Meaning)>> = meanings.iter().map(|it| it.cases()).collect();
    let maps = cases.iter().map(|cases| cases.iter().map(|case| map_of(case.1)).collect());
    let maps: Vec<Vec<Vec<(&str, &str)>>> = maps.collect();
    let pieces = cases.iter().zip(&maps).map(|(cases, maps)| {
        let pieces = cases.iter().zip(maps);
        pieces.map(|((prefix, meaning), map)| (*prefix, piece(meaning, map))).collect()
    });
    let pieces: Vec<Vec<(&str, Piece<'_>)>> = pieces.collect();
    let pieces: Vec<Piece<'_>> = pieces.iter().map(|cases| Piece::ByPrefix(cases)).collect();
    then(&pieces)
}

/// Returns the texts of a meaning's map with what they mean. Without a map there are none.
fn map_of(meaning: &Meaning) -> Vec<(&str, &str)> {
    match meaning {
        Meaning::Read { rest: Rest::OneOf(texts), .. } => {
            texts.iter().map(|(text, value)| (&**text, &**value)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns a meaning, which is not one of several; `map` are its texts, if it has some.
fn piece<'a>(meaning: &'a Meaning, map: &'a [(&'a str, &'a str)]) -> Piece<'a> {
    match meaning {
        Meaning::Fixed(text) => Piece::Fixed(text),
        Meaning::Read { drop, rest: Rest::Itself } => Piece::Rest(*drop),
        Meaning::Read { drop, rest: Rest::OneOf(_) } => Piece::OneOf(*drop, map),
        Meaning::Read { drop, rest: Rest::Number { radix, unit } } => {
            let radix = u32::from(*radix);
            match unit {
                NumberedUnit::Byte => Piece::Byte(*drop, radix),
                NumberedUnit::Char => Piece::Char(*drop, radix),
                NumberedUnit::Utf16 => Piece::Utf16(*drop, radix),
            }
        }
        Meaning::ByPrefix(_) => unreachable!("the meanings in a list are not lists"),
    }
}

/// Calls a function with an encoder.
fn with_encoder<T>(encoder: &Encoder, then: impl FnOnce(&compiler::Encoder<'_>) -> T) -> T {
    let steps = encoder.states.iter().map(|state| state.steps.iter().map(step).collect());
    let steps: Vec<Vec<Step<'_>>> = steps.collect();
    let states = encoder.states.iter().zip(&steps).map(|(state, steps)| State {
        bytes: &state.bytes,
        steps,
        is_end: state.is_end,
    });
    let states: Vec<State<'_>> = states.collect();
    let loops: Vec<_> = (0..states.len()).map(|state| compiler::loops_of(&states, state)).collect();
    then(&compiler::Encoder { states: &states, loops: &loops })
}

fn step(step: &EncoderStep) -> Step<'_> {
    match step {
        EncoderStep::Fixed(text, value, next) => Step::Fixed(text, value.as_bytes(), *next),
        EncoderStep::Rest(text, next) => Step::Rest(text, *next),
        EncoderStep::Number(text, unit, radix, digits) => {
            let unit = match unit {
                NumberedUnit::Byte => Unit::Byte,
                NumberedUnit::Char => Unit::Char,
                NumberedUnit::Utf16 => Unit::Utf16,
            };
            Step::Number(text, unit, u32::from(*radix), *digits)
        }
    }
}
