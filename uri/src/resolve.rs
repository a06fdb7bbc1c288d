//! Resolving references: RFC 2396 section 5.2.

use crate::components::{Components, recombine};
use crate::dots::{self, Meaning, Outline};
use crate::output::{Each, Pieces, Separated, unwritten};
use crate::segments::SegmentTexts;
use crate::{AbsoluteUri, Authority, Fragment, Query, Reference, Scheme, UriPath};
use core::fmt;

impl<'a> AbsoluteUri<'a> {
    /// Resolves a reference with this URI as the base, with the choices of
    /// [`Resolution::RFC`]: RFC 2396 section 5.2.
    ///
    /// Accepts a [`Reference`](crate::Reference), which may be a query alone (`?y`), or
    /// any other view of a reference. The result borrows from both. Write it with
    /// [`Display`](core::fmt::Display), `write_in` or, with the feature `alloc`, `to_buf`.
    ///
    /// A reference to the current document, that is an empty one or a fragment alone, resolves
    /// to itself: the result of `#s` is `#s`, not a URI. Use
    /// [`resolve_with`](Self::resolve_with) and [`SameDocument::Base`] to have the base with the
    /// fragment instead.
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
        reference: impl Into<Components<'a>>,
    ) -> Result<Resolved<'a>, ResolveError> {
        self.resolve_with(reference, Resolution::RFC)
    }

    /// Resolves a reference with this URI as the base. The options decide where the RFC leaves
    /// a choice.
    ///
    /// # Errors
    ///
    /// See [`ResolveError`].
    ///
    /// # Examples
    ///
    /// ```
    /// use uri::{AbsoluteUri, Reference, Resolution, SurplusParents};
    ///
    /// let base = AbsoluteUri::parse("http://a/b/c/d;p?q")?;
    /// let reference = Reference::parse("../../../g")?;
    /// assert_eq!(base.resolve(reference)?.to_string(), "http://a/../g");
    ///
    /// let drop = Resolution::RFC.surplus_parents(SurplusParents::Drop);
    /// assert_eq!(base.resolve_with(reference, drop)?.to_string(), "http://a/g");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn resolve_with(
        self,
        reference: impl Into<Components<'a>>,
        options: Resolution,
    ) -> Result<Resolved<'a>, ResolveError> {
        resolve(&self.into(), reference.into(), options)
    }
}

/// The choices that RFC 2396 section 5.2 leaves to programs that resolve references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Resolution {
    surplus_parents: SurplusParents,
    same_scheme: SameScheme,
    same_document: SameDocument,
}

impl Resolution {
    /// What the RFC's own examples do (Appendix C): surplus `..` are kept, a reference
    /// with a scheme is absolute, and a reference to the current document stays one.
    pub const RFC: Self = Self {
        surplus_parents: SurplusParents::Keep,
        same_scheme: SameScheme::Absolute,
        same_document: SameDocument::Keep,
    };

    /// With another choice for surplus `..` segments.
    #[must_use]
    #[inline]
    pub const fn surplus_parents(mut self, choice: SurplusParents) -> Self {
        self.surplus_parents = choice;
        self
    }

    /// With another choice for references that start with the base's scheme.
    #[must_use]
    #[inline]
    pub const fn same_scheme(mut self, choice: SameScheme) -> Self {
        self.same_scheme = choice;
        self
    }

    /// With another choice for references to the current document.
    #[must_use]
    #[inline]
    pub const fn same_document(mut self, choice: SameDocument) -> Self {
        self.same_document = choice;
        self
    }
}

/// [`Resolution::RFC`].
impl Default for Resolution {
    #[inline]
    fn default() -> Self {
        Self::RFC
    }
}

/// What happens to `..` segments that lead above the root of the hierarchy:
/// `../../../g` from `http://a/b/c/d`. RFC 2396 section 5.2, step 6g, names three choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SurplusParents {
    /// They are kept: `http://a/../g`, as in Appendix C.2.
    Keep,
    /// They are dropped: `http://a/g`, as most later programs do.
    Drop,
    /// The reference is in error: [`ResolveError::SurplusParents`].
    Refuse,
}

