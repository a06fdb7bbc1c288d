//! Reads repeats and numeric values.

use crate::text::tokens::Kind;

/// The bounds of `<a>*<b>` or `<a>#<b>`.
pub(super) type Count = (u32, Option<u32>);

/// Reads a repeat or the count of a list; `None` if a number is too large.
pub(super) fn count(kind: Kind, text: &str) -> Option<Count> {
    let sign = if kind == Kind::Repeat { '*' } else { '#' };
    let number = |digits: &str| digits.parse::<u32>().ok();
    match text.split_once(sign) {
        None => number(text).map(|exact| (exact, Some(exact))),
        Some((min, max)) => {
            let min = if min.is_empty() { 0 } else { number(min)? };
            let max = if max.is_empty() { None } else { Some(number(max)?) };
            Some((min, max))
        }
    }
}

/// The values after `%x`, `%d` or `%b`.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Values {
    Range(u32, u32),
    Sequence(Vec<u32>),
}

/// The reason why a numeric value cannot be read, with offsets in its text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    /// The offset of a character other than a digit, or of the end.
    NoDigit(usize),
    /// More than 32 bits, from and to.
    TooLarge(usize, usize),
    /// A range and a concatenation at once.
    Mixed(usize),
}

/// Returns the base of a value.
pub(super) fn radix(text: &str) -> u32 {
    match text.as_bytes().get(1).map(u8::to_ascii_lowercase) {
        Some(b'd') => 10,
        Some(b'b') => 2,
        _ => 16,
    }
}

/// Reads `%x41`, `%x41-5A` or `%x41.42`.
pub(super) fn values(text: &str) -> Result<Values, Flaw> {
    let bytes = text.as_bytes();
    let radix = radix(text);
    let mut values = Vec::new();
    let mut separator = None;
    let mut at = 2;
    loop {
        let length = bytes[at..].iter().take_while(|&&b| char::from(b).is_digit(radix)).count();
        if length == 0 {
            return Err(Flaw::NoDigit(at));
        }
        let value = u32::from_str_radix(&text[at..at + length], radix);
        values.push(value.map_err(|_| Flaw::TooLarge(at, at + length))?);
        at += length;
        match (separator, bytes.get(at)) {
            (Some(b'-'), None) => return Ok(Values::Range(values[0], values[1])),
            (_, None) => return Ok(Values::Sequence(values)),
            (None, Some(&byte @ (b'.' | b'-'))) | (Some(b'.'), Some(&byte @ b'.')) => {
                separator = Some(byte);
                at += 1;
            }
            (_, Some(b'.' | b'-')) => return Err(Flaw::Mixed(at)),
            _ => return Err(Flaw::NoDigit(at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_all_forms() {
        assert_eq!(values("%X41"), Ok(Values::Sequence(vec![0x41])));
        assert_eq!(values("%d13.10"), Ok(Values::Sequence(vec![13, 10])));
        assert_eq!(values("%b10-11"), Ok(Values::Range(2, 3)));
        assert_eq!(values("%xFFFFFFFF"), Ok(Values::Sequence(vec![u32::MAX])));
        assert_eq!(values("%x1FFFFFFFF"), Err(Flaw::TooLarge(2, 11)));
        assert_eq!(values("%x41-42-43"), Err(Flaw::Mixed(7)));
        assert_eq!(values("%d1A"), Err(Flaw::NoDigit(3)));
        assert_eq!(values("%x41."), Err(Flaw::NoDigit(5)));
    }

    #[test]
    fn counts_of_all_forms() {
        for (text, expected) in
            [("3", (3, Some(3))), ("*", (0, None)), ("1*", (1, None)), ("2*4", (2, Some(4)))]
        {
            assert_eq!(count(Kind::Repeat, text), Some(expected), "{text}");
        }
        assert_eq!(count(Kind::List, "1#"), Some((1, None)));
        assert_eq!(count(Kind::List, "#3"), Some((0, Some(3))));
        assert_eq!(count(Kind::Repeat, "99999999999"), None);
    }
}
