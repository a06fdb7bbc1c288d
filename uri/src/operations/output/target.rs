//! Texts that are being written and whose end can be taken back.

use core::fmt;
use core::ops::Range;

/// A text that is being written, in a buffer of its own or of the caller.
///
/// Operations that can remove what they wrote last, such as the removal of dot segments, write each
/// byte once and need no second pass over their operands.
pub(crate) trait Target {
    /// Appends a piece. Fails if there is no room for it.
    fn push(&mut self, piece: &str) -> fmt::Result;

    /// Appends a character of ASCII. Fails if there is no room for it.
    fn push_ascii(&mut self, octet: u8) -> fmt::Result;

    /// The bytes written so far.
    fn written(&self) -> &[u8];

    /// Removes the text after an offset, which must be a character boundary.
    fn truncate(&mut self, length: usize);

    /// Inserts a piece at an offset, which must be a character boundary. Fails if there is no room
    /// for it.
    fn insert(&mut self, at: usize, piece: &str) -> fmt::Result;

    /// Changes the ASCII letters of a range to lower case.
    fn lower_case(&mut self, range: Range<usize>);

    /// Changes the ASCII letters of a range to upper case.
    fn upper_case(&mut self, range: Range<usize>);
}

#[cfg(feature = "alloc")]
impl Target for alloc::string::String {
    #[inline]
    fn push(&mut self, piece: &str) -> fmt::Result {
        self.push_str(piece);
        Ok(())
    }

    #[inline]
    fn push_ascii(&mut self, octet: u8) -> fmt::Result {
        debug_assert!(octet.is_ascii(), "a character of ASCII");
        // The compiler then knows that the character is one byte.
        Self::push(self, char::from(octet & 0x7F));
        Ok(())
    }

    #[inline]
    fn written(&self) -> &[u8] {
        self.as_bytes()
    }

    #[inline]
    fn truncate(&mut self, length: usize) {
        Self::truncate(self, length);
    }

    #[inline]
    fn insert(&mut self, at: usize, piece: &str) -> fmt::Result {
        self.insert_str(at, piece);
        Ok(())
    }

    #[inline]
    fn lower_case(&mut self, range: Range<usize>) {
        self[range].make_ascii_lowercase();
    }

    #[inline]
    fn upper_case(&mut self, range: Range<usize>) {
        self[range].make_ascii_uppercase();
    }
}

/// The front of a buffer.
pub(crate) struct Buffer<'b> {
    bytes: &'b mut [u8],
    length: usize,
}

impl<'b> Buffer<'b> {
    #[inline]
    pub(crate) fn new(bytes: &'b mut [u8]) -> Self {
        Self { bytes, length: 0 }
    }

    /// The text that has been written.
    #[inline]
    pub(crate) fn into_text(self) -> &'b str {
        let written = &self.bytes[..self.length];
        core::str::from_utf8(written).expect("concatenated texts are a text")
    }
}

impl Target for Buffer<'_> {
    #[inline]
    fn push(&mut self, piece: &str) -> fmt::Result {
        let end = self.length + piece.len();
        let place = self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?;
        place.copy_from_slice(piece.as_bytes());
        self.length = end;
        Ok(())
    }

    #[inline]
    fn push_ascii(&mut self, octet: u8) -> fmt::Result {
        *self.bytes.get_mut(self.length).ok_or(fmt::Error)? = octet;
        self.length += 1;
        Ok(())
    }

    #[inline]
    fn written(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    #[inline]
    fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
    }

    #[inline]
    fn insert(&mut self, at: usize, piece: &str) -> fmt::Result {
        let end = self.length + piece.len();
        let moved = self.bytes.get_mut(at..end).ok_or(fmt::Error)?;
        moved.copy_within(..self.length - at, piece.len());
        moved[..piece.len()].copy_from_slice(piece.as_bytes());
        self.length = end;
        Ok(())
    }

    #[inline]
    fn lower_case(&mut self, range: Range<usize>) {
        self.bytes[range].make_ascii_lowercase();
    }

    #[inline]
    fn upper_case(&mut self, range: Range<usize>) {
        self.bytes[range].make_ascii_uppercase();
    }
}