/// What a reference such as `http:g` means if the base has the same scheme.
/// RFC 2396 section 5.2, step 3, and Appendix C.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SameScheme {
    /// It is an absolute URI, an opaque one.
    Absolute,
    /// It is relative, for backwards compatibility: its scheme is removed if it is
    /// the base's (case ignored) and [always has a hierarchy](crate::Scheme::is_hierarchical),
    /// unless the base has none in spite of that.
    Relative,
}

/// What a reference to the current document, empty or a fragment alone, resolves to.
/// RFC 2396 sections 4.2 and 5.2, step 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SameDocument {
    /// To itself: the current document need not be what the base URI identifies.
    Keep,
    /// To the base URI with its query, and with the fragment. Section 4.2 asks for this
    /// if a new request is made in any case, as for a form of HTML.
    Base,
}

/// Why a reference cannot be resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResolveError {
    /// The reference is relative, but the base URI is opaque (`mailto:a@b`): "relative
    /// URI cannot be used within a document that has an unsuitable base URI", RFC 2396
    /// section 5.
    OpaqueBase,
    /// The reference leads above the root, and [`SurplusParents::Refuse`] was chosen.
    SurplusParents,
    /// The resulting path starts with two slashes (`..//g` from `s:/a/b`), and without
    /// an authority before it its first segment would be read as one. RFC 2396
    /// section 4.3.
    PathLikeAuthority,
}

impl fmt::Display for ResolveError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpaqueBase => "a relative reference has no meaning where the base URI is opaque",
            Self::SurplusParents => "the reference leads above the root of the hierarchy",
            Self::PathLikeAuthority => {
                "the resolved path starts with `//`, which would make its first segment an authority"
            }
        })
    }
}

impl core::error::Error for ResolveError {}

/// What a reference resolves to, not written yet. Made by [`AbsoluteUri::resolve`].
///
/// An absolute URI, with a fragment if the reference has one; or, by default, the reference
/// itself, if that is to the [current document](Self::is_same_document).
#[derive(Clone, Copy, Debug)]
pub struct Resolved<'a> {
    components: Components<'a>,
    path: Path<'a>,
    same_document: bool,
}

unwritten!(Resolved becomes UriReference, UriReferenceBuf);

impl Resolved<'_> {
    /// Whether the reference was to the current document, that is empty or a fragment alone.
    /// RFC 2396 section 4.2.
    #[must_use]
    #[inline]
    pub const fn is_same_document(&self) -> bool {
        self.same_document
    }
}

impl Pieces for Resolved<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Components { scheme, authority, path: _, query, fragment } = self.components;
        recombine(
            each,
            scheme.map(Scheme::as_str),
            authority.map(Authority::as_str),
            self.path,
            query.map(Query::as_str),
            fragment.map(Fragment::as_str),
        )
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn capacity(&self) -> Option<usize> {
        let path = match self.path {
            Path::Whole(path) => path.map_or(0, |path| path.as_str().len()),
            Path::Joined(directory, rest) => directory.len() + rest.len(),
            Path::Merged(_) => return None,
        };
        Some(Components { path: None, ..self.components }.capacity() + path)
    }
}

/// The path of the result.
#[derive(Clone, Copy, Debug)]
enum Path<'a> {
    /// The base's or the reference's, as it is.
    Whole(Option<UriPath<'a>>),
    /// Step 6 where dots stand at most in front of the reference: a directory of the base's path,
    /// with the slash at its end, and what is left of the reference.
    Joined(&'a str, &'a str),
    Merged(Merged<'a>),
}

/// Step 6: a relative path and the path that it is relative to.
#[derive(Clone, Copy, Debug)]
struct Merged<'a> {
    base: Option<UriPath<'a>>,
    /// How many segments the base's path has before its last.
    before_last: usize,
    reference: Option<UriPath<'a>>,
    /// Of the segments of both.
    outline: Outline,
}

