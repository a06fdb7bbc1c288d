//! Lower bounds for the machine.

use crate::contestant::{Checks, Contestant};

/// Returns a contestant that only reads all bytes.
pub(super) fn contestants() -> Vec<Contestant> {
    let contestant = |name, why, run| Contestant {
        name,
        checks: Checks::Floor(why),
        validate: Some(run),
        parse: None,
        parts: None,
    };
    vec![
        contestant("read the bytes", "adds them up, eight at a time", |_, text| {
            let words = text.as_bytes().chunks_exact(8);
            let rest = words.remainder();
            let word = |word: &[u8]| u64::from_le_bytes(word.try_into().expect("eight bytes"));
            let sum = words.fold(0, |sum: u64, bytes| sum.wrapping_add(word(bytes)));
            let sum = rest.iter().fold(sum, |sum, &byte| sum.wrapping_add(byte.into()));
            // Never 0, so that the compiler cannot omit the sum.
            usize::from(std::hint::black_box(sum) != u64::MAX)
        }),
        contestant("call alone", "looks at the length", |_, text| {
            usize::from(text.len() < usize::MAX)
        }),
    ]
}
