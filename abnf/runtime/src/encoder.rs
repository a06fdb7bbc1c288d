//! Values to texts whose pieces have meanings, such as escapes: the inverse of [`super::chunks`].
//!
//! The compiler makes an [`Encoder`] for each rule: an automaton of its texts in which each piece is
//! a [`Step`] with the part of the value that it stands for. The search is depth-first over pairs of
//! an offset of the value and a state. A byte is written as itself if that leads to a text,
//! otherwise as the first step that means it; steps that mean nothing are taken only where nothing
//! else leads to a text.
//!
//! No pair is visited again after a dead end, so time and memory are at most linear in the value,
//! times the number of states. Each text of the automaton has one reading, which is the value.

use super::alloc::collections::BTreeSet;
use super::alloc::vec;
use super::alloc::vec::Vec;

/// The texts of a rule and the values that their pieces stand for. The text begins in state 0.
#[derive(Clone, Copy, Debug)]
pub struct Encoder<'a> {
    /// The states.
    pub states: &'a [State<'a>],
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

/// A step between two states.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// Writes a text that stands for a part of the value, and leads to a state.
    Fixed(&'a [u8], &'a [u8], u16),
    /// Writes a text, after which bytes stand for themselves, at least one, in a state.
    Rest(&'a [u8], u16),
    /// Writes a text, and the number of a unit in digits of a radix. The digits begin in a state.
    /// At their end, a step leads on that writes nothing and means nothing.
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

/// The bytes that are preferably written as themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// All bytes.
    Plain,
    /// Letters and digits of ASCII. Delimiters become escapes where the rule has escapes for them.
    Letters,
    /// None.
    Escaped,
}

/// The styles, the preferred one first.
pub(crate) const STYLES: [Style; 3] = [Style::Plain, Style::Letters, Style::Escaped];

/// Appends a text with this value. If there is none, the text is as before.
///
/// # Errors
///
/// The greatest offset of the value up to which there is a text.
pub fn encode(
    encoder: &Encoder<'_>,
    value: &[u8],
    style: Style,
    out: &mut Vec<u8>,
) -> Result<(), usize> {
    let begin = out.len();
    let mut furthest = 0;
    let mut visited: BTreeSet<(usize, u16)> = BTreeSet::new();
    let mut path = vec![Visit::new(0, 0, begin)];
    while let Some(visit) = path.last_mut() {
        out.truncate(visit.length);
        furthest = furthest.max(visit.at);
        if visit.at == value.len() && encoder.state(visit.state).is_end {
            return Ok(());
        }
        let Some(next) = visit.next(encoder, value, style) else {
            visited.insert((visit.at, visit.state));
            path.pop();
            continue;
        };
        let (at, state) = (visit.at + next.value, next.state);
        if visited.contains(&(at, state)) {
            continue;
        }
        if next.value == 0 {
            // Steps that mean nothing may lead back here.
            visited.insert((at, state));
        }
        out.extend_from_slice(&next.text);
        if next.is_itself {
            out.push(value[visit.at]);
        }
        path.push(Visit::new(at, state, out.len()));
    }
    out.truncate(begin);
    Err(furthest)
}

/// A visit of a state on the path of the search.
struct Visit {
    at: usize,
    state: u16,
    /// The length of the text before the state.
    length: usize,
    tried: Tried,
    /// The steps that are left, in reverse.
    left: Vec<Next>,
}

/// What was tried at a visit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    Nothing,
    Itself,
    Meanings,
    All,
}

/// A way to go on.
struct Next {
    text: Vec<u8>,
    /// Whether the next byte of the value stands for itself.
    is_itself: bool,
    /// The number of bytes of the value.
    value: usize,
    state: u16,
}

impl Visit {
    const fn new(at: usize, state: u16, length: usize) -> Self {
        Self { at, state, length, tried: Tried::Nothing, left: Vec::new() }
    }

    /// Returns the next way to go on.
    fn next(&mut self, encoder: &Encoder<'_>, value: &[u8], style: Style) -> Option<Next> {
        let rest = &value[self.at..];
        let plain = || encoder.plain(self.state, rest);
        let is_plain = match (style, rest.first()) {
            (Style::Plain, _) => true,
            (Style::Letters, Some(byte)) => byte.is_ascii_alphanumeric(),
            (Style::Letters | Style::Escaped, _) => false,
        };
        if self.tried == Tried::Nothing {
            self.tried = Tried::Itself;
            if let (true, Some(next)) = (is_plain, plain()) {
                return Some(next);
            }
        }
        loop {
            if let Some(next) = self.left.pop() {
                return Some(next);
            }
            self.tried = match self.tried {
                Tried::Nothing | Tried::Itself => {
                    self.left = encoder.meanings(self.state, rest);
                    if !is_plain {
                        self.left.extend(plain());
                    }
                    Tried::Meanings
                }
                Tried::Meanings => {
                    self.left = encoder.others(self.state);
                    Tried::All
                }
                Tried::All => return None,
            };
            self.left.reverse();
        }
    }
}

