//! Texts that are described but not written yet, and the ways to write them.
//!
//! An operation returns a small value that refers to the pieces of its operands from which the
//! result is made. The caller decides where the result is written: to a formatter, into a buffer,
//! or (with the feature `alloc`) into a string or a value that owns its text.

mod pad;
mod target;
mod unwritten;

pub(crate) use pad::{pad, pad_escaped};
pub(crate) use target::{Buffer, Target};
#[cfg(feature = "alloc")]
pub(crate) use unwritten::too_long;
pub(crate) use unwritten::{compares, unwritten};

use crate::ParseError;
use core::cmp::Ordering;
use core::fmt;
use core::hash::Hasher;

/// The reason why a text could not be written into a buffer as the requested view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WriteError {
    /// The text is longer than the buffer.
    BufferTooSmall {
        /// The length of the text in bytes.
        needed: usize,
    },
    /// The text does not match the rule of the view. If the operation always yields a text of the
    /// rule, this means that the text is longer than 4 GiB.
    Invalid(ParseError),
}

impl fmt::Display for WriteError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BufferTooSmall { needed } => {
                write!(f, "the buffer is too small for a text of {needed} bytes")
            }
            Self::Invalid(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl core::error::Error for WriteError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::BufferTooSmall { .. } => None,
            Self::Invalid(error) => Some(error),
        }
    }
}

impl From<ParseError> for WriteError {
    #[inline]
    fn from(error: ParseError) -> Self {
        Self::Invalid(error)
    }
}

/// Receives the pieces of a text; an error stops the iteration. A trait object, so that operations
/// are not compiled again for each use of their results.
pub(crate) type Each<'e> = dyn FnMut(&str) -> fmt::Result + 'e;

/// A text in pieces.
///
/// The pieces are passed to a callback instead of an iterator: the text of an operation has many
/// kinds of pieces, and an iterator over all of them would be a large value.
pub(crate) trait Pieces: Sized {
    /// Hands over each piece in order, until an error.
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result;

    /// As [`try_each`](Self::try_each), for a text that is kept. Large values override this, so that
    /// they are not copied.
    #[inline]
    fn visit(&self, each: &mut Each<'_>) -> fmt::Result
    where
        Self: Clone,
    {
        self.clone().try_each(each)
    }

    /// An estimate of the length in bytes that is seldom exceeded, if one is known without visiting
    /// the pieces.
    #[cfg(feature = "alloc")]
    #[inline]
    fn capacity(&self) -> Option<usize> {
        None
    }

    /// Writes the text. The operations that can take back what they wrote last override this.
    #[inline]
    fn write(&self, target: &mut impl Target) -> fmt::Result
    where
        Self: Clone,
    {
        self.visit(&mut |piece| target.push(piece))
    }

    /// The text, usually with a single allocation.
    #[cfg(feature = "alloc")]
    #[inline]
    fn string(&self) -> alloc::string::String
    where
        Self: Clone,
    {
        let capacity = self.capacity().unwrap_or_else(|| length(self));
        let mut string = alloc::string::String::with_capacity(capacity);
        let written = self.write(&mut string);
        debug_assert!(written.is_ok(), "a string has room");
        string
    }

    /// Hands over each piece in order.
    #[inline]
    fn each(self, mut each: impl FnMut(&str)) {
        let stopped = self.try_each(&mut |piece| {
            each(piece);
            Ok(())
        });
        debug_assert!(stopped.is_ok(), "only the closure stops the pieces");
    }
}

/// The pieces of a text that is kept.
impl<P: Pieces + Clone> Pieces for &P {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        self.visit(each)
    }
}

/// One piece.
impl Pieces for &str {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        each(self)
    }
}

/// The pieces of an optional text.
impl<P: Pieces> Pieces for Option<P> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        match self {
            Some(pieces) => pieces.try_each(each),
            None => Ok(()),
        }
    }
}

/// The pieces that an iterator returns.
pub(crate) struct All<I>(pub(crate) I);

impl<I: Iterator<Item: AsRef<str>>> Pieces for All<I> {
    #[inline]
    fn try_each(mut self, each: &mut Each<'_>) -> fmt::Result {
        self.0.try_for_each(|piece| each(piece.as_ref()))
    }
}

