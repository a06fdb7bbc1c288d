//! The crate `url`.

use super::texts;
use core::error::Error as _;
use uri::interop::ToUrlError;
use uri::{AbsoluteUri, Normalization, UriReference, UriReferenceBuf};
use url::Url;

#[derive(Debug, PartialEq)]
enum Becomes<'a> {
    Equivalent(&'a str),
    Different(&'a str),
    Invalid,
}
use Becomes::{Different, Equivalent, Invalid};

#[track_caller]
fn check(text: &str, result: &Result<Url, ToUrlError>, expected: &Becomes<'_>) {
    let found = match result {
        Ok(url) => Equivalent(url.as_str()),
        Err(ToUrlError::Different(url)) => Different(url.as_str()),
        Err(_) => Invalid,
    };
    assert_eq!(found, *expected, "{text:?}");
}

#[test]
fn references_become_equivalent_urls_or_errors() {
    for (text, expected) in [
        ("http://a/b?c#d", Equivalent("http://a/b?c#d")),
        ("s:a", Equivalent("s:a")),
        ("HTTP://EXAMPLE.com", Equivalent("http://example.com/")),
        ("http://a?b", Equivalent("http://a/?b")),
        ("http://a:80/", Equivalent("http://a/")),
        ("http://a:/", Equivalent("http://a/")),
        ("http://a:08080/", Equivalent("http://a:8080/")),
        ("http://a:0080/", Equivalent("http://a/")),
        ("ftp://a", Equivalent("ftp://a/")),
        ("ftp://a?b", Equivalent("ftp://a/?b")),
        ("file://a", Equivalent("file://a/")),
        // The port of a scheme that `url` does not know.
        ("coap://a:5683", Equivalent("coap://a:5683")),
        ("http://a/b/../c", Equivalent("http://a/c")),
        ("http://a/b/%2e%2E/c", Equivalent("http://a/c")),
        // RFC 3986 leaves segments above the root open.
        ("http://a/../b", Different("http://a/b")),
        // A registry name, not a host.
        ("http://%61/", Different("http://a/")),
        // A path that becomes a host.
        ("http:a", Different("http://a/")),
        ("http:/a", Different("http://a/")),
        ("http:///a", Different("http://a/")),
        // Another host.
        ("http://0177.0.0.1/", Different("http://127.0.0.1/")),
        ("http://1/", Different("http://0.0.0.1/")),
        ("http://0x7f.1/", Different("http://127.0.0.1/")),
        // User information.
        ("http://@a/", Different("http://a/")),
        ("http://a:@b/", Different("http://a@b/")),
        ("http://a;b@c/", Different("http://a%3Bb@c/")),
        // A character that RFC 2396 reserves for nothing.
        ("http://a/?'", Equivalent("http://a/?%27")),
        ("file:/a", Different("file:///a")),
        ("file://localhost/a", Different("file:///a")),
        // Not URLs.
        ("a", Invalid),
        ("//a/b", Invalid),
        ("", Invalid),
        ("http://a:99999/", Invalid),
        ("http://999.0.0.1/", Invalid),
        ("http://xn--a/", Invalid),
    ] {
        check(text, &Url::try_from(UriReference::new(text)), &expected);
    }
}

#[cfg(feature = "rfc3986")]
#[test]
fn references_of_rfc_3986_become_urls() {
    use uri::rfc3986::Uri;

    for (text, expected) in [
        ("http://%61/", Equivalent("http://a/")),
        ("http://[0:0::1]/", Equivalent("http://[::1]/")),
        ("http://[::1]/", Equivalent("http://[::1]/")),
        ("http://[::FFFF:192.0.2.1]/", Equivalent("http://[::ffff:c000:201]/")),
        ("http://a/?'", Different("http://a/?%27")),
        ("s:", Equivalent("s:")),
        ("http://a/../b/%2E%2e/..", Equivalent("http://a/")),
    ] {
        check(text, &Url::try_from(Uri::new(text)), &expected);
    }
}

#[test]
fn urls_become_references_of_the_same_text() {
    let url = Url::parse("http://example.com/a b?c#d").unwrap();
    let view = UriReference::try_from(&url).unwrap();
    assert_eq!(view, "http://example.com/a%20b?c#d");
    assert_eq!(UriReferenceBuf::try_from(&url).unwrap(), view);
    assert_eq!(UriReferenceBuf::try_from(url.clone()).unwrap(), view);
    assert_eq!(AbsoluteUri::try_from(&url).unwrap_err().offset(), 26);
    for (url, offset) in [("http://a/|", 9), ("http://a/?[", 10), ("http://[::1]/", 7)] {
        let url = Url::parse(url).unwrap();
        assert_eq!(UriReference::try_from(&url).unwrap_err().offset(), offset);
    }
}

#[test]
fn errors_have_sources() {
    let error = Url::try_from(UriReference::new("a")).unwrap_err();
    assert!(error.source().unwrap().is::<url::ParseError>());
    let error = Url::try_from(UriReference::new("http:a")).unwrap_err();
    assert!(error.source().is_none());
    assert_eq!(error.to_string(), "`url` would change the reference to http://a/");
    let error = Url::try_from(UriReference::new("http://me:secret@0x7f.1/")).unwrap_err();
    assert_eq!(error.to_string(), "`url` would change the reference to http://127.0.0.1/");
}

/// A converted reference converts back to an equivalent text, which converts to the same URL; and
/// both libraries find the same parts in it.
macro_rules! round_trip {
    ($view:ident, $buf:ty) => {{
        let mut converted = 0;
        for text in texts() {
            let Ok(view) = $view::parse(&text) else { continue };
            let Ok(url) = Url::try_from(view) else { continue };
            converted += 1;
            let back = $view::try_from(&url).unwrap();
            let steps = Normalization::RFC3986 | Normalization::PORT_ZEROS;
            assert!(back.is_equivalent(view, steps), "{text:?}");
            assert_eq!(Url::try_from(back).as_ref(), Ok(&url));
            assert_eq!(Url::try_from(<$buf>::try_from(&url).unwrap()).as_ref(), Ok(&url));

            let parts = back.components();
            assert_eq!(parts.scheme().map(|it| it.as_str()), Some(url.scheme()));
            let query = parts.query().map(|it| it.as_str());
            // In RFC 2396, the query of an opaque URI belongs to its path.
            assert!(query == url.query() || query.is_none() && back.is_opaque(), "{text:?}");
            assert_eq!(parts.fragment().map(|it| it.as_str()), url.fragment());
            let authority = parts.authority().map_or("", |it| it.as_str());
            assert_eq!(authority, url.authority(), "{text:?}");
        }
        converted
    }};
}

#[test]
fn conversions_are_reversible() {
    assert!(1000 < round_trip!(UriReference, UriReferenceBuf));
}

#[cfg(feature = "rfc3986")]
#[test]
fn conversions_are_reversible_in_rfc_3986() {
    use uri::rfc3986::{UriReference, UriReferenceBuf};

    assert!(1000 < round_trip!(UriReference, UriReferenceBuf));
}
