//! The methods of enums for parts of several rules.

/// The methods and traits of an enum whose variants contain texts of rules over `$unit`.
macro_rules! union {
    ($union:ident, str, $($variant:ident),+) => {
        impl<'a> $union<'a> {
            /// The text of any variant.
            #[must_use]
            #[inline]
            pub const fn as_str(self) -> &'a str {
                match self {
                    $(Self::$variant(text) => text.as_str(),)+
                }
            }
        }

        impl ::core::convert::AsRef<str> for $union<'_> {
            #[inline]
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl ::core::cmp::PartialEq<str> for $union<'_> {
            #[inline]
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl ::core::cmp::PartialEq<&str> for $union<'_> {
            #[inline]
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }

        runtime::unions::union!($union, $($variant),+);
    };
    ($union:ident, [u8], $($variant:ident),+) => {
        impl ::core::convert::AsRef<[u8]> for $union<'_> {
            #[inline]
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        runtime::unions::union!($union, $($variant),+);
    };
    ($union:ident, $($variant:ident),+) => {
        impl<'a> $union<'a> {
            /// The bytes of the text of any variant.
            #[must_use]
            #[inline]
            pub const fn as_bytes(self) -> &'a [u8] {
                match self {
                    $(Self::$variant(text) => text.as_bytes(),)+
                }
            }
        }

        $(
            impl<'a> ::core::convert::From<$variant<'a>> for $union<'a> {
                #[inline]
                fn from(text: $variant<'a>) -> Self {
                    Self::$variant(text)
                }
            }
        )+

        /// The text of any variant.
        impl ::core::fmt::Display for $union<'_> {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    $(Self::$variant(text) => ::core::fmt::Display::fmt(text, f),)+
                }
            }
        }
    };
}

pub(crate) use union;
