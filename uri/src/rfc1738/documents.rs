//! Support for clients of HTTP and file URLs. RFC 1738 sections 3.3 and 3.10.

use super::{FileUrl, Host, HttpUrl};

impl<'a> HttpUrl<'a> {
    /// Returns the target of an HTTP request: path and search as written, or `/` if there is
    /// neither. RFC 1738 section 3.3; `origin-form` of RFC 9112 section 3.2.1. Nothing is decoded, so the target can be sent as it is.
    ///
    /// ```
    /// use uri::rfc1738::HttpUrl;
    ///
    /// assert_eq!(HttpUrl::parse("http://h:80/a%20b?c")?.origin_form(), "/a%20b?c");
    /// assert_eq!(HttpUrl::parse("http://h")?.origin_form(), "/");
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn origin_form(self) -> &'a str {
        // The first slash after the two before the host.
        let after = self.as_str().get("http://".len()..).unwrap_or_default();
        after.find('/').and_then(|at| after.get(at..)).unwrap_or("/")
    }
}

impl FileUrl<'_> {
    /// Returns whether the file is on the machine on which the URL is read: the host is absent, or
    /// is `localhost`, ignoring case. RFC 1738 section 3.10.
    ///
    /// ```
    /// use uri::rfc1738::FileUrl;
    ///
    /// assert!(FileUrl::parse("file:///etc/motd")?.is_local());
    /// assert!(FileUrl::parse("file://localhost/etc/motd")?.is_local());
    /// assert!(!FileUrl::parse("file://vms.host.edu/disk$user/my/notes/note12345.txt")?.is_local());
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn is_local(self) -> bool {
        let host = self.host().map(Host::as_str);
        host.is_none_or(|host| host.eq_ignore_ascii_case("localhost"))
    }
}
