//! A hand-written recogniser of JSON: a function for each kind of value, which takes the
//! offset of a value and returns the offset after it.

use super::MAX_DEPTH;

/// Returns whether a text is JSON.
pub(super) fn is_json(text: &str) -> bool {
    let bytes = text.as_bytes();
    value(bytes, space(bytes, 0), 0).is_some_and(|end| space(bytes, end) == bytes.len())
}

fn space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = bytes.get(at) {
        at += 1;
    }
    at
}

fn value(bytes: &[u8], at: usize, depth: usize) -> Option<usize> {
    match bytes.get(at)? {
        b'{' if depth < MAX_DEPTH => list(bytes, at, b'}', |at| {
            let colon = space(bytes, string(bytes, at)?);
            let behind = (bytes.get(colon) == Some(&b':')).then_some(colon + 1)?;
            value(bytes, space(bytes, behind), depth + 1)
        }),
        b'[' if depth < MAX_DEPTH => list(bytes, at, b']', |at| value(bytes, at, depth + 1)),
        b'"' => string(bytes, at),
        b't' => word(bytes, at, b"true"),
        b'f' => word(bytes, at, b"false"),
        b'n' => word(bytes, at, b"null"),
        _ => number(bytes, at),
    }
}

/// Items with commas between them, from the opening bracket on.
fn list(
    bytes: &[u8],
    open: usize,
    close: u8,
    item: impl Fn(usize) -> Option<usize>,
) -> Option<usize> {
    let mut at = space(bytes, open + 1);
    if bytes.get(at) == Some(&close) {
        return Some(at + 1);
    }
    loop {
        at = space(bytes, item(at)?);
        match *bytes.get(at)? {
            b',' => at = space(bytes, at + 1),
            byte if byte == close => return Some(at + 1),
            _ => return None,
        }
    }
}

fn word(bytes: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    bytes[at..].starts_with(word).then_some(at + word.len())
}

fn string(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = (bytes.get(at) == Some(&b'"')).then_some(at + 1)?;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => match bytes.get(at + 1)? {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => at += 2,
                b'u' if bytes.get(at + 2..at + 6)?.iter().all(u8::is_ascii_hexdigit) => at += 6,
                _ => return None,
            },
            0..0x20 => return None,
            _ => at += 1,
        }
    }
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let at = at + usize::from(bytes.get(at) == Some(&b'-'));
    let mut end = if bytes.get(at) == Some(&b'0') { at + 1 } else { digits(bytes, at)? };
    if bytes.get(end) == Some(&b'.') {
        end = digits(bytes, end + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        let has_sign = matches!(bytes.get(end + 1), Some(b'+' | b'-'));
        end = digits(bytes, end + 1 + usize::from(has_sign))?;
    }
    Some(end)
}

/// At least one.
fn digits(bytes: &[u8], at: usize) -> Option<usize> {
    let mut end = at;
    while bytes.get(end).is_some_and(u8::is_ascii_digit) {
        end += 1;
    }
    (at < end).then_some(end)
}
