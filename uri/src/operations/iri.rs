//! Converts IRIs to URIs, and URIs to IRIs: RFC 3987 section 3.
//!
//! Both conversions only change escapes, part by part. So the result is always a text of the other
//! grammar with the same components; the tests prove this on the automata.

mod escape;

use crate::generated::runtime::Rule;
use crate::operations::output::{Each, Pieces, unwritten};
use crate::operations::percent::{Beyond, escaped_character};
use crate::operations::scan;
use crate::syntax::components::Components;
use crate::syntax::layout::{Assembled, Lengths};
use crate::syntax::{Rfc3986, Rfc3987, Syntax};
use crate::{ParseError, rfc3986, rfc3987};
#[cfg(feature = "alloc")]
use alloc::string::String;
use core::fmt;
use escape::{ESCAPE, escaped, escaped_length};

/// A rule for whole references that has a counterpart in the other grammar.
pub trait Counterpart: Rule<Unit = str> + Sized {
    /// The grammar of the counterpart.
    type Other: Syntax;

    /// Returns whether a text of the other rule is a text of this rule and converted to itself.
    #[doc(hidden)]
    fn keeps(text: &str) -> bool;

    /// Hands over the pieces of the text of this rule, converted from a text of the other rule.
    #[doc(hidden)]
    fn convert(text: &str, each: &mut Each<'_>) -> fmt::Result;

    /// Returns the text of this rule, converted from a text of the other rule.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn string(text: &str) -> String;

    /// Returns the lengths of the parts of the converted text, unless the text must be parsed.
    #[doc(hidden)]
    fn lengths(converted: &Converted<'_, Self>) -> Option<Lengths>;

    /// Returns a view of the converted text, whose parts have these lengths.
    #[doc(hidden)]
    fn view(text: &str, lengths: Option<Lengths>) -> Result<Self::View<'_>, ParseError>;

    /// As [`view`](Self::view), for text that is owned.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn buf(text: String, lengths: Option<Lengths>) -> Result<Self::Buf, ParseError>;
}

/// The text of an IRI converted to a URI, or the reverse, not written yet: a text of the rule `R`.
/// Created by `to_uri` of the types of [`rfc3987`] and `to_iri` of the types of [`rfc3986`].
pub struct Converted<'a, R: Counterpart> {
    components: Components<'a, R::Other>,
    /// Whether the text stays as it is.
    is_kept: bool,
}

impl<'a, R: Counterpart> Converted<'a, R> {
    #[inline]
    fn new(components: Components<'a, R::Other>) -> Self {
        let is_kept = R::keeps(components.text);
        Self { components, is_kept }
    }
}

impl<R: Counterpart> Clone for Converted<'_, R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Counterpart> Copy for Converted<'_, R> {}

impl<R: Counterpart> fmt::Debug for Converted<'_, R> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Converted({self})")
    }
}

impl<R: Counterpart> Pieces for Converted<'_, R> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        self.visit(each)
    }

    #[inline]
    fn visit(&self, each: &mut Each<'_>) -> fmt::Result {
        let text = self.components.text;
        if self.is_kept { each(text) } else { R::convert(text, each) }
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn string(&self) -> String {
        let text = self.components.text;
        if self.is_kept { String::from(text) } else { R::string(text) }
    }

    /// Exact for URIs, and enough for IRIs.
    #[cfg(feature = "alloc")]
    #[inline]
    fn capacity(&self) -> Option<usize> {
        let text = self.components.text;
        Some(if self.is_kept { text.len() } else { escaped_length(text) })
    }
}

unwritten! {
    [R: Counterpart] Converted<'_, R> => R::View, Buf;
    |text, it| R::view(text, R::lengths(it)),
    |text, it| R::buf(text, R::lengths(it))
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
        at += ESCAPE * character.len_utf8();
        kept = at;
    }
    if kept < text.len() { each(&text[kept..]) } else { Ok(()) }
}

/// The functions of [`Counterpart`] that make values of a grammar.
macro_rules! assembled {
    ($syntax:ident) => {
        #[inline]
        fn view(text: &str, lengths: Option<Lengths>) -> Result<Self::View<'_>, ParseError> {
            Assembled::<_, $syntax>::assembled(text, lengths)
        }

        #[cfg(feature = "alloc")]
        #[inline]
        fn buf(text: String, lengths: Option<Lengths>) -> Result<Self::Buf, ParseError> {
            Assembled::<_, $syntax>::assembled(text, lengths)
        }
    };
}

/// The conversions between two rules.
macro_rules! counterparts {
    ($($uri:ident $uri_buf:ident, $iri:ident $iri_buf:ident;)+) => {$(
        impl Counterpart for rfc3986::$uri<'_> {
            type Other = Rfc3987;

            #[inline]
            fn convert(text: &str, each: &mut Each<'_>) -> fmt::Result {
                escaped(text, each)
            }

            #[cfg(feature = "alloc")]
            #[inline]
            fn string(text: &str) -> String {
                escape::escaped_string(text)
            }

            #[inline]
            fn keeps(text: &str) -> bool {
                text.is_ascii()
            }

            #[inline]
            fn lengths(converted: &Converted<'_, Self>) -> Option<Lengths> {
                let length = if converted.is_kept { str::len } else { escaped_length };
                let Components { scheme, authority, query, fragment, .. } = converted.components;
                let lengths = Lengths::of(scheme, None, None)
                    .with_tail(query.map(length), fragment.map(length));
                Some(match authority {
                    Some(it) => lengths.with_respelled::<Rfc3987, Rfc3986>(&it, length),
                    None => lengths,
                })
            }

            assembled!(Rfc3986);
        }

        impl Counterpart for rfc3987::$iri<'_> {
            type Other = Rfc3986;

            #[inline]
            fn convert(text: &str, each: &mut Each<'_>) -> fmt::Result {
                unescaped(text, each)
            }

            #[cfg(feature = "alloc")]
            #[inline]
            fn string(text: &str) -> String {
                let mut string = String::with_capacity(text.len());
                let converted = unescaped(text, &mut |piece| {
                    string.push_str(piece);
                    Ok(())
                });
                debug_assert!(converted.is_ok(), "a string has room");
                string
            }

            #[inline]
            fn keeps(text: &str) -> bool {
                scan::first(text.as_bytes(), b'%').is_none()
            }

            #[inline]
            fn lengths(converted: &Converted<'_, Self>) -> Option<Lengths> {
                let Converted { components, is_kept } = converted;
                is_kept.then(|| {
                    let Components { scheme, authority, query, fragment, .. } = *components;
                    let lengths = Lengths::of(scheme, query, fragment);
                    match authority {
                        Some(it) => lengths.with_respelled::<Rfc3986, Rfc3987>(&it, str::len),
                        None => lengths,
                    }
                })
            }

            assembled!(Rfc3987);
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
                Converted::new(self.into())
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
                Converted::new(self.into())
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
