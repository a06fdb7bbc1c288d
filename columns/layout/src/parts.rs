//! All parts of each text, as columns of views.

use crate::part::{PartWriter, ViewColumn, check_lengths};
use crate::validity::Bitmap;
use crate::{ABSENT, BLOCK, Columns, Texts, TooLong, Validity, blocks};
use alloc::vec;
use alloc::vec::Vec;

/// The parts of a column of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// A column for each part of the rule.
    pub columns: Vec<ViewColumn>,
    /// A word for each block of 64 rows, with a bit for each row that is not null and whose text
    /// matches. `None` if all do.
    pub matches: Option<Vec<u64>>,
}

/// Returns all parts of each text. Their rows are null as those of [`part`](crate::part()).
///
/// # Errors
///
/// As [`part`](crate::part()).
///
/// # Panics
///
/// Panics if the column or the rule breaks an [invariant](crate#invariants).
pub fn parts<'a>(
    columns: &Columns,
    texts: impl Texts<'a>,
    validity: Option<Validity<'_>>,
) -> Result<Parts, TooLong> {
    let rows = texts.rows();
    let mut writers: Vec<_> =
        columns.parts.iter().map(|part| (part, PartWriter::with_capacity(rows))).collect();
    let mut matches = Bitmap::with_capacity(rows);
    let mut spans = vec![ABSENT; BLOCK * columns.parts.len()];
    blocks::try_each(texts, validity, |block| {
        if !columns.parts.is_empty() {
            check_lengths(block)?;
        }
        let matching = (columns.locate)(block.texts, &mut spans) & block.valid;
        matches.push(matching, block.rows());
        let mut writers = writers.iter_mut().zip(spans.chunks_exact(BLOCK));
        writers.try_for_each(|((part, writer), spans)| {
            writer.push(part, texts, block, spans, matching)
        })
    })?;
    let columns = writers.into_iter().map(|(_, writer)| writer.finish()).collect();
    Ok(Parts { columns, matches: matches.finish() })
}
