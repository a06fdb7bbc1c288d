//! The methods of texts whose pieces have meanings, such as escapes.

#[cfg(feature = "alloc")]
use super::alloc::borrow::Cow;
#[cfg(feature = "alloc")]
use super::alloc::string::String;
#[cfg(feature = "alloc")]
use super::alloc::vec::Vec;
#[cfg(feature = "alloc")]
use super::byte_set::ByteSet;
#[cfg(feature = "alloc")]
use super::chunks::{Chunk, Chunks, Invalid, Piece, Reason, ValueError};
#[cfg(feature = "alloc")]
use super::rule::Unit;
#[cfg(feature = "alloc")]
use super::transducer::Occurrence;
#[cfg(feature = "alloc")]
use core::ops::Range;

/// Gives the types of a rule a method that returns the decoded text. Arguments: the documentation
/// of the value, the method, the borrowed type, the owned type, the type of the value, the function
/// that decodes, the treatment of values that are not text, the arguments of [`occurrences!`], and the
/// meanings of the pieces. No accessor of such a type
/// has the name of the method.
macro_rules! decoded {
    (
        $(#[$docs:meta])* value $text:ident, $owned:ident, $value:ty, $decode:ident, $invalid:ident,
        $offsets:tt $table:path, [$($piece:ident $meaning:tt),+]
    ) => {
        #[cfg(feature = "alloc")]
        impl<'a> $text<'a> {
            $(#[$docs])*
            ///
            /// Nothing is copied if the value is a part of the text.
            #[must_use]
            pub fn value(self) -> runtime::alloc::borrow::Cow<'a, $value> {
                if let ::core::option::Option::Some(value) = runtime::decoding::plain!($offsets self.text)
                    && let ::core::option::Option::Some(value) = runtime::decoding::of_unit!($decode value)
                {
                    return runtime::alloc::borrow::Cow::Borrowed(value);
                }
                let text = runtime::Unit::bytes(self.text);
                let value = runtime::decoding::$decode(
                    text,
                    &[$(runtime::chunks::Piece::$piece $meaning),+],
                    &mut runtime::decoding::occurrences!($offsets $table, text),
                    runtime::chunks::Invalid::$invalid,
                );
                runtime::decoding::proven(value)
            }
        }

        #[cfg(feature = "alloc")]
        impl $owned {
            /// As `value` of the borrowed form.
            #[must_use]
            pub fn value(&self) -> runtime::alloc::borrow::Cow<'_, $value> {
                self.as_view().value()
            }
        }
    };
    (
        $(#[$docs:meta])* try_value $text:ident, $owned:ident, $value:ty, $decode:ident, $invalid:ident,
        $offsets:tt $table:path, [$($piece:ident $meaning:tt),+]
    ) => {
        #[cfg(feature = "alloc")]
        impl<'a> $text<'a> {
            $(#[$docs])*
            ///
            /// Nothing is copied if the value is a part of the text.
            ///
            /// # Errors
            ///
            /// If a surrogate lacks its other half, or if the value should be text but is not
            /// UTF-8.
            pub fn try_value(
                self,
            ) -> ::core::result::Result<
                runtime::alloc::borrow::Cow<'a, $value>,
                runtime::chunks::ValueError,
            > {
                if let ::core::option::Option::Some(value) = runtime::decoding::plain!($offsets self.text)
                    && let ::core::option::Option::Some(value) = runtime::decoding::of_unit!($decode value)
                {
                    return ::core::result::Result::Ok(runtime::alloc::borrow::Cow::Borrowed(value));
                }
                let text = runtime::Unit::bytes(self.text);
                runtime::decoding::$decode(
                    text,
                    &[$(runtime::chunks::Piece::$piece $meaning),+],
                    &mut runtime::decoding::occurrences!($offsets $table, text),
                    runtime::chunks::Invalid::$invalid,
                )
            }
        }

        #[cfg(feature = "alloc")]
        impl $owned {
            /// As `try_value` of the borrowed form.
            ///
            /// # Errors
            ///
            /// Those of the borrowed form.
            pub fn try_value(
                &self,
            ) -> ::core::result::Result<
                runtime::alloc::borrow::Cow<'_, $value>,
                runtime::chunks::ValueError,
            > {
                self.as_view().try_value()
            }
        }
    };
}
pub(crate) use decoded;

/// Gives the borrowed type of a rule a method that iterates over the characters or bytes of the
/// decoded text. Arguments: the documentation of the value, `chars` or `bytes`, the type, the
/// arguments of [`occurrences!`], and the meanings of the pieces. No accessor has the name of the method.
macro_rules! streamed {
    ($(#[$docs:meta])* chars $text:ident, $offsets:tt $table:path, [$($piece:ident $meaning:tt),+]) => {
        impl<'a> $text<'a> {
            /// Returns the characters of the value, without allocating.
            ///
            $(#[$docs])*
            pub fn value_chars(
                self,
            ) -> impl ::core::iter::Iterator<Item = char> + ::core::clone::Clone + use<'a> {
                let text = self.text;
                runtime::chunks::Chars::new(
                    text,
                    &[$(runtime::chunks::Piece::$piece $meaning),+],
                    runtime::decoding::occurrences!($offsets $table, text.as_bytes()),
                )
            }
        }
    };
    ($(#[$docs:meta])* bytes $text:ident, $offsets:tt $table:path, [$($piece:ident $meaning:tt),+]) => {
        impl<'a> $text<'a> {
            /// Returns the bytes of the value, without allocating.
            ///
            $(#[$docs])*
            pub fn value_bytes(
                self,
            ) -> impl ::core::iter::Iterator<Item = u8> + ::core::clone::Clone + use<'a> {
                let text = runtime::Unit::bytes(self.text);
                runtime::chunks::Bytes::new(
                    text,
                    &[$(runtime::chunks::Piece::$piece $meaning),+],
                    runtime::decoding::occurrences!($offsets $table, text),
                )
            }
        }
    };
}
pub(crate) use streamed;

/// The pieces of a text, by an automaton that stores `all` of them, or a number of offsets. In the
/// second case the bytes of [`Skip`](super::transducer::Skip) may follow: the state, the class, and
/// whether each is a piece; and then the arguments of [`plain!`].
macro_rules! occurrences {
    ((all) $table:path, $text:expr) => {
        runtime::collected::occurrences(&$table, $text).into_iter()
    };
    (($offsets:literal $($state:literal $class:literal $are_pieces:literal $($plain:literal)*)?) $table:path, $text:expr) => {{
        const SKIP: runtime::transducer::Skip =
            runtime::decoding::skip!($($state $class $are_pieces)?);
        runtime::chunks::Occurrences::<$offsets>::new(&$table, SKIP, $text)
    }};
}
pub(crate) use occurrences;

/// The bytes that a search passes.
macro_rules! skip {
    () => {
        runtime::transducer::Skip::NONE
    };
    ($state:literal $class:literal $are_pieces:literal) => {
        runtime::transducer::Skip::of_class($state, $class, $are_pieces)
    };
}
pub(crate) use skip;

/// The value of a text that is a part of the text, by arguments as of [`occurrences!`], if that is easy
/// to see: the bytes between a number of bytes at the beginning and at the end, if all of them are in a
/// set.
macro_rules! plain {
    (($offsets:literal $state:literal $class:literal $are_pieces:literal $first:literal $plain:literal $last:literal) $text:expr) => {{
        const BYTES: runtime::ByteSet = runtime::ByteSet::of_class($plain);
        runtime::decoding::between($text, &BYTES, $first, $last)
    }};
    ($other:tt $text:expr) => {
        runtime::decoding::unknown($text)
    };
}
pub(crate) use plain;

/// Returns nothing, as [`between`] if the value is not easy to see.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) const fn unknown<U: ?Sized>(_text: &U) -> Option<&U> {
    None
}

/// The value of a text that stands for itself: text or bytes.
macro_rules! of_unit {
    (text $text:expr) => {
        runtime::Unit::text($text)
    };
    (bytes $text:expr) => {
        ::core::option::Option::Some(runtime::Unit::bytes($text))
    };
}
pub(crate) use of_unit;

/// Returns the bytes between the first and the last ones, if all of them are in a set.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn between<'a, U: Unit + ?Sized>(
    text: &'a U,
    set: &ByteSet,
    first: usize,
    last: usize,
) -> Option<&'a U> {
    let range = first..text.bytes().len().checked_sub(last)?;
    let is_plain = text.bytes().get(range.clone())?.iter().all(|byte| set.contains(*byte));
    text.get(range).filter(|_| is_plain)
}

/// Decodes a text whose value is bytes.
///
/// # Errors
///
/// With [`Invalid::Error`], if a surrogate lacks its other half.
#[cfg(feature = "alloc")]
pub fn bytes<'a>(
    text: &'a [u8],
    pieces: &[Piece<'_>],
    found: &mut dyn Iterator<Item = Occurrence>,
    invalid: Invalid,
) -> Result<Cow<'a, [u8]>, ValueError> {
    Ok(match decode(text, pieces, found, invalid)? {
        Decoded::Part(range) => Cow::Borrowed(&text[range]),
        Decoded::Other(value) => Cow::Owned(value),
    })
}

