//! Builds URLs from their parts. RFC 1738 sections 3.2 to 3.11.
//!
//! Each part matches its rule, and no part can contain the delimiter before the next one, so a URL
//! is read as the parts that it was made of, and almost nothing is left to check. The exception is
//! Gopher, whose separator `%09` is an escape like any other.
// Long because each scheme of the RFC has its function.

use super::{
    Database, Digits, EncodedAddress, FieldSpec, FileUrl, ForbiddenOctet, FtpPath, FtpTransfer,
    FtpUrl, GopherPlusString, GopherType, GopherUrl, Group, Host, HttpPath, HttpUrl, MailtoUrl,
    NewsTarget, NewsUrl, NntpUrl, Password, Port, ProsperoPath, ProsperoUrl, Search, Selector,
    TelnetUrl, UrlText, User, WaisPath, WaisType, WaisUrl, gopher,
};
use crate::operations::number::PortPart;
use crate::operations::output::{self, Each, Pieces};
use core::fmt;
use core::marker::PhantomData;

/// A URL of the type `U` made of its parts, not written yet. Made by `builder` of the URL's type;
/// the parts depend on the scheme.
///
/// ```
/// use uri::rfc1738::{FtpPath, FtpTransfer, FtpUrl, HttpPath, Host, HttpUrl, Search, User};
///
/// let (mut path, mut user, mut buffer) = ([0; 32], [0; 32], [0; 64]);
/// let url = FtpUrl::builder(Host::new("host.dom"))
///     .user(User::encode("me@work").write_in(&mut user)?)
///     .path(FtpPath::encode_segments(&["/etc", "motd"]).write_in(&mut path)?)
///     .transfer(FtpTransfer::Ascii)
///     .write_in(&mut buffer)?;
/// assert_eq!(url.as_str(), "ftp://me%40work@host.dom/%2Fetc/motd;type=a");
///
/// let search = HttpUrl::builder(Host::new("h")).search(Search::new("a=b"));
/// assert_eq!(search.to_string(), "http://h/?a=b");
/// # Ok::<(), uri::WriteError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct UrlBuilder<'a, U> {
    /// The scheme and the delimiters after it.
    begin: &'static str,
    login: Option<(User<'a>, Option<Password<'a>>)>,
    host: Option<Host<'a>>,
    port: Option<PortPart<'a>>,
    /// The parts after the port, each with its prefix.
    rest: [Option<Part<'a>>; 4],
    fields: &'a [FieldSpec<'a>],
    url: PhantomData<fn() -> U>,
}

type Part<'a> = (&'static str, &'a str);

output::unwritten!([U: UrlText] UrlBuilder<'_, U> => U::View, Buf);

impl<'a, U> UrlBuilder<'a, U> {
    #[inline]
    const fn new(begin: &'static str, host: Option<Host<'a>>) -> Self {
        let (login, port, rest, fields) = (None, None, [None; 4], &[] as &[_]);
        Self { begin, login, host, port, rest, fields, url: PhantomData }
    }

    #[inline]
    const fn with_rest(self, rest: [Option<Part<'a>>; 4]) -> Self {
        Self { rest, ..self }
    }
}

impl<U> Pieces for UrlBuilder<'_, U> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        each(self.begin)?;
        if let Some((user, password)) = self.login {
            each(user.as_str())?;
            if let Some(password) = password {
                each(":")?;
                each(password.as_str())?;
            }
            each("@")?;
        }
        self.host.map(Host::as_str).try_each(each)?;
        if let Some(port) = self.port {
            each(":")?;
            each(port.text(&mut [0; 5]))?;
        }
        for (separator, part) in self.rest.into_iter().flatten() {
            each(separator)?;
            each(part)?;
        }
        self.fields.iter().try_for_each(|field| each(field.as_str()))
    }
}

/// `builder` for URLs that only need a server.
macro_rules! server {
    ($($url:ident $begin:literal)+) => {$(
        impl $url<'static> {
            /// A URL of this host, to which parts can be added.
            #[must_use]
            #[inline]
            pub const fn builder(host: Host<'_>) -> UrlBuilder<'_, Self> {
                UrlBuilder::new($begin, Some(host))
            }
        }
    )+};
}
server! {
    FtpUrl "ftp://"
    HttpUrl "http://"
    GopherUrl "gopher://"
    TelnetUrl "telnet://"
}

macro_rules! port {
    ($($url:ident)+) => {$(
        impl<'a> UrlBuilder<'a, $url<'static>> {
            /// With this port, RFC 1738 section 3.1; `None` for the default port of the scheme.
            #[must_use]
            #[inline]
            pub fn port(self, port: impl Into<Option<Port<'a>>>) -> Self {
                Self { port: port.into().map(|port| PortPart::Text(port.as_str())), ..self }
            }

            /// With the port of this number, in decimal; `None` for the default port of the
            /// scheme.
            #[must_use]
            #[inline]
            pub fn port_number(self, port: impl Into<Option<u16>>) -> Self {
                Self { port: port.into().map(PortPart::Number), ..self }
            }
        }
    )+};
}
port!(FtpUrl HttpUrl GopherUrl TelnetUrl NntpUrl WaisUrl ProsperoUrl);

