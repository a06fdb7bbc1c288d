//! Mutates texts; the result is often nearly a member.

use super::Random;

/// Changes a text at one to three offsets: deletes, inserts or replaces a byte,
/// swaps it with another or changes it by one, repeats a piece, or inserts a piece of
/// `other`.
///
/// Most new bytes come from `alphabet`, which must not be empty.
pub fn mutate(text: &[u8], other: &[u8], alphabet: &[u8], random: &mut Random) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(text.len() + 1);
        let byte = if random.one_in(8) {
            u8::try_from(random.below(256)).expect("a byte")
        } else {
            *random.choose(alphabet)
        };
        match random.below(7) {
            0 => text.insert(at, byte),
            1 if !other.is_empty() => {
                let piece = &other[piece(other, random)];
                text.splice(at..at, piece.iter().copied());
            }
            // The other mutations need a byte to change.
            _ if text.is_empty() => text.push(byte),
            2 => {
                let piece = text[piece(&text, random)].to_vec();
                text.splice(at..at, piece);
            }
            3 => {
                text.remove(at.min(text.len() - 1));
            }
            4 => {
                let last = text.len() - 1;
                text[at.min(last)] = byte;
            }
            5 => {
                let (a, b) = (random.below(text.len()), random.below(text.len()));
                text.swap(a, b);
            }
            _ => {
                let last = text.len() - 1;
                let nudged = &mut text[at.min(last)];
                *nudged =
                    if random.one_in(2) { nudged.wrapping_add(1) } else { nudged.wrapping_sub(1) };
            }
        }
    }
    text
}

/// A range of at most eight bytes of a text that has one.
fn piece(text: &[u8], random: &mut Random) -> std::ops::Range<usize> {
    let start = random.below(text.len());
    let length = 1 + random.below((text.len() - start).min(8));
    start..start + length
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn makes_many_texts_of_one_and_some_of_none() {
        let mut random = Random::new(5);
        let mut found = BTreeSet::new();
        for _ in 0..5000 {
            found.insert(mutate(b"abc", b"xyz", b"-", &mut random));
        }
        for expected in [&b"ab"[..], b"a-bc", b"-bc", b"cba", b"abd", b"abcabc", b"abxyzc"] {
            assert!(found.contains(expected), "{}", String::from_utf8_lossy(expected));
        }
        assert!(found.len() > 1000, "{}", found.len());
        for _ in 0..100 {
            mutate(b"", b"", b"-", &mut random);
        }
    }
}
