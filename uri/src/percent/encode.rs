//! Data as an escaped part.

use super::{UNRESERVED, character_of, characters_of, escape_of};
use crate::output::{self, Each, Pieces};
use crate::{
    AbsPath, ByteSet, Fragment, OpaquePart, Param, ParseError, Query, RegName, RelPath, RelSegment,
    Segment, UserInfo, WriteError,
};
use core::fmt;
use core::marker::PhantomData;

/// A part that can hold any data in escaped form: the views of [`UserInfo`],
/// [`RegName`], [`OpaquePart`], [`RelSegment`], [`Segment`], [`Param`], [`Query`] and [`Fragment`];
/// and the paths [`AbsPath`] and [`RelPath`], whose segments can.
pub trait EscapedPart: sealed::Sealed {
    /// The part's view.
    type View<'b>;
    /// The view's owned counterpart.
    #[cfg(feature = "alloc")]
    type Buf: TryFrom<alloc::string::String, Error: Into<ParseError>>;
}

mod sealed {
    pub trait Sealed {
        fn view(text: &str) -> Result<<Self as super::EscapedPart>::View<'_>, crate::ParseError>
        where
            Self: super::EscapedPart;
    }
}

/// Data to be escaped for a part, RFC 2396 section 2.4; not written yet. Made by
/// `encode` and `quote` of the part's view.
///
/// ```
/// use uri::{Query, Segment};
///
/// let mut buffer = [0; 32];
/// let segment = Segment::encode("a/b;50%").write_in(&mut buffer)?;
/// assert_eq!(segment.as_str(), "a%2Fb%3B50%25");
/// assert!(segment.decode() == "a/b;50%");
///
/// // Reserved characters keep their meaning when quoted.
/// assert_eq!(Query::quote("k=v w&x=ä").to_string(), "k=v%20w&x=%C3%A4");
/// # Ok::<(), uri::WriteError>(())
/// ```
pub struct Encode<'a, P> {
    data: &'a [u8],
    /// What stays as it is: characters of ASCII.
    kept: ByteSet,
    /// What stays in so many bytes at the front.
    first: (usize, ByteSet),
    /// What a space becomes.
    space: &'static str,
    part: PhantomData<fn() -> P>,
}

/// No bytes at the front are special.
const NONE: (usize, ByteSet) = (0, ByteSet::EMPTY);

impl<'a, P> Encode<'a, P> {
    /// Everything but unreserved characters is escaped.
    #[inline]
    pub(crate) const fn data(data: &'a [u8]) -> Self {
        Self { data, kept: UNRESERVED, first: NONE, space: "%20", part: PhantomData }
    }

    /// As browsers write forms of HTML: a space is written as `+`, and everything is escaped but
    /// letters, digits and `*`, `-`, `.` and `_`.
    #[inline]
    pub(crate) const fn form(data: &'a [u8]) -> Self {
        const KEPT: ByteSet = crate::ALPHANUM.with(b'*').with(b'-').with(b'.').with(b'_');
        Self { data, kept: KEPT, first: NONE, space: "+", part: PhantomData }
    }

    /// How many bytes the text has. Takes as long as writing it.
    #[must_use]
    #[inline]
    pub fn text_len(&self) -> usize {
        output::length(*self)
    }
}

impl<P: EscapedPart> Encode<'_, P> {
    /// Writes the part to the front of a buffer, and gives the view of it there.
    ///
    /// # Errors
    ///
    /// If the buffer is too small, with the number of bytes needed, or if the text is not a
    /// part of this kind: a registry name, a relative segment and an opaque part cannot be
    /// empty; a quoted opaque part or relative path cannot start with a slash; an absolute path
    /// must.
    #[inline]
    pub fn write_in<'b>(&self, buffer: &'b mut [u8]) -> Result<P::View<'b>, WriteError> {
        Ok(P::view(output::write_in(buffer, *self)?)?)
    }

    /// The part as a value that owns its text.
    ///
    /// # Errors
    ///
    /// As [`write_in`](Self::write_in).
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn to_buf(&self) -> Result<P::Buf, ParseError> {
        P::Buf::try_from(output::to_string(*self)).map_err(Into::into)
    }
}

impl<P> Clone for Encode<'_, P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Encode<'_, P> {}

impl<P> fmt::Debug for Encode<'_, P> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encode({self})")
    }
}

/// Writes the escaped text, to any [`core::fmt::Write`].
impl<P> fmt::Display for Encode<'_, P> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        output::write_to(f, *self)
    }
}

