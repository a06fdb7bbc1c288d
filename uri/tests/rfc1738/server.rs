//! Hosts and ports.

use uri::PortError;
use uri::rfc1738::{
    AddressError, FileUrl, FtpUrl, GopherUrl, Host, HostNumber, HttpUrl, NntpUrl, Port,
    ProsperoUrl, TelnetUrl, UrlKind, WaisUrl, WaisUrlKind,
};
use uri::{Ipv4Address, Scheme};

macro_rules! each_server {
    ($check:ident) => {
        $check! {
            FtpUrl "ftp://" ""
            HttpUrl "http://" ""
            GopherUrl "gopher://" ""
            NntpUrl "nntp://" "/g"
            TelnetUrl "telnet://" ""
            WaisUrl "wais://" "/d"
            ProsperoUrl "prospero://" "/n"
        }
    };
}

#[test]
fn default_ports_are_those_of_the_schemes() {
    macro_rules! check {
        ($($url:ident $begin:literal $end:literal)+) => {$(
            let text = concat!($begin, "h", $end);
            let scheme = Scheme::new($begin.strip_suffix("://").unwrap());
            assert_eq!(scheme.default_port(), Some($url::DEFAULT_PORT), $begin);
            assert_eq!($url::new(text).port_or_default(), Ok($url::DEFAULT_PORT));
            assert_eq!($url::new(text).host_and_port(), Ok(("h", $url::DEFAULT_PORT)));
        )+};
    }
    each_server!(check);
}

#[test]
fn given_hosts_and_ports() {
    type Connected = Result<(&'static str, u16), AddressError>;
    let cases: &[(&str, Connected)] = &[
        ("h.org:1", Ok(("h.org", 1))),
        ("H:0080", Ok(("H", 80))),
        ("h:65535", Ok(("h", 65535))),
        ("h:0", Ok(("h", 0))),
        ("h:65536", Err(AddressError::Port(PortError::TooLarge))),
        ("h:99999999999999999999999", Err(AddressError::Port(PortError::TooLarge))),
        ("127.0.0.1:1", Ok(("127.0.0.1", 1))),
        ("0177.0.0.1:1", Err(AddressError::HostNumber)),
        ("127.0.0.01:1", Err(AddressError::HostNumber)),
        ("256.0.0.1:65536", Err(AddressError::HostNumber)),
    ];
    for (server, expected) in cases {
        macro_rules! check {
            ($($url:ident $begin:literal $end:literal)+) => {$(
                let text = format!("{}{server}{}", $begin, $end);
                assert_eq!($url::parse(&text).unwrap().host_and_port(), *expected, "{text}");
            )+};
        }
        each_server!(check);
    }
}

#[test]
fn the_three_kinds_of_wais() {
    for text in ["wais://h/d", "wais://h/d?s", "wais://h/d/t/p"] {
        let server = match WaisUrl::new(text).kind() {
            WaisUrlKind::WaisDatabase(url) => url.host_and_port(),
            WaisUrlKind::WaisIndex(url) => url.host_and_port(),
            WaisUrlKind::WaisDoc(url) => url.host_and_port(),
        };
        assert_eq!(server, Ok(("h", 210)), "{text}");
    }
}

#[test]
fn hosts_and_ports_are_those_of_rfc_2396() {
    assert_eq!(uri::Host::from(Host::new("a.b-c.d")).as_str(), "a.b-c.d");
    assert_eq!(uri::Port::from(Port::new("080")).to_u16(), Ok(80));
    let number = HostNumber::new("1.2.3.4");
    assert_eq!(Ipv4Address::from(number).to_ipv4_addr(), number.to_ipv4_addr());
}

#[test]
fn local_files() {
    for (text, local) in [
        ("file:///a", true),
        ("file://localhost/a", true),
        ("FILE://LocalHost/a", true),
        ("file://localhost.org/a", false),
        ("file://127.0.0.1/a", false),
    ] {
        assert_eq!(FileUrl::new(text).is_local(), local, "{text}");
    }
}

/// RFC 1738 section 3.1.
#[test]
fn an_empty_user_is_not_absent() {
    for (text, user, password) in [
        ("ftp://@host.com/", Some(""), None),
        ("ftp://host.com/", None, None),
        ("ftp://foo:@host.com/", Some("foo"), Some("")),
        ("telnet://a%3Ab:c%40d@host.com", Some("a:b"), Some("c@d")),
    ] {
        let (of_user, of_password) = match uri::rfc1738::Url::new(text).kind() {
            UrlKind::FtpUrl(url) => (url.user(), url.password()),
            UrlKind::TelnetUrl(url) => (url.user(), url.password()),
            other => panic!("{other}"),
        };
        assert_eq!(of_user.map(|it| it.decode().to_string()).as_deref(), user, "{text}");
        assert_eq!(of_password.map(|it| it.decode().to_string()).as_deref(), password, "{text}");
    }
}

#[test]
fn request_targets_of_http() {
    for (text, target) in [
        ("http://h", "/"),
        ("http://h:80", "/"),
        ("HTTP://h/", "/"),
        ("http://h/a%2F/b;c?d", "/a%2F/b;c?d"),
        ("http://h/?d", "/?d"),
        ("http://h//", "//"),
    ] {
        assert_eq!(HttpUrl::new(text).origin_form(), target, "{text}");
    }
}
