//! The same texts in every layout.

use crate::random::Random;
use arrow_array::builder::{BinaryViewBuilder, StringViewBuilder};
use arrow_array::types::{ArrowDictionaryKeyType, Int16Type, Int32Type, UInt64Type};
use arrow_array::{
    ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, LargeBinaryArray, LargeStringArray,
    PrimitiveArray, StringArray, StringViewArray,
};
use arrow_buffer::ArrowNativeType;
use std::sync::Arc;

pub(crate) type Row = Option<Vec<u8>>;

/// Returns arrays with the given rows, and dictionaries with keys of a random type. Those of strings are left out unless all rows are UTF-8.
pub(crate) fn arrays(rows: &[Row], random: &mut Random) -> Vec<ArrayRef> {
    let mut arrays = flat(rows.iter().map(Option::as_deref));
    arrays.extend(match random.below(3) {
        0 => dictionary::<Int16Type>(rows, random),
        1 => dictionary::<Int32Type>(rows, random),
        _ => dictionary::<UInt64Type>(rows, random),
    });
    arrays
}

/// Arrays without a dictionary.
fn flat<'a>(rows: impl Iterator<Item = Option<&'a [u8]>> + Clone) -> Vec<ArrayRef> {
    let mut small_blocks = BinaryViewBuilder::new().with_fixed_block_size(64);
    for row in rows.clone() {
        small_blocks.append_option(row);
    }
    let mut arrays: Vec<ArrayRef> = vec![
        Arc::new(rows.clone().collect::<BinaryArray>()),
        Arc::new(rows.clone().collect::<LargeBinaryArray>()),
        Arc::new(rows.clone().collect::<BinaryViewArray>()),
        Arc::new(small_blocks.finish()),
    ];
    let texts: Option<Vec<Option<&str>>> = rows
        .map(|row| row.map(|it| str::from_utf8(it).ok()).map_or(Some(None), |it| it.map(Some)))
        .collect();
    if let Some(texts) = texts {
        let mut small_blocks = StringViewBuilder::new().with_fixed_block_size(64);
        for text in &texts {
            small_blocks.append_option(*text);
        }
        arrays.extend([
            Arc::new(texts.iter().collect::<StringArray>()) as ArrayRef,
            Arc::new(texts.iter().collect::<LargeStringArray>()),
            Arc::new(texts.iter().collect::<StringViewArray>()),
            Arc::new(small_blocks.finish()),
        ]);
    }
    arrays
}

/// Dictionaries with nulls as keys and as values, with more values than rows, and with fewer.
fn dictionary<K: ArrowDictionaryKeyType>(rows: &[Row], random: &mut Random) -> Vec<ArrayRef> {
    let unused: Row = Some(b"2026-11-29".to_vec());
    let mut values: Vec<&Row> = Vec::new();
    if random.below(2) == 0 {
        values.extend(std::iter::repeat_n(&unused, rows.len()));
    }
    let mut keys = Vec::new();
    for row in rows {
        let known = values.iter().position(|it| *it == row);
        if row.is_none() && random.below(2) == 0 {
            keys.push(None);
            continue;
        }
        keys.push(Some(known.unwrap_or_else(|| {
            values.push(row);
            values.len() - 1
        })));
    }
    let keys: PrimitiveArray<K> =
        keys.into_iter().map(|key| key.and_then(K::Native::from_usize)).collect();
    let dictionary = |values| Arc::new(DictionaryArray::new(keys.clone(), values)) as ArrayRef;
    flat(values.iter().map(|it| it.as_deref())).into_iter().map(dictionary).collect()
}
