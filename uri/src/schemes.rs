//! Default ports and other facts about some schemes.

use crate::syntax::types::parts;

/// A scheme whose URIs have a hierarchy and usually a server.
struct Known {
    name: &'static str,
    default_port: Option<u16>,
    /// Whether a URI without a path means the same as one with the path `/`.
    empty_path_is_root: bool,
}

#[inline]
const fn known_scheme(name: &'static str, default_port: Option<u16>) -> Known {
    Known { name, default_port, empty_path_is_root: false }
}

#[inline]
const fn with_root(name: &'static str, default_port: u16) -> Known {
    Known { name, default_port: Some(default_port), empty_path_is_root: true }
}

/// The schemes that RFC 1738 defines with its "common Internet scheme syntax"
/// (section 3.1), in its order, and those of later RFCs that have the same syntax.
const KNOWN: &[Known] = &[
    known_scheme("ftp", Some(21)),        // RFC 1738 section 3.2.1
    with_root("http", 80),                // RFC 1738 section 3.3, RFC 2616 section 3.2.3
    known_scheme("gopher", Some(70)),     // RFC 1738 section 3.4
    known_scheme("nntp", Some(119)),      // RFC 1738 section 3.7
    known_scheme("telnet", Some(23)),     // RFC 1738 section 3.8
    known_scheme("wais", Some(210)),      // RFC 1738 section 3.9
    known_scheme("file", None),           // RFC 1738 section 3.10
    known_scheme("prospero", Some(1525)), // RFC 1738 section 3.11
    with_root("https", 443),              // RFC 2818 section 2.3, RFC 2616
    known_scheme("imap", Some(143)),      // RFC 2192 section 5
    known_scheme("ldap", Some(389)),      // RFC 2255 section 3
    known_scheme("rtsp", Some(554)),      // RFC 2326 section 3.2
    with_root("ws", 80),                  // RFC 6455 section 3
    with_root("wss", 443),                // RFC 6455 section 3
];

macro_rules! schemes {
    ($of:ident $view:ident $buf:ident $syntax:ty) => {
        impl $of::$view<'_> {
            /// The port to connect to if a URI of the scheme has none, RFC 2396 section 3.2.2.
            /// Known for the schemes of RFC 1738 that have one, and for `https` (RFC 2818), `imap`
            /// (RFC 2192), `ldap` (RFC 2255), `rtsp` (RFC 2326), `ws` and `wss` (RFC 6455).
            ///
            /// ```
            /// use uri::Scheme;
            ///
            /// assert_eq!(Scheme::new("HTTP").default_port(), Some(80));
            /// assert_eq!(Scheme::new("mailto").default_port(), None);
            /// ```
            #[must_use]
            #[inline]
            pub fn default_port(self) -> Option<u16> {
                $crate::schemes::default_port(self.as_str())
            }

            /// Returns whether the scheme is known to always use the `hier_part` syntax, RFC 2396
            /// section 5.2, step 3: it is `file`, or has a [default port](Self::default_port).
            #[must_use]
            #[inline]
            pub fn is_hierarchical(self) -> bool {
                $crate::schemes::is_hierarchical(self.as_str())
            }
        }

        #[cfg(feature = "alloc")]
        $crate::delegate::delegate! {
            [$of::$buf] {
                fn default_port() -> Option<u16>;
                fn is_hierarchical() -> bool;
            }
        }
    };
}
#[cfg(feature = "rfc1738")]
pub(crate) use schemes;
parts!(schemes: Scheme SchemeBuf);

/// As [`Scheme::default_port`](crate::Scheme::default_port).
#[inline]
pub(crate) fn default_port(scheme: &str) -> Option<u16> {
    known(scheme)?.default_port
}

/// As [`Scheme::is_hierarchical`](crate::Scheme::is_hierarchical).
#[inline]
pub(crate) fn is_hierarchical(scheme: &str) -> bool {
    known(scheme).is_some()
}

/// Returns whether a URI of the scheme without a path means the same as one with `/`.
#[inline]
pub(crate) fn empty_path_is_root(scheme: &str) -> bool {
    known(scheme).is_some_and(|known| known.empty_path_is_root)
}

/// Looks up a scheme, ignoring case: RFC 2396 section 3.1.
#[inline]
fn known(scheme: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.name.eq_ignore_ascii_case(scheme))
}
