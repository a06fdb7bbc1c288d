//! The kind of a reference, and conversions of a reference to another kind.

use crate::generated::runtime::View as _;
use crate::operations::resolve;
use crate::operations::wording::{by_rfc, section};
use crate::operations::{number, schemes};
use crate::syntax::components::Components;
use crate::syntax::types::references;
use crate::{AbsoluteUri, PortError, Reference, RelativeUri, UriReference, UriReferenceKind};

macro_rules! kinds {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl<'a> $of::$view<'a> {
            #[doc = concat!("Returns whether the reference has a scheme, ", section!($rfc, "3", "4.1"), ".")]
            /// It may also have a fragment.
            #[must_use]
            #[inline]
            pub fn is_absolute(self) -> bool {
                self.components().scheme.is_some()
            }

            /// Returns whether the reference has no scheme: it is a relative reference,
            #[doc = concat!(section!($rfc, "5", "4.2"), ", which includes references to the current")]
            /// document.
            #[must_use]
            #[inline]
            pub fn is_relative(self) -> bool {
                !self.is_absolute()
            }

            /// Returns whether the reference has a scheme but no hierarchy, as `mailto:a@b`: a path
            /// that is not empty and has no leading slash,
            #[doc = concat!(by_rfc!($rfc, "", "`path-rootless` in "), section!($rfc, "3", "3.3"), ".")]
            #[must_use]
            #[inline]
            pub fn is_opaque(self) -> bool {
                self.components().is_rootless()
            }

            /// The port to connect to: the port of the reference, or else the
            #[doc = concat!("[default](crate::", $at, "Scheme::default_port)")]
            /// of the scheme, if it is known and there is an authority.
            #[doc = by_rfc!($rfc, "A registry name has no port.", "")]
            ///
            /// # Errors
            ///
            /// If the port is above 65535.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, $reference, ";")]
            ///
            #[doc = concat!("let port = |text| ", $reference, "::new(text).port_or_default();")]
            /// assert_eq!(port("http://h:8080/"), Ok(Some(8080)));
            /// assert_eq!(port("HTTPS://h:/"), Ok(Some(443)));
            /// assert_eq!(port("urn:a"), Ok(None));
            /// ```
            #[inline]
            pub fn port_or_default(self) -> Result<Option<u16>, PortError> {
                let Components { scheme, authority, .. } = self.components();
                let Some(server) = authority.filter(|it| !it.is_reg_name) else { return Ok(None) };
                match server.server::<$syntax>().port.map(number::port) {
                    Some(Ok(port)) => Ok(Some(port)),
                    Some(Err(PortError::TooLarge)) => Err(PortError::TooLarge),
                    Some(Err(PortError::Empty)) | None => {
                        Ok(scheme.and_then(schemes::default_port))
                    }
                }
            }

            /// Returns whether this is a reference to the current document: empty, or only a
            #[doc = concat!("fragment. ", section!($rfc, "4.2", "4.4"), ".")]
            #[must_use]
            #[inline]
            pub fn is_same_document(self) -> bool {
                resolve::is_same_document(&self.components())
            }

            /// The reference without its fragment. The parts are located again.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, $reference, ";")]
            ///
            #[doc = concat!("let reference = ", $reference, "::parse(\"http://a/b#c\")?;")]
            /// assert_eq!(reference.strip_fragment(), "http://a/b");
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn strip_fragment(self) -> Self {
                let Some(fragment) = self.components().fragment else { return self };
                let end = self.as_str().len() - fragment.len() - "#".len();
                Self::of_part(&self.as_str()[..end])
            }
        }
    };
}
references!(kinds);

/// Defines the conversion to an absolute URI, which in the grammars since RFC 3986 is a URI without
/// a fragment.
macro_rules! absolute {
    ($feature:literal $module:ident: $reference:ident $reference_buf:ident $uri:ident $uri_buf:ident
        $absolute:ident $method:ident) => {
        #[cfg(feature = $feature)]
        const _: () = {
            use crate::$module as of;

            impl<'a> of::$uri<'a> {
                /// The same without its fragment. RFC 3986 section 4.3.
                #[must_use]
                #[inline]
                pub fn $method(self) -> of::$absolute<'a> {
                    of::$absolute::of_part(self.strip_fragment().as_str())
                }
            }

            impl<'a> of::$reference<'a> {
                /// The same without its fragment, if it has a scheme. RFC 3986 section 4.3.
                #[must_use]
                #[inline]
                pub fn $method(self) -> Option<of::$absolute<'a>> {
                    let stripped = self.strip_fragment();
                    self.is_absolute().then(|| of::$absolute::of_part(stripped.as_str()))
                }
            }

            #[cfg(feature = "alloc")]
            impl of::$uri_buf {
                /// The same without its fragment. RFC 3986 section 4.3.
                #[must_use]
                #[inline]
                pub fn $method(&self) -> of::$absolute<'_> {
                    self.as_view().$method()
                }
            }

            #[cfg(feature = "alloc")]
            impl of::$reference_buf {
                /// The same without its fragment, if it has a scheme. RFC 3986 section 4.3.
                #[must_use]
                #[inline]
                pub fn $method(&self) -> Option<of::$absolute<'_>> {
                    self.as_view().$method()
                }
            }
        };
    };
}
const _: () = {
    absolute!("rfc3986" rfc3986:
        UriReference UriReferenceBuf Uri UriBuf AbsoluteUri to_absolute_uri);
    absolute!("rfc3987" rfc3987:
        IriReference IriReferenceBuf Iri IriBuf AbsoluteIri to_absolute_iri);
};

impl<'a> UriReference<'a> {
    /// The absolute URI that the reference names, without its fragment (RFC 2396 section 4); `None`
    /// if the reference is relative. The text is not checked again.
    ///
    /// ```
    /// use uri::UriReference;
    ///
    /// let uri = UriReference::parse("http://a/b#c")?.to_absolute_uri().unwrap();
    /// assert_eq!(uri.as_str(), "http://a/b");
    /// assert_eq!(UriReference::parse("b#c")?.to_absolute_uri(), None);
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn to_absolute_uri(self) -> Option<AbsoluteUri<'a>> {
        match self.kind() {
            Some(UriReferenceKind::AbsoluteUri(uri)) => Some(uri),
            _ => None,
        }
    }

    /// The relative URI of the reference, without its fragment; `None` if there is none. The text
    /// is not checked again.
    #[must_use]
    #[inline]
    pub fn to_relative_uri(self) -> Option<RelativeUri<'a>> {
        match self.kind() {
            Some(UriReferenceKind::RelativeUri(uri)) => Some(uri),
            _ => None,
        }
    }
}

impl<'a> Reference<'a> {
    /// The same text as a URI reference; `None` if it is a query alone. Reads the text again.
    #[must_use]
    #[inline]
    pub fn to_uri_reference(self) -> Option<UriReference<'a>> {
        UriReference::parse(self.as_str()).ok()
    }
}

impl<'a> AbsoluteUri<'a> {
    /// The text after the scheme and its colon, RFC 2396 section 3.
    ///
    /// ```
    /// use uri::AbsoluteUri;
    ///
    /// assert_eq!(AbsoluteUri::new("news:comp.lang.rust").scheme_specific_part(), "comp.lang.rust");
    /// ```
    #[must_use]
    #[inline]
    pub fn scheme_specific_part(self) -> &'a str {
        self.as_str().get(self.scheme().as_str().len() + 1..).unwrap_or_default()
    }
}
