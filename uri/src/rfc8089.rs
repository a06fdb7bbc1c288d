//! `file` URIs as types, RFC 8089. With the feature `rfc8089`.
//!
//! | type | |
//! |---|---|
//! | [`FileUri`] | a `file` URI: `file:///etc/fstab`, `file://host/share`, `file:/etc/fstab` |
//! | [`LaxFileUri`] | the same, and the forms that programs take for it: `file:c:/a`, `file:///c\|/a` ... |
//! | [`Host`], [`PathAbsolute`], [`DriveLetter`] | the parts |
//! | [`Strict`] | a [`LaxFileUri`] as a [`FileUri`] |
//!
//! ```
//! use uri::rfc8089::{FileUri, LaxFileUri};
//!
//! let uri = FileUri::parse("file://localhost/srv/a%20b")?;
//! assert!(uri.is_local());
//! assert!(uri.to_unix_path()? == "/srv/a b");
//! assert_eq!(FileUri::from_unix_path("/srv/50%")?.to_string(), "file:///srv/50%25");
//!
//! // Appendix E: drives, and names of servers in the path.
//! let uri = LaxFileUri::parse("file:c|/Mail/a")?;
//! assert_eq!(uri.drive_letter().unwrap().letter(), 'c');
//! assert_eq!(uri.to_file_uri().unwrap(), "file:///c:/Mail/a");
//! let uri = LaxFileUri::parse("file:////server/share/a")?;
//! assert_eq!(uri.host().unwrap(), "server");
//! assert_eq!(uri.to_file_uri().unwrap(), "file://server/share/a");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Beside the module `file`
//!
//! The module [`file`](mod@crate::file) converts paths to URIs of any grammar and back, without
//! types of its own: there, a `file` URI is any URI with that scheme. Here are the types of the
//! RFC's grammar, for programs that want the type of a value to say that it is a `file` URI, or that
//! must read what other programs write. The conversions of both modules are the same functions.
//!
//! | text | [`FileUri`] | [`LaxFileUri`] | RFC 3986 |
//! |---|---|---|---|
//! | `file:///a`, `file:/a`, `file://host/a`, `file:///c:/a` | yes | yes | yes |
//! | `file:c:/a` | no | yes, with a drive | yes, without a root |
//! | `file:///c\|/a`, `file:c\|/a` | no | yes, with a drive | no |
//! | `file:////host/a`, `file://///host/a` | no | yes, with a host | yes, with empty segments |
//! | `file://me@host/a` | no | yes, with a user | yes |
//! | `file://host`, `file:a`, `file:///a?b`, `file:///a#b` | no | no | yes |
//! | `file://host:80/a` | no | no | yes |
//!
//! Each [`FileUri`] is a URI of RFC 3986, and converts to `Uri` and `UriReference` by `From`, and
//! back by `TryFrom`; a [`LaxFileUri`] converts by `TryFrom` both ways.
//!
//! # Beyond the grammar
//!
//! An absent host, an empty one and `localhost` mean the machine that reads the URI (section 2):
//! [`FileUri::is_local`]. What to do with other hosts is up to the program; Windows takes them for
//! servers of shares (appendix E.3). The page of [`file`](mod@crate::file#before-you-open-a-file)
//! says what to check before a file is opened.

mod lax;
mod strict;

pub use crate::generated::rfc8089::*;
pub use lax::Strict;
