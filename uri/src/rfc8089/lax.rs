//! The forms of `file` URIs that programs use. RFC 8089 appendices E and F.

use super::strict::is_here;
use super::{DriveLetter, LaxFileUri, PathAbsolute};
#[cfg(feature = "alloc")]
use super::{DriveLetterBuf, LaxFileUriBuf};
use crate::operations::output::{self, Each, Pieces};
use crate::rfc3986::{Ipv6Address, IpvFuture, RegName};
use crate::rfc8089;
use core::fmt;

/// The parts of a text.
#[derive(Clone, Copy, Debug, Default)]
struct Parts<'a> {
    userinfo: Option<&'a str>,
    host: Option<&'a str>,
    /// The IP address, if the host is one in escaped brackets.
    address: Option<&'a str>,
    drive: Option<&'a str>,
    /// The path after the drive.
    path: &'a str,
}

impl<'a> Parts<'a> {
    fn of(text: &'a str) -> Self {
        let text = text.get("file:".len()..).unwrap_or_default();
        if let Some(rest) = text.strip_prefix("////") {
            return Self::of_server(rest);
        }
        let Some(rest) = text.strip_prefix("//") else { return Self::of_path(text) };
        let (authority, path) = cut(rest);
        let (userinfo, host) = match authority.split_once('@') {
            Some((userinfo, host)) => (Some(userinfo), host),
            None => (None, authority),
        };
        Self { userinfo, host: Some(host), ..Self::of_path(path) }
    }

    /// Reads what follows four slashes: appendix E.3.2. A fifth slash belongs to them, unless the
    /// rest would then have no host or no path.
    fn of_server(text: &'a str) -> Self {
        let of = |(host, path)| {
            let address = bracketed(host);
            let is_host = address.is_some() || RegName::is_match(host);
            let parts = Self { host: Some(host), address, path, ..Self::default() };
            (is_host && PathAbsolute::is_match(path)).then_some(parts)
        };
        let fifth = text.strip_prefix('/').and_then(|rest| of(cut(rest)));
        fifth.or_else(|| of(cut(text))).unwrap_or_default()
    }

    /// Reads a path, perhaps with a drive: appendix E.2.
    fn of_path(path: &'a str) -> Self {
        let names = path.strip_prefix('/').unwrap_or(path);
        let (drive, rest) = names.split_at_checked(2).unwrap_or_default();
        if DriveLetter::is_match(drive) && PathAbsolute::is_match(rest) {
            return Self { drive: Some(drive), path: rest, ..Self::default() };
        }
        Self { path, ..Self::default() }
    }
}

/// Divides a text before its first slash.
fn cut(text: &str) -> (&str, &str) {
    text.split_at(text.find('/').unwrap_or(text.len()))
}

/// Returns the IP address of a host in escaped brackets.
fn bracketed(host: &str) -> Option<&str> {
    let (begin, rest) = host.split_at_checked(3)?;
    let (address, end) = rest.split_at_checked(rest.len().checked_sub(3)?)?;
    let is_bracketed = begin.eq_ignore_ascii_case("%5B") && end.eq_ignore_ascii_case("%5D");
    let is_address = Ipv6Address::is_match(address) || IpvFuture::is_match(address);
    (is_bracketed && is_address).then_some(address)
}

impl<'a> LaxFileUri<'a> {
    /// Returns the host: after two slashes, or after four or five, as in `file:////server/share`.
    /// May be empty. `None` if there are fewer slashes. RFC 8089 appendices E.3.2 and F.
    ///
    /// An IP address after four slashes is in escaped brackets, `%5B::1%5D`.
    #[must_use]
    #[inline]
    pub fn host(self) -> Option<&'a str> {
        Parts::of(self.as_str()).host
    }

    /// Returns the name of the user before the host. RFC 8089 appendix E.1.
    #[must_use]
    #[inline]
    pub fn userinfo(self) -> Option<&'a str> {
        Parts::of(self.as_str()).userinfo
    }

    /// Returns the letter of the drive with the colon or bar after it; `None` if the path does not
    /// begin with one and a slash, or if four or five slashes precede the host: there, the grammar
    /// has no drive. RFC 8089 appendices E.2 and F.
    ///
    /// ```
    /// use uri::rfc8089::LaxFileUri;
    ///
    /// for text in ["file:c:/a", "file:/c:/a", "file:c|/a", "file:///c|/a"] {
    ///     let uri = LaxFileUri::parse(text)?;
    ///     assert_eq!((uri.drive_letter().unwrap().letter(), uri.path().as_str()), ('c', "/a"));
    /// }
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn drive_letter(self) -> Option<DriveLetter<'a>> {
        Parts::of(self.as_str()).drive.map(|drive| DriveLetter::known(drive, []))
    }

    /// Returns the path, without the drive.
    #[must_use]
    #[inline]
    pub fn path(self) -> PathAbsolute<'a> {
        PathAbsolute::known(Parts::of(self.as_str()).path, [])
    }

    /// Returns whether the file is on the machine that reads the URI: the host is absent, empty or
    /// `localhost`. RFC 8089 section 2.
    #[must_use]
    #[inline]
    pub fn is_local(self) -> bool {
        is_here(self.host())
    }

    /// Returns the URI in the form of section 2, which all programs should read: with two slashes
    /// and a host, which may be empty, and with a slash before a drive and a colon after it. `None`
    /// if there is a user, for whom that form has no place.
    ///
    /// ```
    /// use uri::rfc8089::LaxFileUri;
    ///
    /// let strict = |text| LaxFileUri::new(text).to_file_uri().map(|it| it.to_string());
    /// assert_eq!(strict("FILE:/a").unwrap(), "file:///a");
    /// assert_eq!(strict("file://///%5B::1%5D/share").unwrap(), "file://[::1]/share");
    /// assert_eq!(strict("file://me@host/a"), None);
    /// ```
    #[must_use]
    #[inline]
    pub fn to_file_uri(self) -> Option<Strict<'a>> {
        let parts = Parts::of(self.as_str());
        parts.userinfo.is_none().then_some(Strict { parts })
    }
}

impl DriveLetter<'_> {
    /// Returns the letter.
    #[must_use]
    #[inline]
    pub fn letter(self) -> char {
        self.as_bytes().first().map_or('\0', |&letter| char::from(letter))
    }
}

#[cfg(feature = "alloc")]
crate::operations::delegate::delegate! {
    [LaxFileUriBuf] {
        fn host() -> Option<&'a str>;
        fn userinfo() -> Option<&'a str>;
        fn drive_letter() -> Option<DriveLetter<'a>>;
        fn path() -> PathAbsolute<'a>;
        fn is_local() -> bool;
        fn to_file_uri() -> Option<Strict<'a>>;
    }
    [DriveLetterBuf] {
        fn letter() -> char;
    }
}

/// A [`LaxFileUri`] in the form of RFC 8089 section 2, not written yet. Made by
/// [`LaxFileUri::to_file_uri`].
#[derive(Clone, Copy, Debug)]
pub struct Strict<'a> {
    parts: Parts<'a>,
}

impl Pieces for Strict<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Parts { host, address, drive, path, userinfo: _ } = self.parts;
        each("file://")?;
        match address {
            Some(address) => ["[", address, "]"].into_iter().try_for_each(&mut *each)?,
            None => each(host.unwrap_or_default())?,
        }
        if let Some(letter) = drive.and_then(|drive| drive.get(..1)) {
            ["/", letter, ":"].into_iter().try_for_each(&mut *each)?;
        }
        each(path)
    }
}

output::unwritten! { [] Strict<'_> => rfc8089::FileUri, FileUriBuf }
