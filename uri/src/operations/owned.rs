//! The operations of owned text: each calls the method of the borrowed form, so that callers can
//! omit `as_view()`.

use crate::file::{FileUriError, WindowsPath};
use crate::operations::delegate::delegate;
use crate::syntax::components::Components;
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
use crate::syntax::types::later_bases;
use crate::syntax::types::{bases, references};
use crate::syntax::{Rfc2396, Syntax};
use crate::{
    AbsPathBuf, AbsoluteUri, AbsoluteUriBuf, Builder, ChangedSegment, Decode, IntoComponents,
    IntoPart, IntoScheme, Ipv4AddressBuf, Normalization, Normalized, Param, ParamBuf, Params,
    PortError, ReferenceBuf, RegName, RelPathBuf, RelativeUri, RelativeUriBuf, Relativized,
    Resolution, ResolveError, Resolved, Segment, SegmentBuf, Segments, UriReference,
    UriReferenceBuf,
};
use core::net::Ipv4Addr;

macro_rules! of_references {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty, $names:tt) => {
        delegate! {
            [$of::$buf] {
                fn components() -> Components<'a, $syntax>;
                fn to_builder() -> Builder<'a, $syntax, $kind>;
                fn normalize(steps: Normalization) -> Normalized<'a, $syntax, $kind>;
                fn is_normalized(steps: Normalization) -> bool;
                fn is_equivalent(other: impl IntoComponents<'a, $syntax>, steps: Normalization)
                    -> bool;
                fn is_absolute() -> bool;
                fn is_relative() -> bool;
                fn is_opaque() -> bool;
                fn is_same_document() -> bool;
                fn port_or_default() -> Result<Option<u16>, PortError>;
                fn strip_fragment() -> $of::$view<'a>;
                fn with_authority(authority: impl IntoPart<Option<$of::Authority<'a>>>)
                    -> Builder<'a, $syntax, $kind>;
                fn with_userinfo(userinfo: impl IntoPart<Option<$of::UserInfo<'a>>>)
                    -> Builder<'a, $syntax, $kind>;
                fn with_host(host: impl IntoPart<Option<$of::Host<'a>>>)
                    -> Builder<'a, $syntax, $kind>;
                fn with_port(port: impl IntoPart<Option<$of::Port<'a>>>)
                    -> Builder<'a, $syntax, $kind>;
                fn with_port_number(port: impl Into<Option<u16>>) -> Builder<'a, $syntax, $kind>;
                fn with_query(query: impl IntoPart<Option<$of::Query<'a>>>)
                    -> Builder<'a, $syntax, $kind>;
                fn with_fragment(fragment: impl IntoPart<Option<$of::Fragment<'a>>>)
                    -> Builder<'a, $syntax, $kind>;
                fn with_path(path: impl IntoPart<<$syntax as Syntax>::Path<'a>>)
                    -> Builder<'a, $syntax, $kind>;
                fn with_pushed_segment(segment: impl IntoPart<$of::Segment<'a>>)
                    -> Builder<'a, $syntax, $kind>;
                fn with_popped_segment() -> Builder<'a, $syntax, $kind>;
                fn with_inserted_segment(index: usize, segment: impl IntoPart<$of::Segment<'a>>)
                    -> Builder<'a, $syntax, $kind>;
                fn with_removed_segment(index: usize) -> Builder<'a, $syntax, $kind>;
                fn with_segment(index: usize, segment: impl IntoPart<$of::Segment<'a>>)
                    -> Builder<'a, $syntax, $kind>;
                fn to_unix_path() -> Result<Decode<'a>, FileUriError>;
                fn to_windows_path() -> Result<WindowsPath<'a>, FileUriError>;
            }
        }

        impl $of::$buf {
            /// As `with_scheme` of the borrowed form.
            #[must_use]
            #[inline]
            pub fn with_scheme<'a, T: IntoScheme<'a, $syntax>>(
                &'a self,
                scheme: T,
            ) -> Builder<'a, $syntax, T::Kind> {
                self.as_view().with_scheme(scheme)
            }
        }

        /// Lets owned references be resolved and changed like borrowed ones.
        impl<'a> From<&'a $of::$buf> for Components<'a, $syntax> {
            #[inline]
            fn from(text: &'a $of::$buf) -> Self {
                text.as_view().into()
            }
        }

        impl<'a> IntoComponents<'a, $syntax> for &'a $of::$buf {
            #[inline]
            fn into_components(self) -> Components<'a, $syntax> {
                self.into()
            }
        }
    };
}
references!(of_references);

macro_rules! of_bases {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty, $names:tt) => {
        delegate! {
            [$of::$buf] {
                fn resolve_with(
                    reference: impl IntoComponents<'a, $syntax>, options: Resolution
                ) -> Result<Resolved<'a, $syntax>, ResolveError>;
                fn relativize(target: impl IntoComponents<'a, $syntax>)
                    -> Option<Relativized<'a, $syntax>>;
            }
        }
    };
}
bases!(of_bases);

#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
macro_rules! resolving_any {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty, $names:tt) => {
        delegate! {
            [$of::$buf] {
                fn resolve(reference: impl IntoComponents<'a, $syntax>)
                    -> Resolved<'a, $syntax>;
            }
        }
    };
}
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
later_bases!(resolving_any);

delegate! {
    [UriReferenceBuf] {
        fn with_reg_name(name: RegName<'a>) -> Builder<'a>;
        fn to_absolute_uri() -> Option<AbsoluteUri<'a>>;
        fn to_relative_uri() -> Option<RelativeUri<'a>>;
    }
    [AbsoluteUriBuf] {
        fn resolve(reference: impl IntoComponents<'a, Rfc2396>) -> Result<Resolved<'a>, ResolveError>;
        fn with_reg_name(name: RegName<'a>) -> Builder<'a>;
        fn scheme_specific_part() -> &'a str;
    }
    [RelativeUriBuf] {
        fn with_reg_name(name: RegName<'a>) -> Builder<'a>;
    }
    [ReferenceBuf] {
        fn to_uri_reference() -> Option<UriReference<'a>>;
    }
    [Ipv4AddressBuf] {
        fn to_ipv4_addr() -> Option<Ipv4Addr>;
    }
    [SegmentBuf] {
        fn name() -> &'a str;
        fn params() -> Params<'a>;
        fn with_pushed_param(param: Param<'a>) -> ChangedSegment<'a>;
        fn with_popped_param() -> Option<ChangedSegment<'a>>;
        fn with_inserted_param(index: usize, param: Param<'a>) -> Option<ChangedSegment<'a>>;
        fn with_removed_param(index: usize) -> Option<ChangedSegment<'a>>;
    }
    [AbsPathBuf] {
        fn segments() -> Segments<'a>;
        fn last_segment() -> Option<Segment<'a>>;
        fn file_name() -> Option<&'a str>;
        fn extension() -> Option<&'a str>;
    }
    [RelPathBuf] {
        fn segments() -> Segments<'a>;
        fn last_segment() -> Option<Segment<'a>>;
        fn file_name() -> Option<&'a str>;
        fn extension() -> Option<&'a str>;
    }
    [ParamBuf] {
        fn key() -> &'a str;
        fn value() -> Option<&'a str>;
    }
}

/// A query alone can be resolved.
impl<'a> From<&'a ReferenceBuf> for Components<'a> {
    #[inline]
    fn from(text: &'a ReferenceBuf) -> Self {
        text.as_view().into()
    }
}

/// A query alone can be resolved.
impl<'a> IntoComponents<'a, Rfc2396> for &'a ReferenceBuf {
    #[inline]
    fn into_components(self) -> Components<'a> {
        self.into()
    }
}
