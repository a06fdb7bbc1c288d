//! The parts of each text as typed columns: numbers, characters and truth values; other parts as views.
#![allow(clippy::cast_possible_truncation, reason = "the lower bits represent a value")]

use crate::blocks::{self, Block};
use crate::part::{PartWriter, check_lengths, slice};
use crate::validity::Bitmap;
use crate::view::inline;
use crate::{ABSENT, BLOCK, Columns, Part, Span, Texts, TooLong, Validity, ValueType, View};
use alloc::vec;
use alloc::vec::Vec;

/// The rows of a column of values. Null rows are 0 or false.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names of types")]
pub enum Values {
    /// Views of a part that is text alone, as in [`ViewColumn`](crate::ViewColumn).
    Text(Vec<View>),
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    I8(Vec<i8>),
    I16(Vec<i16>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    F32(Vec<f32>),
    F64(Vec<f64>),
    /// Views that contain the character as UTF-8, without buffers.
    Char(Vec<View>),
    /// A word for each block of 64 rows.
    Bool(Vec<u64>),
}

/// A column of values.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueColumn {
    /// The rows.
    pub values: Values,
    /// As in [`ViewColumn`](crate::ViewColumn).
    pub validity: Option<Vec<u64>>,
}

/// The values of a column of texts.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueColumns {
    /// A column for each part of the rule.
    pub columns: Vec<ValueColumn>,
    /// As in [`Parts`](crate::Parts).
    pub matches: Option<Vec<u64>>,
}

/// Returns the value of each part of each text that has one, by the type of the part, and other parts
/// as views. Rows are null as those of [`part`](crate::part()).
///
/// # Errors
///
/// As [`part`](crate::part()).
///
/// # Panics
///
/// Panics if the column or the rule breaks an [invariant](crate#invariants).
pub fn values<'a>(
    columns: &Columns,
    texts: impl Texts<'a>,
    validity: Option<Validity<'_>>,
) -> Result<ValueColumns, TooLong> {
    let rows = texts.rows();
    let mut writers: Vec<_> =
        columns.parts.iter().map(|part| (part, ValueWriter::with_capacity(part, rows))).collect();
    let mut matches = Bitmap::with_capacity(rows);
    let mut spans = vec![ABSENT; BLOCK * columns.parts.len()];
    let mut bits = vec![0; BLOCK * columns.parts.len()];
    blocks::try_each(texts, validity, |block| {
        if !columns.parts.is_empty() {
            check_lengths(block)?;
        }
        let matching = (columns.values)(block.texts, &mut spans, &mut bits) & block.valid;
        matches.push(matching, block.rows());
        let located = spans.chunks_exact(BLOCK).zip(bits.chunks_exact(BLOCK));
        writers.iter_mut().zip(located).try_for_each(|((part, writer), (spans, bits))| {
            writer.push(part, texts, block, spans, bits, matching)
        })
    })?;
    let columns = writers.into_iter().map(|(_, writer)| writer.finish()).collect();
    Ok(ValueColumns { columns, matches: matches.finish() })
}

/// A column of values that is written block by block.
enum ValueWriter {
    Text(PartWriter),
    Typed(Values, Bitmap),
}

impl ValueWriter {
    fn with_capacity(part: &Part, rows: usize) -> Self {
        let values = match part.value {
            ValueType::Text => return Self::Text(PartWriter::with_capacity(rows)),
            ValueType::U8 => Values::U8(Vec::with_capacity(rows)),
            ValueType::U16 => Values::U16(Vec::with_capacity(rows)),
            ValueType::U32 => Values::U32(Vec::with_capacity(rows)),
            ValueType::U64 => Values::U64(Vec::with_capacity(rows)),
            ValueType::I8 => Values::I8(Vec::with_capacity(rows)),
            ValueType::I16 => Values::I16(Vec::with_capacity(rows)),
            ValueType::I32 => Values::I32(Vec::with_capacity(rows)),
            ValueType::I64 => Values::I64(Vec::with_capacity(rows)),
            ValueType::F32 => Values::F32(Vec::with_capacity(rows)),
            ValueType::F64 => Values::F64(Vec::with_capacity(rows)),
            ValueType::Char => Values::Char(Vec::with_capacity(rows)),
            ValueType::Bool => Values::Bool(Vec::with_capacity(rows.div_ceil(BLOCK))),
        };
        Self::Typed(values, Bitmap::with_capacity(rows))
    }

    fn push<'a>(
        &mut self,
        part: &Part,
        texts: impl Texts<'a>,
        block: &Block<'_, 'a>,
        spans: &[Span],
        bits: &[u64],
        matches: u64,
    ) -> Result<(), TooLong> {
        match self {
            Self::Text(writer) => writer.push(part, texts, block, spans, matches),
            Self::Typed(values, bitmap) => {
                let mut present = 0;
                for (index, (text, span)) in block.texts.iter().zip(spans).enumerate() {
                    if matches >> index & 1 == 1 && slice(part, text, *span).is_some() {
                        present |= 1 << index;
                    }
                }
                bitmap.push(present, block.rows());
                values.push(&bits[..block.rows()], present);
                Ok(())
            }
        }
    }

    fn finish(self) -> ValueColumn {
        match self {
            Self::Text(writer) => {
                let column = writer.finish();
                ValueColumn { values: Values::Text(column.views), validity: column.validity }
            }
            Self::Typed(values, bitmap) => ValueColumn { values, validity: bitmap.finish() },
        }
    }
}

impl Values {
    /// Adds the values of a block, from their bits, for the rows in `present`.
    fn push(&mut self, bits: &[u64], present: u64) {
        let bits = bits.iter().enumerate();
        let rows = bits.map(|(index, &bits)| if present >> index & 1 == 1 { bits } else { 0 });
        match self {
            // Written by another writer.
            Self::Text(_) => {}
            Self::U8(values) => values.extend(rows.map(|bits| bits as u8)),
            Self::U16(values) => values.extend(rows.map(|bits| bits as u16)),
            Self::U32(values) => values.extend(rows.map(|bits| bits as u32)),
            Self::U64(values) => values.extend(rows),
            Self::I8(values) => values.extend(rows.map(|bits| bits as i8)),
            Self::I16(values) => values.extend(rows.map(|bits| bits as i16)),
            Self::I32(values) => values.extend(rows.map(|bits| bits as i32)),
            Self::I64(values) => values.extend(rows.map(u64::cast_signed)),
            Self::F32(values) => values.extend(rows.map(|bits| f32::from_bits(bits as u32))),
            Self::F64(values) => values.extend(rows.map(f64::from_bits)),
            Self::Char(values) => values.extend(
                rows.enumerate()
                    .map(|(i, it)| if present >> i & 1 == 1 { char_view(it) } else { 0 }),
            ),
            Self::Bool(words) => {
                words.push(rows.enumerate().fold(0, |word, (i, bits)| word | (bits & 1) << i));
            }
        }
    }
}

/// Returns the view of a character.
///
/// # Panics
///
/// Panics if there is no such character.
fn char_view(bits: u64) -> View {
    let code = u32::try_from(bits).ok().and_then(char::from_u32);
    let mut bytes = [0; 4];
    let text = code.expect("the value of a part is a character").encode_utf8(&mut bytes);
    inline(text.as_bytes(), text.len() as u32)
}
