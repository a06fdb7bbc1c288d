//! The grammar of RFC 2396, and its extension for queries alone.

use super::components::{Components, components_of};
use super::{Form, Syntax, sealed};
use crate::operations::percent::{Beyond, escaped};
use crate::operations::resolution::Resolution;
use crate::{AbsPath, ByteSet, OpaquePart, Path, RelPath};

/// The grammar of RFC 2396.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rfc2396 {}

/// The grammar of RFC 2396, extended by references that are only a query, `?y`, as in its appendix
/// C.1. [`Reference`](crate::Reference) is its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AppendixC {}

macro_rules! syntax {
    ($syntax:ident, $form:ident, $reference:ident, $buf:ident) => {
        impl sealed::Sealed for $syntax {}

        impl Syntax for $syntax {
            type Reference<'a> = crate::$reference<'a>;
            type Target<'a> = crate::UriReference<'a>;
            type Scheme<'a> = crate::Scheme<'a>;
            type Authority<'a> = crate::Authority<'a>;
            type UserInfo<'a> = crate::UserInfo<'a>;
            type Host<'a> = crate::Host<'a>;
            type Port<'a> = crate::Port<'a>;
            type Path<'a> = Option<Path<'a>>;
            type Segment<'a> = crate::Segment<'a>;
            type Query<'a> = crate::Query<'a>;
            type Fragment<'a> = crate::Fragment<'a>;
            #[cfg(feature = "alloc")]
            type ReferenceBuf = crate::$buf;
            #[cfg(feature = "alloc")]
            type TargetBuf = crate::UriReferenceBuf;
            #[cfg(feature = "alloc")]
            type QueryBuf = crate::QueryBuf;

            const RESOLUTION: Resolution = Resolution::RFC2396;
            const UNRESERVED: ByteSet = crate::UNRESERVED;
            const BEYOND_IN_QUERY: Beyond = Beyond::Nothing;
            const FORM: Form = Form::$form;

            #[inline]
            fn path<'a>(components: &Components<'a, Self>) -> Option<Path<'a>> {
                match components.path {
                    "" => None,
                    path if path.starts_with('/') => Some(Path::AbsPath(AbsPath::known(path, []))),
                    path if components.is_opaque() => {
                        Some(Path::OpaquePart(OpaquePart::known(path, [])))
                    }
                    path => Some(Path::RelPath(RelPath::known(path, []))),
                }
            }

            #[inline]
            fn path_text(path: Self::Path<'_>) -> (&str, bool) {
                let opaque = matches!(path, Some(Path::OpaquePart(_)));
                (path.map_or("", Path::as_str), opaque)
            }

            #[inline]
            fn is_reg_name(authority: crate::Authority<'_>) -> bool {
                authority.reg_name().is_some()
            }
        }
    };
}
syntax!(Rfc2396, Old, UriReference, UriReferenceBuf);
syntax!(AppendixC, OldWithQueryAlone, Reference, ReferenceBuf);

const _: () = {
    use crate as of;

    escaped! { of [rfc2396 ""], crate::UNRESERVED;
        UserInfo UserInfoBuf RegName RegNameBuf OpaquePart OpaquePartBuf RelSegment RelSegmentBuf
        Segment SegmentBuf Param ParamBuf Query QueryBuf Fragment FragmentBuf
    }
};

components_of! { Rfc2396:
    crate::UriReference [] [scheme fragment]
    // A query alone can be resolved.
    crate::Reference [] [scheme fragment]
    crate::AbsoluteUri [scheme] []
    crate::RelativeUri [] []
}
components_of! { AppendixC: crate::Reference [] [scheme fragment] }