/// Decodes a text whose value is text.
///
/// # Errors
///
/// With [`Invalid::Error`], if a surrogate lacks its other half, or if the value is not UTF-8.
#[cfg(feature = "alloc")]
pub fn text<'a>(
    text: &'a [u8],
    pieces: &[Piece<'_>],
    found: &mut dyn Iterator<Item = Occurrence>,
    invalid: Invalid,
) -> Result<Cow<'a, str>, ValueError> {
    let bytes = bytes(text, pieces, found, invalid)?;
    if invalid == Invalid::Replace {
        return Ok(match bytes {
            Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
            Cow::Owned(bytes) => Cow::Owned(match String::from_utf8(bytes) {
                Ok(text) => text,
                Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
            }),
        });
    }
    let value = match bytes {
        Cow::Borrowed(bytes) => core::str::from_utf8(bytes).map(Cow::Borrowed),
        Cow::Owned(bytes) => {
            String::from_utf8(bytes).map(Cow::Owned).map_err(|error| error.utf8_error())
        }
    };
    value.map_err(|error| ValueError(Reason::NotUtf8 { offset: error.valid_up_to() }))
}

/// Returns a value that the compiler has proved to exist.
#[cfg(feature = "alloc")]
pub(crate) fn proven<T>(value: Result<T, ValueError>) -> T {
    value.expect("the compiler has proved that each text has a value")
}

