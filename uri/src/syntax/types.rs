//! Lists of the types that have the operations of references, bases and parts, in all grammars.
//!
//! Each list calls a macro once for each type, to define methods. The arguments are the module of
//! the grammar, named `of`, the borrowed type, the owned type, the grammar, and, for whole
//! references, whether there is a scheme. Only the examples of the first type of a list are run,
//! since those of the others are the same.

/// As [`references`], without IRIs.
macro_rules! uris {
    ($give:ident) => {
        const _: () = {
            use crate as of;

            $give! { of UriReference UriReferenceBuf crate::syntax::Rfc2396, crate::syntax::AnyReference }
        };
        #[cfg(not(doctest))]
        const _: () = {
            use crate as of;

            $give! { of RelativeUri RelativeUriBuf crate::syntax::Rfc2396, crate::syntax::AnyReference }
            $give! { of Reference ReferenceBuf crate::syntax::AppendixC, crate::syntax::AnyReference }
            $give! { of AbsoluteUri AbsoluteUriBuf crate::syntax::Rfc2396, crate::syntax::WithScheme }
        };
        #[cfg(all(feature = "rfc3986", not(doctest)))]
        const _: () = {
            use crate::rfc3986 as of;

            $give! { of UriReference UriReferenceBuf crate::syntax::Rfc3986, crate::syntax::AnyReference }
            $give! { of RelativeRef RelativeRefBuf crate::syntax::Rfc3986, crate::syntax::AnyReference }
            $give! { of Uri UriBuf crate::syntax::Rfc3986, crate::syntax::WithScheme }
            $give! { of AbsoluteUri AbsoluteUriBuf crate::syntax::Rfc3986, crate::syntax::WithScheme }
        };
    };
}
pub(crate) use uris;

/// Calls a macro for each type of whole references.
macro_rules! references {
    ($give:ident) => {
        const _: () = {
            use crate as of;

            $give! { of UriReference UriReferenceBuf crate::syntax::Rfc2396, crate::syntax::AnyReference }
        };
        #[cfg(not(doctest))]
        const _: () = {
            use crate as of;

            $give! { of RelativeUri RelativeUriBuf crate::syntax::Rfc2396, crate::syntax::AnyReference }
            $give! { of Reference ReferenceBuf crate::syntax::AppendixC, crate::syntax::AnyReference }
            $give! { of AbsoluteUri AbsoluteUriBuf crate::syntax::Rfc2396, crate::syntax::WithScheme }
        };
        #[cfg(all(feature = "rfc3986", not(doctest)))]
        const _: () = {
            use crate::rfc3986 as of;

            $give! { of UriReference UriReferenceBuf crate::syntax::Rfc3986, crate::syntax::AnyReference }
            $give! { of RelativeRef RelativeRefBuf crate::syntax::Rfc3986, crate::syntax::AnyReference }
            $give! { of Uri UriBuf crate::syntax::Rfc3986, crate::syntax::WithScheme }
            $give! { of AbsoluteUri AbsoluteUriBuf crate::syntax::Rfc3986, crate::syntax::WithScheme }
        };
        #[cfg(all(feature = "rfc3987", not(doctest)))]
        const _: () = {
            use crate::rfc3987 as of;

            $give! { of IriReference IriReferenceBuf crate::syntax::Rfc3987, crate::syntax::AnyReference }
            $give! { of RelativeRef RelativeRefBuf crate::syntax::Rfc3987, crate::syntax::AnyReference }
            $give! { of Iri IriBuf crate::syntax::Rfc3987, crate::syntax::WithScheme }
            $give! { of AbsoluteIri AbsoluteIriBuf crate::syntax::Rfc3987, crate::syntax::WithScheme }
        };
    };
}
pub(crate) use references;

/// Calls a macro for each type of references that always have a scheme, and can be bases.
macro_rules! bases {
    ($give:ident) => {
        const _: () = {
            use crate as of;

            $give! { of AbsoluteUri AbsoluteUriBuf crate::syntax::Rfc2396, crate::syntax::WithScheme }
        };
        #[cfg(not(doctest))]
        $crate::syntax::types::later_bases!($give);
    };
}
pub(crate) use bases;

/// Calls a macro for each of the types of [`bases!`] in the grammars since RFC 3986.
macro_rules! later_bases {
    ($give:ident) => {
        #[cfg(feature = "rfc3986")]
        const _: () = {
            use crate::rfc3986 as of;

            $give! { of Uri UriBuf crate::syntax::Rfc3986, crate::syntax::WithScheme }
            $give! { of AbsoluteUri AbsoluteUriBuf crate::syntax::Rfc3986, crate::syntax::WithScheme }
        };
        #[cfg(feature = "rfc3987")]
        const _: () = {
            use crate::rfc3987 as of;

            $give! { of Iri IriBuf crate::syntax::Rfc3987, crate::syntax::WithScheme }
            $give! { of AbsoluteIri AbsoluteIriBuf crate::syntax::Rfc3987, crate::syntax::WithScheme }
        };
    };
}
pub(crate) use later_bases;

/// Calls a macro for the type of a part in each grammar; its name is always the same.
macro_rules! parts {
    ($give:ident: $view:ident $buf:ident) => {
        const _: () = {
            use crate as of;

            $give! { of $view $buf crate::syntax::Rfc2396 }
        };
        #[cfg(all(feature = "rfc3986", not(doctest)))]
        const _: () = {
            use crate::rfc3986 as of;

            $give! { of $view $buf crate::syntax::Rfc3986 }
        };
        #[cfg(all(feature = "rfc3987", not(doctest)))]
        const _: () = {
            use crate::rfc3987 as of;

            $give! { of $view $buf crate::syntax::Rfc3987 }
        };
    };
}
pub(crate) use parts;
