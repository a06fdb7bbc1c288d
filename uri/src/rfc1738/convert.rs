//! URLs as URIs of RFC 2396, and back.
//!
//! The text is the same. RFC 2396 allows every character of RFC 1738 and one more, `~`, and its
//! grammar accepts every URL of the schemes of RFC 1738. But it divides some of them differently: a
//! `?` always begins a query, while RFC 1738 allows it in users, in names of files and in
//! selectors, and a text that begins with a slash has a hierarchy, even after `mailto:` and
//! `news:`. A program could then connect to another host, or resolve a reference against something
//! that is not a path. So these conversions fail, and others respell the URL.
//!
//! The implementations are hidden from the documentation: there are a hundred of them, and the page
//! of each type would list those of all others. The page of the module lists the conversions.

use super::{
    FileUrl, FtpUrl, GenericUrl, GopherUrl, HttpUrl, MailtoUrl, NewsUrl, NntpUrl, OtherUrl,
    ProsperoUrl, TelnetUrl, Url, UrlKind, UrlText, WaisDatabase, WaisDoc, WaisIndex, WaisUrl,
};
use crate::operations::output::{self, Each, Pieces, Separated};
use crate::{AbsoluteUri, Matcher, ParseError, Reference, UriReference};
use core::fmt;
use core::marker::PhantomData;

/// The reason why a text is not both a URL of RFC 1738 and a URI of RFC 2396.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConversionError {
    /// A relative reference has no scheme.
    Relative,
    /// A URL has no fragment.
    Fragment,
    /// The text does not match the rule. URLs without a scheme of RFC 1738 may not be URIs, because
    /// the scheme does not begin with a letter, or nothing follows it. URIs with `~` are not URLs;
    /// `from_uri` of the URL's type escapes it.
    Invalid(ParseError),
    /// The text matches both rules, but has other parts in RFC 2396: a `?` that does not begin a
    /// search, or a slash after `mailto:` or `news:`. `to_uri` of the URL's type escapes it.
    OtherParts,
}

impl fmt::Display for ConversionError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Relative => "a relative reference is not a URL",
            Self::Fragment => "a URL has no fragment",
            Self::OtherParts => "the URL has other parts as a URI",
            Self::Invalid(error) => return fmt::Display::fmt(error, f),
        })
    }
}

impl core::error::Error for ConversionError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Invalid(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ParseError> for ConversionError {
    #[inline]
    fn from(error: ParseError) -> Self {
        Self::Invalid(error)
    }
}

/// The character that the two RFCs read differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trap {
    None,
    /// A `?` is data.
    Question,
    /// A slash at the beginning of the text after the scheme is data.
    Slash,
    /// A `~`, which RFC 1738 does not allow; for the reverse conversion.
    Tilde,
}

impl Trap {
    #[inline]
    fn is_in(self, text: &str) -> bool {
        match self {
            Self::None => false,
            Self::Question => text.contains('?'),
            Self::Tilde => text.contains('~'),
            Self::Slash => text.split_once(':').is_some_and(|(_, part)| part.starts_with('/')),
        }
    }
}

/// The character to escape in texts of a type.
trait Trapped: Copy {
    fn trap(self) -> Trap;
}

macro_rules! trapped {
    ($trap:ident: $($url:ident)+) => {$(
        impl Trapped for $url<'_> {
            #[inline]
            fn trap(self) -> Trap {
                Trap::$trap
            }
        }
    )+};
}
trapped!(None: HttpUrl NntpUrl WaisUrl WaisDatabase WaisIndex WaisDoc OtherUrl GenericUrl);
trapped!(Question: FtpUrl TelnetUrl FileUrl GopherUrl ProsperoUrl);
trapped!(Slash: MailtoUrl NewsUrl);

