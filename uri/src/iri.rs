//! Converts IRIs to URIs, and URIs to IRIs: RFC 3987 section 3.
//!
//! Both conversions only change escapes, part by part. So the result is always a text of the other
//! grammar with the same components; the tests prove this on the automata.

use crate::generated::runtime::Rule;
use crate::output::{Each, Pieces, unwritten};
use crate::percent::{self, Beyond, escaped_character};
use crate::{ByteSet, rfc3986, rfc3987};
use core::fmt;
use core::marker::PhantomData;

/// A rule for whole references that has a counterpart in the other grammar.
pub trait Counterpart: Rule<Unit = str> {
    /// Hands over the pieces of the text of this rule, converted from a text of the other rule.
    #[doc(hidden)]
    fn convert(text: &str, each: &mut Each<'_>) -> fmt::Result;
}

/// The text of an IRI converted to a URI, or the reverse, not written yet: a text of the rule `R`.
/// Created by `to_uri` of the types of [`rfc3987`] and `to_iri` of the types of [`rfc3986`].
pub struct Converted<'a, R> {
    text: &'a str,
    rule: PhantomData<fn() -> R>,
}

impl<R> Clone for Converted<'_, R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Converted<'_, R> {}

impl<R: Counterpart> fmt::Debug for Converted<'_, R> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Converted({self})")
    }
}

impl<R: Counterpart> Pieces for Converted<'_, R> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        R::convert(self.text, each)
    }
}

unwritten! { [R: Counterpart] Converted<'_, R> => R::View, Buf }

/// Writes each character beyond ASCII as the escapes of its octets in UTF-8.
#[inline]
fn escaped(text: &str, each: &mut Each<'_>) -> fmt::Result {
    const ASCII: ByteSet = ByteSet::of_class(b"\x00-\x7F");
    percent::write(text.as_bytes(), ASCII, "%20", each)
}

/// Writes escapes of characters beyond ASCII as these characters, where the part can hold them.
#[inline]
fn unescaped(text: &str, each: &mut Each<'_>) -> fmt::Result {
    let (rest, fragment) = text.split_at(text.find('#').unwrap_or(text.len()));
    let (rest, query) = rest.split_at(rest.find('?').unwrap_or(rest.len()));
    unescaped_part(rest, Beyond::Characters, each)?;
    unescaped_part(query, Beyond::CharactersAndPrivate, each)?;
    unescaped_part(fragment, Beyond::Characters, each)
}

#[inline]
fn unescaped_part(text: &str, beyond: Beyond, each: &mut Each<'_>) -> fmt::Result {
    let (mut kept, mut at) = (0, 0);
    while let Some(escape) = text.get(at..).and_then(|rest| rest.find('%')) {
        at += escape;
        let held = escaped_character(&text[at..]).filter(|&character| beyond.holds(character));
        let Some(character) = held else {
            at += 1;
            continue;
        };
        if kept < at {
            each(&text[kept..at])?;
        }
        each(character.encode_utf8(&mut [0; 4]))?;
        at += "%XX".len() * character.len_utf8();
        kept = at;
    }
    if kept < text.len() { each(&text[kept..]) } else { Ok(()) }
}

/// The conversions between two rules.
macro_rules! counterparts {
    ($($uri:ident $uri_buf:ident, $iri:ident $iri_buf:ident;)+) => {$(
        impl Counterpart for rfc3986::$uri<'_> {
            #[inline]
            fn convert(text: &str, each: &mut Each<'_>) -> fmt::Result {
                escaped(text, each)
            }
        }

        impl Counterpart for rfc3987::$iri<'_> {
            #[inline]
            fn convert(text: &str, each: &mut Each<'_>) -> fmt::Result {
                unescaped(text, each)
            }
        }

        impl<'a> rfc3987::$iri<'a> {
            /// The URI that the IRI maps to: each character beyond ASCII becomes the escapes of its
            /// octets in UTF-8, with upper-case digits. RFC 3987 section 3.1; the host is treated
            /// like any other part.
            ///
            /// With feature `rfc3986`.
            ///
            /// ```
            /// use uri::rfc3987::IriReference;
            ///
            /// let iri = IriReference::parse("http://a/résumé?%C3%A9")?;
            /// assert_eq!(iri.to_uri().to_string(), "http://a/r%C3%A9sum%C3%A9?%C3%A9");
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn to_uri(self) -> Converted<'a, rfc3986::$uri<'static>> {
                Converted { text: self.as_str(), rule: PhantomData }
            }
        }

        impl<'a> rfc3986::$uri<'a> {
            /// The IRI that maps to the URI: escaped octets become a character beyond ASCII if they
            /// are its UTF-8, and if the part can hold the character and an IRI should have it. RFC
            /// 3987 section 3.2, except that escapes of ASCII stay, so that nothing is lost.
            ///
            /// So [`to_uri`](rfc3987::IriReference::to_uri) gives the same URI again, except that
            /// escapes that became characters then have upper-case digits.
            ///
            /// With feature `rfc3987`.
            ///
            /// ```
            /// use uri::rfc3986::UriReference;
            ///
            /// let uri = UriReference::parse("http://a/r%c3%a9sum%c3%a9?%41%FF#%E2%80%AE")?;
            /// assert_eq!(uri.to_iri().to_string(), "http://a/résumé?%41%FF#%E2%80%AE");
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn to_iri(self) -> Converted<'a, rfc3987::$iri<'static>> {
                Converted { text: self.as_str(), rule: PhantomData }
            }
        }

        #[cfg(feature = "alloc")]
        impl rfc3987::$iri_buf {
            #[doc = concat!("As [`to_uri`](rfc3987::", stringify!($iri), "::to_uri) of the borrowed form.")]
            #[must_use]
            #[inline]
            pub fn to_uri(&self) -> Converted<'_, rfc3986::$uri<'static>> {
                self.as_view().to_uri()
            }
        }

        #[cfg(feature = "alloc")]
        impl rfc3986::$uri_buf {
            #[doc = concat!("As [`to_iri`](rfc3986::", stringify!($uri), "::to_iri) of the borrowed form.")]
            #[must_use]
            #[inline]
            pub fn to_iri(&self) -> Converted<'_, rfc3987::$iri<'static>> {
                self.as_view().to_iri()
            }
        }
    )+};
}
counterparts! {
    UriReference UriReferenceBuf, IriReference IriReferenceBuf;
    Uri UriBuf, Iri IriBuf;
    AbsoluteUri AbsoluteUriBuf, AbsoluteIri AbsoluteIriBuf;
    RelativeRef RelativeRefBuf, RelativeRef RelativeRefBuf;
}
