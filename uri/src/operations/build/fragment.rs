//! Changes of the fragment of an owned reference, which cannot fail.

use super::splice::{InPlace, set_tail};
use crate::IntoPart;
use crate::operations::wording::section;
use crate::syntax::layout::Bounds;
use crate::syntax::types::references_with_fragments;
use crate::syntax::{Part, Syntax, Whole};

macro_rules! set_fragment {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl $of::$buf {
            /// Sets the fragment or, with `None`, removes it.
            #[doc = concat!(section!($rfc, "4.1", "3.5"), ". Takes time proportional to")]
            /// the length of both fragments.
            ///
            /// # Panics
            ///
            /// If the text would be longer than 4 GiB.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, "{Fragment, ", $reference, "Buf};")]
            ///
            #[doc = concat!("let mut reference = ", $reference, "Buf::parse(\"/a#b\")?;")]
            /// reference.set_fragment(Fragment::new("c"));
            /// assert_eq!(reference, "/a#c");
            /// reference.set_fragment(None);
            /// assert_eq!(reference, "/a");
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[inline]
            pub fn set_fragment<'p>(&mut self, fragment: impl IntoPart<Option<$of::Fragment<'p>>>) {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots)
                    .set_fragment(fragment.into_part());
            }
        }
    };
}
references_with_fragments!(set_fragment);

impl<R: Whole, const N: usize> InPlace<'_, R, N> {
    /// A fragment always fits after the other components.
    #[inline]
    pub(super) fn set_fragment(&mut self, fragment: Option<<R::Syntax as Syntax>::Fragment<'_>>) {
        let fragment = fragment.map(Part::text);
        let old = self.bounds();
        let bounds = Bounds { has_fragment: fragment.is_some(), ..old };
        let new = fragment.map_or([""; 2], |fragment| ["#", fragment]);
        let set = set_tail(self, old.query_end..self.text.len(), new, bounds);
        set.unwrap_or_else(|error| panic!("{error}"));
    }
}
