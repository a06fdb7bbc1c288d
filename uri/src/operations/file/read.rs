//! Converts URIs to paths: RFC 8089 sections 2 and 4, appendices D.2 and E.

use super::FileUriError;
use super::windows::{is_device, is_drive, is_share};
use crate::operations::output::{self, Each, Pieces};
use crate::operations::percent::{Decode, Plus, character_of, split_escape};
use crate::syntax::Syntax;
use crate::{AbsPath, ByteSet, Components, UriReference, WriteError};
use core::fmt;

/// The Unix path that a `file` URI stands for: its octets, which need not be UTF-8. RFC 8089
/// section 2.
///
/// `.` and `..` stay as they are. Takes time proportional to the length of the text.
///
/// # Errors
///
/// If the text is not a `file` URI, has a host other than `localhost`, a query or a fragment, or
/// has an escaped slash or NUL.
///
/// ```
/// use uri::file::{FileUriError, to_unix_path};
///
/// assert!(to_unix_path("file:///a%20b/%FF")?.eq(*b"/a b/\xFF"));
/// assert_eq!(to_unix_path("file:///a%2Fb").unwrap_err(), FileUriError::Separator { offset: 9 });
/// assert_eq!(to_unix_path("file://server/a").unwrap_err(), FileUriError::Host);
/// # Ok::<(), FileUriError>(())
/// ```
#[inline]
pub fn to_unix_path(uri: &str) -> Result<Decode<'_>, FileUriError> {
    unix_path(&Components::from(UriReference::parse(uri)?))
}

/// As [`to_unix_path`], for a parsed reference.
pub(super) fn unix_path<'a, S: Syntax>(
    uri: &Components<'a, S>,
) -> Result<Decode<'a>, FileUriError> {
    let (host, path) = parts(uri)?;
    if !is_here(host) {
        return Err(FileUriError::Host);
    }
    refuse_octets(path, offset_in(uri.text, path), ByteSet::EMPTY.with(b'/'))?;
    Ok(octets(path))
}

/// The Windows path that a `file` URI stands for. RFC 8089 appendices D.2, E.2 and E.3.
///
/// A text with a bar in place of the colon, `file:///C|/a`, is accepted too, although it is not a
/// URI. `.` and `..` stay as they are. Takes time proportional to the length of the text.
///
/// # Errors
///
/// If the text is not a `file` URI, names neither a drive nor a share of a server other than
/// `localhost`, has a query or a fragment, or has an escaped slash, backslash or NUL, or escaped
/// octets that are not UTF-8.
///
/// ```
/// use uri::file::{FileUriError, to_windows_path};
///
/// assert_eq!(to_windows_path("file:///c:/%C3%A4/b")?.to_string(), r"c:\ä\b");
/// assert_eq!(to_windows_path("file:///C|")?.to_string(), r"C:\");
/// assert_eq!(to_windows_path("file://server/share")?.to_string(), r"\\server\share");
/// assert_eq!(to_windows_path("file:///etc/hosts").unwrap_err(), FileUriError::NoDrive);
/// # Ok::<(), FileUriError>(())
/// ```
#[inline]
pub fn to_windows_path(uri: &str) -> Result<WindowsPath<'_>, FileUriError> {
    match UriReference::parse(uri) {
        Ok(reference) => windows_path(&Components::from(reference)),
        Err(error) => path_of(uri, parts_with_bar(uri, error.offset()).ok_or(error)?),
    }
}

/// As [`to_windows_path`], for a parsed reference.
pub(super) fn windows_path<'a, S: Syntax>(
    uri: &Components<'a, S>,
) -> Result<WindowsPath<'a>, FileUriError> {
    let (host, path) = parts(uri)?;
    let end = path[1..].find('/').map_or(path.len(), |length| 1 + length);
    path_of(uri.text, (host, &path[1..end], &path[end..]))
}

/// Builds the path from the host, the first name, and the names that follow, each after its slash.
#[inline]
fn path_of<'a>(
    uri: &str,
    (host, first, names): (&'a str, &'a str, &'a str),
) -> Result<WindowsPath<'a>, FileUriError> {
    for part in [host, first, names] {
        let start = offset_in(uri, part);
        refuse_octets(part, start, ByteSet::EMPTY.with(b'/').with(b'\\'))?;
        if let Some(error) = octets(part).chars().find_map(Result::err) {
            return Err(FileUriError::InvalidUtf8 { offset: start + error.offset() });
        }
    }
    let drive = octets(first).next().filter(|_| is_drive(octets(first)));
    let root = match drive {
        Some(letter) if is_here(host) => Root::Drive(letter),
        _ if is_here(host) => return Err(FileUriError::NoDrive),
        _ if host.contains(['@', ':', '[']) || is_device(&octets(host)) => {
            return Err(FileUriError::Server);
        }
        _ if is_share(&octets(first)) => Root::Share(host, first),
        _ => return Err(FileUriError::NoShare),
    };
    Ok(WindowsPath { root, names })
}

