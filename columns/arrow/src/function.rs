//! The functions of a rule as values: their types, and their calls over a column in any layout.

use crate::input::{self, Input};
use crate::output;
use abnf_layout::{Columns, Part, Texts, ValueType};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{ArrowError, DataType, Field, Fields};

/// A function of a rule over arrays. The [crate](crate) describes their results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// Which texts match.
    IsMatch,
    /// One part, by its number in [`Columns::parts`].
    Part(usize),
    /// All parts.
    Parts,
    /// All parts, typed.
    Values,
    /// Why a text does not match.
    Error,
}

impl Function {
    /// Returns the function's result for each row of an array.
    ///
    /// # Errors
    ///
    /// Returns an [error](crate#errors) if the array has another type, if the rule has no such part, or
    /// if a length does not fit the layout of the result.
    pub fn call(self, columns: &Columns, array: &dyn Array) -> Result<ArrayRef, ArrowError> {
        // Before the array is read, and also if the array is empty.
        self.data_type(columns)?;
        input::call(self, columns, array)
    }

    /// Returns the type of the result, which does not depend on the array.
    ///
    /// # Errors
    ///
    /// Returns an [error](crate#errors) if the rule has no such part.
    pub fn data_type(self, columns: &Columns) -> Result<DataType, ArrowError> {
        Ok(match self {
            Self::IsMatch => DataType::Boolean,
            Self::Part(index) => part_type(find(columns, index)?),
            Self::Parts => DataType::Struct(fields(columns, part_type)),
            Self::Values => DataType::Struct(fields(columns, value_type)),
            Self::Error => DataType::Struct(error_fields()),
        })
    }

    pub(crate) fn of_texts<'a>(
        self,
        columns: &Columns,
        texts: impl Texts<'a>,
        input: &Input<'_>,
    ) -> Result<ArrayRef, ArrowError> {
        let validity = input.validity();
        match self {
            Self::IsMatch => {
                Ok(output::booleans(abnf_layout::is_match(columns, texts, validity), input))
            }
            Self::Part(index) => {
                let made = abnf_layout::part(columns, index, texts, validity).map_err(too_long)?;
                output::views(find(columns, index)?, made, input)
            }
            Self::Parts => {
                let made = abnf_layout::parts(columns, texts, validity).map_err(too_long)?;
                let parts = columns.parts.iter().zip(made.columns);
                let arrays = parts.map(|(part, column)| output::views(part, column, input));
                output::structs(fields(columns, part_type), arrays, made.matches, input)
            }
            Self::Values => {
                let made = abnf_layout::values(columns, texts, validity).map_err(too_long)?;
                let parts = columns.parts.iter().zip(made.columns);
                let arrays = parts.map(|(part, column)| output::values(part, column, input));
                output::structs(fields(columns, value_type), arrays, made.matches, input)
            }
            Self::Error => {
                let made = abnf_layout::errors(columns, texts, validity).map_err(too_long)?;
                output::errors(error_fields(), made, input)
            }
        }
    }
}

fn find(columns: &Columns, index: usize) -> Result<&'static Part, ArrowError> {
    columns.parts.get(index).ok_or_else(|| {
        let (rule, count) = (columns.rule, columns.parts.len());
        ArrowError::InvalidArgumentError(format!("{rule} has {count} parts, and no part {index}"))
    })
}

fn fields(columns: &Columns, data_type: fn(&Part) -> DataType) -> Fields {
    columns.parts.iter().map(|part| Field::new(part.name, data_type(part), true)).collect()
}

fn part_type(part: &Part) -> DataType {
    if part.is_text { DataType::Utf8View } else { DataType::BinaryView }
}

fn value_type(part: &Part) -> DataType {
    match part.value {
        ValueType::Text => part_type(part),
        ValueType::U8 => DataType::UInt8,
        ValueType::U16 => DataType::UInt16,
        ValueType::U32 => DataType::UInt32,
        ValueType::U64 => DataType::UInt64,
        ValueType::I8 => DataType::Int8,
        ValueType::I16 => DataType::Int16,
        ValueType::I32 => DataType::Int32,
        ValueType::I64 => DataType::Int64,
        ValueType::F32 => DataType::Float32,
        ValueType::F64 => DataType::Float64,
        ValueType::Char => DataType::Utf8View,
        ValueType::Bool => DataType::Boolean,
    }
}

fn error_fields() -> Fields {
    let offset = Field::new("offset", DataType::UInt64, true);
    Fields::from(vec![offset, Field::new("message", DataType::Utf8, true)])
}

fn too_long(error: abnf_layout::TooLong) -> ArrowError {
    ArrowError::from_external_error(Box::new(error))
}
