//! Default ports and other facts about some schemes.

use crate::syntax::types::parts;

/// Facts about a scheme.
struct Known {
    name: &'static str,
    default_port: Option<u16>,
    /// Whether all URIs of the scheme begin with `//` after the colon.
    is_hierarchical: bool,
    /// Whether a URI without a path means the same as one with the path `/`.
    empty_path_is_root: bool,
}

/// A scheme whose URIs all have an authority.
#[inline]
const fn server(name: &'static str, default_port: u16) -> Known {
    Known { is_hierarchical: true, ..opaque(name, default_port) }
}

/// As [`server`], where an empty path means `/`.
#[inline]
const fn with_root(name: &'static str, default_port: u16) -> Known {
    Known { empty_path_is_root: true, ..server(name, default_port) }
}

/// A scheme whose URIs need not have an authority.
#[inline]
const fn opaque(name: &'static str, default_port: u16) -> Known {
    let default_port = Some(default_port);
    Known { name, default_port, is_hierarchical: false, empty_path_is_root: false }
}

/// Schemes that are registered with IANA, and have a default port by the RFC of their
/// registration; and `file`. The order is that of lookup: common schemes first.
///
/// Not here are schemes whose specification does not make an omitted port and the default port
/// mean the same: `sip` and `sips` (RFC 3261 section 19.1.4) and `msrp`
/// (RFC 4975 section 6.1).
///
/// An empty path means `/` where the specification of the scheme says so, or makes the slash after
/// the authority optional; and for `file`, by RFC 3986 section 6.2.3. The general rule of that
/// section is not applied to other schemes, because some allow no path: `aaa`, `pop`, `vnc`.
const KNOWN: &[Known] = &[
    with_root("http", 80),   // RFC 9110 section 4.2.1, 4.2.3
    with_root("https", 443), // RFC 9110 section 4.2.2, 4.2.3
    with_root("ws", 80),     // RFC 6455 section 3
    with_root("wss", 443),   // RFC 6455 section 3
    with_root("ftp", 21),    // RFC 1738 section 3.2
    // RFC 8089: no port.
    Known { name: "file", default_port: None, is_hierarchical: true, empty_path_is_root: true },
    // The other schemes of RFC 1738, and their successors.
    with_root("gopher", 70),  // RFC 4266 section 2.1
    server("nntp", 119),      // RFC 5538
    with_root("telnet", 23),  // RFC 4248
    server("wais", 210),      // RFC 4156
    server("prospero", 1525), // RFC 4157
    // The other permanent registrations, by name.
    server("aaa", 3868),          // RFC 6733 section 4.3.1
    server("aaas", 5868),         // RFC 6733 section 11.4, erratum 3997
    server("acap", 674),          // RFC 2244
    server("cap", 1026),          // RFC 4324
    with_root("coap", 5683),      // RFC 7252 section 6.1, 6.3
    with_root("coap+tcp", 5683),  // RFC 8323 section 8.1
    with_root("coap+ws", 80),     // RFC 8323 section 8.3
    with_root("coaps", 5684),     // RFC 7252 section 6.2, 6.3
    with_root("coaps+tcp", 5684), // RFC 8323 section 8.2
    with_root("coaps+ws", 443),   // RFC 8323 section 8.4
    server("dict", 2628),         // RFC 2229
    opaque("dns", 53),            // RFC 4501
    opaque("go", 1096),           // RFC 3368
    server("icap", 1344),         // RFC 3507
    with_root("imap", 143),       // RFC 5092
    with_root("ipp", 631),        // RFC 3510
    with_root("ipps", 631),       // RFC 7472
    with_root("ldap", 389),       // RFC 4516 section 2
    server("mtqp", 1038),         // RFC 3887
    server("mupdate", 3905),      // RFC 3656
    server("nfs", 2049),          // RFC 2224
    server("pop", 110),           // RFC 2384
    server("rtsp", 554),          // RFC 7826
    server("rtsps", 322),         // RFC 7826
    server("rtspu", 554),         // RFC 2326
    server("snmp", 161),          // RFC 4088
    opaque("stun", 3478),         // RFC 7064
    opaque("stuns", 5349),        // RFC 7064
    server("tip", 3372),          // RFC 2371
    server("tn3270", 23),         // RFC 6270
    opaque("turn", 3478),         // RFC 7065
    opaque("turns", 5349),        // RFC 7065
    server("vemmi", 575),         // RFC 2122
    server("vnc", 5900),          // RFC 7869
    server("z39.50r", 210),       // RFC 2056
    server("z39.50s", 210),       // RFC 2056
];

