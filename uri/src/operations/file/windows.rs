//! Windows paths as URIs: RFC 8089 appendices D.2 and E.3.

use super::{FileUri, PathError, refuse_nul};
use crate::ByteSet;

/// The `file` URI of an absolute Windows path: `C:\a`, `\\server\share\a`, and the same with the
/// prefix `\\?\`. RFC 8089 appendices D.2 and E.3.
///
/// Slashes separate names as backslashes do, except in paths with the prefix, in which Windows
/// takes names verbatim.
///
/// # Errors
///
/// If the path is not absolute, names a device or the server `localhost`, has a NUL, or means
/// something else without its prefix.
///
/// ```
/// use uri::file::{PathError, from_windows_path};
///
/// assert_eq!(from_windows_path(r"c:/a b\c")?.to_string(), "file:///c:/a%20b/c");
/// let uri = from_windows_path(r"\\?\UNC\server\share")?;
/// assert_eq!(uri.to_string(), "file://server/share");
/// assert_eq!(from_windows_path(r"c:a").unwrap_err(), PathError::NotAbsolute);
/// assert_eq!(from_windows_path(r"\\.\pipe\a").unwrap_err(), PathError::Device);
/// assert_eq!(from_windows_path(r"\\localhost\share").unwrap_err(), PathError::Localhost);
/// # Ok::<(), PathError>(())
/// ```
#[inline]
pub fn from_windows_path(path: &str) -> Result<FileUri<'_>, PathError> {
    refuse_nul(path.as_bytes())?;
    if let Some(rest) = path.strip_prefix(r"\\?\") {
        refuse_verbatim_names(rest, path.len() - rest.len())?;
        return match rest.split_at_checked(r"UNC\".len()) {
            Some((unc, share)) if unc.eq_ignore_ascii_case(r"UNC\") => on_server(share),
            _ if drive_of(rest.as_bytes()).is_some() => on_drive(rest),
            _ => Err(PathError::Device),
        };
    }
    match path.strip_prefix(is_separator).map(|rest| rest.strip_prefix(is_separator)) {
        Some(Some(rest)) => on_server(rest),
        _ => on_drive(path),
    }
}

/// The letter of the drive that a path begins with, as `C:`.
#[inline]
fn drive_of(path: &[u8]) -> Option<u8> {
    match path {
        [letter, b':', ..] if letter.is_ascii_alphabetic() => Some(*letter),
        _ => None,
    }
}

/// Converts a path that must begin with a drive and a separator.
#[inline]
fn on_drive(path: &str) -> Result<FileUri<'_>, PathError> {
    let is_rooted = drive_of(path.as_bytes()).is_some() && path[2..].starts_with(is_separator);
    if !is_rooted {
        return Err(PathError::NotAbsolute);
    }
    Ok(FileUri::new(b"", path.as_bytes(), SEPARATORS))
}

/// Converts the path after the two backslashes before a server.
#[inline]
fn on_server(path: &str) -> Result<FileUri<'_>, PathError> {
    let (server, names) = path.split_once(is_separator).unwrap_or((path, ""));
    if is_device(&server.bytes()) {
        return Err(PathError::Device);
    }
    let share = names.split(is_separator).next().unwrap_or_default();
    if server.is_empty() || !is_share(&share.bytes()) {
        return Err(PathError::NoShare);
    }
    if server.eq_ignore_ascii_case("localhost") {
        return Err(PathError::Localhost);
    }
    Ok(FileUri::new(server.as_bytes(), names.as_bytes(), SEPARATORS))
}

/// Returns whether a path with this server leads out of the file system.
#[inline]
pub(super) fn is_device(server: &(impl Iterator<Item = u8> + Clone)) -> bool {
    [".", "..", "?"].iter().any(|device| server.clone().eq(device.bytes()))
}

/// Returns whether a name can be that of a share. A drive cannot, nor can dots after a server,
/// because readers disagree about those: `\\server\..\a` would be a share `..` or a share `a`.
#[inline]
pub(super) fn is_share(name: &(impl Iterator<Item = u8> + Clone)) -> bool {
    let is_text = |text: &str| name.clone().eq(text.bytes());
    !is_drive(name.clone()) && !["", ".", ".."].into_iter().any(is_text)
}

/// Returns whether a name is that of a drive: a letter and a colon, or the bar that stands for a
/// colon in old URIs.
#[inline]
pub(super) fn is_drive(mut name: impl Iterator<Item = u8>) -> bool {
    let begins = [name.next(), name.next(), name.next()];
    matches!(begins, [Some(letter), Some(b':' | b'|'), None] if letter.is_ascii_alphabetic())
}

/// Rejects names that would mean something else without the prefix; the names begin at the offset
/// `start`.
#[inline]
fn refuse_verbatim_names(names: &str, start: usize) -> Result<(), PathError> {
    let mut offset = start;
    for name in names.split('\\') {
        if name.contains('/') || name.ends_with(['.', ' ']) {
            return Err(PathError::VerbatimName { offset });
        }
        offset += name.len() + 1;
    }
    Ok(())
}

const SEPARATORS: ByteSet = ByteSet::EMPTY.with(b'\\').with(b'/');

#[inline]
fn is_separator(character: char) -> bool {
    matches!(character, '\\' | '/')
}
