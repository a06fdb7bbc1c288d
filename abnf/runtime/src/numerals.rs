//! Writes numbers as text.

use super::alloc::format;
use super::alloc::string::String;
use super::graph::{Fault, Output};
use super::rule::Rule;
use core::fmt;

/// An integer.
#[cfg(feature = "integers")]
pub trait Integer: Copy {
    /// Returns whether the number is below zero, and its magnitude.
    fn parts(self) -> (bool, u128);
}

/// Implements [`Integer`].
#[cfg(feature = "integers")]
macro_rules! integers {
    ($($unsigned:ident $signed:ident)+) => {
        $(
            impl Integer for $unsigned {
                fn parts(self) -> (bool, u128) {
                    (false, self.into())
                }
            }

            impl Integer for $signed {
                fn parts(self) -> (bool, u128) {
                    (self < 0, self.unsigned_abs().into())
                }
            }
        )+
    };
}
#[cfg(feature = "integers")]
integers! { u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 }

/// Appends the shortest numeral of a rule with this number, as [`digits`].
#[cfg(feature = "integers")]
pub(crate) fn integer<P: Rule, N: Integer>(
    number: N,
    radix: u8,
    zeros: usize,
    out: &mut Output,
) -> Result<(), Fault> {
    digits(number.parts(), radix, zeros, P::is_match, out)
}

/// Appends the shortest numeral of a rule with this number, which is a sign and a magnitude: no
/// sign and no zeros unless the rule requires them, and small letters unless it requires capitals.
/// Every number of the rule has a numeral with at most `zeros` leading zeros.
///
/// # Errors
///
/// If the rule has no numeral with this number.
#[cfg(feature = "integers")]
pub fn digits(
    (is_negative, magnitude): (bool, u128),
    radix: u8,
    zeros: usize,
    is_match: impl Fn(&[u8]) -> bool,
    out: &mut Output,
) -> Result<(), Fault> {
    let signs: &[&str] = match (is_negative, magnitude) {
        (true, _) => &["-"],
        (false, 0) => &["", "+", "-"],
        (false, _) => &["", "+"],
    };
    let mut left = out.spelling;
    let out = &mut out.text;
    let begin = out.len();
    let mut digits = [0; 128];
    let mut first = digits.len();
    let mut rest = magnitude;
    while rest > 0 || first == digits.len() {
        first -= 1;
        #[allow(clippy::cast_possible_truncation, reason = "the remainder is below the radix")]
        let digit = (rest % u128::from(radix)) as u8;
        digits[first] = if digit < 10 { b'0' + digit } else { b'a' + digit - 10 };
        rest /= u128::from(radix);
    }
    let digits = &mut digits[first..];
    for is_last in [false, true] {
        for zeros in 0..=zeros {
            for sign in signs {
                out.truncate(begin);
                out.extend_from_slice(sign.as_bytes());
                out.resize(out.len() + zeros, b'0');
                out.extend_from_slice(digits);
                if is_match(&out[begin..]) {
                    if left == 0 {
                        return Ok(());
                    }
                    left -= 1;
                }
            }
        }
        if is_last || radix <= 10 {
            break;
        }
        digits.make_ascii_uppercase();
    }
    out.truncate(begin);
    Err(Fault::Here)
}

/// A number with a fraction.
#[cfg(feature = "floats")]
pub trait Float: Copy + fmt::Display + fmt::Debug + fmt::LowerExp + core::str::FromStr {
    /// Returns whether two numbers are equal, or both NaN.
    fn is_same(self, other: Self) -> bool;

    /// Returns the sign of an infinite number.
    fn sign_of_infinite(self) -> Option<&'static str>;
}

#[cfg(feature = "floats")]
impl Float for f32 {
    fn is_same(self, other: Self) -> bool {
        self.to_bits() == other.to_bits() || self.is_nan() && other.is_nan()
    }

    fn sign_of_infinite(self) -> Option<&'static str> {
        self.is_infinite().then_some(if self > 0.0 { "" } else { "-" })
    }
}

#[cfg(feature = "floats")]
impl Float for f64 {
    fn is_same(self, other: Self) -> bool {
        self.to_bits() == other.to_bits() || self.is_nan() && other.is_nan()
    }

    fn sign_of_infinite(self) -> Option<&'static str> {
        self.is_infinite().then_some(if self > 0.0 { "" } else { "-" })
    }
}

/// The greatest number of digits after the point in a text that is tried.
#[cfg(feature = "floats")]
const MAX_DIGITS: usize = 20;

/// Appends a text of a rule that denotes this number, as [`float_of`].
#[cfg(feature = "floats")]
pub(crate) fn float<P: Rule, F: Float>(number: F, out: &mut Output) -> Result<(), Fault> {
    float_of(number, P::is_match, out)
}

/// The length of numbers in bytes above which an exponent is preferred. All numbers with an exponent
/// are at most that long.
#[cfg(feature = "floats")]
const MAX_PLAIN: usize = 24;

/// An exponent of ten that is too large for every type.
#[cfg(feature = "floats")]
const TOO_LARGE: usize = 309;

/// Appends a text of a rule that denotes this number, in one of the notations of the standard
/// library: the shortest digits that determine the number, with a point, with an exponent, or with
/// zeros after the point, and each of them without the zero before the point. An exponent comes
/// first if the number is long without it. An infinite number is also that of a text that is too
/// large for its type.
///
/// # Errors
///
/// If the rule has none of these texts.
#[cfg(feature = "floats")]
pub fn float_of<F: Float>(
    number: F,
    is_match: impl Fn(&[u8]) -> bool,
    out: &mut Output,
) -> Result<(), Fault> {
    let mut left = out.spelling;
    let exponent = format!("{number:e}");
    let mut shortest =
        [format!("{number}"), format!("{number:?}"), exponent.to_ascii_uppercase(), exponent];
    shortest.sort_by_key(|text| text.len() > MAX_PLAIN);
    let longer = (0..=MAX_DIGITS).map(|digits| format!("{number:.digits$}"));
    let too_large = number.sign_of_infinite().into_iter().flat_map(|sign| {
        let zeros = TOO_LARGE;
        let exponents = ["e", "E", "e+", "E+"].map(|e| format!("{sign}1{e}{zeros}"));
        exponents.into_iter().chain(["", ".0"].map(|end| format!("{sign}1{:0>zeros$}{end}", 0)))
    });
    let is_it = |text: &str| {
        is_match(text.as_bytes()) && text.parse().is_ok_and(|read: F| read.is_same(number))
    };
    for text in shortest.into_iter().chain(longer).chain(too_large) {
        let without_zero: Option<String> = match text.split_once("0.") {
            Some((sign @ ("" | "-"), digits)) => Some(format!("{sign}.{digits}")),
            _ => None,
        };
        for text in [Some(text), without_zero].into_iter().flatten().filter(|it| is_it(it)) {
            if left == 0 {
                out.text.extend_from_slice(text.as_bytes());
                return Ok(());
            }
            left -= 1;
        }
    }
    Err(Fault::Here)
}
