//! The operations of owned text: each is that of the borrowed form, so that nobody has to write
//! `as_view()` before it.

use crate::{
    AbsoluteUri, AbsoluteUriBuf, Components, Decode, FragmentBuf, IPv4AddressBuf, Normalization,
    Normalized, OpaquePartBuf, Pairs, ParamBuf, Port, PortBuf, PortError, QueryBuf, ReferenceBuf,
    RegNameBuf, RelSegmentBuf, RelativeUri, RelativeUriBuf, Relativized, Resolution, ResolveError,
    Resolved, SchemeBuf, SegmentBuf, UriReference, UriReferenceBuf, UserInfoBuf,
};
use core::net::Ipv4Addr;

/// Methods of owned forms: what they are asked, they ask the borrowed form.
macro_rules! ask_view {
    ($(
        $buf:ident as $view:ident {
            $(fn $name:ident($($argument:ident: $of:ty),*) -> $result:ty;)*
        }
    )*) => {$(
        #[allow(clippy::needless_lifetimes, reason = "what some methods return has it")]
        #[allow(clippy::must_use_candidate, reason = "that of the borrowed form is it")]
        impl $buf {
            $(
                #[doc = concat!("As [`", stringify!($name), "`](super::", stringify!($view),
                    "::", stringify!($name), ") of the borrowed form.")]
                #[inline]
                pub fn $name<'a>(&'a self $(, $argument: $of)*) -> $result {
                    self.as_view().$name($($argument),*)
                }
            )*
        }
    )*};
}
pub(crate) use ask_view;

/// Methods that several owned forms have.
macro_rules! alike {
    ($($buf:ident as $view:ident)* : $methods:tt) => {
        $crate::owned::ask_view! { $($buf as $view $methods)* }
    };
}
pub(crate) use alike;

alike! {
    UriReferenceBuf as UriReference AbsoluteUriBuf as AbsoluteUri RelativeUriBuf as RelativeUri: {
        fn normalize(steps: Normalization) -> Normalized<'a>;
        fn is_normalized(steps: Normalization) -> bool;
    }
}

alike! {
    UserInfoBuf as UserInfo RegNameBuf as RegName OpaquePartBuf as OpaquePart
    RelSegmentBuf as RelSegment SegmentBuf as Segment ParamBuf as Param QueryBuf as Query
    FragmentBuf as Fragment: {
        fn decode() -> Decode<'a>;
    }
}

ask_view! {
    UriReferenceBuf as UriReference {
        fn is_equivalent(other: UriReference<'_>, steps: Normalization) -> bool;
        fn is_absolute() -> bool;
        fn is_relative() -> bool;
        fn is_opaque() -> bool;
        fn is_same_document() -> bool;
        fn to_absolute_uri() -> Option<AbsoluteUri<'a>>;
        fn to_relative_uri() -> Option<RelativeUri<'a>>;
        fn strip_fragment() -> UriReference<'a>;
    }
    AbsoluteUriBuf as AbsoluteUri {
        fn is_equivalent(other: AbsoluteUri<'_>, steps: Normalization) -> bool;
        fn resolve(reference: impl Into<Components<'a>>) -> Result<Resolved<'a>, ResolveError>;
        fn resolve_with(reference: impl Into<Components<'a>>, options: Resolution)
            -> Result<Resolved<'a>, ResolveError>;
        fn relativize(target: impl Into<Components<'a>>) -> Option<Relativized<'a>>;
        fn is_opaque() -> bool;
        fn scheme_specific_part() -> &'a str;
    }
    RelativeUriBuf as RelativeUri {
        fn is_equivalent(other: RelativeUri<'_>, steps: Normalization) -> bool;
    }
    ReferenceBuf as Reference {
        fn to_uri_reference() -> Option<UriReference<'a>>;
    }
    SchemeBuf as Scheme {
        fn default_port() -> Option<u16>;
        fn is_hierarchical() -> bool;
    }
    UserInfoBuf as UserInfo {
        fn user() -> &'a str;
        fn password() -> Option<&'a str>;
    }
    PortBuf as Port {
        fn to_u16() -> Result<u16, PortError>;
    }
    IPv4AddressBuf as IPv4Address {
        fn to_ipv4_addr() -> Option<Ipv4Addr>;
    }
    SegmentBuf as Segment {
        fn name() -> &'a str;
    }
    ParamBuf as Param {
        fn key() -> &'a str;
        fn value() -> Option<&'a str>;
    }
    QueryBuf as Query {
        fn pairs() -> Pairs<'a>;
        fn form_pairs() -> Pairs<'a>;
    }
}

/// An owned reference is resolved and built upon as its borrowed form is.
macro_rules! components {
    ($($buf:ident)*) => {$(
        impl<'a> From<&'a $buf> for Components<'a> {
            #[inline]
            fn from(text: &'a $buf) -> Self {
                text.as_view().into()
            }
        }
    )*};
}
components!(UriReferenceBuf ReferenceBuf AbsoluteUriBuf RelativeUriBuf);

/// The port of this number, in decimal.
///
/// ```
/// use uri::PortBuf;
///
/// assert_eq!(PortBuf::from(8080).as_str(), "8080");
/// ```
impl From<u16> for PortBuf {
    #[inline]
    fn from(number: u16) -> Self {
        Port::from_u16(number, &mut [0; 5]).to_buf()
    }
}
