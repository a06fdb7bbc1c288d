//! Text of a rule in the data model of serde, with feature `serde`.
//!
//! A value is serialized as its text or bytes, and checked when it is deserialized. The error of a
//! failed check is reduced to its message, and a format may not report its position: the message
//! contains the text near the error, and omits long lists.

use super::error::ParseError;
use super::expected::{Expected, Found};
use super::rule::{Unit, View};
use super::text;
use core::fmt::{self, Write as _};
use serde_core::de::Error;
use serde_core::{Deserialize, Deserializer};

/// The data model of serde for the types of a rule.
macro_rules! view {
    ($view:ident, $buf:ident, $unit:ty) => {
        /// With feature `serde`.
        impl ::serde_core::Serialize for $view<'_> {
            fn serialize<S_: ::serde_core::Serializer>(
                &self,
                serializer: S_,
            ) -> ::core::result::Result<S_::Ok, S_::Error> {
                runtime::Unit::serialize_unit(self.text, serializer)
            }
        }

        /// With feature `serde`. Only formats that borrow from their input can deserialize this
        /// type, and only strings without escapes.
        impl<'de: 'a, 'a> ::serde_core::Deserialize<'de> for $view<'a> {
            fn deserialize<D_: ::serde_core::Deserializer<'de>>(
                deserializer: D_,
            ) -> ::core::result::Result<Self, D_::Error> {
                runtime::serde::borrowed(deserializer)
            }
        }

        /// With features `alloc` and `serde`.
        #[cfg(feature = "alloc")]
        impl ::serde_core::Serialize for $buf {
            fn serialize<S_: ::serde_core::Serializer>(
                &self,
                serializer: S_,
            ) -> ::core::result::Result<S_::Ok, S_::Error> {
                runtime::Unit::serialize_unit(&*self.text, serializer)
            }
        }

        /// With features `alloc` and `serde`.
        #[cfg(feature = "alloc")]
        impl<'de> ::serde_core::Deserialize<'de> for $buf {
            fn deserialize<D_: ::serde_core::Deserializer<'de>>(
                deserializer: D_,
            ) -> ::core::result::Result<Self, D_::Error> {
                <$unit as runtime::serde::owned::Owned>::deserialize::<$view<'_>, Self, D_>(
                    deserializer,
                )
            }
        }
    };
}
pub(crate) use view;

/// Deserializes and checks text that a format borrows from its input.
pub(crate) fn borrowed<'de: 'a, 'a, V, D>(deserializer: D) -> Result<V, D::Error>
where
    V: View<'a>,
    &'a V::Unit: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let text = <&'a V::Unit>::deserialize(deserializer)?;
    text::parse(text).map_err(|error| wrong(text.bytes(), error))
}

/// Makes the error of a format about a text.
#[cold]
fn wrong<E: Error>(text: &[u8], error: ParseError) -> E {
    E::custom(Wrong { text, error })
}

/// The error of a text, in one line of limited length.
struct Wrong<'a> {
    text: &'a [u8],
    error: ParseError,
}

impl Wrong<'_> {
    /// The number of bytes of the text shown before and after the error.
    const NEAR: usize = 40;
    /// The greatest length of the list of expected bytes.
    const LIST: usize = 60;

    /// Returns the range of the text near the error, extended to whole characters.
    fn near(&self) -> [usize; 2] {
        let at = self.error.offset();
        let start = at.saturating_sub(Self::NEAR);
        let end = at.saturating_add(Self::NEAR).min(self.text.len());
        [start, end].map(|edge| self.boundary(edge))
    }

    /// Returns the offset of the character that contains a byte.
    fn boundary(&self, at: usize) -> usize {
        let continues = |&at: &usize| self.text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
        (at.saturating_sub(3)..=at).rev().find(|at| !continues(at)).unwrap_or(at)
    }

    /// Returns the character at the error, if it is beyond ASCII.
    fn found(&self) -> Option<char> {
        let rest = self.text.get(self.boundary(self.error.offset())..)?;
        let character = rest.utf8_chunks().next()?.valid().chars().next()?;
        Some(character).filter(|character| !character.is_ascii())
    }
}

impl fmt::Display for Wrong<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = &self.error;
        // An exceeded limit has no offset.
        #[cfg(feature = "parts")]
        if error.is_too_long() {
            return error.fmt(f);
        }
        #[cfg(feature = "nested")]
        if error.is_too_deep() {
            return error.fmt(f);
        }
        #[cfg(feature = "general")]
        if error.is_too_complex() {
            return error.fmt(f);
        }
        let [start, end] = self.near();
        let before = if 0 < start { "..." } else { "" };
        let behind = if end < self.text.len() { "..." } else { "" };
        write!(f, "invalid {} at byte {} of {before}", error.name(), error.offset())?;
        match core::str::from_utf8(&self.text[start..end]) {
            Ok(text) => write!(f, "{text:?}{behind}: ")?,
            Err(_) => write!(f, "\"{}\"{behind}: ", self.text[start..end].escape_ascii())?,
        }

        let expected = Expected { set: error.expected(), end: error.end_expected() };
        let is_listed = write!(Room(Self::LIST), "{expected}").is_ok();
        if is_listed {
            write!(f, "{expected}")?;
            if expected.set.is_empty() && !expected.end {
                return Ok(());
            }
            f.write_str(", found ")?;
        }
        match self.found() {
            Some(character) => write!(f, "`{}`", character.escape_debug())?,
            None => write!(f, "{}", Found(error.found()))?,
        }
        if is_listed { Ok(()) } else { f.write_str(" is not allowed here") }
    }
}

