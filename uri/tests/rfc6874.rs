//! Zones of IPv6 addresses, RFC 6874.

use core::net::{IpAddr, Ipv6Addr};
use uri::Normalization;
use uri::rfc6874::{AbsoluteUri, Host, IpLiteralKind, UriReference, ZoneId};

const LINK_LOCAL: IpAddr = IpAddr::V6(Ipv6Addr::new(0xFE80, 0, 0, 0, 0, 0, 0, 1));

#[test]
fn a_zone_stands_behind_an_ipv6_address_alone() {
    for (text, zone) in [
        ("[fe80::1]", None),
        ("[fe80::1%25en0]", Some("en0")),
        ("[fe80::1%25eth%2F0]", Some("eth/0")),
        // The sign is escaped once: what follows are digits.
        ("[fe80::1%2525]", Some("25")),
        ("[v1.a]", None),
    ] {
        let host = Host::parse(text).unwrap();
        assert_eq!(host.zone_id().map(|zone| zone.decode().to_string()).as_deref(), zone, "{text}");
        let literal = host.ip_literal().unwrap();
        assert_eq!(matches!(literal.kind(), IpLiteralKind::Ipv6Addrz(_)), zone.is_some());
        let is_future = text.starts_with("[v");
        assert_eq!(host.to_ip_addr(), (!is_future).then_some(LINK_LOCAL), "{text}");
    }
    for text in [
        "[fe80::1%25]",
        // As RFC 4007 writes it outside of URIs.
        "[fe80::1%en0]",
        "[fe80::1%2Fen0]",
        "[fe80::1%25a:b]",
        "[%25en0]",
        "[v1.a%25en0]",
    ] {
        assert!(!Host::is_match(text), "{text}");
    }
    // Neither in brackets nor an address.
    assert!(Host::new("fe80%25en0").reg_name().is_some());
}

#[test]
fn the_operations_keep_the_zone() {
    let base = AbsoluteUri::new("http://[FE80::1%25En0]:80/a/b");
    let target = base.resolve(UriReference::new("../c?d")).unwrap();
    assert_eq!(target, "http://[FE80::1%25En0]:80/c?d");
    // The address has no case. The zone is a name of the machine.
    assert_eq!(base.normalize(Normalization::ALL), "http://[fe80::1%25En0]/a/b");
    let other = AbsoluteUri::new("http://[fe80::1%25en0]/a/b");
    assert!(!base.is_equivalent(other, Normalization::ALL));
    let escaped = AbsoluteUri::new("http://[fe80::1%25%45n%300%2f]/");
    assert_eq!(escaped.normalize(Normalization::ALL), "http://[fe80::1%25En00%2F]/");
    assert_eq!(ZoneId::encode("eth/0 1").to_string(), "eth%2F0%201");
    let changed = other.with_host(Host::new("[fe80::2%251]")).build().unwrap();
    assert_eq!(changed, "http://[fe80::2%251]/a/b");
}

#[test]
fn links_are_repaired_around_the_zone() {
    let repaired = UriReference::repair("http://[fe80::1%25en0]/a b").to_string();
    assert_eq!(repaired, "http://[fe80::1%25en0]/a%20b");
    assert!(UriReference::repair("http://[fe80::1%en0]/").to_buf().is_err());
}

/// `http` takes a zone for a part of the name, `url` refuses it.
#[cfg(all(feature = "http", feature = "url"))]
#[test]
fn other_crates_keep_a_zone_or_refuse_it() {
    let reference = UriReference::new("http://[fe80::1%25en0]/a");
    let target = http::Uri::try_from(reference).unwrap();
    assert_eq!(target.host(), Some("[fe80::1%25en0]"));
    assert_eq!(UriReference::try_from(&target.to_string()[..]).unwrap(), reference);
    assert!(url::Url::try_from(reference).is_err());
    let plain = UriReference::new("http://[::1]/a");
    assert_eq!(url::Url::try_from(plain).unwrap().as_str(), plain.as_str());
}

#[cfg(feature = "rfc3986")]
#[test]
fn uris_without_zones_are_those_of_rfc_3986() {
    use uri::rfc3986;

    let plain = rfc3986::UriReference::new("http://[fe80::1]/a");
    let zoned = uri::rfc6874::UriReference::from(plain);
    assert_eq!(zoned.host().unwrap().to_ip_addr(), plain.host().unwrap().to_ip_addr());
    assert_eq!(rfc3986::UriReference::try_from(zoned), Ok(plain));
    let zoned = uri::rfc6874::UriBuf::parse("http://[fe80::1%25en0]/").unwrap();
    assert_eq!(rfc3986::UriBuf::try_from(zoned).unwrap_err().error().offset(), 15);
}