/// RFC 2396 section 5.2.
#[inline]
fn resolve<'a>(
    base: &Components<'a>,
    mut reference: Components<'a>,
    options: Resolution,
) -> Result<Resolved<'a>, ResolveError> {
    // 1) The reference is parsed: its view has located the components.
    // 2) If there is nothing but perhaps a fragment, it is the current document.
    if is_same_document(&reference) {
        return Ok(same_document(base, &reference, options));
    }
    // 3) If the scheme is defined, the reference is an absolute URI and we are done ...
    if let SameScheme::Relative = options.same_scheme {
        reference = without_same_scheme(base, reference);
    }
    if reference.scheme.is_some() {
        let path = Path::Whole(reference.path);
        return Ok(Resolved { components: reference, path, same_document: false });
    }
    // ... else a URI without a hierarchy cannot be a base, section 5, and the scheme is inherited.
    if let Some(UriPath::OpaquePart(_)) = base.path {
        return Err(ResolveError::OpaqueBase);
    }
    reference.scheme = base.scheme;
    // 4) If the authority is defined, skip to step 7; else it is inherited.
    // 5) If the path starts with a slash, skip to step 7.
    let path = match reference.path {
        _ if reference.authority.is_some() => Path::Whole(reference.path),
        Some(UriPath::AbsPath(_)) => {
            reference.authority = base.authority;
            Path::Whole(reference.path)
        }
        // 6) The reference is a relative path, or a query alone.
        relative => {
            reference.authority = base.authority;
            merge(base, relative, options.surplus_parents)?
        }
    };
    // 7) The components are recombined when the result is written.
    Ok(Resolved { components: reference, path, same_document: false })
}

/// Step 2's condition.
#[inline]
pub(crate) fn is_same_document(reference: &Components<'_>) -> bool {
    let Components { scheme, authority, path, query, fragment: _ } = reference;
    scheme.is_none() && authority.is_none() && path.is_none() && query.is_none()
}

#[inline]
fn same_document<'a>(
    base: &Components<'a>,
    reference: &Components<'a>,
    options: Resolution,
) -> Resolved<'a> {
    let components = match options.same_document {
        SameDocument::Keep => *reference,
        SameDocument::Base => Components { fragment: reference.fragment, ..*base },
    };
    Resolved { components, path: Path::Whole(components.path), same_document: true }
}

/// The loophole of step 3. What follows the scheme is an opaque part only because of
/// the scheme; without it, it is a reference by itself.
#[inline]
fn without_same_scheme<'a>(base: &Components<'a>, reference: Components<'a>) -> Components<'a> {
    let (Some(base_scheme), Some(scheme)) = (base.scheme, reference.scheme) else {
        return reference;
    };
    let same = scheme.as_str().eq_ignore_ascii_case(base_scheme.as_str());
    if !same || !scheme.is_hierarchical() || matches!(base.path, Some(UriPath::OpaquePart(_))) {
        return reference;
    }
    let Some(UriPath::OpaquePart(opaque)) = reference.path else {
        return Components { scheme: None, ..reference };
    };
    match Reference::parse(opaque.as_str()).map(Components::from) {
        Ok(rest) if rest.scheme.is_none() => Components { fragment: reference.fragment, ..rest },
        // `http:a:b` and the like are not relative without their scheme either.
        _ => reference,
    }
}

