//! The generated matcher of RFC 3339, and a hand-written check of the same language.

/// A type for every rule; [`DateTime`](rules::DateTime) is the type of the whole text.
#[allow(
    clippy::all,
    clippy::pedantic,
    dead_code,
    missing_docs,
    rustdoc::all,
    unexpected_cfgs,
    unreachable_pub,
    unused_imports,
    reason = "generated, and checked where it is a crate"
)]
pub mod rules {
    include!(concat!(env!("OUT_DIR"), "/rfc3339.rs"));
}

/// Returns whether a text is a `date-time` of RFC 3339 section 5.6: the day exists in its month,
/// and any minute may have a second 60.
///
/// Written for speed: everything before the fraction has a fixed position, so it is checked without
/// a branch that depends on the text.
#[expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]
pub fn is_date_time(text: &str) -> bool {
    let Some((&head, rest)) = text.as_bytes().split_first_chunk::<19>() else { return false };
    let number = |at: usize| two_digits(head[at], head[at + 1]);
    let (century, year, month, day) = (number(0), number(2), number(5), number(8));
    let is_right = (head[4] == b'-')
        & (head[7] == b'-')
        & (head[10] | 0x20 == b't')
        & (head[13] == b':')
        & (head[16] == b':')
        & (century < 100)
        & (year < 100)
        & (1..=12).contains(&month)
        & (1..=days(century, year, month)).contains(&day)
        & (number(11) < 24)
        & (number(14) < 60)
        & (number(17) <= 60);
    is_right && is_end(rest)
}

/// A fraction, if there is one, and an offset.
fn is_end(rest: &[u8]) -> bool {
    let offset = match rest {
        [b'.', first, rest @ ..] if first.is_ascii_digit() => {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            &rest[digits..]
        }
        _ => rest,
    };
    match *offset {
        [b'Z' | b'z'] => true,
        [b'+' | b'-', a, b, b':', c, d] => (two_digits(a, b) < 24) & (two_digits(c, d) < 60),
        _ => false,
    }
}

/// Returns the number of two digits; more than 99 unless both are digits.
#[expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]
fn two_digits(tens: u8, ones: u8) -> u32 {
    let (tens, ones) = (u32::from(tens.wrapping_sub(b'0')), u32::from(ones.wrapping_sub(b'0')));
    if (tens < 10) & (ones < 10) { 10 * tens + ones } else { 100 }
}

/// Returns the number of days of a month.
fn days(century: u32, year: u32, month: u32) -> u32 {
    let is_leap = if year == 0 { century.is_multiple_of(4) } else { year.is_multiple_of(4) };
    if month == 2 {
        28 + u32::from(is_leap)
    } else {
        // Up to July, the odd months are long; after July, the even ones.
        30 + ((month + month / 8) & 1)
    }
}
