//! References that start with the scheme of the base, `http:g`.

use crate::operations::schemes;
use crate::syntax::components::Components;
use crate::syntax::{Form, Rfc2396, Syntax};

/// The loophole of step 3, and the parser of RFC 3986 that is not strict. In RFC 2396, the text
/// after the scheme is an opaque part only because of the scheme; without the scheme, it is parsed
/// as a reference of its own.
#[inline]
pub(super) fn without_same_scheme<'a, S: Syntax>(
    base: &Components<'a, S>,
    reference: Components<'a, S>,
) -> Components<'a, S> {
    let (Some(base_scheme), Some(scheme)) = (base.scheme, reference.scheme) else {
        return reference;
    };
    let text = &reference.text[scheme.len() + ":".len()..];
    let bare = Components { text, scheme: None, ..reference };
    if !scheme.eq_ignore_ascii_case(base_scheme) {
        return reference;
    }
    if S::FORM == Form::New {
        return bare;
    }
    if !schemes::is_hierarchical(scheme) || base.is_opaque() {
        return reference;
    }
    if !reference.is_opaque() {
        return bare;
    }
    match crate::Reference::parse(reference.path) {
        Ok(rest) if rest.scheme().is_none() => {
            let rest = Components::<Rfc2396>::from(rest);
            let Components { path, query, .. } = rest;
            Components { path, query, ..bare }
        }
        // `http:a:b` and the like are not relative without their scheme either.
        _ => reference,
    }
}
