//! The iterators over the occurrences of repeated parts.

/// An iterator over the occurrences of a part. Arguments: its type, the unit of the text, the
/// number of offsets that it stores, the automaton, and the type of its items, which its function
/// `item` makes of an occurrence.
///
/// The iterator reads each byte of the text once, when an item is requested, and does not allocate.
macro_rules! repetition {
    (
        $(#[$docs:meta])* $visible:vis $iterator:ident over $unit:ty, $registers:literal,
        $table:path, $item:ty
    ) => {
        $(#[$docs])*
        #[derive(Clone)]
        $visible struct $iterator<'a> {
            text: &'a $unit,
            cursor: runtime::transducer::Cursor<$registers>,
        }

        impl<'a> $iterator<'a> {
            #[inline]
            const fn new(text: &'a $unit) -> Self {
                Self { text, cursor: $table.start() }
            }
        }

        impl<'a> ::core::iter::Iterator for $iterator<'a> {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> ::core::option::Option<$item> {
                let found = $table.next(
                    runtime::Unit::bytes(self.text),
                    &runtime::transducer::Skip::NONE,
                    &mut self.cursor,
                )?;
                ::core::option::Option::Some(Self::item(self.text, found))
            }
        }

        impl ::core::iter::FusedIterator for $iterator<'_> {}

        /// Writes the remaining items.
        impl ::core::fmt::Debug for $iterator<'_> {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    };
}
pub(crate) use repetition;
