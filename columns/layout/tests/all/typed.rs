//! `values`: a typed column for each part.

use crate::column::{Check, Column, bit, text};
use crate::random::Random;
use crate::{BITS, DATE, rules};
use abnf_layout::{Texts, Validity, Values};

/// Returns the value of a row as 64 bits, as the rule writes them.
fn bits_of(values: &Values, row: usize) -> u64 {
    match values {
        Values::Text(_) => unreachable!("the part has a value"),
        Values::U8(rows) => rows[row].into(),
        Values::U16(rows) => rows[row].into(),
        Values::U32(rows) => rows[row].into(),
        Values::U64(rows) => rows[row],
        Values::I8(rows) => rows[row] as u64,
        Values::I16(rows) => rows[row] as u64,
        Values::I32(rows) => rows[row] as u64,
        Values::I64(rows) => rows[row] as u64,
        Values::F32(rows) => rows[row].to_bits().into(),
        Values::F64(rows) => rows[row].to_bits(),
        Values::Char(views) => {
            let text = String::from_utf8(text(views[row], &[]).into_owned()).unwrap();
            let mut chars = text.chars();
            let (first, rest) = (chars.next(), chars.as_str());
            assert_eq!(rest, "");
            first.map_or(0, u64::from)
        }
        Values::Bool(words) => words[row / 64] >> (row % 64) & 1,
    }
}

struct Bits;

impl Check for Bits {
    fn check<'a>(
        &self,
        texts: impl Texts<'a>,
        validity: Option<Validity<'_>>,
        _: &[&'a [u8]],
        rows: &[Option<Vec<u8>>],
    ) {
        let made = abnf_layout::values(&BITS, texts, validity).unwrap();
        for (part, column) in made.columns.iter().enumerate() {
            for (row, text) in rows.iter().enumerate() {
                let found = text.as_deref().and_then(rules::bits);
                assert_eq!(bit(made.matches.as_ref(), row), found.is_some());
                let value = found.map(|it| it[part]).filter(|(span, _)| span[0] != u32::MAX);
                let context = format!("{} of {text:?}", BITS.parts[part].name);
                assert_eq!(bit(column.validity.as_ref(), row), value.is_some(), "{context}");
                let expected = value.map_or(0, |(_, bits)| bits);
                assert_eq!(bits_of(&column.values, row), expected, "{context}");
            }
        }
    }
}

#[test]
fn every_type() {
    let mut random = Random(4);
    let special = [0, 1, 0x41, 0xE9, 0x65E5, 0x1D11E, 0xD800, 0x11_0000, 0x80, 0x8000, u64::MAX];
    let rows = (0..300).map(|row| match row % 5 {
        0 => Some(format!("{:016x}", special[row / 5 % special.len()]).into_bytes()),
        1 => None,
        2 => Some(b"no number".to_vec()),
        _ => Some(format!("{:016X}", random.below(usize::MAX)).into_bytes()),
    });
    let rows = rows.collect();
    let column = Column::new(rows, &mut random);
    for (begin, end) in [(0, 300), (0, 0), (9, 74), (129, 257)] {
        column.check(begin, end, &Bits);
    }
}

struct Dates;

impl Check for Dates {
    fn check<'a>(
        &self,
        texts: impl Texts<'a>,
        validity: Option<Validity<'_>>,
        _: &[&'a [u8]],
        rows: &[Option<Vec<u8>>],
    ) {
        let made = abnf_layout::values(&DATE, texts, validity).unwrap();
        let parts = abnf_layout::parts(&DATE, texts, validity).unwrap();
        assert_eq!(made.matches, parts.matches);
        for (part, (column, views)) in made.columns.iter().zip(&parts.columns).enumerate() {
            assert_eq!(column.validity, views.validity);
            if let Values::Text(made) = &column.values {
                assert_eq!((part, made), (3, &views.views));
                continue;
            }
            for (row, text) in rows.iter().enumerate() {
                let value = text.as_deref().and_then(rules::date).map_or(0, |it| it[part].1);
                assert_eq!(bits_of(&column.values, row), value);
            }
        }
    }
}

#[test]
fn parts_without_value_are_views() {
    let mut random = Random(5);
    let rows = (0..300).map(|_| random.date().map(String::into_bytes)).collect();
    Column::new(rows, &mut random).check(3, 290, &Dates);
}
