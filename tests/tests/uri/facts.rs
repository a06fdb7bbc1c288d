//! Statements of RFC 2396 about single texts, from its prose and examples.

use conformance::uri_differences::{REASONS, Reason};
use conformance::uri_peers::compare;
use uri::{
    AbsPath, AbsoluteUri, Authority, Host, HostName, HostPort, Ipv4Address, NetPath, OpaquePart,
    Port, RegName, RelPath, RelativeUri, Scheme, Segment, Server, UriReference, UserInfo,
};

/// References of both RFCs, with the section of RFC 2396 that shows or allows them.
const OF_BOTH: &[&str] = &[
    // 1.3: the examples.
    "ftp://ftp.is.co.za/rfc/rfc1808.txt",
    "gopher://spinaltap.micro.umn.edu/00/Weather/California/Los%20Angeles",
    "http://www.math.uio.no/faq/compression-faq/part1.html",
    "mailto:mduerst@ifi.unizh.ch",
    "news:comp.infosystems.www.servers.unix",
    "telnet://melvyl.ucop.edu/",
    // 2.3 to 2.4.2: marks may be escaped, an escape has two digits in any case of letters.
    "-_.!~*'()",
    "%7Euser/%7euser",
    // 3.2.2: an empty host, an empty port, a registry's name.
    "//",
    "file:///etc/hosts",
    "//host:",
    "//:",
    "//@",
    "http://my_host/",
    "http://999.999.999.999/",
    "http://1.2.3/",
    "http://a..b/",
    // 3.3: segments and params may be empty.
    "s:////",
    "/;;=,;/",
    // 3.4 and 4.1: a question mark in a query and in a fragment.
    "/?a?b/c",
    "/#a?b/c",
    // 4 and 4.2: the current document.
    "",
    "#",
    // 5: a colon may be in any segment but the first.
    "./this:that",
    "a/b:c",
    // C.2.
    "../../../../g",
    "g;x=1/../y",
    "http:g",
    // 3: an opaque part includes the query.
    "s:?q",
];

/// Texts that are references in neither RFC.
const OF_NEITHER: &[&str] = &[
    // 2.4.3: control characters, space, delimiters, unwise characters.
    "\0",
    "a\n",
    " ",
    "a b",
    "<a>",
    "a\"",
    "a{b}",
    "a|b",
    "a\\b",
    "a^b",
    "a`b",
    "/[a]",
    "s:[a]",
    "\x7f", // Beyond ASCII.
    "é",
    "/\u{1f600}",
    // 2.4.1: invalid escapes.
    "%",
    "%4",
    "%4g",
    "%%41", // 3.1: a scheme begins with a letter.
    "1s:a",
    ":a",
    "+s:b",
    "s_:b",  // 4.1: one fragment.
    "a#b#c", // 5: a colon in the first segment.
    "a_b:c",
    "a%41:b",
    // 3.2: brackets where no address is allowed.
    "http:/[::1]",
    "//[]",
    "//[::1]a",
    "//a[::1]",
];

/// Texts that are references in one RFC only, by reason.
const OF_ONE: &[(&str, &[&str])] = &[
    ("a query without a path", &["?", "?y", "?y#f", "?a?b"]),
    ("nothing after the scheme", &["s:", "x:#f", "http:#", "s+-.1:"]),
    (
        "an address in brackets",
        &["//[::]", "http://[::1]/", "s://u@[v1.a:b]:8?q#f", "//[1::1.2.3.4]"],
    ),
    ("two at signs in the authority", &["//@@", "http://a@b@c/", "//a:b:c@:@d"]),
    ("two colons after the user", &["//::", "//a:b:c", "http://u:p@h:80:81/", "//a:1:b"]),
    ("a port that is not a number", &["//foo:a", "//h:80a", "http://u@h:-1/", "//:%41", "//a:a"]),
];

#[test]
fn references_of_both() {
    for text in OF_BOTH {
        assert!(UriReference::is_match(text), "{text:?}");
        assert_eq!(compare(text).map(|reason| reason.map(|reason| reason.name)), Ok(None));
    }
}

#[test]
fn references_of_neither() {
    for text in OF_NEITHER {
        assert!(!UriReference::is_match(text), "{text:?}");
        assert_eq!(compare(text).map(|reason| reason.map(|reason| reason.name)), Ok(None));
    }
}