macro_rules! login {
    ($($url:ident)+) => {$(
        impl<'a> UrlBuilder<'a, $url<'static>> {
            /// With this user and without a password, RFC 1738 section 3.1.
            #[must_use]
            #[inline]
            pub const fn user(self, user: User<'a>) -> Self {
                Self { login: Some((user, None)), ..self }
            }

            /// With this user and this password, which is visible to everyone who sees the URL. RFC
            /// 1738 section 3.1.
            #[must_use]
            #[inline]
            pub const fn user_and_password(self, user: User<'a>, password: Password<'a>) -> Self {
                Self { login: Some((user, Some(password))), ..self }
            }
        }
    )+};
}
login!(FtpUrl TelnetUrl);

impl<'a> UrlBuilder<'a, FtpUrl<'static>> {
    /// With this path, RFC 1738 section 3.2.2.
    #[must_use]
    #[inline]
    pub const fn path(self, path: FtpPath<'a>) -> Self {
        let [_, code, ..] = self.rest;
        self.with_rest([Some(("/", path.as_str())), code, None, None])
    }

    /// With the type code for this transfer, RFC 1738 section 3.2.2. Adds an empty path if there is
    /// none.
    #[must_use]
    #[inline]
    pub fn transfer(self, transfer: FtpTransfer) -> Self {
        let code = match transfer {
            FtpTransfer::Ascii => "a",
            FtpTransfer::Image => "i",
            FtpTransfer::Directory => "d",
        };
        let [path, ..] = self.rest;
        self.with_rest([path.or(Some(("/", ""))), Some((";type=", code)), None, None])
    }
}

impl<'a> UrlBuilder<'a, HttpUrl<'static>> {
    /// With this path, RFC 1738 section 3.3.
    #[must_use]
    #[inline]
    pub const fn path(self, path: HttpPath<'a>) -> Self {
        let [_, search, ..] = self.rest;
        self.with_rest([Some(("/", path.as_str())), search, None, None])
    }

    /// With this search, RFC 1738 section 3.3. Adds an empty path if there is none.
    #[must_use]
    #[inline]
    pub fn search(self, search: Search<'a>) -> Self {
        let [path, ..] = self.rest;
        self.with_rest([path.or(Some(("/", ""))), Some(("?", search.as_str())), None, None])
    }
}

impl<'a> UrlBuilder<'a, GopherUrl<'static>> {
    /// With an item of this type and this selector, RFC 1738 section 3.4.1.
    ///
    /// # Errors
    ///
    /// If the selector stands for one of the octets TAB, LF and CR, which no selector may have.
    #[inline]
    pub fn item(
        self,
        gtype: GopherType<'a>,
        selector: Selector<'a>,
    ) -> Result<Self, ForbiddenOctet> {
        gopher::field(selector.decode())?;
        let selector = Some(("", selector.as_str()));
        Ok(self.with_rest([Some(("/", gtype.as_str())), selector, None, None]))
    }

    /// With a search, an item of type `7`. RFC 1738 section 3.4.2.
    ///
    /// # Errors
    ///
    /// If a part stands for one of the octets TAB, LF and CR.
    #[inline]
    pub fn search(
        self,
        selector: Selector<'a>,
        search: Search<'a>,
    ) -> Result<Self, ForbiddenOctet> {
        gopher::field(search.decode())?;
        let [gtype, selector, ..] = self.item(GopherType::new("7"), selector)?.rest;
        Ok(self.with_rest([gtype, selector, Some((TAB, search.as_str())), None]))
    }

    /// With a Gopher+ item, whose search may be empty. RFC 1738 section 3.4.3.
    ///
    /// # Errors
    ///
    /// If the selector or the search stands for one of the octets TAB, LF and CR. The string may,
    /// because a form needs them (section 3.4.9).
    #[inline]
    pub fn plus_item(
        self,
        gtype: GopherType<'a>,
        selector: Selector<'a>,
        search: Search<'a>,
        plus: GopherPlusString<'a>,
    ) -> Result<Self, ForbiddenOctet> {
        gopher::field(search.decode())?;
        let [gtype, selector, ..] = self.item(gtype, selector)?.rest;
        let (search, plus) = ((TAB, search.as_str()), (TAB, plus.as_str()));
        Ok(self.with_rest([gtype, selector, Some(search), Some(plus)]))
    }
}

/// The separator between the fields of a Gopher URL.
const TAB: &str = "%09";

