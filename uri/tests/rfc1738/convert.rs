//! URLs and URIs.

use uri::rfc1738::{
    ConversionError, FileUrl, FtpUrl, GenericUrl, GopherUrl, HttpUrl, MailtoUrl, NewsUrl, NntpUrl,
    OtherUrl, ProsperoUrl, TelnetUrl, Url, UrlKind, WaisUrl,
};
use uri::{AbsoluteUri, Host, Port, Reference, UriReference};

/// Parts that mean something in one of the two grammars.
const PIECES: &[&str] =
    &["", "a", "1", "?", "/", "//", "%3F", ";", "=", "@", ":", "~", "%09", "*", "h.org"];

/// All texts of a scheme and up to five pieces.
fn for_each_text(mut check: impl FnMut(&str)) {
    const SCHEMES: &[&str] = &[
        "http://",
        "ftp://",
        "gopher://",
        "telnet://",
        "nntp://",
        "wais://",
        "prospero://",
        "file://",
        "mailto:",
        "news:",
        "FTP://h",
        "x:",
        "1:",
    ];
    for scheme in SCHEMES {
        for number in 0..PIECES.len().pow(4) {
            let mut text = String::from(*scheme);
            let mut rest = number;
            for _ in 0..4 {
                text.push_str(PIECES[rest % PIECES.len()]);
                rest /= PIECES.len();
            }
            check(&text);
        }
    }
}

/// The parts of the server, as texts: user and password, host, port.
type Server<'a> = (Option<String>, Option<&'a str>, Option<&'a str>);

