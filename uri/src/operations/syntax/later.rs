//! RFC 3986 and RFC 3987, whose grammars have the same structure.

use super::components::{Components, components_of};
use super::{Form, Syntax, sealed};
use crate::ByteSet;
use crate::operations::percent::{Beyond, EscapedPart, escaped};
use crate::operations::resolution::Resolution;

macro_rules! syntax {
    (
        $(#[$doc:meta])* $syntax:ident in $module:ident, feature $feature:literal:
        $reference:ident $reference_buf:ident, $target:ident $target_buf:ident,
        $absolute:ident $absolute_buf:ident, $relative:ident
    ) => {
        $(#[$doc])*
        #[cfg(feature = $feature)]
        #[cfg_attr(docsrs, doc(cfg(feature = $feature)))]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $syntax {}

        #[cfg(feature = $feature)]
        const _: () = {
            use crate::$module as of;

            impl sealed::Sealed for $syntax {}

            impl Syntax for $syntax {
                type Reference<'a> = of::$reference<'a>;
                type Target<'a> = of::$target<'a>;
                type Scheme<'a> = of::Scheme<'a>;
                type Authority<'a> = of::Authority<'a>;
                type UserInfo<'a> = of::UserInfo<'a>;
                type Host<'a> = of::Host<'a>;
                type Port<'a> = of::Port<'a>;
                type Path<'a> = of::Path<'a>;
                type Segment<'a> = of::Segment<'a>;
                type Query<'a> = of::Query<'a>;
                type Fragment<'a> = of::Fragment<'a>;
                #[cfg(feature = "alloc")]
                type ReferenceBuf = of::$reference_buf;
                #[cfg(feature = "alloc")]
                type TargetBuf = of::$target_buf;
                #[cfg(feature = "alloc")]
                type QueryBuf = of::QueryBuf;

                const RESOLUTION: Resolution = Resolution::RFC3986;
                const UNRESERVED: ByteSet = of::UNRESERVED;
                const BEYOND_IN_QUERY: Beyond = <of::Query<'_> as EscapedPart>::BEYOND;
                const FORM: Form = Form::New;

                #[inline]
                fn path<'a>(components: &Components<'a, Self>) -> of::Path<'a> {
                    match components.path {
                        path if components.authority.is_some() => {
                            of::Path::PathAbempty(of::PathAbempty::known(path, []))
                        }
                        "" => of::Path::PathEmpty(of::PathEmpty::known("", [])),
                        path if path.starts_with('/') => {
                            of::Path::PathAbsolute(of::PathAbsolute::known(path, []))
                        }
                        path if components.scheme.is_some() => {
                            of::Path::PathRootless(of::PathRootless::known(path, []))
                        }
                        path => of::Path::PathNoscheme(of::PathNoscheme::known(path, [])),
                    }
                }

                #[inline]
                fn path_text(path: Self::Path<'_>) -> (&str, bool) {
                    (path.as_str(), false)
                }

                #[inline]
                fn is_reg_name(_: of::Authority<'_>) -> bool {
                    false
                }
            }

            escaped! { of [$module concat!($feature, "::")], of::UNRESERVED;
                UserInfo UserInfoBuf RegName RegNameBuf Segment SegmentBuf SegmentNz SegmentNzBuf
                SegmentNzNc SegmentNzNcBuf Query QueryBuf Fragment FragmentBuf
            }

            components_of! { $syntax:
                of::$reference [] [scheme fragment]
                of::$target [scheme] [fragment]
                of::$absolute [scheme] []
                of::$relative [] [fragment]
            }
        };
    };
}

syntax! {
    /// The grammar of RFC 3986.
    Rfc3986 in rfc3986, feature "rfc3986":
    UriReference UriReferenceBuf, Uri UriBuf, AbsoluteUri AbsoluteUriBuf, RelativeRef
}
syntax! {
    /// The grammar of RFC 3987.
    Rfc3987 in rfc3987, feature "rfc3987":
    IriReference IriReferenceBuf, Iri IriBuf, AbsoluteIri AbsoluteIriBuf, RelativeRef
}
