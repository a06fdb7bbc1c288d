//! Buffers of more than 4 GiB. Their zeros are pages that the system does not allocate before they
//! are written, so the tests need little memory.
#![cfg(target_pointer_width = "64")]

use crate::column::text;
use crate::{BLOB, DATE};
use abnf_layout::{Offsets, TooLong, pieces};

const GIB: usize = 1 << 30;

/// Rows at the limits of pieces, and between them rows that do not match.
#[test]
fn parts_beyond_four_gibibytes() {
    let mut values = vec![0; 5 * GIB];
    let date = "2026-11-29@a note of more bytes".as_bytes();
    let mut offsets = vec![0];
    for limit in [GIB, 2 * GIB, 4 * GIB, 5 * GIB] {
        // The note is on both sides of the limit, or ends at the end of the buffer.
        let begin = if limit == values.len() { limit - date.len() } else { limit - 20 };
        values[begin..][..date.len()].copy_from_slice(date);
        offsets.extend([begin as i64, (begin + date.len()) as i64]);
    }
    let texts = Offsets { values: &values, offsets: &offsets };
    let matches = abnf_layout::is_match(&DATE, texts, None);
    assert_eq!(matches, [0b1010_1010]);
    let buffers: Vec<&[u8]> = pieces(values.len()).map(|piece| &values[piece]).collect();
    assert!(buffers.iter().all(|it| i32::try_from(it.len()).is_ok()));
    let part = |part| abnf_layout::part(&DATE, part, texts, None).unwrap();
    let (years, notes) = (part(0), part(3));
    assert_eq!((&years.validity, &notes.validity), (&Some(matches.clone()), &Some(matches)));
    for row in [1, 3, 5, 7] {
        assert_eq!(*text(years.views[row], &buffers), date[..4]);
        let note = text(notes.views[row], &buffers);
        assert_eq!(*note, date[11..]);
        assert_eq!(note.as_ptr(), values[offsets[row] as usize + 11..].as_ptr());
        assert!((notes.views[row] >> 96) < GIB as u128, "the offset is a signed number");
    }
}

#[test]
fn texts_and_parts_without_views() {
    let mut values = vec![0; 4 * GIB + 10];
    for begin in [0, 1] {
        values[begin] = b'#';
    }
    let part = |end: usize| {
        let offsets = [0, 1, end as i64];
        abnf_layout::part(&BLOB, 0, Offsets { values: &values, offsets: &offsets }, None)
    };
    // The part is one byte shorter than its text.
    assert!(part(GIB + 2).is_ok());
    assert_eq!(part(GIB + 3), Err(TooLong::Part { row: 1 }));
    assert_eq!(part(u32::MAX as usize), Err(TooLong::Part { row: 1 }));
    assert_eq!(part(u32::MAX as usize + 1), Err(TooLong::Text { row: 1 }));
    let offsets = [0, 1, values.len() as i64];
    let texts = Offsets { values: &values, offsets: &offsets };
    assert_eq!(abnf_layout::is_match(&BLOB, texts, None), [0b11]);
    assert_eq!(abnf_layout::parts(&BLOB, texts, None), Err(TooLong::Text { row: 1 }));
    // In a buffer that views reach, a longer part has a view.
    let offsets = [0, 1, i64::from(i32::MAX)];
    let texts = Offsets { values: &values[..i32::MAX as usize], offsets: &offsets };
    let made = abnf_layout::part(&BLOB, 0, texts, None).unwrap();
    assert_eq!(made.views[1], abnf_layout::view(&[0; 4], i32::MAX as u32 - 2, 0, 2));
}
