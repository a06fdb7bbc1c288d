//! URLs of the schemes of RFC 1738: a validated type for each rule, and what a client of each
//! scheme needs. With the feature `rfc1738`.
//!
//! [`Url`] is a URL of any scheme, and [`Url::kind`] returns the URL as the type of its scheme. If
//! the scheme is known in advance, parse that type: [`HttpUrl`], [`FtpUrl`] and so on. The types
//! are used like those of the [crate's root](crate#parse-and-take-apart); their accessors return
//! the parts.
//!
//! ```
//! use uri::rfc1738::{Url, UrlKind};
//!
//! match Url::parse("ftp://ftp.example.com/pub/motd;type=a")?.kind() {
//!     UrlKind::FtpUrl(url) => assert_eq!(url.path().unwrap().name().as_str(), "motd"),
//!     other => panic!("{other}"),
//! }
//! # Ok::<(), uri::ParseError>(())
//! ```
//!
//! # Connect to the server
//!
//! `host_and_port` of a URL returns the host and the port, or the default port of the scheme. It
//! refuses hosts such as `0177.0.0.1`, which programs read as different addresses.
//!
//! ```
//! use uri::rfc1738::{AddressError, HttpUrl, TelnetUrl};
//!
//! assert_eq!(TelnetUrl::parse("telnet://example.com/")?.host_and_port()?, ("example.com", 23));
//! let trap = HttpUrl::parse("http://0177.0.0.1/")?;
//! assert_eq!(trap.host_and_port(), Err(AddressError::HostNumber));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Ask for what the URL names
//!
//! A part can stand for any octets, even the end of a line. The operations that build the lines of
//! a protocol decode the parts and refuse octets that would begin a second command. Use them
//! instead of decoding the parts yourself.
//!
//! | to | call | RFC 1738 |
//! |---|---|---|
//! | fetch a file or list a directory by FTP | [`FtpUrl::commands`] | section 3.2 |
//! | ask an HTTP server | [`HttpUrl::origin_form`] | section 3.3 |
//! | ask a Gopher server | [`GopherUrl::item_type`], [`GopherUrl::request`] | section 3.4 |
//! | address a mail | [`MailtoUrl::address`] | section 3.5 |
//! | read news | [`NewsUrl::target`], [`NewsUrl::command`] | section 3.6 |
//! | read news of a server | [`NntpUrl::commands`], [`NntpUrl::article_number`] | section 3.7 |
//! | log in by Telnet | `user` and `password` of [`TelnetUrl`] | section 3.8 |
//! | search with WAIS | [`WaisUrl::kind`] | section 3.9 |
//! | open a file | [`FileUrl::is_local`], [`FtpPath::segments`] | section 3.10 |
//! | ask a Prospero server | `path` and `fields` of [`ProsperoUrl`] | section 3.11 |
//!
//! ```
//! use uri::rfc1738::{FtpTransfer, FtpUrl, GopherUrl, MailtoUrl};
//!
//! // Fetch a file by FTP. The login is `anonymous`, with the address of the person who asks.
//! let url = FtpUrl::parse("ftp://ftp.example.com/pub/a%20b")?;
//! let commands = url.commands("me@example.com", FtpTransfer::Image)?;
//! let shown: Vec<String> = commands.clone().map(|command| command.to_string()).collect();
//! assert_eq!(shown, ["USER anonymous", "PASS ***", "CWD pub", "TYPE I", "RETR a b"]);
//! let sent: Vec<u8> = commands.flat_map(|command| command.line().octets().collect::<Vec<_>>()).collect();
//! assert!(sent.ends_with(b"TYPE I\r\nRETR a b\r\n"));
//!
//! // Fetch a menu by Gopher.
//! let url = GopherUrl::parse("gopher://gopher.example.com/1/news")?;
//! assert_eq!((url.host_and_port()?, url.item_type()), (("gopher.example.com", 70), b'1'));
//! assert_eq!(url.request()?.write_in(&mut [0; 16])?, b"/news\r\n");
//!
//! // Open a mail.
//! let address = MailtoUrl::parse("mailto:j%25d@example.com")?.address()?;
//! assert_eq!(address.to_string(), "j%d@example.com");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Parts and their data
//!
//! Each part that can contain escapes has `decode`, and `encode` and `quote` for the inverse, like
//! the parts of the root; see [data in parts](crate#decode). `builder` of a URL's type puts parts
//! together ([`UrlBuilder`]), and [`FtpPath::encode_segments`] and [`HttpPath::encode_segments`]
//! make paths.
//!
//! ```
//! use uri::rfc1738::{HttpPath, Host, HttpUrl};
//!
//! let mut buffer = [0; 32];
//! let path = HttpPath::encode_segments(&["50%", "a/b"]).write_in(&mut buffer)?;
//! assert_eq!(HttpUrl::builder(Host::new("h")).path(path).to_string(), "http://h/50%25/a%2Fb");
//! # Ok::<(), uri::WriteError>(())
//! ```
//!
//! # URLs and URIs
//!
//! The types convert to [`AbsoluteUri`](crate::AbsoluteUri), [`UriReference`](crate::UriReference)
//! and [`Reference`](crate::Reference), and back, if both RFCs divide the text into the same parts.
//! They do for all URLs of HTTP, NNTP and WAIS, so these convert by `From`. Others convert by
//! `TryFrom`:
//!
//! | URL | as a URI | |
//! |---|---|---|
//! | `ftp://a?b@h/` | has the host `a` | [`ConversionError::OtherParts`]; `to_uri` escapes the `?` |
//! | `file:///a?b` | has the query `b` | the same; also for Gopher, Telnet and Prospero |
//! | `mailto:/a@b`, `news:/a@b` | has a hierarchy | the same; `to_uri` escapes the slash |
//! | `1a:b`, `a:` | is not a URI | [`ConversionError::Invalid`]; only URLs of schemes that RFC 1738 does not define |
//!
//! In the other direction, URIs with a fragment are not URLs, and URIs with `~` must be respelled
//! ([`HttpUrl::from_uri`]).
//!
//! ```
//! use uri::rfc1738::{ConversionError, FtpUrl, HttpUrl};
//! use uri::{AbsoluteUri, UriReference};
//!
//! let base = AbsoluteUri::from(HttpUrl::parse("http://h/a/b")?);
//! let target = base.resolve(UriReference::parse("../c#d")?)?.to_string();
//! let target = UriReference::parse(&target)?;
//! assert_eq!(HttpUrl::try_from(target), Err(ConversionError::Fragment));
//! assert_eq!(HttpUrl::try_from(target.strip_fragment())?.as_str(), "http://h/c");
//!
//! let trap = FtpUrl::parse("ftp://good?@evil/a")?;
//! assert_eq!(trap.host().as_str(), "evil");
//! assert_eq!(AbsoluteUri::try_from(trap), Err(ConversionError::OtherParts));
//! assert_eq!(trap.to_uri().to_string(), "ftp://good%3F@evil/a");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod build;
mod convert;
mod documents;
mod ftp;
mod gopher;
mod line;
mod mail;
mod news;
#[cfg(feature = "alloc")]
mod owned;
mod parts;
mod segments;
mod server;
mod written;

pub use crate::generated::rfc1738::*;
pub use build::UrlBuilder;
pub use convert::{ConversionError, Respelled};
pub use ftp::{FtpCommand, FtpTransfer, FtpVerb};
pub use line::{ForbiddenOctet, Line};
pub use mail::{MailAddress, MailError};
pub use news::{ArticleNumberError, NewsTarget};
pub use segments::EncodeSegments;
pub use server::AddressError;
pub use written::UrlText;
