//! Encodes data as an escaped part.

// Long because each way of encoding documents which texts its parts cannot hold.

use super::{Beyond, ESCAPE_BYTES, character_of, characters_of, escape_of};
#[cfg(feature = "alloc")]
use crate::ParseError;
use crate::generated::runtime::Rule;
use crate::operations::output::{self, Each, Pieces};
use crate::{AbsPath, ByteSet, RelPath, WriteError};
use core::fmt;
use core::marker::PhantomData;

/// A rule of a part that can contain any data in escaped form, such as the rules of
/// [`UserInfo`](crate::UserInfo), [`RegName`](crate::RegName), [`Segment`](crate::Segment),
/// [`Query`](crate::Query) and [`Fragment`](crate::Fragment).
pub trait EscapedPart: Rule<Unit = str> + Sized {
    /// The characters that stay unescaped when data is encoded.
    #[doc(hidden)]
    const UNRESERVED: ByteSet;

    /// The ASCII characters that the part can contain.
    #[doc(hidden)]
    const CHARACTERS: ByteSet = characters_of::<Self>(b'a');

    /// The characters beyond ASCII that the part can contain; none of them is a delimiter.
    #[doc(hidden)]
    const BEYOND: Beyond = Beyond::of::<Self>(b'a');
}

/// Data to be escaped for a part, RFC 3986 section 2.1, RFC 2396 section 2.4; not written yet. Made
/// by `encode` and `quote` of the part's view.
///
/// ```
/// use uri::rfc3986::{Query, Segment};
///
/// let mut buffer = [0; 32];
/// let segment = Segment::encode("a/b;50%").write_in(&mut buffer)?;
/// assert_eq!(segment, "a%2Fb%3B50%25");
/// assert!(segment.decode() == "a/b;50%");
///
/// // Reserved characters keep their meaning when quoted.
/// assert_eq!(Query::quote("k=v w&x=ä").to_string(), "k=v%20w&x=%C3%A4");
/// # Ok::<(), uri::WriteError>(())
/// ```
pub struct Encode<'a, R> {
    data: &'a [u8],
    /// The ASCII characters that are not escaped.
    kept: ByteSet,
    /// A number of leading bytes, and the set of bytes that stay unescaped among these.
    first: (usize, ByteSet),
    /// The characters beyond ASCII that are not escaped.
    beyond: Beyond,
    rule: PhantomData<fn() -> R>,
}

/// No special rule for the first bytes.
const NONE: (usize, ByteSet) = (0, ByteSet::EMPTY);

impl<'a, R> Encode<'a, R> {
    /// Escapes all bytes other than the kept ones.
    #[inline]
    const fn keeping(data: &'a [u8], kept: ByteSet, beyond: Beyond) -> Self {
        Self { data, kept, first: NONE, beyond, rule: PhantomData }
    }

    /// Returns the length of the text in bytes. Takes as long as writing the text.
    #[must_use]
    #[inline]
    pub fn text_len(&self) -> usize {
        output::length(*self)
    }
}

impl<'a, R: EscapedPart> Encode<'a, R> {
    /// As the part's `encode`.
    #[inline]
    #[allow(clippy::self_named_constructors, reason = "the operation has that name")]
    pub(crate) fn encode(data: &'a [u8]) -> Self {
        Self::keeping(data, R::UNRESERVED, R::BEYOND)
    }

    /// As the part's `quote`.
    #[inline]
    pub(crate) fn quote(text: &'a [u8]) -> Self {
        Self::keeping(text, R::CHARACTERS, R::BEYOND)
    }
}

impl<R: Rule<Unit = str>> Encode<'_, R> {
    /// Writes the part to the front of a buffer, and returns a view of the written text.
    ///
    /// # Errors
    ///
    /// If the buffer is too small, with the number of bytes needed, or if the text does not match
    /// the rule of the part: a registry name, a relative segment and an opaque part cannot be
    /// empty; a quoted opaque part or relative path cannot start with a slash; an absolute path
    /// must.
    #[inline]
    pub fn write_in<'b>(&self, buffer: &'b mut [u8]) -> Result<R::View<'b>, WriteError> {
        Ok(R::View::try_from(output::write_in(buffer, self)?)?)
    }

    /// The part as a value that owns its text.
    ///
    /// # Errors
    ///
    /// If the text does not match the rule; see [`write_in`](Self::write_in).
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn try_to_buf(&self) -> Result<R::Buf, ParseError> {
        R::Buf::try_from(self.string()).map_err(Into::into)
    }

    /// Appends the escaped text to a string.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn append_to(&self, string: &mut alloc::string::String) {
        output::append(string, self);
    }
}

