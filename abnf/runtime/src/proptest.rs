//! Strategies for texts of a rule, with feature `proptest`.
//!
//! A walk over the automaton makes a text from random numbers, and the rule's own parser checks it.
//! Fewer and smaller numbers make shorter texts, so that texts shrink to texts of the rule.

use super::alloc::vec::Vec;
use super::byte_set::ByteSet;
use super::random::{Text, Walks};
use super::rule::Rule;
use ::proptest::arbitrary::any;
use ::proptest::collection::{SizeRange, vec};
use ::proptest::sample::{Select, select};
use ::proptest::strategy::{BoxedStrategy, Strategy};
use core::fmt;

/// The strategy of an owned type.
macro_rules! buf {
    ($view:ident, $buf:ident, $owned:ty) => {
        /// With feature `proptest`. The parameter bounds the bytes of a text, 0 to 99 by default:
        /// a text of fewer bytes ends only if it cannot continue, and a text that reaches the upper
        /// bound is completed by a shortest path. Rules that need the general engine also count
        /// steps into and out of other rules.
        impl ::proptest::arbitrary::Arbitrary for $buf {
            type Parameters = ::proptest::collection::SizeRange;
            type Strategy = ::proptest::strategy::BoxedStrategy<Self>;

            fn arbitrary_with(length: ::proptest::collection::SizeRange) -> Self::Strategy {
                runtime::proptest::strategy::<$view<'_>, Self, $owned>(length)
            }
        }
    };
}
pub(crate) use buf;

/// The strategy of the owned texts of a rule.
pub(crate) fn strategy<R, B, T>(length: SizeRange) -> BoxedStrategy<B>
where
    R: Rule,
    B: TryFrom<T> + fmt::Debug + 'static,
    T: Text,
{
    let walks = Walks::new(R::TABLE);
    let least = length.start();
    let text = move |numbers: Vec<u16>| {
        let text = T::of_bytes(walks.text(least, numbers)?)?;
        B::try_from(text).ok()
    };
    let why = "the rule has no texts that are short enough";
    vec(any::<u16>(), length).prop_filter_map(why, text).boxed()
}

impl ByteSet {
    /// Returns a strategy for the bytes of the set.
    ///
    /// With feature `proptest`.
    ///
    /// # Panics
    ///
    /// When a value is generated, if the set is empty.
    pub fn strategy(self) -> Select<u8> {
        select(self.iter().collect::<Vec<u8>>())
    }
}
