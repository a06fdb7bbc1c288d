//! Resolves references: RFC 2396 section 5.2, RFC 3986 section 5.2.

mod error;
#[cfg(feature = "alloc")]
mod join;
mod path;
mod same_scheme;

pub use error::ResolveError;
#[cfg(feature = "alloc")]
pub use join::JoinError;

use crate::operations::dots;
use crate::operations::output::{Each, Pieces, Target};
use crate::operations::resolution::{
    DotSegments, QueryAlone, Resolution, SameDocument, SameScheme,
};
use crate::operations::wording::by_rfc;
use crate::syntax::components::Components;
use crate::syntax::layout::{Lengths, Measured, whole};
use crate::syntax::types::bases;
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
use crate::syntax::types::later_bases;
use crate::syntax::{Form, Rfc2396, Syntax};
use crate::{AbsoluteUri, IntoComponents};
use core::fmt;
use core::marker::PhantomData;
use path::Path;
use same_scheme::without_same_scheme;

macro_rules! resolving {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl<'a> $of::$view<'a> {
            /// Resolves a reference with this value as the base, with other choices than those of
            #[doc = by_rfc!($rfc, "RFC 2396, which leaves some of them open.", "RFC 3986.")]
            ///
            /// # Errors
            ///
            /// See [`ResolveError`].
            ///
            /// # Examples
            ///
            /// ```
            #[doc = concat!("use uri::", $at, "{", $uri, ", ", $reference, "};")]
            /// use uri::{Resolution, ResolveError, SurplusParents};
            ///
            #[doc = concat!("let base = ", $uri, "::parse(\"http://a/b/c/d\")?;")]
            /// // Refuse references that lead above the root.
            /// let options = Resolution::RFC3986.surplus_parents(SurplusParents::Refuse);
            ///
            #[doc = concat!("let reference = ", $reference, "::parse(\"../../g\")?;")]
            /// assert_eq!(base.resolve_with(reference, options)?, "http://a/g");
            ///
            #[doc = concat!("let reference = ", $reference, "::parse(\"../../../g\")?;")]
            /// let error = base.resolve_with(reference, options).unwrap_err();
            /// assert_eq!(error, ResolveError::SurplusParents);
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[inline]
            pub fn resolve_with(
                self,
                reference: impl IntoComponents<'a, $syntax>,
                options: Resolution,
            ) -> Result<Resolved<'a, $syntax>, ResolveError> {
                resolve(&self.components(), &reference.into_components(), options)
            }
        }
    };
}
bases!(resolving);

impl<'a> AbsoluteUri<'a> {
    /// Resolves a reference with this URI as the base: RFC 2396 section 5.2, with the choices of
    /// [`Resolution::RFC2396`].
    ///
    /// Accepts any view of a reference. A [`Reference`](crate::Reference) may be a query alone
    /// (`?y`). The result borrows from both. Write it with [`Display`](core::fmt::Display),
    /// `write_in` or, with the feature `alloc`, `to_buf` or `append_to`, which takes a string. To
    /// resolve a text that has not been parsed, use `join`.
    ///
    /// A reference to the current document, which is empty or only a fragment, resolves to itself:
    /// the result of `#s` is `#s`, not a URI. For the base with the fragment instead, use
    /// [`resolve_with`](Self::resolve_with) and [`SameDocument::Base`], or
    /// [`Resolution::RFC3986`], which includes that choice.
    ///
    /// # Errors
    ///
    /// See [`ResolveError`].
    ///
    /// # Examples
    ///
    /// ```
    /// use uri::{AbsoluteUri, Reference};
    ///
    /// let base = AbsoluteUri::parse("http://a/b/c/d;p?q")?;
    /// let resolved = base.resolve(Reference::parse("../g?y#s")?)?;
    ///
    /// let mut buffer = [0; 64];
    /// let target = resolved.write_in(&mut buffer)?;
    /// assert_eq!(target.as_str(), "http://a/b/g?y#s");
    /// assert_eq!(target.query().unwrap().as_str(), "y");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn resolve(
        self,
        reference: impl IntoComponents<'a, Rfc2396>,
    ) -> Result<Resolved<'a>, ResolveError> {
        self.resolve_with(reference, Resolution::RFC2396)
    }
}

