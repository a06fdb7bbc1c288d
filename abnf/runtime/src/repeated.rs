//! The iterators over the occurrences of repeated parts.

/// An iterator over the occurrences of a part: its type, what the text is made of, how many offsets it
/// keeps, the automaton, and what it yields. Its function `item` makes that of an occurrence.
///
/// It reads the text as it goes, each byte once, and allocates nothing.
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
                let found = $table.next(runtime::Unit::bytes(self.text), &mut self.cursor)?;
                ::core::option::Option::Some(Self::item(self.text, found))
            }
        }

        impl ::core::iter::FusedIterator for $iterator<'_> {}

        /// The items that are left.
        impl ::core::fmt::Debug for $iterator<'_> {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    };
}
pub(crate) use repetition;
