//! The escapes in which texts that do not print can be given and are shown:
//! `\n`, `\r`, `\t`, `\\` and `\xNN`.

use std::fmt;

/// Decodes escapes byte by byte, so that texts of any length pass through.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    state: State,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Plain,
    /// After `\`.
    Backslash,
    /// After `\x`.
    Hex,
    /// After `\x` and one digit of this value.
    HexDigit(u8),
}

/// A `\` that is not the start of an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BadEscape;

impl fmt::Display for BadEscape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(r"bad escape; there are \n, \r, \t, \\ and \xNN with two hexadecimal digits")
    }
}

impl std::error::Error for BadEscape {}

impl Decoder {
    /// Takes one byte; gives the decoded byte that it completes.
    pub(super) fn push(&mut self, byte: u8) -> Result<Option<u8>, BadEscape> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'A'..=b'F' => Some(byte - b'A' + 10),
            b'a'..=b'f' => Some(byte - b'a' + 10),
            _ => None,
        };
        let (state, decoded) = match (&self.state, byte) {
            (State::Plain, b'\\') => (State::Backslash, None),
            (State::Plain, byte) => (State::Plain, Some(byte)),
            (State::Backslash, b'x') => (State::Hex, None),
            (State::Backslash, b'n') => (State::Plain, Some(b'\n')),
            (State::Backslash, b'r') => (State::Plain, Some(b'\r')),
            (State::Backslash, b't') => (State::Plain, Some(b'\t')),
            (State::Backslash, b'\\') => (State::Plain, Some(b'\\')),
            (State::Backslash, _) => return Err(BadEscape),
            (State::Hex, byte) => (State::HexDigit(digit(byte).ok_or(BadEscape)?), None),
            (State::HexDigit(high), byte) => {
                (State::Plain, Some(high << 4 | digit(byte).ok_or(BadEscape)?))
            }
        };
        self.state = state;
        Ok(decoded)
    }

    /// Ends a text; the decoder is then ready for the next.
    pub(super) fn finish(&mut self) -> Result<(), BadEscape> {
        match std::mem::take(&mut self.state) {
            State::Plain => Ok(()),
            _ => Err(BadEscape),
        }
    }
}

/// A text with escapes for what does not print in ASCII.
pub(super) fn escaped(text: &[u8]) -> String {
    text.iter().map(|&byte| escaped_byte(byte)).collect()
}

/// A text with escapes between quotes; a quote inside is `\x22`.
pub(super) fn quoted(text: &[u8]) -> String {
    format!("\"{}\"", escaped(text).replace('"', r"\x22"))
}

/// One byte, with an escape if it does not print in ASCII.
pub(super) fn escaped_byte(byte: u8) -> String {
    match byte {
        b'\n' => r"\n".to_owned(),
        b'\r' => r"\r".to_owned(),
        b'\t' => r"\t".to_owned(),
        b'\\' => r"\\".to_owned(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!(r"\x{byte:02X}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{BadEscape, Decoder, escaped, quoted};

    fn decode(text: &[u8]) -> Result<Vec<u8>, BadEscape> {
        let mut decoder = Decoder::default();
        let mut decoded = Vec::new();
        for &byte in text {
            decoded.extend(decoder.push(byte)?);
        }
        decoder.finish()?;
        Ok(decoded)
    }

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(decode(br"a\n\r\t\\\x00\xfFz").unwrap(), b"a\n\r\t\\\x00\xFFz");
    }

    #[test]
    fn a_digit_after_an_escape_is_text() {
        assert_eq!(decode(br"\x414").unwrap(), b"A4");
    }

    #[test]
    fn bytes_that_are_not_utf8_pass() {
        assert_eq!(decode(b"\xFF\xC3").unwrap(), b"\xFF\xC3");
    }

    #[test]
    fn what_is_no_escape_is_refused() {
        for bad in [r"\", r"\q", r"\x", r"\x4", r"\xg0", r"\x4g", r"\N", r"\x\n", r"a\ "] {
            assert_eq!(decode(bad.as_bytes()), Err(BadEscape), "{bad}");
        }
    }

    #[test]
    fn every_text_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(escaped(&all).as_bytes()).unwrap(), all);
        let quoted = quoted(&all);
        let inside = &quoted[1..quoted.len() - 1];
        assert!(!inside.contains('"'));
        assert_eq!(decode(inside.as_bytes()).unwrap(), all);
    }
}
