//! The crate `http`.

use super::texts;
use core::error::Error as _;
use http::Uri;
use http::uri::{Authority, Parts, PathAndQuery, Scheme};
use uri::interop::{FromHttpError, ToHttpError};
use uri::{AbsoluteUri, AbsoluteUriBuf, Reference, RelativeUri, UriReference, UriReferenceBuf};

/// The name of an error's variant.
fn name(error: &impl core::fmt::Debug) -> String {
    let text = format!("{error:?}");
    text.split('(').next().unwrap_or_default().to_owned()
}

fn to_http(text: &str) -> Result<String, String> {
    let uri = Uri::try_from(UriReference::new(text));
    uri.map(|uri| uri.to_string()).map_err(|error| name(&error))
}

fn from_http(uri: Uri) -> Result<String, String> {
    UriReferenceBuf::try_from(uri).map(String::from).map_err(|error| name(&error))
}

#[test]
fn references_become_targets_or_errors() {
    let long = format!("/{}", "a".repeat(65534));
    let scheme = format!("{}://a/", "s".repeat(65));
    for (text, target) in [
        ("/a?b", Ok("/a?b")),
        ("/", Ok("/")),
        ("/*", Ok("/*")),
        ("http://a/b?c", Ok("http://a/b?c")),
        ("S://u:p%20@A:1/?", Ok("S://u:p%20@A:1/?")),
        // Texts that change.
        ("http://a", Ok("http://a/")),
        ("HTTP://A/", Ok("http://A/")),
        ("HTTPS://a/", Ok("https://a/")),
        // Texts that `http` would read differently.
        ("/a#b", Err("Fragment")),
        ("http://a/#", Err("Fragment")),
        ("a", Err("RelativePath")),
        ("*", Err("RelativePath")),
        ("", Err("RelativePath")),
        ("//a/b", Err("NoScheme")),
        ("///b", Err("NoScheme")),
        ("//a", Err("NoScheme")),
        ("mailto:a@b", Err("NoAuthority")),
        ("a:80", Err("NoAuthority")),
        ("s:/a", Err("NoAuthority")),
        ("file:///a", Err("NoAuthority")),
        // Texts that it refuses.
        (&long[..], Err("Invalid")),
        (&scheme[..], Err("Invalid")),
        ("http://a%20/", Err("Invalid")),
        ("http://u@/", Err("Invalid")),
    ] {
        assert_eq!(to_http(text).as_deref().map_err(String::as_str), target, "{text:?}");
    }
    assert_eq!(to_http(&long[..65534]).as_deref(), Ok(&long[..65534]));
    assert_eq!(to_http(&scheme[1..]).as_deref(), Ok(&scheme[1..]));
    // A query alone is none of the four forms.
    let error = Uri::try_from(Reference::new("?a")).unwrap_err();
    assert!(matches!(error, ToHttpError::RelativePath));
}

#[test]
fn targets_become_references_or_errors() {
    for (target, reference) in [
        ("/a?b", Ok("/a?b")),
        ("http://a:80/b?c", Ok("http://a:80/b?c")),
        ("http://a?b", Ok("http://a/?b")),
        ("a:80", Err("AuthorityForm")),
        ("a", Err("AuthorityForm")),
        ("*", Err("RelativePath")),
        ("//a/b", Err("TwoSlashes")),
        ("/{a}", Err("Invalid")),
        ("/\"", Err("Invalid")),
        ("/ä", Err("Invalid")),
        // Not a host of RFC 2396.
        ("http://[::1]/", Err("Invalid")),
    ] {
        let found = from_http(target.parse().unwrap());
        assert_eq!(found.as_deref().map_err(String::as_str), reference, "{target:?}");
    }
    let error = AbsoluteUriBuf::try_from(Uri::from_static("/a")).unwrap_err();
    assert!(matches!(error, FromHttpError::Invalid(error) if error.offset() == 0));
}

/// Only targets that are built from parts can have these errors.
#[test]
fn targets_whose_text_has_other_parts_are_errors() {
    let target = |scheme: Option<&str>, authority: Option<&str>, path: &str| {
        let mut parts = Parts::default();
        parts.scheme = scheme.map(|scheme| scheme.parse().unwrap());
        parts.authority = authority.map(|authority| authority.parse().unwrap());
        parts.path_and_query = Some(path.parse().unwrap());
        Uri::from_parts(parts).unwrap()
    };
    // Its text is `http://a*`, which has another authority.
    assert_eq!(from_http(target(Some("http"), Some("a"), "*")), Err("RelativePath".to_owned()));
    assert_eq!(from_http(target(None, None, "//a")), Err("TwoSlashes".to_owned()));
    assert_eq!(from_http(target(Some("1"), Some("a"), "/")), Err("Invalid".to_owned()));
    assert_eq!(from_http(target(Some(""), Some("a"), "/")), Err("Invalid".to_owned()));
    assert_eq!(from_http(target(None, None, "?a")).as_deref(), Ok("/?a"));
    assert_eq!(from_http(Uri::from_parts(Parts::default()).unwrap()).unwrap_err(), "RelativePath");
}

