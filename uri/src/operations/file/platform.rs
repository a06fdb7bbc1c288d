//! Paths of the platform: Unix or Windows.

use super::std::path::{Path, PathBuf};
use super::{FileUri, FileUriError, PathError, read};
use crate::Components;
use crate::syntax::Syntax;
use crate::syntax::types::{bases, references};

/// The `file` URI of an absolute path of this platform: as
/// [`from_unix_path`](super::from_unix_path) or [`from_windows_path`](super::from_windows_path).
///
/// # Errors
///
/// As for these functions; on Windows also if the path is not Unicode.
///
/// ```
/// use std::path::Path;
/// use uri::file;
///
/// # #[cfg(unix)] {
/// let uri = file::from_path(Path::new("/a b"))?.to_buf();
/// assert_eq!(uri.as_str(), "file:///a%20b");
/// assert_eq!(file::to_path_buf(uri.as_str())?, Path::new("/a b"));
/// # }
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[inline]
pub fn from_path(path: &Path) -> Result<FileUri<'_>, PathError> {
    #[cfg(unix)]
    {
        use super::std::os::unix::ffi::OsStrExt as _;
        super::from_unix_path(path.as_os_str().as_bytes())
    }
    #[cfg(windows)]
    {
        super::from_windows_path(path.to_str().ok_or(PathError::NotUnicode)?)
    }
}

/// The path of this platform that a `file` URI stands for: as [`to_unix_path`](super::to_unix_path)
/// or [`to_windows_path`](super::to_windows_path).
///
/// # Errors
///
/// As there.
#[inline]
pub fn to_path_buf(uri: &str) -> Result<PathBuf, FileUriError> {
    #[cfg(unix)]
    return super::to_unix_path(uri).map(owned);
    #[cfg(windows)]
    return super::to_windows_path(uri).map(owned);
}

macro_rules! file_uris {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty, $names:tt) => {
        impl $of::$view<'_> {
            /// The `file` URI of an absolute path of this platform, as [`file::from_path`](from_path).
            ///
            /// # Errors
            ///
            /// As there.
            #[inline]
            pub fn from_path(path: &Path) -> Result<FileUri<'_, $of::$view<'static>>, PathError> {
                from_path(path).map(FileUri::of_rule)
            }
        }
    };
}
bases!(file_uris);

macro_rules! paths_of {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty, $names:tt) => {
        impl $of::$view<'_> {
            /// The path of this platform that the reference stands for, if it is a `file` URI: as
            /// `to_unix_path` or `to_windows_path`.
            ///
            /// # Errors
            ///
            /// As there.
            #[inline]
            pub fn to_path_buf(self) -> Result<PathBuf, FileUriError> {
                path_buf(&self.components())
            }
        }

        crate::operations::delegate::delegate! {
            [$of::$buf] {
                fn to_path_buf() -> Result<PathBuf, FileUriError>;
            }
        }
    };
}
references!(paths_of);

/// As [`to_path_buf`], for a parsed reference.
fn path_buf<S: Syntax>(uri: &Components<'_, S>) -> Result<PathBuf, FileUriError> {
    #[cfg(unix)]
    return read::unix_path(uri).map(owned);
    #[cfg(windows)]
    return read::windows_path(uri).map(owned);
}

#[cfg(unix)]
#[inline]
fn owned(path: crate::Decode<'_>) -> PathBuf {
    use super::std::ffi::OsString;
    use super::std::os::unix::ffi::OsStringExt as _;
    OsString::from_vec(path.collect()).into()
}

#[cfg(windows)]
#[inline]
fn owned(path: super::WindowsPath<'_>) -> PathBuf {
    use super::std::string::ToString as _;
    path.to_string().into()
}
