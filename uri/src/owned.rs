//! The operations of owned text: each is that of the borrowed form, so that no caller has to write
//! `as_view()` before it.

use crate::components::Components;
use crate::file::{FileUriError, WindowsPath};
use crate::percent::EscapedPart;
use crate::syntax::{Base, PortRule, QueryRule, SchemeRule, Syntax, UserInfoRule, Whole};
use crate::{
    AbsPathBuf, AbsoluteUri, AbsoluteUriBuf, Builder, ChangedSegment, Decode, Ipv4AddressBuf,
    Normalization, Normalized, Pairs, Param, ParamBuf, Params, ParseError, PortError, ReferenceBuf,
    RegName, RelPathBuf, RelativeUri, RelativeUriBuf, Relativized, Resolution, ResolveError,
    Resolved, Rule, Segment, SegmentBuf, Segments, Text, UriReference, UriReferenceBuf,
};
use alloc::string::String;
use alloc::vec::Vec;
use core::net::Ipv4Addr;

/// Methods of owned forms: what they are asked, they ask the borrowed form.
macro_rules! ask_view {
    ($([$($impl:tt)*] as $view:ident {
        $(fn $name:ident($($argument:ident: $of:ty),*) -> $result:ty;)*
    })*) => {$(
        #[allow(clippy::needless_lifetimes, reason = "what some methods return has it")]
        #[allow(clippy::must_use_candidate, reason = "that of the borrowed form is it")]
        #[allow(clippy::missing_errors_doc, reason = "that of the borrowed form has it")]
        impl $($impl)* {
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
#[cfg(feature = "rfc1738")]
pub(crate) use ask_view;

ask_view! {
    [<R: Whole, const N: usize> Text<String, R, N>
        where for<'v> Text<&'v str, R, N>: Into<Components<'v, R::Syntax>>] as UriReference {
        fn components() -> Components<'a, R::Syntax>;
        fn to_builder() -> Builder<'a, R::Syntax, R::Kind>;
        fn normalize(steps: Normalization) -> Normalized<'a, R::Syntax, R::Kind>;
        fn is_normalized(steps: Normalization) -> bool;
        fn is_equivalent(other: impl Into<Components<'a, R::Syntax>>, steps: Normalization)
            -> bool;
        fn is_absolute() -> bool;
        fn is_relative() -> bool;
        fn is_opaque() -> bool;
        fn is_same_document() -> bool;
        fn port_or_default() -> Result<Option<u16>, PortError>;
        fn strip_fragment() -> Text<&'a str, R, N>;
        fn with_scheme(scheme: impl Into<Option<<R::Syntax as Syntax>::Scheme<'a>>>)
            -> Builder<'a, R::Syntax>;
        fn with_authority(authority: impl Into<Option<<R::Syntax as Syntax>::Authority<'a>>>)
            -> Builder<'a, R::Syntax, R::Kind>;
        fn with_userinfo(userinfo: impl Into<Option<<R::Syntax as Syntax>::UserInfo<'a>>>)
            -> Builder<'a, R::Syntax, R::Kind>;
        fn with_host(host: impl Into<Option<<R::Syntax as Syntax>::Host<'a>>>)
            -> Builder<'a, R::Syntax, R::Kind>;
        fn with_port(port: impl Into<Option<<R::Syntax as Syntax>::Port<'a>>>)
            -> Builder<'a, R::Syntax, R::Kind>;
        fn with_port_number(port: impl Into<Option<u16>>) -> Builder<'a, R::Syntax, R::Kind>;
        fn with_query(query: impl Into<Option<<R::Syntax as Syntax>::Query<'a>>>)
            -> Builder<'a, R::Syntax, R::Kind>;
        fn with_fragment(fragment: impl Into<Option<<R::Syntax as Syntax>::Fragment<'a>>>)
            -> Builder<'a, R::Syntax, R::Kind>;
        fn with_path(path: impl Into<<R::Syntax as Syntax>::Path<'a>>)
            -> Builder<'a, R::Syntax, R::Kind>;
        fn with_pushed_segment(segment: impl Into<<R::Syntax as Syntax>::Segment<'a>>)
            -> Builder<'a, R::Syntax, R::Kind>;
        fn with_popped_segment() -> Builder<'a, R::Syntax, R::Kind>;
        fn with_inserted_segment(index: usize, segment: impl Into<<R::Syntax as Syntax>::Segment<'a>>)
            -> Builder<'a, R::Syntax, R::Kind>;
        fn with_removed_segment(index: usize) -> Builder<'a, R::Syntax, R::Kind>;
        fn with_segment(index: usize, segment: impl Into<<R::Syntax as Syntax>::Segment<'a>>)
            -> Builder<'a, R::Syntax, R::Kind>;
        fn to_unix_path() -> Result<Decode<'a>, FileUriError>;
        fn to_windows_path() -> Result<WindowsPath<'a>, FileUriError>;
    }
    [<R: Base, const N: usize> Text<String, R, N>
        where for<'v> Text<&'v str, R, N>: Into<Components<'v, R::Syntax>>] as AbsoluteUri {
        fn resolve(reference: impl Into<Components<'a, R::Syntax>>)
            -> Result<Resolved<'a, R::Syntax>, ResolveError>;
        fn resolve_with(reference: impl Into<Components<'a, R::Syntax>>, options: Resolution)
            -> Result<Resolved<'a, R::Syntax>, ResolveError>;
        fn relativize(target: impl Into<Components<'a, R::Syntax>>)
            -> Option<Relativized<'a, R::Syntax>>;
    }
    [<R: EscapedPart, const N: usize> Text<String, R, N>] as Segment {
        fn decode() -> Decode<'a>;
    }
    [<R: SchemeRule, const N: usize> Text<String, R, N>] as Scheme {
        fn default_port() -> Option<u16>;
        fn is_hierarchical() -> bool;
    }
    [<R: UserInfoRule, const N: usize> Text<String, R, N>] as UserInfo {
        fn user() -> &'a str;
        fn password() -> Option<&'a str>;
    }
    [<R: PortRule, const N: usize> Text<String, R, N>] as Port {
        fn to_u16() -> Result<u16, PortError>;
    }
    [<R: QueryRule, const N: usize> Text<String, R, N>] as Query {
        fn pairs() -> Pairs<'a, R::Syntax>;
        fn form_pairs() -> Pairs<'a, R::Syntax>;
    }
    [UriReferenceBuf] as UriReference {
        fn with_reg_name(name: RegName<'a>) -> Builder<'a>;
        fn to_absolute_uri() -> Option<AbsoluteUri<'a>>;
        fn to_relative_uri() -> Option<RelativeUri<'a>>;
    }
    [AbsoluteUriBuf] as AbsoluteUri {
        fn with_reg_name(name: RegName<'a>) -> Builder<'a>;
        fn scheme_specific_part() -> &'a str;
    }
    [RelativeUriBuf] as RelativeUri {
        fn with_reg_name(name: RegName<'a>) -> Builder<'a>;
    }
    [ReferenceBuf] as Reference {
        fn to_uri_reference() -> Option<UriReference<'a>>;
    }
    [Ipv4AddressBuf] as Ipv4Address {
        fn to_ipv4_addr() -> Option<Ipv4Addr>;
    }
    [SegmentBuf] as Segment {
        fn name() -> &'a str;
        fn params() -> Params<'a>;
        fn with_pushed_param(param: Param<'a>) -> ChangedSegment<'a>;
        fn with_popped_param() -> Option<ChangedSegment<'a>>;
        fn with_inserted_param(index: usize, param: Param<'a>) -> Option<ChangedSegment<'a>>;
        fn with_removed_param(index: usize) -> Option<ChangedSegment<'a>>;
    }
    [AbsPathBuf] as AbsPath {
        fn segments() -> Segments<'a>;
        fn last_segment() -> Option<Segment<'a>>;
        fn file_name() -> Option<&'a str>;
        fn extension() -> Option<&'a str>;
    }
    [RelPathBuf] as RelPath {
        fn segments() -> Segments<'a>;
        fn last_segment() -> Option<Segment<'a>>;
        fn file_name() -> Option<&'a str>;
        fn extension() -> Option<&'a str>;
    }
    [ParamBuf] as Param {
        fn key() -> &'a str;
        fn value() -> Option<&'a str>;
    }
}

/// An owned reference is resolved and built upon as its borrowed form is.
impl<'a, R: Whole, const N: usize> From<&'a Text<String, R, N>> for Components<'a, R::Syntax>
where
    Text<&'a str, R, N>: Into<Components<'a, R::Syntax>>,
{
    #[inline]
    fn from(text: &'a Text<String, R, N>) -> Self {
        text.as_view().into()
    }
}

/// A query alone can be resolved.
impl<'a> From<&'a ReferenceBuf> for Components<'a> {
    #[inline]
    fn from(text: &'a ReferenceBuf) -> Self {
        text.as_view().into()
    }
}

/// An owned part is set as its borrowed form is.
///
/// ```
/// use uri::{Query, Segment, UriReferenceBuf};
///
/// let mut reference = UriReferenceBuf::parse("/docs")?;
/// reference.push_segment(&Segment::encode("a/b").to_buf()?)?;
/// reference.set_query(&Query::quote("c d").to_buf()?)?;
/// assert_eq!(reference, "/docs/a%2Fb?c%20d");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl<'a, R: Rule<Unit = str>, const N: usize> From<&'a Text<String, R, N>>
    for Option<Text<&'a str, R, N>>
{
    #[inline]
    fn from(text: &'a Text<String, R, N>) -> Self {
        Some(text.as_view())
    }
}

/// As `parse_bytes` of the borrowed form.
impl<R: Rule<Unit = str>, const N: usize> TryFrom<&[u8]> for Text<String, R, N> {
    type Error = ParseError;

    #[inline]
    fn try_from(text: &[u8]) -> Result<Self, ParseError> {
        Text::<&str, R, N>::parse_bytes(text).map(Text::<&str, R, N>::to_buf)
    }
}

/// The bytes are not copied.
impl<R: Rule<Unit = str>, const N: usize> TryFrom<Vec<u8>> for Text<String, R, N> {
    type Error = ParseError;

    #[inline]
    fn try_from(text: Vec<u8>) -> Result<Self, ParseError> {
        match String::from_utf8(text) {
            Ok(text) => Self::parse(text).map_err(Into::into),
            Err(error) => Self::try_from(error.as_bytes()),
        }
    }
}

/// The port of this number, in decimal.
///
/// ```
/// use uri::PortBuf;
///
/// assert_eq!(PortBuf::from(8080).as_str(), "8080");
/// ```
impl<R: PortRule, const N: usize> From<u16> for Text<String, R, N> {
    #[inline]
    fn from(number: u16) -> Self {
        Text::<&str, R, N>::from_u16(number, &mut [0; 5]).to_buf()
    }
}