#[test]
fn references_of_one() {
    let names: Vec<&str> = REASONS.iter().map(|reason| reason.name).collect();
    assert_eq!(OF_ONE.iter().map(|entry| entry.0).collect::<Vec<_>>(), names);
    for (name, texts) in OF_ONE {
        for text in *texts {
            let reason: Option<&Reason> = compare(text).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(reason.map(|reason| reason.name), Some(*name), "{text:?}");
        }
    }
}

/// The verdict of a rule on a text.
type IsMatch = fn(&str) -> bool;

/// Texts that match the first rule and not the second.
const OF_THE_FIRST: &[(IsMatch, IsMatch, &[&str])] = &[
    // 3.2.2: the last label of a host name begins with a letter, none ends with a hyphen.
    (HostName::is_match, Ipv4Address::is_match, &["a", "a.", "1.a", "a-b.c-1", "1.2.3.4.a"]),
    (Ipv4Address::is_match, HostName::is_match, &["1.2.3.4", "999.0.0.1", "00000.0.0.000001"]),
    (
        RegName::is_match,
        Host::is_match,
        &["my_host", "1.2.3", "1.2.3.4.", "a..b", "a-", "-a", ".a"],
    ),
    (RegName::is_match, HostPort::is_match, &["h:80a", "u@h", ":80", "h::", "%41", "a.1"]),
    (Server::is_match, RegName::is_match, &[""]),
    (RegName::is_match, Server::is_match, &["a@b@c", "u@", "u@:80", "a,b", "@1", "h:80a"]),
    (Server::is_match, HostPort::is_match, &["", "u@h", "@h", "u:p@1.2.3.4:5", "a:b:c@d.e:"]),
    // 3.2.2: a user has no at sign, a server no slash.
    (UserInfo::is_match, Host::is_match, &["", "u:p", ";:&=+$,", "%40"]),
    (Authority::is_match, UserInfo::is_match, &["a@b", "@", "a@b@c"]),
    (Port::is_match, HostPort::is_match, &["", "0", "99999999999999999999", "08"]),
    // 3 and 5: texts that begin with two slashes are of either kind, except for an empty query.
    (AbsPath::is_match, NetPath::is_match, &["/", "/a", "/a//b", "/;", "/a;b=c"]),
    (AbsPath::is_match, RelPath::is_match, &["//", "//a", "/a:b"]),
    (OpaquePart::is_match, RelPath::is_match, &["a:b", "?", "a?b", ":", "a/?"]),
    (
        RelativeUri::is_match,
        AbsoluteUri::is_match,
        &["a", "a/b:c", "/", "//", "//a:b", "/?", "a?b:c"],
    ),
    (AbsoluteUri::is_match, RelativeUri::is_match, &["a:b", "a:/", "a:?", "a:b:c", "a://?"]),
    // 3.1 and 3.3.
    (Scheme::is_match, Port::is_match, &["a", "A+-.1", "x."]),
    (Segment::is_match, Scheme::is_match, &["", ";", "a;b", ":@&=+$,", "1", "%2F"]),
    // A reference has a fragment, a URI has none.
    (UriReference::is_match, AbsoluteUri::is_match, &["a:b#", "a:b#c", "#a:b"]),
];

#[test]
fn rules_have_different_texts() {
    for (row, (first, second, texts)) in OF_THE_FIRST.iter().enumerate() {
        for text in *texts {
            assert!(first(text), "row {row}: {text:?} is not of the first");
            assert!(!second(text), "row {row}: {text:?} is of the second");
        }
    }
}

/// The first byte after which no continuation is a reference.
#[test]
fn where_a_text_ceases_to_be_a_reference() {
    let table: &[(&str, usize)] = &[
        ("?y", 0),
        ("s:", 2),
        ("s:#f", 2),
        ("http://[::1]/", 7),
        ("http://a b/", 8),
        ("http://h:80a|", 12),
        ("//a@b@c[", 7),
        ("a_b:c", 3),
        ("1:b", 1),
        ("/%4g", 3),
        ("/%", 2),
        ("a#b#c", 3),
        ("/é", 1),
    ];
    for &(text, offset) in table {
        let error = UriReference::parse(text).expect_err(text);
        assert_eq!(error.offset(), offset, "{text:?}");
    }
}
