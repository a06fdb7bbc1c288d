//! Views and owned texts in the data model of serde: what feature `serde` adds.
//!
//! They are text, or bytes, and nothing else; what is read is checked.

#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "rules over text and rules over bytes need different ones"
)]

#[cfg(feature = "alloc")]
pub(crate) use self::owned::{BytesVisitor, TextVisitor};
pub(crate) use serde_core::de::Error;
pub(crate) use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

/// The traits of a view of text and of the type that owns such a text.
macro_rules! text {
    ($view:ident, $buf:ident) => {
        view::serde::any!(
            $view, $buf, str, serialize_str, deserialize_string, view::serde::TextVisitor
        );
    };
}

/// As [`text`], for a rule over bytes.
macro_rules! bytes {
    ($view:ident, $buf:ident) => {
        view::serde::any!(
            $view, $buf, [u8], serialize_bytes, deserialize_byte_buf, view::serde::BytesVisitor
        );
    };
}

/// What is the same for text and bytes.
macro_rules! any {
    (
        $view:ident, $buf:ident, $unit:ty, $serialize:ident, $deserialize:ident, $visitor:path
    ) => {
        /// With feature `serde`.
        impl view::serde::Serialize for $view<'_> {
            fn serialize<S: view::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.$serialize(self.text)
            }
        }

        /// With feature `serde`. Only from formats that lend what they read, where nothing
        /// is escaped.
        impl<'de: 'a, 'a> view::serde::Deserialize<'de> for $view<'a> {
            fn deserialize<D: view::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                let text = <&'a $unit as view::serde::Deserialize<'de>>::deserialize(deserializer)?;
                $view::parse(text).map_err(view::serde::Error::custom)
            }
        }

        /// With features `alloc` and `serde`.
        #[cfg(feature = "alloc")]
        impl view::serde::Serialize for $buf {
            fn serialize<S: view::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.$serialize(self.as_ref())
            }
        }

        /// With features `alloc` and `serde`.
        #[cfg(feature = "alloc")]
        impl<'de> view::serde::Deserialize<'de> for $buf {
            fn deserialize<D: view::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                deserializer.$deserialize($visitor($view::RULE.name, ::core::marker::PhantomData))
            }
        }
    };
}

pub(crate) use {any, bytes, text};

/// Visitors that check before they copy.
#[cfg(feature = "alloc")]
mod owned {
    use super::super::error::ParseError;
    use super::super::owned::{OwnedParseError, String, Vec};
    use core::fmt;
    use core::marker::PhantomData;
    use serde_core::de::{Error, SeqAccess, Visitor};

    /// For a type that owns text: the name of its rule, and the type.
    pub(crate) struct TextVisitor<T>(pub(crate) &'static str, pub(crate) PhantomData<T>);

    impl<T> Visitor<'_> for TextVisitor<T>
    where
        T: for<'b> TryFrom<&'b str, Error = ParseError>,
        T: TryFrom<String, Error = OwnedParseError>,
    {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "text that matches `{}`", self.0)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            T::try_from(text).map_err(E::custom)
        }

        fn visit_string<E: Error>(self, text: String) -> Result<T, E> {
            T::try_from(text).map_err(E::custom)
        }
    }

    /// For a type that owns bytes: the name of its rule, and the type.
    pub(crate) struct BytesVisitor<T>(pub(crate) &'static str, pub(crate) PhantomData<T>);

    impl<'de, T> Visitor<'de> for BytesVisitor<T>
    where
        T: for<'b> TryFrom<&'b [u8], Error = ParseError>,
        T: TryFrom<Vec<u8>, Error = OwnedParseError<Vec<u8>>>,
    {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "bytes that match `{}`", self.0)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            self.visit_bytes(text.as_bytes())
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
            T::try_from(bytes).map_err(E::custom)
        }

        fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<T, E> {
            T::try_from(bytes).map_err(E::custom)
        }

        /// For formats that have no bytes but lists of numbers.
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<T, A::Error> {
            let mut bytes = Vec::new();
            while let Some(byte) = list.next_element()? {
                bytes.push(byte);
            }
            self.visit_byte_buf(bytes)
        }
    }
}