/// The value of a text.
#[cfg(feature = "alloc")]
enum Decoded {
    /// A part of the text.
    Part(Range<usize>),
    /// Other bytes.
    Other(Vec<u8>),
}

/// Decodes a text. Nothing is copied if the value is a part of the text.
#[cfg(feature = "alloc")]
fn decode(
    text: &[u8],
    pieces: &[Piece<'_>],
    found: &mut dyn Iterator<Item = Occurrence>,
    invalid: Invalid,
) -> Result<Decoded, ValueError> {
    let mut value = Decoded::Part(0..0);
    for chunk in Chunks::new(text, pieces, found, invalid) {
        match chunk? {
            Chunk::Part(part) => value.push_part(text, part),
            Chunk::Fixed(fixed) => value.push(text, fixed.as_bytes()),
            Chunk::Char(character) => {
                value.push(text, character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            Chunk::Byte(byte) => value.push(text, &[byte]),
        }
    }
    Ok(value)
}

#[cfg(feature = "alloc")]
impl Decoded {
    /// Appends a part of the text.
    fn push_part(&mut self, text: &[u8], part: Range<usize>) {
        match self {
            Self::Part(before) if before.start == before.end => *self = Self::Part(part),
            Self::Part(before) if before.end == part.start => before.end = part.end,
            _ => self.push(text, &text[part]),
        }
    }

    /// Appends bytes that need not be a part of the text.
    fn push(&mut self, text: &[u8], bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if let Self::Part(before) = self {
            let mut value = Vec::with_capacity(text.len());
            value.extend_from_slice(&text[before.clone()]);
            *self = Self::Other(value);
        }
        if let Self::Other(value) = self {
            value.extend_from_slice(bytes);
        }
    }
}
