//! Texts of views: `Utf8View`, `BinaryView`.
#![allow(clippy::cast_possible_truncation, reason = "a view consists of numbers of 32 bits")]

use crate::view::{INLINE, view, with_length};
use crate::{Span, Texts, View};

/// A column of views.
///
/// Views of parts refer to the same buffers, by the same numbers.
#[derive(Clone, Copy, Debug)]
pub struct Views<'a> {
    /// The view of each text, as bytes: short texts are borrowed from them.
    pub views: &'a [[u8; 16]],
    /// The buffers to which views refer.
    pub buffers: &'a [&'a [u8]],
}

/// The view of a long text, taken apart.
struct Place {
    buffer: u32,
    begin: u32,
}

impl Place {
    #[inline]
    fn of(view: View) -> Self {
        let half = (view >> 64) as u64;
        Self { buffer: half as u32, begin: (half >> 32) as u32 }
    }
}

impl<'a> Texts<'a> for Views<'a> {
    #[inline]
    fn rows(self) -> usize {
        self.views.len()
    }

    #[inline]
    fn text(self, row: usize) -> &'a [u8] {
        let bytes = &self.views[row];
        let view = View::from_le_bytes(*bytes);
        let length = view as u32;
        if length <= INLINE {
            return &bytes[4..][..length as usize];
        }
        let Place { buffer, begin } = Place::of(view);
        &self.buffers[buffer as usize][begin as usize..][..length as usize]
    }

    #[inline]
    fn view(self, row: usize, [begin, end]: Span) -> View {
        let text = View::from_le_bytes(self.views[row]);
        let length = end.saturating_sub(begin);
        if text as u32 <= INLINE {
            // The text itself, without its length and the bytes before the part.
            return with_length(text >> 32 >> (8 * begin.min(INLINE)), length);
        }
        let place = Place::of(text);
        let at = place.begin.saturating_add(begin);
        let rest = self.buffers[place.buffer as usize].get(at as usize..).unwrap_or_default();
        view(rest, length, place.buffer, at)
    }
}