impl Encoder<'_> {
    fn state(&self, state: u16) -> &State<'_> {
        &self.states[usize::from(state)]
    }

    /// Returns the state after a byte.
    fn after(&self, state: u16, byte: u8) -> Option<u16> {
        let ranges = self.state(state).bytes;
        let index = ranges.partition_point(|&(_, last, _)| last < byte);
        ranges.get(index).filter(|range| range.0 <= byte).map(|range| range.2)
    }

    /// Writes the next byte of the value as itself.
    fn plain(&self, state: u16, rest: &[u8]) -> Option<Next> {
        let state = self.after(state, *rest.first()?)?;
        Some(Next { text: Vec::new(), is_itself: true, value: 1, state })
    }

    /// Returns the steps that stand for the next part of the value.
    fn meanings(&self, state: u16, rest: &[u8]) -> Vec<Next> {
        let mut all = Vec::new();
        for step in self.state(state).steps {
            match *step {
                Step::Fixed(text, value, state) => {
                    if !value.is_empty() && rest.starts_with(value) {
                        let (text, value) = (text.to_vec(), value.len());
                        all.push(Next { text, is_itself: false, value, state });
                    }
                }
                Step::Rest(text, state) => {
                    all.extend(
                        self.plain(state, rest).map(|it| Next { text: text.to_vec(), ..it }),
                    );
                }
                Step::Number(text, unit, radix, digits) => match unit {
                    Unit::Byte => all.extend(rest.first().into_iter().flat_map(|&byte| {
                        let numerals = self.numerals(text, digits, byte.into(), radix);
                        numerals.into_iter().map(|(text, state)| Next {
                            text,
                            is_itself: false,
                            value: 1,
                            state,
                        })
                    })),
                    Unit::Char | Unit::Utf16 => {
                        let Some(character) = first_char(rest) else { continue };
                        let numerals = match (unit, u32::from(character).checked_sub(0x1_0000)) {
                            (Unit::Utf16, Some(offset)) => {
                                let high = 0xD800 + (offset >> 10);
                                let low = 0xDC00 + (offset & 0x3FF);
                                let first = self.numerals(text, digits, high, radix);
                                first.iter().flat_map(|it| self.low_halves(it, low)).collect()
                            }
                            _ => self.numerals(text, digits, character.into(), radix),
                        };
                        let value = character.len_utf8();
                        all.extend(numerals.into_iter().map(|(text, state)| Next {
                            text,
                            is_itself: false,
                            value,
                            state,
                        }));
                    }
                },
            }
        }
        all
    }

    /// Returns the texts that go on with the second half of a surrogate pair.
    fn low_halves(&self, (first, state): &(Vec<u8>, u16), low: u32) -> Vec<(Vec<u8>, u16)> {
        let mut all = Vec::new();
        for step in self.state(*state).steps {
            if let Step::Number(text, Unit::Utf16, radix, digits) = *step {
                all.extend(self.numerals(&[first, text].concat(), digits, low, radix));
            }
        }
        all
    }

    /// Returns the steps that stand for nothing.
    fn others(&self, state: u16) -> Vec<Next> {
        let steps = self.state(state).steps.iter().filter_map(|step| match *step {
            Step::Fixed(text, [], state) => {
                Some(Next { text: text.to_vec(), is_itself: false, value: 0, state })
            }
            _ => None,
        });
        steps.collect()
    }

    /// Returns for each state to which a numeral with this number leads, the text with the shortest
    /// one: with no more leading zeros than needed, and with capitals where the rule allows both
    /// cases.
    fn numerals(&self, before: &[u8], digits: u16, number: u32, radix: u32) -> Vec<(Vec<u8>, u16)> {
        let mut found: Vec<(Vec<u8>, u16)> = Vec::new();
        let mut zeros: Vec<u16> = vec![digits];
        while let Some(&state) = zeros.last() {
            let mut text = before.to_vec();
            text.resize(before.len() + zeros.len() - 1, b'0');
            for (text, state) in self.digits((text, state), number, radix) {
                for step in self.state(state).steps {
                    let Step::Fixed([], [], next) = *step else { continue };
                    if found.iter().all(|known| known.1 != next) {
                        found.push((text.clone(), next));
                    }
                }
            }
            match self.after(state, b'0') {
                Some(next) if !zeros.contains(&next) => zeros.push(next),
                _ => break,
            }
        }
        found
    }

    /// Returns the texts that go on with the digits of a number, none for zero.
    fn digits(&self, begin: (Vec<u8>, u16), number: u32, radix: u32) -> Vec<(Vec<u8>, u16)> {
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
                    let Some(next) = self.after(state, digit[0]) else { continue };
                    if nexts.iter().all(|known| known.1 != next) {
                        nexts.push(([&text, digit].concat(), next));
                    }
                }
            }
            reached = nexts;
        }
        reached
    }
}