macro_rules! schemes {
    ($of:ident $view:ident $buf:ident $syntax:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl $of::$view<'_> {
            /// The port to connect to if a URI of the scheme has none,
            #[doc = concat!($crate::operations::wording::section!($rfc, "3.2.2", "3.2.3"), ". Ignores case.")]
            ///
            /// `None` for schemes without a default port, and for unknown schemes. Known are these
            /// schemes, which are [registered] with IANA and have a default port by their RFCs:
            ///
            /// | schemes | ports | RFC |
            /// |---|---|---|
            /// | `http`, `https` | 80, 443 | 9110 |
            /// | `ws`, `wss` | 80, 443 | 6455 |
            /// | `ftp` | 21 | 1738 |
            /// | `aaa`, `aaas` | 3868, 5868 | 6733 |
            /// | `acap` | 674 | 2244 |
            /// | `cap` | 1026 | 4324 |
            /// | `coap`, `coaps` | 5683, 5684 | 7252 |
            /// | `coap+tcp`, `coaps+tcp`, `coap+ws`, `coaps+ws` | 5683, 5684, 80, 443 | 8323 |
            /// | `dict` | 2628 | 2229 |
            /// | `dns` | 53 | 4501 |
            /// | `go` | 1096 | 3368 |
            /// | `gopher` | 70 | 4266 |
            /// | `icap` | 1344 | 3507 |
            /// | `imap` | 143 | 5092 |
            /// | `ipp`, `ipps` | 631 | 3510, 7472 |
            /// | `ldap` | 389 | 4516 |
            /// | `mtqp` | 1038 | 3887 |
            /// | `mupdate` | 3905 | 3656 |
            /// | `nfs` | 2049 | 2224 |
            /// | `nntp` | 119 | 5538 |
            /// | `pop` | 110 | 2384 |
            /// | `prospero` | 1525 | 4157 |
            /// | `rtsp`, `rtsps` | 554, 322 | 7826 |
            /// | `rtspu` | 554 | 2326 |
            /// | `snmp` | 161 | 4088 |
            /// | `stun`, `stuns` | 3478, 5349 | 7064 |
            /// | `telnet` | 23 | 4248 |
            /// | `tip` | 3372 | 2371 |
            /// | `tn3270` | 23 | 6270 |
            /// | `turn`, `turns` | 3478, 5349 | 7065 |
            /// | `vemmi` | 575 | 2122 |
            /// | `vnc` | 5900 | 7869 |
            /// | `wais` | 210 | 4156 |
            /// | `z39.50r`, `z39.50s` | 210 | 2056 |
            ///
            /// The default ports of `sip`, `sips` and `msrp` are not here: by their RFCs, a URI with the
            /// default port is not equivalent to the URI without a port.
            ///
            /// [registered]: https://www.iana.org/assignments/uri-schemes
            ///
            /// ```
            #[doc = concat!("use uri::", $at, "Scheme;")]
            ///
            /// assert_eq!(Scheme::new("HTTP").default_port(), Some(80));
            /// assert_eq!(Scheme::new("mailto").default_port(), None);
            /// ```
            #[must_use]
            #[inline]
            pub fn default_port(self) -> Option<u16> {
                $crate::operations::schemes::default_port(self.as_str())
            }

            /// Returns whether the URIs of the scheme are known to always have slashes after the
            /// colon: it is `file`, or has a [default port](Self::default_port), except `dns`, `go`,
            /// `stun`, `stuns`, `turn` and `turns`.
            #[doc = $crate::operations::wording::by_rfc!($rfc, "RFC 2396 section 5.2, step 3.", "")]
            #[must_use]
            #[inline]
            pub fn is_hierarchical(self) -> bool {
                $crate::operations::schemes::is_hierarchical(self.as_str())
            }
        }

        #[cfg(feature = "alloc")]
        $crate::operations::delegate::delegate! {
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
    known(scheme).is_some_and(|known| known.is_hierarchical)
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
