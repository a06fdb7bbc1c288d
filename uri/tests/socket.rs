//! Addresses of sockets. Only `localhost` is looked up.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::io::{Error, ErrorKind};
use uri::{rfc3986, rfc3987};

fn find(authority: &str) -> Result<Vec<SocketAddr>, Error> {
    let found = rfc3986::Authority::new(authority).socket_addrs(443);
    let of_iri = rfc3987::Authority::new(authority).socket_addrs(443);
    assert_eq!(found.as_ref().ok(), of_iri.as_ref().ok(), "{authority}");
    found
}

#[test]
fn addresses_need_no_lookup() {
    let [v4, v6] = [IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)), IpAddr::V6(Ipv6Addr::LOCALHOST)];
    for (authority, expected) in [
        ("192.0.2.1", (v4, 443)),
        ("u:p@192.0.2.1:80", (v4, 80)),
        ("[::1]", (v6, 443)),
        ("[0:0::1]:", (v6, 443)),
        ("[::1]:00080", (v6, 80)),
        ("[::ffff:192.0.2.1]:0", (IpAddr::V6(Ipv4Addr::new(192, 0, 2, 1).to_ipv6_mapped()), 0)),
    ] {
        assert_eq!(find(authority).unwrap(), [SocketAddr::from(expected)], "{authority}");
    }
    let root = uri::Authority::new("192.0.2.1:80").socket_addrs(443).unwrap();
    assert_eq!(root, [SocketAddr::from((v4, 80))]);
}

#[test]
fn names_are_decoded_and_looked_up() {
    for name in ["localhost", "LOCALHOST", "%6Cocal%68ost"] {
        let found = find(&format!("{name}:1")).unwrap();
        assert!(found.iter().all(|it| it.ip().is_loopback() && it.port() == 1), "{name} {found:?}");
        assert!(!found.is_empty());
    }
}

#[test]
fn hosts_that_programs_read_differently_are_not_looked_up() {
    for authority in [
        "",
        ":80",
        "u@",
        "[v1.a]",
        "h:65536",
        "127.1",
        "0x7f.1",
        "0X7F000001",
        "2130706433",
        "0177.0.0.1",
        "256.0.0.1",
        "1.2.3.4.",
        "a.0x",
        "a.1",
        "%31%32%37.1",
        // Escapes of `::1`, a null, a slash, and a character beyond ASCII.
        "%3A%3A1",
        "localhost%00",
        "localhost%2F",
        "%C3%A9",
        "localhost%20",
    ] {
        let error = find(authority).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{authority}");
    }
    let iri = rfc3987::Authority::new("é.example").socket_addrs(80);
    assert_eq!(iri.unwrap_err().kind(), ErrorKind::InvalidInput);
    for authority in ["my_host", "a@b@c", "0177.0.0.1", "999.0.0.1", ""] {
        let error = uri::Authority::new(authority).socket_addrs(80).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{authority}");
    }
    let too_large = find("h:65536").unwrap_err();
    assert_eq!(too_large.to_string(), "the port is above 65535");
}

#[test]
fn hosts_without_brackets() {
    let unbracketed = |text| rfc3986::Host::new(text).unbracketed();
    assert_eq!(unbracketed("[::1]"), "::1");
    assert_eq!(unbracketed("[v1.a]"), "v1.a");
    assert_eq!(unbracketed("%5B1%5D"), "%5B1%5D");
    assert_eq!(unbracketed(""), "");
}
