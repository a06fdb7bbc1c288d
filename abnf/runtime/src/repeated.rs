//! The iterator over the occurrences of a repeated part.

use super::rule::Unit;
use super::transducer::{Cursor, Occurrence, Transducer};
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

/// A part of a rule that may occur more than once. The types that implement this trait
/// have no values: they name parts, as in `Repetition<'_, P>`.
pub trait Repeated: 'static {
    /// What texts of the rule are made of.
    type Unit: ?Sized + Unit;

    /// What the iterator yields.
    type Item<'a>: fmt::Debug;

    /// Reports the occurrences.
    #[doc(hidden)]
    const TABLE: &'static Transducer;

    /// The item for an occurrence.
    #[doc(hidden)]
    fn item(text: &Self::Unit, found: Occurrence) -> Self::Item<'_>;
}

/// The occurrences of a part, in order.
///
/// The iterator reads the text as it goes, each byte once, and allocates nothing. It keeps up to
/// `N` offsets until it is certain what lies there.
pub struct Repetition<'a, P: Repeated, const N: usize = 0> {
    text: &'a P::Unit,
    cursor: Cursor<N>,
    part: PhantomData<P>,
}

impl<'a, P: Repeated, const N: usize> Repetition<'a, P, N> {
    #[inline]
    pub(crate) const fn new(text: &'a P::Unit) -> Self {
        Self { text, cursor: P::TABLE.start(), part: PhantomData }
    }
}

impl<P: Repeated, const N: usize> Clone for Repetition<'_, P, N> {
    #[inline]
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<'a, P: Repeated, const N: usize> Iterator for Repetition<'a, P, N> {
    type Item = P::Item<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let found = P::TABLE.next(self.text.bytes(), &mut self.cursor)?;
        Some(P::item(self.text, found))
    }
}

impl<P: Repeated, const N: usize> FusedIterator for Repetition<'_, P, N> {}

/// The items that are left.
impl<P: Repeated, const N: usize> fmt::Debug for Repetition<'_, P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
