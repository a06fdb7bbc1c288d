//! Targets of HTTP requests: RFC 9112 section 3.2.

use crate::WriteError;
use crate::operations::number::{self, write_decimal};
use crate::operations::output::{self, Each, Pieces};
use crate::operations::schemes;
use crate::syntax::Syntax;
use crate::syntax::components::Components;
use crate::syntax::types::{parts, references, uris};
use core::fmt;

/// The target of an HTTP request, RFC 9112 section 3.2; not written yet. Made by `origin_form`,
/// `absolute_form` and `authority_form` of a reference.
#[derive(Clone, Copy)]
pub struct RequestTarget<'a> {
    front: &'a str,
    back: &'a str,
    /// A number at the end.
    port: Option<u16>,
}

impl RequestTarget<'_> {
    /// Returns the length of the text in bytes.
    #[must_use]
    #[inline]
    pub fn text_len(&self) -> usize {
        output::length(*self)
    }

    /// Writes the text, which is ASCII, to the front of a buffer, and returns it.
    ///
    /// # Errors
    ///
    /// If the buffer is too small, with the number of bytes needed.
    #[inline]
    pub fn write_in<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b str, WriteError> {
        output::write_in(buffer, self)
    }
}

impl Pieces for RequestTarget<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        each(self.front)?;
        each(self.back)?;
        match self.port {
            Some(port) => each(write_decimal(port, &mut [0; 5])),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for RequestTarget<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RequestTarget({self})")
    }
}

/// Writes the text, to any [`core::fmt::Write`].
impl fmt::Display for RequestTarget<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        output::display(f, self)
    }
}

output::compares! { [] RequestTarget<'_> }

macro_rules! paths_and_queries {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl<'a> $of::$view<'a> {
            /// The path and the query with the question mark before it, as written: a slice of the
            /// text. Empty if there is neither.
            ///
            /// For the target of a request, see `origin_form` of URIs.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, $reference, ";")]
            ///
            #[doc = concat!("let slice = |text| ", $reference, "::new(text).path_and_query();")]
            /// assert_eq!(slice("http://a//b?c#d"), "//b?c");
            /// assert_eq!(slice("http://a"), "");
            /// ```
            #[must_use]
            #[inline]
            pub fn path_and_query(self) -> &'a str {
                path_and_query(&self.components())
            }
        }

        #[cfg(feature = "alloc")]
        $crate::operations::delegate::delegate! {
            [$of::$buf] {
                fn path_and_query() -> &'a str;
            }
        }
    };
}
references!(paths_and_queries);

macro_rules! targets {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl<'a> $of::$view<'a> {
            /// The target of a request to the server of the URI: path and query, and `/` if the path
            /// is empty. RFC 9112 section 3.2.1, `origin-form`.
            ///
            /// `None` if the path begins without a slash, or is empty without an authority.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, $reference, ";")]
            ///
            #[doc = concat!("let uri = ", $reference, "::parse(\"http://a//b?c#d\")?;")]
            /// assert!(uri.origin_form().unwrap() == "//b?c");
            #[doc = concat!("let uri = ", $reference, "::parse(\"http://a?c\")?;")]
            /// assert!(uri.origin_form().unwrap() == "/?c");
            #[doc = concat!("let uri = ", $reference, "::parse(\"mailto:a@b\")?;")]
            /// assert!(uri.origin_form().is_none());
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn origin_form(self) -> Option<RequestTarget<'a>> {
                origin_form(&self.components())
            }

            /// The target of a request to a proxy: the URI without its fragment, and without user
            /// information, which must not be sent (RFC 9110 section 4.2.4). RFC 9112 section 3.2.2,
            /// `absolute-form`. An empty path stays empty, which is the form of an `OPTIONS` request
            /// to the whole server.
            ///
            /// `None` if there is no scheme.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, $reference, ";")]
            ///
            #[doc = concat!("let uri = ", $reference, "::parse(\"http://me:secret@a:8080/b?c#d\")?;")]
            /// assert!(uri.absolute_form().unwrap() == "http://a:8080/b?c");
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn absolute_form(self) -> Option<RequestTarget<'a>> {
                absolute_form(&self.components())
            }

            /// The target of a `CONNECT` request: host and port, and the
            #[doc = concat!("[default](crate::", $at, "Scheme::default_port)")]
            /// of the scheme if the URI has no port. RFC 9112 section 3.2.3, `authority-form`.
            ///
            /// `None` if there is no host, or it is empty; if the port is above 65535; and if there
            /// is no port, and the scheme is absent or has no default.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, $reference, ";")]
            ///
            #[doc = concat!("let uri = ", $reference, "::parse(\"https://me@a/b\")?;")]
            /// assert!(uri.authority_form().unwrap() == "a:443");
            #[doc = concat!("let uri = ", $reference, "::parse(\"//a:8080\")?;")]
            /// assert!(uri.authority_form().unwrap() == "a:8080");
            #[doc = concat!("let uri = ", $reference, "::parse(\"//a\")?;")]
            /// assert!(uri.authority_form().is_none());
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn authority_form(self) -> Option<RequestTarget<'a>> {
                authority_form(&self.components())
            }
        }

        #[cfg(feature = "alloc")]
        $crate::operations::delegate::delegate! {
            [$of::$buf] {
                fn origin_form() -> Option<RequestTarget<'a>>;
                fn absolute_form() -> Option<RequestTarget<'a>>;
                fn authority_form() -> Option<RequestTarget<'a>>;
            }
        }
    };
}
uris!(targets);