/// Parts that may be empty hold any data.
#[cfg(feature = "alloc")]
impl<R: EscapedPart + Default> Encode<'_, R> {
    /// The part as a value that owns its text. Parts that cannot be empty have only
    /// [`try_to_buf`](Self::try_to_buf).
    ///
    /// # Panics
    ///
    /// If the part keeps offsets in its text and the text is longer than 4 GiB.
    #[must_use]
    #[inline]
    pub fn to_buf(&self) -> R::Buf {
        self.try_to_buf().unwrap_or_else(|error| output::too_long(error))
    }
}

impl<R> Clone for Encode<'_, R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Encode<'_, R> {}

impl<R> fmt::Debug for Encode<'_, R> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encode({self})")
    }
}

/// Writes the escaped text, to any [`core::fmt::Write`].
impl<R> fmt::Display for Encode<'_, R> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        output::display(f, self)
    }
}

output::compares! { [R] Encode<'_, R> }

impl<R> Pieces for Encode<'_, R> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Self { data, kept, first: (length, first_kept), beyond, rule: _ } = self;
        let (first, rest) = data.split_at(length);
        write(first, first_kept, "%20", each)?;
        beyond.write(rest, kept, "%20", each)
    }

    /// Room for a few escapes.
    #[cfg(feature = "alloc")]
    #[inline]
    fn capacity(&self) -> Option<usize> {
        Some(self.data.len() + self.data.len() / 2)
    }
}

/// Writes the data with escapes for the bytes that are not kept, and `space` for each space.
#[inline]
pub(crate) fn write(
    mut data: &[u8],
    kept: ByteSet,
    space: &'static str,
    each: &mut Each<'_>,
) -> fmt::Result {
    while let Some((&byte, rest)) = data.split_first() {
        let run = data.iter().take_while(|&&byte| kept.contains(byte)).count();
        data = match run {
            0 if byte == b' ' => {
                each(space)?;
                rest
            }
            0 => {
                let is_escaped = |&&byte: &&u8| byte != b' ' && !kept.contains(byte);
                let (run, rest) = data.split_at(data.iter().take_while(is_escaped).count());
                write_escapes(run, each)?;
                rest
            }
            // For one character, checking that a slice of bytes is text is not worth it.
            1 => {
                each(character_of(byte))?;
                rest
            }
            _ => {
                let (run, rest) = data.split_at(run);
                each(core::str::from_utf8(run).expect("characters of ASCII"))?;
                rest
            }
        };
    }
    Ok(())
}

/// Writes the escape of each octet.
#[inline]
pub(crate) fn write_escapes(octets: &[u8], each: &mut Each<'_>) -> fmt::Result {
    /// The number of escapes that are written at once.
    const COUNT: usize = 32;

    if let [octet] = octets {
        return each(escape_of(*octet));
    }
    for octets in octets.chunks(COUNT) {
        let mut escapes = [[0; 3]; COUNT];
        for (escape, octet) in escapes.iter_mut().zip(octets) {
            *escape = ESCAPE_BYTES[usize::from(*octet)];
        }
        let escapes = escapes[..octets.len()].as_flattened();
        each(core::str::from_utf8(escapes).expect("characters of ASCII"))?;
    }
    Ok(())
}

