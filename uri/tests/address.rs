//! Addresses of hosts compared with the parser of the standard library, an independent
//! implementation of another grammar.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use uri::rfc3986::{Host, HostKind, Ipv4Address, Ipv6Address};

/// Calls `visit` with all texts of up to a number of the pieces.
fn for_each_text(pieces: &[&str], longest: u32, mut visit: impl FnMut(&str)) {
    let mut text = String::new();
    for length in 0..=longest {
        for number in 0..pieces.len().pow(length) {
            text.clear();
            let mut rest = number;
            for _ in 0..length {
                text.push_str(pieces[rest % pieces.len()]);
                rest /= pieces.len();
            }
            visit(&text);
        }
    }
}

/// The text is an address to both or to neither, and the same one.
fn compare(text: &str) -> bool {
    let theirs: Option<Ipv6Addr> = text.parse().ok();
    let ours = Ipv6Address::parse(text).ok().map(Ipv6Address::to_ipv6_addr);
    assert_eq!(ours, theirs, "{text:?}");
    let theirs: Option<Ipv4Addr> = text.parse().ok();
    let ours = Ipv4Address::parse(text).ok().map(Ipv4Address::to_ipv4_addr);
    assert_eq!(ours, theirs, "{text:?}");
    Ipv6Address::is_match(text)
}

/// Addresses consist of groups of one to four digits, colons, and an IPv4 address at the end. The
/// test checks all sequences of elements, beyond the longest valid ones, and all short texts of single
/// characters.
#[test]
fn groups_in_every_order_are_addresses_to_both_or_neither() {
    let mut addresses = 0;
    for_each_text(&["1:", "::", "ab9F", "1.23.255.0"], 9, |text| {
        addresses += usize::from(compare(text));
    });
    // Eight groups, or six and IPv4: 2. Up to seven around `::`, the last two perhaps as IPv4:
    // 8 + 7 + ... + 1 and 6 + 5 + ... + 1.
    assert_eq!(addresses, 2 + 36 + 21);
    for_each_text(&["1", "g", "F", ":", ".", "0", "%"], 6, |text| {
        compare(text);
        compare(&format!("::{text}"));
        compare(&format!("1:2:3:4:5:6:{text}"));
    });
}

/// All numbers of up to three digits, in each of the four places.
#[test]
fn every_number_in_an_ipv4_address_is_valid_to_both_or_neither() {
    for number in 0..1000 {
        for digits in [format!("{number}"), format!("{number:02}"), format!("{number:03}")] {
            for text in [
                format!("{digits}.0.0.0"),
                format!("1.{digits}.255.1"),
                format!("1.2.{digits}.3"),
                format!("10.200.30.{digits}"),
                format!("::{digits}.1.1.1"),
                format!("::1.1.1.{digits}"),
            ] {
                compare(&text);
            }
        }
    }
    for text in ["1.2.3", "1.2.3.4.5", ".1.2.3.4", "1.2.3.", "1..2.3", "1.2.3.0x4", "0001.1.1.1"] {
        assert!(!compare(text) && !Ipv4Address::is_match(text), "{text}");
    }
}

#[test]
fn groups_have_up_to_four_digits() {
    for group in ["0", "00", "000", "0000", "f", "Ff", "fFf", "FFFF"] {
        assert!(compare(&format!("{group}::")) && compare(&format!("::{group}")), "{group}");
        let eight = [group; 8].join(":");
        assert!(compare(&eight), "{eight}");
    }
    for text in ["00000::", "::00000", "1:2:3:4:5:6:7:00008"] {
        assert!(!compare(text), "{text}");
    }
}

