//! Makes any bytes readable, in messages and in output: bytes that do not print in ASCII are `\n`,
//! `\r`, `\t`, `\\` and `\xNN`. [`decode`] reads them back.

use std::fmt;

/// A text in which bytes that do not print in ASCII are escaped.
pub fn escaped(text: &[u8]) -> String {
    text.iter().map(|&byte| escaped_byte(byte)).collect()
}

/// A text with escapes between quotes; a quote inside is `\x22`.
pub fn quoted(text: &[u8]) -> String {
    format!("\"{}\"", escaped(text).replace('"', r"\x22"))
}

/// One byte, with an escape if it does not print in ASCII.
pub fn escaped_byte(byte: u8) -> String {
    match byte {
        b'\n' => r"\n".to_owned(),
        b'\r' => r"\r".to_owned(),
        b'\t' => r"\t".to_owned(),
        b'\\' => r"\\".to_owned(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!(r"\x{byte:02X}"),
    }
}

/// A `\` that does not start an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadEscape;

impl fmt::Display for BadEscape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            r"bad escape: the escapes are \n, \r, \t, \\ and \xNN with two hexadecimal digits",
        )
    }
}

impl std::error::Error for BadEscape {}

/// The text without escapes.
///
/// # Errors
///
/// If a `\` does not start one of the escapes above.
pub fn decode(text: &[u8]) -> Result<Vec<u8>, BadEscape> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, behind)) = rest.split_first() {
        rest = behind;
        if first != b'\\' {
            decoded.push(first);
            continue;
        }
        let (byte, behind) = match rest {
            [b'n', behind @ ..] => (b'\n', behind),
            [b'r', behind @ ..] => (b'\r', behind),
            [b't', behind @ ..] => (b'\t', behind),
            [b'\\', behind @ ..] => (b'\\', behind),
            [b'x', high, low, behind @ ..] => (digit(*high)? << 4 | digit(*low)?, behind),
            _ => return Err(BadEscape),
        };
        decoded.push(byte);
        rest = behind;
    }
    Ok(decoded)
}

/// The value of a hexadecimal digit.
fn digit(byte: u8) -> Result<u8, BadEscape> {
    match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'A'..=b'F' => Ok(byte - b'A' + 10),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        _ => Err(BadEscape),
    }
}

#[cfg(test)]
mod tests {
    use super::{BadEscape, decode, escaped, quoted};

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
    fn other_escapes_are_refused() {
        for bad in [r"\", r"\q", r"\x", r"\x4", r"\xg0", r"\x4g", r"\N", r"\x\n", r"a\ "] {
            assert_eq!(decode(bad.as_bytes()), Err(BadEscape), "{bad}");
        }
    }

    #[test]
    fn escapes_are_reversible() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(escaped(&all).as_bytes()).unwrap(), all);
        let quoted = quoted(&all);
        let inside = &quoted[1..quoted.len() - 1];
        assert!(!inside.contains('"'));
        assert_eq!(decode(inside.as_bytes()).unwrap(), all);
    }
}
