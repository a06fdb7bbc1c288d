//! The automaton of all numerals of a range of numbers.
//!
//! A numeral is an optional sign, leading zeros, and the digits of the number. A number with as
//! many digits as a bound is within the bound if the first digit in which they differ is on the
//! right side. The range is therefore divided by the number of digits, and each piece is a pattern
//! that follows the digits of both bounds.

use crate::automata::determinise::determinise;
use crate::automata::dfa::Dfa;
use crate::automata::minimise::minimise;
use crate::automata::nfa::{self, NfaError};
use crate::automata::numerals::digit;
use crate::automata::pattern::Pattern;
use crate::budget::Budget;
use crate::bytes::ByteSet;
use std::ops::RangeInclusive;

/// Returns the minimal automaton of the numerals that denote a number of the range, with or without
/// a sign, and with any number of leading zeros. Letters are digits in both cases. `radix` is 2 to
/// 36.
pub fn numerals_in(range: &RangeInclusive<i128>, radix: u8) -> Dfa {
    let (least, greatest) = (*range.start(), *range.end());
    let mut alternatives = Vec::new();
    if let Ok(greatest) = u128::try_from(greatest) {
        let plus = optional(set(b"+"));
        let least = u128::try_from(least).unwrap_or(0);
        alternatives.push(Pattern::Concat(vec![plus, magnitudes(least, greatest, radix)]));
    }
    if least <= 0 {
        let closest = if greatest < 0 { greatest.unsigned_abs() } else { 0 };
        let magnitudes = magnitudes(closest, least.unsigned_abs(), radix);
        alternatives.push(Pattern::Concat(vec![set(b"-"), magnitudes]));
    }
    let pattern = Pattern::Alt(alternatives);
    let nfa = nfa::definition(&pattern, usize::MAX, &mut |_| Err(NfaError::Error));
    let nfa = nfa.expect("the pattern refers to no rule");
    let dfa = determinise(&nfa, &mut Budget::new(usize::MAX, usize::MAX));
    minimise(&dfa.expect("the automaton follows the digits of the bounds"))
}

/// Returns the pattern of digits that denote a number between two others, inclusive. Empty if the
/// bounds are reversed.
fn magnitudes(least: u128, greatest: u128, radix: u8) -> Pattern {
    let [low, high] = [least, greatest].map(|number| digits(number, radix));
    let mut alternatives = Vec::new();
    if least == 0 {
        // Zero has no significant digit.
        alternatives.push(repeated(1, None, set(b"0")));
    }
    for count in low.len().max(1)..=high.len() {
        let first = [vec![1], vec![0; count - 1]].concat();
        let low = if count == low.len() { &low } else { &first };
        let last = vec![radix - 1; count];
        let high = if count == high.len() { &high } else { &last };
        if low <= high {
            let zeros = repeated(0, None, set(b"0"));
            alternatives.push(Pattern::Concat(vec![zeros, between(low, high, radix)]));
        }
    }
    Pattern::Alt(alternatives)
}

/// Returns the digits of a number, without leading zeros.
fn digits(number: u128, radix: u8) -> Vec<u8> {
    let mut digits = Vec::new();
    let mut rest = number;
    while rest > 0 {
        digits.push(u8::try_from(rest % u128::from(radix)).expect("it is less than the radix"));
        rest /= u128::from(radix);
    }
    digits.reverse();
    digits
}

/// Returns the pattern of the sequences of digits between two sequences of the same length, the first
/// not greater than the last. Recursion is as deep as the sequences are long: after the first
/// difference, each piece follows at most one of them.
fn between(low: &[u8], high: &[u8], radix: u8) -> Pattern {
    let is_all = low.iter().all(|&digit| digit == 0) && high.iter().all(|&it| it == radix - 1);
    if is_all {
        return any(low.len(), radix);
    }
    let ([first, low @ ..], [last, high @ ..]) = (low, high) else { return Pattern::Empty };
    if first == last {
        return then(*first..=*last, between(low, high, radix), radix);
    }
    let (least, greatest) = (vec![0; low.len()], vec![radix - 1; low.len()]);
    let mut alternatives = vec![then(*first..=*first, between(low, &greatest, radix), radix)];
    if first + 1 < *last {
        alternatives.push(then(first + 1..=last - 1, any(low.len(), radix), radix));
    }
    alternatives.push(then(*last..=*last, between(&least, high, radix), radix));
    Pattern::Alt(alternatives)
}

