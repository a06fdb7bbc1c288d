//! Why texts do not match: an offset and a message for each.

use crate::validity::Bitmap;
use crate::{Columns, Texts, TooLong, Validity, blocks};
use alloc::string::String;
use alloc::vec::Vec;

/// The errors of a column of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errors {
    /// The offset of the error in bytes, for each row; 0 for a null row.
    pub offsets: Vec<u64>,
    /// All messages, one after the other.
    pub messages: String,
    /// The beginning of each message in `messages`, and the end of the last one: the offsets of
    /// `Utf8`. The message of a null row is empty.
    pub bounds: Vec<i32>,
    /// A word for each block of 64 rows, with a bit for each row that has an error. `None` if all
    /// rows have one. A row is null if it is null in the input, or if its text matches.
    pub validity: Option<Vec<u64>>,
}

/// Returns why each text does not match.
///
/// Texts that match take the time of [`is_match`](crate::is_match), others are read at most twice
/// more.
///
/// # Errors
///
/// [`TooLong::Messages`] if all messages together have more than 2147483647 bytes.
///
/// # Panics
///
/// Panics if the column breaks an [invariant](crate#invariants).
pub fn errors<'a>(
    columns: &Columns,
    texts: impl Texts<'a>,
    validity: Option<Validity<'_>>,
) -> Result<Errors, TooLong> {
    let rows = texts.rows();
    let mut offsets = Vec::with_capacity(rows);
    let mut messages = String::new();
    let mut bounds = Vec::with_capacity(rows + 1);
    bounds.push(0);
    let mut present = Bitmap::with_capacity(rows);
    blocks::try_each(texts, validity, |block| {
        let wrong = block.valid & !(columns.is_match)(block.texts);
        let mut errors = 0;
        for (index, text) in block.texts.iter().enumerate() {
            let is_wrong = wrong >> index & 1 == 1;
            let error = if is_wrong { (columns.error)(text, &mut messages) } else { None };
            errors |= u64::from(error.is_some()) << index;
            offsets.push(error.unwrap_or_default() as u64);
            bounds.push(i32::try_from(messages.len()).map_err(|_| TooLong::Messages)?);
        }
        present.push(errors, block.rows());
        Ok(())
    })?;
    Ok(Errors { offsets, messages, bounds, validity: present.finish() })
}
