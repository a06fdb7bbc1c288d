//! Domain names of hosts in the form of the DNS and in Unicode.

use uri::rfc3986::{self, UriReference};
use uri::rfc3987::{self, IriReference};

#[test]
fn hosts_become_ascii() {
    for (host, ascii) in [
        ("", Some("")),
        ("a.b", Some("a.b")),
        // ASCII alone stays as it is, and need not be a domain name.
        ("My_Host..%41%2F", Some("My_Host..%41%2F")),
        ("[::1]", Some("[::1]")),
        ("1.2.3.4", Some("1.2.3.4")),
        ("bücher.example", Some("xn--bcher-kva.example")),
        ("b%C3%BCcher.example", Some("xn--bcher-kva.example")),
        ("BÜCHER.Example.", Some("xn--bcher-kva.example.")),
        // UTS #46 does not map it to `ss`.
        ("faß.de", Some("xn--fa-hia.de")),
        // Full stops and digits of other scripts.
        ("例え。テスト", Some("xn--r8jz45g.xn--zckzah")),
        ("１.２.３.４", Some("1.2.3.4")),
        ("ä_b!.c", Some("xn--_b!-pla.c")),
        ("ä..b", None),
        ("ä%2Fb", None),
        ("ä%25b", None),
        ("ä%FF", None),
        ("ä%20b", None),
        ("％.ä", None),
    ] {
        let found = rfc3987::Host::new(host).to_ascii().ok();
        assert_eq!(found.as_ref().map(rfc3986::HostBuf::as_str), ascii, "{host}");
    }
    let long = format!("{}.example", "ä".repeat(64));
    assert!(rfc3987::Host::new(&long).to_ascii().is_err());
}

#[test]
fn hosts_become_unicode() {
    for (host, unicode) in [
        ("", Some("")),
        ("My_Host..%41", Some("My_Host..%41")),
        ("[::1]", Some("[::1]")),
        ("xn--bcher-kva.example", Some("bücher.example")),
        ("XN--BCHER-KVA.example", Some("bücher.example")),
        ("b%C3%BCcher", Some("bücher")),
        ("a.xn--a", None),
        ("xn--a%2F", None),
        ("%FF", None),
    ] {
        let found = rfc3986::Host::new(host).to_unicode().ok();
        assert_eq!(found.as_ref().map(rfc3987::HostBuf::as_str), unicode, "{host}");
        let Some(unicode) = found else { continue };
        let ascii = unicode.as_view().to_ascii().unwrap();
        let again = ascii.as_view().to_unicode().unwrap();
        assert_eq!(again, unicode, "{host}");
    }
}

#[test]
fn whole_references_keep_what_is_around_the_host() {
    for (iri, uri) in [
        ("http://ü@ä.example:80/ö?ü#ß", "http://%C3%BC@xn--4ca.example:80/%C3%B6?%C3%BC#%C3%9F"),
        ("//ä.example", "//xn--4ca.example"),
        ("//@ä.example:", "//@xn--4ca.example:"),
        ("mailto:ä@ä.example", "mailto:%C3%A4@%C3%A4.example"),
        ("//a/ä", "//a/%C3%A4"),
        ("//", "//"),
        ("", ""),
    ] {
        let view = IriReference::new(iri);
        assert_eq!(view.to_uri_with_ascii_host().unwrap().as_str(), uri);
        let back = UriReference::new(uri).to_iri_with_unicode_host().unwrap();
        assert_eq!(back.as_str(), iri);
    }
    assert!(IriReference::new("http://ä..b/").to_uri_with_ascii_host().is_err());
    let iri = rfc3987::Iri::new("http://ä/");
    assert_eq!(iri.to_uri_with_ascii_host().unwrap().as_str(), "http://xn--4ca/");
    let uri = iri.to_buf().to_uri_with_ascii_host().unwrap();
    assert_eq!(uri.to_iri_with_unicode_host().unwrap(), iri);
    let host = iri.host().unwrap().to_buf().to_ascii().unwrap();
    assert_eq!((host.as_str(), host.to_unicode().unwrap().as_str()), ("xn--4ca", "ä"));
    let iri = rfc3987::AbsoluteIri::new("s://u@ä/");
    assert_eq!(iri.to_uri_with_ascii_host().unwrap().as_str(), "s://u@xn--4ca/");
    let iri = rfc3987::RelativeRef::new("//u@ä/");
    assert_eq!(iri.to_uri_with_ascii_host().unwrap().as_str(), "//u@xn--4ca/");
}
