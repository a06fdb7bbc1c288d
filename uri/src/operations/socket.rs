//! Addresses of the sockets of an authority.

#[cfg(feature = "std")]
extern crate std;

mod lookup;

use crate::operations::number;
use crate::operations::wording::by_rfc;
use crate::syntax::types::parts;
use core::net::SocketAddr;
use lookup::{Error, Vec, lookup};

macro_rules! sockets {
    ($of:ident $view:ident $buf:ident $syntax:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl $of::$view<'_> {
            /// Looks up the addresses of the host, each with the port of the authority, or with the
            /// default port if there is none. Pass
            #[doc = concat!("[`Scheme::default_port`](crate::", $at, "Scheme::default_port)")]
            /// of the URI's scheme.
            ///
            /// An IP address needs no lookup. A name is decoded and passed to the resolver of the
            /// system, as [`std::net::ToSocketAddrs`] does; the call blocks until it has the answer.
            ///
            /// With feature `std`.
            ///
            /// # Errors
            ///
            /// If the resolver finds no address, and [`InvalidInput`](std::io::ErrorKind), without a
            /// lookup, if
            ///
            #[doc = concat!("- the host is ", by_rfc!($rfc, "absent;", "empty or an address of a future version;"))]
            /// - the port is above 65535;
            /// - the last label of a name is a number, as in `127.1`, `0x7f.1` and `0177.0.0.1`: no
            ///   name of the DNS ends so, and resolvers read these texts as different addresses (RFC
            ///   3986 section 7.4);
            /// - a name has characters beyond ASCII, which must be converted to the form of the DNS
            ///   first (by `to_uri_with_ascii_host`, with the feature `idna`), or escapes of
            ///   reserved or other characters that no name of a host has.
            ///
            /// ```
            /// use core::net::{Ipv4Addr, SocketAddr};
            #[doc = concat!("use uri::", $at, $reference, ";")]
            ///
            #[doc = concat!("let uri = ", $reference, "::new(\"http://127.0.0.1/\");")]
            /// let addresses = uri.authority().unwrap().socket_addrs(80)?;
            /// assert_eq!(addresses, [SocketAddr::from((Ipv4Addr::LOCALHOST, 80))]);
            /// // std::net::TcpStream::connect(&*addresses)
            /// # Ok::<(), std::io::Error>(())
            /// ```
            #[inline]
            pub fn socket_addrs(self, default_port: u16) -> Result<Vec<SocketAddr>, Error> {
                let port = self.port().map(|port| number::port(port.as_str()));
                let host = Option::from(self.host()).map(|host: $of::Host<'_>| host.as_str());
                lookup(host.unwrap_or_default(), port, default_port)
            }
        }

        $crate::operations::delegate::delegate! {
            [$of::$buf] {
                fn socket_addrs(default_port: u16) -> Result<Vec<SocketAddr>, Error>;
            }
        }
    };
}
parts!(sockets: Authority AuthorityBuf);