/// Defines resolution in the grammars in which it cannot fail by default.
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
macro_rules! resolving_any {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl<'a> $of::$view<'a> {
            /// Resolves a reference with this value as the base: RFC 3986 section 5.2.2, strict,
            /// with the choices of [`Resolution::RFC3986`]. Never fails. A fragment of the base is
            /// ignored.
            ///
            /// Accepts any view of a reference. The result borrows from both. Write it with
            /// [`Display`](core::fmt::Display), `write_in` or, with the feature `alloc`, `to_buf` or
            /// `append_to`, which takes a string. To resolve a text that has not been parsed, use
            /// `join`.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, "{", $uri, ", ", $reference, "};")]
            ///
            #[doc = concat!("let base = ", $uri, "::parse(\"http://a/b/c/d?q\")?;")]
            #[doc = concat!("let resolved = base.resolve(", $reference, "::parse(\"../g?y#s\")?);")]
            /// assert_eq!(resolved, "http://a/b/g?y#s");
            ///
            /// let mut buffer = [0; 64];
            /// assert_eq!(resolved.write_in(&mut buffer)?.query().unwrap(), "y");
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn resolve(
                self,
                reference: impl IntoComponents<'a, $syntax>,
            ) -> Resolved<'a, $syntax> {
                let resolved = self.resolve_with(reference, Resolution::RFC3986);
                resolved.unwrap_or_else(|error| unreachable!("{error}"))
            }
        }
    };
}
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
later_bases!(resolving_any);

/// The target of a reference, not written yet. Made by `resolve` of a base, such as `rfc3986::Uri`
/// or [`AbsoluteUri`](crate::AbsoluteUri::resolve).
///
/// A URI, with the reference's fragment if there is one. By default in RFC 2396, a reference to the
/// [current document](Self::is_same_document) resolves to itself.
#[derive(Clone, Copy, Debug)]
pub struct Resolved<'a, S = Rfc2396> {
    /// The text before the path, of the base or of the reference.
    head: &'a str,
    path: Path<'a>,
    /// The text after the path, of the reference.
    tail: &'a str,
    same_document: bool,
    lengths: Lengths,
    syntax: PhantomData<S>,
}

whole!(Resolved becomes Target, TargetBuf);

impl<S> Resolved<'_, S> {
    /// Returns whether the reference was to the current document: empty, or only a fragment.
    /// RFC 3986 section 4.4, RFC 2396 section 4.2.
    #[must_use]
    #[inline]
    pub const fn is_same_document(&self) -> bool {
        self.same_document
    }
}

impl<S: Syntax> Pieces for Resolved<'_, S> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        self.visit(each)
    }

    #[inline]
    fn visit(&self, each: &mut Each<'_>) -> fmt::Result {
        each(self.head)?;
        self.path.try_each(each)?;
        each(self.tail)
    }

    #[inline]
    fn write(&self, target: &mut impl Target) -> fmt::Result {
        target.push(self.head)?;
        self.path.write(target)?;
        target.push(self.tail)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn capacity(&self) -> Option<usize> {
        Some(self.head.len() + self.path.capacity() + self.tail.len())
    }
}

impl<S: Syntax> Measured for Resolved<'_, S> {
    #[inline]
    fn lengths(&self) -> Option<Lengths> {
        Some(self.lengths)
    }
}

