//! The arguments of operations: parts that have been parsed.
//!
//! Operations could take `Into` the types of the grammars, but then the compiler's message for a
//! text that has not been parsed would name only a missing conversion.

use super::types::parts;
use super::{AnyReference, AppendixC, Kind, Syntax, WithScheme};

/// An argument for which an operation expects the part `T`: the part itself, or a reference to its
/// owned form; if `T` is an `Option`, also the part without the `Option`.
///
/// A text is no part until it has been parsed:
///
/// ```compile_fail,E0277
/// # use uri::rfc3986::Uri;
/// let uri = Uri::new("http://a/").with_host("example.com");
/// ```
///
/// ```
/// use uri::rfc3986::{Host, Uri};
///
/// let uri = Uri::new("http://a/").with_host(Host::parse("example.com")?).build()?;
/// assert_eq!(uri, "http://example.com/");
///
/// # #[cfg(feature = "alloc")] {
/// use uri::rfc3986::{Segment, UriReferenceBuf};
///
/// let mut reference = UriReferenceBuf::parse("/docs")?;
/// reference.push_segment(&Segment::encode("a/b").to_buf())?;
/// assert_eq!(reference, "/docs/a%2Fb");
/// # }
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a parsed `{T}`",
    label = "expected a parsed part: `{T}`",
    note = "parse a text first, as in `Host::parse(text)?`, or, in a constant, `Host::new(\"a.b\")`",
    note = "to escape data as a segment, a query or another part, use `encode` or `quote` of its type"
)]
pub trait IntoPart<T> {
    /// Returns the part.
    fn into_part(self) -> T;
}

impl<T> IntoPart<T> for T {
    #[inline]
    fn into_part(self) -> T {
        self
    }
}

impl<T> IntoPart<Option<T>> for T {
    #[inline]
    fn into_part(self) -> Option<T> {
        Some(self)
    }
}

/// Lets owned parts be passed like borrowed ones.
#[cfg(feature = "alloc")]
macro_rules! owned_part {
    ($of:ident $view:ident $buf:ident $syntax:ty, $names:tt) => {
        impl<'a> IntoPart<$of::$view<'a>> for &'a $of::$buf {
            #[inline]
            fn into_part(self) -> $of::$view<'a> {
                self.as_view()
            }
        }

        impl<'a> IntoPart<Option<$of::$view<'a>>> for &'a $of::$buf {
            #[inline]
            fn into_part(self) -> Option<$of::$view<'a>> {
                Some(self.as_view())
            }
        }
    };
}
#[cfg(feature = "alloc")]
const _: () = {
    parts!(owned_part: Scheme SchemeBuf);
    parts!(owned_part: Authority AuthorityBuf);
    parts!(owned_part: UserInfo UserInfoBuf);
    parts!(owned_part: Host HostBuf);
    parts!(owned_part: Port PortBuf);
    parts!(owned_part: Segment SegmentBuf);
    parts!(owned_part: Query QueryBuf);
    parts!(owned_part: Fragment FragmentBuf);
};

/// The argument of `with_scheme`: a scheme, or an `Option` of one.
///
/// ```
/// use uri::rfc3986::{Scheme, Uri, UriReference};
///
/// let reference = UriReference::new("//h/a");
/// let mut buffer = [0; 16];
/// let uri: Uri<'_> =
///     reference.with_scheme(Scheme::new("http")).build()?.write_in(&mut buffer)?;
/// assert_eq!(uri, "http://h/a");
/// assert_eq!(uri.with_scheme(None).build()?, "//h/a");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a parsed scheme of the grammar `{S}`",
    label = "expected `Scheme` or `Option<Scheme>`",
    note = "parse a text first, as in `Scheme::parse(text)?`, or, in a constant, `Scheme::new(\"s\")`"
)]
pub trait IntoScheme<'a, S: Syntax> {
    /// The kind of reference with this scheme.
    type Kind: Kind<S>;

    /// Returns the scheme, if there is one.
    fn into_scheme(self) -> Option<S::Scheme<'a>>;
}

macro_rules! scheme_argument {
    ($of:ident $view:ident $buf:ident $syntax:ty, $names:tt) => {
        impl<'a> IntoScheme<'a, $syntax> for $of::$view<'a> {
            type Kind = WithScheme;

            #[inline]
            fn into_scheme(self) -> Option<Self> {
                Some(self)
            }
        }

        impl<'a> IntoScheme<'a, $syntax> for Option<$of::$view<'a>> {
            type Kind = AnyReference;

            #[inline]
            fn into_scheme(self) -> Self {
                self
            }
        }

        #[cfg(feature = "alloc")]
        impl<'a> IntoScheme<'a, $syntax> for &'a $of::$buf {
            type Kind = WithScheme;

            #[inline]
            fn into_scheme(self) -> Option<$of::$view<'a>> {
                Some(self.as_view())
            }
        }
    };
}
parts!(scheme_argument: Scheme SchemeBuf);
const _: () = {
    use crate as of;

    scheme_argument! { of Scheme SchemeBuf AppendixC, [] }
};
