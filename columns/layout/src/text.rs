//! Columns of texts, whatever their layout, and the limits of views.

use crate::{Span, View};
use core::fmt;

/// A column of texts, as slices of its buffers.
///
/// Implemented for [`Offsets`](crate::Offsets), [`Views`](crate::Views) and
/// [`Selected`](crate::Selected) rows of such a column. All methods take constant time.
pub trait Texts<'a>: Copy {
    /// The number of rows.
    fn rows(self) -> usize;

    /// Returns the text of a row.
    ///
    /// # Panics
    ///
    /// Panics if there is no such row, or if the column breaks an invariant of Arrow for the row.
    fn text(self, row: usize) -> &'a [u8];

    /// Returns the view of a part of a row's text. The view has no meaning if the part has more bytes
    /// than [`longest`](Self::longest) or is not inside the text.
    ///
    /// # Panics
    ///
    /// As [`text`](Self::text).
    fn view(self, row: usize, span: Span) -> View;

    /// Returns the number of bytes up to which each part has a view.
    fn longest(self) -> u32 {
        i32::MAX.cast_unsigned()
    }
}

/// The reason why a column has no result: a length does not fit the layout of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TooLong {
    /// The text of this row has more bytes than spans can count: more than 4294967294.
    Text {
        /// The number of the row, from 0.
        row: usize,
    },
    /// A part of this row has more bytes than [`Texts::longest`].
    Part {
        /// The number of the row, from 0.
        row: usize,
    },
    /// The messages of a column together have more bytes than offsets of 32 bits can count.
    Messages,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { row } => write!(f, "the text of row {row} is too long to have parts"),
            Self::Part { row } => write!(f, "a part of row {row} is too long for a view"),
            Self::Messages => {
                f.write_str("the messages of the column are too long; use fewer rows")
            }
        }
    }
}

impl core::error::Error for TooLong {}
