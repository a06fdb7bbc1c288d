//! Writes numbers with a fraction as text.
//!
//! A number has texts with any exponent. The search tries one [`Form`] of texts after the other, the
//! preferred one first, and finds a text if there is one with at most
//! [`MAX_DIGITS`](super::decimals::MAX_DIGITS) digits and an exponent within [`MAX_DISTANCE`], in at most
//! [`MAX_STEPS`] steps. Infinity and zero, as which numbers are read that are too large or too small, have
//! any exponent, but long digits only beside one within [`EXPONENTS`].

use super::alloc::collections::BTreeSet;
use super::alloc::format;
use super::alloc::vec;
use super::alloc::vec::Vec;
use super::decimals::{Exponent, Float, Form, Point, Sign};
use super::graph::{Automaton, Fault, Output};
use super::notation::{Notation, is_match, write};
use super::rule::Rule;
use core::ops::RangeInclusive;

/// Appends a text of a rule that denotes this number, as [`float_of`].
pub(crate) fn float<P: Rule, F: Float>(number: F, out: &mut Output) -> Result<(), Fault> {
    float_of(number, P::TABLE.dfa, out)
}

/// The length of numbers in bytes above which an exponent is preferred. All numbers with an exponent
/// are at most that long.
const MAX_PLAIN: usize = 24;

/// The greatest difference between an exponent and that of the scientific notation.
const MAX_DISTANCE: i32 = 400;

/// The exponents, above and below zero, of texts that are read as infinity or zero because their
/// numbers are too large or too small. The least one is that of `f32`.
const EXTREMES: RangeInclusive<i32> = 38..=999;

/// The exponents of texts whose digits grow with the exponent.
const EXPONENTS: RangeInclusive<i32> = -99..=99;

/// The powers of ten of the first digits of texts that are too large, or may be.
const OVERFLOW: [i32; 4] = [39, 309, 38, 308];

/// The powers of ten of the first digits of texts that are too small, or may be.
const UNDERFLOW: [i32; 4] = [-47, -325, -46, -324];

/// The greatest number of steps of the search for the text of one number.
const MAX_STEPS: usize = 1 << 13;

/// The greatest number of steps for texts other than the preferred one, and of the forms that are
/// tried.
const MAX_OTHERS: (usize, usize) = (1 << 11, 64);

/// A step takes as long as this many steps of other searches.
const STEP: usize = 16;

/// Appends a text of a rule that denotes this number: with the shortest digits that determine the
/// number unless the rule requires others, and without an exponent unless the rule requires one or
/// the number is long without it. There is no sign and no further zero unless the rule requires it,
/// but there are digits before the point and after it if the rule has a text with both.
///
/// # Errors
///
/// If the rule has no text with this number, or none was found within the limits.
pub fn float_of<F: Float>(number: F, rule: &impl Automaton, out: &mut Output) -> Result<(), Fault> {
    let begin = out.text.len();
    if out.spelling == 0 {
        number.show(&mut out.text);
        let plain = &out.text[begin..];
        if plain.len() <= MAX_PLAIN && is_match(rule, plain) {
            return Ok(());
        }
        out.text.truncate(begin);
    }
    let most = if out.spelling == 0 { MAX_STEPS } else { MAX_OTHERS.0 };
    let spare = out.steps.saturating_sub(most);
    out.steps -= spare;
    let given = out.steps;
    let is_written = search(number, rule, out);
    let taken = given - out.steps;
    out.steps = (spare + given).saturating_sub(STEP * taken);
    if is_written { Ok(()) } else { Err(Fault::Here) }
}

fn search<F: Float>(number: F, rule: &impl Automaton, out: &mut Output) -> bool {
    let (is_negative, number) = number.parts();
    let shown = format!("{number:e}");
    let words: &[&[u8]] = match &*shown {
        "NaN" => &[b"nan"],
        "inf" => &[b"inf", b"infinity"],
        _ => &[],
    };
    let sign = if shown == "NaN" { None } else { Some(is_negative) };
    if words.iter().any(|word| write(rule, &Word { word, sign }, out)) {
        return true;
    }
    let exponents = exponent_states(rule);
    let digits = shown.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit);
    let digits: Vec<u8> = digits.collect();
    let is_long = format!("{number}").len() > MAX_PLAIN;
    let is_possible = |&(exponent, _): &(Exponent, _)| match exponent {
        Exponent::Absent => true,
        Exponent::Is(exponent) => has_exponent(rule, &exponents, exponent),
        Exponent::Any | Exponent::Far(_) => !exponents.is_empty(),
    };
    let scales = scales(&shown, is_long).into_iter().filter(is_possible);
    let mut forms = scales.flat_map(|(exponent, weight)| {
        let points = [Point::Inside, Point::First, Point::Last];
        let digits = &digits;
        points.map(|point| Form { number, is_negative, digits, exponent, weight, point })
    });
    if out.spelling == 0 {
        return forms.any(|form| write(rule, &form, out));
    }
    // The first text of each form, then the second one of each, and so on.
    let mut left = core::mem::take(&mut out.spelling);
    let mut forms: Vec<_> = forms.take(MAX_OTHERS.1).collect();
    let mut round = 0;
    while !forms.is_empty() {
        let begin = out.text.len();
        let mut is_found = false;
        forms.retain(|form| {
            out.spelling = round;
            let is_text = !is_found && write(rule, form, out);
            if is_text && left > 0 {
                out.text.truncate(begin);
                left -= 1;
            } else {
                is_found |= is_text;
            }
            is_text
        });
        if is_found {
            return true;
        }
        round += 1;
    }
    false
}

