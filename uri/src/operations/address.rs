//! Addresses of hosts as values of `core::net`, and back, for the grammars that have IPv6.
//!
//! RFC 3986 section 3.2.2, which RFC 3987 adopts. The standard library parses the same grammar, so
//! every address converts; the tests compare the two. Addresses are written in the form of RFC 5952
//! section 4, and of section 5 for IPv4 in IPv6.

use core::fmt::{self, Write as _};
use core::net::IpAddr;

/// The maximum length of an IPv4 address in bytes.
const IPV4_LENGTH: usize = 15;
/// The maximum length of an IPv6 address in bytes.
const IPV6_LENGTH: usize = 39;
/// The maximum length of a host that is an address; an IPv6 address has brackets around it.
const HOST_LENGTH: usize = IPV6_LENGTH + 2;

/// Writes to the front of a buffer.
struct Front<'b> {
    buffer: &'b mut [u8],
    end: usize,
}

impl fmt::Write for Front<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.end + text.len();
        let place = self.buffer.get_mut(self.end..end).ok_or(fmt::Error)?;
        place.copy_from_slice(text.as_bytes());
        self.end = end;
        Ok(())
    }
}

/// Writes an address into a buffer that is long enough for any address of its kind.
#[inline]
fn written(buffer: &mut [u8], address: impl fmt::Display) -> &str {
    let mut front = Front { buffer, end: 0 };
    write!(front, "{address}").expect("the buffer has room for each address");
    let Front { buffer, end } = front;
    core::str::from_utf8(&buffer[..end]).expect("an address is text")
}

/// An address as it is written in a host.
struct InHost(IpAddr);

impl fmt::Display for InHost {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => write!(f, "{address}"),
            IpAddr::V6(address) => write!(f, "[{address}]"),
        }
    }
}

