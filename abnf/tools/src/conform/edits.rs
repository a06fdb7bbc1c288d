//! Random edits of a text, as people and programs make mistakes.

use crate::sample::Random;

/// Bytes that parsers often treat in a special way.
const SPECIAL: &[u8] = b"\0\t\n\r \"%'+,-./09:;=@AZ[\\]az{}~\x7F\xA0\xFF";

/// Texts that parsers often ignore, or read as another part, at the end or at the beginning.
const AROUND: [&[u8]; 10] =
    [b"\n", b"\r\n", b" ", b"\0", b"\t", b"\xEF\xBB\xBF", b";", b"%0", b"/0", b":0"];

/// Returns a text with each of the texts that parsers ignore, after it and before it.
pub(super) fn surrounded(text: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    AROUND.into_iter().flat_map(move |around| [[text, around].concat(), [around, text].concat()])
}

/// Returns a text with one edit; `bytes` are those of the language.
pub(super) fn edited(text: &[u8], bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut made = text.to_vec();
    let at = |random: &mut Random, length: usize| {
        usize::try_from(random.below(length as u64)).unwrap_or(0)
    };
    let (begin, end) = {
        let (a, b) = (at(random, text.len() + 1), at(random, text.len() + 1));
        (a.min(b), a.max(b))
    };
    let byte = match random.below(3) {
        0 => random.choose(SPECIAL).copied(),
        1 => random.choose(bytes).copied(),
        // As it was, or another case of the letter, or the next byte.
        _ => text.get(begin).map(|&byte| match random.below(2) {
            0 => byte ^ 0x20,
            _ => byte.wrapping_add(1),
        }),
    }
    .unwrap_or(b'a');
    match random.below(9) {
        0 => drop(made.drain(begin..end)),
        1 if begin < made.len() => made[begin] = byte,
        2 if begin < made.len() => drop(made.remove(begin)),
        // A piece twice.
        3 => drop(made.splice(begin..begin, text[begin..end].iter().copied())),
        4 if begin + 1 < made.len() => made.swap(begin, begin + 1),
        5 => made.extend(AROUND[at(random, AROUND.len())]),
        6 => drop(made.splice(..0, AROUND[at(random, AROUND.len())].iter().copied())),
        7 => made.truncate(begin),
        // Also if the text is too short for the edit.
        _ => made.insert(begin, byte),
    }
    made
}
