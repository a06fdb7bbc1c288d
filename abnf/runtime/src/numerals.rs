//! Writes integers as text.

use super::alloc::vec::Vec;
use super::graph::{Automaton, Fault, Output};
use super::notation::{Notation, write};
use super::rule::Rule;

/// An integer.
pub trait Integer: Copy {
    /// Returns whether the number is below zero, and its magnitude.
    fn parts(self) -> (bool, u128);
}

/// Implements [`Integer`].
macro_rules! integers {
    ($($unsigned:ident $signed:ident)+) => {
        $(
            impl Integer for $unsigned {
                #[inline]
                fn parts(self) -> (bool, u128) {
                    (false, self.into())
                }
            }

            impl Integer for $signed {
                #[inline]
                fn parts(self) -> (bool, u128) {
                    (self < 0, self.unsigned_abs().into())
                }
            }
        )+
    };
}
integers! { u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 }

/// Appends the shortest numeral of a rule with this number, as [`digits`].
pub(crate) fn integer<P: Rule, N: Integer>(
    number: N,
    radix: u8,
    out: &mut Output,
) -> Result<(), Fault> {
    digits(number.parts(), (radix, None), P::TABLE.dfa, out)
}

/// Appends the only numeral with this number, of a rule that has the numbers of a range, each with
/// zeros up to a width.
#[inline]
pub(crate) fn padded<N: Integer>(
    number: N,
    width: usize,
    [least, greatest]: [u64; 2],
    out: &mut Output,
) -> Result<(), Fault> {
    decimal(number, width, |number| least <= number && number <= greatest, out)
}

/// As [`padded`], of a rule that has the numbers whose bits are set.
#[inline]
pub(crate) fn padded_of<N: Integer>(
    number: N,
    width: usize,
    set: u128,
    out: &mut Output,
) -> Result<(), Fault> {
    decimal(number, width, |number| number < 128 && set >> number & 1 == 1, out)
}

#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the remainder is below ten")]
fn decimal<N: Integer>(
    number: N,
    width: usize,
    has: impl Fn(u64) -> bool,
    out: &mut Output,
) -> Result<(), Fault> {
    let (is_negative, magnitude) = number.parts();
    let number = u64::try_from(magnitude).ok();
    let number = number.filter(|&number| !is_negative && out.spelling == 0 && has(number));
    let mut rest = number.ok_or(Fault::Here)?;
    let digit = |rest: u64| b'0' + (rest % 10) as u8;
    // Most numerals are short.
    match (width, rest) {
        (1, ..10) => out.text.push(digit(rest)),
        (1 | 2, 10..100) | (2, ..10) => {
            out.text.extend_from_slice(&[digit(rest / 10), digit(rest)]);
        }
        _ => {
            let mut digits = [b'0'; 20];
            let mut first = digits.len();
            while rest > 0 {
                first -= 1;
                digits[first] = digit(rest);
                rest /= 10;
            }
            out.text.extend_from_slice(&digits[first.min(digits.len() - width)..]);
        }
    }
    Ok(())
}

/// As [`integer`], with the separators that the rule requires.
pub(crate) fn separated<P: Rule, N: Integer>(
    number: N,
    radix: u8,
    separator: u8,
    out: &mut Output,
) -> Result<(), Fault> {
    digits(number.parts(), (radix, Some(separator)), P::TABLE.dfa, out)
}

