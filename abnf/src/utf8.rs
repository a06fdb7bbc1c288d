//! Ranges of code points as ranges of bytes (RFC 3629 section 3).

/// The well-formed sequences of the code points from `lo` to `hi`, in their order: in each
/// item, every choice of one byte from each range is one of them, and nothing else is.
///
/// No surrogate may lie between the two. At most eight items.
pub(crate) fn sequences(lo: char, hi: char) -> Vec<Vec<(u8, u8)>> {
    let mut found = Vec::new();
    split(u32::from(lo), u32::from(hi), &mut found);
    found
}

/// Cuts a range where the length changes, then where a byte before the last ones changes
/// although those do not take all their values.
fn split(lo: u32, hi: u32, found: &mut Vec<Vec<(u8, u8)>>) {
    let mut cut = |last: u32| {
        split(lo, last, found);
        split(last + 1, hi, found);
    };
    // The last code points of one, two and three bytes.
    if let Some(last) = [0x7F, 0x7FF, 0xFFFF].into_iter().find(|&last| lo <= last && last < hi) {
        return cut(last);
    }
    // Six bits a byte; more bytes than the code point has are zero in both and cut nothing.
    for bits in [6, 12, 18] {
        let low = (1 << bits) - 1;
        if lo & !low != hi & !low {
            if lo & low != 0 {
                return cut(lo | low);
            }
            if hi & low != low {
                return cut((hi & !low) - 1);
            }
        }
    }
    let mut buffers = [[0; 4]; 2];
    let [first, last] = &mut buffers;
    let scalar = |value| char::from_u32(value).expect("no surrogate lies in the range");
    let first = scalar(lo).encode_utf8(first).bytes();
    found.push(first.zip(scalar(hi).encode_utf8(last).bytes()).collect());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_in(sequence: &[(u8, u8)], text: &[u8]) -> bool {
        let mut pairs = sequence.iter().zip(text);
        sequence.len() == text.len()
            && pairs.all(|(range, byte)| range.0 <= *byte && *byte <= range.1)
    }

    #[test]
    fn code_points_of_all_lengths_in_one_range() {
        // RFC 3629 section 4, the two halves of UTF8-char around the surrogates.
        let below = sequences('\0', '\u{D7FF}');
        let tail = (0x80, 0xBF);
        let expected: [&[(u8, u8)]; 5] = [
            &[(0x00, 0x7F)],
            &[(0xC2, 0xDF), tail],
            &[(0xE0, 0xE0), (0xA0, 0xBF), tail],
            &[(0xE1, 0xEC), tail, tail],
            &[(0xED, 0xED), (0x80, 0x9F), tail],
        ];
        assert_eq!(below, expected);
        let above = sequences('\u{E000}', char::MAX);
        let expected: [&[(u8, u8)]; 4] = [
            &[(0xEE, 0xEF), tail, tail],
            &[(0xF0, 0xF0), (0x90, 0xBF), tail, tail],
            &[(0xF1, 0xF3), tail, tail, tail],
            &[(0xF4, 0xF4), (0x80, 0x8F), tail, tail],
        ];
        assert_eq!(above, expected);
    }

    #[test]
    fn each_code_point_of_a_range_is_in_one_sequence_and_no_other_is_in_any() {
        let ends =
            ['a', '\u{7F}', '\u{80}', '\u{7FF}', '\u{801}', '\u{D7FE}', '\u{E001}', '\u{10041}'];
        let ends = ends.into_iter().chain(['\u{3FFFF}', '\u{10FFFE}']);
        let ends: Vec<char> = ends.collect();
        let sides = [(0, 0xD7FF), (0xE000, 0x10_FFFF)];
        for (from, to) in sides {
            let ends = || ends.iter().copied().filter(|&end| (from..=to).contains(&u32::from(end)));
            for (lo, hi) in ends().flat_map(|lo| ends().map(move |hi| (lo, hi))) {
                if hi < lo {
                    continue;
                }
                let found = sequences(lo, hi);
                assert!(found.len() <= 8, "{lo:?} to {hi:?}: {found:x?}");
                for near in ends()
                    .flat_map(|end| (-2..=2).map(move |by| u32::from(end).wrapping_add_signed(by)))
                {
                    let Some(near) = char::from_u32(near) else { continue };
                    let text = near.to_string();
                    let count = found.iter().filter(|it| is_in(it, text.as_bytes())).count();
                    let expected = usize::from((lo..=hi).contains(&near));
                    assert_eq!(count, expected, "{near:?} in {lo:?} to {hi:?}");
                }
            }
        }
    }
}
