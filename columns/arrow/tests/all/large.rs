//! Arrays of more than 4 GiB. Their zeros are pages that the system does not allocate before they are
//! written, so the test needs little memory.
#![cfg(target_pointer_width = "64")]

use crate::check::call;
use crate::hand_written::{BLOB, DATE};
use abnf_arrow::{Function, part};
use arrow_array::cast::AsArray;
use arrow_array::{Array, LargeBinaryArray};
use arrow_buffer::{Buffer, OffsetBuffer};

const GIB: usize = 1 << 30;
const DATE_TEXT: &str = "2026-11-29@a note of more bytes";

#[test]
fn parts_beyond_four_gibibytes() {
    let mut values = vec![0; 5 * GIB];
    let mut offsets = vec![0];
    for limit in [GIB, 2 * GIB, 4 * GIB] {
        let begin = limit - 20;
        values[begin..][..DATE_TEXT.len()].copy_from_slice(DATE_TEXT.as_bytes());
        offsets.extend([begin, begin + DATE_TEXT.len()].map(|it| i64::try_from(it).unwrap()));
    }
    let offsets = OffsetBuffer::new(offsets.into());
    let array = LargeBinaryArray::new(offsets, Buffer::from_vec(values), None);
    let notes = call(Function::Part(3), &DATE, &array);
    let notes: Vec<Option<&str>> = notes.as_string_view().iter().collect();
    let note = Some(&DATE_TEXT[11..]);
    assert_eq!(notes, [None, note, None, note, None, note]);
    let values = call(Function::Values, &DATE, &array.slice(2, 3));
    assert_eq!(values.as_struct().column(3).as_string_view().value(1), &DATE_TEXT[11..]);
    assert_eq!(values.null_count(), 2);
}

#[test]
fn parts_that_are_too_long_are_errors() {
    let mut values = vec![0; 2 * GIB];
    values[0] = b'#';
    let offsets = OffsetBuffer::new(vec![0, i64::try_from(values.len()).unwrap()].into());
    let array = LargeBinaryArray::new(offsets, Buffer::from_vec(values), None);
    let error = part(&BLOB, 0, &array).unwrap_err();
    assert_eq!(error.to_string(), "External error: a part of row 0 is too long for a view");
}