/// The form of RFC 5952 depends on which groups are zero; this checks all 256 combinations.
#[test]
fn addresses_are_written_and_read_back() {
    for zeros in 0..=255_u16 {
        let groups =
            [0, 1, 2, 3, 4, 5, 6, 7].map(|i| if zeros >> i & 1 == 1 { 0 } else { 0xA0 + i });
        let address = Ipv6Addr::from(groups);
        let mut buffer = [0; 39];
        let view = Ipv6Address::from_ipv6_addr(address, &mut buffer);
        assert_eq!(view.to_ipv6_addr(), address, "{view}");
        let host = Host::from_ip_addr(address.into(), &mut [0; 41]).as_str().to_owned();
        assert_eq!(host, format!("[{view}]"));
        assert_eq!(Host::new(&host).to_ip_addr(), Some(IpAddr::V6(address)));
    }
    for (address, text) in [
        // RFC 5952, sections 4.1 to 4.3 and 5.
        ("2001:0db8::0001", "2001:db8::1"),
        ("2001:db8:0:0:0:0:2:1", "2001:db8::2:1"),
        ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),
        ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:DB8::AAAA", "2001:db8::aaaa"),
        ("::FFFF:c000:0201", "::ffff:192.0.2.1"),
        ("0:0:0:0:0:0:0:0", "::"),
        // The longest of all.
        (
            "FFFF:ffff:ffff:ffff:ffff:ffff:255.255.255.255",
            "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        ),
    ] {
        let address = Ipv6Address::new(address).to_ipv6_addr();
        assert_eq!(Ipv6Address::from_ipv6_addr(address, &mut [0; 39]).as_str(), text);
    }
    for octets in [[0; 4], [255; 4], [1, 20, 255, 0]] {
        let address = Ipv4Addr::from(octets);
        let mut buffer = [0; 15];
        assert_eq!(Ipv4Address::from_ipv4_addr(address, &mut buffer).to_ipv4_addr(), address);
        let host = Host::from_ip_addr(address.into(), &mut [0; 41]).to_ip_addr();
        assert_eq!(host, Some(IpAddr::V4(address)));
    }
}

#[test]
fn hosts_are_of_one_kind() {
    let kinds = [
        ("", "name"),
        ("1.2.3", "name"),
        ("1.2.3.4", "4"),
        ("1.2.3.256", "name"),
        ("01.2.3.4", "name"),
        ("1.2.3.4.", "name"),
        ("%31.2.3.4", "name"),
        ("[::]", "6"),
        ("[::1.2.3.4]", "6"),
        ("[v1.a]", "future"),
        ("[vF00.:]", "future"),
    ];
    for (text, kind) in kinds {
        let host = Host::new(text);
        let found = match host.kind() {
            HostKind::RegName(_) => "name",
            HostKind::Ipv4Address(_) => "4",
            HostKind::IpLiteral(literal) if literal.ipv6_address().is_some() => "6",
            HostKind::IpLiteral(_) => "future",
        };
        assert_eq!(found, kind, "{text}");
        assert_eq!(host.to_ip_addr().is_some(), ["4", "6"].contains(&kind), "{text}");
        assert_eq!(host.reg_name().is_some(), kind == "name", "{text}");
        assert_eq!(host.ip_literal().is_some(), text.starts_with('['), "{text}");
    }
    // No zones: RFC 9844 removed them.
    for text in ["[]", "[1.2.3.4]", "::1", "[::1", "[fe80::1%25en0]", "[fe80::1%en0]", "[v.a]"] {
        assert!(!Host::is_match(text), "{text}");
    }
}

#[cfg(feature = "alloc")]
#[test]
fn owned_hosts_come_from_addresses() {
    use uri::rfc3986::{HostBuf, Ipv4AddressBuf, Ipv6AddressBuf};
    assert_eq!(Ipv4AddressBuf::from(Ipv4Addr::LOCALHOST).as_str(), "127.0.0.1");
    assert_eq!(Ipv6AddressBuf::from(Ipv6Addr::LOCALHOST).as_str(), "::1");
    assert_eq!(HostBuf::from(IpAddr::V6(Ipv6Addr::UNSPECIFIED)).as_str(), "[::]");
    assert_eq!(HostBuf::from(Ipv6Addr::LOCALHOST), "[::1]");
    assert_eq!(HostBuf::from(Ipv4Addr::LOCALHOST), "127.0.0.1");
    let host = HostBuf::from(IpAddr::V4(Ipv4Addr::BROADCAST));
    assert_eq!(host.as_str(), "255.255.255.255");
    // And back.
    assert_eq!(host.to_ip_addr(), Some(IpAddr::V4(Ipv4Addr::BROADCAST)));
    assert_eq!(host.ipv4_address().unwrap().to_buf().to_ipv4_addr(), Ipv4Addr::BROADCAST);
    assert_eq!(Ipv6AddressBuf::from(Ipv6Addr::LOCALHOST).to_ipv6_addr(), Ipv6Addr::LOCALHOST);
}
