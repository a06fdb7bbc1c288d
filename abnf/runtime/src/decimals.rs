//! The decimal notations of a number with a fraction.
//!
//! The texts with a number differ in more than zeros: `1e-1`, `10e-2` and `0.10000000000000000001`
//! are `0.1`, too. A [`Form`] fixes the exponent, and the power of ten of the first digit that is not
//! zero, so that texts can be written from left to right. The digits so far are possible if the number
//! is between the one that they denote and the one after the last digit is increased; the digits after
//! them are free if the number is both.

use super::alloc::format;
use super::alloc::vec::Vec;
use super::notation::Notation;
use core::fmt;
use core::fmt::Write as _;

/// A number with a fraction.
pub trait Float: Copy + PartialOrd + fmt::Display + fmt::LowerExp + core::str::FromStr {
    /// Returns whether the sign is `-`, and the number without it.
    fn parts(self) -> (bool, Self);

    /// Appends what [`Display`](fmt::Display) writes.
    fn show(self, out: &mut Vec<u8>);
}

/// Implements [`Float`].
macro_rules! floats {
    ($($float:ident)+) => {
        $(impl Float for $float {
            fn parts(self) -> (bool, Self) {
                (self.is_sign_negative(), if self.is_sign_negative() { -self } else { self })
            }

            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                clippy::float_cmp,
                reason = "the integer is compared with the number"
            )]
            fn show(self, out: &mut Vec<u8>) {
                // Below this, a number without a fraction has the digits of the integer.
                let is_exact = self.abs() < (1_u64 << $float::MANTISSA_DIGITS) as Self;
                let integer = self as i64;
                let is_negative_zero = integer == 0 && self.is_sign_negative();
                // Writing to memory does not fail.
                _ = if is_exact && integer as Self == self && !is_negative_zero {
                    write!(Bytes(out), "{integer}")
                } else {
                    write!(Bytes(out), "{self}")
                };
            }
        })+
    };
}
floats! { f32 f64 }

/// Bytes to which text is appended.
struct Bytes<'a>(&'a mut Vec<u8>);

impl fmt::Write for Bytes<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// The greatest number of digits after leading zeros. A number halfway between two others has never
/// more.
pub(crate) const MAX_DIGITS: usize = 768;

/// The exponent of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exponent {
    Absent,
    Is(i32),
    /// Zero has any exponent.
    Any,
    /// Of a text that is read as infinity or, below zero, as zero: any exponent with at least
    /// [`FAR_DIGITS`] digits.
    Far(Sign),
}

/// The sign of an exponent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Minus,
    Plus,
}

/// The number of digits from which on an exponent outweighs the digits before it.
const FAR_DIGITS: i32 = 4;

/// The place of the point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Point {
    /// Between two digits, or nowhere.
    Inside,
    /// Before the first digit.
    First,
    /// After the last digit.
    Last,
}

/// Texts with a number.
pub(crate) struct Form<'a, F> {
    /// The number without its sign.
    pub(crate) number: F,
    /// Whether it has the sign `-`.
    pub(crate) is_negative: bool,
    /// The preferred digits. Zeros follow.
    pub(crate) digits: &'a [u8],
    pub(crate) exponent: Exponent,
    /// The power of ten of the first digit that is not zero; `None` if there is none. A far exponent does
    /// not count.
    pub(crate) weight: Option<i32>,
    pub(crate) point: Point,
}

/// The beginning of a text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    part: Part,
    digits: Digits,
    /// The digits of the part that count: before the point, those after leading zeros; after it, leading
    /// zeros; those of the exponent.
    count: i32,
}

/// The last part in the beginning of a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Start,
    Sign,
    Whole,
    Point,
    Fraction,
    /// The `e` of the exponent.
    Exponent,
    ExponentSign,
    ExponentZeros,
    ExponentDigits,
}

/// The digits after leading zeros.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Digits {
    /// These, perhaps none.
    Are(Vec<u8>),
    /// Digits such that the text has the number, whatever digits follow.
    Enough,
}

