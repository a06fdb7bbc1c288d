//! Lists of the types that have the operations of references, bases and parts, in all grammars.
//!
//! Each list calls a macro once for each type, to define methods. The arguments are
//!
//! - `$of`: the module of the grammar, which is imported by this name;
//! - `$view`, `$buf`: the borrowed and the owned type;
//! - `$syntax`, and for whole references `$kind`: the grammar, and whether there is a scheme;
//! - `[$rfc $at $reference $uri]`, or `$names` for all four: the names that the documentation of
//!   the methods needs, so that each module has examples with its own types.
//!
//! `$at` is the path of the module inside the crate, `"rfc3986::"` or, for the root, `""`.
//! `$reference` and `$uri` are the names of its types of references and of URIs that can be bases,
//! `"UriReference"` and `"Uri"`. A line of documentation that depends on the grammar is an
//! attribute, `#[doc = concat!("use uri::", $at, $reference, ";")]`, on one line of source, because
//! rustfmt would indent others anew each time. Its text can depend on `$rfc`, by the macros of
//! [`wording`](crate::operations::wording).
//!
//! In each grammar, the examples of the first type of a list are tests. Those of its other types
//! are the same, and would only be compiled again.

/// Calls a macro for a type at the root.
macro_rules! of_root {
    ($give:ident: $view:ident $buf:ident $syntax:ident $(, $kind:ident)?) => {
        const _: () = {
            use crate as of;

            $give! {
                of $view $buf crate::syntax::$syntax $(, crate::syntax::$kind)?,
                [rfc2396 "" "UriReference" "AbsoluteUri"]
            }
        };
    };
}
pub(crate) use of_root;

/// Calls a macro for a type of the module `rfc3986`.
macro_rules! of_rfc3986 {
    ($give:ident: $view:ident $buf:ident $(, $kind:ident)?) => {
        #[cfg(feature = "rfc3986")]
        const _: () = {
            use crate::rfc3986 as of;

            $give! {
                of $view $buf crate::syntax::Rfc3986 $(, crate::syntax::$kind)?,
                [rfc3986 "rfc3986::" "UriReference" "Uri"]
            }
        };
    };
}
pub(crate) use of_rfc3986;

/// Calls a macro for a type of the module `rfc3987`.
macro_rules! of_rfc3987 {
    ($give:ident: $view:ident $buf:ident $(, $kind:ident)?) => {
        #[cfg(feature = "rfc3987")]
        const _: () = {
            use crate::rfc3987 as of;

            $give! {
                of $view $buf crate::syntax::Rfc3987 $(, crate::syntax::$kind)?,
                [rfc3987 "rfc3987::" "IriReference" "Iri"]
            }
        };
    };
}
pub(crate) use of_rfc3987;

/// As [`references`], without IRIs.
macro_rules! uris {
    ($give:ident) => {
        $crate::syntax::types::of_root!($give: UriReference UriReferenceBuf Rfc2396, AnyReference);
        $crate::syntax::types::of_rfc3986!($give: UriReference UriReferenceBuf, AnyReference);
        #[cfg(not(doctest))]
        const _: () = {
            use $crate::syntax::types::{of_rfc3986, of_root};

            of_root!($give: RelativeUri RelativeUriBuf Rfc2396, AnyReference);
            of_root!($give: Reference ReferenceBuf AppendixC, AnyReference);
            of_root!($give: AbsoluteUri AbsoluteUriBuf Rfc2396, WithScheme);
            of_rfc3986!($give: RelativeRef RelativeRefBuf, AnyReference);
            of_rfc3986!($give: Uri UriBuf, WithScheme);
            of_rfc3986!($give: AbsoluteUri AbsoluteUriBuf, WithScheme);
        };
    };
}
pub(crate) use uris;

/// Calls a macro for each type of whole references.
macro_rules! references {
    ($give:ident) => {
        $crate::syntax::types::uris!($give);
        $crate::syntax::types::of_rfc3987!($give: IriReference IriReferenceBuf, AnyReference);
        #[cfg(not(doctest))]
        const _: () = {
            use $crate::syntax::types::of_rfc3987;

            of_rfc3987!($give: RelativeRef RelativeRefBuf, AnyReference);
            of_rfc3987!($give: Iri IriBuf, WithScheme);
            of_rfc3987!($give: AbsoluteIri AbsoluteIriBuf, WithScheme);
        };
    };
}
pub(crate) use references;

/// Calls a macro for each type of whole references that can have a fragment.
#[cfg(feature = "alloc")]
macro_rules! references_with_fragments {
    ($give:ident) => {
        $crate::syntax::types::of_root!($give: UriReference UriReferenceBuf Rfc2396, AnyReference);
        $crate::syntax::types::of_rfc3986!($give: UriReference UriReferenceBuf, AnyReference);
        $crate::syntax::types::of_rfc3987!($give: IriReference IriReferenceBuf, AnyReference);
        #[cfg(not(doctest))]
        const _: () = {
            use $crate::syntax::types::{of_rfc3986, of_rfc3987, of_root};

            of_root!($give: Reference ReferenceBuf AppendixC, AnyReference);
            of_rfc3986!($give: RelativeRef RelativeRefBuf, AnyReference);
            of_rfc3986!($give: Uri UriBuf, WithScheme);
            of_rfc3987!($give: RelativeRef RelativeRefBuf, AnyReference);
            of_rfc3987!($give: Iri IriBuf, WithScheme);
        };
    };
}
#[cfg(feature = "alloc")]
pub(crate) use references_with_fragments;

/// Calls a macro for each type of references that always have a scheme, and can be bases.
macro_rules! bases {
    ($give:ident) => {
        $crate::syntax::types::of_root!($give: AbsoluteUri AbsoluteUriBuf Rfc2396, WithScheme);
        $crate::syntax::types::later_bases!($give);
    };
}
pub(crate) use bases;

/// Calls a macro for each of the types of [`bases!`] in the grammars since RFC 3986.
macro_rules! later_bases {
    ($give:ident) => {
        $crate::syntax::types::of_rfc3986!($give: Uri UriBuf, WithScheme);
        $crate::syntax::types::of_rfc3987!($give: Iri IriBuf, WithScheme);
        #[cfg(not(doctest))]
        const _: () = {
            use $crate::syntax::types::{of_rfc3986, of_rfc3987};

            of_rfc3986!($give: AbsoluteUri AbsoluteUriBuf, WithScheme);
            of_rfc3987!($give: AbsoluteIri AbsoluteIriBuf, WithScheme);
        };
    };
}
pub(crate) use later_bases;

/// Calls a macro for the type of a part in each grammar; its name is always the same.
macro_rules! parts {
    ($give:ident: $view:ident $buf:ident) => {
        $crate::syntax::types::of_root!($give: $view $buf Rfc2396);
        $crate::syntax::types::of_rfc3986!($give: $view $buf);
        $crate::syntax::types::of_rfc3987!($give: $view $buf);
    };
}
pub(crate) use parts;
