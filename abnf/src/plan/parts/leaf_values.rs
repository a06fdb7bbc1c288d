//! Decides which values the texts of rules denote: located parts to [`Value`]s.
//!
//! A rule is a number if all its texts are decimal digits and the greatest number has at most 64
//! bits, or if the spec says so. A text with parts other than literals is not one number, whatever
//! it looks like: the four digits of `hour minute` are two. It is one number if the parts do not have
//! all of the digits. Longer texts of zeros and ones alone
//! may be binary, so they are text unless the spec says what they are. A rule is a truth value if its
//! texts are `true` and `false`. A request that some text
//! contradicts is an error that shows this text.

mod truth;

use super::decodings::{Decoded, Decoder, Decoding};
use super::located::LocatedParts;
use super::writers::Writer;
use crate::automata::dfa::Dfa;
use crate::automata::floats::other_than_float;
use crate::automata::numerals::{NoNumber, Notation, Numbers, Signs, numbers, separated_numbers};
use crate::automata::padded::{Padded, padded};
use crate::automata::rules::too_large;
use crate::automata::single::{other_than_byte, other_than_character};
use crate::bytes::ByteSet;
use crate::bytes::escapes::quoted;
use crate::diagnostic::{Code, Diagnostic};
use crate::grammar::{Encoding, RuleId};
use crate::plan::context::Context;
use crate::plan::exports::form::Form;
use crate::plan::exports::named::NamedRule;
use crate::plan::outline::Hints;
use crate::spec::{FloatType, ForeignType, IntegerType, Spec, ValueSpec, Values};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The method that returns a value.
const METHOD: &str = "value";

/// The value that the texts of a rule denote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer.
    Integer(Integer),
    /// A number with a fraction.
    Float(FloatType),
    /// The character that the text is.
    Char,
    /// The byte that the text is.
    Byte,
    /// Whether the text is the first of two texts, apart from the case of letters, not the second.
    Bool([Vec<u8>; 2]),
    /// None: data of other rules leaves the text out.
    Unit,
    /// A value of the type of this path, read by its `FromStr`.
    Foreign(ForeignType),
    /// Text whose pieces have meanings.
    Decoded(Decoding),
}

/// Texts that are integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    /// Its type in Rust, which holds the number of every text.
    pub ty: IntegerType,
    /// The radix of the digits, 2 to 36.
    pub radix: u8,
    /// The byte that is ignored.
    pub separator: Option<u8>,
    /// Whether some text has a sign.
    pub signs: Signs,
    /// The least number.
    pub least: Bound,
    /// The greatest number.
    pub greatest: Bound,
    /// The only numeral of each number, if that is a decimal one with few zeros.
    pub padded: Option<Padded>,
}

/// A number as sign and magnitude; zero is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Whether it is below zero.
    pub is_negative: bool,
    /// Its magnitude.
    pub magnitude: u128,
}

/// Returns the value of each rule; `None` if it is text. `decoders` are those of the rules with
/// pieces, and `with_parts` the regular rules with parts in trees other than literals.
///
/// # Errors
///
/// All errors in the spec.
pub fn leaf_values(
    context: Context<'_>,
    spec: &Spec,
    hints: &Hints,
    (rules, decoders): (&[NamedRule], &BTreeMap<RuleId, Decoder>),
    (located, writers): (&[LocatedParts], &[Option<Writer>]),
    with_parts: &BTreeSet<RuleId>,
) -> Result<Vec<Option<Value>>, Vec<Diagnostic>> {
    let grammar = context.grammar;
    let mut errors = Vec::new();
    let of_rule = |((rule, parts), writer): ((&NamedRule, &LocatedParts), &Option<Writer>)| {
        // A choice of literals is no obstacle: `01` and `03` are numbers.
        let mut requests = parts.requests();
        let is_alone = requests.all(|part| part.is_of_literals(hints))
            || writer.as_ref().is_some_and(|it| it.loses_text);
        let is_alone = is_alone && !with_parts.contains(&rule.id());
        let is_leaf = rule.form == Form::Type && is_alone;
        let value = match &rule.request.export.value {
            ValueSpec::Inferred if spec.values == Values::Requested => return None,
            ValueSpec::Inferred if rule.form == Form::Type => {
                let number = is_leaf.then(|| inferred(rule)).flatten();
                return number.or_else(|| truth::inferred(grammar, rule, parts));
            }
            ValueSpec::Inferred | ValueSpec::Text => return None,
            ValueSpec::Integer { ty, radix, separator } => {
                integer(context, rule, (*ty, *radix, *separator), parts)
            }
            ValueSpec::Float(ty) => float(rule, *ty, parts),
            ValueSpec::Char => character(rule, parts),
            ValueSpec::Byte => byte(rule, parts),
            ValueSpec::Bool { texts } => leaf(rule, "bool", parts)
                .and_then(|dfa| truth::requested(grammar, rule, dfa, texts.as_ref())),
            ValueSpec::Unit => Ok(Value::Unit),
            ValueSpec::Foreign(ty) => foreign(rule, grammar.encoding, ty),
            ValueSpec::Decoded(_) => decoded(rule, &decoders[&rule.id()], parts),
        };
        let at_value = |error: Diagnostic| error.at_spec(rule.request.export.value_span);
        value.map_err(|error| errors.push(at_value(error))).ok()
    };
    let values = rules.iter().zip(located).zip(writers).map(of_rule).collect();
    errors.extend(rules.iter().filter_map(wrong_text));
    if errors.is_empty() { Ok(values) } else { Err(errors) }
}