impl<F: Float> Form<'_, F> {
    /// Returns the number of digits before the point, after leading zeros, minus one: if it is below
    /// zero, that many zeros minus one come after the point.
    fn whole(&self) -> Option<i32> {
        match self.exponent {
            Exponent::Is(exponent) => self.weight.map(|weight| weight - exponent),
            Exponent::Absent | Exponent::Any | Exponent::Far(_) => self.weight,
        }
    }

    /// Returns the number that digits denote. `units` is the power of ten of the last digit.
    fn read(digits: &[u8], units: i32) -> Option<F> {
        format!("{}e{units}", core::str::from_utf8(digits).ok()?).parse().ok()
    }

    /// Returns the digits after one more digit. `None` if no text with the number continues with them.
    fn after(&self, digits: &[u8], digit: u8) -> Option<Digits> {
        let weight = self.weight?;
        if matches!(self.exponent, Exponent::Far(_)) {
            return Some(Digits::Enough);
        }
        let units = weight - i32::try_from(digits.len()).ok()?;
        let digits = [digits, &[digit]].concat();
        let least = Self::read(&digits, units)?;
        let greatest = Self::read(&increased(&digits), units)?;
        if least == self.number && greatest == self.number {
            return Some(Digits::Enough);
        }
        let is_possible = least <= self.number && self.number <= greatest;
        (is_possible && digits.len() <= MAX_DIGITS).then_some(Digits::Are(digits))
    }

    /// Returns the digits with which a text can continue, the preferred one first, and all digits
    /// after each.
    fn digits_after(&self, digits: &Digits) -> Vec<(u8, Digits)> {
        let known = match digits {
            Digits::Enough => return (b'0'..=b'9').map(|it| (it, Digits::Enough)).collect(),
            Digits::Are(known) => known,
        };
        let preferred = self.digits.get(known.len()).copied().unwrap_or(b'0');
        let others = (b'0'..=b'9').filter(|digit| *digit != preferred);
        let all = core::iter::once(preferred).chain(others);
        let all = all.filter(|digit| !known.is_empty() || *digit != b'0');
        all.filter_map(|digit| Some((digit, self.after(known, digit)?))).collect()
    }

    /// Returns whether a text has the number, apart from its sign and exponent, after the last digit.
    fn is_complete(&self, place: &Place) -> bool {
        let has_number = match (&place.digits, self.weight, self.whole()) {
            (Digits::Are(digits), None, _) => digits.is_empty(),
            (_, _, Some(whole)) if place.part == Part::Whole && place.count <= whole => false,
            (Digits::Are(digits), Some(weight), _) => {
                let units = i32::try_from(digits.len()).map_or(weight, |count| weight + 1 - count);
                !digits.is_empty() && Self::read(digits, units) == Some(self.number)
            }
            (Digits::Enough, ..) => true,
        };
        has_number
            && match place.part {
                Part::Whole => self.point == Point::Inside,
                Part::Point => self.point == Point::Last,
                Part::Fraction => self.point != Point::Last,
                _ => false,
            }
    }

    /// Adds what can follow before the exponent.
    fn add_mantissa(&self, place: &Place, nexts: &mut Vec<(u8, Place)>) {
        if place.part == Part::Start && self.is_negative {
            nexts.push((b'-', Place { part: Part::Sign, ..place.clone() }));
            return;
        }
        let whole = self.whole();
        let has_none = place.digits == Digits::Are(Vec::new());
        let is_before = matches!(place.part, Part::Start | Part::Sign | Part::Whole);
        let part = if is_before { Part::Whole } else { Part::Fraction };
        let has_digits = self.point != if is_before { Point::First } else { Point::Last };
        let may_continue = match whole {
            None => false,
            Some(whole) if is_before => place.count <= whole,
            Some(whole) => !has_none || place.count == -1 - whole,
        };
        if has_digits && may_continue {
            for (digit, digits) in self.digits_after(&place.digits) {
                let count = if is_before { place.count + 1 } else { 0 };
                nexts.push((digit, Place { part, digits, count }));
            }
        }
        if place.part == Part::Start {
            nexts.push((b'+', Place { part: Part::Sign, ..place.clone() }));
        }
        let may_have_zero = is_before || whole.is_none_or(|whole| place.count < -1 - whole);
        if has_digits && has_none && may_have_zero {
            let count = if is_before || whole.is_none() { 0 } else { place.count + 1 };
            nexts.push((b'0', Place { part, count, ..place.clone() }));
        }
        let has_whole = (place.part == Part::Whole) == (self.point != Point::First);
        let is_whole = whole.is_none_or(|whole| place.count == (whole + 1).max(0));
        if is_before && has_whole && is_whole {
            nexts.push((b'.', Place { part: Part::Point, count: 0, ..place.clone() }));
        }
    }

    /// Adds what can follow in the exponent.
    fn add_exponent(&self, place: &Place, nexts: &mut Vec<(u8, Place)>) {
        let to = |part, count| Place { part, count, digits: Digits::Enough };
        let is_first = place.part == Part::Exponent;
        if let Exponent::Far(sign) = self.exponent {
            let first = if place.count == 0 { b'1' } else { b'0' };
            let count = FAR_DIGITS.min(place.count + 1);
            let digits = (first..=b'9').filter(|_| !is_first || sign == Sign::Plus);
            nexts.extend(digits.map(|digit| (digit, to(Part::ExponentDigits, count))));
            if is_first {
                let sign = if sign == Sign::Plus { b'+' } else { b'-' };
                nexts.push((sign, to(Part::ExponentSign, 0)));
            }
            if place.count == 0 && (!is_first || sign == Sign::Plus) {
                nexts.push((b'0', to(Part::ExponentZeros, 0)));
            }
            return;
        }
        let Exponent::Is(exponent) = self.exponent else {
            nexts.extend((b'0'..=b'9').map(|digit| (digit, to(Part::ExponentDigits, 0))));
            if is_first {
                nexts.extend(b"+-".iter().map(|&sign| (sign, to(Part::ExponentSign, 0))));
            }
            return;
        };
        let signs: &[u8] = match exponent {
            ..0 => b"-",
            0 => b"+-",
            1.. => b"+",
        };
        let needs_sign = is_first && exponent < 0;
        let digits = format!("{}", exponent.unsigned_abs());
        let digit = usize::try_from(place.count).ok().and_then(|it| digits.as_bytes().get(it));
        if let Some(&digit) = digit.filter(|_| !needs_sign && exponent != 0) {
            nexts.push((digit, to(Part::ExponentDigits, place.count + 1)));
        }
        if is_first {
            nexts.extend(signs.iter().map(|&sign| (sign, to(Part::ExponentSign, 0))));
        }
        if !needs_sign && place.part != Part::ExponentDigits {
            nexts.push((b'0', to(Part::ExponentZeros, 0)));
        }
    }
}

