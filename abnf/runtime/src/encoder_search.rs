//! The search for a text with a given value, for rules whose pieces have meanings, such as escapes.
//! It is the inverse of [`super::chunks`].
//!
//! The compiler makes an [`Encoder`] for each rule: an automaton of its texts in which each piece is
//! a [step](super::encoder::Step) with the part of the value that it stands for. The search is
//! depth-first over pairs of an offset of the value and a state. A byte is written as itself if that
//! leads to a text, otherwise as the first step that means it; steps that mean nothing are taken
//! only where nothing else leads to a text.
//!
//! No pair is visited again after a dead end, so time and memory are at most linear in the value,
//! times the number of states. Each text of the automaton has exactly one value.

use super::alloc::collections::BTreeSet;
use super::alloc::vec;
use super::alloc::vec::Vec;
use super::encoder::{Encoder, Next, State, Step, meaning, meanings, numbers, others, plain};

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
/// The greatest offset in the value up to which a text exists.
pub fn encode(
    encoder: &Encoder<'_>,
    value: &[u8],
    style: Style,
    out: &mut Vec<u8>,
) -> Result<(), usize> {
    let begin = out.len();
    if style == Style::Plain && encode_directly(encoder, value, out) {
        return Ok(());
    }
    out.truncate(begin);
    let mut furthest = 0;
    let mut visited: BTreeSet<(usize, u16)> = BTreeSet::new();
    let mut path = vec![Visit::new(0, 0, begin)];
    while let Some(visit) = path.last_mut() {
        out.truncate(visit.length);
        furthest = furthest.max(visit.at);
        if visit.at == value.len() && encoder.states[usize::from(visit.state)].is_end {
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

/// Appends the text of the steps that the search tries first, without going back, except to the start while
/// no other state has had a choice: `a b` is no token, so it is quoted. Returns whether it is complete.
/// Most texts are found in this way.
fn encode_directly(encoder: &Encoder<'_>, value: &[u8], out: &mut Vec<u8>) -> bool {
    let begin = out.len();
    let (mut rest, mut state, mut idle) = (value, 0, 0);
    let mut start = Start::Begins;
    loop {
        let index = usize::from(state);
        let State { steps, is_end, .. } = encoder.states[index];
        let has_choice = !steps.is_empty();
        if start != Start::Again {
            let itself = encoder.loops[index];
            let run = rest.iter().position(|byte| !itself.contains(*byte)).unwrap_or(rest.len());
            out.extend_from_slice(&rest[..run]);
            rest = &rest[run..];
            if has_choice && (run > 0 || start == Start::Left) {
                start = Start::Final;
            }
        }
        if rest.is_empty() && is_end {
            return true;
        }
        let itself = if start == Start::Again { None } else { plain(encoder, state, rest) };
        start = match start {
            Start::Begins | Start::Left if itself.is_some() => Start::Left,
            Start::Begins | Start::Again | Start::Final => Start::Final,
            Start::Left => {
                out.truncate(begin);
                (rest, state, idle, start) = (value, 0, 0, Start::Again);
                continue;
            }
        };
        let Some(next) = itself.or_else(|| first_meaning(encoder, steps, rest)) else {
            // Steps that mean nothing may lead in a circle.
            idle += 1;
            let nothing = steps.iter().find_map(|step| match *step {
                Step::Fixed(text, [], next) if idle <= encoder.states.len() => Some((text, next)),
                _ => None,
            });
            let Some((text, next)) = nothing else { return false };
            out.extend_from_slice(text);
            state = next;
            continue;
        };
        out.extend_from_slice(&next.text);
        if next.is_itself {
            out.push(rest[0]);
        }
        (rest, state, idle) = (&rest[next.value..], next.state, 0);
    }
}

/// Whether [`encode_directly`] may go back to the start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// It is there.
    Begins,
    /// It may: the start was left with a byte that means itself, and no state since had a choice.
    Left,
    /// It went back, where bytes that mean themselves are known to lead to no text.
    Again,
    /// It must not.
    Final,
}

/// Returns the first step that stands for the next part of the value.
fn first_meaning(encoder: &Encoder<'_>, steps: &[Step<'_>], rest: &[u8]) -> Option<Next> {
    if rest.is_empty() {
        return None;
    }
    steps.iter().find_map(|step| match step {
        Step::Number(..) => numbers(encoder, step, rest).into_iter().next(),
        Step::Fixed(..) | Step::Rest(..) => meaning(encoder, step, rest),
    })
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

/// The steps that a visit has tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    Nothing,
    Itself,
    Meanings,
    All,
}

impl Visit {
    const fn new(at: usize, state: u16, length: usize) -> Self {
        Self { at, state, length, tried: Tried::Nothing, left: Vec::new() }
    }

    /// Returns the next step to try.
    fn next(&mut self, encoder: &Encoder<'_>, value: &[u8], style: Style) -> Option<Next> {
        let rest = &value[self.at..];
        let plain = || plain(encoder, self.state, rest);
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
                    self.left = meanings(encoder, self.state, rest);
                    if !is_plain {
                        self.left.extend(plain());
                    }
                    Tried::Meanings
                }
                Tried::Meanings => {
                    self.left = others(encoder, self.state);
                    Tried::All
                }
                Tried::All => return None,
            };
            self.left.reverse();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::encoder::{Unit, loops};
    use super::*;

    /// `"\"" *( %x20-21 / %x23-5B / %x5D-7E / "\" ( DQUOTE / "\" ) / "\u" 4HEXDIG ) "\""`
    const QUOTED: [State<'static>; 8] = [
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
    ];

    fn quoted(value: &str, style: Style) -> Result<Vec<u8>, usize> {
        let mut out = b"=".to_vec();
        let quoted = Encoder { states: &QUOTED, loops: &loops::<8>(&QUOTED) };
        let result = encode(&quoted, value.as_bytes(), style, &mut out);
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
    fn the_start_is_left_in_another_way_if_the_first_one_fails() {
        // `1*( %x61-7A ) / "\"" *( %x61-7A / " " / "\" "\"" ) "\""`
        let states = [
            State {
                bytes: &[(b'a', b'z', 1)],
                steps: &[Step::Fixed(b"\"", b"", 2)],
                is_end: false,
            },
            State { bytes: &[(b'a', b'z', 1)], steps: &[], is_end: true },
            State {
                bytes: &[(b'a', b'z', 2), (b' ', b' ', 2)],
                steps: &[Step::Fixed(br#"\""#, b"\"", 2), Step::Fixed(b"\"", b"", 3)],
                is_end: false,
            },
            State { bytes: &[], steps: &[], is_end: true },
        ];
        let encoder = Encoder { states: &states, loops: &loops::<4>(&states) };
        let texts: [(&str, Option<&str>); 6] = [
            ("ab", Some("ab")),
            ("a b", Some("\"a b\"")),
            ("ab\"", Some(r#""ab\"""#)),
            ("", Some("\"\"")),
            (" a", Some("\" a\"")),
            ("a;", None),
        ];
        for (value, text) in texts {
            let mut out = b"=".to_vec();
            let is_found = encode_directly(&encoder, value.as_bytes(), &mut out);
            assert_eq!(is_found.then(|| &out[1..]), text.map(str::as_bytes), "{value}");
        }
    }

    #[test]
    fn a_failure_has_the_offset_that_was_reached() {
        let mut out = Vec::new();
        let quoted = Encoder { states: &QUOTED, loops: &loops::<8>(&QUOTED) };
        assert_eq!(encode(&quoted, b"ab\xFFc", Style::Plain, &mut out), Err(2));
        // Texts of an even number of bytes, in which `;` means nothing.
        let states = [
            State { bytes: &[(0, 0xFF, 1)], steps: &[Step::Fixed(b";", b"", 0)], is_end: true },
            State { bytes: &[(0, 0xFF, 0)], steps: &[], is_end: false },
        ];
        let even = Encoder { states: &states, loops: &loops::<2>(&states) };
        assert_eq!(encode(&even, b"abc", Style::Plain, &mut out), Err(3));
    }

    #[test]
    fn ambiguous_values_take_linear_time() {
        // Each `a` is written as `a` or `b`, in states that differ, and no state is an end.
        let states = |to: [u16; 2]| {
            let steps: &'static [Step<'static>] = match to[1] {
                0 => &[Step::Fixed(b"b", b"a", 0)],
                _ => &[Step::Fixed(b"b", b"a", 1)],
            };
            (to[0], steps)
        };
        let [(first, one), (second, other)] = [states([1, 0]), states([0, 1])];
        let states = [
            State { bytes: &[(b'a', b'a', first)], steps: one, is_end: false },
            State { bytes: &[(b'a', b'a', second)], steps: other, is_end: false },
        ];
        let encoder = Encoder { states: &states, loops: &loops::<2>(&states) };
        let value = vec![b'a'; 20_000];
        assert_eq!(encode(&encoder, &value, Style::Plain, &mut Vec::new()), Err(20_000));
    }
}