impl Trapped for Url<'_> {
    #[inline]
    fn trap(self) -> Trap {
        match self.kind() {
            UrlKind::HttpUrl(url) => url.trap(),
            UrlKind::FtpUrl(url) => url.trap(),
            UrlKind::NewsUrl(url) => url.trap(),
            UrlKind::NntpUrl(url) => url.trap(),
            UrlKind::TelnetUrl(url) => url.trap(),
            UrlKind::GopherUrl(url) => url.trap(),
            UrlKind::WaisUrl(url) => url.trap(),
            UrlKind::MailtoUrl(url) => url.trap(),
            UrlKind::FileUrl(url) => url.trap(),
            UrlKind::ProsperoUrl(url) => url.trap(),
            UrlKind::OtherUrl(url) => url.trap(),
        }
    }
}

/// URLs that are always URIs with the same parts; parses the text again.
macro_rules! always {
    ($url:ident to $($uri:ident)+) => {$(
        #[doc(hidden)]
        impl<'a> From<$url<'a>> for $uri<'a> {
            #[inline]
            fn from(url: $url<'a>) -> Self {
                $uri::new(url.as_str())
            }
        }
    )+};
    ($($url:ident)+) => {$(
        always!($url to AbsoluteUri UriReference Reference);
    )+};
}
always!(HttpUrl NntpUrl WaisUrl WaisDatabase WaisIndex WaisDoc);

/// URLs that may not be URIs, or may be URIs with other parts; parses the text again.
macro_rules! sometimes {
    ($url:ident to $($uri:ident)+) => {$(
        #[doc(hidden)]
        impl<'a> TryFrom<$url<'a>> for $uri<'a> {
            type Error = ConversionError;

            #[inline]
            fn try_from(url: $url<'a>) -> Result<Self, ConversionError> {
                if url.trap().is_in(url.as_str()) {
                    return Err(ConversionError::OtherParts);
                }
                Ok(AbsoluteUri::parse(url.as_str())?.into())
            }
        }
    )+};
    ($($url:ident)+) => {$(
        sometimes!($url to AbsoluteUri UriReference Reference);
    )+};
}
sometimes! {
    FtpUrl TelnetUrl FileUrl GopherUrl ProsperoUrl MailtoUrl NewsUrl OtherUrl GenericUrl Url
}

/// URIs that may be URLs; parses the text again.
macro_rules! back {
    ($($url:ident)+) => {$(
        #[doc(hidden)]
        impl<'a> TryFrom<AbsoluteUri<'a>> for $url<'a> {
            type Error = ConversionError;

            #[inline]
            fn try_from(uri: AbsoluteUri<'a>) -> Result<Self, ConversionError> {
                let url = Self::parse(uri.as_str())?;
                if url.trap().is_in(url.as_str()) {
                    return Err(ConversionError::OtherParts);
                }
                Ok(url)
            }
        }

        #[doc(hidden)]
        impl<'a> TryFrom<UriReference<'a>> for $url<'a> {
            type Error = ConversionError;

            #[inline]
            fn try_from(reference: UriReference<'a>) -> Result<Self, ConversionError> {
                if reference.fragment().is_some() {
                    return Err(ConversionError::Fragment);
                }
                reference.to_absolute_uri().ok_or(ConversionError::Relative)?.try_into()
            }
        }
    )+};
}
back! {
    HttpUrl NntpUrl WaisUrl WaisDatabase WaisIndex WaisDoc
    FtpUrl TelnetUrl FileUrl GopherUrl ProsperoUrl MailtoUrl NewsUrl OtherUrl GenericUrl Url
}

/// A URL or URI with other escapes, of the type `U`, not written yet. Made by `to_uri` and
/// `from_uri` of the URL's type.
///
/// ```
/// use uri::AbsoluteUri;
/// use uri::rfc1738::{FileUrl, HttpUrl};
///
/// assert_eq!(FileUrl::parse("file:///a?b")?.to_uri().to_string(), "file:///a%3Fb");
///
/// let uri = AbsoluteUri::parse("http://h/~joe/")?;
/// assert!(HttpUrl::try_from(uri).is_err());
/// assert_eq!(HttpUrl::from_uri(uri)?.to_string(), "http://h/%7Ejoe/");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Respelled<'a, U> {
    text: &'a str,
    /// The character that is escaped.
    trap: Trap,
    becomes: PhantomData<fn() -> U>,
}

