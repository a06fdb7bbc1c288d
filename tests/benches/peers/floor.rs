//! Lower bounds for the machine: functions that check nothing.

use crate::contestant::{Checks, Contestant, Run};

/// Functions that read all bytes, and one that reads none.
pub(crate) fn contestants() -> Vec<Contestant> {
    let contestant = |name, why, run: Run| Contestant {
        validate: Some(run),
        ..Contestant::new(name, Checks::Floor(why))
    };
    vec![
        contestant(
            "sum by vectors",
            "adds eight bytes at a time, which becomes vectors",
            |_, text| {
                let words = text.as_bytes().chunks_exact(8);
                let rest = words.remainder();
                let word = |word: &[u8]| u64::from_le_bytes(word.try_into().expect("eight bytes"));
                let sum = words.fold(0, |sum: u64, bytes| sum.wrapping_add(word(bytes)));
                let sum = rest.iter().fold(sum, |sum, &byte| sum.wrapping_add(byte.into()));
                is_any(sum)
            },
        ),
        contestant("sum by bytes", "adds bytes one by one, up to a zero byte", |_, text| {
            // The test of each byte keeps the compiler from making vectors.
            let before_zero = text.bytes().take_while(|&byte| byte != 0);
            is_any(before_zero.fold(0, |sum: u64, byte| sum.wrapping_add(byte.into())))
        }),
        contestant("call alone", "looks at the length", |_, text| {
            usize::from(text.len() < usize::MAX)
        }),
    ]
}

/// Returns 1: the sum is never the maximum, but the compiler does not know that, so that it cannot omit
/// the sum.
fn is_any(sum: u64) -> usize {
    usize::from(std::hint::black_box(sum) != u64::MAX)
}
