//! Arrays of other types, parts that no rule has, rules that break their contract.

use crate::hand_written::{BLOB, DATE, PLAIN};
use abnf_arrow::{Function, is_match, part, supports};
use abnf_layout::{Columns, Part, ValueType};
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BinaryArray, DictionaryArray, Int32Array, ListArray, NullArray, StringArray,
};
use arrow_schema::{ArrowError, DataType};
use std::sync::Arc;

const FUNCTIONS: [Function; 5] =
    [Function::IsMatch, Function::Part(0), Function::Parts, Function::Values, Function::Error];

#[test]
fn arrays_of_other_types() {
    let keys = Int32Array::from(vec![0]);
    let numbers = DictionaryArray::new(keys.clone(), Arc::new(keys.clone()));
    let texts: ArrayRef =
        Arc::new(DictionaryArray::new(keys.clone(), Arc::new(StringArray::from(vec!["a"]))));
    let nested = DictionaryArray::new(keys.clone(), texts);
    let list = ListArray::from_iter_primitive::<Int32Type, _, _>([Some([Some(1)])]);
    let arrays: [ArrayRef; 5] = [
        Arc::new(keys),
        Arc::new(numbers),
        Arc::new(nested),
        Arc::new(list),
        Arc::new(NullArray::new(3)),
    ];
    for array in arrays {
        assert!(!supports(array.data_type()));
        for function in FUNCTIONS {
            let error = function.call(&DATE, &array).unwrap_err().to_string();
            let expected =
                format!("date is matched against text or bytes, not {}", array.data_type());
            assert!(error.ends_with(&expected), "{error}");
        }
    }
}

#[test]
fn parts_that_no_rule_has() {
    for array in [StringArray::from(vec!["2026-11-29"]), StringArray::new_null(0)] {
        let error = part(&DATE, 4, &array).unwrap_err();
        assert_eq!(error.to_string(), "Invalid argument error: date has 4 parts, and no part 4");
        assert!(part(&PLAIN, 0, &array).is_err());
        assert!(Function::Part(4).data_type(&DATE).is_err());
    }
}

/// Text whose part is one byte of it.
const PART: Part = Part {
    name: "part",
    is_text: true,
    value: ValueType::Text,
    locate: |texts, spans| (*spans = [[0, 1]; 64], (1 << texts.len()) - 1).1,
};
static BROKEN: Columns = Columns { parts: &[PART], ..DATE };

/// Text stays UTF-8 even if the rule is wrong about it.
#[test]
fn parts_that_are_not_text() {
    let bytes = BinaryArray::from(vec![&b"\xFF"[..]]);
    let error = part(&BROKEN, 0, &bytes).unwrap_err();
    assert!(matches!(error, ArrowError::InvalidArgumentError(_)), "{error}");
    let texts = StringArray::from(vec!["é"]);
    assert!(std::panic::catch_unwind(|| part(&BROKEN, 0, &texts)).is_err());
    assert!(part(&BROKEN, 0, &StringArray::from(vec!["a"])).is_ok());
}

#[test]
fn results_have_the_types_of_parts() {
    assert_eq!(Function::Part(3).data_type(&DATE).unwrap(), DataType::Utf8View);
    assert_eq!(Function::Part(0).data_type(&BLOB).unwrap(), DataType::BinaryView);
    let types = |function: Function| match function.data_type(&DATE).unwrap() {
        DataType::Struct(fields) => {
            fields.iter().map(|it| format!("{} {}", it.name(), it.data_type())).collect::<Vec<_>>()
        }
        other => panic!("{other}"),
    };
    assert_eq!(
        types(Function::Values),
        ["year UInt16", "month UInt8", "day UInt8", "note Utf8View"]
    );
    assert_eq!(types(Function::Error), ["offset UInt64", "message Utf8"]);
    assert!(is_match(&DATE, &StringArray::from(vec!["2026-11-29"])).unwrap().value(0));
}
