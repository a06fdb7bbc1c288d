//! Strategies for texts of a rule: what feature `proptest` adds.
//!
//! Numbers are drawn, a walk makes a text of them, and the rule's own parser has the last word.
//! Fewer and smaller numbers make shorter texts, so that texts shrink to texts of the rule.

#[cfg(feature = "text")]
use super::alloc::string::String;
use super::alloc::vec::Vec;
use super::byte_set::ByteSet;
use super::random::Walks;
use super::rule::{Rule, Text};
use ::proptest::arbitrary::{Arbitrary, any};
use ::proptest::collection::{SizeRange, vec};
use ::proptest::sample::{Select, select};
use ::proptest::strategy::{BoxedStrategy, Strategy};

/// The strategy of what owns its text, by how its bytes become what it owns.
macro_rules! strategy {
    ($unit:ty, $owned:ty, $of_bytes:expr) => {
        /// With feature `proptest`. The parameter bounds the bytes of a text, 0 to 99 by default:
        /// as long as there are fewer than its least number, a text ends only where it cannot go
        /// on, and from its greatest on it takes a shortest way to its end. Rules that need the
        /// general engine count steps into and out of other rules as well.
        impl<R: Rule<Unit = $unit>, const N: usize> Arbitrary for Text<$owned, R, N> {
            type Parameters = SizeRange;
            type Strategy = BoxedStrategy<Self>;

            fn arbitrary_with(length: SizeRange) -> Self::Strategy {
                let walks = Walks::new(R::TABLE);
                let least = length.start();
                let text = move |numbers: Vec<u16>| {
                    let text = $of_bytes(walks.text(least, numbers)?)?;
                    Self::parse(text).ok()
                };
                let why = "the rule has no texts that are short enough";
                vec(any::<u16>(), length).prop_filter_map(why, text).boxed()
            }
        }
    };
}

#[cfg(feature = "text")]
strategy!(str, String, |bytes| String::from_utf8(bytes).ok());

#[cfg(feature = "bytes")]
strategy!([u8], Vec<u8>, Some);

impl ByteSet {
    /// A strategy for the bytes of the set.
    ///
    /// With feature `proptest`.
    ///
    /// # Panics
    ///
    /// When a byte is drawn, if the set is empty.
    pub fn strategy(self) -> Select<u8> {
        select(self.iter().collect::<Vec<u8>>())
    }
}
