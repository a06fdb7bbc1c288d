//! The two units of texts: `str`, and `[u8]` for rules whose texts need not be UTF-8.

#[cfg(all(feature = "bytes", feature = "nested"))]
use super::dfa::OF_BYTES;
#[cfg(all(feature = "text", feature = "nested"))]
use super::dfa::OF_UTF8;
use super::rule::Unit;
use core::fmt;
#[cfg(feature = "decoded")]
use core::ops::Range;

#[cfg(feature = "text")]
impl Unit for str {
    #[cfg(feature = "alloc")]
    type Owned = super::alloc::string::String;

    #[cfg(feature = "nested")]
    const RUNS: u16 = OF_UTF8;

    #[inline]
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    #[inline]
    fn of_bytes(bytes: &[u8]) -> Option<&Self> {
        core::str::from_utf8(bytes).ok()
    }

    #[cfg(feature = "decoded")]
    #[inline]
    fn get(&self, range: Range<usize>) -> Option<&Self> {
        self.get(range)
    }

    #[cfg(any(feature = "decoded", feature = "readers"))]
    #[inline]
    fn text(&self) -> Option<&str> {
        Some(self)
    }

    #[cfg(any(feature = "lines", feature = "node_data", feature = "readers"))]
    #[inline]
    fn of_line<'a>(_: &'a [u8], text: impl FnOnce() -> Option<&'a str>) -> Option<&'a Self> {
        text()
    }

    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn quote(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }

    #[cfg(feature = "serde")]
    fn serialize_unit<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

#[cfg(feature = "bytes")]
impl Unit for [u8] {
    #[cfg(feature = "alloc")]
    type Owned = super::alloc::vec::Vec<u8>;

    #[cfg(feature = "nested")]
    const RUNS: u16 = OF_BYTES;

    #[inline]
    fn bytes(&self) -> &[u8] {
        self
    }

    #[inline]
    fn of_bytes(bytes: &[u8]) -> Option<&Self> {
        Some(bytes)
    }

    #[cfg(feature = "decoded")]
    #[inline]
    fn get(&self, range: Range<usize>) -> Option<&Self> {
        self.get(range)
    }

    #[cfg(any(feature = "decoded", feature = "readers"))]
    #[inline]
    fn text(&self) -> Option<&str> {
        core::str::from_utf8(self).ok()
    }

    #[cfg(any(feature = "lines", feature = "node_data", feature = "readers"))]
    #[inline]
    fn of_line<'a>(line: &'a [u8], _: impl FnOnce() -> Option<&'a str>) -> Option<&'a Self> {
        Some(line)
    }

    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.escape_ascii(), f)
    }

    fn quote(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.escape_ascii())
    }

    #[cfg(feature = "serde")]
    fn serialize_unit<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self)
    }
}

/// A text that is shown as a literal.
pub(crate) struct Quoted<'a, U: ?Sized>(pub(crate) &'a U);

impl<U: Unit + ?Sized> fmt::Debug for Quoted<'_, U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.quote(f)
    }
}
