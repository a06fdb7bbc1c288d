//! A piece of data in the data model of serde, with feature `serde`.
//!
//! A piece may have a type whose own implementation does something else: octets would be a list of
//! numbers, and text that is a `Cow` would always be copied.

use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

/// A piece of data that is read or, as a reference, written.
pub(crate) struct Datum<T>(pub(crate) T);

impl<T: ToDatum> Serialize for Datum<&T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer)
    }
}

impl<'de, T: FromDatum<'de>> Deserialize<'de> for Datum<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Self)
    }
}

/// A type of pieces that are written.
pub(crate) trait ToDatum {
    /// Serializes a piece.
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A type of pieces that are read.
pub(crate) trait FromDatum<'de>: Sized {
    /// Deserializes a piece.
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;

    /// The value of a field that is not there.
    fn missing() -> Option<Self> {
        None
    }
}

/// A type whose own implementations are the right ones.
pub(crate) trait Plain {}

macro_rules! plain {
    ($($ty:ty)*) => {
        $(impl Plain for $ty {})*
    };
}
plain!(bool char u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 &str);

impl<T: Plain + Serialize> ToDatum for T {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize(serializer)
    }
}

impl<'de, T: Plain + Deserialize<'de>> FromDatum<'de> for T {
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer)
    }
}

impl ToDatum for &[u8] {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self)
    }
}

impl<'de: 'a, 'a> FromDatum<'de> for &'a [u8] {
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

impl<T: ToDatum> ToDatum for Option<T> {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().map(Datum).serialize(serializer)
    }
}

impl<'de, T: FromDatum<'de>> FromDatum<'de> for Option<T> {
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<Datum<T>>::deserialize(deserializer)?.map(|Datum(it)| it))
    }

    fn missing() -> Option<Self> {
        Some(None)
    }
}

/// Pieces that need memory: lists, boxes and decoded text.
#[cfg(feature = "alloc")]
mod owned {
    use super::super::alloc::borrow::Cow;
    use super::super::alloc::boxed::Box;
    use super::super::alloc::string::String;
    use super::super::alloc::vec::Vec;
    use super::{Datum, Deserialize, Deserializer, FromDatum, Plain, Serializer, ToDatum};
    use core::fmt;
    use serde_core::de::{Error, SeqAccess, Unexpected, Visitor};

    impl<T: ToDatum> ToDatum for Vec<T> {
        fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.iter().map(Datum))
        }
    }

    impl<'de, T: FromDatum<'de>> FromDatum<'de> for Vec<T> {
        fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let list = Vec::<Datum<T>>::deserialize(deserializer)?;
            Ok(list.into_iter().map(|Datum(it)| it).collect())
        }
    }

    impl<T: Plain> Plain for Box<T> {}

    impl ToDatum for Cow<'_, str> {
        fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(self)
        }
    }

    impl<'de: 'a, 'a> FromDatum<'de> for Cow<'a, str> {
        fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_str(TextVisitor)
        }
    }

    impl ToDatum for Cow<'_, [u8]> {
        fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(self)
        }
    }

    impl<'de: 'a, 'a> FromDatum<'de> for Cow<'a, [u8]> {
        fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_bytes(BytesVisitor)
        }
    }

    struct TextVisitor;

    impl<'de> Visitor<'de> for TextVisitor {
        type Value = Cow<'de, str>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
            Ok(Cow::Borrowed(text))
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
            self.visit_string(text.into())
        }

        fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
            Ok(Cow::Owned(text))
        }

        /// For formats whose strings are bytes.
        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
            match core::str::from_utf8(bytes) {
                Ok(text) => self.visit_str(text),
                Err(_) => Err(E::invalid_value(Unexpected::Bytes(bytes), &self)),
            }
        }
    }

    struct BytesVisitor;

    impl<'de> Visitor<'de> for BytesVisitor {
        type Value = Cow<'de, [u8]>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("bytes")
        }

        fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
            self.visit_borrowed_bytes(text.as_bytes())
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
            self.visit_bytes(text.as_bytes())
        }

        fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
            Ok(Cow::Borrowed(bytes))
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
            self.visit_byte_buf(bytes.into())
        }

        fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Self::Value, E> {
            Ok(Cow::Owned(bytes))
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
}