impl NntpUrl<'static> {
    /// The URL of a newsgroup on this host, to which parts can be added. RFC 1738 section 3.7.
    #[must_use]
    #[inline]
    pub const fn builder<'a>(host: Host<'a>, group: Group<'a>) -> UrlBuilder<'a, Self> {
        let group = Some(("/", group.as_str()));
        UrlBuilder::new("nntp://", Some(host)).with_rest([group, None, None, None])
    }
}

impl<'a> UrlBuilder<'a, NntpUrl<'static>> {
    /// With the number of an article, RFC 1738 section 3.7.
    #[must_use]
    #[inline]
    pub const fn article(self, number: Digits<'a>) -> Self {
        let [group, ..] = self.rest;
        self.with_rest([group, Some(("/", number.as_str())), None, None])
    }
}

impl WaisUrl<'static> {
    /// The URL of a database on this host, to which parts can be added. RFC 1738 section 3.9.
    #[must_use]
    #[inline]
    pub const fn builder<'a>(host: Host<'a>, database: Database<'a>) -> UrlBuilder<'a, Self> {
        let database = Some(("/", database.as_str()));
        UrlBuilder::new("wais://", Some(host)).with_rest([database, None, None, None])
    }
}

impl<'a> UrlBuilder<'a, WaisUrl<'static>> {
    /// With a search in the database, and without a document. RFC 1738 section 3.9.
    #[must_use]
    #[inline]
    pub const fn search(self, search: Search<'a>) -> Self {
        let [database, ..] = self.rest;
        self.with_rest([database, Some(("?", search.as_str())), None, None])
    }

    /// With a document of the database, given by its type and id, and without a search. RFC 1738
    /// section 3.9.
    #[must_use]
    #[inline]
    pub const fn document(self, wtype: WaisType<'a>, wpath: WaisPath<'a>) -> Self {
        let [database, ..] = self.rest;
        let (wtype, wpath) = (("/", wtype.as_str()), ("/", wpath.as_str()));
        self.with_rest([database, Some(wtype), Some(wpath), None])
    }
}

impl ProsperoUrl<'static> {
    /// The URL of an object of this host, to which parts can be added. RFC 1738 section 3.11.
    #[must_use]
    #[inline]
    pub const fn builder<'a>(host: Host<'a>, path: ProsperoPath<'a>) -> UrlBuilder<'a, Self> {
        let path = Some(("/", path.as_str()));
        UrlBuilder::new("prospero://", Some(host)).with_rest([path, None, None, None])
    }
}

impl<'a> UrlBuilder<'a, ProsperoUrl<'static>> {
    /// With these fields, RFC 1738 section 3.11.
    #[must_use]
    #[inline]
    pub const fn fields(self, fields: &'a [FieldSpec<'a>]) -> Self {
        Self { fields, ..self }
    }
}

impl FileUrl<'static> {
    /// The URL of a file on the machine on which the URL is read, RFC 1738 section 3.10.
    #[must_use]
    #[inline]
    pub const fn builder(path: FtpPath<'_>) -> UrlBuilder<'_, Self> {
        let path = Some(("/", path.as_str()));
        UrlBuilder::new("file://", None).with_rest([path, None, None, None])
    }
}

impl<'a> UrlBuilder<'a, FileUrl<'static>> {
    /// On this host, RFC 1738 section 3.10; `None` for the machine on which the URL is read.
    #[must_use]
    #[inline]
    pub fn host(self, host: impl Into<Option<Host<'a>>>) -> Self {
        Self { host: host.into(), ..self }
    }
}

impl MailtoUrl<'static> {
    /// The URL of a mail address, RFC 1738 section 3.5.
    ///
    /// ```
    /// use uri::rfc1738::{EncodedAddress, MailtoUrl};
    ///
    /// let mut buffer = [0; 32];
    /// let address = EncodedAddress::quote("50%@example.com").write_in(&mut buffer)?;
    /// assert_eq!(MailtoUrl::builder(address).to_string(), "mailto:50%25@example.com");
    /// # Ok::<(), uri::WriteError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn builder(address: EncodedAddress<'_>) -> UrlBuilder<'_, Self> {
        let address = Some(("", address.as_str()));
        UrlBuilder::new("mailto:", None).with_rest([address, None, None, None])
    }
}

impl NewsUrl<'static> {
    /// The URL of newsgroups or of an article, RFC 1738 section 3.6.
    #[must_use]
    #[inline]
    pub const fn builder(target: NewsTarget<'_>) -> UrlBuilder<'_, Self> {
        let target = match target {
            NewsTarget::AllGroups => "*",
            NewsTarget::Group(group) => group.as_str(),
            NewsTarget::Article(article) => article.as_str(),
        };
        UrlBuilder::new("news:", None).with_rest([Some(("", target)), None, None, None])
    }
}