/// A Windows path, not written yet: made by [`to_windows_path`].
#[derive(Clone, Copy)]
pub struct WindowsPath<'a> {
    root: Root<'a>,
    /// The names below, escaped, with a slash before each.
    names: &'a str,
}

#[derive(Clone, Copy)]
enum Root<'a> {
    /// The letter of a drive.
    Drive(u8),
    /// A server and a share, escaped.
    Share(&'a str, &'a str),
}

impl WindowsPath<'_> {
    /// Returns the length of the path in bytes of UTF-8. Takes as long as writing the path.
    #[must_use]
    #[inline]
    pub fn text_len(&self) -> usize {
        output::length(*self)
    }

    /// Writes the path to the front of a buffer and returns what has been written.
    ///
    /// # Errors
    ///
    /// If the buffer is too small, with the number of bytes needed.
    #[inline]
    pub fn write_in<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b str, WriteError> {
        output::write_in(buffer, self)
    }
}

impl fmt::Debug for WindowsPath<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WindowsPath({self})")
    }
}

/// Writes the path, to any [`core::fmt::Write`].
impl fmt::Display for WindowsPath<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The text has no escapes, and may have percent signs.
        output::pad(f, |target| output::write_to(target, *self))
    }
}

output::compares! { [] WindowsPath<'_> }

impl Pieces for WindowsPath<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        match self.root {
            Root::Drive(letter) => {
                each(character_of(letter))?;
                // Without the backslash, the path would mean the current directory of the drive.
                each(if self.names.is_empty() { ":\\" } else { ":" })?;
            }
            Root::Share(server, share) => {
                each("\\\\")?;
                write_decoded(server, each)?;
                each("\\")?;
                write_decoded(share, each)?;
            }
        }
        self.names.split('/').skip(1).try_for_each(|name| {
            each("\\")?;
            write_decoded(name, each)
        })
    }
}

/// Writes a decoded name, which is known to be UTF-8.
#[inline]
fn write_decoded(name: &str, each: &mut Each<'_>) -> fmt::Result {
    match octets(name).as_plain_str() {
        Some(plain) => each(plain),
        None => octets(name)
            .chars_lossy()
            .try_for_each(|character| each(character.encode_utf8(&mut [0; 4]))),
    }
}

/// The host and the absolute path of a `file` URI; the host is empty if there is none.
fn parts<'a, S>(uri: &Components<'a, S>) -> Result<(&'a str, &'a str), FileUriError> {
    if !uri.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("file")) {
        return Err(FileUriError::NotFile);
    }
    if uri.query.is_some() {
        return Err(FileUriError::Query);
    }
    if uri.fragment.is_some() {
        return Err(FileUriError::Fragment);
    }
    if !uri.path.starts_with('/') {
        return Err(FileUriError::NoPath);
    }
    Ok((uri.authority.map_or("", |authority| authority.text), uri.path))
}

/// Splits a text that would be a URI with a colon in place of the bar at this offset: the host, the
/// drive with its bar, and the rest. RFC 8089 appendix E.2.2.
#[inline]
fn parts_with_bar(text: &str, bar: usize) -> Option<(&str, &str, &str)> {
    let names = text.get(bar..)?.strip_prefix('|')?;
    let (host, path) = parts(&Components::from(UriReference::parse(&text[..bar]).ok()?)).ok()?;
    let drive = path.strip_prefix('/').filter(|drive| drive.len() == 1)?;
    let is_drive = drive.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let is_below = names.is_empty() || AbsPath::is_match(names);
    (is_drive && is_below).then(|| (host, &text[bar - 1..=bar], names))
}

/// Returns whether a host is the machine itself, RFC 8089 section 2: an empty host, or `localhost`.
#[inline]
fn is_here(host: &str) -> bool {
    host.is_empty() || octets(host).map(|octet| octet.to_ascii_lowercase()).eq(*b"localhost")
}

/// Rejects escapes of octets that no name may contain.
#[inline]
fn refuse_octets(text: &str, start: usize, separators: ByteSet) -> Result<(), FileUriError> {
    let mut rest = text.as_bytes();
    while let Some(percent) = rest.iter().position(|&byte| byte == b'%') {
        let offset = start + text.len() - rest.len() + percent;
        let Some((octet, after)) = split_escape(&rest[percent..]) else { break };
        match octet {
            0 => return Err(FileUriError::Nul { offset }),
            _ if separators.contains(octet) => return Err(FileUriError::Separator { offset }),
            _ => rest = after,
        }
    }
    Ok(())
}

#[inline]
fn octets(text: &str) -> Decode<'_> {
    Decode::new(text, Plus::Plus)
}

/// Returns the offset of a part in the text that contains it; any offset if the part is empty.
#[inline]
fn offset_in(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}
