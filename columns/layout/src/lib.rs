//! Rules of generated crates over columns of texts in the memory layout of [Apache Arrow].
//!
//! The layout is a standard, so this crate depends on no library of Arrow: it serves every version
//! of arrow-rs, Polars, DuckDB and the C data interface. Input are slices of a column's buffers,
//! output are vectors that become buffers.
//!
//! [`rule!`] takes over the constant of a rule. Then:
//!
//! | function | result for each row |
//! |---|---|
//! | [`is_match`] | whether the text matches, as a bit |
//! | [`part`], [`parts`] | one part or all, as views into the buffers of the input |
//! | [`values`] | the value of each part that has one; other parts as views |
//! | [`errors`] | why a text does not match: an offset in bytes and a message |
//!
//! All of them read the input once, in blocks of [`BLOCK`] rows, and take time linear in its bytes,
//! unless the rule needs the general engine. No byte of a part of more than 12 bytes is copied.
//!
//! # Invariants
//!
//! The texts of rows need not be UTF-8, and the texts of null rows are not read. For the other rows,
//! the functions rely on these invariants of Arrow; nothing in this crate is `unsafe`, so without them
//! the functions panic or return wrong rows:
//!
//! - Offsets are not negative, do not decrease, and do not exceed the length of the values:
//!   otherwise [`Offsets`] panics when it reads the row.
//! - A view of more than 12 bytes refers to an existing buffer and to bytes inside it: otherwise
//!   [`Views`] panics when it reads the row.
//! - A bitmap has a bit for each row. [`Validity`] takes missing bits for null rows.
//!
//! The functions of a generated crate are correct. Those of other [`Columns`] may return anything; if
//! a span is not inside its text, or cuts a character of a part that [is text](Part::is_text), the
//! functions that write parts panic.
//!
//! [Apache Arrow]: https://arrow.apache.org/docs/format/Columnar.html
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod blocks;
mod errors;
mod matches;
mod offsets;
mod part;
mod parts;
mod rule;
mod selected;
mod text;
mod validity;
mod values;
mod view;
mod views;

pub use errors::{Errors, errors};
pub use matches::is_match;
pub use offsets::{Offset, Offsets, pieces};
pub use part::{ViewColumn, part};
pub use parts::{Parts, parts};
pub use rule::{ABSENT, BLOCK, Columns, Part, Span, ValueType};
pub use selected::Selected;
pub use text::{Texts, TooLong};
pub use validity::Validity;
pub use values::{ValueColumn, ValueColumns, Values, values};
pub use view::{INLINE, View, inline, view};
pub use views::Views;
