//! Rows of another column, by their numbers: what the keys of a dictionary select.

use crate::{Span, Texts, View};

/// A column whose rows are rows of another column, in any order and any number of times.
#[derive(Clone, Copy, Debug)]
pub struct Selected<'a, T> {
    /// The other column.
    pub texts: T,
    /// The number of a row of the other column, for each row.
    pub rows: &'a [usize],
}

impl<'a, T: Texts<'a>> Texts<'a> for Selected<'_, T> {
    #[inline]
    fn rows(self) -> usize {
        self.rows.len()
    }

    #[inline]
    fn text(self, row: usize) -> &'a [u8] {
        self.texts.text(self.rows[row])
    }

    #[inline]
    fn view(self, row: usize, span: Span) -> View {
        self.texts.view(self.rows[row], span)
    }

    #[inline]
    fn longest(self) -> u32 {
        self.texts.longest()
    }
}
