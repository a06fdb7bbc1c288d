//! A recogniser of JSON that combines functions of winnow.

use super::MAX_DEPTH;
use winnow::Parser;
use winnow::ascii::{digit0, digit1};
use winnow::combinator::{alt, dispatch, fail, opt, peek, repeat, separated};
use winnow::error::EmptyError;
use winnow::stream::AsChar;
use winnow::token::{any, one_of, take_while};

type Found = Result<(), EmptyError>;

/// Returns whether a text is JSON.
pub(super) fn is_json(text: &str) -> bool {
    let mut rest = text.as_bytes();
    (space, |rest: &mut &[u8]| value(rest, 0), space).parse_next(&mut rest).is_ok()
        && rest.is_empty()
}

fn space(rest: &mut &[u8]) -> Found {
    take_while(0.., b" \t\n\r").void().parse_next(rest)
}

/// A value inside of `depth` others.
fn value(rest: &mut &[u8], depth: usize) -> Found {
    dispatch! { peek(any);
        b'{' if depth < MAX_DEPTH => list(b'{', |rest: &mut &[u8]| member(rest, depth), b'}'),
        b'[' if depth < MAX_DEPTH => list(b'[', |rest: &mut &[u8]| value(rest, depth + 1), b']'),
        b'"' => string,
        b't' => b"true".void(),
        b'f' => b"false".void(),
        b'n' => b"null".void(),
        b'-' | b'0'..=b'9' => number,
        _ => fail,
    }
    .parse_next(rest)
}

/// Items with commas between them, in brackets.
fn list<'a>(
    open: u8,
    item: impl FnMut(&mut &'a [u8]) -> Found,
    close: u8,
) -> impl Parser<&'a [u8], (), EmptyError> {
    let items = separated::<_, _, (), _, _, _, _>(1.., (item, space), (b',', space));
    (open, space, alt((close.void(), (items, close).void()))).void()
}

fn member(rest: &mut &[u8], depth: usize) -> Found {
    let value = |rest: &mut &[u8]| value(rest, depth + 1);
    (string, space, b':', space, value).void().parse_next(rest)
}

fn string(rest: &mut &[u8]) -> Found {
    let plain = take_while(1.., (0x20..=0x21_u8, 0x23..=0x5B_u8, 0x5D..=0xFF_u8)).void();
    let simple = one_of([b'"', b'\\', b'/', b'b', b'f', b'n', b'r', b't']).void();
    let number = (b'u', take_while(4..=4, AsChar::is_hex_digit)).void();
    let escape = (b'\\', alt((simple, number))).void();
    (b'"', repeat::<_, _, (), _, _>(0.., alt((plain, escape))), b'"').void().parse_next(rest)
}

fn number(rest: &mut &[u8]) -> Found {
    let whole = alt((b'0'.void(), (one_of(b'1'..=b'9'), digit0).void()));
    let exponent = (one_of([b'e', b'E']), opt(one_of([b'+', b'-'])), digit1);
    (opt(b'-'), whole, opt((b'.', digit1)), opt(exponent)).void().parse_next(rest)
}