/// Steps 6a to 6g, without writing the path.
///
/// A base with an authority but no path, `http://a`, is a gap in the RFC: its steps
/// make `http://ag` of the reference `g`, which is another host. As the grammar has
/// nothing but an abs-path after an authority (section 3, `net_path`), the result is
/// `http://a/g`; RFC 3986 section 5.2.3 says the same. A query alone still leaves the
/// path empty, `http://a?y`, as the steps do.
#[inline]
fn merge<'a>(
    base: &Components<'a>,
    reference: Option<UriPath<'a>>,
    surplus_parents: SurplusParents,
) -> Result<Path<'a>, ResolveError> {
    if base.path.is_none() && reference.is_none() {
        return Ok(Path::Whole(None));
    }
    if let Some((directory, rest)) = join(base.path, reference) {
        return if base.authority.is_none() && directory == "/" && rest.starts_with('/') {
            Err(ResolveError::PathLikeAuthority)
        } else {
            Ok(Path::Joined(directory, rest))
        };
    }
    // 6a) All but the last segment of the base's path,
    let (mut outline, mut before_last) = (Outline::default(), 0);
    let mut segments = SegmentTexts::new(base.path);
    if let Some(first) = segments.next() {
        segments.fold(first, |segment, next| {
            outline.push(dots::as_written(segment));
            before_last += 1;
            next
        });
    }
    // 6b) then the reference's path; without one, `?y` leaves `/b/c/` of `/b/c/d`.
    relative_segments(reference).for_each(|segment| outline.push(dots::as_written(segment)));
    // 6g) What is left of `..` in front is an error, and how it is handled a choice.
    match surplus_parents {
        SurplusParents::Refuse if outline.surplus() != 0 => {
            return Err(ResolveError::SurplusParents);
        }
        SurplusParents::Drop => outline = outline.without_surplus(),
        SurplusParents::Keep | SurplusParents::Refuse => (),
    }
    let merged = Merged { base: base.path, before_last, reference, outline };
    if base.authority.is_none() {
        let mut segments = merged.segments();
        if segments.next() == Some("") && segments.next().is_some() {
            return Err(ResolveError::PathLikeAuthority);
        }
    }
    Ok(Path::Merged(merged))
}

/// Steps 6a to 6f where the only dot segments are in front of the reference, and none of them is
/// surplus: most references have no others.
#[inline]
fn join<'a>(
    base: Option<UriPath<'a>>,
    reference: Option<UriPath<'a>>,
) -> Option<(&'a str, &'a str)> {
    let base = base.map_or("/", UriPath::as_str);
    let mut directory = &base[..=base.rfind('/')?];
    let mut rest = reference.map_or("", UriPath::as_str);
    if dots::are_in(directory, dots::as_written) {
        return None;
    }
    loop {
        let (segment, after) = rest.split_once('/').unwrap_or((rest, ""));
        match dots::as_written(segment) {
            Meaning::Name => break,
            Meaning::Current => (),
            Meaning::Parent => {
                let end = directory.strip_suffix('/')?.rfind('/')?;
                directory = &directory[..=end];
            }
        }
        rest = after;
    }
    (!dots::are_in(rest, dots::as_written)).then_some((directory, rest))
}

/// The segments that a reference adds; an empty path is an empty segment.
#[inline]
fn relative_segments(reference: Option<UriPath<'_>>) -> impl Iterator<Item = &str> + Clone {
    let empty = if reference.is_none() { Some("") } else { None };
    SegmentTexts::new(reference).chain(empty)
}

impl<'a> Merged<'a> {
    /// The segments of the result, each to come after a slash: steps 6c to 6f.
    #[inline]
    fn segments(self) -> impl Iterator<Item = &'a str> + Clone {
        let base = SegmentTexts::new(self.base).take(self.before_last);
        self.outline.left(base.chain(relative_segments(self.reference)), dots::as_written)
    }
}

impl Pieces for Path<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        match self {
            Path::Whole(path) => path.map(UriPath::as_str).try_each(each),
            Path::Joined(directory, rest) => {
                each(directory)?;
                each(rest)
            }
            Path::Merged(merged) => {
                let texts = merged.segments();
                Separated { before: "/", separator: "/", texts }.try_each(each)
            }
        }
    }
}
