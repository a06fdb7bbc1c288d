//! Text of a rule in the data model of serde: what feature `serde` adds.
//!
//! A value is serialized as its text, or its bytes, and checked when it is deserialized. The
//! message of an error is all that is left of it then, and a format may not say where it stands.
//! So the message holds the text near the place, and leaves out long lists.

use super::error::ParseError;
use super::expected::{Expected, Found};
use super::rule::{Rule, Text, Unit};
use core::fmt::{self, Write as _};
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
        let text = <&'a str>::deserialize(deserializer)?;
        Self::parse(text).map_err(|error| wrong(text.as_bytes(), error))
    }
}

/// With feature `serde`. Only from formats that lend what they read.
#[cfg(feature = "bytes")]
impl<'de: 'a, 'a, R: Rule<Unit = [u8]>, const N: usize> Deserialize<'de> for Text<&'a [u8], R, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <&'a [u8]>::deserialize(deserializer)?;
        Self::parse(text).map_err(|error| wrong(text, error))
    }
}

/// The error of a format about a text.
#[cold]
fn wrong<E: Error>(text: &[u8], error: ParseError) -> E {
    E::custom(Wrong { text, error })
}

/// What is wrong with a text, in one line of limited length.
struct Wrong<'a> {
    text: &'a [u8],
    error: ParseError,
}

impl Wrong<'_> {
    /// How much of the text is shown before and behind the place, in bytes.
    const NEAR: usize = 40;

    /// What could stand at the place is named if that takes no more bytes.
    const LIST: usize = 60;

    /// The text near the place, cut where characters begin.
    fn near(&self) -> [usize; 2] {
        let at = self.error.offset();
        let start = at.saturating_sub(Self::NEAR);
        let end = at.saturating_add(Self::NEAR).min(self.text.len());
        [start, end].map(|edge| self.boundary(edge))
    }

    /// Where the character begins that a byte belongs to.
    fn boundary(&self, at: usize) -> usize {
        let continues = |&at: &usize| self.text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
        (at.saturating_sub(3)..=at).rev().find(|at| !continues(at)).unwrap_or(at)
    }

    /// The character at the place, if it is one beyond ASCII.
    fn found(&self) -> Option<char> {
        let rest = self.text.get(self.boundary(self.error.offset())..)?;
        let character = rest.utf8_chunks().next()?.valid().chars().next()?;
        Some(character).filter(|character| !character.is_ascii())
    }
}

impl fmt::Display for Wrong<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = &self.error;
        // Limits have no place to show.
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
        if is_listed { Ok(()) } else { f.write_str(" cannot stand there") }
    }
}

/// Takes text until it is longer than this many bytes, and keeps nothing of it.
struct Room(usize);

impl fmt::Write for Room {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
        Ok(())
    }
}

/// Visitors that check before they copy.
#[cfg(feature = "alloc")]
mod owned {
    #[cfg(feature = "text")]
    use super::super::alloc::string::String;
    #[cfg(feature = "bytes")]
    use super::super::alloc::vec::Vec;
    use super::{Deserialize, Deserializer, Error, Rule, Text, fmt, wrong};
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
            Text::try_from(text).map_err(|error| wrong(text.as_bytes(), error))
        }

        fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
            Text::<String, R, N>::try_from(text).map_err(|it| {
                let error = it.error();
                wrong(it.into_input().as_bytes(), error)
            })
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
            Text::try_from(bytes).map_err(|error| wrong(bytes, error))
        }

        fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Self::Value, E> {
            Text::<Vec<u8>, R, N>::try_from(bytes).map_err(|it| {
                let error = it.error();
                wrong(&it.into_input(), error)
            })
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