/// Returns the value of a rule without parts that the spec does not mention.
fn inferred(rule: &NamedRule) -> Option<Value> {
    let dfa = rule.language.dfa()?;
    // The first byte shows that most rules are not numbers.
    if !dfa.expected(Dfa::START).is_subset(ByteSet::range(b'0', b'9')) {
        return None;
    }
    let notation = Notation { radix: 10, signs: Signs::Never };
    let limits = [u64::MAX.into(), 0];
    let (least, greatest) = bounds(&numbers(dfa, notation, limits).ok()?)?;
    let is_decimal = !rule.language.bytes().intersection(ByteSet::range(b'2', b'9')).is_empty();
    if !is_decimal && greatest.magnitude > 1 {
        return None;
    }
    let types = IntegerType::INFERRED.into_iter();
    let ty = types.into_iter().find(|ty| greatest.magnitude <= ty.greatest())?;
    let (radix, padded) = (notation.radix, padded(dfa));
    Some(Value::Integer(Integer {
        ty,
        radix,
        separator: None,
        signs: notation.signs,
        least,
        greatest,
        padded,
    }))
}

/// Returns the integer that the spec requests.
fn integer(
    context: Context<'_>,
    rule: &NamedRule,
    (ty, radix, separator): (IntegerType, u8, Option<u8>),
    parts: &LocatedParts,
) -> Result<Value, Diagnostic> {
    let dfa = leaf(rule, ty.name(), parts)?;
    let signs = match rule.language.bytes().intersection(b"+-".iter().copied().collect()) {
        found if found.is_empty() => Signs::Never,
        _ => Signs::Optional,
    };
    let notation = Notation { radix, signs };
    let (greatest, limits) = ([ty.greatest(), ty.least_magnitude()], context.limits);
    let too_large = |why| too_large(context.grammar, rule.id(), why, limits);
    let found = match separator {
        None => numbers(dfa, notation, greatest),
        Some(byte) => {
            separated_numbers(dfa, byte, notation, greatest, limits).map_err(too_large)?
        }
    };
    let found = found.map_err(|witness| match witness {
        NoNumber::Other(text) => no_number(rule, ty.name(), &text),
        NoNumber::TooLarge(text) => {
            let why = format!("the text {} matches, but its number does not fit", quoted(&text));
            wrong(rule, ty.name(), &why)
                .hint("bound the rule's repetitions, or choose a type that is large enough")
        }
    })?;
    match bounds(&found) {
        Some((least, greatest)) => {
            let padded = if radix == 10 { padded(dfa) } else { None };
            Ok(Value::Integer(Integer { ty, radix, separator, signs, least, greatest, padded }))
        }
        None => Err(wrong(rule, ty.name(), "no text matches")),
    }
}

/// Returns the number with a fraction that the spec requests.
fn float(rule: &NamedRule, ty: FloatType, parts: &LocatedParts) -> Result<Value, Diagnostic> {
    match other_than_float(leaf(rule, ty.name(), parts)?) {
        None => Ok(Value::Float(ty)),
        Some(text) => Err(no_number(rule, ty.name(), &text)),
    }
}

/// Returns the character that the spec requests.
fn character(rule: &NamedRule, parts: &LocatedParts) -> Result<Value, Diagnostic> {
    let Some(text) = other_than_character(leaf(rule, "char", parts)?) else {
        return Ok(Value::Char);
    };
    let why = match str::from_utf8(&text) {
        Ok(text) => format!("has {} characters", text.chars().count()),
        Err(_) => "is not UTF-8".to_owned(),
    };
    Err(wrong(rule, "char", &format!("the text {} matches, but {why}", quoted(&text))))
}