impl<P> Pieces for Encode<'_, P> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Self { data, kept, first: (length, first_kept), space, part: _ } = self;
        let (first, rest) = data.split_at(length);
        write_escaped(first, first_kept, space, each)?;
        write_escaped(rest, kept, space, each)
    }
}

/// The data, with escapes for what is not kept.
#[inline]
pub(crate) fn write_escaped(
    mut data: &[u8],
    kept: ByteSet,
    space: &'static str,
    each: &mut Each<'_>,
) -> fmt::Result {
    while let Some((&byte, rest)) = data.split_first() {
        let run = data.iter().take_while(|&&byte| kept.contains(byte)).count();
        data = match run {
            0 => {
                each(if byte == b' ' { space } else { escape_of(byte) })?;
                rest
            }
            // One character is not worth the check that a slice of bytes is text.
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

macro_rules! escaped_part {
    ($($view:ident $buf:ident)+) => {$(
        impl EscapedPart for $view<'static> {
            type View<'b> = $view<'b>;
            #[cfg(feature = "alloc")]
            type Buf = crate::$buf;
        }

        impl sealed::Sealed for $view<'static> {
            #[inline]
            fn view(text: &str) -> Result<$view<'_>, ParseError> {
                $view::parse(text)
            }
        }
    )+};
}
escaped_part! {
    UserInfo UserInfoBuf
    RegName RegNameBuf
    OpaquePart OpaquePartBuf
    AbsPath AbsPathBuf
    RelPath RelPathBuf
    RelSegment RelSegmentBuf
    Segment SegmentBuf
    Param ParamBuf
    Query QueryBuf
    Fragment FragmentBuf
}

macro_rules! encode {
    ($($view:ident)+) => {$(
        impl $view<'static> {
            /// Data as this part: everything except the unreserved characters is escaped,
            /// RFC 2396 section 2.4. Reserved characters become data, not delimiters, and a
            /// `%` becomes `%25`.
            #[inline]
            pub fn encode<T: AsRef<[u8]> + ?Sized>(data: &T) -> Encode<'_, Self> {
                Encode::data(data.as_ref())
            }

            /// Text as this part: characters that the part cannot hold are escaped, RFC 2396
            /// section 2.4.3. Reserved characters that the part can hold stay and keep their
            /// meaning; a `%` becomes `%25`.
            #[inline]
            pub fn quote<T: AsRef<[u8]> + ?Sized>(text: &T) -> Encode<'_, Self> {
                const CHARACTERS: ByteSet = characters_of!($view, b'a');
                Encode { kept: CHARACTERS, ..Encode::data(text.as_ref()) }
            }
        }
    )+};
}
encode!(UserInfo RegName OpaquePart RelSegment Segment Param Query Fragment);

impl AbsPath<'static> {
    /// Text as an absolute path: characters that a path cannot hold are escaped, RFC 2396
    /// section 2.4.3. Slashes separate segments and semicolons parameters, as they do in a
    /// path; a `%` becomes `%25`, a `?` becomes `%3F`. The text has to start with a slash,
    /// which is not added.
    ///
    /// A segment that holds a slash as data is made by [`Segment::encode`] instead.
    ///
    /// ```
    /// use uri::AbsPath;
    ///
    /// assert_eq!(AbsPath::quote("/a b/50%/c?").to_string(), "/a%20b/50%25/c%3F");
    /// assert!(AbsPath::quote("a b").write_in(&mut [0; 8]).is_err());
    /// ```
    #[inline]
    pub fn quote<T: AsRef<[u8]> + ?Sized>(text: &T) -> Encode<'_, Self> {
        const CHARACTERS: ByteSet = characters_of!(AbsPath, b'/');
        Encode { kept: CHARACTERS, ..Encode::data(text.as_ref()) }
    }
}

impl RelPath<'static> {
    /// Text as a relative path; see [`AbsPath::quote`]. The first segment cannot hold a colon,
    /// so colons are escaped there.
    ///
    /// ```
    /// use uri::RelPath;
    ///
    /// assert_eq!(RelPath::quote("C:/b:c d").to_string(), "C%3A/b:c%20d");
    /// ```
    #[inline]
    pub fn quote<T: AsRef<[u8]> + ?Sized>(text: &T) -> Encode<'_, Self> {
        const FIRST: ByteSet = characters_of!(RelPath, b'a');
        const CHARACTERS: ByteSet = characters_of!(AbsPath, b'/');
        let data = text.as_ref();
        let first = data.iter().position(|&byte| byte == b'/').unwrap_or(data.len());
        Encode { kept: CHARACTERS, first: (first, FIRST), ..Encode::data(data) }
    }
}