/// Texts with separators between them.
pub(crate) struct Separated<I> {
    /// The text before the first piece.
    pub(crate) before: &'static str,
    pub(crate) separator: &'static str,
    pub(crate) texts: I,
}

impl<'a, I: Iterator<Item = &'a str>> Pieces for Separated<I> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let mut separator = self.before;
        for text in self.texts {
            each(separator)?;
            each(text)?;
            separator = self.separator;
        }
        Ok(())
    }
}

/// Returns the length of a text in bytes.
#[inline]
pub(crate) fn length(text: impl Pieces) -> usize {
    let mut length = 0_usize;
    text.each(|piece| length = length.saturating_add(piece.len()));
    length
}

/// Writes the text to a formatter, or anything else that takes text.
#[inline]
pub(crate) fn write_to(target: &mut (impl fmt::Write + ?Sized), text: impl Pieces) -> fmt::Result {
    text.try_each(&mut |piece| target.write_str(piece))
}

/// Writes text in which each `%` begins an escape to a formatter, with its width and padding.
#[inline]
pub(crate) fn display(f: &mut fmt::Formatter<'_>, text: &(impl Pieces + Clone)) -> fmt::Result {
    if f.width().is_none() && f.precision().is_none() {
        return write_to(f, text);
    }
    pad_escaped(f, |target| text.visit(&mut |piece| target.write_str(piece)))
}

/// Writes the text to the front of a buffer and returns what has been written.
#[inline]
pub(crate) fn write_in<'b>(
    buffer: &'b mut [u8],
    text: &(impl Pieces + Clone),
) -> Result<&'b str, WriteError> {
    let mut target = Buffer::new(buffer);
    if text.write(&mut target).is_err() {
        // What did not fit may have been a piece that is taken back again.
        target.truncate(0);
        if text.visit(&mut |piece| target.push(piece)).is_err() {
            return Err(WriteError::BufferTooSmall { needed: length(text) });
        }
    }
    Ok(target.into_text())
}

/// Appends the text to a string.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn append(string: &mut alloc::string::String, text: &(impl Pieces + Clone)) {
    string.reserve(text.capacity().unwrap_or_default());
    let written = text.write(string);
    debug_assert!(written.is_ok(), "a string has room");
}

/// Hashes the text; where it is cut into pieces does not matter.
#[inline]
pub(crate) fn hash(text: impl Pieces, state: &mut impl Hasher) {
    text.each(|piece| piece.bytes().for_each(|byte| state.write_u8(byte)));
    // No text has this byte, so it separates consecutive texts unambiguously.
    state.write_u8(0xFF);
}

/// Returns whether the pieces are this text.
#[inline]
pub(crate) fn is(text: impl Pieces, other: &str) -> bool {
    let mut rest = other;
    let same = text.try_each(&mut |piece| {
        rest = rest.strip_prefix(piece).ok_or(fmt::Error)?;
        Ok(())
    });
    same.is_ok() && rest.is_empty()
}

/// Compares two texts byte by byte; where they are cut into pieces does not matter.
#[inline]
pub(crate) fn compare<L: AsRef<str>, R: AsRef<str>>(
    mut left: impl Iterator<Item = L>,
    mut right: impl Iterator<Item = R>,
) -> Ordering {
    // The current piece on the left, and how many of its bytes have been compared.
    let mut current: Option<L> = None;
    let mut compared = 0;
    let difference = right.try_for_each(|piece| {
        let mut piece = piece.as_ref().as_bytes();
        while !piece.is_empty() {
            let text = match current.take() {
                Some(text) if compared < text.as_ref().len() => text,
                _ => {
                    compared = 0;
                    left.next().ok_or(Ordering::Less)?
                }
            };
            let text: &L = current.insert(text);
            let rest = &text.as_ref().as_bytes()[compared..];
            let length = piece.len().min(rest.len());
            match rest[..length].cmp(&piece[..length]) {
                Ordering::Equal => (compared, piece) = (compared + length, &piece[length..]),
                difference => return Err(difference),
            }
        }
        Ok(())
    });
    let is_compared = current.is_none_or(|text| compared == text.as_ref().len());
    match difference {
        Err(difference) => difference,
        Ok(()) if is_compared && left.all(|text| text.as_ref().is_empty()) => Ordering::Equal,
        Ok(()) => Ordering::Greater,
    }
}