/// Returns the byte that the spec requests.
fn byte(rule: &NamedRule, parts: &LocatedParts) -> Result<Value, Diagnostic> {
    let Some(text) = other_than_byte(leaf(rule, "byte", parts)?) else { return Ok(Value::Byte) };
    let why = format!("the text {} matches, but has {} bytes", quoted(&text), text.len());
    Err(wrong(rule, "byte", &why))
}

/// Returns the type of another crate that the spec requests.
fn foreign(rule: &NamedRule, encoding: Encoding, ty: &ForeignType) -> Result<Value, Diagnostic> {
    let is_ascii = rule.language.bytes().is_subset(ByteSet::range(0, 0x7F));
    if is_ascii || encoding == Encoding::Utf8 || ty.read.is_some() {
        return Ok(Value::Foreign(ty.clone()));
    }
    let diagnostic =
        wrong(rule, &ty.path, "`FromStr` reads UTF-8, and its texts may contain any bytes");
    Err(diagnostic)
}

/// Returns the decoded text that the spec requests.
fn decoded(rule: &NamedRule, decoder: &Decoder, parts: &LocatedParts) -> Result<Value, Diagnostic> {
    let methods: &[&str] = match decoder.decoding.result {
        Decoded::Text => &[METHOD, "value_chars"],
        Decoded::Bytes => &[METHOD, "value_bytes"],
        Decoded::Replaced => &[METHOD],
        Decoded::PerhapsText | Decoded::PerhapsBytes => &["try_value"],
    };
    for method in methods.iter().chain(&["from_value"]) {
        refuse_accessor(rule, "text", method, parts)?;
    }
    Ok(Value::Decoded(decoder.decoding.clone()))
}

/// Returns the automaton of a rule that is to have a value of this type.
fn leaf<'a>(rule: &'a NamedRule, ty: &str, parts: &LocatedParts) -> Result<&'a Dfa, Diagnostic> {
    refuse_accessor(rule, ty, METHOD, parts)?;
    rule.language.dfa().ok_or_else(|| wrong(rule, ty, "it is nested"))
}

/// Refuses a part whose accessor has the name of the method that returns the value.
fn refuse_accessor(
    rule: &NamedRule,
    ty: &str,
    method: &str,
    parts: &LocatedParts,
) -> Result<(), Diagnostic> {
    match parts.requests().find(|part| part.accessor == method) {
        None => Ok(()),
        Some(part) => {
            let why = format!("its part `{}` has the accessor of this name", part.name);
            Err(wrong(rule, ty, &why).hint("give the part another name in the spec file"))
        }
    }
}

/// Returns the error of a text that the spec gives for a rule, and that does not match.
fn wrong_text(rule: &NamedRule) -> Option<Diagnostic> {
    let export = &rule.request.export;
    let text = export.written.as_ref()?;
    let mismatch = rule.language.check(text.as_bytes()).err()?;
    let (name, offset) = (&export.rule, mismatch.offset);
    let text = quoted(text.as_bytes());
    let message =
        format!("`{name}` cannot be written as {text}, which fails to match at byte {offset}");
    Some(Diagnostic::error(Code::WrongValue, message).at_spec(export.written_span))
}

fn no_number(rule: &NamedRule, ty: &str, text: &[u8]) -> Diagnostic {
    wrong(rule, ty, &format!("the text {} matches, but is not a number", quoted(text)))
}

fn wrong(rule: &NamedRule, ty: &str, why: &str) -> Diagnostic {
    let name = &rule.request.export.rule;
    Diagnostic::error(Code::WrongValue, format!("`{name}` cannot be `{ty}`: {why}"))
}

/// Returns the least and the greatest number. `None` if no text matches.
fn bounds(numbers: &Numbers) -> Option<(Bound, Bound)> {
    let negative = |magnitude| Bound { is_negative: magnitude > 0, magnitude };
    let positive = |magnitude| Bound { is_negative: false, magnitude };
    let below = numbers.negative.as_ref();
    let below = below.map(|it| (negative(it.greatest.magnitude), negative(it.least.magnitude)));
    let above = numbers.positive.as_ref();
    let above = above.map(|it| (positive(it.least.magnitude), positive(it.greatest.magnitude)));
    Some((below.or(above)?.0, above.or(below)?.1))
}

impl Ord for Bound {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (true, true) => other.magnitude.cmp(&self.magnitude),
            (false, false) => self.magnitude.cmp(&other.magnitude),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative { "-" } else { "" };
        write!(f, "{sign}{}", self.magnitude)
    }
}

#[cfg(test)]
mod tests;