macro_rules! authorities {
    ($of:ident $view:ident $buf:ident $syntax:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl<'a> $of::$view<'a> {
            /// The text after the user information: host and port as written, as in the header field
            /// `Host`, RFC 9110 section 7.2.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, "Authority;")]
            ///
            /// assert_eq!(Authority::new("me:secret@a:8080").without_userinfo(), "a:8080");
            /// ```
            #[must_use]
            #[inline]
            pub fn without_userinfo(self) -> &'a str {
                without_userinfo(self.as_str())
            }
        }

        #[cfg(feature = "alloc")]
        $crate::operations::delegate::delegate! {
            [$of::$buf] {
                fn without_userinfo() -> &'a str;
            }
        }
    };
}
parts!(authorities: Authority AuthorityBuf);

#[inline]
fn path_and_query<'a, S: Syntax>(components: &Components<'a, S>) -> &'a str {
    &components.text[components.path_start()..components.query_end()]
}

#[inline]
fn origin_form<'a, S: Syntax>(components: &Components<'a, S>) -> Option<RequestTarget<'a>> {
    let front = match components.path.as_bytes() {
        [] if components.authority.is_some() => "/",
        [b'/', ..] => "",
        _ => return None,
    };
    Some(RequestTarget { front, back: path_and_query(components), port: None })
}

#[inline]
fn absolute_form<'a, S: Syntax>(components: &Components<'a, S>) -> Option<RequestTarget<'a>> {
    components.scheme?;
    let Components { text, authority, .. } = components;
    let (end, begin) = match authority {
        Some(it) => {
            let kept = without_userinfo(it.text).len();
            (components.path_start() - it.text.len(), components.path_start() - kept)
        }
        None => (components.path_start(), components.path_start()),
    };
    let back = &text[begin..components.query_end()];
    Some(RequestTarget { front: &text[..end], back, port: None })
}

#[inline]
fn authority_form<'a, S: Syntax>(components: &Components<'a, S>) -> Option<RequestTarget<'a>> {
    let authority = components.authority.filter(|it| !it.is_reg_name)?;
    let server = authority.server::<S>();
    let host = server.host.text;
    if host.is_empty() {
        return None;
    }
    match server.port {
        Some(port) if !port.is_empty() => {
            number::port(port).ok()?;
            let front = without_userinfo(authority.text);
            Some(RequestTarget { front, back: "", port: None })
        }
        _ => {
            let port = schemes::default_port(components.scheme?)?;
            Some(RequestTarget { front: host, back: ":", port: Some(port) })
        }
    }
}

/// Returns the text after the last `@`: only registry names of RFC 2396 can have several.
#[inline]
fn without_userinfo(authority: &str) -> &str {
    authority.rsplit_once('@').map_or(authority, |(_, rest)| rest)
}
