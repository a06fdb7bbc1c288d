//! File paths as `file` URIs, and back: RFC 8089, for Unix and Windows paths on every platform.
//!
//! ```
//! use uri::file;
//!
//! let uri = file::from_unix_path("/srv/j/50% off?.txt")?;
//! assert_eq!(uri.to_string(), "file:///srv/j/50%25%20off%3F.txt");
//! let uri = file::from_windows_path(r"C:\Mail\Jürgen\notes.txt")?;
//! assert_eq!(uri.to_string(), "file:///C:/Mail/J%C3%BCrgen/notes.txt");
//!
//! // Without allocation.
//! let mut buffer = [0; 64];
//! let uri = file::from_windows_path(r"\\server\share\a b")?.write_in(&mut buffer)?;
//! assert_eq!(uri.as_str(), "file://server/share/a%20b");
//!
//! // And back.
//! let path = file::to_windows_path("file://server/share/a%20b")?;
//! assert_eq!(path.to_string(), r"\\server\share\a b");
//! let path = file::to_unix_path("file:///srv/j/a%20b")?;
//! assert!(path == "/srv/j/a b");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! With the feature `std`, `from_path` and `to_path_buf` take and return the paths of the
//! platform.
//!
//! The functions of this module read and write URIs of RFC 2396. The types of every grammar have
//! methods of the same names:
//!
//! ```
//! # #[cfg(feature = "rfc3986")] {
//! use uri::file::FileUriError;
//! use uri::rfc3986::{Uri, UriReference};
//!
//! let mut buffer = [0; 32];
//! let uri: Uri<'_> = Uri::from_unix_path("/a b").unwrap().write_in(&mut buffer).unwrap();
//! assert_eq!(uri, "file:///a%20b");
//! assert!(uri.to_unix_path().unwrap() == "/a b");
//!
//! // A host of RFC 3986 that is not the name of a server.
//! let uri = UriReference::parse("file://[::1]/share/a").unwrap();
//! assert_eq!(uri.to_windows_path().unwrap_err(), FileUriError::Server);
//! # }
//! ```
//!
//! A type for `file` URIs alone is in the module `rfc8089`, with the feature of that name, together
//! with the forms of appendix E of the RFC: `file:c:/a`, `file:///c|/a`, `file:////server/share`.
//!
//! # From a path to a URI
//!
//! | path | URI |
//! |---|---|
//! | `/a/b` | `file:///a/b` |
//! | `C:\a\b`, `C:/a/b`, `\\?\C:\a\b` | `file:///C:/a/b` |
//! | `\\server\share\a`, `\\?\UNC\server\share\a` | `file://server/share/a` |
//!
//! `\\localhost\share` has no URI: in a URI, `localhost` is not a server but the machine itself,
//! which has no shares (RFC 8089 section 2). Unix would read it as the path `/share`.
//!
//! Every byte other than letters, digits and `-_.!~*'():@&=+$,` is escaped, so no byte of a name is
//! a delimiter. Paths must be absolute: a relative path is a relative reference
//! ([`RelPath::quote`](crate::RelPath::quote)). The file system is not accessed, and nothing is
//! normalised: `.`, `..` and empty names stay as they are. See [`PathError`] for paths that have no
//! URI.
//!
//! # From a URI to a path
//!
//! | URI | Unix | Windows |
//! |---|---|---|
//! | `file:///a/b`, `file:/a/b`, `file://localhost/a/b` | `/a/b` | error: no drive |
//! | `file:///C:/a`, `file://localhost/C:/a`, `file:///C%3A/a`, `file:///C%7C/a` | `/C:/a` and so on | `C:\a` |
//! | `file:///C\|/a`, although it is not a URI (RFC 8089 appendix E.2.2) | error | `C:\a` |
//! | `file:///c:`, which names the root of the drive | `/c:` | `c:\` |
//! | `file://server/share/a` | error: another host | `\\server\share\a` |
//! | `file://server/../share` | error: another host | error: no share |
//! | `file://[::1]/share/a`, a host since RFC 3986 | error: another host | error: not the name of a server |
//! | `file:////server/share/a` | `//server/share/a` | error: no drive |
//!
//! Escapes are decoded once. An escape that would change the path is an error: an escaped slash or
//! NUL and, for Windows, an escaped backslash or octets that are not UTF-8. A query or a fragment
//! is an error too, since no path has one. To ignore them, remove them first. See [`FileUriError`].
//!
//! # Before you open a file
//!
//! A path from an untrusted URI is an untrusted path. `.` and `..` remain, even those that were
//! escaped, and can lead out of a directory; [`UriReference::normalize`] removes them from a URI. A
//! Windows path may name a server, to which Windows logs in; a stream of a file (`C:\a:b`); or a
//! device, such as `C:\NUL`. Check the resulting path, not the URI.
//!
//! [`UriReference::normalize`]: crate::UriReference::normalize

#[cfg(feature = "std")]
extern crate std;

mod error;
#[cfg(all(feature = "std", any(unix, windows)))]
mod platform;
mod read;
mod windows;

pub use error::{FileUriError, PathError};
#[cfg(all(feature = "std", any(unix, windows)))]
pub use platform::{from_path, to_path_buf};
pub use read::{WindowsPath, to_unix_path, to_windows_path};
pub use windows::from_windows_path;

