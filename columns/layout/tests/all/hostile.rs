//! Columns that break invariants of Arrow, and rules that return wrong spans: panics, or rows that
//! are documented, never a read of other bytes.

use crate::{BITS, DATE, PLAIN};
use abnf_layout::{ABSENT, Columns, Offsets, Part, Span, Texts, Validity, ValueType, Views};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns whether all kernels panic.
fn all_panic<'a>(columns: &Columns, texts: impl Texts<'a>) -> bool {
    let kernels: [&dyn Fn(); 4] = [
        &|| drop(abnf_layout::part(columns, 0, texts, None)),
        &|| drop(abnf_layout::parts(columns, texts, None)),
        &|| drop(abnf_layout::values(columns, texts, None)),
        &|| drop(abnf_layout::errors(columns, texts, None)),
    ];
    kernels.iter().all(|kernel| catch_unwind(AssertUnwindSafe(kernel)).is_err())
}

#[test]
fn offsets_outside_the_values() {
    let values = b"2026-11-29";
    for offsets in [[0, 11], [5, 4], [-1, 3], [0, -1], [i32::MIN, i32::MAX], [11, 11]] {
        assert!(all_panic(&DATE, Offsets { values, offsets: &offsets }), "{offsets:?}");
        let wide = offsets.map(i64::from);
        assert!(all_panic(&DATE, Offsets { values, offsets: &wide }), "{offsets:?}");
    }
    assert!(all_panic(&DATE, Offsets { values, offsets: &[0, i64::MAX] }));
    // No row at all, although a column has one offset more than rows.
    let none = Offsets::<i32> { values, offsets: &[] };
    assert_eq!(abnf_layout::is_match(&DATE, none, None), []);
}

#[test]
fn views_outside_the_buffers() {
    let buffer = b"2026-11-29@a note";
    for (length, number, begin) in [(18, 0, 0), (17, 0, 1), (17, 1, 0), (u32::MAX, 0, u32::MAX)] {
        let views = [abnf_layout::view(buffer, length, number, begin).to_le_bytes()];
        let texts = Views { views: &views, buffers: &[buffer] };
        assert!(all_panic(&DATE, texts), "{length} {number} {begin}");
        // The row is not read if it is null.
        let validity = Some(Validity { bits: &[0], offset: 0 });
        assert_eq!(abnf_layout::is_match(&DATE, texts, validity), [0]);
        let part = abnf_layout::part(&DATE, 0, texts, validity).unwrap();
        assert_eq!((part.views, part.validity), (vec![0], Some(vec![0])));
    }
}

#[test]
fn bytes_after_a_short_text() {
    let views = [*b"\x0A\0\0\x002026-11-29zz"];
    let year = abnf_layout::part(&DATE, 0, Views { views: &views, buffers: &[] }, None).unwrap();
    assert_eq!(year.views, [u128::from_le_bytes(*b"\x04\0\0\x002026\0\0\0\0\0\0\0\0")]);
}

#[test]
fn bitmaps_that_are_too_short() {
    let texts = Offsets { values: b"aa", offsets: &[0i32, 1, 2, 2] };
    for (bits, offset, expected) in [(&[][..], 0, 0), (&[0xFF], 6, 0b11), (&[0xFF], usize::MAX, 0)]
    {
        let validity = Some(Validity { bits, offset });
        assert_eq!(abnf_layout::is_match(&PLAIN, texts, validity), [expected]);
    }
}

/// A rule that matches all texts and says that its part is in every text where `span` says.
fn with_span(part: fn(&[&[u8]], &mut [Span; 64]) -> u64, is_text: bool) -> Columns {
    let parts =
        Vec::leak(vec![Part { name: "part", is_text, value: ValueType::Text, locate: part }]);
    Columns { parts, ..DATE }
}

#[test]
fn spans_outside_the_text() {
    let texts = Offsets { values: "日本語".as_bytes(), offsets: &[0i32, 3, 6] };
    let part = |columns: &Columns| abnf_layout::part(columns, 0, texts, None).unwrap();
    let panics = |columns: &Columns| catch_unwind(AssertUnwindSafe(|| part(columns))).is_err();
    for is_text in [false, true] {
        assert!(panics(&with_span(|_, spans| (*spans = [[0, 4]; 64], 3).1, is_text)));
        assert!(panics(&with_span(|_, spans| (*spans = [[2, 1]; 64], 3).1, is_text)));
        assert!(panics(&with_span(|_, spans| (*spans = [[4, 4]; 64], 3).1, is_text)));
        assert!(panics(&with_span(|_, spans| (*spans = [[0, u32::MAX]; 64], 3).1, is_text)));
        // Nothing is read where the rule does not match, and no row is there for the other bits.
        let made = part(&with_span(|_, spans| (*spans = [[0, 4]; 64], u64::MAX << 2).1, is_text));
        assert_eq!((made.views, made.validity), (vec![0; 2], Some(vec![0])));
        let made = part(&with_span(|_, spans| (*spans = [ABSENT; 64], 3).1, is_text));
        assert_eq!((made.views, made.validity), (vec![0; 2], Some(vec![0])));
    }
    // Only text has boundaries.
    assert!(panics(&with_span(|_, spans| (*spans = [[1, 3]; 64], 3).1, true)));
    assert!(panics(&with_span(|_, spans| (*spans = [[0, 2]; 64], 3).1, true)));
    let made = part(&with_span(|_, spans| (*spans = [[1, 3]; 64], 3).1, false));
    assert_eq!(made.validity, None);
}

/// The text of a null row is taken for the empty text, which matches this rule.
#[test]
fn null_rows_have_no_part() {
    let rule = with_span(|texts, spans| (*spans = [[0, 0]; 64], (1 << texts.len()) - 1).1, true);
    let texts = Offsets { values: b"aa", offsets: &[0i32, 1, 2] };
    let validity = Some(Validity { bits: &[0b10], offset: 0 });
    let made = abnf_layout::part(&rule, 0, texts, validity).unwrap();
    assert_eq!((made.views, made.validity), (vec![0; 2], Some(vec![0b10])));
    let rule = Columns { values: |_, spans, _| (spans.fill([0, 0]), 0b11).1, ..rule };
    let made = abnf_layout::values(&rule, texts, validity).unwrap();
    assert_eq!(made.matches, Some(vec![0b10]));
    assert_eq!(made.columns[0].validity, Some(vec![0b10]));
}

#[test]
fn values_that_are_no_character() {
    let texts = Offsets { values: b"0000000000000041", offsets: &[0i32, 16] };
    let broken =
        Columns { values: |_, spans, bits| (spans.fill([0, 1]), bits.fill(0xD800), 1).2, ..BITS };
    assert!(catch_unwind(|| abnf_layout::values(&broken, texts, None)).is_err());
}
