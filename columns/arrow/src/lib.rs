//! Rules of generated crates over arrays of arrow-rs.
//!
//! A [`Function`] of a rule is called with an array, and returns an array of the same length. The
//! functions below it call it and return arrays of a known type. Input are arrays of `Utf8`,
//! `LargeUtf8`, `Utf8View`, `Binary`, `LargeBinary`, `BinaryView`, and dictionaries whose values are
//! such arrays.
//!
//! | function | result | a row is null if |
//! |---|---|---|
//! | [`is_match`] | `Boolean` | it is null in the input |
//! | [`part`] | `Utf8View` or `BinaryView` | its text does not match, or lacks the part |
//! | [`parts`] | struct of all parts | its text does not match |
//! | [`values`] | struct of typed parts | its text does not match |
//! | [`error`] | struct of `offset` and `message` | its text matches |
//!
//! A null row of the input is null in each result. Fields of a null struct are null too.
//!
//! A part is `Utf8View` if all texts of the part are UTF-8, otherwise `BinaryView`. In [`values`], a part
//! with a value has the type of the value: `UInt8` to `UInt64`, `Int8` to `Int64`, `Float32`, `Float64`,
//! `Boolean`, or `Utf8View` for a character. In [`error`], `offset` is the number of bytes before the
//! error, `UInt64`, and `message` is `Utf8`.
//!
//! # Costs
//!
//! Each call takes time linear in the bytes of the array, unless the rule needs the general engine. Views
//! of parts refer to the buffers of the input: nothing is copied, and a result keeps the buffers of the
//! input alive. Call `gc` before a small result is kept or is written as IPC, which writes whole
//! buffers. The values of a dictionary are read once if the dictionary has fewer values than rows, and
//! otherwise those that rows refer to. Parts of binary arrays are checked to be UTF-8 a second time.
//!
//! # Errors
//!
//! [`ArrowError::InvalidArgumentError`] for an array of another type and for a number that no part has;
//! [`ArrowError::ExternalError`] with an [`abnf_layout::TooLong`] if a length does not fit the layout of
//! the result, such as a part of more than 1 GiB in a `LargeUtf8` array of more than 2 GiB.
//!
//! # Panics
//!
//! No function panics, provided that the array keeps the invariants of Arrow and the rule is of a
//! generated crate. Otherwise they may panic as [`abnf_layout`] describes; they never read other bytes.

#![deny(unsafe_code)]

mod function;
mod input;
mod output;

pub use function::Function;
pub use input::supports;

use abnf_layout::Columns;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray, StructArray};
use arrow_schema::ArrowError;

/// Returns which texts match the rule.
pub fn is_match(columns: &Columns, array: &dyn Array) -> Result<BooleanArray, ArrowError> {
    Ok(Function::IsMatch.call(columns, array)?.as_boolean().clone())
}

/// Returns one part of each text, by the number of the part.
pub fn part(columns: &Columns, part: usize, array: &dyn Array) -> Result<ArrayRef, ArrowError> {
    Function::Part(part).call(columns, array)
}

/// Returns all parts of each text, as a struct with a field for each.
pub fn parts(columns: &Columns, array: &dyn Array) -> Result<StructArray, ArrowError> {
    Ok(Function::Parts.call(columns, array)?.as_struct().clone())
}

/// Returns all parts of each text, as a struct with a typed field for each.
pub fn values(columns: &Columns, array: &dyn Array) -> Result<StructArray, ArrowError> {
    Ok(Function::Values.call(columns, array)?.as_struct().clone())
}

/// Returns why each text does not match, as a struct of an offset in bytes and a message.
pub fn error(columns: &Columns, array: &dyn Array) -> Result<StructArray, ArrowError> {
    Ok(Function::Error.call(columns, array)?.as_struct().clone())
}
