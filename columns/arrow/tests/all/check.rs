//! Compares all functions of a rule with a reference.

use crate::layouts::{Row, arrays};
use crate::random::Random;
use abnf_arrow::Function;
use abnf_layout::{ABSENT, BLOCK, Columns, ValueType};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, types};
use arrow_schema::DataType;

/// The parts of a text, in the order of the rule's parts. `None` if the text does not match.
pub(crate) type Parts = Option<Vec<Row>>;

/// Checks the functions with these rows in every layout, whole and in slices.
pub(crate) fn check_all(columns: &Columns, rows: &[Row], reference: fn(&[u8]) -> Parts, seed: u64) {
    for array in arrays(rows, &mut Random(seed)) {
        let count = rows.len();
        let slices = [(0, count), (count, 0), (0, 0), (1, 1), (3, 63), (5, 64), (7, 65), (64, 128)];
        for (begin, length) in slices.into_iter().chain([(9, count.saturating_sub(12))]) {
            if begin + length <= count {
                let slice = array.slice(begin, length);
                check(columns, &slice, &rows[begin..begin + length], reference);
            }
        }
    }
}

fn check(columns: &Columns, array: &dyn Array, rows: &[Row], reference: fn(&[u8]) -> Parts) {
    let context = format!("{} rows of {}", rows.len(), array.data_type());
    let expected: Vec<Parts> = rows.iter().map(|row| reference(row.as_deref()?)).collect();

    let matches = call(Function::IsMatch, columns, array);
    for (row, parts) in expected.iter().enumerate() {
        assert_eq!(matches.is_valid(row), rows[row].is_some(), "{context}");
        let is_match = matches.is_valid(row) && matches.as_boolean().value(row);
        assert_eq!(is_match, parts.is_some(), "{context}: {:?}", rows[row]);
    }

    let [parts, values] = [Function::Parts, Function::Values].map(|it| call(it, columns, array));
    for made in [&parts, &values] {
        for (row, parts) in expected.iter().enumerate() {
            assert_eq!(made.is_valid(row), parts.is_some(), "{context}: {:?}", rows[row]);
        }
    }
    for (index, part) in columns.parts.iter().enumerate() {
        let one = call(Function::Part(index), columns, array);
        let typed = values.as_struct().column(index);
        for (row, parts_of_text) in expected.iter().enumerate() {
            let name = part.name;
            let expected = parts_of_text.as_ref().and_then(|parts| parts[index].clone());
            assert_eq!(bytes(&one, row), expected, "{context}: {name} {:?}", rows[row]);
            assert_eq!(
                bytes(parts.as_struct().column(index), row),
                expected,
                "{context}: {name} {:?}",
                rows[row]
            );
            assert_eq!(
                typed.is_valid(row),
                expected.is_some(),
                "{context}: {name} {:?}",
                rows[row]
            );
            let bits = bits(columns, index, &rows[row]);
            match value(typed, row) {
                // The number of a null row has no meaning.
                Some(value) => {
                    assert!(value == bits || typed.is_null(row), "{context}: {name} {value}");
                }
                None if part.value == ValueType::Char => {
                    let char = expected.map(|_| char::try_from(u32::try_from(bits).unwrap()));
                    let char = char.map(|it| it.unwrap().to_string().into_bytes());
                    assert_eq!(bytes(typed, row), char, "{context}: {name} {:?}", rows[row]);
                }
                None => {
                    assert_eq!(bytes(typed, row), expected, "{context}: {name} {:?}", rows[row]);
                }
            }
        }
    }

    let errors = call(Function::Error, columns, array);
    for (row, text) in rows.iter().enumerate() {
        let mut message = String::new();
        let error = text.as_deref().and_then(|it| (columns.error)(it, &mut message));
        let fields = errors.as_struct();
        assert_eq!(errors.is_valid(row), error.is_some(), "{context}: {text:?}");
        assert_eq!(fields.column(0).is_valid(row), error.is_some());
        assert_eq!(fields.column(1).is_valid(row), error.is_some());
        if let Some(offset) = error {
            let offsets = fields.column(0).as_primitive::<types::UInt64Type>();
            assert_eq!(offsets.value(row), u64::try_from(offset).unwrap());
            assert_eq!(fields.column(1).as_string::<i32>().value(row), message);
        }
    }
}

/// Calls a function, and checks what all of them have in common.
pub(crate) fn call(function: Function, columns: &Columns, array: &dyn Array) -> ArrayRef {
    let made = function.call(columns, array).unwrap();
    made.to_data().validate_full().unwrap();
    assert_eq!(made.data_type(), &function.data_type(columns).unwrap());
    assert_eq!(made.len(), array.len());
    made
}

/// Returns the text of a row of views, and checks that zeros follow a short text.
fn bytes(array: &dyn Array, row: usize) -> Row {
    let view = match array.data_type() {
        DataType::Utf8View => array.as_string_view().views()[row],
        _ => array.as_binary_view().views()[row],
    };
    if array.is_null(row) {
        return None;
    }
    let text = match array.data_type() {
        DataType::Utf8View => array.as_string_view().value(row).as_bytes().to_vec(),
        _ => array.as_binary_view().value(row).to_vec(),
    };
    let length = u32::try_from(text.len()).unwrap();
    if length <= abnf_layout::INLINE {
        assert_eq!(view, abnf_layout::inline(&text, length));
    }
    Some(text)
}

/// Returns the value of a row as a rule writes it. `None` if the column is text.
fn value(array: &dyn Array, row: usize) -> Option<u64> {
    macro_rules! number {
        ($type:ident, $value:ident => $bits:expr) => {{
            let $value = array.as_primitive::<types::$type>().value(row);
            $bits
        }};
    }
    Some(match array.data_type() {
        DataType::UInt8 => number!(UInt8Type, it => it.into()),
        DataType::UInt16 => number!(UInt16Type, it => it.into()),
        DataType::UInt32 => number!(UInt32Type, it => it.into()),
        DataType::UInt64 => number!(UInt64Type, it => it),
        DataType::Int8 => number!(Int8Type, it => i64::from(it).cast_unsigned()),
        DataType::Int16 => number!(Int16Type, it => i64::from(it).cast_unsigned()),
        DataType::Int32 => number!(Int32Type, it => i64::from(it).cast_unsigned()),
        DataType::Int64 => number!(Int64Type, it => it.cast_unsigned()),
        DataType::Float32 => number!(Float32Type, it => it.to_bits().into()),
        DataType::Float64 => number!(Float64Type, it => it.to_bits()),
        DataType::Boolean => array.as_boolean().value(row).into(),
        _ => return None,
    })
}

/// Returns the value of a part by a call for one text. 0 if the text does not have the part.
fn bits(columns: &Columns, part: usize, text: &Row) -> u64 {
    let Some(text) = text else { return 0 };
    let mut spans = vec![ABSENT; BLOCK * columns.parts.len()];
    let mut bits = vec![0; BLOCK * columns.parts.len()];
    let matches = (columns.values)(&[text], &mut spans, &mut bits);
    let is_present = matches == 1 && spans[part * BLOCK] != ABSENT;
    if is_present { bits[part * BLOCK] } else { 0 }
}