/// The conversions of one module.
macro_rules! addresses {
    ($module:ident, $feature:literal) => {
        #[cfg(feature = $feature)]
        mod $module {
            use super::{HOST_LENGTH, IPV4_LENGTH, IPV6_LENGTH, InHost, written};
            use crate::$module::{Host, HostKind, Ipv4Address, Ipv6Address};
            use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

            impl<'b> Ipv4Address<'b> {
                /// Returns the address. Every text of the rule has one: RFC 3986 section 3.2.2.
                ///
                /// ```
                /// use core::net::Ipv4Addr;
                #[doc = concat!("use uri::", stringify!($module), "::{Host, Ipv4Address};")]
                ///
                /// assert_eq!(Ipv4Address::new("127.0.0.1").to_ipv4_addr(), Ipv4Addr::LOCALHOST);
                /// // Leading zeros, which some programs read as octal, make it a name.
                /// assert_eq!(Host::new("0177.0.0.1").ipv4_address(), None);
                /// ```
                #[must_use]
                #[inline]
                pub fn to_ipv4_addr(self) -> Ipv4Addr {
                    self.as_str().parse().expect("the standard library has the same grammar")
                }

                /// Writes an address into the buffer.
                ///
                /// ```
                /// use core::net::Ipv4Addr;
                #[doc = concat!("use uri::", stringify!($module), "::Ipv4Address;")]
                ///
                /// let mut buffer = [0; 15];
                /// let address = Ipv4Address::from_ipv4_addr(Ipv4Addr::LOCALHOST, &mut buffer);
                /// assert_eq!(address.as_str(), "127.0.0.1");
                /// ```
                #[must_use]
                #[inline]
                pub fn from_ipv4_addr(
                    address: Ipv4Addr,
                    buffer: &'b mut [u8; IPV4_LENGTH],
                ) -> Self {
                    Self::new(written(buffer, address))
                }
            }

            impl<'b> Ipv6Address<'b> {
                /// Returns the address. Every text of the rule has one: RFC 3986 section 3.2.2.
                ///
                /// ```
                /// use core::net::Ipv6Addr;
                #[doc = concat!("use uri::", stringify!($module), "::Ipv6Address;")]
                ///
                /// assert_eq!(Ipv6Address::new("0::1").to_ipv6_addr(), Ipv6Addr::LOCALHOST);
                /// ```
                #[must_use]
                #[inline]
                pub fn to_ipv6_addr(self) -> Ipv6Addr {
                    self.as_str().parse().expect("the standard library has the same grammar")
                }

                /// Writes an address into the buffer in the form of RFC 5952 section 4: lower-case
                /// letters, no leading zeros, the longest run of zeros as `::`. An IPv4-mapped
                /// address ends as an IPv4 address does (section 5).
                ///
                /// ```
                /// use core::net::Ipv6Addr;
                #[doc = concat!("use uri::", stringify!($module), "::Ipv6Address;")]
                ///
                /// let address = Ipv6Address::new("2001:DB8:0::00ff").to_ipv6_addr();
                /// let mut buffer = [0; 39];
                /// let address = Ipv6Address::from_ipv6_addr(address, &mut buffer);
                /// assert_eq!(address.as_str(), "2001:db8::ff");
                /// ```
                #[must_use]
                #[inline]
                pub fn from_ipv6_addr(
                    address: Ipv6Addr,
                    buffer: &'b mut [u8; IPV6_LENGTH],
                ) -> Self {
                    Self::new(written(buffer, address))
                }
            }

            impl<'b> Host<'b> {
                /// The host as an `IPv4address`, if it is one: four decimal numbers of at most 255,
                /// without leading zeros. `None` for an IPv6 address, even if it ends with an IPv4
                /// address.
                ///
                /// ```
                #[doc = concat!("use uri::", stringify!($module), "::Host;")]
                ///
                /// assert!(Host::new("192.0.2.1").ipv4_address().is_some());
                /// assert!(Host::new("[::ffff:192.0.2.1]").ipv4_address().is_none());
                /// ```
                #[must_use]
                #[inline]
                pub fn ipv4_address(self) -> Option<Ipv4Address<'b>> {
                    match self.kind() {
                        HostKind::Ipv4Address(address) => Some(address),
                        HostKind::IpLiteral(_) | HostKind::RegName(_) => None,
                    }
                }

                /// The host as an IP address. `None` if the host is a registered name, or an
                /// address of a future version: RFC 3986 section 3.2.2.
                ///
                /// A registered name can still be an address to the program that looks it up, as
                /// `0x7f.1` or `127.1` are to many.
                ///
                /// ```
                /// use core::net::{IpAddr, Ipv6Addr};
                #[doc = concat!("use uri::", stringify!($module), "::Host;")]
                ///
                /// let address = Host::new("[::1]").to_ip_addr();
                /// assert_eq!(address, Some(IpAddr::V6(Ipv6Addr::LOCALHOST)));
                /// assert_eq!(Host::new("localhost").to_ip_addr(), None);
                /// ```
                #[must_use]
                #[inline]
                pub fn to_ip_addr(self) -> Option<IpAddr> {
                    match self.kind() {
                        HostKind::Ipv4Address(address) => Some(address.to_ipv4_addr().into()),
                        HostKind::IpLiteral(literal) => {
                            Some(literal.ipv6_address()?.to_ipv6_addr().into())
                        }
                        HostKind::RegName(_) => None,
                    }
                }

                /// The host without the brackets of an `IP-literal`, RFC 3986 section 3.2.2: for
                /// interfaces that take a name or an address, such as those of TLS and of resolvers.
                ///
                /// ```
                #[doc = concat!("use uri::", stringify!($module), "::Host;")]
                ///
                /// assert_eq!(Host::new("[::1]").unbracketed(), "::1");
                /// assert_eq!(Host::new("example.com").unbracketed(), "example.com");
                /// ```
                #[must_use]
                #[inline]
                pub fn unbracketed(self) -> &'b str {
                    let text = self.as_str();
                    text.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(text)
                }

                /// Writes an IP address into the buffer as a host: an IPv6 address in brackets, in
                /// the form that [`Ipv6Address::from_ipv6_addr`] describes.
                ///
                /// ```
                /// use core::net::Ipv6Addr;
                #[doc = concat!("use uri::", stringify!($module), "::Host;")]
                ///
                /// let mut buffer = [0; 41];
                /// let host = Host::from_ip_addr(Ipv6Addr::LOCALHOST.into(), &mut buffer);
                /// assert_eq!(host.as_str(), "[::1]");
                /// ```
                #[must_use]
                #[inline]
                pub fn from_ip_addr(address: IpAddr, buffer: &'b mut [u8; HOST_LENGTH]) -> Self {
                    Self::new(written(buffer, InHost(address)))
                }
            }

            impl From<Ipv4Address<'_>> for Ipv4Addr {
                #[inline]
                fn from(address: Ipv4Address<'_>) -> Self {
                    address.to_ipv4_addr()
                }
            }

            impl From<Ipv6Address<'_>> for Ipv6Addr {
                #[inline]
                fn from(address: Ipv6Address<'_>) -> Self {
                    address.to_ipv6_addr()
                }
            }

            #[cfg(feature = "alloc")]
            mod owned {
                use super::{HOST_LENGTH, IPV4_LENGTH, IPV6_LENGTH};
                use super::{Host, Ipv4Address, Ipv6Address};
                use crate::$module::{HostBuf, Ipv4AddressBuf, Ipv6AddressBuf};
                use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

                impl Ipv4AddressBuf {
                    /// As [`to_ipv4_addr`](Ipv4Address::to_ipv4_addr) of the borrowed form.
                    #[must_use]
                    #[inline]
                    pub fn to_ipv4_addr(&self) -> Ipv4Addr {
                        self.as_view().to_ipv4_addr()
                    }
                }

                impl Ipv6AddressBuf {
                    /// As [`to_ipv6_addr`](Ipv6Address::to_ipv6_addr) of the borrowed form.
                    #[must_use]
                    #[inline]
                    pub fn to_ipv6_addr(&self) -> Ipv6Addr {
                        self.as_view().to_ipv6_addr()
                    }
                }

                impl HostBuf {
                    /// As [`ipv4_address`](Host::ipv4_address) of the borrowed form.
                    #[must_use]
                    #[inline]
                    pub fn ipv4_address(&self) -> Option<Ipv4Address<'_>> {
                        self.as_view().ipv4_address()
                    }

                    /// As [`unbracketed`](Host::unbracketed) of the borrowed form.
                    #[must_use]
                    #[inline]
                    pub fn unbracketed(&self) -> &str {
                        self.as_view().unbracketed()
                    }

                    /// As [`to_ip_addr`](Host::to_ip_addr) of the borrowed form.
                    #[must_use]
                    #[inline]
                    pub fn to_ip_addr(&self) -> Option<IpAddr> {
                        self.as_view().to_ip_addr()
                    }
                }

                impl From<Ipv4Addr> for Ipv4AddressBuf {
                    #[inline]
                    fn from(address: Ipv4Addr) -> Self {
                        Ipv4Address::from_ipv4_addr(address, &mut [0; IPV4_LENGTH]).to_buf()
                    }
                }

                /// In the form of RFC 5952.
                impl From<Ipv6Addr> for Ipv6AddressBuf {
                    #[inline]
                    fn from(address: Ipv6Addr) -> Self {
                        Ipv6Address::from_ipv6_addr(address, &mut [0; IPV6_LENGTH]).to_buf()
                    }
                }

                /// In the form of RFC 5952, an IPv6 address in brackets.
                impl From<IpAddr> for HostBuf {
                    #[inline]
                    fn from(address: IpAddr) -> Self {
                        Host::from_ip_addr(address, &mut [0; HOST_LENGTH]).to_buf()
                    }
                }

                impl From<Ipv4Addr> for HostBuf {
                    #[inline]
                    fn from(address: Ipv4Addr) -> Self {
                        IpAddr::V4(address).into()
                    }
                }

                /// In the form of RFC 5952, in brackets.
                impl From<Ipv6Addr> for HostBuf {
                    #[inline]
                    fn from(address: Ipv6Addr) -> Self {
                        IpAddr::V6(address).into()
                    }
                }
            }
        }
    };
}
addresses!(rfc3986, "rfc3986");
addresses!(rfc3987, "rfc3987");