#[test]
fn paths_and_queries_are_targets_in_origin_form() {
    for (text, error) in [
        ("http://a/b", "NotOriginForm"),
        ("//a/b", "NotOriginForm"),
        ("mailto:a", "NotOriginForm"),
        ("/a#b", "Fragment"),
        ("a", "RelativePath"),
    ] {
        assert_eq!(name(&PathAndQuery::try_from(UriReference::new(text)).unwrap_err()), error);
    }
    let path = PathAndQuery::try_from(UriReference::new("/a?b")).unwrap();
    assert_eq!(path, "/a?b");
    assert_eq!(RelativeUri::try_from(&path), Ok(RelativeUri::new("/a?b")));

    let owned = |text: &'static str| UriReferenceBuf::try_from(PathAndQuery::from_static(text));
    assert_eq!(owned("//a"), Err(FromHttpError::TwoSlashes));
    assert_eq!(owned("*"), Err(FromHttpError::RelativePath));
    // An empty path is written as a slash, so there is no text to borrow.
    let target = Uri::from_static("http://a?b");
    let path = target.path_and_query().unwrap();
    assert_eq!(UriReferenceBuf::try_from(path).unwrap(), "/?b");
    assert_eq!(UriReference::try_from(path), Err(FromHttpError::RelativePath));
}

#[test]
fn schemes_and_authorities_keep_their_text() {
    for text in ["http", "HTTP", "s+1.-"] {
        let scheme = Scheme::try_from(uri::Scheme::new(text)).unwrap();
        assert_eq!(scheme.as_str(), text);
        assert_eq!(uri::Scheme::try_from(&scheme), Ok(uri::Scheme::new(text)));
        assert_eq!(uri::SchemeBuf::try_from(scheme).unwrap(), text);
    }
    for text in ["", "1", "a~"] {
        assert!(uri::Scheme::try_from(&text.parse::<Scheme>().unwrap()).is_err(), "{text:?}");
    }
    for text in ["a", "u:p%20@A:1", "a_b", "a:"] {
        let authority = Authority::try_from(uri::Authority::new(text)).unwrap();
        assert_eq!(authority.as_str(), text);
        assert_eq!(uri::Authority::try_from(&authority), Ok(uri::Authority::new(text)));
        assert_eq!(uri::AuthorityBuf::try_from(authority).unwrap(), text);
    }
    assert!(Authority::try_from(uri::Authority::new("")).is_err());
    assert!(uri::Authority::try_from(&Authority::from_static("[::1]")).is_err());
}

#[test]
fn errors_have_sources() {
    let error = Uri::try_from(UriReference::new("http://a%20/")).unwrap_err();
    assert_eq!(error.to_string(), error.source().unwrap().to_string());
    assert!(error.source().unwrap().is::<http::uri::InvalidUri>());
    let error = UriReferenceBuf::try_from(Uri::from_static("/{")).unwrap_err();
    assert!(error.source().unwrap().is::<uri::ParseError>());
    assert!(FromHttpError::TwoSlashes.source().is_none());
}

/// Conversions are reversible, with the exceptions listed in the module, and preserve the
/// parts.
macro_rules! round_trip {
    ($view:ident, $buf:ty) => {{
        let mut converted = 0;
        for text in texts() {
            let Ok(view) = $view::parse(&text) else { continue };
            let Ok(target) = Uri::try_from(view) else { continue };
            converted += 1;
            let back = <$buf>::try_from(&target).unwrap();
            let mut expected = text.clone();
            if let Some(rest) = text.strip_prefix("HTTP:") {
                expected = format!("http:{rest}");
            }
            if view.authority().is_some() && target.path() == "/" {
                let end = expected.find('?').unwrap_or(expected.len());
                if !expected[..end].ends_with('/') {
                    expected.insert(end, '/');
                }
            }
            assert_eq!(back.as_str(), expected);
            assert_eq!(
                target.authority().map(Authority::as_str),
                view.authority().map(|it| it.as_str())
            );
            assert_eq!(target.query(), view.query().map(|it| it.as_str()));
            assert!(
                target
                    .scheme_str()
                    .unwrap_or_default()
                    .eq_ignore_ascii_case(view.components().scheme().map_or("", |it| it.as_str()))
            );

            assert_eq!(<$buf>::try_from(target.clone()).unwrap(), back);
            assert_eq!(Uri::try_from(&back).unwrap(), target);
            assert_eq!(Uri::try_from(back).unwrap(), target);
        }
        converted
    }};
}

#[test]
fn conversions_are_reversible() {
    assert!(1000 < round_trip!(UriReference, UriReferenceBuf));
    assert!(1000 < round_trip!(AbsoluteUri, AbsoluteUriBuf));
}

#[cfg(feature = "rfc3986")]
#[test]
fn conversions_are_reversible_in_rfc_3986() {
    use uri::rfc3986::{Uri as Later, UriBuf, UriReference, UriReferenceBuf};

    assert!(1000 < round_trip!(UriReference, UriReferenceBuf));
    assert!(1000 < round_trip!(Later, UriBuf));
    let uri = Uri::from_static("http://[::1]:80/");
    assert_eq!(UriBuf::try_from(&uri).unwrap(), "http://[::1]:80/");
    let authority = uri::rfc3986::Authority::try_from(uri.authority().unwrap()).unwrap();
    assert_eq!(Authority::try_from(authority).unwrap(), "[::1]:80");
}

#[cfg(feature = "rfc3987")]
#[test]
fn characters_beyond_ascii_are_in_rfc_3987() {
    let iri = uri::rfc3987::IriReferenceBuf::try_from("/ä".parse::<Uri>().unwrap());
    assert_eq!(iri.unwrap(), "/ä");
}
