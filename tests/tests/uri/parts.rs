//! The parts of single references, from the prose and the examples of RFC 2396.

use conformance::uri_parts::{PART_REASONS, compare_parts};
use uri::{AuthorityKind, HostKind, Path, Reference, UriReference, UriReferenceKind};

/// Parts by name, in the order of the text.
type Parts = &'static [(&'static str, &'static str)];

const REFERENCES: &[(&str, Parts)] = &[
    // Appendix B.
    (
        "http://www.ics.uci.edu/pub/ietf/uri/#Related",
        &[
            ("scheme", "http"),
            ("authority", "www.ics.uci.edu"),
            ("server", "www.ics.uci.edu"),
            ("host", "www.ics.uci.edu"),
            ("hostname", "www.ics.uci.edu"),
            ("abs-path", "/pub/ietf/uri/"),
            ("fragment", "Related"),
        ],
    ),
    // 1.3.
    (
        "mailto:mduerst@ifi.unizh.ch",
        &[("scheme", "mailto"), ("opaque-part", "mduerst@ifi.unizh.ch")],
    ),
    // 3.2.2: the first at sign ends the user, a colon in it is the user's.
    (
        "ftp://u:p@1.2.3.4:/",
        &[
            ("scheme", "ftp"),
            ("authority", "u:p@1.2.3.4:"),
            ("server", "u:p@1.2.3.4:"),
            ("userinfo", "u:p"),
            ("host", "1.2.3.4"),
            ("IPv4address", "1.2.3.4"),
            ("port", ""),
            ("abs-path", "/"),
        ],
    ),
    (
        "//@a.b.",
        &[
            ("authority", "@a.b."),
            ("server", "@a.b."),
            ("userinfo", ""),
            ("host", "a.b."),
            ("hostname", "a.b."),
        ],
    ),
    // 3.2: an authority that is not a server is a registry name.
    ("//u@my_host:80", &[("authority", "u@my_host:80"), ("reg-name", "u@my_host:80")]),
    ("//u@", &[("authority", "u@"), ("reg-name", "u@")]),
    ("//:80", &[("authority", ":80"), ("reg-name", ":80")]),
    ("//1.2.3:80", &[("authority", "1.2.3:80"), ("reg-name", "1.2.3:80")]),
    // 3.2.2: "first-match-wins", and a server may be empty.
    ("//", &[("authority", ""), ("server", "")]),
    (
        "file:///etc?#",
        &[
            ("scheme", "file"),
            ("authority", ""),
            ("server", ""),
            ("abs-path", "/etc"),
            ("query", ""),
            ("fragment", ""),
        ],
    ),
    // 3: an opaque part takes all up to the fragment.
    ("a:b?c/d#e?f", &[("scheme", "a"), ("opaque-part", "b?c/d"), ("fragment", "e?f")]),
    ("a:?c", &[("scheme", "a"), ("opaque-part", "?c")]),
    // 4.3: two slashes begin an authority, three a path after it, one a path.
    ("////a", &[("authority", ""), ("server", ""), ("abs-path", "//a")]),
    ("a:/b//c", &[("scheme", "a"), ("abs-path", "/b//c")]),
    // 5: the first segment of a relative path has no colon.
    ("./a:b;c/d", &[("rel-path", "./a:b;c/d")]),
    ("a/b:c?d#e", &[("rel-path", "a/b:c"), ("query", "d"), ("fragment", "e")]),
    // 4.2: the current document.
    ("", &[]),
    ("#", &[("fragment", "")]),
];

#[test]
fn parts_of_references() {
    for (text, expected) in REFERENCES {
        let view = UriReference::new(text);
        let (is_absolute, is_relative) = match view.kind() {
            Some(UriReferenceKind::AbsoluteUri(_)) => (true, false),
            Some(UriReferenceKind::RelativeUri(_)) => (false, true),
            None => (false, false),
        };
        let mut found = Vec::new();
        found.extend(view.scheme().map(|part| ("scheme", part.as_str())));
        found.extend(view.authority().map(|part| ("authority", part.as_str())));
        found.extend(view.authority().map(|part| match part.kind() {
            AuthorityKind::Server(server) => ("server", server.as_str()),
            AuthorityKind::RegName(name) => ("reg-name", name.as_str()),
        }));
        found.extend(view.userinfo().map(|part| ("userinfo", part.as_str())));
        found.extend(view.host().map(|part| ("host", part.as_str())));
        found.extend(view.host().map(|part| match part.kind() {
            HostKind::HostName(name) => ("hostname", name.as_str()),
            HostKind::Ipv4Address(address) => ("IPv4address", address.as_str()),
        }));
        found.extend(view.port().map(|part| ("port", part.as_str())));
        found.extend(view.path().map(|part| match part {
            Path::AbsPath(path) => ("abs-path", path.as_str()),
            Path::OpaquePart(part) => ("opaque-part", part.as_str()),
            Path::RelPath(path) => ("rel-path", path.as_str()),
        }));
        found.extend(view.query().map(|part| ("query", part.as_str())));
        found.extend(view.fragment().map(|part| ("fragment", part.as_str())));
        assert_eq!(found, *expected, "{text:?}");
        assert_eq!(is_absolute, view.scheme().is_some(), "{text:?}");
        let uri = text.split('#').next().unwrap_or_default();
        assert_eq!(is_relative, !is_absolute && !uri.is_empty(), "{text:?}");
    }
}

/// Appendix C.1 resolves a reference that the grammar does not have.
#[test]
fn a_query_alone() {
    let view = Reference::new("?y#z");
    assert_eq!(view.path(), None);
    assert_eq!(view.query().map(uri::Query::as_str), Some("y"));
    assert_eq!(view.fragment().map(uri::Fragment::as_str), Some("z"));
}

/// Texts whose parts differ from those by RFC 3986, by reason.
#[test]
fn why_parts_differ() {
    let texts: [&[&str]; 3] = [
        &["a:b?c", "a:?", "mailto:a?b#c?d"],
        &["//a_b", "http://u@a_b:80/", "//u@", "//:", "//1.2.3.4.5", "//a..b", "//-a", "//a.1"],
        &["//", "file:///", "///a", "//?a", "//#"],
    ];
    assert_eq!(texts.len(), PART_REASONS.len());
    for (texts, expected) in texts.into_iter().zip(PART_REASONS) {
        for text in texts {
            let reason = compare_parts(text).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(reason.map(|reason| reason.name), Some(expected.name), "{text:?}");
        }
    }
    for text in ["a:b", "//a", "//u@1.2.3.4:5/a?b#c", "//a./", "//a-b.c", "//0.x", "/", "", "?a"] {
        assert_eq!(
            compare_parts(text).map(|reason| reason.map(|it| it.name)),
            Ok(None),
            "{text:?}"
        );
    }
}
