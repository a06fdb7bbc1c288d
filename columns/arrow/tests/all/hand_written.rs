//! The hand-written rules: text, bytes, every type of value, no parts.

use crate::check::{Parts, call, check_all};
use crate::layouts::Row;
use crate::random::Random;
use crate::rules;
use abnf_arrow::Function;
use abnf_layout::{Columns, rule};
use arrow_array::cast::AsArray;
use arrow_array::{StringArray, StringViewArray};

pub(crate) static DATE: Columns = rule!(rules::DATE);
pub(crate) static BLOB: Columns = rule!(rules::BLOB);
pub(crate) static BITS: Columns = rule!(rules::BITS);
pub(crate) static PLAIN: Columns = rule!(rules::PLAIN);

/// The bytes of spans.
fn cut<const P: usize>(text: &[u8], found: [([u32; 2], u64); P]) -> Vec<Row> {
    let part = |([begin, end], _): ([u32; 2], u64)| {
        text.get(begin as usize..end as usize).map(<[u8]>::to_vec)
    };
    found.map(part).to_vec()
}

pub(crate) fn dates(text: &[u8]) -> Parts {
    Some(cut(text, rules::date(text)?))
}

fn blobs(text: &[u8]) -> Parts {
    Some(cut(text, rules::blob(text)?))
}

fn no_parts(text: &[u8]) -> Parts {
    Some(cut(text, rules::plain(text)?))
}

#[test]
fn random_texts() {
    let mut random = Random(1);
    for seed in 1..8 {
        let count = random.below(300);
        let rows: Vec<Row> = (0..count).map(|_| random.date().map(String::into_bytes)).collect();
        check_all(&DATE, &rows, dates, seed);
        check_all(&PLAIN, &rows, no_parts, seed);
    }
}

#[test]
fn random_bytes() {
    let mut random = Random(2);
    for seed in 1..8 {
        let rows: Vec<Row> = (0..random.below(300)).map(|_| random.bytes()).collect();
        check_all(&DATE, &rows, dates, seed);
        check_all(&BLOB, &rows, blobs, seed);
    }
}

#[test]
fn nothing_or_only_nulls() {
    for rows in [vec![], vec![None; 1], vec![None; 200], vec![Some(vec![]); 200]] {
        for columns in [&DATE, &PLAIN] {
            let reference = if columns.parts.is_empty() { no_parts } else { dates };
            check_all(columns, &rows, reference, 1);
            check_all(columns, &rows, reference, 2);
        }
    }
}

#[test]
fn every_type_of_value() {
    fn bits(text: &[u8]) -> Parts {
        Some(cut(text, rules::bits(text)?))
    }
    let mut random = Random(3);
    let mut row = |row: usize| match row % 4 {
        0 => None,
        1 => Some(format!("{:016x}", row * 0x1001).into_bytes()),
        2 => Some(b"no digits".to_vec()),
        _ => Some(format!("{:016x}", random.below(usize::MAX)).into_bytes()),
    };
    let rows: Vec<Row> = (0..300).map(&mut row).collect();
    check_all(&BITS, &rows, bits, 1);
    check_all(&BITS, &rows, bits, 2);
}

#[test]
fn no_byte_of_a_long_part_is_copied() {
    let array = StringArray::from(vec!["2026-11-29@a note of more than twelve bytes"; 100]);
    let part = call(Function::Part(3), &DATE, &array);
    let [buffer] = part.as_string_view().data_buffers() else { panic!("one buffer") };
    assert_eq!(buffer.as_ptr(), array.values().as_ptr());

    let array = StringViewArray::from_iter_values(["2026-11-29@a note of more than twelve bytes"]);
    let part = call(Function::Part(3), &DATE, &array);
    assert_eq!(part.as_string_view().data_buffers()[0].as_ptr(), array.data_buffers()[0].as_ptr());
}
