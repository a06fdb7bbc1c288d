//! Decides how the texts of rules are decoded: the pieces of the spec to [`Decoder`]s.
//!
//! After this stage, each text of a rule with pieces can be divided into pieces and bytes that
//! stand for themselves in exactly one way, and the meaning of each piece applies to all of its
//! texts: dropping bytes leaves whole characters, numbers have valid digits and are in range, and
//! maps contain all texts. A request that some text contradicts is an error that shows this text.
//! Only two questions are left to the run-time: whether decoded bytes are UTF-8, and whether
//! surrogates are pairs.

mod meanings;

use super::encoders::{Encoder, encoder};
use super::letters::Spelling;
use super::locate::transducer;
use crate::automata::decodable::{passed_tags, two_readings};
use crate::automata::events::{Transducer, event_nfa};
use crate::automata::pattern::Patterns;
use crate::automata::rules::{automata_of_patterns, too_large};
use crate::automata::tagged::Tagging;
use crate::automata::tagged::parts::{Depth, Part};
use crate::budget::Budget;
use crate::bytes::ByteSet;
use crate::bytes::escapes::quoted;
use crate::diagnostic::{Code, Diagnostic};
use crate::grammar::suggest::nearest_rule;
use crate::grammar::{Encoding, RuleId};
use crate::plan::context::Context;
use crate::plan::exports::named::NamedRule;
use crate::spec::{DecodedSpec, Invalid, Meaning, NumberedUnit, PieceSpec, ValueSpec};
use meanings::{Checked, check};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The decoding of the texts of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoding {
    /// The pieces, in the order of the transducer.
    pub pieces: Vec<Piece>,
    /// The result of decoding.
    pub result: Decoded,
    /// The automaton that turns values into texts. `None` if that takes too large a table.
    pub encoder: Option<Encoder>,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its rule, as the grammar spells it.
    pub rule: String,
    /// The meaning of its texts.
    pub meaning: Meaning,
}

/// The result of decoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// Text.
    Text,
    /// Text, unless decoded bytes are not UTF-8 or a surrogate has no other half.
    PerhapsText,
    /// Text, with `U+FFFD` in place of the bytes and surrogates that are not text.
    Replaced,
    /// Bytes.
    Bytes,
    /// Bytes, unless a surrogate has no other half.
    PerhapsBytes,
}

impl Decoded {
    /// Returns whether decoding may fail.
    pub const fn is_fallible(self) -> bool {
        matches!(self, Self::PerhapsText | Self::PerhapsBytes)
    }

    /// Returns whether the result is text.
    pub const fn is_text(self) -> bool {
        !matches!(self, Self::Bytes | Self::PerhapsBytes)
    }
}

impl fmt::Display for Decoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::PerhapsText => "text or an error",
            Self::Replaced => "text with replacements",
            Self::Bytes => "bytes",
            Self::PerhapsBytes => "bytes or an error",
        })
    }
}

/// A decoding, and the automaton that finds the pieces.
#[derive(Clone, Debug)]
pub struct Decoder {
    /// The decoding.
    pub decoding: Decoding,
    /// Reports the pieces.
    pub transducer: Transducer,
}

/// Returns the decoders of the rules with pieces.
///
/// # Errors
///
/// All errors in the spec.
pub fn decodings(
    context: Context<'_>,
    patterns: &Arc<Patterns>,
    rules: &[NamedRule],
) -> Result<BTreeMap<RuleId, Decoder>, Vec<Diagnostic>> {
    let Context { grammar, shapes, limits } = context;
    let tagging = Tagging::of_patterns(grammar, shapes, Arc::clone(patterns), limits, Depth::Any);
    let spelling = Spelling::of_grammar(grammar);
    let (mut found, mut errors) = (BTreeMap::new(), Vec::new());
    for rule in rules {
        let ValueSpec::Decoded(spec) = &rule.request.export.value else { continue };
        match decoder(context, (&tagging, &spelling), patterns, rule, spec) {
            Ok(decoder) => drop(found.insert(rule.id(), decoder)),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(found) } else { Err(errors) }
}

/// Makes the decoder of one rule.
fn decoder(
    context: Context<'_>,
    (tagging, spelling): (&Tagging<'_>, &Spelling),
    patterns: &Arc<Patterns>,
    rule: &NamedRule,
    spec: &DecodedSpec,
) -> Result<Decoder, Diagnostic> {
    if rule.language.dfa().is_none() {
        return Err(wrong(rule, "it is nested")
            .hint("an automaton finds the pieces; decode a rule that does not embed itself"));
    }
    let pieces = pieces(context, rule, &spec.pieces)?;
    let Context { grammar, shapes, limits } = context;
    let ids: Vec<RuleId> = pieces.keys().copied().collect();
    let automata = automata_of_patterns(grammar, shapes, Arc::clone(patterns), &ids, limits, None);
    let mut checked = Vec::new();
    for (&id, &piece) in &pieces {
        let at_piece = |error: Diagnostic| error.at_spec(piece.span);
        checked.push(check(context, &automata, rule, (id, piece)).map_err(at_piece)?);
    }
    let part = Part { name: "piece".to_owned(), rules: pieces.keys().copied().collect() };
    let meanings: Vec<Meaning> = checked.iter().map(|it| it.meaning.clone()).collect();
    refuse_two_readings(context, tagging, rule, &part, &meanings, &pieces)?;
    let transducer = transducer(tagging, rule.id(), "piece", &part)?;
    let result = result(rule, grammar.encoding, spec.invalid, &checked)?;
    let mut in_order: Vec<_> = pieces.values().zip(&ids).zip(&checked).collect();
    in_order.sort_by_key(|((piece, _), _)| spec.pieces.iter().position(|it| it == **piece));
    let in_order: Vec<_> = in_order.into_iter().map(|((_, &id), it)| (id, &*it.cases)).collect();
    let encoder = encoder(tagging, spelling, rule.id(), &in_order);
    let pieces = ids.iter().zip(meanings);
    let pieces = pieces.map(|(&id, meaning)| Piece { rule: grammar[id].name.to_string(), meaning });
    Ok(Decoder { decoding: Decoding { pieces: pieces.collect(), result, encoder }, transducer })
}

/// Returns the rules of the pieces.
fn pieces<'a>(
    context: Context<'_>,
    rule: &NamedRule,
    specs: &'a [PieceSpec],
) -> Result<BTreeMap<RuleId, &'a PieceSpec>, Diagnostic> {
    let grammar = context.grammar;
    let mut pieces = BTreeMap::new();
    for piece in specs {
        let Some(id) = grammar.find(&piece.rule) else {
            let error = wrong(rule, &format!("its piece `{}` is not a rule", piece.rule));
            let error = error.at_spec(piece.span);
            return Err(match nearest_rule(grammar, &piece.rule) {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None => error,
            });
        };
        pieces.insert(id, piece);
    }
    if pieces.is_empty() {
        return Err(wrong(rule, "the spec names no pieces")
            .hint("list the rules with a meaning in the table `pieces`"));
    }
    Ok(pieces)
}

