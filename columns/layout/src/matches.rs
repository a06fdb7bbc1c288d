//! Which texts match.

use crate::{BLOCK, Columns, Texts, Validity, blocks};
use alloc::vec::Vec;
use core::convert::Infallible;

/// Returns a word for each block of 64 rows, with a bit for each text that matches, the lowest for
/// the first. Bits of null rows are not set.
///
/// # Panics
///
/// Panics if the column breaks an [invariant](crate#invariants).
pub fn is_match<'a>(
    columns: &Columns,
    texts: impl Texts<'a>,
    validity: Option<Validity<'_>>,
) -> Vec<u64> {
    let mut words = Vec::with_capacity(texts.rows().div_ceil(BLOCK));
    let Ok(()) = blocks::try_each::<Infallible>(texts, validity, |block| {
        words.push((columns.is_match)(block.texts) & block.valid);
        Ok(())
    });
    words
}