/// Returns the character with which bytes begin.
fn first_char(bytes: &[u8]) -> Option<char> {
    let length = match bytes.first()? {
        0..=0x7F => 1,
        0x80..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xFF => 4,
    };
    core::str::from_utf8(bytes.get(..length)?).ok()?.chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `"\"" *( %x20-21 / %x23-5B / %x5D-7E / "\" ( DQUOTE / "\" ) / "\u" 4HEXDIG ) "\""`
    const QUOTED: Encoder<'static> = Encoder {
        states: &[
            State { bytes: &[], steps: &[Step::Fixed(b"\"", b"", 1)], is_end: false },
            State {
                bytes: &[(0x20, 0x21, 1), (0x23, 0x5B, 1), (0x5D, 0x7E, 1)],
                steps: &[
                    Step::Fixed(br#"\""#, b"\"", 1),
                    Step::Fixed(br"\\", b"\\", 1),
                    Step::Number(br"\u", Unit::Utf16, 16, 3),
                    Step::Fixed(b"\"", b"", 2),
                ],
                is_end: false,
            },
            State { bytes: &[], steps: &[], is_end: true },
            State { bytes: &[(b'0', b'9', 4), (b'A', b'F', 4)], steps: &[], is_end: false },
            State { bytes: &[(b'0', b'9', 5), (b'a', b'f', 5)], steps: &[], is_end: false },
            State { bytes: &[(b'0', b'9', 6), (b'A', b'F', 6)], steps: &[], is_end: false },
            State {
                bytes: &[(b'0', b'9', 7), (b'A', b'F', 7), (b'a', b'f', 7)],
                steps: &[],
                is_end: false,
            },
            State { bytes: &[], steps: &[Step::Fixed(b"", b"", 1)], is_end: false },
        ],
    };

    fn quoted(value: &str, style: Style) -> Result<Vec<u8>, usize> {
        let mut out = b"=".to_vec();
        let result = encode(&QUOTED, value.as_bytes(), style, &mut out);
        assert!(result.is_ok() || out == b"=", "nothing is left of a failure");
        result.map(|()| out[1..].to_vec())
    }

    #[test]
    fn characters_are_themselves_or_the_first_escape() {
        let plain = |value| quoted(value, Style::Plain);
        assert_eq!(plain("").unwrap(), br#""""#);
        assert_eq!(plain(r#"a "b\""#).unwrap(), br#""a \"b\\\"""#);
        assert_eq!(plain("\n").unwrap(), br#""\u000A""#);
        // The second digit has small letters only.
        assert_eq!(plain("\u{ABCD}").unwrap(), br#""\uAbCD""#);
        assert_eq!(plain("😀").unwrap(), br#""\uD83D\uDe00""#);
        assert_eq!(quoted("a b", Style::Letters).unwrap(), br#""a\u0020b""#);
        assert_eq!(quoted("a\"", Style::Escaped).unwrap(), br#""\u0061\"""#);
    }

    #[test]
    fn a_failure_has_the_offset_that_was_reached() {
        let mut out = Vec::new();
        assert_eq!(encode(&QUOTED, b"ab\xFFc", Style::Plain, &mut out), Err(2));
        // A text of an even number of bytes, with `;` for nothing.
        let even = Encoder {
            states: &[
                State { bytes: &[(0, 0xFF, 1)], steps: &[Step::Fixed(b";", b"", 0)], is_end: true },
                State { bytes: &[(0, 0xFF, 0)], steps: &[], is_end: false },
            ],
        };
        assert_eq!(encode(&even, b"abc", Style::Plain, &mut out), Err(3));
    }

    #[test]
    fn ambiguous_values_take_linear_time() {
        // Each `a` is itself or `b`, in states that differ, and nothing stands for the end.
        let states = |to: [u16; 2]| {
            let steps: &'static [Step<'static>] = match to[1] {
                0 => &[Step::Fixed(b"b", b"a", 0)],
                _ => &[Step::Fixed(b"b", b"a", 1)],
            };
            (to[0], steps)
        };
        let [(first, one), (second, other)] = [states([1, 0]), states([0, 1])];
        let encoder = Encoder {
            states: &[
                State { bytes: &[(b'a', b'a', first)], steps: one, is_end: false },
                State { bytes: &[(b'a', b'a', second)], steps: other, is_end: false },
            ],
        };
        let value = vec![b'a'; 20_000];
        assert_eq!(encode(&encoder, &value, Style::Plain, &mut Vec::new()), Err(20_000));
    }
}
