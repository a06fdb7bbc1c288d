//! Tests of the kernels: each result is compared row by row with the rule's function for one text.

mod column;
mod hostile;
mod kernels;
mod large;
mod random;
mod rules;
mod typed;

use abnf_layout::{Columns, rule};

static DATE: Columns = rule!(rules::DATE);
static BLOB: Columns = rule!(rules::BLOB);
static BITS: Columns = rule!(rules::BITS);
static PLAIN: Columns = rule!(rules::PLAIN);

#[test]
fn constants_keep_their_fields() {
    assert_eq!((DATE.rule, DATE.name, DATE.is_text), ("date", "date", true));
    let parts: Vec<_> = DATE.parts.iter().map(|it| (it.name, it.is_text, it.value)).collect();
    use abnf_layout::ValueType::{Text, U8, U16};
    let expected =
        [("year", true, U16), ("month", true, U8), ("day", true, U8), ("note", true, Text)];
    assert_eq!(parts, expected);
    assert!(!BLOB.is_text && !BLOB.parts[0].is_text && PLAIN.parts.is_empty());
}
