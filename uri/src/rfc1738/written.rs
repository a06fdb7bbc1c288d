//! Texts that are described but not written yet, of types of this module; see `output`.

use crate::ParseError;

/// A URL or a path of this module, as which a text is read that has been written: the views of
/// all URLs, [`FPath`](super::FPath) and [`HPath`](super::HPath).
pub trait UrlText: Sealed {
    /// The view.
    type View<'b>;
    /// The view's owned counterpart.
    #[cfg(feature = "alloc")]
    type Buf: TryFrom<alloc::string::String, Error: Into<ParseError>>;
}

/// Nobody else has texts of this kind.
pub trait Sealed {
    /// The view of a text.
    fn view(text: &str) -> Result<<Self as UrlText>::View<'_>, ParseError>
    where
        Self: UrlText;
}

macro_rules! texts {
    ($($view:ident $buf:ident)+) => {$(
        impl UrlText for super::$view<'static> {
            type View<'b> = super::$view<'b>;
            #[cfg(feature = "alloc")]
            type Buf = super::$buf;
        }

        impl Sealed for super::$view<'static> {
            #[inline]
            fn view(text: &str) -> Result<super::$view<'_>, ParseError> {
                super::$view::parse(text)
            }
        }
    )+};
}
texts! {
    Url UrlBuf
    GenericUrl GenericUrlBuf
    FtpUrl FtpUrlBuf
    FileUrl FileUrlBuf
    HttpUrl HttpUrlBuf
    GopherUrl GopherUrlBuf
    MailtoUrl MailtoUrlBuf
    NewsUrl NewsUrlBuf
    NntpUrl NntpUrlBuf
    TelnetUrl TelnetUrlBuf
    WaisUrl WaisUrlBuf
    ProsperoUrl ProsperoUrlBuf
    FPath FPathBuf
    HPath HPathBuf
}

/// The ways to write a type with `Pieces`, whose last parameter is the type that it becomes.
macro_rules! unwritten {
    ($type:ident<'a $(, $param:ident)?>) => {
        impl<'a, $($param: AsRef<[u8]>,)? U: $crate::rfc1738::UrlText> $type<'a, $($param,)? U> {
            /// How many bytes the text has. Takes as long as writing it.
            #[must_use]
            #[inline]
            pub fn text_len(&self) -> usize {
                $crate::output::length(*self)
            }

            /// Writes the text to the front of a buffer, and returns the view of it there.
            ///
            /// # Errors
            ///
            /// If the buffer is too small, with the number of bytes needed, or if the text has
            /// more than 4 GiB.
            #[inline]
            pub fn write_in<'b>(
                &self,
                buffer: &'b mut [u8],
            ) -> Result<U::View<'b>, $crate::WriteError> {
                Ok(U::view($crate::output::write_in(buffer, *self)?)?)
            }

            /// The text as a value that owns it.
            ///
            /// # Errors
            ///
            /// If the text has more than 4 GiB.
            #[cfg(feature = "alloc")]
            #[inline]
            pub fn to_buf(&self) -> Result<U::Buf, $crate::ParseError> {
                U::Buf::try_from($crate::output::to_string(*self)).map_err(Into::into)
            }
        }

        impl<$($param,)? U> Clone for $type<'_, $($param,)? U> {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($param,)? U> Copy for $type<'_, $($param,)? U> {}

        /// Writes the text, to any [`core::fmt::Write`]. Width and padding have no effect.
        impl<$($param: AsRef<[u8]>,)? U> ::core::fmt::Display for $type<'_, $($param,)? U> {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::output::write_to(f, *self)
            }
        }

        impl<$($param: AsRef<[u8]>,)? U> ::core::fmt::Debug for $type<'_, $($param,)? U> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                write!(f, concat!(stringify!($type), "({})"), self)
            }
        }
    };
}
pub(super) use unwritten;
