//! Describes replacements in a sequence without writing the result.

/// A position in a sequence, the number of items to remove there, and an item to insert.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Splice<T> {
    pub(crate) at: usize,
    pub(crate) removed: usize,
    pub(crate) inserted: Option<T>,
}

impl<T: Copy> Splice<T> {
    #[inline]
    pub(crate) const fn insert(at: usize, item: T) -> Self {
        Self { at, removed: 0, inserted: Some(item) }
    }

    #[inline]
    pub(crate) const fn remove(at: usize) -> Self {
        Self { at, removed: 1, inserted: None }
    }

    #[inline]
    pub(crate) const fn replace(at: usize, item: T) -> Self {
        Self { at, removed: 1, inserted: Some(item) }
    }

    /// Returns whether a sequence of this length has all items to remove, and the position of the
    /// new item.
    #[inline]
    pub(crate) fn fits(&self, length: usize) -> bool {
        self.at <= length && self.removed <= length - self.at
    }

    /// The sequence with the change.
    pub(crate) fn apply<I>(self, items: I) -> impl Iterator<Item = T> + Clone
    where
        I: Iterator<Item = T> + Clone,
    {
        let after = items.clone().skip(self.at.saturating_add(self.removed));
        items.take(self.at).chain(self.inserted).chain(after)
    }
}