use crate::generated::runtime::Rule;
use crate::operations::output::{Each, Pieces, unwritten};
use crate::operations::percent::{self, Decode};
use crate::syntax::types::{bases, references};
use crate::{AbsoluteUri, ByteSet, UNRESERVED};
use core::fmt;
use core::marker::PhantomData;

/// A path as a `file` URI, not written yet: a text of the rule `R`. Created by [`from_unix_path`]
/// and [`from_windows_path`], and by the methods of the same names.
pub struct FileUri<'a, R = AbsoluteUri<'static>> {
    /// Empty if there is none.
    server: &'a [u8],
    /// The names with separators between them.
    names: &'a [u8],
    separators: ByteSet,
    rule: PhantomData<fn() -> R>,
}

impl<'a> FileUri<'a> {
    #[inline]
    fn new(server: &'a [u8], names: &'a [u8], separators: ByteSet) -> Self {
        Self { server, names, separators, rule: PhantomData }
    }

    /// Returns the same as text of another rule: the text is ASCII that every grammar allows.
    pub(crate) fn of_rule<R>(self) -> FileUri<'a, R> {
        let Self { server, names, separators, .. } = self;
        FileUri { server, names, separators, rule: PhantomData }
    }
}

impl<R> Clone for FileUri<'_, R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for FileUri<'_, R> {}

impl<R: Rule<Unit = str>> fmt::Debug for FileUri<'_, R> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileUri({self})")
    }
}

unwritten! { [R: Rule<Unit = str>] FileUri<'_, R> => R::View, Buf }

/// The `file` URI of an absolute Unix path, with an empty host. RFC 8089 section 2.
///
/// The path may be any bytes; they need not be UTF-8.
///
/// # Errors
///
/// If the path does not start with a slash, or has a NUL.
///
/// ```
/// use uri::file::{PathError, from_unix_path};
///
/// assert_eq!(from_unix_path(b"/a;b\xFF/")?.to_string(), "file:///a%3Bb%FF/");
/// assert_eq!(from_unix_path("a/b").unwrap_err(), PathError::NotAbsolute);
/// # Ok::<(), PathError>(())
/// ```
#[inline]
pub fn from_unix_path<T: AsRef<[u8]> + ?Sized>(path: &T) -> Result<FileUri<'_>, PathError> {
    let path = path.as_ref();
    let names = path.strip_prefix(b"/").ok_or(PathError::NotAbsolute)?;
    refuse_nul(path)?;
    Ok(FileUri::new(b"", names, ByteSet::EMPTY.with(b'/')))
}

/// The characters that need no escape in a name: the `pchar` of RFC 2396 section 3.3.
const CHARACTERS: ByteSet =
    UNRESERVED.with(b':').with(b'@').with(b'&').with(b'=').with(b'+').with(b'$').with(b',');

impl<R> Pieces for FileUri<'_, R> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        each("file://")?;
        percent::write(self.server, UNRESERVED, "%20", each)?;
        self.names.split(|&byte| self.separators.contains(byte)).try_for_each(|name| {
            each("/")?;
            percent::write(name, CHARACTERS, "%20", each)
        })
    }
}

macro_rules! file_uris {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty, $names:tt) => {
        impl $of::$view<'_> {
            /// The `file` URI of an absolute Unix path, as
            /// [`file::from_unix_path`](from_unix_path).
            ///
            /// # Errors
            ///
            /// As there.
            #[inline]
            pub fn from_unix_path<T: AsRef<[u8]> + ?Sized>(
                path: &T,
            ) -> Result<FileUri<'_, $of::$view<'static>>, PathError> {
                from_unix_path(path).map(FileUri::of_rule)
            }

            /// The `file` URI of an absolute Windows path, as
            /// [`file::from_windows_path`](from_windows_path).
            ///
            /// # Errors
            ///
            /// As there.
            #[inline]
            pub fn from_windows_path(
                path: &str,
            ) -> Result<FileUri<'_, $of::$view<'static>>, PathError> {
                from_windows_path(path).map(FileUri::of_rule)
            }
        }
    };
}
bases!(file_uris);

macro_rules! paths_of {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty, $names:tt) => {
        impl<'a> $of::$view<'a> {
            /// The Unix path that the reference stands for, if it is a `file` URI, as
            /// [`file::to_unix_path`](to_unix_path).
            ///
            /// # Errors
            ///
            /// As there.
            #[inline]
            pub fn to_unix_path(self) -> Result<Decode<'a>, FileUriError> {
                read::unix_path(&self.components())
            }

            /// The Windows path that the reference stands for, if it is a `file` URI, as
            /// [`file::to_windows_path`](to_windows_path). Only that function accepts a bar in
            /// place of the colon, which no grammar allows.
            ///
            /// # Errors
            ///
            /// As there.
            #[inline]
            pub fn to_windows_path(self) -> Result<WindowsPath<'a>, FileUriError> {
                read::windows_path(&self.components())
            }
        }
    };
}
references!(paths_of);

#[inline]
fn refuse_nul(path: &[u8]) -> Result<(), PathError> {
    match path.iter().position(|&byte| byte == 0) {
        None => Ok(()),
        Some(offset) => Err(PathError::Nul { offset }),
    }
}
