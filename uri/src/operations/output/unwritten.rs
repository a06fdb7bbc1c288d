//! Macros for the types of operations whose text is written on demand.

#[cfg(feature = "alloc")]
use crate::ParseError;

/// The methods that write a type with [`Pieces`](super::Pieces), as a view or as a value that owns its text. Every
/// text matches the rule of the view, unless the first argument is `fallible`.
macro_rules! unwritten {
    ([$($generics:tt)*] $type:ty => $syntax:ident::$view:ident, $buf:ident) => {
        $crate::operations::output::unwritten! {
            [$($generics)*] $type => $syntax::$view, $buf;
            |text, _it| TryFrom::try_from(text),
            |text, _it| <$syntax::$buf>::try_from(text).map_err(Into::into)
        }
    };
    (
        [$($generics:tt)*] $type:ty => $syntax:ident::$view:ident, $buf:ident; $($how:tt)*
    ) => {
        $crate::operations::output::unwritten! {
            fallible [$($generics)*] $type => $syntax::$view, $buf; $($how)*
        }

        #[cfg(feature = "alloc")]
        impl<$($generics)*> $type {
            /// The text as a value that owns it.
            ///
            /// # Panics
            ///
            /// If the text is longer than 4 GiB. [`try_to_buf`](Self::try_to_buf) returns an error
            /// instead.
            #[must_use]
            #[inline]
            pub fn to_buf(&self) -> $syntax::$buf {
                self.try_to_buf().unwrap_or_else(|error| $crate::operations::output::too_long(error))
            }
        }
    };
    (
        fallible [$($generics:tt)*] $type:ty => $syntax:ident::$view:ident, $buf:ident;
        |$text:ident, $it:ident| $borrow:expr, |$string:ident, $of:ident| $own:expr
    ) => {
        impl<$($generics)*> $type {
            /// Returns the length of the text in bytes. Takes as long as writing the text.
            #[must_use]
            #[inline]
            pub fn text_len(&self) -> usize {
                $crate::operations::output::length(self)
            }

            /// Writes the text to the front of a buffer, and returns a view of the written text.
            ///
            /// # Errors
            ///
            /// If the buffer is too small, with the number of bytes needed, or if the text is
            /// longer than 4 GiB or does not match the rule of the view. The content of the buffer
            /// is then unspecified.
            #[inline]
            pub fn write_in<'b>(
                &self,
                buffer: &'b mut [u8],
            ) -> Result<$syntax::$view<'b>, $crate::WriteError> {
                let ($text, $it) = ($crate::operations::output::write_in(buffer, self)?, self);
                Ok($borrow?)
            }

            /// The text as a value that owns it.
            ///
            /// # Errors
            ///
            /// If the text is longer than 4 GiB or does not match the rule of the value.
            #[cfg(feature = "alloc")]
            #[inline]
            pub fn try_to_buf(&self) -> Result<$syntax::$buf, $crate::ParseError> {
                let ($string, $of) = ($crate::operations::output::Pieces::string(self), self);
                $own
            }

            /// Appends the text to a string, which can be used again for the next text.
            #[cfg(feature = "alloc")]
            #[inline]
            pub fn append_to(&self, string: &mut alloc::string::String) {
                $crate::operations::output::append(string, self);
            }
        }

        /// Writes the text, to any [`core::fmt::Write`].
        impl<$($generics)*> ::core::fmt::Display for $type {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::operations::output::display(f, self)
            }
        }

        $crate::operations::output::compares! { [$($generics)*] $type }
    };
}
pub(crate) use unwritten;

/// Panics because a text that matches a rule is too long for the slots of its view.
#[cfg(feature = "alloc")]
#[cold]
pub(crate) fn too_long(error: ParseError) -> ! {
    panic!("{error}")
}

/// Comparison of a type with [`Pieces`](super::Pieces) with text.
macro_rules! compares {
    ([$($generics:tt)*] $type:ty) => {
        /// Compares the text that would be written.
        impl<$($generics)*> PartialEq<str> for $type {
            #[inline]
            fn eq(&self, other: &str) -> bool {
                $crate::operations::output::is(self, other)
            }
        }

        /// Compares the text that would be written.
        impl<$($generics)*> PartialEq<&str> for $type {
            #[inline]
            fn eq(&self, other: &&str) -> bool {
                $crate::operations::output::is(self, other)
            }
        }
    };
}
pub(crate) use compares;
