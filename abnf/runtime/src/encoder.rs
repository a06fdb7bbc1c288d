//! Automata of texts whose pieces have meanings, and their steps for the next part of a value.
//! [`super::encoder_search`] finds the texts of values.

use super::alloc::vec;
use super::alloc::vec::Vec;
use super::byte_set::ByteSet;

/// The texts of a rule and the values that their pieces stand for. The text begins in state 0.
#[derive(Clone, Copy)]
pub struct Encoder<'a> {
    /// The states.
    pub states: &'a [State<'a>],
    /// For each state the bytes that are written as themselves and lead back to it.
    pub loops: &'a [ByteSet],
}

/// A state of an encoder.
#[derive(Clone, Copy, Debug)]
pub struct State<'a> {
    /// The bytes that stand for themselves, as ranges in order, each with the next state; in a
    /// number, the bytes of its digits.
    pub bytes: &'a [(u8, u8, u16)],
    /// The steps, the preferred one first.
    pub steps: &'a [Step<'a>],
    /// Whether the text may end.
    pub is_end: bool,
}

/// Returns for each state the bytes of the value that are written as themselves, and then lead back to
/// the state, on the first way that [`super::encoder_search`] tries.
pub(crate) const fn loops<const N: usize>(states: &[State<'_>]) -> [ByteSet; N] {
    let mut loops = [ByteSet::EMPTY; N];
    let mut state = 0;
    while state < N {
        loops[state] = loops_of(states, state);
        state += 1;
    }
    loops
}

/// As [`loops`], of one state.
pub const fn loops_of(states: &[State<'_>], state: usize) -> ByteSet {
    let State { bytes, steps, .. } = states[state];
    let mut found = back(states, bytes, state);
    // The bytes with which a way begins.
    let mut taken = all(bytes);
    let mut index = 0;
    while index < steps.len() {
        match steps[index] {
            Step::Fixed(_, [], _) => {}
            Step::Fixed(_, [byte, ..], _) => taken = taken.with(*byte),
            Step::Rest(text, next) => {
                let bytes = states[next as usize].bytes;
                if text.is_empty() {
                    found = found.union(back(states, bytes, state).without(taken));
                }
                taken = taken.union(all(bytes));
            }
            Step::Number(..) => return found,
        }
        index += 1;
    }
    found
}

/// Returns the bytes of some ranges.
const fn all(ranges: &[(u8, u8, u16)]) -> ByteSet {
    let (mut set, mut index) = (ByteSet::EMPTY, 0);
    while index < ranges.len() {
        set = set.with_range(ranges[index].0, ranges[index].1);
        index += 1;
    }
    set
}

/// Returns the bytes of some ranges that lead to a state, perhaps by a step that writes nothing and
/// means nothing, without another choice.
const fn back(states: &[State<'_>], ranges: &[(u8, u8, u16)], to: usize) -> ByteSet {
    let (mut set, mut index) = (ByteSet::EMPTY, 0);
    while index < ranges.len() {
        let (low, high, next) = ranges[index];
        let is_back = match states[next as usize] {
            State { bytes: [], steps: [Step::Fixed([], [], next)], is_end: false } => {
                *next as usize == to
            }
            _ => next as usize == to,
        };
        if is_back {
            set = set.with_range(low, high);
        }
        index += 1;
    }
    set
}

/// A step between two states.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// Writes a text that stands for a part of the value, and leads to a state.
    Fixed(&'a [u8], &'a [u8], u16),
    /// Writes a text, after which bytes stand for themselves, at least one, in a state.
    Rest(&'a [u8], u16),
    /// Writes a text, and the number of a unit in digits of a radix. The digits begin in a state.
    /// After them, a step that writes nothing and means nothing ends the number.
    Number(&'a [u8], Unit, u32, u16),
}

/// The unit of a value whose number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A byte.
    Byte,
    /// A character.
    Char,
    /// A unit of UTF-16. A character above `U+FFFF` is two of them.
    Utf16,
}

/// A step that can be taken.
pub(crate) struct Next {
    /// The text that it writes.
    pub(crate) text: Vec<u8>,
    /// Whether the next byte of the value stands for itself.
    pub(crate) is_itself: bool,
    /// The number of bytes of the value for which the step stands.
    pub(crate) value: usize,
    /// The state after the step.
    pub(crate) state: u16,
}

fn state_of<'a>(encoder: &Encoder<'a>, state: u16) -> &'a State<'a> {
    &encoder.states[usize::from(state)]
}

/// Returns the state after a byte.
fn after(encoder: &Encoder<'_>, state: u16, byte: u8) -> Option<u16> {
    let ranges = state_of(encoder, state).bytes;
    let index = ranges.partition_point(|&(_, last, _)| last < byte);
    ranges.get(index).filter(|range| range.0 <= byte).map(|range| range.2)
}

/// Writes the next byte of the value as itself.
pub(crate) fn plain(encoder: &Encoder<'_>, state: u16, rest: &[u8]) -> Option<Next> {
    let state = after(encoder, state, *rest.first()?)?;
    Some(Next { text: Vec::new(), is_itself: true, value: 1, state })
}

/// Returns the steps that stand for the next part of the value.
pub(crate) fn meanings(encoder: &Encoder<'_>, state: u16, rest: &[u8]) -> Vec<Next> {
    let mut all = Vec::new();
    for step in state_of(encoder, state).steps {
        all.extend(meaning(encoder, step, rest));
        all.extend(numbers(encoder, step, rest));
    }
    all
}

/// Returns a step, unless it is a number, if it stands for the next part of the value.
pub(crate) fn meaning(encoder: &Encoder<'_>, step: &Step<'_>, rest: &[u8]) -> Option<Next> {
    match *step {
        Step::Fixed(text, value, state) => {
            let is_it = !value.is_empty() && rest.starts_with(value);
            let next = || Next { text: text.to_vec(), is_itself: false, value: value.len(), state };
            is_it.then(next)
        }
        Step::Rest(text, state) => {
            plain(encoder, state, rest).map(|it| Next { text: text.to_vec(), ..it })
        }
        Step::Number(..) => None,
    }
}

/// Returns a step that is a number, if it stands for the next part of the value: once for each state
/// after it.
pub(crate) fn numbers(encoder: &Encoder<'_>, step: &Step<'_>, rest: &[u8]) -> Vec<Next> {
    let Step::Number(text, unit, radix, digits) = *step else { return Vec::new() };
    let Some((number, low, value)) = units(unit, rest) else { return Vec::new() };
    let mut found = numerals(encoder, text, digits, number, radix);
    if let Some(low) = low {
        found = found.iter().flat_map(|it| low_halves(encoder, it, low)).collect();
    }
    let next = |(text, state)| Next { text, is_itself: false, value, state };
    found.into_iter().map(next).collect()
}

/// Returns the number of the unit with which a value begins, the low surrogate after it, if it is a
/// high one, and the number of bytes of both.
fn units(unit: Unit, rest: &[u8]) -> Option<(u32, Option<u32>, usize)> {
    if unit == Unit::Byte {
        return Some((u32::from(*rest.first()?), None, 1));
    }
    let character = first_char(rest)?;
    let (number, length) = (u32::from(character), character.len_utf8());
    Some(match (unit, number.checked_sub(0x1_0000)) {
        (Unit::Utf16, Some(offset)) => {
            (0xD800 + (offset >> 10), Some(0xDC00 + (offset & 0x3FF)), length)
        }
        _ => (number, None, length),
    })
}

/// Returns the texts that continue with the second half of a surrogate pair.
fn low_halves(
    encoder: &Encoder<'_>,
    (first, state): &(Vec<u8>, u16),
    low: u32,
) -> Vec<(Vec<u8>, u16)> {
    let mut all = Vec::new();
    for step in state_of(encoder, *state).steps {
        if let Step::Number(text, Unit::Utf16, radix, digits) = *step {
            all.extend(numerals(encoder, &[first, text].concat(), digits, low, radix));
        }
    }
    all
}

/// Returns the steps that stand for nothing.
pub(crate) fn others(encoder: &Encoder<'_>, state: u16) -> Vec<Next> {
    let steps = state_of(encoder, state).steps.iter().filter_map(|step| match *step {
        Step::Fixed(text, [], state) => {
            Some(Next { text: text.to_vec(), is_itself: false, value: 0, state })
        }
        _ => None,
    });
    steps.collect()
}

/// Returns the texts that continue with a numeral of this number, one for each state after the
/// numeral. The numeral has the fewest leading zeros with which it leads to that state, and
/// capitals where the rule allows both cases.
fn numerals(
    encoder: &Encoder<'_>,
    before: &[u8],
    digits: u16,
    number: u32,
    radix: u32,
) -> Vec<(Vec<u8>, u16)> {
    let mut found: Vec<(Vec<u8>, u16)> = Vec::new();
    let mut zeros: Vec<u16> = vec![digits];
    while let Some(&state) = zeros.last() {
        let mut text = before.to_vec();
        text.resize(before.len() + zeros.len() - 1, b'0');
        for (text, state) in with_digits(encoder, (text, state), number, radix) {
            for step in state_of(encoder, state).steps {
                let Step::Fixed([], [], next) = *step else { continue };
                if found.iter().all(|known| known.1 != next) {
                    found.push((text.clone(), next));
                }
            }
        }
        match after(encoder, state, b'0') {
            Some(next) if !zeros.contains(&next) => zeros.push(next),
            _ => break,
        }
    }
    found
}

/// Returns the texts that continue with the digits of a number. Zero has no digits.
fn with_digits(
    encoder: &Encoder<'_>,
    begin: (Vec<u8>, u16),
    number: u32,
    radix: u32,
) -> Vec<(Vec<u8>, u16)> {
    let mut digits = [0; 32];
    let mut first = digits.len();
    let mut rest = number;
    while rest > 0 {
        first -= 1;
        digits[first] = rest % radix;
        rest /= radix;
    }
    let mut reached = vec![begin];
    for &digit in &digits[first..] {
        let small = char::from_digit(digit, radix).unwrap_or('0');
        let mut nexts: Vec<(Vec<u8>, u16)> = Vec::new();
        for (text, state) in reached {
            for digit in [small.to_ascii_uppercase(), small] {
                let mut byte = [0];
                let digit = digit.encode_utf8(&mut byte).as_bytes();
                let Some(next) = after(encoder, state, digit[0]) else { continue };
                if nexts.iter().all(|known| known.1 != next) {
                    nexts.push(([&text, digit].concat(), next));
                }
            }
        }
        reached = nexts;
    }
    reached
}

/// Returns the character with which bytes begin.
fn first_char(bytes: &[u8]) -> Option<char> {
    let longest = &bytes[..bytes.len().min(4)];
    longest.utf8_chunks().next()?.valid().chars().next()
}