/// The operations of parts that can contain any data in escaped form. The arguments are the module
/// of the grammar, its name (`scheme` for the grammar of one scheme) and its path in examples, the
/// characters that need no escape, and the types of the parts.
macro_rules! escaped {
    ($of:ident [$rfc:ident $at:expr], $unreserved:expr; $($view:ident $buf:ident $({ $($constants:tt)* })?)+) => {$(
        impl $crate::EscapedPart for $of::$view<'_> {
            const UNRESERVED: $crate::ByteSet = $unreserved;
            $($($constants)*)?
        }

        impl<'a> $of::$view<'a> {
            /// Data as this part: everything except the unreserved characters is escaped,
            #[doc = concat!($crate::operations::wording::section_of_escapes!($rfc, "2.4"), ". Reserved characters become")]
            /// data, not delimiters, and a `%` becomes `%25`.
            #[doc = $crate::operations::wording::beyond_ascii!($rfc,
                "

Characters beyond ASCII stay if the data is UTF-8 and the part can contain them, except those that
format bidirectional text, which no IRI should have: RFC 3987 sections 2.2 and 4.1."
            )]
            #[doc = $crate::operations::wording::example!($rfc,
                concat!("use uri::", $at, stringify!($view), ";\n"),
                concat!("let encoded = ", stringify!($view), "::encode(\"x=50% a\");"),
                "assert_eq!(encoded, \"x%3D50%25%20a\");"
            )]
            #[inline]
            pub fn encode<T: AsRef<[u8]> + ?Sized>(
                data: &T,
            ) -> $crate::Encode<'_, $of::$view<'static>> {
                $crate::Encode::encode(data.as_ref())
            }

            /// Text as this part: characters that the part cannot contain are escaped,
            #[doc = concat!($crate::operations::wording::section_of_escapes!($rfc, "2.4.3"), ". Reserved characters that")]
            /// the part can contain stay and keep their meaning; a `%` becomes `%25`.
            #[doc = $crate::operations::wording::beyond_ascii!($rfc,
                "Characters beyond ASCII are treated as by [`encode`](Self::encode)."
            )]
            #[doc = $crate::operations::wording::example!($rfc,
                concat!("use uri::", $at, stringify!($view), ";\n"),
                concat!("let quoted = ", stringify!($view), "::quote(\"x=50% a\");"),
                "assert_eq!(quoted, \"x=50%25%20a\");"
            )]
            #[inline]
            pub fn quote<T: AsRef<[u8]> + ?Sized>(
                text: &T,
            ) -> $crate::Encode<'_, $of::$view<'static>> {
                $crate::Encode::quote(text.as_ref())
            }

            #[doc = concat!(
                "The octets that the text stands for, ", $crate::operations::wording::section_of_escapes!($rfc, "2.4"), "."
            )]
            /// Decode once: the result is data, and a `%` in it is a percent sign.
            #[doc = $crate::operations::wording::example!($rfc,
                concat!("use uri::", $at, stringify!($view), ";\n"),
                concat!("let part = ", stringify!($view), "::new(\"x=50%25%20a\");"),
                "assert!(part.decode() == \"x=50% a\");"
            )]
            #[must_use]
            #[inline]
            pub const fn decode(self) -> $crate::Decode<'a> {
                $crate::Decode::new(self.as_str(), $crate::operations::percent::Plus::Plus)
            }
        }

        #[cfg(feature = "alloc")]
        $crate::operations::delegate::delegate! {
            [$of::$buf] {
                fn decode() -> $crate::Decode<'a>;
            }
        }
    )+};
}
pub(crate) use escaped;

// Constants of a type are evaluated only if they are used, constants of a module in every build.
impl AbsPath<'static> {
    /// The ASCII characters that a path can contain.
    pub(crate) const CHARACTERS: ByteSet = characters_of::<AbsPath<'_>>(b'/');

    /// Text as an absolute path: characters that a path cannot contain are escaped, RFC 2396
    /// section 2.4.3. Slashes still separate segments, and semicolons parameters; a `%` becomes
    /// `%25`, a `?` becomes `%3F`. The text must start with a slash, which is not added.
    ///
    /// For a segment with a slash as data, use [`Segment::encode`](crate::Segment::encode).
    ///
    /// ```
    /// use uri::AbsPath;
    ///
    /// assert_eq!(AbsPath::quote("/a b/50%/c?").to_string(), "/a%20b/50%25/c%3F");
    /// assert!(AbsPath::quote("a b").write_in(&mut [0; 8]).is_err());
    /// ```
    #[inline]
    pub fn quote<T: AsRef<[u8]> + ?Sized>(text: &T) -> Encode<'_, AbsPath<'static>> {
        Encode::keeping(text.as_ref(), Self::CHARACTERS, Beyond::Nothing)
    }
}

impl RelPath<'static> {
    /// The ASCII characters that the first segment can contain.
    const FIRST_CHARACTERS: ByteSet = characters_of::<RelPath<'_>>(b'a');

    /// Text as a relative path; see [`AbsPath::quote`]. The first segment cannot contain a colon,
    /// so colons in it are escaped.
    ///
    /// ```
    /// use uri::RelPath;
    ///
    /// assert_eq!(RelPath::quote("C:/b:c d").to_string(), "C%3A/b:c%20d");
    /// ```
    #[inline]
    pub fn quote<T: AsRef<[u8]> + ?Sized>(text: &T) -> Encode<'_, RelPath<'static>> {
        let data = text.as_ref();
        let first = data.iter().position(|&byte| byte == b'/').unwrap_or(data.len());
        let rest = Encode::keeping(data, AbsPath::CHARACTERS, Beyond::Nothing);
        Encode { first: (first, Self::FIRST_CHARACTERS), ..rest }
    }
}
