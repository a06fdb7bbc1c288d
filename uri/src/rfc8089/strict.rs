//! `file` URIs. RFC 8089 section 2.

#[cfg(feature = "alloc")]
use super::FileUriBuf;
use super::{FileUri, Host};
use crate::file::{self, FileUriError, PathError, WindowsPath};
use crate::operations::percent::Decode;
use crate::rfc3986::UriReference;

/// Returns whether a host means the machine that reads the URI. RFC 8089 section 2.
pub(super) fn is_here(host: Option<&str>) -> bool {
    host.is_none_or(|host| host.is_empty() || host.eq_ignore_ascii_case("localhost"))
}

impl<'a> FileUri<'a> {
    /// Returns whether the file is on the machine that reads the URI: the host is absent, empty or
    /// `localhost`. RFC 8089 section 2.
    ///
    /// ```
    /// use uri::rfc8089::FileUri;
    ///
    /// for text in ["file:/a", "file:///a", "file://LOCALHOST/a"] {
    ///     assert!(FileUri::parse(text)?.is_local());
    /// }
    /// assert!(!FileUri::parse("file://127.0.0.1/a")?.is_local());
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn is_local(self) -> bool {
        is_here(self.host().map(Host::as_str))
    }

    /// Returns the Unix path of the file, as [`file::to_unix_path`](crate::file::to_unix_path).
    ///
    /// # Errors
    ///
    /// If the file is on another host, or an escape stands for a slash or a NUL.
    #[inline]
    pub fn to_unix_path(self) -> Result<Decode<'a>, FileUriError> {
        UriReference::from(self).to_unix_path()
    }

    /// Returns the Windows path of the file, as
    /// [`file::to_windows_path`](crate::file::to_windows_path).
    ///
    /// # Errors
    ///
    /// As there: the path names neither a drive nor a share of a server, say.
    #[inline]
    pub fn to_windows_path(self) -> Result<WindowsPath<'a>, FileUriError> {
        UriReference::from(self).to_windows_path()
    }

    /// Returns the URI of an absolute Unix path, as
    /// [`file::from_unix_path`](crate::file::from_unix_path).
    ///
    /// # Errors
    ///
    /// If the path does not start with a slash, or starts with two, or has a NUL. The grammar has no
    /// path that starts with two slashes; the types of RFC 3986 do.
    #[inline]
    pub fn from_unix_path<T: AsRef<[u8]> + ?Sized>(
        path: &T,
    ) -> Result<file::FileUri<'_, FileUri<'static>>, PathError> {
        if path.as_ref().starts_with(b"//") {
            return Err(PathError::TwoSlashes);
        }
        file::from_unix_path(path).map(file::FileUri::of_rule)
    }

    /// Returns the URI of an absolute Windows path, as
    /// [`file::from_windows_path`](crate::file::from_windows_path).
    ///
    /// # Errors
    ///
    /// As there.
    #[inline]
    pub fn from_windows_path(path: &str) -> Result<file::FileUri<'_, FileUri<'static>>, PathError> {
        file::from_windows_path(path).map(file::FileUri::of_rule)
    }
}

#[cfg(feature = "alloc")]
crate::operations::delegate::delegate! {
    [FileUriBuf] {
        fn is_local() -> bool;
        fn to_unix_path() -> Result<Decode<'a>, FileUriError>;
        fn to_windows_path() -> Result<WindowsPath<'a>, FileUriError>;
    }
}
