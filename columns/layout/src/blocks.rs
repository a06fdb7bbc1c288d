//! Rows in blocks: the texts of consecutive rows, gathered for one call of a rule's functions.

use crate::validity::lowest;
use crate::{BLOCK, Texts, Validity};

/// The texts of at most [`BLOCK`] consecutive rows.
pub(crate) struct Block<'b, 'a> {
    /// The number of the first row.
    pub(crate) first: usize,
    /// The texts; of a null row, the empty text.
    pub(crate) texts: &'b [&'a [u8]],
    /// The rows that are not null.
    pub(crate) valid: u64,
}

impl Block<'_, '_> {
    pub(crate) fn rows(&self) -> usize {
        self.texts.len()
    }
}

/// Calls `visit` for each block of the column, up to the first error.
#[inline]
pub(crate) fn try_each<'a, E>(
    texts: impl Texts<'a>,
    validity: Option<Validity<'_>>,
    mut visit: impl FnMut(&Block<'_, 'a>) -> Result<(), E>,
) -> Result<(), E> {
    let mut gathered: [&[u8]; BLOCK] = [&[]; BLOCK];
    let rows = texts.rows();
    for first in (0..rows).step_by(BLOCK) {
        let gathered = &mut gathered[..(rows - first).min(BLOCK)];
        let all = lowest(gathered.len());
        let valid = validity.map_or(all, |validity| validity.word(first) & all);
        for (index, text) in gathered.iter_mut().enumerate() {
            // The text of a null row may be anything, also a view to nowhere.
            let is_valid = valid >> index & 1 == 1;
            *text = if is_valid { texts.text(first + index) } else { &[] };
        }
        visit(&Block { first, texts: gathered, valid })?;
    }
    Ok(())
}