output::unwritten!([U: UrlText] Respelled<'_, U> => U::View, Buf);

impl<U> Pieces for Respelled<'_, U> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Self { text, trap, becomes: _ } = self;
        match trap {
            Trap::Question => escaped(text, '?', "%3F").try_each(each),
            Trap::Tilde => escaped(text, '~', "%7E").try_each(each),
            Trap::Slash if trap.is_in(text) => {
                let (scheme, part) = text.split_once(':').unwrap_or_default();
                [scheme, ":", "%2F"].into_iter().try_for_each(&mut *each)?;
                each(part.strip_prefix('/').unwrap_or(part))
            }
            Trap::None | Trap::Slash => each(text),
        }
    }
}

/// Replaces every occurrence of the character by this escape.
#[inline]
fn escaped(text: &str, character: char, escape: &'static str) -> impl Pieces {
    Separated { before: "", separator: escape, texts: text.split(character) }
}

macro_rules! to_uri {
    ($($url:ident)+) => {$(
        impl<'a> $url<'a> {
            /// The URL as a URI of RFC 2396 with the same parts: characters that would have another
            /// meaning there are escaped, a `?` as `%3F`, and a slash after `mailto:` or `news:` as
            /// `%2F`. In RFC 1738, the escape is the same data.
            ///
            #[doc = concat!("A `TryFrom` of this type fails instead; see [`ConversionError`].")]
            #[must_use]
            #[inline]
            pub fn to_uri(self) -> Respelled<'a, AbsoluteUri<'static>> {
                Respelled { text: self.as_str(), trap: self.trap(), becomes: PhantomData }
            }
        }
    )+};
}
to_uri!(FtpUrl TelnetUrl FileUrl GopherUrl ProsperoUrl MailtoUrl NewsUrl);

/// The matchers that decide which character a text needs escaped.
const TRAPPED: [(Trap, Matcher); 7] = [
    (Trap::Question, FtpUrl::matcher()),
    (Trap::Question, TelnetUrl::matcher()),
    (Trap::Question, FileUrl::matcher()),
    (Trap::Question, GopherUrl::matcher()),
    (Trap::Question, ProsperoUrl::matcher()),
    (Trap::Slash, MailtoUrl::matcher()),
    (Trap::Slash, NewsUrl::matcher()),
];

macro_rules! from_uri {
    ($($url:ident)+) => {$(
        impl $url<'static> {
            /// A URI respelled as a URL with the same parts: `~`, which RFC 1738 does not allow,
            /// becomes `%7E`. URLs allow all other characters of URIs.
            ///
            /// # Errors
            ///
            /// If the text is not a URL of this type, with the offset in the respelled text; or if
            /// it would have other parts: [`ConversionError::OtherParts`].
            #[inline]
            pub fn from_uri(uri: AbsoluteUri<'_>) -> Result<Respelled<'_, Self>, ConversionError> {
                let text = uri.as_str();
                let url = Respelled { text, trap: Trap::Tilde, becomes: PhantomData };
                push(url, Self::matcher()).finish()?;
                let mut traps = TRAPPED.into_iter().filter(|(trap, _)| trap.is_in(text));
                if traps.any(|(_, trapped)| push(url, trapped).is_match()) {
                    return Err(ConversionError::OtherParts);
                }
                Ok(url)
            }
        }
    )+};
}
from_uri! {
    Url HttpUrl FtpUrl GopherUrl MailtoUrl NewsUrl NntpUrl TelnetUrl WaisUrl FileUrl ProsperoUrl
}

/// Passes a text to a matcher.
#[inline]
fn push(text: impl Pieces, mut matcher: Matcher) -> Matcher {
    text.each(|piece| {
        // The matcher keeps its first error.
        let _ = matcher.push(piece.as_bytes());
    });
    matcher
}
