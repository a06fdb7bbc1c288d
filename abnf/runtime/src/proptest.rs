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
#[cfg(feature = "conform")]
use ::proptest::prop_oneof;
#[cfg(feature = "conform")]
use ::proptest::sample::Index;
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

        #[cfg(feature = "conform")]
        impl $view<'_> {
            /// Returns a strategy for texts that do not match, but are one edit away from a text that does:
            /// one byte is inserted, removed or changed.
            ///
            /// With features `conform` and `proptest`. The parameter bounds the bytes, as for texts that
            /// match. There must be such texts: if all texts match, the strategy fails.
            pub fn near_misses(
                length: impl ::core::convert::Into<::proptest::collection::SizeRange>,
            ) -> ::proptest::strategy::BoxedStrategy<$owned> {
                runtime::proptest::near_misses::<$view<'_>, $owned>(length.into())
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

/// The strategy of texts that are one edit away from texts of a rule.
#[cfg(feature = "conform")]
pub(crate) fn near_misses<R, T>(length: SizeRange) -> BoxedStrategy<T>
where
    R: Rule,
    T: Text + fmt::Debug + 'static,
{
    let walks = Walks::new(R::TABLE);
    let bytes: Vec<u8> = walks.bytes();
    let least = length.start();
    let text = move |(numbers, edit, place, byte): (Vec<u16>, u8, Index, Result<Index, u8>)| {
        let mut text = walks.text(least, numbers)?;
        let byte = match byte {
            Ok(_) if bytes.is_empty() => b'0',
            Ok(of_rule) => *of_rule.get(&bytes),
            Err(byte) => byte,
        };
        match (edit, text.len()) {
            (0, length @ 1..) => text[place.index(length)] = byte,
            (1, length @ 1..) => _ = text.remove(place.index(length)),
            (_, length) => text.insert(place.index(length + 1), byte),
        }
        if R::is_match(&text) { None } else { T::of_bytes(text) }
    };
    // Bytes of the rule, ASCII, and all.
    let byte = prop_oneof![
        3 => any::<Index>().prop_map(Ok),
        2 => (0..0x80_u8).prop_map(Err),
        1 => any::<u8>().prop_map(Err),
    ];
    let why = "the text still matches, or is not UTF-8";
    let random = (vec(any::<u16>(), length), 0..3_u8, any::<Index>(), byte);
    random.prop_filter_map(why, text).boxed()
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