impl<F: Float> Notation for Form<'_, F> {
    type Place = Place;

    fn start(&self) -> Place {
        Place { part: Part::Start, digits: Digits::Are(Vec::new()), count: 0 }
    }

    fn add_nexts(&self, place: &Place, nexts: &mut Vec<(u8, Place)>) {
        match place.part {
            Part::Start | Part::Sign | Part::Whole | Part::Point | Part::Fraction => {
                self.add_mantissa(place, nexts);
                if self.exponent != Exponent::Absent && self.is_complete(place) {
                    let after = Place { part: Part::Exponent, digits: Digits::Enough, count: 0 };
                    nexts.extend(b"eE".iter().map(|&byte| (byte, after.clone())));
                }
            }
            Part::Exponent | Part::ExponentSign | Part::ExponentZeros | Part::ExponentDigits => {
                self.add_exponent(place, nexts);
            }
        }
    }

    fn is_end(&self, place: &Place) -> bool {
        match (self.exponent, place.part) {
            (Exponent::Absent, _) => self.is_complete(place),
            (Exponent::Is(0), part) => part == Part::ExponentZeros,
            (Exponent::Any, part) => part == Part::ExponentDigits,
            (Exponent::Far(_), part) => part == Part::ExponentDigits && place.count == FAR_DIGITS,
            (Exponent::Is(exponent), part) => {
                let count = format!("{}", exponent.unsigned_abs()).len();
                part == Part::ExponentDigits && usize::try_from(place.count) == Ok(count)
            }
        }
    }
}

/// Returns digits after the last one is increased by one.
fn increased(digits: &[u8]) -> Vec<u8> {
    let mut digits = digits.to_vec();
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return digits;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
    digits
}
