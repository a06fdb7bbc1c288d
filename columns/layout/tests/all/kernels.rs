//! `is_match`, `part`, `parts` and `errors` on random columns.

use crate::column::{Check, Column, bit, text};
use crate::random::Random;
use crate::{BLOB, DATE, PLAIN, rules};
use abnf_layout::{Columns, Texts, Validity, ViewColumn};
use std::borrow::Cow;

type Spans = Vec<[u32; 2]>;

/// A rule, and the spans of all parts of a text.
struct Kernels {
    columns: &'static Columns,
    find: fn(&[u8]) -> Option<Spans>,
}

const KERNELS: [Kernels; 3] = [
    Kernels { columns: &DATE, find: |it| Some(rules::date(it)?.map(|it| it.0).to_vec()) },
    Kernels { columns: &BLOB, find: |it| Some(rules::blob(it)?.map(|it| it.0).to_vec()) },
    Kernels { columns: &PLAIN, find: |it| Some(rules::plain(it)?.map(|_| [0; 2]).to_vec()) },
];

impl Kernels {
    fn expected<'b>(&self, row: Option<&'b [u8]>, part: usize) -> Option<&'b [u8]> {
        let text = row?;
        let [begin, end] = (self.find)(text)?[part];
        (begin != u32::MAX).then(|| &text[begin as usize..end as usize])
    }

    fn check_part<'a>(
        &self,
        part: usize,
        made: &ViewColumn,
        texts: impl Texts<'a>,
        buffers: &[&'a [u8]],
        rows: &[Option<Vec<u8>>],
    ) {
        assert_eq!(made.views.len(), rows.len());
        assert!(made.validity.as_ref().is_none_or(|it| it.len() == rows.len().div_ceil(64)));
        let is_full =
            (0..rows.len()).all(|row| self.expected(rows[row].as_deref(), part).is_some());
        assert_eq!(made.validity.is_none(), is_full);
        for (row, view) in made.views.iter().enumerate() {
            let expected = self.expected(rows[row].as_deref(), part);
            assert_eq!(bit(made.validity.as_ref(), row), expected.is_some());
            let Some(expected) = expected else {
                assert_eq!(*view, 0);
                continue;
            };
            let found = text(*view, buffers);
            assert_eq!(found, expected);
            // Not a copy of the bytes, nor other bytes that are equal.
            if let Cow::Borrowed(found) = found {
                assert!(texts.text(row).as_ptr_range().contains(&found.as_ptr()));
            }
        }
    }
}

impl Check for Kernels {
    fn check<'a>(
        &self,
        texts: impl Texts<'a>,
        validity: Option<Validity<'_>>,
        buffers: &[&'a [u8]],
        rows: &[Option<Vec<u8>>],
    ) {
        let matching =
            |row: usize| rows[row].as_deref().is_some_and(|it| (self.find)(it).is_some());
        let matches = abnf_layout::is_match(self.columns, texts, validity);
        assert_eq!(matches.len(), rows.len().div_ceil(64));
        let all = abnf_layout::parts(self.columns, texts, validity).unwrap();
        assert_eq!(all.columns.len(), self.columns.parts.len());
        assert_eq!(all.matches.is_none(), (0..rows.len()).all(matching));
        for (row, text) in rows.iter().enumerate() {
            assert_eq!(bit(Some(&matches), row), matching(row), "{text:?}");
            assert_eq!(bit(all.matches.as_ref(), row), matching(row));
        }
        for (part, column) in all.columns.iter().enumerate() {
            self.check_part(part, column, texts, buffers, rows);
            let one = abnf_layout::part(self.columns, part, texts, validity).unwrap();
            assert_eq!(one, *column);
        }
        let errors = abnf_layout::errors(self.columns, texts, validity).unwrap();
        assert_eq!((errors.offsets.len(), errors.bounds.len()), (rows.len(), rows.len() + 1));
        for (row, text) in rows.iter().enumerate() {
            let message =
                &errors.messages[errors.bounds[row] as usize..errors.bounds[row + 1] as usize];
            let made = bit(errors.validity.as_ref(), row)
                .then(|| (errors.offsets[row], message.to_owned()));
            let mut message = String::new();
            let error = text.as_deref().and_then(|it| (self.columns.error)(it, &mut message));
            assert_eq!(made, error.map(|offset| (offset as u64, message)));
        }
    }
}

fn check_all(column: &Column) {
    let rows = column.rows.len();
    for kernels in &KERNELS {
        for (begin, count) in [(0, rows), (0, 0), (1, 1), (3, 63), (5, 64), (7, 65), (64, 128)] {
            if begin + count <= rows {
                column.check(begin, begin + count, kernels);
            }
        }
        column.check(rows, rows, kernels);
    }
}

#[test]
fn random_texts() {
    let mut random = Random(1);
    for _ in 0..12 {
        let rows = (0..random.below(400)).map(|_| Some(random.date()?.into_bytes())).collect();
        check_all(&Column::new(rows, &mut random));
    }
}

#[test]
fn random_bytes() {
    let mut random = Random(2);
    for _ in 0..12 {
        let rows = (0..random.below(400)).map(|_| random.bytes()).collect();
        check_all(&Column::new(rows, &mut random));
    }
}

#[test]
fn columns_without_nulls_or_with_nothing_else() {
    let mut random = Random(3);
    let dates = (0..200).map(|_| Some(b"2026-11-29@a note".to_vec())).collect();
    check_all(&Column::new(dates, &mut random));
    check_all(&Column::new(vec![None; 200], &mut random));
    check_all(&Column::new(vec![Some(Vec::new()); 200], &mut random));
}
