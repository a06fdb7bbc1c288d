//! Text of a rule in the data model of serde: what feature `serde` adds.
//!
//! A value is serialized as its text, or its bytes, and checked when it is deserialized.

use super::rule::{Rule, Text, Unit};
use serde_core::de::Error;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

/// With feature `serde`.
impl<T: AsRef<R::Unit>, R: Rule, const N: usize> Serialize for Text<T, R, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.as_ref().serialize_unit(serializer)
    }
}

/// With feature `serde`. Only from formats that lend what they read, and where nothing is
/// escaped.
#[cfg(feature = "text")]
impl<'de: 'a, 'a, R: Rule<Unit = str>, const N: usize> Deserialize<'de> for Text<&'a str, R, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(<&'a str>::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// With feature `serde`. Only from formats that lend what they read.
#[cfg(feature = "bytes")]
impl<'de: 'a, 'a, R: Rule<Unit = [u8]>, const N: usize> Deserialize<'de> for Text<&'a [u8], R, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(<&'a [u8]>::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Visitors that check before they copy.
#[cfg(feature = "alloc")]
mod owned {
    #[cfg(feature = "text")]
    use super::super::alloc::string::String;
    #[cfg(feature = "bytes")]
    use super::super::alloc::vec::Vec;
    use super::{Deserialize, Deserializer, Error, Rule, Text};
    use core::fmt;
    use core::marker::PhantomData;
    #[cfg(feature = "bytes")]
    use serde_core::de::SeqAccess;
    use serde_core::de::Visitor;

    #[cfg(feature = "text")]
    struct TextVisitor<R, const N: usize>(PhantomData<R>);

    #[cfg(feature = "text")]
    impl<R: Rule<Unit = str>, const N: usize> Visitor<'_> for TextVisitor<R, N> {
        type Value = Text<String, R, N>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "text that matches `{}`", R::TABLE.name)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
            Text::try_from(text).map_err(E::custom)
        }

        fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
            Text::try_from(text).map_err(E::custom)
        }
    }

    /// With features `alloc` and `serde`.
    #[cfg(feature = "text")]
    impl<'de, R: Rule<Unit = str>, const N: usize> Deserialize<'de> for Text<String, R, N> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_string(TextVisitor::<R, N>(PhantomData))
        }
    }

    #[cfg(feature = "bytes")]
    struct BytesVisitor<R, const N: usize>(PhantomData<R>);

    #[cfg(feature = "bytes")]
    impl<'de, R: Rule<Unit = [u8]>, const N: usize> Visitor<'de> for BytesVisitor<R, N> {
        type Value = Text<Vec<u8>, R, N>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "bytes that match `{}`", R::TABLE.name)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
            self.visit_bytes(text.as_bytes())
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
            Text::try_from(bytes).map_err(E::custom)
        }

        fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Self::Value, E> {
            Text::try_from(bytes).map_err(E::custom)
        }

        /// For formats that have no bytes but lists of numbers.
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut bytes = Vec::new();
            while let Some(byte) = list.next_element()? {
                bytes.push(byte);
            }
            self.visit_byte_buf(bytes)
        }
    }

    /// With features `alloc` and `serde`.
    #[cfg(feature = "bytes")]
    impl<'de, R: Rule<Unit = [u8]>, const N: usize> Deserialize<'de> for Text<Vec<u8>, R, N> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_byte_buf(BytesVisitor::<R, N>(PhantomData))
        }
    }
}