/// Returns the pattern of all sequences of `count` digits.
fn any(count: usize, radix: u8) -> Pattern {
    let count = u32::try_from(count).expect("a number has few digits");
    repeated(count, Some(count), digit_set(0..=radix - 1, radix))
}

fn then(digits: RangeInclusive<u8>, rest: Pattern, radix: u8) -> Pattern {
    Pattern::Concat(vec![digit_set(digits, radix), rest])
}

fn digit_set(digits: RangeInclusive<u8>, radix: u8) -> Pattern {
    let is_member = |byte: &u8| digit(*byte, radix).is_some_and(|digit| digits.contains(&digit));
    Pattern::Set((0..=u8::MAX).filter(is_member).collect())
}

fn set(bytes: &[u8]) -> Pattern {
    Pattern::Set(bytes.iter().copied().collect::<ByteSet>())
}

fn optional(body: Pattern) -> Pattern {
    repeated(0, Some(1), body)
}

fn repeated(min: u32, max: Option<u32>, body: Pattern) -> Pattern {
    Pattern::Repeat { min, max, body: Box::new(body) }
}

#[cfg(test)]
mod tests {
    use super::numerals_in;
    use crate::testing::texts;
    use std::ops::RangeInclusive;

    /// Compares the automaton with the standard library, on all texts over these bytes.
    #[track_caller]
    fn check(range: RangeInclusive<i128>, radix: u8, alphabet: &[u8], length: usize) {
        let dfa = numerals_in(&range, radix);
        for text in texts(alphabet, length) {
            let number = std::str::from_utf8(&text).unwrap();
            let number = i128::from_str_radix(number, radix.into());
            let expected = number.is_ok_and(|number| range.contains(&number));
            assert_eq!(dfa.check(&text).is_ok(), expected, "{range:?} {}", text.escape_ascii());
        }
    }

    #[test]
    fn ranges_are_those_of_the_standard_library() {
        for range in [0..=191, 0..=0, 1..=1, 9..=10, 7..=100, 99..=99, 200..=255, 255..=256] {
            check(range, 10, b"0123456789", 4);
        }
        for range in [-128..=127, -1..=0, -25..=-3, 0..=5, 1..=20, -10..=-10, -100..=-99] {
            check(range, 10, b"+-01259", 4);
        }
        check(0x1A..=0xF3, 16, b"019aAfFgG+", 4);
        check(-6..=5, 2, b"012+-", 6);
        check(35..=37, 36, b"01zZyY", 4);
    }

    #[test]
    fn greatest_bounds_are_exact() {
        for radix in [2, 10, 36] {
            let all = numerals_in(&(i128::MIN..=i128::MAX), radix);
            let positive = numerals_in(&(i128::MAX..=i128::MAX), radix);
            let shown = |number: u128| {
                let digits = super::digits(number, radix);
                let digits = digits.into_iter().map(|it| char::from_digit(it.into(), radix.into()));
                digits.collect::<Option<String>>().unwrap()
            };
            let greatest = i128::MAX.unsigned_abs();
            for (dfa, text, expected) in [
                (&all, shown(greatest), true),
                (&all, shown(greatest + 1), false),
                (&all, format!("-{}", shown(greatest + 1)), true),
                (&all, format!("-{}", shown(greatest + 2)), false),
                (&positive, format!("+0{}", shown(greatest)), true),
                (&positive, shown(greatest - 1), false),
            ] {
                assert_eq!(dfa.check(text.as_bytes()).is_ok(), expected, "{text}");
            }
        }
    }
}