/// Resolves a reference: RFC 2396 section 5.2; RFC 3986 section 5.2.2 is the same in another order.
///
/// Step 7, which recombines the components, is performed when the result is written. The inherited
/// components are adjacent in the base, and the others in the reference, so the result consists of
/// one piece of each.
#[inline]
pub(crate) fn resolve<'a, S: Syntax>(
    base: &Components<'a, S>,
    reference: &Components<'a, S>,
    options: Resolution,
) -> Result<Resolved<'a, S>, ResolveError> {
    // 1) The reference is parsed: its view has located the components.
    // RFC 3986 drops the scheme before anything else, so that `s:` can be the current document; in
    // RFC 2396, `s:` is not a reference.
    let bare;
    let reference = match options.same_scheme {
        SameScheme::Absolute => reference,
        SameScheme::Relative => {
            bare = without_same_scheme(base, *reference);
            &bare
        }
    };
    let Components { scheme, authority, query, fragment, .. } = reference;
    // 2) If the reference is empty or only a fragment, it is the current document.
    if is_same_document(reference) {
        let resolved = match options.same_document {
            // The target's type is that of URIs.
            SameDocument::Keep if S::FORM == Form::New => return Err(ResolveError::SameDocument),
            SameDocument::Keep => Resolved::of("", reference.text, reference.lengths()),
            SameDocument::Base => {
                let lengths = Lengths::of(base.scheme, base.query, *fragment);
                let lengths = lengths.with_authority(base.authority.as_ref());
                Resolved::of(&base.text[..base.query_end()], reference.text, lengths)
            }
        };
        return Ok(Resolved { same_document: true, ..resolved });
    }
    // 3) If the scheme is defined, the reference is an absolute URI and we are done ...
    if scheme.is_some() {
        return of_itself("", reference, reference.lengths(), options);
    }
    // ... else a URI without a hierarchy cannot be a base, section 5, and the scheme is inherited.
    if base.is_opaque() {
        return Err(ResolveError::OpaqueBase);
    }
    // 4) If the authority is defined, skip to step 7; else it is inherited.
    let lengths = Lengths::of(base.scheme, *query, *fragment);
    if authority.is_some() {
        let lengths = lengths.with_authority(authority.as_ref());
        return of_itself(&base.text[..base.scheme_end()], reference, lengths, options);
    }
    let lengths = lengths.with_authority(base.authority.as_ref());
    // 5) If the path starts with a slash, skip to step 7.
    if reference.path.starts_with('/') {
        let head = &base.text[..base.path_start()];
        return of_itself(head, reference, lengths, options);
    }
    // 6) The reference is a relative path, or a query alone.
    if reference.path.is_empty() && (base.path.is_empty() || keeps_document(options)) {
        return Ok(Resolved::of(&base.text[..base.path_end()], reference.text, lengths));
    }
    if let Some((directory, rest)) = path::join(base, reference) {
        let head = &base.text[..base.path_start() + directory];
        return Ok(Resolved::of(head, &reference.text[rest..], lengths));
    }
    let head = &base.text[..base.path_start()];
    let tail = &reference.text[reference.path_end()..];
    let path = path::merge(base, reference.path, options)?;
    Ok(Resolved { path, ..Resolved::of(head, tail, lengths) })
}

/// Returns whether a reference that is only a query refers to the document.
#[inline]
fn keeps_document(options: Resolution) -> bool {
    options.query_alone == QueryAlone::Document
}

impl<'a, S> Resolved<'a, S> {
    /// A result that is the concatenation of two texts.
    #[inline]
    fn of(head: &'a str, tail: &'a str, lengths: Lengths) -> Self {
        let syntax = PhantomData;
        Self { head, path: Path::Nothing, tail, same_document: false, lengths, syntax }
    }
}

/// A result with the path of the reference, after the inherited components.
#[inline]
fn of_itself<'a, S: Syntax>(
    head: &'a str,
    reference: &Components<'a, S>,
    lengths: Lengths,
    options: Resolution,
) -> Result<Resolved<'a, S>, ResolveError> {
    let dots = options.dot_segments == DotSegments::All && !reference.is_opaque();
    if !dots || !dots::are_in(reference.path) {
        return Ok(Resolved::of(head, reference.text, lengths));
    }
    // The text before the path is inherited, or that of the reference.
    let (before, after) = reference.text.split_at(reference.path_start());
    let (head, between) = if head.is_empty() { (before, "") } else { (head, before) };
    let has_authority = lengths.has_authority();
    let path = path::carry_out(between, reference.path, has_authority, options)?;
    Ok(Resolved { path, ..Resolved::of(head, &after[reference.path.len()..], lengths) })
}

/// The condition of step 2.
#[inline]
pub(crate) fn is_same_document<S: Syntax>(reference: &Components<'_, S>) -> bool {
    let Components { scheme, authority, path, query, .. } = reference;
    scheme.is_none() && authority.is_none() && path.is_empty() && query.is_none()
}