/// Returns the states of a rule after an `e` that follows digits.
fn exponent_states(rule: &impl Automaton) -> BTreeSet<usize> {
    let mut seen = BTreeSet::from([rule.start()]);
    let mut open = vec![rule.start()];
    while let Some(state) = open.pop() {
        let nexts = b"+-.0123456789".iter().filter_map(|&byte| rule.next(state, byte));
        open.extend(nexts.filter(|&next| seen.insert(next)));
    }
    after(rule, &seen, b"eE")
}

/// Returns whether a text can end with an exponent after one of these states.
fn has_exponent(rule: &impl Automaton, states: &BTreeSet<usize>, exponent: i32) -> bool {
    let mut reached = match exponent {
        ..0 => after(rule, states, b"-"),
        0 => states | &after(rule, states, b"+-"),
        1.. => states | &after(rule, states, b"+"),
    };
    // Of zero, a zero is the only digit.
    if exponent == 0 {
        reached = after(rule, &reached, b"0");
    }
    loop {
        let more = &reached | &after(rule, &reached, b"0");
        if more == reached {
            break;
        }
        reached = more;
    }
    if exponent != 0 {
        for digit in format!("{}", exponent.unsigned_abs()).bytes() {
            reached = after(rule, &reached, &[digit]);
        }
    }
    reached.iter().any(|&state| rule.is_end(state))
}

/// Returns the states that one of these bytes leads to.
fn after(rule: &impl Automaton, states: &BTreeSet<usize>, bytes: &[u8]) -> BTreeSet<usize> {
    let nexts = states.iter().flat_map(|&state| bytes.iter().map(move |&byte| (state, byte)));
    nexts.filter_map(|(state, byte)| rule.next(state, byte)).collect()
}

/// Returns the exponents of texts with a number, the preferred ones first. Beside each is the power of
/// ten of the first digit that is not zero; `None` if there is no such digit.
fn scales(shown: &str, is_long: bool) -> Vec<(Exponent, Option<i32>)> {
    let of = |exponent, weight| (exponent, Some(weight));
    let (digits, first) = match shown.split_once('e') {
        Some(("0", _)) => {
            let zeros = [(Exponent::Absent, None), (Exponent::Any, None)];
            let small = EXTREMES
                .flat_map(|it| [of(Exponent::Is(-it), -it), of(Exponent::Is(-it), -it - 1)]);
            let far = [0, -1].map(|it| of(Exponent::Far(Sign::Minus), it));
            let long = EXPONENTS
                .rev()
                .flat_map(|it| UNDERFLOW.map(|weight| of(Exponent::Is(-it), weight)));
            let long = UNDERFLOW.map(|it| of(Exponent::Absent, it)).into_iter().chain(long);
            return zeros.into_iter().chain(small).chain(far).chain(long).collect();
        }
        Some((digits, exponent)) => (digits, exponent.parse().unwrap_or(0)),
        None if shown == "inf" => {
            let plain = OVERFLOW.map(|it| of(Exponent::Absent, it));
            let large =
                EXTREMES.flat_map(|it| [of(Exponent::Is(it), it), of(Exponent::Is(it), it - 1)]);
            let far = [0, -1].map(|it| of(Exponent::Far(Sign::Plus), it));
            let long =
                EXPONENTS.rev().flat_map(|it| OVERFLOW.map(|weight| of(Exponent::Is(it), weight)));
            return large.chain(plain).chain(far).chain(long).collect();
        }
        None => return Vec::new(),
    };
    // Other digits may begin one place before or after these.
    let near = |exponent| [first, first - 1, first + 1].map(|weight| of(exponent, weight));
    let fraction = digits.bytes().filter(u8::is_ascii_digit).skip(1).count();
    let whole = i32::try_from(fraction).map_or(first, |count| first - count);
    let mut exponents = vec![Exponent::Absent, Exponent::Is(first)];
    if is_long {
        exponents.reverse();
    }
    let others = (1..=MAX_DISTANCE).flat_map(|it| [first - it, first + it]);
    exponents.extend([whole].into_iter().filter(|it| *it != first).map(Exponent::Is));
    exponents.extend(others.filter(|it| *it != whole).map(Exponent::Is));
    exponents.into_iter().flat_map(near).collect()
}

/// The name of a number that has no digits.
struct Word<'a> {
    word: &'a [u8],
    /// Whether the sign is `-`; `None` if it may be.
    sign: Option<bool>,
}

impl Notation for Word<'_> {
    /// Whether there is a sign, and the number of letters.
    type Place = (bool, usize);

    fn start(&self) -> Self::Place {
        (false, 0)
    }

    fn add_nexts(&self, &(has_sign, count): &Self::Place, nexts: &mut Vec<(u8, Self::Place)>) {
        if let Some(letter) = self.word.get(count).filter(|_| has_sign || self.sign != Some(true)) {
            nexts.extend(
                [*letter, letter.to_ascii_uppercase()].map(|it| (it, (has_sign, count + 1))),
            );
        }
        if count == 0 && !has_sign {
            let signs: &[u8] = match self.sign {
                Some(true) => b"-",
                Some(false) => b"+",
                None => b"+-",
            };
            nexts.extend(signs.iter().map(|&sign| (sign, (true, 0))));
        }
    }

    fn is_end(&self, (_, count): &Self::Place) -> bool {
        *count == self.word.len()
    }
}