/// A writer that stores nothing and fails after this number of bytes.
struct Room(usize);

impl fmt::Write for Room {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
        Ok(())
    }
}

/// Visitors that check before they copy.
#[cfg(feature = "alloc")]
pub(crate) mod owned {
    use super::super::OwnedParseError;
    #[cfg(feature = "text")]
    use super::super::alloc::string::String;
    #[cfg(feature = "bytes")]
    use super::super::alloc::vec::Vec;
    use super::super::rule::Rule;
    use super::{Deserializer, Error, fmt, text, wrong};
    use core::marker::PhantomData;
    #[cfg(feature = "bytes")]
    use serde_core::de::SeqAccess;
    use serde_core::de::Visitor;

    /// A unit that has an owned form.
    pub(crate) trait Owned {
        /// The text.
        type Owned;

        /// Deserializes and checks text of the rule.
        fn deserialize<'de, R, B, D>(deserializer: D) -> Result<B, D::Error>
        where
            R: Rule<Unit = Self>,
            B: for<'a> From<R::View<'a>>
                + TryFrom<Self::Owned, Error = OwnedParseError<Self::Owned>>,
            D: Deserializer<'de>;
    }

    #[cfg(feature = "text")]
    impl Owned for str {
        type Owned = String;

        fn deserialize<'de, R, B, D>(deserializer: D) -> Result<B, D::Error>
        where
            R: Rule<Unit = str>,
            B: for<'a> From<R::View<'a>> + TryFrom<String, Error = OwnedParseError>,
            D: Deserializer<'de>,
        {
            deserializer.deserialize_string(TextVisitor::<R, B>(PhantomData))
        }
    }

    #[cfg(feature = "text")]
    struct TextVisitor<R, B>(PhantomData<(R, B)>);

    #[cfg(feature = "text")]
    impl<R, B> Visitor<'_> for TextVisitor<R, B>
    where
        R: Rule<Unit = str>,
        B: for<'a> From<R::View<'a>> + TryFrom<String, Error = OwnedParseError>,
    {
        type Value = B;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "text that matches `{}`", R::TABLE.name)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<B, E> {
            text::parse::<R::View<'_>>(text)
                .map(B::from)
                .map_err(|error| wrong(text.as_bytes(), error))
        }

        fn visit_string<E: Error>(self, text: String) -> Result<B, E> {
            B::try_from(text).map_err(|it| {
                let error = it.error();
                wrong(it.into_input().as_bytes(), error)
            })
        }
    }

    #[cfg(feature = "bytes")]
    impl Owned for [u8] {
        type Owned = Vec<u8>;

        fn deserialize<'de, R, B, D>(deserializer: D) -> Result<B, D::Error>
        where
            R: Rule<Unit = [u8]>,
            B: for<'a> From<R::View<'a>> + TryFrom<Vec<u8>, Error = OwnedParseError<Vec<u8>>>,
            D: Deserializer<'de>,
        {
            deserializer.deserialize_byte_buf(BytesVisitor::<R, B>(PhantomData))
        }
    }

    #[cfg(feature = "bytes")]
    struct BytesVisitor<R, B>(PhantomData<(R, B)>);

    #[cfg(feature = "bytes")]
    impl<'de, R, B> Visitor<'de> for BytesVisitor<R, B>
    where
        R: Rule<Unit = [u8]>,
        B: for<'a> From<R::View<'a>> + TryFrom<Vec<u8>, Error = OwnedParseError<Vec<u8>>>,
    {
        type Value = B;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "bytes that match `{}`", R::TABLE.name)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<B, E> {
            self.visit_bytes(text.as_bytes())
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<B, E> {
            text::parse::<R::View<'_>>(bytes).map(B::from).map_err(|error| wrong(bytes, error))
        }

        fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<B, E> {
            B::try_from(bytes).map_err(|it| {
                let error = it.error();
                wrong(&it.into_input(), error)
            })
        }

        /// For formats that have no bytes but lists of numbers.
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<B, A::Error> {
            let mut bytes = Vec::new();
            while let Some(byte) = list.next_element()? {
                bytes.push(byte);
            }
            self.visit_byte_buf(bytes)
        }
    }
}
