//! The arguments of operations: parts and references that have been parsed.
//!
//! Operations could take `Into` the types of the grammars, but then the compiler's message for a
//! text that has not been parsed would name only a missing conversion.

use super::Syntax;
use super::components::Components;
#[cfg(feature = "alloc")]
use super::types::parts;

/// An argument for which an operation expects the part `T`: the part itself, or a reference to its
/// owned form; if `T` is an `Option`, also the part without the `Option`.
///
/// A text is no part until it has been parsed:
///
/// ```compile_fail,E0277
/// # use uri::AbsoluteUri;
/// let uri = AbsoluteUri::new("http://a/").with_host("example.com");
/// ```
///
/// ```
/// use uri::{AbsoluteUri, Host};
///
/// let uri = AbsoluteUri::new("http://a/").with_host(Host::parse("example.com")?).build()?;
/// assert_eq!(uri, "http://example.com/");
///
/// # #[cfg(feature = "alloc")] {
/// use uri::{Segment, UriReferenceBuf};
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
    ($of:ident $view:ident $buf:ident $syntax:ty) => {
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

/// A parsed reference of the grammar `S`, for operations that read its components: any view of a
/// whole reference, a reference to its owned form, or its [`Components`].
///
/// ```compile_fail,E0277
/// # use uri::AbsoluteUri;
/// let target = AbsoluteUri::new("http://a/").resolve("../b");
/// ```
///
/// ```
/// use uri::{AbsoluteUri, Reference};
///
/// let target = AbsoluteUri::new("http://a/").resolve(Reference::parse("../b")?)?;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a parsed reference of the grammar `{S}`",
    label = "expected a view of a reference, such as `UriReference` or `Uri`, or `&UriBuf`",
    note = "parse a text first, as in `UriReference::parse(text)?`; `join` of a base also resolves it",
    note = "references of another grammar are converted by `From` or `TryFrom`"
)]
pub trait IntoComponents<'a, S: Syntax> {
    /// Returns the components, without reading the text again.
    fn into_components(self) -> Components<'a, S>;
}

impl<'a, S: Syntax> IntoComponents<'a, S> for Components<'a, S> {
    #[inline]
    fn into_components(self) -> Self {
        self
    }
}
