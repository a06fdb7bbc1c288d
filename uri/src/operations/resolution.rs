//! The choices that the RFCs leave to programs, or in which they differ.

/// Options for resolving references: the points that RFC 2396 section 5.2 leaves open, and those in
/// which RFC 3986 section 5.2 differs from it.
///
/// [`RFC2396`](Self::RFC2396) and [`RFC3986`](Self::RFC3986) are the choices of the RFCs. Options
/// can be used with the types of every grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Resolution {
    pub(crate) surplus_parents: SurplusParents,
    pub(crate) same_scheme: SameScheme,
    pub(crate) same_document: SameDocument,
    pub(crate) query_alone: QueryAlone,
    pub(crate) dot_segments: DotSegments,
    pub(crate) leading_slashes: LeadingSlashes,
}

impl Resolution {
    /// The options of the examples of RFC 2396 (appendix C): surplus `..` are kept, a reference
    /// with a scheme is absolute, a reference to the current document stays one, and a query alone
    /// refers to the directory. Dot segments are only removed where paths are merged.
    pub const RFC2396: Self = Self {
        surplus_parents: SurplusParents::Keep,
        same_scheme: SameScheme::Absolute,
        same_document: SameDocument::Keep,
        query_alone: QueryAlone::Directory,
        dot_segments: DotSegments::Merged,
        leading_slashes: LeadingSlashes::Refuse,
    };

    /// RFC 3986 section 5.2.2, which most programs follow today: surplus `..` are dropped, a
    /// reference with a scheme is absolute, a reference to the current document resolves to the
    /// base, a query alone keeps the whole path of the base, and dot segments are removed from
    /// every path. For resolution that is not strict, add
    /// [`same_scheme`](Self::same_scheme)`(`[`SameScheme::Relative`]`)`.
    ///
    /// ```
    /// use uri::rfc3986::{Uri, UriReference};
    /// use uri::{Resolution, ResolveError, SurplusParents};
    ///
    /// let base = Uri::parse("http://a/b/index.html")?;
    /// let reference = UriReference::parse("../../c")?;
    /// assert_eq!(base.resolve(reference), "http://a/c");
    ///
    /// let strict = Resolution::RFC3986.surplus_parents(SurplusParents::Refuse);
    /// let error = base.resolve_with(reference, strict).unwrap_err();
    /// assert_eq!(error, ResolveError::SurplusParents);
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    pub const RFC3986: Self = Self {
        surplus_parents: SurplusParents::Drop,
        same_scheme: SameScheme::Absolute,
        same_document: SameDocument::Base,
        query_alone: QueryAlone::Document,
        dot_segments: DotSegments::All,
        leading_slashes: LeadingSlashes::Guard,
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

    /// With another choice for references that are a query alone.
    #[must_use]
    #[inline]
    pub const fn query_alone(mut self, choice: QueryAlone) -> Self {
        self.query_alone = choice;
        self
    }

    /// With another choice for the paths from which dot segments are removed.
    #[must_use]
    #[inline]
    pub const fn dot_segments(mut self, choice: DotSegments) -> Self {
        self.dot_segments = choice;
        self
    }

    /// With another choice for results whose path would start with two slashes.
    #[must_use]
    #[inline]
    pub const fn leading_slashes(mut self, choice: LeadingSlashes) -> Self {
        self.leading_slashes = choice;
        self
    }
}

/// The treatment of `..` segments that lead above the root of the hierarchy:
/// `../../../g` from `http://a/b/c/d`. RFC 2396 section 5.2, step 6g, names three choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SurplusParents {
    /// They are kept: `http://a/../g`, as in RFC 2396 appendix C.2.
    Keep,
    /// They are dropped: `http://a/g`, as in RFC 3986 section 5.2.4.
    Drop,
    /// The reference is in error: [`ResolveError::SurplusParents`](crate::ResolveError::SurplusParents).
    Refuse,
}

/// The meaning of a reference such as `http:g` if the base has the same scheme. RFC 3986 section
/// 5.2.2; RFC 2396 section 5.2, step 3, and appendix C.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SameScheme {
    /// The reference is a URI.
    Absolute,
    /// The reference is relative, for backwards compatibility: its scheme is removed if it is that
    /// of the base (ignoring case). In RFC 2396, the scheme must be one that [always has a
    /// hierarchy](crate::Scheme::is_hierarchical), and the base must not be opaque.
    Relative,
}

/// The target of a reference to the current document, which is empty or only a fragment.
/// RFC 3986 section 5.2.2; RFC 2396 sections 4.2 and 5.2, step 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SameDocument {
    /// The reference itself, because the current document need not be the one that the base URI
    /// identifies. With the types of RFC 3986 and RFC 3987, whose targets are URIs and IRIs, this is
    /// an error: [`ResolveError::SameDocument`](crate::ResolveError::SameDocument).
    Keep,
    /// The base URI with its query, and with the fragment of the reference.
    Base,
}

/// The target of a reference that is only a query: `?y` from `http://a/b/c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QueryAlone {
    /// The directory of the base: `http://a/b/?y`, as in RFC 2396 appendix C.1.
    Directory,
    /// The document: `http://a/b/c?y`, as in RFC 3986 section 5.2.2.
    Document,
}

/// The paths from which `.` and `..` are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DotSegments {
    /// Paths that are merged with the base's: RFC 2396 section 5.2, step 6.
    Merged,
    /// The paths of all references that have one: RFC 3986 section 5.2.2.
    All,
}

/// The treatment of a result without an authority whose path would start with `//`, so that its
/// second segment would be read as an authority: `..//g` from `s:/a/b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeadingSlashes {
    /// The reference is in error:
    /// [`ResolveError::PathLikeAuthority`](crate::ResolveError::PathLikeAuthority).
    Refuse,
    /// The path starts with `/.` before these slashes: `s:/.//g`, as in the URL Standard.
    Guard,
}