/// Appends the shortest numeral of a rule with this number, which is a sign and a magnitude: no
/// sign, no zeros and no separators unless the rule requires them, and small letters unless it
/// requires capitals.
///
/// # Errors
///
/// If the rule has no numeral with this number.
pub fn digits(
    (is_negative, magnitude): (bool, u128),
    (radix, separator): (u8, Option<u8>),
    rule: &impl Automaton,
    out: &mut Output,
) -> Result<(), Fault> {
    let mut digits = [0; 128];
    let mut first = digits.len();
    let mut rest = magnitude;
    while rest > 0 {
        first -= 1;
        // Most numbers have 64 bits, whose division is faster.
        let (quotient, digit) = match u64::try_from(rest) {
            Ok(rest) => ((rest / u64::from(radix)).into(), (rest % u64::from(radix)).into()),
            Err(_) => (rest / u128::from(radix), rest % u128::from(radix)),
        };
        #[allow(clippy::cast_possible_truncation, reason = "the remainder is below the radix")]
        let digit = digit as u8;
        digits[first] = if digit < 10 { b'0' + digit } else { b'a' + digit - 10 };
        rest = quotient;
    }
    let numeral = Numeral { is_negative, digits: &digits[first..], separator };
    if numeral.write_padded(rule, out) || write(rule, &numeral, out) {
        Ok(())
    } else {
        Err(Fault::Here)
    }
}

/// The numerals of a number. Zero has no digits but zeros.
struct Numeral<'a> {
    is_negative: bool,
    digits: &'a [u8],
    /// A byte that means nothing.
    separator: Option<u8>,
}

/// The greatest number of zeros that [`Numeral::write_padded`] tries.
const MAX_PADDING: usize = 8;

impl Numeral<'_> {
    /// Does the same as [`write()`], but faster, if the shortest text consists of a few zeros and the
    /// digits. Returns whether it does.
    fn write_padded(&self, rule: &impl Automaton, out: &mut Output) -> bool {
        let is_next = |byte: &u8| rule.next(rule.start(), *byte).is_some();
        let has_letter = self.digits.iter().any(u8::is_ascii_lowercase);
        let may_have_more = has_letter || self.separator.is_some() || b"+-".iter().any(is_next);
        if out.spelling > 0 || self.is_negative || may_have_more {
            return false;
        }
        let mut after_zeros = Some(rule.start());
        for zeros in 0..=MAX_PADDING {
            let Some(state) = after_zeros else { return false };
            let mut digits = self.digits.iter();
            let end = digits.try_fold(state, |state, &digit| rule.next(state, digit));
            let is_numeral = zeros > 0 || !self.digits.is_empty();
            if is_numeral && end.is_some_and(|end| rule.is_end(end)) {
                out.text.resize(out.text.len() + zeros, b'0');
                out.text.extend_from_slice(self.digits);
                return true;
            }
            after_zeros = rule.next(state, b'0');
        }
        false
    }
}

/// The last byte of the beginning of a numeral.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Start,
    Sign,
    Zero,
    /// This many digits after the leading zeros.
    Digit(usize),
}

impl Notation for Numeral<'_> {
    type Place = Place;

    fn start(&self) -> Place {
        Place::Start
    }

    fn add_nexts(&self, place: &Place, nexts: &mut Vec<(u8, Place)>) {
        let count = match place {
            Place::Digit(count) => *count,
            Place::Start | Place::Sign | Place::Zero => 0,
        };
        let is_signed = *place == Place::Start && self.is_negative;
        if let Some(&digit) = self.digits.get(count).filter(|_| !is_signed) {
            nexts.push((digit, Place::Digit(count + 1)));
            if digit.is_ascii_lowercase() {
                nexts.push((digit.to_ascii_uppercase(), Place::Digit(count + 1)));
            }
        }
        if count == 0 && !is_signed {
            nexts.push((b'0', Place::Zero));
        }
        if *place == Place::Start {
            let signs: &[u8] = match (self.is_negative, self.digits.is_empty()) {
                (true, _) => b"-",
                (false, true) => b"+-",
                (false, false) => b"+",
            };
            nexts.extend(signs.iter().map(|&sign| (sign, Place::Sign)));
        }
        nexts.extend(self.separator.map(|separator| (separator, *place)));
    }

    fn is_end(&self, place: &Place) -> bool {
        match place {
            Place::Start | Place::Sign => false,
            Place::Zero => self.digits.is_empty(),
            Place::Digit(count) => *count == self.digits.len(),
        }
    }
}
