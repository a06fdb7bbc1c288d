//! Columns as arrays.

use crate::input::Input;
use abnf_layout::{Errors, Part, ValueColumn, Values, ViewColumn};
use arrow_array::{
    ArrayRef, ArrowPrimitiveType, BinaryViewArray, BooleanArray, PrimitiveArray, StringArray,
    StringViewArray, StructArray, types,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, Fields};
use std::sync::Arc;

fn bits(words: Vec<u64>, rows: usize) -> BooleanBuffer {
    BooleanBuffer::new(Buffer::from_vec(words), 0, rows)
}

fn nulls(validity: Option<Vec<u64>>, rows: usize) -> Option<NullBuffer> {
    validity.map(|words| NullBuffer::new(bits(words, rows)))
}

/// An array of booleans, with the nulls of the input.
pub(crate) fn booleans(words: Vec<u64>, input: &Input<'_>) -> ArrayRef {
    Arc::new(BooleanArray::new(bits(words, input.rows), input.nulls.cloned()))
}

/// An array of views of a part.
pub(crate) fn views(
    part: &Part,
    column: ViewColumn,
    input: &Input<'_>,
) -> Result<ArrayRef, ArrowError> {
    let nulls = nulls(column.validity, input.rows);
    let (views, buffers) = (ScalarBuffer::from(column.views), input.buffers.clone());
    if !part.is_text {
        return Ok(Arc::new(BinaryViewArray::try_new(views, buffers, nulls)?));
    }
    if !input.is_utf8 {
        return Ok(Arc::new(StringViewArray::try_new(views, buffers, nulls)?));
    }
    // SAFETY: `abnf_layout` makes each view of a null row zero, the empty text, and each other view of
    // a span that it has found to be inside a text of the input and, as `part.is_text`, to begin and
    // end at boundaries of characters. The text is UTF-8, since `input.is_utf8`, so the part is too.
    // The view refers to `input.buffers`, by the number and the offset of the part, or contains
    // the part if it has at most 12 bytes. This does not rely on the functions of the rule.
    #[expect(unsafe_code, reason = "a check would read all parts a second time")]
    let array = unsafe { StringViewArray::new_unchecked(views, buffers, nulls) };
    Ok(Arc::new(array))
}

/// An array of the values of a part.
pub(crate) fn values(
    part: &Part,
    column: ValueColumn,
    input: &Input<'_>,
) -> Result<ArrayRef, ArrowError> {
    let ValueColumn { values, validity } = column;
    let nulls = |validity| nulls(validity, input.rows);
    Ok(match values {
        Values::Text(rows) => return views(part, ViewColumn { views: rows, validity }, input),
        Values::U8(rows) => numbers::<types::UInt8Type>(rows, nulls(validity)),
        Values::U16(rows) => numbers::<types::UInt16Type>(rows, nulls(validity)),
        Values::U32(rows) => numbers::<types::UInt32Type>(rows, nulls(validity)),
        Values::U64(rows) => numbers::<types::UInt64Type>(rows, nulls(validity)),
        Values::I8(rows) => numbers::<types::Int8Type>(rows, nulls(validity)),
        Values::I16(rows) => numbers::<types::Int16Type>(rows, nulls(validity)),
        Values::I32(rows) => numbers::<types::Int32Type>(rows, nulls(validity)),
        Values::I64(rows) => numbers::<types::Int64Type>(rows, nulls(validity)),
        Values::F32(rows) => numbers::<types::Float32Type>(rows, nulls(validity)),
        Values::F64(rows) => numbers::<types::Float64Type>(rows, nulls(validity)),
        Values::Char(rows) => {
            Arc::new(StringViewArray::try_new(rows.into(), Vec::new(), nulls(validity))?)
        }
        Values::Bool(words) => {
            Arc::new(BooleanArray::new(bits(words, input.rows), nulls(validity)))
        }
    })
}

fn numbers<T: ArrowPrimitiveType>(rows: Vec<T::Native>, nulls: Option<NullBuffer>) -> ArrayRef {
    Arc::new(PrimitiveArray::<T>::new(rows.into(), nulls))
}

/// An array of structs with a field for each part, null where texts do not match.
pub(crate) fn structs(
    fields: Fields,
    arrays: impl Iterator<Item = Result<ArrayRef, ArrowError>>,
    matches: Option<Vec<u64>>,
    input: &Input<'_>,
) -> Result<ArrayRef, ArrowError> {
    let nulls = nulls(matches, input.rows);
    let arrays = arrays.collect::<Result<Vec<_>, _>>()?;
    let made = StructArray::try_new_with_length(fields, arrays, nulls, input.rows)?;
    Ok(Arc::new(made))
}

/// An array of structs of an offset and a message.
pub(crate) fn errors(
    fields: Fields,
    errors: Errors,
    input: &Input<'_>,
) -> Result<ArrayRef, ArrowError> {
    let nulls = nulls(errors.validity, input.rows);
    let bounds = OffsetBuffer::new(ScalarBuffer::from(errors.bounds));
    let messages = Buffer::from_vec(errors.messages.into_bytes());
    let offsets: ArrayRef =
        Arc::new(PrimitiveArray::<types::UInt64Type>::new(errors.offsets.into(), nulls.clone()));
    let messages: ArrayRef = Arc::new(StringArray::try_new(bounds, messages, nulls.clone())?);
    let arrays = vec![offsets, messages];
    Ok(Arc::new(StructArray::try_new_with_length(fields, arrays, nulls, input.rows)?))
}
