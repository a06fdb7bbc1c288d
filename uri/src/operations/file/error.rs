//! The errors of conversions between paths and URIs.

use crate::ParseError;
use core::fmt;

/// The reason why a path cannot be written as a `file` URI. Offsets are in bytes of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathError {
    /// The path is not absolute. On Windows, neither is a path that is relative to the directory of
    /// a drive, `C:a`, or to the current drive, `\a`.
    NotAbsolute,
    /// A Unix path starts with two slashes. Only `FileUri` of the module `rfc8089`
    /// refuses it: a path of RFC 8089 section 2 starts with one.
    TwoSlashes,
    /// A Windows path that names a device: `\\.\...`, or `\\?\...` with neither a drive nor a
    /// server.
    Device,
    /// A Windows path begins with two backslashes, and no server and share follow. The name of a
    /// share cannot be `.`, `..`, or that of a drive, because a URI would be read as another path.
    NoShare,
    /// A Windows path begins with the server `localhost`. In a URI, this is the machine itself,
    /// whose paths begin with a drive: RFC 8089 section 2.
    Localhost,
    /// The path has a NUL, which no path can have.
    Nul {
        /// Its offset.
        offset: usize,
    },
    /// In a Windows path that begins with `\\?\`, a name has a slash, or ends with a dot or a
    /// space. A URI does not keep this prefix, and without it the name would mean another file.
    VerbatimName {
        /// The offset of the name.
        offset: usize,
    },
    /// A path of the platform, here Windows, is not Unicode.
    NotUnicode,
}

impl fmt::Display for PathError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAbsolute => f.write_str("the path is not absolute"),
            Self::TwoSlashes => f.write_str("the path starts with two slashes"),
            Self::Device => f.write_str("the path names a device"),
            Self::NoShare => f.write_str("the path names no share of a server"),
            Self::Localhost => {
                f.write_str("the path names the server `localhost`, which in a URI has no shares")
            }
            Self::Nul { offset } => write!(f, "the path has a NUL at byte {offset}"),
            Self::VerbatimName { offset } => {
                write!(
                    f,
                    "the name at byte {offset} means another file without the prefix `\\\\?\\`"
                )
            }
            Self::NotUnicode => f.write_str("the path is not Unicode"),
        }
    }
}

impl core::error::Error for PathError {}

/// The reason why a text is not the `file` URI of a path. Offsets are in bytes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileUriError {
    /// The text is not a URI reference.
    Invalid(ParseError),
    /// The scheme is not `file`, or is absent.
    NotFile,
    /// There is no path, or it does not start with a slash.
    NoPath,
    /// There is a query, which no path has.
    Query,
    /// There is a fragment, which no path has.
    Fragment,
    /// The URI names another host, which a Unix path cannot do.
    Host,
    /// The host does not name a server: it has user information or a port, is an address in
    /// brackets, which no Windows path can hold, or would make the path that of a device, as in
    /// `file://./pipe/a`.
    Server,
    /// A Windows path without a host, or on `localhost`, must begin with a drive.
    NoDrive,
    /// A Windows path with a host must begin with the name of a share. The name of a drive is not
    /// one, and neither are `.` and `..`, whose meaning there depends on the reader.
    NoShare,
    /// A slash, or a backslash for Windows, is escaped; decoded, it would separate names.
    Separator {
        /// The offset of the escape.
        offset: usize,
    },
    /// A NUL, which no path can have.
    Nul {
        /// The offset of the escape.
        offset: usize,
    },
    /// Octets that are not UTF-8, which Windows paths must be.
    InvalidUtf8 {
        /// The offset of their beginning.
        offset: usize,
    },
}

impl fmt::Display for FileUriError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(error) => fmt::Display::fmt(error, f),
            Self::NotFile => f.write_str("the scheme is not `file`"),
            Self::NoPath => f.write_str("there is no absolute path"),
            Self::Query => f.write_str("a file has no query"),
            Self::Fragment => f.write_str("a file has no fragment"),
            Self::Host => f.write_str("the file is on another host"),
            Self::Server => f.write_str("the host is not the name of a server"),
            Self::NoDrive => f.write_str("the path does not begin with a drive"),
            Self::NoShare => f.write_str("the path does not begin with a share"),
            Self::Separator { offset } => {
                write!(f, "the separator escaped at byte {offset} would be part of a name")
            }
            Self::Nul { offset } => write!(f, "the path has a NUL at byte {offset}"),
            Self::InvalidUtf8 { offset } => {
                write!(f, "the octets from byte {offset} on are not UTF-8")
            }
        }
    }
}

impl core::error::Error for FileUriError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Invalid(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ParseError> for FileUriError {
    #[inline]
    fn from(error: ParseError) -> Self {
        Self::Invalid(error)
    }
}