/// Refuses texts with two readings, and pieces that no text has.
fn refuse_two_readings(
    context: Context<'_>,
    tagging: &Tagging<'_>,
    rule: &NamedRule,
    part: &Part,
    meanings: &[Meaning],
    pieces: &BTreeMap<RuleId, &PieceSpec>,
) -> Result<(), Diagnostic> {
    let Context { grammar, limits, .. } = context;
    let nfa = event_nfa(tagging, rule.id(), part)?;
    // Tag 0 opens a piece, and the others close one, in the order of the rules.
    let passed = passed_tags(&nfa);
    if let Some((_, piece)) = (1..).zip(pieces.values()).find(|(tag, _)| !passed.contains(tag)) {
        let why = format!("no text has a piece `{}` outside of other pieces", piece.rule);
        return Err(wrong(rule, &why).at_spec(piece.span));
    }
    // Pieces of one meaning need not be distinguished.
    let first = |meaning| meanings.iter().position(|other| other == meaning);
    let same = meanings.iter().map(|meaning| {
        let first = first(meaning).expect("it is one of them");
        u16::try_from(first + 1).expect("tags are few")
    });
    let same: Vec<u16> = std::iter::once(0).chain(same).collect();
    let found = two_readings(&nfa, &same, &mut Budget::of_rule(limits));
    let found = found.map_err(|why| too_large(grammar, rule.id(), why, limits))?;
    match found {
        None => Ok(()),
        Some(text) => {
            let why = format!("the text {} can be read as two sequences of pieces", quoted(&text));
            Err(wrong(rule, &why).hint("make the rule unambiguous, or name other rules as pieces"))
        }
    }
}

/// Returns the result of decoding.
fn result(
    rule: &NamedRule,
    encoding: Encoding,
    invalid: Option<Invalid>,
    pieces: &[Checked],
) -> Result<Decoded, Diagnostic> {
    let is_ascii = rule.language.bytes().is_subset(ByteSet::range(0, 0x7F));
    let has = |unit| pieces.iter().any(|piece| piece.meaning.has_numbers_of(unit));
    let is_text = (is_ascii || encoding == Encoding::Utf8) && !has(NumberedUnit::Byte);
    let has_halves = has(NumberedUnit::Utf16);
    match (invalid, is_text, has_halves) {
        (None, true, false) => Ok(Decoded::Text),
        (None, false, false) => Ok(Decoded::Bytes),
        (None, false, true) => Ok(Decoded::PerhapsBytes),
        (Some(_), true, false) => Err(wrong(rule, "every value is text, so none is `invalid`")
            .hint("remove the key `invalid`")),
        (Some(Invalid::Replace), ..) => Ok(Decoded::Replaced),
        (None, true, true) | (Some(Invalid::Error), ..) => Ok(Decoded::PerhapsText),
    }
}

/// Makes the error about the value of a rule.
fn wrong(rule: &NamedRule, why: &str) -> Diagnostic {
    let export = &rule.request.export;
    let message = format!("texts of `{}` cannot be decoded: {why}", export.rule);
    Diagnostic::error(Code::WrongValue, message).at_spec(export.value_span)
}

#[cfg(test)]
mod tests;
