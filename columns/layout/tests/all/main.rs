//! Tests of the kernels: each result is compared row by row with the rule's function for one text.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod column;
mod hostile;
mod kernels;
mod large;
mod random;
mod rules;
mod typed;

use abnf_layout::{Columns, ValueType, rule};

static DATE: Columns = rule!(rules::DATE);
static BLOB: Columns = rule!(rules::BLOB);
static BITS: Columns = rule!(rules::BITS);
static PLAIN: Columns = rule!(rules::PLAIN);

#[test]
fn constants_keep_their_fields() {
    use ValueType::{Text, U8, U16};
    assert_eq!((DATE.rule, DATE.name, DATE.is_text), ("date", "date", true));
    let parts: Vec<_> = DATE.parts.iter().map(|it| (it.name, it.is_text, it.value)).collect();
    let expected =
        [("year", true, U16), ("month", true, U8), ("day", true, U8), ("note", true, Text)];
    assert_eq!(parts, expected);
    assert!(!BLOB.is_text && !BLOB.parts[0].is_text && PLAIN.parts.is_empty());
}

#[test]
fn types_have_the_names_of_rust() {
    use ValueType::{Bool, Char, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};
    let types: Vec<_> = BITS.parts.iter().map(|it| it.value).collect();
    assert_eq!(types, [U8, U16, U32, U64, I8, I16, I32, I64, F32, F64, Char, Bool]);
    assert_eq!(ValueType::of(""), Some(ValueType::Text));
    for name in ["u128", "U8", "usize", "text", " "] {
        assert_eq!(ValueType::of(name), None);
    }
}