fn server_of(uri: AbsoluteUri<'_>) -> Server<'_> {
    let userinfo = uri.userinfo().map(|it| it.as_str().to_owned());
    (userinfo, uri.host().map(Host::as_str), uri.port().map(Port::as_str))
}

/// The server of a URL with the parts that its type has.
macro_rules! server {
    ($url:ident login) => {{
        let userinfo = $url.user().map(|user| match $url.password() {
            Some(password) => format!("{user}:{password}"),
            None => user.to_string(),
        });
        (userinfo, Some($url.host().as_str()), $url.port().map(|it| it.as_str()))
    }};
    ($url:ident port) => {
        (None, Some($url.host().as_str()), $url.port().map(|it| it.as_str()))
    };
    ($url:ident host) => {
        (None, $url.host().map(|it| it.as_str()), None)
    };
    ($url:ident none) => {
        (None, None, None)
    };
}

#[test]
fn converted_urls_have_the_same_parts() {
    let (mut same, mut other) = (0, 0);
    let mut buffer = [0; 64];
    for_each_text(|text| {
        macro_rules! check {
            ($($type:ident $parts:ident)+) => {$(
                if let Ok(url) = $type::parse(text) {
                    if AbsoluteUri::try_from(url).is_ok() {
                        let uri = AbsoluteUri::parse(text).unwrap();
                        same += 1;
                        assert_eq!(server_of(uri), server!(url $parts), "{text}");
                        assert_eq!($type::try_from(uri), Ok(url), "{text}");
                        assert_eq!($type::from_uri(uri).unwrap().to_string(), text);
                        let reference = UriReference::try_from(url).unwrap();
                        assert_eq!($type::try_from(reference), Ok(url), "{text}");
                    } else {
                        other += 1;
                        let error = ConversionError::OtherParts;
                        assert_eq!(AbsoluteUri::try_from(Url::new(text)), Err(error), "{text}");
                        let uri = AbsoluteUri::parse(text).unwrap();
                        assert_eq!($type::try_from(uri), Err(error), "{text}");
                        assert_eq!($type::from_uri(uri).err(), Some(error), "{text}");
                        assert_eq!(Url::from_uri(uri).err(), Some(error), "{text}");
                    }
                }
            )+};
        }
        check! {
            HttpUrl port NntpUrl port WaisUrl port FtpUrl login TelnetUrl login GopherUrl port
            ProsperoUrl port FileUrl host MailtoUrl none NewsUrl none
        }
    });
    assert!(same > 10_000 && other > 1_000, "{same} {other}");

    // Respelled, the URL has the same parts in both grammars, and the same data.
    for_each_text(|text| {
        macro_rules! check {
            ($($type:ident)+) => {$(
                if let Ok(url) = $type::parse(text) {
                    let uri = url.to_uri().write_in(&mut buffer).unwrap();
                    let again = $type::try_from(uri).unwrap();
                    assert_eq!(again.host().as_str(), url.host().as_str(), "{text}");
                    assert_eq!(server_of(uri).1, Some(url.host().as_str()), "{text}");
                    assert!(uri.query().is_none(), "{text}");
                }
            )+};
        }
        check!(FtpUrl TelnetUrl GopherUrl ProsperoUrl);
    });
}

#[test]
fn traps() {
    for (text, respelled) in [
        ("ftp://good?@evil/a?b", "ftp://good%3F@evil/a%3Fb"),
        ("telnet://a?:?@h", "telnet://a%3F:%3F@h"),
        ("gopher://h/7a?b", "gopher://h/7a%3Fb"),
        ("prospero://h/a?;b?=c", "prospero://h/a%3F;b%3F=c"),
        ("file:///a?b", "file:///a%3Fb"),
        ("mailto:/a@b?c", "mailto:%2Fa@b?c"),
        ("mailto://a/b@c", "mailto:%2F/a/b@c"),
        ("news:/a/b?c@d", "news:%2Fa/b?c@d"),
    ] {
        let url = Url::parse(text).unwrap();
        assert_eq!(AbsoluteUri::try_from(url), Err(ConversionError::OtherParts), "{text}");
        assert_eq!(Reference::try_from(url), Err(ConversionError::OtherParts), "{text}");
        let uri = match url.kind() {
            UrlKind::FtpUrl(url) => url.to_uri(),
            UrlKind::TelnetUrl(url) => url.to_uri(),
            UrlKind::GopherUrl(url) => url.to_uri(),
            UrlKind::ProsperoUrl(url) => url.to_uri(),
            UrlKind::FileUrl(url) => url.to_uri(),
            UrlKind::MailtoUrl(url) => url.to_uri(),
            UrlKind::NewsUrl(url) => url.to_uri(),
            other => panic!("{other}"),
        };
        assert_eq!(uri.to_string(), respelled);
        assert!(Url::try_from(uri.write_in(&mut [0; 64]).unwrap()).is_ok(), "{respelled}");
    }
    // These are not traps: nothing is known about the scheme, or the query is a search.
    for text in ["ftp:a?b", "x:/a?b", "http://h/?a", "wais://h/d?s", "mailto:a?b", "news:a?@b"] {
        assert!(AbsoluteUri::try_from(Url::parse(text).unwrap()).is_ok(), "{text}");
    }
}

#[test]
fn urls_that_are_not_uris() {
    for (text, offset) in [("1a:b", 0), ("-:b", 0), ("a:", 2)] {
        let error = AbsoluteUri::try_from(GenericUrl::parse(text).unwrap()).unwrap_err();
        let ConversionError::Invalid(why) = error else { panic!("{error}") };
        assert_eq!(why.offset(), offset, "{text}");
        assert!(UriReference::try_from(OtherUrl::parse(text).unwrap()).is_err());
        assert!(AbsoluteUri::try_from(Url::parse(text).unwrap()).is_err());
    }
}

#[test]
fn uris_that_are_not_urls() {
    let url = |text| Url::try_from(UriReference::new(text));
    assert_eq!(url("http://h/a#b"), Err(ConversionError::Fragment));
    assert_eq!(url("#b"), Err(ConversionError::Fragment));
    for text in ["", "a", "/a", "//h/a"] {
        assert_eq!(url(text), Err(ConversionError::Relative), "{text}");
    }
    let Err(ConversionError::Invalid(error)) = url("http://h/~joe") else { panic!() };
    assert_eq!(error.offset(), 9);
    // The type of a scheme refuses these, but `Url` accepts them as URLs of an unknown scheme.
    for text in ["http://u@h/", "http://h:/", "ftp://h/;type=x"] {
        assert!(url(text).is_ok());
        assert!(HttpUrl::try_from(AbsoluteUri::new(text)).is_err());
        assert!(FtpUrl::try_from(AbsoluteUri::new(text)).is_err());
    }
}

#[test]
fn tildes_are_respelled() {
    let from = |text| FtpUrl::from_uri(AbsoluteUri::new(text)).map(|url| url.to_string());
    assert_eq!(from("ftp://~@h/~/~a~").as_deref(), Ok("ftp://%7E@h/%7E/%7Ea%7E"));
    let Err(ConversionError::Invalid(error)) = from("ftp://~@h:x/") else { panic!() };
    assert_eq!(error.offset(), 12);
    assert_eq!(from("ftp://h/~?"), Err(ConversionError::OtherParts));
    let any = |text| Url::from_uri(AbsoluteUri::new(text)).map(|url| url.to_string());
    assert_eq!(any("x://~?~").as_deref(), Ok("x://%7E?%7E"));
    assert_eq!(any("mailto:/~"), Err(ConversionError::OtherParts));
}
